"""Worked cases on the pages: one that does not hold stops the edition, and “Try it” begins where answers differ."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import cc_dsl.edition.directives  # noqa: F401 - tells the templates of their functions
from cc_dsl.cases.reader import read_cases
from cc_dsl.edition.page import Page
from cc_dsl.edition.shelf import Shelf, contrasts
from cc_dsl.edition_model.cases import worked_cases
from cc_dsl.engine.judge import answer
from cc_dsl.pipeline import load


class StubPage(Page):
    """A page of 1862 without Sphinx, which keeps its warnings."""

    def __init__(self) -> None:
        """Open the edition."""
        self.name, self.docname, self.loaded = "1862", "edition/1862/page", load("1862")
        self.display_name, self.titles = self.loaded.display_name, self.loaded.titles
        assert self.loaded.text is not None
        view: Any = SimpleNamespace(clauses=self.loaded.text.clauses, reading_id=lambda name: f"1862.{name}")
        domain: Any = SimpleNamespace(shelf=Shelf({"1862": {}, "1860": {}}))
        self.view, self.held, self.domain = view, [], domain
        self.warnings: list[str] = []

    def note(self, kind: str, full_id: str, anchor: str, words: str = "", content: str = "") -> None:
        """Note nothing."""

    def is_first(self, what: str) -> bool:
        """Return that whatever is asked is asked for the first time."""
        return True

    def warn(self, sentence: str) -> str:
        self.warnings.append(sentence)
        return ""


@pytest.mark.parametrize(("failed", "count"), [((), 0), (("takes: 2 was expected.",), 1)])
def test_case_that_does_not_hold_stops_the_edition(failed: tuple[str, ...], count: int) -> None:
    """It is shown with its position, its result and the other answer all the same."""
    (shown,) = (one for one in worked_cases(load("1862"))["IV.2"] if one.case.id == "equal-Lines-one-card")
    page = StubPage()
    (made,) = page.set("text.html", "worked_cases", (shown._replace(failed=failed),))
    words = made.astext()
    for part in (
        shown.case.title,
        shown.case.why,
        "side: 5♥ 5♦ 5♣; J♦ J♣ J♠",
        "takes: 1",
        "takes: 6",
        "See also III.1",
    ):
        assert part in words
    wanted = ["the worked case equal-Lines-one-card does not hold: takes: 2 was expected."]
    assert page.warnings == wanted[:count]


@pytest.mark.parametrize(("name", "least"), [("1862", 7), ("1860", 9)])
def test_the_two_answers_differ_on_what_is_laid(name: str, least: int) -> None:
    """Both answers are asked of the same pieces, and give something else; the open place is answered two ways."""
    edition = load(name)
    alike, found = [], contrasts(edition, read_cases(edition))
    for doubt, contrast in found.items():
        given = {key: [*value] if not isinstance(value, str) else value for key, value in contrast.given.items()}
        both = [edition.resolve(chosen)[0] for chosen in (contrast.readings, contrast.other)]
        first, second = (answer(rules, contrast.question, given).value for rules in both if rules is not None)
        default = edition.rules.doubts[doubt].default
        assert contrast.readings.get(doubt, default) != contrast.other.get(doubt, default)
        alike += [doubt] if first == second else []
    assert len(found) >= least
    assert alike == []
