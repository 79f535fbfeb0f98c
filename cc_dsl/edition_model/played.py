"""A game played at random up to a given point, decision by decision; and the figure of the text, drawn by playing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.closures.naming import callings
from cc_dsl.drawing.pieces import DrawnPiece, DrawnPile, draw
from cc_dsl.engine.game import Game, random_chooser
from cc_dsl.players.computers import computers
from cc_dsl.players.seats import Seat
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance
from cc_dsl.words.layout import capital
from cc_dsl.words.news import summary
from cc_dsl.words.position import Figure
from cc_dsl.words.reasons import Reason, reason_of
from cc_dsl.words.sentences import walk
from cc_dsl.words.speaker import Speaker

if TYPE_CHECKING:
    from cc_dsl.closures.reasons import Decision
    from cc_dsl.engine.views import View
    from cc_dsl.pipeline import Edition
    from cc_dsl.words.book import Book

MOST_CHOICES = 500
"""The number of decisions after which a game is stopped if the wanted one never comes."""

MOST_FIGURES = 40
"""The number of games that are started to find one in which every place of the figure is filled."""


class PlayedDecision(NamedTuple):
    """One decision of the game, in its order."""

    number: int
    reason: Reason
    clauses: tuple[str, ...]
    """Every clause that it or its reasons name."""


class Played(NamedTuple):
    """A game as far as it was played."""

    seed: int
    players: str
    """The kind of the computer players."""
    seats: int
    """The number of players."""
    dealt: tuple[tuple[str, str], ...]
    """The pieces in each place at the first question."""
    steps: tuple[PlayedDecision, ...]
    drawing: str
    """The pieces of the figure when it was complete; empty where the rules have no figure."""


class FigurePlaces(NamedTuple):
    """The places of the figure at one moment."""

    columns: tuple[tuple[str | int | None, ...], ...]
    """The pieces of each column in the order in which they were laid; None is a hidden one."""
    numbers: tuple[tuple[int, ...], ...]
    """When each piece of a player's column was laid, counted from 1; nothing for a common one."""


def play_edition(
    edition: Edition, seed: int, through: str, players: str = "greedy", seats: int | None = None
) -> Played:
    """Play with chance and computer players of a kind, up to and with the first decision that ends what is shown.

    That is named by the name of a choice, or by the id of a clause: then the first decision that rests on it ends it.
    The steps are told in the phrases of the edition.
    """
    game = Game(edition.rules, seed=seed, reasons=True, seats=seats)
    speaker = Speaker(edition, game.seats)
    voice, book = speaker.voice_for(game), speaker.book
    dealt = tuple(_dealt(game))
    watch = _Watch(game)
    seated = computers([players] * game.seats, seed)
    choosers = [(chooser, Seat(game, place)) for place, chooser in enumerate(seated)]
    made = 0
    while game.player is not None and _end(game.decisions, through, book) is None and made < MOST_CHOICES:
        player, seat = choosers[game.player]
        game.play(player.choose(seat))
        watch.look()
        made += 1
    end = _end(game.decisions, through, book)
    decisions = summary(game.decisions if end is None else game.decisions[: end + 1])
    steps = tuple(
        step_of(number, decision, book, voice.alone(decision)) for number, decision in enumerate(decisions, 1)
    )
    return Played(seed, players, game.seats, dealt, steps, watch.drawing(True))


def figure_of(rules: model.Rules, seed: int) -> str:
    """Draw the figure of the rules, numbered in the order of playing, by playing until its pieces are taken up.

    Where players may break off before every place is filled, more games are played, and the fullest is drawn.
    """
    watches = []
    for number in range(MOST_FIGURES):
        watches.append(_watched(rules, seed + number))
        if watches[-1].is_full:
            break
    return max(watches, key=lambda watch: watch.size).drawing(False)


def _watched(rules: model.Rules, seed: int) -> _Watch:
    """Play at random until the pieces of the figure are taken up."""
    game = Game(rules, seed=seed)
    watch = _Watch(game)
    choose = random_chooser(Chance(seed).branch(1))
    while not game.is_over and watch.goes_on and watch.count < MOST_CHOICES:
        assert game.player is not None
        game.play(choose(game.player, game.options, game.left))
        watch.look()
    return watch


def _end(decisions: list[Decision], through: str, book: Book) -> int | None:
    """Find the first decision on a choice of this name, or on a clause; None if none was made."""
    for number, decision in enumerate(decisions):
        fact = decision.fact
        is_named = fact is not None and (fact.form, fact.key) == ("choice", through)
        if is_named or through in map(book.short, decision.clauses):
            return number
    return None


