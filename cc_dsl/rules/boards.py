"""Resolve what lies on a board or in a ring: its squares, how far they are from one another, and what lies between."""

from __future__ import annotations

from string import ascii_lowercase

from cc_dsl.rules import model
from cc_dsl.rules.kinds import NONE, NUMBER, Kind, plural, shown
from cc_dsl.rules.resolving import PhraseResolver, Phrases, Resolver
from cc_dsl.rules.scope import Scope, Typed
from cc_dsl.rules.symbols import Item, NameMeaning, PhraseRefused, either
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word
from cc_dsl.table.boards import COORDINATES, DIRECTION, DIRECTIONS, MOST_NAMES, Shape, names_between, names_counted

# ------------------------------------------------------------------------------------------- what there is


def spanned_names(resolver: Resolver, item: Item, node: nodes.Spanned) -> tuple[str, ...]:
    """Return the names from the first to the last: the letters of each number, and number by number."""
    first, last = node.first.text, node.last.text
    count, names = names_counted(first, last), names_between(first, last)
    if names:
        return names
    sentence, remedies = (
        f"From “{first}” to “{last}” I cannot count.",
        ["Write a letter and a number:   a1 to h8, or f1 to f40."],
    )
    if count is not None:
        sentence = f"From “{first}” to “{last}” there are {count:,} names."
        remedies = ["Name the first before the last:   a1 to h8.", f"I reckon with 2 to {MOST_NAMES:,}."]
    resolver.report(item, "out-of-bounds", sentence, node.span, *remedies)
    return (first, last) if first != last else (first, f"{first}-2")


