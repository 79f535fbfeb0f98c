"""Assemble procedures and happenings from the clauses that make them, with amendments in their places."""

from __future__ import annotations

from collections.abc import Iterable

from cc_dsl.rules import model, rivals
from cc_dsl.rules.kinds import PLAYER, Kind, a_name, plural, shown
from cc_dsl.rules.recursion import MOST_LEVELS
from cc_dsl.rules.resolving import Resolver
from cc_dsl.rules.scope import Frame, Scope, in_slot
from cc_dsl.rules.sights import resolve_sight
from cc_dsl.rules.signatures import argument_of, both, is_of_player, scope_of
from cc_dsl.rules.symbols import Item, PhraseRefused, a_what, either, introduced
from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word

Bodies = dict[str, model.Body]


def resolve_bodies(resolver: Resolver) -> tuple[Bodies, Bodies]:
    """Return every procedure and every happening; a call that comes back to itself is refused."""
    procedures: Bodies = {}
    happenings: Bodies = {}
    calls: dict[str, set[str]] = {}
    items = resolver.statements_by_target
    for symbol in resolver.names.all():
        if symbol.what in ("procedure", "verb"):
            target = procedures if symbol.what == "procedure" else happenings
            target[symbol.name], calls[symbol.name] = resolve_body(resolver, symbol.name, items.get(symbol.name, []))
    refuse_circles(resolver, calls)
    return procedures, happenings


def resolve_body(resolver: Resolver, name: str, items: list[Item]) -> tuple[model.Body, set[str]]:
    """Return one procedure or happening, and the names of those that it brings about."""
    resolver.deeds.calls = set()
    body = _body(resolver, name, items)
    return body, resolver.deeds.calls


class _Parts:
    def __init__(self) -> None:
        self.before: list[model.Rule] = []
        self.rules: list[model.Rule] = []
        self.overrides: list[model.Rule] = []
        self.after: list[model.Rule] = []
        self.exceptions: list[rivals.Override] = []


def _body(resolver: Resolver, name: str, items: list[Item]) -> model.Body:
    frame = Frame()
    parts = _Parts()
    named: Scope | None = None
    argument: Kind | None = None
    for item in sorted(items, key=lambda item: item.displaced is not None):
        scope = _scope(resolver, item, frame)
        if scope is None:
            continue
        if named is not None and isinstance(item.statement, nodes.Procedure) and item.displaced is None:
            scope = scope._replace(named={**named.named, **scope.named})
        argument = _argument(scope) or argument
        after = _rule(resolver, item, scope, parts)
        if after is not None and item.displaced is None and isinstance(item.statement, nodes.Procedure):
            named = after
    if parts.exceptions:
        word = _word_of(parts.exceptions[0].item.statement).text
        resolver.exceptions.append((f"how “{word}” goes", parts.exceptions))
    return model.Body(
        name,
        tuple(parts.before),
        tuple(parts.rules),
        tuple(parts.overrides),
        tuple(parts.after),
        frame.size,
        resolver.readings_of(name),
        argument,
    )


def _argument(scope: Scope) -> Kind | None:
    """Return the kind of what a player's deed is done to, if that is no piece."""
    deed = getattr(scope.item.statement, "deed", None)
    if not isinstance(deed, nodes.Deed) or not is_of_player(deed) or deed.object is None:
        return None
    done_to = scope.named.get(deed.object.text) if deed.object.text != PLAYER.name else scope.named["other player"]
    return done_to.kind if done_to is not None and done_to.kind.base != "piece" else None


def _word_of(statement: nodes.Procedure | nodes.Happening) -> Word:
    return statement.name if isinstance(statement, nodes.Procedure) else statement.deed.verb


def _scope(resolver: Resolver, item: Item, frame: Frame) -> Scope | None:
    """Return the scope of a body: its player and its thing, if it is a happening."""
    scope = Scope(item, frame)
    deed = getattr(item.statement, "deed", None)
    if not isinstance(deed, nodes.Deed):
        return scope
    if not is_of_player(deed):
        try:
            return scope_of(resolver, item, deed, frame)[0]
        except PhraseRefused as refusal:
            resolver.problem(refusal, item)
            return None
    while frame.size < 2:
        frame.slot()
    he = in_slot(0, PLAYER)
    scope = scope.with_he(he).naming("player", he)
    symbol = resolver.names.get(deed.verb.text)
    wanted = symbol.data if symbol is not None else None
    if (deed.object.text if deed.object is not None else None) != wanted:
        said = f"with “{a_name(wanted)}” after it" if wanted else "with nothing after it"
        resolver.report(
            item,
            "wrong-kind",
            f"Elsewhere “{deed.verb.text}” is said {said}.",
            deed.span,
            "Say it in one way everywhere.",
            labels=introduced(symbol) if symbol is not None else (),
        )
        return None
    if deed.object is None:
        return scope
    try:
        it = in_slot(model.OBJECT, argument_of(resolver, item, deed.object))
    except PhraseRefused as refusal:
        resolver.problem(refusal, item)
        return None
    return scope.naming("other player", it) if it.kind == PLAYER else scope.with_it(it).naming(deed.object.text, it)


