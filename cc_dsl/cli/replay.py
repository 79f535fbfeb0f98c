"""`circular replay`: a recorded game once more, the same to the last card, or a refusal that says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import complete_edition, json_option

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.pipeline import Edition
    from cc_dsl.table.record import Record


@click.command("replay")
@click.argument("file", type=click.Path())
@click.option(
    "--edition",
    metavar="EDITION",
    shell_complete=complete_edition,
    help="The rules, where the record does not name an edition of the corpus.",
)
@click.option("--explain", is_flag=True, help="Tell everything that is decided with all its reasons.")
@json_option
def command(file: str, edition: str | None, explain: bool, as_json: bool) -> int:
    """Play the game recorded in FILE again.

    A record that was edited or cut short, or made under other rules, is refused.
    """
    from cc_dsl.cli.records import edition_of, read_record, replayed
    from cc_dsl.cli.watch import document

    found = read_record(file)
    loaded = edition_of(found, file, edition)
    game = replayed(loaded, found, file, reasons=True)
    names = list(found.players) or ["somebody"] * game.seats
    if as_json:
        terminal.say_json(document(loaded, game, names, explain))
    else:
        _show(loaded, found, game, names, explain)
    return 0


def _show(edition: Edition, found: Record, game: Game, names: list[str], explain: bool) -> None:
    """Print the game as it was played; where chance can be drawn again, with the table."""
    from cc_dsl.cli.watch import Shower
    from cc_dsl.interpreter.engine import Game as Again

    again = game
    if found.seed is not None:
        again = Again(edition.rules, found.seed, True, seats=game.seats)
    show = Shower(edition, again, explain)
    show.begin(names)
    if again is not game:
        for given in game.answers[len(again.answers) :]:
            if given.player is None or again.is_over:
                continue
            again.play(next(move.answer for move in again.moves() if move.text == given.words))
            show.move()
    show.end()
