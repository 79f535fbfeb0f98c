"""Load the printed words of an edition, clause by clause, and verify that they are whole and unchanged.

A checksum locks the words, and the clauses cover them: every character that is not white space belongs to exactly one
piece of one clause or heading.  Only then does "every clause is encoded" mean anything.  This module does not need the
meaning of the words.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from cc_dsl.source.data import (
    Table,
    bad_data,
    flag_of,
    key_span,
    key_spans,
    read_data,
    tables_of,
    text_of,
    texts_of,
)
from cc_dsl.source.files import Fault, Source, SourceFault, Span, read_source, shown_path

_LETTERS_COUNT = "quotation marks, spaces and signs count."

WANTING = "[[wanting]]"
"""The reading of a witness that lacks the words."""

GAP = " … "
"""Stands between the pieces of a clause that other clauses interrupt."""


class Clause(NamedTuple):
    """About a sentence of the printed words, under a permanent id."""

    id: str
    full_id: str
    words: str
    segments: tuple[Span, ...]
    markup: tuple[str, ...]
    figure: bool
    description: str

    def __str__(self) -> str:
        """Return the clause as it is quoted."""
        return f"{self.id}  “{self.words}”"


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
        """Find a clause by its id, with or without the edition's name, also by an id that it had once."""
        name = name.removeprefix(self.id + ".")
        found = self.clauses.get(name)
        return self.clauses.get(self.aliases.get(name, "")) if found is None else found


class Variant(NamedTuple):
    """A place where the witnesses of a text differ: in a clause, or in the heading above it."""

    clause: str
    heading: str
    """The id of the heading that has the lemma; empty where the clause has it."""
    lemma: str
    type: str
    substantive: bool
    readings: tuple[tuple[str, str], ...]
    note: str


class TextStretch(NamedTuple):
    """A stretch of clauses in which witnesses agree word for word, or which one witness alone was seen to have."""

    witnesses: tuple[str, ...]
    clauses: tuple[str, ...]
    first_words: str
    last_words: str
    note: str

    @property
    def witness(self) -> str:
        """The first of its witnesses, or the only one."""
        return self.witnesses[0]


class Apparatus(NamedTuple):
    """The differences between the witnesses of a text, and the stretches in which they agree or one stands alone."""

    variants: tuple[Variant, ...] = ()
    agreements: tuple[TextStretch, ...] = ()
    alone: tuple[TextStretch, ...] = ()


def plain(words: str) -> str:
    """Remove the signs of italics, bold and small capitals: `_x_`, `*x*`, `{sc:x}`."""
    if "{" not in words and "_" not in words and "*" not in words:
        return words
    import re

    words = re.sub(r"\{sc:([^{}]*)\}", r"\1", words)
    words = re.sub(r"\*([^*]+)\*", r"\1", words)
    return re.sub(r"_([^_]+)_", r"\1", words)


def text_checksum(text: Source) -> str:
    """Return the SHA-256 of a text as UTF-8 with newlines, however the checkout ends its lines."""
    import hashlib

    return hashlib.sha256(text.text.encode("utf-8")).hexdigest()


def load_edition_text(folder: str) -> tuple[EditionText | None, list[Fault]]:
    """Load and verify the words of the edition in the folder; with faults, as much of them as can be had."""
    faults: list[Fault] = []
    try:
        edition, meta = read_data(os.path.join(folder, "edition.toml"))
        file = text_of(edition, meta, "text", key_span(edition, "text"), faults, "text.txt")
        text = read_source(os.path.join(folder, file))
        source, data = read_data(os.path.join(folder, "clauses.toml"))
    except SourceFault as error:
        return None, [*faults, error.fault]
    name = text_of(edition, meta, "id", None, faults, None) or os.path.basename(os.path.normpath(folder))
    title = text_of(edition, meta, "title", None, faults, None)
    _check_lock(edition, meta, text, faults)
    pieces = _read_pieces(source, data, faults)
    _tile(text, source, pieces, faults)
    clauses, headings = _gather(name, pieces)
    aliases = _read_aliases(edition, meta, clauses, faults)
    return EditionText(name, title, text, clauses, headings, aliases, meta, source), faults


def _check_lock(edition: Source, meta: Table, text: Source, faults: list[Fault]) -> None:
    """Compare the words with the checksum that locks them."""
    locked = text_of(edition, meta, "sha256", key_span(edition, "sha256"), faults, None)
    found = text_checksum(text)
    if locked and locked != found:
        path = shown_path(text.path)
        faults.append(
            Fault(
                "text-changed",
                f"The words in {path} are locked, and they are not the words that were locked.",
                edition,
                key_span(edition, "sha256"),
                (
                    f"If no change was meant, bring the words back:   git checkout -- {path}",
                    "If a source was read again and the new words are right, say so under [[provenance]], "
                    f'and lock them in edition.toml:   sha256 = "{found}"',
                ),
            )
        )


