"""A referee of whole games of Court Circular 1860, card by card, written from the words, to check games.

Nothing here comes from the package. Give the pack in the order in which it is dealt (the first card goes to
first-hand), how many players there are and which of them is first-hand; then give the answers one by one, and ask
at any time whose turn it is and what he may do:

    pack = Pack(order, players=2, first_hand=0)
    pack.turn, pack.options()       who must answer, and every answer allowed: cards, and "resign"
    pack.give("7H")                 plays the Seven of Hearts, or names it as next Lead, as `pack.phase` has it
    pack.is_over, pack.marks(), pack.points()

A `Match` is pack after pack until the Game is won:
`match.shuffle(order)` whenever `match.needs_shuffle` (the first order is that of the cut), `match.give` otherwise.
Players are numbered to the left: player 1 sits at the left hand of player 0. Who deals does not matter to the cards,
for dealing begins with first-hand. What the text leaves open is in `Conduct`, named as the edition names it with the
default first, or else said beside the line that does it.
"""

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Literal, NamedTuple

from tests.independent.court_circular_1860 import AS_PRINTED, Readings, judge, marks, points, value_of

RESIGN = "resign"
HAND = 6  # rules I and VI
ROW = 3  # rule II: six cards played by two; Section II: "each putting down his 3 cards"


class Conduct(NamedTuple):
    """The open places of the text that bear on the course of a game."""

    first_act: Literal["at-once", "after-a-card-of-his-own"] = "at-once"
    exhausted: Literal["no-card-left", "cannot-make-up"] = "no-card-left"
    pack_runs_out: Literal["as-far-as-it-goes", "whole-rounds-only"] = "as-far-as-it-goes"
    clears_the_board: Literal["as-in-V", "face-downwards"] = "as-in-V"
    turned_upwards: Literal["as-in-V", "all-downwards"] = "as-in-V"
    cards_in_hand: Literal["nobody-has-them", "they-count"] = "nobody-has-them"
    when_one_is_left: Literal["at-once", "when-he-has-played"] = "at-once"
    cards_of_the_resigned: Literal["left-on-the-table", "taken-back"] = "left-on-the-table"
    drawn_trick: Literal["old-Lead-stays", "next-winner-takes-all"] = "old-Lead-stays"
    each_game: Literal["once-through-the-pack", "until-20-or-50"] = "once-through-the-pack"
    game: Literal["to-20", "to-50"] = "to-20"


AS_USUAL = Conduct()


class Refused(Exception):
    """An answer that the rules do not allow."""


def dealt(stock: int, held: Sequence[int], first: int, whole_rounds: bool = False) -> list[int]:
    """How many cards each gets, one by one from first-hand, till each has six or the pack is out (rule VI)."""
    given = [0 for _ in held]
    while stock and (needed := sum(had + got < HAND for had, got in zip(held, given, strict=True))):
        if whole_rounds and needed > stock:
            break
        for place in range(len(held)):
            player = (first + place) % len(held)
            if stock and held[player] + given[player] < HAND:
                given[player] += 1
                stock -= 1
    return given


