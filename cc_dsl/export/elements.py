"""Make, name and find elements of TEI; convert printed words and editors' prose to elements.

Prose is written as Markdown:

> … and turns up the 13th, which is called the “Lead.”        <quote><p>… and turns up the 13th …</p></quote>
See II.8, and *not* [the list](https://example.org).          <p>See <ref target="#c.1862.II.8">II.8</ref>, …</p>
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from cc_dsl import svg
from cc_dsl.drawing.pieces import with_style
from cc_dsl.edition_model.words import runs_of
from cc_dsl.source.notes import citation_pattern

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

TEI = "http://www.tei-c.org/ns/1.0"
N = f"{{{TEI}}}"
"""The prefix of the name of an element in a search."""
ID, LANGUAGE, SPACE = (f"{{http://www.w3.org/XML/1998/namespace}}{name}" for name in ("id", "lang", "space"))
RENDITIONS = {"italic": "italic", "bold": "bold", "small-caps": "smallcaps"}
MARKDOWN: Mapping[str, tuple[str, dict[str, str]]] = {
    "paragraph": ("p", {}),
    "heading": ("label", {}),
    "blockquote": ("quote", {}),
    "bullet_list": ("list", {"rend": "bulleted"}),
    "ordered_list": ("list", {"rend": "numbered"}),
    "list_item": ("item", {}),
    "table": ("table", {}),
    "tr": ("row", {}),
    "th": ("cell", {"role": "label"}),
    "td": ("cell", {}),
    "em": ("hi", {"rend": "italic"}),
    "strong": ("hi", {"rend": "bold"}),
}
"""The element of TEI, with its attributes, for each token of Markdown."""
BLOCKS = frozenset({"p", "label", "quote", "list", "item", "table", "row"})
"""Elements that begin on a new line."""


def book_file(name: str) -> str:
    """Return a file from which books are made, such as their style sheet."""
    with open(os.path.join(os.path.dirname(__file__), "book", name), encoding="utf-8") as file:
        return file.read()


def identifier(kind: str, *names: str) -> str:
    """Return a valid XML id, such as `c.1862.II.8`, which begins with the kind."""
    return ".".join([kind, *(re.sub(r"[^\w.-]", "_", name) for name in names)])


def document_of(root: ET.Element) -> str:
    """Return an element as the text of an XML document."""
    ET.register_namespace("", TEI)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def new_element(tag: str, attributes: Mapping[str, str] | None = None, words: str = "", tail: str = "") -> ET.Element:
    """Return a new element; an attribute without a value is left out."""
    element = ET.Element(f"{N}{tag}", {key: value for key, value in (attributes or {}).items() if value})
    element.text, element.tail = words or None, tail or None
    return element


def figure_element(drawing: str, caption: str, description: str = "") -> ET.Element:
    """Return a figure of TEI, with its drawing as a file inside it and its description in words."""
    figure = new_element("figure")
    if caption:
        figure.append(new_element("head", {}, caption))
    if drawing:
        data = b64encode(with_style(drawing).encode()).decode()
        figure.append(new_element("binaryObject", {"mimeType": "image/svg+xml", "encoding": "base64"}, data))
        description = description or ET.fromstring(drawing).findtext(f"{{{svg.SPACE}}}desc", "")
    figure.append(new_element("figDesc", {}, description))
    return figure


def add_words(parent: ET.Element, words: str) -> None:
    """Add words at the end of an element."""
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + words
    else:
        parent.text = (parent.text or "") + words


def add_line(parent: ET.Element, tag: str, attributes: Mapping[str, str] | None = None, words: str = "") -> ET.Element:
    """Add an element at the end of another, on a line of its own, and return it."""
    if len(parent) == 0 and not parent.text:
        parent.text = "\n"
    element = new_element(tag, attributes, words, "\n")
    parent.append(element)
    return element


def new_part(kind: str, heading: str) -> ET.Element:
    """Return a part of the back matter, under its heading."""
    part = new_element("div", {"type": kind}, tail="\n")
    add_line(part, "head", {}, heading)
    return part


def add_printed(parent: ET.Element, words: str, anchors: Sequence[tuple[int, ET.Element]] = ()) -> ET.Element:
    """Add printed words, with typographic marks as elements, and anchors at offsets of their plain words."""
    anchors_left, at = list(anchors), 0
    for run in runs_of(words):
        end = at + len(run.words)
        if run.role == "remark":
            parent.append(new_element("note", {"type": "remark"}, run.words[1:-1]))
        else:
            while anchors_left and anchors_left[0][0] <= at:
                parent.append(anchors_left.pop(0)[1])
            inner = parent
            if run.role in RENDITIONS:
                inner = new_element("hi", {"rend": RENDITIONS[run.role]})
                parent.append(inner)
            start = at
            while anchors_left and anchors_left[0][0] < end:
                offset, anchor = anchors_left.pop(0)
                add_words(inner, run.words[start - at : offset - at])
                inner.append(anchor)
                start = offset
            add_words(inner, run.words[start - at :])
        at = end
    parent.extend(anchor for _, anchor in anchors_left)
    return parent


class Prose:
    """The converter of editors' prose about one text; ids of its clauses become references."""

    def __init__(self, name: str, clauses: Collection[str]) -> None:
        self.name, self._clauses, self._pattern = name, clauses, citation_pattern(clauses)

    def pointer(self, clause: str) -> str:
        """Return the pointer to a clause; an empty string for a clause of another text."""
        return f"#{identifier('c', self.name, clause)}" if clause in self._clauses else ""

    def blocks(self, markdown: str) -> Iterator[ET.Element]:
        """Yield the paragraphs, quotations, lists and tables of Markdown."""
        root = new_element("div")
        self._add_tokens(root, _parser().parse(markdown))
        yield from root

    def paragraph(self, words: str) -> ET.Element:
        """Return a paragraph of plain words."""
        element = new_element("p", tail="\n")
        self.add(element, words)
        return element

    def add(self, parent: ET.Element, words: str) -> None:
        """Add words to an element, with references to the clauses that they name."""
        for number, part in enumerate(self._pattern.split(words)):
            if number % 2:
                parent.append(new_element("ref", {"target": self.pointer(part)}, part))
            else:
                add_words(parent, part)

    def _add_tokens(self, parent: ET.Element, tokens: Iterable[Token]) -> None:
        """Add the tokens of the Markdown parser to an element."""
        stack = [parent]
        for token in tokens:
            sort = token.type.removesuffix("_open")
            if token.type == "inline":
                self._add_tokens(stack[-1], token.children or ())
            elif token.type in ("text", "softbreak"):
                self.add(stack[-1], " " if token.type == "softbreak" else token.content)
            elif token.type in ("code_inline", "fence", "code_block"):
                stack[-1].append(new_element("code", {}, token.content.rstrip("\n")))
            elif token.type == "hardbreak":
                stack[-1].append(new_element("lb"))
            elif token.nesting < 0 and token.type.removesuffix("_close") not in ("thead", "tbody"):
                stack.pop()
            elif token.nesting > 0 and sort not in ("thead", "tbody"):
                tag, attributes = ("ref", {"target": str(token.attrs["href"])}) if sort == "link" else MARKDOWN[sort]
                element = new_element(tag, attributes, tail="\n" if tag in BLOCKS else "")
                if tag == "row":
                    element.set("role", "data" if len(stack[-1]) else "label")
                stack[-1].append(element)
                stack.append(element)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")
