"""Enter every name of a file in the symbol table, so that phrases may use names introduced further down.

`each player has a score, a number from 0 to 5.` takes as many cells as there may be players, and `score` names them:
`Stored("number", "score", …, PLAYER, …, NUMBER, …, (0, 5))`.
"""

from __future__ import annotations

import math

from cc_dsl.diagnostics.problem import Label
from cc_dsl.rules import boards, model
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind, a_name, plural
from cc_dsl.rules.resolving import Resolver
from cc_dsl.rules.signatures import declare_forms, is_of_player
from cc_dsl.rules.symbols import Item, NameMeaning, a_what, introduced
from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word
from cc_dsl.table.pieces import PieceKind
from cc_dsl.trees import ByClassWithin, replace

MOST_PIECES = 1000
"""No game of the corpus has a tenth of them, and combinations grow fast."""


FIRST: dict[type, int] = {
    nodes.Seats: 0,
    nodes.Enumeration: 1,
    nodes.Spanned: 1,
    nodes.Board: 2,
    nodes.Cycle: 2,
    nodes.Pieces: 3,
}
"""The statements that are entered first, in this order, since others use their names."""


def declare(resolver: Resolver, items: list[Item]) -> None:
    """Enter the names of all statements; places and numbers get their cells in the order of the file."""
    for item in sorted(items, key=lambda item: FIRST.get(type(item.statement), len(FIRST))):
        enter = ENTRIES.get(type(item.statement))
        if enter is not None:
            enter(resolver, item, item.statement)
    declare_forms(resolver, items)
    if resolver.makes:
        resolver.pieces = make_pieces(resolver.piece_name, resolver.makes, resolver)


def _symbol(resolver: Resolver, item: Item, what: str, word: Word, data: object) -> None:
    resolver.names.add(NameMeaning(what, word.text, data, item, word.span))


def _seats(resolver: Resolver, item: Item, node: nodes.Seats) -> None:
    least = int(node.least.text)
    most = int(node.most.text) if node.most is not None else least
    if resolver.seats != (0, 0):
        resolver.report(
            item,
            "two-answers",
            "The number of players is given twice.",
            node.span,
            "Leave one of the two out.",
        )
    if not 1 <= least <= most <= 16:
        remedy = "Write a number from 1 to 16; of two numbers the smaller stands first."
        resolver.report(item, "out-of-bounds", "A game has from 1 to 16 players.", node.span, remedy)
        least = most = 2
    if node.name.text != ("player" if most == 1 else "players"):
        resolver.report(
            item,
            "unknown-name",
            f"Those who play a game are called players here, not “{node.name.text}”.",
            node.name.span,
            f"Write {'player' if most == 1 else 'players'}.",
        )
    resolver.seats = (least, most)
    resolver.seating = item.origin(node.span, node.cite)


def _enumeration(resolver: Resolver, item: Item, node: nodes.Enumeration) -> None:
    if node.name.text in resolver.values:
        _symbol(resolver, item, "kind", node.name, None)  # which reports that the name is taken
        return
    _new_kind(resolver, item, node.name, tuple(word.text for word in node.values))
    for number, word in enumerate(node.values):
        _symbol(resolver, item, "value", word, (node.name.text, number))


def _spanned(resolver: Resolver, item: Item, node: nodes.Spanned) -> None:
    """Enter a kind whose values are named from the first to the last; they need not be named anywhere else."""
    if node.name.text in resolver.values:
        _symbol(resolver, item, "kind", node.name, None)  # which reports that the name is taken
        return
    values = boards.spanned_names(resolver, item, node)
    _new_kind(resolver, item, node.name, values)
    resolver.names.reached.add(node.name.text)
    for number, value in enumerate(values):
        _symbol(resolver, item, "value", replace(node.first, text=value), (node.name.text, number))


def _new_kind(resolver: Resolver, item: Item, word: Word, values: tuple[str, ...]) -> None:
    resolver.values[word.text] = model.ValueKind(word.text, values)
    resolver.signs[word.text] = values
    _symbol(resolver, item, "kind", word, None)


