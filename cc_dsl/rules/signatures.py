"""Deeds of players and pieces: each form of a deed has a key, under which its happenings are stored.

A deed of a player has its verb as the key, such as `plays`. A deed of a piece, or of a value, is identified by its
subject, verb, object and direction: `ball passes gate inward`, `ball touches another ball`.
"""

from __future__ import annotations

from typing import NamedTuple

from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind
from cc_dsl.rules.resolver_state import ResolverState
from cc_dsl.rules.scope import Frame, Scope, in_slot
from cc_dsl.rules.symbols import Item, NameMeaning
from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word
from cc_dsl.trees import replace


class WordMeaning(NamedTuple):
    """The meaning of one word of a deed: the kind of things, and the property that restricts them."""

    kind: Kind
    predicate: str


def resolve_word(resolver: ResolverState, item: Item, word: Word) -> WordMeaning:
    """Resolve the word for the agent or the object of a deed."""
    symbol = resolver.names.look_up_one(item, word)
    if symbol.category == "player":
        return WordMeaning(PLAYER, "")
    if symbol.category in ("piece", "kind"):
        return WordMeaning(Kind("value" if symbol.category == "kind" else "piece", symbol.name), "")
    if symbol.category == "predicate" and symbol.data.base in ("piece", "value"):
        return WordMeaning(symbol.data, symbol.name)
    raise item.refuse("wrong-kind.does-nothing", word, piece=resolver.piece_name, about=symbol)


def form_of(resolver: ResolverState, item: Item, deed: nodes.Deed) -> model.DeedForm:
    """Return the form of a deed whose subject is a piece or a value."""
    subject = resolve_word(resolver, item, deed.kind).kind
    object_kind = resolve_word(resolver, item, deed.object).kind if deed.object is not None else None
    way = deed.way.text if deed.way is not None else ""
    key = key_of(subject, deed.verb.text, object_kind, way)
    return model.DeedForm(key, subject, deed.verb.text, object_kind, way)


def key_of(subject: Kind, verb: str, object_kind: Kind | None, way: str) -> str:
    """Return the key of a deed."""
    words = [subject.name, verb]
    if object_kind is not None:
        words.append(f"another {object_kind.name}" if object_kind == subject else object_kind.name)
    return " ".join([*words, *([way] if way else [])])


def is_of_player(deed: nodes.Deed) -> bool:
    """Return whether players do the deed."""
    return deed.kind.text == PLAYER.name


def argument_of(resolver: ResolverState, item: Item, word: Word) -> Kind:
    """Return the kind of the object of a player's deed: a number, a piece, a value or another player."""
    if word.text == NUMBER.name:
        return NUMBER
    argument = resolve_word(resolver, item, word)
    if argument.predicate:
        raise item.refuse("wrong-kind.argument-part", word, kind=argument.kind)
    return argument.kind


def declare_forms(resolver: ResolverState, items: list[Item]) -> None:
    """Enter the deeds of pieces and values, and record the key of each."""
    for item in items:
        deed = getattr(item.statement, "deed", None)
        if not isinstance(deed, nodes.Deed) or is_of_player(deed):
            continue
        with resolver.report_refusals():
            form = form_of(resolver, item, deed)
            resolver.keys[id(deed)] = form.key
            if item.displaced is not None:
                resolver.amendments.append((item, replace(deed.verb, text=form.key), None))
            elif not isinstance(item.statement, nodes.Around) and form.key not in resolver.forms:
                resolver.forms[form.key] = form
                resolver.names.add(NameMeaning("verb", form.key, form, item, deed.verb.span))


def scope_of(resolver: ResolverState, item: Item, deed: nodes.Deed, frame: Frame) -> tuple[Scope, model.Condition]:
    """Return the scope of a statement about a piece's deed, and the condition that its words imply."""
    while frame.size < 2:
        frame.slot()
    subject = resolve_word(resolver, item, deed.kind)
    agent = in_slot(model.SUBJECT, subject.kind)
    scope = Scope(item, frame).with_it(agent).with_name(deed.kind.text, agent)
    condition: model.Condition = model.Always()
    if subject.predicate:
        condition = model.Holds(subject.predicate, agent.term)
    if deed.object is None:
        return scope, condition
    object_ = resolve_word(resolver, item, deed.object)
    other = in_slot(model.OBJECT, object_.kind)
    if object_.kind == subject.kind:
        scope = scope.with_name(f"other {deed.object.text}", other)
    if deed.object.text != deed.kind.text:
        scope = scope.with_name(deed.object.text, other)
    if object_.predicate:
        condition = conjunction(condition, model.Holds(object_.predicate, other.term))
    return scope, condition


def conjunction(left: model.Condition, right: model.Condition) -> model.Condition:
    """Return the conjunction of two conditions."""
    if isinstance(left, model.Always):
        return right
    return left if isinstance(right, model.Always) else model.And(left, right)
