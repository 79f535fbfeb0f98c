"""The condition that excludes a choice or withholds an option, with its reasons.

Only that condition is evaluated again, for the choice in question, with reasons recorded.

    he chooses a card in his hand that is not royal as the card.
    why not the King?       the condition “that is not royal” is evaluated for the King, and its reasons are recorded
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cc_dsl.closures.reasons import Exclusion, WordLookup
from cc_dsl.closures.runtime import Runtime
from cc_dsl.closures.state import Frame, State
from cc_dsl.closures.tracing_builder import TracingBuilder
from cc_dsl.core.facts import all_cases
from cc_dsl.rules import model, walk

Value = TypeVar("Value")


def exclusion_of(
    build: TracingBuilder, act: model.Choose | model.ChooseOption, state: State, answer: int, words: WordLookup
) -> Exclusion:
    """Return the reason why a piece, player, value or option cannot be chosen, as far as the player may know it."""
    with state.speculate() as trail:
        if isinstance(act, model.ChooseOption):
            option = act.options[answer]
            trail.append(build.notes.number([option.origin], decides=True))
            build.condition(option.condition)(state, [*state.frame])
        elif act.kind.element_kind.base != "piece" or words.knows_pieces(1 << answer):
            _trace_exclusion(build, act.things, state, [*state.frame], answer)
        if not words.knows_pieces(state.looked):
            return Exclusion()
        return Exclusion(*build.notes.sources_of(trail), build.notes.decisions_together(trail, words))


def _trace_exclusion(build: TracingBuilder, term: object, state: State, frame: Frame, member: int) -> None:
    """Evaluate the conditions that exclude a thing from a set, so that their reasons are recorded."""
    if isinstance(term, model.Filter):
        if member not in _value_of(build.thing(term.things), state, frame):
            _trace_exclusion(build, term.things, state, frame, member)
            return
        frame[term.slot] = member
        build.condition(term.condition)(state, frame)
    elif isinstance(term, model.Apply):
        definition = build.rules.definitions[term.name]
        owners = [owner for owner in (term.owner, term.other) if owner is not None]
        inner = [*(_value_of(build.thing(owner), state, frame) for owner in owners), *[None] * definition.frame]
        for case in all_cases(definition):
            if _value_of(build.condition(case.condition), state, inner):
                _trace_exclusion(build, case.thing, state, inner, member)
                return
    elif isinstance(term, model.Difference):
        if member in _value_of(build.thing(term.left), state, frame):
            build.thing(term.right)(state, frame)
        else:
            _trace_exclusion(build, term.left, state, frame, member)
    elif isinstance(term, model.Union):
        _trace_exclusion(build, term.left, state, frame, member)
        _trace_exclusion(build, term.right, state, frame, member)


def _value_of(closure: Callable[[State, Frame], Value], state: State, frame: Frame) -> Value:
    """Evaluate an intermediate term without its reasons; record only the pieces that it examines."""
    with state.speculate():
        value, looked = closure(state, frame), state.looked
    state.looked |= looked
    return value


def option_exclusion(runtime: Runtime, state: State, player: int, name: str, words: WordLookup) -> Exclusion | None:
    """Return the reason why the option of this name is not offered now; None if no rule ever offers it to a player."""
    build = runtime.tracing_builder
    for body in runtime.rules.happenings.values():
        rules = (*body.before, *body.rules, *body.overrides, *body.after)
        offers = ((rule, act) for rule in rules for act in walk.parts(rule.acts) if isinstance(act, model.ChooseOption))
        for rule, option in ((rule, option) for rule, act in offers for option in act.options):
            if option.name.casefold() != name.strip().casefold():
                continue
            conditions = [rule.condition, option.condition]
            with state.speculate(build.notes.number([rule.origin], decides=True)) as trail:
                holds = [build.condition(condition)(state, [player, *[None] * body.frame]) for condition in conditions]
                looked = state.looked
            if not all(holds):
                decisions = build.notes.decisions_together(trail, words)
                return Exclusion(*build.notes.known_sources(trail, looked, words), decisions)
    return None
