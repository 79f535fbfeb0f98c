"""Leaves out what Sphinx does to every page for other languages and other formats.

Each of these transforms walks through all nodes of a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NOT_NEEDED = frozenset(
    {
        ("sphinx.transforms.i18n", "Locale"),
        ("sphinx.transforms.i18n", "TranslationProgressTotaliser"),
        ("sphinx.transforms.i18n", "AddTranslationClasses"),
        ("sphinx.builders.latex.transforms", "FootnoteDocnameUpdater"),
        ("sphinx.domains.c", "AliasTransform"),
        ("sphinx.domains.cpp", "AliasTransform"),
    }
)
"""Transforms by their modules and names: the pages are in one language, have no second form, and describe no C."""


def _leave_out(app: Sphinx) -> None:
    for transforms in (app.registry.transforms, app.registry.post_transforms):
        transforms[:] = [one for one in transforms if (one.__module__, one.__name__) not in NOT_NEEDED]


def setup(app: Sphinx) -> None:
    """Leave them out when all extensions are there."""
    app.connect("builder-inited", _leave_out)
