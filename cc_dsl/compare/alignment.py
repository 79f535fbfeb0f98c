"""The alignment of two editions: which clauses correspond, read from a file written by an editor, and checked.

The file of 1860 and 1862 is `corpus/comparisons/1860-1862/alignment.toml`; it serves both orders, and is read backwards
for the opposite one.  Problems are data here too; only `load_alignment` raises them.  An edition and an overlay of it,
or two overlays, share a text and need no such file: each clause answers to itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl import resources
from cc_dsl.compare.statements import statements_of
from cc_dsl.compare.words import same_words, side_of
from cc_dsl.diagnostics.declared import NamedTable
from cc_dsl.diagnostics.problem import Label, Problem, RulesError, from_fault, nearest, remedies_for
from cc_dsl.source.data import bad_data, key_span, read_data, table_span, tables_of, text_of
from cc_dsl.source.files import Fault, Source, SourceFault, Span, shown_path

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.source.clauses import EditionText

FOLDER = "comparisons"
FILE = "alignment.toml"

MIRRORED = {
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
"""What an editor may say of the rules of a row; they are unknown where one of the texts is lost."""


NAMES_SHAPE = 'What the second rules call otherwise is written so:   [names]   and below it   flag = "peg"'
PIECES_SHAPE = (
    'Which pieces play the same part is written so:   [pieces]   and below it   Green = "Pink"   or, if no piece plays '
    'its part,   Green = ""'
)


class Row(NamedTuple):
    """Clauses of one edition, those of the other that answer to them, and what became of the words."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    change: tuple[str, ...]
    note: str
    span: Span | None = None
    """Where the row stands in its file."""
    meaning: str = ""
    """Whether its rules are the same, where an editor says so: from the words, since the encodings do not show it."""

    @property
    def name(self) -> str:
        """The clauses of both sides, such as `III.5=II.3`; it lasts as long as the alignment keeps them together."""
        return "+".join(self.first) + "=" + "+".join(self.second)

    def side(self, number: int) -> tuple[str, ...]:
        """Return the clauses of the first side, 0, or of the second, 1."""
        return self.second if number else self.first

    @property
    def mirrored(self) -> Row:
        """The row with its sides exchanged."""
        change = tuple(MIRRORED.get(one, one) for one in self.change)
        return Row(self.second, self.first, change, self.note, self.span, self.meaning)


class Alignment(NamedTuple):
    """The clauses of two editions side by side, row by row."""

    version: int
    first: str
    second: str
    rows: tuple[Row, ...]
    questions: dict[str, tuple[str, ...]]
    """The questions that both rules answer, each with the keys of the answers that can be compared."""
    source: Source
    folder: str
    """The folder of the file, where the results of the comparison are stored too."""
    names: Mapping[str, str] = MappingProxyType({})
    """Names of the first rules, each with the name of the same thing in the second."""
    pieces: Mapping[str, str] = MappingProxyType({})
    """Pieces of the first rules, each with the one that plays the same part in the second; empty if none does."""

    @property
    def mirrored(self) -> Alignment:
        """The alignment with its editions exchanged."""
        rows = tuple(row.mirrored for row in self.rows)
        names = {there: here for here, there in self.names.items()}
        pieces = {there: here for here, there in self.pieces.items() if there}
        return self._replace(first=self.second, second=self.first, rows=rows, names=names, pieces=pieces)

    def rows_of(self, name: str) -> tuple[Row, ...]:
        """Return the row of this name, or those in which a clause of this id stands, with or without its edition."""
        named = tuple(row for row in self.rows if row.name == name)
        if named:
            return named
        first, second = name.removeprefix(f"{self.first}."), name.removeprefix(f"{self.second}.")
        in_first = [row for row in self.rows if first in row.first and not name.startswith(f"{self.second}.")]
        in_second = [row for row in self.rows if second in row.second and not name.startswith(f"{self.first}.")]
        return tuple(row for row in self.rows if row in in_first or row in in_second)


def alignment_file(first: str, second: str) -> str | None:
    """Return the file that aligns two editions of the corpus, in whichever order it names them."""
    root = os.path.join(resources.corpus_root(), FOLDER)
    for name in (f"{first}-{second}", f"{second}-{first}"):
        path = os.path.join(root, name, FILE)
        if os.path.isfile(path):
            return path
    return None


def aligned_pairs() -> list[tuple[str, str]]:
    """Return the editions that are aligned, in pairs as their files name them."""
    root = os.path.join(resources.corpus_root(), FOLDER)
    names = sorted(os.listdir(root)) if os.path.isdir(root) else []
    found = []
    for name in names:
        try:
            _, data = read_data(os.path.join(root, name, FILE))
        except SourceFault:
            continue
        found.append((str(data.get("from", "")), str(data.get("to", ""))))
    return found


