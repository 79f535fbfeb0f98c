"""The pages about play show what lies on the shelf: drawn, as numbers, and with the command that makes it again."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest

from cc_dsl import pipeline
from cc_dsl.study.report import verdict
from cc_dsl.table.intervals import percent
from tests.edition.conftest import ROOT, Made

PARTS = ("games",)
"""What is shown of a study of readings."""
MEASURED = sorted(
    path.parent.name for path in (ROOT / "corpus").glob("*/studies.toml") if '["readings"]' in path.read_text("utf-8")
)
"""The editions that declare what their readings change."""


@pytest.mark.slow
def test_drawings_say_what_is_on_the_shelf(made: Made) -> None:
    """Each drawing has a title and says in words what it shows; its numbers stand in a table beside it."""
    page = made.page("edition/in-play")
    drawn = re.findall(r'<svg [^>]*class="plot".*?</svg>', page.html, re.DOTALL)
    described = []
    for text in drawn:
        root = ElementTree.fromstring(text)
        assert root.findtext("title")
        described.append(root.findtext("desc") or "")
    assert page.html.count("<details") >= len(drawn)
    for name in ("1860", "1862"):
        found = json.loads((ROOT / "corpus" / name / "figures.json").read_text("utf-8"))["many"]["found"]
        share = f"player 1 {percent(found['wins'][0])}"
        moves = found["moves"]
        assert any(f"from {moves['least']} to {moves['most']} moves" in one for one in described)
        assert share in page.words
        assert f"circular study {name} --players 2 --games {found['games']} --seed 0" in page.words


@pytest.mark.slow
def test_readings_stand_with_what_they_change(made: Made) -> None:
    """Each other answer, with its figures as they are stored, and a link to where it is argued for."""
    page = made.page("edition/readings-in-play")
    words = " ".join(page.words.split()).replace("’", "'")
    for name in MEASURED:
        stored = json.loads((ROOT / "corpus" / name / "figures.json").read_text("utf-8"))
        for one in stored["readings"]["found"]["measures"]["readings"]["answers"]:
            assert verdict(one) in words
            # A reading that comes with clauses of another edition is argued there.
            homes = (name, *pipeline.load(name).rules.shared)
            ends = tuple(f"#{home}.{one['doubt']}={one['answer']}" for home in homes)
            assert any(link.endswith(ends) for link in page.links)
        for counted in stored["judge"]["found"]["answers"] if "judge" in stored else ():
            changed = counted["changed"]["any"]
            assert not changed["count"] or f"{changed['count']:,}" in words
            assert not changed["count"] or changed["chance"] in words
        assert f"{stored['readings']['date']}, version {stored['readings']['version']}" in words
    assert "18,729,838,400" in words
    assert "counted under other rules" not in words.lower()


def test_no_figure_is_published_twice() -> None:
    """What a reading changes stands on one page, from one study, and nothing else in the program finds such figures."""
    shown: Counter[tuple[str, str]] = Counter()
    for path in sorted((ROOT / "docs").rglob("*.md")):
        text = path.read_text("utf-8")
        assert "rules:influence" not in text
        for studies, parts in re.findall(r"\{rules:measured\} ([^\n]+)\n:show: ([^\n]+)\n", text):
            shown.update((study, part) for study in studies.split() for part in parts.split() if part in PARTS)
        shown.update((study, "exact") for study in re.findall(r"\{rules:exact\} (\S+)", text))
    assert [one for one, times in shown.items() if times > 1] == []
    assert {study for study, part in shown if part == "games"} == {f"{name}.readings" for name in MEASURED}
    assert {study for study, part in shown if part == "exact"} == {"1860.judge", "1862.judge"}
