"""Generate shared blocks of a body, for a game that stops at every question, to which several callers jump.

A body that asks somebody is no function, since play stops in it.  Its blocks are written once; its player, its piece
and its return address have slots in the vector, one of each, since no body calls itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.compiler.frames import Slot
from cc_dsl.core.cutting import is_done_to_pieces

if TYPE_CHECKING:
    from cc_dsl.compiler.shared import Sharing
    from cc_dsl.compiler.vector_emitter import VectorEmitter


class SharedBody(NamedTuple):
    """A body whose blocks are written once: the first of them, and places in the vector."""

    label: str
    subject: str
    thing: str
    back: str
    """Which block is next when the body is at its end."""


class Entries:
    """The bodies whose blocks are written when they are first gone to."""

    def __init__(self, sharing: Sharing) -> None:
        """Start with none."""
        self._sharing = sharing
        self._entries: dict[tuple[str, bool], SharedBody] = {}

    def go_to(self, make: VectorEmitter, name: str, subject: str | None, thing: Slot | None) -> bool:
        """Write that the blocks of a body are next, and where to go on then; tell whether they are written once."""
        if not self._sharing.is_shared(name) or (thing is not None and thing.group is not None):
            return False
        key = name, thing is None or thing.may_be_none
        entry = self._entries.get(key) or self._enter(make, key, subject is not None)
        if subject is not None:
            make.write(f"{entry.subject} = {subject}")
            make.write(f"{entry.thing} = {thing.text if thing is not None else '-1'}")
        after = make.label()
        make.write(f"{entry.back} = {after}")
        make.go(entry.label)
        make.close()
        make.open(after)
        make.status = {}
        return True

    def _enter(self, make: VectorEmitter, key: tuple[str, bool], has_subject: bool) -> SharedBody:
        """Write the blocks of a body."""
        form = make.rules.deeds.get(key[0])
        is_piece = form is not None and form.subject.base == "piece"
        is_at_piece = is_done_to_pieces(make.rules, key[0])
        subject, thing = (make.variable("", "piece" if it else "") for it in (is_piece, is_at_piece))
        entry = self._entries[key] = SharedBody(make.label(), subject, thing, make.cell())
        outer = make.lines, make.depth, make.status, make.current
        make.open(entry.label)
        make.status = {}
        make.whole_body(key[0], subject if has_subject else None, Slot(thing, key[1]))
        make.write(f"pc = {entry.back}")
        make.close()
        make.lines, make.depth, make.status, make.current = outer
        return entry
