"""The list of all pages beside each page: titles only, since headings inside pages are not listed there.

Sphinx copies the headings of all pages for every page, and drops them again; with a hundred pages of many headings that
took half of the build time.  Here they are dropped once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.edition.tags import PageContext

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx


class TitleLists:
    """Gives the frame a list of pages for which only titles are copied."""

    def __init__(self) -> None:
        """Start with no titles."""
        self._titles: dict[str, object] = {}

    def connect(self, app: Sphinx) -> None:
        """Take part in a build: note the titles before pages are written, and replace what each page lists."""
        app.connect("write-started", self._note)
        # The frame asks for its list later.
        app.connect("html-page-context", self._replace, priority=400)

    def _note(self, app: Sphinx, builder: object) -> None:
        self._titles = {name: _title_of(contents) for name, contents in app.env.tocs.items()}

    def _replace(
        self, app: Sphinx, pagename: str, template: str, context: PageContext, doctree: nodes.document | None
    ) -> None:
        whole = context.get("toctree")
        if whole is None:
            return

        def listed(**asked: object) -> object:
            kept = app.env.tocs
            if asked.get("titles_only"):
                app.env.tocs = self._titles
            try:
                return whole(**asked)
            finally:
                app.env.tocs = kept

        context["toctree"] = listed


def _title_of(contents: nodes.Element) -> nodes.Element:
    """Return the contents of a page without its headings: its title, and the lists of pages under it."""
    from sphinx import addnodes

    titles = contents.copy()
    for entry in contents.children:
        kept = entry.copy()
        kept.extend(child.deepcopy() for child in entry.children if child is not _below(entry))
        lists = [*entry.findall(addnodes.toctree)] if _below(entry) is not None else ()
        if lists:
            below = entry[1].copy()
            below.extend(one.deepcopy() for one in lists)
            kept.insert(1, below)
        titles.append(kept)
    return titles


def _below(entry: nodes.Element) -> nodes.Element | None:
    """Return the list under an entry of contents; None if there is none."""
    return entry[1] if len(entry) > 1 else None
