"""Parts of pages from templates: Jinja renders HTML, which this module converts to Sphinx's nodes.

The templates are plain HTML. Five features of them are for Sphinx:

- `<heading>` is the title of its `<section>`, at any level;
- `<ref kind="ref" to="1862.II.8">` is a reference, which Sphinx resolves when all pages are read;
- `<held n="0">` represents nodes that exist already, such as prose that Sphinx has parsed, or a drawing;
- an element with `thing="clause" full="1862.II.8"` is the place of a thing that has an address;
- the characters in an element with `exact` are unchanged, including straight quotation marks.

White space with a line break next to a tag belongs to the template, and is omitted.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, TypeAlias

import jinja2
from docutils import nodes
from markupsafe import Markup
from sphinx.addnodes import pending_xref

from cc_dsl.edition_model.words import StyledRun
from cc_dsl.words.layout import as_sentence, capital, curl

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")
tag: Any = type("tag", (nodes.General, nodes.TextElement), {"__module__": __name__, "__doc__": "An HTML element."})
"""An element whose `name` is the tag and whose `attrs` are its attributes; other formats show its content."""
Node: TypeAlias = nodes.Node
PageContext: TypeAlias = dict[str, Any]
"""The context that Sphinx passes to the template of a page."""
NODE_CLASSES: Mapping[str, Any] = {
    "section": nodes.section,
    "heading": nodes.title,
    "em": nodes.emphasis,
    "strong": nodes.strong,
    "literal": nodes.literal,
}
"""The elements for which Sphinx has nodes of its own."""
VOID = frozenset({"br", "hr", "input", "wbr"})
"""Elements without an end tag."""
SPACES = " \n\t"
FIGURES = re.compile(r"^[−+-]?[\d.,]+( and [−+-]?[\d.,]+)?( ?(%|kB|MB))?( \([^()]*\d[^()]*\))?$|^[–—]?$")
"""A cell with one or two numbers, perhaps followed by an interval, or an empty cell: such columns are right-aligned."""
LIVE = ' data-live="'
"""The attribute, as written in HTML, of the elements in which readers can try or play something."""


# ------------------------------------------------------------------------------------ values for templates


@cache
def environment() -> jinja2.Environment:
    """Return the templates, with the functions and filters that all of them use."""
    loader = jinja2.FileSystemLoader(TEMPLATES)
    templates = jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    filters = {"capital": capital, "as_sentence": as_sentence, "curled": curl, "printed": markup_of}
    templates.filters |= filters
    templates.globals["figure_columns"] = figure_columns
    return templates


def render(template: str, macro: str, *values: object, **context: object) -> Markup:
    """Return the output of a template macro; all macros of its file share the context."""
    file = environment().get_template(template)
    markup: Markup = getattr(file.make_module(context) if context else file.module, macro)(*values)
    return markup


def markup_of(runs: Iterable[StyledRun]) -> Markup:
    """Return printed words, each run in its typeface."""
    letters = {"italic": "<em>{}</em>", "bold": "<strong>{}</strong>", "": "{}"}
    return Markup("").join(
        Markup(letters[run.role]).format(run.words)
        if run.role in letters
        else Markup('<span class="{}">{}</span>').format(run.role, run.words)
        for run in runs
    )


def figure_columns(rows: Sequence[Sequence[object]]) -> list[bool]:
    """Return for each column of a table whether it contains numbers, which are right-aligned; the first never does."""
    columns = zip(*rows, strict=False)
    is_figure = [[type(cell) is str and FIGURES.match(cell) is not None for cell in column] for column in columns]
    return [number > 0 and all(cells) for number, cells in enumerate(is_figure)]


def refer(kind: str, target: str, words: str = "", classes: str = "", preview: bool = False) -> Markup:
    """Return a reference to a clause, statement, reading or step; with a preview, the page can show its words."""
    element = Markup('<ref kind="{}" to="{}" class="{}" preview="{}">{}</ref>')
    return element.format(kind, target, classes, "yes" if preview else "", words or target)


# ------------------------------------------------------------------------------------- nodes from templates


def nodes_of(html: str, docname: str, held_nodes: Sequence[Sequence[Node]] = (), page: Any = None) -> list[Node]:
    """Return the nodes of HTML from a template; record on the page each item that they show."""
    builder = _Builder(docname, held_nodes, page)
    builder.feed(html)
    builder.close()
    builder.add_words()
    return list(builder.open[0].children)


class _Builder(HTMLParser):
    def __init__(self, docname: str, held_nodes: Sequence[Sequence[Node]], page: Any) -> None:
        super().__init__(convert_charrefs=True)
        self.docname, self.held, self.page = docname, held_nodes, page
        self.open: list[Any] = [nodes.Element()]
        """The elements that have not ended, the outermost first."""
        self.words = ""

    def add_words(self) -> None:
        """Add the words before a tag, without the white space of the template."""
        words, self.words = self.words, ""
        if "\n" in words and not any(isinstance(element, tag) and element["name"] == "pre" for element in self.open):
            bare = words.strip(SPACES)
            before, _, after = words.partition(bare) if bare else (words, "", "")
            words = f"{'' if chr(10) in before else before}{bare}{'' if chr(10) in after else after}"
        if words:
            self.open[-1] += nodes.Text(words)

    def handle_data(self, data: str) -> None:
        """Collect words up to the next tag."""
        self.words += data

    def handle_endtag(self, name: str) -> None:
        self.add_words()
        if name not in VOID:
            self.open.pop()

    def handle_starttag(self, name: str, attrs: list[tuple[str, str | None]]) -> None:
        self.add_words()
        attributes = {key: value or "" for key, value in attrs}
        if name == "held":
            self.open[-1] += list(self.held[int(attributes["n"])])
            self.open.append(nodes.Element())
            return
        node = self._reference(attributes) if name == "ref" else NODE_CLASSES.get(name, tag)()
        self.open[-1] += node.parent or node
        node["classes"] += attributes.pop("class", "").split()
        node["ids"] += attributes.pop("id", "").split()
        if "exact" in attributes:
            node["support_smartquotes"] = bool(attributes.pop("exact"))
        if "thing" in attributes:
            name_words, content = attributes.pop("named", ""), attributes.pop("content", "")
            self.page.record_item(attributes.pop("thing"), attributes.pop("full"), node["ids"][0], name_words, content)
        if isinstance(node, tag):
            node["name"], node["attrs"] = name, attributes
        if name not in VOID:
            self.open.append(node)

    def _reference(self, attributes: dict[str, str]) -> nodes.inline:
        """Return the inner element of a reference, whose parent is the reference."""
        reference = pending_xref(
            "",
            refdomain="rules",
            reftype=attributes["kind"],
            reftarget=attributes["to"],
            refdoc=self.docname,
            refwarn=True,
            refexplicit=True,
            preview=bool(attributes["preview"]),
            support_smartquotes=False,
        )
        inner = nodes.inline()
        reference += inner
        return inner


# ------------------------------------------------------------------------------------------ HTML from nodes


def _visit_html(translator: HTML5Translator, node: nodes.Element) -> None:
    translator.body.append(translator.starttag(node, node["name"], "", **node["attrs"]))


def _depart_html(translator: HTML5Translator, node: nodes.Element) -> None:
    if node["name"] not in VOID:
        translator.body.append(f"</{node['name']}>" + ("\n" if node["name"] == "p" else ""))


def _pass(translator: object, node: nodes.Element) -> None:
    """Visit only the content."""


def add_nodes(app: Sphinx) -> None:
    """Register the node `tag` with every builder."""
    nothing = (_pass, _pass)
    app.add_node(tag, html=(_visit_html, _depart_html), latex=nothing, text=nothing, man=nothing, texinfo=nothing)
