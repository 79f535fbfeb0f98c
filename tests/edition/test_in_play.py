"""The pages about play show what lies on the shelf: drawn, as numbers, and with the command that makes it again."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

from tests.edition.conftest import ROOT, Made

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.slow
def test_drawings_say_what_is_on_the_shelf(made: Made) -> None:
    """Each drawing has a title and says in words what it shows; its numbers stand in a table beside it."""
    page = made.page("edition/in-play")
    drawn = re.findall(r'<svg [^>]*class="plot".*?</svg>', page.html, re.DOTALL)
    assert len(drawn) >= 6
    described = []
    for text in drawn:
        root = ElementTree.fromstring(text)
        assert root.findtext(f"{SVG}title")
        described.append(root.findtext(f"{SVG}desc") or "")
    assert page.html.count("<details") >= len(drawn)
    for name in ("1860", "1862"):
        found = json.loads((ROOT / "corpus" / name / "measured.json").read_text("utf-8"))["many"]["found"]
        share = f"player 1 {100 * found['wins'][0]['share']:.2f} %"
        assert any(share in one for one in described)
        assert share in page.words
        assert f"circular study {name} --players 2 --games {found['games']} --seed 0" in page.words


@pytest.mark.slow
def test_readings_stand_in_the_order_of_what_they_change(made: Made) -> None:
    """The first answer is the one that surely changes most, with its interval; each leads to where it is explained."""
    page = made.page("edition/readings-in-play")
    found = json.loads((ROOT / "corpus" / "1862" / "measured.json").read_text("utf-8"))["readings"]["found"]
    listed = found["measures"]["readings"]
    lows = [one["winner"]["low"] for one in listed]
    assert lows == sorted(lows, reverse=True)
    winner = listed[0]["winner"]
    assert f"{100 * winner['share']:.2f} % ({100 * winner['low']:.2f} to {100 * winner['high']:.2f})" in page.words
    assert any(link.endswith(f"1862.{listed[0]['doubt']}") for link in page.links)
