"""The names that the rules introduce: where each is introduced and used, and its meaning in words.

This module also finds the links in the text of a block: to the answers and clauses that it names, and to names.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from cc_dsl.core.symbols import Symbol, SymbolTable
from cc_dsl.edition_model.statements import Block, File
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.trees import walk

Where: TypeAlias = tuple[str, str, str]
"""A file, a block in it, and a statement in that."""


class NamePlace(NamedTuple):
    """The place of a name: its file, block and statement, and its characters in the file."""

    file: str
    block: str
    statement: str
    span: Span
    home: str = ""
    """For a use of a name, the file and the statement that introduce it, as `file.statement`."""


class Term(NamedTuple):
    """A name that a rules file introduces."""

    name: str
    introduced: tuple[NamePlace, ...]
    used: tuple[NamePlace, ...]
    is_common: bool
    """Whether it names a piece or a value that readers meet everywhere and need not look up."""


def terms_of(files: tuple[File, ...]) -> tuple[Term, ...]:
    """Return the names of rules files that belong together, in alphabetical order."""
    statements = {
        (file.name, block.id, statement.id): statement.node
        for file in files
        for block in file.blocks
        for statement in block.statements
    }
    order = {where: number for number, where in enumerate(statements)}
    introductions: dict[str, list[NamePlace]] = {}
    used: dict[str, list[NamePlace]] = {}
    common: set[str] = set()

    def first_home(symbol: Symbol[Where]) -> int:
        return min((order[site.where] for site in symbol.homes), default=-1)

    for symbol in sorted(SymbolTable(statements.items()), key=first_home):
        homes = [NamePlace(*site.where, site.span) for site in symbol.homes]
        if not homes:
            continue
        if symbol.category in COMMON:
            common.add(symbol.name)
        introductions.setdefault(symbol.name, []).extend(homes)
        link = f"{homes[0].file}.{homes[0].statement}"
        used.setdefault(symbol.name, []).extend(
            NamePlace(*site.where, site.span, link) for site in (*symbol.changed, *symbol.used)
        )

    def in_order(place: NamePlace) -> tuple[int, int]:
        return order[place.file, place.block, place.statement], place.span.start

    return tuple(
        Term(name, tuple(introductions[name]), tuple(sorted(used[name], key=in_order)), name in common)
        for name in sorted(introductions, key=lambda name: (name.casefold(), name))
    )


class Mark(NamedTuple):
    """A stretch of a block's text with a link; the offsets count from the beginning of the block."""

    start: int
    end: int
    kind: str
    """`answer`, `clause` or `term`."""
    target: str
    home: str = ""
    """For a name, the file and the statement that introduce it."""


def marks_of(file: File, block: Block, terms: dict[str, Term]) -> tuple[Mark, ...]:
    """Return the marks of a block in order; a name from elsewhere is marked at its first use in the block."""
    here = file.name, block.id
    marks: list[tuple[Span, str, str, str]] = []
    for statement in block.statements:
        if isinstance(statement.node, nodes.Doubt):
            for answer in statement.node.alternatives:
                marks.append((answer.name.span, "answer", f"{statement.node.name.text}={answer.name.text}", ""))
            continue
        for part in walk(statement.node):
            if isinstance(part, (nodes.Cite, nodes.Displaced, nodes.Elsewhere)):
                marks.append((part.section.span, "clause", part.section.text, ""))
    uses = [
        (place, term.name)
        for term in terms.values()
        if not term.is_common and here not in {(place.file, place.block) for place in term.introduced}
        for place in term.used
        if (place.file, place.block) == here
    ]
    first: dict[tuple[str, str], Span] = {}
    for place, name in sorted(uses, key=lambda use: use[0].span.start):
        first.setdefault((name, place.home), place.span)
    marks += [(span, "term", name, home) for (name, home), span in first.items()]
    shift = block.span.start
    return tuple(sorted(Mark(span.start - shift, span.end - shift, *what) for span, *what in marks))


COMMON: Final = ("piece", "value")
"""Names that a reader meets everywhere and need not look up."""
