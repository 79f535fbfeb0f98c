"""Editors' notes, which are written as Markdown, as elements of TEI: paragraphs, quotations, lists, tables, references.

> … and turns up the 13th, which is called the “Lead.”        <quote><p>… and turns up the 13th …</p></quote>
See II.8, and *not* [the list](https://example.org).          <p>See <ref target="#c.1862.II.8">II.8</ref>, …</p>
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from cc_dsl.edition_model.notes import citation_pattern

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

TEI = "http://www.tei-c.org/ns/1.0"
ELEMENTS: Mapping[str, tuple[str, dict[str, str]]] = {
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


def new_element(tag: str, attributes: Mapping[str, str] | None = None, words: str = "") -> ET.Element:
    """Make an element; of the attributes those without a value are left out."""
    made = ET.Element(f"{{{TEI}}}{tag}", {key: value for key, value in (attributes or {}).items() if value})
    made.text = words or None
    return made


def add_words(parent: ET.Element, words: str) -> None:
    """Put words behind what an element holds already."""
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + words
    else:
        parent.text = (parent.text or "") + words


class Prose:
    """What editors have written about one text; ids of its clauses become references."""

    def __init__(self, names: Iterable[str], pointer: Callable[[str], str]) -> None:
        """Take the ids of the clauses, and what gives the pointer to a clause."""
        self._clause = citation_pattern(names)
        self._pointer = pointer

    def blocks(self, markdown: str) -> Iterator[ET.Element]:
        """Yield the paragraphs, quotations, lists and tables of Markdown."""
        root = new_element("div")
        self._fill(root, _parser().parse(markdown))
        yield from root

    def paragraph(self, words: str) -> ET.Element:
        """Return a paragraph of plain words."""
        made = new_element("p")
        made.tail = "\n"
        self.say(made, words)
        return made

    def say(self, parent: ET.Element, words: str) -> None:
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
                self.say(inside[-1], " " if token.type == "softbreak" else token.content)
            elif token.type in ("code_inline", "fence", "code_block"):
                inside[-1].append(new_element("code", {}, token.content.rstrip("\n")))
            elif token.type == "hardbreak":
                inside[-1].append(new_element("lb"))
            elif token.nesting < 0 and token.type.removesuffix("_close") not in ("thead", "tbody"):
                inside.pop()
            elif token.nesting > 0 and sort not in ("thead", "tbody"):
                tag, given = ("ref", {"target": str(token.attrs["href"])}) if sort == "link" else ELEMENTS[sort]
                made = new_element(tag, given)
                if tag == "row":
                    made.set("role", "data" if len(inside[-1]) else "label")
                made.tail = "\n" if tag in BLOCKS else None
                inside[-1].append(made)
                inside.append(made)


@cache
def _parser() -> MarkdownIt:
    """Return the parser of Markdown, whose closing tags have no content of their own."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")
