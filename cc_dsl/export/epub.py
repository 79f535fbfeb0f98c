"""Write an edition as an EPUB 3 book, made from its TEI: the text, notes, open places, apparatus, and the rules."""

from __future__ import annotations

import datetime
import html
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET

from cc_dsl.edition_model.imprint import Publication, Work, load_publication, load_work
from cc_dsl.export.archive import archive, moment
from cc_dsl.export.prose import TEI
from cc_dsl.export.tei import CERTAIN

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

N = f"{{{TEI}}}"
ID = "{http://www.w3.org/XML/1998/namespace}id"
MIME = "application/epub+zip"
TAGS = {"p": "p", "ab": "p", "head": "h2", "lem": "b", "item": "li", "list": "ul", "table": "table"}
TAGS["figDesc"] = "figcaption"
LETTERS = {"italic": "i", "bold": "b", "smallcaps": "span"}
SURE = {cert: word for word, cert in CERTAIN.items()}
STYLE = """body { font-family: serif; line-height: 1.5; margin: 0 5%; }
h1, h2 { font-weight: normal; text-align: center; }
h3 { font-size: 1em; margin: 1.2em 0 0.2em; }
.smallcaps { font-variant: small-caps; }
.number { font-size: 0.6em; vertical-align: super; line-height: 0; margin-inline-end: 0.2em; }
.note { margin: 0 0 1.2em; }
table { border-collapse: collapse; margin: 0.6em 0; }
th, td { text-align: left; font-weight: normal; padding: 0.1em 1em 0.1em 0; border-bottom: 1px solid #999; }
td + td { text-align: right; }
th { font-style: italic; }
.default > b::after { content: " (default)"; font-style: italic; font-weight: normal; }
pre { white-space: pre-wrap; font-size: 0.8em; line-height: 1.4; }
ul { padding-inline-start: 1.2em; }
.imprint { font-size: 0.85em; }
"""
CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""
PAGE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head><title>{title}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
{body}
</body>
</html>
"""
PACKAGE = """<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">court-circular:{name}:{version}</dc:identifier>
<dc:title>{title}</dc:title>
<dc:language>en-GB</dc:language>
{creator}<dc:publisher>{editors}</dc:publisher>
<dc:date>{date}</dc:date>
<dc:rights>Printed words: public domain or as stated in the edition. Notes and encoding: {licence}.</dc:rights>
<dc:source>{source}</dc:source>
<meta property="dcterms:modified">{modified}</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityFeature">displayTransformability</meta>
<meta property="schema:accessibilityHazard">none</meta>
<meta property="schema:accessibilitySummary">Text with headings, in reading order; figures are in words.</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
{items}
</manifest>
<spine>
{spine}
</spine>
</package>
"""


class Chapter(NamedTuple):
    """A chapter of the book."""

    name: str
    title: str
    body: str


class EpubBook(NamedTuple):
    """What a book says of itself."""

    name: str
    title: str
    author: str
    """The author of its words; empty if they are restated."""
    source: str


def epub(edition: Edition, document: str) -> bytes:
    """Return an edition as an EPUB, made from its TEI."""
    work, published = load_work(edition.folder), load_publication()
    title = f"{work.title} ({work.year})" if work.year else work.title
    source = f"{published.title}, version {published.version}; SHA-256 of the text: {work.digest}"
    book = EpubBook(work.name, title, "" if work.is_restated else work.author, source)
    return _bound(book, published, list(_chapters(edition, ET.fromstring(document), work, published)))


def epub_of_all(documents: Sequence[tuple[Edition, str]]) -> bytes:
    """Return editions, each with its TEI, as one EPUB, one behind the other; each chapter names its text."""
    published = load_publication()
    chapters = []
    authors: dict[str, None] = {}
    for edition, document in documents:
        work = load_work(edition.folder)
        authors |= {} if work.is_restated else {work.author: None}
        for one in _chapters(edition, ET.fromstring(document), work, published, f"of-{work.name}-"):
            title = work.full_title if one.name.endswith("-title") else f"{work.full_title}: {one.title}"
            chapters.append(Chapter(one.name, title, one.body))
    source = f"{published.title}, version {published.version}"
    return _bound(EpubBook("whole", published.title, " and ".join(authors), source), published, chapters)


def _bound(book: EpubBook, published: Publication, chapters: list[Chapter]) -> bytes:
    """Return chapters as a book."""
    items = [f'<item id="{one.name}" href="{one.name}.xhtml" media-type="application/xhtml+xml"/>' for one in chapters]
    listed = "\n".join(f'<li><a href="{one.name}.xhtml">{html.escape(one.title)}</a></li>' for one in chapters)
    nav = f'<nav epub:type="toc" id="toc"><h1>Contents</h1>\n<ol>\n{listed}\n</ol></nav>'
    files = {
        "META-INF/container.xml": CONTAINER,
        "book/package.opf": _package(book, published, items, [f'<itemref idref="{one.name}"/>' for one in chapters]),
        "book/nav.xhtml": PAGE.format(title="Contents", body=nav),
        "book/style.css": STYLE,
        **{f"book/{one.name}.xhtml": PAGE.format(title=html.escape(one.title), body=one.body) for one in chapters},
    }
    return archive({name: text.encode() for name, text in files.items()}, first={"mimetype": MIME.encode()})


def _package(book: EpubBook, published: Publication, items: list[str], spine: list[str]) -> str:
    day = datetime.datetime.fromisoformat(f"{published.date}T00:00:00+00:00")
    told = moment()
    changed = day if told is None else datetime.datetime.fromtimestamp(told, datetime.UTC)
    author = f"<dc:creator>{html.escape(book.author)}</dc:creator>\n" if book.author else ""
    return PACKAGE.format(
        name=book.name,
        version=published.version,
        title=html.escape(book.title),
        creator=author,
        editors=html.escape(published.editors),
        date=published.date,
        licence=published.text_licence,
        source=html.escape(book.source),
        modified=f"{changed:%Y-%m-%dT%H:%M:%SZ}",
        items="\n".join(items),
        spine="\n".join(spine),
    )


def _chapters(
    edition: Edition, root: ET.Element, work: Work, published: Publication, before: str = ""
) -> Iterator[Chapter]:
    """Yield the chapters: title, text, notes, open places, apparatus, rules; `before` begins their names."""
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
    body = root.find(f".//{N}body")
    assert body is not None
    yield Chapter(f"{before}text", "The text", f"<h1>The text</h1>\n{_inner(body)}")
    back = {division.get("type"): division for division in root.findall(f".//{N}back/{N}div")}
    for kind, heading in (("notes", "Notes"), ("readings", "Readings and gaps"), ("apparatus", "Apparatus")):
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
            name = LETTERS[element.get("rend", "italic")]
            return f'<{name} class="smallcaps">{inner}</{name}>' if name == "span" else f"<{name}>{inner}</{name}>"
        case "seg" if element.get("type") == "clause":
            is_first = element.get("part", "I") == "I"
            number = f'<span class="number">{element.get("n")}</span>' if is_first else ""
            return f'<span id="{element.get(ID)}">{number}{inner}</span>'
        case "figure":
            described = "".join(child.text or "" for child in element if child.tag == f"{N}figDesc")
            return f"<i>[Figure: {html.escape(described, quote=False)}]</i>"
        case "note":
            return _note(element, inner)
        case "listApp":
            return f"<ul>{''.join(_entry(app) for app in element)}</ul>"
        case "div":
            return f"<section>{inner}</section>"
        case "quote" if element.find(f"{N}p") is not None:
            return f"<blockquote>{inner}</blockquote>"
        case "quote":
            return f"“{inner.strip('“”')}”"
        case "list" if element.get("rend") == "numbered":
            return f"<ol>{inner}</ol>"
        case "ref" if element.get("target"):
            return f'<a href="{html.escape(element.get("target", ""))}">{inner}</a>'
        case "code":
            return f"<code>{inner}</code>"
        case "item":
            return f'<li class="default">{inner}</li>' if element.get("rend") else f"<li>{inner}</li>"
        case "row":
            name = "th" if element.get("role") == "label" else "td"
            cells = "".join(f"<{name}>{_inner(cell)}</{name}>" for cell in element)
            return f"<tr>{cells}</tr>"
        case "label":
            return f"<b>{inner}</b>"
        case _:
            name = TAGS.get(tag, "span")
            return f"<{name}>{inner}</{name}>"


def _note(element: ET.Element, inner: str) -> str:
    """Return a note: a remark inside the words, or one under the number of its clause or the name of its open place."""
    if element.get("type") == "remark":
        return f"[{inner}]"
    if not element.get("type"):
        return f" <i>{inner}</i>"
    named = element.findtext(f"{N}label") or element.get("n", "").replace("introduction", "Introduction")
    inner = inner.partition("</b>")[2] if element.find(f"{N}label") is not None else inner
    sure = f" ({SURE.get(element.get('cert', ''), '')})" if element.get("cert") in SURE else ""
    return f'<div class="note"><h3>{html.escape(named)}{sure}</h3>{inner}</div>'


def _entry(app: ET.Element) -> str:
    """Return an entry of the apparatus: clause, lemma, bracket, and what the others have."""
    lemma = app.find(f"{N}lem")
    note = app.findtext(f"{N}note", "")
    clauses = app.get("n", "").split()
    where = clauses[0] if len(clauses) == 1 else f"{clauses[0]} to {clauses[-1]}"
    parts = [_inner(part) for part in lemma] if lemma is not None and lemma.find(f"{N}seg") is not None else []
    words = " … ".join(parts) or (_inner(lemma) if lemma is not None else "")
    said = [f"{html.escape(where)}: <b>{words}</b>]"]
    for reading in app.findall(f"{N}rdg"):
        witness = reading.get("wit", "").replace("#w.", "")
        said.append(f"{_inner(reading) or '[wanting]'} <i>{html.escape(witness)}</i>")
    return f"<li>{' '.join(said)} {html.escape(note, quote=False)}</li>"
