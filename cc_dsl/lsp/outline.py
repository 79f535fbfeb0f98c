"""The outline of a rules file by clauses."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import shorten

from lsprotocol import types

from cc_dsl.lsp.documents import Document
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes

LONGEST = 60
"""The most characters of a sentence that are shown."""


def outline(document: Document) -> list[types.DocumentSymbol]:
    """Return every block with its sentences; an open place with its answers."""

    def symbol(
        kind: types.SymbolKind,
        span: Span,
        title: nodes.Word | None,
        name: str,
        detail: str,
        inner: Iterable[types.DocumentSymbol],
    ) -> types.DocumentSymbol:
        words = document.text[span.start : span.end].rstrip()
        whole = document.range(Span(span.start, span.start + max(1, len(words))))
        return types.DocumentSymbol(
            name, kind, whole, document.range(title.span) if title else whole, detail or None, children=[*inner]
        )

    def of_statement(statement: nodes.Statement) -> types.DocumentSymbol:
        if not isinstance(statement, nodes.Doubt):
            first_line = document.text[statement.span.start : statement.span.end].partition("\n")[0]
            shown = shorten(first_line, LONGEST, placeholder="…") or "…"
            return symbol(types.SymbolKind.Function, statement.span, None, shown, "", ())
        answers = [
            symbol(
                types.SymbolKind.EnumMember,
                answer.span,
                answer.name,
                answer.name.text,
                answer.reason.text,
                map(of_statement, answer.statements or ()),
            )
            for answer in statement.alternatives
        ]
        name, kind = statement.name, statement.kind.text
        return symbol(types.SymbolKind.Enum, statement.span, name, name.text, kind, answers)

    def of_block(block: nodes.Section | nodes.Editor) -> types.DocumentSymbol:
        if isinstance(block, nodes.Editor):
            title, name, detail = block.title, "editor", block.title.text
        else:
            title, name = block.section, f"§{block.section.text}"
            detail = " … ".join(quote.text for quote in block.quotes)
        return symbol(types.SymbolKind.Namespace, block.span, title, name, detail, map(of_statement, block.statements))

    return [*map(of_block, document.blocks)]
