"""Printed words with their typographic signs turned into roles; and the position of a phrase in them."""

from __future__ import annotations

import re
from typing import NamedTuple

from cc_dsl.source.clauses import GAP, Clause, EditionText, Heading, plain

ROLES = {"_": "italic", "*": "bold", "{": "small-caps", "[": "remark"}

SIGNS = re.compile(r"\[\[(?P<remark>[^\[\]]*)\]\]|\{sc:(?P<caps>[^{}]*)\}|\*(?P<bold>[^*]+)\*|_(?P<italic>[^_]+)_")


class Styled(NamedTuple):
    """Some words in one letter, or of one kind."""

    words: str
    role: str = ""
    """Empty, `italic`, `bold`, `small-caps`, `gap`, `figure`, or `remark` of the editor."""


class Printed(NamedTuple):
    """A stretch of the printed text that belongs to one clause or heading."""

    clause: str
    heading: bool
    figure: bool
    runs: tuple[Styled, ...]
    """The words of this stretch only; a clause that others interrupt has several stretches."""
    first: bool
    """Whether the clause begins here."""
    paragraph: bool
    """Whether a paragraph of the text begins here."""
    line: bool
    """Whether a line of the print begins here inside a paragraph, as in a list."""
    indent: int
    """By how many spaces that line is set in."""
    cells: tuple[tuple[Styled, ...], ...] = ()
    """The columns, where it is a row of a table; tabs divide them in the text."""

    @property
    def words(self) -> str:
        """Its plain words."""
        return plain_runs(self.runs)

    @property
    def is_head(self) -> bool:
        """Whether it is a row of a table in italics, which is the head of the table."""
        return all(run.role == "italic" for cell in self.cells for run in cell)


def runs_of(words: str) -> tuple[Styled, ...]:
    """Turn the signs `_x_`, `*x*`, `{sc:x}` of printed words, and `[[x]]` of the apparatus, into roles."""
    found: list[Styled] = []
    end = 0
    for match in SIGNS.finditer(words):
        if match.start() > end:
            found.append(Styled(words[end : match.start()]))
        inner = next(part for part in match.groups() if part is not None)
        role = ROLES[match.group()[0]]
        found.append(Styled(f"[{inner}]" if role == "remark" else inner, role))
        end = match.end()
    if end < len(words):
        found.append(Styled(words[end:]))
    return tuple(found)


def runs_of_clause(clause: Clause) -> tuple[Styled, ...]:
    """Return the words of a clause, with a gap wherever another clause interrupts it."""
    if clause.figure:
        return (Styled(figure_labels(clause), "figure"),)
    found: list[Styled] = []
    for number, segment in enumerate(clause.markup):
        if number:
            found.append(Styled(GAP, "gap"))
        found += runs_of(segment)
    return tuple(found)


BRACKETED = re.compile(r"\[\[(?:figure\. Labels: (?P<labels>[^\[\]]*)|[^\[\]]*)\]\]")
"""What the transcription has between double brackets: the place of a figure with its labels, or of a gap."""


def printed_alone(words: str) -> str:
    """Return words without what the transcription adds: of a figure its printed labels, of a gap nothing."""
    return BRACKETED.sub(lambda found: found["labels"] or "", words)


def text_alone(text: EditionText) -> str:
    """Return all printed words of a text, without the signs of the transcription."""
    return re.sub(r"\n{3,}", "\n\n", printed_alone(plain(text.text.text)))


def figure_labels(clause: Clause) -> str:
    """Return the labels of a figure, without the sign that marks its place."""
    words = " ".join(clause.markup).removeprefix("[[").removesuffix("]]")
    return words.partition("Labels:")[2].strip() or words


def plain_runs(runs: tuple[Styled, ...]) -> str:
    """Return the words of runs without their roles."""
    return "".join(run.words for run in runs)


def printed_text(text: EditionText) -> tuple[Printed, ...]:
    """Return the whole printed text in its order, each stretch with its clause or heading."""
    pieces: list[tuple[int, int, Clause | Heading, bool]] = []
    for clause in text.clauses.values():
        spans = enumerate(clause.segments)
        pieces += [(span.start, span.end, clause, number == 0) for number, span in spans]
    pieces += [(head.span.start, head.span.end, head, True) for head in text.headings if head.span is not None]
    found: list[Printed] = []
    last = 0
    for start, end, piece, first in sorted(pieces, key=lambda item: item[0]):
        between = text.text.text[last:start]
        words = " ".join(text.text.text[start:end].split())
        figure = isinstance(piece, Clause) and piece.figure
        runs = runs_of_clause(piece) if isinstance(piece, Clause) and piece.figure else runs_of(words)
        paragraph = not found or "\n\n" in between
        line = not paragraph and "\n" in between
        indent = len(between) - between.rfind("\n") - 1 if line else 0
        columns = text.text.text[start:end].split("\t")
        cells = tuple(runs_of(" ".join(one.split())) for one in columns) if len(columns) > 1 else ()
        found.append(Printed(piece.id, isinstance(piece, Heading), figure, runs, first, paragraph, line, indent, cells))
        last = end
    return tuple(found)


def mark(runs: tuple[Styled, ...], phrase: str) -> tuple[int, int] | None:
    """Find a phrase in runs, as offsets in their plain words; the gaps between segments may stand in it."""
    words = plain_runs(runs)
    phrase = plain(phrase)
    start = words.find(phrase)
    if phrase and start >= 0:
        return start, start + len(phrase)
    pattern = r"\s+(?:…\s+)?".join(re.escape(word) for word in phrase.split())
    match = re.search(pattern, words) if pattern else None
    return match.span() if match else None


def cut(runs: tuple[Styled, ...], points: set[int]) -> list[tuple[int, Styled]]:
    """Cut runs at offsets of their plain words; give each piece with the offset at which it begins."""
    found: list[tuple[int, Styled]] = []
    offset = 0
    for run in runs:
        start = 0
        for end in [*sorted(point - offset for point in points if 0 < point - offset < len(run.words)), len(run.words)]:
            found.append((offset + start, Styled(run.words[start:end], run.role)))
            start = end
        offset += len(run.words)
    return found
