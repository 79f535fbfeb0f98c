"""What is stored of the editions of the corpus holds for their rules as they are; a part is counted again."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from cc_dsl import figures, pipeline, resources
from cc_dsl.interpreter.judge import answer
from cc_dsl.study.exact import ANY
from cc_dsl.study.experiment import others_of
from cc_dsl.study.figures import DeclaredCount, counts_of, fault, sample, under_readings
from cc_dsl.study.results import READINGS

DEALS = 18_729_838_400
SAMPLE = 400
"""The number of deals that the interpreter judges."""


@cache
def edition(name: str) -> pipeline.Edition:
    """Return an edition once."""
    return pipeline.load(name)


def declared() -> list[tuple[str, DeclaredCount]]:
    """Return every count that an edition of the corpus declares."""
    return [(name, one) for name in resources.edition_names() for one in counts_of(edition(name)).values()]


def label(one: object) -> str:
    """Name a case of a test."""
    return one.name if isinstance(one, DeclaredCount) else str(one)


def found(name: str, count: str) -> Any:
    """Return what a count has found."""
    return figures.stored(edition(name).folder)[count]["found"]


def test_what_is_stored_is_declared() -> None:
    """And there are counts; otherwise nothing below is tested."""
    assert {name for name, _ in declared()} >= {"1860", "1862", "court", "patience"}
    for name in resources.edition_names():
        assert set(figures.stored(edition(name).folder)) == set(counts_of(edition(name)))


@pytest.mark.parametrize(("name", "one"), declared(), ids=label)
def test_figures_are_those_of_the_rules(name: str, one: DeclaredCount) -> None:
    """Whoever changes a rules file or a declaration counts again."""
    kept = figures.stored(edition(name).folder).get(one.name)
    assert fault(edition(name), one, kept) == "", f"count again: circular figures {name}"
    assert kept is not None
    if not one.question:
        assert kept["found"]["rules"] == under_readings(edition(name), one.readings).rules.meaning
        assert kept["found"]["games"] == one.games


@pytest.mark.parametrize(
    ("name", "one"),
    [
        pytest.param(
            *both, marks=[] if both[1].is_sampled else [pytest.mark.exhaustive], id=f"{both[0]}-{both[1].name}"
        )
        for both in declared()
    ],
)
def test_part_is_counted_again(name: str, one: DeclaredCount) -> None:
    """The sample comes out as it was; players who think for long are left to the long suite."""
    kept = figures.stored(edition(name).folder)[one.name]
    assert sample(edition(name), one) == kept["sample"], f"count again: circular figures {name}"


def test_the_sums_are_those_of_the_games() -> None:
    """Shares add up to all games, and lengths too; a study looked at closely is the beginning of the large one."""
    for name, one in declared():
        if one.question or name == "patience":
            continue
        document = found(name, one.name)
        assert sum(share["count"] for share in (*document["wins"], document["nobody"])) == one.games
        assert sum(document["moves"]["counts"].values()) == one.games
    for name in ("1860", "1862"):
        small, large = found(name, "closely"), found(name, "many")
        assert all(times <= large["moves"]["counts"][moves] for moves, times in small["moves"]["counts"].items())
        total = sum(int(moves) * times for moves, times in small["moves"]["counts"].items())
        assert sum(small["measures"]["choices"]["options"].values()) == total


def test_nobody_chooses_among_more_cards_than_a_hand_has() -> None:
    """Nor among fewer than one: 7 cards in 1862 (I.4)."""
    sizes = [int(size) for size in found("1862", "closely")["measures"]["choices"]["options"]]
    assert min(sizes) == 1
    assert max(sizes) <= 7


INDEPENDENT = {"a reviewer's simulator": (365.2, 6.4), "tests/bench/by_hand.py": (372.7, 2.1)}
"""The mean length of random games of 1862 by programs that draw whole sets, each with half of its 95 % interval."""
UNEVEN = 376.24
"""The mean where each pick is even, and so not each set."""


@pytest.mark.parametrize("program", INDEPENDENT)
def test_random_games_of_1862_are_as_long_as_independent_programs_play_them(program: str) -> None:
    """The stored mean and theirs differ by no more than chance allows at the level of 1 %; that of uneven sets does."""
    stored, (mean, half) = found("1862", "many")["moves"], INDEPENDENT[program]
    errors = (stored["high"] - stored["low"]) / 2 / 1.96, half / 1.96
    allowed = 2.576 * (errors[0] ** 2 + errors[1] ** 2) ** 0.5
    assert abs(stored["mean"] - mean) <= allowed < abs(UNEVEN - mean)


@pytest.mark.parametrize("name", [name for name, one in declared() if one.measures == (READINGS,)])
def test_every_other_answer_is_measured(name: str) -> None:
    """Each other answer that so many players can play with, and no default."""
    answers = found(name, "readings")["measures"][READINGS]["answers"]
    assert {(one["doubt"], one["answer"]) for one in answers} == {(one[0], one[1]) for one in others_of(edition(name))}


def test_whoever_looks_further_scores_more() -> None:
    """The players are what they are said to be: each is better than the one before, in every variant."""
    for game in ("plain", "glass", "cat", "hatter"):
        scores = [found("patience", f"{game}-{one}")["told"]["score"][0] for one in ("random", "greedy", "search")]
        assert scores[0]["high"] < scores[1]["low"], game
        assert scores[1]["mean"] < scores[2]["mean"], game


# --------------------------------------------------------------------------------------- exact counts

EXACT = [name for name, one in declared() if one.question == "judge"]


@pytest.mark.parametrize("name", EXACT)
def test_exact_counts_are_of_all_deals(name: str) -> None:
    """Every other answer is there, and each share is of all deals."""
    kept = found(name, "judge")
    assert kept["total"] == DEALS
    answers = {(one["doubt"], one["answer"]) for one in kept["answers"]}
    assert answers == {(doubt, chosen) for doubt, chosen, _ in others_of(edition(name))}
    for one in kept["answers"]:
        for counted in one["changed"].values():
            assert Fraction(counted["chance"]) == Fraction(counted["count"], DEALS)
            assert counted["count"] <= one["changed"][ANY]["count"]
    for counts in kept["parts"].values():
        assert sum(one["count"] for one in counts) == DEALS


@pytest.mark.parametrize("name", EXACT)
def test_deals_by_lot_change_as_often_as_was_counted(name: str) -> None:
    """The interpreter judges some deals under every answer that changes any; none differs too often or too seldom."""
    rules, chance = edition(name).rules, random.Random(1862)
    codes = rules.pieces.codes
    changing = {(one["doubt"], one["answer"]): one["changed"][ANY]["count"] for one in found(name, "judge")["answers"]}
    others = [(doubt, chosen, other) for doubt, chosen, other in others_of(edition(name)) if changing[doubt, chosen]]
    times = dict.fromkeys(changing, 0)
    for _ in range(SAMPLE):
        cards = chance.sample(codes, 7)
        given: dict[str, list[Any]] = {"lead": [cards[0]], "side": [cards[1:4], cards[4:]]}
        told = _counted(answer(rules, "judge", given).value)
        for doubt, chosen, other in others:
            times[doubt, chosen] += _counted(answer(other, "judge", given).value) != told
    for key, count in times.items():
        share = changing[key] / DEALS
        reach = 5 * (SAMPLE * share * (1 - share)) ** 0.5 + 3
        assert abs(count - SAMPLE * share) <= reach, key


def _counted(value: dict[str, Any]) -> dict[str, Any]:
    """Leave of an answer what is counted: of Lines their sorts."""
    lines = [line and line["kind"] for line in value["lines"]]
    return {**{key: one for key, one in value.items() if key in ("winner", "by", "takes")}, "lines": lines}
