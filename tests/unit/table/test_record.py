"""A record is complete and is read back exactly, and damage to it is noticed."""

from __future__ import annotations

import base64
import hashlib
import tracemalloc
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_dsl.table.record import Record, RecordedAnswer, RecordFault, read, write
from cc_dsl.table.sealed_records import LONGEST, open_record, read_key

RECORD = Record(
    "1862",
    "0123456789abcdef",
    {"how-often": "once-only", "Rubber": "two-in-all"},
    7,
    ("random", "search:2s"),
    (
        RecordedAnswer("shuffled", "KH 7C 2D"),
        RecordedAnswer("player 1", "7C"),
        RecordedAnswer("chance", "2D"),
        RecordedAnswer("player 2", "pass"),
    ),
    True,
)


MALFORMED = Path(__file__).with_name("malformed-lines.txt").read_text("utf-8").splitlines()
CHANGED = Path(__file__).with_name("changed-records.txt").read_text("utf-8").split("\n\n")[1:]


def bare(record: Record) -> Record:
    """Return a record without the numbers of its lines, whoever wrote it."""
    answers = tuple(given._replace(line=0) for given in record.answers)
    return record._replace(answers=answers, is_by_hand=False)


def fault(text: str) -> RecordFault:
    with pytest.raises(RecordFault) as caught:
        read(text)
    assert caught.value.sentence.endswith(".")
    return caught.value


def test_record_looks_as_the_docstring_says() -> None:
    assert write(RECORD).split("\n")[:11] == [
        "circular record 1",
        "edition 1862",
        "rules 0123456789abcdef",
        "readings how-often=once-only, Rubber=two-in-all",
        "seed 7",
        "players random,search:2s",
        "",
        "shuffled: KH 7C 2D",
        "player 1: 7C",
        "chance: 2D",
        "player 2: pass",
    ]
    assert write(RECORD).endswith("\nend of the record\n")


word = st.text("abcXYZ019-", min_size=1, max_size=8)
givens = st.builds(
    RecordedAnswer,
    st.sampled_from(["shuffled", "chance", "player 1", "player 16"]),
    st.lists(word, min_size=1, max_size=4).map(" ".join),
    st.just(0),
)
records = st.builds(
    Record,
    word,
    word,
    st.dictionaries(word, word, max_size=3),
    st.none() | st.integers(-(10**12), 10**12),
    st.lists(word, max_size=3).map(tuple),
    st.lists(givens, max_size=8).map(tuple),
    st.booleans(),
    st.binary(max_size=9).map(lambda seal: base64.b64encode(seal).decode()),
    st.just("") | word,
    st.just("") | word,
    st.just(False),
    st.text("abn\\\n ", max_size=12).map(str.strip),
)


@given(records)
def test_what_is_written_is_read_back(record: Record) -> None:
    assert bare(read(write(record))) == record


def test_lines_are_numbered_for_messages() -> None:
    assert [given.line for given in read(write(RECORD)).answers] == [8, 9, 10, 11]


@pytest.mark.parametrize("cut", range(0, len(write(RECORD)) - 1, 3))
def test_cut_short_is_noticed(cut: int) -> None:
    text = write(RECORD)[:cut]
    fault(text)


@pytest.mark.parametrize(("old", "new"), [block.strip("\n").split("\n→\n") for block in CHANGED])
def test_change_is_noticed(old: str, new: str) -> None:
    text = write(RECORD)
    assert old in text
    assert "checksum" in fault(text.replace(old, new)).sentence


def test_spaces_and_line_ends_do_not_matter() -> None:
    text = write(RECORD).replace("\n", "\r\n").replace("player 1:", "  player 1: ")
    assert bare(read("\ufeff" + text + "\n\n")) == RECORD


def test_record_can_be_written_by_hand() -> None:
    text = "circular record 1\nedition x\nrules y\nplayer 1: a\nwritten by hand\nto be continued\n"
    record = read(text)
    assert (record.edition, record.seed, record.is_finished) == ("x", None, False)
    assert record.answers == (RecordedAnswer("player 1", "a", 4),)
    assert record.answers[0].player == 0


@pytest.mark.parametrize(("said", "line"), [row.split(" | ") for row in MALFORMED])
def test_malformed_lines_are_named(line: str, said: str) -> None:
    text = f"circular record 1\nedition x\nrules y\n{line}\nwritten by hand\nend of the record\n"
    refused = fault(text)
    assert said in refused.sentence
    assert refused.line == 4
    assert str(refused).startswith("line 4: ")


def test_header_must_stand_before_the_answers_and_name_the_edition() -> None:
    text = "circular record 1\nedition x\nrules y\nplayer 1: a\nseed 3\nwritten by hand\nend of the record\n"
    assert fault(text).line == 5
    assert "edition" in fault("circular record 1\nrules y\nwritten by hand\nend of the record").sentence


@pytest.mark.parametrize("text", ["", "\n", "circular record 2\n", "hello", "circular record 1", "end of the record"])
def test_other_texts_are_refused(text: str) -> None:
    fault(text)


def test_who_writes_by_hand_need_not_know_the_hash_of_the_rules() -> None:
    by_hand = read("circular record 1\nedition y\nplayer 1: x\nwritten by hand\nto be continued")
    assert by_hand.rules == ""
    assert read(write(by_hand._replace(rules="r"))).rules == "r"
    sealed = write(by_hand)
    assert "rules" not in sealed
    assert "rules" in fault(sealed).sentence


@given(st.text(max_size=200))
def test_no_text_does_more_than_be_refused(text: str) -> None:
    for candidate in (text, f"circular record 1\nedition a\nrules b\n{text}\nwritten by hand\nend of the record"):
        try:
            record = read(candidate)
        except RecordFault:
            continue
        assert bare(read(write(record))) == bare(record)


# A record sealed by release 0.1.0 opens with its key or gives an error in words, without filling memory.


ANSWERS = (RecordedAnswer("shuffled", "KH 7C 2D"), RecordedAnswer("player 1", "7C"), RecordedAnswer("player 2", "2D"))
WHOLE = Record("court", "0123456789abcdef", {"two-Kings": "the-last-holds"}, 7, ("human", "random"), ANSWERS, False)
KEY_TEXT = "circular key 1\n000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
SEALED = Path(__file__).with_name("sealed.record").read_text("utf-8")
"""The record and the key as release 0.1.0 wrote them."""


def test_key_gives_the_whole_record() -> None:
    opened = open_record(read(SEALED), read_key(KEY_TEXT))
    assert opened._replace(answers=tuple(given._replace(line=0) for given in opened.answers)) == WHOLE


def test_another_key_or_a_damaged_seal_is_refused() -> None:
    sealed, key = read(SEALED), read_key(KEY_TEXT)
    for wrong, other in ((sealed, bytes(32)), (sealed._replace(seal="%"), key), (sealed._replace(seal=""), key)):
        with pytest.raises(RecordFault, match="The key does not belong to this record"):
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
