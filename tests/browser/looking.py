"""Check pages in Debian's Chromium, controlled by Playwright, and report their faults."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

SCRIPTS = dict(
    re.findall(r"(?ms)^// (\w+): [^\n]*\n(.*?)(?=\n// |\Z)", Path(__file__).with_name("scripts.js").read_text("utf-8"))
)
"""The scripts that run in a page, by their names."""
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
REMEDY = "Install it (on Debian: apt-get install chromium), or name the program in CHROMIUM."
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
SEEN = ("color-contrast", "target-size", "scrollable-region-focusable")
"""The rules of axe whose answer depends on the size and the colours of a page; the others ask only what is in it."""
WIDTHS = (390, 820, 1440)
PAPER = 703
"""The width of what is printed on A4, in pixels of CSS."""
STOPS = 60
"""So many stops of the keyboard are looked at on a page."""


class Mode(NamedTuple):
    """How a reader has the page."""

    width: int = 1440
    scheme: str = "light"
    scripts: bool = True
    forced: bool = False
    """Whether the system forces its own colours."""
    zoom: int = 1
    printed: bool = False
    keyboard: bool = False
    """Whether the reader goes through the page with the Tab key."""

    @property
    def name(self) -> str:
        """Say it in a few words."""
        extras = [] if self.scripts else ["no scripts"]
        extras += ["forced colours"] if self.forced else []
        extras += [f"{self.zoom * 100} %"] if self.zoom > 1 else []
        extras += ["print"] if self.printed else []
        extras += ["keyboard"] if self.keyboard else []
        return ", ".join([f"{self.width} px", self.scheme, *extras])

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rules or tags of axe that are asked in this way, if it is one of several for a page.

        The first way asks everything; the others what depends on sizes, once for each width, and on colours, once for
        each scheme. Colours that the system forces are its own; where scripts are off axe does not run.
        """
        if self == EVERY[0]:
            return TAGS
        if self.printed or (self.width, self.scheme) == (1440, "dark"):
            return SEEN[:1] if self.printed else SEEN
        plain = self.scripts and not self.forced and not self.keyboard
        return SEEN[1:] if plain and self.scheme == "light" else ()


EVERY = (
    *(Mode(width, scheme) for width in WIDTHS for scheme in ("light", "dark")),
    Mode(1440, forced=True),
    Mode(1280, zoom=2),
    Mode(PAPER, "dark", printed=True),
    Mode(820, keyboard=True),
    Mode(390, scripts=False),
    Mode(1440, scripts=False),
)
"""All ways in which the whole edition is looked at."""


def chromium() -> str | None:
    """Return the browser: the program that CHROMIUM names, or the first that is installed."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def browser() -> Iterator[Any]:
    """Start the browser, and end it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        try:
            yield started
        finally:
            started.close()


@contextmanager
def opened(started: Any, mode: Mode) -> Iterator[Any]:
    """Open an empty page for a reader who has pages so; what goes wrong in scripts is kept in its `faults`."""
    context = started.new_context(
        device_scale_factor=mode.zoom, java_script_enabled=mode.scripts, reduced_motion="reduce"
    )
    try:
        page = context.new_page()
        turn(page, mode)
        page.faults = []
        page.on("pageerror", lambda error: page.faults.append(f"script: {error}"))
        page.on("console", lambda said: page.faults.append(f"console: {said.text}") if said.type == "error" else None)
        yield page
    finally:
        context.close()


def turn(page: Any, mode: Mode) -> None:
    """Give an open page another size and other colours; scripts stay as they were."""
    page.set_viewport_size({"width": mode.width // mode.zoom, "height": 900 // mode.zoom})
    page.emulate_media(
        color_scheme=mode.scheme,
        forced_colors="active" if mode.forced else "none",
        media="print" if mode.printed else "screen",
    )


def faults_of(
    page: Any, axe: bool = True, within: str = "html", without: str = "", rules: Sequence[str] = TAGS
) -> list[str]:
    """Return what is wrong with the page that is open: scripts that fail, a side that scrolls, what axe finds.

    Axe looks at the elements that a selector describes, by default at all, but not at those of a second one, and asks
    the rules named, or those of a tag.
    """
    found = [*page.faults, *(f"wider than the screen: {what}" for what in page.evaluate(SCRIPTS["wider"]))]
    page.faults.clear()
    if axe and rules:
        if page.evaluate("typeof axe === 'undefined'"):
            page.evaluate(axe_script())
        for rule, where, count in page.evaluate(SCRIPTS["axe"], [within, without, list(rules)]):
            found.append(f"axe {rule}, {count} times: {where}")
    return found


def faults_in(page: Any, mode: Mode) -> list[str]:
    """Turn the page that is open to a way of reading it, and return what is wrong with it there."""
    turn(page, mode)
    page.evaluate("scrollTo(0, 0)")
    found = faults_of(page, rules=mode.rules)
    if mode.printed:
        found += [
            f"this is printed, though it can only be pressed: {one}" for one in page.evaluate(SCRIPTS["controls"])
        ]
    if mode.keyboard:
        found += stops_at_fault(page)
    return found


def stops_at_fault(page: Any) -> list[str]:
    """Go through the page with the Tab key; return what is wrong with the elements that have the focus."""
    found = []
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        said = page.evaluate(SCRIPTS["focused"])
        if said is None:
            break
        found += [f"keyboard: {said}"] if said else []
    return found


def axe_script() -> str:
    """Return the script of axe-core, which comes with a Python package."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
