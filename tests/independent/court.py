"""A second implementation of “Court!” from the restated clauses, to check games and seasons.

Nothing here comes from the package. A season laid out by hand is judged in one call:

    judge({"H": "KH QH 9H", "C": "KC 2C RJ"}, turned=["AH"], players=[("H", True), ("C", False), (None, False)])

A whole game is a generator of requests, to which the answers are sent:

    game = play(seats=4)            the first request is next(game), the others are game.send(answer)
    Request("shuffle", options)     the answer is all of them, in the order in which they are drawn
    Request("chance", options)      one of them, picked by chance
    Request("ask", options, player) one of them, chosen by the player

and StopIteration carries the Result. Cards are written rank and suit, the Jokers RJ and BJ; what is not a card is
asked for by the words of the edition (“spare”, “discard”, “Hearts”). What the text leaves open is in `Readings`, named
as the edition names it with the default first, or else said beside the line that does it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

SUITS = "HDCS"
NAMES = {"H": "Hearts", "D": "Diamonds", "C": "Clubs", "S": "Spades"}
PACK = [rank + suit for suit in SUITS for rank in ("A", "K", "Q", "J", "10", *"98765432")] + ["RJ", "BJ"]  # C1.1
COLOUR = {"H": "red", "D": "red", "C": "black", "S": "black", "RJ": "red", "BJ": "black"}
JOKERS = ("RJ", "BJ")
COURT = "KQJ"


class Readings(NamedTuple):
    """The open places of the text."""

    first_king: Literal["of-Clubs", "any-King"] = "of-Clubs"
    set_up_queens: Literal["as-any-pitch", "without-her-due"] = "as-any-pitch"
    deck_runs_out: Literal["no-more-cards", "heap-again"] = "no-more-cards"
    joker_at_the_reveal: Literal["no-Joker", "a-Joker-too"] = "no-Joker"
    sworn_at_the_reveal: Literal["may-decline", "must-lay"] = "may-decline"
    two_jokers: Literal["one-of-them", "both-of-them"] = "one-of-them"
    no_contender: Literal["pitched-for", "nobody-wins"] = "pitched-for"
    losing_king: Literal["of-either-colour", "of-the-losing-colour"] = "of-either-colour"
    king_under_a_joker: Literal["no-loss", "a-losing-King"] = "no-loss"
    highest_face_card: Literal["King-first", "Jack-first"] = "King-first"
    joker_pitched: Literal["by-a-player", "in-a-pitch-too"] = "by-a-player"
    joker_made_active: Literal["as-it-comes", "whenever-it-is-active"] = "as-it-comes"
    two_kings: Literal["the-last-holds", "the-first-holds"] = "the-last-holds"
    king_at_the_reveal: Literal["a-King-too", "not-at-the-reveal"] = "a-King-too"
    after_a_lapse: Literal["the-reveal-aligns", "nothing-aligns"] = "the-reveal-aligns"
    queen_at_the_reveal: Literal["at-the-reveal-too", "in-a-turn-only"] = "at-the-reveal-too"
    queen_herself: Literal["another-card", "herself-too"] = "another-card"
    pitched_queen: Literal["whatever-comes", "of-her-colour"] = "whatever-comes"
    discarded_queen: Literal["no-more", "another-card"] = "no-more"
    second_joker: Literal["drawn-again", "both-discarded"] = "drawn-again"
    other_colour: Literal["with-the-card", "own-colour-only"] = "with-the-card"


AS_USUAL = Readings()


# ------------------------------------------------------------------------------------------ a season laid out (C5)


def suit(card: str) -> str | None:
    """Return the suit of a card; a Joker is of none."""
    return None if card in JOKERS else card[-1]


def colour(card: str) -> str:
    return COLOUR[card] if card in JOKERS else COLOUR[card[-1]]


def worth(card: str, turned: Iterable[str]) -> int:
    """Return what a number card counts: an Ace 1, but 11 if it was played at the reveal (C7.4)."""
    rank = card[:-1]
    if rank == "A":
        return 11 if card in turned else 1
    return int(rank)


def split(cards: Iterable[str]) -> tuple[list[str], list[str], list[str]]:
    """Return the face cards, the number cards and the Jokers of a field."""
    cards = [*cards]
    faces = [card for card in cards if card not in JOKERS and card[0] in COURT]
    return faces, [card for card in cards if card not in (*faces, *JOKERS)], [card for card in cards if card in JOKERS]


def strength(cards: Iterable[str], turned: Iterable[str]) -> int:
    """Add up a suit's number cards: all with the Jack, else the three highest (C5.2)."""
    faces, numbers, _ = split(cards)
    worths = sorted((worth(card, turned) for card in numbers), reverse=True)
    return sum(worths if any(card[0] == "J" for card in faces) else worths[:3])


