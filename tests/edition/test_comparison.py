"""What a comparison is set from: references in its prose, its deals, drawn and in words, and the verdicts of claims."""

from __future__ import annotations

import re

from cc_dsl.drawing.pieces import draw_deal, laid_words
from cc_dsl.edition.notes import with_references
from cc_dsl.edition_model.cases import command, none_in_words
from cc_dsl.pipeline import load

GIVEN = {"lead": "TH", "side": ["7H 8D 9S", "QC JH TC"]}


def test_full_ids_in_prose_are_references() -> None:
    """A full id leads to its edition, a short one to a clause of the same; code and other words stay."""
    made = with_references(
        "See II.3, 1862.II.8 and `1862.II.8`, not 1862.5 or XII.3.", "1860", ["II.3"], ["1860", "1862"]
    )
    assert made == (
        "See {rules:ref}`II.3 <1860.II.3>`, {rules:ref}`1862.II.8 <1862.II.8>` and `1862.II.8`, not 1862.5 or XII.3."
    )


def test_deals_are_drawn_and_told() -> None:
    rules = load("1860").rules
    svg = draw_deal(rules, GIVEN, "x")
    labels = re.findall(r'<text[^>]*class="figure-label[^>]*>([^<]*)</text>', svg)
    assert labels == ["7♥", "8♦", "9♠", "10♥", "Q♣", "J♥", "10♣"]
    assert laid_words(rules, {"lead": "TH", "side": ["", "QC"]}) == "the lead 10♥; player 2’s side Q♣"
    assert command(rules, "judge", GIVEN) == 'circular judge 1860 --lead TH --side "7H 8D 9S" --side "QC JH TC"'
    assert command(rules, "count", {"won": ["", "2S"]}).startswith("circular judge 1860 --question count")
    assert none_in_words(rules, "judge", "winner") == "nobody"
    assert none_in_words(rules, "judge", "takes") == "none"
