"""Deeds of players and pieces: each form of a deed has a key, under which its happenings are stored.

A deed of a player has the key of its verb, as in `plays`.  A deed of a piece, or of a value, is identified by its
subject, its verb, its object and its way: `ball passes gate inward`, `ball touches another ball`.
"""

from __future__ import annotations

from typing import NamedTuple

from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind, a_name
from cc_dsl.rules.resolving import Resolver
from cc_dsl.rules.scope import Frame, Scope, in_slot
from cc_dsl.rules.symbols import Item, NameMeaning, PhraseRefused, a_what, introduced
from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word
from cc_dsl.trees import replace


class Meant(NamedTuple):
    """The meaning of one word of a deed: the kind of things, and the property to which it narrows them."""

    kind: Kind
    predicate: str


def meant(resolver: Resolver, item: Item, word: Word) -> Meant:
    """Resolve the word by which a deed names its agent or its object."""
    symbol, is_plural = resolver.names.look_up(item, word)
    if is_plural:
        raise resolver.phrases.wrong_number(word, symbol.name, Scope(item, Frame()))
    if symbol.what == "player":
        return Meant(PLAYER, "")
    if symbol.what in ("piece", "kind"):
        return Meant(Kind("value" if symbol.what == "kind" else "piece", symbol.name), "")
    if symbol.what == "predicate" and symbol.data.base in ("piece", "value"):
        return Meant(symbol.data, symbol.name)
    raise item.refuse(
        "wrong-kind",
        f"“{word.text}” names {a_what(symbol)}, which does nothing, and to which nothing is done.",
        word.span,
        f"Name a player, a {resolver.piece_name}, a kind of values, or a property of these.",
        labels=introduced(symbol),
    )


def form_of(resolver: Resolver, item: Item, deed: nodes.Deed) -> model.DeedForm:
    """Return the form of a deed whose subject is a piece or a value."""
    subject = meant(resolver, item, deed.kind).kind
    object_kind = meant(resolver, item, deed.object).kind if deed.object is not None else None
    return made(resolver, subject, deed.verb.text, object_kind, deed.way.text if deed.way is not None else "")


def made(resolver: Resolver, subject: Kind, verb: str, object_kind: Kind | None, way: str) -> model.DeedForm:
    """Put the parts of a form together."""
    return model.DeedForm(key_of(subject, verb, object_kind, way), subject, verb, object_kind, way)


def key_of(subject: Kind, verb: str, object_kind: Kind | None, way: str) -> str:
    """Return the key of a deed."""
    words = [subject.name, verb]
    if object_kind is not None:
        words.append(f"another {object_kind.name}" if object_kind == subject else object_kind.name)
    return " ".join([*words, *([way] if way else [])])


def is_of_player(deed: nodes.Deed) -> bool:
    """Return whether a deed is said of players."""
    return deed.kind.text == PLAYER.name


def argument_of(resolver: Resolver, item: Item, word: Word) -> Kind:
    """Return the kind of what a player's deed is done to: a number, a piece, a value or another player."""
    if word.text == NUMBER.name:
        return NUMBER
    found = meant(resolver, item, word)
    if found.predicate:
        raise item.refuse(
            "wrong-kind",
            f"“{word.text}” are only some of what {a_name(found.kind.name)} may be.",
            word.span,
            f"Say it of {a_name(found.kind.name)}, and after “if” of which.",
        )
    return found.kind


def declare_forms(resolver: Resolver, items: list[Item]) -> None:
    """Enter the deeds of pieces and values, and give every statement about a deed its key."""
    for item in items:
        deed = getattr(item.statement, "deed", None)
        if not isinstance(deed, nodes.Deed) or is_of_player(deed):
            continue
        try:
            form = form_of(resolver, item, deed)
        except PhraseRefused as refusal:
            resolver.problem(refusal)
            continue
        resolver.keys[id(deed)] = form.key
        if item.displaced is not None:
            resolver.amend(item, replace(deed.verb, text=form.key))
        elif not isinstance(item.statement, nodes.Around) and form.key not in resolver.forms:
            resolver.forms[form.key] = form
            resolver.names.add(NameMeaning("verb", form.key, form, item, deed.verb.span))


def scope_of(resolver: Resolver, item: Item, deed: nodes.Deed, frame: Frame) -> tuple[Scope, model.Condition]:
    """Return the scope of a statement about a piece's deed, and the condition that its words imply."""
    while frame.size < 2:
        frame.slot()
    subject = meant(resolver, item, deed.kind)
    one = in_slot(model.SUBJECT, subject.kind)
    scope = Scope(item, frame).with_it(one).naming(deed.kind.text, one)
    condition: model.Condition = model.Always()
    if subject.predicate:
        condition = model.Holds(subject.predicate, one.term)
    if deed.object is None:
        return scope, condition
    thing = meant(resolver, item, deed.object)
    two = in_slot(model.OBJECT, thing.kind)
    if thing.kind == subject.kind:
        scope = scope.naming(f"other {deed.object.text}", two)
    if deed.object.text != deed.kind.text:
        scope = scope.naming(deed.object.text, two)
    if thing.predicate:
        condition = both(condition, model.Holds(thing.predicate, two.term))
    return scope, condition


def both(one: model.Condition, other: model.Condition) -> model.Condition:
    """Return the condition that both hold."""
    if isinstance(one, model.Always):
        return other
    return one if isinstance(other, model.Always) else model.And(one, other)


def limits(resolver: Resolver) -> dict[str, model.DeedForm]:
    """Return every form of deed with the conditions under which it can happen."""
    forms = dict(resolver.forms)
    frames: dict[str, Frame] = {}
    for item in resolver.items:
        node = item.statement
        if not isinstance(node, nodes.Limit):
            continue
        key = resolver.keys.get(id(node.deed))
        if key is None:
            if is_of_player(node.deed):
                sentence = "What a player does happens only where the rules let him; no limit is needed."
                resolver.report(item, "wrong-kind", sentence, node.deed.span, "Say it of a piece, or after “if”.")
            continue
        frame = frames.setdefault(key, Frame())
        try:
            scope, only_of = scope_of(resolver, item, node.deed, frame)
            condition = resolver.phrases.condition(node.condition, scope)
        except PhraseRefused as refusal:
            resolver.problem(refusal)
            continue
        if not isinstance(only_of, model.Always):
            condition = model.Or(model.Not(only_of), condition)
        case = model.Case(condition, model.Nothing(), item.origin(node.span, node.cite))
        form = forms[key]
        readings = tuple(dict.fromkeys((*form.readings, *resolver.readings_of(form.verb))))
        forms[key] = replace(form, limits=(*form.limits, case), frame=frame.size, readings=readings)
    return {key: replace(form, frame=max(2, frames[key].size if key in frames else 2)) for key, form in forms.items()}
