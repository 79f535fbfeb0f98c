"""Write an edition as TEI P5: its text in clauses, witnesses, apparatus, notes and open places.

Nothing of text, clauses and apparatus is lost: they can be read back from the file as they are in the corpus.  White
space inside paragraphs is that of the text; a line of the print begins with `lb`.  Notes are written as Markdown:

> … and turns up the 13th, which is called the “Lead.”        <quote><p>… and turns up the 13th …</p></quote>
See II.8, and *not* [the list](https://example.org).          <p>See <ref target="#c.1862.II.8">II.8</ref>, …</p>
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from cc_dsl.edition_model.doubts import doubts_of
from cc_dsl.edition_model.imprint import Publication, Work, load_publication, load_work
from cc_dsl.edition_model.notes import citation_pattern, load_notes
from cc_dsl.edition_model.statements import blocks_of
from cc_dsl.edition_model.words import pieces_of, runs_of
from cc_dsl.source.clauses import WANTING, Clause, Heading, TextStretch, Variant, load_apparatus

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from cc_dsl.edition_model.doubts import Doubt
    from cc_dsl.edition_model.words import Piece
    from cc_dsl.pipeline import Edition

TEI = "http://www.tei-c.org/ns/1.0"
N = f"{{{TEI}}}"
"""What stands before the name of an element when it is looked for."""
XML = "{http://www.w3.org/XML/1998/namespace}"
ID, LANGUAGE = f"{XML}id", f"{XML}lang"
RENDERED = {"italic": "italic", "bold": "bold", "small-caps": "smallcaps"}
CERTAIN = {"plain": "high", "probable": "medium", "open": "low"}
"""The words of confidence as TEI has them; a word that is not among them stands as `unknown`."""
SURE = {cert: word for word, cert in CERTAIN.items()}
DECLARED = '<?xml version="1.0" encoding="UTF-8"?>\n'
MARKDOWN: Mapping[str, tuple[str, dict[str, str]]] = {
    "paragraph": ("p", {}),
    "heading": ("label", {}),
    "blockquote": ("quote", {}),
    "bullet_list": ("list", {"rend": "bulleted"}),
    "ordered_list": ("list", {"rend": "numbered"}),
    "list_item": ("item", {}),
    "table": ("table", {}),
    "tr": ("row", {}),
    "th": ("cell", {}),
    "td": ("cell", {}),
    "em": ("hi", {"rend": "italic"}),
    "strong": ("hi", {"rend": "bold"}),
}
"""The element of TEI for each sort of Markdown."""
BLOCKS = frozenset({"p", "label", "quote", "list", "item", "table", "row"})
"""Elements that stand on lines of their own."""


def tei(edition: Edition) -> str:
    """Return an edition as a TEI document."""
    work, root = load_work(edition.folder), new_element("TEI", {LANGUAGE: "en"})
    root.append(_header(load_publication(), work))
    text = _into(root, "text", {LANGUAGE: work.meta.get("language", "en")})
    text.append(_body(work))
    prose = Prose(work.text.clauses, partial(_pointer, work))
    parts = [_apparatus(edition, work), _notes(work, prose), _doubts(edition, work, prose)]
    if parts := [part for part in parts if len(part) > 1]:
        _into(text, "back", {LANGUAGE: "en"}).extend(parts)
    return _document(root)


def tei_corpus(documents: Mapping[str, str]) -> str:
    """Return TEI documents, by the names of their editions, as one corpus; an id that several have gets that name."""
    root = new_element("teiCorpus", {LANGUAGE: "en"})
    root.append(_header(load_publication()))
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


def opened(document: str) -> tuple[ET.Element, ET.Element, dict[str, ET.Element]]:
    """Return a TEI document, its text, and the parts that stand behind the text by their types."""
    root = ET.fromstring(document)
    body = root.find(f".//{N}body")
    assert body is not None
    return root, body, {part.get("type", ""): part for part in root.findall(f".//{N}back/{N}div")}


def book_file(name: str) -> str:
    """Return a file from which books are made, such as their style sheet."""
    with open(os.path.join(os.path.dirname(__file__), "book", name), encoding="utf-8") as file:
        return file.read()


def identifier(kind: str, *names: str) -> str:
    """Return an id that XML allows, such as `c.1862.II.8`; a letter gives its sort."""
    return ".".join([kind, *(re.sub(r"[^\w.-]", "_", name) for name in names)])


def _document(root: ET.Element) -> str:
    ET.register_namespace("", TEI)
    return DECLARED + ET.tostring(root, encoding="unicode") + "\n"


def new_element(tag: str, attributes: Mapping[str, str] | None = None, words: str = "", tail: str = "") -> ET.Element:
    """Make an element; of the attributes those without a value are left out."""
    made = ET.Element(f"{N}{tag}", {key: value for key, value in (attributes or {}).items() if value})
    made.text, made.tail = words or None, tail or None
    return made


def add_words(parent: ET.Element, words: str) -> None:
    """Put words behind what an element holds already."""
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + words
    else:
        parent.text = (parent.text or "") + words


def _into(parent: ET.Element, tag: str, attributes: Mapping[str, str] | None = None, words: str = "") -> ET.Element:
    """Make an element in another, on a line of its own."""
    if len(parent) == 0 and not parent.text:
        parent.text = "\n"
    made = new_element(tag, attributes, words, "\n")
    parent.append(made)
    return made


# ---------------------------------------------------------------------------------------------- header


def _header(published: Publication, work: Work | None = None) -> ET.Element:
    """Return the header of a text, or that of the corpus of all texts."""
    header = new_element("teiHeader", tail="\n")
    file = _into(header, "fileDesc")
    titles = _into(file, "titleStmt")
    _into(titles, "title", {}, published.title if work is None else work.dated_title)
    if work is not None:
        _into(titles, "author", {}, work.author)
    _into(_into(titles, "editor"), "orgName", {ID: "editors" if work is not None else ""}, published.editors)
    version = _into(_into(file, "editionStmt"), "edition", {"n": published.version}, f"Version {published.version}, ")
    _into(version, "date", {"when": published.date}, published.date)
    publication = _into(file, "publicationStmt")
    _into(publication, "publisher", {}, published.editors)
    _into(publication, "date", {"when": published.date}, published.date)
    available = _into(publication, "availability", {"status": "free"})
    if work is None:
        _into(available, "licence", {"target": published.text_licence_address}, published.text_licence)
        _into(file, "sourceDesc").append(_paragraph("Each text of this corpus names its own witnesses."))
        return header
    for part, terms in work.meta.get("rights", {}).items():
        target = published.text_licence_address if "CC BY 4.0" in terms else ""
        _into(available, "licence", {"target": target, "n": part}, f"{part.capitalize()}: {terms}")
    _into(_into(file, "seriesStmt"), "title", {}, published.title)
    _into(file, "sourceDesc").extend(_sources(work))
    encoding = _into(header, "encodingDesc")
    declared = _into(encoding, "editorialDecl")
    declared.append(_paragraph("The words are divided into clauses of about a sentence, each with a permanent number."))
    declared.append(_paragraph(f"SHA-256 of the text: {work.digest}"))
    _into(encoding, "variantEncoding", {"method": "location-referenced", "location": "external"})
    return header


def _sources(work: Work) -> Iterator[ET.Element]:
    """Yield the list of witnesses, and that of what is known of where the text comes from."""
    if not work.meta.get("witness"):
        yield _paragraph("No witness is recorded.")
        return
    witnesses = new_element("listWit", tail="\n")
    for item in work.meta["witness"]:
        siglum, address = item.get("siglum", ""), item.get("address", "")
        identified = {ID: identifier("w", siglum), "n": siglum}
        witness = _into(witnesses, "witness", identified, f"{item.get('name', '')} ")
        _into(witness, "ref", {"target": address if address.startswith("http") else ""}, address)
        for key in ("holds", "seen", "source"):
            _into(witness, "note", {"type": key}, item.get(key, ""))
    yield witnesses
    if work.meta.get("provenance"):
        provenance = new_element("list", {"type": "provenance"}, tail="\n")
        for item in work.meta["provenance"]:
            words = f"{item.get('statement', '')} ({item.get('where', '')})"
            _into(provenance, "item", {"n": item.get("standing", "")}, words)
        yield provenance


def _paragraph(words: str) -> ET.Element:
    return new_element("p", {}, words, "\n")


# ------------------------------------------------------------------------------------------------ text


def _body(work: Work) -> ET.Element:
    """Return the text in its paragraphs; a paragraph with a heading begins a division."""
    body = new_element("body", tail="\n")
    division, block = body, None
    for piece in pieces_of(work.text):
        if block is not None and "\n\n" not in piece.between:
            if "\n" in piece.between:
                block.append(new_element("lb"))
            add_words(block, piece.between)
        elif isinstance(piece.of, Heading):
            if division is body or any(child.tag != f"{N}head" for child in division):
                division = _into(body, "div", {"n": piece.of.id, "type": "division"})
            block = _into(division, "head")
        else:
            division = _into(body, "div", {"type": "opening"}) if division is body else division
            block = _into(division, "ab" if piece.of.figure else "p")
        block.append(_segment(work, piece.of, piece))
    return body


def _segment(work: Work, of: Clause | Heading, piece: Piece) -> ET.Element:
    """Return a heading, or a segment of a clause: the first has the id of the clause, and all have its number."""
    if isinstance(of, Heading):
        is_first = of is next(one for one in work.text.headings if one.id == of.id)
        id = identifier("h", work.name, of.id) if of.id and is_first else ""
        return _written(new_element("seg", {"type": "heading", "n": of.id, ID: id}), piece.words)
    last = len(of.segments) - 1
    part = "" if last == 0 else "I" if piece.number == 0 else "F" if piece.number == last else "M"
    ids = [work.name, of.id, *([f"s{piece.number + 1}"] if piece.number else [])]
    made = new_element("seg", {"type": "clause", "n": of.id, "part": part, ID: identifier("c", *ids)})
    if not of.figure:
        return _written(made, piece.words)
    figure = new_element("figure")
    figure.append(new_element("figDesc", {}, of.description))
    figure.append(new_element("ab", {"type": "labels"}, piece.words.removeprefix("[[").removesuffix("]]")))
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


# ---------------------------------------------------------------------- apparatus, notes and open places


def _part(kind: str, heading: str) -> ET.Element:
    """Return a part of what stands behind the text, under its heading."""
    made = new_element("div", {"type": kind}, tail="\n")
    _into(made, "head", {}, heading)
    return made


def _apparatus(edition: Edition, work: Work) -> ET.Element:
    """Return the places where the witnesses differ, where they agree, and what only one of them has."""
    made, (apparatus, _) = _part("apparatus", "Apparatus"), load_apparatus(edition.folder, work.text)
    for kind, listed in apparatus._asdict().items():
        if listed:
            entries = (_variant(work, one) if kind == "variants" else _stretch(work, one) for one in listed)
            _into(made, "listApp", {"type": kind}).extend(entries)
    return made


def _variant(work: Work, variant: Variant) -> ET.Element:
    attributes = {
        "type": variant.type,
        "subtype": "substantive" if variant.substantive else "accidental",
        "n": variant.clause,
        "loc": variant.heading,
        "corresp": f"#{identifier('h' if variant.heading else 'c', work.name, variant.heading or variant.clause)}",
    }
    app = new_element("app", attributes, tail="\n")
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
    corresponding = " ".join(_pointer(work, clause) for clause in stretch.clauses)
    app = new_element("app", {"n": " ".join(stretch.clauses), "corresp": corresponding}, tail="\n")
    lemma = new_element("lem", {"wit": _pointers(stretch.witnesses)})
    for key, words in (("from", stretch.first_words), ("to", stretch.last_words)):
        if words:
            lemma.append(_written(new_element("seg", {"type": key}), words))
    app.append(lemma)
    if stretch.note:
        app.append(new_element("note", {}, stretch.note))
    return app


def _pointers(sigla: Iterable[str]) -> str:
    return " ".join(f"#{identifier('w', siglum)}" for siglum in sigla if siglum)


def _pointer(work: Work, clause: str) -> str:
    """Return the pointer to a clause."""
    return f"#{identifier('c', work.name, clause)}"


def _notes(work: Work, prose: Prose) -> ET.Element:
    """Return the editors' notes, each pointing to its clause."""
    made = _part("notes", "Notes")
    for note in load_notes(work.folder).values():
        target = _pointer(work, note.id) if note.id in work.text.clauses else ""
        kind = "commentary" if target else "introduction" if note.id == "introduction" else "division"
        set_note = _into(made, "note", {"type": kind, "n": note.id, "target": target, "resp": "#editors"})
        set_note.extend(prose.blocks(note.markdown))
    return made


