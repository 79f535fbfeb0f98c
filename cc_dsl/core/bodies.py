"""What procedures and happenings do: their acts in order, amendments in their places, and what these bring about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias, get_args

from cc_dsl.rules import model
from cc_dsl.trees import children

Step: TypeAlias = model.Act | model.Rule | model.Exceptions
"""What a body does: an act, a rule with its condition, or rules that exceptions displace."""
STEPS = frozenset(get_args(Step))


def body_of(rules: model.Rules, name: str) -> model.Body:
    """Return the procedure or happening of a name."""
    return rules.procedures[name] if name in rules.procedures else rules.happenings[name]


def steps_of(rules: model.Rules, name: str) -> list[Step]:
    """Return what a body does, in order: what comes before, the rules or what displaces them, what comes after."""
    body = body_of(rules, name)
    main: tuple[Step, ...] = body.rules
    if body.insteads:
        main = (model.Exceptions(body.insteads[::-1], body.rules),)
    return [*body.before, *main, *body.after]


def inner(act: Any) -> Iterator[Any]:
    """Return the acts directly inside an act."""
    for part in children(act):
        for one in part if isinstance(part, tuple) else ():
            if isinstance(one, model.Option):
                yield from inner(one)
            elif type(one) in STEPS:
                yield one


def acts_in(acts: Iterable[Any]) -> Iterator[Any]:
    """Return acts and the acts inside them, not those of the bodies that they call."""
    for act in acts:
        yield act
        yield from acts_in(inner(act))


def all_acts(rules: model.Rules) -> Iterator[Any]:
    """Return every act of every body."""
    for name in (*rules.procedures, *rules.happenings):
        yield from acts_in(steps_of(rules, name))


def called(act: Any) -> tuple[str, ...]:
    """Return the names of the bodies that an act calls."""
    if isinstance(act, model.Perform):
        return (act.name,)
    if isinstance(act, model.Call):
        return (act.verb,)
    return act.deeds if isinstance(act, model.Observe) else ()


def asking(rules: model.Rules) -> frozenset[str]:
    """Return the names of the bodies in which somebody, or the world, may be asked."""
    found: dict[str, bool] = {}

    def may_ask(name: str) -> bool:
        if name not in found:
            found[name] = False  # until it is known; bodies call each other in no circle
            found[name] = any(
                is_question(act) or any(map(may_ask, called(act))) for act in acts_in(steps_of(rules, name))
            )
        return found[name]

    return frozenset(name for name in (*rules.procedures, *rules.happenings) if may_ask(name))


def is_question(act: Any) -> bool:
    """Tell whether an act asks a player, or the world; chance is not asked."""
    return isinstance(act, model.ChooseOption | model.Observe) or (
        isinstance(act, model.Choose) and act.chooser is not None
    )


def asks(act: Any, asking: frozenset[str]) -> bool:
    """Tell whether somebody may be asked while an act is done, if it may be in these bodies."""
    if is_question(act) or not asking.isdisjoint(called(act)):
        return True
    return any(asks(one, asking) for one in inner(act))


def asks_the_world(rules: model.Rules) -> bool:
    """Tell whether the world is asked anything while a game is played."""
    return any(isinstance(act, model.Observe) for act in all_acts(rules))


def settled_in(rules: model.Rules, name: str) -> list[model.Definition]:
    """Return the definitions that a body settles; they are free again when it ends."""
    names = (one for act in acts_in(steps_of(rules, name)) if isinstance(act, model.Settle) for one in act.names)
    return [rules.definitions[one] for one in names]