class Pack:
    """One pack from the deal to the count."""

    def __init__(
        self,
        order: Sequence[str],
        players: int = 2,
        first_hand: int = 0,
        given: Readings = AS_PRINTED,
        conduct: Conduct = AS_USUAL,
    ) -> None:
        """Deal."""
        if not 2 <= players <= 8 or len(set(order)) != 52:
            raise ValueError("52 cards serve two to eight players")  # 8 x 6 + 1 = 49
        self.players = players
        self.first_hand = first_hand
        self.readings = given
        self.conduct = conduct
        self.stock = [*order]
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.rows: list[list[str]] = [[] for _ in range(players)]
        self.stores: list[list[tuple[str, bool]]] = [[] for _ in range(players)]
        self.aside: list[str] = []  # the cards that are nobody's
        self.waiting: list[str] = []  # the cards of tricks that nobody has won yet
        self.resigned: set[int] = set()
        self.tricks: list[int | None] = []  # the winner of each
        self.phase: Literal["play", "lead", "over"] = "play"
        self.turn = first_hand
        self._deal()
        self.lead = self.stock.pop(0)  # rule I: "turns up the 13th"

    @property
    def is_over(self) -> bool:
        """Whether the last trick has been taken."""
        return self.phase == "over"

    @property
    def on_table(self) -> list[str]:
        """The cards on the table, the old Lead apart."""
        return [card for row in self.rows for card in row]

    @property
    def standing(self) -> list[int]:
        """The players who have not resigned, first-hand first."""
        return [player for player in self._round(self.first_hand) if player not in self.resigned]

    def _round(self, first: int) -> list[int]:
        return [*islice(cycle(range(self.players)), first, first + self.players)]

    def _deal(self) -> None:
        whole_rounds = self.conduct.pack_runs_out == "whole-rounds-only"
        held = [len(hand) for hand in self.hands]
        numbers = dealt(len(self.stock), held, self.first_hand, whole_rounds)
        stopped = any(had + got < HAND for had, got in zip(held, numbers, strict=True))
        while any(numbers):
            for player in self._round(self.first_hand):
                if numbers[player]:
                    self.hands[player].append(self.stock.pop(0))
                    numbers[player] -= 1
        if stopped:
            self.aside += self.stock  # a round that cannot be finished
            self.stock = []

    def may_resign(self) -> bool:
        """Rule VII: after the first card, before anyone has played 3; rule VIII: not "when the pack is exhausted"."""
        if not self.on_table or any(len(row) == ROW for row in self.rows) or len(self.standing) == 1:
            return False
        if self.conduct.first_act == "after-a-card-of-his-own" and not self.rows[self.turn]:
            return False
        if self.conduct.exhausted == "cannot-make-up" and len(self.stock) < ROW * self.players:
            return False
        return bool(self.stock)

    def options(self) -> set[str]:
        """Every answer that is allowed now."""
        if self.phase == "play":
            return {*self.hands[self.turn]} | ({RESIGN} if self.may_resign() else set())
        if self.phase == "lead":
            return {*self.on_table}  # rule V: "any one of the cards on the table, except the old Lead"
        return set()

    def give(self, answer: str) -> None:
        """Take the answer of the player whose turn it is."""
        if answer not in self.options():
            raise Refused(f"player {self.turn} ({self.phase}): {answer}")
        if self.phase == "lead":
            self._take(self.turn, new_lead=answer)
            return
        if answer == RESIGN:
            self.resigned.add(self.turn)
            if self.players > 2 and self.conduct.cards_of_the_resigned == "taken-back":
                self.hands[self.turn] += self.rows[self.turn]
                self.rows[self.turn] = []
        else:
            self.hands[self.turn].remove(answer)
            self.rows[self.turn].append(answer)
        standing = self.standing
        # Rule VII, for two: "no more cards are played in that trick".
        at_once = self.players == 2 or self.conduct.when_one_is_left == "at-once"
        if (len(standing) == 1 and at_once) or all(len(self.rows[player]) == ROW for player in standing):
            self._end_trick()
            return
        after = [*self._round(self.turn)[1:], self.turn]
        self.turn = next(player for player in after if player not in self.resigned)

    def _end_trick(self) -> None:
        winner = judge(self.lead, self.rows, self.readings, resigned=self.resigned)["winner"]
        self.tricks.append(winner)
        if winner is None:
            # The text is silent: the cards are nobody's (or wait), and the old Lead and first-hand stay.
            (self.aside if self.conduct.drawn_trick == "old-Lead-stays" else self.waiting).extend(self.on_table)
            if self._is_last(self.first_hand):
                self.aside.append(self.lead)
                self._finish()
            else:
                self._next_trick()
        elif self._is_last(winner):
            self._hand_over(winner)
            self._take(winner, new_lead=None)  # rule VIII: "The winner of the last trick clears the board."
        else:
            self._hand_over(winner)
            self.phase, self.turn = "lead", winner

    def _hand_over(self, winner: int) -> None:
        # The reading says when the cards that wait are taken, and not how they lie: as rule V would have them.
        self.stores[winner] += [(card, winner == self.first_hand) for card in self.waiting]
        self.waiting = []

    def _is_last(self, first: int) -> bool:
        # The text is silent: a trick is the last if the hands, made up as far as the pack goes, leave a player fewer
        # than 3 cards to play. What is then in the hands is nobody's.
        held = [len(hand) for hand in self.hands]
        got = dealt(len(self.stock), held, first, self.conduct.pack_runs_out == "whole-rounds-only")
        return any(had + new < ROW for had, new in zip(held, got, strict=True))

    def _take(self, winner: int, new_lead: str | None) -> None:
        # Rule V: "face upwards, if he be first-hand, but if not, face downwards".
        upwards = winner == self.first_hand
        if self.players > 2 and self.conduct.turned_upwards == "all-downwards":
            upwards = False
        if new_lead is None and self.conduct.clears_the_board == "face-downwards":
            upwards = False
        won = [card for card in [self.lead, *self.on_table] if card != new_lead]
        if new_lead is not None and self.readings.the_rest == "without-the-old-Lead":
            won.remove(self.lead)
            self.aside.append(self.lead)
        self.stores[winner] += [(card, upwards) for card in won]
        self.first_hand = winner
        if new_lead is None:
            self._finish()
        else:
            self.lead = new_lead
            self._next_trick()

    def _finish(self) -> None:
        self.phase = "over"
        self._clear()
        self.aside += self.waiting
        self.waiting = []
        if self.conduct.cards_in_hand == "they-count":
            for store, hand in zip(self.stores, self.hands, strict=True):
                store += [(card, False) for card in hand]
                hand.clear()

    def _clear(self) -> None:
        self.rows = [[] for _ in range(self.players)]
        self.resigned = set()

    def _next_trick(self) -> None:
        self._clear()
        self._deal()
        self.phase, self.turn = "play", self.first_hand

    def marks(self) -> list[int]:
        """What each reckons up (rule VIII)."""
        return [marks(store, self.readings) for store in self.stores]

    def points(self) -> list[int]:
        """What each scores for this pack."""
        return points(self.marks())


