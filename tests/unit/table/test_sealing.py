"""A record that release 0.1.0 sealed is opened under its key, or refused in words; it fills no memory."""

from __future__ import annotations

import base64
import hashlib
import tracemalloc
import zlib

import pytest

from cc_dsl.table.record import Given, Record, RecordFault, read
from cc_dsl.table.sealing import LONGEST, open_record, read_key

ANSWERS = (Given("shuffled", "KH 7C 2D"), Given("player 1", "7C"), Given("player 2", "2D"))
WHOLE = Record("court", "0123456789abcdef", {"two-Kings": "the-last-holds"}, 7, ("human", "random"), ANSWERS, False)
KEY_TEXT = "circular key 1\n000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
SEALED = """circular record 1
edition court
rules 0123456789abcdef
readings two-Kings=the-last-holds
players human,random
sealed ZGVmZ2hpamtsbW5vcHFycysXlTpzg8msXct+yi0FicDdOgPNqr1ZkLqCZ8klxj778biY1YM7kua27l5cvE6K6rmBkec7p957oJ/DGiAIfRKKQy\
UjinPudVhj3L+mm4Cjqg+4lEP2Y4o+SH43/IwgfpXbZ5GSt7ihC6VM5gE6pP9eXIIYOzIzDFL/oLuHzA8heP1slhaxvm9Tq3CTjrO6iYpsuAItzAVzlLGbS\
PreHNAX

shuffled: ?
player 1: 7C
player 2: ?

checksum ef984a9e
to be continued
"""
"""The record and the key as release 0.1.0 wrote them."""


def test_key_gives_the_whole_record() -> None:
    found = open_record(read(SEALED), read_key(KEY_TEXT))
    assert found._replace(answers=tuple(given._replace(line=0) for given in found.answers)) == WHOLE


def test_another_key_or_a_damaged_seal_is_refused() -> None:
    found, key = read(SEALED), read_key(KEY_TEXT)
    for wrong, other in ((found, bytes(32)), (found._replace(seal="%"), key), (found._replace(seal=""), key)):
        with pytest.raises(RecordFault, match="The key is not that of this record"):
            open_record(wrong, other)


@pytest.mark.parametrize("text", ["", "circular key 1\n", "circular key 1\nabc\n", f"circular key 1\n{'x' * 64}\n"])
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(RecordFault, match="key"):
        read_key(text)


def test_small_file_does_not_fill_the_memory() -> None:
    key, once = bytes(32), bytes(16)
    packer = zlib.compressobj(9)
    pressed = b"".join([*(packer.compress(bytes(1_000_000)) for _ in range(100)), packer.flush()])
    stream = hashlib.shake_256(key + once).digest(len(pressed))
    seal = base64.b64encode(once + bytes(a ^ b for a, b in zip(pressed, stream, strict=True))).decode()
    tracemalloc.start()
    with pytest.raises(RecordFault, match=f"more than {LONGEST:,} bytes"):
        open_record(read(SEALED)._replace(seal=seal), key)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 * LONGEST
