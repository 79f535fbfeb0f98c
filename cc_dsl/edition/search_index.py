"""The search: the words of all pages as data, which a script on the search page ranks, even offline.

It finds clauses, readings and turns by kind, and the parts of other pages by their prose.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes

from cc_dsl.edition.citations import BEFORE_WORK, address_of
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.frame import INTERNALS
from cc_dsl.edition.markup import tag
from cc_dsl.edition.sources import write
from cc_dsl.edition_model.edition import ClauseView, EditionView
from cc_dsl.edition_model.terms import is_common
from cc_dsl.edition_model.words import without_additions
from cc_dsl.words.layout import curl

if TYPE_CHECKING:
    from sphinx.application import Sphinx


DATA = "_static/search-data.js"
PARTS = "search parts"
"""The key under which the parts of a page are stored in its metadata."""
RECORD_KINDS = ("clause", "reading", "turn", "case")
"""The kinds of things that have search records of their own."""
SKIP = frozenset({"encoding", "words", "figure", "steps", "strokes", "reasons", "rests", "cite-line"})
SKIP_TAGS = frozenset({"details", "svg", "pre", "sup", "button", "template"})
QUOTATION = re.compile(r"“([^”]{2,40}?)[,;.:]?”|‘([^‘’]{2,40}?)[,;.:]?’")
EMPHASIS = ("italic", "bold", "small-caps")
TERM = 20
"""The most characters of a term that a clause explains at its beginning."""
AUTHOR = "author"
"""The class of authors' names in a bibliography, by which its parts can be found."""
LONGEST = 40
"""The most characters of emphasised words that count as a name."""


# ----------------------------------------------------------------------------------------- collecting records


def names_in(view: EditionView, clause: ClauseView) -> tuple[list[str], list[str]]:
    """Return the names that a clause defines in the rules, and the words that it prints as names or explains."""
    own = {(view.name, block.id, statement.id) for block in clause.blocks for statement in block.statements}
    defined_names = [
        name for name, symbols in view.terms.items() if not is_common(symbols) and symbols[0].homes[0].where in own
    ]
    printed_names = [run.words for run in clause.runs if run.role in EMPHASIS and len(run.words) <= LONGEST]
    printed_names += [double or single for double, single in QUOTATION.findall(clause.plain_words)]
    # Words before the first colon are defined there, as in a list of terms.
    head, colon, _ = clause.plain_words.partition(":")
    return defined_names, [*printed_names, *([head] if colon and len(head) <= TERM else [])]


def gather_parts(app: Sphinx, doctree: nodes.document) -> None:
    """Store the id, heading, prose and authors of each part of a page, of which the first is the page itself."""
    docname, parts = app.env.current_document.docname, []
    for section in doctree.findall(nodes.section) if not docname.startswith(INTERNALS) else ():
        is_page = section.parent is doctree
        title = next((child.astext() for child in section.children if isinstance(child, nodes.title)), "")
        words = " ".join(" ".join(_prose(section)).split())
        authors = [name.astext() for name in section.findall(nodes.inline) if AUTHOR in name["classes"]]
        parts.append(("" if is_page else section["ids"][0], title, words, [] if is_page else authors))
    app.env.metadata[docname][PARTS] = parts


def _prose(node: nodes.Node) -> Iterator[str]:
    """Yield the words of a part without its heading, its subparts, code and drawings."""
    for child in node.children:
        if isinstance(child, nodes.Text):
            yield str(child)
        elif (
            not isinstance(child, (nodes.section, nodes.title, nodes.literal_block, nodes.raw, nodes.Invisible))
            and not (isinstance(child, tag) and child["name"] in SKIP_TAGS)
            and SKIP.isdisjoint(child.get("classes", ()))
        ):
            yield from _prose(child)
            if not isinstance(child, (nodes.inline, nodes.emphasis, nodes.strong, nodes.literal)):
                yield " "


# ---------------------------------------------------------------------------------------- writing the index


def _records(app: Sphinx) -> Iterator[list[object]]:
    """Yield the search records: kind, edition, id, title, words, address, names defined, names printed.

    Clauses are in the order of their text, since a name is explained where it is first printed.
    """
    domain = domain_of(app.env)
    clauses = [
        clause.full_id for work in map(domain.shelf.work, domain.shelf.options) for clause in work.text.clauses.values()
    ]
    places = {full_id: number for number, full_id in enumerate(clauses)}
    taken_anchors = set()
    for item in sorted(domain.objects.values(), key=lambda at: (at.kind, places.get(at.full_id, 0), at.full_id)):
        if item.kind not in RECORD_KINDS or item.edition not in domain.shelf.options:
            continue
        taken_anchors.add((item.docname, item.anchor))
        view, title = domain.shelf.edition(item.edition), item.words
        names: tuple[list[str], list[str]] = ([], [])
        if item.kind == "clause":
            title, names = item.id, names_in(view, view.clauses[item.id])
        elif item.kind == "reading":
            title = curl(view.doubts[item.id].title)
        words = without_additions(item.words) if item.kind in ("clause", "reading") else ""
        yield [item.kind, item.edition, item.id, title, words, address_of(app, item), *names]
    for docname in sorted(app.env.all_docs):
        works = app.env.metadata[docname]["works"]
        edition, page = works[0] if len(works) == 1 else "", ""
        for anchor, heading, words, authors in app.env.metadata[docname][PARTS]:
            title = heading.partition(BEFORE_WORK)[0]
            address = app.builder.get_target_uri(docname) + (f"#{anchor}" if anchor else "")
            if not anchor:
                page = title
                yield ["page", edition, "", title, words, address, [], []]
            elif (docname, anchor) not in taken_anchors:
                yield ["part", edition, page, title, words, address, [], authors]
            elif words:
                # The item has an entry of its own; this entry is for the notes on it.
                yield ["notes", edition, "", title, words, address, [], []]


def write_search(app: Sphinx) -> None:
    """Write the data of the search page, once all pages are read."""
    editions = json.dumps(_editions(app), ensure_ascii=False)
    rows = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in _records(app))
    write(os.path.join(app.outdir, *DATA.split("/")), f"searchData={{editions:{editions},records:[\n{rows}\n]}}\n")


def _editions(app: Sphinx) -> dict[str, str]:
    """Return the titles of the editions by name, oldest first."""
    return {work.name: work.full_title for work in domain_of(app.env).shelf.works()}


def search_page(app: Sphinx) -> Iterator[tuple[str, dict[str, object], str]]:
    """Yield the search page, with indices for browsers without scripts."""
    titles = {"clauses": "clauses", "readings": "open places", "text": "text"}
    indices = {
        title: {
            f"edition/{name}/{page}": words
            for page, words in titles.items()
            if f"edition/{name}/{page}" in app.env.all_docs
        }
        for name, title in _editions(app).items()
    }
    scripts = ("search-data.js", "search.js")
    context: dict[str, object] = {
        "title": "Search",
        "editions": _editions(app),
        "indices": indices,
        "page_scripts": scripts,
    }
    yield "search", context, "find.html"
