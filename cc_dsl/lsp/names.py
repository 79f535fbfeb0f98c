"""The outline of a file, and the places where names and clauses are introduced and used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import shorten

from lsprotocol import types

from cc_dsl.core.symbols import Site, StatementPlace
from cc_dsl.lsp.documents import Document, range_of, uri_of
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes

LONGEST = 60
"""The most characters of a sentence that are shown."""


def outline(document: Document) -> list[types.DocumentSymbol]:
    """Return every block with its sentences, each by its first line."""

    def symbol(kind: types.SymbolKind, node: nodes.Statement | nodes.Section | nodes.Editor) -> types.DocumentSymbol:
        words = document.text[node.span.start : node.span.end].rstrip()
        place = document.range(Span(node.span.start, node.span.start + max(1, len(words))))
        short_words = shorten(words.partition("\n")[0], LONGEST, placeholder="…") or "…"
        return types.DocumentSymbol(short_words, kind, place, place)

    blocks = []
    for block in document.blocks:
        blocks.append(symbol(types.SymbolKind.Namespace, block))
        blocks[-1].children = [symbol(types.SymbolKind.Function, statement) for statement in block.statements]
    return blocks


def definitions(document: Document, offset: int) -> list[types.Location]:
    """Return the introduction of the name at a place; for a clause its block, and for a block the printed words."""
    clause = document.clause_at(offset)
    if clause is not None:
        return _home_of_clause(document, clause, offset)
    symbol = document.symbol_at(offset)
    return [*_locations(document, symbol.homes)] if symbol is not None else []


def references(document: Document, offset: int, with_home: bool) -> list[types.Location]:
    """Return the uses of the name or the clause at a place."""
    clause = document.clause_at(offset)
    if clause is not None:
        citations = re.finditer(rf"§{re.escape(clause)}(?!\w|\.\w)", document.text)
        spans = (Span(match.start() + 1, match.end()) for match in citations)
        return [types.Location(document.uri, document.range(span)) for span in spans]
    symbol = document.symbol_at(offset)
    if symbol is None:
        return []
    return [*_locations(document, [*(symbol.introduced if with_home else ()), *symbol.changed, *symbol.used])]


def _locations(document: Document, sites: list[Site[StatementPlace]]) -> Iterator[types.Location]:
    """Yield the locations of places where a name is written."""
    for site in sites:
        source = document.files.get(site.where.file)
        if source is not None:
            uri = document.uri if document.is_here(source) else uri_of(source.path)
            yield types.Location(uri, range_of(source, site.span))


def _home_of_clause(document: Document, name: str, offset: int) -> list[types.Location]:
    """Return the target of a clause: for a citation its blocks, for the heading of a block the printed words."""
    heads = [block.section for block in document.blocks if isinstance(block, nodes.Section)]
    matches = [head for head in heads if head.text == name]
    if matches and not any(head.span.start <= offset <= head.span.end for head in matches):
        return [types.Location(document.uri, document.range(head.span)) for head in matches]
    text = document.printed_text
    clause = text.clause(name) if text is not None else None
    if text is None or clause is None:
        return []
    return [types.Location(uri_of(text.text.path), range_of(text.text, span)) for span in clause.segments]
