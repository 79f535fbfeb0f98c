"""Of a file with mistakes the blocks without them are read, and stand where they stand in the file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cc_dsl.source.files import Source
from cc_dsl.syntax.parser import parse, sound_part

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "corpus").glob("*/game.rules"))
PUT = ("", "x", " ", "\n", "§", "9999999", '"', ".", "editor", "(" * 120, '\n§X.1 "y"\n', "#", "\t")


@pytest.mark.parametrize("seed", range(12))
def test_blocks_without_a_mistake_are_read_in_their_places(seed: int) -> None:
    chance = random.Random(seed)
    text = chance.choice(FILES).read_text("utf-8")
    at = chance.randrange(text.index("§"), len(text))
    source = Source("game.rules", text[:at] + chance.choice(PUT) + text[at:])
    start, problems = parse(source)
    sound = start or sound_part(source, problems)
    assert sound is not None
    whole, _ = parse(Source("game.rules", text))
    assert whole is not None
    before = [block for block in whole.blocks if block.span.end < at]
    assert list(sound.blocks[: len(before)]) == before or len(sound.blocks) == len(whole.blocks) - 1


def test_first_lines_with_a_mistake_leave_nothing() -> None:
    source = Source("game.rules", 'edition of x.\n\n§X "y"\n  the x is x.\n')
    assert sound_part(source, parse(source)[1]) is None