def _written(resolver: Resolver, item: Item, node: nodes.Written) -> None:
    _signs(resolver, item, node, resolver.signs)


def _drawn(resolver: Resolver, item: Item, node: nodes.Drawn) -> None:
    _signs(resolver, item, node, resolver.glyphs)


def _signs(
    resolver: Resolver, item: Item, node: nodes.Written | nodes.Drawn, signs: dict[str, tuple[str, ...]]
) -> None:
    kind = resolver.values.get(node.kind.text)
    if kind is None:
        resolver.problem(resolver.names.unknown(item, node.kind))
        return
    resolver.names.used.add(node.kind.text)
    if len(node.signs) != len(kind.values):
        sentence = f"“{kind.name}” has {len(kind.values)} values, but here stand {len(node.signs)} signs."
        resolver.report(item, "wrong-number", sentence, node.span, "Give one sign for each value, in their order.")
        return
    for number, word in enumerate(node.signs):
        if word.text.casefold() in [other.text.casefold() for other in node.signs[:number]]:
            sentence = f"“{word.text}” is the sign of two values of “{kind.name}”."
            resolver.report(item, "name-twice", sentence, word.span, "Give each value a sign of its own.")
    signs[kind.name] = tuple(word.text for word in node.signs)


def _also_written(resolver: Resolver, item: Item, node: nodes.AlsoWritten) -> None:
    symbol = resolver.names.get(node.name.name.text)
    if symbol is None or symbol.what != "value":
        resolver.problem(resolver.names.unknown(item, node.name.name))
        return
    resolver.names.used.add(symbol.name)
    kind, number = symbol.data
    others = [sign for value, sign in enumerate(resolver.signs[kind]) if value != number]
    if node.sign.text.casefold() in [sign.casefold() for sign in others]:
        sentence = f"“{node.sign.text}” is the sign of another value of “{kind}”."
        resolver.report(item, "name-twice", sentence, node.sign.span, f"Give {symbol.name} a sign of its own.")
    resolver.also.setdefault(symbol.data, []).append(node.sign.text)


def _pieces(resolver: Resolver, item: Item, node: nodes.Pieces) -> None:
    factors: list[model.ValueKind] = []
    for word in node.factors:
        if word.text == PLAYER.name:
            name = node.name.text
            sentence = f"Kinds of values tell {plural(name)} apart; “player” is none of them."
            remedy = "Introduce a kind with a value for each player:   a side is one of White and Black."
            resolver.report(item, "wrong-kind", sentence, word.span, remedy)
            continue
        kind = resolver.values.get(word.text)
        if kind is None:
            resolver.problem(resolver.names.unknown(item, word))
            return
        resolver.names.used.add(word.text)
        if kind in factors:
            sentence = f"“{word.text}” stands here twice, and would make pieces that nobody could tell apart."
            resolver.report(item, "name-twice", sentence, word.span, "Strike out one of the two.")
        else:
            factors.append(kind)
    count = sum(math.prod(len(kind.values) for kind in make) for make in (*resolver.makes, factors))
    if count > MOST_PIECES:
        sentence = f"This would make {count:,} pieces; I reckon with {MOST_PIECES:,} at most."
        resolver.report(
            item, "out-of-bounds", sentence, node.span, "Leave out a kind of values, or some of its values."
        )
        factors = factors[:1]
    if node.also is not None:
        resolver.piece_kind(item, node.name, several=False)
        if any(set(factors) == set(make) for make in resolver.makes):
            sentence = "Such pieces are there already, and nobody could tell these from them."
            resolver.report(item, "name-twice", sentence, node.span, "Name another kind of values.")
            return
        resolver.makes.append(factors)
        return
    if resolver.makes:
        sentence = f"A game has one kind of pieces, and that is the {resolver.piece_name}."
        old = resolver.names.get(resolver.piece_name)
        labels = introduced(old) if old is not None else ()
        resolver.report(item, "two-answers", sentence, node.span, "Leave one of the two out.", labels=labels)
        return
    _symbol(resolver, item, "piece", node.name, None)
    resolver.piece_name = node.name.text
    resolver.makes.append(factors)


