"""Write an edition as TEI P5: its text in clauses, witnesses, apparatus, notes and open places.

Nothing of text, clauses and apparatus is lost: they can be read back from the file as they are in the corpus.  White
space inside paragraphs is that of the text; a line of the print begins with `lb`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from cc_dsl.edition_model.doubts import doubts_of
from cc_dsl.edition_model.imprint import Publication, Work, load_publication, load_work
from cc_dsl.edition_model.notes import load_notes
from cc_dsl.edition_model.statements import blocks_of
from cc_dsl.edition_model.words import runs_of
from cc_dsl.export.prose import TEI, Prose, add_words, new_element
from cc_dsl.source.clauses import WANTING, TextStretch, Variant, load_apparatus

if TYPE_CHECKING:
    from cc_dsl.edition_model.doubts import Doubt
    from cc_dsl.pipeline import Edition
    from cc_dsl.source.clauses import Clause, Heading

XML = "{http://www.w3.org/XML/1998/namespace}"
RENDERED = {"italic": "italic", "bold": "bold", "small-caps": "smallcaps"}
CERTAIN = {"plain": "high", "probable": "medium", "open": "low"}
"""The words of confidence as TEI has them; a word that is not among them stands as `unknown`."""
DECLARED = '<?xml version="1.0" encoding="UTF-8"?>\n'
ID = f"{XML}id"


def tei(edition: Edition) -> str:
    """Return an edition as a TEI document."""
    return _document(_tree(edition))


def tei_corpus(documents: Mapping[str, str]) -> str:
    """Return TEI documents, by the names of their editions, as one corpus; an id that several have gets that name."""
    root = new_element("teiCorpus", {f"{XML}lang": "en"})
    root.append(_header_of_all(load_publication()))
    trees = {name: ET.fromstring(document) for name, document in documents.items()}
    ids = Counter(element.get(ID, "") for tree in trees.values() for element in tree.iter())
    for name, tree in trees.items():
        for element in tree.iter():
            for key, value in element.items():
                if key == ID and ids[value] > 1:
                    element.set(key, identifier(value, name))
                elif value.startswith("#"):
                    pointers = (identifier(one, name) if ids[one[1:]] > 1 else one for one in value.split())
                    element.set(key, " ".join(pointers))
        tree.tail = "\n"
        root.append(tree)
    return _document(root)


def _document(root: ET.Element) -> str:
    ET.register_namespace("", TEI)
    return DECLARED + ET.tostring(root, encoding="unicode") + "\n"


def _tree(edition: Edition) -> ET.Element:
    """Return an edition as the element of a TEI document."""
    work, published = load_work(edition.folder), load_publication()
    root = new_element("TEI", {f"{XML}lang": "en"})
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


def _into(parent: ET.Element, tag: str, attributes: Mapping[str, str] | None = None, words: str = "") -> ET.Element:
    """Make an element in another, on a line of its own."""
    if len(parent) == 0 and not parent.text:
        parent.text = "\n"
    made = new_element(tag, attributes, words)
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
    header = new_element("teiHeader")
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
    header = new_element("teiHeader")
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
    made = new_element("listWit")
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
    made = new_element("p", {}, words)
    made.tail = "\n"
    return made


# ------------------------------------------------------------------------------------------------ text


def _body(work: Work) -> ET.Element:
    """Return the text in its paragraphs; a paragraph with a heading begins a division."""
    body = new_element("body")
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
        block.append(new_element("lb"))
    add_words(block, between)


def _piece(work: Work, piece: Clause | Heading, number: int, words: str) -> ET.Element:
    """Return a heading, or a segment of a clause: the first has the id of the clause, and all have its number."""
    if number < 0:
        is_first = piece is next(one for one in work.text.headings if one.id == piece.id)
        id = identifier("h", work.name, piece.id) if piece.id and is_first else ""
        return _written(new_element("seg", {"type": "heading", "n": piece.id, f"{XML}id": id}), words)
    clause = work.text.clauses[piece.id]
    last = len(clause.segments) - 1
    part = "" if last == 0 else "I" if number == 0 else "F" if number == last else "M"
    ids = [work.name, piece.id, *([f"s{number + 1}"] if number else [])]
    attributes = {"type": "clause", "n": piece.id, "part": part, f"{XML}id": identifier("c", *ids)}
    if not clause.figure:
        return _written(new_element("seg", attributes), words)
    made = new_element("seg", attributes)
    figure = new_element("figure")
    figure.append(new_element("figDesc", {}, clause.description))
    labels = new_element("ab", {"type": "labels"}, words.removeprefix("[[").removesuffix("]]"))
    figure.append(labels)
    made.append(figure)
    return made


def _written(made: ET.Element, words: str) -> ET.Element:
    """Set printed words with their typographic signs as elements."""
    for run in runs_of(words):
        if run.role in RENDERED:
            made.append(new_element("hi", {"rend": RENDERED[run.role]}, run.words))
        elif run.role == "remark":
            made.append(new_element("note", {"type": "remark"}, run.words[1:-1]))
        else:
            add_words(made, run.words)
    return made


# ------------------------------------------------------------------------------------------- apparatus


def _apparatus(edition: Edition, work: Work) -> ET.Element | None:
    """Return the places where the witnesses differ, where they agree, and what only one of them has."""
    made = _part("apparatus", "Apparatus")
    apparatus, _ = load_apparatus(edition.folder, work.text)
    kinds = {
        "variants": [_variant(work, one) for one in apparatus.variants],
        "agreements": [_stretch(work, one) for one in apparatus.agreements],
        "alone": [_stretch(work, one) for one in apparatus.alone],
    }
    for kind, listed in kinds.items():
        if listed:
            _into(made, "listApp", {"type": kind}).extend(listed)
    return made if len(made) > 1 else None


def _variant(work: Work, variant: Variant) -> ET.Element:
    where = ("h", variant.heading) if variant.heading else ("c", variant.clause)
    app = new_element(
        "app",
        {
            "type": variant.type,
            "subtype": "substantive" if variant.substantive else "accidental",
            "n": variant.clause,
            "loc": variant.heading,
            "corresp": f"#{identifier(where[0], work.name, where[1])}",
        },
    )
    app.tail = "\n"
    printed = work.meta.get("reading_text", "")
    # A conjecture departs from all witnesses, the one that is printed among them.
    has_it = [] if any(witness == printed for witness, _ in variant.readings) else [printed]
    app.append(_written(new_element("lem", {"wit": _pointers(has_it)}), variant.lemma))
    for witness, words in variant.readings:
        is_wanting = words == WANTING
        attributes = {"wit": _pointers([witness]), "type": "wanting" if is_wanting else ""}
        app.append(_written(new_element("rdg", attributes), "" if is_wanting else words))
    if variant.note:
        app.append(new_element("note", {}, variant.note))
    return app


def _stretch(work: Work, stretch: TextStretch) -> ET.Element:
    corresponding = " ".join(_clause(work, one) for one in stretch.clauses)
    app = new_element("app", {"n": " ".join(stretch.clauses), "corresp": corresponding})
    app.tail = "\n"
    lemma = new_element("lem", {"wit": _pointers(stretch.witnesses)})
    for key, words in (("from", stretch.first_words), ("to", stretch.last_words)):
        if words:
            lemma.append(_written(new_element("seg", {"type": key}), words))
    app.append(lemma)
    if stretch.note:
        app.append(new_element("note", {}, stretch.note))
    return app


def _pointers(sigla: Iterable[object]) -> str:
    return " ".join(f"#{identifier('w', str(siglum))}" for siglum in sigla if siglum)


# --------------------------------------------------------------------------------- notes and open places


def _part(kind: str, heading: str) -> ET.Element:
    """Return a part of what stands behind the text, under its heading."""
    made = new_element("div", {"type": kind})
    made.tail = "\n"
    _into(made, "head", {}, heading)
    return made


def _clause(work: Work, name: str) -> str:
    """Return the pointer to a clause."""
    return f"#{identifier('c', work.name, name)}"


def _prose(work: Work) -> Prose:
    """Return how editors' prose on a text is written."""
    return Prose(work.text.clauses, partial(_clause, work))


