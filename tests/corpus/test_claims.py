"""What others say of the games, with verdicts worked out by hand from the printed words before anything was run.

By hand, claim 1, 1860: first-hand's 8♥ 9♣ 10♦ run on to the Lead J♥ at their end (III.6, III.10), a Sequence of 4 with
the Lead; the dealer's Q♥ K♠ and J♥ are a Sequence of 3, and 7♥ Q♥ J♥ a Sympathy, which ranks below (III.3); a Line of 4
beats a similar one of 3 (III.9), so first-hand wins and chooses (V.1).  1862: Lines are of 3 cards (II.1), so both have
a Sequence with the Lead; the better card played in it is the dealer's K♠ against 10♦ (III.1, III.1a); both have made a
Line, so the winner chooses (IV.3a).
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from cc_dsl.compare.claims.data import claims_names, load_claims
from cc_dsl.compare.claims.findings import FAILS, HOLDS, IN_PART, UNDECIDABLE
from cc_dsl.compare.claims.judging import judge, judge_all
from tests.cli.desk import circular

NAME = "new-tradition-games"

BY_HAND: dict[tuple[str, str], tuple[str, tuple[str, ...]]] = {
    ("1.1", "1860"): (FAILS, ("III.6", "III.4")),
    ("1.1", "1862"): (FAILS, ("II.1", "II.4")),
    ("1.2", "1860"): (HOLDS, ("III.7",)),
    ("1.2", "1862"): (FAILS, ()),
    ("1.3", "1860"): (FAILS, ("III.3", "III.6")),
    ("1.3", "1862"): (FAILS, ()),
    ("1.4", "1860"): (FAILS, ("II.2", "III.9")),
    ("1.4", "1862"): (HOLDS, ("II.1", "III.1", "III.1a")),
    ("1.5", "1860"): (FAILS, ("V.1", "III.9")),
    ("1.5", "1862"): (HOLDS, ("IV.3a",)),
    ("2.1", "1860"): (HOLDS, ("III.5",)),
    ("2.1", "1862"): (HOLDS, ("II.3",)),
    ("2.2", "1860"): (HOLDS, ("III.6",)),
    ("2.2", "1862"): (HOLDS, ("II.4",)),
    ("2.3", "1860"): (HOLDS, ("III.7",)),
    ("2.3", "1862"): (FAILS, ("II.5",)),
    ("2.4", "1860"): (HOLDS, ("III.15",)),
    ("2.4", "1862"): (FAILS, ("II.1",)),
    ("2.5", "1860"): (HOLDS, ("III.16",)),
    ("2.5", "1862"): (FAILS, ("II.1",)),
    ("2.6", "1860"): (HOLDS, ("III.17",)),
    ("2.6", "1862"): (FAILS, ("II.1",)),
    ("3.1", "1860"): (HOLDS, ("V.1",)),
    ("3.1", "1862"): (IN_PART, ("IV.3a",)),
    ("4.1", "1862"): (HOLDS, ("VI.1", "VI.2", "VI.3")),
    ("4.2", "1862"): (HOLDS, ("II.1", "II.2", "II.5")),
    ("4.3", "1862"): (HOLDS, ("VI.4", "VI.5")),
    ("5.1", "1860"): (FAILS, ("VIII.4", "VIII.5", "VIII.6", "VIII.7")),
    ("5.2", "1862"): (FAILS, ("VI.2", "VI.3")),
    ("5.3", "1862"): (FAILS, ("IV.1",)),
    ("6.1", "1860"): (HOLDS, ("T.2",)),
    ("6.1", "1862"): (HOLDS, ("T.2",)),
    ("6.2", "1860"): (HOLDS, ("T.2",)),
    ("6.2", "1862"): (FAILS, ("T.2",)),
    ("6.3", "1860"): (HOLDS, ("T.2", "I.2")),
    ("6.3", "1862"): (FAILS, ("T.2",)),
    ("6.4", "1860"): (UNDECIDABLE, ()),
    ("6.4", "1862"): (UNDECIDABLE, ()),
    ("7.1", "1860"): (HOLDS, ()),
    ("7.1", "1862"): (HOLDS, ()),
    ("7.2", "1860"): (HOLDS, ("T.2",)),
    ("7.3", "1862"): (HOLDS, ("T.2",)),
    ("8.1", "1862"): (HOLDS, ("II.1", "II.4")),
    ("8.1", "1860"): (HOLDS, ("III.1", "III.6")),
}
"""Part and edition: the verdict, and clauses that must be among those that decide it."""

WHOLE = {1: IN_PART, 2: HOLDS, 3: IN_PART, 4: HOLDS, 5: FAILS, 6: IN_PART, 7: HOLDS, 8: HOLDS}


@cache
def document() -> dict[str, Any]:
    """Judge once for all tests."""
    return judge(load_claims(NAME)).document


def findings() -> dict[tuple[str, str], dict[str, Any]]:
    """Return every finding by its part and edition."""
    parts = [part for claim in document()["claims"] for part in claim["parts"]]
    return {(part["part"], finding["edition"]): finding for part in parts for finding in part["findings"]}


@pytest.mark.parametrize(("part", "edition"), BY_HAND, ids=" ".join)
def test_verdict_is_that_worked_out_by_hand(part: str, edition: str) -> None:
    """The rules say of each part what the printed words say, and name the clauses that decide it."""
    verdict, clauses = BY_HAND[part, edition]
    found = findings()[part, edition]
    assert found["verdict"] == verdict
    assert {f"{edition}.{clause}" for clause in clauses} <= set(found["clauses"])


def test_every_part_was_worked_out_by_hand() -> None:
    """No verdict of the edition stands on the program alone."""
    assert set(findings()) == set(BY_HAND)
    assert {claim["number"]: claim["verdict"] for claim in document()["claims"]} == WHOLE


def test_whatever_fails_says_what_is_so_instead() -> None:
    """A reader is not left with a bare no."""
    for found in findings().values():
        assert bool(found["instead"]) == (found["verdict"] in (FAILS, IN_PART))
        assert found["because"] or found["instead"]


def said(part: str, edition: str, key: str = "instead") -> str:
    """Return the sentences of a finding in one."""
    return "; ".join(reason["sentence"] for reason in findings()[part, edition][key])


def test_first_hand_has_a_sequence_of_four() -> None:
    """What the sample hand overlooks: with the Lead first-hand's three cards run, and 4 beat the dealer's 3."""
    assert said("1.1", "1860") == "player 1's Line is a Sequence, JH 10D 9C 8H"
    assert said("1.3", "1860") == "player 2's Line is a Sequence, KS QH JH"
    assert said("1.4", "1860").startswith("player 1 is the winner; ")
    assert "Court Circular (1862) has no “Sympathy”" in said("1.2", "1862")
    assert "Suit QH JH 7H" in said("1.2", "1862")


def test_other_readings_turn_the_winner_of_the_sample_hand() -> None:
    """If Lines of 3 and of 4 are of one kind, the best card decides, and that is the dealer's Queen of Hearts."""
    turns = {(turn["reading"], turn["answer"]) for turn in findings()["1.4", "1860"]["turns"]}
    assert turns == {("same-kind", "name-and-class"), ("same-kind", "name-alone")}
    assert all(turn["verdict"] == HOLDS for turn in findings()["1.4", "1860"]["turns"])
    assert findings()["1.1", "1860"]["turns"] == findings()["1.4", "1862"]["turns"] == []