def _rule(resolver: Resolver, item: Item, scope: Scope, parts: _Parts) -> Scope | None:
    node = item.statement
    try:
        condition = model.Always() if node.condition is None else resolver.phrases.condition(node.condition, scope)
        deed = getattr(node, "deed", None)
        if isinstance(deed, nodes.Deed) and not is_of_player(deed):
            condition = both(scope_of(resolver, item, deed, scope.frame)[1], condition)
    except PhraseRefused as refusal:
        resolver.problem(refusal, item)
        return None
    resolver.deeds.before = _as_before(parts) if item.displaced is not None else None
    acts, after = resolver.deeds.acts(node.acts, scope)
    resolver.deeds.before = None
    rule = model.Rule(condition, acts, item.origin(node.span))
    if isinstance(node, nodes.Around):
        (parts.before if node.when.text == "before" else parts.after).append(rule)
    elif item.displaced is not None:
        parts.overrides.append(rule)
        place = None if node.condition is None else node.condition.span
        parts.exceptions.append(rivals.Override(item, _word_of(node).span, _word_of(node).span, ((condition, place),)))
    else:
        parts.rules.append(rule)
    return after


def _as_before(parts: _Parts) -> tuple[model.Act, ...]:
    """Return what would be done if nothing were displaced: all that the clauses put together, in their order."""
    acts: list[model.Act] = []
    for rule in parts.rules:
        if isinstance(rule.condition, model.Always):
            acts.extend(rule.acts)
        else:
            acts.append(model.If(rule.condition, rule.acts, (), rule.origin))
    return tuple(acts)


def refuse_circles(resolver: Resolver, calls: dict[str, set[str]]) -> None:
    """Report calls that come back to themselves."""
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            circle = [*path[path.index(name) :], name]
            item = resolver.statements_by_target[name][0]
            if not done.issuperset(circle):
                resolver.report(
                    item,
                    "endless",
                    f"This comes back to itself and need never end: {' → '.join(circle)}.",
                    item.statement.span,
                    "Write a loop with a bound:   until …, at most … times: ….",
                )
            done.update(circle)
            return
        if name in done or len(path) > MOST_LEVELS:  # so long a chain is refused for its length
            return
        for other in sorted(calls.get(name, ())):
            visit(other, (*path, name))
        done.add(name)

    for name in calls:
        visit(name, ())


# ------------------------------------------------------------------------------ sights, figure, checks


def resolve_rest(
    resolver: Resolver, items: Iterable[Item]
) -> tuple[
    tuple[model.Sight, ...],
    tuple[model.Disclosure, ...],
    model.Figure | None,
    dict[str, model.Question],
    tuple[model.Example, ...],
]:
    """Return who sees pieces, who knows what else, the figure, the questions and the examples of statements."""
    sights: list[model.Sight] = []
    disclosures: list[model.Disclosure] = []
    figures: list[model.Figure] = []
    questions: dict[str, model.Question] = {}
    examples: list[model.Example] = []
    for item in items:
        node = item.statement
        try:
            if isinstance(node, nodes.Sight):
                found = resolve_sight(resolver, item, node)
                if isinstance(found, model.Sight):
                    sights.append(found)
                else:
                    disclosures.append(found)
            elif isinstance(node, nodes.Figure):
                if figures:
                    raise item.refuse(
                        "two-answers", "The figure is described twice.", node.span, "Leave one of the two out."
                    )
                figures.append(_figure(resolver, item, node))
            elif isinstance(node, nodes.Question):
                _question(resolver, item, node, questions)
            elif isinstance(node, nodes.Example):
                examples.append(_example(resolver, item, node))
            elif isinstance(node, nodes.Belief):
                raise item.refuse(
                    "wrong-kind",
                    "“surely” says what is believed at one moment of play.",
                    node.span,
                    "Put it among the acts.",
                )
        except PhraseRefused as refusal:
            resolver.problem(refusal, item)
    return tuple(sights), tuple(disclosures), figures[0] if figures else None, questions, tuple(examples)


def _figure(resolver: Resolver, item: Item, node: nodes.Figure) -> model.Figure:
    frame = Frame()
    columns = []
    for column in node.columns:
        place = resolver.phrases.place(column.thing, Scope(item, frame))
        legend = column.legend.text if column.legend is not None else ""
        columns.append(model.FigureColumn(place, column.is_reversed is not None, legend, place.owner))
    return model.Figure(tuple(columns), frame.size, item.origin(node.span, node.cite))


