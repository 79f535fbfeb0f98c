r"""The words of the language, read from the terminals of the parser: reserved words, and what messages call a terminal.

From `_AT_MOST.4: /,\s*at\s+most(?![\w-])/` come the phrase `, at most` and the words `at` and `most`; a message says
“, at most” where the parser would have accepted this terminal.
"""

from __future__ import annotations

import re
from functools import cache

from lark.lexer import PatternStr

from cc_dsl.syntax.lalr import parser

PLAIN = re.compile(r"[a-z ()|?]+")
"""All that the pattern of a word or phrase consists of, once its spaces are plain."""
READABLE = {
    "NAME": "a name",
    "INT": "a number in figures",
    "STRING": "words in quotation marks",
    "DOT": "a full stop",
    "COLON": "a colon",
    "SEMICOLON": "a semicolon",
    "COMMA": "a comma",
    "LPAR": "a bracket",
    "RPAR": "a closing bracket",
    "VBAR": "a bar |",
    "SECTION": "the number of a clause, such as §II.3",
    "SIGN": "“plus” or “minus”",
    "JOIN": "“together with” or “except”",
    "GROW": "“grows” or “falls”",
    "DOUBT": "“reading”, “gap” or “option”",
    "_GO": "“goes to”",
    "_RANK": "“rank by”",
    "_BAR_OF": "“| of”",
    "SITE": "“region”, “arch” or “peg”",
    "WAY": "“inward” or “outward”",
    "_BEGINNING": "“from one to the next, beginning”",
    "_STAND": "“stand”",
    "_STAND_IN_A_RING": "“stand in a ring,”",
    "_THE_GROUND_IS": "“the ground is”",
    "_FORM_A_BOARD": "“form a board,”",
    **{"_AND_REL": "“and that” or “and whose”", "_OR_REL": "“or that” or “or whose”"},
    "_STEPS": "“steps”",
    "TOP": "“top” or “bottom”",
    "_NL": "the end of the line",
    "_INDENT": "a line that stands further in",
    "_DEDENT": "a line that stands further out",
    "$END": "the end of the file",
}
"""What is said of terminals that stand for no words, or for several."""

THE = ("_THE", "_THE_DISTANCE_FROM", "_THE_DIRECTION_FROM", "_THE_REMAINDER_OF")
THING = frozenset({"NAME", "PRONOUN", "HIS", "LPAR", "NONE", "INT", *THE})
CONDITION = THING | {"EVERY", "SOME", "NO", "THERE", "NOT"}
ACT = THING | {"THEN", "SETTLE", "IF", "UNTIL", "EACH", "CHANCE", "NOTHING", "AS", "SURELY", "_THE_GAME_IS_DRAWN"}
SENTENCE = THING | {
    "_THIS_GAME", "_THIS_CLAUSE", "_A", "THERE", "EACH", "ALL", "EQUAL", "_BAR_OF", "WHEN", "BEFORE", "AFTER",
    "INSTEAD", "DOUBT", "EXAMPLE", "QUESTION", "SURELY", "SECTION", "EDITOR", "$END",
}  # fmt: skip
SELDOM = frozenset({"WAY", "_ONLY_IF", "_ANOTHER", "CROSSWISE"})
"""The terminals that can follow only in games with a ground, and are not named where others can follow."""
GROUPS: tuple[tuple[str, frozenset[str], frozenset[str]], ...] = (
    ("a sentence", frozenset({"INSTEAD", "EXAMPLE"}), SENTENCE),
    ("an act", frozenset({"SETTLE", "UNTIL"}), ACT),
    ("a condition", frozenset({"EVERY", "NOT"}), CONDITION),
    ("a thing", frozenset({"NAME", "HIS"}), THING),
    ("a name", frozenset({"NAME", "SUPER"}), frozenset({"NAME", "SUPER", "NUMBER", "OTHER", "FIGURE", "ORDER"})),
    ("", frozenset({"AND", "OR"}), frozenset({"AND", "OR"})),
    ("", frozenset({"_DEDENT", "NAME"}), frozenset({"_DEDENT"})),
    ("a full stop", frozenset({"DOT", "SECTION"}), frozenset({"DOT", "SECTION"})),
)
"""The words for several terminals at once: the words, the terminals that are the sign of it, all that it is."""
GOES_ON = frozenset(
    {"THAT", "WHOSE", "JOIN", "__ANON_0", "OF", "IN", "AFTER", "BEFORE", "TIMES", "SIGN", "OTHERWISE", "IF"}
    | {"SEMICOLON", "WITH", "INT", "_TO_THE_NUMBER_OF", "_WEIGHTED_BY", "_AND_REL", "_OR_REL", "_DIVIDED_BY", "_STEPS"}
)
"""The states in which only a thing may follow, where the sentence may also end."""
ENDS_A_THING = frozenset({"DOT", "COLON", "COMMA", "AS", "RPAR", "_IS", "_HAS", "_GO", "_IF", "_AT_MOST", "_BECOME"})


