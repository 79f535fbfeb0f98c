"""Write an edition as TEI P5: its text in clauses, witnesses, apparatus, notes and open places.

Nothing of text, clauses and apparatus is lost: they can be read back from the file as they are in the corpus.  White
space inside paragraphs is that of the text; a line of the print begins with `lb`.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import partial
from typing import TYPE_CHECKING, TypeAlias, cast
from xml.etree import ElementTree as ET

from cc_dsl.export.apparatus import ApparatusTables, StretchTable, VariantTable
from cc_dsl.source.clauses import WANTING
from cc_dsl.source.data import read_data
from cc_dsl.weave.imprint import Publication, Work, load_publication, load_work
from cc_dsl.weave.notes import load_notes
from cc_dsl.weave.words import runs_of

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.source.clauses import Clause, Heading
    from cc_dsl.weave.doubts import Doubt

TeiOf: TypeAlias = "Callable[[Edition], str]"
"""What returns the TEI document of an edition."""

TEI = "http://www.tei-c.org/ns/1.0"
XML = "{http://www.w3.org/XML/1998/namespace}"
RENDERED = {"italic": "italic", "bold": "bold", "small-caps": "smallcaps"}
CERTAIN = {"plain": "high", "probable": "medium", "open": "low"}
"""The words of confidence as TEI has them; a word that is not among them stands as `unknown`."""
EMPHASIS = re.compile(r"(\*\*|\*|_)(?=\S)(.+?)(?<=\S)\1")
"""Emphasis in notes, which are written as Markdown."""

RULE = re.compile(r"\|(?: *:?-+:? *\|)+")
"""The line under the head of a table in Markdown."""
DECLARED = '<?xml version="1.0" encoding="UTF-8"?>\n'
NAMESPACE = f' xmlns="{TEI}"'
ID = "xml:id"
TAG = re.compile(r"<[^<>]*>")
"""A tag of a document; in words both brackets are escaped."""
NAMED = re.compile(f' {ID}="([^"]*)"')
ATTRIBUTE = re.compile(r'([\w:]+)="([^"]*)"')


def tei(edition: Edition) -> str:
    """Return an edition as a TEI document."""
    return _document(_tree(edition))


def tei_corpus(editions: Sequence[Edition], made: TeiOf = tei) -> str:
    """Return editions as one corpus of TEI documents, in their order; what several name alike is told apart."""
    root = _element("teiCorpus", {f"{XML}lang": "en"})
    root.append(_header_of_all(load_publication()))
    opening, end, behind = _document(root).rpartition("</teiCorpus>")
    documents = {edition.name: made(edition).removeprefix(DECLARED).replace(NAMESPACE, "", 1) for edition in editions}
    return "".join([opening, *_told_apart(documents), end, behind])


def _told_apart(documents: Mapping[str, str]) -> list[str]:
    """Put the name of the edition behind each id that several documents have, and behind what points to it."""
    named = Counter(id for text in documents.values() for tag in TAG.findall(text) for id in NAMED.findall(tag))
    shared = frozenset(id for id, count in named.items() if count > 1)
    return [TAG.sub(partial(_renamed, partial(_own, name, shared)), text) for name, text in documents.items()]


def _renamed(own: Callable[[str], str], tag: re.Match[str]) -> str:
    """Return a tag with the ids in it as they are called among several documents."""

    def told(found: re.Match[str]) -> str:
        key, value = found.groups()
        if key == ID:
            value = own(value)
        elif value.startswith("#"):
            value = " ".join(f"#{own(one[1:])}" if one[0] == "#" else one for one in value.split())
        return f'{key}="{value}"'

    return ATTRIBUTE.sub(told, tag[0]) if "#" in tag[0] or ID in tag[0] else tag[0]


def _own(name: str, shared: Set[str], id: str) -> str:
    return identifier(id, name) if id in shared else id


def _document(root: ET.Element) -> str:
    ET.register_namespace("", TEI)
    return DECLARED + ET.tostring(root, encoding="unicode") + "\n"


def _tree(edition: Edition) -> ET.Element:
    """Return an edition as the element of a TEI document."""
    work, published = load_work(edition.folder), load_publication()
    root = _element("TEI", {f"{XML}lang": "en"})
    root.append(_header(work, published))
    text = _into(root, "text", {f"{XML}lang": work.meta.get("language", "en")})
    text.append(_body(work))
    back = _into(text, "back", {f"{XML}lang": "en"})
    for part in (_apparatus(edition, work), _notes(edition, work), _doubts(edition, work)):
        if part is not None:
            back.append(part)
    if not len(back):
        text.remove(back)
    return root


def identifier(kind: str, *names: str) -> str:
    """Return an id that XML allows, such as `c.1862.II.8`; a letter gives its sort."""
    return ".".join([kind, *(re.sub(r"[^\w.-]", "_", name) for name in names)])


def _element(tag: str, attributes: Mapping[str, str] | None = None, words: str = "") -> ET.Element:
    """Make an element; of the attributes those without a value are left out."""
    made = ET.Element(f"{{{TEI}}}{tag}", {key: value for key, value in (attributes or {}).items() if value})
    made.text = words or None
    return made


def _into(parent: ET.Element, tag: str, attributes: Mapping[str, str] | None = None, words: str = "") -> ET.Element:
    """Make an element in another, on a line of its own."""
    if len(parent) == 0 and not parent.text:
        parent.text = "\n"
    made = _element(tag, attributes, words)
    made.tail = "\n"
    parent.append(made)
    return made


# ---------------------------------------------------------------------------------------------- header


def _imprint(file: ET.Element, published: Publication) -> ET.Element:
    """State the version, the date and the publisher of a file; return the element for its licences."""
    version = _into(_into(file, "editionStmt"), "edition", {"n": published.version}, f"Version {published.version}, ")
    _into(version, "date", {"when": published.date}, published.date)
    publication = _into(file, "publicationStmt")
    _into(publication, "publisher", {}, published.editors)
    _into(publication, "date", {"when": published.date}, published.date)
    return _into(publication, "availability", {"status": "free"})


def _header_of_all(published: Publication) -> ET.Element:
    header = _element("teiHeader")
    header.tail = "\n"
    file = _into(header, "fileDesc")
    titles = _into(file, "titleStmt")
    _into(titles, "title", {}, published.title)
    _into(_into(titles, "editor"), "orgName", {}, published.editors)
    available = _imprint(file, published)
    _into(available, "licence", {"target": published.text_licence_address}, published.text_licence)
    _into(file, "sourceDesc").append(_paragraph("Each text of this corpus names its own witnesses."))
    return header


def _header(work: Work, published: Publication) -> ET.Element:
    header = _element("teiHeader")
    header.tail = "\n"
    file = _into(header, "fileDesc")
    titles = _into(file, "titleStmt")
    _into(titles, "title", {}, f"{work.title}{f' ({work.year})' if work.year else ''}")
    _into(titles, "author", {}, work.author)
    editor = _into(titles, "editor")
    _into(editor, "orgName", {f"{XML}id": "editors"}, published.editors)
    available = _imprint(file, published)
    for part, terms in work.meta.get("rights", {}).items():
        target = published.text_licence_address if "CC BY 4.0" in terms else ""
        _into(available, "licence", {"target": target, "n": part}, f"{part.capitalize()}: {terms}")
    series = _into(file, "seriesStmt")
    _into(series, "title", {}, published.title)
    source = _into(file, "sourceDesc")
    source.append(_witnesses(work.meta.get("witness", [])))
    if work.meta.get("provenance"):
        provenance = _into(source, "list", {"type": "provenance"})
        for item in work.meta["provenance"]:
            words = f"{item.get('statement', '')} ({item.get('where', '')})"
            _into(provenance, "item", {"n": str(item.get("standing", ""))}, words)
    if not work.meta.get("witness"):
        source[:] = [_paragraph("No witness is recorded.")]
    encoding = _into(header, "encodingDesc")
    declared = _into(encoding, "editorialDecl")
    declared.append(_paragraph("The words are divided into clauses of about a sentence, each with a permanent number."))
    declared.append(_paragraph(f"SHA-256 of the text: {work.digest}"))
    _into(encoding, "variantEncoding", {"method": "location-referenced", "location": "external"})
    return header


def _witnesses(listed: Iterable[Mapping[str, str]]) -> ET.Element:
    """Return the witnesses."""
    made = _element("listWit")
    for item in listed:
        siglum = str(item.get("siglum", ""))
        witness = _into(made, "witness", {f"{XML}id": identifier("w", siglum), "n": siglum}, f"{item.get('name', '')} ")
        address = str(item.get("address", ""))
        if address.startswith("http"):
            _into(witness, "ref", {"target": address}, address)
        else:
            _into(witness, "ref", {}, address)
        for key in ("holds", "seen", "source"):
            _into(witness, "note", {"type": key}, str(item.get(key, "")))
    made.tail = "\n"
    return made


def _paragraph(words: str) -> ET.Element:
    made = _element("p", {}, words)
    made.tail = "\n"
    return made


# ------------------------------------------------------------------------------------------------ text


def _body(work: Work) -> ET.Element:
    """Return the text in its paragraphs; a paragraph with a heading begins a division."""
    body = _element("body")
    body.tail = "\n"
    source = work.text.text.text
    pieces: list[tuple[int, int, Clause | Heading, int]] = []
    for clause in work.text.clauses.values():
        pieces += [(span.start, span.end, clause, number) for number, span in enumerate(clause.segments)]
    pieces += [(head.span.start, head.span.end, head, -1) for head in work.text.headings if head.span is not None]
    division, block, end = body, None, 0
    for start, stop, piece, number in sorted(pieces, key=lambda item: item[0]):
        between, end = source[end:start], stop
        if block is None or "\n\n" in between:
            division, block = _begin(body, division, piece, number, work)
        else:
            _line(block, between)
        block.append(_piece(work, piece, number, source[start:stop]))
    return body


def _begin(
    body: ET.Element, division: ET.Element, piece: Clause | Heading, number: int, work: Work
) -> tuple[ET.Element, ET.Element]:
    """Open a paragraph, after opening a division if it begins with a heading; return both."""
    if number < 0:
        is_fresh = division is not body and all(child.tag == f"{{{TEI}}}head" for child in division)
        if not is_fresh:
            division = _into(body, "div", {"n": piece.id, "type": "division"})
        return division, _into(division, "head")
    if division is body:
        division = _into(body, "div", {"type": "opening"})
    is_figure = work.text.clauses[piece.id].figure
    return division, _into(division, "ab" if is_figure else "p")


def _line(block: ET.Element, between: str) -> None:
    """Set what stands between two pieces of a paragraph: white space, and the beginning of a line of the print."""
    if "\n" in between:
        block.append(_element("lb"))
    _say(block, between)


def _say(parent: ET.Element, words: str) -> None:
    """Put words behind what an element holds already."""
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + words
    else:
        parent.text = (parent.text or "") + words


def _piece(work: Work, piece: Clause | Heading, number: int, words: str) -> ET.Element:
    """Return a heading, or a segment of a clause: the first has the id of the clause, and all have its number."""
    if number < 0:
        is_first = piece is next(one for one in work.text.headings if one.id == piece.id)
        id = identifier("h", work.name, piece.id) if piece.id and is_first else ""
        return _written(_element("seg", {"type": "heading", "n": piece.id, f"{XML}id": id}), words)
    clause = work.text.clauses[piece.id]
    last = len(clause.segments) - 1
    part = "" if last == 0 else "I" if number == 0 else "F" if number == last else "M"
    ids = [work.name, piece.id, *([f"s{number + 1}"] if number else [])]
    attributes = {"type": "clause", "n": piece.id, "part": part, f"{XML}id": identifier("c", *ids)}
    if not clause.figure:
        return _written(_element("seg", attributes), words)
    made = _element("seg", attributes)
    figure = _element("figure")
    figure.append(_element("figDesc", {}, clause.description))
    labels = _element("ab", {"type": "labels"}, words.removeprefix("[[").removesuffix("]]"))
    figure.append(labels)
    made.append(figure)
    return made


def _written(made: ET.Element, words: str) -> ET.Element:
    """Set printed words with their typographic signs as elements."""
    for run in runs_of(words):
        if run.role in RENDERED:
            made.append(_element("hi", {"rend": RENDERED[run.role]}, run.words))
        elif run.role == "remark":
            made.append(_element("note", {"type": "remark"}, run.words[1:-1]))
        else:
            _say(made, run.words)
    return made


# ------------------------------------------------------------------------------------------- apparatus


def _apparatus(edition: Edition, work: Work) -> ET.Element | None:
    """Return the places where the witnesses differ, where they agree, and what only one of them has."""
    path = os.path.join(edition.folder, "apparatus.toml")
    data = cast("ApparatusTables", read_data(path)[1]) if os.path.exists(path) else ApparatusTables()
    made = _element("div", {"type": "apparatus"})
    made.tail = "\n"
    _into(made, "head", {}, "Apparatus")
    listed = _into(made, "listApp", {"type": "variants"})
    for variant in data.get("variant", []):
        listed.append(_variant(work, variant))
    for kind, listed_here in (("agreements", data.get("agreement", [])), ("alone", data.get("alone", []))):
        stretches = _into(made, "listApp", {"type": kind})
        for item in listed_here:
            stretches.append(_stretch(work, item))
    for child in [child for child in made if child.tag.endswith("listApp") and not len(child)]:
        made.remove(child)
    return made if len(made) > 1 else None


def _variant(work: Work, variant: VariantTable) -> ET.Element:
    substance = "substantive" if variant.get("substantive") else "accidental"
    clause, heading = variant.get("clause", ""), variant.get("heading", "")
    where = identifier("h", work.name, heading) if heading else identifier("c", work.name, clause)
    app = _element(
        "app",
        {
            "type": variant.get("type", ""),
            "subtype": substance,
            "n": clause,
            "loc": heading,
            "corresp": f"#{where}",
        },
    )
    app.tail = "\n"
    readings = variant.get("readings", [])
    printed = work.meta.get("reading_text", "")
    # A conjecture departs from all witnesses, the one that is printed among them.
    has_it = [] if any(reading["witness"] == printed for reading in readings) else [printed]
    app.append(_written(_element("lem", {"wit": _pointers(has_it)}), variant["lemma"]))
    for reading in readings:
        is_wanting = reading["words"] == WANTING
        attributes = {"wit": _pointers([reading["witness"]]), "type": "wanting" if is_wanting else ""}
        app.append(_written(_element("rdg", attributes), "" if is_wanting else reading["words"]))
    if variant.get("note"):
        app.append(_element("note", {}, variant["note"]))
    return app


def _stretch(work: Work, item: StretchTable) -> ET.Element:
    clauses = item.get("clauses", [])
    witnesses = item.get("witnesses") or [item.get("witness", "")]
    app = _element(
        "app", {"n": " ".join(clauses), "corresp": " ".join(f"#{identifier('c', work.name, one)}" for one in clauses)}
    )
    app.tail = "\n"
    lemma = _element("lem", {"wit": _pointers(witnesses)})
    for key, words in (("from", item.get("from")), ("to", item.get("to"))):
        if words:
            lemma.append(_written(_element("seg", {"type": key}), words))
    app.append(lemma)
    if item.get("note"):
        app.append(_element("note", {}, item["note"]))
    return app


def _pointers(sigla: Iterable[object]) -> str:
    return " ".join(f"#{identifier('w', str(siglum))}" for siglum in sigla if siglum)


# --------------------------------------------------------------------------------- notes and open places


def _notes(edition: Edition, work: Work) -> ET.Element | None:
    """Return the editors' notes, each pointing to its clause."""
    notes = load_notes(edition.folder)
    if not notes:
        return None
    made = _element("div", {"type": "notes"})
    made.tail = "\n"
    _into(made, "head", {}, "Notes")
    for note in notes.values():
        target = f"#{identifier('c', work.name, note.id)}" if note.id in work.text.clauses else ""
        kind = "commentary" if target else "introduction" if note.id == "introduction" else "division"
        set_note = _into(made, "note", {"type": kind, "n": note.id, "target": target, "resp": "#editors"})
        for words in note.markdown.split("\n\n"):
            set_note.append(_block(words))
    return made


