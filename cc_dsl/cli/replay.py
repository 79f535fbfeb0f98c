"""`circular replay`: replay a recorded game exactly, or say why it cannot be replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import but_option, complete_edition, json_option
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
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
    from cc_dsl.cli.records import WITH_OPTION, edition_of, read_record, replayed, viewer_of
    from cc_dsl.cli.watch import document
    from cc_dsl.table.record import SOMEBODY

    try:
        found = read_record(file)
        loaded = edition_of(found, file, edition, WITH_OPTION)
        game = replayed(loaded, found, file, reasons=as_json and explain)
    except UserError:
        if not as_json:
            _show_so_far(file, edition, explain)
        raise
    names = list(found.players) or [SOMEBODY] * game.seats
    is_sealed, viewer = found.is_partial, viewer_of(found)
    if as_json:
        terminal.say_json(document(loaded, game, names, explain, is_sealed, viewer))
    else:
        _show(loaded, game, names, explain, is_sealed, viewer)
    return 0


def _show_so_far(file: str, name: str | None, explain: bool) -> None:
    """Judge a game that was watched as far as its record can be followed; of no other can a part be trusted."""
    from cc_dsl.cli.records import told_so_far
    from cc_dsl.table.record import SOMEBODY

    try:
        found = told_so_far(file, name)
    except UserError:  # whoever asked is told what is wrong with the record itself
        return
    if found is not None and found[1].is_watched:
        _show(*found, [SOMEBODY] * found[1].seats, explain, is_sealed=False, viewer=None)


def _show(edition: Edition, game: Game, names: list[str], explain: bool, is_sealed: bool, viewer: int | None) -> None:
    """Print the game as it was played, move by move with the table, and where something was taken back."""
    from cc_dsl.cli.play import MEMORY
    from cc_dsl.cli.watch import Shower
    from cc_dsl.table.record import TAKEN_BACK

    again = game.from_the_beginning(reasons=True, memory=MEMORY)
    show = Shower(edition, again, explain, is_sealed, viewer if is_sealed else None)
    show.begin(names)
    notes = game.notes
    is_left = True
    while is_left:
        while notes and notes[0][0] <= again.count:
            terminal.say(f"      ({TAKEN_BACK}: {notes.pop(0)[1]})")
        is_left = again.step()
        if is_left:
            show.move()
    show.end()
