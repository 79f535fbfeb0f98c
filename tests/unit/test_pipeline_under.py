"""The same edition under other readings: its rules are those of loading it so, and its words are read once."""

from __future__ import annotations

import pytest

from cc_dsl import load
from cc_dsl.diagnostics.problem import RulesError


def test_an_edition_under_other_readings_has_the_rules_that_loading_it_so_gives() -> None:
    """The printed words are read once."""
    edition = load("1862")
    chosen = {"Ace-in-Sequence": "round-the-corner"}
    found = edition.under(chosen)
    assert found.rules == load("1862", chosen).rules
    assert found.rules != edition.rules
    assert found.text is edition.text


def test_a_reading_that_the_edition_does_not_have_is_refused() -> None:
    """As when it is loaded so."""
    with pytest.raises(RulesError, match="nonesuch"):
        load("1862").under({"nonesuch": "any"})