def _block(words: str) -> ET.Element:
    """Set a block of Markdown: a table, or a paragraph."""
    lines = [line.strip() for line in words.strip().splitlines()]
    if len(lines) < 2 or not RULE.fullmatch(lines[1]):
        return _marked(_paragraph(""), " ".join(words.removeprefix("> ").split()))
    made = _element("table")
    for number, line in enumerate(lines):
        if number != 1:
            row = _into(made, "row", {"role": "data" if number else "label"})
            for cell in line.strip("|").split("|"):
                row.append(_marked(_element("cell"), cell.strip()))
    return made


def _marked(made: ET.Element, words: str) -> ET.Element:
    """Set a paragraph of Markdown, its emphasis as elements."""
    end = 0
    for found in EMPHASIS.finditer(words):
        _say(made, words[end : found.start()])
        made.append(_element("hi", {"rend": "bold" if found[1] == "**" else "italic"}, found[2]))
        end = found.end()
    _say(made, words[end:])
    return made


def _doubts(edition: Edition, work: Work) -> ET.Element | None:
    """Return the open places: the question, each answer with its argument, and how sure the default is."""
    from cc_dsl.weave.doubts import doubts_of
    from cc_dsl.weave.statements import blocks_of

    doubts = doubts_of(edition.folder, blocks_of(edition.source, edition.start))
    if not doubts:
        return None
    made = _element("div", {"type": "readings"})
    made.tail = "\n"
    _into(made, "head", {}, "Readings and gaps")
    for doubt in doubts:
        made.append(_doubt(work, doubt))
    return made


