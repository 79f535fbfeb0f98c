"""The comparison of two editions as one document: for programs under stable keys, for a terminal as plain text.

The results of play are found elsewhere and passed in; without them their places stay empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.compare.alignment import rows_in_words
from cc_dsl.compare.meaning import (
    TOPICS,
    Encoded,
    Quoted,
    RowRules,
    RuleDifference,
    differences,
    encoded,
    rules_of_row,
)
from cc_dsl.compare.words import (
    BOTH,
    FIRST,
    SECOND,
    RowSide,
    Run,
    WordPiece,
    count_words,
    marked,
    pieces_of,
    side_of,
)
from cc_dsl.compare.words import differences as word_differences
from cc_dsl.explain.layout import COLUMNS

if TYPE_CHECKING:
    from cc_dsl.compare.alignment import Alignment, Row
    from cc_dsl.compare.play.documents import RowPlay
    from cc_dsl.compare.statements import PrintedStatement
    from cc_dsl.explain.titles import Titles
    from cc_dsl.pipeline import Edition
    from cc_dsl.source.clauses import EditionText

NARROW = 60
"""Below this width the two sides stand one under the other."""
WORDING, RULE, KNOWLEDGE, OUTCOME = "wording only", "rule differs", "knowledge differs", "outcome differs"
"""The verdicts on a row."""


class RowView(NamedTuple):
    """One row with everything that is to be seen of it."""

    row: Row
    first: RowSide
    second: RowSide
    runs: tuple[Run, ...]
    rules: RowRules
    verdict: str
    """Empty where play has not been asked."""
    play: RowPlay | None
    """The results of play, as JSON values."""

    def pieces(self, which: str) -> tuple[WordPiece, ...]:
        """Return the words of one side, cut where the other begins to differ and where clauses begin."""
        return pieces_of(self.runs, which, self.first if which == FIRST else self.second)


class Comparison(NamedTuple):
    """Two editions compared; without an alignment there are no rows."""

    first: Encoded
    second: Encoded
    titles: tuple[str, str]
    alignment: Alignment | None
    rows: tuple[RowView, ...]
    differences: tuple[RuleDifference, ...]

    @property
    def names(self) -> tuple[str, str]:
        """The names by which sentences call the two editions."""
        return self.first.display_name, self.second.display_name


def compare(
    first: Edition,
    second: Edition,
    alignment: Alignment | None,
    verdicts: Mapping[str, tuple[str, RowPlay | None]] | None = None,
) -> Comparison:
    """Compare two editions; verdicts go by the names of rows, each with what play shows."""
    left, right = encoded(first), encoded(second)
    rows: tuple[RowView, ...] = ()
    if alignment is not None and first.text is not None and second.text is not None:
        texts = first.text, second.text
        rows = tuple(_view(row, texts, left, right, verdicts or {}) for row in alignment.rows)
    return Comparison(left, right, (first.title, second.title), alignment, rows, differences(left, right))


def _view(
    row: Row,
    texts: tuple[EditionText, EditionText],
    first: Encoded,
    second: Encoded,
    verdicts: Mapping[str, tuple[str, RowPlay | None]],
) -> RowView:
    sides = side_of(texts[0], row.first), side_of(texts[1], row.second)
    rules = rules_of_row(first, second, row)
    verdict, play = verdicts.get(row.name, (WORDING if rules.is_same else "", None))
    return RowView(row, *sides, word_differences(sides[0].words, sides[1].words), rules, verdict, play)


# ---------------------------------------------------------------------------------------------- document


def document(comparison: Comparison, rows: Iterable[RowView] | None = None) -> dict[str, object]:
    """Return a comparison, or some rows of it, as JSON values."""
    names = comparison.first.name, comparison.second.name
    alignment = comparison.alignment
    return {
        "editions": [{"name": name, "title": title} for name, title in zip(names, comparison.titles, strict=True)],
        "alignment": _document_of_alignment(alignment) if alignment is not None else None,
        "words": word_counts(comparison),
        "rows": [_document_of_row(view, comparison) for view in (comparison.rows if rows is None else rows)],
        "differences": [_document_of_difference(one, comparison) for one in comparison.differences],
    }


def word_counts(comparison: Comparison) -> dict[str, int]:
    """Count the words of both texts, and those that stand in both within a row."""
    runs = [run for view in comparison.rows for run in view.runs]
    return {
        "first": sum(count_words(view.first.words) for view in comparison.rows),
        "second": sum(count_words(view.second.words) for view in comparison.rows),
        "common": sum(count_words(run.first) for run in runs if run.kind == BOTH),
    }


def _document_of_alignment(alignment: Alignment) -> dict[str, object]:
    counts: dict[str, int] = {}
    for row in alignment.rows:
        for kind in row.change:
            counts[kind] = counts.get(kind, 0) + 1
    return {"version": alignment.version, "rows": len(alignment.rows), "changes": counts}


def _document_of_row(view: RowView, comparison: Comparison) -> dict[str, object]:
    return {
        "row": view.row.name,
        "change": list(view.row.change),
        "note": view.row.note,
        "first": _document_of_side(view.first),
        "second": _document_of_side(view.second),
        "runs": [run._asdict() for run in view.runs],
        "rules": {
            "same": view.rules.is_same,
            "first": [_document_of_statement(said, comparison.first.titles) for said in view.rules.first],
            "second": [_document_of_statement(said, comparison.second.titles) for said in view.rules.second],
        },
        "verdict": view.verdict or None,
        "play": dict(view.play) if view.play is not None else None,
    }


def _document_of_side(side: RowSide) -> list[dict[str, str]]:
    ends = [*(start for _, start in side.clauses[1:]), len(side.words)]
    bounds = zip(side.clauses, ends[: len(side.clauses)], strict=True)
    return [{"clause": name, "words": side.words[start:end].strip()} for (name, start), end in bounds]


def _document_of_statement(said: PrintedStatement, titles: Titles) -> dict[str, object]:
    return {
        "sentence": said.sentence,
        "text": said.text,
        "clauses": list(said.clauses),
        **_document_of_reading(said.doubt, said.answer, titles),
        "line": said.line,
    }


def _document_of_reading(doubt: str, answer: str, titles: Titles) -> dict[str, str]:
    """Return a reading and the answer to it by their addresses and in words; empty where there is none."""
    title = "; ".join(titles.title(name) for name in doubt.split(", ")) if doubt else ""
    phrase = titles.phrase(doubt, answer) if answer else ""
    return {"reading": doubt, "answer": answer, "title": title, "phrase": phrase}


def _document_of_difference(one: RuleDifference, comparison: Comparison) -> dict[str, object]:
    return {
        "topic": one.topic,
        "subject": one.subject,
        "sentence": one.sentence,
        "first": [_document_of_quoted(quoted, comparison.first.titles) for quoted in one.first],
        "second": [_document_of_quoted(quoted, comparison.second.titles) for quoted in one.second],
    }


def _document_of_quoted(quoted: Quoted, titles: Titles) -> dict[str, object]:
    return {
        "sentence": quoted.sentence,
        "clauses": list(quoted.clauses),
        **_document_of_reading(quoted.doubt, quoted.answer, titles),
    }


# -------------------------------------------------------------------------------------------------- text


class ShownParts(NamedTuple):
    """Which parts of a comparison are wanted as text."""

    rows: tuple[RowView, ...] = ()
    """The rows whose words are shown."""
    with_rules: bool = False
    """Whether each of them shows its rules as well."""
    differences: bool = True
    """Whether what differs in the rules is listed, topic by topic."""


def _unpainted(text: str, style: str) -> str:
    return text


def lines(
    comparison: Comparison, shown: ShownParts, width: int = COLUMNS, paint: Callable[[str, str], str] = _unpainted
) -> Iterator[str]:
    """Yield a comparison as text: the words of the rows side by side, then what differs in the rules."""
    title, *others = heading_lines(comparison)
    yield paint(title, "strong")
    for line in others:
        yield from _wrapped(line, width)
    yield ""
    yield from column_lines(comparison.names, width)
    for view in shown.rows:
        yield ""
        head, *rest = row_lines(view, comparison, width, shown.with_rules)
        yield paint(head, "blue")
        yield from rest
    if shown.differences:
        yield ""
        yield from difference_lines(comparison, width)


def heading_lines(comparison: Comparison) -> list[str]:
    """Return what is compared, and how the marks are to be read."""
    first, second = comparison.names
    lines = [f"{first} and {second}"]
    if comparison.rows:
        counts = word_counts(comparison)
        lines += [
            f"{first} has {counts['first']} words and {second} has {counts['second']}. Corresponding clauses have "
            f"{counts['common']} words in common.",
            f"[-only in {first}-] {{+only in {second}+}}",
        ]
    return lines


def row_lines(view: RowView, comparison: Comparison, width: int, with_rules: bool) -> list[str]:
    """Lay out one row: the words side by side, the editor's note, and if wanted what the rules make of it."""
    names = comparison.names
    lines = [f"{view.row.name}  ({', '.join(view.row.change)}; {view.verdict or 'the rules differ'})"]
    sides = [marked(view.pieces(which), which) for which in (FIRST, SECOND)]
    lines += _beside([[sides[0]], [sides[1]]], names, width)
    if view.row.note:
        lines += ["", *_wrapped(view.row.note, width, "  ")]
    if with_rules and not view.rules.is_empty:
        same = "The rules of both say the same." if view.rules.is_same else "The rules differ."
        lines += ["", f"  {same}"]
        rules = (view.rules.first, comparison.first.titles), (view.rules.second, comparison.second.titles)
        statements = [[_statement_line(said, titles) for said in side] for side, titles in rules]
        lines += _beside(statements, names, width)
    if view.play is not None and view.play["sentence"]:
        lines += ["", *_wrapped(view.play["sentence"], width, "  ")]
    for sentence in group_sentences(view.play):
        lines += ["", *_wrapped(sentence, width, "  ")]
    return lines


