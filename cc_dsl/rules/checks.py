"""Checks after resolution: every amendment has a target, and every name introduced is used."""

from __future__ import annotations

import re

from cc_dsl.diagnostics.problem import join_words
from cc_dsl.rules import model
from cc_dsl.rules.kinds import plural
from cc_dsl.rules.refusals import problem
from cc_dsl.rules.resolver_state import ResolverState
from cc_dsl.rules.signatures import is_of_player
from cc_dsl.rules.symbols import Item, NameMeaning, name_of
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.trees import replace, walk


def check_amendments(resolver: ResolverState) -> None:
    """Require that every statement that an amendment displaces, continues or surrounds exists."""
    if resolver.seats == (0, 0):
        resolver.problems.append(problem("no-players.unsaid", resolver.items[-1].source if resolver.items else None))
        resolver.seats = (2, 2)
    for item, word, owner in resolver.amendments:
        symbol = resolver.names.get(word.text)
        if symbol is None or symbol.category not in ("definition", "predicate", "relation", "procedure", "verb"):
            resolver.record_refusal(resolver.names.unknown(item, word))
            continue
        if symbol.category in ("definition", "predicate", "relation") and symbol.data != owner:
            first, other = symbol.data if isinstance(symbol.data, tuple) else (symbol.data, None)
            key = (
                "wrong-kind.not-owned"
                if first is None
                else "wrong-kind.owned"
                if other is None
                else "wrong-kind.of-pair"
            )
            resolver.report(item, key, word, owner=first, other=other)
        _check_displaced(resolver, item, word, "nothing-to-displace.unsaid")
    for item in resolver.items:
        node = item.statement
        if isinstance(node, nodes.Around):
            _check_target(resolver, item, node)
        elif isinstance(node, nodes.Ranking | nodes.Decider):
            _check_ranked(resolver, item, node)
        elif isinstance(node, nodes.Requirement):
            symbol = resolver.names.get(node.name.text)
            if symbol is None or symbol.category not in ("sort", "group"):
                resolver.record_refusal(resolver.names.unknown(item, node.name))


def _check_displaced(resolver: ResolverState, item: Item, word: nodes.Word, key: str) -> None:
    """Require that the displaced clause has a statement about a name, itself or through a clause of another edition."""
    if item.displaced is None:
        return
    clause = item.displaced.text
    definers = [other for other in resolver.items if _is_about(resolver, other, word.text)]
    if any(clause in (other.clause, other.also) for other in definers):
        return
    remedies = []
    for other in definers:  # the clause may belong to another edition, some of whose clauses are used here
        label, sign, number = other.clause.partition(":")
        if sign and clause == number and other.also:
            remedies.append(f"§{clause} of {label} is used under §{other.also}; write:   instead of §{other.also}, ….")
    resolver.report(item, key, item.displaced, *remedies[:1], name=word)


def _is_about(resolver: ResolverState, item: Item, name: str) -> bool:
    """Return whether a statement that is not an amendment defines a name or adds to it."""
    node = item.statement
    if item.displaced is not None:
        return False
    if isinstance(node, nodes.Value | nodes.Predicate | nodes.Relation | nodes.Ranking):
        return name_of(node).text == name
    return resolver.target_of(item) == name and not isinstance(node, nodes.Around)


def _check_target(resolver: ResolverState, item: Item, node: nodes.Around) -> None:
    """Require that the procedure or deed exists that a statement surrounds."""
    deed, names = node.deed, resolver.names
    word, category = (deed.verb, "verb") if isinstance(deed, nodes.Deed) else (deed.name, "procedure")
    is_of_thing = isinstance(deed, nodes.Deed) and not is_of_player(deed)
    if is_of_thing:
        word = replace(word, text=resolver.keys.get(id(deed), word.text))
    symbol = names.get(word.text)
    if symbol is None or symbol.category != category:
        key = f"unknown-name.{category}"
        refusal = names.unknown(item, word) if is_of_thing else names.unknown_as(key, item, word)
        resolver.record_refusal(refusal)


