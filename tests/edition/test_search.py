"""The search: for each query, the first hit that a scholar, a player or a researcher expects, chosen by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import looking
from tests.edition.conftest import Made
from tests.needed import lacking

SEARCHES = Path(__file__).with_name("searches.txt").read_text("utf-8")
EXPECTED = dict(re.findall(r"(?m)^([^#\n].*) -> ([^ \n]+)", SEARCHES))


@pytest.fixture(scope="module")
def page(made: Made) -> Iterator[Any]:
    if looking.chromium() is None:
        lacking("Chromium", looking.REMEDY)
    with looking.browser() as started, looking.opened(started, looking.Mode()) as opened:
        opened.goto((made.out / "search.html").as_uri())
        yield opened


@pytest.mark.slow
def test_first_hit_is_the_one_that_is_meant(page: Any) -> None:
    first = "queries => queries.map(query => (findInEdition(query).hits[0] || {}).address)"
    found = dict(zip(EXPECTED, page.evaluate(first, list(EXPECTED)), strict=True))
    assert len(EXPECTED) >= 100
    assert {query: hit for query, hit in found.items() if hit != EXPECTED[query]} == {}


@pytest.mark.slow
def test_hits_name_the_work_and_show_the_words(page: Any, made: Made) -> None:
    page.goto((made.out / "search.html").as_uri() + "?q=sympathy")
    hit = page.locator(".hits li").first
    assert "III.7 — Court Circular, 1860" in hit.inner_text()
    assert hit.locator("mark").first.inner_text() == "Sympathy"
    hit.locator("a").click()
    assert page.url.endswith("edition/1860/rule-3.html#1860.III.7")


@pytest.mark.slow
def test_search_in_one_edition(page: Any, made: Made) -> None:
    page.goto((made.out / "search.html").as_uri())
    editions = page.evaluate("findInEdition('Lead', 'patience').hits.map(hit => hit.edition)")
    assert editions
    assert set(editions) == {"patience"}