def group_sentences(play: RowPlay | None) -> list[str]:
    """Name the rows that change together with a row, and those that need its change."""
    found = []
    if play is not None and play["group"]:
        found.append(f"These changes can only be made together: {rows_in_words(play['group'])}.")
    if play is not None and play["shown_with"]:
        found.append(f"This change is also needed for {rows_in_words(play['shown_with'])}.")
    return found


def _statement_line(said: PrintedStatement, titles: Titles) -> str:
    reading = f"  [{titles.said(said.doubt, said.answer)}]" if said.doubt else ""
    return f"{said.home}  {said.sentence}{reading}"


def _beside(sides: list[list[str]], names: tuple[str, str], width: int) -> list[str]:
    """Put two columns side by side, or one under the other where there is no room."""
    if width < NARROW:
        return [
            line
            for name, side in zip(names, sides, strict=True)
            for words in side or [""]
            for line in _wrapped(words or "-", width, f"  {name}: ", "    ")
        ]
    column = (width - 7) // 2
    left, right = ([line for words in side for line in _wrapped(words, column)] for side in sides)
    length = max(len(left), len(right), 1)
    left += [""] * (length - len(left))
    right += [""] * (length - len(right))
    return [f"  {one:{column}} | {other}".rstrip() for one, other in zip(left, right, strict=True)]


