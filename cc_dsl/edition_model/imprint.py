"""The imprint: the title and year of each text, and the publication details of the whole edition."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from cc_dsl import __version__, resources
from cc_dsl.source.clauses import EditionText, load_edition_text
from cc_dsl.source.data import DataTable, read_data
from cc_dsl.source.files import RulesError

PUBLICATION = "publication.toml"
DATA = "edition.toml"
DRAFT = "draft"
"""The version of an unpublished edition."""
DATED = re.compile(r"^(?P<work>.+) \((?P<year>[^()]+)\)$")
"""A short title with its year, such as `Court Circular (1862)`."""


class Publication(NamedTuple):
    """The publication details of the whole edition, from which every citation is made."""

    title: str
    editors: str
    """The name of the editors as a body, used in place of a person's."""
    version: str
    date: str
    """The day of this version, as `2026-11-22`."""
    summary: str
    keywords: Sequence[str]
    licences: Sequence[str]
    text_licence: str
    text_licence_address: str

    @property
    def is_draft(self) -> bool:
        """Whether it is not published."""
        return self.version == DRAFT

    @property
    def year(self) -> str:
        """The year of this version."""
        return self.date[:4]


@dataclass(frozen=True)
class Work:
    """One text of the edition, with the names for titles and citations."""

    name: str
    title: str
    """The title that it bears, such as `Rules for Court Circular`."""
    work: str
    """The name of the game or work, such as `Court Circular`."""
    year: str
    """The year, with a question mark if it is uncertain; empty for a text without a year."""
    author: str
    is_restated: bool
    """Whether the words are ours, because those of the original are in copyright."""
    digest: str
    """The SHA-256 of its words."""
    folder: str
    """The folder of its edition."""
    meta: dict[str, Any]
    """The tables of `edition.toml`."""

    @property
    def pages(self) -> dict[str, dict[str, Any]]:
        """Pages whose divisions or titles differ from the default."""
        return dict(self.meta.get("pages", {}))

    @property
    def saved_game(self) -> dict[str, Any]:
        """The game played for the pages, if there is one: `seed`, `through`, `players`."""
        return dict(self.meta.get("played", {}))

    @cached_property
    def text(self) -> EditionText:
        """Its printed words."""
        text, faults = load_edition_text(self.folder)
        if text is None:
            raise RulesError(faults[:1])
        return text

    @property
    def sort_key(self) -> tuple[str, str]:
        """The year and the name, by which texts are sorted: oldest first, those without a year last."""
        return self.year[:4] or "9999", self.name

    @property
    def full_title(self) -> str:
        """The name of the work with its year, such as `Court Circular, 1862`."""
        return f"{self.work}, {self.year}" if self.year else self.work

    @property
    def dated_title(self) -> str:
        """The printed title with its year, such as `Rules for Court Circular (1862)`."""
        return f"{self.title} ({self.year})" if self.year else self.title

    def divisions(self) -> list[str]:
        """Return the divisions of the text in their order."""
        return list(dict.fromkeys(name.rpartition(".")[0] or name for name in self.text.clauses))

    def heading(self, division: str) -> str:
        """Return the printed heading of a division without its final full stop; an empty string without a heading.

        Of several headings it is the division's own number, as when “Rules” is above “I.”, or the first.
        """
        printed_heading = [heading.words.rstrip(".") for heading in self.text.headings if heading.id == division]
        return division if division in printed_heading else next(iter(printed_heading), "")


def load_work(folder: str) -> Work:
    """Return the names of a text from the folder of its edition."""
    source, tables = read_data(os.path.join(folder, DATA))
    meta: dict[str, Any] = {**tables}
    entry = DataTable("", tables, source, None, [])
    title = entry.text("title")
    date_match = DATED.match(str(meta.get("short_title", "")))
    return Work(
        entry.text("id") or os.path.basename(os.path.normpath(folder)),
        title,
        date_match["work"] if date_match else title,
        date_match["year"] if date_match else "",
        str(meta.get("author", "")),
        bool(meta.get("restated", False)),
        str(meta.get("sha256", "")),
        folder,
        meta,
    )


def draft_of(work: Work, date: str) -> Publication:
    """Return the publication details of an edition built separately on a day: those of an unpublished draft."""
    title = f"{work.full_title}: a draft"
    return Publication(title, "The editors", DRAFT, date, title, (), (), "", "")


def load_publication() -> Publication:
    """Load the publication details of the whole edition."""
    with open(os.path.join(resources.corpus_root(), PUBLICATION), "rb") as file:
        data = tomllib.load(file)
    return Publication(**{**data, "date": str(data["date"])}, version=__version__)