Made = tuple[tuple[model.ValueKind, int], ...]
"""The values of one piece, each with its kind."""


def make_pieces(name: str, makes: list[list[model.ValueKind]], resolver: Resolver) -> PieceKind:
    """Make one piece for each combination of the values of each make; the last kind of a make changes fastest."""
    combinations: list[Made] = []
    for factors in makes:
        made: list[Made] = [()]
        for factor in factors:
            made = [(*one, (factor, value)) for one in made for value in range(len(factor.values))]
        combinations += made

    def spelt(signs: dict[str, tuple[str, ...]], one: Made, between: str) -> str:
        return between.join(signs.get(factor.name, resolver.signs[factor.name])[value] for factor, value in one)

    kinds = {factor.name: factor for factors in makes for factor in factors}
    words = {factor.name: factor.values for factor in kinds.values()}
    names = tuple(spelt(words, one, " of ") for one in combinations)
    has_signs = all(resolver.signs[factor.name] != factor.values for factor in kinds.values())
    codes = tuple(spelt(resolver.signs, one, "") for one in combinations) if has_signs else names
    glyphs = tuple(spelt({**resolver.signs, **resolver.glyphs}, one, "") for one in combinations)
    spellings = {}
    for piece, one in enumerate(combinations):
        options = [""]
        for factor, value in one:
            known = [resolver.signs[factor.name][value], *resolver.also.get((factor.name, value), ())]
            known += [glyph[value] for glyph in [resolver.glyphs.get(factor.name)] if glyph is not None]
            options = [option + sign for option in options for sign in known]
        for option in (*(options if has_signs else ()), names[piece]):
            spellings[option.upper()] = piece
    attributes = {kind: tuple(_value_of(one, kind) for one in combinations) for kind in kinds}
    return PieceKind(name, names, codes, glyphs if has_signs else names, spellings, attributes)


def _value_of(one: Made, kind: str) -> int | None:
    return next((value for factor, value in one if factor.name == kind), None)


def _site(resolver: Resolver, item: Item, node: nodes.Site) -> None:
    """Enter things of which there is one for each player, or for each of other things."""
    owner = resolver.owner_kind_of(node.owner)
    if owner is None or owner.base == "piece":
        resolver.problem(resolver.names.unknown(item, node.owner, ("player", *resolver.values)))
        return
    if node.name.text in resolver.values:
        _symbol(resolver, item, "kind", node.name, None)  # which reports that the name is taken
        return
    outer = resolver.sites.get(owner.name)
    site = model.Site(node.name.text, node.form.text, owner.name, outer.root if outer is not None else owner.name)
    resolver.sites[site.name] = site
    names = tuple(f"{site.name} {number + 1}" for number in range(resolver.count_of(owner)))
    resolver.values[site.name] = model.ValueKind(site.name, names)
    resolver.signs[site.name] = names
    _symbol(resolver, item, "kind", node.name, None)


def _further_states(resolver: Resolver, item: Item, node: nodes.States) -> None:
    """Enter a second pair of states: a value that each piece has besides, which is at first the one named first."""
    words = tuple(word.text for word in node.values)
    name = "-or-".join(words)
    resolver.values[name] = model.ValueKind(name, words)
    owner, count = Kind("piece", resolver.piece_name), resolver.count_of(Kind("piece", resolver.piece_name))
    origin = item.origin(node.span, node.cite)
    declared = model.Stored("held", name, resolver.cells, owner, count, Kind("value", name), origin)
    resolver.cells += count
    resolver.stored.append(declared)
    for number, word in enumerate(node.values):
        _symbol(resolver, item, "state", word, (declared, number))


