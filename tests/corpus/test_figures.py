"""The stored figures of the corpus belong to the present rules; some of them are counted again."""

from __future__ import annotations

import json
import random
import shutil
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from cc_dsl import figures, pipeline, resources
from cc_dsl.compare import samples
from cc_dsl.engine.judge import answer
from cc_dsl.figures import Count
from cc_dsl.study.documents import READINGS
from cc_dsl.study.exact import ANY
from cc_dsl.study.experiment import Request, others_of
from cc_dsl.study.figures import counts_of, recount_sample
from tests import processes
from tests.cli.desk import ROOT, environment
from tests.independent.rubber_1862 import play_rubbers
from tests.unit.compiler.test_chance import bound_of_chi_square

DEALS = 18_729_838_400
SAMPLE = 120
"""The number of deals that the interpreter judges."""


@cache
def edition(name: str) -> pipeline.Edition:
    return pipeline.load(name)


def declared() -> list[tuple[str, Request]]:
    """Return every count that an edition of the corpus declares."""
    return [(name, one) for name in resources.edition_names() for one in counts_of(edition(name)).values()]


def label(one: object) -> str:
    """Name a case of a test."""
    return one.name if isinstance(one, Request) else str(one)


def found(name: str, count: str) -> Any:
    return figures.stored_figures(edition(name).folder)[count]["found"]


def test_what_is_stored_is_declared() -> None:
    assert {name for name, _ in declared()} >= {"1860", "1862", "court", "patience"}
    for name in resources.edition_names():
        assert set(figures.stored_figures(edition(name).folder)) == set(counts_of(edition(name)))


@pytest.mark.parametrize(
    ("name", "one"),
    [
        pytest.param(name, one, marks=() if (name, one.name) == ("1862", "judge") else pytest.mark.exhaustive)
        for name, one in declared()
    ],
    ids=label,
)
def test_part_is_counted_again(name: str, one: Request) -> None:
    """The sample comes out as it was.

    `circular check` counts it again too, unless it is an exact count or players think for long: tests/golden has its
    output by day.
    """
    kept = figures.stored_figures(edition(name).folder)[one.name]
    assert recount_sample(edition(name), one) == kept["sample"], f"count again: circular figures {name}"


def test_a_check_needs_no_numba(tmp_path: Path) -> None:
    """The core depends on two libraries; an exact count is not counted again without the others."""
    code = (
        "import sys\n"
        "sys.modules['numba'] = sys.modules['numpy'] = None\n"
        "from cc_dsl.cli.main import main\n"
        "from cc_dsl.pipeline import load\n"
        "from cc_dsl.study.figures import faults\n"
        "print(faults(load(sys.argv[1])))\n"
        "sys.exit(main(['check', 'tests/games/nim']))\n"
    )
    copy = shutil.copytree(ROOT / "corpus" / "1862", tmp_path / "1862")  # elsewhere, nothing is known of its figures
    path = copy / figures.FILE
    path.write_text(json.dumps({"judge": json.loads(path.read_text("utf-8"))["judge"]}), "utf-8")
    checked = processes.run([sys.executable, "-c", code, str(copy)], cwd=ROOT, env=environment(), text=True, check=True)
    assert checked.stdout.startswith("{}\n")
    assert "All is well" in checked.stdout


def test_the_sums_are_those_of_the_games() -> None:
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


INDEPENDENT = {
    "a reviewer's simulator": (365.2, 6.4),
    "tests/bench/by_hand.py": (372.7, 2.1),
    "tests/independent/rubber_1862.py": (371.3, 0.5),
}
"""The mean length of random games of 1862 by programs that draw whole sets, each with half of its 95 % interval.

A game has a standard deviation of 116 moves. The reviewer gives z = 3.3 against the mean of 4,000 games, which is 12.5
higher: so ± 6.4 is 1.96 standard errors of 3.3, and comes from about 1,260 games. Its upper end is 371.6. The third
program played 200,000 games: `python -m tests.independent.rubber_1862 200000`.
"""
UNEVEN = 376.24
"""The mean where each pick is even, and so not each set."""