def _check_ranked(resolver: ResolverState, item: Item, node: nodes.Ranking | nodes.Decider) -> None:
    """Require that pieces or groups rank, that equal groups are decided, and that a ranking with `also` has a first."""
    symbol, is_plural = resolver.names.find(node.name.text) or (None, False)
    if symbol is None:
        resolver.record_refusal(resolver.names.unknown(item, node.name))
    elif symbol.category not in (("group",) if isinstance(node, nodes.Decider) else ("piece", "group")):
        key = "wrong-kind.decided" if symbol.category == "piece" else "wrong-kind.ranked"
        resolver.report(item, key, node.name, word=node.name, symbol=symbol)
    elif not is_plural:
        resolver.report(item, "wrong-number.rank-among", node.name, several=plural(symbol.name))
    else:
        _check_displaced(resolver, item, node.name, "nothing-to-displace.ranking")
        rankings = [other.statement for other in resolver.items if isinstance(other.statement, nodes.Ranking)]
        has_base = any(ranking.name.text == node.name.text and ranking.also is None for ranking in rankings)
        if isinstance(node, nodes.Ranking) and node.also is not None and not has_base:
            resolver.report(item, "nothing-to-displace.further", node.name)


def check_names(resolver: ResolverState) -> None:
    """Require that every name of the edition is used, and that names differ in more than a capital letter."""
    used = set(resolver.names.used) | resolver.names.meant
    used |= {item.statement.kind.text for item in resolver.items if isinstance(item.statement, nodes.Table)}
    # A refused statement was not fully resolved; every name in it counts as used.
    refused = {id(item): item for item in resolver.refused}  # a long statement may be refused hundreds of times
    words = {part.text for item in refused.values() for part in walk(item.statement) if isinstance(part, nodes.Word)}
    used |= {symbol.name for word in words if (symbol := resolver.names.peek(word)) is not None}
    used |= {deed for deed, form in resolver.forms.items() if form.verb in words}
    unused_names: dict[tuple[int, int], list[NameMeaning]] = {}
    for number, symbol in enumerate(resolver.names.all()):
        if symbol.item is None or symbol.span is None or symbol.name in used or _is_reached(resolver, symbol, used):
            continue
        if symbol.item.source is not resolver.items[-1].source:
            continue  # names of a library need not be used
        # Report the unused values of one sentence together.
        values = symbol.item.statement.span.start if symbol.category == "value" else -number
        unused_names.setdefault((id(symbol.item.source), values), []).append(symbol)
    for symbols in unused_names.values():
        if not _distinguishes_pieces(resolver, symbols):
            _report_unused(resolver, symbols)
    places_by_target: dict[str, dict[str, set[Span]]] = {}
    for word, item in resolver.locals:
        target = resolver.target_of(item)
        if target not in places_by_target:  # every name used in the procedures that share a scope, with its places
            places = places_by_target[target] = {}
            for part in walk([other.statement for other in resolver.statements_by_target[target]]):
                if isinstance(part, nodes.Word):
                    places.setdefault(part.text, set()).add(part.span)
        if id(item) not in refused and places_by_target[target].get(word.text, set()) <= {word.span}:
            resolver.report(item, "unused-name.chosen", word)
    check_capitals(resolver)


def _is_reached(resolver: ResolverState, symbol: NameMeaning, used: set[str]) -> bool:
    """Return whether play uses a name that no sentence mentions, such as the values in a loop over their kind."""
    if symbol.category == "procedure":
        return symbol.name == model.ENTRY
    if symbol.category == "value":
        return symbol.data[0] in resolver.names.reached
    if symbol.category == "sort":
        return symbol.data[0] in used  # the group may be of this sort
    if symbol.category != "state":
        return False
    others = [state for state in resolver.names.all() if state.item is symbol.item and state.category == "state"]
    return others[0] is symbol and any(state.name in used for state in others)


def _distinguishes_pieces(resolver: ResolverState, symbols: list[NameMeaning]) -> bool:
    """Return whether these are all the values of a kind that distinguishes pieces, such as two marks."""
    if symbols[0].category != "value":
        return False
    kind = symbols[0].data[0]
    values = [value for value in resolver.names.all() if value.category == "value" and value.data[0] == kind]
    pieces = (item.statement for item in resolver.items if isinstance(item.statement, nodes.Pieces))
    return len(values) == len(symbols) and any(word.text == kind for node in pieces for word in node.factors)