def test_smallest_deal_on_which_the_loser_chooses() -> None:
    """The three lowest cards, all Twos, make a Trio of one player; the rest is the lowest cards that there are."""
    found = findings()["3.1", "1862"]
    assert found["matters"] == "2D 2C 2S"
    assert found["case"] == {"lead": "2S", "side": ["3D 2D 2C", "3C 3S 2H"]}
    assert "otherwise the loser" in said("3.1", "1862")
    assert 0 < found["drawn"]["held"] < found["drawn"]["deals"]
    lead, side = found["case"]["lead"], found["case"]["side"]
    words = ["judge", "1862", "--question", "next-Lead", "--lead", lead, "--side", side[0], "--side", side[1], "--json"]
    answer = json.loads(circular(*words).out)
    assert answer["chooser"] == 1


def test_winner_chooses_in_1860_by_definition() -> None:
    """V.1 says it of every trick; no number of deals need show it."""
    assert findings()["3.1", "1860"]["basis"] == "the definition itself"


def test_counting_of_1860_adds_and_that_of_1862_does_neither() -> None:
    """Each card of 1860 counts by itself; in 1862 it counts to have more than the other."""
    assert "the sum of what each counts, on all" in said("5.1", "1860")
    assert "2S counts 1, 2C counts 1, and both together 2" in said("5.1", "1860")
    assert "neither the sum nor the product" in said("5.2", "1862")
    assert "the prize is the winner's gain plus the loser's forfeit" in said("5.3", "1862")


def test_pack_seats_eight() -> None:
    """Six cards for each of eight, and the Lead, are 49; nine would need 55 (I.2, I.3)."""
    assert "2 to 8 players" in said("6.3", "1860", "because")
    assert "with 9 players play stops" in said("6.3", "1860", "because")


def test_words_that_1862_brought() -> None:
    """The words stand in VI, and nowhere in 1860."""
    assert findings()["4.3", "1862"]["clauses"] == ["1862.VI.4", "1862.VI.5"]


def test_no_verdict_stands_in_the_data() -> None:
    """Verdicts are computed: the file has no word for one outside the words of the claims."""
    claims = load_claims(NAME)
    for line in claims.source.text.split("\n"):
        assert line.startswith("#") or "verdict" not in line


def test_every_source_is_judged() -> None:
    """Each file of claims can be run, and says where the claims were printed and how far that was seen."""
    assert [one.claims.name for one in judge_all()] == claims_names()
    for one in judge_all():
        assert one.claims.where
        assert one.claims.seen
        assert one.judged
