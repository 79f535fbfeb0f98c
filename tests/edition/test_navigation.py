"""The list of all pages beside each page: the same as Sphinx makes it of whole tables of contents."""

from __future__ import annotations

import sys
from pathlib import Path

from tests import processes
from tests.edition.conftest import ROOT, assert_same_files

PAGES = {
    "index": "# Home\n\n## First\n\n```{toctree}\n:caption: Pages\nrules/index\nOther title <alone>\n```\n",
    "rules/index": "# Rules\n\n## One\n\n### Below\n\n## Two\n\n```{toctree}\ndeep\n```\n",
    "rules/deep": "# Deep *in* it\n\n## Inside\n\n```{toctree}\n:hidden:\nlast\n```\n\n## More\n",
    "rules/last": "# Last\n",
    "alone": "# Alone\n\n## A\n\n## B\n",
}
LIST = "{{ toctree(collapse=False, titles_only=True, maxdepth=-1, includehidden=True) }}{{ body }}"
"""A frame that lists the pages."""
BUILD = """
import sys
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace
from cc_dsl.edition.frame import PageLists
from cc_dsl.edition.navigation import TitleLists


def listed_each(app):
    lists = PageLists()
    lists.beside = lambda app, page, make: make()
    app.connect("html-page-context", lists.frame, priority=460)


WAYS = {
    "whole": lambda app: None,
    "titles": lambda app: TitleLists().connect(app),
    "each": listed_each,
    "shared": lambda app: app.connect("html-page-context", PageLists().frame, priority=460),
}
folder = sys.argv[1]
settings = {"extensions": ["myst_parser"], "html_theme": "basic", "templates_path": [f"{folder}/frame"]}
settings["html_use_index"] = False
for way in sys.argv[2:]:
    with docutils_namespace():
        out, kept = f"{folder}/{way}", f"{folder}/{way}.doctrees"
        app = Sphinx(f"{folder}/docs", None, out, kept, "html", settings, None, warningiserror=True)
        WAYS[way](app)
        app.build()
"""
"""Builds pages in two ways, each into a folder of its name."""


def build_both(folder: Path, pages: dict[str, str], frame: str, *ways: str) -> None:
    """Build some pages in a frame, in each of two ways, and require that no page differs by a byte."""
    for name, text in pages.items():
        page = folder / "docs" / f"{name}.md"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, "utf-8")
    (folder / "frame").mkdir()
    (folder / "frame" / "page.html").write_text(frame, "utf-8")
    processes.run([sys.executable, "-c", BUILD, str(folder), *ways], cwd=ROOT, text=True, check=True)
    assert_same_files(*(folder / way for way in ways))


def test_list_of_titles_is_that_of_sphinx(tmp_path: Path) -> None:
    """Pages under pages, hidden ones, a title of its own, headings before and behind: no page differs by a byte."""
    build_both(tmp_path, PAGES, LIST, "whole", "titles")
    assert "Deep" in (tmp_path / "titles" / "alone.html").read_text("utf-8")


SIBLINGS = {
    "index": "# Home\n\n```{toctree}\n:caption: Pages\nrules/index\nalone\nalone again <alone>\n```\n",
    "alone": "# Alone\n\n## A\n\n## B\n\n## C\n",
    "rules/index": "# Rules\n\n```{toctree}\nfirst\nsecond & last\nthird\n/other/below\n```\n",
    "rules/first": "# First\n",
    "rules/second & last": "# Second\n\n## A\n\n## B\n\n## C\n",
    "rules/third": "# Third\n\n```{toctree}\nunder/it\n```\n",
    "rules/under/it": "# Under\n",
    "other/below": "# Below\n",
}
"""Pages that stand in one list, with one below them, one in another folder, and one that is listed twice."""


def test_a_shared_list_is_that_of_each_page(tmp_path: Path) -> None:
    """With its own entry marked, whatever the page is called and wherever it stands: no page differs by a byte."""
    build_both(tmp_path, SIBLINGS, "{{ page_list }}{{ body }}", "each", "shared")
    page = (tmp_path / "shared" / "rules" / "second & last.html").read_text("utf-8")
    assert 'href="#">Second</a><ul class="parts' in page
