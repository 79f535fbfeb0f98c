"""The exact chances over all deals of a completed trick equal those of independent programs; their examples occur."""

from __future__ import annotations

import itertools
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.compiler.exact_counts import columns_of
from cc_dsl.compiler.slices import Slicer
from cc_dsl.core.seating import seat_rules
from cc_dsl.engine.judge import answer
from cc_dsl.errors import UserError
from cc_dsl.study.exact import countable_questions, odds
from tests.counts.test_counts import facts
from tests.independent import court_circular_1862 as by_hand
from tests.unit.compiler.test_chance import bound_of_chi_square

pytestmark = pytest.mark.slow
DEALS = 52 * comb(51, 3) * comb(48, 3)
PLAYERS: dict[int | None, str | None] = {None: None, 0: "player 1", 1: "player 2"}
"""The players as counts name them; the independent program and the answers of a judge number them from 0."""


@pytest.fixture(scope="module")
def tricks() -> dict[str, Any]:
    """All completed tricks of 1862."""
    return odds(pipeline.load("1862").rules, "judge")


def test_every_deal_is_counted_once_and_neither_player_is_favoured(tricks: dict[str, Any]) -> None:
    """The rules of a trick do not know who began it; and no trick is without a winner."""
    answers: Any = tricks["answers"]
    assert tricks["total"] == DEALS == sum(row["count"] for row in answers)
    assert {sum(row["count"] for row in part) for part in tricks["parts"].values()} == {DEALS}
    winners = {row["value"]: row["count"] for row in tricks["parts"]["winner"]}
    assert winners == {"player 1": DEALS // 2, "player 2": DEALS // 2}


def test_lines_of_one_side_are_those_of_the_independent_program(tricks: dict[str, Any]) -> None:
    """Whatever the other player has: 1,082,900 sides, each with the same number of others."""
    known = facts("1862")["best_lines"]["at-either-end"]
    for player in (0, 1):
        counts: Counter[Any] = Counter()
        for row in tricks["parts"]["lines"]:
            assert isinstance(row["value"], tuple)
            counts[row["value"][player]] += row["count"]
        for kind in ("trio", "sequence", "suit"):
            assert counts[kind] == (known[kind] + known[f"{kind}+lead"]) * comb(48, 3)
        assert counts[None] == known["none"] * comb(48, 3)


def test_deals_by_lot_agree_with_the_exact_chances(tricks: dict[str, Any]) -> None:
    """Ten thousand deals judged by the independent program: no answer comes too often, and none that is not there."""
    chance, counts, rounds = random.Random(1862), Counter[tuple[object, ...]](), 10_000
    for _ in range(rounds):
        cards = chance.sample(by_hand.PACK, 7)
        verdict = by_hand.judge(cards[0], cards[1:4], cards[4:])
        counts[PLAYERS[verdict["winner"]], verdict["by"], verdict["takes"]] += 1
    exact: Counter[tuple[object, ...]] = Counter()
    row: Any
    for row in tricks["answers"]:
        exact[row["winner"], row["by"], row["takes"]] += row["count"]
    assert set(counts) <= set(exact)
    frequent = {key: count for key, count in exact.items() if count * rounds / DEALS >= 5}
    chi = sum((counts[key] - count * rounds / DEALS) ** 2 * DEALS / (count * rounds) for key, count in frequent.items())
    assert chi < bound_of_chi_square(len(frequent) - 1)


def test_every_answer_has_a_case_that_gives_it(tricks: dict[str, Any]) -> None:
    rules = pipeline.load("1862").rules
    row: Any
    for row in tricks["answers"]:
        case = row["example"]
        said = answer(rules, "judge", {"lead": case["lead"], "side": case["sides"]}).document
        kinds = tuple(line["kind"] if line else None for line in said["lines"])
        expected = {"winner": PLAYERS[said["winner"]], "by": said["by"], "takes": said["takes"], "lines": kinds}
        assert expected == {key: row[key] for key in expected}
        assert row.keys() == {*expected, "count", "chance", "example"}
        judged = by_hand.judge(case["lead"], *case["sides"])
        assert (PLAYERS[judged["winner"]], judged["by"], judged["takes"]) == (
            expected["winner"],
            expected["by"],
            expected["takes"],
        )
    assert len(tricks["answers"]) > 20


def test_chances_are_fractions_in_their_lowest_terms(tricks: dict[str, Any]) -> None:
    document = json.loads(json.dumps(tricks))
    assert (document["edition"], document["total"], document["readings"]) == ("1862", DEALS, {})
    by = {row["value"]: row for row in document["parts"]["by"]}
    for row in by.values():
        fraction = Fraction(row["count"], DEALS)
        assert row["chance"] == f"{fraction.numerator}/{fraction.denominator}"
    # Nobody has a Line if and only if the best card decides.
    none = next(row for row in document["parts"]["lines"] if row["value"] == [None, None])
    assert none["count"] == by["cards"]["count"]


def test_questions_that_can_be_counted_are_known() -> None:
    """Those that are given so many pieces for both players, and so many for each."""
    assert countable_questions(pipeline.load("1862").rules) == ["judge", "next-Lead"]
    assert countable_questions(pipeline.load("patience").rules) == []


SMALL = Path(__file__).with_name("few.rules").read_text("utf-8")
STEPS, ORDER = "Low, Middle, High and Top", "Top, High, Middle, Low"
RANKED = "tiles rank by their step in the order Stairs, then by their hue in the order Red, Blue."
RANKED_BY_ALL = """tiles rank by its warmth, then by their step in the order Stairs, then by their hue in the order Red,
      Blue.
  a tile is a peak if its step is Top.
  a tile's warmth is its hue in the order Blue-first if the tiles in the rows have no peaks.
  Blue-first is the order Blue, Red."""


def every_deal(codes: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Deal a Lead and two rows in each way there is."""
    rest = set(codes)
    for lead in sorted(rest):
        for first in itertools.combinations(sorted(rest - {lead}), 2):
            for second in itertools.combinations(sorted(rest - {lead, *first}), 2):
                yield {"lead": lead, "side": [", ".join(first), ", ".join(second)]}


@pytest.mark.parametrize(
    ("ranked", "steps", "order"),
    [
        pytest.param(
            *(RANKED, "Low, Middle and High", "High, Middle, Low"), id="by-themselves", marks=pytest.mark.exhaustive
        ),
        pytest.param(RANKED_BY_ALL, "Middle, High and Top", "Top, High, Middle", id="by-what-all-have-laid"),
    ],
)
def test_what_sides_make_of_one_another_is_counted_as_the_interpreter_judges(
    ranked: str, steps: str, order: str, tmp_path: Path
) -> None:
    """What a player may name, and how tiles rank, depend on both rows: all deals of six tiles, one by one."""
    text = SMALL
    for old, new in ((RANKED, ranked), (STEPS, steps), (ORDER, order)):
        assert text.count(old) == 1
        text = text.replace(old, new)
    (tmp_path / "game.rules").write_text(text, "utf-8")
    rules, counts = pipeline.load(str(tmp_path)).rules, Counter[tuple[Any, ...]]()
    for given in every_deal(rules.pieces.codes):
        said = answer(rules, "judge", given).document
        named = {key: PLAYERS[said[key]] for key in ("winner", "finder")}
        counts[tuple(repr({**said, **named}[key]) for key in ("winner", "gain", "loss", "finder", "answer"))] += 1
    exact: Counter[tuple[Any, ...]] = Counter()
    row: Any
    for row in odds(rules, "judge")["answers"]:
        plain = {key: list(value) if isinstance(value, tuple) else value for key, value in row.items()}
        exact[tuple(repr(plain[key]) for key in ("winner", "gain", "loss", "finder", "answer"))] += row["count"]
    assert exact == counts
    assert (exact.total(), len(exact) > 10) == (180, True)


@pytest.mark.parametrize(("doubt", "chosen"), [("own-Line", "any-that-wins"), ("lost-Line", "any-of-his")])
def test_questions_of_a_trick_are_sliced_under_readings_that_name_lines(doubt: str, chosen: str) -> None:
    """No alternative of 1862 makes the tricks uncountable; the source is written, and not run."""
    rules = seat_rules(pipeline.load("1862", {doubt: chosen}).rules, 2)
    for name in ("judge", "next-Lead"):
        slicer = Slicer(rules)
        for column in columns_of(rules.questions[name]):
            if column.output.kind.base != "group":
                slicer.slice(column.output.thing)
        assert slicer.traits


def test_who_lacks_numba_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package without its extras cannot count a hundred million ways, and says what it needs."""
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "cc_dsl.codegen.native", raising=False)
    with pytest.raises(UserError, match="Numba is not installed") as refused:
        odds(pipeline.load("1862").rules, "judge")
    assert refused.value.remedy == "In the folder of the project, install the extra “fast”:   pip install '.[fast]'"
