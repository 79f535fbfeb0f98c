"""What was counted of two editions holds for the rules as they are; a part is counted again."""

from __future__ import annotations

from cc_dsl import pipeline
from cc_dsl.compare.sampling import TRICKS, count_of, sample_document
from cc_dsl.figures import Count

AGAIN = "count again: circular figures 1860-1862"


def stored() -> Count:
    """Return the count of the tricks of 1860 and 1862."""
    return count_of(pipeline.load("1860").rules, pipeline.load("1862").rules, "judge")


def test_what_is_stored_is_of_these_rules() -> None:
    """Whoever changes a rules file counts again; what the pages show is stored, and not counted by the way."""
    one = stored()
    assert one.fault() == "", AGAIN
    assert one.stored_figures is not None
    assert (
        sample_document(pipeline.load("1860").rules, pipeline.load("1862").rules, "judge", TRICKS)
        == one.stored_figures["found"]
    )


def test_a_part_is_counted_again() -> None:
    """The first 2,000 of the deals are answered as they were."""
    one = stored()
    assert one.stored_figures is not None
    assert one.part() == one.stored_figures["sample"], AGAIN


def test_the_shares_are_those_of_the_independent_count() -> None:
    """No Line on a side: 612,252 of 1,082,900 in 1860; two sides are not independent, but not far from it either."""
    one = stored()
    assert one.stored_figures is not None
    keys = one.stored_figures["found"]["keys"]
    by_cards = next(value for value in keys["by"]["first"]["values"] if value["value"] == "cards")
    assert abs(by_cards["share"] - (612_252 / 1_082_900) ** 2) < 0.01
    assert {value["value"] for value in keys["winner"]["second"]["values"]} == {"player 1", "player 2"}
