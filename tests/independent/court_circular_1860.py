"""Court Circular, the rules printed in January 1860: a judge of one trick and the marks of a store, from the words.

Nothing here comes from the package: only the printed text was read, and only the standard library is used.
A card is a string, rank then suit: "10H", "AS", "JD". A side is the three cards one player has put down.
Every reading is a word of `Readings`, named as the edition names it, with its default first.

>>> judge("8C", [["9D", "10H", "JS"], ["KD", "KC", "4S"]])["winner"]
0
>>> marks([("KH", True)])
4
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple, TypedDict

Kind = Literal["trio", "sequence", "sympathy", "court", "pair", "valentine", "etiquette"]
By = Literal["line", "equal lines", "cards", "left to the last"]
Value = tuple[int, int, int]

# Rule IV: "(2) The rest of the pack, in the order Aces, Kings, &c."
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")  # lowest first
# Rule IV: "(1) Hearts" before the rest, and the N.B.: "they rank in the order Diamonds, Clubs, Spades".
SUITS = ("S", "C", "D", "H")  # lowest first
PACK = tuple(rank + suit for rank in RANKS for suit in SUITS)

# Rule III: "Lines rank as follows": in (1), and "Names as above" in (2); then the names of (3). The best first.
NAMES: dict[int, tuple[Kind, ...]] = {
    1: ("trio", "sequence", "sympathy", "court"),
    2: ("trio", "sequence", "sympathy", "court"),
    3: ("pair", "valentine", "etiquette"),
}


class Readings(NamedTuple):
    """The open places of the text that bear on one trick and on the count; the default of each comes first."""

    four_of_a_sort: Literal["three-only", "four-too"] = "three-only"
    middle: Literal["not-at-an-end", "of-three-only"] = "not-at-an-end"
    ace_with_lead: Literal["in-every-Sequence", "without-the-Lead-only"] = "in-every-Sequence"
    ace_in_sequence: Literal["at-either-end", "round-the-corner"] = "at-either-end"
    aces_at_court: Literal["not-Aces", "Aces-too"] = "not-Aces"
    similar: Literal["of-the-same-name", "any-of-the-class"] = "of-the-same-name"
    same_kind: Literal["name-class-and-number", "name-and-class", "name-alone"] = "name-class-and-number"
    the_lead_as_best: Literal["played-only", "Lead-too"] = "played-only"
    hearts_among_themselves: Literal["as-the-rest", "all-equal"] = "as-the-rest"
    no_hearts_played: Literal["among-those-compared", "in-the-whole-trick"] = "among-those-compared"
    the_rest: Literal["with-the-old-Lead", "without-the-old-Lead"] = "with-the-old-Lead"


AS_PRINTED = Readings()


class Line(TypedDict):
    """Some cards of a player that make a Line, and which of the classes (1), (2) and (3) it is in."""

    kind: Kind
    line_class: int
    cards: list[str]
    with_lead: bool


class Verdict(TypedDict):
    """What a trick comes to. `winner` and `takes` are None only where the readings leave it undecided.

    `takes` is how many cards the winner takes when he has chosen the next Lead: all the rest.
    """

    winner: int | None
    by: By
    lines: list[Line | None]
    takes: int | None


def rank_of(card: str) -> str:
    """The rank of a card, "2" to "A"."""
    return card[:-1]


def is_heart(card: str) -> bool:
    return card[-1] == "H"


def is_court(card: str, given: Readings) -> bool:
    """Return whether a card is a Court-card. The other reading is that of 1862: "Aces reckoning as court-cards"."""
    return rank_of(card) in ("J", "Q", "K") or (given.aces_at_court == "Aces-too" and rank_of(card) == "A")


def is_sequence(cards: Sequence[str], lead: str | None, given: Readings) -> bool:
    """Return whether cards follow one another in rank, the Lead (if one of them) standing where it may."""
    order = ["A", *RANKS]  # the Ace "with Two, Three" below, "or with King, Queen" above
    if lead is not None and given.ace_with_lead == "without-the-Lead-only":
        order = [*RANKS]  # the N.B. stands under (2); in (1) the Ace is where rule IV has it
    elif given.ace_in_sequence == "round-the-corner":
        order = ["A", *RANKS, "2", "3"]
    size = len(cards)
    for low in range(len(order) - size + 1):
        window = order[low : low + size]
        if sorted(window) != sorted(rank_of(card) for card in cards):
            continue
        # "The Lead must not be reckoned in the middle of a Sequence."
        if lead is None or rank_of(lead) in (window[0], window[-1]):
            return True
        if given.middle == "of-three-only" and size == 4:
            return True
    return False


def names_of(cards: Sequence[str], line_class: int, lead: str | None, given: Readings) -> list[Kind]:
    """Every name that these very cards have in a class; the Lead is told only if it is one of them."""
    found: list[Kind] = []
    one_sort = len({rank_of(card) for card in cards}) == 1
    hearts = all(is_heart(card) for card in cards)
    court = all(is_court(card, given) for card in cards)
    if line_class == 3:
        # "Pair, 2 of a sort. Valentine, 2 Hearts. Etiquette, 2 Court-cards."
        return [kind for kind, made in zip(NAMES[3], (one_sort, hearts, court), strict=True) if made]
    # "Trio, 3 of a sort": the other names say "3, or 4".
    if one_sort and (len(cards) == 3 or given.four_of_a_sort == "four-too"):
        found.append("trio")
    if is_sequence(cards, lead, given):
        found.append("sequence")
    if hearts:
        found.append("sympathy")
    if court:
        found.append("court")
    return found


def lines(side: Sequence[str], lead: str, given: Readings = AS_PRINTED) -> list[Line]:
    """All Lines of a player: of "2, or all 3, of the cards put down", "with or without the Lead" (rule III)."""
    found: list[Line] = []
    for number in (2, 3):
        for some in combinations(side, number):
            for cards, line_class in (((*some, lead), 1), (some, 2 if number == 3 else 3)):
                for kind in names_of(cards, line_class, lead if line_class == 1 else None, given):
                    found.append(
                        {"kind": kind, "line_class": line_class, "cards": [*cards], "with_lead": line_class == 1}
                    )
    return found


def standing(line: Line, given: Readings) -> tuple[int, int, int]:
    """How a Line ranks by rule III; greater is better."""
    # "(1) 3, or 4 cards, (Lead included.) (2) 3 cards, (Lead excluded) (3) 2 cards, (Lead excluded)"
    line_class, size = -line["line_class"], len(line["cards"])
    name = -NAMES[line["line_class"]].index(line["kind"])
    if given.similar == "any-of-the-class":
        return line_class, size, name
    # "In this Class a Line of 4 cards beats a similar Line of 3."
    return line_class, name, size


def value_of(card: str, given: Readings, heart_played: bool) -> Value:
    """How a card ranks by rule IV; greater is better, and equal is undecided."""
    rank = RANKS.index(rank_of(card))
    if is_heart(card):
        return 1, 0 if given.hearts_among_themselves == "all-equal" else rank, 0
    if given.no_hearts_played == "in-the-whole-trick" and heart_played:
        return 0, rank, 0  # the N.B. parts equal cards only "if no Hearts have been played"
    return 0, rank, SUITS.index(card[-1])


def cards_compared(line: Line, lead: str, given: Readings) -> list[str]:
    """The cards of a Line among which the best is looked for."""
    if given.the_lead_as_best == "Lead-too":
        return line["cards"]
    return [card for card in line["cards"] if card != lead]


def best_line(side: Sequence[str], lead: str, given: Readings = AS_PRINTED) -> Line | None:
    """The best Line of a player, or None; of equal ones, that with the better cards, the best compared first."""

    def strength(line: Line) -> tuple[tuple[int, int, int], list[Value]]:
        values = (value_of(card, AS_PRINTED, False) for card in cards_compared(line, lead, given))
        return standing(line, given), sorted(values, reverse=True)

    return max(lines(side, lead, given), key=strength, default=None)


def is_same_kind(line: Line, best: Line, given: Readings) -> bool:
    """Return whether a Line is "of the same kind" as the best Line of the trick (rule IV)."""
    if line["kind"] != best["kind"]:
        return False
    if given.same_kind == "name-alone":
        return True
    if line["line_class"] != best["line_class"]:
        return False
    return given.same_kind == "name-and-class" or len(line["cards"]) == len(best["cards"])


def best_of(shown: Mapping[int, Iterable[str]], given: Readings, heart_played: bool) -> int | None:
    """The player with the best card among those shown, or None if two show cards that nothing parts."""
    best = {player: max(value_of(card, given, heart_played) for card in cards) for player, cards in shown.items()}
    highest = max(best.values())
    winners = [player for player, value in best.items() if value == highest]
    return winners[0] if len(winners) == 1 else None


def judge(
    lead: str, sides: Sequence[Sequence[str]], given: Readings = AS_PRINTED, *, resigned: Collection[int] = ()
) -> Verdict:
    """Who wins a trick of two to eight players, how, and how many cards he takes."""
    table = [lead, *(card for side in sides for card in side)]
    left = [player for player in range(len(sides)) if player not in resigned]
    if len(set(table)) != len(table) or not set(table) <= set(PACK) or not left or not 2 <= len(sides) <= 8:
        raise ValueError(f"not a trick: {table}")
    takes = len(table) - 1  # rule V: one is the next Lead; "he then takes the rest"
    if given.the_rest == "without-the-old-Lead":
        takes -= 1  # the rest "of the cards on the table, except the old Lead"
    if len(left) == 1:
        # Section II: "he who is left to the last wins the trick".
        return {"winner": left[0], "by": "left to the last", "lines": [None for _ in sides], "takes": takes}
    if any(len(sides[player]) != 3 for player in left):
        raise ValueError(f"a player who has not resigned puts down 3 cards: {sides}")
    made = [best_line(side, lead, given) if player in left else None for player, side in enumerate(sides)]
    lines_made = {player: line for player, line in enumerate(made) if line is not None}
    heart_played = any(is_heart(card) for side in sides for card in side)
    by: By
    if lines_made:
        best = max(lines_made.values(), key=lambda line: standing(line, given))
        level = {player: line for player, line in lines_made.items() if is_same_kind(line, best, given)}
        by = "line" if len(level) == 1 else "equal lines"
        shown = {player: cards_compared(line, lead, given) for player, line in level.items()}
    else:
        by, shown = "cards", {player: [*sides[player]] for player in left}
    winner = best_of(shown, given, heart_played)
    return {"winner": winner, "by": by, "lines": made, "takes": None if winner is None else takes}


def marks(store: Iterable[tuple[str, bool]], given: Readings = AS_PRINTED) -> int:
    """Count the cards won (rule VIII); each is given with whether it lies face upwards."""
    total = 0
    for card, upwards in store:
        total += 2 if upwards else 1  # "Cards face upwards 2 each, downwards 1"
        total += is_heart(card)  # "Hearts 1"
        total += is_court(card, given)  # "Court-cards 1"
    return total


def points(all_marks: Sequence[int]) -> list[int]:
    """What each player scores for a pack: what he has above the lowest, "the lowest scoring nothing"."""
    return [own - min(all_marks) for own in all_marks]
