"""The lexer of the rules language colours every word as the grammar reads it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygments.token import Keyword, Name, Text

from cc_dsl.edition.lexer import RulesLexer, tokens_of
from cc_dsl.syntax.lalr import parser
from tests.edition.conftest import ROOT

FILES = sorted((ROOT / "corpus").rglob("*.rules"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_names_are_what_the_parser_takes_for_names(path: Path) -> None:
    """Lexer and parser agree, token by token, on which words are the language's and which the game's."""
    text = path.read_text("utf-8")
    found = {position: (kind, words) for position, kind, words in tokens_of(text)}
    different = []
    for token in parser().lex(text):
        if token.type not in ("_NL", "_INDENT", "_DEDENT"):
            kind, words = found.get(token.start_pos or 0, (Text, ""))
            if (kind is Name) != (token.type == "NAME") or (kind is Name and words != token):
                different.append((token.line, str(token), str(kind), words))
    assert different == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_nothing_is_lost(path: Path) -> None:
    """Every character of a file is in one token."""
    text = path.read_text("utf-8")
    assert "".join(words for _, _, words in tokens_of(text)) == text


@pytest.mark.parametrize("text", ["", "\n", "§§ \x00 “", '"open', "a\tb", "| of a Thing | x |\n", "# only\n"])
def test_what_is_no_rule_is_coloured_too(text: str) -> None:
    """A fence in the pages may hold anything."""
    assert "".join(words for _, words in RulesLexer(stripnl=False, ensurenl=False).get_tokens(text)) == text


def test_words_found_together_are_told_apart() -> None:
    """In “, by default” the comma is a sign, and each word a word of the language."""
    kinds = [(words, kind) for _, kind, words in tokens_of("x, by default") if words.strip()]
    assert kinds[0] == ("x", Name)
    assert kinds[2:] == [("by", Keyword), ("default", Keyword)]
