"""Load the printed words of an edition, clause by clause, and verify that they are complete and unchanged.

A checksum locks the words, and the clauses cover them: every character except white space belongs to exactly one piece
of one clause or heading. Only then is "every clause is encoded" meaningful. This module does not interpret the words.
"""

from __future__ import annotations

import hashlib
import os
import re
from typing import NamedTuple

from cc_dsl.source.data import DataTable, Table, bad_data, key_span, key_spans, not_text, read_data, tables_of
from cc_dsl.source.files import Problem, RulesError, Source, Span, read_source

_LETTERS_COUNT = "quotation marks, spaces and signs count."
_SPACES = re.compile(r"[ \t\n]+")
_CHARACTERS = re.compile(r"[ \t\n]+|[^ \t\n]|\Z")

WANTING = "[[wanting]]"
"""The reading of a witness from which the words are missing."""

GAP = " … "
"""The separator of the pieces of a clause that other clauses interrupt."""


class Clause(NamedTuple):
    """A stretch of the printed words, about a sentence long, with a permanent id."""

    id: str
    full_id: str
    words: str
    segments: tuple[Span, ...]
    markup: tuple[str, ...]
    figure: bool
    description: str

    @property
    def quotation(self) -> str:
        """The words as they are quoted; for a figure, a remark in brackets with its printed labels."""
        if not self.figure:
            return self.words
        if self.is_missing:
            return "[a figure that is in no copy seen]"
        return f"[a figure; labels as printed: {self.labels}]" if self.labels else "[a figure]"

    @property
    def is_missing(self) -> bool:
        """Whether it is a figure that no copy has; the transcription only marks its place."""
        return self.figure and self.words.startswith("[[gap:")

    @property
    def labels(self) -> str:
        """The printed labels of a figure; an empty string if none are recorded."""
        return self.words.removeprefix("[[").removesuffix("]]").partition("Labels:")[2].strip() if self.figure else ""

    def __str__(self) -> str:
        """Return the clause in quoted form."""
        return f"{self.id}  “{self.quotation}”"


class Heading(NamedTuple):
    """Printed words that only divide the text, such as the number of a rule."""

    id: str
    words: str
    span: Span | None


class EditionText(NamedTuple):
    """The printed words of one edition."""

    id: str
    title: str
    text: Source
    clauses: dict[str, Clause]
    headings: tuple[Heading, ...]
    aliases: dict[str, str]
    meta: Table
    data: Source
    """The source of clauses.toml, for messages about it."""

    def clause(self, name: str) -> Clause | None:
        """Return a clause by its present or former id, with or without the edition's name."""
        name = name.removeprefix(self.id + ".")
        clause = self.clauses.get(name)
        return self.clauses.get(self.aliases.get(name, "")) if clause is None else clause


class Variant(NamedTuple):
    """A place where the witnesses of a text differ: in a clause, or in the heading above it."""

    clause: str
    heading: str
    """The id of the heading that contains the lemma; empty if the clause contains it."""
    lemma: str
    type: str
    substantive: bool
    readings: tuple[tuple[str, str], ...]
    note: str


class TextStretch(NamedTuple):
    """A stretch of clauses in which witnesses agree word for word, or which only one witness contains."""

    witnesses: tuple[str, ...]
    clauses: tuple[str, ...]
    first_words: str
    last_words: str
    note: str

    @property
    def witness(self) -> str:
        """The first witness, or the only witness."""
        return self.witnesses[0]


class Apparatus(NamedTuple):
    """The differences between the witnesses of a text, and the stretches of agreement and of single witnesses."""

    variants: tuple[Variant, ...] = ()
    agreements: tuple[TextStretch, ...] = ()
    alone: tuple[TextStretch, ...] = ()


def without_markup(words: str) -> str:
    """Remove the marks of italics, bold and small capitals: `_x_`, `*x*`, `{sc:x}`."""
    words = re.sub(r"\{sc:([^{}]*)\}", r"\1", words)
    words = re.sub(r"\*([^*]+)\*", r"\1", words)
    return re.sub(r"_([^_]+)_", r"\1", words)