def is_blocked(cards: Iterable[str], given: Readings = AS_USUAL) -> bool:
    """Return whether a Joker on the suit is active (C5.3)."""
    faces, _, jokers = split(cards)
    if len(faces) < 3:
        return bool(jokers)
    return len(jokers) > 1 and given.two_jokers == "one-of-them"


def leaders(fields: Mapping[str, Sequence[str]], turned: Iterable[str], given: Readings = AS_USUAL) -> list[str]:
    """Return the suits that can win and have the highest sum (C5.1): one, several that are tied, or none."""
    turned = [*turned]
    able = [one for one in SUITS if split(fields[one])[0] and not is_blocked(fields[one], given)]
    most = max((strength(fields[one], turned) for one in able), default=0)
    return [one for one in able if strength(fields[one], turned) == most]


def points(
    aligned: str | None,
    by_king: bool,
    winner: str | None,
    fields: Mapping[str, Sequence[str]],
    given: Readings = AS_USUAL,
) -> int:
    """Return a player's points (C5.5)."""
    if winner is None or aligned is None:
        return 0  # not provided for
    if aligned == winner:
        return 2 if by_king else 1
    if is_blocked(fields[aligned], given) and not (by_king and given.king_under_a_joker == "a-losing-King"):
        return 0
    if by_king and given.losing_king == "of-either-colour":
        return -1
    return 0 if COLOUR[aligned] == COLOUR[winner] else -1


class Verdict(NamedTuple):
    """What a season gives."""

    winner: str | None
    strengths: dict[str, int]
    points: list[int]


def judge(
    fields: Mapping[str, str],
    turned: Iterable[str] = (),
    players: Iterable[tuple[str | None, bool]] = (),
    given: Readings = AS_USUAL,
) -> Verdict:
    """Judge a field laid out by hand; each player is the suit he is aligned with, and whether it is by a King."""
    turned = [*turned]
    lying = {one: [*fields.get(one, "").split(), *(card for card in turned if suit(card) == one)] for one in SUITS}
    first = leaders(lying, turned, given)
    winner = first[0] if len(first) == 1 else None
    told = [points(aligned, by_king, winner, lying, given) for aligned, by_king in players]
    return Verdict(winner, {one: strength(lying[one], turned) for one in SUITS}, told)


# --------------------------------------------------------------------------------------------------- a whole game


class Request(NamedTuple):
    """What the game waits for."""

    kind: Literal["shuffle", "chance", "ask"]
    options: tuple[str, ...]
    player: int | None = None


class Result(NamedTuple):
    """How a game ended, with the scribe's list."""

    winner: int
    scores: list[int]
    winners: list[str | None]


Asking = Generator[Request, list[str], None]
"""A part of the game: it asks, and is told a list of cards or words."""


