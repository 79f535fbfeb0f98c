"""The alignment of two editions: the corresponding clauses, read from a file of the editor and checked.

The file of 1860 and 1862 is `corpus/comparisons/1860-1862/alignment.toml`; for the opposite order of the editions it is
mirrored. An edition and an overlay of it, or two overlays, share a text and need no such file: each clause corresponds
to itself.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl import resources
from cc_dsl.compare.statements import statements_of
from cc_dsl.compare.words import same_words, side_of
from cc_dsl.diagnostics.problem import Problem, RulesError, either, nearest, remedies_for
from cc_dsl.diagnostics.toml_tables import NamedTable
from cc_dsl.pipeline import Edition
from cc_dsl.source.data import key_span, read_data, table_span, tables_of
from cc_dsl.source.files import Source, Span

if TYPE_CHECKING:
    from cc_dsl.source.clauses import EditionText

FOLDER = "comparisons"
FILE = "alignment.toml"

COUNTERPARTS = {
    "kept": "kept",
    "reworded": "reworded",
    "moved": "moved",
    "split": "merged",
    "merged": "split",
    "new": "dropped",
    "dropped": "new",
}
"""Every kind of change, with its counterpart when the editions are exchanged."""
SAME, DIFFERENT, UNKNOWN = "same", "different", "unknown"
MEANINGS = (SAME, DIFFERENT, UNKNOWN)
"""The statements that an editor may make about the rules of a row; `unknown` if one of the texts is lost."""

NO_ROW_REMEDIES = (
    "Add it to the row of the corresponding clause.",
    "If no clause corresponds, give it a row of its own, and leave the other side empty.",
)
"""The remedies for a clause that is in no row."""


class Row(NamedTuple):
    """Clauses of one edition, the corresponding clauses of the other, and the change of their words."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    change: tuple[str, ...]
    note: str
    span: Span | None = None
    """The place of the row in its file."""
    meaning: str = ""
    """An editor's statement, based on the words, whether its rules are the same, if the encodings cannot show it."""

    @property
    def name(self) -> str:
        """The clauses of both sides, such as `III.5=II.3`; stable while the alignment keeps them together."""
        return "+".join(self.first) + "=" + "+".join(self.second)

    def side(self, number: int) -> tuple[str, ...]:
        """Return the clauses of the first side, 0, or of the second, 1."""
        return self.second if number else self.first

    @property
    def mirror(self) -> Row:
        """The row with its sides exchanged."""
        change = tuple(COUNTERPARTS.get(before, before) for before in self.change)
        return Row(self.second, self.first, change, self.note, self.span, self.meaning)


class Alignment(NamedTuple):
    """The clauses of two editions side by side, row by row."""

    version: int
    first: str
    second: str
    rows: tuple[Row, ...]
    questions: dict[str, tuple[str, ...]]
    """The questions that both editions answer, each with the keys of the answers that can be compared."""
    source: Source
    folder: str
    """The folder of the file, which also contains the results of the comparison."""

    @property
    def mirror(self) -> Alignment:
        """The alignment with its editions exchanged."""
        rows = tuple(row.mirror for row in self.rows)
        return self._replace(first=self.second, second=self.first, rows=rows)

    def rows_of(self, name: str) -> tuple[Row, ...]:
        """Return the row of this name, or the rows of a clause with this id, with or without its edition."""
        rows = tuple(row for row in self.rows if row.name == name)
        if rows:
            return rows
        first, second = name.removeprefix(f"{self.first}."), name.removeprefix(f"{self.second}.")
        is_first, is_second = not name.startswith(f"{self.second}."), not name.startswith(f"{self.first}.")
        clauses = first if is_first else "", second if is_second else ""
        return tuple(row for row in self.rows if clauses[0] in row.first or clauses[1] in row.second)


def alignment_file(first: str, second: str) -> str | None:
    """Return the file that aligns two editions of the corpus, in either order of their names."""
    comparison_names = resources.comparison_names()
    folder = next((name for name in (f"{first}-{second}", f"{second}-{first}") if name in comparison_names), None)
    return os.path.join(resources.corpus_root(), FOLDER, folder, FILE) if folder is not None else None


def aligned_pairs() -> list[tuple[str, str]]:
    """Return the pairs of editions with an alignment; their names may contain hyphens."""
    names, comparison_names = resources.edition_names(), resources.comparison_names()
    pairs = {f"{first}-{second}": (first, second) for first in names for second in names}
    return [pairs[name] for name in comparison_names if name in pairs]


