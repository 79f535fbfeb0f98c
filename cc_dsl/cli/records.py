"""The edition under which a record was made, and the game of a record that breaks off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl import pipeline, resources
from cc_dsl.cli.options import has_changes, load, noted
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.errors import UserError
from cc_dsl.play.records import bad_record, read_record, replayed, replayed_so_far
from cc_dsl.source.files import read_source
from cc_dsl.table import record

if TYPE_CHECKING:
    from cc_dsl.engine.game import Game
    from cc_dsl.pipeline import Edition
    from cc_dsl.table.record import Record

BEFORE = "Give the path of its rules file before the options."
WITH_OPTION = "Give the path of its rules file with --edition."
"""What to do where the rules of a record are not found, in commands that take them in one way or the other."""


def recorded_game(
    path: str, name: str | None = None, remedy: str = BEFORE, reasons: bool = True, memory: int | None = None
) -> tuple[Record, Edition, Game]:
    """Read a record and replay it; keep the reasons of the last answers, or of all."""
    found = read_record(path)
    edition = edition_of(found, path, name, remedy)
    return found, edition, replayed(edition.rules, found, path, reasons, memory)


def edition_of(found: Record, path: str, name: str | None = None, remedy: str = BEFORE) -> Edition:
    """Return the edition that a record was made under: the one it names or carries, or the one that is given."""
    if found.overlay:
        carried = _carried(found, path, name, remedy)
        if carried is not None:
            return carried
    elif name is None and found.edition not in resources.edition_names():
        sentence = f"the record is of a game of “{found.edition}”, which is no edition of the corpus."
        raise bad_record(path, f"{sentence} {remedy}")
    return load(name or found.edition, dict(found.readings))


def _carried(found: Record, path: str, name: str | None, remedy: str) -> Edition | None:
    """Return the overlay that a record carries; None if the edition that is given is not the one that it changes."""
    if name is not None and has_changes():
        return None
    from cc_dsl.rules.overlay import parent_named  # loads the parser, which few records need

    try:
        parent = parent_named(found.overlay)
        if name is None and parent not in resources.edition_names():
            sentence = f"the record is of a game under changes of “{parent}”, which is no edition of the corpus."
            raise bad_record(path, f"{sentence} {remedy}")
        if name is not None and pipeline.Edition(pipeline.find_rules(name), {}).start.edition.label.text != parent:
            return None
        return noted(pipeline.Edition.carried(found.edition, found.overlay, name or parent, found.readings))
    except RulesError as error:
        if any(problem.code == "unknown-edition" for problem in error.problems):
            raise
        sentence = "the changed rules that the record carries cannot be read."
        raise bad_record(path, f"{sentence} {error.problems[0].sentence}") from None


def broken_off(path: str, name: str | None) -> tuple[Edition, Game] | None:
    """Return the game of a record that breaks off, or of which a line is refused, as far as the rules follow it.

    Of a game that nobody watched no part can be trusted.
    """
    try:
        found = record.read_broken(read_source(path).text)
        if found is None:
            return None
        edition = edition_of(found, path, name)
    except UserError:  # whoever asked is told what is wrong with the record itself
        return None
    game = replayed_so_far(edition.rules, found)
    return None if game is None or not game.is_watched else (edition, game)
