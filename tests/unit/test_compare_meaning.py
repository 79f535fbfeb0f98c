"""What differs in the rules, said from the rules: no difference where there is none, and every one where there is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.compare.alignment import Row, load_alignment
from cc_dsl.compare.meaning import TOPICS, Encoded, RuleDifference, differences, encode_edition, rules_of_row
from cc_dsl.compare.report import compare, difference_lines, document, row_lines
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


def test_a_game_does_not_differ_from_itself(tmp_path: Path) -> None:
    """The same rules under another name have no difference."""
    assert differences(game(tmp_path, "early-tolls"), game(tmp_path, "late-tolls")) == ()


@pytest.mark.parametrize("name", ["1860", "1862"])
def test_an_edition_does_not_differ_from_itself(name: str) -> None:
    """The editions of the corpus do not either, and each row of an edition with itself is the same."""
    one = encode_edition(pipeline.load(name))
    assert differences(one, one) == ()
    for clause in one.ledger:
        assert rules_of_row(one, one, Row((clause,), (clause,), ("kept",), "")).is_same


def test_every_difference_is_told_from_both_sides(corpus: tuple[Encoded, Encoded]) -> None:
    """Exchanged, the comparison says the same of the same things, the other way round."""
    forth, back = differences(*corpus), differences(*reversed(corpus))
    assert {
        (one.topic, one.first, one.second) for one in forth if one.topic not in ("only", "choices", "places", "numbers")
    } == {
        (one.topic, one.second, one.first) for one in back if one.topic not in ("only", "choices", "places", "numbers")
    }
    assert {one.topic for one in forth} == {one.topic for one in back}


def test_differences_stand_in_the_order_of_the_topics(corpus: tuple[Encoded, Encoded]) -> None:
    """A reader finds each topic in one place, and the same again in the next run."""
    found = differences(*corpus)
    order = list(TOPICS)
    places = [order.index(one.topic) for one in found]
    assert places == sorted(places)
    assert found == differences(*corpus)


def the(found: tuple[RuleDifference, ...], topic: str, subject: str) -> RuleDifference:
    (one,) = [one for one in found if (one.topic, one.subject) == (topic, subject)]
    return one


def test_what_a_scholar_looks_for_is_said(corpus: tuple[Encoded, Encoded]) -> None:
    """The changes between 1860 and 1862 are told, each in the sentences of the rules with their clauses."""
    found = differences(*corpus)
    assert the(found, "players", "players").sentence == (
        "In Court Circular (1860) this game is for 2 to 8 players [T.2]; in Court Circular (1862) this game is for 2 "
        "players [T.2]."
    )
    sorts = the(found, "groups", "sorts of Line").sentence
    assert "the 3 sorts of Line are, best first, Trio, Sequence and Suit" in sorts
    assert "Sympathy" in sorts
    ranking = the(found, "ranking", "card")
    assert "in Court Circular (1862) cards rank by their rank in the order Ace-high" in ranking.sentence
    assert ranking.second[0].clauses == ("III.1a",)
    assert "§" not in ranking.sentence
    assert the(found, "meanings", "court-card").second[-1].clauses == ("VI.3a",)
    assert the(found, "meanings", "chooser")
    assert the(found, "numbers", "score")
    spoil = the(found, "choices", "spoil")
    assert spoil.first == ()
    assert any("the value-won is 1 of a Trio, 2 of a Sequence, 3 of a Suit" in one.sentence for one in spoil.second)


def test_statements_are_the_chosen_answers(corpus: tuple[Encoded, Encoded]) -> None:
    """Of an open place only the answer that is chosen is compared, and each statement knows it."""
    default = {said.answer for said in statements_of(pipeline.load("1862")) if said.doubt == "Rubber"}
    other = {
        said.answer for said in statements_of(pipeline.load("1862", {"Rubber": "two-in-all"})) if said.doubt == "Rubber"
    }
    assert (default, other) == ({"two-of-one-player"}, {"two-in-all"})
    chosen = encode_edition(pipeline.load("1862", {"Rubber": "two-in-all"}))
    found = differences(corpus[1], chosen)
    assert {one.subject for one in found} == {"at-the-end"}


def test_layout_makes_no_difference(tmp_path: Path) -> None:
    """Spaces, line breaks and comments say nothing."""
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
    """One change in the rules of an invented game is told, and under its topic."""
    order = "Hearts-last is the order Two, Three, Four, Five, Six, Seven, Eight, Nine, Ten, Knave, Queen, King, Ace."
    changes = [(old, new)]
    if "Hearts-last" in new:
        changes.append(("  a card is a royal", f"  {order}\n  a card is a royal"))
    found = differences(game(tmp_path, "early-tolls"), game(tmp_path, "late-tolls", *changes))
    assert {one.topic for one in found} == topics


def test_report_has_stable_keys_and_plain_lines() -> None:
    """The document and the text have every row, and no line is wider than was asked for."""
    first, second = pipeline.load("1860"), pipeline.load("1862")
    alignment = load_alignment(first, second)
    comparison = compare(first, second, alignment)
    made: Any = document(comparison)
    assert list(made) == ["editions", "alignment", "words", "rows", "differences"]
    assert len(made["rows"]) == len(alignment.rows)
    assert list(made["rows"][0]) == ["row", "change", "note", "first", "second", "runs", "rules", "verdict", "cases"]
    assert made["rows"][0]["verdict"] == "no rule"
    assert made["rows"][1]["verdict"] == "rule differs"
    for width in (30, 60, 80, 100):
        for view in comparison.rows:
            lines = row_lines(view, comparison, width, True)
            assert [line for line in lines[1:] if len(line) > max(width, 40)] == []
            assert "\x1b" not in "".join(lines)
        assert [line for line in difference_lines(comparison, width) if len(line) > max(width, 40)] == []
