"""Resolve the sentences that say who sees pieces, and who knows a number, value or role that play changes."""

from __future__ import annotations

from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER, Kind, plural
from cc_dsl.rules.resolving import Resolver
from cc_dsl.rules.scope import Frame, Scope, in_slot
from cc_dsl.rules.symbols import Item, NameMeaning
from cc_dsl.syntax import nodes

STORED = ("number", "held")
"""The sorts of symbols that stand for what play changes, and that each player or value may have."""


def resolve_sight(resolver: Resolver, item: Item, node: nodes.Sight) -> model.Sight | model.Disclosure:
    """Return who sees which pieces; or, if the sentence names something else that play changes, who knows it."""
    frame = Frame()
    scope = Scope(item, frame)
    if isinstance(node.seer, nodes.AName):
        if node.seer.name.text != "player":
            raise resolver.names.unknown(item, node.seer.name, ("player",))
        scope = scope.with_he(in_slot(frame.slot(), PLAYER))
    condition = model.Always() if node.condition is None else resolver.phrases.condition(node.condition, scope)
    is_for_all, origin = isinstance(node.seer, nodes.All), item.origin(node.span, node.cite)
    size = frame.size
    stored = _all_owned(resolver, node.things, scope) or _one_owned(resolver, node.things, scope)
    if stored is not None:
        name, base, owners = stored
        return model.Disclosure(is_for_all, name, base, owners, condition, frame.size, origin)
    # Slots that were taken to see what is named are free again, so that the digest of the meaning stays as it was.
    frame.size = size
    things = resolver.phrases.pieces(node.things, scope)
    if node.condition is not None:
        things = model.Filter(things, frame.slot(), condition)
    return model.Sight(is_for_all, things, frame.size, origin)


def _all_owned(resolver: Resolver, node: nodes.Thing, scope: Scope) -> tuple[str, int, model.Thing] | None:
    """Resolve `the bids`, of everybody, and `the bids of THINGS`; None if something else is named."""
    if not isinstance(node, nodes.Name | nodes.Linked):
        return None
    found = resolver.names.find(node.name.text)
    if found is None or not found[1] or found[0].what not in STORED or found[0].data.owner is None:
        return None
    symbol: NameMeaning = found[0]
    resolver.names.look_up(scope.item, node.name)
    declared = symbol.data
    _must_be_one(resolver, declared.kind, node, scope)
    if isinstance(node, nodes.Name):
        return symbol.name, declared.base, _everybody(declared.owner)
    owners = resolver.phrases.thing(node.thing, scope)
    if owners.kind != declared.owner.many:
        wanted = f"the {plural(declared.owner.name)} whose {plural(symbol.name)} they are"
        raise resolver.phrases.wrong_kind(scope, node.thing.span, wanted, owners.kind)
    return symbol.name, declared.base, owners.term


def _everybody(owner: Kind) -> model.Thing:
    if owner == PLAYER:
        return model.AllPlayers()
    return model.AllPieces() if owner.base == "piece" else model.AllValues(owner.name)


def _one_owned(resolver: Resolver, node: nodes.Thing, scope: Scope) -> tuple[str, int, model.Thing | None] | None:
    """Resolve `his bid` and `the target`; None if something else is named."""
    typed = resolver.phrases.thing(node, scope)
    term = typed.term
    if not isinstance(term, model.Load) or typed.kind.base == "piece":
        return None
    _must_be_one(resolver, typed.kind, node, scope)
    return resolver.stored_at(term.base).name, term.base, None if term.owner is None else model.Lone(term.owner)


def _must_be_one(resolver: Resolver, kind: Kind, node: nodes.Thing, scope: Scope) -> None:
    """Refuse what cannot be a secret: sets, and pieces, which are shown themselves."""
    if kind.base == "piece":
        several = plural(resolver.piece_name)
        sentence = f"A {resolver.piece_name} that is stored is known to those who see the {resolver.piece_name}."
        raise scope.item.refuse("wrong-kind", sentence, node.span, f"Say who sees the {several} in a place.")
    if kind.is_set:
        sentence = "Everybody knows a set that play changes; a number, a value or a player can be secret."
        remedy = "Let each of the things in it have a number, such as one from 0 to 1, and say who sees that."
        raise scope.item.refuse("wrong-kind", sentence, node.span, remedy)
