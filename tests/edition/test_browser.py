"""The pages in a browser: no fault in any way of reading them, the keyboard, addresses, scripts; and the search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import looking
from tests.browser.acting import served
from tests.browser.looking import SCRIPTS, Mode
from tests.edition.conftest import Made

pytestmark = pytest.mark.slow

KINDS = (
    *("index", "search", "downloads"),
    *("edition/1862/index", "edition/1862/rule-2", "edition/1862/text", "edition/1862/whole"),
    *("edition/1862/how-to-play", "edition/1862/readings"),
    *("edition/1860/apparatus", "edition/1860/clauses", "edition/1862/trick", "edition/castle-croquet-1866/turn"),
    *("edition/comparison/words", "edition/comparison/partings", "edition/claims", "edition/in-play"),
    *("edition/readings-in-play", "edition/patience/numbers", "language/reference"),
)
"""One page of each kind."""
ALIKE = ", ".join(("tbody tr:nth-child(n + 6)", "section > section:nth-child(n + 6)", ".parallel > :nth-child(n + 6)"))
"""What axe passes over, since it is like what stands before it: on the longest pages it would look for ten seconds."""
WIDE = ("internals/defects",)
"""Pages whose tables hold long words, which are only measured."""
SHORT = "1862/II.8/index"
"""A page at a short address, which has a style of its own."""
WAYS: dict[Mode, tuple[tuple[str, ...], bool]] = {
    Mode(390): (KINDS, True),
    Mode(1440, "dark"): ((*KINDS[::4], f"{SHORT}#cite"), True),
    **dict.fromkeys((Mode(820), Mode(1280, zoom=2), Mode(390, scripts=False)), ((*KINDS[::2], *WIDE), False)),
}
"""On a telephone by day, on a desk by night, on a tablet, with letters of twice the size, and without scripts: which
pages are looked at, and whether by axe.  What axe finds at other sizes it finds in the first two."""


def go(page: Any, made: Made, name: str, query: str = "") -> None:
    path, sign, id = name.partition("#")
    page.goto((made.out / f"{path}.html").as_uri() + query + sign + id)


@pytest.mark.parametrize("mode", WAYS, ids=lambda mode: mode.name)
def test_no_page_has_a_fault_or_scrolls_sideways(browser: Any, made: Made, mode: Mode) -> None:
    found, (names, has_axe) = {}, WAYS[mode]
    with looking.opened(browser, mode) as page:
        for name in names:
            go(page, made, name)
            found[name] = looking.faults_of(page, axe=has_axe, without=ALIKE)
    assert {name: faults for name, faults in found.items() if faults} == {}


LED = {
    "1862/II.8/index.html": "edition/1862/rule-2.html#1862.II.8",
    "1862/II.8/index.html#w3-7": "edition/1862/rule-2.html#1862.II.8/3-7",
    "1862/II.8/index.html#1862.II.8-1": "edition/1862/rule-2.html#1862.II.8-1",
    "1862/II.8/index.html#cite-w3-7": "1862/II.8/index.html#cite-w3-7",
    "1862/index.html": "edition/1862/index.html",
    "edition/1862/title.html#1862.T.1": "edition/1862/text.html#1862.T.1",
    "edition/1862/title.html": "edition/1862/text.html",
    "edition/pack.html#playing-cards.editor-1": "edition/1862/course.html#playing-cards.editor-1",
}


def test_short_and_former_addresses_lead_on(browser: Any, made: Made) -> None:
    """To the place itself, with the id or the words that the address names, which are there; or else to be cited."""
    with looking.opened(browser, Mode()) as page:
        for address, place in LED.items():
            page.goto("about:blank")
            page.goto(f"{made.out.as_uri()}/{address}", wait_until="commit")
            page.wait_for_url(f"{made.out.as_uri()}/{place}")
            id = place.partition("#")[2].partition("/")[0]
            assert not id or id.startswith("cite-") or page.locator(f"[id='{id}']").count() == 1


def test_an_address_shows_words_of_a_clause(browser: Any, made: Made) -> None:
    with looking.opened(browser, Mode(1280)) as page:
        for end, words in {"#1862.II.8/2-3": 2, "#1862.II.8/4": 1, **dict.fromkeys(BAD, 0)}.items():
            go(page, made, "edition/1862/rule-2", end)
            page.reload()  # changing only the fragment of an address loads nothing
            marked = page.evaluate("[...(CSS.highlights.get('cited-words') || [])].join(' ')")
            assert len(marked.split()) == words, end
        assert page.faults == []


BAD = ("#%", "#%E0%A4%A", "#1862.II.8/%", "#1862.II.8/9-2")
"""Ends of addresses that name no words."""


def test_keyboard_reaches_everything(browser: Any, made: Made) -> None:
    """The first stop leads past the list of pages; on a telephone the list opens and closes; words open on the spot."""
    with looking.opened(browser, Mode(390)) as page:
        go(page, made, "edition/1862/rule-2")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to content"
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "List of pages"
        page.keyboard.press("Enter")
        assert page.locator("#site-list").is_visible()
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('#site-list') !== null")
        page.keyboard.press("Escape")
        assert not page.locator("#site-list").is_visible()
        page.locator("[popovertarget='words-1862.III.1']").first.focus()
        page.keyboard.press("Enter")
        assert "equal Lines" in page.locator("[id='words-1862.III.1']").inner_text()


def test_every_stop_of_the_keyboard_is_seen(browser: Any, made: Made) -> None:
    outlined = "getComputedStyle(document.activeElement).outlineStyle !== 'none'"
    for mode in (Mode(1440), Mode(1440, forced=True)):
        with looking.opened(browser, mode) as page:
            go(page, made, "edition/1862/rule-5")
            for _ in range(40):
                page.keyboard.press("Tab")
                assert page.evaluate(outlined), page.evaluate("document.activeElement.outerHTML")


def test_views_of_a_text_keep_the_place(browser: Any, made: Made) -> None:
    """The apparatus of 1860, and the page beside 1862, show the clause that was being read."""
    first = "[...document.querySelectorAll('[id^=at-]')].find(one => one.getBoundingClientRect().top > 60).id"
    with looking.opened(browser, Mode()) as page:
        go(page, made, "edition/1860/text")
        page.evaluate("scrollTo(0, 1500)")
        before = page.evaluate(first)
        page.check("#view-apparatus")
        assert page.evaluate(first) == before
        assert page.locator(".foot-apparatus").is_visible()
        page.click(".keeps-place a")
        page.wait_for_load_state()
        assert "/comparison/words.html#at-1860." in page.url
        assert page.evaluate("scrollY") > 0


def test_faces_are_those_of_the_edition(browser: Any, made: Made) -> None:
    """Text and rules are set in the two faces that lie beside the pages, also from a disk."""
    with looking.opened(browser, Mode()) as page:
        go(page, made, "edition/1862/rule-2")
        page.wait_for_function("document.fonts.status === 'loaded'")
        loaded = page.evaluate("[...document.fonts].filter(one => one.status === 'loaded').map(one => one.family)")
    assert {"Edition Text", "Edition Rules"} <= {family.strip('"') for family in loaded}


def test_pages_can_be_read_without_scripts(browser: Any, made: Made) -> None:
    """Words of clauses open on the spot, the search says what to do, and a short address has its words and a link."""
    with looking.opened(browser, Mode(1440, scripts=False)) as page:
        go(page, made, "edition/1862/rule-2")
        page.locator("[popovertarget='words-1862.III.1']").first.click()
        assert page.locator("[id='words-1862.III.1']").is_visible()
        go(page, made, "search")
        assert "The search needs scripts" in page.locator("main").inner_text()
        assert page.locator(".indices a").count() > 10
        go(page, made, SHORT)
        assert page.url.endswith(f"{SHORT}.html")
        assert page.locator("blockquote").is_visible()
        page.locator(".lead-on a").click()
        assert page.url.endswith("edition/1862/rule-2.html#1862.II.8")


@pytest.mark.parametrize("name", ["index", "edition/1862/play"])
def test_no_script_of_a_page_can_ask_for_anything(browser: Any, made: Made, name: str) -> None:
    """Neither the page nor a worker of it reaches another site, nor its own, where a reader may have a login."""
    with served(made.out) as address, looking.opened(browser, Mode(1280)) as page:
        page.goto(f"{address}/{name}.html")
        for asked in (f"{address}/index.html", "https://evil.example/x"):
            assert [way for way in page.evaluate(SCRIPTS["fetched"], asked) if way] == []
        assert all("Content Security Policy" in fault for fault in page.faults)
        page.faults.clear()


# --------------------------------------------------- the search: the first hit for each query was chosen by hand


SEARCHES = Path(__file__).with_name("searches.txt").read_text("utf-8")
EXPECTED = dict(re.findall(r"(?m)^([^#\n].*) -> ([^ \n]+)", SEARCHES))


@pytest.fixture(scope="module")
def page(browser: Any, made: Made) -> Iterator[Any]:
    """Open the page of the search."""
    with looking.opened(browser, Mode()) as opened:
        go(opened, made, "search")
        yield opened


def test_first_hit_is_the_one_that_is_meant(page: Any) -> None:
    first = "queries => queries.map(query => (findInEdition(query).hits[0] || {}).address)"
    found = dict(zip(EXPECTED, page.evaluate(first, list(EXPECTED)), strict=True))
    assert len(EXPECTED) >= 100
    assert {query: hit for query, hit in found.items() if hit != EXPECTED[query]} == {}


def test_hits_name_the_work_and_show_the_words_also_in_one_edition(page: Any, made: Made) -> None:
    go(page, made, "search", "?q=sympathy")
    hit = page.locator(".hits li").first
    assert "III.7 — Court Circular, 1860" in hit.inner_text()
    assert hit.locator("mark").first.inner_text() == "Sympathy"
    hit.locator("a").click()
    assert page.url.endswith("edition/1860/rule-3.html#1860.III.7")
    go(page, made, "search")
    editions = page.evaluate("findInEdition('Lead', 'patience').hits.map(hit => hit.edition)")
    assert editions
    assert set(editions) == {"patience"}