class Table:
    """A game in its course; `play` runs it."""

    def __init__(self, seats: int, given: Readings = AS_USUAL) -> None:
        """Begin with nothing on the table."""
        self.given = given
        self.seats = seats
        self.dealer = seats - 1  # the first dealer is selected (C2.2); the seats are counted from his left
        self.deck: list[str] = []
        self.heap: list[str] = []
        self.fields: dict[str, list[str]] = {one: [] for one in SUITS}
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.turned: list[str] = []
        self.kings: list[str | None] = [None] * seats
        self.leanings: list[str | None] = [None] * seats
        self.lapsed = [False] * seats
        self.played: list[str] = []
        """The Jokers on the field that a player has put there in this season."""
        self.scores = [0] * seats
        self.winners: list[str | None] = []

    # ---------------------------------------------------------------------------------- small things

    @property
    def order(self) -> list[int]:
        """The players clockwise from the dealer's left (C3.1, C4.2)."""
        return [(self.dealer + 1 + place) % self.seats for place in range(self.seats)]

    def shuffle(self, cards: Iterable[str]) -> Asking:
        """Make a deck of cards."""
        self.deck = yield Request("shuffle", tuple(cards))

    def draw(self) -> Generator[Request, list[str], str | None]:
        """Take the top card of the deck, if there is one."""
        if not self.deck and self.given.deck_runs_out == "heap-again":
            heap, self.heap = self.heap, []
            yield from self.shuffle(heap)
        return self.deck.pop(0) if self.deck else None

    def ask(self, player: int, options: Iterable[str]) -> Generator[Request, list[str], str | None]:
        """Let a player choose, if there is something to choose from."""
        options = tuple(options)
        if not options:
            return None
        (answer,) = yield Request("ask", options, player)
        return answer

    def forsake(self, player: int) -> None:
        """End an alignment by a King (C7.1); if it was the card at the reveal, that card aligns no longer either."""
        if self.kings[player] in self.turned:
            self.leanings[player] = None
        self.kings[player] = None
        self.lapsed[player] = True

    def lapse(self, where: str) -> None:
        """Look at the Kings of a suit on which a Joker has been played (C7.1)."""
        if is_blocked(self.fields[where], self.given):
            for player, king in enumerate(self.kings):
                if king is not None and suit(king) == where:
                    self.forsake(player)

    def alignment(self, player: int) -> tuple[str | None, bool]:
        """Return the suit a player is aligned with, and whether it is by a King (C4.3)."""
        king = self.kings[player]
        if self.lapsed[player] and self.given.after_a_lapse == "nothing-aligns":
            return None, king is not None
        return (suit(king), True) if king is not None else (self.leanings[player], False)

    # --------------------------------------------------------------------------- cards onto the field

    def place(self, player: int, card: str) -> Asking:
        """Put a player's card onto the field, with what it does (C3.2, C7)."""
        at_reveal = card in self.turned
        where = suit(card)
        if where is None:
            named = [NAMES[one] for one in SUITS if COLOUR[one] == colour(card)]
            chosen = yield from self.ask(player, named)
            where = next(one for one in SUITS if NAMES[one] == chosen)
            self.fields[where].append(card)
            self.played.append(card)
            self.lapse(where)
            if at_reveal:
                self.leanings[player] = where
            return
        self.fields[where].append(card)
        if card[0] == "K":
            self.swear(player, card, at_reveal)
        if card[0] == "Q" and not (at_reveal and self.given.queen_at_the_reveal == "in-a-turn-only"):
            yield from self.dismiss(player, card)

    def swear(self, player: int, king: str, at_reveal: bool) -> None:
        """Align a player by his King (C7.1)."""
        if at_reveal and self.given.king_at_the_reveal == "not-at-the-reveal":
            return
        may_change = self.given.two_kings == "the-last-holds" and not at_reveal
        if self.kings[player] is None or may_change:
            self.kings[player] = king

    def dismiss(self, player: int, queen: str) -> Asking:
        """Let the player of a Queen discard a card of her colour (C7.2)."""
        lying = [card for cards in self.fields.values() for card in cards if colour(card) == colour(queen)]
        targets = [card for card in lying if card != queen or self.given.queen_herself == "herself-too"]
        answer = yield from self.ask(player, ["spare", "discard"] if targets else ["spare"])
        if answer == "discard":
            chosen = yield from self.ask(player, targets)
            assert chosen is not None
            for other, king in enumerate(self.kings):
                if king == chosen:
                    self.forsake(other)
            for where, cards in self.fields.items():
                if chosen in cards:
                    broke = chosen[0] in COURT and sum(card[0] in COURT for card in cards) == 3
                    cards.remove(chosen)
                    pitched_too = self.given.joker_pitched == "in-a-pitch-too"
                    if broke and any(card in JOKERS and (pitched_too or card in self.played) for card in cards):
                        self._made_active(where)
            if chosen in self.played:
                self.played.remove(chosen)
            self.heap.append(chosen)

    def _made_active(self, where: str) -> None:
        """Look at the Kings of a suit whose Joker was held back by a full court until now (C7.1)."""
        for player, king in enumerate(self.kings):
            if king is not None and suit(king) == where and self.given.joker_made_active == "whenever-it-is-active":
                self.forsake(player)

    def pitch(self, with_due: bool = True) -> Asking:
        """Put a card from the deck onto the field (C2.3), with what Jokers and Queens do there (C7.2, C7.5)."""
        card = yield from self.draw()
        jokers: list[str] = []
        most = 2 if self.given.second_joker == "drawn-again" else 1
        while card in JOKERS and len(jokers) < most:
            assert card is not None
            jokers.append(card)
            card = yield from self.draw()
        if card in JOKERS:
            assert card is not None
            self.heap += [*jokers, card]
            return
        if card is None:
            self.heap += jokers
            return
        where = card[-1]
        self.fields[where].append(card)
        own = [one for one in jokers if colour(one) == COLOUR[where] or self.given.other_colour == "with-the-card"]
        self.fields[where] += own
        self.heap += [one for one in jokers if one not in own]
        if own and self.given.joker_pitched == "in-a-pitch-too":
            self.lapse(where)
        if card[0] == "Q" and with_due:
            yield from self.due(card)

    def due(self, queen: str) -> Asking:
        """Draw and discard the next card for a pitched Queen (C7.2)."""
        card = yield from self.draw()
        if card is None:
            return
        is_queen = card not in JOKERS and card[0] == "Q"
        if self.given.pitched_queen == "of-her-colour" and card not in JOKERS and colour(card) != colour(queen):
            self.fields[card[-1]].append(card)
        else:
            self.heap.append(card)
        if is_queen and self.given.discarded_queen == "another-card":
            yield from self.due(card)

    # --------------------------------------------------------------------------------------- a season

    def set_up(self) -> Asking:
        """Lay out the first two cards (C2.1)."""
        yield from self.shuffle(PACK)
        king = "KC"
        if self.given.first_king == "any-King":
            (king,) = yield Request("chance", tuple(card for card in PACK if card[0] == "K"))
        self.fields[king[-1]].append(king)
        self.fields["C"].append("2C")

    def open(self) -> Asking:
        """Shuffle, deal and pitch (C2.2, C2.3, C6.2)."""
        lying = [card for cards in self.fields.values() for card in cards]
        yield from self.shuffle(card for card in PACK if card not in lying)
        self.heap = []
        self.turned = []
        self.played = []
        self.kings = [None] * self.seats
        self.leanings = [None] * self.seats
        self.lapsed = [False] * self.seats
        self.hands = [[] for _ in range(self.seats)]
        for _ in range(3):
            for player in self.order:
                self.hands[player].append(self.deck.pop(0))
        for _ in range(3):
            yield from self.pitch(with_due=self.given.set_up_queens == "as-any-pitch")

    def rounds(self) -> Asking:
        """Play three rounds (C3)."""
        for _ in range(3):
            for player in self.order:
                card = yield from self.ask(player, self.hands[player])
                if card is not None:
                    self.hands[player].remove(card)
                    yield from self.place(player, card)
                drawn = yield from self.draw()
                if drawn is not None:
                    self.hands[player].append(drawn)
            for _ in range(3):
                yield from self.pitch()

    def reveal(self) -> Asking:
        """Let all choose in secret, and turn the cards up one after another (C4)."""
        laid: dict[int, str] = {}
        for player in self.order:
            if self.kings[player] is not None and self.given.sworn_at_the_reveal == "may-decline":
                answer = yield from self.ask(player, ["keep-his-cards", "lay-a-card"])
                if answer == "keep-his-cards":
                    continue
            fit = [card for card in self.hands[player] if self._may_be_laid(card)]
            card = yield from self.ask(player, fit)
            if card is not None:
                self.hands[player].remove(card)
                laid[player] = card
        for player in self.order:
            if player in laid:
                card = laid[player]
                self.turned.append(card)
                self.leanings[player] = suit(card)
                yield from self.place(player, card)

    def _may_be_laid(self, card: str) -> bool:
        return card not in JOKERS or self.given.joker_at_the_reveal == "a-Joker-too"

    def score(self) -> Asking:
        """Find the winning suit, pitching for it as long as it must be, and give the points (C5)."""
        first = leaders(self.fields, self.turned, self.given)
        while len(first) != 1 and self._has_more() and (first or self.given.no_contender == "pitched-for"):
            yield from self.pitch()
            first = leaders(self.fields, self.turned, self.given)
        winner = first[0] if len(first) == 1 else None
        for player in range(self.seats):
            aligned, by_king = self.alignment(player)
            self.scores[player] += points(aligned, by_king, winner, self.fields, self.given)
        self.winners.append(winner)

    def _has_more(self) -> bool:
        if self.given.deck_runs_out == "no-more-cards":
            return bool(self.deck)
        return any(card not in JOKERS for card in (*self.deck, *self.heap))  # a Joker alone can go nowhere

    def keep(self) -> None:
        """Leave the two cards that stay for the next season (C6.1), and pass the deal (C6.2)."""
        winner = self.winners[-1]
        staying: list[str] = []
        if winner is not None:
            faces, numbers, _ = split(self.fields[winner])
            ranks = COURT if self.given.highest_face_card == "King-first" else "JQK"
            staying.append(min(faces, key=lambda card: ranks.index(card[0])))
            staying += sorted(numbers, key=lambda card: worth(card, self.turned))[-1:]
        self.fields = {one: [card for card in staying if suit(card) == one] for one in SUITS}
        self.dealer = (self.dealer + 1) % self.seats

    @property
    def has_to_end(self) -> bool:
        """Whether a suit has just won three running, or nine seasons are over (C6.3)."""
        last = self.winners[-3:]
        return len(self.winners) >= 9 or (len(last) == 3 and last[0] is not None and len({*last}) == 1)


def play(table: Table) -> Generator[Request, list[str], Result]:
    """Play season after season till the game ends and one player leads (C6)."""
    yield from table.set_up()
    ending = False
    while True:
        yield from table.open()
        yield from table.rounds()
        yield from table.reveal()
        yield from table.score()
        table.keep()
        ending = ending or table.has_to_end
        best = max(table.scores)
        if ending and table.scores.count(best) == 1:
            return Result(table.scores.index(best), table.scores, table.winners)
