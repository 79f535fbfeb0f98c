"""Rules files on which the engines once differed, or which one engine could not compile."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.codegen.source import write_games, write_steps
from cc_dsl.compiler.steps import Steps
from cc_dsl.core.seating import seat_rules
from cc_dsl.engine.game import Game
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.rules.model import Literal, Rules
from cc_dsl.trees import replace, walk
from tests.cli.desk import circular
from tests.daily import some
from tests.definition.alongside import definition_game
from tests.differential.engines import differing, interpreter_game

FOLDER = Path(__file__).parent / "defects"


def rules_of(name: str) -> Rules:
    return pipeline.load(str(FOLDER / f"{name}.rules")).rules


NAMES = sorted(path.stem for path in FOLDER.glob("*.rules"))


@pytest.mark.parametrize("name", NAMES)
def test_engines_agree(name: str) -> None:
    rules = rules_of(name)
    assert differing(rules, rules.seats[0], range(20)) == []


IN_MACHINE_CODE = """
and-or nothing-to-choose questions-far-apart turn-from-none settled-in-a-procedure-and-in-the-one-that-calls-it
best-group-by-ranks-that-change a-group-that-was-chosen-or-settled-ranks-as-it-would-now
between-where-a-value-comes-twice
""".split()  # noqa: SIM905 - a list of quoted names would be a column


@pytest.mark.slow
@pytest.mark.parametrize("name", some(IN_MACHINE_CODE, 4))
def test_machine_code_agrees(name: str) -> None:
    rules = rules_of(name)
    assert differing(rules, rules.seats[0], range(20), is_fast=True) == []


def test_in_turn_from_none_is_nobodys_turn() -> None:
    """If no single player is lucky, nobody is opener: nobody's tally grows, and nobody is asked."""
    rules = rules_of("turn-from-none")
    games = [interpreter_game(rules, seed, 3) for seed in range(40)]
    assert games == [definition_game(rules, seed, 3) for seed in range(40)]
    moves = [game[2] for game in games]
    assert {0, 3} <= {*moves}


def of_cells(tmp_path: Path, *changes: tuple[str, str]) -> str:
    """Write the rules with 64 cells, with changes; return the path."""
    text = (FOLDER / "kind-of-64.rules").read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = tmp_path / "cells.rules"
    path.write_text(text, "utf-8")
    return str(path)


def more_cells(number: int) -> tuple[tuple[str, str], ...]:
    """Return the changes that replace the 64 cells by this many."""
    names = ", ".join(f"s{cell}" for cell in range(63, number - 1))
    rows = "".join(f"\n  | s{cell} | {cell % 2} |" for cell in range(64, number))
    return (" and s63.", f", {names} and s{number - 1}."), ("  | s63 | 1 |", f"  | s63 | 1 |{rows}")


MOST_ODD = ", ".join(f"s{cell}" for cell in range(3, 63, 2))
AMONG_THEM = ("if the count is at least 3:", f"if the count is at least 3 and the spot is one of {MOST_ODD} or s63:")


@pytest.mark.parametrize("number", [65, 200])
def test_plain_python_plays_with_more_values_than_a_word_has_bits(tmp_path: Path, number: int) -> None:
    rules = pipeline.load(of_cells(tmp_path, *more_cells(number), AMONG_THEM)).rules
    assert not Steps(rules, 2, is_fast=True).is_fast
    assert differing(rules, 2, range(40), is_fast=True) == []


def test_a_set_with_the_last_of_64_members_is_a_negative_word(tmp_path: Path) -> None:
    """Machine code has signed words, so the set with the last member is negative, and no number is longer."""
    rules = pipeline.load(of_cells(tmp_path, AMONG_THEM)).rules
    text = write_games(rules, 2, True).text + write_steps(rules, 2, True).text
    figures = [int(figure) for figure in re.findall(r"(?<![\w.])-?\d+\b", text)]
    assert min(figures) < -(2**62)
    assert max(figures) < 2**63


@pytest.mark.slow
def test_numba_plays_with_64_values(tmp_path: Path) -> None:
    rules = pipeline.load(of_cells(tmp_path, AMONG_THEM)).rules
    assert Game(rules, seed=0).options[-1] == 63
    assert differing(rules, 2, range(150), is_fast=True) == []


@pytest.mark.slow
def test_fault_of_the_rules_is_told_by_numba() -> None:
    """The fault is reported as one of the rules, not of the program."""
    ran = circular("study", str(FOLDER / "place-full.rules"), "--games", "3", "--engine", "numba")
    assert (ran.status, ran.out) == (2, "")
    assert "More pieces go to a place than it can hold." in ran.err
    assert "bug in Court Circular" not in ran.err


def test_player_who_has_no_seat_is_nobody() -> None:
    """Rules for two to three players name the third; in a game of two, that name means nobody."""
    rules = rules_of("player-without-seat")
    assert rules.seats == (2, 3)
    for seats, third in ((3, 2), (2, None)):
        literals = [term for term in walk(seat_rules(rules, seats)) if isinstance(term, Literal)]
        assert [term.value for term in literals if term.kind == PLAYER] == [third]
    assert differing(rules, 3, range(10)) == []


@pytest.mark.parametrize("title", ["A \\x game", "A \\N{LATIN} game", "A \\u12 game", "Ends in \\", "Nul \0 in it"])
def test_title_is_no_part_of_generated_source(title: str) -> None:
    rules = replace(rules_of("and-or"), title=title, digest="")
    for is_fast in (False, True):
        for source in (write_games(rules, 2, is_fast), write_steps(rules, 2, is_fast)):
            compile(source.text, "<generated>", "exec")
