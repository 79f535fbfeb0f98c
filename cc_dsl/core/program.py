"""The core program: procedures and happenings lowered to acts alone, with amendments inserted.

A rule without a condition becomes its acts, any other rule an `If`; exceptions become the `If` around the rules that
they displace, and a procedure is called like a happening, though by nobody. Every act keeps the origin of its sentence.

    the trick goes thus: A.
    instead of §II.3, the trick goes thus, if C: B.         If(condition C, acts B, otherwise A)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple, TypeAlias

from cc_dsl.core.faults import MOST_UNASKED, RulesFault
from cc_dsl.rules import model
from cc_dsl.trees import replace

Loop: TypeAlias = model.Repeat | model.Until | model.ForEach
Question: TypeAlias = model.Choose | model.ChooseOption | model.Observe
"""The question, unless chance chooses."""
Statements: TypeAlias = tuple[model.Act, ...]


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
            settlings = (act for act in nested_statements(statements) if isinstance(act, model.Settle))
            names = dict.fromkeys(settled_name for act in settlings for settled_name in act.names)
            settles = tuple(rules.definitions[settled_name] for settled_name in names)
            asks = any(map(self.asks, statements))
            self._bodies[name] = Routine(name, statements, body.frame, settles, asks)
        return self._bodies[name]

    def asks(self, statement: model.Act) -> bool:
        """Return whether a statement has questions, to a player or to the world."""
        if isinstance(statement, model.Choose):
            return statement.chooser is not None
        if isinstance(statement, model.ChooseOption | model.Observe):
            return True
        return any(self[name].asks for name in bodies_entered(statement)) or any(map(self.asks, parts(statement)))

    def is_counted(self, loop: model.Act) -> bool:
        """Return whether the rounds of a loop are counted from one question to the next: a long loop with questions."""
        most = loop.times if isinstance(loop, model.Repeat) else loop.most if isinstance(loop, model.Until) else 0
        return most > MOST_UNASKED and self.asks(loop)

    @cached_property
    def counts_unasked(self) -> bool:
        """Whether the rounds of any loop are counted."""
        return any(map(self.is_counted, self.all_statements()))

    def settled_before(self, name: str) -> tuple[model.Definition, ...]:
        """Return the definitions that a body settles and that a direct or indirect caller may have settled before."""
        own, callers = self[name].settles, {name}
        bodies = (*self.rules.procedures, *self.rules.happenings) if own else ()
        callees = {
            body: {callee for act in nested_statements(self[body].statements) for callee in bodies_entered(act)}
            for body in bodies
        }
        while more := {body for body in bodies if not callers.isdisjoint(callees[body])} - callers:
            callers |= more
        before = {definition.name for body in callers - {name} for definition in self[body].settles}
        return tuple(definition for definition in own if definition.name in before)

    def all_statements(self) -> Iterator[model.Act]:
        """Return every statement of every body."""
        for name in (*self.rules.procedures, *self.rules.happenings):
            yield from nested_statements(self[name].statements)


# ------------------------------------------------------------------------------------------- lowering


def lower_body(body: model.Body) -> Statements:
    """Return the statements of a body: amendments before, the rules or their displacements, amendments after."""
    main = _all(body.rules)
    for rule in body.overrides:  # the one written last is tested first
        main = (model.If(rule.condition, _all(rule.acts), main, rule.origin),)
    return *_all(body.before), *main, *_all(body.after)


def _all(acts: Iterable[model.Act | model.Rule]) -> Statements:
    return tuple(statement for act in acts for statement in _lower_act(act))


def _lower_act(act: model.Act | model.Rule) -> Statements:
    """Return the statements of an act, or of a rule: its acts, in an `If` unless it always applies."""
    match act:
        case model.Rule(model.Always(), acts):
            return _all(acts)
        case model.Rule(condition, acts, origin):
            return (model.If(condition, _all(acts), (), origin),)
        case model.If():
            return (replace(act, acts=_all(act.acts), otherwise=_all(act.otherwise)),)
        case model.Repeat() | model.Until() | model.ForEach():
            return (replace(act, acts=_all(act.acts)),)
        case model.Perform(name, origin):
            return (model.Call(name, None, None, origin),)
        case model.ChooseOption():
            return (replace(act, options=tuple(replace(option, acts=_all(option.acts)) for option in act.options)),)
        case _:
            return (act,)


# -------------------------------------------------------------------------------------- parts of statements


def parts(statement: model.Act) -> Statements:
    """Return the statements directly inside a statement."""
    match statement:
        case model.If(_, acts, otherwise):
            return *acts, *otherwise
        case model.Repeat() | model.Until() | model.ForEach():
            return statement.acts
        case model.ChooseOption():
            return tuple(act for option in statement.options for act in option.acts)
    return ()


def nested_statements(statements: Iterable[model.Act]) -> Iterator[model.Act]:
    """Return statements with all nested ones, but without those of the bodies that they call."""
    for statement in statements:
        yield statement
        yield from nested_statements(parts(statement))


def bodies_entered(statement: object) -> tuple[str, ...]:
    """Return the names of the bodies that a statement calls."""
    if isinstance(statement, model.Call):
        return (statement.verb,)
    return statement.deeds if isinstance(statement, model.Observe) else ()


def asks_the_world(rules: model.Rules) -> bool:
    """Return whether a game has observations."""
    return any(isinstance(statement, model.Observe) for statement in Core(rules).all_statements())
