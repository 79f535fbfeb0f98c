"""The list of all pages beside each page: the same as the theme would make it of whole tables of contents."""

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
BUILD = """
import sys
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace
from cc_dsl.edition.navigation import TitleLists

folder = sys.argv[1]
settings = {"extensions": ["myst_parser"], "html_theme": "furo", "html_use_index": False}
for name in ("theme", "titles"):
    with docutils_namespace():
        out, kept = f"{folder}/{name}", f"{folder}/{name}.doctrees"
        app = Sphinx(f"{folder}/docs", None, out, kept, "html", settings, None, warningiserror=True)
        if name == "titles":
            TitleLists().connect(app)
        app.build()
"""


def test_list_of_titles_is_that_of_the_theme(tmp_path: Path) -> None:
    """Pages under pages, hidden ones, a title of its own, headings before and behind: no page differs by a byte."""
    for name, text in PAGES.items():
        page = tmp_path / "docs" / f"{name}.md"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, "utf-8")
    processes.run([sys.executable, "-c", BUILD, str(tmp_path)], cwd=ROOT, text=True, check=True)
    assert "Deep" in (tmp_path / "titles" / "alone.html").read_text("utf-8")
    assert_same_files(tmp_path / "theme", tmp_path / "titles")