def _doubt(work: Work, doubt: Doubt) -> ET.Element:
    cert = CERTAIN.get(doubt.confidence, "unknown") if doubt.confidence else ""
    note = _element(
        "note",
        {
            "type": "reading",
            "subtype": doubt.kind,
            "n": doubt.name,
            f"{XML}id": identifier("r", work.name, doubt.name),
            "target": f"#{identifier('c', work.name, doubt.clause)}" if doubt.clause in work.text.clauses else "",
            "cert": cert,
            "resp": "#editors",
        },
    )
    note.tail = "\n"
    _into(note, "label", {}, doubt.title)
    if doubt.words:
        quoted = _into(note, "p")
        quoted.append(_written(_element("quote"), doubt.words))
    question = doubt.question or f"What is meant by “{doubt.words}”?"
    note.append(_paragraph(question))
    answers = _into(note, "list")
    for answer in doubt.answers:
        attributes = {
            "n": answer.name,
            f"{XML}id": identifier("a", work.name, doubt.name, answer.name),
            "rend": "default" if answer.is_default else "",
        }
        item = _into(answers, "item", attributes)
        _into(item, "label", {}, answer.phrase)
        for words in (answer.reason, answer.argument):
            if words:
                item.append(_paragraph(words))
        if answer.evidence:
            item.append(_paragraph(f"Clauses: {', '.join(answer.evidence)}"))
    if doubt.why:
        note.append(_paragraph(f"Why the default: {doubt.why}"))
    return note
