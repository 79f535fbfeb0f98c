"""Checks after resolution: amendments find what they amend, and every name introduced is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.diagnostics.problem import Problem
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind, plural
from cc_dsl.rules.resolving import Resolver
from cc_dsl.rules.signatures import is_of_player
from cc_dsl.rules.symbols import introduced
from cc_dsl.syntax import nodes
from cc_dsl.trees import replace, walk

if TYPE_CHECKING:
    from cc_dsl.rules.symbols import Item, NameMeaning
    from cc_dsl.source.files import Span


def check_amendments(resolver: Resolver) -> None:
    """Require that the statement exists that is displaced, continued or surrounded."""
    if resolver.seats == (0, 0):
        resolver.problems.append(
            Problem(
                "no-players",
                "These rules do not say for how many players the game is.",
                resolver.items[-1].source if resolver.items else None,
                remedies=("Write:   this game is for 2 players.",),
            )
        )
        resolver.seats = (2, 2)
    for item, word, owner in resolver.amendments:
        symbol = resolver.names.get(word.text)
        if symbol is None or symbol.what not in ("definition", "predicate", "procedure", "verb"):
            resolver.problem(resolver.names.unknown(item, word))
            continue
        if symbol.what in ("definition", "predicate") and symbol.data != owner:
            _refuse_owner(resolver, item, word, symbol.data)
        if item.displaced is not None and not _stands_in(resolver, item.displaced.text, word.text):
            resolver.report(
                item,
                "nothing-to-displace",
                f"§{item.displaced.text} says nothing of “{word.text}” that could be displaced.",
                item.displaced.span,
                *_used_under(resolver, item.displaced.text, word.text),
                "Name the clause that it is an exception to.",
            )
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


def _refuse_owner(resolver: Resolver, item: Item, word: nodes.Word, owner: Kind | None) -> None:
    said = f"of a {owner.name}" if owner is not None else "of nobody in particular"
    resolver.report(
        item,
        "wrong-kind",
        f"“{word.text}” is said {said} where it is introduced; this says it otherwise.",
        word.span,
        f"Write a {owner.name}'s {word.text}, or: a {owner.name} is …."
        if owner is not None
        else f"Write the {word.text}.",
    )


def _stands_in(resolver: Resolver, clause: str, name: str) -> bool:
    """Return whether a clause says something of a name, itself or by using a clause of another edition."""
    return any(clause in (item.clause, item.also) and _says(resolver, item, name) for item in resolver.items)


def _says(resolver: Resolver, item: Item, name: str) -> bool:
    node = item.statement
    if item.displaced is not None:
        return False
    if isinstance(node, nodes.Value) and node.name.name.text == name:
        return True
    if isinstance(node, nodes.Ranking) and node.name.text == name:
        return True
    return resolver.target_of(item) == name and not isinstance(node, nodes.Around)


def _used_under(resolver: Resolver, clause: str, name: str) -> list[str]:
    """Where a clause of another edition is meant, say under which clause its sentences hold here."""
    found = []
    for item in resolver.items:
        label, sign, number = item.clause.partition(":")
        if sign and clause == number and item.also and _says(resolver, item, name):
            found.append(f"§{clause} of {label} is used under §{item.also}; write:   instead of §{item.also}, ….")
    return found[:1]


def _check_target(resolver: Resolver, item: Item, node: nodes.Around) -> None:
    word = node.deed.verb if isinstance(node.deed, nodes.Deed) else node.deed.name
    if isinstance(node.deed, nodes.Deed) and not is_of_player(node.deed):
        word = replace(word, text=resolver.keys.get(id(node.deed), word.text))
    symbol = resolver.names.get(word.text)
    wanted = "verb" if isinstance(node.deed, nodes.Deed) else "procedure"
    if symbol is None or symbol.what != wanted:
        resolver.problem(resolver.names.unknown(item, word))


def _check_ranked(resolver: Resolver, item: Item, node: nodes.Ranking | nodes.Decider) -> None:
    found = resolver.names.find(node.name.text)
    if found is not None and found[0].what in ("piece", "group") and not found[1]:
        several = plural(found[0].name)
        sentence = f"“{node.name.text}” is one, and several are meant, which rank among themselves."
        resolver.report(item, "wrong-number", sentence, node.name.span, f"Write {several}.")
        return
    if found is None or found[0].what not in ("piece", "group") or not found[1]:
        resolver.problem(resolver.names.unknown(item, node.name))
        return
    needs_base = isinstance(node, nodes.Ranking) and node.further is not None
    if item.displaced is not None and not _stands_in(resolver, item.displaced.text, node.name.text):
        resolver.report(
            item,
            "nothing-to-displace",
            f"§{item.displaced.text} does not say how {node.name.text} rank.",
            item.displaced.span,
            *_used_under(resolver, item.displaced.text, node.name.text),
            "Name the clause that does.",
        )
    if needs_base and not any(
        isinstance(other.statement, nodes.Ranking)
        and other.statement.name.text == node.name.text
        and other.statement.further is None
        for other in resolver.items
    ):
        resolver.report(
            item,
            "nothing-to-displace",
            f"“further” continues a ranking of {node.name.text}, but there is none.",
            node.name.span,
            f"Write first:   {node.name.text} rank by ….",
        )


def check_after(resolver: Resolver) -> None:
    """Require that every name of the edition is used, and that names differ by more than a capital."""
    used = set(resolver.names.used) | _used_elsewhere(resolver) | resolver.names.meant
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
            resolver.report(
                item,
                "unused-name",
                f"What is chosen here as “{word.text}” is never used.",
                word.span,
                "Say in an act after this one what becomes of it.",
            )
    check_capitals(resolver)


def _is_reached(resolver: Resolver, symbol: NameMeaning, used: set[str]) -> bool:
    """Return whether play reaches a value that nothing names: all of its kind come in turn, or pieces begin so."""
    if symbol.what == "value":
        return symbol.data[0] in resolver.names.reached
    if symbol.what == "sort":
        return symbol.data[0] in used  # a group is of one of its sorts
    if symbol.what != "state":
        return False
    others = [one for one in resolver.names.all() if one.item is symbol.item and one.what == "state"]
    return others[0] is symbol and any(one.name in used for one in others)


def _tell_pieces_apart(resolver: Resolver, symbols: list[NameMeaning]) -> bool:
    """Return whether the values are all those of a kind of which there is a piece for each, such as two marks."""
    if symbols[0].what != "value":
        return False
    kind = symbols[0].data[0]
    made = {
        word.text
        for item in resolver.items
        if isinstance(item.statement, nodes.Pieces)
        for word in item.statement.factors
    }
    values = [one for one in resolver.names.all() if one.what == "value" and one.data[0] == kind]
    return kind in made and len(values) == len(symbols)


def words_in(node: object) -> set[str]:
    """Return every word of a node."""
    return {part.text for part in walk(node) if isinstance(part, nodes.Word)}


def _is_library(resolver: Resolver, symbol: NameMeaning) -> bool:
    return symbol.item is not None and symbol.item.source is not resolver.items[-1].source


def _report_unused(resolver: Resolver, symbols: list[NameMeaning]) -> None:
    first = symbols[0]
    names = [f"“{symbol.name}”" for symbol in symbols]
    said = names if len(names) <= 4 else [*names[:3], f"{len(names) - 3} others"]
    words = f"{said[0]} is" if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]} are"
    them = "it" if len(said) == 1 else "them"
    if first.item is not None and first.span is not None:
        resolver.report(
            first.item,
            "unused-name",
            f"{words} introduced, but nothing uses {them}.",
            first.span,
            *_entry_wanted(resolver, first),
            f"Use {them}, or leave {them} out; perhaps a name is misspelt here or where it is used.",
        )


def _entry_wanted(resolver: Resolver, symbol: NameMeaning) -> list[str]:
    """Return what to do about a procedure that nothing does, in rules that do not say how the game goes."""
    has_entry = any(one.what == "procedure" and one.name == model.ENTRY for one in resolver.names.all())
    is_lost = symbol.what == "procedure" and not has_entry
    return [f"Play begins with a procedure called {model.ENTRY}:   the {model.ENTRY} goes thus:"] if is_lost else []


def _used_elsewhere(resolver: Resolver) -> set[str]:
    """Return the names that amendments, tables, calls and displaced statements use without a look-up."""
    used: set[str] = set()
    for item in resolver.items:
        node = item.statement
        if isinstance(node, nodes.Table):
            used.add(node.kind.text)
    return used


def _spoken_in(resolver: Resolver, target: str) -> dict[str, set[Span]]:
    """Return every name spoken in the procedures that share a scope, with the places where it stands."""
    found: dict[str, set[Span]] = {}
    for item in resolver.statements_by_target[target]:
        for part in walk(item.statement):
            if isinstance(part, nodes.Word):
                found.setdefault(part.text, set()).add(part.span)
    return found


def check_capitals(resolver: Resolver) -> None:
    """Require that names differ by more than a capital."""
    by_letters: dict[str, NameMeaning] = {}
    for symbol in resolver.names.all():
        for name in (symbol.name, plural(symbol.name)):
            old = by_letters.setdefault(name.casefold(), symbol)
            if "verb" in (symbol.what, old.what) and name in (old.name, plural(old.name)):
                continue  # he bids, and the bids
            if old is not symbol and old.name != symbol.name and symbol.item is not None and symbol.span is not None:
                resolver.report(
                    symbol.item,
                    "only-a-capital",
                    f"“{symbol.name}” and “{old.name}” differ only by a capital or a plural.",
                    symbol.span,
                    "Give one of the two another name.",
                    labels=introduced(old),
                )
                break


__all__ = ["check_after", "check_amendments", "model"]
