"""The file of a record: it grows with the game, is never half written, and overwrites no foreign file.

A new answer is written after the last one, followed by the end of the record, in one write; a move therefore costs the
same however long the game is.  Anything but an ordinary file (a device, a pipe, a link, a folder) is refused, and so is
a file that somebody else put there.
"""

from __future__ import annotations

import os
import stat
import tempfile
from array import array
from collections.abc import Iterable, Sequence

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
    """A file in which a record is kept."""

    def __init__(self, path: str, is_private: bool = False, replaces: Identity | None = None) -> None:
        """Name the file; only its owner may read it if it is private; say which file it may replace, if any."""
        self.path = path
        self._mode = 0o600 if is_private else 0o666
        self._own = replaces
        self._head: list[str] | None = None
        self._begin = 0
        self._begin_sum = 0
        self._size = 0
        self._places = array("Q")
        """Where in the log of the game each line begins."""
        self._ends = array("Q")
        """Where in the file each line ends."""
        self._sums = array("L")
        """The checksum of all up to each line."""

    def write(self, found: Record, lines: Iterable[tuple[int, record.Given]]) -> None:
        """Write a record whole, with the answers given, each with its place in the log of the game."""
        self._head = record.head_of(found)
        head = "\n".join([*self._head, "", ""]).encode()
        self._begin, self._begin_sum = len(head), record.summed(self._head)
        del self._places[:], self._ends[:], self._sums[:]
        try:
            part = self._written(head, lines, found.is_finished)
        except OSError as error:
            raise self._failure(error.strerror or str(error)) from None
        self._put(part)

    def add(self, found: Record, since: int, lines: Iterable[tuple[int, record.Given]]) -> None:
        """Write the answers from a place in the log on behind those before it; the heading must be as it was."""
        first = len(self._places)
        while first and self._places[first - 1] >= since:
            first -= 1
        del self._places[first:], self._ends[first:], self._sums[first:]
        start = self._ends[-1] if self._ends else self._begin
        text = b"".join(self._encoded(lines)) + self._end(found.is_finished)
        try:
            self._overwrite(start, text)
        except OSError as error:
            self._head = None
            raise self._failure(error.strerror or str(error)) from None

    def can_add(self, found: Record) -> bool:
        """Return whether the file is as this left it, and begins as the record does."""
        return self._head == record.head_of(found) and self._is_own()

    def remove(self) -> None:
        """Remove the file, if it is the one that this wrote."""
        if self._own is not None and self._is_own():
            os.remove(self.path)
        self._own, self._head = None, None

    # ---------------------------------------------------------------------------------------- bytes

    def _encoded(self, lines: Iterable[tuple[int, record.Given]]) -> Iterable[bytes]:
        """Yield lines as bytes, and note where each ends and what all come to."""
        end = self._ends[-1] if self._ends else self._begin
        total = self._sums[-1] if self._sums else self._begin_sum
        for place, given in lines:
            line = record.line_of(given)
            data = f"{line}\n".encode()
            end, total = end + len(data), record.summed([line], total)
            self._places.append(place)
            self._ends.append(end)
            self._sums.append(total)
            yield data

    def _end(self, is_finished: bool) -> bytes:
        total = self._sums[-1] if self._sums else self._begin_sum
        return ("\n" + "\n".join(record.end_of(total, is_finished)) + "\n").encode()

    def _written(self, head: bytes, lines: Iterable[tuple[int, record.Given]], is_finished: bool) -> str:
        """Write a new file beside the one that is meant, and return its path."""
        folder, name = os.path.split(os.path.abspath(self.path))
        number, part = tempfile.mkstemp(".part", f".{name}.", folder)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(head)
                file.writelines(self._encoded(lines))
                file.write(self._end(is_finished))
                self._size = file.tell()
            if self._mode != 0o600:
                os.chmod(part, self._mode & ~_umask())
        except BaseException:
            os.remove(part)
            raise
        return part

    def _put(self, part: str) -> None:
        """Let a new file take its place, if nothing is there but what this may replace."""
        try:
            if self._own is not None and self._is_own():
                os.replace(part, self.path)
            elif os.path.lexists(self.path):
                raise self._failure("something else is there now, and I do not replace it")
            else:
                _link(part, self.path)
        except OSError as error:
            raise self._failure(error.strerror or str(error)) from None
        finally:
            if os.path.lexists(part):
                os.remove(part)
        self._own = identity_of(self.path)

    def _overwrite(self, start: int, text: bytes) -> None:
        """Write the end of the file again, in one stroke; blank lines at its end say nothing."""
        size = start + len(text)
        number = os.open(self.path, os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0))
        try:
            if hasattr(os, "posix_fallocate") and size > self._size:
                os.posix_fallocate(number, start, len(text))  # room first, so that the end is not lost for want of it
            os.lseek(number, start, os.SEEK_SET)
            padded = text.ljust(self._size - start, b"\n")
            if os.write(number, padded) != len(padded):
                raise OSError(0, "it could be written only in part")
            os.ftruncate(number, size)
            self._own = _identity(os.fstat(number))
        finally:
            os.close(number)
        self._size = size

    def _is_own(self) -> bool:
        return identity_of(self.path) == self._own

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


__all__: Sequence[str] = ["Identity", "RecordFile", "identity_of", "what_is_there"]