def _states(resolver: Resolver, item: Item, node: nodes.States) -> None:
    if _are_of_others(resolver, item, node):
        return
    resolver.piece_kind(item, node.name)
    if resolver.states:
        _further_states(resolver, item, node)
        return
    resolver.states = tuple(word.text for word in node.values)
    for number, word in enumerate(node.values):
        _symbol(resolver, item, "state", word, number)


def _are_of_others(resolver: Resolver, item: Item, node: nodes.States) -> bool:
    """Refuse states of players or of values: only pieces have states."""
    symbol = resolver.names.peek(node.name.text)
    if symbol is None or symbol.what not in ("player", "kind"):
        return False
    later = node.values[-1].text
    sentence = f"Only pieces have states, and “{node.name.text}” names {a_what(symbol)}."
    remedies = [f"Make it a property:   {a_name(symbol.name)} is {later} if …."]
    remedies.append(f"Or, if play changes it:   there is a {later}-set, a set of {plural(symbol.name)}.")
    resolver.report(item, "wrong-kind", sentence, node.name.span, *remedies)
    return True


def _order(resolver: Resolver, item: Item, node: nodes.Order) -> None:
    kinds = set()
    values = []
    for word in node.values:
        symbol = resolver.names.get(word.text)
        if symbol is None or symbol.what != "value":
            resolver.problem(resolver.names.unknown(item, word))
            return
        resolver.names.used.add(word.text)
        kinds.add(symbol.data[0])
        values.append(symbol.data[1])
    if len(kinds) != 1:
        remedy = "Name values that one sentence “a … is one of …” introduces."
        resolver.report(item, "wrong-kind", "An order is of values of one kind.", node.span, remedy)
        return
    _symbol(resolver, item, "order", node.name.name, (kinds.pop(), tuple(values)))


def _common(resolver: Resolver, item: Item, node: nodes.Common) -> None:
    for word in node.names:
        _stored(resolver, item, word, node.type, None)


def _owned(resolver: Resolver, item: Item, node: nodes.Owned) -> None:
    owner = resolver.owner_kind_of(node.owner)
    if owner is None:
        resolver.problem(resolver.names.unknown(item, node.owner, ("player", *resolver.values)))
        return
    resolver.names.reached.add(owner.name)
    for word in node.names:
        _stored(resolver, item, word, node.type, owner)


def _stored(resolver: Resolver, item: Item, word: Word, kind: nodes.StoredType, owner: Kind | None) -> None:
    if isinstance(kind, nodes.Place):
        origin = item.origin(item.statement.span, item.statement.cite)
        count = 1 if owner is None else resolver.count_of(owner)
        most = int(kind.most.text) if kind.most is not None else None
        resolver.piece_kind(item, kind.kind, several=most != 1)
        place = model.PlaceDeclaration(
            word.text, resolver.place_count, owner, count, kind.is_ordered is not None or most == 1, most, origin
        )
        resolver.place_count += count
        resolver.places.append(place)
        _symbol(resolver, item, "place", word, place)
    elif isinstance(kind, nodes.Number):
        least, most = number_of(kind.least), number_of(kind.most)
        if least > most:
            remedy = f"Put the smaller one first:   a number from {most} to {least}"
            resolver.report(item, "out-of-bounds", f"No number goes from {least} to {most}.", kind.span, remedy)
            most = least
        first = None if kind.first is None else number_of(kind.first)
        if first is not None and not least <= first <= most:
            sentence = f"A number from {least} to {most} cannot at first be {first}."
            remedy = "Write a number between these two, or let it go further."
            resolver.report(item, "out-of-bounds", sentence, kind.span, remedy)
            first = None
        _cells(resolver, item, word, "number", owner, NUMBER, (least, most), first)
    elif isinstance(kind, nodes.Holders):
        _stored_set(resolver, item, word, kind, owner)
    elif (held := resolver.owner_kind_of(kind.kind)) is None:
        resolver.report(
            item,
            "wrong-kind",
            f"“{word.text}” cannot be “{a_name(kind.kind.text)}”; a thing that changes is a place, a number, a player, "
            "a piece or a value.",
            kind.span,
            f"Write:   a place for …, a number from … to …, a player, a {resolver.piece_name}, or a kind of values.",
        )
    else:
        _cells(resolver, item, word, "held" if held != PLAYER or owner is not None else "role", owner, held)


