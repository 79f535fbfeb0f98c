"""`circular whynot`: explain why a move is not allowed at the end of a record."""

from __future__ import annotations

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import edition_argument, json_option, record_option
from cc_dsl.cli.records import recorded_game
from cc_dsl.cli.tables import speaker_for
from cc_dsl.engine.moves import allowed_here
from cc_dsl.errors import UserError
from cc_dsl.play.records import viewer_of
from cc_dsl.words.book import book_of
from cc_dsl.words.reasons import refusal, refusal_document


@click.command("whynot")
@edition_argument
@record_option
@click.argument("move")
@json_option
def command(edition: str, record: str, move: str, as_json: bool) -> int:
    """Explain why a MOVE is not allowed at the end of the record of a game of an EDITION.

    The exit status is 0 if it is allowed, 1 if it is not, and 2 if it is no move at all.
    """
    found, loaded, game = recorded_game(record, edition)
    game.naming = None if as_json else speaker_for(loaded, game.seats).naming
    if found.is_partial and not game.is_over and game.player != viewer_of(found):
        raise UserError(
            "no-move",
            f"It is the turn of player {(game.player or 0) + 1}, and what they may do shows what they have; "
            f"while the game goes on, they alone may ask: circular play --resume {record}",
        )
    book = book_of(loaded)
    refused = game.whynot(move)
    if refused is not None and refused.kind in ("invalid", "ambiguous"):
        allowed = f" {allowed_here(refused, len(game.options))}" if refused.nearest else ""
        raise UserError("no-move", f"{refused.sentence}{allowed}")
    if as_json:
        document = {"move": move, "allowed": refused is None}
        terminal.say_json(document if refused is None else {**document, **refusal_document(refused, book)})
    elif refused is None:
        terminal.say(f"{move} is allowed here.")
    else:
        question = game.question
        asked = question.sentence if question is not None else ""
        terminal.show(refusal(refused, move, book, asked, terminal.width(), len(game.options)))
    return 0 if refused is None else 1
