"""Records of games, read from files and replayed.

While a game with secrets goes on, its record shows what its player may know, and the whole game is in a second file
beside it (`cc_dsl.play.saving`, decision 19).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cc_dsl.engine.game import Game, replay
from cc_dsl.errors import UserError
from cc_dsl.source.files import read_source, shown_path
from cc_dsl.table import record
from cc_dsl.table.record import HUMAN, Record, RecordFault

if TYPE_CHECKING:
    from cc_dsl.closures.reasons import Decision
    from cc_dsl.rules.model import Rules

LARGEST = 100_000_000
"""The most bytes of a record; those of a game of a million answers are some twenty million."""


def bad_record(path: str, sentence: str, line: int = 0) -> UserError:
    """Return the error that a record cannot be used."""
    return UserError("bad-record", f"{path}:{line}: {sentence}" if line else f"{path}: {sentence}")


def read_record(path: str) -> Record:
    """Read the record in a file."""
    try:
        return record.read(read_source(path, LARGEST).text)
    except RecordFault as fault:
        raise bad_record(shown_path(path), fault.sentence, fault.line) from None


def replay_record(rules: Rules, record: Record, path: str, reasons: bool, memory: int | None = None) -> Game:
    """Replay a record, or say why that is impossible; keep the reasons of the last answers, or of all."""
    if rules.name != record.edition:
        raise bad_record(
            path, f"the record is of a game of “{record.edition}”, and these are the rules of “{rules.name}”."
        )
    try:
        return replay(rules, _whole(record, path), reasons, memory)
    except RecordFault as fault:
        raise bad_record(path, fault.sentence, fault.line) from None


def private_path(path: str) -> str:
    """Return the name of the file with the whole game, where the record shows what players may know."""
    return f"{path}.private"


def _whole(record: Record, path: str) -> Record:
    """Return the whole record of which a file shows a part, or say what is missing."""
    if not record.private:
        return record
    where = private_path(path)
    if not os.path.exists(where):
        raise bad_record(
            path,
            f"the game is not over, and what its players may not know should be in {where}. "
            "Put that file there again; without it nobody can go on with the game.",
        )
    held = read_record(where)
    if held.game != record.private:
        raise UserError("bad-record", f"{where} is the private part of another game than that in {path}.")
    return held


def viewer_of(record: Record) -> int | None:
    """Return the one player who sits at the terminal, whose knowledge a record shows; None if there is not one."""
    humans = [place for place, name in enumerate(record.players) if name == HUMAN]
    return humans[0] if len(humans) == 1 else None


def decisions_told(game: Game, record: Record) -> list[Decision]:
    """Return the decisions of a recorded game; if it is not over, only those that the viewer may see."""
    return game.decisions_seen_by(viewer_of(record)) if record.is_partial else game.decisions
