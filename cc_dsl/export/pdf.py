"""Typeset an edition as a small book with Typst, from its TEI: the text, then each clause facing its rules, with notes.

Variants are at the foot of the page; `book/book.typ` has the look.  The fonts are those that Typst carries, so that the
same edition gives the same bytes everywhere.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from cc_dsl.edition_model.imprint import load_publication, load_work
from cc_dsl.edition_model.statements import blocks_of
from cc_dsl.errors import UserError
from cc_dsl.export.tei import SURE, N, book_file, opened

if TYPE_CHECKING:
    from cc_dsl.edition_model.statements import Block
    from cc_dsl.pipeline import Edition

LETTERS = {"italic": "emph", "bold": "strong", "smallcaps": "smallcaps"}
TYPST = (
    "The book is set by typst, which I could not find. Install the extra “edition”:   "
    "pip install 'court-circular[edition]'"
)


def pdf(edition: Edition, chapters: str) -> bytes:
    """Return an edition, made of its chapters, as a PDF that a screen reader can read (PDF/UA-1)."""
    return _set(typst_source(edition, chapters))


def pdf_of_all(parts: Sequence[tuple[Edition, str]]) -> bytes:
    """Return editions, each with its chapters, as one PDF that a screen reader can read, one behind the other."""
    return _set(typst_source_of_all(parts))


def _set(source: str) -> bytes:
    try:
        import typst
    except ImportError:
        raise UserError("not-installed", TYPST) from None
    made: bytes = typst.compile(source.encode(), format="pdf", ignore_system_fonts=True, pdf_standards="ua-1")
    return made


def typst_source(edition: Edition, chapters: str) -> str:
    """Return the book in the language of Typst."""
    work, published = load_work(edition.folder), load_publication()
    author = "" if work.is_restated else work.author.partition(" (")[0]
    imprint = f"SHA-256 of the text: {work.digest}. Notes and rules: {published.text_licence}."
    return f"{_opening(work.full_title, work.work, work.year, author, imprint, 1)}\n\n{chapters}\n"


def typst_source_of_all(parts: Sequence[tuple[Edition, str]]) -> str:
    """Return the book of several editions in the language of Typst; each is a part of it."""
    published, works = load_publication(), [load_work(edition.folder) for edition, _ in parts]
    authors = " and ".join(dict.fromkeys(work.author.partition(" (")[0] for work in works if not work.is_restated))
    imprint = f"Notes and rules: {published.text_licence}."
    made = [_opening(published.short_title, published.title, "", authors, imprint, 2)]
    for work, (_, chapters) in zip(works, parts, strict=True):
        made += [f"#heading(level: 1)[{_quoted(work.full_title)}]", chapters]
    return "\n\n".join(made) + "\n"


def _opening(running: str, work: str, dated: str, author: str, imprint: str, chapter: int) -> str:
    """Return how a book looks and its first pages; chapters have headings of this level."""
    published = load_publication()
    day = datetime.date.fromisoformat(published.date)
    given = {
        "running": running,
        "work": work,
        "dated": dated,
        "author": author or published.editors,
        "byline": author,
        "imprint": f"{published.title}. Version {published.version}, {published.date}. {published.editors}. {imprint}",
        "version": f"version {published.version}",
    }
    words = "\n".join(f"  {key}: {_string(value)}," for key, value in given.items())
    date = f"datetime(year: {day.year}, month: {day.month}, day: {day.day})"
    return f"{book_file('book.typ')}\n#show: book.with(\n{words}\n  date: {date},\n  chapter: {chapter},\n)"


def chapters(edition: Edition, document: str) -> str:
    """Return the chapters of an edition in the language of Typst, made from its TEI: the same in both its books."""
    root, body, back = opened(document)
    blocks = blocks_of(edition.source, edition.start)
    notes = {note.get("n", ""): note for note in back.get("notes", ())}
    parts: list[str] = []
    if "introduction" in notes:
        parts += ["= Introduction", _paragraphs(notes["introduction"])]
    parts.append("= The text")
    for block in body.iter():
        if block.tag == f"{N}head":
            parts.append(f"#division[{_inner(block)}]")
        elif block.tag == f"{N}p" or (block.tag == f"{N}ab" and block.get("type") != "labels"):
            parts.append(_inner(block))
    parts += ["= The clauses and their rules", *_clauses(body, blocks, notes, back.get("apparatus"))]
    if editor := [block for block in blocks if not block.clause]:
        parts.append("= The course of play")
        for own in editor:
            parts += [f"== {_quoted(own.title[:1].upper() + own.title[1:])}", f"#rules({_string(_bare(own))})"]
    if "readings" in back:
        parts += ["= Readings and gaps", *(_doubt(note) for note in back["readings"] if note.tag == f"{N}note")]
    parts.append("= The witnesses")
    for witness in root.iter(f"{N}witness"):
        rest = [witness.findtext(f"{N}ref", ""), *(note.text or "" for note in witness.findall(f"{N}note"))]
        said = ". ".join(part.strip().rstrip(".") for part in [witness.text or "", *rest] if part.strip())
        parts.append(f"#note[#strong[{_quoted(witness.get('n', ''))}] {_quoted(said)}.]")
    return "\n\n".join(parts)


def _string(words: str) -> str:
    """Return words as a string of Typst."""
    return json.dumps(words, ensure_ascii=False).replace("\\t", "\t")


def _quoted(words: str) -> str:
    """Return words as they stand, whatever signs are in them."""
    return f"#{_string(words)};" if words else ""


def _spaced(words: str | None) -> str:
    return (words or "").replace("\n", " ").replace("\t", "    ")


def _inner(element: ET.Element) -> str:
    found = [_quoted(_spaced(element.text))]
    for child in element:
        found += [_typst(child), _quoted(_spaced(child.tail))]
    return "".join(found)


def _typst(element: ET.Element) -> str:
    """Return an element of the TEI in the language of Typst."""
    tag, inner = element.tag.removeprefix(N), _inner(element)
    match tag:
        case "lb":
            return "#linebreak()"
        case "hi":
            return f"#{LETTERS[element.get('rend', 'italic')]}[{inner}]"
        case "seg" if element.get("type") == "clause" and element.get("part", "I") == "I":
            return f"#number({_string(element.get('n', ''))}){inner}"
        case "figure":
            return f"#emph[{_quoted('Figure: ' + _spaced(element.findtext(f'{N}figDesc')))}]"
        case "note" if element.get("type") == "remark":
            return f"{_quoted('[')}{inner}{_quoted(']')}"
        case "quote":
            return f"{_quoted('“')}{inner}{_quoted('”')}"
        case "ref" if element.get("target", "").startswith("http"):
            return f"#link({_string(element.get('target', ''))})[{inner}]"
        case "code":
            return f"#raw({_string(element.text or '')})"
        case _:
            return inner


def _clauses(
    body: ET.Element, blocks: Sequence[Block], notes: dict[str, ET.Element], apparatus: ET.Element | None
) -> Iterator[str]:
    """Yield each clause facing its rules, its variants at the foot of the page and its note below it."""
    segments: dict[str, list[ET.Element]] = {}
    for segment in body.iter(f"{N}seg"):
        if segment.get("type") == "clause":
            segments.setdefault(segment.get("n", ""), []).append(segment)
    variants = [*apparatus.iter(f"{N}app")] if apparatus is not None else []
    for name, listed in segments.items():
        words = _quoted(" … ").join(map(_inner, listed))
        own = (app for app in variants if app.get("n") == name and app.find(f"{N}rdg") is not None)
        feet = " #h(2mm) ".join(map(_variant, own))
        code = "\n".join(_bare(block) for block in blocks if block.clause == name)
        yield f"== {_quoted(name)}"
        yield f"#facing({_string(code)})[{words}{f'#footnote[{feet}]' if feet else ''}]"
        if name in notes:
            yield f"#note[{_paragraphs(notes[name])}]"


def _bare(block: Block) -> str:
    """Return the statements of a block without its heading."""
    lines = block.text.split("\n")[block.heading_lines :]
    return "\n".join(line.removeprefix("  ") for line in lines).strip("\n")


def _variant(app: ET.Element) -> str:
    lemma = app.find(f"{N}lem")
    said = "" if lemma is None else _inner(lemma)
    readings = []
    for reading in app.findall(f"{N}rdg"):
        witness = reading.get("wit", "").replace("#w.", "")
        readings.append(f"{_inner(reading) or _quoted('[wanting]')} #emph[{_quoted(witness)}]")
    note = app.findtext(f"{N}note", "")
    return f"{said}{_quoted('] ')}{_quoted('; ').join(readings)}" + (f" {_quoted(note)}" if note else "")


def _paragraphs(element: ET.Element) -> str:
    """Return the paragraphs, quotations, lists and tables of a note or an answer."""
    # The answers to an open place have labels, and stand below it.
    parts = (_paragraph(child) for child in element if child.find(f"{N}item/{N}label") is None)
    return "\n\n".join(part for part in parts if part is not None)


def _paragraph(element: ET.Element) -> str | None:
    match element.tag.removeprefix(N):
        case "p":
            return _inner(element)
        case "quote":
            return f"#quote(block: true)[{_paragraphs(element)}]"
        case "list":
            items = ", ".join(f"[{_paragraphs(item)}]" for item in element)
            return f"#{'enum' if element.get('rend') == 'numbered' else 'list'}({items})"
        case "table":  # its head repeated on each page, the first column of words, all others of figures
            head, *rows = (["[" + _inner(cell) + "]" for cell in row] for row in element)
            aligned = ", ".join(["left"] + ["right"] * (len(head) - 1))
            cells = ", ".join(cell for row in rows for cell in row)
            look = f"align: ({aligned}), stroke: none, inset: (x: 4pt, y: 2pt)"
            return f"#table(columns: {len(head)}, {look}, table.header({', '.join(head)}), {cells})"
        case _:
            return None


def _doubt(note: ET.Element) -> str:
    """Return an open place: its title, the words and the question, and each answer with its arguments.

    Words in a list or grid are marked as a paragraph: other words Typst sets twice, to measure them and to place them.
    """
    sure = f" ({SURE[note.get('cert', '')]})" if note.get("cert") in SURE else ""
    clause = note.get("target", "").rpartition("#c.")[2]
    title = f"{note.findtext(f'{N}label', '')}{sure}"
    found = [f"== {_quoted(title)}", f"#note[{_quoted(clause)} {_paragraphs(note)}]"]
    for item in note.iter(f"{N}item"):
        label = item.findtext(f"{N}label", "") + (" (default)" if item.get("rend") else "")
        first, gap, rest = _paragraphs(item).partition("\n\n")
        found.append(f"#note[- #par[#strong[{_quoted(label)}] {first}]{gap}{rest}]")
    return "\n\n".join(found)
