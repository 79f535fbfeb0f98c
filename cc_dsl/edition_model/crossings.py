"""Relations between clauses: which displaces, amends, narrows or continues the rules of another."""

from __future__ import annotations

from typing import NamedTuple

from cc_dsl.edition_model.statements import Block, Statement
from cc_dsl.syntax import names, nodes

ACTIVE = {
    "displaces": "displaces what {other} says of {what}",
    "goes on": "carries on {what} of {other}",
    "further": "adds to the ranking of {what} in {other}",
    "narrows": "narrows {what} of {other}",
    "widens": "widens {what} of {other}",
    "before": "acts before {what} of {other}",
    "after": "acts after {what} of {other}",
    "holds in": "is contained in {other}",
    "cites": "also rests on {other}",
}

PASSIVE = {
    "displaces": "displaced by {other} as to {what}",
    "goes on": "{what} is carried on by {other}",
    "further": "the ranking of {what} is continued by {other}",
    "narrows": "{what} is narrowed by {other}",
    "widens": "{what} is widened by {other}",
    "before": "{what} is preceded by {other}",
    "after": "{what} is followed by {other}",
    "holds in": "also contains {other}",
    "cites": "also supported by {other}",
}


class Crossing(NamedTuple):
    """One clause working on another, in one statement."""

    kind: str
    clause: str
    """The block that works: the id of a clause, or `editor`."""
    other: str
    """The block that is worked on."""
    what: str
    """The name that both use."""
    statement: str
    doubt: str
    answer: str


def crossings_of(blocks: tuple[Block, ...]) -> tuple[Crossing, ...]:
    """Return all crossings of a rules file in its order; those inside one block are not among them."""
    homes = _homes(blocks)
    found: dict[Crossing, None] = {}
    for block in blocks:
        for statement in block.statements:
            for kind, other, what in _crossings(statement, homes):
                if other != block.id:
                    doubt, answer = statement.doubt, statement.answer
                    found[Crossing(kind, block.id, other, what, statement.id, doubt, answer)] = None
    return tuple(found)


class Relation(NamedTuple):
    """How a clause works on another, or another on it, in words."""

    parts: tuple[str, ...]
    """The words; `{other}` stands for the other clause."""
    other: str
    doubt: str
    answer: str
    """The open place and the answer to it under which it does; empty where it does under all."""


def relations_of(name: str, crossings: tuple[Crossing, ...]) -> tuple[Relation, ...]:
    """Return how a clause works on others, then how others work on it, each once."""
    found: dict[tuple[str, str, str, bool], Relation] = {}
    for is_active in (True, False):
        for one in crossings:
            if name != (one.clause if is_active else one.other):
                continue
            words = (ACTIVE if is_active else PASSIVE)[one.kind].replace("{what}", one.what)
            before, sign, after = f"{words[:1].upper()}{words[1:]}".partition("{other}")
            other = one.other if is_active else one.clause
            relation = Relation((before, sign, after), other, one.doubt, one.answer)
            found.setdefault((one.kind, other, one.what, is_active), relation)
    return tuple(found.values())


def _homes(blocks: tuple[Block, ...]) -> dict[tuple[str, str], str]:
    """Return the block in which each procedure, deed, ranking, sort and predicate begins."""
    homes: dict[tuple[str, str], str] = {}
    for block in blocks:
        for statement in block.statements:
            for one in names.subjects(statement.node):
                if not one.amends:
                    homes.setdefault((one.what, one.name), block.id)
    return homes


def _crossings(statement: Statement, homes: dict[tuple[str, str], str]) -> list[tuple[str, str, str]]:
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
