"""How Sphinx makes the edition, for `circular edition OUT`."""

from __future__ import annotations

import os
import sys

from cc_dsl import __version__, resources
from cc_dsl.edition_model.imprint import load_publication

publication = load_publication()
project = publication.title
author = publication.editors
version = release = __version__
language = "en"

extensions = ["myst_parser", "cc_dsl.edition"]
source_suffix = {".md": "markdown"}
root_doc = "index"
nitpicky = True

# The editions and comparisons that the pages show: all of the corpus.  The game that is played for the pages of an
# edition stands in its edition.toml.  An edition that lies elsewhere:   rules_editions["NAME"] = {"path": FOLDER}
rules_editions: dict[str, dict[str, str]] = {name: {} for name in resources.edition_names()}
rules_comparisons = resources.comparison_names()

# The lists that follow from grammar and program, by the marks on written pages in whose place they are put.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lists import modules_page, reference_page, sentences_page  # noqa: E402

rules_lists = {
    "<!-- the sentences -->": sentences_page(),
    "<!-- the modules -->": modules_page(),
    "<!-- the reference -->": reference_page(),
}

# How much is counted for the pages of the comparison: random deals put to both editions.  What was counted is kept, and
# counted again when rules or program change.
rules_counts = {"numbers": 100_000, "seed": 0}

myst_enable_extensions = ["attrs_block", "attrs_inline", "deflist", "fieldlist"]
myst_heading_anchors = 3

html_theme = "edition"
html_title = publication.title
html_static_path: list[str] = []
html_copy_source = False
html_show_copyright = False
html_show_sourcelink = False
html_use_index = False
html_domain_indices = False
html_last_updated_fmt = None
