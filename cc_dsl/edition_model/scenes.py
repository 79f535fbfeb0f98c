"""A random game up to a given point, decision by decision; and the figure of the text, drawn from play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl import svg
from cc_dsl.closures.listener_names import player_names
from cc_dsl.drawing.pieces import DrawnPiece, DrawnPile, DrawnRow, draw, draw_table
from cc_dsl.engine.game import Game, random_chooser
from cc_dsl.players.computers import computers
from cc_dsl.players.seats import Seat
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance
from cc_dsl.words.layout import capital
from cc_dsl.words.position import EMPTY, Figure, boards_in, places_on_board, rows_of
from cc_dsl.words.reasons import Reason, reason_of
from cc_dsl.words.sentences import summary
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


class Step(NamedTuple):
    """One decision of the game, in its order."""

    number: int
    reason: Reason
    clauses: tuple[str, ...]
    """Every clause that it or its reasons name."""
    is_kept_silent: bool
    """Whether the edition hides it from players, such as a number that only the rules need."""
    drawing: str
    """The board or the row of pieces after it; empty if it has not changed, or if the rules have neither."""


class PlayedScenes(NamedTuple):
    """The played part of a game."""

    seed: int
    players: str
    """The kind of the computer players."""
    seats: int
    """The number of players."""
    dealt: tuple[tuple[str, str], ...]
    """The pieces in each place at the first question; none if every step has a drawing."""
    steps: tuple[Step, ...]
    drawing: str
    """The pieces of the figure when it was complete; empty if the rules have no figure."""


def play_edition(edition: Edition, seed: int, through: str, players: str = "greedy") -> PlayedScenes:
    """Play with chance and computer players of a kind, through the first decision that ends the part shown.

    `through` is the name of that choice, or the id of a clause on which the decision rests. The steps are reported in
    the phrases of the edition.
    """
    game = Game(edition.rules, seed=seed, reasons=True)
    speaker = Speaker(edition, game.seats)
    voice, book = speaker.voice_for(game), speaker.book
    watch, scenes = _FigureObserver(game), [_draw_scene(game, speaker)]
    dealt_pieces = () if scenes[0] else tuple(_dealt_pieces(game))
    drawings: dict[int, str] = {}
    choosers = [(chooser, Seat(game, place)) for place, chooser in enumerate(computers([players] * game.seats, seed))]

    def decisions_up_to_choice() -> list[Decision] | None:
        """Return the decisions up to the first on a choice of the name, or on the clause; None if there was none."""
        for number, decision in enumerate(game.decisions, 1):
            is_named = (decision.fact.form, decision.fact.key) == ("choice", through)
            if is_named or through in map(book.short_id, decision.clauses):
                return game.decisions[:number]
        return None

    for _ in range(MOST_CHOICES):
        if game.player is None or decisions_up_to_choice() is not None:
            break
        player, seat = choosers[game.player]
        game.play(player.choose(seat))
        watch.record_laid_pieces()
        number = len(summary(decisions_up_to_choice() or game.decisions))
        scenes.append(_draw_scene(game, speaker))
        if scenes[-1] != scenes[-2]:
            drawings[number] = svg.with_new_ids(scenes[-1], f"after-{number}")
    steps: list[Step] = []
    has_board = bool(places_on_board(game.rules))
    for number, decision in enumerate(summary(decisions_up_to_choice() or game.decisions), 1):
        reason = reason_in(decision, book, voice.clause_of_decision(decision))
        is_kept_silent = voice.is_silent(decision) and (decision.fact.form != "definition" or has_board)
        steps.append(Step(number, reason, tuple(dict.fromkeys(clauses_in(reason))), is_kept_silent, ""))
        # Show the pieces after a choice with the last step that is not hidden.
        told_last = next((place for place in range(number - 1, -1, -1) if not steps[place].is_kept_silent), None)
        if number in drawings and told_last is not None:
            steps[told_last] = steps[told_last]._replace(drawing=drawings[number])
    return PlayedScenes(seed, players, game.seats, dealt_pieces, tuple(steps), watch.drawing(True) or scenes[0])


def _draw_scene(game: Game, speaker: Speaker) -> str:
    """Draw the board of a game, or else the public places, if some form a row; an empty string without either."""
    phrases, view, glyphs = speaker.phrases, game.view(None), game.rules.pieces.glyphs
    marked_values = game.values_with(phrases.marked)
    for board in boards_in(game.rules, view, marked_values, hidden=phrases.hidden):
        return board.as_svg(glyphs, "scene", "The board")
    rows = [row for row in rows_of(view, phrases.hidden) if None not in row.pieces]
    if not any(row.is_row for row in rows):
        return ""
    return draw_table(
        [
            DrawnRow(
                capital(row.label(speaker.naming, "the ")),
                tuple(
                    DrawnPile("", (DrawnPiece("", kind="free") if piece == EMPTY else DrawnPiece(glyphs[piece]),))
                    for piece in row.pieces
                    if piece is not None
                ),
            )
            for row in rows
        ],
        "scene",
    )


def reason_in(decision: Decision, book: Book, words: str) -> Reason:
    """Return a decision with its reasons, in these words."""
    return reason_of(decision, book)._replace(words=capital(words))


def clauses_in(reason: Reason) -> Iterator[str]:
    """Yield the clauses of a decision, and those of its reasons."""
    yield from reason.clauses
    for inner in reason.reasons:
        yield from clauses_in(inner)


def figure_of(rules: model.Rules, seed: int) -> str:
    """Draw the figure of the rules, numbered in the order of play."""
    return _watch_of_fullest_figure(rules, seed).drawing(False)


def figure_piles(rules: model.Rules, seed: int) -> list[DrawnPile]:
    """Return the columns of the figure of the rules, numbered in the order of play."""
    return _watch_of_fullest_figure(rules, seed).piles(False)


def _watch_of_fullest_figure(rules: model.Rules, seed: int) -> _FigureObserver:
    """Play until the pieces of the figure are taken up.

    If players may stop before every place is filled, several games are played, and that with the fullest figure counts.
    """
    watches: list[_FigureObserver] = []
    while len(watches) < MOST_FIGURES and not (watches and watches[-1].is_full):
        game = Game(rules, seed=seed + len(watches))
        watches.append(_FigureObserver(game))
        choose = random_chooser(Chance(seed + len(watches) - 1).branch(1))
        for _ in range(MOST_CHOICES):
            if game.player is None or not watches[-1].goes_on:
                break
            game.play(choose(game.player, game.options, game.picks_left))
            watches[-1].record_laid_pieces()
    return max(watches, key=lambda watch: sum(map(len, watch.laid_pieces)))


def _dealt_pieces(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the pieces that each player, and everybody, sees at the first question, place by place."""
    glyphs = game.rules.pieces.glyphs
    views = [game.view(player) for player in range(game.seats)]
    for number, place in enumerate(game.view(None).places):
        own = views[place.owner].places[number] if place.owner is not None else place
        pieces = [piece for piece in own.pieces if piece is not None]
        if pieces and len(pieces) == own.size:
            whose = f"Player {place.owner + 1}’s {place.name}" if place.owner is not None else f"The {place.name}"
            yield whose, " ".join(glyphs[piece] for piece in sorted(pieces))


