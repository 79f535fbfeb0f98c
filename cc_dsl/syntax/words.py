"""The reserved words of the language, read from the grammar and tested on the parser's own lexer."""

from __future__ import annotations

import os
import re
from functools import cache

from lark.lexer import PatternStr

from cc_dsl import resources
from cc_dsl.syntax.lalr import parser

TERMINAL = re.compile(r"^_?[A-Z][A-Z_]*(?:\.\d+)?:[ \t]*(?:/(.*)/|\"(.*)\")[ \t]*$", re.MULTILINE)
LITERAL = re.compile(r'"([a-z]+)"')
PLAIN = re.compile(r"[a-z ()|?]+")
"""All that the pattern of a word or phrase consists of, once its spaces are plain."""


@cache
def reserved_words() -> tuple[str, ...]:
    """Return the words that can never be a name, wherever they stand, in the order of the alphabet."""
    return tuple(word for word in sorted(_said()) if " " not in word and word not in _free_words())


@cache
def phrases_of() -> dict[str, tuple[str, ...]]:
    """Return for each terminal of the grammar that stands for certain words what it may be, such as `, if`."""
    found: dict[str, tuple[str, ...]] = {}
    for one in parser().terminals:
        pattern = re.escape(one.pattern.value) if isinstance(one.pattern, PatternStr) else one.pattern.value
        begins = ", " if pattern.startswith(",") else ""
        plain = _plain(pattern)
        if PLAIN.fullmatch(plain):
            found[one.name] = tuple(f"{begins}{' '.join(words.split())}" for words in dict.fromkeys(_spelt(plain)))
        elif isinstance(one.pattern, PatternStr) and not one.name.startswith("__IGNORE"):
            found[one.name] = (one.pattern.value,)
    return found


def _plain(pattern: str) -> str:
    """Return the pattern of a word or phrase with plain spaces and without what only must not follow."""
    for sign, plain in ((r"(?![\w-])", ""), (r",\s*", ""), (r"\s+", " "), ("(?=", "(")):
        pattern = pattern.replace(sign, plain)
    return pattern


def _said() -> set[str]:
    """Return every word and phrase that the grammar spells out."""
    with open(os.path.join(resources.grammar_root(), "rules.lark"), encoding="utf-8") as file:
        grammar = "\n".join(line for line in file.read().split("\n") if not line.startswith("//"))
    found = set(LITERAL.findall(grammar))
    for regex, literal in TERMINAL.findall(grammar):
        pattern = _plain(regex or literal)
        if PLAIN.fullmatch(pattern):
            found |= {" ".join(words.split()) for words in _spelt(pattern)}
    return found


def _spelt(pattern: str) -> list[str]:
    """Spell out a pattern of letters, groups, alternatives and parts that may be wanting."""
    found, rest = _choice(pattern)
    assert not rest
    return found


def _choice(pattern: str) -> tuple[list[str], str]:
    found, rest = _row(pattern)
    while rest.startswith("|"):
        more, rest = _row(rest[1:])
        found += more
    return found, rest


def _row(pattern: str) -> tuple[list[str], str]:
    found = [""]
    while pattern and pattern[0] not in "|)":
        if pattern[0] == "(":
            parts, pattern = _choice(pattern[1:])
            pattern = pattern[1:]
        else:
            parts, pattern = [pattern[0]], pattern[1:]
        if pattern.startswith("?"):
            parts, pattern = ["", *parts], pattern[1:]
        found = [begun + part for begun in found for part in parts]
    return found, pattern


@cache
def _free_words() -> frozenset[str]:
    """Return the words of the grammar that can be names: each is read at the beginning of a line of its own."""
    words = sorted({word for phrase in _said() for word in phrase.split()})
    first: dict[int, str] = {}
    # To read them all at once is to make the lexer once, which takes long.
    for token in parser().lex("\n".join(f"{word} x" for word in words)):
        first.setdefault(token.line or 0, token.type)
    return frozenset(word for line, word in enumerate(words, 1) if first.get(line) == "NAME")
