"""The core program: procedures and happenings lowered to a few operations, with amendments inserted.

A rule without a condition becomes its acts, any other rule a branch; exceptions become branches before the rules that
they displace, and a procedure is called like a happening. Changes of a position, and questions, remain acts of the
model. Every operation keeps the origin of its sentence.

    the trick goes thus: A.
    instead of §II.3, the trick goes thus, if C: B.         Branch(condition C, yes B, no A)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias, get_args

from cc_dsl.rules import model
from cc_dsl.rules.faults import MOST_UNASKED, RulesFault
from cc_dsl.rules.kinds import Kind
from cc_dsl.trees import Node


class Branch(Node):
    """Some statements if a condition holds, otherwise others."""

    condition: model.Condition
    yes: Statements
    no: Statements
    origin: model.Origin


class TimesLoop(Node):
    """Statements that are repeated this many times."""

    number: int
    body: Statements
    origin: model.Origin


class UntilLoop(Node):
    """Statements that are repeated until a condition holds, but not more often than this."""

    condition: model.Condition
    most: int
    body: Statements
    origin: model.Origin
    goes_on: bool
    """Whether play continues after the loop if the condition still does not hold; otherwise the game is over."""


class EachLoop(Node):
    """Statements repeated for each of some things, in their order; for players from the one that begins."""

    things: model.Thing
    start: model.Thing | None
    slot: int
    body: Statements
    kind: Kind
    origin: model.Origin


class Enter(Node):
    """A call of a procedure, or of the happenings of a deed."""

    name: str
    subject: model.Thing | None
    """The agent; None for a procedure."""
    object: model.Thing | None
    origin: model.Origin


class OptionChoice(Node):
    """A player's choice of one of several options, whose acts are then carried out."""

    act: model.ChooseOption
    bodies: tuple[Statements, ...]

    @property
    def origin(self) -> model.Origin:
        """The origin of the choice."""
        return self.act.origin


Loop: TypeAlias = TimesLoop | UntilLoop | EachLoop
Question: TypeAlias = model.Choose | OptionChoice | model.Observe
"""The question, unless chance chooses."""
Statement: TypeAlias = model.Change | Question | Branch | Loop | Enter
Statements: TypeAlias = tuple[Statement, ...]


class Routine(NamedTuple):
    """The body of a procedure or happening."""

    name: str
    statements: Statements
    frame: int
    """The number of slots."""
    settles: tuple[model.Definition, ...]
    """The definitions that it settles; at its end they are restored to what they were at its beginning."""
    asks: bool
    """Whether a player or the world may be asked in it."""


class Core:
    """The bodies of some rules, each lowered at its first use."""

    def __init__(self, rules: model.Rules) -> None:
        """Start without bodies."""
        self.rules = rules
        self._bodies: dict[str, Routine] = {}

    def __getitem__(self, name: str) -> Routine:
        """Return the procedure or happening of a name; calls are never recursive."""
        if name not in self._bodies:
            rules = self.rules
            if name == model.ENTRY and name not in rules.procedures:
                raise RulesFault("no-game", f"These rules have no procedure called “{name}”, and so cannot be played.")
            body = rules.procedures[name] if name in rules.procedures else rules.happenings[name]
            statements = lower_body(body)
            settled = dict.fromkeys(
                each
                for statement in nested_statements(statements)
                if isinstance(statement, model.Settle)
                for each in statement.names
            )
            settles = tuple(rules.definitions[each] for each in settled)
            asks = any(map(self.asks, statements))
            self._bodies[name] = Routine(name, statements, body.frame, settles, asks)
        return self._bodies[name]

    def asks(self, statement: Statement) -> bool:
        """Return whether a statement has questions, to a player or to the world."""
        if isinstance(statement, model.Choose):
            return statement.chooser is not None
        if isinstance(statement, OptionChoice | model.Observe):
            return True
        return any(self[name].asks for name in bodies_entered(statement)) or any(map(self.asks, parts(statement)))

    def is_counted(self, loop: Statement) -> bool:
        """Return whether the rounds of a loop are counted from one question to the next: a long loop with questions."""
        most = loop.number if isinstance(loop, TimesLoop) else loop.most if isinstance(loop, UntilLoop) else 0
        return most > MOST_UNASKED and self.asks(loop)

    @cached_property
    def counts_unasked(self) -> bool:
        """Whether the rounds of any loop are counted."""
        return any(map(self.is_counted, self.all_statements()))

    def settled_before(self, name: str) -> tuple[model.Definition, ...]:
        """Return the definitions that a body settles and that a caller of it may have settled before."""
        own, entering = self[name].settles, {name}
        bodies = (*self.rules.procedures, *self.rules.happenings) if own else ()
        enters = {
            body: {
                inner for statement in nested_statements(self[body].statements) for inner in bodies_entered(statement)
            }
            for body in bodies
        }
        while more := {body for body in bodies if not entering.isdisjoint(enters[body])} - entering:
            entering |= more
        before = {definition.name for body in entering - {name} for definition in self[body].settles}
        return tuple(definition for definition in own if definition.name in before)

    def all_statements(self) -> Iterator[Statement]:
        """Return every statement of every body."""
        for name in (*self.rules.procedures, *self.rules.happenings):
            yield from nested_statements(self[name].statements)


