"""Interpreter and generated source play the same games: every question, every answer, winner, reason and length."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cc_dsl import pipeline
from cc_dsl.cli.main import group
from cc_dsl.codegen.source import write_games
from cc_dsl.compiler.games import CompiledGames
from cc_dsl.compiler.steps import Steps
from cc_dsl.study.experiment import Experiment, Request
from tests.differential.engines import INTERPRETER, STEPWISE, WHOLE, Setting, compare_engines, differing, engines_with
from tests.readings import MIXED, alternatives, mixtures
from tests.traced import TracedGames
from tests.unit.compiler.test_observing import SOMEBODY
from tests.unit.interpreter.small import resolved, text_of

TOLLS = "tests/games/tolls"
EUCHRE = "tests/games/euchre"
CROWNS, HEARTHS, PILES, SHAPES, TWO_PACKS = (
    f"tests/games/{name}" for name in ("crowns", "hearths", "piles", "shapes", "two-packs")
)


@pytest.mark.parametrize(
    ("edition", "seats", "count"),
    [
        ("1862", 2, 10),
        *[("1860", seats, 2) for seats in range(2, 9)],
        *[(TOLLS, 3, 10), (CROWNS, 2, 8), (CROWNS, 3, 8), (HEARTHS, 2, 8), (PILES, 2, 8), (PILES, 3, 8)],
        *[(SHAPES, 2, 4), (SHAPES, 3, 3), (TWO_PACKS, 2, 2), (TWO_PACKS, 4, 1), (EUCHRE, 4, 8)],
        ("patience", 1, 5),
        *[("court", seats, 2) for seats in (3, 4, 5)],
    ],
)
def test_games_are_the_same(edition: str, seats: int, count: int) -> None:
    assert differing(pipeline.load(edition).rules, seats, range(count)) == []


ALONE = {"1862": (1000, (2,)), "1860": (2000, (2, 3, 4, 5)), "patience": (3000, (1,)), "court": (4000, (3, 4, 5))}
"""For each text a seed, and the numbers of players with which its alternatives are played in turn."""


@pytest.mark.parametrize(("edition", "number"), [(edition, number) for edition in ALONE for number in range(MIXED)])
def test_games_are_the_same_under_every_reading(edition: str, number: int) -> None:
    seed, seats = ALONE[edition]
    rules = pipeline.load(edition, mixtures(pipeline.load(edition).rules)[number]).rules
    assert differing(rules, seats[number % len(seats)], range(seed, seed + 2)) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("edition", "number", "chosen"),
    [(edition, *one) for edition in ALONE for one in enumerate(alternatives(pipeline.load(edition).rules))],
)
def test_games_are_the_same_under_each_reading_alone(edition: str, number: int, chosen: tuple[str, str]) -> None:
    seed, seats = ALONE[edition]
    rules = pipeline.load(edition, dict([chosen])).rules
    assert differing(rules, seats[number % len(seats)], range(seed, seed + 1)) == []


MANY = [("1862", 2, 4200, True), ("1860", 3, 3200, True), ("patience", 1, 1500, True), ("court", 3, 1500, False)]
"""Court! takes as long to compile as the others together; its machine code has no form that the games below lack."""
ENGINES = {True: engines_with(True), False: (INTERPRETER, WHOLE[False], STEPWISE[False], WHOLE[True])}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "seats", "games", "is_stepwise"),
    [("1862", 2, 300, True), *(pytest.param(*one, marks=pytest.mark.exhaustive) for one in MANY)],
)
def test_numba_plays_the_same_games(edition: str, seats: int, games: int, is_stepwise: bool) -> None:
    """Machine code and generated Python play all games, the interpreter the first 40.

    The test needs Numba, and is not skipped without it.
    """
    rules, decisions = pipeline.load(edition).rules, 0
    for count, moves, differences in compare_engines(rules, Setting({}, seats), 6000, games, 40, ENGINES[is_stepwise]):
        assert differences == []
        assert moves > 10 * count
        decisions += moves
    assert decisions > 30 * games


@pytest.mark.slow
@pytest.mark.parametrize("changes", [(SOMEBODY,), ()])
def test_numba_plays_games_that_a_side_wins(changes: tuple[tuple[str, str], ...]) -> None:
    """Both players win, or one, or nobody."""
    assert differing(resolved(text_of("side-wins", *changes)), 2, range(40), is_fast=True) == []


@pytest.mark.exhaustive
def test_numba_plays_the_same_games_with_partners() -> None:
    rules = pipeline.load(EUCHRE).rules
    ((count, moves, differences),) = compare_engines(rules, Setting({}, 4), 7000, 8, 0, engines_with(True)[1:])
    assert differences == []
    assert moves > 10 * count


@pytest.mark.slow
def test_numba_plays_what_no_game_of_the_corpus_has() -> None:
    """Groups that are settled or rank when chosen, piles, and runs with a value twice, in a game that compiles fast."""
    assert differing(pipeline.load(HEARTHS).rules, 2, range(100), is_fast=True) == []


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_plain_python_plays_with_more_cards_than_a_word_has_bits(seats: int) -> None:
    """Two packs do not fit into machine words; a request for Numba then gets plain Python, with the same games."""
    rules = pipeline.load(TWO_PACKS).rules
    assert not CompiledGames(rules, seats, is_fast=True).is_fast
    assert not Steps(rules, seats, is_fast=True).is_fast
    assert differing(rules, seats, range(20), is_fast=True) == []


def test_study_says_that_plain_python_plays() -> None:
    assert Experiment(pipeline.load(TWO_PACKS), Request(2_000_000)).engine == "python"
    result = CliRunner().invoke(group, ["study", TWO_PACKS, "--games", "2", "--engine", "numba", "--json"])
    assert result.exit_code == 0
    assert "Machine words of 64 bits are too short for 104 pieces: plain Python plays this game." in result.stderr
    assert json.loads(result.stdout)["made"]["engine"] == "python"


@pytest.mark.slow
@pytest.mark.parametrize("is_fast", [False, True])
def test_chance_may_choose_several(tmp_path: Path, is_fast: bool) -> None:
    """All engines draw several cards at once alike, which no game of the corpus does."""
    text = Path(TOLLS, "game.rules").read_text("utf-8")
    for old, new in (
        (
            "chance chooses a card in the pack as the omen.",
            "chance chooses cards in the pack, to the number of 2, as the omens.",
        ),
        ("the omen goes to the gate.", "the omens go to the gate."),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    (tmp_path / "game.rules").write_text(text, "utf-8")
    assert differing(pipeline.load(str(tmp_path)).rules, 3, range(30), is_fast) == []


@pytest.mark.parametrize("is_fast", [False, True])
def test_the_same_rules_give_the_same_bytes(is_fast: bool) -> None:
    rules = pipeline.load("1860").rules
    assert write_games(rules, 5, is_fast).text == write_games(rules, 5, is_fast).text


def test_each_statement_carries_its_clause() -> None:
    text = write_games(pipeline.load("1862").rules, 2).text
    for line in ("# I.3: 1 card in the pack goes to the Lead.", "# VI.1: his trick-count grows by 1."):
        assert line in text


def test_traced_and_untraced_games_end_alike() -> None:
    rules = pipeline.load("1862").rules
    traced, plain = TracedGames(rules), CompiledGames(rules)
    assert [row[:-1] for row in traced.rows(0, 30)] == [*plain.rows(0, 30)]
