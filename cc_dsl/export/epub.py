"""Write an edition as an EPUB 3 book, made from its TEI: the text, notes, open places, apparatus, and the rules."""

from __future__ import annotations

import datetime
import html
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET

from cc_dsl.edition_model.imprint import Publication, Work, load_publication, load_work
from cc_dsl.export.archive import archive, moment
from cc_dsl.export.tei import ID, SURE, N, book_file, opened

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

MIME = "application/epub+zip"
TAGS = {
    **{"p": "p", "ab": "p", "head": "h2", "lem": "b", "label": "b", "item": "li", "list": "ul", "table": "table"},
    **{"figDesc": "figcaption", "div": "section", "code": "code"},
}
"""The elements of XHTML for those of TEI; any other is a span."""
LETTERS = {"italic": "i", "bold": "b"}
PARTS = (("notes", "Notes"), ("readings", "Readings and gaps"), ("apparatus", "Apparatus"))


class Chapter(NamedTuple):
    """A chapter of the book."""

    name: str
    title: str
    body: str


def epub(edition: Edition, document: str) -> bytes:
    """Return an edition as an EPUB, made from its TEI."""
    work, published = load_work(edition.folder), load_publication()
    chapters = list(_chapters(edition, work, document, published))
    return _bound(work.name, work.dated_title, [work], f"; SHA-256 of the text: {work.digest}", published, chapters)


def epub_of_all(documents: Sequence[tuple[Edition, str]]) -> bytes:
    """Return editions, each with its TEI, as one EPUB, one behind the other; each chapter names its text."""
    published, chapters = load_publication(), list[Chapter]()
    works = [load_work(edition.folder) for edition, _ in documents]
    for work, (edition, document) in zip(works, documents, strict=True):
        for one in _chapters(edition, work, document, published, f"of-{work.name}-"):
            title = work.full_title if one.name.endswith("-title") else f"{work.full_title}: {one.title}"
            chapters.append(one._replace(title=title))
    return _bound("whole", published.title, works, "", published, chapters)


def _bound(
    name: str, title: str, works: Sequence[Work], source: str, published: Publication, chapters: Sequence[Chapter]
) -> bytes:
    """Return chapters as a book; `source` is what is said of its source besides the edition and its version."""
    page, told = book_file("page.xhtml"), moment()
    changed = datetime.datetime.fromtimestamp(told, datetime.UTC) if told is not None else None
    items = [f'<item id="{one.name}" href="{one.name}.xhtml" media-type="application/xhtml+xml"/>' for one in chapters]
    listed = "\n".join(f'<li><a href="{one.name}.xhtml">{html.escape(one.title)}</a></li>' for one in chapters)
    nav = f'<nav epub:type="toc" id="toc"><h1>Contents</h1>\n<ol>\n{listed}\n</ol></nav>'
    authors = html.escape(" and ".join(dict.fromkeys(work.author for work in works if not work.is_restated)))
    package = book_file("package.opf").format(
        name=name,
        version=published.version,
        title=html.escape(title),
        creator=f"<dc:creator>{authors}</dc:creator>\n" if authors else "",
        editors=html.escape(published.editors),
        date=published.date,
        licence=published.text_licence,
        source=html.escape(f"{published.title}, version {published.version}{source}"),
        modified=f"{changed:%Y-%m-%dT%H:%M:%SZ}" if changed is not None else f"{published.date}T00:00:00Z",
        items="\n".join(items),
        spine="\n".join(f'<itemref idref="{one.name}"/>' for one in chapters),
    )
    files = {
        "META-INF/container.xml": book_file("container.xml"),
        "book/package.opf": package,
        "book/nav.xhtml": page.format(title="Contents", body=nav),
        "book/style.css": book_file("book.css"),
        **{f"book/{one.name}.xhtml": page.format(title=html.escape(one.title), body=one.body) for one in chapters},
    }
    return archive({name: text.encode() for name, text in files.items()}, first={"mimetype": MIME.encode()})


