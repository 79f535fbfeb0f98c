"""Seals the record of a game in progress, so that it tells only what its players may know, and yet can be gone on with.

What stands open in it is what somebody has seen; the whole record stands beside that, under a key that is kept in
another file.  Each time it is sealed, the key and a number used once give a stream of bytes (SHAKE256, FIPS 202), and
the bytes of the record are added to it bit by bit.  Who has the record alone learns nothing from the sealed part; who
has the key as well can read everything, since somebody has to shuffle.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import zlib
from collections.abc import Iterable

from cc_dsl.table.record import Given, Record, RecordFault, read, write

KEY_BYTES = 32
ONCE_BYTES = 16
KEY_LINE = "circular key 1"
"""How the file of a key begins."""


def new_key() -> bytes:
    """Draw a key."""
    return os.urandom(KEY_BYTES)


def key_text(key: bytes) -> str:
    """Write a key down."""
    return f"{KEY_LINE}\n{key.hex()}\n"


def read_key(text: str) -> bytes:
    """Read a key; raise a RecordFault if it is none."""
    lines = text.split()
    if len(lines) != 4 or " ".join(lines[:3]) != KEY_LINE or len(lines[3]) != 2 * KEY_BYTES:
        raise RecordFault(f"This is no key that I can read; such a one begins with “{KEY_LINE}”.")
    try:
        return bytes.fromhex(lines[3])
    except ValueError:
        raise RecordFault("The key is damaged.") from None


def sealed(record: Record, shown: Iterable[Given], key: bytes) -> Record:
    """Give a record that shows these answers only, and holds the whole one under a key."""
    once = os.urandom(ONCE_BYTES)
    whole = _under(key, once, zlib.compress(write(record).encode(), 9))
    return record._replace(seed=None, answers=tuple(shown), seal=base64.b64encode(once + whole).decode())


def opened(record: Record, key: bytes) -> Record:
    """Give the whole record that is sealed in one; raise a RecordFault if the key is not that of this record."""
    try:
        held = base64.b64decode(record.seal, validate=True)
        return read(zlib.decompress(_under(key, held[:ONCE_BYTES], held[ONCE_BYTES:])).decode())
    except (binascii.Error, zlib.error, UnicodeDecodeError, RecordFault):
        raise RecordFault("The key is not that of this record, or one of them is damaged.") from None


def _under(key: bytes, once: bytes, words: bytes) -> bytes:
    """Add the stream of a key to bytes; done twice, it gives them again."""
    stream = hashlib.shake_256(key + once).digest(len(words))
    return bytes(one ^ other for one, other in zip(words, stream, strict=True))
