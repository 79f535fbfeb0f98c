"""The frame of every page: its title with work and year, its description, and the list of pages beside it.

The frame itself is the theme in `templates/`; one style sheet contains the colours and signs of all pages. The pages
about how the edition is made form a separate part, with a list of their own, and are not searched.
"""

from __future__ import annotations

import re
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment
from sphinx.environment.adapters.toctree import TocTree as Lists
from sphinx.environment.adapters.toctree import global_toctree_for_doc
from sphinx.writers.html5 import HTML5Translator

from cc_dsl.edition.citations import BEFORE_WORK, add_citations, publication_of
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.engine import SCRIPTS as LIVE_SCRIPTS
from cc_dsl.edition.engine import STYLE as LIVE_SHEET
from cc_dsl.edition.engine import content_security_policy
from cc_dsl.edition.markup import LIVE, PageContext, nodes_of, render, tag

if TYPE_CHECKING:
    from sphinx.application import Sphinx


INTERNALS = ("internals/", "decisions/")
"""The pages about how the edition is made."""
INTERNALS_INDEX = "internals/index"
LONGEST = 200
"""The most characters of a description."""
SHEETS = ("fonts.css", "base.css", "frame.css", "edition.css")
SCRIPTS = ("frame.js",)
THEME_FILES = frozenset(
    f"_static/{name}" for name in ("pygments.css", "documentation_options.js", "doctools.js", "sphinx_highlight.js")
)
"""The files that Sphinx adds to every page, which files of this frame replace."""
UNUSED_CLASSES = frozenset({"reference", "internal", "external"})
"""The classes that Sphinx gives to every link and that no style uses."""
LEAST_PARTS = 3
"""The least number of parts of a page that are listed below its entry."""
WORK = re.compile(r"[^·,()\s][^·,()]* \(\d{4}\??\) ")
"""A work with its year before the number of a clause, which is omitted on the pages of that work."""
SHORT_TITLE = 18
"""The most letters of a part that is listed on one line with others."""


# ------------------------------------------------------------------------------------ the work of a page


def add_work_to_title(app: Sphinx, doctree: nodes.document) -> None:
    """Add work and year to the heading of a page of an edition or a comparison, unless it begins with them."""
    docname, shelf = app.env.current_document.docname, domain_of(app.env).shelf
    folder = docname.rpartition("/")[0]
    comparisons = [name for name, home in app.config.rules_homes.items() if home == folder]
    own = tuple(name for name in shelf.options if docname.startswith(f"edition/{name}/"))
    names = shelf.editions_of(comparisons[0]) if comparisons else own
    app.env.metadata[docname]["works"] = names
    works = [shelf.work(name) for name in names]
    title = next(iter(doctree.findall(nodes.title)), None)
    if title is not None and works and not title.astext().startswith(works[0].full_title):
        title += nodes_of(render("parts.html", "names_of_works", works, BEFORE_WORK), docname)


def description(doctree: nodes.document) -> str:
    """Return the first words of a page, for search engines and citation tools."""
    paragraphs: list[str] = []
    for node in doctree.findall(lambda candidate: isinstance(candidate, (nodes.paragraph, tag))):
        if isinstance(node, nodes.paragraph) or (node["name"] == "p" and "printed" in node["classes"]):
            paragraphs.append(_without_numbers(node))
        if sum(map(len, paragraphs)) > LONGEST:
            break
    return shorten(" ".join(paragraphs), LONGEST + 2, placeholder=" …")


def _without_numbers(node: nodes.Node) -> str:
    """Return the words of a paragraph without the raised numbers and signs in it."""
    if isinstance(node, nodes.Text):
        return str(node)
    is_raised = isinstance(node, tag) and node["name"] == "sup"
    return "" if is_raised else "".join(map(_without_numbers, node.children))


# ------------------------------------------------------------------------------------------ list of pages


def page_list(app: Sphinx, docname: str) -> list[tuple[str, list[Any]]]:
    """Return all pages by groups, each with its heading; on pages about how the edition is made, only such pages.

    Each page has a title, a path, which is empty for the current page, and the pages below it.
    """
    options: dict[str, Any] = {"collapse": True, "titles_only": True, "includehidden": True}
    trees: list[Any]
    if docname.startswith(INTERNALS):
        lists = app.env.get_doctree(INTERNALS_INDEX).findall(addnodes.toctree)
        trees = [Lists(app.env).resolve(docname, app.builder, node, **options) for node in lists]
    else:
        trees = [global_toctree_for_doc(app.env, docname, app.builder, tags=app.tags, maxdepth=-1, **options)]
    groups, heading = [], ""
    for node in (node for tree in trees if tree is not None for node in tree.children):
        if isinstance(node, nodes.title):
            heading = node.astext()
        elif isinstance(node, nodes.bullet_list):
            groups.append((heading, _pages(node)))
            heading = ""
    return groups