class _Piece:
    """A clause or heading while it is being laid on the text, one segment after the other."""

    __slots__ = ("description", "figure", "following", "id", "is_clause", "place", "segments", "spans")

    def __init__(self, id: str, is_clause: bool, segments: tuple[str, ...], place: Span | None) -> None:
        self.id = id
        self.is_clause = is_clause
        self.segments = segments
        self.place = place
        self.spans: list[Span | None] = [None] * len(segments)
        self.following = 0
        """The number of the segment behind the last one laid."""
        self.figure = False
        self.description = ""

    def waiting(self, later: bool) -> range:
        """Return the number of the segment behind the last one laid; or those of the segments behind it."""
        following, count = self.following, len(self.spans)
        return range(following + 1, count) if later else range(following, min(following + 1, count))

    def lay(self, number: int, span: Span) -> None:
        """Note where a segment stands in the text."""
        self.spans[number] = span
        self.following = max(self.following, number + 1)

    def start(self) -> int | None:
        """Return where in the text it begins, if any of it was found."""
        return next((span.start for span in self.spans if span is not None), None)


def _read_pieces(source: Source, data: Table, faults: list[Fault]) -> list[_Piece]:
    """Read the clauses and headings of clauses.toml, each id once."""
    pieces: list[_Piece] = []
    seen: set[str] = set()
    places = key_spans(source, "id")
    for kind in ("clause", "heading"):
        for table, heading in tables_of(source, data, kind, faults):
            is_clause = kind == "clause"
            id = text_of(source, table, "id", heading, faults, None if is_clause else "")
            place = (places.get(id) if id and is_clause else None) or heading
            segments = tuple(_one_line(words) for words in texts_of(source, table, "words", place, faults))
            piece = _Piece(id, is_clause, segments, place)
            piece.figure = flag_of(source, table, "figure", place, faults)
            piece.description = text_of(source, table, "description", place, faults, "").strip()
            if not id and is_clause:
                continue
            if not all(segments) or not (segments or piece.figure):
                faults.append(bad_data(source, f"The {kind} {id} has no words.", place))
                continue
            if is_clause and id in seen:
                faults.append(_twice(source, id))
                continue
            if is_clause:
                seen.add(id)
            pieces.append(piece)
    return pieces


def _twice(source: Source, id: str) -> Fault:
    return Fault(
        "clause-twice",
        f"Two clauses have the id {id}.",
        source,
        key_span(source, "id", id, 1) or key_span(source, "id", id),
        ("Give the later one an id that no clause has or ever had; a letter behind the number will do.",),
    )


def _one_line(words: str) -> str:
    """Make spaces, tabs and line ends between words one space; thin and unbroken spaces stay."""
    import re

    return re.sub(r"[ \t\n]+", " ", words).strip(" ")


def _match(text: str, offset: int, words: str) -> int:
    """Return where the words end if they stand in the text at the offset, no word cut in two; else -1."""
    if text[offset] != words[0]:
        return -1
    if offset and text[offset - 1].isalnum() and words[0].isalnum():
        return -1
    end = offset + len(words) if text.startswith(words, offset) else _match_spaced(text, offset, words)
    if 0 < end < len(text) and text[end].isalnum() and words[-1].isalnum():
        return -1
    return end


def _match_spaced(text: str, offset: int, words: str) -> int:
    """Match words whose spaces may be line ends, or several spaces, in the text."""
    for number, word in enumerate(words.split(" ")):
        if number:
            after = offset
            while after < len(text) and text[after] in " \t\n":
                after += 1
            if after == offset:
                return -1
            offset = after
        if not text.startswith(word, offset):
            return -1
        offset += len(word)
    return offset


def _tile(text: Source, source: Source, pieces: list[_Piece], faults: list[Fault]) -> None:
    """Lay the pieces on the text from its beginning to its end; what stays bare or unlaid is a fault.

    At each place the longest piece that fits wins, and each piece gives its segments in their order.
    """
    words = text.text
    cursor = 0
    bare: int | None = None
    while cursor < len(words):
        if words[cursor].isspace():
            cursor += 1
            continue
        end = _lay_longest(words, cursor, pieces)
        if end < 0:
            bare = cursor if bare is None else bare
            cursor += 1
        else:
            if bare is not None:
                faults.append(_uncovered(text, bare, cursor))
            bare = None
            cursor = end
    if bare is not None:
        faults.append(_uncovered(text, bare, len(words)))
    faults.extend(
        _not_in_text(text, source, piece, piece.segments[number])
        for piece in pieces
        for number, span in enumerate(piece.spans)
        if span is None
    )


