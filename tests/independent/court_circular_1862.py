"""Court Circular, the rules printed in April 1862, as a plain program from their words.

Nothing here comes from the package: only the printed text was read, and only the standard library is used.
A card is a string, rank then suit: "10H", "AS", "JD". A side is the three cards one player has played.

>>> judge("5H", ["AS", "7C", "6D"], ["2C", "9D", "KS"])["takes"]
2
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Literal, NamedTuple, TypedDict

Kind = Literal["trio", "sequence", "suit"]
By = Literal["line", "equal lines", "cards"]
AceReading = Literal["at-either-end", "round-the-corner"]
OfTwoKinds = Literal["as-it-ranks", "the-same-cards"]


class Readings(NamedTuple):
    """The open places of the text that bear on a trick, named as the edition names them; the default comes first."""

    ace_in_sequence: AceReading = "at-either-end"
    the_lead_as_best: Literal["played-only", "Lead-too"] = "played-only"
    equal_lines_won: Literal["one-card", "the-values"] = "one-card"
    own_line: OfTwoKinds = "as-it-ranks"
    lost_line: OfTwoKinds = "as-it-ranks"


AS_PRINTED = Readings()

# Rules II and III: cards rank "Ace of Hearts, of Diamonds, of Clubs, of Spades, King of Hearts, etc."
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")  # lowest first
SUITS = ("S", "C", "D", "H")  # lowest first
PACK = tuple(rank + suit for rank in RANKS for suit in SUITS)  # the whole pack, the lowest card first
PLACE = {card: place for place, card in enumerate(PACK)}

# Rule II: the kinds "rank as follows", the best first.
KINDS: tuple[Kind, ...] = ("trio", "sequence", "suit")
# Rule IV: the winner's Line is "reckoned thus: Trio 1, Sequence 2, Suit 3".
WINNER_VALUE: dict[Kind, int] = {"trio": 1, "sequence": 2, "suit": 3}
# Rule IV: the loser's is "reckoned thus: Trio 5, Sequence 3, Suit 1".
LOSER_VALUE: dict[Kind, int] = {"trio": 5, "sequence": 3, "suit": 1}


class Line(TypedDict):
    """Three cards of a side that make a Line of one kind."""

    kind: Kind
    cards: list[str]
    with_lead: bool


class Verdict(TypedDict):
    """What a trick comes to. `takes` and `winner` are None only where a switch leaves it undecided.

    `by` says how the winner was found: by the better Line, between equal Lines, or with no Line on either
    side.
    """

    winner: int | None
    by: By
    lines: list[Line | None]
    takes: int | None
    chooser: int | None


def rank_of(card: str) -> str:
    """The rank of a card, "2" to "A"."""
    return card[:-1]


def best_card(cards: Iterable[str]) -> str:
    """The best of some cards: rank first, and between cards of a rank the suit (rule III)."""
    return max(cards, key=PLACE.__getitem__)


def run_of(cards: Sequence[str], ace: AceReading) -> tuple[str, str, str] | None:
    """The three cards set in order, lowest first, if their ranks follow one another; else None."""
    numbers = {rank: number for number, rank in enumerate(RANKS, start=2)}  # 2 to 10, J 11, Q 12, K 13, A 14
    high = sorted(cards, key=lambda card: numbers[rank_of(card)])
    # Rule II: an Ace forms a Sequence "with King, Queen": here it stands above the King.
    orders = [[(numbers[rank_of(card)], card) for card in high]]
    # Rule II: or "with Two, Three": here it stands below the Two.
    orders.append(sorted((1 if rank_of(card) == "A" else numbers[rank_of(card)], card) for card in cards))
    if ace == "round-the-corner":
        # The other reading: King, Ace, Two too. The Ace stands above the King and the Two above the Ace.
        orders.append(sorted((15 if rank_of(card) == "2" else numbers[rank_of(card)], card) for card in cards))
    for order in orders:
        (low, first), (middle, second), (top, third) = order
        if middle == low + 1 and top == middle + 1:
            return first, second, third
    return None


@cache
def kinds_made(cards: tuple[str, str, str], lead: str, ace: AceReading = "at-either-end") -> tuple[Kind, ...]:
    """Every kind that these three cards make, the best first. The Lead matters only if it is one of them."""
    made: list[Kind] = []
    # Rule II: "Trio, e. g. 3 Kings, or 3 Nines".
    if len({rank_of(card) for card in cards}) == 1:
        made.append("trio")
    # Rule II: "Sequence, e. g. Nine of Hearts, Eight of Spades, Seven of Hearts": suits may be mixed.
    run = run_of(cards, ace)
    # Rule II: "'Lead' must not be reckoned as middle card of a Sequence".
    if run is not None and run[1] != lead:
        made.append("sequence")
    # Rule II: "Suit, e. g. 3 Diamonds".
    if len({card[-1] for card in cards}) == 1:
        made.append("suit")
    return tuple(made)


def lines(side: Sequence[str], lead: str, *, ace: AceReading = "at-either-end") -> list[Line]:
    """All the Lines that 3 of a side's 4 cards make; cards that make two kinds give two Lines."""
    # Rule II: "'Lead' reckoning on each side", so a side has 4 cards, and a Line is "of 3 cards".
    # Rule II: "It does not matter in what order the cards have been played": every choice of 3 is looked at.
    found: list[Line] = []
    for first, second, third in combinations((*side, lead), 3):
        for kind in kinds_made((first, second, third), lead, ace):
            found.append({"kind": kind, "cards": [first, second, third], "with_lead": lead in (first, second, third)})
    return found


