"""The comparison of two editions as one document: for programs under stable keys, for a terminal as plain text.

The verdict on a row follows from its words and its rules; cases that are run on both texts show its effect.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from cc_dsl.compare.alignment import UNKNOWN, Alignment, Row
from cc_dsl.compare.cases import ShownCase, run_cases
from cc_dsl.compare.meaning import (
    ABSENT,
    MEANINGLESS,
    TOPICS,
    PreparedEdition,
    QuotedSentence,
    RowRules,
    RuleDifference,
    differences,
    is_decided,
    prepare_edition,
    rules_of_row,
)
from cc_dsl.compare.statements import ShownStatement
from cc_dsl.compare.words import (
    BOTH,
    FIRST,
    SECOND,
    RowSide,
    Run,
    WordStretch,
    count_words,
    mark_words,
    same_words,
    side_of,
    stretches_of,
)
from cc_dsl.compare.words import differences as word_differences
from cc_dsl.diagnostics.problem import Problem, RulesError
from cc_dsl.pipeline import Edition
from cc_dsl.rules.titles import Titles
from cc_dsl.source.data import bad_data
from cc_dsl.words.layout import COLUMNS, wrap

LEAST_WIDTH = 60
"""The width below which the two sides are printed one below the other."""
SAME_WORDS, WORDING, RULE, ONLY = "same words", "wording only", "rule differs", "only here"
NO_RULE, NOT_KNOWN = "no rule", "not known"
"""The verdicts on a row."""
VERDICTS = {
    SAME_WORDS: "the same words, which make the same rule",
    WORDING: "other words; the rules mean the same",
    RULE: "the rules differ",
    ONLY: "only one of the two texts says this",
    NO_RULE: "no rule of play: a title, a date, an example, advice or a remark",
    NOT_KNOWN: "the words of one of the two texts are lost here",
}
"""The meaning of each verdict."""


class RowView(NamedTuple):
    """One row with everything that a comparison shows about it."""

    row: Row
    first: RowSide
    second: RowSide
    runs: tuple[Run, ...]
    rules: RowRules
    verdict: str
    cases: tuple[ShownCase, ...] = ()
    """The cases that show the effect of the row."""

    def verdict_in_words(self, names: tuple[str, str]) -> str:
        """Return the verdict in words; `names` are those of the two editions."""
        return f"only in {names[0 if self.row.first else 1]}" if self.verdict == ONLY else self.verdict

    def pieces(self, which: str) -> tuple[WordStretch, ...]:
        """Return the words of one side, cut at differences and at the beginnings of clauses."""
        return stretches_of(self.runs, which, self.first if which == FIRST else self.second)


class Comparison(NamedTuple):
    """The comparison of two editions; without an alignment it has no rows."""

    first: PreparedEdition
    second: PreparedEdition
    titles: tuple[str, str]
    alignment: Alignment | None
    rows: tuple[RowView, ...]
    differences: tuple[RuleDifference, ...]

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two editions in sentences."""
        return self.first.display_name, self.second.display_name

    @property
    def broken_cases(self) -> tuple[str, ...]:
        """The failures of the cases, in sentences."""
        return tuple(sentence for view in self.rows for case in view.cases for sentence in case.failed)


def compare(first: Edition, second: Edition, alignment: Alignment | None) -> Comparison:
    """Compare two editions, and run the cases of the alignment on both."""
    left, right = prepare_edition(first), prepare_edition(second)
    rows: tuple[RowView, ...] = ()
    if alignment is not None and first.text is not None and second.text is not None:
        undecided_problems: list[Problem] = []
        for row in alignment.rows:
            here, there = side_of(first.text, row.first), side_of(second.text, row.second)
            rules, is_same = rules_of_row(left, right, row), same_words(here.words, there.words)
            verdict = _verdict(row, rules, is_same)
            rows += (RowView(row, here, there, word_differences(here.words, there.words), rules, verdict),)
            if not row.meaning and verdict != SAME_WORDS and not is_decided(rules):
                sentence = f"The rules of the row {row.name} cannot be compared by the program"
                sentence = f"{sentence}, since one of its rules is encoded under another clause."
                remedy = 'Say whether the two mean the same:   rules = "same"   or   rules = "different"'
                undecided_problems.append(bad_data(alignment.source, sentence, row.span, remedy))
        if undecided_problems:
            raise RulesError(undecided_problems)
        cases = run_cases(first, second, alignment, same_rows(rows))
        rows = tuple(view._replace(cases=tuple(case for case in cases if case.row == view.row.name)) for view in rows)
    return Comparison(left, right, (first.title, second.title), alignment, rows, differences(left, right))


def same_rows(rows: Iterable[RowView]) -> frozenset[str]:
    """Return the names of the rows whose rules have the same meaning."""
    return frozenset(view.row.name for view in rows if view.verdict in (SAME_WORDS, WORDING))