# ------------------------------------------------------------------------------------------- lowering


def lower_body(body: model.Body) -> Statements:
    """Return the statements of a body: amendments before, the rules or their displacements, amendments after."""
    main = _all(body.rules)
    for rule in body.overrides:  # the one written last is tested first
        main = (Branch(rule.condition, _all(rule.acts), main, rule.origin),)
    return *_all(body.before), *main, *_all(body.after)


def _all(acts: Iterable[model.Act | model.Rule]) -> Statements:
    return tuple(statement for act in acts for statement in _lower_act(act))


def _lower_act(act: model.Act | model.Rule) -> Statements:
    match act:
        case model.Rule(model.Always(), acts):
            return _all(acts)
        case model.Rule(condition, acts, origin):
            return (Branch(condition, _all(acts), (), origin),)
        case model.If(condition, acts, otherwise, origin):
            return (Branch(condition, _all(acts), _all(otherwise), origin),)
        case model.Repeat(times, acts, origin):
            return (TimesLoop(times, _all(acts), origin),)
        case model.Until(condition, most, acts, origin, goes_on):
            return (UntilLoop(condition, most, _all(acts), origin, goes_on),)
        case model.ForEach(things, start, slot, acts, kind, origin):
            return (EachLoop(things, start, slot, _all(acts), kind, origin),)
        case model.Perform(name, origin):
            return (Enter(name, None, None, origin),)
        case model.Call(verb, subject, object_, origin):
            return (Enter(verb, subject, object_, origin),)
        case model.ChooseOption():
            return (OptionChoice(act, tuple(_all(option.acts) for option in act.options)),)
        case _:
            return (act,)


# ------------------------------------------------------------------------------- what stands in a statement


BODIES: Final = {
    statement: tuple(field for field, kind in statement.__annotations__.items() if "Statements" in kind)
    for statement in get_args(Statement)
}
"""The fields of each class of statements that hold statements: one body, or several."""


def parts(statement: object) -> Iterator[Statement]:
    """Return the statements directly inside a statement."""
    for field in BODIES.get(type(statement), ()):
        for inner in getattr(statement, field):
            yield from inner if isinstance(inner, tuple) else (inner,)


def nested_statements(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Return statements with all nested ones, but without those of the bodies that they call."""
    for statement in statements:
        yield statement
        yield from nested_statements(parts(statement))


def bodies_entered(statement: object) -> tuple[str, ...]:
    """Return the names of the bodies that a statement calls."""
    if isinstance(statement, Enter):
        return (statement.name,)
    return statement.deeds if isinstance(statement, model.Observe) else ()


def asks_the_world(rules: model.Rules) -> bool:
    """Return whether a game has observations."""
    return any(isinstance(statement, model.Observe) for statement in Core(rules).all_statements())
