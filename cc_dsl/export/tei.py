"""Write an edition as TEI P5: its text in clauses, witnesses, apparatus, notes, open places, rules, and how to play.

The text, clauses and apparatus can be restored from the file exactly as they are in the corpus. White space inside
paragraphs is that of the text; a line of the print begins with `lb`, and a line with tabs is the row of a table.
Anchors locate variants and open places in the words, and each clause points to its rules, which point back:

    <seg type="clause" n="I.3" xml:id="c.1862.I.3" corresp="#rules.1862.I.3">turning up 13th <anchor …/>as …</seg>
    <ab type="rules" n="I.3" xml:id="rules.1862.I.3" corresp="#c.1862.I.3"><code lang="rules">there is a Lead, …
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from typing import TypeAlias
from xml.etree import ElementTree as ET

from cc_dsl.edition_model.doubts import doubts_of
from cc_dsl.edition_model.edition import TITLE, rule_of
from cc_dsl.edition_model.imprint import Publication, Work, load_publication, load_work
from cc_dsl.edition_model.pictures import figure_drawings
from cc_dsl.edition_model.statements import blocks_of
from cc_dsl.edition_model.words import PrintedStretch, StyledRun, find_phrase, plain_runs, printed_text, runs_of
from cc_dsl.export.commentary import how_to_play, notes_part, readings_part, rules_part
from cc_dsl.export.elements import (
    ID,
    LANGUAGE,
    N,
    Prose,
    add_line,
    add_printed,
    add_words,
    book_file,
    document_of,
    figure_element,
    identifier,
    new_element,
    new_part,
)
from cc_dsl.pipeline import Edition
from cc_dsl.source.clauses import GAP, WANTING, Clause, Heading, TextStretch, Variant, load_apparatus
from cc_dsl.source.notes import load_notes

Key: TypeAlias = tuple[str, bool]
"""The id of a clause or heading, and whether it is a heading."""


def tei(edition: Edition) -> str:
    """Return an edition as a TEI document."""
    return _Writer(edition).document()


# ---------------------------------------------------------------------------------------------- header


def _header(publication: Publication, work: Work) -> ET.Element:
    licences = ""
    for part, terms in work.meta.get("rights", {}).items():
        target = f' target="{publication.text_licence_address}"' if publication.text_licence in terms else ""
        words = html.escape(f"{part.capitalize()}: {terms}" if part else terms)
        licences += f'<licence n="{part or "all"}"{target}>{words}</licence>\n'
    names = {
        "title": work.dated_title,
        "short": work.full_title,
        "name": work.name,
        "series": publication.title,
        "editors": publication.editors,
        "version": publication.version,
        "date": publication.date,
        "dated": work.meta.get("date_printed", "") or work.year or "undated",
    }
    header_text = book_file("header.xml").format(
        **{key: html.escape(value) for key, value in names.items()},
        author=f"<author>{html.escape(work.author)}</author>\n" if not work.is_restated else "",
        licences=licences,
        digest=work.digest,
        first=next(iter(work.text.clauses)),
        when=f' when="{work.year}"' if work.year.isdecimal() else ' cert="low"',
        language=work.meta.get("language", "en"),
        keywords="".join(f"<term>{html.escape(word)}</term>" for word in publication.keywords),
    )
    header = ET.fromstring(header_text)
    header.tail = "\n"
    for description in header.iter(f"{N}sourceDesc"):
        description.extend(_sources(work))
    return header


def _sources(work: Work) -> Iterator[ET.Element]:
    """Yield the list of witnesses, and the statements of provenance."""
    if not work.meta.get("witness"):
        yield new_element("p", {}, "No witness is recorded.", "\n")
        return
    witnesses = new_element("listWit", tail="\n")
    for item in work.meta["witness"]:
        siglum, address = item.get("siglum", ""), item.get("address", "")
        attributes = {ID: identifier("w", siglum), "n": siglum}
        witness = add_line(witnesses, "witness", attributes, f"{item.get('name', '')} ")
        add_line(witness, "ref", {"target": address if address.startswith("http") else ""}, address)
        for key in ("holds", "seen", "source"):
            add_line(witness, "note", {"type": key}, item.get(key, ""))
    yield witnesses
    if work.meta.get("provenance"):
        provenance = new_element("list", {"type": "provenance"}, tail="\n")
        for item in work.meta["provenance"]:
            words = f"{item.get('statement', '')} ({item.get('where', '')})"
            add_line(provenance, "item", {"n": item.get("standing", "")}, words)
        yield provenance


# ------------------------------------------------------------------------------------------------ text


class _Writer:
    """The writer of one edition; anchors are placed first, so that text, apparatus and notes can point to them."""

    def __init__(self, edition: Edition) -> None:
        self.edition, self.work = edition, load_work(edition.folder)
        self.name, self.text = self.work.name, self.work.text
        self.prose = Prose(self.name, self.text.clauses)
        self.drawings = figure_drawings(edition)
        self.blocks = blocks_of(edition.source, edition.start)
        self.encoded_clauses = {block.clause for block in self.blocks}
        self.order = printed_text(self.text)
        self.pieces: dict[Key, list[PrintedStretch]] = {}
        for piece in self.order:
            self.pieces.setdefault((piece.clause, piece.is_heading), []).append(piece)
        self.anchors: dict[PrintedStretch, list[tuple[int, ET.Element]]] = {}
        """The anchors in each piece of the text, at offsets of its plain words."""

    def document(self) -> str:
        root = new_element("TEI", {LANGUAGE: "en"})
        root.append(_header(load_publication(), self.work))
        doubts = doubts_of(self.work.folder, self.blocks)
        for doubt in doubts:
            if doubt.words and doubt.clause in self.text.clauses:
                key = doubt.clause, False
                self._locate(identifier("r", self.name, doubt.name), "reading", (key, doubt.words), (key, doubt.words))
        parts = [
            self._apparatus(),
            notes_part(load_notes(self.work.folder), self.prose),
            readings_part(doubts, self.prose),
            rules_part(self.blocks, self.prose),
            how_to_play(self.edition, doubts, self.prose),
        ]
        text = add_line(root, "text", {LANGUAGE: self.work.meta.get("language", "en")})
        text.append(self._body())
        if parts := [part for part in parts if len(part) > 1]:
            add_line(text, "back", {LANGUAGE: "en"}).extend(parts)
        return document_of(root)

    def _body(self) -> ET.Element:
        """Return the text in its paragraphs and tables; a paragraph with a heading begins a division."""
        body = new_element("body", tail="\n")
        division, block = body, body
        for piece in self.order:
            columns, tag = piece.markup.split("\t"), "p"
            if len(columns) > 1:
                tag = "table"
            elif piece.is_figure:
                tag = "ab"
            if piece.paragraph or (tag == "table") != (block.tag == f"{N}table"):
                if piece.is_heading:
                    tag = "head"
                    if division is body or any(child.tag != f"{N}head" for child in division):
                        division = add_line(body, "div", {"n": piece.of.id, "type": "division"})
                elif division is body:
                    division = add_line(body, "div", {"type": "opening"})
                is_title = not piece.is_heading and rule_of(piece.clause) in TITLE
                block = add_line(division, tag, {"rend": "title" if is_title and tag == "p" else ""})
            elif tag != "table":
                if piece.line:
                    block.append(new_element("lb"))
                add_words(block, piece.between)
            if len(columns) == 1:
                block.append(self._segment(piece, piece.markup))
                continue
            role = {"role": "label" if piece.is_table_head else ""}
            row, at = add_line(block, "row", role), 0
            for column, words in enumerate(columns):
                rest = len(columns) - 1 - column
                add_line(row, "cell", role).append(self._segment(piece, words, at, column, rest))
                at += len(plain_runs(runs_of(words))) + 1
        return body

    def _segment(self, piece: PrintedStretch, words: str, at: int = 0, before: int = 0, behind: int = 0) -> ET.Element:
        """Return a segment of a clause, or a heading: the first has its id, and all have its number.

        The words begin `at` an offset of the piece, with other cells of its row `before` and `behind` them.
        """
        of, pieces = piece.of, self.pieces[piece.clause, piece.is_heading]
        length = len(plain_runs(runs_of(words)))
        anchors = [
            (offset - at, anchor) for offset, anchor in self.anchors.get(piece, ()) if 0 <= offset - at <= length
        ]
        anchors.sort(key=lambda anchor: anchor[0])
        is_first, is_last = piece == pieces[0] and not before, piece == pieces[-1] and not behind
        if isinstance(of, Heading):
            id = identifier("h", self.name, of.id) if of.id and is_first else ""
            return add_printed(new_element("seg", {"type": "heading", "n": of.id, ID: id}), words, anchors)
        part = "" if is_first and is_last else "I" if is_first else "F" if is_last else "M"
        ids = [self.name, of.id, *([] if is_first else [f"s{piece.number + before + 1}"])]
        rules = f"#{identifier('rules', self.name, of.id)}" if is_first and of.id in self.encoded_clauses else ""
        attributes = {"type": "clause", "n": of.id, "part": part, ID: identifier("c", *ids), "corresp": rules}
        segment = new_element("seg", attributes)
        if not of.figure:
            return add_printed(segment, words, anchors)
        segment.extend(anchor for offset, anchor in anchors if offset == 0)
        figure = figure_element(self.drawings.get(of.id, ""), "", of.description)
        figure.append(new_element("ab", {"type": "labels"}, words.removeprefix("[[").removesuffix("]]")))
        segment.append(figure)
        segment.extend(anchor for offset, anchor in anchors if offset > 0)
        return segment

    # ------------------------------------------------------------------------------------------ apparatus

    def _locate(self, id: str, kind: str, start: tuple[Key, str], end: tuple[Key, str]) -> tuple[str, str]:
        """Place one anchor before a stretch of words and one after it; return the pointers to both.

        For the labels of a figure, and for words that are not found, use the whole clause.
        """
        pointers = []
        for sign, (key, phrase), is_end in (("a", start, False), ("z", end, True)):
            pieces = self.pieces[key]
            runs = [[*runs_of(piece.markup)] for piece in pieces]
            joined_runs = tuple(run for own in runs for run in (StyledRun(GAP, "gap"), *own))[1:]
            whole, of = (0, len(plain_runs(joined_runs))), pieces[0].of
            is_figure = isinstance(of, Clause) and of.figure
            offset = (whole if is_figure else find_phrase(joined_runs, phrase) or whole)[is_end]
            for piece, own in zip(pieces, runs, strict=True):
                length = len(plain_runs(tuple(own)))
                if offset < length + is_end or piece == pieces[-1]:
                    break
                offset -= length + len(GAP)
            anchor = new_element("anchor", {ID: f"{id}.{sign}", "type": kind, "corresp": f"#{id}"})
            self.anchors.setdefault(piece, []).append((min(max(offset, 0), length), anchor))
            pointers.append(f"#{id}.{sign}")
        return pointers[0], pointers[1]

    def _apparatus(self) -> ET.Element:
        """Return the apparatus: variants, stretches in which witnesses agree, and stretches of a single witness."""
        part, (apparatus, _) = new_part("apparatus", "Apparatus"), load_apparatus(self.work.folder, self.text)
        number = 0
        for kind, group in apparatus._asdict().items():
            entries = add_line(part, "listApp", {"type": kind}) if group else part
            for entry in group:
                number += 1
                write = self._variant if isinstance(entry, Variant) else self._stretch
                entries.append(write(entry, identifier("v", self.name, str(number))))
        return part

    def _variant(self, variant: Variant, id: str) -> ET.Element:
        """Return the entry of a variant, with its lemma, its readings and its witnesses."""
        key = variant.heading or variant.clause, bool(variant.heading)
        start, end = self._locate(id, "variant", (key, variant.lemma), (key, variant.lemma))
        attributes = {
            ID: id,
            "type": variant.type,
            "subtype": "substantive" if variant.substantive else "accidental",
            "n": variant.clause,
            "loc": variant.heading,
            "corresp": f"#{identifier('h' if variant.heading else 'c', self.name, key[0])}",
            "from": start,
            "to": end,
        }
        app = new_element("app", attributes, tail="\n")
        reading_text = self.work.meta.get("reading_text", "")
        # A conjecture departs from every witness, including the printed one.
        witnesses = [] if any(witness == reading_text for witness, _ in variant.readings) else [reading_text]
        app.append(add_printed(new_element("lem", {"wit": _pointers(witnesses)}), variant.lemma))
        for witness, words in variant.readings:
            is_wanting = words == WANTING
            attributes = {"wit": _pointers([witness]), "type": "wanting" if is_wanting else ""}
            app.append(add_printed(new_element("rdg", attributes), "" if is_wanting else words))
        if variant.note:
            app.append(new_element("note", {}, variant.note))
        return app

    def _stretch(self, stretch: TextStretch, id: str) -> ET.Element:
        """Return the entry for a stretch of clauses and its witnesses."""
        first, last = (stretch.clauses[0], False), (stretch.clauses[-1], False)
        start, end = self._locate(id, "stretch", (first, stretch.first_words), (last, stretch.last_words))
        pointers = " ".join(map(self.prose.pointer, stretch.clauses))
        attributes = {ID: id, "n": " ".join(stretch.clauses), "corresp": pointers, "from": start, "to": end}
        app = new_element("app", attributes, tail="\n")
        lemma = new_element("lem", {"wit": _pointers(stretch.witnesses)})
        for key, words in (("from", stretch.first_words), ("to", stretch.last_words)):
            if words:
                lemma.append(add_printed(new_element("seg", {"type": key}), words))
        app.append(lemma)
        if stretch.note:
            app.append(new_element("note", {}, stretch.note))
        return app


def _pointers(sigla: Iterable[str]) -> str:
    return " ".join(f"#{identifier('w', siglum)}" for siglum in sigla if siglum)
