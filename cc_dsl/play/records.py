"""Records of games: read from files, replayed, and written while a game goes on.

During a game with secrets, its record shows what its player may know, and a second file beside it, which only its owner
can read, has the complete game: `FILE.private` (decision 19). At the end of the game, the record contains everything,
and the second file is removed. After each move the complete record is on disk, and it never overwrites another file.
Anything but an ordinary file (a device, a pipe, a link, a folder) is refused.
"""

from __future__ import annotations

import itertools
import os
import re
import secrets
import stat
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from cc_dsl.closures.reasons import Decision
from cc_dsl.engine.game import Game, replay
from cc_dsl.errors import CircularError, UserError
from cc_dsl.resources import records_folder
from cc_dsl.rules.model import Rules
from cc_dsl.source.files import read_source, shown_path, write_whole
from cc_dsl.table import record, sealed_records
from cc_dsl.table.record import HUMAN, Record, RecordFault

LARGEST = 100_000_000
"""The most bytes of a record; those of a game of a million answers are some twenty million."""


def bad_record(path: str, sentence: str, line: int = 0) -> UserError:
    """Return the error for an unusable record."""
    return UserError("bad-record", f"{path}:{line}: {sentence}" if line else f"{path}: {sentence}")


def read_record(path: str) -> Record:
    """Read the record in a file."""
    try:
        return record.read(read_source(path, LARGEST).text)
    except RecordFault as fault:
        raise bad_record(shown_path(path), fault.sentence, fault.line) from None


def replay_record(rules: Rules, record: Record, path: str, reasons: bool, memory: int | None = None) -> Game:
    """Replay a record, or raise the error that explains why not.

    With reasons, `memory` is the number of last answers whose reasons are kept, None for all.
    """
    if rules.name != record.edition:
        sentence = f"this is the record of a game of “{record.edition}”, but the rules are those of “{rules.name}”."
        raise bad_record(path, sentence)
    try:
        return replay(rules, _whole(record, path), reasons, memory)
    except RecordFault as fault:
        raise bad_record(path, fault.sentence, fault.line) from None


def private_path(path: str) -> str:
    """Return the name of the private file with the complete game."""
    return f"{path}.private"


def _whole(record: Record, path: str) -> Record:
    """Return the complete record for a partial one; raise an error if its file is missing."""
    if record.seal:  # written by release 0.1.0
        where = f"{path}.key"
        if not os.path.exists(where):
            raise bad_record(
                path,
                "the game is not over, and its hidden part is sealed; the key should be in "
                f"{where}. Put it there again; without it nobody can continue the game.",
            )
        try:
            key = sealed_records.read_key(read_source(where).text)
        except RecordFault as fault:
            raise bad_record(shown_path(where), fault.sentence, fault.line) from None
        return sealed_records.open_record(record, key)
    if not record.private:
        return record
    where = private_path(path)
    if not os.path.exists(where):
        remedy = "Put that file there again; without it nobody can continue the game."
        raise bad_record(path, f"the game is not over, and its hidden part should be in {where}. {remedy}")
    held = read_record(where)
    if held.game != record.private:
        raise UserError("bad-record", f"{where} is the private part of a different game from the one in {path}.")
    return held


def viewer_of(record: Record) -> int | None:
    """Return the only person in a game, whose knowledge a record shows; None if there is not exactly one."""
    humans = [place for place, name in enumerate(record.players) if name == HUMAN]
    return humans[0] if len(humans) == 1 else None


def visible_decisions(game: Game, partial: Record | None, since: int = 0) -> list[Decision]:
    """Return the decisions from a number onwards; with a partial record, only those that its viewer may see."""
    return game.decisions_since(since) if partial is None else game.decisions_seen_by(viewer_of(partial), since)


# ------------------------------------------------------------------------------------- saved records


def special_file(path: str) -> str | None:
    """Return the kind of a special file, such as “a link”; None for an ordinary file, or if there is none."""
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return None
    if stat.S_ISREG(mode):
        return None
    return "a folder" if stat.S_ISDIR(mode) else "a link" if stat.S_ISLNK(mode) else "a device or a pipe"