def column_lines(names: tuple[str, str], width: int) -> list[str]:
    """Put the names of the editions over the two columns; where there are none, each side names its edition."""
    return [] if width < NARROW else _beside([[names[0]], [names[1]]], names, width)


def difference_lines(comparison: Comparison, width: int) -> list[str]:
    """Return what differs in the rules, topic by topic."""
    names = comparison.names
    lines: list[str] = []
    topic = ""
    for one in comparison.differences:
        if one.topic != topic:
            topic = one.topic
            lines += ["", TOPICS[topic]]
        lines.append("")
        if one.first and one.second:
            lines.append(f"  {one.subject}")
            sides = (one.first, comparison.first.titles), (one.second, comparison.second.titles)
            lines += _beside([[_quoted_line(said, titles) for said in side] for side, titles in sides], names, width)
        else:
            lines += _wrapped(one.sentence, width, "  ", "    ")
    return lines[1:] or ["The rules of both say the same."]


def _quoted_line(quoted: Quoted, titles: Titles) -> str:
    return f"{quoted.sentence}. [{quoted.source(titles)}]"


def _wrapped(words: str, width: int, first: str = "", later: str | None = None) -> list[str]:
    import textwrap

    return textwrap.wrap(
        " ".join(words.split()),
        width,
        initial_indent=first,
        subsequent_indent=first if later is None else later,
        break_on_hyphens=False,
    )