def standing(line: Line) -> tuple[int, bool]:
    """How a Line ranks; two Lines are equal when this is the same. Greater is better."""
    # Rule II: Trio above Sequence above Suit.
    # Rule II: "Trio containing 'Lead' ranks above Trio not containing it, and so of Sequence and Suit".
    return -KINDS.index(line["kind"]), line["with_lead"]


def played_cards(line: Line, lead: str) -> list[int]:
    """The places of a Line's played cards, the best first. The Lead was played by nobody."""
    return sorted((PLACE[card] for card in line["cards"] if card != lead), reverse=True)


def best_line(side: Sequence[str], lead: str, *, ace: AceReading = "at-either-end") -> Line | None:
    """The best Line of a side, or None.

    Of several equal Lines the one with the best played card is counted. The text goes no further; where the
    best played card is in both, the next played card decides here, only so that the answer is always the
    same.
    """
    found = lines(side, lead, ace=ace)
    if not found:
        return None
    return max(found, key=lambda line: (standing(line), played_cards(line, lead)))


def winner_value(line: Line, lead: str, given: Readings) -> int:
    """What the winner's own Line is worth (rule IV)."""
    if given.own_line == "the-same-cards":
        # The other reading: the cards may be reckoned as whichever kind they make is worth most.
        first, second, third = line["cards"]
        return max(WINNER_VALUE[kind] for kind in kinds_made((first, second, third), lead, given.ace_in_sequence))
    return WINNER_VALUE[line["kind"]]


def loser_value(line: Line | None, lead: str, given: Readings) -> int:
    """What the loser's Line, "if any", adds (rule IV)."""
    if line is None:
        return 0
    if given.lost_line == "the-same-cards":
        # The other reading: the cards may be reckoned as whichever kind they make is worth least.
        first, second, third = line["cards"]
        return min(LOSER_VALUE[kind] for kind in kinds_made((first, second, third), lead, given.ace_in_sequence))
    return LOSER_VALUE[line["kind"]]


def between_equals(line0: Line, line1: Line, lead: str, given: Readings) -> int | None:
    """Which of two equal Lines wins by its best card; None if they are level."""
    if given.the_lead_as_best == "Lead-too":
        # The other reading: the Lead counts among the cards forming the Line.
        whole0, whole1 = (PLACE[best_card(line["cards"])] for line in (line0, line1))
        if whole0 == whole1:
            return None  # the Lead is the best card of both Lines, and the text gives nothing further
        return 0 if whole0 > whole1 else 1
    # Rule III: "he who has played, among the cards forming his Line, the best card": the Lead was not played.
    return 0 if played_cards(line0, lead)[0] > played_cards(line1, lead)[0] else 1


def judge(lead: str, side0: Sequence[str], side1: Sequence[str], given: Readings = AS_PRINTED) -> Verdict:
    """Who wins a complete trick, how, what he takes, and who chooses the next Lead."""
    table = [lead, *side0, *side1]
    if len(side0) != 3 or len(side1) != 3 or len(set(table)) != 7 or not set(table) <= set(PACK):
        raise ValueError(f"a trick is a Lead and 3 cards on each side, all different: {table}")
    line0, line1 = (best_line(side, lead, ace=given.ace_in_sequence) for side in (side0, side1))
    winner: int | None
    by: By
    if line0 is None and line1 is None:
        # Rule III: "if no Line be made, he who has played the best card wins it".
        winner, by = (0 if PLACE[best_card(side0)] > PLACE[best_card(side1)] else 1), "cards"
    elif line0 is not None and line1 is not None and standing(line0) == standing(line1):
        # Rule III: "If equal Lines be made".
        winner, by = between_equals(line0, line1, lead, given), "equal lines"
    else:
        # Rule II: "Whichever has, on his side of the trick, the best 'Line' of 3 cards wins it".
        ranks = [(-9, False) if line is None else standing(line) for line in (line0, line1)]
        winner, by = (0 if ranks[0] > ranks[1] else 1), "line"

    own, other = (line1, line0) if winner == 1 else (line0, line1)
    takes: int | None
    if winner is None:
        takes = None
    elif own is not None and (by == "line" or (by == "equal lines" and given.equal_lines_won == "the-values")):
        # Rule IV: "the winner adds the value of his own Line to that of the loser's, if any, and takes
        # so many cards".
        takes = winner_value(own, lead, given)
        takes += loser_value(other, lead, given)
    else:
        # Rule IV: "when by superiority of cards, he takes one only". Equal Lines are parted by cards.
        takes = 1

    # Rule IV: the next Lead is chosen "by the winner, if both or neither have made a Line; otherwise by
    # the loser".
    chooser: int | None
    if winner is None:
        chooser = None
    elif (line0 is None) == (line1 is None):
        chooser = winner
    else:
        chooser = 1 - winner
    return {"winner": winner, "by": by, "lines": [line0, line1], "takes": takes, "chooser": chooser}
