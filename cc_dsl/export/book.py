"""Arrange the TEI of an edition as a book: chapters in XHTML, from which EPUB and PDF are made.

<seg type="clause" n="I.3" xml:id="c.1862.I.3">turning up 13th …       a clause in the TEI
<span id="c.1862.I.3"><a class="number" …>I.3</a>turning up 13th …     in the chapter of the text
<section id="clause.1862.I.3">                                         facing its rules, with variants and notes
"""

from __future__ import annotations

import html
from base64 import b64decode
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple
from xml.etree import ElementTree as ET

from cc_dsl import svg
from cc_dsl.edition_model.edition import SIGNS
from cc_dsl.export.commentary import CERTAINTIES
from cc_dsl.export.elements import ID, N

CONFIDENCES = {certainty: word for word, certainty in CERTAINTIES.items()}
ELEMENTS = {
    **{"p": "<p>{}</p>", "head": "<h2>{}</h2>", "label": "<b>{}</b>", "code": "<code>{}</code>", "lb": "<br/>"},
    **{
        "div": "<section>{}</section>",
        "ab": '<div class="figure">{}</div>',
        "ab.labels": "",
        "table": "<table>{}</table>",
    },
    **{"p.title": '<p class="title">{}</p>', "row": "<tr>{}</tr>", "cell": "<td>{}</td>", "cell.label": "<th>{}</th>"},
    **{"list": "<ul>{}</ul>", "list.numbered": "<ol>{}</ol>", "item": "<li>{}</li>"},
    **{"hi.italic": "<i>{}</i>", "hi.bold": "<b>{}</b>", "hi.smallcaps": '<span class="smallcaps">{}</span>'},
    **{"note.remark": "[{}]", "note.grounds": ' <span class="grounds">[{}]</span>'},
}
"""The XHTML for each element of TEI, some by their type; other elements are replaced by their content."""
CHAPTERS = {"c": "text", "h": "text", "r": "readings", "a": "readings", "v": "clauses", "clause": "clauses"}
"""The chapter of each kind of thing, by the first part of its id."""


class Chapter(NamedTuple):
    name: str
    """The name of its file, such as `title`, `introduction`, `text`, `clauses` or `how-to-play`."""
    title: str
    body: str
    """Its content, as XHTML."""


class PrintedBook(NamedTuple):
    """A book, ready for typesetting."""

    names: dict[str, str]
    """Its `id`, `title`, `authors`, `editors`, `date` and `source`; no authors if the words are the editors'."""
    chapters: tuple[Chapter, ...]
    pictures: dict[str, str]
    """Its pictures as SVG, by the names of their files."""


def book_of(document: str) -> PrintedBook:
    """Return the book of a TEI document."""
    book = _Book(ET.fromstring(document))
    header = book.header
    version, date = (_plain(header.find(f".//{N}{name}")) for name in ("edition", "edition/{*}date"))
    names = {
        "id": header.findtext(f".//{N}idno", ""),
        "title": book.title,
        "authors": book.author,
        "editors": header.findtext(f".//{N}publisher", ""),
        "date": date,
        "source": f"{header.findtext(f'.//{N}seriesStmt/{N}title')}, {version.lower().partition(',')[0]}",
    }
    chapters = (*book.chapters(), _chapter("colophon", "Colophon", _colophon(header, names)))
    return PrintedBook(names, chapters, book.pictures)


def _colophon(header: ET.Element, names: dict[str, str]) -> str:
    """Return the sources and the licence of the book."""
    terms: dict[str, list[str]] = {}
    for licence in header.iter(f"{N}licence"):
        part, _, words = _plain(licence).partition(": ") if licence.get("n") != "all" else ("", "", _plain(licence))
        terms.setdefault(words, []).append(part.lower())
    lines = [
        f"This book is made from {names['source']}, {names['date']}, by {names['editors']}.",
        *(f"{' and '.join(parts).capitalize()}: {words}".lstrip(": ") for words, parts in terms.items()),
        f"Its identifier is {names['id']}.",
        *(words for words in map(_plain, header.iter(f"{N}p")) if words.startswith("SHA-256")),
    ]
    return "\n".join(f"<p>{_escape(line)}</p>" for line in lines)


