"""Assemble procedures and happenings from their clauses, with amendments in their places."""

from __future__ import annotations

from collections.abc import Iterable

from cc_dsl.diagnostics.problem import either
from cc_dsl.rules import model, rivals
from cc_dsl.rules.acts import Passes
from cc_dsl.rules.kinds import PLAYER, Kind, a_name, kind_in_words
from cc_dsl.rules.limits import circles
from cc_dsl.rules.scope import Frame, Scope, Typed, in_slot
from cc_dsl.rules.signatures import argument_of, conjunction, is_of_player, scope_of
from cc_dsl.rules.symbols import Item, PhraseRefused, home_labels
from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word
from cc_dsl.trees import replace

Bodies = dict[str, model.Body]


def resolve_bodies(resolver: Passes) -> tuple[Bodies, Bodies]:
    """Return every procedure and every happening; refuse recursive calls."""
    bodies: dict[str, Bodies] = {"procedure": {}, "verb": {}}
    calls: dict[str, set[str]] = {}
    items = resolver.statements_by_target
    for symbol in resolver.names.all():
        if symbol.category in bodies:
            body, calls[symbol.name] = resolve_body(resolver, symbol.name, items.get(symbol.name, []))
            bodies[symbol.category][symbol.name] = body
    refuse_circles(resolver, calls)
    return bodies["procedure"], bodies["verb"]


class _BodyParts:
    """The parts of a procedure or happening, while its clauses are resolved."""

    def __init__(self) -> None:
        self.before: list[model.Rule] = []
        self.rules: list[model.Rule] = []
        self.overrides: list[model.Rule] = []
        self.after: list[model.Rule] = []
        self.exceptions: list[rivals.Override] = []


def resolve_body(resolver: Passes, name: str, items: list[Item]) -> tuple[model.Body, set[str]]:
    """Return one procedure or happening, and the names of those that it calls."""
    resolver.deeds.calls = set()
    frame = Frame()
    parts = _BodyParts()
    scope_with_names: Scope | None = None
    argument: Kind | None = None
    for item in sorted(items, key=lambda item: item.displaced is not None):  # displaced statements before overrides
        scope = _scope_of_body(resolver, item, frame)
        if scope is None:
            continue
        if scope_with_names is not None and isinstance(item.statement, nodes.Procedure) and item.displaced is None:
            # A later clause of a procedure may use the names that acts of earlier clauses give.
            scope = scope._replace(locals={**scope_with_names.locals, **scope.locals})
        deed = getattr(item.statement, "deed", None)
        if isinstance(deed, nodes.Deed) and is_of_player(deed):
            thing = scope.locals.get("other player", scope.it)
            argument = thing.kind if thing is not None and thing.kind.base != "piece" else argument
        after = _add_rule(resolver, item, scope, parts)
        if after is not None and item.displaced is None and isinstance(item.statement, nodes.Procedure):
            scope_with_names = after
    if parts.exceptions:
        word = _word_of(parts.exceptions[0].item.statement).text
        resolver.exceptions.append((f"how “{word}” goes", parts.exceptions))
    before, rules, overrides, last = map(tuple, (parts.before, parts.rules, parts.overrides, parts.after))
    readings, calls = resolver.readings_of(name), resolver.deeds.calls
    return model.Body(name, before, rules, overrides, last, frame.size, readings, argument), calls


def _word_of(statement: nodes.Procedure | nodes.Happening) -> Word:
    return statement.name if isinstance(statement, nodes.Procedure) else statement.deed.verb


def _scope_of_body(resolver: Passes, item: Item, frame: Frame) -> Scope | None:
    """Return the scope of a body: for a happening, with its player and its object."""
    scope = Scope(item, frame)
    deed = getattr(item.statement, "deed", None)
    if not isinstance(deed, nodes.Deed):
        return scope
    if not is_of_player(deed):
        piece_scope = None
        with resolver.report_refusals(item):
            piece_scope, _ = scope_of(resolver, item, deed, frame)
        return piece_scope
    while frame.size < 2:
        frame.slot()
    he = in_slot(0, PLAYER)
    scope = scope.with_he(he).with_name("player", he)
    symbol = resolver.names.get(deed.verb.text)
    object_name = symbol.data if symbol is not None else None
    if (deed.object.text if deed.object is not None else None) != object_name:
        usage = f"with “{a_name(object_name)}” after it" if object_name else "with nothing after it"
        labels = home_labels(symbol) if symbol is not None else ()
        resolver.report(item, "wrong-kind.elsewhere", deed, verb=deed.verb, said=usage, labels=labels)
        return None
    if deed.object is None:
        return scope
    try:
        it = in_slot(model.OBJECT, argument_of(resolver, item, deed.object))
    except PhraseRefused as refusal:
        resolver.record_refusal(refusal, item)
        return None
    if it.kind == PLAYER:
        return scope.with_name("other player", it)
    return scope.with_it(it).with_name(deed.object.text, it)