def _report_unused(resolver: ResolverState, symbols: list[NameMeaning]) -> None:
    """Report unused names of one sentence together."""
    first = symbols[0]
    names = [f"“{symbol.name}”" for symbol in symbols]
    shown = names if len(names) <= 4 else [*names[:3], f"{len(names) - 3} others"]
    be, them = ("is", "it") if len(shown) == 1 else ("are", "them")
    remedies = []
    entry = resolver.names.get(model.ENTRY)
    if first.category == "procedure" and (entry is None or entry.category != "procedure"):
        remedies = [f"Play begins with a procedure called {model.ENTRY}:   the {model.ENTRY} goes thus:"]
    if first.item is not None and first.span is not None:
        resolver.report(
            first.item, "unused-name.introduced", first.span, *remedies, words=f"{join_words(shown)} {be}", them=them
        )


def check_capitals(resolver: ResolverState) -> None:
    """Require that names differ in more than a capital letter."""
    by_letters: dict[str, NameMeaning] = {}
    for symbol in resolver.names.all():
        for name in (symbol.name, plural(symbol.name)):
            old = by_letters.setdefault(name.casefold(), symbol)
            if "verb" in (symbol.category, old.category) and name in (old.name, plural(old.name)):
                continue  # such as the verb “bids” and the noun “bids”
            if old is not symbol and old.name != symbol.name and symbol.item is not None and symbol.span is not None:
                resolver.report(symbol.item, "only-a-capital.differ", symbol.span, symbol=symbol, old=old, about=old)
                break


def report_vacant(resolver: ResolverState, rules: model.Rules) -> None:
    """Report each role of a game that nobody ever gets.

    At the start nobody has a role. `the player after the leader becomes the leader` then makes nobody the leader, and
    so nobody ever becomes the leader.
    """
    if model.ENTRY not in rules.procedures:
        return
    bodies = [*walk((*rules.procedures.values(), *rules.happenings.values()))]
    stores = [part for part in bodies if isinstance(part, model.Store) and part.form == "role"]
    inputs = {part.base for question in rules.questions.values() for part in question.stored}
    vacant = {role.base for role in rules.stored_as("role")} - inputs
    # A role that somebody gets can lead to others: repeat until no further role is filled.
    while filled_cells := {
        store.base for store in stores if store.base in vacant and not _is_nobody(rules, store.cases[0].thing, vacant)
    }:
        vacant -= filled_cells
    for symbol in resolver.names.all():
        if symbol.category != "role" or symbol.data.base not in vacant or symbol.item is None or symbol.span is None:
            continue
        givers = [store for store in stores if store.base == symbol.data.base]
        # Another reading may give the role; statements of readings not chosen are not resolved.
        if len(re.findall(rf"\bbecomes? (?:the )?{re.escape(symbol.name)}\b", symbol.item.source.text)) > len(givers):
            continue
        sentence = f"Nobody ever becomes “{symbol.name}”"
        if givers:
            sentence += ": each sentence that gives this role finds the player through a role that nobody has"
        refusal = symbol.item.refuse("role-of-nobody.never", symbol.span, sentence=sentence, symbol=symbol)
        # The rules are valid, since the role is none; but this is probably a mistake.
        resolver.problems.append(refusal.problem._replace(level="warning"))


def _is_nobody(rules: model.Rules, thing: model.Thing, vacant: set[int]) -> bool:
    """Return whether a thing is certainly none while nobody has these roles."""
    match thing:
        case model.Nothing():
            return True
        case model.Load(base=base):
            return base in vacant
        case model.Neighbour(player=player):
            return _is_nobody(rules, player, vacant)
        case model.Apply(name=name):
            definition = rules.definitions[name]
            cases = [case for cases in (definition.cases, *definition.overrides) for case in cases]
            return all(_is_nobody(rules, case.thing, vacant) for case in cases)
    return False
