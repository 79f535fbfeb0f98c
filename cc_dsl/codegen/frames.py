"""What is known where source is written: the texts of slots, groups and functions, and what play has surely settled.

A status is true, false, or absent, which means that it must be tested in play.  Where paths of play meet, only the
facts on which they agree remain.

    he chooses a card in his hand as the card.      {0: Slot("p1", ...), 2: Slot("card_3", ..., places={hand of p1})}
    the leader is settled.                          {"settled leader": True}: read it, and do not ask whether it is
"""

from __future__ import annotations

from typing import NamedTuple

from cc_dsl.codegen.flat import Flat
from cc_dsl.core.program import Statements, inside
from cc_dsl.rules import model

LONGEST_INLINE = 200
"""Definitions with longer texts become functions."""


def cited(origin: model.Origin) -> str:
    """Return the clauses and the words of a statement, for a comment."""
    clauses = " ".join(origin.clauses) or "editor"
    words = " ".join("".join(sign if sign.isprintable() else " " for sign in origin.sentence).split())
    return f"# {clauses}: {words if len(words) <= 90 else words[:87] + '...'}"


class GroupText(NamedTuple):
    """A group as source: its sort and pieces in one integer, and how it ranks."""

    code: str
    standing: str
    may_be_none: bool
    sort: int | None = None
    pieces: str = ""
    members: tuple[str, ...] = ()
    """The variables of its pieces, where they are known one by one."""


class Slot(NamedTuple):
    """The source text for a slot of a body or definition."""

    text: str
    may_be_none: bool
    group: GroupText | None = None
    places: frozenset[tuple[int, str]] | None = None
    """The places where the piece may lie, with the text of their owner (`any` if unknown); None means anywhere."""
    bit: str = ""
    """The set of only this piece, if it is stored beside its number; empty if the piece is none."""


Frame = dict[int, Slot]


class DefinedFunction(NamedTuple):
    """A definition that became a function of its own."""

    name: str
    arguments: tuple[str, ...]
    reads: frozenset[str]
    lines: tuple[str, ...]


def group_slot(group: GroupText) -> Slot:
    """Return a slot that holds a group."""
    return Slot(group.code, group.may_be_none, group)


def sort_text(flat: Flat, group: GroupText) -> str:
    """Return the sort of a group; of none, none, which is -1."""
    if group.sort is not None:
        return str(group.sort)
    return f"({group.code} >> {flat.pieces})"


def pieces_text(flat: Flat, group: GroupText) -> str:
    """Return the set of the pieces of a group."""
    if group.pieces:
        return group.pieces
    text = f"({group.code} & {flat.all_pieces})"
    return f"({text} if {group.code} >= 0 else 0)" if group.may_be_none else text


def standing_text(group: GroupText) -> str:
    """Return the rank of a group; for a chosen group it is stored if something needs it."""
    if not group.standing:
        raise AssertionError("nothing asks how a chosen group ranks")
    return group.standing


Status = dict[str, bool]


def known(group: str) -> str:
    """Return the key of a status: whether the best groups of a name are known."""
    return f"known {group}"


def found(definition: str) -> str:
    """Return the key of a status: whether the meaning of a definition is known that is computed once for a position."""
    return f"found {definition}"


def is_settled(definition: str) -> str:
    """Return the key of a status: whether a definition is settled."""
    return f"settled {definition}"


def agreed(one: Status, other: Status) -> Status:
    """Return the facts that hold after either of two paths."""
    return {key: value for key, value in one.items() if other.get(key) is value}


def in_loop(status: Status, acts: Statements) -> Status:
    """Return the facts at the beginning of every round of a loop: none about values that a round may change."""
    changed = {is_settled(name) for act in inside(acts) if isinstance(act, model.Settle) for name in act.names}
    lost = known(""), found("")
    return {key: value for key, value in status.items() if key not in changed and not key.startswith(lost)}