def load_alignment(first: Edition, second: Edition, path: str | None = None) -> Alignment:
    """Return the alignment of two editions: of overlays the one that follows, of others the one that was written."""
    if path is None and is_pair(first, second):
        return alignment_of(first, second)
    return _load_written(first, second, path)


def _load_written(first: Edition, second: Edition, path: str | None) -> Alignment:
    """Return the alignment that an editor wrote, first to second; raise RulesError if there is none or it is wrong."""
    texts = [edition.text for edition in (first, second)]
    found = path or alignment_file(first.name, second.name)
    if found is None or texts[0] is None or texts[1] is None:
        raise RulesError([_no_alignment(first, second)])
    alignment, problems = read_alignment(found, texts[0], texts[1])
    if alignment is None or problems:
        raise RulesError(problems)
    return alignment


def _no_alignment(first: Edition, second: Edition) -> Problem:
    bare = [edition.name for edition in (first, second) if edition.text is None]
    remedies: list[str] = []
    if bare:
        have = "has" if len(bare) == 1 else "have"
        remedies.append(f"{' and '.join(bare)} {have} no printed text; compare the rules alone:   --rules")
    else:
        remedies.append(f"Write corpus/{FOLDER}/{first.name}-{second.name}/{FILE}; corpus/README.md says how.")
        asked = {first.name, second.name}
        near = [pair for pair in aligned_pairs() if asked & {*pair}]
        remedies += [f"There is an alignment of {one} and {other}." for one, other in near]
        remedies.append("The rules can be compared without it:   --rules")
    sentence = f"No file says which clauses of {first.name} and {second.name} correspond."
    return Problem("no-alignment", sentence, remedies=tuple(remedies))


def read_alignment(path: str, first: EditionText, second: EditionText) -> tuple[Alignment | None, list[Problem]]:
    """Read and check an alignment of two texts; it is given with the first text first."""
    faults: list[Fault] = []
    try:
        source, data = read_data(path)
    except SourceFault as error:
        return None, [from_fault(error.fault)]
    named = [text_of(source, data, key, key_span(source, key), faults, None) for key in ("from", "to")]
    tables = tables_of(source, data, "row", faults)
    rows = tuple(_read_row(NamedTable("", table, source, place, faults)) for table, place in tables)
    version = data.get("version", 0)
    if not isinstance(version, int) or version < 1:
        faults.append(bad_data(source, "An alignment has a version, 1 or more.", key_span(source, "version")))
        version = 0
    questions = _read_questions(source, data.get("questions", {}), faults)
    names = _read_pairs(source, data.get("names", {}), faults, NAMES_SHAPE)
    pieces = _read_pairs(source, data.get("pieces", {}), faults, PIECES_SHAPE)
    problems = [from_fault(fault) for fault in faults]
    problems += _check_editions(source, named, (first.id, second.id))
    if problems:
        return None, problems
    source.path = shown_path(source.path)
    folder = os.path.dirname(os.path.abspath(path))
    alignment = Alignment(int(version), named[0], named[1], rows, questions, source, folder, names, pieces)
    texts = (first, second) if named[0] == first.id else (second, first)
    problems = check_rows(alignment, *texts)
    return (alignment if named[0] == first.id else alignment.mirrored), problems


def _read_row(entry: NamedTable) -> Row:
    change = entry.texts("change")
    for kind in change:
        if kind not in MIRRORED:
            close = nearest(kind, MIRRORED) or list(MIRRORED)
            entry.wrong(f"“{kind}” is not a kind of change.", f"Write {' or '.join(close)}.")
    if not change:
        entry.wrong("A row does not say what became of its words.", 'Write:   change = ["…"]')
    meaning = entry.text("rules", "")
    if meaning and meaning not in MEANINGS:
        remedy = f"Write {' or '.join(MEANINGS)}, or leave it out where the program can tell."
        entry.wrong(f"The rules of a row cannot be “{meaning}”.", remedy)
    return Row(entry.texts("from"), entry.texts("to"), change, entry.text("note", ""), entry.span, meaning)


def _read_questions(source: Source, tables: object, faults: list[Fault]) -> dict[str, tuple[str, ...]]:
    if not isinstance(tables, Mapping) or not all(isinstance(one, Mapping) for one in tables.values()):
        shape = '[questions.NAME]   and below it   keys = ["…"]'
        faults.append(bad_data(source, f"A question that both editions answer is written so:   {shape}", None))
        return {}
    found = (
        NamedTable(str(name), dict(table), source, table_span(source, f"questions.{name}"), faults)
        for name, table in tables.items()
    )
    return {entry.name: entry.texts("keys") for entry in found}


