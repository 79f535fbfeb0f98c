"""The frame of a body or definition in source: texts of its slots, known facts about them, and comments."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.rules import model

if TYPE_CHECKING:
    from cc_dsl.compiler.emitter import Emitter

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


def sort_text(make: Emitter, group: GroupText) -> str:
    """Return the sort of a group; of none, none, which is -1."""
    if group.sort is not None:
        return str(group.sort)
    return f"({group.code} >> {make.flat.pieces})"


def pieces_text(make: Emitter, group: GroupText) -> str:
    """Return the set of the pieces of a group."""
    if group.pieces:
        return group.pieces
    text = f"({group.code} & {make.flat.all_pieces})"
    return f"({text} if {group.code} >= 0 else 0)" if group.may_be_none else text


def standing_text(group: GroupText) -> str:
    """Return the rank of a group; for a chosen group it is stored if something needs it."""
    if not group.standing:
        raise AssertionError("nothing asks how a chosen group ranks")
    return group.standing
