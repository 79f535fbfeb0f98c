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

# The pages show every edition and comparison of the corpus.  An edition's edition.toml names the game that its pages
# play.  To add an edition from another folder:   rules_editions["NAME"] = {"path": FOLDER}
rules_editions: dict[str, dict[str, str]] = {name: {} for name in resources.edition_names()}
rules_comparisons = resources.comparison_names()

# These functions list the grammar and the program, and their lists replace the marks on the written pages.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lists import modules_page, reference_page, sentences_page  # noqa: E402

rules_lists = {
    "<!-- the sentences -->": sentences_page,
    "<!-- the modules -->": modules_page,
    "<!-- the reference -->": reference_page,
}

# How many random deals the comparison pages are based on.  The counts are stored, and made again when the rules or
# the program change.
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
