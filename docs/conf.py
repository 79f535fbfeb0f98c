"""How Sphinx makes the edition: `circular edition OUT` calls it, and so does `sphinx-build docs OUT`."""

from __future__ import annotations

from cc_dsl import __version__

project = "Court Circular"
author = "The editors of Court Circular"
copyright = "the editors of Court Circular; words in the public domain, notes and encoding CC BY 4.0"
version = release = __version__
language = "en"

extensions = ["myst_parser", "cc_dsl.edition"]
source_suffix = {".md": "markdown"}
root_doc = "index"
nitpicky = True

# The editions that the pages show; in each a game is played from the seed through the first choice of this name, or
# through the first decision that rests on this clause.  Where balls are struck, worked turns are shown instead.
rules_editions = {
    "1860": {"seed": 7, "through": "V.4"},
    "1862": {"seed": 1862, "through": "next-Lead"},
    "castle-croquet-1863": {},
    "castle-croquet-1866": {},
    "croquet-castles-1863": {},
    "court": {"seed": 3, "through": "C5.6"},
    "patience": {"seed": 3, "through": "next-Lead"},
}

# The comparisons that the pages show; each has an alignment in corpus/comparisons/.
rules_comparisons = [
    "1860-1862",
    "castle-croquet-1863-castle-croquet-1866",
    "croquet-castles-1863-castle-croquet-1863",
    "croquet-castles-1863-castle-croquet-1866",
]

# How much is counted for the pages of the comparison: random deals put to both editions.  What was counted is kept, and
# counted again when rules or program change.
rules_counts = {"numbers": 100_000, "seed": 0}

myst_enable_extensions = ["attrs_block", "attrs_inline", "deflist", "fieldlist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "Court Circular"
html_static_path: list[str] = []
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_domain_indices = False
html_last_updated_fmt = None
html_theme_options = {
    "light_css_variables": {
        "font-stack": "var(--rules-serif)",
        "color-background-primary": "#fdfcf9",
        "color-background-secondary": "#f7f4ed",
        "color-background-hover": "#efeae0",
        "color-background-border": "#e3dccd",
        "color-foreground-primary": "#1d1a16",
        "color-foreground-secondary": "#4d473e",
        "color-foreground-muted": "#655e53",
        "color-foreground-border": "#8a8172",
        "color-code-background": "#f7f4ed",
        "color-brand-primary": "#7a2418",
        "color-brand-content": "#7a2418",
        "color-brand-visited": "#5f3a5e",
        "color-sidebar-link-text--top-level": "#7a2418",
    },
    "dark_css_variables": {
        "font-stack": "var(--rules-serif)",
        "color-background-primary": "#171614",
        "color-background-secondary": "#1e1c19",
        "color-background-hover": "#2a2723",
        "color-background-border": "#38342e",
        "color-foreground-primary": "#e6e0d4",
        "color-foreground-secondary": "#bdb5a6",
        "color-foreground-muted": "#a39b8c",
        "color-foreground-border": "#7d7567",
        "color-code-background": "#1e1c19",
        "color-brand-primary": "#e39a84",
        "color-brand-content": "#e39a84",
        "color-brand-visited": "#cba3c8",
        "color-sidebar-link-text--top-level": "#e39a84",
    },
}