def load_edition_text(folder: str) -> tuple[EditionText | None, list[Problem]]:
    """Load and verify the words of the edition in the folder; despite faults, return as much as possible."""
    faults: list[Problem] = []
    try:
        edition, meta = read_data(os.path.join(folder, "edition.toml"))
        file = DataTable("", meta, edition, key_span(edition, "text"), faults).text("text", "text.txt")
        text = read_source(os.path.join(folder, file))
        source, data = read_data(os.path.join(folder, "clauses.toml"))
    except RulesError as error:
        return None, [*faults, *error.problems]
    entry = DataTable("", meta, edition, None, faults)
    name = entry.text("id") or os.path.basename(os.path.normpath(folder))
    title = entry.text("title")
    for kind in ("witness", "provenance"):
        for table, _ in tables_of(edition, meta, kind, faults):
            faults += [not_text(edition, key) for key, value in table.items() if not isinstance(value, str)]
    locked_digest = entry._replace(span=key_span(edition, "sha256")).text("sha256")
    digest = hashlib.sha256(text.text.encode()).hexdigest()
    if locked_digest and locked_digest != digest:
        path = text.path
        sentence = f"The words in {path} differ from the words that were locked."
        remedies = (
            f"If no change was intended, restore the words:   git checkout -- {path}",
            "If a source was read again and the new words are right, record that under [[provenance]], "
            f'and lock the new words in edition.toml:   sha256 = "{digest}"',
        )
        faults.append(Problem("text-changed", sentence, edition, key_span(edition, "sha256"), remedies=remedies))
    pieces = _read_pieces(source, data, faults)
    _align_pieces(text, source, pieces, faults)
    clauses, headings = _collect_pieces(name, pieces)
    aliases = _read_aliases(edition, meta, clauses, faults)
    return EditionText(name, title, text, clauses, headings, aliases, meta, source), faults


class _Piece:
    """A clause or heading during the alignment with the text, segment by segment."""

    __slots__ = ("description", "figure", "id", "is_clause", "next_segment", "place", "segments", "spans")

    def __init__(self, entry: DataTable, id: str, is_clause: bool) -> None:
        self.id = id
        self.is_clause = is_clause
        self.place = entry.span
        self.segments = tuple(map(_one_line, entry.texts("words")))
        self.figure = entry.flag("figure")
        self.description = entry.text("description", "").strip()
        self.spans: list[Span | None] = [None] * len(self.segments)
        self.next_segment = 0
        """The number of the segment after the last segment that was aligned."""


def _read_pieces(source: Source, data: Table, faults: list[Problem]) -> list[_Piece]:
    """Read the clauses and headings of clauses.toml, each id once."""
    pieces: list[_Piece] = []
    seen_ids: set[str] = set()
    places = key_spans(source, "id")
    for kind in ("clause", "heading"):
        is_clause = kind == "clause"
        for table, heading in tables_of(source, data, kind, faults):
            entry = DataTable("", table, source, heading, faults)
            id = entry.text("id", None if is_clause else "")
            lines = places.get(id, []) if is_clause else []
            entry = entry._replace(span=lines[0] if lines else heading)
            piece = _Piece(entry, id, is_clause)
            if not id and is_clause:
                continue
            if not all(piece.segments) or not (piece.segments or piece.figure):
                entry.wrong(f"{kind.capitalize()} “{id}” has no words." if id else f"A {kind} has no words.")
                continue
            if is_clause and id in seen_ids:
                remedy = "Give the later one an id that no clause has ever had; a letter after the number will do."
                place, sentence = (*lines[1:2], entry.span)[0], f"Two clauses have the id {id}."
                faults.append(Problem("clause-twice", sentence, source, place, remedies=(remedy,)))
            elif is_clause:
                seen_ids.add(id)
            pieces.append(piece)
    return pieces


def _one_line(words: str) -> str:
    """Replace spaces, tabs and line ends between words by one space; keep thin and no-break spaces."""
    return _SPACES.sub(" ", words).strip(" ")


def _end_of_match(text: str, offset: int, words: str) -> int:
    """Return the end of the words if the text contains them at the offset, as whole words; otherwise -1."""
    end = offset + len(words)
    if not text.startswith(words, offset):
        return -1
    cuts = offset and text[offset - 1].isalnum() and words[0].isalnum()
    return -1 if cuts or (end < len(text) and text[end].isalnum() and words[-1].isalnum()) else end


