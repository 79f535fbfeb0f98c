"""Printed words with their typographic marks converted to roles, and the places of phrases in them."""

from __future__ import annotations

import re
from typing import NamedTuple

from cc_dsl.source.clauses import GAP, Clause, EditionText, Heading, without_markup
from cc_dsl.source.files import Span

ROLES = {"_": "italic", "*": "bold", "{": "small-caps", "[": "remark"}
SIGNS = re.compile(r"\[\[(?P<remark>[^\[\]]*)\]\]|\{sc:(?P<caps>[^{}]*)\}|\*(?P<bold>[^*]+)\*|_(?P<italic>[^_]+)_")
BRACKETED = re.compile(r"\[\[(?:figure\. Labels: (?P<labels>[^\[\]]*)|[^\[\]]*)\]\]")
"""The text between double brackets in the transcription: the place of a figure with its labels, or a gap."""

MISSING, NO_LABELS = "missing from every copy seen", "no labels recorded"
"""What an editor says in the place of the labels of a figure."""


class StyledRun(NamedTuple):
    """Some words in one typeface, or of one kind."""

    words: str
    role: str = ""
    """Empty, `italic`, `bold`, `small-caps`, `gap`, `figure`, or `remark` of the editor."""


class PrintedStretch(NamedTuple):
    """A stretch of the printed text that belongs to one clause or heading."""

    clause: str
    heading: bool
    figure: bool
    runs: tuple[StyledRun, ...]
    """The words of this stretch only; a clause that others interrupt has several stretches."""
    first: bool
    """Whether the clause begins here."""
    paragraph: bool
    """Whether a paragraph of the text begins here."""
    line: bool
    """Whether a line of the print begins here inside a paragraph, as in a list."""
    indent: int
    """The number of spaces by which that line is indented."""
    cells: tuple[tuple[StyledRun, ...], ...] = ()
    """The columns, if it is a row of a table; tabs separate them in the text."""

    @property
    def words(self) -> str:
        """Its plain words."""
        return plain_runs(self.runs)

    @property
    def is_table_head(self) -> bool:
        """Whether the run is a row of a table in italics, which is the head of the table."""
        return all(run.role == "italic" for cell in self.cells for run in cell)


def runs_of(words: str) -> tuple[StyledRun, ...]:
    """Convert the marks `_x_`, `*x*`, `{sc:x}` of printed words, and `[[x]]` of the apparatus, to roles."""
    runs: list[StyledRun] = []
    end = 0
    for match in SIGNS.finditer(words):
        inner = next(part for part in match.groups() if part is not None)
        role = ROLES[match.group()[0]]
        runs += [StyledRun(words[end : match.start()]), StyledRun(f"[{inner}]" if role == "remark" else inner, role)]
        end = match.end()
    return tuple(run for run in (*runs, StyledRun(words[end:])) if run.words)


def runs_of_clause(clause: Clause) -> tuple[StyledRun, ...]:
    """Return the words of a clause, with a gap wherever another clause interrupts it; for a figure, its labels."""
    if clause.figure:
        return (StyledRun(MISSING if clause.is_missing else clause.labels or NO_LABELS, "figure"),)
    gap = StyledRun(GAP, "gap")
    return tuple(run for segment in clause.markup for run in (gap, *runs_of(segment)))[1:]


def printed_alone(words: str) -> str:
    """Return words without the additions of the transcription: for a figure its printed labels, for a gap nothing."""
    return BRACKETED.sub(lambda match: match["labels"] or "", words)


def text_alone(text: EditionText) -> str:
    """Return all printed words of a text, without the marks of the transcription."""
    return re.sub(r"\n{3,}", "\n\n", printed_alone(without_markup(text.text.text)))


def plain_runs(runs: tuple[StyledRun, ...]) -> str:
    """Return the words of runs without their roles."""
    return "".join(run.words for run in runs)


class ClauseStretch(NamedTuple):
    """A piece of a clause, or a heading, in the order of the text."""

    of: Clause | Heading
    number: int
    """The number of the piece in its clause, from 0."""
    words: str
    between: str
    """The white space before it."""


def stretches_of(text: EditionText) -> list[ClauseStretch]:
    """Return the pieces of clauses and the headings, in the order of the text."""
    spans_in_text: list[tuple[Span, int, Clause | Heading]] = []
    for clause in text.clauses.values():
        spans_in_text += [(span, number, clause) for number, span in enumerate(clause.segments)]
    spans_in_text += [(heading.span, 0, heading) for heading in text.headings if heading.span is not None]
    pieces: list[ClauseStretch] = []
    source, end = text.text.text, 0
    for span, number, of in sorted(spans_in_text, key=lambda item: item[0].start):
        pieces.append(ClauseStretch(of, number, source[span.start : span.end], source[end : span.start]))
        end = span.end
    return pieces


def printed_text(text: EditionText) -> tuple[PrintedStretch, ...]:
    """Return the whole printed text in order, each stretch with its clause or heading."""
    stretches: list[PrintedStretch] = []
    for piece in stretches_of(text):
        is_figure = isinstance(piece.of, Clause) and piece.of.figure
        runs = runs_of_clause(piece.of) if isinstance(piece.of, Clause) and is_figure else runs_of(_space(piece.words))
        paragraph = not stretches or "\n\n" in piece.between
        line = not paragraph and "\n" in piece.between
        columns = piece.words.split("\t")
        stretches.append(
            PrintedStretch(
                piece.of.id,
                isinstance(piece.of, Heading),
                is_figure,
                runs,
                piece.number == 0,
                paragraph,
                line,
                len(piece.between) - piece.between.rfind("\n") - 1 if line else 0,
                tuple(runs_of(_space(words)) for words in columns) if len(columns) > 1 else (),
            )
        )
    return tuple(stretches)


def _space(words: str) -> str:
    return " ".join(words.split())


def find_phrase(runs: tuple[StyledRun, ...], phrase: str) -> tuple[int, int] | None:
    """Return the offsets of a phrase in the plain words of runs; gaps between segments may interrupt it."""
    words = plain_runs(runs)
    phrase = without_markup(phrase)
    start = words.find(phrase)
    if phrase and start >= 0:
        return start, start + len(phrase)
    pattern = r"\s+(?:…\s+)?".join(re.escape(word) for word in phrase.split())
    match = re.search(pattern, words) if pattern else None
    return match.span() if match else None


def cut(runs: tuple[StyledRun, ...], points: set[int]) -> list[tuple[int, StyledRun]]:
    """Cut runs at offsets of their plain words; return each piece with the offset of its beginning."""
    parts: list[tuple[int, StyledRun]] = []
    offset = 0
    for run in runs:
        start = 0
        for end in [*sorted(point - offset for point in points if 0 < point - offset < len(run.words)), len(run.words)]:
            parts.append((offset + start, StyledRun(run.words[start:end], run.role)))
            start = end
        offset += len(run.words)
    return parts
