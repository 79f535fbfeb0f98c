"""Typeset an edition as a small book with Typst, from its TEI: the text, then each clause facing its rules, with notes.

Variants are at the foot of the page.  The fonts are those that Typst carries, so that the same edition gives the same
bytes everywhere.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET

from cc_dsl.edition_model.imprint import Publication, Work, load_publication, load_work
from cc_dsl.edition_model.statements import blocks_of
from cc_dsl.errors import UserError
from cc_dsl.export.prose import TEI
from cc_dsl.export.tei import CERTAIN

if TYPE_CHECKING:
    from cc_dsl.edition_model.statements import Block
    from cc_dsl.pipeline import Edition

N = f"{{{TEI}}}"
LETTERS = {"italic": "emph", "bold": "strong", "smallcaps": "smallcaps"}
SURE = {cert: word for word, cert in CERTAIN.items()}
BOOK = """#set document(title: {title}, author: {author}, date: datetime(year: {year}, month: {month}, day: {day}))
#set text(font: "Libertinus Serif", size: 9.6pt, lang: "en", region: "gb", number-type: "old-style")
#set par(justify: true, leading: 0.62em, spacing: 0.8em)
#set page(
  paper: "a5",
  margin: (inside: 19mm, outside: 15mm, top: 18mm, bottom: 17mm),
  header: context if counter(page).get().first() > 2 {{
    set text(size: 8pt)
    smallcaps({running}) + h(1fr) + {version}
  }},
  numbering: "1",
)
#set footnote.entry(gap: 0.4em, separator: line(length: 20%, stroke: 0.4pt))
#show footnote.entry: set text(size: 7.8pt)
#show heading: set text(weight: "regular")
#show heading.where(level: {chapter}): it => {{
  pagebreak(weak: true)
  set text(size: 15pt)
  block(above: 0pt, below: 1.2em, it)
}}
#show heading.where(level: {clause}): it => block(above: 1.3em, below: 0.5em, text(size: 9pt, fill: rgb("#7a2418"), it))
#let division(body) = {{
  show heading: it => block(above: 1.6em, below: 0.8em, width: 100%, align(center, text(size: 11pt, it.body)))
  heading(level: {clause}, outlined: false, body)
}}
#let number(n) = super(text(size: 0.8em, n))
#let rules(code) = block({{
  set text(size: 7.6pt, fill: rgb("#333333"), number-type: "lining", hyphenate: false)
  par(justify: false, code)
}})
#let facing(code, words) = grid(columns: (1fr, 1fr), gutter: 5mm, par(justify: false, words), rules(code))
#let note(body) = block(inset: (left: 0pt), text(size: 8.6pt, body))
#align(center)[
  #v(30mm)
  #title(text(size: 22pt, {work}))
  #text(size: 13pt, {dated})
  #v(4mm)
  {byline}
  #v(1fr)
  #text(size: 8.6pt)[{imprint}]
]
#pagebreak()
#outline(depth: {chapter})
"""
PARTS = """#set heading(offset: 1)
#show heading.where(level: 1): it => {
  pagebreak(weak: true)
  v(40mm)
  align(center, text(size: 20pt, it.body))
}
"""
"""How the parts of a book of several editions begin, each on a page of its own."""
TYPST = (
    "The book is set by typst, which I could not find. Install the extra “edition”:   "
    "pip install 'court-circular[edition]'"
)


def chapters(edition: Edition, document: str) -> str:
    """Return the chapters of an edition in the language of Typst, made from its TEI: the same in both its books."""
    return "\n\n".join(_parts(edition, load_work(edition.folder), document))


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
    imprint = f"{_imprint(published)} SHA-256 of the text: {work.digest}. Notes and rules: {published.text_licence}."
    opening = _opening(Title(work.full_title, work.work, work.year, author, imprint), published, 1)
    return f"{opening}\n\n{chapters}\n"


def typst_source_of_all(parts: Sequence[tuple[Edition, str]]) -> str:
    """Return the book of several editions in the language of Typst; each is a part of it."""
    published = load_publication()
    works = [load_work(edition.folder) for edition, _ in parts]
    authors = dict.fromkeys(work.author.partition(" (")[0] for work in works if not work.is_restated)
    imprint = f"{_imprint(published)} Notes and rules: {published.text_licence}."
    title = Title(published.short_title, published.title, "", " and ".join(authors), imprint)
    made = [_opening(title, published, 2), PARTS]
    for work, (_, chapters) in zip(works, parts, strict=True):
        made += [f"#heading(level: 1)[{_quoted(work.full_title)}]", chapters]
    return "\n\n".join(made) + "\n"


class Title(NamedTuple):
    """The words on the first page of a book, and above the others."""

    running: str
    work: str
    dated: str
    author: str
    imprint: str


def _parts(edition: Edition, work: Work, document: str) -> list[str]:
    """Return the chapters of an edition in the language of Typst, made from its TEI."""
    root = ET.fromstring(document)
    body = root.find(f".//{N}body")
    assert body is not None
    back = {division.get("type", ""): division for division in root.findall(f".//{N}back/{N}div")}
    blocks = blocks_of(edition.source, edition.start)
    notes = {note.get("n", ""): note for note in back.get("notes", [])}
    parts: list[str] = []
    if "introduction" in notes:
        parts += ["= Introduction", _paragraphs(notes["introduction"])]
    parts += ["= The text", _running(body)]
    parts += ["= The clauses and their rules", *_clauses(work, body, blocks, notes, back.get("apparatus"))]
    editor = [block for block in blocks if not block.clause]
    if editor:
        parts.append("= The course of play")
        for block in editor:
            parts += [f"== {_quoted(block.title[:1].upper() + block.title[1:])}", f"#rules({_string(_bare(block))})"]
    if "readings" in back:
        parts.append("= Readings and gaps")
        parts += [_doubt(note) for note in back["readings"] if note.tag == f"{N}note"]
    parts += ["= The witnesses", *(_witness(witness) for witness in root.iter(f"{N}witness"))]
    return parts


def _imprint(published: Publication) -> str:
    return f"{published.title}. Version {published.version}, {published.date}. {published.editors}."


def _opening(title: Title, published: Publication, chapter: int) -> str:
    """Return how a book looks and its first pages; chapters have headings of this level."""
    day = datetime.date.fromisoformat(published.date)
    return BOOK.format(
        chapter=chapter,
        clause=chapter + 1,
        title=_string(title.running),
        work=_string(title.work),
        dated=_string(title.dated),
        author=_string(title.author or published.editors),
        year=day.year,
        month=day.month,
        day=day.day,
        running=_string(title.running),
        version=_string(f"version {published.version}"),
        byline=_quoted(title.author) if title.author else "",
        imprint=_quoted(title.imprint),
    )


def _string(words: str) -> str:
    """Return words as a string of Typst."""
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _quoted(words: str) -> str:
    """Return words as they stand, whatever signs are in them."""
    return f"#{_string(words)};" if words else ""


def _inner(element: ET.Element) -> str:
    found = [_quoted(_spaced(element.text))]
    for child in element:
        found += [_typst(child), _quoted(_spaced(child.tail))]
    return "".join(found)


def _spaced(words: str | None) -> str:
    return (words or "").replace("\n", " ").replace("\t", "    ")


def _typst(element: ET.Element) -> str:
    """Return an element of the TEI in the language of Typst."""
    tag, inner = element.tag.removeprefix(N), _inner(element)
    match tag:
        case "lb":
            return "#linebreak()"
        case "hi":
            return f"#{LETTERS[element.get('rend', 'italic')]}[{inner}]"
        case "seg" if element.get("type") == "clause":
            is_first = element.get("part", "I") == "I"
            return (f"#number({_string(element.get('n', ''))})" if is_first else "") + inner
        case "figure":
            return f"#emph[{_quoted('Figure: ' + _spaced(element.findtext(f'{N}figDesc')))}]"
        case "note":
            return f"{_quoted(chr(91))}{inner}{_quoted(chr(93))}" if element.get("type") == "remark" else inner
        case "quote":
            return f"{_quoted('“')}{inner}{_quoted('”')}"
        case "ref" if element.get("target", "").startswith("http"):
            return f"#link({_string(element.get('target', ''))})[{inner}]"
        case "code":
            return f"#raw({_string(element.text or '')})"
        case _:
            return inner


def _running(body: ET.Element) -> str:
    """Return the text as it runs, with the numbers of its clauses."""
    found = []
    for block in body.iter():
        if block.tag == f"{N}head":
            found.append(f"#division[{_inner(block)}]")
        elif block.tag == f"{N}p" or (block.tag == f"{N}ab" and block.get("type") != "labels"):
            found.append(_inner(block))
    return "\n\n".join(found)


def _clauses(
    work: Work, body: ET.Element, blocks: tuple[Block, ...], notes: dict[str, ET.Element], apparatus: ET.Element | None
) -> list[str]:
    """Return each clause facing its rules, its variants at the foot of the page and its note below it."""
    segments: dict[str, list[ET.Element]] = {}
    for segment in body.iter(f"{N}seg"):
        if segment.get("type") == "clause":
            segments.setdefault(segment.get("n", ""), []).append(segment)
    variants: dict[str, list[ET.Element]] = {}
    for app in apparatus.iter(f"{N}app") if apparatus is not None else ():
        if app.find(f"{N}rdg") is not None:
            variants.setdefault(app.get("n", ""), []).append(app)
    found = []
    for name in work.text.clauses:
        words = _quoted(" … ").join(_inner(segment) for segment in segments.get(name, ()))
        feet = " #h(2mm) ".join(_variant(app) for app in variants.get(name, ()))
        feet = f"#footnote[{feet}]" if feet else ""
        code = "\n".join(_bare(block) for block in blocks if block.clause == name)
        found += [f"== {_quoted(name)}", f"#facing({_string(code)})[{words}{feet}]"]
        if name in notes:
            found.append(f"#note[{_paragraphs(notes[name])}]")
    return found


def _bare(block: Block) -> str:
    """Return the statements of a block without its heading."""
    lines = block.text.split("\n")
    first = (block.statements[0].line if block.statements else block.line + 1) - block.line
    return "\n".join(line.removeprefix("  ") for line in lines[first:]).strip("\n")


def _variant(app: ET.Element) -> str:
    lemma = app.find(f"{N}lem")
    said = [f"{_inner(lemma) if lemma is not None else ''}{_quoted('] ')}"]
    for number, reading in enumerate(app.findall(f"{N}rdg")):
        witness = reading.get("wit", "").replace("#w.", "")
        said.append(
            f"{_quoted('; ') if number else ''}{_inner(reading) or _quoted('[wanting]')} #emph[{_quoted(witness)}]"
        )
    note = app.findtext(f"{N}note", "")
    return "".join(said) + (f" {_quoted(note)}" if note else "")


def _paragraphs(element: ET.Element) -> str:
    """Return the paragraphs, quotations, lists and tables of a note or an answer."""
    made = {f"{N}p": _inner, f"{N}quote": _quotation, f"{N}list": _list, f"{N}table": _table}
    # The answers to an open place have labels, and stand below it.
    parts = [child for child in element if child.tag in made and child.find(f"{N}item/{N}label") is None]
    return "\n\n".join(made[child.tag](child) for child in parts)


def _quotation(element: ET.Element) -> str:
    return f"#quote(block: true)[{_paragraphs(element)}]"


def _list(element: ET.Element) -> str:
    items = ", ".join(f"[{_paragraphs(item)}]" for item in element)
    return f"#{'enum' if element.get('rend') == 'numbered' else 'list'}({items})"


def _table(element: ET.Element) -> str:
    """Return a table: its head repeated on each page, the first column of words, all others of figures."""
    head, *rows = (["[" + _inner(cell) + "]" for cell in row] for row in element)
    aligned = ", ".join(["left"] + ["right"] * (len(head) - 1))
    cells = ", ".join(cell for row in rows for cell in row)
    lines = "stroke: none, inset: (x: 4pt, y: 2pt)"
    return f"#table(columns: {len(head)}, align: ({aligned}), {lines}, table.header({', '.join(head)}), {cells})"


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


def _witness(witness: ET.Element) -> str:
    """Return a witness: its siglum, description, location, and the part that was seen."""
    rest = [witness.findtext(f"{N}ref", ""), *(note.text or "" for note in witness.findall(f"{N}note"))]
    said = ". ".join(part.strip().rstrip(".") for part in [witness.text or "", *rest] if part.strip())
    return f"#note[#strong[{_quoted(witness.get('n', ''))}] {_quoted(said)}.]"
