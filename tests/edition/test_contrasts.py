"""“Try it” at an open place begins with pieces on which its answers differ."""

from __future__ import annotations

import pytest

from cc_dsl.cases.reader import read_cases
from cc_dsl.edition.shelf import contrasts
from cc_dsl.engine.judge import answer
from cc_dsl.pipeline import load


@pytest.mark.parametrize(("name", "least"), [("1862", 7), ("1860", 9)])
def test_the_two_answers_differ_on_what_is_laid(name: str, least: int) -> None:
    """Both answers are asked of the same pieces, and give something else; the open place is answered two ways."""
    edition = load(name)
    alike, found = [], contrasts(edition, read_cases(edition))
    for doubt, contrast in found.items():
        given = {key: [*value] if not isinstance(value, str) else value for key, value in contrast.given.items()}
        both = [edition.resolve(chosen)[0] for chosen in (contrast.readings, contrast.other)]
        first, second = (answer(rules, contrast.question, given).value for rules in both if rules is not None)
        default = edition.rules.doubts[doubt].default
        assert contrast.readings.get(doubt, default) != contrast.other.get(doubt, default)
        alike += [doubt] if first == second else []
    assert len(found) >= least
    assert alike == []