def obstacle_at(path: str, spares_unfinished: bool = False) -> str | None:
    """Return the obstacle to writing a record at a path, such as another file; None if there is none.

    With `spares_unfinished`, the record of an unfinished game is an obstacle too.
    """
    private = private_path(path)
    for where, what in ((path, "a record"), (private, "the private part of a record")):
        kind = special_file(where)
        if kind is not None:
            return f"{where} is {kind}; {what} is written to an ordinary file. Name another file."
    if os.path.lexists(path):
        try:
            old_record = read_record(path)
        except Exception:  # do not overwrite a file that cannot be read
            old_record = None
        if old_record is not None and spares_unfinished and not old_record.is_finished:
            what = f"{path} holds an unfinished game."
            return f"{what} Resume it with --resume {path}, or name another file."
        if old_record is None or old_record.is_by_hand:
            return f"{path} exists already, and is not a record that I wrote; name another file."
    if os.path.lexists(private):
        return f"{private} already exists and belongs to another game; name another file, or remove it."
    folder = os.path.dirname(path) or "."
    return None if os.path.isdir(folder) else f"I cannot write {path}: there is no folder {folder}."


def refuse_path(path: str, has_human: bool) -> None:
    """Raise an error if a record would replace a file that the user may still need."""
    obstacle = obstacle_at(path, has_human)
    if obstacle is not None:
        raise UserError("bad-record", obstacle)


def contents_of(path: str) -> bytes | None:
    """Return the contents of a path; None if it does not exist or cannot be read."""
    with suppress(OSError):
        return Path(path).read_bytes()
    return None


class SavedRecord:
    """The saved record of a game, in the player's file or in the default folder."""

    def __init__(self, game: Game, players: Sequence[str], path: str | None, resumed: Record | None = None) -> None:
        """Take a game, the names of its players, and the file for its record, if any.

        `resumed` is the record in that file from which the game goes on; another record there is replaced: the caller
        has checked that it may be.
        """
        self.game, self.players, self.path = game, tuple(players), path
        self._number = (resumed.private if resumed else "") or secrets.token_hex(8)
        self._contents: dict[str, bytes | None] = {}
        """The contents of each path that may be replaced; a file is replaced only while its contents are these."""
        if path is not None:
            private = private_path(path)
            self._contents = {path: contents_of(path), private: contents_of(private) if resumed else None}

    def save(self) -> None:
        """Write the record if it has a file."""
        if self.path is not None:
            self.write(self.path)

    def owns(self, path: str) -> bool:
        """Return whether this object has written the record at a path."""
        return path in self._contents

    def write(self, path: str) -> None:
        """Write the record to a file; during a game, secrets go to the private file."""
        self._contents.setdefault(path, contents_of(path))
        private, game = private_path(path), self.game
        whole = game.record(self.players)
        if HUMAN not in self.players or game.is_over or not game.has_secrets:
            self._write(path, whole)
            if self._contents.get(private) is not None and self._contents.pop(private) == contents_of(private):
                os.remove(private)
            return
        self._write(private, whole._replace(game=self._number), 0o600)
        answers = tuple(game.written_for(viewer_of(whole)))
        self._write(path, whole._replace(seed=None, private=self._number, answers=answers))

    def _write(self, path: str, new_record: Record, mode: int | None = None) -> None:
        """Replace a file by a record, atomically; raise an error if another program wrote the file meanwhile."""
        data, lying = record.write(new_record).encode(), contents_of(path)
        if lying is not None and lying != self._contents.get(path):
            why = "it has changed meanwhile, and I do not replace it"
            raise UserError("output-failed", f"I could not write {path}: {why}.")
        try:
            write_whole(path, data, mode)
        except OSError as error:
            raise UserError("output-failed", f"I could not write {path}: {error.strerror or error}.") from None
        self._contents[path] = data

    def rescue(self) -> str | None:
        """Write the record wherever possible, and return the path; None if no record is needed.

        A game between computers needs no record, since its seed replays it.
        """
        humans = [place for place, name in enumerate(self.players) if name == HUMAN]
        if self.path is None and all(self.game.last_choice(place) is None for place in humans):
            return None
        paths = [self.path] if self.path is not None else []
        name = re.sub(r"[^\w-]", "-", self.game.rules.name)
        for folder in (records_folder(), ".", tempfile.gettempdir()):
            with suppress(OSError):
                os.makedirs(folder, exist_ok=True)
                named = (os.path.join(folder, f"circular-{name}-{number}.record") for number in itertools.count(1))
                free = (path for path in named if not any(map(os.path.lexists, (path, private_path(path)))))
                paths.append(os.path.normpath(next(free)))
        for path in paths:
            with suppress(UserError):
                self.write(path)
                return path
        return None


def last_unfinished() -> tuple[str, Record] | None:
    """Return the latest record in the folder of records, if it can be read and its game is unfinished."""
    with suppress(OSError, CircularError):
        files = [entry for entry in os.scandir(records_folder()) if entry.name.endswith(".record")]
        if files:
            path = max(files, key=lambda file: file.stat().st_mtime).path
            last = read_record(path)
            return None if last.is_finished else (path, last)
    return None
