"""Builds docutils trees: one node for any HTML element, and short names for the common ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from docutils import nodes
from sphinx.addnodes import pending_xref

from cc_dsl.weave.words import Styled

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


tag: Any = type("tag", (nodes.General, nodes.TextElement), {"__module__": __name__, "__doc__": "An HTML element."})
"""An element whose `name` is the tag and whose `attrs` are its attributes; other formats show what is in it."""

Node: TypeAlias = nodes.Node
Element: TypeAlias = nodes.Element
Child: TypeAlias = Node | str | Sequence["Child"] | None
"""A node, a string, several of them, or nothing."""
Filled = TypeVar("Filled", bound=Element)
PageContext: TypeAlias = dict[str, Any]
"""What Sphinx gives the template of a page."""

FIGURES = re.compile(r"^[−+-]?[\d.,]+( and [−+-]?[\d.,]+)?( ?(%|kB|MB))?( \([^()]*\d[^()]*\))?$|^[–—]?$")
"""A cell with a number or two, perhaps with an interval behind, or with nothing: columns of them end at the right."""

LIVE = ' data-live="'
"""What a page holds where there is something to try or play: the attribute of such an element, as it is written."""
VOID = frozenset({"br", "hr", "input", "wbr"})
"""Elements that have no end."""


def element(name: str, *children: Child, classes: str = "", ids: Iterable[str] = (), **attrs: str) -> Element:
    """Make an HTML element; strings become text, None is left out, `_` in attribute names becomes `-`."""
    node: Element = tag()
    node["name"] = name
    node["classes"] += classes.split()
    node["ids"] += list(ids)
    node["attrs"] = {key.rstrip("_").replace("_", "-"): value for key, value in attrs.items()}
    return _fill(node, children)


def _fill(node: Filled, children: Iterable[Child]) -> Filled:
    for child in children:
        if isinstance(child, str):
            node.append(nodes.Text(child))
        elif isinstance(child, nodes.Node):
            node.append(child)
        elif child is not None:
            _fill(node, child)
    return node


def div(classes: str, *children: Child, ids: Iterable[str] = ()) -> Element:
    """Make a division."""
    return element("div", *children, classes=classes, ids=ids)


def span(classes: str, *children: Child, ids: Iterable[str] = ()) -> Element:
    """Make a span."""
    return element("span", *children, classes=classes, ids=ids)


def paragraph(classes: str, *children: Child) -> Element:
    """Make a paragraph."""
    node = nodes.paragraph("", classes=classes.split())
    return _fill(node, children)


def section(title: Iterable[Child], *children: Child, ids: Iterable[str], classes: str = "") -> Element:
    """Return a section with a heading of the right level."""
    node = nodes.section("", ids=list(ids), classes=classes.split())
    node += _fill(nodes.title(), title)
    return _fill(node, children)


def exact(node: Filled) -> Filled:
    """Keep a node's characters as they are: quotation marks and points are not made finer."""
    node["support_smartquotes"] = False
    return node


def printed(runs: Iterable[Styled]) -> list[Node]:
    """Typeset printed words, each run in its letter."""
    made = {"italic": nodes.emphasis, "bold": nodes.strong}
    found: list[Node] = []
    for run in runs:
        if not run.role:
            found.append(nodes.Text(run.words))
        elif run.role in made:
            found.append(made[run.role]("", run.words))
        else:
            found.append(span(run.role, run.words))
    return found


def refer(kind: str, target: str, *children: Child, docname: str, classes: str = "", preview: bool = False) -> Element:
    """Refer to a clause, statement, reading or step; with a preview, its words can be had on the spot."""
    node = pending_xref(
        "",
        refdomain="rules",
        reftype=kind,
        reftarget=target,
        refdoc=docname,
        refwarn=True,
        refexplicit=True,
        preview=preview,
        support_smartquotes=False,
    )
    inner = nodes.inline("", classes=classes.split())
    node += _fill(inner, children or [target])
    return node


def table(headings: Iterable[Child], rows: Iterable[Iterable[Child]], classes: str = "") -> Element:
    """Make a table that can become a list of cards where there is no room for columns."""
    labels, lines = list(headings), [list(row) for row in rows]
    is_figures = [
        bool(lines)
        and number > 0
        and all(isinstance(cell := line[number], str) and FIGURES.match(cell) for line in lines)
        for number in range(len(labels))
    ]
    head = [
        element("th", label, scope="col", classes="figures" if is_figures[number] else "")
        for number, label in enumerate(labels)
    ]
    body = []
    for line in lines:
        cells = [element("th", line[0], scope="row")]
        cells += [
            element("td", cell, classes="figures" if is_figures[number] else "", **_label(labels[number]))
            for number, cell in enumerate(line[1:], 1)
        ]
        body.append(element("tr", *cells))
    inner = element("thead", element("tr", *head)), element("tbody", *body)
    return element("table", *inner, classes=f"rules-table {classes}")


def _label(label: Child) -> dict[str, str]:
    return {"data_label": label} if isinstance(label, str) else {}


def _visit_html(translator: HTML5Translator, node: Element) -> None:
    attrs = {key: value for key, value in node["attrs"].items() if key not in ("class", "id")}
    translator.body.append(translator.starttag(node, node["name"], "", **attrs))


def _depart_html(translator: HTML5Translator, node: Element) -> None:
    if node["name"] not in VOID:
        translator.body.append(f"</{node['name']}>")


def _pass(translator: object, node: Element) -> None:
    """Show only the content."""


def setup(app: Sphinx) -> None:
    """Register the node with every builder."""
    nothing = (_pass, _pass)
    app.add_node(tag, html=(_visit_html, _depart_html), latex=nothing, text=nothing, man=nothing, texinfo=nothing)
