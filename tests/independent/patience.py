"""A second implementation of Court Circular Patience from the restated clauses, to check tableaux and games.

Nothing here comes from the package. A tableau laid out by hand is judged in one call:

    lines("9S KH 5D 5H QC 10H".split(), lead="5C")      every Line that can be formed, as (kind, cards)
    score(collected=16, bonuses=["trio", "pair"], resigned=True)
    rating(74)

A whole game is a generator of requests, to which the answers are sent:

    game = play(Table())            the first request is next(game), the others are game.send(answer)
    Request("shuffle", options)     the answer is all of them, in the order in which they are drawn
    Request("ask", options)         one of them

and StopIteration carries the Result. Lines are asked for as (kind, cards). What the text leaves open is in `Readings`,
named as the editions (this one and that of 1860) name it with the default first; so are the variants (P9).
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable
from itertools import combinations
from typing import Any, Literal, NamedTuple

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
PACK = [rank + suit for suit in "HDCS" for rank in RANKS]
BONUS = {"trio": 3, "sequence": 2, "sympathy": 2, "court": 3, "pair": 1, "valentine": 1, "etiquette": 1}  # P7.1
ORDER = (*BONUS,)  # P3: from the highest
RATINGS = (
    (90, "curiouser and curiouser"),
    (75, "off with their heads"),
    (60, "we are all mad here"),
    (45, "down the rabbit hole"),
)


class Readings(NamedTuple):
    """The open places of the text, those of 1860 that come with its Lines, and the variants."""

    four_of_a_sort: Literal["three-only", "four-too"] = "three-only"
    aces_at_court: Literal["not-Aces", "Aces-too"] = "not-Aces"
    ace_in_sequence: Literal["at-either-end", "round-the-corner"] = "at-either-end"
    ace_with_lead: Literal["in-every-Sequence", "without-the-Lead-only"] = "in-every-Sequence"
    lead_in_the_middle: Literal["anywhere", "not-in-the-middle"] = "anywhere"
    declining: Literal["must-form", "may-pass"] = "must-form"
    which_line: Literal["any-Line", "the-highest"] = "any-Line"
    next_lead: Literal["any-of-them", "of-the-tableau"] = "any-of-them"
    filling: Literal["after-the-choice", "before-the-choice"] = "after-the-choice"
    unused_lead: Literal["laid-aside", "collected-too"] = "laid-aside"
    leftmost: Literal["moved-up", "in-its-place"] = "moved-up"
    the_end: Literal["last-Lines", "at-once"] = "last-Lines"
    when_to_resign: Literal["in-any-turn", "without-a-Line"] = "in-any-turn"
    ten_turns: Literal["in-a-row", "in-all"] = "in-a-row"
    gathered: Literal["with-the-bonus", "the-collected-too", "not-the-collected"] = "with-the-bonus"
    lead_counts: Literal["once-a-card", "each-time", "when-put-away"] = "once-a-card"
    glass_position: Literal["a-mark", "a-bond"] = "a-mark"
    looking_glass: Literal["plain", "played"] = "plain"
    cheshire_cat: Literal["plain", "played"] = "plain"
    mad_hatter: Literal["plain", "played"] = "plain"


AS_USUAL = Readings()


# ------------------------------------------------------------------------------------- Lines laid out (P2.2, P3)

Line = tuple[str, frozenset[str]]
"""A kind and its cards."""


def run_of(cards: Collection[str], given: Readings = AS_USUAL, ace_low: bool = True) -> list[str] | None:
    """Lay cards in sequence, the lowest first, or give None; an Ace stands at either end (1860.III.13)."""
    by_rank = {card[:-1]: card for card in cards}
    if len(by_rank) < len(cards):
        return None
    ladder = [*RANKS[::-1]]  # from the Two to the Ace
    if ace_low:
        ladder = ["A", *ladder]
        if given.ace_in_sequence == "round-the-corner":
            ladder = ["Q", "K", *ladder]
    for start in range(len(ladder) - len(cards) + 1):
        window = ladder[start : start + len(cards)]
        if {*window} == {*by_rank}:
            return [by_rank[rank] for rank in window]
    return None


def is_sequence(cards: Collection[str], lead: str, given: Readings, ends: Collection[str] | None = None) -> bool:
    """Return whether cards are a Sequence, the Lead standing where it may; `ends` are the posts it is bound to."""
    run = run_of(cards, given)
    if run is None:
        return False
    if lead not in cards:
        return True
    if given.ace_with_lead == "without-the-Lead-only" and run_of(cards, AS_USUAL, ace_low=False) is None:
        return False
    inside = lead in run[1:-1]
    if inside and given.lead_in_the_middle == "not-in-the-middle":
        return False
    return ends is None or (("Middle" in ends) if inside else ("Left" in ends or "Right" in ends))


def is_court_card(card: str, given: Readings) -> bool:
    return card[0] in "KQJ" or (card[0] == "A" and given.aces_at_court == "Aces-too")


def kinds(cards: Collection[str], lead: str, given: Readings, ends: Collection[str] | None = None) -> set[str]:
    """Return every kind of Line that these cards are, apart from how many of them may be of the tableau."""
    same = len({card[:-1] for card in cards}) == 1
    hearts = all(card.endswith("H") for card in cards)
    court = all(is_court_card(card, given) for card in cards)
    if len(cards) == 2:
        return {kind for kind, holds in (("pair", same), ("valentine", hearts), ("etiquette", court)) if holds}
    trio = same and (len(cards) == 3 or given.four_of_a_sort == "four-too")
    sequence = is_sequence(cards, lead, given, ends)
    told = (("trio", trio), ("sequence", sequence), ("sympathy", hearts), ("court", court))
    return {kind for kind, holds in told if holds}


def lines(
    tableau: Iterable[str], lead: str, given: Readings = AS_USUAL, ends: Collection[str] | None = None
) -> set[Line]:
    """Return every Line: two or three cards of the tableau with the Lead, or three or two without it (P2.2, P3)."""
    found: set[Line] = set()
    row = [*tableau]
    for count, with_lead in ((2, True), (3, True), (3, False), (2, False)):
        for chosen in combinations(row, count):
            cards = frozenset((*chosen, lead) if with_lead else chosen)
            found |= {(kind, cards) for kind in kinds(cards, lead, given, ends)}
    return found


def height(line: Line, lead: str) -> tuple[bool, bool, int]:
    """Return how high a Line stands in the list of P3; the greater is the higher."""
    kind, cards = line
    return lead in cards, len(cards) > 2, -ORDER.index(kind)


def score(collected: int, bonuses: Iterable[str | int] = (), resigned: bool = False, shuffled: bool = False) -> int:
    """Add up the points (P7.1); the bonuses are the Lines formed, by kind, or numbers."""
    total = sum(BONUS[one] if isinstance(one, str) else one for one in bonuses)
    return collected + total - 5 * resigned - 10 * shuffled


def rating(points: int) -> str:
    """Return the rating of a score (P7.2)."""
    return next((words for least, words in RATINGS if points >= least), "late for a very important date")


# --------------------------------------------------------------------------------------------------- a whole game


class Request(NamedTuple):
    """What the game waits for."""

    kind: Literal["shuffle", "ask"]
    options: tuple[Any, ...]


class Result(NamedTuple):
    """How a game ended."""

    won: bool
    score: int
    rating: str


Asking = Generator[Request, Any, None]
MIRROR = {"Left": "Right", "Right": "Left", "Middle": "Middle"}


class Table:
    """A game in its course; `play` runs it."""

    def __init__(self, given: Readings = AS_USUAL) -> None:
        """Begin with nothing on the table."""
        self.given = given
        self.stock: list[str] = []
        self.row: list[str | None] = [None] * 9
        self.width = 6
        self.lead: str | None = None
        self.store: list[str] = []
        self.heap: list[str] = []
        self.removed: set[str] = set()
        """Cards that have been in a Line since they were last in the stock."""
        self.taken = 0
        self.bonus = 0
        self.dry = 0
        self.turns = 0
        self.post: str | None = None
        self.has_resigned = False
        self.has_shuffled = False

    @property
    def cards(self) -> list[str]:
        """The tableau, from left to right."""
        return [card for card in self.row if card is not None]

    @property
    def ends(self) -> Collection[str] | None:
        """The posts to which the Lead is bound, if it is."""
        bound = self.given.looking_glass == "played" and self.given.glass_position == "a-bond"
        return [self.post] if bound and self.post else None

    @property
    def lines(self) -> set[Line]:
        return set() if self.lead is None else lines(self.cards, self.lead, self.given, self.ends)

    @property
    def counted(self) -> int:
        """The number of cards that count 1 each."""
        counted = {"once-a-card": len(self.removed), "each-time": self.taken, "when-put-away": len(self.store)}
        return counted[self.given.lead_counts]

    @property
    def score(self) -> int:
        return score(self.counted, [self.bonus], self.has_resigned, self.has_shuffled)

    def ask(self, options: Iterable[Any]) -> Generator[Request, Any, Any]:
        """Let the player choose."""
        return (yield Request("ask", tuple(options)))

    def fill(self) -> None:
        """Fill the vacant places from left to right (P2.3, P4.3)."""
        for place in range(self.width):
            if self.row[place] is None and self.stock:
                self.row[place] = self.stock.pop(0)

    def deal(self) -> Asking:
        """Shuffle what is not collected, and lay out the row and the Lead (P1.1)."""
        if self.given.cheshire_cat == "played":
            self.width = 5
        free = [card for card in PACK if card not in self.store]
        self.stock = yield Request("shuffle", tuple(free))
        self.removed -= {*free}
        self.row, self.heap = [None] * 9, []
        self.fill()
        self.lead = self.stock.pop(0)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended (P2.6)."""
        return not self.stock and (self.given.the_end == "at-once" or not self.lines)

    def before_turn(self) -> Asking:
        """Offer the Resignation (P5.1) and the Shuffle (P5.2)."""
        may = self.given.when_to_resign == "in-any-turn" or not self.lines
        if not self.has_resigned and self.stock and may and (yield from self.ask(["go-on", "resign"])) == "resign":
            card = yield from self.ask(self.cards)
            self.row[self.row.index(card)] = None
            self.heap.append(card)
            self.fill()
            self.has_resigned = True
        if self.dry >= 10 and not self.has_shuffled and (yield from self.ask(["play-on", "shuffle"])) == "shuffle":
            self.has_shuffled = True
            if self.given.gathered != "not-the-collected":
                self.store = []
            if self.given.gathered == "with-the-bonus":
                self.bonus = self.taken = 0
            self.turns, self.post = 0, None  # the game is restarted
            yield from self.deal()

    def turn(self) -> Asking:
        """Form a Line, or draw a card if none can be formed (P2.1, P2.5)."""
        if not self.lines:
            self.draw()
            return
        if self.given.declining == "may-pass":
            answer = yield from self.ask(["form-a-Line", "pass"] if self.stock else ["form-a-Line"])
            if answer == "pass":
                self.draw()
                return
        yield from self.collect()

    def collect(self) -> Asking:
        """Form a Line (P2.1 to P2.4)."""
        given, lead = self.given, self.lead
        assert lead is not None
        offered = self.lines
        if given.which_line == "the-highest":
            top = max(height(line, lead) for line in offered)
            offered = {line for line in offered if height(line, lead) == top}
        kind, cards = line = yield from self.ask(sorted(offered, key=str))
        self.removed |= cards
        self.taken += len(cards)
        self.bonus += BONUS[kind]
        if given.ten_turns == "in-a-row":
            self.dry = 0
        self.row = [None if card in cards else card for card in self.row]
        if given.filling == "before-the-choice":
            self.fill()
        chosen = yield from self.ask(cards - {lead} if given.next_lead == "of-the-tableau" else cards)
        if lead not in cards:
            (self.heap if given.unused_lead == "laid-aside" else self.store).append(lead)
            self.removed |= {lead} if given.unused_lead == "collected-too" else set()
        self.store += cards - {chosen}
        self.lead = chosen
        if given.filling == "after-the-choice":
            self.fill()
        if given.looking_glass == "played":
            yield from self.mirror(line, lead)
        if given.cheshire_cat == "played" and kind == "court":
            self.width = min(9, self.width + 1)
        self.fill()

    def mirror(self, line: Line, lead: str) -> Asking:
        """Put the new Lead into the mirror position (P9.1)."""
        kind, cards = line
        if lead not in cards:
            self.post = "Middle"
            return
        allowed = self.ends or ["Left", "Right", "Middle"]
        if kind == "sequence":
            run = run_of(cards, self.given)
            assert run is not None
            allowed = [one for one in allowed if (one == "Middle") == (lead in run[1:-1])]
        elif len(cards) == 2:
            raise AssertionError("a Line of two has no Lead")
        words = {"Left": "lay-it-left", "Right": "lay-it-right", "Middle": "lay-it-in-the-middle"}
        answer = yield from self.ask([words[one] for one in allowed])
        self.post = MIRROR[next(one for one in allowed if words[one] == answer)]

    def draw(self) -> None:
        """Draw a card, and discard the leftmost (P2.5)."""
        self.dry += 1
        first = self.row[0]
        if first is not None:
            self.heap.append(first)
        self.row = [None, *self.row[1:]] if self.given.leftmost == "in-its-place" else [*self.row[1:], None]
        self.fill()

    def after_turn(self) -> None:
        """Change the Lead every three turns, in the Mad Hatter's Tea Party (P9.3)."""
        self.turns += 1
        if self.given.mad_hatter == "played" and self.turns % 3 == 0 and self.stock:
            assert self.lead is not None
            self.heap.append(self.lead)
            self.lead = self.stock.pop(0)


def play(table: Table) -> Generator[Request, Any, Result]:
    """Play till the game ends (P2, P5, P6)."""
    yield from table.deal()
    while not table.is_over:
        yield from table.before_turn()
        yield from table.turn()
        table.after_turn()
    return Result(not table.cards, table.score, rating(table.score))
