"""Names that a statement introduces, and renaming of its words, for building patches."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from cc_dsl.rules.kinds import plural
from cc_dsl.rules.symbols import Item
from cc_dsl.syntax import names, nodes
from cc_dsl.trees import rebuild, replace

UNPLAYED = (nodes.Excuse, nodes.Elsewhere, nodes.Example, nodes.Figure, nodes.Question)
"""Statements that change nothing in play."""


DISPLACED: Final = {"definition": "definition", "ranking": "ranking", "procedure": "body", "verb": "body"}
"""The subjects that can be displaced, each with its form."""


def declared(item: Item) -> list[tuple[str, str]]:
    """Return the things that a statement introduces, each by its sort and its name."""
    return [] if item.displaced is not None else [*map(_sort_and_name, _introduced(item))]


def _introduced(item: Item) -> list[names.Subject]:
    return [one for one in names.subjects(item.statement) if one.is_new and one.what != "question"]


def _sort_and_name(one: names.Subject) -> tuple[str, str]:
    """Return the sort and the owner of a name: names of one sort can replace one another."""
    return (f"{one.what} of a {one.owner.text}" if one.owner is not None else one.what), one.name


def subject(item: Item) -> tuple[str, str]:
    """Return the form and the name by which a statement can displace or be displaced; no name if it cannot."""
    if isinstance(item.statement, nodes.Around):
        return "around", ""
    found = [(DISPLACED[one.what], one.name) for one in names.subjects(item.statement) if one.what in DISPLACED]
    return found[0] if found else ("body", "")


def chosen_names(node: nodes.Statement) -> set[str]:
    """Return the names that acts give to what is chosen."""
    return {one.name for one in names.introduced(node) if one.what == names.LOCAL}


def spellings(name: str) -> tuple[str, str]:
    """Return a name and its plural."""
    return name, plural(name)


def renamed(node: object, words: dict[str, str]) -> object:
    """Return a node in which some words are others; spans stay, so that messages still find their places."""
    if isinstance(node, nodes.Word):
        return replace(node, text=words[node.text]) if node.text in words else node
    return rebuild(node, lambda part: renamed(part, words))


def without_sorts(node: object, sorts: Collection[str]) -> object:
    """Return a statement that no longer names some sorts of groups in a ranking or a table; None if nothing is left."""
    if isinstance(node, nodes.Requirement):
        return None if node.name.text in sorts else node
    if isinstance(node, nodes.Table):
        return replace(node, rows=tuple(row for row in node.rows if row.sort.text not in sorts))
    if isinstance(node, nodes.Ranking):
        return replace(node, keys=tuple(_without(key, sorts) for key in node.keys))
    return node


def without_clauses(node: object, clauses: Collection[str]) -> object:
    """Return a ranking without the keys that cite some clauses and no others, if any key is left."""
    if not isinstance(node, nodes.Ranking):
        return node
    left = tuple(key for key in node.keys if key.cite is None or key.cite.section.text.lstrip("§") not in clauses)
    return replace(node, keys=left) if left else node


def _without(key: nodes.Key, sorts: Collection[str]) -> nodes.Key:
    if not isinstance(key.measure, nodes.BySort):
        return key
    left = tuple(word for word in key.measure.sorts if word.text not in sorts)
    return replace(key, measure=replace(key.measure, sorts=left))


def emptied(item: Item, is_number: bool) -> Item | None:
    """Return a statement that introduces the same name with an empty meaning: 0, none, never, or no acts."""
    node = item.statement
    if isinstance(node, nodes.Value):
        span = node.span
        thing = nodes.Figure_(nodes.Word("0", span), span) if is_number else nodes.None_(span)
        return item._replace(statement=replace(node, cases=(nodes.OtherwiseCase(thing, None, span),)))
    if isinstance(node, nodes.Predicate):
        it = nodes.Pronoun(nodes.Word("it", node.span), node.span)
        never = nodes.Says(it, nodes.Is_(None, nodes.None_(node.span), node.span), node.span)
        return item._replace(statement=replace(node, condition=never))
    if isinstance(node, nodes.Procedure | nodes.Happening):
        return item._replace(statement=replace(node, acts=(nodes.Nothing(None, node.span),)))
    return None


def place_of(item: Item) -> tuple[int, int]:
    """Return where a statement begins and ends in its file, with the clause that it displaces."""
    span = item.statement.span
    return (span.start if item.displaced is None else min(span.start, item.displaced.span.start)), span.end
