"""A page of an edition without Sphinx: what templates make of it can be looked at."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import cc_dsl.edition.directives  # noqa: F401 - tells the templates of their functions
from cc_dsl import pipeline
from cc_dsl.edition.page import Page
from cc_dsl.edition.shelf import Shelf


class StubPage(Page):
    """A page of one edition, which keeps its warnings and notes no addresses."""

    def __init__(self, name: str, view: Any) -> None:
        """Open the edition of that name; `view` is what the page shows of it."""
        self.name, self.docname = name, f"edition/{name}/page"
        self.loaded = pipeline.load(name)
        self.display_name, self.titles = self.loaded.display_name, self.loaded.titles
        self.view, self.held = view, []
        self.warnings: list[str] = []
        domain: Any = SimpleNamespace(shelf=Shelf({name: {}, "1860": {}}))
        self.domain = domain

    def note(self, kind: str, full_id: str, anchor: str, words: str = "", content: str = "") -> None:
        """Note nothing."""

    def is_first(self, what: str) -> bool:
        """Return that whatever is asked is asked for the first time."""
        return True

    def warn(self, sentence: str) -> str:
        self.warnings.append(sentence)
        return ""
