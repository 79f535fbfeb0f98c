"""Checks after resolution: amendments find what they amend, and every name introduced is used."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind, plural
from cc_dsl.rules.refusals import problem
from cc_dsl.rules.resolving import ResolverState
from cc_dsl.rules.signatures import is_of_player
from cc_dsl.rules.symbols import name_of
from cc_dsl.syntax import nodes
from cc_dsl.trees import replace, walk

if TYPE_CHECKING:
    from cc_dsl.rules.symbols import Item, NameMeaning
    from cc_dsl.source.files import Span


def check_amendments(resolver: ResolverState) -> None:
    """Require that the statement exists that is displaced, continued or surrounded."""
    if resolver.seats == (0, 0):
        resolver.problems.append(problem("no-players.unsaid", resolver.items[-1].source if resolver.items else None))
        resolver.seats = (2, 2)
    for item, word, owner in resolver.amendments:
        symbol = resolver.names.get(word.text)
        if symbol is None or symbol.what not in ("definition", "predicate", "relation", "procedure", "verb"):
            resolver.problem(resolver.names.unknown(item, word))
            continue
        if symbol.what in ("definition", "predicate", "relation") and symbol.data != owner:
            _refuse_owner(resolver, item, word, symbol.data)
        _check_displaced(resolver, item, word, "nothing-to-displace.unsaid")
    for item in resolver.items:
        node = item.statement
        if isinstance(node, nodes.Around):
            _check_target(resolver, item, node)
        elif isinstance(node, nodes.Ranking | nodes.Decider):
            _check_ranked(resolver, item, node)
        elif isinstance(node, nodes.Requirement):
            symbol = resolver.names.get(node.name.text)
            if symbol is None or symbol.what not in ("sort", "group"):
                resolver.problem(resolver.names.unknown(item, node.name))


def _refuse_owner(resolver: ResolverState, item: Item, word: nodes.Word, owner: Kind | None) -> None:
    resolver.report(item, "wrong-kind.owned" if owner is not None else "wrong-kind.not-owned", word, owner=owner)


def _check_displaced(resolver: ResolverState, item: Item, word: nodes.Word, key: str) -> None:
    """Require that the clause displaced says something of a name, itself or by using a clause of another edition."""
    if item.displaced is None:
        return
    clause = item.displaced.text
    if not any(clause in (other.clause, other.also) and _says(resolver, other, word.text) for other in resolver.items):
        resolver.report(item, key, item.displaced, *_used_under(resolver, clause, word.text), name=word)


def _says(resolver: ResolverState, item: Item, name: str) -> bool:
    node = item.statement
    if item.displaced is not None:
        return False
    if isinstance(node, nodes.Value | nodes.Predicate | nodes.Relation | nodes.Ranking):
        return name_of(node).text == name
    return resolver.target_of(item) == name and not isinstance(node, nodes.Around)


def _used_under(resolver: ResolverState, clause: str, name: str) -> list[str]:
    """Where a clause of another edition is meant, say under which clause its sentences hold here."""
    remedies = []
    for item in resolver.items:
        label, sign, number = item.clause.partition(":")
        if sign and clause == number and item.also and _says(resolver, item, name):
            remedies.append(f"§{clause} of {label} is used under §{item.also}; write:   instead of §{item.also}, ….")
    return remedies[:1]


def _check_target(resolver: ResolverState, item: Item, node: nodes.Around) -> None:
    word = node.deed.verb if isinstance(node.deed, nodes.Deed) else node.deed.name
    if isinstance(node.deed, nodes.Deed) and not is_of_player(node.deed):
        word = replace(word, text=resolver.keys.get(id(node.deed), word.text))
    symbol = resolver.names.get(word.text)
    wanted = "verb" if isinstance(node.deed, nodes.Deed) else "procedure"
    if symbol is None or symbol.what != wanted:
        resolver.problem(resolver.names.unknown(item, word))


def _check_ranked(resolver: ResolverState, item: Item, node: nodes.Ranking | nodes.Decider) -> None:
    entry = resolver.names.find(node.name.text)
    if entry is not None and entry[0].what in ("piece", "group") and not entry[1]:
        several = plural(entry[0].name)
        resolver.report(item, "wrong-number.rank-among", node.name, several=several)
        return
    if entry is None or entry[0].what not in ("piece", "group") or not entry[1]:
        resolver.problem(resolver.names.unknown(item, node.name))
        return
    needs_base = isinstance(node, nodes.Ranking) and node.also is not None
    _check_displaced(resolver, item, node.name, "nothing-to-displace.ranking")
    if needs_base and not any(
        isinstance(other.statement, nodes.Ranking)
        and other.statement.name.text == node.name.text
        and other.statement.also is None
        for other in resolver.items
    ):
        resolver.report(item, "nothing-to-displace.further", node.name)


def check_after(resolver: ResolverState) -> None:
    """Require that every name of the edition is used, and that names differ by more than a capital."""
    used = set(resolver.names.used) | resolver.names.meant
    used |= {item.statement.kind.text for item in resolver.items if isinstance(item.statement, nodes.Table)}
    # What was refused may have used a name further on, where nobody looked any more.
    refused = {id(item): item for item in resolver.refused}  # a long statement may be refused hundreds of times
    words = {word for item in refused.values() for word in words_in(item.statement)}
    used |= {symbol.name for word in words if (symbol := resolver.names.peek(word)) is not None}
    unused: dict[tuple[int, int], list[NameMeaning]] = {}
    for number, symbol in enumerate(resolver.names.all()):
        if symbol.item is None or symbol.span is None or symbol.name in used or _is_library(resolver, symbol):
            continue
        if symbol.name == model.ENTRY and symbol.what == "procedure":
            continue
        if _is_reached(resolver, symbol, used):
            continue
        # The values of one sentence are told together.
        values = symbol.item.statement.span.start if symbol.what == "value" else -number
        unused.setdefault((id(symbol.item.source), values), []).append(symbol)
    for symbols in unused.values():
        if not _tell_pieces_apart(resolver, symbols):
            _report_unused(resolver, symbols)
    spoken: dict[str, dict[str, set[Span]]] = {}
    for word, item in resolver.locals:
        if id(item) in refused:
            continue
        target = resolver.target_of(item)
        if target not in spoken:
            spoken[target] = _spoken_in(resolver, target)
        if spoken[target].get(word.text, set()) <= {word.span}:
            resolver.report(item, "unused-name.chosen", word)
    check_capitals(resolver)


def _is_reached(resolver: ResolverState, symbol: NameMeaning, used: set[str]) -> bool:
    """Return whether play reaches a value that nothing names: all of its kind come in turn, or pieces begin so."""
    if symbol.what == "value":
        return symbol.data[0] in resolver.names.reached
    if symbol.what == "sort":
        return symbol.data[0] in used  # a group is of one of its sorts
    if symbol.what != "state":
        return False
    others = [state for state in resolver.names.all() if state.item is symbol.item and state.what == "state"]
    return others[0] is symbol and any(state.name in used for state in others)


def _tell_pieces_apart(resolver: ResolverState, symbols: list[NameMeaning]) -> bool:
    """Return whether the values are all those of a kind of which there is a piece for each, such as two marks."""
    if symbols[0].what != "value":
        return False
    kind = symbols[0].data[0]
    factors = {
        word.text
        for item in resolver.items
        if isinstance(item.statement, nodes.Pieces)
        for word in item.statement.factors
    }
    values = [value for value in resolver.names.all() if value.what == "value" and value.data[0] == kind]
    return kind in factors and len(values) == len(symbols)


def words_in(node: object) -> set[str]:
    """Return every word of a node."""
    return {part.text for part in walk(node) if isinstance(part, nodes.Word)}


def _is_library(resolver: ResolverState, symbol: NameMeaning) -> bool:
    return symbol.item is not None and symbol.item.source is not resolver.items[-1].source


def _report_unused(resolver: ResolverState, symbols: list[NameMeaning]) -> None:
    first = symbols[0]
    names = [f"“{symbol.name}”" for symbol in symbols]
    listed = names if len(names) <= 4 else [*names[:3], f"{len(names) - 3} others"]
    words = f"{listed[0]} is" if len(listed) == 1 else f"{', '.join(listed[:-1])} and {listed[-1]} are"
    them = "it" if len(listed) == 1 else "them"
    if first.item is not None and first.span is not None:
        resolver.report(
            first.item, "unused-name.introduced", first.span, *_entry_wanted(resolver, first), words=words, them=them
        )


def _entry_wanted(resolver: ResolverState, symbol: NameMeaning) -> list[str]:
    """Return what to do about a procedure that nothing does, in rules that do not say how the game goes."""
    has_entry = any(other.what == "procedure" and other.name == model.ENTRY for other in resolver.names.all())
    is_lost = symbol.what == "procedure" and not has_entry
    return [f"Play begins with a procedure called {model.ENTRY}:   the {model.ENTRY} goes thus:"] if is_lost else []


def _spoken_in(resolver: ResolverState, target: str) -> dict[str, set[Span]]:
    """Return every name spoken in the procedures that share a scope, with the places where it stands."""
    places: dict[str, set[Span]] = {}
    for item in resolver.statements_by_target[target]:
        for part in walk(item.statement):
            if isinstance(part, nodes.Word):
                places.setdefault(part.text, set()).add(part.span)
    return places


def check_capitals(resolver: ResolverState) -> None:
    """Require that names differ by more than a capital."""
    by_letters: dict[str, NameMeaning] = {}
    for symbol in resolver.names.all():
        for name in (symbol.name, plural(symbol.name)):
            old = by_letters.setdefault(name.casefold(), symbol)
            if "verb" in (symbol.what, old.what) and name in (old.name, plural(old.name)):
                continue  # he bids, and the bids
            if old is not symbol and old.name != symbol.name and symbol.item is not None and symbol.span is not None:
                resolver.report(symbol.item, "only-a-capital.differ", symbol.span, symbol=symbol, old=old, about=old)
                break


def report_vacant(resolver: ResolverState, rules: model.Rules) -> None:
    """Report each role that nobody ever gets, in rules of a game.

    At the beginning nobody has a role.  `the player after the leader becomes the leader` makes nobody leader then, and
    so never anybody.
    """
    if model.ENTRY not in rules.procedures:
        return
    vacant = vacant_roles(rules)
    for symbol in resolver.names.all():
        if symbol.what != "role" or symbol.data.base not in vacant or symbol.item is None or symbol.span is None:
            continue
        given = [giver for giver in _givers(rules) if giver.base == symbol.data.base]
        # Another answer to an open place may give it; what is not chosen is not resolved.
        if len(re.findall(rf"\bbecomes? (?:the )?{re.escape(symbol.name)}\b", symbol.item.source.text)) > len(given):
            continue
        sentence = f"Nobody ever becomes “{symbol.name}”"
        if given:
            sentence += ": who becomes it is found by roles that nobody has"
        refusal = symbol.item.refuse("role-of-nobody.never", symbol.span, sentence=sentence, symbol=symbol)
        # Play goes on as the reference says of none; whoever checks the rules is asked whether it is meant.
        resolver.problems.append(refusal.problem._replace(level="warning"))


def vacant_roles(rules: model.Rules) -> set[int]:
    """Return the cells of the roles that nobody ever gets."""
    given = {asked.base for question in rules.questions.values() for asked in question.stored}
    vacant = {role.base for role in rules.stored_as("role")} - given
    givers = _givers(rules)
    while filled := {
        giver.base for giver in givers if giver.base in vacant and not _is_nobody(rules, giver.cases[0].thing, vacant)
    }:
        vacant -= filled
    return vacant


def _givers(rules: model.Rules) -> list[model.Store]:
    bodies = (*rules.procedures.values(), *rules.happenings.values())
    return [part for body in bodies for part in walk(body) if isinstance(part, model.Store) and part.what == "role"]


def _is_nobody(rules: model.Rules, thing: model.Thing, vacant: set[int]) -> bool:
    """Return whether a thing is surely none while nobody has these roles."""
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
