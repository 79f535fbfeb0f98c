"""Bars are as long as numbers are frequent, and stand where the numbers are."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from cc_dsl.drawing.charts import LEFT, ROW, WIDTH, Series, distributions

SVG = "{http://www.w3.org/2000/svg}"


def test_bars_stand_for_the_counts() -> None:
    """Twice as often is twice as high; a later number stands further right, and none leaves the drawing."""
    text = distributions([Series("one & all", {3: 2, 5: 4}, 4.33), Series("few", {4: 1}, 4.0)], "x", "numbers")
    drawing = ElementTree.fromstring(text)
    bars = [
        {key: float(bar.attrib[key]) for key in ("x", "y", "width", "height")} for bar in drawing.iter(f"{SVG}rect")
    ]
    assert [bar["height"] for bar in bars] == [ROW / 2, ROW, ROW]
    assert LEFT <= bars[0]["x"] < bars[2]["x"] < bars[1]["x"] < WIDTH
    assert bars[0]["y"] + bars[0]["height"] == bars[1]["y"] + bars[1]["height"] < bars[2]["y"] + bars[2]["height"]
    assert "one & all" in {label.text for label in drawing.iter(f"{SVG}text")}
    assert re.search("one &amp; all: mean 4.3; few: mean 4.0", text)


def test_no_label_reaches_into_the_bars() -> None:
    """A label of any length stands above its own bars, and below those of the row before."""
    one = Series("three random players", {30: 1, 90: 4}, 70.0)
    drawing = ElementTree.fromstring(distributions([one, one], "x", "moves"))
    tops = [float(bar.attrib["y"]) for bar in drawing.iter(f"{SVG}rect")]
    ends = [float(bar.attrib["y"]) + float(bar.attrib["height"]) for bar in drawing.iter(f"{SVG}rect")]
    first, second = (float(label.attrib["y"]) for label in drawing.iter(f"{SVG}text") if label.text == one.label)
    assert first < min(tops[:2])
    assert max(ends[:2]) < second - 10 < second < min(tops[2:])