def _align_pieces(text: Source, source: Source, pieces: list[_Piece], faults: list[Problem]) -> None:
    """Align the pieces with the text from beginning to end; uncovered text and unused pieces are faults.

    At each place the longest segment that fits is aligned; the segments of a piece are aligned in their order.
    """
    words = _SPACES.sub(" ", text.text)
    # The offset of each character in the text, and finally the end of the text.
    offsets = [match.start() for match in _CHARACTERS.finditer(text.text)]
    cursor = 0
    gap: int | None = None
    while cursor <= len(words):
        if words[cursor : cursor + 1].isspace():
            cursor += 1
            continue
        # The end of the text also ends a stretch without a clause.
        end = _align_longest(words, cursor, pieces, offsets) if cursor < len(words) else cursor + 1
        if end < 0:
            gap = cursor if gap is None else gap
            cursor += 1
            continue
        if gap is not None:
            start = offsets[gap]
            words_without_clause = text.text[start : offsets[cursor]].rstrip()
            shown_words = _one_line(_short(words_without_clause))
            sentence = f'These words of the text belong to no clause and no heading: "{shown_words}"'
            remedies = (
                "Give them to a clause, or to a [[heading]], in clauses.toml.",
                "If a clause seems to have them already, compare it with the text letter by letter: " + _LETTERS_COUNT,
            )
            place = Span(start, start + len(words_without_clause))
            faults.append(Problem("text-uncovered", sentence, text, place, remedies=remedies))
        gap = None
        cursor = end
    for piece in pieces:
        label = f"Clause {piece.id}" if piece.is_clause else f"The heading {piece.id}".rstrip()
        for segment, span in zip(piece.segments, piece.spans, strict=True):
            if span is None:
                sentence = f'{label} has words that do not match the text: "{_short(segment)}"'
                remedy = "Copy the words from text.txt letter by letter: " + _LETTERS_COUNT
                places = (match.start() for match in re.finditer(re.escape(segment), text.text))
                elsewhere = next((place for place in places if _end_of_match(text.text, place, segment) >= 0), None)
                if elsewhere is not None:
                    line, _ = text.position(elsewhere)
                    hint = f"They are on line {line} of the text"
                    remedy = f"{hint}; give them to one clause only, in the order of the text."
                faults.append(Problem("clause-not-in-text", sentence, source, piece.place, remedies=(remedy,)))


def _align_longest(words: str, cursor: int, pieces: list[_Piece], offsets: list[int]) -> int:
    """Align the longest segment that fits at the cursor and return its end; -1 if none fits.

    The next segment of each piece is tried first, and its later segments only if none of these fits, so that those
    after a segment that is not in the text can still be aligned.
    """
    best: tuple[int, _Piece, int] | None = None
    for later in (False, True):
        for piece in pieces:
            rest = range(piece.next_segment, len(piece.segments))
            for number in rest[1:] if later else rest[:1]:
                end = _end_of_match(words, cursor, piece.segments[number])
                if end > cursor and (best is None or end > best[0]):
                    best = end, piece, number
        if best is not None:
            end, piece, number = best
            piece.spans[number] = Span(offsets[cursor], offsets[end])
            piece.next_segment = max(piece.next_segment, number + 1)
            return end
    return -1


def _short(words: str) -> str:
    return words if len(words) <= 80 else words[:79].rstrip() + "…"


def _collect_pieces(name: str, pieces: list[_Piece]) -> tuple[dict[str, Clause], tuple[Heading, ...]]:
    """Return the clauses and headings, in the order of the text; an entry without words keeps its place in the file."""
    starts = [-1]
    for piece in pieces:
        starts.append(next((span.start for span in piece.spans if span is not None), starts[-1]))
    clauses: dict[str, Clause] = {}
    headings: list[Heading] = []
    for _, piece in sorted(zip(starts[1:], pieces, strict=True), key=lambda item: item[0]):
        words = GAP.join(without_markup(segment) for segment in piece.segments)
        spans = tuple(span for span in piece.spans if span is not None)
        if piece.is_clause:
            full_id = f"{name}.{piece.id}"
            clause = Clause(piece.id, full_id, words, spans, piece.segments, piece.figure, piece.description)
            clauses.setdefault(piece.id, clause)
        else:
            headings.append(Heading(piece.id, words, spans[0] if spans else None))
    return clauses, tuple(headings)


def _read_aliases(edition: Source, meta: Table, clauses: dict[str, Clause], faults: list[Problem]) -> dict[str, str]:
    """Read the former ids of clauses; each must point to an existing clause, and must not be an id in use."""
    aliases = meta.get("aliases", {})
    if not isinstance(aliases, dict) or not all(isinstance(new, str) for new in aliases.values()):
        sentence = 'Aliases are written under [aliases], each as   "old id" = "new id".'
        faults.append(bad_data(edition, sentence, key_span(edition, "aliases")))
        return {}
    for old, new in aliases.items():
        place = key_span(edition, f'"{old}"') or key_span(edition, old)
        if old in clauses:
            sentence = f"The id {old} is both an alias and the id of a clause; an id is never reused."
            faults.append(bad_data(edition, sentence, place, "Give the clause an id that has never been used."))
        elif new not in clauses:
            sentence = f"The alias {old} leads to {new}, but no clause has that id."
            remedy = f"Point it to the clause that now has the words of {old}."
            faults.append(bad_data(edition, sentence, place, remedy))
    return dict(aliases)


