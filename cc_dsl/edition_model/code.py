"""The links in the text of a block: its statements, the clauses it cites, its names."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.edition_model.statements import Block
from cc_dsl.edition_model.terms import File, Term
from cc_dsl.syntax import nodes
from cc_dsl.trees import walk

if TYPE_CHECKING:
    from cc_dsl.source.files import Span


class Mark(NamedTuple):
    """A stretch of a block's text; the offsets count from the beginning of the block."""

    start: int
    end: int
    kind: str
    """`statement` and `answer` begin here; `clause` and `term` can be followed."""
    target: str
    home: str = ""
    """Of a name: the file and the statement that introduces it."""


def marks_of(file: File, block: Block, terms: dict[str, Term]) -> tuple[Mark, ...]:
    """Return the marks of a block in order; a name is marked where the block first uses it, if it is not its own."""
    found: list[Mark] = []
    shift = block.span.start

    def note(span: Span, kind: str, target: str, home: str = "") -> None:
        found.append(Mark(span.start - shift, span.end - shift, kind, target, home))

    for statement in block.statements:
        start = statement.span.start - shift
        found.append(Mark(start, start, "statement", statement.id))
        if isinstance(statement.node, nodes.Doubt):
            name = statement.node.name.text
            for answer in statement.node.alternatives:
                note(answer.name.span, "answer", f"{name}={answer.name.text}")
            continue
        for part in walk(statement.node):
            if isinstance(part, (nodes.Cite, nodes.Displaced, nodes.Elsewhere)):
                note(part.section.span, "clause", part.section.text)
    here = file.name, block.id
    linked = [term for term in terms.values() if not term.is_common and not _is_home(file, block, term)]
    uses = ((place, term.name) for term in linked for place in term.used if (place.file, place.block) == here)
    seen: set[tuple[str, str]] = set()
    for place, name in sorted(uses, key=lambda use: use[0].span.start):
        if (name, place.home) not in seen:
            seen.add((name, place.home))
            note(place.span, "term", name, place.home)
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.end)))


def _is_home(file: File, block: Block, term: Term) -> bool:
    """Return whether a name is introduced in a block."""
    return any((place.file, place.block) == (file.name, block.id) for place in term.introduced)