def _pages(toc: nodes.bullet_list) -> list[Any]:
    """Return the pages of a table of contents: title, address and the pages below."""
    pages = []
    for item in toc.children:
        (reference, *_) = item.findall(nodes.reference)
        inner = [page for child in item.children if isinstance(child, nodes.bullet_list) for page in _pages(child)]
        title = reference.astext().partition(BEFORE_WORK)[0]  # the entry above already names the work
        pages.append((title, reference["refuri"], inner))
    return pages


def parts_of(env: BuildEnvironment, docname: str) -> list[tuple[str, str]]:
    """Return the titles and the ids of the parts of a page; none if they are few."""
    toc: Any = env.tocs.get(docname)
    references = [next(item.findall(nodes.reference)) for item in toc.findall(nodes.list_item)] if toc else []
    parts = [(WORK.sub("", reference.astext().strip()), reference["anchorname"]) for reference in references[1:]]
    return parts if len(parts) >= LEAST_PARTS else []


class LeanTranslator(HTML5Translator):
    """A translator that writes links without superfluous classes and elements, since some pages have thousands."""

    def starttag(self, node: Any, tagname: str, suffix: str = "\n", empty: bool = False, **attributes: Any) -> str:
        """Return the beginning of an element."""
        if tagname == "a" and "href" in attributes:
            words = " ".join(word for word in attributes.pop("class", "").split() if word not in UNUSED_CLASSES)
            attributes |= {"class": words} if words else {}
        start: str = super().starttag(node, tagname, suffix, empty, **attributes)
        return start

    def visit_inline(self, node: nodes.inline) -> None:
        """Omit an element that adds nothing to the words of a link."""
        if not _is_bare(node):
            super().visit_inline(node)

    def depart_inline(self, node: nodes.inline) -> None:
        """End the element, if there is one."""
        if not _is_bare(node):
            super().depart_inline(node)


def _is_bare(node: nodes.inline) -> bool:
    """Return whether an inline element only contains the words of a link."""
    return isinstance(node.parent, nodes.reference) and not node["classes"] and not node["ids"]


def frame_page(app: Sphinx, pagename: str, template: str, context: PageContext, doctree: nodes.document | None) -> None:
    """Add the frame to the context of a page: everything that its template shows beside the words."""
    publication, pathto, is_first = publication_of(app), context["pathto"], pagename == app.config.root_doc
    title = app.env.titles[pagename].astext() if pagename in app.env.titles else str(context.get("title", ""))
    context["page_title"] = publication.title if is_first else f"{title} · {publication.title}"
    own = description(doctree) if doctree is not None else title
    context["page_about"] = publication.summary.replace("\n", " ") if is_first else own
    context["page_foot"] = ""
    icon = pathto("_static/favicon.svg", 1)
    context["page_head"] = str(render("parts.html", "head", content_security_policy(), context["page_about"], icon))
    if doctree is not None:
        add_citations(app, pagename, context)
    is_live = doctree is not None and LIVE in context["body"]
    sheets, scripts = (*SHEETS, *[LIVE_SHEET] * is_live), (*SCRIPTS, *context.get("page_scripts", ()))
    context["sheets"] = [pathto(f"_static/{name}", 1) for name in sheets]
    context["scripts"] = [pathto(f"_static/{name}", 1) for name in (*scripts, *LIVE_SCRIPTS * is_live)]
    context["added"] = [
        context[kind](file)
        for kind, files in (("css_tag", "css_files"), ("js_tag", "script_files"))
        for file in context.get(files, ())
        if str(getattr(file, "filename", file)).partition("?")[0] not in THEME_FILES
    ]
    if pagename.startswith(INTERNALS) and pagename != INTERNALS_INDEX:
        context["parents"] = [{"link": pathto(INTERNALS_INDEX), "title": "How the edition is made"}]
    context["page_list"], parts = page_list(app, pagename), parts_of(app.env, pagename)
    context["page_parts"] = parts
    context["are_short"] = sum(len(title) > SHORT_TITLE for title, _ in parts) * 3 < len(parts)