def declare_board(resolver: Resolver, item: Item, node: nodes.Board) -> None:
    """Enter the shape of a board, with the columns and rows of its squares and the directions on it."""
    columns, rows = int(node.columns.text), int(node.rows.text)
    kind = _kind(resolver, item, node.name, Shape(columns, rows))
    if kind is None:
        return
    count = len(kind.values)
    if columns * rows != count or min(columns, rows) < 1:
        sentence = (
            f"A board of {columns} by {rows} has {columns * rows:,} squares, and there are {count:,} {node.name.text}."
        )
        resolver.report(
            item, "wrong-number", sentence, node.span, "Name as many as there are, and say how they lie:   … by …."
        )
        del resolver.boards[kind.name]
        return
    if DIRECTION in resolver.values:
        sentence = "A game has one board."
        resolver.report(item, "two-answers", sentence, node.span, "Leave one of the two out.")
        return
    resolver.values[DIRECTION] = model.ValueKind(DIRECTION, DIRECTIONS)
    resolver.signs[DIRECTION] = DIRECTIONS
    resolver.names.add(NameMeaning("kind", DIRECTION, None, None, None))
    for number, name in enumerate(DIRECTIONS):
        resolver.names.add(NameMeaning("value", name, (DIRECTION, number), None, None))
    numbers = tuple(one % columns + 1 for one in range(count)), tuple(one // columns + 1 for one in range(count))
    for name, table in zip(COORDINATES, numbers, strict=True):
        resolver.names.add(NameMeaning("table", name, kind.name, None, None))
        resolver.tables[name] = table


def declare_ring(resolver: Resolver, item: Item, node: nodes.Cycle) -> None:
    """Enter values whose last is followed by the first."""
    kind = _kind(resolver, item, node.name, Shape(1, 1))
    if kind is not None:
        resolver.boards[kind.name] = Shape(len(kind.values), 1, True)


def _kind(resolver: Resolver, item: Item, word: Word, shape: Shape) -> model.ValueKind | None:
    """Return the kind of values that a plural names, and note its shape; report what is none."""
    found = resolver.names.find(word.text)
    if found is None or found[0].what != "kind" or not found[1]:
        refusal = resolver.names.unknown(item, word)
        if found is None and word.text.endswith("s"):
            last = f"{ascii_lowercase[min(shape.columns, 26) - 1]}{shape.rows}"
            remedy = f"Say first which there are:   a {word.text[:-1]} is one of a1 to {last}."
            refusal.problem = refusal.problem._replace(remedies=(remedy,))
        resolver.problem(refusal)
        return None
    kind = resolver.values[found[0].name]
    if kind.name in resolver.boards:
        sentence = f"How {word.text} lie is said twice."
        resolver.report(item, "two-answers", sentence, item.statement.span, "Leave one of the two out.")
        return None
    resolver.boards[kind.name] = shape
    resolver.names.reached.add(kind.name)
    return kind


# --------------------------------------------------------------------------------------------- phrases


def shape_of(resolver: Resolver, kind: Kind) -> Shape:
    """Return how the values of a kind lie; where nothing is said they are a track, as they were introduced."""
    return resolver.boards.get(kind.name) or Shape(resolver.count_of(kind), 1)


def distance(phrases: PhraseResolver, node: nodes.Distance, scope: Scope) -> Typed:
    """Resolve `the distance from SQUARE to SQUARE`."""
    start, end, kind = _two(phrases, node.start, node.end, scope)
    return Typed(model.Paired("distance", shape_of(phrases.resolver, kind), start, end, NUMBER), NUMBER)


def direction(phrases: PhraseResolver, node: nodes.Direction, scope: Scope) -> Typed:
    """Resolve `the direction from SQUARE to SQUARE`."""
    start, end, kind = _two(phrases, node.start, node.end, scope)
    way = Kind("value", DIRECTION)
    return Typed(model.Paired("direction", _board(phrases, kind, node.span, scope), start, end, way), way)


def among(phrases: PhraseResolver, node: nodes.Among, scope: Scope) -> Typed:
    """Resolve `the squares between SQUARE and SQUARE`."""
    start, end, kind = _two(phrases, node.start, node.end, scope)
    symbol, is_plural = phrases.names.look_up(scope.item, node.name)
    if (symbol.what, symbol.name, is_plural) != ("kind", kind.name, True):
        sentence = f"Between two of them lie {plural(kind.name)}."
        raise scope.item.refuse("wrong-kind", sentence, node.name.span, f"Write {plural(kind.name)}.")
    shape = shape_of(phrases.resolver, kind)
    if shape.is_ring:
        sentence = "In a ring there are two ways from one to another."
        raise scope.item.refuse("wrong-kind", sentence, node.span, "Say how many steps one comes after the other.")
    return Typed(model.Paired("between", shape, start, end, kind.many), kind.many)


def stepped(phrases: PhraseResolver, node: nodes.Stepped, scope: Scope) -> Typed:
    """Resolve `the square 3 steps after SQUARE`."""
    resolver = phrases.resolver
    kind = _named(phrases, node.name, scope)
    value = _of_kind(phrases, node.thing, kind, scope)
    if resolver.root_of(kind) == "player":
        sentence = "Of what players own, only the next can be named."
        raise scope.item.refuse("wrong-kind", sentence, node.span, f"Write:   the {kind.name} {node.link.text} it.")
    step, steps = 1 if node.link.text == "after" else -1, phrases.number(node.steps, scope)
    shape = shape_of(resolver, kind)
    return Typed(model.Next(value, step, shape.size, steps, shape.is_ring), kind)


def beyond(phrases: PhraseResolver, node: nodes.Beyond, scope: Scope) -> Typed:
    """Resolve `the square 1 step to DIRECTION from SQUARE`: as many single steps, each from the square before."""
    kind, way = _named(phrases, node.name, scope), Kind("value", DIRECTION)
    shape = _board(phrases, kind, node.span, scope)
    try:
        heading = _of_kind(phrases, node.direction, way, scope)
    except PhraseRefused as refusal:
        if refusal.problem.code == "unknown-name":
            refusal.problem = refusal.problem._replace(remedies=(f"Name a direction: {either([*DIRECTIONS])}.",))
        raise
    term = _of_kind(phrases, node.thing, kind, scope)
    if not isinstance(node.steps, nodes.Figure_) or not 1 <= int(node.steps.number.text) < max(
        shape.columns, shape.rows
    ):
        sentence = f"On this board one goes from 1 to {max(shape.columns, shape.rows) - 1} steps in a direction."
        raise scope.item.refuse(
            "out-of-bounds", sentence, node.steps.span, "Write such a figure, as in:   1 step to …."
        )
    for _ in range(int(node.steps.number.text)):
        term = model.Paired("step", shape, term, heading, kind)
    return Typed(term, kind)


def _named(phrases: PhraseResolver, word: Word, scope: Scope) -> Kind:
    symbol, is_plural = phrases.names.look_up(scope.item, word)
    if is_plural:
        raise phrases.wrong_number(word, symbol.name, scope)
    if symbol.what != "kind":
        sentence = f"“{word.text}” names nothing that lies in a row, in a ring, or on a board."
        raise scope.item.refuse(
            "wrong-kind", sentence, word.span, "Name a kind of values, such as the squares of a board."
        )
    return Kind("value", symbol.name)


def _of_kind(phrases: PhraseResolver, node: nodes.Thing, kind: Kind, scope: Scope) -> model.Thing:
    typed = phrases.thing(node, scope)
    if typed.kind not in (kind, NONE):
        raise phrases.wrong_kind(scope, node.span, shown(kind), typed.kind)
    return typed.term


def _two(
    phrases: PhraseResolver, start: nodes.Thing, end: nodes.Thing, scope: Scope
) -> tuple[model.Thing, model.Thing, Kind]:
    """Resolve two values of one kind, whose name need not stand anywhere else."""
    one, other = phrases.thing(start, scope), phrases.thing(end, scope)
    kind = other.kind if one.kind == NONE else one.kind
    if kind.base != "value" or phrases.resolver.root_of(kind) == "player":
        raise phrases.wrong_kind(scope, start.span, "a square or another value", one.kind)
    if other.kind not in (kind, NONE):
        raise phrases.wrong_kind(scope, end.span, shown(kind), other.kind)
    phrases.names.used.add(kind.name)
    return one.term, other.term, kind


def _board(phrases: PhraseResolver, kind: Kind, span: Span, scope: Scope) -> Shape:
    """Return the shape of a board; refuse what is none."""
    shape = phrases.resolver.boards.get(kind.name)
    if shape is None or shape.is_ring:
        sentence = f"Directions are those of a board, and {plural(kind.name)} form none."
        raise scope.item.refuse(
            "wrong-kind", sentence, span, f"Write first:   the {plural(kind.name)} form a board, … by …."
        )
    return shape


def where(phrases: PhraseResolver, owner: Typed, symbol: NameMeaning) -> Typed | None:
    """Resolve `its square`: the value in whose place a piece lies; None if no such values have places."""
    owner = phrases.as_piece(owner)
    if owner.kind.base != "piece" or symbol.what != "kind":
        return None
    kind = Kind("value", symbol.name)
    bases = tuple(place.base for place in phrases.resolver.places if place.owner == kind)
    return Typed(model.Where(owner.term, bases, kind), kind) if bases else None


PHRASES: Phrases = {
    nodes.Distance: distance,
    nodes.Direction: direction,
    nodes.Among: among,
    nodes.Stepped: stepped,
    nodes.Beyond: beyond,
}
"""By the classes of nodes that say something of a board, of a ring or of a row."""
