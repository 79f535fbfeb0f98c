"""Enter every name of a file in the symbol table, so that phrases may use names introduced later.

`each player has a score, a number from 0 to 5.` takes as many cells as there may be players, and `score` names them:
`Stored(PLAYER, …, "number", "score", …, NUMBER, …, (0, 5))`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from string import ascii_lowercase

from cc_dsl.rules import model
from cc_dsl.rules.alike import ALIKE, NUMBERS
from cc_dsl.rules.kinds import NUMBER, PLAYER, PLURALS, Kind, plural
from cc_dsl.rules.resolver_state import Make, Owner, ResolverState
from cc_dsl.rules.signatures import declare_forms, is_of_player
from cc_dsl.rules.symbols import Item, NameMeaning, home_labels
from cc_dsl.syntax import nodes
from cc_dsl.syntax.names import names_introduced
from cc_dsl.syntax.nodes import Word
from cc_dsl.table.boards import COORDINATES, DIRECTION, DIRECTIONS, MOST_NAMES, Shape, names_between, names_counted
from cc_dsl.table.pieces import PieceKind
from cc_dsl.trees import ByClassWithin, replace, walk

MOST_SEATS = 16
MOST_PIECES = 1000
"""The most pieces of a game, ten times as many as in any game of the corpus: combinations grow fast."""

FIRST: dict[type, int] = {
    nodes.Seats: 0,
    nodes.Enumeration: 1,
    nodes.Spanned: 1,
    nodes.Board: 2,
    nodes.Cycle: 2,
    nodes.Site: 3,
    nodes.Pieces: 4,
}
"""The statements that are entered first, in this order, since others use their names."""
LAST = {nodes.Sort: len(FIRST) + 1}
"""The statements that are entered last, since they use names of others."""


def declare(resolver: ResolverState, items: list[Item]) -> None:
    """Enter the names of all statements; places and numbers get their cells in the order of the file."""
    _read_conditions_of_wholes(resolver, items)
    for item in items:
        if (stated_plural := getattr(item.statement, "plural", None)) is not None:
            resolver.plurals[item.statement.name.text] = stated_plural.text
    PLURALS.update(resolver.plurals)
    order = FIRST | LAST
    for item in sorted(items, key=lambda item: order.get(type(item.statement), len(FIRST))):
        enter = ENTRIES.get(type(item.statement))
        if enter is not None:
            enter(resolver, item, item.statement)
    declare_forms(resolver, items)
    if resolver.makes:
        resolver.pieces = make_pieces(resolver.piece_name, resolver.makes, resolver)
        if alike := resolver.pieces.alike:
            resolver.tables |= {ALIKE: alike, NUMBERS: tuple(range(len(alike)))}


def _read_conditions_of_wholes(resolver: ResolverState, items: list[Item]) -> None:
    """Read `the betting is over if …` as a condition of the betting, if no other sentence introduces “over”.

    The betting, which may be a procedure, is then the only value of a kind of its own. It must be nothing else.
    """
    candidates = {
        number: nodes.Predicate(node.span, case.cite, node.name.name, node.also, case.thing.name, case.condition)
        for number, node in ((number, item.statement) for number, item in enumerate(items))
        if isinstance(node, nodes.Value) and isinstance(node.name, nodes.TheName) and not any(node.cases[1:])
        if isinstance(case := node.cases[0], nodes.Case) and isinstance(case.thing, nodes.Name)
        if case.condition is not None
    }
    if not candidates:
        return
    names = [(item.statement, subject.name) for item in items for subject in names_introduced(item.statement)]
    known_words = {word for _, name in names for word in (name, plural(name))}
    states_tested = {
        (part.thing.name.text, part.predicate.complement.name.text)
        for item in items
        for part in walk(item.statement)
        if isinstance(part, nodes.Says) and isinstance(part.thing, nodes.Name)
        if isinstance(part.predicate, nodes.Is_) and isinstance(part.predicate.complement, nodes.Name)
    }
    procedures = {item.statement.name.text for item in items if isinstance(item.statement, nodes.Procedure)}
    things = {name for node, name in names if not isinstance(node, nodes.Value | nodes.Procedure)} - procedures
    for number, predicate in candidates.items():
        whole, name = predicate.kind, predicate.name
        if name.text in known_words or not (whole.text in procedures or (whole.text, name.text) in states_tested):
            continue
        if whole.text in things:
            resolver.report(items[number], "name-twice.whole", whole, word=whole, state=name)
            whole = replace(whole, text=model.ENTRY)
        items[number] = items[number]._replace(statement=replace(predicate, kind=whole))
        _enter_whole(resolver, whole)


def _enter_whole(resolver: ResolverState, word: Word) -> None:
    """Enter a whole that owns a condition or a state, such as the betting, as the only value of a kind of its own."""
    resolver.wholes.add(word.text)
    resolver.values.setdefault(word.text, model.ValueKind(word.text, (word.text,)))


def _symbol(resolver: ResolverState, item: Item, category: str, word: Word, data: object) -> None:
    resolver.names.add(NameMeaning(category, word.text, data, item, word.span))


def _declare_seats(resolver: ResolverState, item: Item, node: nodes.Seats) -> None:
    """Enter the numbers of players; report a second statement, or numbers out of bounds."""
    least = int(node.least.text)
    most = int(node.most.text) if node.most is not None else least
    if resolver.seats != (0, 0):
        resolver.report(item, "two-answers.players", node)
    if not 1 <= least <= most <= MOST_SEATS:
        resolver.report(item, "out-of-bounds.players", node)
        least = most = 2
    if node.name.text != ("player" if most == 1 else "players"):
        resolver.report(item, "unknown-name.players", node.name, wanted="player" if most == 1 else "players")
    resolver.seats = (least, most)
    resolver.seating = item.origin(node.span, node.cite)


def _enter_span(resolver: ResolverState, item: Item, node: nodes.Spanned) -> None:
    """Enter a kind whose values are a range of names, and count it as used."""
    first, last = node.first.text, node.last.text
    names = names_between(first, last)
    if not names and node.name.text not in resolver.values:
        count = names_counted(first, last)
        key = "out-of-bounds.no-names" if count is None else "out-of-bounds.names"
        resolver.report(item, key, node, first=first, last=last, count=count, limit=MOST_NAMES)
        names = (first, last) if first != last else (first, f"{first}-2")
    resolver.names.reached.add(node.name.text)
    _enter_kind(resolver, item, node.name, [replace(node.first, text=name) for name in names])


def _declare_board(resolver: ResolverState, item: Item, node: nodes.Board) -> None:
    """Enter the shape of a board, with the columns and rows of its squares and the directions on it."""
    columns, rows = int(node.columns.text), int(node.rows.text)
    kind = _kind_with_shape(resolver, item, node.name, Shape(columns, rows))
    if kind is None:
        return
    count = len(kind.values)
    if columns * rows != count or min(columns, rows) < 1:
        resolver.report(item, "wrong-number.board", node, node=node, squares=columns * rows, count=count)
        del resolver.boards[kind.name]
        return
    if DIRECTION in resolver.values:
        resolver.report(item, "two-answers.board", node)
        return
    resolver.values[DIRECTION] = model.ValueKind(DIRECTION, DIRECTIONS)
    named_values: list[tuple[str, str, object]] = [("kind", DIRECTION, None)]
    named_values += (("value", name, (DIRECTION, number)) for number, name in enumerate(DIRECTIONS))
    named_values += (("table", name, kind.name) for name in COORDINATES)
    for category, name, data in named_values:
        resolver.names.add(NameMeaning(category, name, data, None, None))
    places = [divmod(square, columns) for square in range(count)]
    numbers = tuple(column + 1 for _, column in places), tuple(row + 1 for row, _ in places)
    resolver.tables.update(zip(COORDINATES, numbers, strict=True))


def _declare_cycle(resolver: ResolverState, item: Item, node: nodes.Cycle) -> None:
    """Enter the shape of a ring of values, in which the first value follows the last."""
    kind = _kind_with_shape(resolver, item, node.name, Shape(1, 1))
    if kind is not None:
        resolver.boards[kind.name] = Shape(len(kind.values), 1, True)


def _kind_with_shape(resolver: ResolverState, item: Item, word: Word, shape: Shape) -> model.ValueKind | None:
    """Return the kind of values that a plural names, and record its shape; report any other name."""
    symbol, is_plural = resolver.names.find(word.text) or (None, False)
    if symbol is None or symbol.category != "kind" or not is_plural:
        refusal = resolver.names.unknown(item, word)
        if symbol is None and word.text.endswith("s"):
            last = f"{ascii_lowercase[min(shape.columns, 26) - 1]}{shape.rows}"
            remedy = f"First list its values:   a {word.text[:-1]} is one of a1 to {last}."
            refusal.problem = refusal.problem._replace(remedies=(remedy,))
        resolver.record_refusal(refusal)
        return None
    kind = resolver.values[symbol.name]
    if kind.name in resolver.boards:
        resolver.report(item, "two-answers.shape", item.statement, word=word)
        return None
    resolver.boards[kind.name] = shape
    resolver.names.reached.add(kind.name)
    return kind


def _enter_kind(resolver: ResolverState, item: Item, word: Word, values: Sequence[Word]) -> None:
    """Enter a kind with its values; report a name that is already in use."""
    is_new = word.text not in resolver.values
    _symbol(resolver, item, "kind", word, None)
    if is_new:
        resolver.values[word.text] = model.ValueKind(word.text, tuple(value.text for value in values))
        for number, value in enumerate(values):
            _symbol(resolver, item, "value", value, (word.text, number))


def _record_signs(resolver: ResolverState, item: Item, node: nodes.Written) -> None:
    """Record the signs with which the values of a kind are written or drawn."""
    kind = resolver.values.get(node.kind.text)
    if kind is None:
        resolver.record_refusal(resolver.names.unknown(item, node.kind))
        return
    resolver.names.used.add(kind.name)
    if len(node.signs) != len(kind.values):
        resolver.report(item, "wrong-number.signs", node, kind=kind, values=len(kind.values), signs=len(node.signs))
        return
    for number, word in enumerate(node.signs):
        if word.text.casefold() in [other.text.casefold() for other in node.signs[:number]]:
            resolver.report(item, "name-twice.sign", word, kind=kind)
    signs = resolver.signs if node.how.text == "written" else resolver.glyphs
    if kind.name in signs:
        resolver.report(item, "two-answers.signs", node, kind=kind, how=node.how)
    signs[kind.name] = tuple(word.text for word in node.signs)


def _record_other_sign(resolver: ResolverState, item: Item, node: nodes.AlsoWritten) -> None:
    """Enter a further sign of a value, which no other value may have."""
    symbol = resolver.names.get(node.name.name.text)
    if symbol is None or symbol.category != "value":
        resolver.record_refusal(resolver.names.unknown(item, node.name.name))
        return
    resolver.names.used.add(symbol.name)
    kind, number = symbol.data
    others = [sign for value, sign in enumerate(resolver.signs_of(resolver.values[kind])) if value != number]
    others += [
        sign for value, signs in resolver.also.items() if value[0] == kind and value[1] != number for sign in signs
    ]
    if node.sign.text.casefold() in [sign.casefold() for sign in others]:
        resolver.report(item, "name-twice.also-written", node.sign, kind=kind, symbol=symbol)
    resolver.also.setdefault(symbol.data, []).append(node.sign.text)


def _declare_pieces(resolver: ResolverState, item: Item, node: nodes.Pieces) -> None:
    """Enter the pieces: a number of each combination of values."""
    factors: list[model.ValueKind] = []
    for word in node.factors:
        if word.text == PLAYER.name:
            resolver.report(item, "wrong-kind.factor", word, name=node.name)
            continue
        kind = resolver.values.get(word.text)
        if kind is None:
            resolver.record_refusal(resolver.names.unknown(item, word))
            return
        resolver.names.used.add(word.text)
        if kind in factors:
            resolver.report(item, "name-twice.factor", word)
        else:
            factors.append(kind)
    alike = 1 if node.number.text == "one" else int(node.number.text)
    count = alike * math.prod(len(kind.values) for kind in factors) + resolver.count_of(Kind("piece"))
    if alike < 1:
        resolver.report(item, "out-of-bounds.no-pieces", node.number, name=node.name)
        alike = 1
    elif count > MOST_PIECES:
        resolver.report(item, "out-of-bounds.pieces", node, count=count, limit=MOST_PIECES)
        factors, alike = factors[:1], 1
    if node.also is not None:
        resolver.require_piece_name(item, node.name, several=False)
        if any(set(factors) == set(make.kinds) for make in resolver.makes):
            resolver.report(item, "name-twice.pieces", node)
            return
        resolver.makes.append(Make(factors, alike))
        return
    if resolver.makes:
        old = resolver.names.get(resolver.piece_name)
        labels = home_labels(old) if old is not None else ()
        resolver.report(item, "two-answers.pieces", node, piece=resolver.piece_name, labels=labels)
        return
    _symbol(resolver, item, "piece", node.name, None)
    resolver.piece_name = node.name.text
    resolver.makes.append(Make(factors, alike))


Combination = tuple[tuple[model.ValueKind, int], ...]
"""The values of one piece, each with its kind."""


def make_pieces(name: str, makes: list[Make], resolver: ResolverState) -> PieceKind:
    """Return the pieces for each combination of the values of each make; the last kind varies fastest.

    The names and codes of alike pieces, which records use, are numbered; their words for people are not.
    """
    combinations: list[Combination] = []
    numbers: list[int] = []  # the number of each piece among those that are alike; 0 for a unique piece
    for make in makes:
        values_of_kinds = ([(factor, value) for value in range(len(factor.values))] for factor in make.kinds)
        pieces = [combination for combination in itertools.product(*values_of_kinds) for _ in range(make.copies)]
        numbers += [place % make.copies + 1 if make.copies > 1 else 0 for place in range(len(pieces))]
        combinations += pieces

    def spell(signs: dict[str, tuple[str, ...]], combination: Combination, between: str) -> str:
        return between.join(signs[factor.name][value] for factor, value in combination)

    def add_numbers(texts: Iterable[str], between: str) -> tuple[str, ...]:
        pairs = zip(texts, numbers, strict=True)
        return tuple(f"{text}{between}{number}" if number else text for text, number in pairs)

    kinds = {factor.name: factor for make in makes for factor in make.kinds}
    value_words = {factor.name: factor.values for factor in kinds.values()}
    shown_names = [spell(value_words, combination, " of ") for combination in combinations]
    # “Black man 1” contains the kind's name, “King of Hearts” does not.
    shown_names = [
        f"{words} {name}" if number and " of " not in words else words
        for words, number in zip(shown_names, numbers, strict=True)
    ]
    names = add_numbers(shown_names, " ")
    signs_by_kind = {factor.name: resolver.signs_of(factor) for factor in kinds.values()}
    has_signs = all(signs_by_kind[factor.name] != factor.values for factor in kinds.values())
    signs = (spell(signs_by_kind, combination, "") for combination in combinations)
    codes = add_numbers(signs, "-") if has_signs else names
    glyphs = tuple(spell({**signs_by_kind, **resolver.glyphs}, combination, "") for combination in combinations)
    spellings: dict[str, int] = {}
    for piece, combination in enumerate(combinations):
        options = [""]
        for factor, value in combination:
            known_signs = [signs_by_kind[factor.name][value], *resolver.also.get((factor.name, value), ())]
            known_signs += [glyph[value] for glyph in [resolver.glyphs.get(factor.name)] if glyph is not None]
            options = [option + sign for option in options for sign in known_signs]
        # Spellings without a number mean the first of the pieces that are alike.
        shared = (*(options if has_signs else ()), spell(value_words, combination, " of "), shown_names[piece])
        for option in (*(shared if numbers[piece] < 2 else ()), codes[piece], names[piece]):
            spellings[option.upper()] = piece
    by_kind = [{factor.name: value for factor, value in combination} for combination in combinations]
    attributes = {kind: tuple(values.get(kind) for values in by_kind) for kind in kinds}
    first = {combination: combinations.index(combination) for combination in dict.fromkeys(combinations)}
    alike = tuple(map(first.__getitem__, combinations)) if any(numbers) else ()
    return PieceKind(name, names, codes, glyphs if has_signs else tuple(shown_names), spellings, attributes, alike)


def _declare_site(resolver: ResolverState, item: Item, node: nodes.Site) -> None:
    """Enter a kind with one thing for each player, or for each thing of another kind."""
    owner = resolver.owner_kind_of(node.owner)
    if owner is None or owner.base == "piece":
        resolver.record_refusal(resolver.names.unknown(item, node.owner, ("player", *resolver.values)))
        return
    if node.name.text in resolver.values:
        _symbol(resolver, item, "kind", node.name, None)  # reports that the name is already in use
        return
    outer = resolver.sites.get(owner.name)
    site = model.Site(node.name.text, node.form.text, owner.name, outer.root if outer is not None else owner.name)
    resolver.sites[site.name] = site
    names = tuple(f"{site.name} {number + 1}" for number in range(resolver.count_of(owner)))
    resolver.values[site.name] = model.ValueKind(site.name, names)
    _symbol(resolver, item, "kind", node.name, None)


def _declare_further_states(resolver: ResolverState, item: Item, node: nodes.States, owner: Kind) -> None:
    """Enter states of players, values or the game, or a second set of states of pieces, as a stored value of each.

    Initially each is in the state named first.
    """
    words = tuple(word.text for word in node.values)
    name = "-or-".join(words)
    resolver.values[name] = model.ValueKind(name, words)
    variable = _make_variable(resolver, item, name, "held", owner, Kind("value", name))
    for number, word in enumerate(node.values):
        _symbol(resolver, item, "state", word, (variable, number))


def _declare_states(resolver: ResolverState, item: Item, node: nodes.States) -> None:
    """Enter the states of the pieces, or of each value of a kind, or of a whole."""
    word = node.name
    if isinstance(word, nodes.TheName):
        _enter_whole(resolver, word.name)
        _declare_further_states(resolver, item, node, Kind("value", word.name.text))
        return
    owner = resolver.owner_kind_of(word)
    if owner is None or owner.base == "piece":
        resolver.require_piece_name(item, word)
    if owner is not None and (resolver.states or owner.base != "piece"):
        _declare_further_states(resolver, item, node, owner)
        return
    resolver.states = tuple(word.text for word in node.values)
    for number, word in enumerate(node.values):
        _symbol(resolver, item, "state", word, number)


def _declare_order(resolver: ResolverState, item: Item, node: nodes.Order) -> None:
    """Enter an order of values of one kind."""
    kinds = set()
    values = []
    for word in node.values:
        symbol = resolver.names.get(word.text)
        if symbol is None or symbol.category != "value":
            resolver.record_refusal(resolver.names.unknown(item, word))
            return
        resolver.names.used.add(word.text)
        kinds.add(symbol.data[0])
        values.append(symbol.data[1])
    if len(kinds) != 1:
        resolver.report(item, "wrong-kind.order-values", node)
        return
    _symbol(resolver, item, "order", node.name.name, (kinds.pop(), tuple(values)))


def _declare_variable(resolver: ResolverState, item: Item, node: nodes.Common | nodes.Owned) -> None:
    """Enter the places and variables that the table, or each thing of a kind, has."""
    owner = None
    if isinstance(node, nodes.Owned):
        owner = resolver.owner_kind_of(node.owner)
        if owner is None:
            resolver.record_refusal(resolver.names.unknown(item, node.owner, ("player", *resolver.values)))
            return
        resolver.names.reached.add(owner.name)
    for word in node.names:
        _declare_cell(resolver, item, word, node.type, owner)


def _declare_cell(resolver: ResolverState, item: Item, word: Word, kind: nodes.StoredType, owner: Kind | None) -> None:
    """Enter one place or variable, and reserve its cells."""
    if isinstance(kind, nodes.Place):
        origin = item.origin(item.statement.span, item.statement.cite)
        count = 1 if owner is None else resolver.count_of(owner)
        most = int(kind.most.text) if kind.most is not None else None
        resolver.require_piece_name(item, kind.kind, several=most != 1)
        is_ordered, base = kind.is_ordered is not None or most == 1, resolver.place_count
        place = model.PlaceDeclaration(owner, count, word.text, base, is_ordered, most, origin)
        resolver.place_count += count
        resolver.places.append(place)
        _symbol(resolver, item, "place", word, place)
    elif isinstance(kind, nodes.Number):
        least, most = number_of(kind.least), number_of(kind.most)
        if least > most:
            resolver.report(item, "out-of-bounds.number", kind, least=least, most=most)
            most = least
        first = None if kind.first is None else number_of(kind.first)
        if first is not None and not least <= first <= most:
            resolver.report(item, "out-of-bounds.at-first", kind, least=least, most=most, first=first)
            first = None
        variable = _make_variable(resolver, item, word.text, "number", owner, NUMBER, (least, most), first)
        _symbol(resolver, item, "number", word, variable)
    elif (held_kind := _held_kind(resolver, kind)) is None:
        key = "wrong-kind.set" if isinstance(kind, nodes.Holders) else "wrong-kind.stored"
        resolver.report(item, key, kind, name=word, word=word, kind=kind.kind, piece=resolver.piece_name)
    else:
        form = "role" if held_kind == PLAYER and owner is None else "held"
        _symbol(resolver, item, form, word, _make_variable(resolver, item, word.text, form, owner, held_kind))


def _held_kind(resolver: ResolverState, node: nodes.Holder | nodes.Holders) -> Kind | None:
    """Return the kind of a variable that holds a thing, or a set of values or players; None if it cannot be stored."""
    if isinstance(node, nodes.Holder):
        return resolver.owner_kind_of(node.kind)
    symbol, is_plural = resolver.names.find(node.kind.text) or (None, False)
    if symbol is None or not is_plural or symbol.category not in ("kind", "player"):
        return None
    return PLAYER.many if symbol.category == "player" else Kind("value", symbol.name).many


def _make_variable(
    resolver: ResolverState,
    item: Item,
    name: str,
    form: str,
    owner: Kind | None,
    kind: Kind,
    bounds: tuple[int, int] | None = None,
    stated: int | None = None,
) -> model.Stored:
    """Return a variable with cells of its own."""
    count = 1 if owner is None else resolver.count_of(owner)
    origin = item.origin(item.statement.span, item.statement.cite)
    variable = model.Stored(owner, count, form, name, resolver.cells, kind, origin, bounds, stated)
    resolver.cells += count
    resolver.stored.append(variable)
    return variable


def number_of(node: Word | nodes.Negated) -> int:
    """Return the number of a numeral, which may follow `minus`."""
    if isinstance(node, Word):
        return int(node.text)
    assert isinstance(node.thing, nodes.Figure_), "a bound is a figure"
    return -int(node.thing.number.text) if node.sign.text == "minus" else int(node.thing.number.text)


def _declare_definition(resolver: ResolverState, item: Item, node: nodes.Value) -> None:
    """Enter the name of a definition, with the kinds of its owners."""
    name, words = node.name.name, [getattr(node.name, field, None) for field in ("owner", "other")]
    kinds = [_owner_kind(resolver, item, word) for word in words if word is not None]
    owner = (kinds[0], kinds[1]) if kinds[1:] else kinds[0] if kinds else None
    is_new = item.displaced is None and node.also is None
    if is_new and name.text == model.ENTRY and owner is None:
        resolver.report(item, "wrong-kind.entry", name, *condition_remedy(node))
    else:
        _enter_or_amend(resolver, item, "definition", name, owner)


def condition_remedy(node: nodes.Value) -> list[str]:
    """Return the remedies for `the game is NAME if …`: test the condition in an act."""
    thing = node.cases[0].thing if node.cases and node.cases[0] is not None else None
    word = thing.name.text if isinstance(thing, nodes.Name) else "over"
    condition = f"the {node.name.name.text} is {word}"
    return [f"Test it:   if {condition}: …", f"Or:   until {condition}, at most 10 times: …"]


def _owner_kind(resolver: ResolverState, item: Item, word: Word) -> Kind:
    """Return the kind of the owner that a word names; report an unknown word."""
    symbol = resolver.names.get(word.text)
    if word.text in resolver.wholes:
        return Kind("value", word.text)
    if (owner := resolver.owner_kind_of(word)) is not None:
        return owner
    if symbol is not None and symbol.category == "group":
        resolver.names.used.add(word.text)
        return Kind("group", symbol.name)
    resolver.record_refusal(resolver.names.unknown(item, word, ("player", resolver.piece_name, *resolver.values)))
    return PLAYER


def _enter_or_amend(resolver: ResolverState, item: Item, category: str, word: Word, data: Owner) -> None:
    """Enter the name that a statement introduces, unless the statement amends a name that another introduces."""
    if item.displaced is not None or item.statement.also is not None:
        resolver.amendments.append((item, word, data))
    else:
        _enter(resolver, item, category, word, data)


def _enter(resolver: ResolverState, item: Item, category: str, word: Word, data: object) -> bool:
    """Enter a name, and return whether it is new; report a second statement that introduces it."""
    old = resolver.names.get(word.text)
    if old is not None and old.category == category and old.item is not None:
        resolver.report_two_answers(item, word, old)
        return False
    _symbol(resolver, item, category, word, data)
    return True


def _declare_condition(resolver: ResolverState, item: Item, node: nodes.Predicate | nodes.Relation) -> None:
    """Enter a condition on the game, on one thing, or on two things, which is a relation."""
    kind, category = _owner_kind(resolver, item, node.kind), "predicate"
    data: Kind | tuple[Kind, Kind] = kind
    if isinstance(node, nodes.Relation):
        category, data = "relation", (kind, _owner_kind(resolver, item, node.other))
    _enter_or_amend(resolver, item, category, node.name, data)


def _declare_group(resolver: ResolverState, item: Item, node: nodes.Group) -> None:
    resolver.require_piece_name(item, node.kind, several=True)
    if _enter(resolver, item, "group", node.name, node):
        resolver.sorts[node.name.text] = []


def _declare_sort(resolver: ResolverState, item: Item, node: nodes.Sort) -> None:
    """Enter a sort of a kind of group; a sort named earlier is better."""
    sorts = resolver.sorts.get(node.group.text)
    if sorts is None:
        resolver.record_refusal(resolver.names.unknown(item, node.group, tuple(resolver.sorts)))
        return
    resolver.names.used.add(node.group.text)
    if _enter(resolver, item, "sort", node.name, (node.group.text, len(sorts))):
        sorts.append(item)


def _declare_table(resolver: ResolverState, item: Item, node: nodes.Table) -> None:
    for word in node.headings:
        _enter(resolver, item, "table", word, node.kind.text)


def _declare_verb(resolver: ResolverState, item: Item, node: nodes.Happening) -> None:
    """Enter the verb of a player's deed, unless it is known already."""
    deed = node.deed
    if not is_of_player(deed):
        return
    if item.displaced is not None:
        resolver.amendments.append((item, deed.verb, None))
    elif resolver.names.get(deed.verb.text) is None:
        _symbol(resolver, item, "verb", deed.verb, deed.object.text if deed.object is not None else None)


ENTRIES: ByClassWithin[ResolverState, Item, None] = {
    nodes.Seats: _declare_seats,
    nodes.Enumeration: lambda resolver, item, node: _enter_kind(resolver, item, node.name, node.values),
    nodes.Spanned: _enter_span,
    nodes.Board: _declare_board,
    nodes.Cycle: _declare_cycle,
    nodes.Written: _record_signs,
    nodes.AlsoWritten: _record_other_sign,
    nodes.Pieces: _declare_pieces,
    nodes.Site: _declare_site,
    nodes.States: _declare_states,
    nodes.Order: _declare_order,
    nodes.Common: _declare_variable,
    nodes.Owned: _declare_variable,
    nodes.Value: _declare_definition,
    nodes.Predicate: _declare_condition,
    nodes.Relation: _declare_condition,
    nodes.Group: _declare_group,
    nodes.Sort: _declare_sort,
    nodes.Table: _declare_table,
    nodes.Procedure: lambda resolver, item, node: _enter_or_amend(resolver, item, "procedure", node.name, None),
    nodes.Happening: _declare_verb,
}
