"""A random game up to a given point, decision by decision; and the figure of the text, drawn from play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cc_dsl import svg
from cc_dsl.closures.listener_names import player_names, possessive
from cc_dsl.closures.reasons import Decision
from cc_dsl.closures.state import State
from cc_dsl.drawing.pieces import DrawnPiece, DrawnPile, DrawnRow, draw, draw_table
from cc_dsl.engine.game import Game
from cc_dsl.pipeline import Edition
from cc_dsl.players.computers import computers
from cc_dsl.players.seats import Seat
from cc_dsl.rules import model
from cc_dsl.source.phrases import NO_PHRASES
from cc_dsl.table.chance import Chance
from cc_dsl.words.book import Book
from cc_dsl.words.layout import capital, curl
from cc_dsl.words.position import EMPTY, Figure, boards_in, places_on_board, result_of_part, rows_of
from cc_dsl.words.reasons import Reason, reason_of
from cc_dsl.words.sentences import summary
from cc_dsl.words.speaker import Speaker

MOST_CHOICES = 500
"""The number of decisions after which a game is stopped if the wanted one never comes."""
MOST_FIGURES = 40
"""The number of games that are started to find one in which every place of the figure is filled."""


class Step(NamedTuple):
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
    scenes = [_draw_scene(game, speaker)]
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
    position = game.position_when_decided(result_of_part(game.rules, speaker.phrases), 0) or game.position
    drawing = _draw_piles(game.rules, _piles(game, position, shows_pieces=True), shows_pieces=True)
    return PlayedScenes(seed, players, game.seats, dealt_pieces, tuple(steps), drawing or scenes[0])


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


def figure_of(rules: model.Rules) -> str:
    """Draw the figure of the rules, numbered in the order of play."""
    return _draw_piles(rules, figure_piles(rules, 0), shows_pieces=False)


def figure_piles(rules: model.Rules, seed: int) -> list[DrawnPile]:
    """Return the columns of the figure of the rules, numbered in the order of play.

    If players may stop before every place is filled, several games are played, with this seed and those after it, and
    that with the fullest figure counts.
    """
    fullest: list[DrawnPile] = []
    places = [place for place in rules.places if place.name in Figure(rules, ()).places_drawn()]
    room = sum(place.most or 0 for place in places for _ in range(place.many(rules.seats[0])))
    for number in range(seed, seed + MOST_FIGURES):
        game, chance, position = Game(rules, seed=number, reasons=True), Chance(number).branch(1), None
        for _ in range(MOST_CHOICES):
            if game.player is None or position is not None:
                break
            since = game.decision_count
            game.play(game.draw_answer(chance))
            position = game.position_when_decided(result_of_part(rules, NO_PHRASES), since)
        piles = _piles(game, position or game.position, shows_pieces=False)
        fullest = max(fullest, piles, key=lambda columns: sum(len(pile.pieces) for pile in columns))
        if sum(len(pile.pieces) for pile in fullest) >= room:
            break
    return fullest


def _dealt_pieces(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the pieces that each player, and everybody, sees at the first question, place by place."""
    glyphs = game.rules.pieces.glyphs
    views = [game.view(player) for player in range(game.seats)]
    for number, place in enumerate(game.view(None).places):
        own = views[place.owner].places[number] if place.owner is not None else place
        pieces = [piece for piece in own.pieces if piece is not None]
        if pieces and len(pieces) == own.size:
            owner = f"Player {place.owner + 1}" if place.owner is not None else place.of
            whose = curl(possessive(owner)) if owner else "The"
            yield f"{whose} {place.name}", " ".join(glyphs[piece] for piece in sorted(pieces))


def _piles(game: Game, position: State, shows_pieces: bool) -> list[DrawnPile]:
    """Return the columns of the figure in a position of a game: the pieces themselves, or their order of play.

    A player's piece has the number of its turn, counted from 1; a common piece has the name of its place.
    """
    rules, figure, glyphs = game.rules, Figure(game.rules, player_names(game.seats, ())), game.rules.pieces.glyphs
    view, laid, cells = game.sights.view(position, None), [], dict[int, int]()
    for column in rules.figure.columns if rules.figure is not None else ():
        place, owner = figure.place_of(column), figure.owner_of(column.owner, view)
        if (owner is None) == (place.owner is None):
            cell = place.base + (owner or 0)
            laid.append((column, place.name, position.places[cell], view.pieces_in(place.name, owner)))
            cells |= dict.fromkeys(position.places[cell], cell) if owner is not None else {}
    since: dict[int, int] = {}
    for number, state in enumerate(game.replay_positions()):
        since |= {piece: number for piece, cell in cells.items() if piece not in since and state.where[piece] == cell}
    # A piece that was laid and at once taken up again was laid last.
    turns = sorted(cells, key=lambda piece: since.get(piece, MOST_CHOICES))
    columns = []
    for column, name, pieces, seen in laid:
        under = [str(turns.index(piece) + 1) if piece in cells else name for piece in pieces]
        labels = ["?" if piece is None else glyphs[piece] for piece in seen]
        drawn = [DrawnPiece(label, sideways=column.owner is None) for label in under]
        if shows_pieces:
            drawn = [DrawnPiece(*signs) for signs in zip(labels, under, strict=True)]
        columns.append(DrawnPile(column.legend, tuple(drawn[:: -1 if column.is_reversed else 1]), column.owner is None))
    return columns if any(pile.pieces for pile in columns) else []


def _draw_piles(rules: model.Rules, piles: list[DrawnPile], shows_pieces: bool) -> str:
    """Draw the columns of the figure; an empty string without any."""
    if not piles:
        return ""
    title = "The pieces as they lay" if shows_pieces else "The figure, drawn from the rules"
    pieces_in_words = "; ".join(", ".join(piece.label for piece in pile.pieces) for pile in piles)
    description = f"From left to right: {pieces_in_words}. The middle stands highest; the others step down from it."
    return draw(piles, f"{'played' if shows_pieces else 'figure'}-{rules.name}", title, description)