def _read_pairs(source: Source, table: object, faults: list[Fault], shape: str) -> dict[str, str]:
    """Read which things of the two rules are the same, one for one; an empty name says that none is."""
    pairs = {str(here): str(there) for here, there in table.items()} if isinstance(table, Mapping) else None
    named = [there for there in (pairs or {}).values() if there]
    if pairs is None or len({*named}) < len(named):
        faults.append(bad_data(source, shape, None))
        return {}
    return pairs


def _check_editions(source: Source, named: list[str], wanted: tuple[str, str]) -> list[Problem]:
    """The file must be about the two editions that are compared, and these must be two."""
    if sorted(named) == sorted(wanted) or not all(named):
        return []
    known = sorted({*resources.edition_names(), *wanted})
    for key, name in zip(("from", "to"), named, strict=True):
        if name not in known:
            close = nearest(name, known) or known
            remedy = f"Write {' or '.join(close)}."
            return [
                Problem(
                    "unknown-edition",
                    f"There is no edition “{name}”.",
                    source,
                    key_span(source, key),
                    remedies=(remedy,),
                )
            ]
    sentence = f"This file aligns {named[0]} and {named[1]}, and not {wanted[0]} and {wanted[1]}."
    remedy = f'Write:   from = "{wanted[0]}"   and   to = "{wanted[1]}"'
    return [from_fault(bad_data(source, sentence, key_span(source, "from"), remedy))]


# ------------------------------------------------------------------------------------------------ checks


def check_rows(alignment: Alignment, first: EditionText, second: EditionText) -> list[Problem]:
    """Return every problem of the rows: each clause of both texts must be in one, and each change must be as stated."""
    problems: list[Problem] = []
    for row in alignment.rows:
        unknown = [
            *_unknown(alignment.source, row, row.first, first),
            *_unknown(alignment.source, row, row.second, second),
        ]
        problems += unknown or _false_changes(alignment, row, first, second)
    for names, text in ((_homes(alignment, 0), first), (_homes(alignment, 1), second)):
        problems += _missing(alignment.source, names, text)
        problems += _doubled(alignment.source, names, text)
    return problems


def _homes(alignment: Alignment, side: int) -> dict[str, list[Row]]:
    """Return the rows in which each clause of one side stands."""
    homes: dict[str, list[Row]] = {}
    for row in alignment.rows:
        for name in row.side(side):
            homes.setdefault(name, []).append(row)
    return homes


def _place(source: Source, row: Row, name: str = "") -> Span | None:
    """Find where a row names a clause, or else its heading."""
    if row.span is None or not name:
        return row.span
    start = source.text.find(f'"{name}"', row.span.end)
    following = source.text.find("[[", row.span.end)
    inside = start >= 0 and (following < 0 or start < following)
    return Span(start, start + len(name) + 2) if inside else row.span


def _unknown(source: Source, row: Row, names: tuple[str, ...], text: EditionText) -> Iterator[Problem]:
    for name in names:
        if name not in text.clauses:
            remedies = remedies_for(name, text.clauses, f"“circular clauses {text.id}” lists them.")
            sentence = f"The text of {text.id} has no clause {name}."
            yield Problem("unknown-clause", sentence, source, _place(source, row, name), remedies=remedies)


def _missing(source: Source, homes: dict[str, list[Row]], text: EditionText) -> Iterator[Problem]:
    for name, clause in text.clauses.items():
        if name not in homes:
            yield Problem(
                "not-aligned",
                f"Clause {name} of {text.id} stands in no row.",
                source,
                clauses=((clause.full_id, clause.words),),
                remedies=(
                    "Put it into the row of the clause that answers to it.",
                    "If none does, give it a row of its own, and say that it is dropped, or new.",
                ),
            )


def _doubled(source: Source, homes: dict[str, list[Row]], text: EditionText) -> Iterator[Problem]:
    for name, rows in homes.items():
        if len(rows) < 2 or all({"split", "merged"} & set(row.change) for row in rows):
            continue
        where = _place(source, rows[0], name)
        label = (Label(source, where, "here it stands first"),) if where is not None else ()
        yield Problem(
            "aligned-twice",
            f"Clause {name} of {text.id} stands in {len(rows)} rows.",
            source,
            _place(source, rows[1], name),
            labels=label,
            remedies=(
                "Leave it in the row where it belongs.",
                "If parts of it belong to several rows, say of each that it is split, or merged.",
            ),
        )


