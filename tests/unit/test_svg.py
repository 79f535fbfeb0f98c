"""Elements of drawings are well-formed, whatever stands in them, and numbers are short."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from cc_dsl import svg

SPACE = "{http://www.w3.org/2000/svg}"


def test_element_escapes_what_it_is_given() -> None:
    made = svg.text('<a & "b">', 1, 2.5, class_='x"y', text_anchor="end", transform="", fill=None)
    assert made == '<text x="1" y="2.5" class="x&quot;y" text-anchor="end">&lt;a &amp; "b"&gt;</text>'
    assert svg.element("g") == "<g/>"
    assert svg.element("g", "", id="a") == '<g id="a"></g>'


@pytest.mark.parametrize(
    ("value", "said"),
    [(1, "1"), (1.0, "1"), (0.126, "0.13"), (-0.001, "0"), (12345.678, "12345.68")],
)
def test_numbers_have_two_places(value: float, said: str) -> None:
    assert svg.number(value) == said


def test_drawing_is_named_and_described() -> None:
    root = ElementTree.fromstring(svg.drawing("x", "one & two", ("A <title>", "D"), (10, 2.5), [svg.element("g")]))
    assert root.attrib["aria-labelledby"] == "one & two-title one & two-desc"
    assert root.attrib["viewBox"] == "0 0 10 2.5"
    assert [(part.tag, part.text, part.get("id")) for part in root] == [
        (f"{SPACE}title", "A <title>", "one & two-title"),
        (f"{SPACE}desc", "D", "one & two-desc"),
        (f"{SPACE}g", None, None),
    ]


def test_a_drawing_shown_twice_has_other_ids() -> None:
    drawn = svg.drawing("figure", "board-a-title-b", ("A title", "What it shows"), (1, 1), [svg.text("x-title", 0, 0)])
    second = svg.again(drawn, "D2.4")
    for part in ("title", "desc"):
        assert f'id="board-a-title-b-{part}"' in drawn
        assert f'id="board-a-title-b-D2.4-{part}"' in second
    assert 'aria-labelledby="board-a-title-b-D2.4-title board-a-title-b-D2.4-desc"' in second
    assert ">x-title<" in second
