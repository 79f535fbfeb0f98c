"""Resolve weights of chance: how likely each of several things is beside the others."""

from __future__ import annotations

from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import NUMBER, Kind
from cc_dsl.rules.resolving import PhraseResolver
from cc_dsl.rules.scope import Scope, Typed, in_slot
from cc_dsl.syntax import nodes


def weighed(
    phrases: PhraseResolver,
    act: nodes.Choose,
    things: model.Thing,
    kind: Kind,
    scope: Scope,
    it: Typed | None = None,
) -> tuple[model.Thing, model.Extreme | None]:
    """Resolve `weighted by its share`; what has the weight 0 is not chosen."""
    if act.weight is None:
        return things, None
    if it is None:
        it = in_slot(scope.frame.slot(), kind)
    slot = next(part.number for part in walk.parts(it.term) if isinstance(part, model.Slot))
    name = NUMBER.name if it.kind == NUMBER else kind.name
    measure = phrases.number(act.weight, scope.with_it(it).naming(name, it))
    _must_weigh(phrases, act.weight, measure, slot, scope)
    is_likely = model.Not(model.Compare("equal", measure, model.Int(0)))
    likely = model.Filter(things, slot, is_likely)
    return likely, model.Extreme("total", slot, measure, likely)


def _must_weigh(phrases: PhraseResolver, node: nodes.Thing, measure: model.Thing, slot: int, scope: Scope) -> None:
    """Refuse weights that are no chances, as far as the words show it."""
    numbers: tuple[int, ...] = ()
    if isinstance(measure, model.TableValue) and measure.thing == model.Slot(slot):
        numbers = phrases.resolver.tables.get(measure.name, ())
    if numbers and not (min(numbers) >= 0 and max(numbers) > 0):
        sentence = "These weights are no chances: none may be below 0, and one must be above it."
        raise scope.item.refuse("out-of-bounds", sentence, node.span, "Give each thing its share, 0 or more.")
    if not any(isinstance(part, model.Slot) and part.number == slot for part in walk.parts(measure)):
        sentence = "This weighs every thing alike; a weight is said of the thing, which is “it”."
        remedy = "Write:   chance chooses one of …, weighted by its …, as the …."
        raise scope.item.refuse("wrong-kind", sentence, node.span, remedy)
