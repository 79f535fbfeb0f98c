"""The tokens of a text in the rules language, for syntax colouring; the words of the language come from the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from lark.lexer import PatternRE

from cc_dsl.syntax.lalr import parser

ARTICLES = frozenset({"a", "an", "the"})
OPENERS = frozenset({"edition", "use", "editor", "reading", "gap", "option", "example", "question"})

OPEN_TERMINALS = frozenset({"SECTION", "NAME", "INT", "STRING", "COMMENT", "_NL", "__IGNORE_0"})
"""Terminals with many possible words; all others are words of the language."""

BEFORE = r"(?<![\w-])"
PIECE = re.compile(r"(\s+|[^\w\s-]+)")


@cache
def patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the patterns of tokens, most specific first, each with its kind of token."""
    terminals = {
        terminal.name: terminal for terminal in sorted(parser().terminals, key=lambda terminal: -terminal.priority)
    }
    regexes = {
        name: terminal.pattern.to_regexp()
        for name, terminal in terminals.items()
        if isinstance(terminal.pattern, PatternRE)
    }
    literals = sorted(terminal.pattern.value for terminal in terminals.values() if terminal.pattern.value.isalpha())
    words = [regex for name, regex in regexes.items() if name not in OPEN_TERMINALS]
    table = [
        (r"\s+", "space"),
        (regexes["COMMENT"], "comment"),
        (regexes["STRING"], "string"),
        (regexes["SECTION"], "section"),
        *((rf"{'' if regex.startswith((',', chr(92))) else BEFORE}(?:{regex})(?![\w-])", "words") for regex in words),
        (rf"{BEFORE}(?:{'|'.join(sorted(literals, key=len, reverse=True))})(?![\w-])", "words"),
        (regexes["NAME"], "name"),
        (regexes["INT"], "number"),
        (r"'s(?![\w-])|.", "sign"),
    ]
    return tuple((re.compile(pattern), kind) for pattern, kind in table)


@cache
def _combined_pattern() -> re.Pattern[str]:
    """Return all patterns as one, each a group named by its index."""
    return re.compile("|".join(f"(?P<at{place}>{pattern.pattern})" for place, (pattern, _) in enumerate(patterns())))


def tokens_of(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the tokens of a text in the rules language with their kinds; every character belongs to one."""
    kinds = {f"at{place}": kind for place, (_, kind) in enumerate(patterns())}
    position = 0
    while position < len(text):
        match = _combined_pattern().match(text, position)
        if match is None:
            yield position, "rest", text[position]
            position += 1
            continue
        kind = kinds[match.lastgroup or ""]
        if kind == "words":
            yield from _tokens_of_phrase(position, match.group())
        else:
            yield position, kind, match.group()
        position = match.end()


def _tokens_of_phrase(position: int, text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the words of a phrase of the language, and the signs and spaces between them."""
    for piece in PIECE.split(text):
        if piece.isspace():
            yield position, "space", piece
        elif piece in ARTICLES:
            yield position, "article", piece
        elif piece in OPENERS:
            yield position, "opener", piece
        elif piece:
            yield position, "word" if piece[0].isalpha() else "sign", piece
        position += len(piece)
