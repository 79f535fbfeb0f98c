"""Write a book as EPUB 3: its chapters as pages, its pictures as files, and its metadata."""

from __future__ import annotations

import datetime
import html

from cc_dsl.edition_model.imprint import load_publication
from cc_dsl.export.archive import archive, build_time
from cc_dsl.export.book import book_of
from cc_dsl.export.elements import book_file

MIME = "application/epub+zip"


def epub(document: str) -> bytes:
    """Return the EPUB of a TEI document."""
    book, page, time = book_of(document), book_file("page.xhtml"), build_time()
    change_time = datetime.datetime.fromtimestamp(time, datetime.UTC) if time is not None else None
    entries = "\n".join(
        f'<li><a href="{chapter.name}.xhtml">{html.escape(chapter.title)}</a></li>' for chapter in book.chapters
    )
    nav = f'<nav epub:type="toc" id="toc"><h1>Contents</h1>\n<ol>\n{entries}\n</ol></nav>'
    pages_listed = (
        f'<item id="page-{chapter.name}" href="{chapter.name}.xhtml" media-type="application/xhtml+xml"/>'
        for chapter in book.chapters
    )
    pictures_listed = (f'<item id="file-{name}" href="{name}" media-type="image/svg+xml"/>' for name in book.pictures)
    names = {name: html.escape(words) for name, words in book.names.items()}
    package = book_file("package.opf").format(
        **names,
        creator=f"<dc:creator>{names['authors']}</dc:creator>\n" if names["authors"] else "",
        licence=load_publication().text_licence,
        modified=f"{change_time:%Y-%m-%dT%H:%M:%SZ}" if change_time is not None else f"{names['date']}T00:00:00Z",
        items="\n".join([*pages_listed, *pictures_listed]),
        spine="\n".join(f'<itemref idref="page-{part.name}"/>' for part in book.chapters),
    )
    pages = {part.name: page.format(title=html.escape(part.title), body=part.body) for part in book.chapters}
    pages["nav"] = page.format(title="Contents", body=nav)
    files = {
        "META-INF/container.xml": book_file("container.xml").encode(),
        "book/package.opf": package.encode(),
        "book/style.css": book_file("book.css").encode(),
        **{f"book/{name}.xhtml": words.encode() for name, words in pages.items()},
        **{f"book/{name}": drawing.encode() for name, drawing in book.pictures.items()},
    }
    return archive(files, first={"mimetype": MIME.encode()})