@pytest.mark.parametrize("program", INDEPENDENT)
def test_random_games_of_1862_are_as_long_as_independent_programs_play_them(program: str) -> None:
    """The stored mean and theirs differ by no more than chance allows at the level of 1 %; that of uneven sets does."""
    stored, (mean, half) = found("1862", "many")["moves"], INDEPENDENT[program]
    errors = (stored["high"] - stored["low"]) / 2 / 1.96, half / 1.96
    allowed = 2.576 * (errors[0] ** 2 + errors[1] ** 2) ** 0.5
    assert abs(stored["mean"] - mean) <= allowed < abs(UNEVEN - mean)


PACK_MOVES = 72.5
"""The moves of a pack, with a standard deviation of 3: the length of a game shows how many packs it has."""
RUBBERS = 1000


@pytest.mark.exhaustive
def test_rubbers_played_from_the_words_have_as_many_packs_and_moves() -> None:
    """Rubbers that a program without the package plays now agree with the stored lengths, pack by pack.

    The number of packs varies most and is compared by chi-square, at the level of 0.01 %. The mean of all Rubbers of as
    many packs has to lie within four standard errors. A pack with a move more or less is noticed: five packs have five
    more, and the standard error of their mean is 0.3.
    """
    stored: dict[int, Counter[int]] = {}
    for moves, times in found("1862", "many")["moves"]["counts"].items():
        stored.setdefault(round(int(moves) / PACK_MOVES), Counter())[int(moves)] = times
    played: dict[int, list[int]] = {}
    for rubber in play_rubbers(RUBBERS):
        played.setdefault(rubber.packs, []).append(rubber.moves)
    total = sum(map(Counter.total, stored.values()))
    expected = {packs: RUBBERS * counts.total() / total for packs, counts in stored.items()}
    groups = [(packs,) for packs in range(2, 9)] + [tuple(packs for packs in expected if packs > 8)]
    distance = 0.0
    for group in groups:
        often = sum(expected[packs] for packs in group)
        distance += (sum(len(played.get(packs, ())) for packs in group) - often) ** 2 / often
    assert distance < bound_of_chi_square(len(groups) - 1)
    for packs in range(2, 9):
        counts, lengths = stored[packs], played[packs]
        mean = sum(moves * times for moves, times in counts.items()) / counts.total()
        variance = sum((moves - mean) ** 2 * times for moves, times in counts.items()) / counts.total()
        assert abs(fmean(lengths) - mean) < 4 * (variance / len(lengths)) ** 0.5, packs


@pytest.mark.parametrize("name", [name for name, one in declared() if one.measures == (READINGS,)])
def test_every_other_answer_is_measured(name: str) -> None:
    answers = found(name, "readings")["measures"][READINGS]["answers"]
    assert {(one["doubt"], one["answer"]) for one in answers} == {(one[0], one[1]) for one in others_of(edition(name))}


def test_whoever_looks_further_scores_more() -> None:
    for game in ("plain", "glass", "cat", "hatter"):
        scores = [found("patience", f"{game}-{one}")["told"]["score"][0] for one in ("random", "greedy", "search")]
        assert scores[0]["high"] < scores[1]["low"], game
        assert scores[1]["mean"] < scores[2]["mean"], game


# --------------------------------------------------------------------------------------- exact counts

EXACT = [name for name, one in declared() if one.question == "judge"]


@pytest.mark.parametrize("name", EXACT)
def test_exact_counts_are_of_all_deals(name: str) -> None:
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


# The stored counts of comparisons are current: a part of each is counted again.


AGAIN = "count again: circular figures 1860-1862"


def stored() -> Count:
    """Return the count of the tricks of 1860 and 1862."""
    return samples.count_of(pipeline.load("1860").rules, pipeline.load("1862").rules, "judge")


@pytest.mark.exhaustive
def test_a_part_is_counted_again() -> None:
    """The first 2,000 of the deals are answered as they were."""
    one = stored()
    assert one.stored_figures is not None
    assert one.part() == one.stored_figures["sample"], AGAIN


def test_the_shares_are_those_of_the_independent_count() -> None:
    """No Line on a side: 612,252 of 1,082,900 in 1860; two sides are not independent, but not far from it either."""
    one = stored()
    assert one.stored_figures is not None
    keys = one.stored_figures["found"]["keys"]
    by_cards = next(value for value in keys["by"]["first"]["values"] if value["value"] == "cards")
    assert abs(by_cards["share"] - (612_252 / 1_082_900) ** 2) < 0.01
    assert {value["value"] for value in keys["winner"]["second"]["values"]} == {"player 1", "player 2"}