def _verdict(row: Row, rules: RowRules, has_same_words: bool) -> str:
    """Return the verdict on a row."""
    if row.meaning == UNKNOWN:
        return NOT_KNOWN
    if not row.meaning and all(state in MEANINGLESS for state in rules.states):
        return NO_RULE
    if ABSENT in rules.states:
        return ONLY
    same = SAME_WORDS if has_same_words else WORDING
    return same if rules.is_same else RULE


# ---------------------------------------------------------------------------------------------- document


def document(comparison: Comparison, rows: Iterable[RowView] | None = None) -> dict[str, object]:
    """Return a comparison, or some rows of it, as JSON values."""
    names, alignment = (comparison.first.name, comparison.second.name), comparison.alignment
    titles, alignment_document = (comparison.first.titles, comparison.second.titles), None
    if alignment is not None:
        changes = dict(Counter(kind for row in alignment.rows for kind in row.change))
        alignment_document = {"version": alignment.version, "rows": len(alignment.rows), "changes": changes}
    differences = [
        difference._asdict()
        | {
            "first": [_document_of_sentence(quotation, titles[0]) for quotation in difference.first],
            "second": [_document_of_sentence(quotation, titles[1]) for quotation in difference.second],
        }
        for difference in comparison.differences
    ]
    return {
        "editions": [{"name": name, "title": title} for name, title in zip(names, comparison.titles, strict=True)],
        "alignment": alignment_document,
        "words": word_counts(comparison),
        "rows": [_document_of_row(view, comparison) for view in (comparison.rows if rows is None else rows)],
        "differences": differences,
    }


def word_counts(comparison: Comparison) -> dict[str, int]:
    """Count the words of both texts, and those that both share within a row."""
    runs = [run for view in comparison.rows for run in view.runs]
    return {
        "first": sum(count_words(view.first.words) for view in comparison.rows),
        "second": sum(count_words(view.second.words) for view in comparison.rows),
        "common": sum(count_words(run.first) for run in runs if run.kind == BOTH),
    }


def verdict_counts(rows: Iterable[RowView]) -> str:
    """Return the number of rows with each verdict, and the number of these rows whose verdict a case shows."""
    views = list(rows)
    counts = Counter(view.verdict for view in views)
    parts = [f"{verdict}: {counts[verdict]}" for verdict in VERDICTS if counts[verdict]]
    return "; ".join([*parts, f"shown by a case: {sum(bool(view.cases) for view in views)}"])


def _document_of_row(view: RowView, comparison: Comparison) -> dict[str, object]:
    """Return a row as JSON values."""

    def words(side: RowSide) -> list[dict[str, str]]:
        """Return the clauses of a side, each with its words."""
        ends = [*(start for _, start in side.clauses[1:]), len(side.words)]
        bounds = zip(side.clauses, ends[: len(side.clauses)], strict=True)
        return [{"clause": name, "words": side.words[start:end].strip()} for (name, start), end in bounds]

    def rules(side: Iterable[ShownStatement], titles: Titles) -> list[dict[str, object]]:
        """Return the statements of a side, each with its text and its line in the file."""
        documents = [_document_of_sentence(statement, titles) for statement in side]
        return [
            {"sentence": each.sentence, "text": each.text, **document, "line": each.line}
            for each, document in zip(side, documents, strict=True)
        ]

    return {
        "row": view.row.name,
        "change": list(view.row.change),
        "note": view.row.note,
        "first": words(view.first),
        "second": words(view.second),
        "runs": [run._asdict() for run in view.runs],
        "rules": {
            "same": view.rules.is_same,
            "first": rules(view.rules.first, comparison.first.titles),
            "second": rules(view.rules.second, comparison.second.titles),
        },
        "verdict": view.verdict_in_words((comparison.first.name, comparison.second.name)),
        "cases": [case.document for case in view.cases],
    }


def _document_of_sentence(statement: QuotedSentence | ShownStatement, titles: Titles) -> dict[str, object]:
    """Return a sentence with its clauses, and with its reading and answer, each by its address and in words."""
    return {
        "sentence": statement.sentence,
        "clauses": list(statement.clauses),
        "reading": statement.doubt,
        "answer": statement.answer,
        "title": "; ".join(map(titles.title, statement.doubt.split(", "))) if statement.doubt else "",
        "phrase": titles.phrase(statement.doubt, statement.answer) if statement.answer else "",
    }


# -------------------------------------------------------------------------------------------------- text


