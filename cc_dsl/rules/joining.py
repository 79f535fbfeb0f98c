"""Resolve sets that are joined or listed, the ends of ordered places, and numbers that are reckoned from others."""

from __future__ import annotations

from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind, plural, shown
from cc_dsl.rules.resolving import PhraseResolver, Phrases
from cc_dsl.rules.scope import Scope, Typed
from cc_dsl.rules.symbols import NameMeaning
from cc_dsl.syntax import nodes


def joined(phrases: PhraseResolver, node: nodes.Joined, scope: Scope) -> Typed:
    """Resolve `THINGS together with THINGS` and `THINGS except THINGS`."""
    left, right = _sets(phrases, (node.left, node.right), scope)
    term = model.Difference if node.join.text == "except" else model.Union
    return Typed(term(left.term, right.term), left.kind)


def several(phrases: PhraseResolver, node: nodes.Several, scope: Scope) -> Typed:
    """Resolve `THING, THING and THING`."""
    first, *rest = _sets(phrases, node.things, scope)
    for one in rest:
        first = Typed(model.Union(first.term, one.term), first.kind)
    return first


def among(phrases: PhraseResolver, node: nodes.Superlative, symbol: NameMeaning, degree: str, scope: Scope) -> Typed:
    """Resolve the things among which one is the best, or the only one: pieces, or here players and values, too."""
    whole = phrases.thing(node.thing, scope)
    if degree == "only" and symbol.what in ("player", "kind"):
        wanted = PLAYER if symbol.what == "player" else Kind("value", symbol.name)
        if whole.kind == wanted.many:
            return whole
        raise phrases.wrong_kind(scope, node.thing.span, plural(symbol.name), whole.kind)
    return phrases.members(node.name, whole, node.thing.span, scope)


def whose(phrases: PhraseResolver, relative: nodes.Whose, one: Typed, scope: Scope) -> Typed:
    """Resolve the thing of one of several that `whose NAME` speaks of."""
    _refuse_itself(relative, one, scope)
    return phrases.of(one, relative.name, scope)


def _refuse_itself(relative: nodes.Whose, one: Typed, scope: Scope) -> None:
    """Refuse `whose rank is its rank`: there, `its` means the very thing whose rank it is."""
    said = relative.predicate.complement if isinstance(relative.predicate, nodes.Is_) else None
    if not isinstance(said, nodes.His) or said.name.text != relative.name.text:
        return
    if (one.kind == PLAYER) == (said.word.text == "his"):
        word, name, whose = said.word.text, said.name.text, one.kind.name or PLAYER.name
        raise scope.item.refuse(
            "pronoun",
            f"Here “{word}” means each of the things that are narrowed, and its {name} is compared with itself.",
            said.span,
            f"Name the one outside whose {name} is meant:   whose {name} is the {whose}'s {name}",
        )


def top_piece(phrases: PhraseResolver, node: nodes.Superlative, scope: Scope, relative: nodes.Relative | None) -> Typed:
    """Resolve `the top card of the waste`."""
    degree, place = node.degree.text, phrases.thing(node.thing, scope)
    symbol, is_plural = phrases.names.look_up(scope.item, node.name)
    if is_plural:
        raise phrases.wrong_number(node.name, symbol.name, scope)
    if symbol.what != "piece":
        wanted = f"a {phrases.resolver.piece_name}" if phrases.resolver.piece_name else "a piece"
        raise phrases.wrong_kind(scope, node.name.span, wanted, Kind("value", symbol.name))
    if isinstance(place.term, model.OnlyPiece):
        found: model.Thing = place.term
    elif isinstance(place.term, model.Contents) and phrases.resolver.is_ordered(place.term):
        found = model.TopPiece(degree == "top", place.term.base, place.term.owner)
    else:
        sentence = f"Nothing lies at the {degree} here; only an ordered place has a top and a bottom."
        remedy = "Say where it is introduced that it is an ordered place."
        raise scope.item.refuse("which-ones", sentence, node.thing.span, remedy)
    if relative is not None:
        sentence = f"One {symbol.name} lies at the {degree}; it cannot be narrowed."
        raise scope.item.refuse("wrong-kind", sentence, relative.span, "Say it as a condition:   if … is …")
    return Typed(found, Kind("piece", phrases.resolver.piece_name))


def _sets(phrases: PhraseResolver, parts: tuple[nodes.Thing, ...], scope: Scope) -> list[Typed]:
    """Resolve things that are joined as sets of one kind: of pieces, of values, or of players."""
    found = [(part, phrases.thing(part, scope)) for part in parts]
    is_listed = all(typed.kind.one.base in ("value", "player") for _, typed in found)
    if not is_listed or all(phrases.piece_of_value(typed) is not None for _, typed in found):
        kind = Kind("pieces", phrases.resolver.piece_name)
        return [Typed(phrases.as_pieces(typed, scope, part.span), kind) for part, typed in found]
    one = found[0][1].kind.one
    for part, typed in found:
        if typed.kind.one != one:
            raise phrases.wrong_kind(scope, part.span, shown(one.many), typed.kind)
    return [typed if typed.kind.is_set else Typed(model.Lone(typed.term), one.many) for _, typed in found]


def reckoned(phrases: PhraseResolver, node: nodes.Arithmetic | nodes.Remainder, scope: Scope) -> Typed:
    """Resolve a sum, a difference, a product, or how often a figure goes into a number and what is left over."""
    left, right = phrases.number(node.left, scope), phrases.number(node.right, scope)
    sign = node.sign.text if isinstance(node, nodes.Arithmetic) else "remainder"
    if sign in ("divided by", "remainder") and (not isinstance(right, model.Int) or right.value < 1):
        sentence = "A number is divided by a figure from 1 on."
        raise scope.item.refuse("out-of-bounds", sentence, node.right.span, "Write such a figure.")
    return Typed(model.Arithmetic(sign, left, right), NUMBER)


PHRASES: Phrases = {
    nodes.Joined: joined,
    nodes.Several: several,
    nodes.Arithmetic: reckoned,
    nodes.Remainder: reckoned,
}
"""By their classes of nodes."""
