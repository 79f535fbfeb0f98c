"""The rules file as readers see it: blocks, and their statements with permanent names, exact text and clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from cc_dsl.pipeline import Edition
from cc_dsl.rules.parts import libraries
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import names, nodes
from cc_dsl.trees import walk


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
    """The clauses that it cites: that of its block first, then those it names itself; empty for the editor's."""
    doubt: str
    answer: str
    """The open place and the answer to which the statement belongs; empty if it holds under all answers."""


class Block(NamedTuple):
    """One block of a rules file: the encoding of one clause, or the statements under the editor's name."""

    id: str
    clause: str
    """The id of the clause; empty for the editor's."""
    title: str
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


class File(NamedTuple):
    """A rules file that the edition shows: its own, or a library that it uses."""

    name: str
    title: str
    source: Source
    blocks: tuple[Block, ...]


def files_of(edition: Edition) -> tuple[File, ...]:
    """Return the rules file of an edition, and those of the libraries that it uses directly or indirectly."""
    parts, _ = libraries(edition.start, edition.source)
    files = [(edition.start, edition.source), *((part.start, part.source) for part in parts)]
    return tuple(
        File(start.edition.label.text, start.edition.title.text, source, blocks_of(source, start))
        for start, source in files
    )


def blocks_of(source: Source, start: nodes.Start) -> tuple[Block, ...]:
    """Return the blocks of a rules file."""
    blocks: list[Block] = []
    for block, span in _with_spans(source.text, start.blocks, len(source.text)):
        if isinstance(block, nodes.Section):
            name = clause = block.section.text
            title = ""
        else:
            before = sum(not earlier.clause for earlier in blocks)
            name, clause = f"editor{before + 1 if before else ''}", ""
            title = block.title.text
        statements = tuple(
            Statement(
                f"{name}-{number}",
                node,
                place,
                source.position(place.start)[0],
                source.position(max(place.start, place.end - 1))[0],
                source.text[place.start : place.end],
                _clauses(node, clause),
                doubt,
                answer,
            )
            for number, (node, place, doubt, answer) in enumerate(_all_in(source.text, block.statements, span.end), 1)
        )
        line, text = source.position(span.start)[0], source.text[span.start : span.end]
        blocks.append(Block(name, clause, title, span, line, text, statements))
    return tuple(blocks)


def changing_blocks(blocks: tuple[Block, ...]) -> dict[str, tuple[str, ...]]:
    """Return, for each block, the blocks that displace, restrict or extend its rules, or also cite its clause."""
    subjects = [
        (block.id, subject)
        for block in blocks
        for statement in block.statements
        for subject in names.subjects(statement.node)
    ]
    homes: dict[tuple[str, str], str] = {}
    for id, subject in subjects:
        if not subject.amends:
            homes.setdefault((subject.category, subject.name), id)
    pairs = [(homes.get((subject.category, subject.name), id), id) for id, subject in subjects if subject.amends]
    pairs += [
        (cited_clause, block.id)
        for block in blocks
        for statement in block.statements
        for cited_clause in statement.clauses
    ]
    changing_by_clause: dict[str, dict[str, None]] = {}
    for home, id in pairs:
        if home != id:
            changing_by_clause.setdefault(home, {})[id] = None
    return {home: tuple(ids) for home, ids in changing_by_clause.items()}


Part = TypeVar("Part", bound=nodes.Passage)


def _with_spans(text: str, parts: Sequence[Part], end: int) -> Iterator[tuple[Part, Span]]:
    """Yield consecutive parts, each with its span, without trailing blank lines and comments."""
    for part, after in zip(parts, [*(part.span.start for part in parts[1:]), end], strict=False):
        start = part.span.start
        lines = text[start:after].split("\n")
        while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
            lines.pop()
        yield part, Span(start, start + len("\n".join(lines).rstrip()))


def _all_in(
    text: str, statements: Sequence[nodes.Statement], end: int, doubt: str = "", answer: str = ""
) -> Iterator[tuple[nodes.Statement, Span, str, str]]:
    """Yield statements, and the statements inside their alternatives, each with its open place and answer."""
    for node, span in _with_spans(text, statements, end):
        yield node, span, doubt, answer
        if isinstance(node, nodes.Doubt):
            for inner, place in _with_spans(text, node.alternatives, span.end):
                yield from _all_in(text, inner.statements or (), place.end, node.name.text, inner.name.text)


def _clauses(node: nodes.Statement, own: str) -> tuple[str, ...]:
    """Return the clauses that a statement cites, with that of its block first."""
    clauses = [own] if own else []
    if not isinstance(node, nodes.Doubt):
        clauses += [part.section.text for part in walk(node) if isinstance(part, nodes.Cite)]
    return tuple(dict.fromkeys(clauses))
