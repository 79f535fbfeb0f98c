"""Makes the search: what every page says, as data that a script on the search page ranks, also from a disk.

Clauses, readings and turns are found as what they are; of pages their parts, with the prose in each.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes

from cc_dsl.edition.addresses import Addressed, place, things, write
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.identity import BEFORE_WORK, MAKING
from cc_dsl.edition.markup import curled, tag
from cc_dsl.edition_model.words import printed_alone

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from cc_dsl.edition_model.edition import ClauseView, EditionView

DATA = "_static/search-data.js"
PARTS = "search parts"
"""The key under which the parts of a page are stored with it."""
SHOWN = ("clause", "reading", "turn", "case")
"""The kinds of things that are found as what they are."""
PASSED = frozenset({"encoding", "words", "figure", "steps", "strokes", "reasons", "rests", "cite-line", "relations"})
PASSED_TAGS = frozenset({"details", "svg", "pre", "sup", "button"})
QUOTED = re.compile(r"“([^”]{2,40}?)[,;.:]?”|‘([^‘’]{2,40}?)[,;.:]?’")
EMPHASISED = ("italic", "bold", "small-caps")
TERM = 20
"""The most characters of a term that a clause explains at its beginning."""
AUTHOR = "author"
"""The class of names in a bibliography by which its parts are found."""
LONGEST = 40
"""A stretch of emphasised words that is longer names nothing."""


# --------------------------------------------------------------------------------------- while pages are read


def names_in(view: EditionView, clause: ClauseView) -> tuple[list[str], list[str]]:
    """Return the names that a clause defines in the rules, and the words that it prints as names or explains."""
    own = {statement.id for block in clause.blocks for statement in block.statements}
    defined = [
        term.name
        for term in view.terms.values()
        if not term.is_common and any(one.file == view.name and one.statement in own for one in term.introduced[:1])
    ]
    printed = [run.words for run in clause.runs if run.role in EMPHASISED and len(run.words) <= LONGEST]
    printed += [double or single for double, single in QUOTED.findall(clause.printed)]
    # What stands before a colon at the beginning is explained there, as in a list of terms.
    head, colon, _ = clause.printed.partition(":")
    return defined, [*printed, *([head] if colon and len(head) <= TERM else [])]


def _gather(app: Sphinx, doctree: object) -> None:
    """Keep the parts of a page, each with its heading and its prose."""
    docname = app.env.current_document.docname
    if not docname.startswith(MAKING):
        app.env.metadata[docname][PARTS] = list(_parts(doctree))


def _parts(doctree: nodes.document) -> Iterator[tuple[str, str, str, list[str]]]:
    """Yield the id, the heading, the prose and the authors of each part of a page; the first is the page itself."""
    for section in doctree.findall(nodes.section):
        is_page = section.parent is doctree
        title = next((child.astext() for child in section.children if isinstance(child, nodes.title)), "")
        words = " ".join(" ".join(_prose(section)).split())
        authors = [one.astext() for one in section.findall(nodes.inline) if AUTHOR in one["classes"]]
        yield "" if is_page else section["ids"][0], title, words, [] if is_page else authors


def _prose(node: nodes.Node) -> Iterator[str]:
    """Yield the words of a part outside its heading, the parts in it, code and drawings."""
    for child in node.children:
        if isinstance(child, nodes.Text):
            yield str(child)
        elif (
            isinstance(child, (nodes.section, nodes.title, nodes.literal_block, nodes.raw, nodes.Invisible))
            or (isinstance(child, tag) and (child["name"] in PASSED_TAGS or not PASSED.isdisjoint(child["classes"])))
            or not PASSED.isdisjoint(child.get("classes", ()))
        ):
            continue
        else:
            yield from _prose(child)
            if not isinstance(child, (nodes.inline, nodes.emphasis, nodes.strong, nodes.literal)):
                yield " "


# ------------------------------------------------------------------------------------- when pages are there


def _records(app: Sphinx) -> Iterator[list[object]]:
    """Yield what can be found: kind, edition, id, title, words, address, names defined, names printed."""
    domain = domain_of(app.env)
    taken = set()
    for thing in _in_text_order(app):
        if thing.kind not in SHOWN or thing.edition not in domain.shelf.options:
            continue
        taken.add((thing.docname, thing.anchor))
        view, title = domain.shelf.edition(thing.edition), thing.id
        names: tuple[list[str], list[str]] = ([], [])
        if thing.kind == "clause":
            names = names_in(view, view.clauses[thing.id])
        elif thing.kind == "reading":
            title = curled(view.doubts[thing.id].title)
        else:
            title = thing.words
        words = printed_alone(thing.words) if thing.kind in ("clause", "reading") else ""
        yield [thing.kind, thing.edition, thing.id, title, words, place(app, thing), *names]
    for docname in sorted(app.env.all_docs):
        works = app.env.metadata[docname].get("works", [])
        edition = works[0] if len(works) == 1 else ""
        page = ""
        for anchor, heading, words, authors in app.env.metadata[docname].get(PARTS, ()):
            title = heading.partition(BEFORE_WORK)[0]
            address = app.builder.get_target_uri(docname) + (f"#{anchor}" if anchor else "")
            if not anchor:
                page = title
                yield ["page", edition, "", title, words, address, [], []]
            elif (docname, anchor) in taken:
                # The words of a thing are found as its own; what stands here are the notes on it.
                if words:
                    yield ["notes", edition, "", title, words, address, [], []]
            else:
                yield ["part", edition, page, title, words, address, [], authors]


def _in_text_order(app: Sphinx) -> list[Addressed]:
    """Return everything that has an address, clauses in the order of their text: a name is explained where it is first
    printed."""
    shelf = domain_of(app.env).shelf
    clauses = [clause.full_id for name in shelf.options for clause in shelf.work(name).text.clauses.values()]
    places = {full_id: number for number, full_id in enumerate(clauses)}
    return sorted(things(app), key=lambda thing: (thing.kind, places.get(thing.full_id, 0)))


def write_search(app: Sphinx) -> None:
    """Write what the search page looks through, when the pages are read."""
    editions = {work.name: work.full_title for work in domain_of(app.env).shelf.works()}
    rows = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in _records(app))
    named = json.dumps(editions, ensure_ascii=False)
    write(os.path.join(app.outdir, *DATA.split("/")), f"searchData={{editions:{named},records:[\n{rows}\n]}}\n")


def _page(app: Sphinx) -> Iterator[tuple[str, dict[str, object], str]]:
    """Yield the search page, with the indices that serve where scripts are off."""
    editions = [
        {"name": work.name, "title": work.full_title, "pages": _indices(app, work.name)}
        for work in domain_of(app.env).shelf.works()
    ]
    yield (
        "search",
        {"title": "Search", "editions": editions, "page_scripts": ("search-data.js", "search.js")},
        "find.html",
    )


def _indices(app: Sphinx, name: str) -> list[tuple[str, str]]:
    named = (("clauses", "clauses"), ("readings", "open places"), ("text", "text"))
    return [(f"edition/{name}/{page}", words) for page, words in named if f"edition/{name}/{page}" in app.env.all_docs]


def _no_other(app: Sphinx) -> None:
    """Let Sphinx make no index of its own: it ranks a definition behind every page that uses the word."""
    app.builder.search = False  # type: ignore[attr-defined]


def setup(app: Sphinx) -> None:
    """Gather what pages say while they are read, and make the search page."""
    app.connect("builder-inited", _no_other)
    app.connect("doctree-read", _gather, priority=200)
    app.connect("html-collect-pages", _page)
