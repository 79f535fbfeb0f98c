"""The words that the language keeps for itself are those that the parser keeps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cc_dsl.source.files import Source
from cc_dsl.syntax.parser import parse
from cc_dsl.syntax.words import first_words, language, readable, reserved_words

ROOT = Path(__file__).parents[2]


def can_be_name(word: str) -> bool:
    """Return whether a file may introduce the word as a name."""
    text = f'edition "x" of x.\n§I.1 "x"\n  each player has a {word}, a place for cards.\n'
    return parse(Source("x.rules", text))[0] is not None


@pytest.mark.parametrize("word", reserved_words())
def test_reserved_word_is_no_name(word: str) -> None:
    assert not can_be_name(word)


def test_words_of_the_grammar_that_are_not_listed_are_names() -> None:
    grammar = (ROOT / "grammar" / "rules.lark").read_text("utf-8")
    others = set(re.findall(r"\b[a-z]{2,}\b", grammar)) - set(reserved_words())
    assert others
    assert [word for word in sorted(others) if not can_be_name(word)] == []


def test_messages_know_every_reserved_word() -> None:
    """The words that messages offer are read from the grammar as well."""
    assert set(reserved_words()) <= language()
    assert first_words("_ONLY_IF") == ["only"]
    assert (readable("_SEE"), readable("_WIN"), readable("_AT_MOST")) == ("“sees”", "“wins”", "“, at most”")


def test_hyphen_makes_a_name_of_any_word() -> None:
    """A reserved word inside a name of several parts is no obstacle."""
    assert all(can_be_name(f"{word}-x") and can_be_name(f"x-{word}") for word in reserved_words())


def test_reference_lists_the_reserved_words() -> None:
    text = (ROOT / "docs" / "language" / "reference.md").read_text("utf-8")
    listed = text.partition("## Reserved words")[2].partition("\n## ")[0]
    said = re.findall(r"`([a-z]+)`", listed)
    assert tuple(word for word in said if word in reserved_words()) == reserved_words()
