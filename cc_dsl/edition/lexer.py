"""A Pygments lexer for the rules language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Name, Number, Punctuation, String, Text, _TokenType

from cc_dsl.syntax import colours

KINDS: dict[str, _TokenType] = {
    "space": Text.Whitespace,
    "comment": Comment.Single,
    "string": String.Double,
    "section": Name.Label,
    "name": Name,
    "number": Number.Integer,
    "sign": Punctuation,
    "article": Keyword.Pseudo,
    "opener": Keyword.Declaration,
    "word": Keyword,
    "rest": Text,
}


def tokens_of(text: str) -> Iterator[tuple[int, _TokenType, str]]:
    """Yield the tokens of a text in the rules language; every character belongs to one."""
    return ((position, KINDS[kind], part) for position, kind, part in colours.tokens_of(text))


class RulesLexer(Lexer):  # type: ignore[misc]  # Pygments carries no types
    """The lexer of the rules language: its own words, the names of the game, citations, quoted words, comments."""

    name = "Rules"
    aliases: ClassVar[list[str]] = ["rules"]
    filenames: ClassVar[list[str]] = ["*.rules"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, object, str]]:
        """Yield the tokens with their offsets, in the form of Pygments."""
        return tokens_of(text)
