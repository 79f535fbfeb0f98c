"""The names that the rules introduce: the kind of each, where it is introduced, and where it is used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.rules.kinds import plural
from cc_dsl.syntax import nodes
from cc_dsl.trees import walk
from cc_dsl.weave.statements import Block, Statement, is_quoted

if TYPE_CHECKING:
    from cc_dsl.source.files import Source, Span


class Place(NamedTuple):
    """Where a name stands: its file, block and statement, and the characters of the file."""

    file: str
    block: str
    statement: str
    span: Span


class Term(NamedTuple):
    """A name that a rules file introduces."""

    name: str
    kind: str
    """In words, such as “a place”."""
    introduced: tuple[Place, ...]
    used: tuple[Place, ...]
    is_common: bool
    """Whether it names a piece or a value, such as a reader meets everywhere and need not look up."""


class File(NamedTuple):
    """A rules file that a reader can look into: the edition's own, or a library it uses."""

    name: str
    title: str
    source: Source
    blocks: tuple[Block, ...]


def terms_of(files: tuple[File, ...]) -> tuple[Term, ...]:
    """Give the names of rules files that belong together, in the order of the alphabet."""
    kinds: dict[str, str] = {}
    introduced: dict[str, list[Place]] = {}
    new: set[tuple[str, int]] = set()
    common: set[str] = set()
    for file, block, statement in _all(files):
        if isinstance(statement.node, nodes.Pieces):
            common.add(statement.node.name.text)
        elif isinstance(statement.node, nodes.Enumeration):
            common.update(word.text for word in statement.node.values)
        for word, kind in _introduced(statement.node):
            kinds.setdefault(word.text, kind)
            place = Place(file.name, block.id, statement.id, word.span)
            introduced.setdefault(word.text, []).append(place)
            new.add((file.name, word.span.start))
    spelled = spellings(kinds)
    used: dict[str, list[Place]] = {}
    for file, block, statement in _all(files):
        for word in words_of(file.source, statement):
            name = spelled.get(word.text)
            if name is not None and (file.name, word.span.start) not in new:
                used.setdefault(name, []).append(Place(file.name, block.id, statement.id, word.span))
    return tuple(
        Term(name, kinds[name], tuple(introduced[name]), tuple(used.get(name, ())), name in common)
        for name in sorted(kinds, key=lambda name: (name.casefold(), name))
    )


def spellings(names: dict[str, str]) -> dict[str, str]:
    """Give every form in which names are written, with the name; a name itself goes before a plural."""
    return {plural(name): name for name in names} | {name: name for name in names}


def words_of(source: Source, statement: Statement) -> Iterator[nodes.Word]:
    """Give the words of a statement itself, without those of the statements inside its alternatives."""
    node = statement.node
    if isinstance(node, nodes.Doubt):
        return
    for part in walk(node):
        if isinstance(part, nodes.Word) and not is_quoted(source, part):
            yield part


def _all(files: tuple[File, ...]) -> Iterator[tuple[File, Block, Statement]]:
    for file in files:
        for block in file.blocks:
            for statement in block.statements:
                yield file, block, statement


def _introduced(node: nodes.Statement) -> Iterator[tuple[nodes.Word, str]]:
    """Give the names that a statement introduces, each with what it is."""
    match node:
        case nodes.Enumeration():
            yield node.name, "a kind of value"
            yield from ((word, f"a {node.name.text}") for word in node.values)
        case nodes.States():
            yield from ((word, f"a state of a {node.name.text}") for word in node.values)
        case nodes.Pieces():
            yield node.name, "a kind of piece"
        case nodes.Order():
            yield node.name.name, "an order"
        case nodes.Common() | nodes.Owned():
            yield from ((word, _declared(node)) for word in node.names)
        case nodes.Value():
            owner = f", for each {node.name.owner.text}" if isinstance(node.name, nodes.OwnerName) else ""
            yield node.name.name, "a value" + owner
        case nodes.Predicate() if node.also is None:
            yield node.name, f"said of a {node.kind.text}"
        case nodes.Group():
            yield node.name, f"a group of {node.kind.text}"
        case nodes.Sort():
            yield node.name, f"a sort of {node.group.text}"
        case nodes.Table():
            yield from ((word, f"a figure of a table, for each sort of {node.kind.text}") for word in node.headings)
        case nodes.Procedure() if node.on is None:
            yield node.name, "a procedure"
        case nodes.Happening():
            yield node.deed.verb, f"what a {node.deed.kind.text} does"
        case nodes.Question():
            yield node.name, "a question that the rules can answer"
        case _:
            pass
    if not isinstance(node, nodes.Doubt):
        for part in walk(node):
            if isinstance(part, nodes.Choose):
                yield part.name, "what is chosen"


def _declared(node: nodes.Common | nodes.Owned) -> str:
    of = f", one for each {node.owner.text}" if isinstance(node, nodes.Owned) else ""
    match node.type:
        case nodes.Place(is_ordered=ordered, most=most, kind=kind):
            what = "an ordered place" if ordered else "a place"
            count = f"{most.text} " if most is not None else ""
            return f"{what} for {count}{kind.text}{of}"
        case nodes.Number():
            return f"a number from {_bound(node.type.least)} to {_bound(node.type.most)}{of}"
        case _:
            return f"a {node.type.kind.text}{of}"


def _bound(node: nodes.Word | nodes.Below) -> str:
    return node.text if isinstance(node, nodes.Word) else f"{node.sign.text} {node.number.text}"