def _dealt(game: Game) -> Iterator[tuple[str, str]]:
    """Yield what each player and all see at the first question, place by place."""
    glyphs = game.rules.pieces.glyphs
    seen_by_all = game.view(None)
    views = [game.view(player) for player in range(game.seats)]
    for number, place in enumerate(seen_by_all.places):
        own = views[place.owner].places[number] if place.owner is not None else place
        pieces = [piece for piece in own.pieces if piece is not None]
        if pieces and len(pieces) == own.size:
            whose = f"Player {place.owner + 1}’s {place.name}" if place.owner is not None else f"The {place.name}"
            yield whose, " ".join(glyphs[piece] for piece in sorted(pieces))


def step_of(number: int, decision: Decision, book: Book, words: str) -> PlayedDecision:
    """Return a decision, in these words, as a step of the example."""
    clauses = dict.fromkeys(book.short(clause) for one in walk([decision]) for clause in one.clauses)
    return PlayedDecision(number, reason_of(decision, book)._replace(words=capital(words)), tuple(clauses))


class _Watch:
    """Watches the places of the figure during a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.figure = game.rules.figure
        self.places = Figure(game.rules, callings(game.seats, ()))
        self.count = self.laid = 0
        self.goes_on = self.figure is not None
        self.best: FigurePlaces | None = None
        self.numbers: list[list[int]] = [[] for _ in self.figure.columns] if self.figure is not None else []
        self.look()

    def look(self) -> None:
        """Record the pieces laid since the last look; the fullest moment before any are taken up counts."""
        self.count += 1
        if self.figure is None or not self.goes_on:
            return
        view = self.game.view(None)
        columns = [self._pieces(column, view) for column in self.figure.columns]
        for column, pieces, numbers in zip(self.figure.columns, columns, self.numbers, strict=True):
            if column.owner is None:
                continue
            if len(pieces) < len(numbers):
                self.goes_on = False
                return
            while len(numbers) < len(pieces):
                self.laid += 1
                numbers.append(self.laid)
        self.best = FigurePlaces(tuple(columns), tuple(tuple(numbers) for numbers in self.numbers))

    def _pieces(self, column: model.FigureColumn, view: View) -> tuple[int | None, ...]:
        place = self.places.place_of(column.things)
        if place is None:
            return ()
        owner = self.places.owner_of(column.owner, view)
        return view.pieces_in(place.name, owner) if (owner is None) == (place.owner is None) else ()

    @property
    def size(self) -> int:
        """The number of pieces there at the fullest moment."""
        return sum(map(len, self.best.columns)) if self.best is not None else 0

    @property
    def is_full(self) -> bool:
        """Whether every place of the figure with a limited number of pieces was full."""
        if self.figure is None or self.best is None:
            return False
        places = [self.places.place_of(column.things) for column in self.figure.columns]
        return all(
            place is None or place.most is None or len(pieces) >= place.most
            for place, pieces in zip(places, self.best.columns, strict=True)
        )

    def drawing(self, shows_pieces: bool) -> str:
        """Draw the fullest moment: the pieces themselves, or the numbers of playing."""
        if self.figure is None or self.best is None:
            return ""
        glyphs = self.game.rules.pieces.glyphs
        columns: list[DrawnPile] = []
        said: list[str] = []
        for column, pieces, numbers in zip(self.figure.columns, self.best.columns, self.best.numbers, strict=True):
            place = self.places.place_of(column.things)
            name = place.name if place is not None else ""
            laid = [
                _laid(piece, numbers[number] if numbers else 0, name, glyphs if shows_pieces else None)
                for number, piece in enumerate(pieces)
            ]
            laid = laid[::-1] if column.is_reversed else laid
            columns.append(DrawnPile(column.legend, tuple(laid), column.owner is None))
            said.append(", ".join(piece.label for piece in laid))
        title = "The pieces as they lay" if shows_pieces else "The figure, drawn from the rules"
        description = f"From left to right: {'; '.join(said)}. The middle stands highest; the others step down from it."
        name = "played" if shows_pieces else "figure"
        return draw(columns, f"{name}-{self.game.rules.name}", title, description)


def _laid(piece: str | int | None, number: int, name: str, glyphs: tuple[str, ...] | None) -> DrawnPiece:
    if glyphs is None:
        return DrawnPiece(str(number)) if number else DrawnPiece(name, sideways=True)
    return DrawnPiece(glyphs[piece] if isinstance(piece, int) else "?", str(number) if number else name)
