"""Reduce pages to their words, block by block, their ids, and the targets of their links."""

from __future__ import annotations

import os
from html.parser import HTMLParser
from pathlib import Path

BLOCKS = frozenset(
    """
    address article aside blockquote button caption dd details dialog div dl dt fieldset figcaption figure form h1 h2 h3
    h4 h5 h6 header footer hr label legend li main nav ol option p pre search section select summary table tbody td text
    th thead title tr ul
    """.split()  # noqa: SIM905 - a list of quoted names would be a column
)
"""The elements that begin a line of their own."""
SILENT = frozenset({"script", "style", "template"})
PLACES = frozenset({"edition", "language", "notebooks", "python"})
"""The folders of the pages; those about the program itself are left to their sources in docs/."""
ABOUT = frozenset({"cite", "decisions", "internals"})
SHORT = PLACES - {"edition"} | {"downloads"}
"""The folders whose words are those of their sources in docs/, and the page of downloads, whose words are sizes and
digests that change with every change of the corpus or the program; of these the ids and the links are recorded."""


class _Reader(HTMLParser):
    """Gathers what stands in the main part of a page, or in the whole page if it has no main part."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self._line = ""
        self._silent = 0
        self._kept = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the id or the link of an element, and whether it begins a line."""
        noted = {key: value or "" for key, value in attrs}
        if tag in SILENT:
            self._silent += 1
        if tag == "pre":
            self._kept += 1
        if tag in BLOCKS or tag == "br":
            self.end_line()
        if "id" in noted:
            self.ids.append(noted["id"])
        if tag == "a" and "href" in noted:
            self.links.append(noted["href"])
        if tag == "img":
            self._line += f"[{noted.get('alt', '')}]"

    def handle_endtag(self, tag: str) -> None:
        """Note where a line ends."""
        if tag in SILENT:
            self._silent -= 1
        if tag in BLOCKS:
            self.end_line()
        if tag == "pre":
            self._kept -= 1

    def handle_data(self, data: str) -> None:
        """Gather words; in a listing each line stays a line."""
        if self._silent:
            return
        first, *others = data.split("\n") if self._kept else [data]
        self._line += first
        for other in others:
            self.end_line()
            self._line = other

    def end_line(self) -> None:
        """End a line, without the spaces that mean nothing."""
        text = self._line.rstrip() if self._kept else " ".join(self._line.split())
        if text:
            self.lines.append(text)
        self._line = ""


def page_text(path: Path, is_short: bool = False) -> str:
    """Return a page as plain text: its title, its words, its ids and where its links lead, each once, in their order.

    Links to citations, and those that hold a citation as data, are left out.
    """
    html = path.read_text("utf-8")
    title = html.partition("<title>")[2].partition("</title>")[0]
    reader = _Reader()
    start, end = html.find("<main"), html.rfind("</main>")
    reader.feed(html[start:end] if start >= 0 else html)
    reader.end_line()
    words = [] if is_short else reader.lines
    links = [link for link in reader.links if not link.startswith("data:") and not link.endswith("#cite")]
    ids, links = list(dict.fromkeys(reader.ids)), list(dict.fromkeys(links))
    return "\n".join([f"title: {title}", *words, "", "ids:", *ids, "", "links:", *links, ""])


TWICE = frozenset({"whole", "clauses"})
"""Pages whose words stand on others, too: of these the ids and the links are recorded."""


def shown_pages(out: Path) -> dict[str, str]:
    """Return what is recorded of a built edition: the names of the files, and their text."""
    shown: dict[str, str] = {}
    addresses: list[str] = []
    for path in sorted(out.rglob("*.html")):
        name = path.relative_to(out).with_suffix("").as_posix()
        first = name.partition("/")[0]
        if 'http-equiv="refresh"' in path.read_text("utf-8") and first in PLACES:
            addresses.append(f"{name}.html -> {_led_to(path, out)}")
        elif first in PLACES or "/" not in name:
            shown[f"pages/{name}.txt"] = page_text(path, first in SHORT or path.stem in TWICE)
        elif path.stem == "index" and first not in ABOUT:
            addresses.append(f"{name.removesuffix('/index')} -> {_led_to(path, out)}")
    shown["pages/addresses.txt"] = "\n".join([*addresses, ""])
    return shown


def _led_to(path: Path, out: Path) -> str:
    """Return where a short address leads on."""
    html = path.read_text("utf-8")
    link = html.partition('rel="canonical" href="')[2].partition('"')[0]
    page, sign, place = link.partition("#")
    return os.path.relpath(os.path.join(path.parent, page), out) + sign + place
