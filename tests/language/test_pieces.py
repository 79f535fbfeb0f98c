"""A file that is parsed block by block has the same nodes and the same problems as one that is parsed whole."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cc_dsl.source.files import Source
from cc_dsl.syntax import parser, pieces
from cc_dsl.syntax.parser import parse
from cc_dsl.syntax.pieces import parse_pieces

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "corpus").glob("*/game.rules"))
PUT = ("", "x", " ", "\n", "§", "9999999", '"', ".", "editor", "(" * 120, '\n§X.1 "y"\n', "#", "\t")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_pieces_make_the_whole(path: Path) -> None:
    """The nodes of every edition are the same, to the last place."""
    source = Source("game.rules", path.read_text("utf-8"))
    found = parse_pieces(source)
    assert found.problems == []
    assert found.start == parse(source)[0] == found.sound


@pytest.mark.parametrize("seed", range(12))
def test_spoilt_pieces_have_the_problems_of_the_whole(seed: int) -> None:
    """Whatever is put into a file, or lost from it, the messages are the same, and stand at the same places."""
    chance = random.Random(seed)
    text = chance.choice(FILES).read_text("utf-8")
    at = chance.randrange(len(text))
    source = Source("game.rules", text[:at] + chance.choice(PUT) + text[at + chance.randrange(4) :])
    found = parse_pieces(source)
    start, problems = parse(source)
    assert found.problems == problems
    assert found.start == start


def test_only_the_block_that_changes_is_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks behind the change have moved, and are still known."""
    text = (ROOT / "corpus" / "1862" / "game.rules").read_text("utf-8")
    parse_pieces(Source("game.rules", text))
    parsed: list[str] = []

    def noted(piece: str) -> object:
        parsed.append(piece)
        return parser.read(piece)

    monkeypatch.setattr(pieces, "read", noted)
    parse_pieces(Source("game.rules", text.replace("there is a pack", "there is one thing: a pack", 1)))
    assert len(parsed) == 1
    assert "one thing: a pack" in parsed[0]