def _add_rule(resolver: Passes, item: Item, scope: Scope, parts: _BodyParts) -> Scope | None:
    """Resolve a clause of a body, and add it to the parts; return the scope after its acts, None if it is refused."""
    node = item.statement
    try:
        condition = resolver.phrases.condition(node.condition, scope)
        deed = getattr(node, "deed", None)
        if isinstance(deed, nodes.Deed) and not is_of_player(deed):
            condition = conjunction(scope_of(resolver, item, deed, scope.frame)[1], condition)
    except PhraseRefused as refusal:
        resolver.record_refusal(refusal, item)
        return None
    if item.displaced is not None:  # the displaced rules in order, as they would run without this sentence
        conditional = (
            rule.acts
            if isinstance(rule.condition, model.Always)
            else (model.If(rule.condition, rule.acts, (), rule.origin),)
            for rule in parts.rules
        )
        resolver.deeds.before = tuple(act for acts in conditional for act in acts)
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


def refuse_circles(resolver: Passes, calls: dict[str, set[str]]) -> None:
    """Report recursive calls."""
    for circle in circles({name: sorted(callees) for name, callees in calls.items()}):
        item = resolver.statements_by_target[circle[0]][0]
        resolver.report(item, "endless.calls", item.statement, circle=" → ".join([*circle, circle[0]]))


def resolve_deeds(resolver: Passes) -> dict[str, model.DeedForm]:
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
                resolver.report(item, "wrong-kind.limit", node.deed)
            continue
        frame = frames.setdefault(key, Frame())
        with resolver.report_refusals():
            scope, only_of = scope_of(resolver, item, node.deed, frame)
            condition = resolver.phrases.condition(node.condition, scope)
            if not isinstance(only_of, model.Always):
                condition = model.Or(model.Not(only_of), condition)
            case = model.Case(condition, model.Nothing(), _origin_of_limit(item, node))
            form = forms[key]
            readings = tuple(dict.fromkeys((*form.readings, *resolver.readings_of(form.verb))))
            forms[key] = replace(form, limits=(*form.limits, case), frame=frame.size, readings=readings)
    return {key: replace(form, frame=max(2, frames[key].size if key in frames else 2)) for key, form in forms.items()}


def _origin_of_limit(item: Item, node: nodes.Limit) -> model.Origin:
    """Return the origin of a limit of one deed, with its sentence; other deeds of the same statement are left out."""
    text, kind, deed = item.source.text, node.deed.kind.span, node.deed.span
    words = text[node.span.start : kind.end] + " " + text[max(kind.end, deed.start) : deed.end]
    sentence = f"{words} only if {text[node.condition.span.start : node.span.end]}"
    return replace(item.origin(node.span, node.cite), sentence=" ".join(sentence.split()))


# ------------------------------------------------------------------------------ sights, figure, checks


def resolve_rest(
    resolver: Passes, items: Iterable[Item]
) -> tuple[tuple[model.Sight, ...], model.Figure | None, dict[str, model.Question], tuple[model.Example, ...]]:
    """Resolve the statements about visibility, the figure, the questions and the examples."""
    sights: list[model.Sight] = []
    figures: list[model.Figure] = []
    questions: dict[str, model.Question] = {}
    examples: list[model.Example] = []
    for item in items:
        node = item.statement
        with resolver.report_refusals(item):
            if isinstance(node, nodes.Sight):
                sight = resolve_sight(resolver, item, node)
                if any(sight.origin.sentence == other.origin.sentence for other in sights):
                    raise item.refuse("two-answers.sight", node)
                sights.append(sight)
            elif isinstance(node, nodes.Figure):
                if figures:
                    raise item.refuse("two-answers.figure", node)
                figures.append(_resolve_figure(resolver, item, node))
            elif isinstance(node, nodes.Question):
                _resolve_question(resolver, item, node, questions)
            elif isinstance(node, nodes.Example):
                examples.append(_resolve_example(resolver, item, node))
            elif isinstance(node, nodes.Belief):
                raise item.refuse("wrong-kind.surely", node)
    return tuple(sights), figures[0] if figures else None, questions, tuple(examples)