class _FigureObserver:
    """The observer of the places of the figure during a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.columns = game.rules.figure.columns if game.rules.figure is not None else ()
        self.figure = Figure(game.rules, player_names(game.seats, ()))
        self.places = [self.figure.place_of(column.things) for column in self.columns]
        self.laid_pieces: list[tuple[int | None, ...]] = []
        """The pieces of each column in the order in which they were laid; None is a hidden one."""
        self.numbers: list[list[int]] = [[] for _ in self.columns]
        """When each piece of a player's column was laid, counted from 1; nothing for a common one."""
        self.goes_on = bool(self.columns)
        self.record_laid_pieces()

    def record_laid_pieces(self) -> None:
        """Record the pieces laid since the last look, until any are taken up."""
        if not self.goes_on:
            return
        view = self.game.view(None)
        now = [self._pieces(*column, view) for column in zip(self.columns, self.places, strict=True)]
        owned_columns = [n for n, column in enumerate(self.columns) if column.owner is not None]
        self.goes_on = all(len(now[n]) >= len(self.numbers[n]) for n in owned_columns)
        if self.goes_on:
            self.laid_pieces = now
            for n in owned_columns:
                while len(self.numbers[n]) < len(now[n]):
                    self.numbers[n].append(sum(map(len, self.numbers)) + 1)

    def _pieces(
        self, column: model.FigureColumn, place: model.PlaceDeclaration | None, view: View
    ) -> tuple[int | None, ...]:
        if place is None:
            return ()
        owner = self.figure.owner_of(column.owner, view)
        return view.pieces_in(place.name, owner) if (owner is None) == (place.owner is None) else ()

    @property
    def is_full(self) -> bool:
        """Whether every place of the figure with a limited number of pieces was full."""
        return bool(self.laid_pieces) and all(
            place is None or place.most is None or len(pieces) >= place.most
            for place, pieces in zip(self.places, self.laid_pieces, strict=True)
        )

    def drawing(self, shows_pieces: bool) -> str:
        """Draw the last moment before pieces were taken up: the pieces themselves, or the order of play in numbers."""
        columns = self.piles(shows_pieces)
        if not columns:
            return ""
        title = "The pieces as they lay" if shows_pieces else "The figure, drawn from the rules"
        pieces_in_words = "; ".join(", ".join(piece.label for piece in column.pieces) for column in columns)
        description = f"From left to right: {pieces_in_words}. The middle stands highest; the others step down from it."
        return draw(columns, f"{'played' if shows_pieces else 'figure'}-{self.game.rules.name}", title, description)

    def piles(self, shows_pieces: bool) -> list[DrawnPile]:
        """Return the columns of that moment; none if nothing was laid."""
        glyphs = self.game.rules.pieces.glyphs
        columns: list[DrawnPile] = []
        if not self.laid_pieces:
            return columns
        for column, place, pieces, numbers in zip(
            self.columns, self.places, self.laid_pieces, self.numbers, strict=True
        ):
            name = place.name if place is not None else ""
            under = [str(number) for number in numbers] or [name for _ in pieces]
            if shows_pieces:
                labels = ["?" if piece is None else glyphs[piece] for piece in pieces]
                drawn_pieces = [DrawnPiece(*signs) for signs in zip(labels, under, strict=True)]
            else:
                drawn_pieces = [DrawnPiece(label, sideways=not numbers) for label in under]
            drawn_pieces = drawn_pieces[::-1] if column.is_reversed else drawn_pieces
            columns.append(DrawnPile(column.legend, tuple(drawn_pieces), column.owner is None))
        return columns
