"""`circular replay`: a recorded game once more, the same to the last card, or a refusal that says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import Refused, complete_edition, json_option

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
@click.option("--explain", is_flag=True, help="Tell everything that is decided with all its reasons.")
@json_option
def command(file: str, edition: str | None, explain: bool, as_json: bool) -> int:
    """Play the game recorded in FILE again.

    A record that was edited or cut short, or made under other rules, is refused. Of a game in which the world answers,
    what can be followed of it is judged first.
    """
    from cc_dsl.cli.records import edition_of, read_record, replayed, viewer_of
    from cc_dsl.cli.watch import document
    from cc_dsl.table.record import SOMEBODY

    try:
        found = read_record(file)
        loaded = edition_of(found, file, edition)
        game = replayed(loaded, found, file, reasons=True)
    except Refused:
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

    found = told_so_far(file, name)
    if found is not None and found[1].is_watched:
        _show(*found, [SOMEBODY] * found[1].seats, explain, is_sealed=False, viewer=None)


def _show(edition: Edition, game: Game, names: list[str], explain: bool, is_sealed: bool, viewer: int | None) -> None:
    """Print the game as it was played; where chance can be drawn again, move by move with the table."""
    from cc_dsl.cli.watch import Shower
    from cc_dsl.interpreter.engine import Game as Again

    choices = [given.words for given in game.answers if given.player is not None]
    is_drawn = game.seed is not None and _is_drawn(edition, game, choices)
    again = Again(edition.rules, game.seed, True, seats=game.seats) if is_drawn else game
    show = Shower(edition, again, explain, is_sealed, viewer if is_sealed else None)
    show.begin(names)
    for words in choices if is_drawn else ():
        _choose(again, words)
        show.move()
    show.end()


def _is_drawn(edition: Edition, game: Game, choices: list[str]) -> bool:
    """Tell whether the seed gives what chance did in a game; a record written by hand may say otherwise."""
    from cc_dsl.interpreter.engine import Game as Again

    again = Again(edition.rules, game.seed, seats=game.seats)
    return all(_choose(again, words) for words in choices) and again.answers == game.answers


def _choose(game: Game, words: str) -> bool:
    """Make the choice that is recorded in these words, if it can be made."""
    if game.player is None:
        return False
    for answer in game.options:
        if game.words_of(answer) == words:
            game.play(answer)
            return True
    return False
