"""The file of a study: one line for each finished piece, so that a study that was killed can be resumed.

The first line identifies the study; every other line holds one piece (first seed, number of games, counts) and a
checksum of itself.  A line is written whole or, if the program is killed in the middle of it, lacks its end, which is
detected and removed.  The file names no worker: it is the same study whoever played it.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import IO, TypedDict, TypeGuard, cast

from cc_dsl.errors import UserError
from cc_dsl.source.documents import read_json
from cc_dsl.study.chunks import Chunk, Counts
from cc_dsl.study.documents import Provenance, RestsOn

FORMAT = 1
"""Raise it whenever lines mean something else."""
SAME = {
    "edition": "the edition",
    "rules": "the rules",
    "cited": "the clauses or the other readings",
    "readings": "the readings",
    "players": "the players",
    "seed": "the seed",
    "measures": "the measures",
    "version": "the version of the program",
    "study": "the format of the file",
}
"""The fields that must be the same for a study to be resumed."""
MARGIN = 64 << 20
"""The number of bytes of the disk that stay free."""


class StudyHeader(Provenance, RestsOn):
    """The first line of a study file: which study it is, and who counts it."""

    study: int
    players: int | list[str]
    seed: int
    measures: list[str]
    size: int
    engine: str
    machine: str


class PieceLine(TypedDict):
    """A line with the counts of a chunk."""

    first: int
    games: int
    counts: Counts


class StudyFile:
    """A study file that is open to be read and added to, by one process at a time."""

    def __init__(self, path: str, header: StudyHeader, is_resumed: bool) -> None:
        """Create a file, or resume one; raise a UserError if it has another study, or if it may not exist."""
        self.path = path
        self.header = header
        if os.path.exists(path) and not os.path.isfile(path):
            raise UserError(
                "bad-study", f"{path} is no ordinary file, and no study can be kept in it. Name another file."
            )
        if not is_resumed and os.path.exists(path) and os.path.getsize(path):
            raise UserError(
                "bad-study",
                f"{path} is there already. Take the study in it up again with --resume, or name another file.",
            )
        # It stays open as long as the study is played, and is closed with it.
        try:
            self._file: IO[bytes] = open(path, "a+b")  # noqa: SIM115
        except OSError as error:
            raise UserError("bad-study", f"{path} cannot be written: {error.strerror}.") from None
        try:
            self._lock()
            self._begin()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> StudyFile:
        """Return the file itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the file."""
        self._file.close()

    def _lock(self) -> None:
        """Keep another process from adding to the file at the same time, where the system can."""
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UserError(
                "bad-study", f"{self.path} is being written by another process; wait for it, or stop it."
            ) from None

    def _begin(self) -> None:
        """Read the first line and see whether it is of this study; write it if there is none."""
        self._file.seek(0)
        line = self._file.readline()
        if not line.endswith(b"\n"):
            if line and not line.startswith(b'{"study"'):
                raise UserError("bad-study", f"{self.path} is no study file. Name another file.")
            self._file.truncate(0)
            self._write(self.header)
            return
        found = _parsed(line)
        if found is None or "study" not in found or not is_count(found.get("size"), 1):
            raise UserError("bad-study", f"{self.path} is no study file. Name another file.")
        mine: Mapping[str, object] = self.header
        other = [words for key, words in SAME.items() if found.get(key) != mine.get(key)]
        if other:
            said = f"{', '.join(other[:-1])} and {other[-1]}" if len(other) > 1 else other[0]
            verb = "differ" if len(other) > 1 else "differs"
            raise UserError(
                "bad-study",
                f"The study in {self.path} is another one: {said} {verb}. {_differences(found, self.header)}"
                "What was counted under one cannot be added to the other; name another file.",
            )
        self.header = cast("StudyHeader", found)

    @property
    def size(self) -> int:
        """The number of games in a chunk of the study, as the file states it."""
        return self.header["size"]

    def pieces(self) -> Iterator[tuple[Chunk, Counts]]:
        """Yield what the file holds, piece by piece; a last line without its end is taken away."""
        self._file.seek(0)
        self._file.readline()
        number = 1
        while True:
            start = self._file.tell()
            line = self._file.readline()
            if not line:
                return
            number += 1
            if not line.endswith(b"\n"):
                self._file.truncate(start)
                return
            found = _parsed(line)
            if found is None or not is_piece(found, self.header):
                raise UserError(
                    "bad-study",
                    f"Line {number} of {self.path} is damaged. Take the line out; its games are then played again.",
                )
            yield Chunk(found["first"], found["games"]), found["counts"]

    def append(self, piece: Chunk, counts: Counts) -> None:
        """Add a piece, and see to it that it is on the disk."""
        number = (piece.first - self.header["seed"]) // self.size
        self._write({"chunk": number, "first": piece.first, "games": piece.games, "counts": counts})

    def _write(self, document: Mapping[str, object]) -> None:
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=False)
        check = f"{zlib.crc32(text.encode()):08x}"
        left = f'{text[:-1]},"check":"{check}"}}\n'.encode()
        try:
            while left:
                left = left[os.write(self._file.fileno(), left) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise UserError(
                "bad-study",
                f"{self.path} cannot be written any more: {error.strerror}. What was finished before is in it; "
                "make room, and take the study up again with --resume.",
            ) from None


def _parsed(line: bytes) -> dict[str, object] | None:
    """Read a line and verify its checksum; None if it is damaged."""
    try:
        text, _, rest = line.decode("utf-8").rstrip("\n").rpartition(',"check":"')
        found: object = read_json(f"{text}}}")
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and rest == f'{zlib.crc32(f"{text}}}".encode()):08x}"}}' else None


def is_piece(line: Mapping[str, object], header: StudyHeader) -> TypeGuard[PieceLine]:
    """Return whether a line can be a chunk of a study: some of its games, each counted once."""
    first, games, counts = (line.get(key) for key in ("first", "games", "counts"))
    if not (is_count(first, header["seed"]) and is_count(games, 1) and isinstance(counts, dict)):
        return False
    parts = {key: counts.get(key) for key in ("winner", "reason", "moves", "told", "sides")}
    ends = all(is_tally(one) and sum(one.values()) == games for one in (parts["reason"], parts["moves"]))
    told = parts["told"] is None or _all_in(parts["told"], lambda owners: _all_in(owners, is_tally))
    sides = parts["sides"] is None or is_tally(parts["sides"])
    are_numbers = all(_is_number(key) for key in (*(parts["moves"] or {}), *(parts["winner"] or {})))
    return ends and told and sides and is_tally(parts["winner"]) and are_numbers and counts.get("games") == games


def is_count(value: object, least: int = 0) -> TypeGuard[int]:
    """Return whether something is a whole number that is not less."""
    return type(value) is int and value >= least


def is_tally(value: object) -> TypeGuard[dict[str, int]]:
    """Return whether something is counts under names."""
    return isinstance(value, dict) and all(map(is_count, value.values()))


def _all_in(value: object, test: Callable[[object], bool]) -> bool:
    return isinstance(value, dict) and all(map(test, value.values()))


def _is_number(word: str) -> bool:
    return word.removeprefix("-").isdecimal() and len(word) < 20


def _differences(found: Mapping[str, object], wanted: Mapping[str, object]) -> str:
    """Return what the file has, where that is short."""
    shown = [key for key in ("edition", "players", "seed", "version", "readings", "measures") if key in found]
    said = [
        f"{key} {_said(found[key])} there, {_said(wanted.get(key))} here" for key in shown if _other(found, wanted, key)
    ]
    return f"It has {'; '.join(said)}. " if said else ""


def _other(found: Mapping[str, object], wanted: Mapping[str, object], key: str) -> bool:
    return bool(found.get(key) != wanted.get(key))


def _said(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={answer}" for name, answer in value.items()) or "none but the defaults"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def refuse_if_too_large(path: str, chunks: int, bytes_a_chunk: int) -> None:
    """Raise a UserError if the disk has no room for the lines of a study."""
    import shutil

    folder = os.path.dirname(os.path.abspath(path))
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise UserError("bad-study", f"{path} cannot be written: {error.strerror}.") from None
    wanted = chunks * bytes_a_chunk
    if wanted + MARGIN > free:
        raise UserError(
            "bad-study",
            f"A study of this many games would write about {_bytes(wanted)} to {path}, and the disk has "
            f"{_bytes(free)} left. Play fewer games, or name a file on another disk.",
        )


def _bytes(number: int) -> str:
    size = float(number)
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size /= 1000
    return f"{size:,.0f} TB"