def _lay_longest(words: str, cursor: int, pieces: list[_Piece]) -> int:
    """Lay the longest segment that fits at the cursor and give its end; -1 if none fits.

    Each piece offers its next segment; only if none of these fits, its later ones, so that
    one segment that is not in the text does not make those after it unknown.
    """
    best: tuple[int, _Piece, int] | None = None
    for later in (False, True):
        for piece in pieces:
            for number in piece.waiting(later):
                end = _match(words, cursor, piece.segments[number])
                if end > cursor and (best is None or end > best[0]):
                    best = end, piece, number
        if best is not None:
            end, piece, number = best
            piece.lay(number, Span(cursor, end))
            return end
    return -1


def _uncovered(text: Source, start: int, end: int) -> Fault:
    words = text.text[start:end].rstrip()
    return Fault(
        "text-uncovered",
        f'No clause has these words of the text: "{_one_line(_short(words))}"',
        text,
        Span(start, start + len(words)),
        (
            "Give them to a clause, or to a [[heading]], in clauses.toml.",
            "If a clause has them already, compare the two letter by letter: " + _LETTERS_COUNT,
        ),
    )


def _not_in_text(text: Source, source: Source, piece: _Piece, segment: str) -> Fault:
    what = f"Clause {piece.id}" if piece.is_clause else f"The heading {piece.id}".rstrip()
    elsewhere = text.text.find(segment)
    remedy = "Copy the words from text.txt letter by letter: " + _LETTERS_COUNT
    if elsewhere >= 0:
        line, _ = text.position(elsewhere)
        remedy = f"They stand in line {line} of the text, where another clause has them; let one have them."
    return Fault(
        "clause-not-in-text",
        f'{what} has words that the text does not have for it: "{_short(segment)}"',
        source,
        piece.place,
        (remedy,),
    )


def _short(words: str, most: int = 80) -> str:
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def _gather(name: str, pieces: list[_Piece]) -> tuple[dict[str, Clause], tuple[Heading, ...]]:
    """Make the clauses and headings, in the order of the text; one not found keeps its place in the file."""
    ordered: list[tuple[int, int, _Piece]] = []
    start = -1
    for number, piece in enumerate(pieces):
        found = piece.start()
        start = start if found is None else found
        ordered.append((start, number, piece))
    clauses: dict[str, Clause] = {}
    headings: list[Heading] = []
    for _, _, piece in sorted(ordered, key=lambda item: item[:2]):
        words = GAP.join(plain(segment) for segment in piece.segments)
        spans = tuple(span for span in piece.spans if span is not None)
        if piece.is_clause:
            full_id = f"{name}.{piece.id}"
            clauses[piece.id] = Clause(piece.id, full_id, words, spans, piece.segments, piece.figure, piece.description)
        else:
            headings.append(Heading(piece.id, words, spans[0] if spans else None))
    return clauses, tuple(headings)


def _read_aliases(edition: Source, meta: Table, clauses: dict[str, Clause], faults: list[Fault]) -> dict[str, str]:
    """Read the ids that clauses had once; each leads to a clause that is there, and is used for no other."""
    found = meta.get("aliases", {})
    if not isinstance(found, dict) or not all(isinstance(new, str) for new in found.values()):
        sentence = 'The aliases are written under [aliases], each as   "old id" = "new id".'
        faults.append(bad_data(edition, sentence, key_span(edition, "aliases")))
        return {}
    for old, new in found.items():
        place = key_span(edition, f'"{old}"') or key_span(edition, old)
        if old in clauses:
            sentence = f"The id {old} is an alias, and a clause has it too; an id is never used again."
            faults.append(bad_data(edition, sentence, place, "Give the clause an id that was never used."))
        elif new not in clauses:
            sentence = f"The alias {old} leads to {new}, and no clause has that id."
            faults.append(bad_data(edition, sentence, place, "Let it lead to the clause that has the words now."))
    return dict(found)


def load_apparatus(folder: str, text: EditionText | None = None) -> tuple[Apparatus, list[Fault]]:
    """Load the apparatus of an edition; the lemma of each variant must stand in its clause. No file is no variant."""
    path = os.path.join(folder, "apparatus.toml")
    if not os.path.exists(path):
        return Apparatus(), []
    faults: list[Fault] = []
    if text is None:
        text, faults = load_edition_text(folder)
    try:
        source, data = read_data(path)
    except SourceFault as error:
        return Apparatus(), [*faults, error.fault]
    variants, agreements, alone = (tables_of(source, data, kind, faults) for kind in ("variant", "agreement", "alone"))
    apparatus = Apparatus(
        tuple(_read_variant(source, table, place, text, faults) for table, place in variants),
        tuple(_read_stretch(source, table, place, text, faults) for table, place in agreements),
        tuple(_read_stretch(source, table, place, text, faults) for table, place in alone),
    )
    return apparatus, faults


