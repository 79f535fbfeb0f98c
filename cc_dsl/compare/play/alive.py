"""Liveness analysis of rules: which parts can take effect in a game or in the answer to a question.

A definition that nothing uses is dead; so is a procedure that nothing performs, and a happening that nothing causes.  A
value that is read and never set makes its condition dead, and a value that is set and never read has no effect.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cc_dsl.rules import model
from cc_dsl.rules.meaning import Canonical, NumberedNames
from cc_dsl.rules.walk import parts

Thing = tuple[str, str]
"""A sort of thing, such as `definition`, and its name."""
WHOLES = {
    "definition": "definitions",
    "predicate": "predicates",
    "procedure": "procedures",
    "happening": "happenings",
}
"""The sorts of things that can be dead, each with the part of the rules where it stands."""
ACTS = (
    model.Move,
    model.Shuffle,
    model.Choose,
    model.ChooseOption,
    model.BecomeRole,
    model.BecomeState,
    model.SetNumber,
    model.SetVariable,
    model.Perform,
    model.Call,
    model.Win,
)
"""The acts, apart from those that only order other acts."""


class Alive(NamedTuple):
    """The parts of rules that can take effect."""

    things: frozenset[Thing]
    read: frozenset[str]
    """The numbers, roles and held values that are read."""
    written: frozenset[str]
    """Those that are changed."""
    asked: frozenset[tuple[str, object]]
    """The values that are tested, each with the name of the variable that holds it."""
    made: frozenset[tuple[str, object]]
    """The values that are assigned; None stands for a value that is computed."""
    acts: frozenset[object]
    """The acts, in a form that can be compared."""


def alive(rules: model.Rules, question: str = "") -> Alive:
    """Return the parts of rules that can take effect in a game, or in the answer to a question."""
    return _Reach(rules, question).all()


def things_of(rules: model.Rules) -> frozenset[Thing]:
    """Return all parts of rules that can be dead."""
    return frozenset((sort, name) for sort, whole in WHOLES.items() for name in getattr(rules, whole))


def body_of(rules: model.Rules, thing: Thing) -> object:
    """Return the part of the rules about a thing; None if there is none."""
    return getattr(rules, WHOLES[thing[0]]).get(thing[1])


def acts_of(rules: model.Rules, thing: Thing) -> frozenset[object]:
    """Return the acts of a thing, in a form that can be compared."""
    canonical = Canonical(NumberedNames(rules))
    return frozenset(canonical(part) for part in parts(body_of(rules, thing)) if isinstance(part, ACTS))


class _Reach:
    """Follows what rules use, from the game or a question on."""

    def __init__(self, rules: model.Rules, question: str) -> None:
        self.rules, self.names, self.question = rules, NumberedNames(rules), question
        self.canonical = Canonical(self.names)
        self.things: set[Thing] = set()
        self.read: set[str] = set()
        self.written: set[str] = set()
        self.asked: set[tuple[str, object]] = set()
        self.made: set[tuple[str, object]] = set()
        self.acts: set[object] = set()
        self.waiting: list[object] = []

    def all(self) -> Alive:
        rules = self.rules
        self.waiting += [*rules.groups.values(), *rules.rankings.values()]
        if self.question:
            self.waiting += rules.questions[self.question].told
        else:
            self._reach("procedure", model.ENTRY)
            self.waiting += [*rules.sights, *rules.disclosures, *rules.deeds.values()]
        while self.waiting:
            for part in parts(self.waiting.pop()):
                self._note(part)
        used = frozenset(self.things), frozenset(self.read), frozenset(self.written)
        return Alive(*used, frozenset(self.asked), frozenset(self.made), frozenset(self.acts))

    def _reach(self, sort: str, name: str) -> None:
        if (sort, name) not in self.things:
            self.things.add((sort, name))
            self.waiting.append(body_of(self.rules, (sort, name)))

    def _note(self, part: object) -> None:
        for sort, name in _used(part):
            self._reach(sort, name)
        if isinstance(part, ACTS):
            self.acts.add(self.canonical(part))
        match part:
            case model.Variable() | model.Cell():
                self.read.add(self._cell(part.base))
            case model.SetNumber():
                self.written.add(part.name)
            case model.SetVariable():
                self.written.add(part.name)
                self.made.update((part.name, self._value(case.thing)) for case in part.cases)
            case model.BecomeRole():
                self.written.add(part.name)
            case model.BecomeState():
                self.made.add(("", self.rules.states[part.state]))
            case model.HasState():
                if part.state:
                    self.asked.add(("", self.rules.states[part.state]))
            case model.Same():
                self._ask(part.left, part.right)
                self._ask(part.right, part.left)
            case _:
                pass

    def _ask(self, held: object, value: object) -> None:
        # The first of the values of a state is there from the beginning, and nobody need set it.
        if isinstance(held, model.Variable) and isinstance(value, model.Const) and value.value:
            self.asked.add((self._cell(held.base), self._value(value)))

    def _value(self, thing: object) -> object:
        return self.names.constant(thing) if isinstance(thing, model.Const) else None

    def _cell(self, base: int) -> str:
        return str(self.names.cells.get(base) or self.names.settled.get(base))


def _used(part: object) -> Iterator[Thing]:
    """Yield the names that a part of the rules uses."""
    match part:
        case model.Apply():
            yield "definition", part.name
        case model.Holds():
            yield "predicate", part.name
        case model.Group():
            yield "definition", part.side
        case model.Perform():
            yield "procedure", part.name
        case model.Call():
            yield "happening", part.verb
        case model.Observe():
            yield from (("happening", key) for key in part.deeds)
        case model.Settle():
            yield from (("definition", name) for name in part.names)
        case _:
            pass
