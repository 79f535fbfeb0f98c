"""What was counted for the pages and lies in the corpus holds for the rules as they are; a part is counted again."""

from __future__ import annotations

from cc_dsl import pipeline
from cc_dsl.compare.result_cache import shelf
from cc_dsl.compare.sampling import SampleSize as Deals
from cc_dsl.compare.sampling import counted, sample

AGAIN = "count again: circular compare 1860 1862 --numbers --shelve, and with --deals 2000"


def test_what_is_shelved_is_of_these_rules() -> None:
    """Whoever changes a rules file counts again; what the pages show is on the shelf, and not counted by the way."""
    first, second = (pipeline.load(name) for name in ("1860", "1862"))
    found = shelf()
    for deals in (2_000, 100_000):
        label = f"numbers 1860-1862 judge {deals}"
        under = repr(["numbers", first.rules.meaning, second.rules.meaning, "judge", deals, 0])
        assert found[label]["under"] == under, AGAIN
        assert counted(first.rules, second.rules, "judge", Deals(deals)) == found[label]["counted"]


def test_a_part_is_counted_again() -> None:
    """The first 2,000 of the deals are answered as they were."""
    first, second = (pipeline.load(name).rules for name in ("1860", "1862"))
    again = sample(first, second, "judge", 2_000).document
    assert again == shelf()["numbers 1860-1862 judge 2000"]["counted"], AGAIN


def test_the_shares_are_those_of_the_independent_count() -> None:
    """No Line on a side: 612,252 of 1,082,900 in 1860; two sides are not independent, but not far from it either."""
    shares = shelf()["numbers 1860-1862 judge 100000"]["counted"]["keys"]["by"]["first"]["values"]
    by_cards = next(one for one in shares if one["value"] == "cards")
    assert abs(by_cards["share"] - (612_252 / 1_082_900) ** 2) < 0.01