def _false_changes(alignment: Alignment, row: Row, first: EditionText, second: EditionText) -> Iterator[Problem]:
    """Compare the change that a row states with the words."""
    left, right = side_of(first, row.first), side_of(second, row.second)
    quoted = [
        (text.clauses[name].full_id, text.clauses[name].words)
        for text, side in ((first, left), (second, right))
        for name, _ in side.clauses
    ]
    is_same = same_words(left.words, right.words)
    for kind in row.change:
        wrong = _wrong(kind, row, is_same, alignment)
        if wrong:
            yield Problem(
                "change-not-so",
                f"Row {row.name} says “{kind}”, and {wrong}.",
                alignment.source,
                _place(alignment.source, row, kind),
                clauses=tuple(quoted),
                remedies=(_remedy(row, is_same),),
            )
    if row.first and row.second and not is_same and not {"kept", "reworded"} & set(row.change):
        yield Problem(
            "change-not-so",
            f"Row {row.name} does not say “reworded”, and the words differ.",
            alignment.source,
            row.span,
            clauses=tuple(quoted),
            remedies=(_remedy(row, is_same),),
        )


def _wrong(kind: str, row: Row, is_same: bool, alignment: Alignment) -> str:
    """Say why a kind of change cannot be that of a row; nothing if it can."""
    if kind in ("new", "dropped"):
        has, lacks = (row.second, row.first) if kind == "new" else (row.first, row.second)
        return "" if has and not lacks else "it stands on both sides" if has else "it stands on the other side"
    if not (row.first and row.second):
        return "one side of it is empty"
    if kind == "kept":
        return "" if is_same else "the words differ"
    if kind == "reworded":
        return "the words are the same" if is_same else ""
    if kind == "split":
        return "" if len(row.second) > 1 or _is_shared(row, 0, alignment) else "there is one clause on the second side"
    if kind == "merged":
        return "" if len(row.first) > 1 or _is_shared(row, 1, alignment) else "there is one clause on the first side"
    return ""


def _is_shared(row: Row, side: int, alignment: Alignment) -> bool:
    """Return whether a clause of the row stands in another row too."""
    return any(set(row.side(side)) & set(other.side(side)) for other in alignment.rows if other is not row)


def _remedy(row: Row, is_same: bool) -> str:
    if not row.first:
        return 'Clauses of the second edition only are new:   change = ["new"]'
    if not row.second:
        return 'Clauses of the first edition only are dropped:   change = ["dropped"]'
    if is_same:
        return 'The same words are kept, and may be moved too:   change = ["kept"]'
    return 'Other words are reworded, and may be moved, split or merged too:   change = ["reworded"]'


# ---------------------------------------------------------------------------------------------- overlays


def is_pair(first: Edition, second: Edition) -> bool:
    """Return whether two editions share a text: they come from the same edition, and at least one is an overlay."""
    is_overlaid = first.overlay is not None or second.overlay is not None
    if first.text is None or second.text is None:
        return False
    return is_overlaid and os.path.realpath(_root(first).path) == os.path.realpath(_root(second).path)


def alignment_of(first: Edition, second: Edition) -> Alignment:
    """Return the alignment of a pair, in which each clause answers to itself.

    A clause at which both have the same statements has the same rule, also where it stands at another clause.
    """
    assert first.text is not None
    assert second.text is not None
    forms = [_forms(edition) for edition in (first, second)]
    rows = tuple(
        Row(
            (name,),
            (name,),
            ("kept" if clause.words == second.text.clauses[name].words else "reworded",),
            "",
            meaning=SAME if forms[0].get(name) == forms[1].get(name) else DIFFERENT,
        )
        for name, clause in first.text.clauses.items()
    )
    return Alignment(1, first.name, second.name, rows, _questions(first, second), Source("", ""), "")


def _forms(edition: Edition) -> dict[str, list[object]]:
    """Return what stands at each clause, without places and citations."""
    found: dict[str, list[object]] = {}
    for said in statements_of(edition):
        found.setdefault(said.home, []).append(said.form)
    return found


def _root(edition: Edition) -> Edition:
    """Return the edition that an overlay changes in the end."""
    while edition.parent is not None:
        edition = edition.parent
    return edition


def _questions(first: Edition, second: Edition) -> dict[str, tuple[str, ...]]:
    """Return the questions of both, each with the keys that both answer with one thing, not one for each player."""
    others = second.rules.questions
    found = {}
    for name, question in first.rules.questions.items():
        if name in others:
            keys = {told.key for told in others[name].told}
            found[name] = tuple(told.key for told in question.told if told.key in keys and not told.is_owned)
    return {name: keys for name, keys in found.items() if keys}
