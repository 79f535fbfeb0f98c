"""Writes, for a game that stops at every question, blocks to which several places go, and what the world is asked.

A body that asks somebody is no function, since play stops in it.  Its blocks are written once; who does it, to what,
and where to go on have places in the vector, one of each, since no body calls itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.compiler import acts
from cc_dsl.compiler.maker import Frame, Slot
from cc_dsl.compiler.observing import OBSERVER, Line, Observed
from cc_dsl.rules import model

if TYPE_CHECKING:
    from cc_dsl.compiler.shared import Sharing
    from cc_dsl.compiler.stepper import Stepper


class Entry(NamedTuple):
    """A body whose blocks are written once: the first of them, and places in the vector."""

    label: int
    subject: str
    thing: str
    back: str
    """Which block is next when the body is at its end."""


class Entries:
    """The bodies whose blocks are written when they are first gone to."""

    def __init__(self, sharing: Sharing) -> None:
        """Begin without any."""
        self._sharing = sharing
        self._entries: dict[tuple[str, bool], Entry] = {}

    def go_to(self, make: Stepper, name: str, subject: str | None, thing: Slot | None) -> bool:
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

    def _enter(self, make: Stepper, key: tuple[str, bool], has_subject: bool) -> Entry:
        """Write the blocks of a body."""
        form = make.rules.deeds.get(key[0])
        is_piece = form is not None and form.subject.base == "piece"
        is_at_piece = form is None or (form.object is not None and form.object.base == "piece")
        subject, thing = (make.variable("", "piece" if it else "") for it in (is_piece, is_at_piece))
        entry = self._entries[key] = Entry(make.label(), subject, thing, make.cell())
        outer = make.lines, make.depth, make.status, make.current
        make.open(entry.label)
        make.status = {}
        make.whole_body(key[0], subject if has_subject else None, Slot(thing, key[1]))
        make.write(f"pc = {entry.back}")
        make.close()
        make.lines, make.depth, make.status, make.current = outer
        return entry


# ------------------------------------------------------------------------------------------- the world


def observe(make: Stepper, frame: Frame, one: model.Observe) -> None:
    """Ask the world, do what follows from its answer, and ask again."""
    observed = Observed(make, one)
    count, answer = make.stored("0"), make.cell()
    head, then, after = make.label(), make.label(), make.label()
    make.go(head)
    make.close()
    make.status = {}
    make.open(head)
    with make.indented(f"if {count} == {one.most}:"):
        make.go(after)
    with make.indented("else:"):
        make.write(f"{make.which_observed()} = {len(make.observed)}")
        offered = make.evaluated(lambda: make.call(observed.listed()))
        make.wait("0", str(OBSERVER), then, offered=offered)
    make.close()
    make.observed.append(observed)
    make.open(then)
    make.write(f"{count} += 1")
    # Nobody has moved.
    make.write(f"{make.moves} -= 1")
    make.write(f"{answer} = {make.offer(make.extra('answer'))}")
    entries = [make.label() for _ in observed.lines]
    for line, entry in zip(observed.lines, entries, strict=True):
        make.write(f"{'elif' if line.number else 'if'} {answer} < {line.last}:")
        make.write(f"    pc = {entry}")
    make.write("else:")
    make.write(f"    pc = {after}")
    make.close()
    for line, entry in zip(observed.lines, entries, strict=True):
        make.open(entry)
        _follow(make, line, answer)
        make.go(head)
        make.close()
    make.status = {}
    make.open(after)


def _follow(make: Stepper, line: Line, answer: str) -> None:
    """Write what follows from an answer of the world."""
    place = f"({answer} - {line.first})"
    subject = make.stored(f"{place} // {line.objects}", "piece" if line.is_of_pieces else "")
    thing = None
    if line.form.object is not None:
        is_piece = line.form.object.base == "piece"
        thing = Slot(make.stored(f"{place} % {line.objects}", "piece" if is_piece else ""), False)
    make.status = {}
    key = line.form.key
    if key in make.asking:
        make.body(key, subject, thing)
    else:
        acts.body(make, key, subject, thing)