def load_apparatus(folder: str, text: EditionText) -> tuple[Apparatus, list[Problem]]:
    """Load the apparatus of a text; the lemma of each variant must be in its clause. Without a file it is empty."""
    path = os.path.join(folder, "apparatus.toml")
    if not os.path.exists(path):
        return Apparatus(), []
    faults: list[Problem] = []
    try:
        source, data = read_data(path)
    except RulesError as error:
        return Apparatus(), error.problems

    def entries(kind: str) -> list[DataTable]:
        tables = tables_of(source, data, kind, faults)
        return [DataTable("", table, source, place, faults) for table, place in tables]

    variants = tuple(_read_variant(text, entry) for entry in entries("variant"))
    agreements = tuple(_read_stretch(text, entry) for entry in entries("agreement"))
    alone = tuple(_read_stretch(text, entry) for entry in entries("alone"))
    return Apparatus(variants, agreements, alone), faults


def _read_variant(text: EditionText, entry: DataTable) -> Variant:
    """Read one variant; check its lemma in its clause or heading, and its witnesses in edition.toml."""
    clause, heading, lemma = entry.text("clause"), entry.text("heading", ""), _one_line(entry.text("lemma"))
    readings = entry.table.get("readings", [])
    pairs: list[tuple[str, str]] = []
    for reading in readings if isinstance(readings, list) else [None]:
        match reading:
            case {"witness": str(witness), "words": str(words)}:
                pairs.append((witness, words))
                _check_witness(text, entry, witness)
            case _:
                shape = 'readings = [{ witness = "…", words = "…" }]'
                entry.wrong("A reading of a variant lacks its witness or its words.", f"Write:   {shape}")
    if clause and lemma:
        _check_lemma(text, entry, clause, "" if heading else lemma)
    if heading:
        target = next((head for head in text.headings if head.id == heading), None)
        if target is None:
            sentence = f"The text of {text.id} has no heading {heading}."
            _refuse_lemma(entry, sentence, "clauses.toml lists the headings.")
        elif lemma not in target.words:
            sentence = f'The heading {heading} does not contain these words: "{_short(lemma)}"'
            _refuse_lemma(entry, sentence, f'The heading has:   "{target.words}"')
    kind, is_substantive, note = entry.text("type"), entry.flag("substantive"), entry.text("note", "")
    return Variant(clause, heading, lemma, kind, is_substantive, tuple(pairs), note)


def _read_stretch(text: EditionText, entry: DataTable) -> TextStretch:
    """Read one stretch; its first words must be in its first clause, its last words in its last."""
    only = entry.text("witness", "")
    witnesses = (only,) if only else entry.texts("witnesses")
    clauses = entry.texts("clauses")
    first, last = _one_line(entry.text("from", "")), _one_line(entry.text("to", ""))
    for witness in witnesses:
        _check_witness(text, entry, witness)
    for clause in clauses[1:-1]:
        _check_lemma(text, entry, clause, "")
    if clauses:
        _check_lemma(text, entry, clauses[0], first)
        _check_lemma(text, entry, clauses[-1], last)
    return TextStretch(witnesses, clauses, first, last, entry.text("note", ""))


def _check_lemma(text: EditionText, entry: DataTable, name: str, lemma: str) -> None:
    """Check that the clause contains the lemma as printed, with or without its typographic marks."""
    clause = text.clause(name)
    if clause is None:
        _refuse_lemma(entry, f"The text of {text.id} has no clause {name}.", "clauses.toml lists the ids.")
    elif not any(lemma in words for words in (GAP.join(clause.markup), clause.words, " ".join(clause.markup))):
        sentence = f'Clause {clause.id} does not contain these words: "{_short(lemma)}"'
        copy = "Copy the words from text.txt letter by letter: " + _LETTERS_COUNT
        _refuse_lemma(entry, sentence, f'The clause has:   "{clause.words}"', copy)


def _refuse_lemma(entry: DataTable, sentence: str, *remedies: str) -> None:
    entry.faults.append(Problem("lemma-not-in-clause", sentence, entry.source, entry.span, remedies=remedies))


def _check_witness(text: EditionText, entry: DataTable, witness: str) -> None:
    """Check that edition.toml names the witness."""
    siglum = text.meta.get("witness")
    if isinstance(siglum, list) and witness not in [item.get("siglum") for item in siglum if isinstance(item, dict)]:
        sentence = f"No [[witness]] of edition.toml has the siglum {witness}."
        entry.wrong(sentence, "Describe the witness there, or correct its siglum here.")