def _resolve_figure(resolver: Passes, item: Item, node: nodes.Figure) -> model.Figure:
    """Resolve the places that the figure of the table shows."""
    frame = Frame()
    columns = []
    for column in node.columns:
        place = resolver.phrases.place(column.thing, Scope(item, frame))
        legend = column.legend.text if column.legend is not None else ""
        columns.append(model.FigureColumn(place, column.is_reversed is not None, legend, place.owner))
    return model.Figure(tuple(columns), frame.size, item.origin(node.span, node.cite))


def _resolve_question(resolver: Passes, item: Item, node: nodes.Question, questions: dict[str, model.Question]) -> None:
    """Resolve a question with its inputs and results."""
    if node.name.text in questions:
        raise item.refuse("name-twice.question", node.name)
    tells = [part for part in node.details if isinstance(part, nodes.Tell)]
    asks = [part for part in node.details if not isinstance(part, nodes.Tell)]
    for keys in ([ask.key for ask in asks], [tell.key for tell in tells]):
        for number, key in enumerate(keys):
            if key.text in [earlier.text for earlier in keys[:number]]:
                raise item.refuse("name-twice.called", key)
    inputs = tuple(_resolve_input(resolver, item, part) for part in node.details if isinstance(part, nodes.Ask))
    stored = tuple(_resolve_stored(resolver, item, part) for part in node.details if isinstance(part, nodes.AskStored))
    outputs = tuple(_resolve_output(resolver, item, part) for part in tells)
    origin = item.origin(node.words.span)
    questions[node.name.text] = model.Question(node.name.text, node.words.text, inputs, outputs, origin, stored)


def _resolve_input(resolver: Passes, item: Item, node: nodes.Ask) -> model.Input:
    """Resolve the pieces that a question asks for."""
    least = int(node.number.text)
    most = int(node.most.text) if node.most is not None else least
    if least > most:
        raise item.refuse("out-of-bounds.asked", node.number, least=least, most=most)
    # “0 to 1 card” and “0 to 1 cards” are both right.
    resolver.require_piece_name(item, node.kind, several=None if (least, most) == (0, 1) else most != 1)
    symbol, is_plural = resolver.names.look_up(item, node.place.name)
    owner = resolver.owner_kind_of(node.place.owner) if isinstance(node.place, nodes.OwnerName) else None
    if symbol.category != "place" or is_plural or symbol.data.owner != owner:
        raise item.refuse("wrong-kind.laid", node.place, name=node.place.name, about=symbol)
    state = _resolve_state(resolver, item, node.state) if node.state is not None else 0
    place: model.PlaceDeclaration = symbol.data
    if place.most is not None and most > place.most:
        raise item.refuse("place-full.given", node, most=place.most, laid=most)
    return model.Input(place.owner, place.owners, most, place.base, node.key.text, least, state)


def _resolve_stored(resolver: Passes, item: Item, node: nodes.AskStored) -> model.StoredInput:
    """Resolve `given a suit-sign for each player's alignment`: an input for a variable."""
    symbol, is_plural = resolver.names.look_up(item, node.thing.name)
    owner = resolver.owner_kind_of(node.thing.owner) if isinstance(node.thing, nodes.OwnerName) else None
    kind = resolver.owner_kind_of(node.kind)
    if kind is None:
        raise resolver.names.unknown(item, node.kind, ("player", resolver.piece_name, *resolver.values))
    variable = symbol.data
    is_fitting = isinstance(variable, model.Stored) and (variable.owner, variable.kind) == (owner, kind)
    if is_plural or not is_fitting:
        raise item.refuse("wrong-kind.asked", node.thing, name=node.thing.name, kind=kind, about=symbol)
    return model.StoredInput(owner, variable.owners, variable.name, kind, variable.base, node.key.text)


def _resolve_state(resolver: Passes, item: Item, word: nodes.Word) -> int:
    """Resolve the name of the state in which pieces are laid."""
    symbol, is_plural = resolver.names.look_up(item, word, resolver.states)
    if symbol.category != "state" or is_plural or not isinstance(symbol.data, int):
        remedy = (
            f"Write {either([*resolver.states])}." if resolver.states else "Leave it out; these rules have no states."
        )
        raise item.refuse("wrong-kind.state", word, remedy, piece=resolver.piece_name, about=symbol)
    return int(symbol.data)


