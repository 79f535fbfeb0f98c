"""Names of players, pieces and values for listeners: “you”, the drawn sign of a card, words for names.

Records, traces and JSON documents do not use it: there a player is “player 1” and a piece has its code.

    player 2 chooses QH, the card-played        for player 2, as cards are drawn: you choose Q♥, the card played
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from cc_dsl.diagnostics.problem import join_words as join_words
from cc_dsl.rules.kinds import PLURALS, a_name, plural, spelt

YOU = "you"
_SLUG = re.compile(r"(?<![\w.])[A-Za-z]\w*(?:-\w+)+")
_NAME = re.compile(
    rf"({_SLUG.pattern}"
    r"|(?:(?<=\bthe )|(?<=\bhis )|(?<=\bits )|(?<='s )|(?<=\bis )|(?<=\bare )|(?<=\bnot ))[a-z]\w*(?![\w-])"
    r"(?= (?:is|are|has|have|and|or|plus|minus|in|of|by)\b|[,.:;)]|$))( (?:is|has)\b)?"
)
"""A name in a condition, with a verb after it: a hyphenated one, or one word after “the”, an owner or “is”."""
_DEED = re.compile(r"((?:when|after|before) an? [\w-]+) ([a-z]+)(?![\w-])")
"""The deed of an occasion, behind the thing that does it."""
_THING = re.compile(r"\ban? ([a-z]+)(?![\w-])")
_BEHIND = re.compile(
    r" (?:of|in|on|at|to|for|from|by|with(?:out|in)?|among|after|before|left|won|taken|lost|held|drawn|laid|\w+ed)\b"
)
"""The words that may follow a name as part of it, as in “squares left to move”."""


class ListenerNames(NamedTuple):
    """The names that one listener uses."""

    players: tuple[str, ...]
    pieces: tuple[str, ...]
    """The sign of each piece."""
    names: Mapping[str, str]
    """Words for names of the rules that are not their own spelling with spaces."""

    def without_hyphens(self, text: str) -> str:
        """Return words of the rules with spaces for the hyphens of names."""
        return _SLUG.sub(lambda slug: self.names.get(slug[0]) or spelt(slug[0]), text) if "-" in text else text

    def name(self, name: str) -> str:
        """Return a name of the rules as words."""
        return self.names.get(name) or self.without_hyphens(name)

    def in_condition(self, text: str) -> str:
        """Return a condition of the rules with the listener's words for its names, also for those of one word.

        A thing with an article and the deed of an occasion are names, too: “when a ball earns”, “if it is a wayfarer”.
        """
        if deed := _DEED.match(text):
            text = f"{deed[1]} {self.names.get(deed[2], deed[2])}{text[deed.end() :]}"
        text = _THING.sub(lambda match: a_name(self.names[match[1]]) if match[1] in self.names else match[0], text)
        return _NAME.sub(self._words_and_verb, text)

    def _words_and_verb(self, match: re.Match[str]) -> str:
        """Return the words for a matched name, with the verb after it in the plural if the words are a plural."""
        name, verb = match[1], match[2] or ""
        words = self.names.get(name) or (spelt(name) if "-" in name else name)
        if words.startswith(("the ", "a ", "an ")) and "-" not in name:
            words = name
        return words + {" is": " are", " has": " have"}.get(verb, "") if verb and is_plural(words) else words + verb


def head_of(name: str) -> str:
    """Return a name without the words behind it, such as “squares” of “squares left to move”."""
    return _BEHIND.split(name, maxsplit=1)[0]


def is_plural(name: str) -> bool:
    """Return whether a name is a plural, which other words may follow."""
    last = head_of(name).rpartition(" ")[2]
    return last in PLURALS.values() or (last.endswith("s") and not last.endswith(("ss", "us", "'s")))


def in_capitals(text: str) -> str:
    """Return words in capitals with single spaces between them."""
    return " ".join(text.replace("-", " ").upper().split())


def count_alike(names: Iterable[str]) -> list[str]:
    """Return names of pieces, with consecutive equal names counted: “3 Black men”."""
    runs = ((name, len([*same])) for name, same in groupby(names))
    return [name if number == 1 else f"{number} {plural(name)}" for name, number in runs]


def possessive(name: str) -> str:
    """Return the possessive of a name."""
    return "your" if name == YOU else f"{name}'" if name.endswith("s") else f"{name}'s"


def verb_form(name: str, yours: str, others: str) -> str:
    """Return the form of a verb for “you”, or the form for anybody else."""
    return yours if name == YOU else others


def in_figures(number: int) -> str:
    """Return a number as a table shows it, with a minus sign if it is negative."""
    return f"−{-number}" if number < 0 else str(number)


def player_names(seats: int, humans: Sequence[int]) -> tuple[str, ...]:
    """Return the names of the players for the person at the terminal: you, your opponent, or a number."""
    if len(humans) != 1:
        return tuple(f"player {place + 1}" for place in range(seats))
    other = "your opponent" if seats == 2 else ""
    return tuple(YOU if place in humans else other or f"player {place + 1}" for place in range(seats))
