"""What can be told of rules before any play: what reads play, what a body does in order, and what it settles."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from cc_dsl.rules import model, walk
from cc_dsl.trees import children


def has_slot(term: Any, slot: int) -> bool:
    """Tell whether a term reads a slot."""
    return any(isinstance(part, model.Slot) and part.number == slot for part in walk.parts(term))


def body_of(rules: model.Rules, name: str) -> model.Body:
    """Give the procedure or happening of a name."""
    return rules.procedures[name] if name in rules.procedures else rules.happenings[name]


def deeds(rules: model.Rules, name: str) -> list[Any]:
    """Give what a body does, in order."""
    body = body_of(rules, name)
    main: tuple[Any, ...] = body.rules
    if body.insteads:
        main = (model.Exceptions(body.insteads[::-1], body.rules),)
    return [*body.before, *main, *body.after]


def inner(act: Any) -> tuple[Any, ...]:
    """Give the acts inside an act."""
    if isinstance(act, model.Exceptions):
        return (*act.insteads, *act.rules)
    options = (each for option in getattr(act, "options", ()) for each in option.acts)
    return (*getattr(act, "acts", ()), *getattr(act, "otherwise", ()), *options)


def acts_in(acts: list[Any] | tuple[Any, ...]) -> Iterator[Any]:
    """Give acts and the acts inside them, not those of the bodies that they call."""
    for act in acts:
        yield act
        yield from acts_in(inner(act))


def settled_in(rules: model.Rules, name: str) -> list[str]:
    """Give the definitions that a body settles; they are free again when it ends."""
    # Like the interpreter, this does not look into the options of a choice.
    found: list[str] = []
    waiting = [*deeds(rules, name)]
    for act in waiting:
        if isinstance(act, model.Settle):
            found.extend(act.names)
        if isinstance(act, model.Exceptions):
            waiting.extend((*act.insteads, *act.rules))
        else:
            waiting.extend((*getattr(act, "acts", ()), *getattr(act, "otherwise", ())))
    return found


def ranks_slot(rules: model.Rules, term: Any, slot: int) -> bool:
    """Tell whether something in a part asks how the group in a slot ranks."""
    it = model.Slot(slot)
    for part in walk.parts(term):
        is_asked = False
        if isinstance(part, model.Ranks | model.Champion) and part.kind.base == "group":
            is_asked = any(inside == it for each in children(part) for inside in walk.parts(each))
        elif isinstance(part, model.Apply) and part.owner == it:
            definition = rules.definitions[part.name]
            cases = (definition.cases, definition.insteads)
            is_asked = definition.kind.base == "group" or ranks_slot(rules, cases, 0)
        elif isinstance(part, model.Holds) and part.thing == it:
            is_asked = ranks_slot(rules, rules.predicates[part.name].cases, 0)
        if is_asked:
            return True
    return False


def used_groups(rules: model.Rules) -> frozenset[str]:
    """Return the names of the groups whose best is asked for anywhere in play."""
    wholes = (rules.definitions, rules.predicates, rules.procedures, rules.happenings, rules.groups, rules.rankings)
    parts = walk.parts((*(tuple(whole.values()) for whole in wholes), rules.sights))
    return frozenset(part.name for part in parts if isinstance(part, model.BestGroup))


def asks(rules: model.Rules, act: Any) -> bool:
    """Tell whether somebody may be asked while an act is done."""
    if isinstance(act, model.Choose):
        return act.chooser is not None
    if isinstance(act, model.ChooseOption | model.Observe):
        return True
    if isinstance(act, model.Perform | model.Call):
        return any(asks(rules, part) for part in deeds(rules, act.name if isinstance(act, model.Perform) else act.verb))
    return any(asks(rules, part) for part in inner(act))


def all_acts(rules: model.Rules) -> Iterator[Any]:
    """Give every act of every body."""
    for name in (*rules.procedures, *rules.happenings):
        yield from acts_in(deeds(rules, name))


def asks_the_world(rules: model.Rules) -> bool:
    """Tell whether the world is asked anything while a game is played."""
    return any(isinstance(act, model.Observe) for act in all_acts(rules))


def ordered_places(rules: model.Rules) -> set[int]:
    """Give the places whose order play can come to read.

    They are those with a top that is taken from, those shuffled, and those whose pieces go together to one of them.
    """
    found = _read_places(rules)
    declared = {place.base for place in rules.places if place.is_ordered}
    while True:
        more = {base for act in piles(rules, found) for base in walk.places_in_order(rules, act.things)} & declared
        if more <= found:
            return found
        found |= more


def piles(rules: model.Rules, ordered: Collection[int]) -> list[model.Move]:
    """Give the acts that bring several pieces at once to places whose order is kept."""
    return [
        act
        for act in all_acts(rules)
        if isinstance(act, model.Move)
        and act.number is None
        and not isinstance(act.things, model.Lone)
        and act.to.base in ordered
    ]


def _read_places(rules: model.Rules) -> set[int]:
    found = set()
    for act in all_acts(rules):
        if isinstance(act, model.Move) and act.number is not None:
            if not isinstance(act.things, model.Contents):
                raise AssertionError("only a place has a top")
            found.add(act.things.base)
        if isinstance(act, model.Shuffle):
            found.add(act.into.base)
    return found