def _cells(
    resolver: Resolver,
    item: Item,
    word: Word,
    form: str,
    owner: Kind | None,
    kind: Kind,
    bounds: tuple[int, int] | None = None,
    stated: int | None = None,
) -> None:
    """Enter what play changes, with cells of its own."""
    count = 1 if owner is None else resolver.count_of(owner)
    origin = item.origin(item.statement.span, item.statement.cite)
    stored = model.Stored(form, word.text, resolver.cells, owner, count, kind, origin, bounds, stated)
    resolver.cells += count
    resolver.stored.append(stored)
    _symbol(resolver, item, form, word, stored)


def _stored_set(resolver: Resolver, item: Item, word: Word, node: nodes.Holders, owner: Kind | None) -> None:
    """Enter a set of values, or of players, that play changes; at first it is empty."""
    found = resolver.names.find(node.kind.text)
    kind = None
    if found is not None and found[1] and found[0].what in ("kind", "player"):
        kind = PLAYER if found[0].what == "player" else Kind("value", found[0].name)
    if kind is None:
        sentence = f"“{word.text}” cannot be “a set of {node.kind.text}”; a set is stored of values, or of players."
        remedies = ["Write the plural of a kind of values:   a set of …."]
        if resolver.piece_name:
            remedies.append(
                f"Of {plural(resolver.piece_name)} it is a place:   a place for {plural(resolver.piece_name)}"
            )
        resolver.report(item, "wrong-kind", sentence, node.span, *remedies)
        return
    _cells(resolver, item, word, "held", owner, kind.many)


def number_of(node: Word | nodes.Below) -> int:
    """Return the number that a figure, or `minus` and a figure, says."""
    if isinstance(node, Word):
        return int(node.text)
    return -int(node.number.text) if node.sign.text == "minus" else int(node.number.text)


def _value(resolver: Resolver, item: Item, node: nodes.Value) -> None:
    name = node.name.name
    owner = None
    if isinstance(node.name, nodes.OwnerName):
        owner = _owner_kind(resolver, item, node.name.owner)
    if item.displaced is not None:
        resolver.amend(item, name, owner)
        return
    if name.text == model.ENTRY and owner is None:
        sentence = f"“{name.text}” is the procedure with which play begins, and no condition can be said of it."
        resolver.report(item, "wrong-kind", sentence, name.span, *as_a_condition(node))
        return
    if _again(resolver, item, name, "definition"):
        return
    _symbol(resolver, item, "definition", name, owner)


def as_a_condition(node: nodes.Value) -> list[str]:
    """Return how to say `the … is NAME if …` where the name is no value: as a property, or as a number."""
    thing = node.cases[0].thing if node.cases and node.cases[0] is not None else None
    word = thing.name.text if isinstance(thing, nodes.Name) else "done"
    return [
        f"Say it of a player, a piece or a value:   a player is {word} if ….",
        f"Or ask a number:   the {word}-count is 1 if …; otherwise 0.   if the {word}-count is 1: …",
    ]


def _owner_kind(resolver: Resolver, item: Item, word: Word) -> Kind:
    symbol = resolver.names.get(word.text)
    if word.text == "player":
        return PLAYER
    if symbol is not None and symbol.what in ("piece", "group", "kind"):
        resolver.names.used.add(word.text)
        return Kind("value" if symbol.what == "kind" else symbol.what, symbol.name)
    resolver.problem(resolver.names.unknown(item, word))
    return PLAYER


def _again(resolver: Resolver, item: Item, word: Word, what: str) -> bool:
    """Report a second answer to a question that a first statement answers already."""
    old = resolver.names.get(word.text)
    if old is None or old.what != what or old.item is None:
        return False
    resolver.two_answers(item, word, old)
    return True


