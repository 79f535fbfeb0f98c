"""The links in the text of a block: its statements, the clauses it cites, its names."""

from __future__ import annotations

from typing import NamedTuple

from cc_dsl.syntax import nodes
from cc_dsl.trees import walk
from cc_dsl.weave.statements import Block
from cc_dsl.weave.terms import File, Term, spellings, words_of


class Mark(NamedTuple):
    """A stretch of a block's text; the offsets count from the beginning of the block."""

    start: int
    end: int
    kind: str
    """`statement` and `answer` begin here; `clause` and `term` can be followed."""
    target: str


def marks_of(file: File, block: Block, terms: dict[str, Term]) -> tuple[Mark, ...]:
    """Give the marks of a block in order; a name is marked where the block first uses it, if it is not its own."""
    found: list[Mark] = []
    spelled = spellings({name: term.kind for name, term in terms.items()})
    seen = {name for name, term in terms.items() if term.is_common or _is_home(file, block, term)}
    shift = block.span.start

    def note(word: nodes.Word, kind: str, target: str) -> None:
        found.append(Mark(word.span.start - shift, word.span.end - shift, kind, target))

    for statement in block.statements:
        start = statement.span.start - shift
        found.append(Mark(start, start, "statement", statement.id))
        if isinstance(statement.node, nodes.Doubt):
            name = statement.node.name.text
            for answer in statement.node.alternatives:
                note(answer.name, "answer", f"{name}={answer.name.text}")
            continue
        for part in walk(statement.node):
            if isinstance(part, (nodes.Cite, nodes.Displaced, nodes.Elsewhere)):
                note(part.section, "clause", part.section.text)
        for word in sorted(words_of(file.source, statement), key=lambda word: word.span.start):
            term = spelled.get(word.text, "")
            if term and term not in seen:
                seen.add(term)
                note(word, "term", term)
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.end)))


def _is_home(file: File, block: Block, term: Term) -> bool:
    """Tell whether a name is introduced in a block."""
    return any((place.file, place.block) == (file.name, block.id) for place in term.introduced)