def find_alignment(first: Edition, second: Edition) -> Alignment | None:
    """Return the alignment of two editions; None if no file aligns them and they do not share a text."""
    has_file = None not in (first.text, second.text, alignment_file(first.name, second.name))
    return load_alignment(first, second) if has_file or is_pair(first, second) else None


def load_alignment(first: Edition, second: Edition, path: str | None = None) -> Alignment:
    """Return the alignment of two editions: generated for overlays, and otherwise read from a file.

    Raise a RulesError if there is none, or if it is wrong.
    """
    if path is None and is_pair(first, second):
        return alignment_of(first, second)
    file = path or alignment_file(first.name, second.name)
    if file is not None and first.text is not None and second.text is not None:
        return read_alignment(file, first.text, second.text)
    names = [edition.name for edition in (first, second) if edition.text is None]
    if names:
        have = "has" if len(names) == 1 else "have"
        remedies = [f"{' and '.join(names)} {have} no printed text; compare the rules alone:   --rules"]
    else:
        near = [pair for pair in aligned_pairs() if {first.name, second.name} & {*pair}]
        remedies = [
            f"Write corpus/{FOLDER}/{first.name}-{second.name}/{FILE}; corpus/README.md explains how.",
            *(f"There is an alignment of {left} and {other}." for left, other in near),
            "The rules can be compared without it:   --rules",
        ]
    sentence = f"No file says which clauses of {first.name} and {second.name} correspond."
    raise RulesError([Problem("no-alignment", sentence, remedies=tuple(remedies))])


def read_alignment(path: str, first: EditionText, second: EditionText) -> Alignment:
    """Read and check an alignment of two texts, in this order; raise a RulesError with all its problems."""
    source, data = read_data(path)
    faults: list[Problem] = []
    whole = NamedTable("", data, source, None, faults)
    ids = [whole._replace(span=key_span(source, key)).text(key) for key in ("from", "to")]
    tables = tables_of(source, data, "row", faults)
    rows = tuple(_read_row(NamedTable("", table, source, place, faults)) for table, place in tables)
    version = whole.integer("version", 1) or 0
    if not version:
        whole._replace(span=key_span(source, "version")).wrong(
            "The version of an alignment must be a whole number, 1 or more."
        )
    question_tables = data.get("questions", {})
    questions = {}
    if isinstance(question_tables, dict) and all(isinstance(entry, dict) for entry in question_tables.values()):
        for name, table in question_tables.items():
            span = table_span(source, f"questions.{name}")
            questions[name] = NamedTable(name, table, source, span, faults).texts("keys")
    else:
        shape = '[questions.NAME]   and below it   keys = ["…"]'
        whole.wrong("Each question that both editions answer must be a table.", f"Write:   {shape}")
    if all(ids) and sorted(ids) != sorted((first.id, second.id)):
        sentence = f"This file aligns {ids[0]} and {ids[1]}, not {first.id} and {second.id}."
        remedy = f'Write:   from = "{first.id}"   and   to = "{second.id}"'
        whole._replace(span=key_span(source, "from")).wrong(sentence, remedy)
    if faults:
        raise RulesError(faults)
    texts = (first, second) if ids[0] == first.id else (second, first)
    problems = check_rows(source, rows, *texts)
    if problems:
        raise RulesError(problems)
    rows, folder = add_changes(rows, *texts), os.path.dirname(os.path.abspath(path))
    alignment = Alignment(version, ids[0], ids[1], rows, questions, source, folder)
    return alignment if ids[0] == first.id else alignment.mirror


def _read_row(entry: NamedTable) -> Row:
    """Read one row, and record its faults."""
    change = entry.texts("change")
    for kind in change:
        if kind not in COUNTERPARTS:
            close = nearest(kind, COUNTERPARTS) or list(COUNTERPARTS)
            entry.wrong(f"“{kind}” is not a kind of change.", f"Write {either(close)}.")
    if not entry.table.get("from") and not entry.table.get("to"):
        entry.wrong("A row has no clause on either side.", 'Write:   from = ["…"]   and   to = ["…"]')
    meaning = entry.text("rules", "")
    if meaning and meaning not in MEANINGS:
        remedy = f"Write {either([*MEANINGS])}, or leave it out where the program can tell."
        entry.wrong(f"The rules of a row cannot be “{meaning}”.", remedy)
    return Row(entry.texts("from"), entry.texts("to"), change, entry.text("note", ""), entry.span, meaning)


