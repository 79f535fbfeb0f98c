"""The pages that teach the games, as they are set: cards, values, pictures, links to clauses and to open places."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from docutils import nodes

from cc_dsl import pipeline
from cc_dsl.cases.howto import guide_of
from cc_dsl.edition_model.doubts import inherited_doubts_of
from cc_dsl.edition_model.edition import EditionView
from tests.edition.stub import StubPage

GAMES = (
    "1860",
    "1862",
    "castle-croquet-1863",
    "castle-croquet-1866",
    "croquet-castles-1863",
    "court",
    "lanrick-1893",
    "patience",
)


def made(name: str) -> tuple[Any, StubPage]:
    """Set the page of an edition."""
    edition = pipeline.load(name)
    assert edition.text is not None
    inherited = {doubt.name: doubt for doubt in inherited_doubts_of(edition)}
    view: Any = SimpleNamespace(name=name, clauses=edition.text.clauses, inherited=inherited)
    view.reading_id = partial(EditionView.reading_id, view)
    page = StubPage(name, view)
    (found,) = page.set("play.html", "how_to_play", "", {})
    return found, page


def targets(node: Any) -> set[tuple[str, str]]:
    """Return what the links of a page lead to."""
    from sphinx.addnodes import pending_xref

    return {(link["reftype"], link["reftarget"]) for link in node.findall(pending_xref)}


def drawings(node: Any) -> list[str]:
    return [str(raw.astext()) for raw in node.findall(nodes.raw)]


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_and_open_place_of_the_page_is_a_link(name: str) -> None:
    """What a sentence rests on can be followed; an open place of another edition is found there."""
    found, page = made(name)
    written = guide_of(page.loaded)
    assert written is not None
    linked = targets(found)
    clauses = {clause for one in written.sentences() for clause in one.clauses}
    own = page.view.clauses
    assert {target for kind, target in linked if kind == "ref"} >= {
        f"{name}.{one}" if one in own else one for one in clauses
    }
    places = {place.partition("=")[0] for one in written.sentences() for place in one.places}
    assert {target.rpartition(".")[2] for kind, target in linked if kind == "reading"} >= places
    assert page.warnings == []


def test_cards_values_and_pictures_are_filled_in() -> None:
    """Pieces are drawn, values come from the tables of the rules, and no brace is left."""
    found, _ = made("1862")
    words = found.astext()
    assert "{" not in words
    for shown in ("K♥", "9♥", "2♦"):
        assert shown in words
    assert any('aria-labelledby="figure-1862-title' in one for one in drawings(found))
    assert ("reading", "1862.No-5-at-last") in targets(found)


def test_ground_is_drawn_and_clauses_of_another_edition_are_cited() -> None:
    """A croquet page shows its ground; the solitaire cites the Lines of 1860."""
    assert any('class="ground-drawing"' in one for one in drawings(made("croquet-castles-1863")[0]))
    linked = targets(made("patience")[0])
    assert ("ref", "1860.III.13") in linked
    assert ("reading", "1860.Ace-in-Sequence") in linked


def test_boards_of_worked_cases_are_drawn_from_the_rules() -> None:
    """The page of Lanrick has the diagram, and the close and the open Rendezvous, each with a title."""
    page, _ = made("lanrick-1893")
    html = "".join(node.astext() for node in page.findall() if type(node).__name__ == "raw")
    names = (
        "as-in-the-diagram",
        *(f"{number}-squares" for number in ("nine", "seven", "five", "eight", "six", "four")),
    )
    for name in names:
        assert f"board-lanrick-1893-{name}" in html
    for square in ("b8: B1", "h8: B2", "a1: Y4", "g1: Y5"):
        assert square in html
    assert "The men as in the diagram" in page.astext()
    assert "Set 5 men of each colour" in page.astext()
