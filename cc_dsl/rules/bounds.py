"""The bound of a loop that does not state one.

until his rack has 4 tiles or the bag is empty: 1 tile in the bag goes to his rack.
    Each round takes a tile from the bag, and none comes back: there are at most as many rounds as tiles.
(his stake) times: he draws.
    His stake is a number from 0 to 5, so there are at most 5 rounds.
"""

from __future__ import annotations

from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.rules.resolver_state import MOST_ROUNDS, ResolverState
from cc_dsl.trees import walk


def maximum_of(resolver: ResolverState, term: model.Thing) -> int | None:
    """Return the greatest possible value of a number; None if its term does not show it."""
    terms: list[model.Thing]
    match term:
        case model.Int(value):
            return value
        case model.Load(base):
            bounds = resolver.stored_at(base).bounds
            return None if bounds is None else max(0, bounds[1])
        case model.TableValue(name):
            return max(0, *resolver.tables[name]) if name in resolver.tables else None
        case model.Count(things):
            return most_things(resolver, things)
        case model.Apply(name):
            definition = resolver.definitions.get(name)
            cases = () if definition is None else sum(definition.overrides, definition.cases)
            terms = [model.Int(0), *(case.thing for case in cases if not isinstance(case.thing, model.Nothing))]
        case model.Extreme(degree, _, measure) if degree != "total":
            terms = [model.Int(0), measure]
        case model.Arithmetic("plus", left, right):
            sides = [most for part in (left, right) if (most := maximum_of(resolver, part)) is not None]
            return sum(sides) if len(sides) == 2 else None
        case _:
            return None
    maxima = [maximum_of(resolver, part) for part in terms]
    return None if None in maxima else max(most for most in maxima if most is not None)


def most_things(rules: ResolverState | model.Rules, things: object) -> int | None:
    """Return the greatest possible size of a set; None if its term does not show it."""
    match things:
        case model.Filter():
            return most_things(rules, things.things)
        case model.All(kind) if kind == PLAYER:
            return rules.seats[1]
        case model.All(kind) if kind.base == "value":
            return len(rules.values[kind.name].values)
        case model.Lone():
            return 1
        case model.Contents() | model.AllContents() | model.All():
            return len(rules.pieces.names)
    return None


def is_surely_finite(rules: model.Rules, loop: model.Until) -> bool:
    """Return whether a loop certainly ends: it takes pieces from a place that nothing fills, or counts a number.

    Play stops if pieces run out, or if a number would leave its bounds.
    """
    called: dict[str, object] = {"": loop.acts}  # the loop itself, and all bodies that it calls, by name
    pending = [""]
    while pending:
        for part in walk(called[pending.pop()]):
            if isinstance(part, model.Perform | model.Call):
                name = part.name if isinstance(part, model.Perform) else part.verb
                bodies = rules.procedures if isinstance(part, model.Perform) else rules.happenings
                if name not in called and name in bodies:
                    called[name] = bodies[name]
                    pending.append(name)
    inside = [part for body in called.values() for part in walk(body)]
    bases_filled = {part.to.base for part in inside if isinstance(part, model.Move)}
    bases_filled |= {part.into.base for part in inside if isinstance(part, model.Shuffle)}
    bases_changed = [part.base for part in inside if isinstance(part, model.Store)]
    turns = [act for act in loop.acts if isinstance(act, model.ForEach) and act.things == model.All(PLAYER)]
    # Somebody has a turn in every round, if it does not begin with a player who may be none.
    for act in [*loop.acts, *(act for turn in turns if turn.start is None for act in turn.acts)]:
        match act:
            case model.Move(model.Int(number), model.Contents(base, None)) if number > 0 and base not in bases_filled:
                return True
            case model.Store(owner=None, is_for_all=False, sign="+" | "-", bounds=(least, most)):
                # The loop ends if this is the only change of the number.
                if bases_changed.count(act.base) == 1 and (step := _step(act)) > 0:
                    return (most - least) // step < MOST_ROUNDS
    return False


def _step(act: model.Store) -> int:
    """Return the constant by which an act changes a number; 0 if it is not constant."""
    match act.cases:
        case (model.Case(model.Always(), model.Int(number)),):
            return number
    return 0
