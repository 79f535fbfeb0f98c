"""The outline of a rules file by clauses, and its folding ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
    if isinstance(block, nodes.Section):
        name, head = f"§{block.section.text}", block.section.span
        detail = " … ".join(quote.text for quote in block.quotes)
    else:
        name, head, detail = "editor", block.title.span, block.title.text
    inner = [_of_statement(document, one) for one in block.statements]
    return _symbol(document, (name, detail), types.SymbolKind.Namespace, (_trimmed(document, block.span), head), inner)


def _of_statement(document: Document, one: nodes.Statement) -> types.DocumentSymbol:
    if isinstance(one, nodes.Doubt):
        answers = [
            _symbol(
                document,
                (answer.name.text, answer.reason.text),
                types.SymbolKind.EnumMember,
                (_trimmed(document, answer.span), answer.name.span),
                [_of_statement(document, inner) for inner in answer.statements or ()],
            )
            for answer in one.alternatives
        ]
        head = (one.name.text, one.kind.text)
        return _symbol(document, head, types.SymbolKind.Enum, (_trimmed(document, one.span), one.name.span), answers)
    words = " ".join(document.text[one.span.start : one.span.end].partition("\n")[0].split())
    said = words if len(words) <= LONGEST else f"{words[: LONGEST - 1].rstrip()}…"
    span = _trimmed(document, one.span)
    return _symbol(document, (said or "…", ""), types.SymbolKind.Function, (span, span), [])


def _symbol(
    document: Document,
    named: tuple[str, str],
    kind: types.SymbolKind,
    spans: tuple[Span, Span],
    inner: list[types.DocumentSymbol],
) -> types.DocumentSymbol:
    whole, head = spans
    return types.DocumentSymbol(
        name=named[0],
        detail=named[1] or None,
        kind=kind,
        range=range_of(document.file, whole),
        selection_range=range_of(document.file, head),
        children=inner,
    )


def _trimmed(document: Document, span: Span) -> Span:
    """Return a stretch without the line ends behind it."""
    words = document.text[span.start : span.end].rstrip()
    return Span(span.start, span.start + max(1, len(words)))


def folds(document: Document) -> list[types.FoldingRange]:
    """Return the lines that can be folded: blocks, sentences of several lines, answers, and comments."""
    spans = [_trimmed(document, span) for span in _folded(document)]
    found = []
    for span in dict.fromkeys(spans):
        first, last = document.file.position(span.start)[0], document.file.position(span.end - 1)[0]
        if last > first:
            found.append(types.FoldingRange(first - 1, last - 1, kind=types.FoldingRangeKind.Region))
    return [*found, *_comments(document)]


def _folded(document: Document) -> Iterator[Span]:
    waiting: list[nodes.Section | nodes.Editor | nodes.Statement | nodes.Alternative] = [*document.blocks]
    while waiting:
        one = waiting.pop(0)
        yield one.span
        if isinstance(one, nodes.Doubt):
            waiting += one.alternatives
        elif isinstance(one, nodes.Section | nodes.Editor | nodes.Alternative):
            waiting += one.statements or ()


def _comments(document: Document) -> Iterator[types.FoldingRange]:
    for found in re.finditer(r"(?m)(?:^[ \t]*#[^\n]*\n?){2,}", document.text):
        first = document.file.position(found.start())[0]
        last = first + found[0].rstrip("\n").count("\n")
        yield types.FoldingRange(first - 1, last - 1, kind=types.FoldingRangeKind.Comment)
