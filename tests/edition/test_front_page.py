"""The first five minutes: one clause, its rule and a trick; every text within a click; and what each game is."""

from __future__ import annotations

import re

import pytest

from cc_dsl import resources
from cc_dsl.edition_model.imprint import load_publication, load_work
from cc_dsl.edition_model.notes import load_notes
from cc_dsl.pipeline import load
from cc_dsl.rules.seating import players_in_words
from tests.edition.conftest import Made

NAMES = resources.edition_names()


def test_the_whole_has_one_name(made: Made) -> None:
    """Bar, heading, title and citation say the same."""
    html, name = made.page("index").html, load_publication().title
    heading = re.search(r"<h1>(.*?)<", html)
    brand = re.search(r'class="sidebar-brand"[^>]*>([^<]*)<', html)
    title = re.search(r"<title>([^<]*)<", html)
    cited = re.search(r"<cite>([^<]*)</cite>", html)
    assert [found and found[1] for found in (heading, brand, title, cited)] == [name] * 4


def test_the_first_page_shows_a_clause_its_rule_and_a_trick(made: Made) -> None:
    """The clause is printed, its rule beside it, seven cards under both; one button tries them."""
    opening = made.page("index").html.partition('class="opening"')[2].partition('class="doors"')[0]
    assert "“Lead” must not be reckoned as middle card of a Sequence." in opening
    assert "is not between" in opening
    assert opening.count('class="figure-piece"') == 7
    assert opening.count("data-live=") == 1
    assert '"offer": "Try this trick"' in opening.replace("&quot;", '"')


@pytest.mark.parametrize("name", NAMES)
def test_every_text_has_its_row(made: Made, name: str) -> None:
    """For how many it is stands there; its pages are one click away."""
    table = made.page("index").html.partition("all-texts")[2].partition("</table>")[0]
    rows = [row for row in table.split("<tr>") if f'"edition/{name}/index.html"' in row]
    assert len(rows) == 1
    assert players_in_words(load(name).rules.seats).partition(" ")[0] in rows[0]
    for page in ("text", "whole", "how-to-play", "play"):
        assert f'href="edition/{name}/{page}.html"' in rows[0]


@pytest.mark.parametrize("name", NAMES)
def test_an_introduction_begins_with_the_game(made: Made, name: str) -> None:
    """Three sentences say what the game is, and name it; then come the ways into the text, then its sources."""
    note = load_notes(resources.edition_folder(name))["introduction"]
    first = note.markdown.partition("\n\n")[0]
    assert first.count("\n") == 2
    assert first.startswith(f"_{load_work(resources.edition_folder(name)).work}_ is a ")
    page = made.page(f"edition/{name}/index")
    doors = page.html.index('class="text-doors"')
    assert page.html.index("lead-in") < doors < page.html.index('class="note wide"', doors)
    listed = page.html[doors:].partition("</ul>")[0]
    assert [
        link for link in ("text", "how-to-play", "play", "whole", "readings") if f'"{link}.html"' not in listed
    ] == []


def test_cases_stand_below_the_note_under_one_line(made: Made) -> None:
    clause = made.page("edition/1862/rule-2").html.partition('id="1862.II.1"')[2].partition('id="1862.II.1a"')[0]
    assert clause.index('class="note"') < clause.index('class="worked-cases"')
    assert re.search(r"<summary>\d+ worked cases</summary>", clause)
