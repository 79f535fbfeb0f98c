"""The record of a running game: after each move it is on the disk, whole, and it overwrites no file of somebody else.

While somebody plays on and there are secrets, the record shows what the player may know, and the whole game is in a
second file beside it, which only its owner can read: `FILE.private` (decision 19).  When the game is over nobody has
secrets; then the record contains everything, and the second file is removed.  Anything but an ordinary file (a device,
a pipe, a link, a folder) is refused.
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
from typing import TYPE_CHECKING

from cc_dsl.errors import UserError
from cc_dsl.play.records import private_path, read_record, viewer_of
from cc_dsl.resources import records_folder
from cc_dsl.source.files import write_whole
from cc_dsl.table import record
from cc_dsl.table.record import HUMAN, Record

if TYPE_CHECKING:
    from cc_dsl.engine.game import Game

OFTEN = 1_000
"""Up to this many answers the players' knowledge is recorded after each move; then after each tenth of its length."""
NUMBER_BYTES = 8
Identity = tuple[int, int, int, int]
"""The device, number, size and time of a file, by which it is known again; a number alone is soon given again."""


def special_file(path: str) -> str | None:
    """Return what stands at a path, such as “a link”, if it is no ordinary file; None if it is one, or nothing."""
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return None
    if stat.S_ISREG(mode):
        return None
    return "a folder" if stat.S_ISDIR(mode) else "a link" if stat.S_ISLNK(mode) else "a device or a pipe"


def in_the_way(path: str, spares_unfinished: bool = False) -> str | None:
    """Return what keeps a record from being written at a path, such as a game that can go on; None if nothing does."""
    private = private_path(path)
    for where, what in ((path, "a record"), (private, "the private part of a record")):
        kind = special_file(where)
        if kind is not None:
            return f"{where} is {kind}; {what} is written to an ordinary file. Name another file."
    if os.path.lexists(path):
        try:
            old_record = read_record(path)
        except Exception:  # whatever is wrong with it, it is not to be replaced
            old_record = None
        if old_record is not None and spares_unfinished and not old_record.is_finished:
            what = f"In {path} is a game that is not over."
            return f"{what} Take it up again with --resume {path}, or name another file."
        if old_record is None or old_record.is_by_hand:
            return f"{path} is there already, and is no record of a game that I wrote; name another file."
    if os.path.lexists(private):
        return f"{private} is there already, and belongs to another game; name another file, or remove it."
    return None


def refuse_path(path: str, has_human: bool) -> None:
    """Refuse to write a record over what somebody may still want."""
    obstacle = in_the_way(path, has_human)
    if obstacle is not None:
        raise UserError("bad-record", obstacle)
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise UserError("bad-record", f"I cannot write {path}: there is no folder {folder}.")


def identity_of(path: str) -> Identity | None:
    """Return by what the ordinary file at a path is known again; None if there is none."""
    try:
        status = os.lstat(path)
    except OSError:
        return None
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns) if stat.S_ISREG(status.st_mode) else None


class RecordFile:
    """A file of a record: each time it is written whole beside the file, flushed to the disk, and takes its place."""

    def __init__(self, path: str, is_private: bool = False, replaces: Identity | None = None) -> None:
        """Name the file; only its owner may read it if it is private; say which file it may replace, if any."""
        self.path = path
        self._is_private = is_private
        self._own = replaces

    def write(self, new_record: Record) -> None:
        """Write a record, if nothing is there but what this may replace."""
        try:
            write_whole(
                self.path, record.write(new_record).encode(), 0o600 if self._is_private else None, self._replace
            )
        except OSError as error:
            raise self._failure(error.strerror or str(error)) from None
        self._own = identity_of(self.path)

    def _replace(self, part: str, path: str) -> None:
        """Let a new file take the place of this one, or of nothing."""
        if self._own is not None and identity_of(path) == self._own:
            os.replace(part, path)
        elif os.path.lexists(path):
            raise self._failure("something else is there now, and I do not replace it")
        else:
            try:
                os.link(part, path)
            except FileExistsError:
                raise
            except OSError:  # not every file system has links
                os.rename(part, path)

    def remove(self) -> None:
        """Remove the file, if it is the one that this wrote."""
        if self._own is not None and identity_of(self.path) == self._own:
            os.remove(self.path)
        self._own = None

    def _failure(self, why: str) -> UserError:
        return UserError("output-failed", f"I could not write {self.path}: {why}.")


class SavedRecord:
    """The record of a game, written where the player wants it, or where there is room."""

    def __init__(self, game: Game, players: Sequence[str], path: str | None, resumed: Record | None = None) -> None:
        """Take a game, the names of its players, the file for its record, if there is one, and what was read there.

        A record that is there already is replaced: whoever asks for that has seen to it that it may be.
        """
        self.game, self.players, self.path = game, tuple(players), path
        self._number = (resumed.private if resumed else "") or secrets.token_hex(NUMBER_BYTES)
        self._files: dict[str, tuple[RecordFile, RecordFile]] = {}
        """The file of a record, and the private one beside it, by its path."""
        self._shown_at = 0
        """The number of answers when what the player may know was last written."""
        if path is not None:
            self._name(path, identity_of(private_path(path)) if resumed is not None else None)

    def _name(self, path: str, private: Identity | None = None) -> None:
        private_file = RecordFile(private_path(path), is_private=True, replaces=private)
        self._files[path] = RecordFile(path, replaces=identity_of(path)), private_file

    def save(self) -> None:
        """Write the record if it has a file."""
        if self.path is not None:
            self.write(self.path, is_last=False)

    def owns(self, path: str) -> bool:
        """Return whether this has written a record there before."""
        return path in self._files

    def write(self, path: str, is_last: bool = True) -> None:
        """Write the record to a file; while somebody plays on, what nobody may know goes to the private one."""
        if path not in self._files:
            self._name(path)
        (shown, private), game = self._files[path], self.game
        whole = game.record(self.players)
        if HUMAN not in self.players or game.is_over or not game.has_secrets:
            shown.write(whole)
            private.remove()
            return
        private.write(whole._replace(game=self._number))
        # For a long game it takes long to find out what a player may know.
        is_time = game.count <= OFTEN or not self._shown_at <= game.count < self._shown_at * 1.1
        if path != self.path or is_last or is_time:
            answers = tuple(game.written_for(viewer_of(whole)))
            shown.write(whole._replace(seed=None, private=self._number, answers=answers))
            self._shown_at = game.count if path == self.path else self._shown_at

    def rescue(self) -> str | None:
        """Write the record wherever that can be done, and return the path; None if nobody wants it.

        What only computers have played needs no record; the seed gives it again.
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
            try:
                self.write(path)
            except UserError:
                continue
            return path
        return None


def last_unfinished() -> tuple[str, Record] | None:
    """Return the record that was written last in the folder of records, if its game can go on."""
    with suppress(OSError):
        files = [entry for entry in os.scandir(records_folder()) if entry.name.endswith(".record")]
        for file in sorted(files, key=lambda file: -file.stat().st_mtime)[:1]:
            with suppress(UserError):
                last = read_record(file.path)
                return None if last.is_finished else (file.path, last)
    return None
