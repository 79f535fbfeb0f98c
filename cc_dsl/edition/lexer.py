"""A Pygments lexer for the rules language; it reads the words of the language from the grammar."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Name, Number, Punctuation, String, Text, _TokenType

from cc_dsl import resources

ARTICLES = frozenset({"a", "an", "the"})
OPENERS = frozenset({"edition", "use", "editor", "reading", "gap", "option", "example", "question"})

OPEN_TERMINALS = frozenset({"SECTION", "NAME", "INT", "STRING", "COMMENT", "_NL"})
"""Terminals that stand for many words; all others are words of the language."""

TERMINAL = re.compile(r"^(_?[A-Z][A-Z_]*)(?:\.(\d+))?:\s*(?:/(.*)/|\"(.*)\")\s*$", re.MULTILINE)
LITERAL = re.compile(r'"([a-z]+)"')
BEFORE = r"(?<![\w-])"
PIECE = re.compile(r"(\s+|[^\w\s-]+)")


@cache
def patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the patterns to look for, the most specific first, each with its sort of token."""
    path = os.path.join(resources.grammar_root(), "rules.lark")
    with open(path, encoding="utf-8") as file:
        grammar = file.read()
    listed = sorted(TERMINAL.findall(grammar), key=lambda found: -int(found[1] or 0))
    terminals = {name: regex or re.escape(literal) for name, _, regex, literal in listed}
    rules = "\n".join(line for line in grammar.split("\n") if not line.startswith("//") and not TERMINAL.match(line))
    literals = "|".join(sorted(set(LITERAL.findall(rules)), key=lambda word: (-len(word), word)))
    words = [regex for name, regex in terminals.items() if name not in OPEN_TERMINALS]
    found = [
        (r"\s+", "space"),
        (terminals["COMMENT"], "comment"),
        (terminals["STRING"], "string"),
        (terminals["SECTION"], "section"),
        *((rf"{'' if regex.startswith((',', chr(92))) else BEFORE}(?:{regex})(?![\w-])", "words") for regex in words),
        (rf"{BEFORE}(?:{literals})(?![\w-])", "words"),
        (terminals["NAME"], "name"),
        (terminals["INT"], "number"),
        (r"'s(?![\w-])|.", "sign"),
    ]
    return tuple((re.compile(pattern), kind) for pattern, kind in found)


KINDS: dict[str, _TokenType] = {
    "space": Text.Whitespace,
    "comment": Comment.Single,
    "string": String.Double,
    "section": Name.Label,
    "name": Name,
    "number": Number.Integer,
    "sign": Punctuation,
}


def tokens_of(text: str) -> Iterator[tuple[int, _TokenType, str]]:
    """Yield the tokens of a text in the rules language; every character is in one, whatever the text is."""
    position = 0
    listed = patterns()
    while position < len(text):
        tried = ((pattern.match(text, position), kind) for pattern, kind in listed)
        match, kind = next(((found, kind) for found, kind in tried if found and found.group()), (None, "rest"))
        if match is None:
            yield position, Text, text[position]
            position += 1
            continue
        if kind == "words":
            yield from _words(position, match.group())
        else:
            yield position, KINDS[kind], match.group()
        position = match.end()


def _words(position: int, text: str) -> Iterator[tuple[int, _TokenType, str]]:
    """Yield the words of the language that were found together, and the signs and spaces between them."""
    for piece in PIECE.split(text):
        if piece.isspace():
            yield position, Text.Whitespace, piece
        elif piece in ARTICLES:
            yield position, Keyword.Pseudo, piece
        elif piece in OPENERS:
            yield position, Keyword.Declaration, piece
        elif piece:
            yield position, Keyword if piece[0].isalpha() else Punctuation, piece
        position += len(piece)


class RulesLexer(Lexer):  # type: ignore[misc]  # Pygments carries no types
    """Colours the rules language: its own words, the names of the game, citations, quoted words, comments."""

    name = "Rules"
    aliases: ClassVar[list[str]] = ["rules"]
    filenames: ClassVar[list[str]] = ["*.rules"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Return the tokens with their places, as Pygments asks for them."""
        return tokens_of(text)
