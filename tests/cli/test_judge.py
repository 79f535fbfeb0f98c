"""`circular judge`: its help, and the spellings of what is laid."""

from __future__ import annotations

from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.judge import answer
from cc_dsl.errors import UserError
from tests.cli.desk import ROOT, circular

SPELLINGS: list[dict[str, Any]] = [
    {"lead": "10H", "side": ["AS 7C 6D", "KD 9C 2H"]},
    {"lead": "th", "side": ["as,7c,6d", "KD 9C 2H"]},
    {"lead": ["Ten of Hearts"], "side": [["AS", "7C", "6D"], "KD 9C 2H"]},
    {"lead": "10♥", "side": ["A♠ 7♣ 6♦", "KD 9C 2H"]},
]


def test_help_shows_what_the_question_is_given() -> None:
    said = " ".join(circular("judge", "1862", "--help").out.split())
    assert "--lead PIECE 1 card for the Lead." in said
    assert "--side PIECES 3 cards for a player’s row; once for each player, in their order." in said
    for words in (["judge", "--help"], ["judge", "nowhere", "--help"]):
        result = circular(*words)
        assert result.status == 0
        assert "--lead PIECE" not in result.out


def test_pieces_have_one_meaning_in_every_spelling() -> None:
    rules = pipeline.load("1862").rules
    first, *others = (answer(rules, "judge", given).document for given in SPELLINGS)
    assert first["by"] == "cards"
    assert all(other == first for other in others)


def test_values_have_one_meaning_in_every_spelling() -> None:
    rules = pipeline.load(str(ROOT / "tests" / "golden" / "given" / "stores.rules")).rules
    masters = [answer(rules, "trump", {"trump": [trump]}).value["master"] for trump in ("S", "s", "♠", "Spades", "H")]
    assert masters == [0, 0, 0, 0, 1]
    with pytest.raises(UserError, match="“X” for the trump is not a suit-sign"):
        answer(rules, "trump", {"trump": ["X"]})
