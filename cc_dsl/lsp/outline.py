"""The outline of a rules file by clauses."""

from __future__ import annotations

from textwrap import shorten

from lsprotocol import types

from cc_dsl.lsp.documents import Document
from cc_dsl.lsp.places import range_of
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes

LONGEST = 60


def outline(document: Document) -> list[types.DocumentSymbol]:
    """Return every block with its sentences; an open place with its answers."""
    return [_of_block(document, block) for block in document.blocks]


def _of_block(document: Document, block: nodes.Section | nodes.Editor) -> types.DocumentSymbol:
    inner = [_of_statement(document, statement) for statement in block.statements]
    kind = types.SymbolKind.Namespace
    if isinstance(block, nodes.Editor):
        return _symbol(document, "editor", block.title.text, kind, block.span, block.title.span, inner)
    quotes = " … ".join(quote.text for quote in block.quotes)
    return _symbol(document, f"§{block.section.text}", quotes, kind, block.span, block.section.span, inner)


def _of_statement(document: Document, statement: nodes.Statement) -> types.DocumentSymbol:
    if isinstance(statement, nodes.Doubt):
        answers = [
            _symbol(
                document,
                answer.name.text,
                answer.reason.text,
                types.SymbolKind.EnumMember,
                answer.span,
                answer.name.span,
                [_of_statement(document, inner) for inner in answer.statements or ()],
            )
            for answer in statement.alternatives
        ]
        name = statement.name
        return _symbol(
            document, name.text, statement.kind.text, types.SymbolKind.Enum, statement.span, name.span, answers
        )
    first_line = document.text[statement.span.start : statement.span.end].partition("\n")[0]
    name_shown = shorten(first_line, LONGEST, placeholder="…") or "…"
    return _symbol(document, name_shown, "", types.SymbolKind.Function, statement.span, None, [])


def _symbol(
    document: Document,
    name: str,
    detail: str,
    kind: types.SymbolKind,
    span: Span,
    name_span: Span | None,
    inner: list[types.DocumentSymbol],
) -> types.DocumentSymbol:
    words = document.text[span.start : span.end].rstrip()
    whole = Span(span.start, span.start + max(1, len(words)))
    return types.DocumentSymbol(
        name=name,
        detail=detail or None,
        kind=kind,
        range=range_of(document.file, whole),
        selection_range=range_of(document.file, name_span or whole),
        children=inner,
    )