def _notes(edition: Edition, work: Work) -> ET.Element | None:
    """Return the editors' notes, each pointing to its clause."""
    made, prose = _part("notes", "Notes"), _prose(work)
    for note in load_notes(edition.folder).values():
        target = _clause(work, note.id) if note.id in work.text.clauses else ""
        kind = "commentary" if target else "introduction" if note.id == "introduction" else "division"
        set_note = _into(made, "note", {"type": kind, "n": note.id, "target": target, "resp": "#editors"})
        set_note.extend(prose.blocks(note.markdown))
    return made if len(made) > 1 else None


def _doubts(edition: Edition, work: Work) -> ET.Element | None:
    """Return the open places: the question, each answer with its argument, and how sure the default is."""
    made, prose = _part("readings", "Readings and gaps"), _prose(work)
    for doubt in doubts_of(edition.folder, blocks_of(edition.source, edition.start)):
        made.append(_doubt(work, doubt, prose))
    return made if len(made) > 1 else None


def _doubt(work: Work, doubt: Doubt, prose: Prose) -> ET.Element:
    note = new_element(
        "note",
        {
            "type": "reading",
            "subtype": doubt.kind,
            "n": doubt.name,
            f"{XML}id": identifier("r", work.name, doubt.name),
            "target": _clause(work, doubt.clause) if doubt.clause in work.text.clauses else "",
            "cert": CERTAIN.get(doubt.confidence, "unknown") if doubt.confidence else "",
            "resp": "#editors",
        },
    )
    note.tail = "\n"
    _into(note, "label", {}, doubt.title)
    if doubt.words:
        quoted = _into(note, "p")
        quoted.append(_written(new_element("quote"), doubt.words))
    note.append(prose.paragraph(doubt.question or f"What is meant by “{doubt.words}”?"))
    answers = _into(note, "list")
    for answer in doubt.answers:
        attributes = {
            "n": answer.name,
            f"{XML}id": identifier("a", work.name, doubt.name, answer.name),
            "rend": "default" if answer.is_default else "",
        }
        item = _into(answers, "item", attributes)
        _into(item, "label", {}, answer.phrase)
        evidence = f"Clauses: {', '.join(answer.evidence)}" if answer.evidence else ""
        own = evidence.replace(f" {work.name}.", " ")
        item.extend(prose.paragraph(words) for words in (answer.reason, answer.argument, own) if words)
    if doubt.why:
        note.append(prose.paragraph(f"Why the default: {doubt.why}"))
    return note
