"""A plain text is divided into headings and clauses that contain every character of it once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_dsl.cases.report import next_steps
from cc_dsl.pipeline import Edition
from cc_dsl.source.clauses import load_edition_text
from cc_dsl.source.division import divide
from cc_dsl.source.files import Source
from cc_dsl.source.skeleton import skeleton, write_skeleton
from cc_dsl.syntax.parser import parse

CORPUS = Path(__file__).parents[2] / "corpus"
TEXTS = sorted(path.parent.name for path in CORPUS.glob("*/text.txt"))


def ids(text: str) -> list[str]:
    """Return the ids of what a text is divided into, a heading's in brackets."""
    return [f"[{part.id}]" if part.is_heading else part.id for part in divide(text)]


def test_title_numbers_sentences_parentheses_and_date() -> None:
    text = (
        "Five\n\n1. Two play. Each (i. e. both) has.\n\n2. He wins (if he has not lost), e. g. now.\n\nOxford, 1862\n"
    )
    assert ids(text) == ["T.1", "[1]", "1.1", "1.2", "[2]", "2.1", "2.1a", "D.1"]
    assert divide(text)[5].segments == ("He wins", "e. g. now.")
    assert divide(text)[6].segments == ("(if he has not lost),",)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Section II.\n\nI.\n\nPlay.\n\nADVICE TO PLAYERS\n\nBe good. Be kind.", "[S2] [I] I.1 [A] A.1 A.2"),
        ("The first player begins. He plays.\n\nThe other player follows him.", "P1.1 P1.2 P2.1"),
        ("I\n\nGo.\n\nI\n\nGo on.", "[I] I.1 [Ib] Ib.1"),
    ],
    ids=["Roman numbers, sections and headings", "paragraphs without numbers", "a number that comes twice"],
)
def test_divisions_have_names_of_their_own(text: str, named: str) -> None:
    assert ids(f"Game\n\n{text}\n") == ["T.1", *named.split()]


@pytest.mark.parametrize("name", TEXTS)
def test_clauses_of_every_text_of_the_corpus_tile_it(name: str, tmp_path: Path) -> None:
    folder = str(tmp_path / name)
    write_skeleton(skeleton(name, (CORPUS / name / "text.txt").read_text("utf-8")), folder)
    text, faults = load_edition_text(folder)
    assert text is not None
    assert faults == []
    assert next_steps(Edition(os.path.join(folder, "game.rules"), {}), [])


WORDS = st.sampled_from(
    [
        *("the", "a", "card", "wins.", "plays,", "(if he has one)", "1.", "II.", "Rule", "No.", "3", "e.", "g."),
        *("“Lead”", "[x]", "is\n\n", ":", "(so)", "1862"),
    ]
)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=60))
def test_any_text_is_tiled(tmp_path_factory: pytest.TempPathFactory, words: list[str]) -> None:
    text = " ".join(words)
    if not text.strip():
        return
    folder = str(tmp_path_factory.mktemp("any") / "any")
    write_skeleton(skeleton("any", text), folder)
    divided, faults = load_edition_text(folder)
    assert divided is not None
    assert [fault.sentence for fault in faults] == []


def test_every_proposed_id_can_head_a_block() -> None:
    """A rules file can cite each clause, however often a numeral comes again."""
    text = "Game\n\n" + "".join(f"{numeral}. Go.\n\n" for numeral in ("I", "1") for _ in range(40))
    names = [part.id for part in divide(text) if not part.is_heading]
    assert len({*names}) == len(names) == 81
    blocks = "".join(f'§{name} "Go."\n  this clause is advisory, because "so".\n\n' for name in names)
    assert parse(Source("made.rules", f'edition "Game" of made.\n\n{blocks}'))[1] == []
