"""A game for one at the terminal, with hints, why not, undo and a result; and a game with secrets against computers."""

from __future__ import annotations

import json
import re

import pytest

from tests.cli.desk import circular, flat, sitting

pytestmark = pytest.mark.usefixtures("elsewhere")


def patience(*typed: str) -> str:
    """Return what is printed while somebody plays the Patience so."""
    return sitting("patience", *typed, players="human", seed=3)


def test_hint_recommends_the_line_that_scores_most() -> None:
    """With its bonus, which is added after the next question: 3 cards and a bonus of 3 are more than any other Line."""
    said = flat(patience("hint"))
    assert "I recommend the Court K♦ K♣ Q♣. It surely gains 6 in score, and no other answer surely gains more." in said
    assert "In 24 games" not in said
    assert "on average by: " in flat(patience("hint more"))


def test_whynot_says_what_a_group_would_lack() -> None:
    said = patience("go-on", "whynot KC 7D", "whynot KC QC", "whynot 7D KD QC AS 6S")
    assert "K♣ 7♦ make no Line." in said
    assert "K♣ Q♣ would make a" in said
    assert "1860.III.14" in said
    assert said.count("Illegal move") == 3


def test_group_can_be_typed_in_any_order() -> None:
    for line in ("pair 7C 7D", "7c 7d", "Pair 7D 7C", "4"):
        assert "You take the Pair 7♦ 7♣." in patience("go-on", line)
    assert "can mean" in patience("go-on", "Sequence")


def test_result_is_printed_at_the_end() -> None:
    result = circular("play", "patience", "--seed", "3", "--players", "greedy")
    assert result.status == 0
    score = next(line for line in result.out.splitlines() if line.startswith("  score"))
    assert int(score.split()[1]) > 0
    assert "  rating  " in result.out
    document = json.loads(circular("play", "patience", "--seed", "3", "--players", "greedy", "--json").out)
    assert document["result"]["score"] == int(score.split()[1])
    assert document["finished"]


def test_the_only_move_is_made_and_said() -> None:
    said = sitting("lanrick-1880", *["1"] * 26, "undo")
    made = re.search(r"^Only one move is possible: (\w\d)\. \[4\.2, ", said, re.MULTILINE)
    assert made is not None
    asked, _, after = flat(said[made.end() :]).partition("Taken back.")
    assert f"choose the square to which {made[1]} goes" in asked
    assert re.search(r"go on with another man \(\d squares? left\), or stop", after)
    assert "Only one move" not in after


def test_table_that_has_not_changed_is_not_drawn_again() -> None:
    assert patience("go-on").count("\nRow ") == 1
    assert patience("go-on", "view").count("\nRow ") == 2


def test_why_explains_the_last_thing_that_was_told() -> None:
    said = patience("1", "1", "why").rpartition("> ")[0]
    assert "The bonus is now " in said.rpartition("\n> ")[2]
    assert "cards in the Lines taken is" not in said