def _resolve_output(resolver: Passes, item: Item, node: nodes.Tell) -> model.Output:
    """Resolve one result of a question."""
    frame = Frame()
    frame.slot(), frame.slot()
    scope = Scope(item, frame)
    owner = None
    if isinstance(node.thing, nodes.OwnerName):
        owner = resolver.owner_kind_of(node.thing.owner)
        if owner is None:
            raise resolver.names.unknown(item, node.thing.owner, ("player", *resolver.values))
        typed = resolver.phrases.possession_of(in_slot(0, owner), node.thing.name, scope)
    else:
        typed = resolver.phrases.thing(nodes.Name(node.thing.span, node.thing.name), scope)
    # Evaluate the extras for each thing of a set.
    inner = scope.with_it(in_slot(1, typed.kind.element_kind))
    extras = tuple(
        model.Extra(extra.key.text, resolver.phrases.condition(extra.condition, inner)) for extra in node.extras
    )
    condition = resolver.phrases.condition(node.condition, scope) if node.condition is not None else None
    owners = 1 if owner is None else resolver.count_of(owner)
    name, key = node.thing.name.text, node.key.text
    return model.Output(owner, owners, name, typed.term, typed.kind, key, extras, condition, frame.size)


def _resolve_example(resolver: Passes, item: Item, node: nodes.Example) -> model.Example:
    """Resolve an example: the position, and the claims about it."""
    frame = Frame()
    scope = Scope(item, frame)
    title = node.title.text if node.title is not None else ""
    origin = item.origin(node.span)
    if isinstance(node.checks, nodes.Makes):
        symbol, is_plural = resolver.names.look_up(item, node.checks.sort)
        if symbol.category != "sort" or is_plural:
            raise resolver.names.unknown(item, node.checks.sort)
        pieces = tuple(resolver.pieces.pieces_listed(_resolve_constants(resolver, node.checks.things, scope)))
        return model.Example(title, (), (), frame.size, (pieces, symbol.data[0], symbol.data[1]), origin)
    placements = []
    stored_values: list[model.StoredValue] = []
    claims = []
    pieces_taken: list[int] = []
    for check in node.checks:
        if isinstance(check, nodes.Given):
            thing = resolver.phrases.thing(check.place, scope)
            if isinstance(thing.term, model.Const) and thing.kind.base != "group":
                _add_stored(item, check, stored_values, _example_state(resolver, check, thing, scope))
                continue
            if isinstance(thing.term, model.Load):
                cell = _resolve_cell(resolver, check, thing.term, thing.kind, scope)
                _add_stored(item, check, stored_values, cell)
                continue
            place = resolver.phrases.place(check.place, scope)
            things, state, other_states = _separate_states(resolver, item, check.things)
            pieces_taken = resolver.pieces.pieces_listed((*pieces_taken, *_resolve_constants(resolver, things, scope)))
            pieces = tuple(pieces_taken[len(pieces_taken) - len(things) :])
            placements.append(model.Placement(place, pieces, state))
            most = next(declared.most for declared in resolver.places if declared.base == place.base)
            laid_count = sum(len(laid.pieces) for laid in placements if laid.place == place)
            if most is not None and laid_count > most:
                raise item.refuse("place-full.given", check, most=most, laid=laid_count)
            for variable, number in other_states:  # the states of further sets are stored in variables
                assert variable.owner is not None
                owners = [model.Const(piece, variable.owner) for piece in pieces]
                value = model.Const(number, variable.kind)
                cells = (model.Load(variable.base, owner, variable.kind) for owner in owners)
                stored_values += [model.StoredValue(cell, value) for cell in cells]
        else:
            condition = resolver.phrases.condition(check.condition, scope)
            claims.append(model.Case(condition, model.Nothing(), item.origin(check.span, check.cite)))
    # Only a worked case needs no “hence”: the space before its title marks it.
    if not claims and not title.startswith(" "):
        raise item.refuse("syntax.no-hence", node.title or node)
    return model.Example(title, tuple(placements), tuple(claims), frame.size, None, origin, tuple(stored_values))


def _add_stored(item: Item, node: nodes.Given, values: list[model.StoredValue], value: model.StoredValue) -> None:
    """Add the value that an example gives to a thing, which it may give only once."""
    if value.number in [earlier.number for earlier in values]:
        raise item.refuse("two-answers.given", node)
    values.append(value)


