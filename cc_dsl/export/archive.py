"""Write reproducible archives: the same files give the same bytes."""

from __future__ import annotations

import os
import re
import struct
import time
import zlib
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cc_dsl.errors import UserError

MOMENT = "SOURCE_DATE_EPOCH"
"""The variable that says, in seconds, when something was made, so that it can be made again to the byte."""
EARLIEST = 315_532_800
"""1 January 1980, before which an archive knows no time."""
LATEST = 4_354_819_198
"""The last second of 2107 that an archive can name."""
STORED, DEFLATED = 0, 8
"""The two methods of a ZIP that are used here."""
LEVEL = 6
HEAD = 30
"""The bytes before the name of a file and the file itself."""
VERSION = 20
"""The version of the format that reads these archives: 2.0."""
UNIX = 3
"""The system on which an archive is made is noted in it; here always the same."""
UTF_8 = 0x800
MODE = 0o644 << 16


class Packed(NamedTuple):
    """A file as it stands in an archive."""

    method: int
    checksum: int
    size: int
    """The number of its bytes before they were compressed."""
    data: bytes


def moment() -> int | None:
    """Return the time of SOURCE_DATE_EPOCH in seconds since 1970; None if it is not set."""
    told = os.environ.get(MOMENT)
    if told is None:
        return None
    if not re.fullmatch(r"[0-9]{1,11}", told):
        sentence = f"{MOMENT} is “{told}”, which is no number of seconds since 1970, such as 1000000000."
        raise UserError("command-line", sentence)
    return int(told)


def stored(data: bytes) -> Packed:
    """Return a file as it is."""
    return Packed(STORED, zlib.crc32(data), len(data), data)


def deflated(data: bytes) -> Packed:
    """Return a file compressed."""
    made = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Packed(DEFLATED, zlib.crc32(data), len(data), made.compress(data) + made.flush())


def start_of(name: str) -> int:
    """Return how many bytes stand before a file in an archive, beginning with what the archive says of it."""
    return HEAD + len(name.encode())


def archive(files: Mapping[str, bytes], first: Mapping[str, bytes] | None = None) -> bytes:
    """Return a ZIP of files by their names, sorted, with the time of SOURCE_DATE_EPOCH or else of the year 1980.

    What has to stand first, as the kind of a book has, stands there as it is, and is not made smaller.
    """
    leading = [(name, stored(data)) for name, data in (first or {}).items()]
    return joined([*leading, *((name, deflated(data)) for name, data in sorted(files.items()))])


def joined(entries: Iterable[tuple[str, Packed]]) -> bytes:
    """Return a ZIP of files that are packed already, in their order; its form is that of PKWARE's APPNOTE."""
    year, month, day, hour, minute, second, *_ = time.gmtime(min(max(moment() or EARLIEST, EARLIEST), LATEST))
    written = hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day
    parts: list[bytes] = []
    directory: list[bytes] = []
    at = 0
    for name, packed in entries:
        raw = name.encode()
        flags = 0 if name.isascii() else UTF_8
        said = flags, packed.method, *written, packed.checksum, len(packed.data), packed.size, len(raw), 0
        head = struct.pack("<4s5H3L2H", b"PK\3\4", VERSION, *said) + raw
        listed = b"PK\1\2", VERSION, UNIX, VERSION, *said, 0, 0, 0, MODE, at
        directory.append(struct.pack("<4s2B5H3L5H2L", *listed) + raw)
        parts += [head, packed.data]
        at += len(head) + len(packed.data)
    size = sum(map(len, directory))
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, len(directory), len(directory), size, at, 0)
    return b"".join([*parts, *directory, end])
