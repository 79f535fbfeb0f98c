"""Read records of games from files, and replay them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cc_dsl.cli.options import HUMAN, has_changes, load, noted
from cc_dsl.errors import UserError
from cc_dsl.table import record, sealing

LARGEST = 100_000_000
"""The most bytes of a record; those of a game of a million answers are some twenty million."""

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.interpreter.reasons import Decision
    from cc_dsl.pipeline import Edition


def read_record(path: str) -> record.Record:
    """Read the record in a file."""
    from cc_dsl.source.files import shown_path

    try:
        return _read(path)
    except record.RecordFault as fault:
        raise refused(shown_path(path), fault) from None


def _read(path: str) -> record.Record:
    from cc_dsl.source.files import read_source

    return record.read(read_source(path, LARGEST).text)


def told_so_far(path: str, name: str | None) -> tuple[Edition, Game] | None:
    """Return the game of a record that breaks off, or of which a line is refused, as far as the rules follow it."""
    from cc_dsl.interpreter.engine import replay
    from cc_dsl.source.files import read_source

    found = record.read_broken(read_source(path).text)
    if found is None:
        return None
    loaded = edition_of(found, path, name)
    while True:
        try:
            return loaded, replay(loaded.rules, found, True)
        except record.RecordFault as fault:
            before = tuple(given for given in found.answers if given.line < fault.line)
            if len(before) == len(found.answers):
                return None
            found = found._replace(answers=before)


def refused(path: str, fault: record.RecordFault) -> UserError:
    """Make the message that a record cannot be used."""
    where = f"{path}:{fault.line}: " if fault.line else f"{path}: "
    return UserError("bad-record", where + fault.sentence)


BEFORE = "Give the path of its rules file before the options."
WITH_OPTION = "Give the path of its rules file with --edition."
"""What to do where the rules of a record are not found, in commands that take them in one way or the other."""


def edition_of(found: record.Record, path: str, name: str | None = None, remedy: str = BEFORE) -> Edition:
    """Return the edition that a record was made under: the one it names or carries, or the one that is given."""
    from cc_dsl import resources

    if found.overlay:
        carried = _carried(found, path, name, remedy)
        if carried is not None:
            return carried
    elif name is None and found.edition not in resources.edition_names():
        raise _no_edition(found.edition, path, remedy)
    return load(name or found.edition, dict(found.readings))


def _no_edition(label: str, path: str, remedy: str) -> UserError:
    sentence = f"{path}: the record is of a game of “{label}”, which is no edition of the corpus."
    return UserError("bad-record", f"{sentence} {remedy}")


def _no_parent(label: str, path: str, remedy: str) -> UserError:
    sentence = f"{path}: the record is of a game under changes of “{label}”, which is no edition of the corpus."
    return UserError("bad-record", f"{sentence} {remedy}")


def _carried(found: record.Record, path: str, name: str | None, remedy: str) -> Edition | None:
    """Return the overlay that a record carries; None if the edition that is given is not the one that it changes."""
    from cc_dsl import pipeline, resources
    from cc_dsl.diagnostics.problem import RulesError
    from cc_dsl.rules.overlay import parent_named

    if name is not None and has_changes():
        return None
    try:
        parent = parent_named(found.overlay)
        if name is None and parent not in resources.edition_names():
            raise _no_parent(parent, path, remedy)
        if name is not None and pipeline.Edition(pipeline.find_rules(name), {}).start.edition.label.text != parent:
            return None
        return noted(pipeline.Edition.carried(found.edition, found.overlay, name or parent, found.readings))
    except RulesError as error:
        if any(problem.code == "unknown-edition" for problem in error.problems):
            raise
        sentence = f"{path}: the changed rules that the record carries cannot be read. {error.problems[0].sentence}"
        raise UserError("bad-record", sentence) from None


def private_path(path: str) -> str:
    """Name the file in which the whole game lies while it goes on, where the record shows what players may know."""
    return f"{path}.private"


def whole(found: record.Record, path: str) -> record.Record:
    """Return the whole record of which a file shows a part, or say what is missing."""
    if found.seal:
        return sealing.opened(found, _key_of(path))
    if not found.private:
        return found
    where = private_path(path)
    if not os.path.exists(where):
        raise UserError(
            "bad-record",
            f"{path}: the game is not over, and what its players may not know should be in {where}. "
            "Put that file there again; without it nobody can go on with the game.",
        )
    held = read_record(where)
    if held.game != found.private:
        raise UserError("bad-record", f"{where} is the private part of another game than that in {path}.")
    return held


def _key_of(path: str) -> bytes:
    """Read the key of a record that release 0.1.0 sealed, or say what is missing."""
    from cc_dsl.source.files import read_source, shown_path

    where = f"{path}.key"
    if not os.path.exists(where):
        raise UserError(
            "bad-record",
            f"{path}: the game is not over, and what its players may not know is sealed; the key should be in {where}. "
            "Put it there again; without it nobody can go on with the game.",
        )
    try:
        return sealing.read_key(read_source(where).text)
    except record.RecordFault as fault:
        raise refused(shown_path(where), fault) from None


def viewer_of(found: record.Record) -> int | None:
    """Return the one player who sits at the terminal, whose knowledge a record shows; None if there is not one."""
    humans = [place for place, name in enumerate(found.players) if name == HUMAN]
    return humans[0] if len(humans) == 1 else None


def decisions_told(game: Game, found: record.Record) -> list[Decision]:
    """Return the decisions of a recorded game; if it is not over, only those that the viewer may see."""
    return game.decisions_seen_by(viewer_of(found)) if found.is_partial else game.decisions


def replayed(edition: Edition, found: record.Record, path: str, reasons: bool, memory: int | None = None) -> Game:
    """Replay a record, or say why that is impossible; keep the reasons of the last answers, or of all."""
    from cc_dsl.interpreter.engine import replay

    if edition.rules.name != found.edition:
        said = f"the record is of a game of “{found.edition}”, and these are the rules of “{edition.rules.name}”."
        raise UserError("bad-record", f"{path}: {said}")
    try:
        return replay(edition.rules, whole(found, path), reasons, memory)
    except record.RecordFault as fault:
        raise refused(path, fault) from None


def is_own_record(path: str) -> bool:
    """Return whether a file is a record that this program wrote, whole and unchanged, and nobody by hand."""
    try:
        return not _read(path).is_by_hand
    except Exception:  # whatever is wrong with it, it is not to be replaced
        return False


def is_unfinished(path: str) -> bool:
    """Return whether a file is the record of a game that can be resumed."""
    try:
        return not read_record(path).is_finished
    except Exception:  # what cannot be read cannot be taken up
        return False
