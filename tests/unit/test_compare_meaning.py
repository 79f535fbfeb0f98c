"""What differs in the rules, said from the rules: no difference where there is none, and every one where there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.compare.alignment import Row
from cc_dsl.compare.meaning import Encoded, differences, encode_edition, rules_of_row
from cc_dsl.compare.statements import statements_of

ROOT = Path(__file__).parents[2]
TOLLS = ROOT / "tests" / "games" / "tolls" / "game.rules"


def game(folder: Path, name: str, *changes: tuple[str, str]) -> Encoded:
    text = TOLLS.read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path = folder / name / "game.rules"
    path.parent.mkdir()
    path.write_text(text.replace("of tolls.", f"of {name}."), "utf-8")
    return encode_edition(pipeline.load(str(path)))


@pytest.fixture(scope="module")
def corpus() -> tuple[Encoded, Encoded]:
    """Lay out the two editions that are aligned."""
    return encode_edition(pipeline.load("1860")), encode_edition(pipeline.load("1862"))


@pytest.mark.parametrize("name", ["1860", "1862"])
def test_an_edition_does_not_differ_from_itself(name: str) -> None:
    one = encode_edition(pipeline.load(name))
    assert differences(one, one) == ()
    for clause in one.ledger:
        assert rules_of_row(one, one, Row((clause,), (clause,), ("kept",), "")).is_same


def test_every_difference_is_told_from_both_sides(corpus: tuple[Encoded, Encoded]) -> None:
    forth, back = differences(*corpus), differences(*reversed(corpus))
    assert {
        (one.topic, one.first, one.second) for one in forth if one.topic not in ("only", "choices", "places", "numbers")
    } == {
        (one.topic, one.second, one.first) for one in back if one.topic not in ("only", "choices", "places", "numbers")
    }
    assert {one.topic for one in forth} == {one.topic for one in back}


def test_statements_are_the_chosen_answers(corpus: tuple[Encoded, Encoded]) -> None:
    default = {said.answer for said in statements_of(pipeline.load("1862")) if said.doubt == "Rubber"}
    other = {
        said.answer for said in statements_of(pipeline.load("1862", {"Rubber": "two-in-all"})) if said.doubt == "Rubber"
    }
    assert (default, other) == ({"two-of-one-player"}, {"two-in-all"})
    chosen = encode_edition(pipeline.load("1862", {"Rubber": "two-in-all"}))
    found = differences(corpus[1], chosen)
    assert {one.subject for one in found} == {"at-the-end"}


def test_layout_makes_no_difference(tmp_path: Path) -> None:
    change = "  this game is for 3 players.\n", "  # Three.\n  this game\n      is for 3\n      players.\n"
    assert differences(game(tmp_path, "early-tolls"), game(tmp_path, "late-tolls", change)) == ()


@pytest.mark.parametrize(
    ("old", "new", "topics"),
    [
        ("for 3 players", "for 2 players", {"players"}),
        ("order Ace-high, then", "order Hearts-last, then", {"ranking", "only"}),
        ("by their rank in the order Ace-high, then ", "", {"ranking"}),
        ("King, Queen or Knave", "King or Queen", {"meanings"}),
        ("tribute is 2 if", "tribute is 3 if", {"meanings"}),
        ("best front becomes", "worst front becomes", {"course"}),
        ("chooses a card in his hand as", "chooses a card in the road as", {"choices", "course"}),
        ("go to the road", "go to the gate", {"places", "course"}),
        ("4 cards in the pack", "3 cards in the pack", {"places", "course"}),
        ("toll grows by 1 plus", "toll grows by 2 plus", {"numbers", "course"}),
        ("  all see the gate.\n", "", {"only"}),
        ("a number from 0 to 9", "a number from 0 to 7", {"numbers"}),
    ],
)
def test_every_change_is_noticed(tmp_path: Path, old: str, new: str, topics: set[str]) -> None:
    order = "Hearts-last is the order Two, Three, Four, Five, Six, Seven, Eight, Nine, Ten, Knave, Queen, King, Ace."
    changes = [(old, new)]
    if "Hearts-last" in new:
        changes.append(("  a card is a royal", f"  {order}\n  a card is a royal"))
    found = differences(game(tmp_path, "early-tolls"), game(tmp_path, "late-tolls", *changes))
    assert {one.topic for one in found} == topics
