"""The file of a record: it is never half written, and overwrites no foreign file.

Anything but an ordinary file (a device, a pipe, a link, a folder) is refused, and so is a file that somebody else put
there.
"""

from __future__ import annotations

import os
import stat
import tempfile

from cc_dsl.errors import UserError
from cc_dsl.table import record
from cc_dsl.table.record import Record

KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISLNK, "a link"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
Identity = tuple[int, int, int, int]
"""The device, number, size and time of a file, by which it is known again; a number alone is soon given again."""


def what_is_there(path: str) -> str | None:
    """Return what stands at a path, if it is no ordinary file; None if it is one, or if nothing is there."""
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return None
    return None if stat.S_ISREG(mode) else next((words for test, words in KINDS if test(mode)), "no ordinary file")


def identity_of(path: str) -> Identity | None:
    """Return by what the ordinary file at a path is known again; None if there is none."""
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return _identity(found) if stat.S_ISREG(found.st_mode) else None


def _identity(found: os.stat_result) -> Identity:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


class RecordFile:
    """A file in which a record is kept: each time it is written whole beside the file, and takes its place."""

    def __init__(self, path: str, is_private: bool = False, replaces: Identity | None = None) -> None:
        """Name the file; only its owner may read it if it is private; say which file it may replace, if any."""
        self.path = path
        self._mode = 0o600 if is_private else 0o666
        self._own = replaces

    def write(self, found: Record) -> None:
        """Write a record, if nothing is there but what this may replace."""
        try:
            part = self._written(record.write(found).encode())
            try:
                self._put(part)
            finally:
                if os.path.lexists(part):
                    os.remove(part)
        except OSError as error:
            raise self._failure(error.strerror or str(error)) from None
        self._own = identity_of(self.path)

    def remove(self) -> None:
        """Remove the file, if it is the one that this wrote."""
        if self._own is not None and identity_of(self.path) == self._own:
            os.remove(self.path)
        self._own = None

    def _written(self, data: bytes) -> str:
        """Write a new file beside the one that is meant, and return its path."""
        folder, name = os.path.split(os.path.abspath(self.path))
        number, part = tempfile.mkstemp(".part", f".{name}.", folder)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(data)
            if self._mode != 0o600:
                os.chmod(part, self._mode & ~_umask())
        except BaseException:
            os.remove(part)
            raise
        return part

    def _put(self, part: str) -> None:
        """Let a new file take its place."""
        if self._own is not None and identity_of(self.path) == self._own:
            os.replace(part, self.path)
        elif os.path.lexists(self.path):
            raise self._failure("something else is there now, and I do not replace it")
        else:
            _link(part, self.path)

    def _failure(self, why: str) -> UserError:
        return UserError("output-failed", f"I could not write {self.path}: {why}.")


def _link(part: str, path: str) -> None:
    """Give a file its name, if nothing has that name."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # not every file system has links
        if os.path.lexists(path):
            raise FileExistsError(f"{path} is there already") from None
        os.rename(part, path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