def add_changes(rows: tuple[Row, ...], first: EditionText, second: EditionText) -> tuple[Row, ...]:
    """Return rows with the change of their words; the file only has to state that words were moved.

    A clause in several rows was split, or merges several clauses.
    """
    times = [Counter(name for row in rows for name in row.side(side)) for side in (0, 1)]

    def change_of(row: Row) -> tuple[str, ...]:
        """Return the kinds of changes of a row."""
        if not row.first or not row.second:
            return ("dropped" if row.first else "new",)
        is_shared = [any(times[side][name] > 1 for name in row.side(side)) for side in (0, 1)]
        is_same = same_words(side_of(first, row.first).words, side_of(second, row.second).words)
        kinds = {
            "merged": len(row.first) > 1 or is_shared[1],
            "split": len(row.second) > 1 or is_shared[0],
            "moved": "moved" in row.change,
            "kept": is_same,
            "reworded": not is_same,
        }
        return tuple(kind for kind, holds in kinds.items() if holds)

    return tuple(row._replace(change=change_of(row)) for row in rows)


def check_rows(source: Source, rows: tuple[Row, ...], first: EditionText, second: EditionText) -> list[Problem]:
    """Return every problem of the rows: they must contain each clause of both texts, and no unknown clause."""
    problems: list[Problem] = []
    for side, text in enumerate((first, second)):
        placed_clauses = {name for row in rows for name in row.side(side)}
        for row in rows:
            for name in (name for name in row.side(side) if name not in text.clauses):
                remedies = remedies_for(name, text.clauses, f"“circular clauses {text.id}” lists them.")
                sentence, span = f"The text of {text.id} has no clause {name}.", _place_of_name(source, row, name)
                problems.append(Problem("unknown-clause", sentence, source, span, remedies=remedies))
        for clause in (clause for name, clause in text.clauses.items() if name not in placed_clauses):
            sentence, quotations = f"Clause {clause.id} of {text.id} is in no row.", ((clause.full_id, clause.words),)
            problems.append(Problem("not-aligned", sentence, source, clauses=quotations, remedies=NO_ROW_REMEDIES))
    return problems


def _place_of_name(source: Source, row: Row, name: str) -> Span | None:
    """Return the place where a row names a clause, or else its heading."""
    if row.span is None:
        return None
    start = source.text.find(f'"{name}"', row.span.end)
    next_row = source.text.find("[[", row.span.end)
    inside = start >= 0 and (next_row < 0 or start < next_row)
    return Span(start, start + len(name) + 2) if inside else row.span


# ---------------------------------------------------------------------------------------------- overlays


def is_pair(first: Edition, second: Edition) -> bool:
    """Return whether two editions share a text: they derive from the same edition, and at least one is an overlay."""
    if first.text is None or second.text is None or (first.overlay is None and second.overlay is None):
        return False
    return os.path.realpath(first.lineage[-1].path) == os.path.realpath(second.lineage[-1].path)


def alignment_of(first: Edition, second: Edition) -> Alignment:
    """Return the alignment of two editions that share a text, in which each clause corresponds to itself.

    A clause has the same rule in both if it has the same statements, or none because its rule is under another clause.
    The keys that are compared have one value, not one for each player, in a question of both editions.
    """
    assert first.text is not None
    assert second.text is not None
    forms: list[dict[str, list[object]]] = [{}, {}]
    for side, edition in enumerate((first, second)):
        for statement in statements_of(edition):
            forms[side].setdefault(statement.home, []).append(statement.form)
    rows = []
    for name, clause in first.text.clauses.items():
        change = "kept" if clause.words == second.text.clauses[name].words else "reworded"
        meaning = SAME if forms[0].get(name) == forms[1].get(name) else DIFFERENT
        rows.append(Row((name,), (name,), (change,), "", meaning=meaning))
    questions = {}
    for name, question in first.rules.questions.items():
        others = {part.key for part in second.rules.questions[name].outputs} if name in second.rules.questions else ()
        if keys := tuple(part.key for part in question.outputs if part.key in others and not part.is_owned):
            questions[name] = keys
    return Alignment(1, first.name, second.name, tuple(rows), questions, Source("", ""), "")
