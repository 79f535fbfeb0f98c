"""The actions of a reader in the edition with the engine, and the conditions to wait for."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from tests.browser import looking

LONG = 180_000
"""So many milliseconds something may take on a busy machine before it has failed."""
MOST_STOPS = 150
"""So many stops of the keyboard are tried before what is sought cannot be reached."""


@contextmanager
def reader(browser: Any, *mode: Any) -> Iterator[Any]:
    """Open an empty page that waits as long as a busy machine needs, and that notes what it asks for."""
    with looking.opened(browser, looking.Mode(*mode)) as page:
        page.set_default_timeout(LONG)
        page.requests = []
        page.on("request", lambda request: page.requests.append(request.url))
        yield page


def act(page: Any, do: Any) -> None:
    """Do something at the table, and wait until the table is shown again."""
    page.evaluate("() => { window.shown = new Promise(done => addEventListener('shown', done, {once: true})) }")
    do()
    page.evaluate("window.shown.then(() => null)")


def go_on(page: Any) -> None:
    """Leave a finished figure that lies on the table until somebody goes on, if one lies there."""
    button = page.get_by_role("button", name="Go on", exact=True)
    if button.count():
        act(page, button.click)


def unfold(page: Any, case: str) -> None:
    """Open the worked cases of a clause, and one of them."""
    for one in (page.locator(f".worked-cases:has([id='{case}'])"), page.locator(f"[id='{case}']")):
        if one.get_attribute("open") is None:
            one.locator("> summary").click()


def judged(trial: Any, number: int = 1) -> None:
    """Wait until the rules have answered."""
    trial.page.wait_for_function(
        """([trial, number]) => trial.getAttribute('aria-busy') === 'false'
           && trial.querySelectorAll('.live-column').length === number""",
        arg=[trial.element_handle(), number],
    )


def verdict(trial: Any, column: int = 0) -> dict[str, str]:
    """Return what the rules answered in one column, by its headings."""
    rows = trial.locator(".live-column").nth(column).locator(".live-verdict .live-told")
    return {row.locator("dt").inner_text(): row.locator("dd").inner_text() for row in rows.all()}


def reach(page: Any, css: str) -> None:
    """Go on with the Tab key until the focus is on an element that a selector describes."""
    for _ in range(MOST_STOPS):
        if page.evaluate("css => document.activeElement.matches(css)", css):
            return
        page.keyboard.press("Tab")
    raise AssertionError(
        f"the keyboard does not reach {css}; it is on {page.evaluate('document.activeElement.outerHTML')}"
    )


def press(page: Any, words: str) -> None:
    """Reach the button with these words by the keyboard, and press it."""
    for _ in range(MOST_STOPS):
        if page.evaluate("words => document.activeElement.textContent === words", words):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach “{words}”")


def blameless(page: Any, within: str) -> None:
    """Insist that a part of a page has no fault, neither in light colours nor in dark ones.

    The page is looked at from its top, where its head covers nothing.
    """
    page.evaluate("scrollTo(0, 0)")
    # Light and dark differ only in their colours.
    for scheme, rules in (("dark", looking.SEEN[:1]), ("light", looking.TAGS)):
        page.emulate_media(color_scheme=scheme)
        found = looking.faults_of(page, within=within, rules=rules)
        if found:
            raise AssertionError(f"{scheme}: {found}")


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A plain server that says nothing."""

    def log_message(self, *said: Any) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder at any free port; the address is given."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