def _question(resolver: Resolver, item: Item, node: nodes.Question, questions: dict[str, model.Question]) -> None:
    if node.name.text in questions:
        sentence = f"There are two questions “{node.name.text}”."
        raise item.refuse("name-twice", sentence, node.name.span, "Give one of the two another name.")
    asked = [_ask(resolver, item, one) for one in node.details if isinstance(one, nodes.Ask)]
    stored = [_ask_stored(resolver, item, one) for one in node.details if isinstance(one, nodes.AskStored)]
    told = [_tell(resolver, item, one) for one in node.details if isinstance(one, nodes.Tell)]
    questions[node.name.text] = model.Question(
        node.name.text, node.words.text, tuple(asked), tuple(told), item.origin(node.words.span), tuple(stored)
    )


def _ask(resolver: Resolver, item: Item, node: nodes.Ask) -> model.Asked:
    least = int(node.number.text)
    most = int(node.most.text) if node.most is not None else least
    if least > most:
        remedy = f"Put the smaller one first:   {most} to {least}"
        raise item.refuse("out-of-bounds", f"No number goes from {least} to {most}.", node.number.span, remedy)
    resolver.piece_kind(item, node.kind, several=None if least < most == 1 else most != 1)
    symbol, is_plural = resolver.names.look_up(item, node.place.name)
    owner = resolver.owner_kind_of(node.place.owner) if isinstance(node.place, nodes.EachName) else None
    if symbol.what != "place" or is_plural or symbol.data.owner != owner:
        raise item.refuse(
            "wrong-kind",
            f"“{node.place.name.text}” names {a_what(symbol)}, and nothing can be laid there like that.",
            node.place.span,
            "Name one place, “the …”, or a place that each player has, “each player's …”.",
            labels=introduced(symbol),
        )
    state = _state(resolver, item, node.state) if node.state is not None else 0
    place: model.PlaceDeclaration = symbol.data
    return model.Asked(most, place.base, place.owner, place.owners, node.key.text, least, state)


def _ask_stored(resolver: Resolver, item: Item, node: nodes.AskStored) -> model.AskedStored:
    """Resolve `given a suit-sign for each player's alignment`: a value, a piece or a player that play changes."""
    symbol, is_plural = resolver.names.look_up(item, node.thing.name)
    owner = resolver.owner_kind_of(node.thing.owner) if isinstance(node.thing, nodes.EachName) else None
    kind = resolver.owner_kind_of(node.kind)
    if kind is None:
        raise resolver.names.unknown(item, node.kind, ("player", resolver.piece_name, *resolver.values))
    declared = symbol.data
    is_fitting = isinstance(declared, model.Stored) and (declared.owner, declared.kind) == (owner, kind)
    if is_plural or not is_fitting:
        raise item.refuse(
            "wrong-kind",
            f"“{node.thing.name.text}” names {a_what(symbol)}, and is not {a_name(kind.name)} that play changes.",
            node.thing.span,
            "Name one thing, “the …”, or one that each player has, “each player's …”, and the kind of what it holds.",
            labels=introduced(symbol),
        )
    return model.AskedStored(declared.name, kind, declared.base, owner, declared.owners, node.key.text)


def _state(resolver: Resolver, item: Item, word: nodes.Word) -> int:
    """Resolve the name of the state in which pieces are laid."""
    symbol, is_plural = resolver.names.look_up(item, word, resolver.states)
    if symbol.what != "state" or is_plural or not isinstance(symbol.data, int):
        raise item.refuse(
            "wrong-kind",
            f"“{word.text}” names {a_what(symbol)}, and no state in which {plural(resolver.piece_name)} lie.",
            word.span,
            f"Write {either(list(resolver.states))}." if resolver.states else "Leave it out; there are no states.",
            labels=introduced(symbol),
        )
    return int(symbol.data)


def _tell(resolver: Resolver, item: Item, node: nodes.Tell) -> model.Told:
    frame = Frame()
    frame.slot(), frame.slot()
    scope = Scope(item, frame)
    owner = None
    if isinstance(node.thing, nodes.EachName):
        owner = resolver.owner_kind_of(node.thing.owner)
        if owner is None:
            raise resolver.names.unknown(item, node.thing.owner, ("player", *resolver.values))
        typed = resolver.phrases.of(in_slot(0, owner), node.thing.name, scope)
    else:
        typed = resolver.phrases.thing(nodes.Name(node.thing.name, node.thing.span), scope)
    # Of a set each thing is spoken of by itself.
    inner = scope.with_it(in_slot(1, typed.kind.one))
    extras = tuple(
        model.Extra(extra.key.text, resolver.phrases.condition(extra.condition, inner)) for extra in node.extras
    )
    condition = resolver.phrases.condition(node.condition, scope) if node.condition is not None else None
    owners = 1 if owner is None else resolver.count_of(owner)
    name, key = node.thing.name.text, node.key.text
    return model.Told(name, typed.term, owner, owners, typed.kind, key, extras, condition, frame.size)