def _example_state(resolver: Passes, node: nodes.Given, owner: Typed, scope: Scope) -> model.StoredValue:
    """Return the state that an example gives to a player, a piece, a value or the game."""
    word = node.things[0].name if isinstance(node.things[0], nodes.Name) else None
    symbol = resolver.names.get(word.text) if word is not None else None
    if word is None or symbol is None or symbol.category != "state" or isinstance(symbol.data, int):
        raise scope.item.refuse("wrong-kind.example-state", node.things[0])
    variable, number = symbol.data
    resolver.names.used.add(symbol.name)
    if len(node.things) > 1:
        raise scope.item.refuse("wrong-kind.example-value", node.things[-1])
    if owner.kind != variable.owner:
        raise resolver.phrases.wrong_kind(scope, node.place.span, kind_in_words(variable.owner), owner.kind)
    cell = model.Load(variable.base, owner.term, variable.kind)
    return model.StoredValue(cell, model.Const(number, variable.kind))


def _resolve_cell(resolver: Passes, node: nodes.Given, cell: model.Load, kind: Kind, scope: Scope) -> model.StoredValue:
    """Return the cell that an example fills, and its value."""
    owner = cell.owner
    if owner is not None and not isinstance(owner, model.Const):
        raise scope.item.refuse("wrong-kind.example-owner", node.place)
    typed = resolver.phrases.thing(node.things[0], scope)
    if isinstance(typed.term, model.Nothing):
        raise scope.item.refuse("wrong-kind.example-none", node)
    if kind.base == "piece":
        typed = resolver.phrases.as_piece(typed)
    if len(node.things) > 1 or not isinstance(typed.term, model.Const | model.Int):
        raise scope.item.refuse("wrong-kind.example-value", node.things[-1])
    if typed.kind != kind:
        raise resolver.phrases.wrong_kind(scope, node.things[0].span, kind_in_words(kind), typed.kind)
    if isinstance(typed.term, model.Int):
        number = resolver.stored_at(cell.base)
        least, most = number.bounds or (0, 0)
        if not least <= typed.term.value <= most:
            raise scope.item.refuse("wrong-kind.example-bounds", node.things[0], number=number, least=least, most=most)
    return model.StoredValue(cell, typed.term)


def _separate_states(
    resolver: Passes, item: Item, things: tuple[nodes.Thing, ...]
) -> tuple[tuple[nodes.Thing, ...], int, list[tuple[model.Stored, int]]]:
    """Separate the pieces laid from the states that may follow them: one of the first set, and some of further sets."""
    state, other_states = 0, []
    while len(things) > 1 and isinstance(last := things[-1], nodes.Name):
        symbol = resolver.names.get(last.name.text)
        if symbol is None or symbol.category != "state":
            break
        if isinstance(symbol.data, int):
            state = _resolve_state(resolver, item, last.name)
        else:
            resolver.names.used.add(symbol.name)
            other_states.append(symbol.data)
        things = things[:-1]
    return things, state, other_states


def _resolve_constants(resolver: Passes, things: tuple[nodes.Thing, ...], scope: Scope) -> tuple[int, ...]:
    """Return the pieces that an example names."""
    pieces = []
    for node in things:
        if alike := resolver.phrases.alike_pieces(node):
            pieces.append(alike[0])
            continue
        typed = resolver.phrases.as_piece(resolver.phrases.thing(node, scope))
        if not isinstance(typed.term, model.Const) or typed.kind.base != "piece":
            first = next(iter(resolver.pieces.names), "…")
            raise scope.item.refuse("wrong-kind.example-pieces", node, piece=resolver.piece_name, first=first)
        pieces.append(typed.term.value)
    return tuple(pieces)


# ----------------------------------------------------------------------------------------------------------- visibility


def resolve_sight(resolver: Passes, item: Item, node: nodes.Sight) -> model.Sight:
    """Resolve a statement about the visibility of pieces."""
    frame = Frame()
    scope = Scope(item, frame)
    if isinstance(node.seer, nodes.AName):
        if node.seer.name.text != "player":
            raise resolver.names.unknown(item, node.seer.name, ("player",))
        scope = scope.with_he(in_slot(frame.slot(), PLAYER))
    condition = resolver.phrases.condition(node.condition, scope)
    is_for_all, origin = isinstance(node.seer, Word), item.origin(node.span, node.cite)
    typed = resolver.phrases.thing(node.things, scope)
    if isinstance(typed.term, model.Load) and typed.kind.base != "piece":
        raise item.refuse("wrong-kind.known-to-all", node.things)
    things = resolver.phrases.as_pieces(typed, scope, node.things.span)
    if node.condition is not None:
        things = model.Filter(things, frame.slot(), condition)
    return model.Sight(is_for_all, things, frame.size, origin)
