"""Looks at pages in Debian's Chromium, driven by Playwright, and says what is wrong with them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, NamedTuple

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
WIDTHS = (390, 820, 1440)
AXE = """([within, tags]) =>
  axe.run(within, {runOnly: tags, resultTypes: ['violations'], iframes: false, preload: false}).then(found =>
  found.violations.map(({id, nodes}) =>
    [id, nodes.slice(0, 3).map(one => one.target.join(' ')).join('; '), nodes.length]))"""
WIDER = """() => {
  const wide = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= wide) return []
  return [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > wide + 1)
    .map(one => `${one.tagName.toLowerCase()}.${one.className}`).slice(0, 3).concat('the page itself').slice(0, 3)
}"""


class Mode(NamedTuple):
    """How a reader has the page."""

    width: int = 1440
    scheme: str = "light"
    scripts: bool = True
    forced: bool = False
    """Whether the system forces its own colours."""
    zoom: int = 1

    @property
    def name(self) -> str:
        """Say it in a few words."""
        extras = [] if self.scripts else ["no scripts"]
        extras += ["forced colours"] if self.forced else []
        extras += [f"{self.zoom * 100} %"] if self.zoom > 1 else []
        return ", ".join([f"{self.width} px", self.scheme, *extras])


EVERY = (
    *(Mode(width, scheme) for width in WIDTHS for scheme in ("light", "dark")),
    Mode(390, scripts=False),
    Mode(1440, scripts=False),
    Mode(1440, forced=True),
    Mode(1280, zoom=2),
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
        viewport={"width": mode.width // mode.zoom, "height": 900 // mode.zoom},
        device_scale_factor=mode.zoom,
        color_scheme=mode.scheme,
        java_script_enabled=mode.scripts,
        forced_colors="active" if mode.forced else "none",
        reduced_motion="reduce",
    )
    try:
        page = context.new_page()
        page.faults = []
        page.on("pageerror", lambda error: page.faults.append(f"script: {error}"))
        page.on("console", lambda said: page.faults.append(f"console: {said.text}") if said.type == "error" else None)
        yield page
    finally:
        context.close()


def faults_of(page: Any, axe: bool = True, within: str = "html") -> list[str]:
    """Return what is wrong with the page that is open: scripts that fail, a side that scrolls, what axe finds.

    Axe looks at the elements that a selector describes; by default at all.
    """
    found = [*page.faults, *(f"wider than the screen: {what}" for what in page.evaluate(WIDER))]
    page.faults.clear()
    if axe:
        if page.evaluate("typeof axe === 'undefined'"):
            page.evaluate(axe_script())
        for rule, where, count in page.evaluate(AXE, [within, list(TAGS)]):
            found.append(f"axe {rule}, {count} times: {where}")
    return found


def axe_script() -> str:
    """Return the script of axe-core, which comes with a Python package."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
