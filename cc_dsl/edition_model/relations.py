"""Relations between clauses: which displaces, amends, narrows or continues the rules of another."""

from __future__ import annotations

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


def _works(statement: Statement, homes: dict[tuple[str, str], str]) -> list[tuple[str, str, str]]:
    """Return how a statement works on other clauses: the kind of the relation, the block, and the name both use."""
    node = statement.node
    found: list[tuple[str, str, str]] = []

    def to(kind: str, key: tuple[str, str], what: str) -> None:
        if key in homes:
            found.append((kind, homes[key], what))

    match node:
        case nodes.Displaced():
            found.append(("displaces", node.section.text, _subject(node.statement)))
        case nodes.Elsewhere():
            found.append(("holds in", node.section.text, ""))
        case nodes.Procedure() if node.on is not None:
            to("goes on", ("procedure", node.name.text), f"the {node.name.text}")
        case nodes.Ranking() if node.further is not None:
            to("further", ("ranking", node.name.text), node.name.text)
        case nodes.Requirement():
            to("narrows", ("sort", node.name.text), f"the {node.name.text}")
        case nodes.Predicate() if node.also is not None:
            to("widens", ("predicate", node.name.text), f"the {node.name.text}")
        case nodes.Around(deed=nodes.Deed() as deed):
            to(node.when.text, ("verb", deed.verb.text), f"“a {deed.kind.text} {deed.verb.text}”")
        case nodes.Around(deed=nodes.TheName() as name):
            to(node.when.text, ("procedure", name.name.text), f"the {name.name.text}")
        case _:
            pass
    found += [("cites", clause, "") for clause in statement.clauses[1:]]
    return found


def _subject(node: nodes.Value | nodes.Ranking | nodes.Procedure | nodes.Happening) -> str:
    """Return the subject of a displacing statement."""
    match node:
        case nodes.Value(name=nodes.OwnerName() as name):
            return f"a {name.owner.text}’s {name.name.text}"
        case nodes.Value(name=name):
            return f"the {name.name.text}"
        case nodes.Ranking():
            return f"the ranking of {node.name.text}"
        case nodes.Happening():
            return f"“a {node.deed.kind.text} {node.deed.verb.text}”"
        case _:
            return f"the {node.name.text}"