def _read_variant(
    source: Source, table: Table, place: Span | None, text: EditionText | None, faults: list[Fault]
) -> Variant:
    """Read one variant; look for its lemma in its clause or heading, and for its witnesses in edition.toml."""
    clause = text_of(source, table, "clause", place, faults, None)
    heading = text_of(source, table, "heading", place, faults, "")
    lemma = _one_line(text_of(source, table, "lemma", place, faults, None))
    readings = table.get("readings", [])
    pairs: list[tuple[str, str]] = []
    for reading in readings if isinstance(readings, list) else [None]:
        witness = reading.get("witness") if isinstance(reading, dict) else None
        words = reading.get("words") if isinstance(reading, dict) else None
        if isinstance(witness, str) and isinstance(words, str):
            pairs.append((witness, words))
            _check_witness(source, witness, place, text, faults)
        else:
            shape = 'readings = [{ witness = "…", words = "…" }]'
            faults.append(bad_data(source, f"The readings of a variant are written so:   {shape}", place))
    if text is not None and clause and lemma:
        _check_lemma(source, clause, "" if heading else lemma, place, text, faults)
    if text is not None and heading:
        _check_heading(source, heading, lemma, place, text, faults)
    return Variant(
        clause,
        heading,
        lemma,
        text_of(source, table, "type", place, faults, None),
        flag_of(source, table, "substantive", place, faults),
        tuple(pairs),
        text_of(source, table, "note", place, faults, ""),
    )


def _read_stretch(
    source: Source, table: Table, place: Span | None, text: EditionText | None, faults: list[Fault]
) -> TextStretch:
    """Read one stretch; its first words stand in its first clause, its last words in its last."""
    one = text_of(source, table, "witness", place, faults, "")
    witnesses = (one,) if one else tuple(texts_of(source, table, "witnesses", place, faults))
    clauses = tuple(texts_of(source, table, "clauses", place, faults))
    first = _one_line(text_of(source, table, "from", place, faults, ""))
    last = _one_line(text_of(source, table, "to", place, faults, ""))
    for witness in witnesses:
        _check_witness(source, witness, place, text, faults)
    if text is not None and clauses:
        for clause in clauses[1:-1]:
            _check_lemma(source, clause, "", place, text, faults)
        _check_lemma(source, clauses[0], first, place, text, faults)
        _check_lemma(source, clauses[-1], last, place, text, faults)
    return TextStretch(witnesses, clauses, first, last, text_of(source, table, "note", place, faults, ""))


def _check_lemma(
    source: Source, name: str, lemma: str, place: Span | None, text: EditionText, faults: list[Fault]
) -> None:
    """Find the lemma in its clause, as printed, with its signs or without them."""
    clause = text.clause(name)
    if clause is None:
        sentence = f"The text of {text.id} has no clause {name}."
        remedies: tuple[str, ...] = ("Look at the ids in clauses.toml.",)
    elif any(lemma in words for words in (GAP.join(clause.markup), clause.words, " ".join(clause.markup))):
        return
    else:
        sentence = f'Clause {clause.id} has not these words: "{_short(lemma)}"'
        remedies = (
            f'The clause has:   "{clause.words}"',
            "Copy the words from text.txt letter by letter: " + _LETTERS_COUNT,
        )
    faults.append(Fault("lemma-not-in-clause", sentence, source, place, remedies))


def _check_heading(
    source: Source, name: str, lemma: str, place: Span | None, text: EditionText, faults: list[Fault]
) -> None:
    """Find the lemma in the heading that a variant names."""
    heading = next((one for one in text.headings if one.id == name), None)
    if heading is not None and lemma in heading.words:
        return
    if heading is None:
        sentence, remedy = f"The text of {text.id} has no heading {name}.", "Look at the [[heading]]s in clauses.toml."
    else:
        sentence = f'The heading {name} has not these words: "{_short(lemma)}"'
        remedy = f'The heading has:   "{heading.words}"'
    faults.append(Fault("lemma-not-in-clause", sentence, source, place, (remedy,)))


def _check_witness(
    source: Source, witness: str, place: Span | None, text: EditionText | None, faults: list[Fault]
) -> None:
    """Find the witness among those that edition.toml names."""
    named = text.meta.get("witness") if text is not None else None
    if isinstance(named, list) and witness not in [item.get("siglum") for item in named if isinstance(item, dict)]:
        sentence = f"No [[witness]] of edition.toml has the siglum {witness}."
        faults.append(bad_data(source, sentence, place, "Describe the witness there, or mend its siglum here."))
