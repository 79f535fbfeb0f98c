"""`circular why`: explain a decision in a recorded game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import edition_argument, json_option, record_option
from cc_dsl.cli.records import recorded_game
from cc_dsl.cli.tables import branches, speaker_for
from cc_dsl.play.records import decisions_told
from cc_dsl.words.book import book_of
from cc_dsl.words.news import last_about
from cc_dsl.words.reasons import document_of, full_form
from cc_dsl.words.sentences import line

if TYPE_CHECKING:
    from cc_dsl.closures.reasons import Decision


@click.command("why")
@edition_argument
@record_option
@click.argument("wanted", metavar="[N|WORDS]", required=False)
@click.option("--list", "lists", is_flag=True, help="List all decisions with their numbers.")
@click.option(
    "--levels", type=click.IntRange(1, 20), default=5, show_default=True, help="The number of levels of reasons."
)
@json_option
def command(edition: str, record: str, wanted: str | None, lists: bool, levels: int, as_json: bool) -> None:
    """Explain a decision of a recorded game of an EDITION: the last, or number N, or the last about some WORDS.

    \b
      circular why 1862 --record game.record winner
    """
    found, loaded, game = recorded_game(record, edition)
    game.naming = None if as_json else speaker_for(loaded, game.seats).naming
    decisions = decisions_told(game, found)
    book = book_of(loaded)
    if lists:
        numbered = list(enumerate(decisions, 1))
        if as_json:
            documents = [{"number": number, **document_of(decision)} for number, decision in numbered]
            terminal.say_json({"edition": loaded.name, "decisions": documents})
        else:
            for number, decision in numbered:
                terminal.show(terminal.wrapped(line(decision, book), f"{number:5}  ", " " * 9))
        return
    number = _number(decisions, wanted)
    if as_json:
        terminal.say_json({"edition": loaded.name, "number": number, **document_of(decisions[number - 1])})
        return
    terminal.show(full_form(decisions[number - 1 : number], book, levels, branches(), terminal.width()))


def _number(decisions: list[Decision], wanted: str | None) -> int:
    """Return the number of the decision that is meant."""
    if wanted is not None and wanted.isascii() and wanted.isdigit():
        if not 1 <= int(wanted) <= len(decisions):
            raise click.UsageError(f"The game has {len(decisions)} decisions, and so none of the number {wanted}.")
        return int(wanted)
    found = last_about(decisions, wanted or "")
    if found is None:
        about = f" about “{wanted}”" if wanted is not None else ""
        raise click.UsageError(f"In this game nothing was decided{about}; --list shows what was.")
    return len(decisions) - decisions[::-1].index(found)
