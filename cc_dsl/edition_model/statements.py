"""The rules file as a reader sees it: blocks, their statements with permanent names, exact text and clauses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.trees import walk

if TYPE_CHECKING:
    from cc_dsl.source.files import Source


class Statement(NamedTuple):
    """One sentence of the rules with the sentences under it."""

    id: str
    """The block's id and a running number, such as `II.8-1`."""
    node: nodes.Statement
    span: Span
    line: int
    last_line: int
    text: str
    """The exact characters of the file, without the indentation of the first line."""
    clauses: tuple[str, ...]
    """The clauses that it cites: that of its block first, then those it names itself; none is the editor's."""
    doubt: str
    answer: str
    """The open place and the answer to it that the statement belongs to; empty where all answers have it."""


class Block(NamedTuple):
    """One block of a rules file: the encoding of one clause, or the statements under the editor's name."""

    id: str
    clause: str
    """The id of the clause; empty for the editor's."""
    title: str
    quotes: tuple[str, ...]
    span: Span
    line: int
    text: str
    statements: tuple[Statement, ...]
    """All statements, including those inside alternatives, in the order of the file."""

    @property
    def size(self) -> int:
        """The number of its statements."""
        return len(self.statements)

    @property
    def heading_lines(self) -> int:
        """The number of lines above its first statement."""
        return (self.statements[0].line if self.statements else self.line + 1) - self.line


def blocks_of(source: Source, start: nodes.Start) -> tuple[Block, ...]:
    """Cut a rules file into its blocks."""
    ends = [*(block.span.start for block in start.blocks[1:]), len(source.text)]
    found: list[Block] = []
    editors = 0
    for block, end in zip(start.blocks, ends, strict=True):
        span = Span(block.span.start, _trimmed(source.text, block.span.start, end))
        if isinstance(block, nodes.Section):
            name = clause = block.section.text
            title, quotes = "", tuple(word.text for word in block.quotes)
        else:
            editors += 1
            name, clause = ("editor" if editors == 1 else f"editor{editors}"), ""
            title, quotes = block.title.text, ()
        line = source.position(span.start)[0]
        text = source.text[span.start : span.end]
        counter = iter(range(1, 10_000))
        statements = tuple(_statements(source, block.statements, span.end, name, clause, "", "", counter))
        found.append(Block(name, clause, title, quotes, span, line, text, statements))
    return tuple(found)


def _statements(
    source: Source,
    statements: tuple[nodes.Statement, ...],
    limit: int,
    block: str,
    clause: str,
    doubt: str,
    answer: str,
    counter: Iterator[int],
) -> Iterator[Statement]:
    ends = [*(statement.span.start for statement in statements[1:]), limit][: len(statements)]
    for node, end in zip(statements, ends, strict=True):
        span = Span(node.span.start, _trimmed(source.text, node.span.start, end))
        yield Statement(
            f"{block}-{next(counter)}",
            node,
            span,
            source.position(span.start)[0],
            source.position(max(span.start, span.end - 1))[0],
            source.text[span.start : span.end],
            _clauses(node, clause),
            doubt,
            answer,
        )
        if isinstance(node, nodes.Doubt):
            inner = [*(alternative.span.start for alternative in node.alternatives[1:]), span.end]
            for alternative, last in zip(node.alternatives, inner, strict=True):
                yield from _statements(
                    source,
                    alternative.statements or (),
                    last,
                    block,
                    clause,
                    node.name.text,
                    alternative.name.text,
                    counter,
                )


def _trimmed(text: str, start: int, end: int) -> int:
    """Return where a stretch ends once the blank lines and comments at its end are left out."""
    lines = text[start:end].split("\n")
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return start + len("\n".join(lines).rstrip())


def _clauses(node: nodes.Statement, own: str) -> tuple[str, ...]:
    """Return the clauses that a statement cites, that of its block first."""
    found = [own] if own else []
    if not isinstance(node, nodes.Doubt):
        found += [part.section.text for part in walk(node) if isinstance(part, nodes.Cite)]
    return tuple(dict.fromkeys(found))