class Match:
    """Pack after pack, until somebody has the Game."""

    def __init__(self, players: int = 2, given: Readings = AS_PRINTED, conduct: Conduct = AS_USUAL) -> None:
        """Begin; the first thing to do is to shuffle for the cut."""
        self.players = players
        self.readings = given
        self.conduct = conduct
        self.scores = [0 for _ in range(players)]
        self.first_hand: int | None = None
        self.pack: Pack | None = None
        self.packs = 0
        self.winner: int | None = None

    def shuffle(self, order: Sequence[str]) -> None:
        """Cut, or deal, from cards in this order."""
        if self.first_hand is None:
            # Rule I: "Cut for precedence. Highest is first-hand; lowest dealer"; each draws a card, ranked as rule IV
            # has it. Where that leaves the highest or the lowest equal, they cut again.
            cuts = [value_of(card, self.readings, False) for card in order[: self.players]]
            if cuts.count(max(cuts)) == cuts.count(min(cuts)) == 1:
                self.first_hand = cuts.index(max(cuts))
        else:
            self.pack = Pack(order, self.players, self.first_hand, self.readings, self.conduct)

    def give(self, answer: str) -> None:
        """Take the answer of the player whose turn it is, and count when the pack is over."""
        assert self.pack is not None
        self.pack.give(answer)
        if not self.pack.is_over:
            return
        self.packs += 1
        self.scores = [score + new for score, new in zip(self.scores, self.pack.points(), strict=True)]
        # Rule V: he who won the last trick "becomes first-hand for the next", and a new pack begins with him; unless
        # a game is once through the pack, and every game begins with a cut.
        anew = self.conduct.each_game == "once-through-the-pack"
        self.first_hand = None if anew else self.pack.first_hand
        self.pack = None
        # Rule VIII: "Game is 20 or 50"; Section II: "Game is 50". Several may reach it in one count: he who has most
        # wins, and if the highest are equal another pack is played.
        target = 20 if self.players == 2 and self.conduct.game == "to-20" else 50
        highest = max(self.scores)
        if highest >= target and self.scores.count(highest) == 1:
            self.winner = self.scores.index(highest)
