r"""The words of the language, read from the terminals of the parser: reserved words, and names of terminals.

From `_AT_MOST.4: /,\s*at\s+most(?![\w-])/` come the phrase `, at most` and the words `at` and `most`; a message says
“, at most” where the parser would have accepted this terminal.
"""

from __future__ import annotations

import re
from functools import cache

from lark.lexer import PatternStr

from cc_dsl.resources import grammar_data
from cc_dsl.syntax.lalr import parser

PLAIN = re.compile(r"[a-z ()|?]+")
"""The form of the simplified pattern of a word or phrase: letters, with optional parts and alternatives."""


@cache
def terminal_phrases() -> dict[str, tuple[str, ...]]:
    """Return the possible words of each terminal of the grammar that has fixed words, such as `, if`."""
    phrases: dict[str, tuple[str, ...]] = {}
    for terminal in parser().terminals:
        pattern = terminal.pattern.value
        pattern = re.escape(pattern) if isinstance(terminal.pattern, PatternStr) else pattern
        prefix = ", " if pattern.startswith(",") else ""
        # Simplify the pattern: drop the test for the end of a word, and the comma, which returns as the prefix; a run
        # of spaces is one; read a lookahead as words of the phrase.
        plain = pattern
        for sign, other in ((r"(?![\w-])", ""), (r",\s*", ""), (r"\s+", " "), ("(?=", "(")):
            plain = plain.replace(sign, other)
        if PLAIN.fullmatch(plain):
            phrases[terminal.name] = tuple(
                f"{prefix}{' '.join(words.split())}" for words in dict.fromkeys(_spellings(plain))
            )
        elif isinstance(terminal.pattern, PatternStr) and not terminal.name.startswith("__IGNORE"):
            # A sign, such as the full stop; terminals named __IGNORE are white space and comments.
            phrases[terminal.name] = (terminal.pattern.value,)
    return phrases


def _spellings(pattern: str) -> list[str]:
    """Return all spellings of a pattern of letters, groups, alternatives and optional parts."""
    part = re.search(r"\(([^()]*)\)(\??)|(\w)\?", pattern)  # a group that contains no group, or an optional letter
    if part is None:
        return pattern.split("|")
    options = [*([""] if part[0].endswith("?") else []), *(part[3] or part[1]).split("|")]
    before, after = pattern[: part.start()], pattern[part.end() :]
    return [spelling for option in options for spelling in _spellings(f"{before}{option}{after}")]


@cache
def reserved_words() -> tuple[str, ...]:
    """Return the words that can never be a name, in alphabetical order."""
    words = sorted(language_words())
    first: dict[int, str] = {}
    # Lex all words at once: creating a lexer is slow.
    for token in parser().lex("\n".join(f"{word} x" for word in words)):
        first.setdefault(token.line or 0, token.type)
    alone = {phrase for phrases in terminal_phrases().values() for phrase in phrases}
    return tuple(word for line, word in enumerate(words, 1) if word in alone and first.get(line) != "NAME")


@cache
def language_words() -> frozenset[str]:
    """Return all words of the language."""
    phrases = (phrase for phrases in terminal_phrases().values() for phrase in phrases)
    return frozenset(word for phrase in phrases for word in phrase.removeprefix(", ").split() if word.isalpha())


def first_words(name: str) -> list[str]:
    """Return the words with which a terminal of the grammar may begin."""
    return [phrase.removeprefix(", ").partition(" ")[0] for phrase in terminal_phrases().get(name, ())]


def expectations(names: set[str]) -> list[str]:
    """Return the tokens that the parser would have accepted, in words, without those that only continue a term."""
    phrases, table = [], grammar_data("mistakes")["expected"]
    # Tokens that are seldom intended, such as “only if”, are named only if no other token is possible.
    seldom = {*table["seldom"], *(table["among-deeds"] if "_ONLY_IF" in names else ())}
    names = names.difference(seldom) or names
    # If every `sign` of a group is expected, as “settle” and “until” are, its words (“an act”) replace all its tokens.
    for group in table["group"]:
        if names.issuperset(group["sign"]):
            names = names.difference(group["all"])
            phrases += [group["words"]] if group["words"] else []
    # Where a term may end, as before a full stop, tokens that would only continue the term, such as “of”, are left out.
    if phrases or not names.isdisjoint(table["ends-a-thing"]):
        others = names.difference(table["goes-on"])
        names = others if phrases or others else names
    return sorted({*phrases, *(readable(name) for name in names)})


def readable(name: str) -> str:
    """Return a terminal of the grammar in the words of the language; a verb in the singular."""
    first, *others = terminal_phrases().get(name, (name,))
    return (
        grammar_data("mistakes")["readable"].get(name)
        or f"“{others[0] if others in ([f'{first}s'], [f'{first}es']) else first}”"
    )
