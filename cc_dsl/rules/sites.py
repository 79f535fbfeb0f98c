"""Things identified by their owners, such as an arch of which each player has one; and further states of pieces."""

from __future__ import annotations

from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER, Kind
from cc_dsl.rules.resolving import PhraseResolver
from cc_dsl.rules.scope import Scope, Typed
from cc_dsl.rules.symbols import NameMeaning
from cc_dsl.syntax import nodes


def numbered(phrases: PhraseResolver, node: nodes.Numbered, number: int, scope: Scope) -> Typed:
    """Resolve one of them by its number."""
    kind = Kind("value", phrases.names.look_up(scope.item, node.name)[0].name)
    count = phrases.resolver.count_of(kind)
    if not 1 <= number <= count:
        sentence = f"There is no {node.name.text} {number} in this game."
        raise scope.item.refuse("out-of-bounds", sentence, node.span, f"Count them from 1 to {count}.")
    return Typed(model.Const(number - 1, kind), kind)


def same(phrases: PhraseResolver, owner: Typed, symbol: NameMeaning) -> Typed | None:
    """Resolve a thing that is identified by its owner, or that owner: the two share one number."""
    if symbol.what not in ("player", "kind") or owner.kind.base not in ("player", "value"):
        return None
    kind = PLAYER if symbol.what == "player" else Kind("value", symbol.name)
    root = phrases.resolver.root_of
    is_site = owner.kind.name in phrases.resolver.sites or symbol.name in phrases.resolver.sites
    if not is_site or kind == owner.kind or root(kind) != root(owner.kind):
        return None
    return Typed(owner.term, kind)


def in_further_state(piece: model.Thing, symbol: NameMeaning) -> model.Condition:
    """Return the condition that a piece is in a state of a second pair; at first it is in the one named first."""
    declared, number = symbol.data
    held = model.Load(declared.base, piece, declared.kind)
    condition: model.Condition = model.Same(held, model.Const(number, declared.kind))
    return condition if number else model.And(model.Not(model.IsNone(piece)), model.Or(model.IsNone(held), condition))