def _predicate(resolver: Resolver, item: Item, node: nodes.Predicate) -> None:
    kind = _owner_kind(resolver, item, node.kind)
    if node.also is not None:
        resolver.amend(item, node.name, kind)
        return
    if not _again(resolver, item, node.name, "predicate"):
        _symbol(resolver, item, "predicate", node.name, kind)


def _relation(resolver: Resolver, item: Item, node: nodes.Relation) -> None:
    """Enter a relation, which several sentences may say of different kinds under names of their own."""
    if not _again(resolver, item, node.name, "relation"):
        kinds = _owner_kind(resolver, item, node.kind), _owner_kind(resolver, item, node.other)
        _symbol(resolver, item, "relation", node.name, kinds)


def _group(resolver: Resolver, item: Item, node: nodes.Group) -> None:
    resolver.piece_kind(item, node.kind, several=True)
    if not _again(resolver, item, node.name, "group"):
        _symbol(resolver, item, "group", node.name, node)
        resolver.sorts[node.name.text] = []


def _is_group(item: Item, name: str) -> bool:
    return isinstance(item.statement, nodes.Group) and item.statement.name.text == name


def _sort(resolver: Resolver, item: Item, node: nodes.Sort) -> None:
    sorts = resolver.sorts.get(node.group.text)
    if sorts is None:
        group = next((one for one in resolver.items if _is_group(one, node.group.text)), None)
        if group is not None and resolver.names.peek(node.group.text) is None:
            sentence = f"The group “{node.group.text}” is introduced further down, and its sorts must follow it."
            remedy = "Put the sentence that introduces the group before this one."
            label = Label(group.source, group.statement.name.span, "it is introduced here")
            resolver.report(item, "unknown-name", sentence, node.group.span, remedy, labels=(label,))
            return
        resolver.problem(resolver.names.unknown(item, node.group, tuple(resolver.sorts)))
        return
    resolver.names.used.add(node.group.text)
    if not _again(resolver, item, node.name, "sort"):
        _symbol(resolver, item, "sort", node.name, (node.group.text, len(sorts)))
        sorts.append(item)


def _table(resolver: Resolver, item: Item, node: nodes.Table) -> None:
    for word in node.headings:
        if not _again(resolver, item, word, "table"):
            _symbol(resolver, item, "table", word, node.kind.text)


def _procedure(resolver: Resolver, item: Item, node: nodes.Procedure) -> None:
    if item.displaced is not None or node.on is not None:
        resolver.amend(item, node.name)
    elif not _again(resolver, item, node.name, "procedure"):
        _symbol(resolver, item, "procedure", node.name, None)


def _happening(resolver: Resolver, item: Item, node: nodes.Happening) -> None:
    deed = node.deed
    if not is_of_player(deed):
        return
    if item.displaced is not None:
        resolver.amend(item, deed.verb)
        return
    old = resolver.names.get(deed.verb.text)
    if old is None:
        _symbol(resolver, item, "verb", deed.verb, deed.object.text if deed.object is not None else None)


ENTRIES: ByClassWithin[Resolver, Item, None] = {
    nodes.Seats: _seats,
    nodes.Enumeration: _enumeration,
    nodes.Spanned: _spanned,
    nodes.Board: boards.declare_board,
    nodes.Cycle: boards.declare_ring,
    nodes.Written: _written,
    nodes.AlsoWritten: _also_written,
    nodes.Drawn: _drawn,
    nodes.Pieces: _pieces,
    nodes.Site: _site,
    nodes.States: _states,
    nodes.Order: _order,
    nodes.Common: _common,
    nodes.Owned: _owned,
    nodes.Value: _value,
    nodes.Predicate: _predicate,
    nodes.Relation: _relation,
    nodes.Group: _group,
    nodes.Sort: _sort,
    nodes.Table: _table,
    nodes.Procedure: _procedure,
    nodes.Happening: _happening,
}
