"""The names that the rules introduce, and the links in the text of a block: to answers, to clauses, and to names."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from cc_dsl.core.symbols import Symbol, SymbolTable
from cc_dsl.edition_model.statements import Block, File
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.trees import walk

Where: TypeAlias = tuple[str, str, str]
"""A file, a block in it, and a statement in that."""
Terms: TypeAlias = dict[str, list[Symbol[Where]]]
"""The symbols of each name; a name that acts give has several. The one introduced first comes first."""
COMMON: Final = ("piece", "value")
"""The categories of names that a reader meets everywhere and need not look up."""


def terms_of(files: tuple[File, ...]) -> Terms:
    """Return the names of rules files that belong together, in alphabetical order."""
    statements = {
        (file.name, block.id, statement.id): statement.node
        for file in files
        for block in file.blocks
        for statement in block.statements
    }
    order = {where: number for number, where in enumerate(statements)}
    symbols = [symbol for symbol in SymbolTable(statements.items()) if symbol.homes]
    terms: Terms = {}
    for symbol in sorted(symbols, key=lambda symbol: min(order[site.where] for site in symbol.homes)):
        terms.setdefault(symbol.name, []).append(symbol)
    return dict(sorted(terms.items(), key=lambda item: (item[0].casefold(), item[0])))


def is_common(symbols: list[Symbol[Where]]) -> bool:
    """Return whether a name is that of a piece or a value, which readers need not look up."""
    return any(symbol.category in COMMON for symbol in symbols)


class Mark(NamedTuple):
    """A stretch of a block's text with a link; the offsets count from the beginning of the block."""

    start: int
    end: int
    kind: str
    """`answer`, `clause` or `term`."""
    target: str
    home: str = ""
    """For a name, the file and the statement that introduce it, as `file.statement`."""


def marks_of(file: File, block: Block, terms: Terms) -> tuple[Mark, ...]:
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
    for name, symbols in terms.items():
        if is_common(symbols) or any(site.where[:2] == here for symbol in symbols for site in symbol.homes):
            continue
        uses: dict[str, list[Span]] = {}
        for symbol in symbols:
            home_file, _, home_statement = symbol.homes[0].where
            spans = uses.setdefault(f"{home_file}.{home_statement}", [])
            spans += (site.span for site in (*symbol.changed, *symbol.used) if site.where[:2] == here)
        marks += [(min(spans), "term", name, home) for home, spans in uses.items() if spans]
    shift = block.span.start
    return tuple(sorted(Mark(span.start - shift, span.end - shift, *what) for span, *what in marks))