def _chapter(name: str, title: str, body: str) -> Chapter:
    return Chapter(name, title, f"<h1>{title}</h1>\n{body}")


def _plain(element: ET.Element | None) -> str:
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def _escape(words: str | None) -> str:
    return html.escape(words or "", quote=False)


class _Book:
    def __init__(self, root: ET.Element) -> None:
        body, header = root.find(f".//{N}body"), root.find(f"{N}teiHeader")
        assert body is not None
        assert header is not None
        self.root, self.body, self.header = root, body, header
        self.back = {part.get("type", ""): part for part in root.findall(f".//{N}back/{N}div")}
        _, self.title = (_plain(title) for title in header.findall(f".//{N}titleStmt/{N}title"))
        self.author = header.findtext(f".//{N}author", "")
        self.name = header.findtext(f".//{N}idno", "").split(":")[1]
        self.pictures: dict[str, str] = {}
        self.apps = {app.get(ID, ""): app for app in self._back("apparatus").iter(f"{N}app")}
        self.signs = iter(SIGNS)
        """The unused signs for the open places of the clause that is being written."""
        self.notes: list[str] | None = None
        """The variants in the clause that is being written, for the foot of the page; None outside the chapter."""

    def _back(self, kind: str) -> ET.Element:
        """Return a part of the back matter; an empty element if there is none."""
        return self.back.get(kind, ET.Element("div"))

    def chapters(self) -> Iterator[Chapter]:
        notes = {note.get("n", ""): note for note in self._back("notes").iter(f"{N}note")}
        rules = self._back("rules").findall(f"{N}ab")
        text = self._inner(self.body)
        yield Chapter("title", self.title, self._cover())
        if "introduction" in notes:
            yield _chapter("introduction", "Introduction", self._inner(notes["introduction"]))
        yield _chapter("text", "The text", text)
        yield _chapter("clauses", "The clauses and their rules", "\n".join(self._clauses(notes, rules)))
        if editors := [block for block in rules if not block.get("corresp")]:
            blocks = (f"<h2>{_plain(block.find(f'{N}label'))}</h2>\n{self._code(block)}" for block in editors)
            yield _chapter("course", "The course of play", "\n".join(blocks))
        if readings := self._back("readings").findall(f"{N}note"):
            yield _chapter("readings", "Readings and gaps", "\n".join(map(self._reading, readings)))
        witnesses = "\n".join(f"<p>{self._witness(witness)}</p>" for witness in self.root.iter(f"{N}witness"))
        stretches = "\n".join(f"<p>{self._entry(app)}</p>" for app in self.apps.values() if app.find(f"{N}rdg") is None)
        yield _chapter("witnesses", "The witnesses", f"{witnesses}\n{stretches}")
        if guide := self._back("how-to-play").findall(f"{N}div"):
            yield _chapter("how-to-play", "How to play", "\n".join(map(self._html, guide)))

    def _cover(self) -> str:
        """Return title, year and author, with the first picture of the text."""
        work, _, year = self.title.rpartition(", ")
        lines = [f"<h1>{_escape(work or self.title)}</h1>", f'<p class="dated">{_escape(year if work else "")}</p>']
        lines.append(f'<p class="byline">{_escape(self.author.partition(" (")[0])}</p>')
        if self.pictures:
            words = " ".join(self.body.findtext(f".//{N}figDesc", "").split())
            lines.append(f'<img src="{next(iter(self.pictures))}" alt="{html.escape(words)}"/>')
        return "\n".join(line for line in lines if "></" not in line)

    def _clauses(self, notes: dict[str, ET.Element], rules: Iterable[ET.Element]) -> Iterator[str]:
        """Yield each clause facing its rules, with its variants for the foot of the page and its note below it."""
        segments: dict[str, list[ET.Element]] = {}
        for segment in self.body.iter(f"{N}seg"):
            if segment.get("type") == "clause":
                segments.setdefault(segment.get("n", ""), []).append(segment)
        in_rows = {id(segment) for cell in self.body.iter(f"{N}cell") for segment in cell}
        code = {block.get("n", ""): self._code(block) for block in rules}
        numbers = list(self.apps)
        for name, parts in segments.items():
            self.notes = []
            figure = parts[0].find(f"{N}figure")
            if figure is None:
                gap = "\u2003" if id(parts[0]) in in_rows else " … "
                words = gap.join(map(self._inner, parts))
                about = ""
            else:
                labels = figure.findtext(f"{N}ab", "").partition("Labels: ")[2]
                words = f"<i>Labels as printed:</i> {_escape(labels)}" if labels else "<i>The figure</i>"
                about = f"<p>{_escape(figure.findtext(f'{N}figDesc'))}</p>"
            # Print a variant of a heading with the first clause below it.
            entries = [id for id in numbers if id in self.apps and self.apps[id].get("n") == name]
            rest = [id for id in entries if self.apps[id].find(f"{N}rdg") is not None and id not in self.notes]
            words += "".join(map(self._variant_sign, rest))
            note = self._inner(notes[name]) if name in notes else ""
            feet = "\n".join(
                f'<aside epub:type="footnote" id="{id}">{self._entry(self.apps[id])}</aside>' for id in self.notes
            )
            yield (
                f'<section class="clause" id="clause.{self.name}.{name}">\n<h2>{name}</h2>\n<div class="facing">'
                f'<p class="words">{words}</p>{code.get(name, "")}</div>\n'
                f'<div class="note">{about}{note}</div>\n{feet}</section>'
            )
        self.notes = None

    def _variant_sign(self, id: str) -> str:
        """Return the sign of a variant, which is listed for the foot of the page."""
        assert self.notes is not None
        self.notes.append(id)
        return f'<a class="sign" epub:type="noteref" href="#{id}">{len(self.notes)}</a>'

    def _code(self, rules: ET.Element) -> str:
        return f'<pre class="rules">{_escape(rules.findtext(f"{N}code"))}</pre>'

    def _reading(self, note: ET.Element) -> str:
        """Return an open place: its title, the words and the question, and each answer with its arguments."""
        target, words = note.get("target", ""), note.find(f"{N}p/{N}quote")
        place = self._link(target, target.partition(f"#c.{self.name}.")[2])
        place += f" {self._html(words)}" if words is not None else ""
        certainty = f" ({CONFIDENCES[note.get('cert', '')]})" if note.get("cert") in CONFIDENCES else ""
        parts = [child for child in note if child.tag != f"{N}label" and child.find(f"{N}quote") is None]
        rest = "\n".join(map(self._html, parts))
        title = f"<h2>{_escape(note.findtext(f'{N}label'))}{certainty}</h2>"
        return f'<section class="reading" id="{note.get(ID)}">\n{title}\n<p class="where">{place}</p>\n{rest}</section>'

    def _witness(self, witness: ET.Element) -> str:
        """Return a witness with its description and notes."""
        notes = {note.get("type", "").capitalize(): note.text for note in witness.findall(f"{N}note")}
        notes_in_words = [f"{kind}: {words}" for kind, words in notes.items() if words]
        parts = [witness.text or "", witness.findtext(f"{N}ref", ""), *notes_in_words]
        words = ". ".join(part.strip().rstrip(".") for part in parts if part.strip())
        return f"<b>{_escape(witness.get('n'))}</b> {_escape(words)}."

    def _entry(self, app: ET.Element) -> str:
        """Return an entry of the apparatus: lemma, bracket, and variants; for a stretch also its clauses."""
        lemma = app.find(f"{N}lem")
        assert lemma is not None
        readings = [f"{self._inner(other) or '[wanting]'} <i>{_sigla(other)}</i>" for other in app.findall(f"{N}rdg")]
        if readings:
            words = f"{self._inner(lemma)}] {'; '.join(readings)}"
        else:
            clauses, parts = app.get("n", "").split(), " … ".join(map(self._inner, lemma))
            stretch = clauses[0] if len(clauses) == 1 else f"{clauses[0]} to {clauses[-1]}"
            words = f"<b>{_escape(stretch)}</b> {f'“{parts}” ' if parts else ''}<i>{_sigla(lemma)}</i>"
        return f"{words} {_escape(app.findtext(f'{N}note'))}".rstrip()

    def _href(self, target: str) -> str:
        """Return the attribute of a link to an element of the book, or to an address."""
        is_inside = target.startswith("#")
        file = f"{CHAPTERS[target[1:].partition('.')[0]]}.xhtml" if is_inside else ""
        return f'href="{file}{html.escape(target)}"'

    def _link(self, target: str, words: str) -> str:
        return f"<a {self._href(target)}>{words}</a>" if target else words

    def _inner(self, element: ET.Element) -> str:
        """Return the contents of an element, with consecutive pictures side by side."""
        words = [_escape(element.text)]
        for is_picture, children in groupby(element, _is_picture):
            parts = [f"{self._html(child)}{_escape(child.tail)}" for child in children]
            is_row = is_picture and len(parts) > 1
            words += ['<div class="figures">', *parts, "</div>"] if is_row else parts
        return "".join(words)

    def _html(self, element: ET.Element) -> str:
        """Convert an element of TEI to XHTML."""
        tag, target = element.tag.removeprefix(N), element.get("corresp", "")
        sort = element.get("type") or element.get("rend") or element.get("role", "")
        match tag:
            case "figure":
                return self._figure(element)
            case "seg" if sort == "clause":
                return self._segment(element)
            case "anchor" if not element.get(ID, "").endswith(".z"):
                return ""
            case "anchor" if self.notes is None:
                is_shown = sort == "reading"
                return f'<a class="sign" {self._href(target)}>{next(self.signs)}</a>' if is_shown else ""
            case "anchor":
                is_new = sort == "variant" and target[1:] not in (self.notes or ())
                return self._variant_sign(target[1:]) if is_new else ""
            case "quote":
                inner = self._inner(element)
                is_block = element.find(f"{N}p") is not None
                return f"<blockquote>{inner}</blockquote>" if is_block else f"“{inner.strip('“”')}”"
            case "ref":
                return self._link(element.get("target", ""), self._inner(element))
            case "item" if (label := element.find(f"{N}label")) is not None:  # an answer to an open place
                first, *rest = element.findall(f"{N}p") or [ET.Element("p")]
                name = f"<b>{self._inner(label)}</b>{' (default)' if sort else ''}"
                return f"<li><p>{name}: {self._inner(first)}</p>{''.join(map(self._html, rest))}</li>"
            case _:
                shape = ELEMENTS.get(f"{tag}.{sort}", ELEMENTS.get(tag, "{}"))
                return shape.format(self._inner(element))

    def _segment(self, segment: ET.Element) -> str:
        """Return a segment of a clause, with the number of the clause before the first."""
        self.signs = iter(SIGNS * len(segment))
        number, figure = "", segment.find(f"{N}figure")
        if segment.get("part", "I") == "I":
            clause = f"#clause.{self.name}.{segment.get('n')}"
            number = f'<a class="number" {self._href(clause)}>{segment.get("n")}</a>'
        if figure is not None:
            return f'<div id="{segment.get(ID)}">{self._figure(figure, number)}</div>'
        return f'<span id="{segment.get(ID)}">{number}{self._inner(segment)}</span>'

    def _figure(self, figure: ET.Element, number: str = "") -> str:
        """Return a figure with its drawing, or else its description in words."""
        words = " ".join(figure.findtext(f"{N}figDesc", "").split())
        data = figure.findtext(f"{N}binaryObject")
        if data is None:
            return f"<p>{number}<i>[Figure: {_escape(words)}]</i></p>"
        drawing, name = b64decode(data).decode(), f"picture-{len(self.pictures) + 1}.svg"
        self.pictures[name] = drawing
        title = figure.findtext(f"{N}head") or ET.fromstring(drawing).findtext(f"{{{svg.SPACE}}}title", "")
        image = f'<img src="{name}" alt="{html.escape(words)}"/>'
        return f"<figure>{image}<figcaption>{number}{_escape(title)}</figcaption></figure>"


def _is_picture(element: ET.Element) -> bool:
    """Return whether an element is a figure, or a paragraph with a segment that is one."""
    return element.tag == f"{N}figure" or element.find(f"{N}seg/{N}figure") is not None


def _sigla(element: ET.Element) -> str:
    return _escape(element.get("wit", "").replace("#w.", ""))
