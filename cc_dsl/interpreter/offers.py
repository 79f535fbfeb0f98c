"""Options that the rules offer at another time, and the conditions that withhold them now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cc_dsl.interpreter.reasons import Decision, Words
from cc_dsl.interpreter.runtime import Runtime
from cc_dsl.interpreter.state import State
from cc_dsl.interpreter.tracing import Reasoning
from cc_dsl.rules import model, walk


class Withheld(NamedTuple):
    """Why an option cannot be chosen now."""

    decisions: tuple[Decision, ...]
    clauses: tuple[str, ...]
    readings: tuple[str, ...]


def withheld(runtime: Runtime, state: State, player: int, name: str, words: Words) -> Withheld | None:
    """Return why an option of this name is not offered to a player now; None if no rule ever offers it to a player."""
    build = runtime.build
    assert isinstance(build, Reasoning)
    for body in runtime.rules.happenings.values():
        for rule, option in _offers(body, name):
            conditions = [rule.condition, option.condition]
            with state.set_aside(build.notes.number([rule.origin], decides=True)) as trail:
                held = [build.condition(condition)(state, [player, *[None] * body.frame]) for condition in conditions]
                looked = state.looked
            if not all(held):
                decisions = build.notes.decisions_together(trail, words)
                return Withheld(decisions, *build.notes.known(trail, looked, words))
    return None


def _offers(body: model.Body, name: str) -> Iterator[tuple[model.Rule, model.Option]]:
    """Yield the options of this name in something that happens, each with the rule that holds it."""
    for rule in (*body.before, *body.rules, *body.overrides, *body.after):
        for act in walk.parts(rule.acts):
            for option in act.options if isinstance(act, model.ChooseOption) else ():
                if option.name.casefold() == name.strip().casefold():
                    yield rule, option
