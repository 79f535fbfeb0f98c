"""Open the records that release 0.1.0 sealed: one line had the complete record, encrypted with a key.

The key and a nonce give a stream of bytes (SHAKE256, FIPS 202), which was combined with the compressed record by
exclusive or. Records are no longer sealed: secrets are in a private file (decision 19).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import zlib

from cc_dsl.table.record import Record, RecordFault, read

KEY_BYTES = 32
ONCE_BYTES = 16
LONGEST = 4_000_000
"""The most bytes of an opened record, since a crafted file could otherwise fill the memory."""
KEY_LINE = "circular key 1"
"""The beginning of the file of a key."""


def read_key(text: str) -> bytes:
    """Return the key in a text; raise a RecordFault if it is not a key."""
    lines = text.split()
    if len(lines) != 4 or " ".join(lines[:3]) != KEY_LINE or len(lines[3]) != 2 * KEY_BYTES:
        raise RecordFault(f"I cannot read this key. A key begins with “{KEY_LINE}”.")
    try:
        return bytes.fromhex(lines[3])
    except ValueError:
        raise RecordFault("The key is damaged.") from None


def open_record(record: Record, key: bytes) -> Record:
    """Return the complete record sealed in another; raise a RecordFault if the key does not fit."""
    try:
        sealed_bytes = base64.b64decode(record.seal, validate=True)
        once, ciphertext = sealed_bytes[:ONCE_BYTES], sealed_bytes[ONCE_BYTES:]
        stream = hashlib.shake_256(key + once).digest(len(ciphertext))
        reader = zlib.decompressobj()
        text = reader.decompress(bytes(left ^ right for left, right in zip(ciphertext, stream, strict=True)), LONGEST)
        if reader.unconsumed_tail:
            raise RecordFault(f"The sealed record has more than {LONGEST:,} bytes, which is the limit.")
        if not reader.eof:
            raise zlib.error
        whole = text.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise RecordFault("The key does not belong to this record, or one of the two is damaged.") from None
    return read(whole)