def _doubts(edition: Edition, work: Work, prose: Prose) -> ET.Element:
    """Return the open places: the question, each answer with its argument, and how sure the default is."""
    made, doubts = (
        _part("readings", "Readings and gaps"),
        doubts_of(work.folder, blocks_of(edition.source, edition.start)),
    )
    made.extend(_doubt(work, doubt, prose) for doubt in doubts)
    return made


def _doubt(work: Work, doubt: Doubt, prose: Prose) -> ET.Element:
    attributes = {
        "type": "reading",
        "subtype": doubt.kind,
        "n": doubt.name,
        ID: identifier("r", work.name, doubt.name),
        "target": _pointer(work, doubt.clause) if doubt.clause in work.text.clauses else "",
        "cert": CERTAIN.get(doubt.confidence, "unknown") if doubt.confidence else "",
        "resp": "#editors",
    }
    note = new_element("note", attributes, tail="\n")
    _into(note, "label", {}, doubt.title)
    if doubt.words:
        _into(note, "p").append(_written(new_element("quote"), doubt.words))
    note.append(prose.paragraph(doubt.question or f"What is meant by “{doubt.words}”?"))
    answers = _into(note, "list")
    for answer in doubt.answers:
        id = identifier("a", work.name, doubt.name, answer.name)
        item = _into(answers, "item", {"n": answer.name, ID: id, "rend": "default" if answer.is_default else ""})
        _into(item, "label", {}, answer.phrase)
        evidence = f"Clauses: {', '.join(answer.evidence)}" if answer.evidence else ""
        own = evidence.replace(f" {work.name}.", " ")
        item.extend(prose.paragraph(words) for words in (answer.reason, answer.argument, own) if words)
    if doubt.why:
        note.append(prose.paragraph(f"Why the default: {doubt.why}"))
    return note


