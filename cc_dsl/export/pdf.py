"""Typeset a book as a PDF with Typst and its fonts, so that the result is reproducible.

`book/book.typ` sets the chapters, which it reads as XHTML.
"""

from __future__ import annotations

import json
from html import escape

from cc_dsl.errors import not_installed
from cc_dsl.export.book import book_of
from cc_dsl.export.elements import book_file


def pdf(document: str) -> bytes:
    """Return the PDF of a TEI document, accessible to screen readers (PDF/UA-1)."""
    try:
        import typst
    except ImportError:
        raise not_installed("Typst, which sets the book,", "edition") from None
    book: bytes = typst.compile(
        book_file("book.typ").encode(),
        format="pdf",
        ignore_system_fonts=True,
        pdf_standards="ua-1",
        sys_inputs=typst_inputs(document),
    )
    return book


def typst_inputs(document: str) -> dict[str, str]:
    """Return the inputs of book.typ: the chapters, the pictures by name, and the metadata of the book."""
    book = book_of(document)
    space = 'xmlns:epub="http://www.idpf.org/2007/ops"'
    chapters = (
        f'<chapter kind="{chapter.name}" title="{escape(chapter.title)}">{chapter.body}</chapter>'
        for chapter in book.chapters
    )
    return {
        "chapters": f"<book {space}>{''.join(chapters)}</book>",
        "pictures": json.dumps(book.pictures),
        "names": json.dumps(book.names),
    }
