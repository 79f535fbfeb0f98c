"""Questions about pieces laid by hand are answered with their sources, or refused with a message."""

from __future__ import annotations

from typing import Any

import pytest

from cc_dsl.engine.judge import answer, try_examples
from cc_dsl.errors import UserError
from cc_dsl.pipeline import load
from cc_dsl.table.chance import Chance
from tests.unit.interpreter.small import rules_1862, small_game

LEAD, SIDES = "5H", ["AS 7C 6D", "2C 9D KS"]


def test_pieces_can_be_given_in_every_way() -> None:
    ways: list[dict[str, Any]] = [
        {"lead": "5H", "side": [["AS", "7C", "6D"], ["2C", "9D", "KS"]]},
        {"lead": ["5h"], "side": ["as 7c 6d", "2C, 9D, KS"]},
        {"lead": "Five of Hearts", "side": ["Ace of Spades, Seven of Clubs, Six of Diamonds", "2C 9D KS"]},
        {"lead": [36], "side": [[3, 30, 33], ("2C", "9D", 7)]},
    ]
    values = [answer(rules_1862(), "judge", given).value for given in ways]
    assert values == [values[0]] * 4


@pytest.mark.parametrize("edition", ["1860", "1862"])
def test_an_answer_has_the_same_clauses_the_second_time(edition: str) -> None:
    rules, chance = load(edition).rules, Chance(8)
    for _ in range(20):
        lead, *cards = [rules.pieces.codes[card] for card in chance.permutation(52)[:7]]
        given = {"lead": lead, "side": [cards[:3], cards[3:]]}
        first, second = [answer(rules, "judge", given) for _ in range(2)]
        assert first.clauses == second.clauses
        assert first.readings == second.readings


@pytest.mark.parametrize("lead", [[52], [-1], [True], [None], ["1H"]])
def test_what_is_no_piece_is_refused(lead: list[Any]) -> None:
    with pytest.raises(UserError, match=f"“{lead[0]}” in the lead is not a card."):
        answer(rules_1862(), "judge", {"lead": lead, "side": ["AS 7C 6D", "2C 9D KS"]})


def test_every_kind_of_thing_can_be_told() -> None:
    given = answer(small_game("every-answer"), "ask", {"board": [0, 4], "hand": ["Ace of Blue", [11]]})
    assert given.value == {
        "mood": "high up",
        "top": {"value": "Ace of Red", "in_it": True},
        "rest": ["King of Blue"],
        "shares": [1, 1],
    }
    assert given.clauses == ()


def test_examples_lay_states_and_say_values_and_name_what_fails() -> None:
    tried, both = try_examples(small_game("marks"))
    assert both.failed == ()
    assert tried.failed == ("hence player 1's marks are 5.", "hence the worth of Ace of Blue is 3.")
    assert [one.failed for one in try_examples(small_game("matches"))] == [
        ("example: Ace of Red, King of Red make a Match.",),
        ("example: Ace of Red, Ace of Blue, Ace of Green make a Match.",),
        (),
        ("hence player 1 has a Match.",),
    ]
