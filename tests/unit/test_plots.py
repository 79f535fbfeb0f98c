"""Drawings of estimates: dots and bars stand where their numbers are, and the words of a drawing are whole."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from cc_dsl.drawing.charts import LEFT, RIGHT, WIDTH, Bar, bars, changes

SVG = "{http://www.w3.org/2000/svg}"
LONG = "A question whose words are so long that even a line of their own has no room for all of them"


def test_differences_stand_on_both_sides_of_nought() -> None:
    """No difference stands in the middle; as far to the left as to the right, and every interval lies inside."""
    shown = [Bar("none", 0.0, -0.01, 0.01), Bar("more", 0.1, 0.05, 0.15), Bar("less", -0.1, -0.15, -0.05)]
    drawing = ElementTree.fromstring(changes("t", "d", shown, "percentage points").svg)
    none, more, less = (float(dot.attrib["cx"]) for dot in drawing.iter(f"{SVG}circle"))
    assert none == (LEFT + WIDTH - RIGHT) / 2
    assert more > none > less
    assert more + less == pytest.approx(2 * none)
    ticks = [label.text for label in drawing.iter(f"{SVG}text") if label.get("class") == "small"]
    assert ticks == ["−15", "−7.5", "0", "+7.5", "+15", "percentage points"]


def test_names_of_two_lines_stand_above_one_another() -> None:
    """Each line has its own height, bars are further apart, and the numbers below the drawing have the whole name."""
    plain = bars("t", "d", [Bar("one", 0.2, 0.1, 0.3), Bar("two", 0.4, 0.3, 0.5)])
    plot = bars("t", "d", [Bar(LONG, 0.2, 0.1, 0.3, "an answer"), Bar("two", 0.4, 0.3, 0.5, "another")])
    assert plot.height > plain.height
    drawing = ElementTree.fromstring(plot.svg)
    names = [label for label in drawing.iter(f"{SVG}text") if label.get("x") == str(LEFT + 4)]
    assert len(names) == 4
    heights = [float(label.attrib["y"]) for label in names]
    assert heights == sorted(set(heights))
    assert plot.rows[0] == (f"{LONG}: an answer", "20", "10", "30")
    assert LONG in drawing.findtext(f"{SVG}metadata", "")


def test_exact_share_has_no_interval() -> None:
    """Where the number is known, nothing is drawn around it."""
    assert 'class="whisker"' not in bars("t", "d", [Bar("one", 0.2, 0.2, 0.2)]).svg
