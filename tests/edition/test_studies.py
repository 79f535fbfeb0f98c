"""The pages of numbers: what studies have found, with intervals, and the commands that make them again."""

from __future__ import annotations

import json
import re

import pytest

from tests.edition.conftest import ROOT, Made, Page

PAGE = "edition/patience/numbers"


@pytest.fixture(scope="module")
def page(made: Made) -> Page:
    return made.page(PAGE)


def test_scores_stand_there_with_their_intervals(page: Page) -> None:
    """Each mean of the shelf is on the page, and each rating by its words."""
    with (ROOT / "corpus" / "patience" / "figures.json").open("rb") as file:
        kept = json.load(file)
    words = " ".join(page.words.split())
    for name, one in kept.items():
        if name == "readings":
            continue
        part = one["found"]["told"]["score"][0]
        assert f"{part['mean']:.2f} ({part['low']:.2f} to {part['high']:.2f})" in words
    assert "curiouser and curiouser" in words
    assert len(re.findall(r"\d+\.\d+ % \(\d+\.\d+ to \d+\.\d+\)", words)) > 100


def test_every_study_has_the_command_that_makes_it_again(page: Page) -> None:
    """With players, games, seed, and the option under which it was played."""
    words = " ".join(page.words.split())
    assert "circular study patience --players greedy --games 60 --seed 0 --reading Mad-Hatter=played" in words
    assert "counted under other rules" not in words.lower()


def test_reading_of_another_edition_is_a_link(made: Made) -> None:
    """What a decision of the Patience rests on in 1860 leads to where it is argued for."""
    links = made.page("edition/patience/turn").links
    assert any(link.endswith("#reading-1860.Ace-in-Sequence") for link in links)


INHERITED = ("four-of-a-sort", "Aces-at-court", "Ace-in-Sequence", "Ace-with-Lead")
"""The open places that come to the Patience with the clauses of 1860 that it uses (P3.1)."""


@pytest.mark.parametrize("name", ["edition/patience/readings", "edition/readings-in-play"])
def test_inherited_readings_are_listed_and_lead_to_their_one_address(made: Made, name: str) -> None:
    """They are open in the Patience, too, and argued in 1860 alone: no second address is made for them."""
    page = made.page(name)
    for reading in INHERITED:
        assert any(link.endswith(f"#reading-1860.{reading}") for link in page.links)
        assert not any(f"reading-patience.{reading}" in link for link in page.links)
        assert f"reading-patience.{reading}" not in page.ids


def test_how_counts_are_repeated_is_headed_in_words_and_explained_once(made: Made) -> None:
    """The page of the computer players has such a table for every text."""
    words = " ".join(made.page("edition/players").words.split())
    assert "StudyGamesSeedsCountedTo count again" in words
    assert "StudyDocument" not in words
    assert words.count("The 95 % interval stands in brackets") == 1