class Prose:
    """What editors have written about one text; ids of its clauses become references."""

    def __init__(self, names: Iterable[str], pointer: Callable[[str], str]) -> None:
        """Take the ids of the clauses, and what gives the pointer to a clause."""
        self._clause, self._pointer = citation_pattern(names), pointer

    def blocks(self, markdown: str) -> Iterator[ET.Element]:
        """Yield the paragraphs, quotations, lists and tables of Markdown."""
        root = new_element("div")
        self._fill(root, _parser().parse(markdown))
        yield from root

    def paragraph(self, words: str) -> ET.Element:
        """Return a paragraph of plain words."""
        made = new_element("p", tail="\n")
        self._say(made, words)
        return made

    def _say(self, parent: ET.Element, words: str) -> None:
        """Put words into an element, with references to the clauses that they name."""
        for number, part in enumerate(self._clause.split(words)):
            if number % 2:
                parent.append(new_element("ref", {"target": self._pointer(part)}, part))
            else:
                add_words(parent, part)

    def _fill(self, parent: ET.Element, tokens: Iterable[Token]) -> None:
        """Put what the parser found into an element."""
        inside = [parent]
        for token in tokens:
            sort = token.type.removesuffix("_open")
            if token.type == "inline":
                self._fill(inside[-1], token.children or ())
            elif token.type in ("text", "softbreak"):
                self._say(inside[-1], " " if token.type == "softbreak" else token.content)
            elif token.type in ("code_inline", "fence", "code_block"):
                inside[-1].append(new_element("code", {}, token.content.rstrip("\n")))
            elif token.type == "hardbreak":
                inside[-1].append(new_element("lb"))
            elif token.nesting < 0 and token.type.removesuffix("_close") not in ("thead", "tbody"):
                inside.pop()
            elif token.nesting > 0 and sort not in ("thead", "tbody"):
                tag, given = ("ref", {"target": str(token.attrs["href"])}) if sort == "link" else MARKDOWN[sort]
                made = new_element(tag, given, tail="\n" if tag in BLOCKS else "")
                if tag == "row":
                    made.set("role", "data" if len(inside[-1]) else "label")
                inside[-1].append(made)
                inside.append(made)


@cache
def _parser() -> MarkdownIt:
    """Return the parser of Markdown, whose closing tags have no content of their own."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")
