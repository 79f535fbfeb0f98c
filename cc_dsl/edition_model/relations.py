"""Relations between clauses: which displaces, amends, narrows or continues the rules of another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cc_dsl.edition_model.statements import Block, Statement
from cc_dsl.syntax import names, nodes
from cc_dsl.words.layout import capital

WORDS = {
    "displaces": ("displaces what {other} says of {what}", "displaced by {other} as to {what}"),
    "goes on": ("carries on {what} of {other}", "{what} is carried on by {other}"),
    "further": ("adds to the ranking of {what} in {other}", "the ranking of {what} is continued by {other}"),
    "narrows": ("narrows {what} of {other}", "{what} is narrowed by {other}"),
    "widens": ("widens {what} of {other}", "{what} is widened by {other}"),
    "before": ("acts before {what} of {other}", "{what} is preceded by {other}"),
    "after": ("acts after {what} of {other}", "{what} is followed by {other}"),
    "holds in": ("is contained in {other}", "also contains {other}"),
    "cites": ("also rests on {other}", "also supported by {other}"),
}
"""Each kind of relation in words: of the clause that works on another, and of that other."""


class Relation(NamedTuple):
    """How a clause works on another, or another on it, in words."""

    parts: tuple[str, ...]
    """The words; `{other}` stands for the other clause."""
    other: str
    """The other block: the id of a clause, or `editor`."""
    doubt: str
    answer: str
    """The open place and the answer to it under which it does; empty where it does under all."""


def relations_of(blocks: tuple[Block, ...]) -> dict[str, tuple[Relation, ...]]:
    """Return for each block of a rules file how it works on others, then how others work on it, each once."""
    homes: dict[tuple[str, str], str] = {}
    """The block in which each procedure, deed, ranking, sort and predicate begins."""
    for block in blocks:
        for statement in block.statements:
            for subject in names.subjects(statement.node):
                if not subject.amends:
                    homes.setdefault((subject.what, subject.name), block.id)
    sides: tuple[dict[str, dict[tuple[str, str, str], Relation]], ...] = ({}, {})
    for block in blocks:
        for statement in block.statements:
            for kind, other, what in _works(statement, homes):
                if other == block.id:
                    continue
                for side, words, home, far in zip(
                    sides, WORDS[kind], (block.id, other), (other, block.id), strict=True
                ):
                    parts = capital(words.replace("{what}", what)).partition("{other}")
                    relation = Relation(parts, far, statement.doubt, statement.answer)
                    side.setdefault(home, {}).setdefault((kind, far, what), relation)
    active, passive = sides
    return {name: (*active.get(name, {}).values(), *passive.get(name, {}).values()) for name in {**active, **passive}}


def _works(statement: Statement, homes: dict[tuple[str, str], str]) -> Iterator[tuple[str, str, str]]:
    """Yield how a statement works on other clauses: the kind of the relation, the block, and the name both use."""
    begun: tuple[str, tuple[str, str], str] | None = None
    match statement.node:
        case nodes.Displaced() as node:
            yield "displaces", node.section.text, _subject(node.statement)
        case nodes.Elsewhere() as node:
            yield "holds in", node.section.text, ""
        case nodes.Procedure(also=also, name=name) if also is not None:
            begun = "goes on", ("procedure", name.text), f"the {name.text}"
        case nodes.Ranking(also=also, name=name) if also is not None:
            begun = "further", ("ranking", name.text), name.text
        case nodes.Requirement(name=name):
            begun = "narrows", ("sort", name.text), f"the {name.text}"
        case nodes.Value(also=also, name=name) if also is not None:
            begun = "widens", ("definition", name.name.text), f"the {name.name.text}"
        case nodes.Predicate(also=also, name=name) | nodes.Relation(also=also, name=name) if also is not None:
            what = "predicate" if isinstance(statement.node, nodes.Predicate) else "relation"
            begun = "widens", (what, name.text), f"the {name.text}"
        case nodes.Around(when=when, deed=nodes.Deed() as deed):
            begun = when.text, ("verb", deed.verb.text), f"“a {deed.kind.text} {deed.verb.text}”"
        case nodes.Around(when=when, deed=nodes.TheName(name=name)):
            begun = when.text, ("procedure", name.text), f"the {name.text}"
    if begun is not None and begun[1] in homes:
        yield begun[0], homes[begun[1]], begun[2]
    yield from (("cites", clause, "") for clause in statement.clauses[1:])


def _subject(node: nodes.Statement) -> str:
    """Return the subject of a displacing statement."""
    match node:
        case nodes.Value(name=nodes.OwnerName() as name):
            return f"a {name.owner.text}’s {name.name.text}"
        case nodes.Value(name=nodes.PairName() as name):
            return f"the {name.name.text} of a {name.owner.text} by a {name.other.text}"
        case nodes.Value(name=name):
            return f"the {name.name.text}"
        case nodes.Ranking():
            return f"the ranking of {node.name.text}"
        case nodes.Happening():
            return f"“a {node.deed.kind.text} {node.deed.verb.text}”"
        case nodes.Procedure() | nodes.Predicate() | nodes.Relation():
            return f"the {node.name.text}"
    raise AssertionError(node)