@cache
def phrases_of() -> dict[str, tuple[str, ...]]:
    """Return for each terminal of the grammar that stands for certain words what it may be, such as `, if`."""
    found: dict[str, tuple[str, ...]] = {}
    for one in parser().terminals:
        pattern = re.escape(one.pattern.value) if isinstance(one.pattern, PatternStr) else one.pattern.value
        begins = ", " if pattern.startswith(",") else ""
        plain = pattern
        for sign, other in ((r"(?![\w-])", ""), (r",\s*", ""), (r"\s+", " "), ("(?=", "(")):
            plain = plain.replace(sign, other)
        if PLAIN.fullmatch(plain):
            found[one.name] = tuple(f"{begins}{' '.join(words.split())}" for words in dict.fromkeys(_spelt(plain)))
        elif isinstance(one.pattern, PatternStr) and not one.name.startswith("__IGNORE"):
            found[one.name] = (one.pattern.value,)
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
def reserved_words() -> tuple[str, ...]:
    """Return the words that can never be a name, wherever they stand, in the order of the alphabet."""
    words = sorted(language())
    first: dict[int, str] = {}
    # To read them all at once is to make the lexer once, which takes long.
    for token in parser().lex("\n".join(f"{word} x" for word in words)):
        first.setdefault(token.line or 0, token.type)
    alone = {phrase for phrases in phrases_of().values() for phrase in phrases}
    return tuple(word for line, word in enumerate(words, 1) if word in alone and first.get(line) != "NAME")


@cache
def language() -> frozenset[str]:
    """Return all words of the language."""
    phrases = (phrase for phrases in phrases_of().values() for phrase in phrases)
    return frozenset(word for phrase in phrases for word in phrase.removeprefix(", ").split() if word.isalpha())


def first_words(name: str) -> list[str]:
    """Return the words with which a terminal of the grammar may begin."""
    return [phrase.removeprefix(", ").partition(" ")[0] for phrase in phrases_of().get(name, ())]


def expectations(names: set[str]) -> list[str]:
    """Return in a few words what the parser would have accepted, without the tokens that only continue a term."""
    said = []
    names -= SELDOM if names - SELDOM else frozenset()
    for words, sign, members in GROUPS:
        if sign <= names:
            names -= members
            said += [words] if words else []
    goes_on = names & (GOES_ON if said or names & ENDS_A_THING else frozenset())
    if said or names - goes_on:
        names -= goes_on
    return sorted({*said, *(readable(name) for name in names)})


def either(words: list[str]) -> str:
    """Join words by commas and “or”."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def readable(name: str) -> str:
    """Return what a terminal of the grammar is, in the words of the language; of a verb as one thing does it."""
    first, *others = phrases_of().get(name, (name,))
    return READABLE.get(name) or f"“{others[0] if others in ([f'{first}s'], [f'{first}es']) else first}”"
