"""Elements of drawings, and drawings of counts and estimates: the position of a bar or a dot fits its number."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from cc_dsl import svg
from cc_dsl.drawing.charts import LEFT, ROW, WIDTH, Bar, Series, draw_bars, draw_distributions

SVG = "{http://www.w3.org/2000/svg}"


def test_element_escapes_what_it_is_given() -> None:
    made = svg.text('<a & "b">', 1, 2.5, class_='x"y', text_anchor="end", transform="", fill=None)
    assert made == '<text x="1" y="2.5" class="x&quot;y" text-anchor="end">&lt;a &amp; "b"&gt;</text>'
    assert svg.element("g") == "<g/>"
    assert svg.element("g", "", id="a") == '<g id="a"></g>'


@pytest.mark.parametrize(
    ("value", "said"), [(1, "1"), (1.0, "1"), (0.126, "0.13"), (-0.001, "0"), (12345.678, "12345.68")]
)
def test_numbers_have_two_places(value: float, said: str) -> None:
    assert svg.number(value) == said


def test_drawing_is_named_and_described() -> None:
    root = ElementTree.fromstring(svg.drawing("x", "one & two", ("A <title>", "D"), (10, 2.5), [svg.element("g")]))
    assert root.attrib["aria-labelledby"] == "one & two-title one & two-desc"
    assert root.attrib["viewBox"] == "0 0 10 2.5"
    assert [(part.tag, part.text, part.get("id")) for part in root] == [
        (f"{SVG}title", "A <title>", "one & two-title"),
        (f"{SVG}desc", "D", "one & two-desc"),
        (f"{SVG}g", None, None),
    ]


def test_a_drawing_shown_twice_has_other_ids() -> None:
    drawn = svg.drawing("figure", "board-a-title-b", ("A title", "What it shows"), (1, 1), [svg.text("x-title", 0, 0)])
    second = svg.with_new_ids(drawn, "D2.4")
    for part in ("title", "desc"):
        assert f'id="board-a-title-b-{part}"' in drawn
        assert f'id="board-a-title-b-D2.4-{part}"' in second
    assert 'aria-labelledby="board-a-title-b-D2.4-title board-a-title-b-D2.4-desc"' in second
    assert ">x-title<" in second


LONG = "A question whose words are so long that even a line of their own has no room for all of them"


def test_bars_stand_for_the_counts() -> None:
    plot = draw_distributions("t", "d", [Series("one & all", {3: 2, 5: 4}, 4.33), Series("few", {4: 1}, 4.0)])
    text = plot.svg
    drawing = ElementTree.fromstring(text)
    drawn = [
        {key: float(bar.attrib[key]) for key in ("x", "y", "width", "height")} for bar in drawing.iter(f"{SVG}rect")
    ]
    assert [bar["height"] for bar in drawn] == [ROW / 2, ROW, ROW]
    assert LEFT <= drawn[0]["x"] < drawn[2]["x"] < drawn[1]["x"] < WIDTH
    assert drawn[0]["y"] + drawn[0]["height"] == drawn[1]["y"] + drawn[1]["height"] < drawn[2]["y"] + drawn[2]["height"]
    assert "one & all" in {label.text for label in drawing.iter(f"{SVG}text")}
    assert plot.rows == [("3", "2", "0"), ("4", "0", "1"), ("5", "4", "0")]


def test_no_label_reaches_into_the_bars() -> None:
    one = Series("three random players", {30: 1, 90: 4}, 70.0)
    drawing = ElementTree.fromstring(draw_distributions("t", "d", [one, one]).svg)
    tops = [float(bar.attrib["y"]) for bar in drawing.iter(f"{SVG}rect")]
    ends = [float(bar.attrib["y"]) + float(bar.attrib["height"]) for bar in drawing.iter(f"{SVG}rect")]
    first, second = (float(label.attrib["y"]) for label in drawing.iter(f"{SVG}text") if label.text == one.label)
    assert first < min(tops[:2])
    assert max(ends[:2]) < second - 10 < second < min(tops[2:])


def test_names_of_two_lines_stand_above_one_another() -> None:
    plain = draw_bars("t", "d", [Bar("one", 0.2, 0.1, 0.3), Bar("two", 0.4, 0.3, 0.5)])
    plot = draw_bars("t", "d", [Bar(LONG, 0.2, 0.1, 0.3, "an answer"), Bar("two", 0.4, 0.3, 0.5, "another")])
    assert plot.height > plain.height
    drawing = ElementTree.fromstring(plot.svg)
    names = [label for label in drawing.iter(f"{SVG}text") if label.get("x") == str(LEFT + 4)]
    assert len(names) == 4
    heights = [float(label.attrib["y"]) for label in names]
    assert heights == sorted(set(heights))
    assert plot.rows[0] == (f"{LONG}: an answer", "20", "10", "30")
    assert LONG in drawing.findtext(f"{SVG}metadata", "")


def test_exact_share_has_no_interval() -> None:
    assert 'class="whisker"' not in draw_bars("t", "d", [Bar("one", 0.2, 0.2, 0.2)]).svg
