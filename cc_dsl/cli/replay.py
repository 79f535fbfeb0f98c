"""`circular replay`: replay a recorded game exactly, or say why it cannot be replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import but_option, complete_edition, json_option
from cc_dsl.cli.records import WITH_OPTION, broken_off, recorded_game
from cc_dsl.cli.watch import GamePrinter, document
from cc_dsl.errors import UserError
from cc_dsl.play.records import viewer_of
from cc_dsl.play.session import MEMORY
from cc_dsl.table.record import SOMEBODY, TAKEN_BACK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_dsl.engine.game import Game
    from cc_dsl.pipeline import Edition


@click.command("replay")
@click.argument("file", type=click.Path())
@click.option(
    "--edition",
    metavar="EDITION",
    shell_complete=complete_edition,
    help="The rules, where the record does not name an edition of the corpus.",
)
@click.option("--explain", is_flag=True, help="Show every decision with all its reasons.")
@but_option
@json_option
def command(file: str, edition: str | None, explain: bool, as_json: bool) -> int:
    """Play the game recorded in FILE again.

    A record that was edited or cut short, or made under other rules, is refused. In a game with observations, the part
    that can be followed is judged first.
    """
    try:
        found, loaded, game = recorded_game(file, edition, WITH_OPTION, reasons=as_json and explain)
    except UserError:
        judged = None if as_json else broken_off(file, edition)
        if judged is not None:
            _show(*judged, [SOMEBODY] * judged[1].seats, explain)
        raise
    names = found.players or [SOMEBODY] * game.seats
    if as_json:
        terminal.say_json(document(loaded, game, names, explain, found.is_partial, viewer_of(found)))
    else:
        _show(loaded, game, names, explain, found.is_partial, viewer_of(found))
    return 0


def _show(
    edition: Edition,
    game: Game,
    names: Sequence[str],
    explain: bool,
    is_sealed: bool = False,
    viewer: int | None = None,
) -> None:
    """Print the game as it was played, move by move with the table, and where something was taken back."""
    again = game.from_the_beginning(reasons=True, memory=MEMORY)
    printer = GamePrinter(edition, again, explain, is_sealed, viewer)
    printer.begin(names)
    notes = game.notes
    is_left = True
    while is_left:
        while notes and notes[0][0] <= again.count:
            terminal.say(f"      ({TAKEN_BACK}: {notes.pop(0)[1]})")
        is_left = again.step()
        if is_left:
            printer.move()
    printer.end()
