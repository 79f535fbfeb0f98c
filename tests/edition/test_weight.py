"""What a page weighs: little beside its own words, and never so much that a slow line cannot bring it."""

from __future__ import annotations

import re

from tests.edition.conftest import Made

FURNITURE, PAGE = 16_000, 300_000
"""Bytes that the frame of a page may take, and a whole page; beside a decision 8,000 of the frame list all of them."""
OWN = re.compile(r"<article>.*</article>", re.DOTALL)


def test_no_page_is_too_heavy(made: Made) -> None:
    """The frame is the same few thousand bytes everywhere, and long pages are not longer than they must be."""
    heavy = {}
    for name, page in made.pages().items():
        whole, own = len(page.html.encode()), len(OWN.findall(page.html)[0].encode())
        if whole > PAGE or whole - own > FURNITURE:
            heavy[name] = (whole, whole - own)
    assert heavy == {}


def test_drawings_take_their_colours_from_the_page(made: Made) -> None:
    """A lawn is dark where the page is: its parts have classes that the style names."""
    style = (made.out / "_static" / "edition.css").read_text("utf-8")
    drawn = made.page("edition/castle-croquet-1866/turn").html
    for part in ("lawn", "iron", "lawn-names"):
        assert f'class="{part}"' in drawn
        assert f".ground-drawing .{part}" in style
    # The look of the names stands in the style sheet once, and not in each of fifty drawings.
    assert "paint-order" in style
    assert "paint-order" not in drawn
