"""The kinds of things in the language; every phrase has exactly one."""

from __future__ import annotations

import re

from cc_dsl.trees import Node

_BETWEEN_WORDS = re.compile(r"(?<!\bre)(?<!\bnon)-")
"""A hyphen that represents a space, unlike the one in “re-enter”."""


class Kind(Node):
    """A kind: its base, and the name that the rules file gives it."""

    base: str
    """`number`, `value`, `piece`, `player`, `group` or `sort`; with an s, a set of them; or `none`, or `pair`."""
    name: str = ""

    @property
    def is_set(self) -> bool:
        """Return whether the kind is a set of things."""
        return self.base in ("pieces", "players", "groups", "values")

    @property
    def many(self) -> Kind:
        """Return the kind of a set of such things."""
        return Kind(self.base + "s", self.name)

    @property
    def element_kind(self) -> Kind:
        """Return the kind of one thing of such a set."""
        return Kind(self.base.removesuffix("s"), self.name) if self.is_set else self


PLURALS = {
    **{"die": "dice", "foot": "feet", "goose": "geese", "tooth": "teeth", "mouse": "mice", "louse": "lice"},
    **{"child": "children", "ox": "oxen", "person": "people", "penny": "pence", "knife": "knives", "wife": "wives"},
    **{"life": "lives", "man": "men", "woman": "women"},
}
"""Irregular plurals: those of English, and those that rules files state."""

NUMBER = Kind("number", "number")
PLAYER = Kind("player", "player")
NONE = Kind("none", "none")
PAIR = Kind("pair", "pair")
"""The kind of the owner of a value that belongs to two things."""


def kind_in_words(kind: Kind) -> str:
    """Return a kind in words, for messages."""
    if kind.base == "number":
        return "a number"
    if kind.base == "none":
        return "nothing"
    if kind.is_set:
        return "players" if kind.base == "players" else f"a set of {plural(kind.name)}"
    return a_name(kind.name)


def plural_verb(verb: str) -> str:
    """Return the plural of a verb: `fit` of `fits`, `catch` of `catches`, `carry` of `carries`, `go` of `goes`."""
    verb, hyphen, rest = verb.partition("-")
    if len(verb) > len("ties") and verb.endswith("ies"):
        stem = verb.removesuffix("ies") + "y"
    else:
        stem = verb.removesuffix("es" if verb.endswith(("ches", "shes", "sses", "xes", "oes")) else "s")
    return stem + hyphen + rest


_SAID_WITH_A_CONSONANT = re.compile(r"(one|once)\b|eu|uni(?!m|n)", re.IGNORECASE)
"""The beginning of a name that is written with a vowel and said with a consonant: a One, a unit."""


def a_name(name: str) -> str:
    """Return a name with the indefinite article."""
    is_vowel = name[:1].lower() in "aeiou" and not _SAID_WITH_A_CONSONANT.match(name)
    return f"{'an' if is_vowel else 'a'} {name}"


def spelt(name: str) -> str:
    """Return a hyphenated name as words: `touch-his-flag` as “touch his flag”, `re-enter` unchanged."""
    return _BETWEEN_WORDS.sub(" ", name)


def plural(name: str) -> str:
    """Return the plural of a name; its last word decides, as in `first-man` and “Black man”."""
    last = re.split("[- ]", name)[-1]
    if name not in PLURALS and last in PLURALS:
        return name.removesuffix(last) + PLURALS[last]
    return PLURALS.get(name) or regular_plural(name)


def regular_plural(name: str) -> str:
    """Return the regular plural of a name, which is allowed even if English has another."""
    for ending, other in (("y", "ies"), ("f", "ves")):
        if name.endswith(ending) and len(name) > 2 and name[-2] not in "aeiou":
            return name[:-1] + other
    return name + ("es" if name.endswith(("s", "x", "ch", "sh")) else "s")