def _example(resolver: Resolver, item: Item, node: nodes.Example) -> model.Example:
    frame = Frame()
    scope = Scope(item, frame)
    title = node.title.text if node.title is not None else ""
    origin = item.origin(node.span)
    if isinstance(node.checks, nodes.Makes):
        symbol, is_plural = resolver.names.look_up(item, node.checks.sort)
        if symbol.what != "sort" or is_plural:
            raise resolver.names.unknown(item, node.checks.sort)
        pieces = _constants(resolver, node.checks.things, scope)
        return model.Example(title, (), (), frame.size, (pieces, symbol.data[0], symbol.data[1]), origin)
    laid = []
    stored = []
    claims = []
    for check in node.checks:
        if isinstance(check, nodes.Given):
            held = resolver.phrases.thing(check.place, scope)
            if isinstance(held.term, model.Load):
                stored.append(_stored(resolver, check, held.term, held.kind, scope))
                continue
            place = resolver.phrases.place(check.place, scope)
            things, state, further = _with_states(resolver, item, check.things)
            pieces = _constants(resolver, things, scope)
            laid.append(model.Laid(place, pieces, state))
            stored += [_of_further_pair(declared, number, piece) for declared, number in further for piece in pieces]
        else:
            condition = resolver.phrases.condition(check.condition, scope)
            claims.append(model.Case(condition, model.Nothing(), item.origin(check.span, check.cite)))
    return model.Example(title, tuple(laid), tuple(claims), frame.size, None, origin, tuple(stored))


def _stored(resolver: Resolver, node: nodes.Given, cell: model.Load, kind: Kind, scope: Scope) -> model.Kept:
    """Return the cell that an example fills, and its value."""
    owner = cell.owner
    if owner is not None and not isinstance(owner, model.Const):
        raise scope.item.refuse(
            "wrong-kind",
            "An example says of which one it is given.",
            node.place.span,
            "Name one of them, such as:   player 1",
        )
    typed = resolver.phrases.thing(node.things[0], scope)
    if kind.base == "piece":
        typed = resolver.phrases.as_piece(typed)
    if len(node.things) > 1 or not isinstance(typed.term, model.Const | model.Int):
        raise scope.item.refuse(
            "wrong-kind",
            "An example gives one value, by its name or as a figure.",
            node.things[-1].span,
            "Name it by itself.",
        )
    if typed.kind != kind:
        raise resolver.phrases.wrong_kind(scope, node.things[0].span, shown(kind), typed.kind)
    if isinstance(typed.term, model.Int):
        number = resolver.stored_at(cell.base)
        least, most = number.bounds or (0, 0)
        if not least <= typed.term.value <= most:
            sentence = f"“{number.name}” is a number from {least} to {most}."
            raise scope.item.refuse("wrong-kind", sentence, node.things[0].span, "Give a number in these bounds.")
    return model.Kept(cell, typed.term)


def _with_states(
    resolver: Resolver, item: Item, things: tuple[nodes.Thing, ...]
) -> tuple[tuple[nodes.Thing, ...], int, list[tuple[model.Stored, int]]]:
    """Separate the pieces laid from the states that may follow them: that of the first pair, and of further pairs."""
    state, further = 0, []
    while len(things) > 1 and isinstance(last := things[-1], nodes.Name):
        symbol = resolver.names.get(last.name.text)
        if symbol is None or symbol.what != "state":
            break
        if isinstance(symbol.data, int):
            state = _state(resolver, item, last.name)
        else:
            resolver.names.used.add(symbol.name)
            further.append(symbol.data)
        things = things[:-1]
    return things, state, further


def _of_further_pair(declared: model.Stored, number: int, piece: int) -> model.Kept:
    """Return the state of a further pair in which a piece is laid."""
    assert declared.owner is not None
    cell = model.Load(declared.base, model.Const(piece, declared.owner), declared.kind)
    return model.Kept(cell, model.Const(number, declared.kind))


def _constants(resolver: Resolver, things: tuple[nodes.Thing, ...], scope: Scope) -> tuple[int, ...]:
    found = []
    for node in things:
        typed = resolver.phrases.as_piece(resolver.phrases.thing(node, scope))
        if not isinstance(typed.term, model.Const) or typed.kind.base != "piece":
            raise scope.item.refuse(
                "wrong-kind",
                f"An example names the {plural(resolver.piece_name)} that it lays, one by one.",
                node.span,
                f"Name one of them:   {(resolver.piece_names or ('…',))[0]}",
            )
        found.append(typed.term.value)
    return tuple(found)
