"""A record in progress shows what it should, hides the rest, and is whole again under its key."""

from __future__ import annotations

import pytest

from cc_dsl.table.record import Given, Record, RecordFault, read, write
from cc_dsl.table.sealing import key_text, new_key, opened, read_key, sealed

ANSWERS = (Given("shuffled", "KH 7C 2D"), Given("player 1", "7C"), Given("player 2", "2D"))
SHOWN = (Given("shuffled", "?"), Given("player 1", "7C"), Given("player 2", "?"))
WHOLE = Record("court", "0123456789abcdef", {"two-Kings": "the-last-holds"}, 7, ("human", "random"), ANSWERS, False)


def bare(record: Record) -> Record:
    """Leave out the lines in which the answers stand."""
    return record._replace(answers=tuple(given._replace(line=0) for given in record.answers))


def test_sealed_record_tells_what_is_shown_and_no_more() -> None:
    """Neither the seed, nor an order of cards, nor a hidden choice stands in it; the readings and players do."""
    text = write(sealed(WHOLE, SHOWN, new_key()))
    assert "seed" not in text
    assert "KH" not in text
    assert "player 1: 7C\nplayer 2: ?\n" in text
    assert bare(read(text)).answers == SHOWN
    assert read(text).readings == WHOLE.readings


def test_key_gives_the_whole_record() -> None:
    """Through both files and back."""
    key = new_key()
    found = read(write(sealed(WHOLE, SHOWN, key)))
    assert bare(opened(found, read_key(key_text(key)))) == WHOLE


def test_no_two_seals_are_alike() -> None:
    """Two states of one game under one key have nothing in common that could be compared."""
    key = new_key()
    one, other = sealed(WHOLE, SHOWN, key).seal, sealed(WHOLE, SHOWN, key).seal
    assert one[:20] != other[:20]
    assert one[40:] != other[40:]


def test_another_key_or_a_damaged_seal_is_refused() -> None:
    """It is said, and nothing is guessed."""
    found = sealed(WHOLE, SHOWN, new_key())
    for wrong, key in ((found, new_key()), (found._replace(seal="%"), new_key()), (found._replace(seal=""), new_key())):
        with pytest.raises(RecordFault, match="The key is not that of this record"):
            opened(wrong, key)


@pytest.mark.parametrize("text", ["", "circular key 1\n", "circular key 1\nabc\n", f"circular key 1\n{'x' * 64}\n"])
def test_what_is_no_key_is_refused(text: str) -> None:
    """A file that is no key is named so."""
    with pytest.raises(RecordFault, match="key"):
        read_key(text)
