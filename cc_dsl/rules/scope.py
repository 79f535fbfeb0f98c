"""The scope of a phrase: the names and pronouns that it can use, and the refusals of all others.

In `each player in turn: he wins if his hand is empty.` “he” is the player in turn; “it” would be refused there.
"""

from __future__ import annotations

from typing import NamedTuple

from cc_dsl.rules.kinds import PLAYER, Kind, kind_in_words
from cc_dsl.rules.model import Slot, Thing
from cc_dsl.rules.symbols import Item
from cc_dsl.syntax.nodes import Word

PLAYER_WORDS = ("he", "him", "his")
PRONOUNS = ("he", "him", "it", "they", "them")


class Typed(NamedTuple):
    """A resolved thing and its kind."""

    term: Thing
    kind: Kind


def in_slot(number: int, kind: Kind) -> Typed:
    """Return the content of a slot, with its kind."""
    return Typed(Slot(number, kind), kind)


class Frame:
    """The counter of the slots of one body."""

    def __init__(self) -> None:
        """Start with no slots."""
        self.size = 0

    def slot(self) -> int:
        """Return the number of a new slot."""
        self.size += 1
        return self.size - 1


class Scope(NamedTuple):
    """The scope of a phrase: the statement, the pronouns, the things named so far."""

    item: Item
    frame: Frame
    he: Typed | None = None
    it: Typed | None = None
    sort: str = ""
    """The sort of groups that the statement defines, if it defines one."""
    locals: dict[str, Typed] = {}  # noqa: RUF012 - never changed; each act makes a new one
    outside: Typed | None = None
    """The meaning of `it` outside a condition about every, some or no such thing."""

    def with_he(self, he: Typed) -> Scope:
        """Return the scope with another player."""
        return self._replace(he=he)

    def with_it(self, it: Typed) -> Scope:
        """Return the scope with another thing as “it”, or as “he” if it is a player."""
        return self._replace(he=it) if it.kind == PLAYER else self._replace(it=it, outside=None)

    def with_each(self, it: Typed) -> Scope:
        """Return the scope of a condition about every, some or no thing of a kind."""
        return self.with_it(it)._replace(outside=None if it.kind == PLAYER else self.it)

    def with_name(self, name: str, thing: Typed) -> Scope:
        """Return the scope with one more named thing."""
        return self._replace(locals={**self.locals, name: thing})


def antecedent(word: Word, scope: Scope) -> Typed:
    """Return the player or the thing to which a pronoun refers."""
    typed = scope.he if word.text in PLAYER_WORDS else scope.it
    if typed is None:
        noun = "player" if word.text in PLAYER_WORDS else "thing"
        raise scope.item.refuse("pronoun.nothing", word, what=noun)
    if typed is scope.it and scope.outside is not None and scope.outside.kind == typed.kind:
        name = kind_in_words(typed.kind).partition(" ")[2]
        raise scope.item.refuse("pronoun.either", word, name=name)
    return typed