def _chapters(
    edition: Edition, work: Work, document: str, published: Publication, before: str = ""
) -> Iterator[Chapter]:
    """Yield the chapters: title, text, notes, open places, apparatus, rules; `before` begins their names."""
    root, body, back = opened(document)
    for reference in root.iter(f"{N}ref"):
        target = reference.get("target", "")
        if target.startswith("#"):
            reference.set("target", f"{before}text.xhtml{target}")
    author = "" if work.is_restated else f"<p>{html.escape(work.author)}</p>\n"
    title = (
        f"<h1>{html.escape(work.full_title)}</h1>\n{author}"
        f'<p class="imprint">From <cite>{html.escape(published.title)}</cite>, version {published.version}, '
        f"{published.date}. {html.escape(published.editors)}. SHA-256 of the text: {work.digest}.</p>"
    )
    yield Chapter(f"{before}title", "Title", title)
    yield Chapter(f"{before}text", "The text", f"<h1>The text</h1>\n{_inner(body)}")
    for kind, heading in PARTS:
        if kind in back:
            parts = "\n".join(_html(child) for child in back[kind] if child.tag != f"{N}head")
            yield Chapter(f"{before}{kind}", heading, f"<h1>{heading}</h1>\n{parts}")
    rules = html.escape(edition.source.text, quote=False)
    yield Chapter(f"{before}rules", "The rules", f"<h1>The rules</h1>\n<pre>{rules}</pre>")


def _inner(element: ET.Element) -> str:
    found = [html.escape(element.text or "", quote=False)]
    for child in element:
        found += [_html(child), html.escape(child.tail or "", quote=False)]
    return "".join(found)


def _html(element: ET.Element) -> str:
    """Return an element of the TEI as one of XHTML."""
    tag, inner = element.tag.removeprefix(N), _inner(element)
    match tag:
        case "lb":
            return "<br/>"
        case "hi":
            name = LETTERS.get(element.get("rend", "italic"))
            return f"<{name}>{inner}</{name}>" if name else f'<span class="smallcaps">{inner}</span>'
        case "seg" if element.get("type") == "clause":
            is_first = element.get("part", "I") == "I"
            number = f'<span class="number">{element.get("n")}</span>' if is_first else ""
            return f'<span id="{element.get(ID)}">{number}{inner}</span>'
        case "figure":
            return f"<i>[Figure: {html.escape(element.findtext(f'{N}figDesc', ''), quote=False)}]</i>"
        case "note" if element.get("type") == "remark":
            return f"[{inner}]"
        case "note" if not element.get("type"):
            return f" <i>{inner}</i>"
        case "note":  # under the number of its clause, or the name of its open place
            label = element.findtext(f"{N}label")
            named = label or element.get("n", "").replace("introduction", "Introduction")
            inner = inner.partition("</b>")[2] if label is not None else inner
            sure = f" ({SURE[element.get('cert', '')]})" if element.get("cert") in SURE else ""
            return f'<div class="note"><h3>{html.escape(named)}{sure}</h3>{inner}</div>'
        case "listApp":
            return f"<ul>{''.join(_entry(app) for app in element)}</ul>"
        case "quote" if element.find(f"{N}p") is not None:
            return f"<blockquote>{inner}</blockquote>"
        case "quote":
            return f"“{inner.strip('“”')}”"
        case "list" if element.get("rend") == "numbered":
            return f"<ol>{inner}</ol>"
        case "ref" if element.get("target"):
            return f'<a href="{html.escape(element.get("target", ""))}">{inner}</a>'
        case "item" if element.get("rend"):
            return f'<li class="default">{inner}</li>'
        case "row":
            name = "th" if element.get("role") == "label" else "td"
            cells = "".join(f"<{name}>{_inner(cell)}</{name}>" for cell in element)
            return f"<tr>{cells}</tr>"
        case _:
            name = TAGS.get(tag, "span")
            return f"<{name}>{inner}</{name}>"


def _entry(app: ET.Element) -> str:
    """Return an entry of the apparatus: clause, lemma, bracket, and what the others have."""
    lemma = app.find(f"{N}lem")
    assert lemma is not None
    clauses = app.get("n", "").split()
    where = clauses[0] if len(clauses) == 1 else f"{clauses[0]} to {clauses[-1]}"
    words = " … ".join(map(_inner, lemma)) if lemma.find(f"{N}seg") is not None else _inner(lemma)
    said = [f"{html.escape(where)}: <b>{words}</b>]"]
    for reading in app.findall(f"{N}rdg"):
        witness = reading.get("wit", "").replace("#w.", "")
        said.append(f"{_inner(reading) or '[wanting]'} <i>{html.escape(witness)}</i>")
    return f"<li>{' '.join(said)} {html.escape(app.findtext(f'{N}note', ''), quote=False)}</li>"