def lines(
    comparison: Comparison,
    rows: Iterable[RowView] = (),
    with_rules: bool = False,
    with_differences: bool = True,
    width: int = COLUMNS,
    paint: Callable[[str, str], str] = lambda text, _: text,
) -> Iterator[str]:
    """Yield a comparison as text: the editions, the words of some rows side by side, and the differences of the rules.

    On request each row is shown with its rules; the differences are sorted by topic.
    """
    first, second = comparison.names
    yield paint(f"{first} and {second}", "strong")
    if comparison.rows:
        counts = word_counts(comparison)
        sentence = f"{first} has {counts['first']} words and {second} has {counts['second']}."
        yield from wrap(f"{sentence} Corresponding clauses have {counts['common']} words in common.", columns=width)
        yield from wrap(f"[-only in {first}-] {{+only in {second}+}}", columns=width)
    yield ""
    yield from column_lines(comparison.names, width)
    for view in rows:
        yield ""
        head, *rest = row_lines(view, comparison, width, with_rules)
        yield paint(head, "blue")
        yield from rest
    if with_differences:
        yield ""
        yield from difference_lines(comparison, width)


def row_lines(view: RowView, comparison: Comparison, width: int, with_rules: bool) -> list[str]:
    """Return the lines of one row: the words side by side, the editor's note, and on request its rules."""
    names = comparison.names
    lines = [f"{view.row.name}  ({', '.join(view.row.change)}; {view.verdict_in_words(names)})"]
    sides = [mark_words(view.pieces(which), which) for which in (FIRST, SECOND)]
    lines += _side_by_side([[sides[0]], [sides[1]]], names, width)
    if view.row.note:
        lines += ["", *wrap(view.row.note, "  ", columns=width)]
    if with_rules and (view.rules.first or view.rules.second):
        lines += ["", "  The rules:"]
        statements: list[list[str]] = [[], []]
        for side, edition in enumerate((comparison.first, comparison.second)):
            for each in view.rules.own_statements[side]:
                answer = f"  [{edition.titles.full_title(each.doubt, each.answer)}]" if each.doubt else ""
                statements[side].append(f"{each.home}  {each.sentence}{answer}")
        lines += _side_by_side(statements, names, width)
    for case in view.cases:
        lines += ["", *case_lines(case, comparison, width)]
    return lines


def case_lines(case: ShownCase, comparison: Comparison, width: int) -> list[str]:
    """Return the lines of a case: its position and course, the result of each text, and the deciding clauses."""
    names, titles = comparison.names, (comparison.first.titles, comparison.second.titles)
    lines = [*wrap(f"Case: {case.title}. {case.why}", "  ", columns=width)]
    here, there = case.sides
    given = {"Laid": (here.laid, there.laid), "Done": (here.done, there.done), "Played": (here.played, there.played)}
    for head, parts in given.items():
        if parts[0] == parts[1]:
            lines += [line for words in parts[0] for line in wrap(f"{head}: {words}", "    ", "      ", width)]
        else:
            lines += _side_by_side([[f"{head}: {words}" for words in side] for side in parts], names, width)
    # The result under each text, with the reading that is not its default, and the clauses that decide it.
    results = [
        [
            *(f"Reading: {own.full_title(*answer)}" for answer in side.readings.items()),
            *side.result,
            *([f"[{', '.join(side.deciding)}]"] if side.deciding else []),
        ]
        for side, own in zip(case.sides, titles, strict=True)
    ]
    lines += _side_by_side(results, names, width)
    for sentence in case.failed:
        lines += wrap(sentence, "  ", columns=width)
    return lines


def _side_by_side(sides: list[list[str]], names: tuple[str, str], width: int) -> list[str]:
    """Return two columns side by side, or one below the other if there is no room."""
    if width < LEAST_WIDTH:
        return [
            line
            for name, side in zip(names, sides, strict=True)
            for words in side or [""]
            for line in wrap(words or "-", f"  {name}: ", "    ", width)
        ]
    column = (width - 7) // 2
    left, right = ([line for words in side for line in wrap(words, columns=column)] for side in sides)
    pairs = zip_longest(left or [""], right, fillvalue="")
    return [f"  {words_left:{column}} | {words_right}".rstrip() for words_left, words_right in pairs]


def column_lines(names: tuple[str, str], width: int) -> list[str]:
    """Return the headings of the two columns; without columns, each side names its edition."""
    return [] if width < LEAST_WIDTH else _side_by_side([[names[0]], [names[1]]], names, width)


def difference_lines(comparison: Comparison, width: int) -> list[str]:
    """Return the differences of the rules, topic by topic."""
    names = comparison.names
    lines: list[str] = []
    topic = ""
    for difference in comparison.differences:
        if difference.topic != topic:
            topic = difference.topic
            lines += ["", TOPICS[topic]]
        lines.append("")
        if difference.first and difference.second:
            lines.append(f"  {difference.subject}")
            sides = (difference.first, comparison.first.titles), (difference.second, comparison.second.titles)
            quotations = [[f"{each.sentence}. [{each.source(titles)}]" for each in side] for side, titles in sides]
            lines += _side_by_side(quotations, names, width)
        else:
            lines += wrap(difference.sentence, "  ", "    ", width)
    return lines[1:] or ["The rules of both say the same."]
