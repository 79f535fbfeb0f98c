"""The identity of every page: the work and the year in its heading, breadcrumbs, and a description.

The pages about how the edition is made form a part of their own, with their own list, and are not searched.
"""

from __future__ import annotations

import datetime
import html
import time
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.directives.other import TocTree

from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.inputs import comparison_of
from cc_dsl.edition.markup import Node, PageContext, tag
from cc_dsl.edition_model.imprint import draft_of
from cc_dsl.export.archive import moment

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from cc_dsl.edition_model.imprint import Publication, Work

MAKING = ("internals/", "decisions/")
"""The pages about how the edition is made."""
MAKING_INDEX = "internals/index"
OF = "of"
"""The name, in front of a page, of the comparison that it belongs to."""
BEFORE_WORK = " — "
"""The separator in a heading before the name of the work."""
LONGEST = 200
"""The characters of a description, at most."""


class EditionsDirective(TocTree):
    """Lists the pages of all editions, the oldest text first."""

    has_content = False

    def run(self) -> list[Node]:
        """Typeset the list."""
        domain = domain_of(self.env)
        domain.depend(*domain.shelf.options)
        lines = [f"{work.full_title} <edition/{work.name}/index>" for work in domain.shelf.works()]
        self.content = StringList(lines, "editions")
        return super().run()


class ComparisonsDirective(TocTree):
    """Lists the pages of all comparisons, in the order of their older texts."""

    has_content = False

    def run(self) -> list[Node]:
        """Set the list."""
        domain = domain_of(self.env)
        domain.depend(*domain.shelf.options)
        homes = {}
        for docname in sorted(self.env.found_docs):
            folder, _, page = docname.rpartition("/")
            if page == "words":
                homes[comparison_of(Path(self.env.doc2path(docname)).read_text("utf-8"))] = folder
        lines = []
        for name in domain.shelf.comparisons:
            works = [domain.shelf.work(one) for one in domain.shelf.pair_of(name)]
            title = "".join(part.astext() for part in named(works))
            lines.append(f"{title} <{homes.get(name, f'edition/{name}')}/index>")
        self.content = StringList(lines, "comparisons")
        return super().run() if lines else []


def works_of(app: Sphinx, docname: str, comparison: str = "") -> list[Work]:
    """Return the works that a page is about, by the folder in which it stands, or by the comparison that it names."""
    domain = domain_of(app.env)
    shelf = domain.shelf
    folder, _, page = docname.removeprefix("edition/").partition("/")
    if not docname.startswith("edition/") or not page:
        return []
    comparison = comparison or folder
    if folder in shelf.options:
        return [shelf.work(folder)]
    return [shelf.work(name) for name in shelf.pair_of(comparison)] if comparison in shelf.comparisons else []


def named(works: list[Work]) -> list[Node]:
    """Return the names and years of one or two works, the names in italics."""
    first, *others = works
    found: list[Node] = [nodes.emphasis("", first.work), nodes.Text(f", {first.year}" if first.year else "")]
    for other in others:
        if other.work == first.work:
            found.append(nodes.Text(f" and {other.year}"))
        else:
            found += [nodes.Text(", and "), nodes.emphasis("", other.work), nodes.Text(f", {other.year}")]
    return found


def _name_the_work(app: Sphinx, doctree: nodes.document) -> None:
    """Put work and year behind the heading of a page that belongs to an edition or a comparison."""
    docname = app.env.current_document.docname
    if docname.startswith(MAKING):
        app.env.metadata[docname]["no-search"] = "true"
    title = next(iter(doctree.findall(nodes.title)), None)
    fields = {field[0].astext(): field[1].astext() for field in doctree.findall(nodes.field)}
    works = works_of(app, docname, fields.get(OF, ""))
    app.env.metadata[docname]["works"] = [work.name for work in works]
    if title is None or not works or title.astext() == works[0].full_title:
        return
    title += [nodes.Text(BEFORE_WORK), *named(works)]


def published_as(app: Sphinx) -> Publication:
    """Return what the pages are published as; an edition that is made alone is a draft."""
    domain = domain_of(app.env)
    if not app.config.rules_alone:
        published: Publication = domain.shelf.publication
        return published
    told = moment()
    today = datetime.datetime.fromtimestamp(time.time() if told is None else told, datetime.UTC).date().isoformat()
    return draft_of(domain.shelf.work(app.config.rules_alone), today)


def _identify(
    app: Sphinx, pagename: str, templatename: str, context: PageContext, doctree: nodes.document | None
) -> None:
    """Set the title and description in the head of a page, and the list at its side."""
    publication = published_as(app)
    title = app.env.titles[pagename].astext() if pagename in app.env.titles else str(context.get("title", ""))
    is_first = pagename == app.config.root_doc
    context["page_title"] = publication.title if is_first else f"{title} · {publication.short_title}"
    about = publication.summary.replace("\n", " ") if is_first else description(title, doctree)
    icon = context["pathto"]("_static/favicon.svg", 1)
    context["page_head"] = (
        f'<meta name="description" content="{html.escape(about)}">'
        f'<link rel="icon" type="image/svg+xml" href="{html.escape(icon)}">'
    )
    context["page_about"] = about
    context["page_foot"] = ""
    if pagename.startswith(MAKING) and pagename != MAKING_INDEX:
        context["parents"] = [{"link": context["pathto"](MAKING_INDEX), "title": "How the edition is made"}]


def description(title: str, doctree: nodes.document) -> str:
    """Return the first words of a page, as search engines and citation tools show them."""
    if doctree is None:
        return title
    found: list[str] = []
    for node in doctree.findall(lambda one: isinstance(one, (nodes.paragraph, tag))):
        is_words = isinstance(node, nodes.paragraph) or (node["name"] == "p" and "printed" in node["classes"])
        if is_words and node.astext().strip():
            found.append(_without_numbers(node))
        if sum(map(len, found)) > LONGEST:
            break
    words = " ".join(" ".join(found).split())
    return words if len(words) <= LONGEST else words[:LONGEST].rsplit(" ", 1)[0] + " …"


def _without_numbers(node: nodes.Node) -> str:
    """Return the words of a paragraph without the raised numbers and signs in it."""
    if isinstance(node, nodes.Text):
        return str(node)
    if isinstance(node, tag) and node["name"] == "sup":
        return ""
    return "".join(map(_without_numbers, node.children))


def setup(app: Sphinx) -> None:
    """Add what is done to every page."""
    app.connect("doctree-read", _name_the_work, priority=100)
    app.connect("html-page-context", _identify, priority=400)
