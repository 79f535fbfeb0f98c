"""The frame of every page: style sheets, the list of pages beside it with the parts of this one, and lean markup.

The frame itself is the theme in `templates/`; colours and signs stand in a style sheet, once for all pages.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.environment.adapters.toctree import TocTree, global_toctree_for_doc
from sphinx.writers.html5 import HTML5Translator

from cc_dsl.edition.identity import BEFORE_WORK, MAKING, MAKING_INDEX
from cc_dsl.edition.markup import TEMPLATES, PageContext

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

SHEETS = ("fonts.css", "base.css", "frame.css", "edition.css")
SCRIPTS = ("frame.js", "citing.js")
THEIRS = frozenset(
    f"_static/{name}" for name in ("pygments.css", "documentation_options.js", "doctools.js", "sphinx_highlight.js")
)
"""The files that Sphinx adds to every page; those of this frame take their place."""
NEEDLESS = frozenset({"reference", "internal", "external", "doc", "std", "std-doc", "std-ref"})
"""The classes that Sphinx gives to every link, or to the words in it, and that no style needs."""
LEAST = 3
"""The number of parts from which a page has them listed below its entry."""
WHOSE = re.compile(r"[^·,()\s][^·,()]* \(\d{4}\??\) ")
"""A work with its year before the number of a clause: the page says whose its parts are."""
SHORT = 18
"""Parts with no more letters stand beside one another."""


class LeanTranslator(HTML5Translator):
    """Writes links without needless classes, and describes the target of a link once on a page."""

    def __init__(self, *given: Any) -> None:
        """Begin a page, on which no target is described yet."""
        super().__init__(*given)
        self._described: set[str] = set()

    def starttag(self, node: Any, tagname: str, suffix: str = "\n", empty: bool = False, **attributes: Any) -> str:
        """Return the beginning of an element."""
        if tagname == "a" and "href" in attributes:
            kept = [one for one in attributes.pop("class", "").split() if one not in NEEDLESS]
            attributes |= {"class": " ".join(kept)} if kept else {}
            if attributes["href"] in self._described:
                attributes.pop("title", None)
            elif "title" in attributes:
                self._described.add(attributes["href"])
        made: str = super().starttag(node, tagname, suffix, empty, **attributes)
        return made

    def add_permalink_ref(self, node: Any, title: str) -> None:
        """Write the link by which a heading is referred to."""
        if node["ids"] and self.config.html_permalinks and self.builder.add_permalinks:
            self.body.append(f'<a class="headerlink" href="#{node["ids"][0]}">{self.config.html_permalinks_icon}</a>')

    def visit_inline(self, node: Any) -> None:
        """Write no element round the words of a link."""
        if not _is_of_link(node):
            super().visit_inline(node)

    def depart_inline(self, node: Any) -> None:
        """End the element, if there is one."""
        if not _is_of_link(node):
            super().depart_inline(node)


def _is_of_link(node: Any) -> bool:
    """Return whether an inline element is all that a link holds, and says nothing of its own."""
    is_alone = isinstance(node.parent, nodes.reference) and len(node.parent) == 1
    is_bare = all(isinstance(child, nodes.Text) for child in node) and not node["ids"]
    return is_alone and is_bare and NEEDLESS.issuperset(node["classes"])


# ------------------------------------------------------------------------------------------ list of pages


class PageEntry(NamedTuple):
    """A page or an outside address in the list of pages, with those below it."""

    title: str
    address: str
    """The way to it; empty for the page itself."""
    inner: list[PageEntry]


class PageGroup(NamedTuple):
    """Pages that are listed together, under a heading or none."""

    heading: str
    pages: list[PageEntry]


class PagePart(NamedTuple):
    """A part of a page."""

    title: str
    anchor: str


def page_list(app: Sphinx, docname: str) -> list[PageGroup]:
    """Return the list of all pages; beside those about how the edition is made, the list of these."""
    if docname.startswith(MAKING):
        return _making(app, docname)
    given = {"tags": app.tags, "collapse": True, "includehidden": True, "maxdepth": -1, "titles_only": True}
    whole: Any = global_toctree_for_doc(app.env, docname, app.builder, **given)  # type: ignore[arg-type]
    return _groups(whole)


def _making(app: Sphinx, docname: str) -> list[PageGroup]:
    """Return the list of the pages about how the edition is made."""
    if MAKING_INDEX not in app.env.all_docs:
        return []
    adapter, found = TocTree(app.env), []
    for node in _making_lists(app.env):
        how = {"collapse": True, "titles_only": True, "includehidden": True}
        found += _groups(adapter.resolve(docname, app.builder, node, **how))
    return found


@lru_cache(maxsize=1)
def _making_lists(env: BuildEnvironment) -> tuple[addnodes.toctree, ...]:
    """Return the lists on the first of these pages, read once by each process that writes pages."""
    return tuple(env.get_doctree(MAKING_INDEX).findall(addnodes.toctree))


def _groups(tree: nodes.Element | None) -> list[PageGroup]:
    """Return what a resolved list of Sphinx holds."""
    found: list[PageGroup] = []
    heading = ""
    for node in tree.children if tree is not None else ():
        if isinstance(node, nodes.title):
            heading = node.astext()
        elif isinstance(node, nodes.bullet_list):
            found.append(PageGroup(heading, _pages(node)))
            heading = ""
    return found


def _pages(listed: nodes.bullet_list) -> list[PageEntry]:
    found = []
    for item in listed.children:
        (reference, *_) = item.findall(nodes.reference)
        inner = [page for one in item.children if isinstance(one, nodes.bullet_list) for page in _pages(one)]
        title = reference.astext().partition(BEFORE_WORK)[0]  # whose a page is says the entry above it
        found.append(PageEntry(title, reference["refuri"], inner))
    return found


def parts_of(env: BuildEnvironment, docname: str) -> list[PagePart]:
    """Return the parts of a page; none if they are few."""
    listed: Any = env.tocs.get(docname)
    items = [*listed.findall(nodes.list_item)][1:] if listed is not None else []
    found = []
    for item in items:
        reference = next(item.findall(nodes.reference))
        found.append(PagePart(WHOSE.sub("", reference.astext().strip()), reference["anchorname"]))
    return found if len(found) >= LEAST else []


def _frame(app: Sphinx, pagename: str, template: str, context: PageContext, doctree: nodes.document | None) -> None:
    """Give a page its frame."""
    pathto = context["pathto"]
    context["sheets"] = [pathto(f"_static/{name}", 1) for name in SHEETS]
    context["scripts"] = [pathto(f"_static/{name}", 1) for name in (*SCRIPTS, *context.get("page_scripts", ()))]
    context["added"] = [
        context[kind](file)
        for kind, files in (("css_tag", "css_files"), ("js_tag", "script_files"))
        for file in context.get(files, ())
        if str(getattr(file, "filename", file)).partition("?")[0] not in THEIRS
    ]
    context["page_list"] = page_list(app, pagename)
    context["page_parts"] = parts_of(app.env, pagename)
    long = sum(len(part.title) > SHORT for part in context["page_parts"])
    context["are_short"] = long * 3 < len(context["page_parts"])


def setup(app: Sphinx) -> None:
    """Take part in every page."""
    app.add_html_theme("edition", TEMPLATES)
    app.set_translator("html", LeanTranslator)
    app.connect("html-page-context", _frame, priority=460)
