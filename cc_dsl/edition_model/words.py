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
    """A stretch of the printed text that belongs to one clause or heading; an interrupted clause has several."""

    of: Clause | Heading
    number: int
    """Its number among the stretches of its clause, from 0."""
    markup: str
    """Its words with the marks of the transcription; tabs separate the columns of a row of a table."""
    between: str
    """The white space before it; at the beginning of the text a blank line."""

    @property
    def clause(self) -> str:
        """The id of its clause or heading."""
        return self.of.id

    @property
    def is_heading(self) -> bool:
        """Whether it is a heading."""
        return isinstance(self.of, Heading)

    @property
    def is_figure(self) -> bool:
        """Whether it is a figure."""
        return isinstance(self.of, Clause) and self.of.figure

    @property
    def paragraph(self) -> bool:
        """Whether a paragraph of the text begins here."""
        return "\n\n" in self.between

    @property
    def line(self) -> bool:
        """Whether a line of the print begins here inside a paragraph, as in a list."""
        return "\n" in self.between and not self.paragraph

    @property
    def is_indented(self) -> bool:
        """Whether that line is indented."""
        return self.line and not self.between.endswith("\n")

    @property
    def runs(self) -> tuple[StyledRun, ...]:
        """Its words on one line; for a figure its labels."""
        if isinstance(self.of, Clause) and self.of.figure:
            return runs_of_clause(self.of)
        return runs_of(" ".join(self.markup.split()))

    @property
    def words(self) -> str:
        """Its plain words."""
        return plain_runs(self.runs)

    @property
    def cells(self) -> list[tuple[StyledRun, ...]]:
        """The words of each column, if it is a row of a table."""
        columns = self.markup.split("\t")
        return [runs_of(" ".join(words.split())) for words in columns] if len(columns) > 1 else []

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


def without_additions(words: str) -> str:
    """Return words without the additions of the transcription: for a figure its printed labels, for a gap nothing."""
    return BRACKETED.sub(lambda match: match["labels"] or "", words)


def plain_text(text: EditionText) -> str:
    """Return all printed words of a text, without the marks of the transcription."""
    return re.sub(r"\n{3,}", "\n\n", without_additions(without_markup(text.text.text)))


def plain_runs(runs: tuple[StyledRun, ...]) -> str:
    """Return the words of runs without their roles."""
    return "".join(run.words for run in runs)


def printed_text(text: EditionText) -> tuple[PrintedStretch, ...]:
    """Return the stretches of clauses and the headings, in the order of the text."""
    spans: list[tuple[Span, int, Clause | Heading]] = []
    for clause in text.clauses.values():
        spans += [(span, number, clause) for number, span in enumerate(clause.segments)]
    spans += [(heading.span, 0, heading) for heading in text.headings if heading.span is not None]
    stretches: list[PrintedStretch] = []
    source, end = text.text.text, 0
    for span, number, of in sorted(spans, key=lambda item: item[0].start):
        between = source[end : span.start] if stretches else "\n\n"
        stretches.append(PrintedStretch(of, number, source[span.start : span.end], between))
        end = span.end
    return tuple(stretches)


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
