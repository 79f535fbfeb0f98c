"""Rules that are merged into one module of machine code play the same games as each by itself."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.compiler.folding import WHICH, Folded
from cc_dsl.compiler.games import CompiledGames
from cc_dsl.compiler.together import games_together, merged_source
from cc_dsl.study.effects import with_standing

FIRST = """\
m1 = x + 1
if m1 > 3:
    n2 = m1
    total = n2 * 2
else:
    total = 0
S[0] = total + 1
"""
OTHERS = [
    FIRST.replace("m1", "m7").replace("n2", "m1"),
    FIRST.replace("m1 > 3", "m1 > 4 and x"),
    FIRST.replace("    n2 = m1\n", "    k9 = 5\n    n2 = m1 + k9\n"),
    FIRST.replace("m1 = x + 1\n", "m1 = x\nm1 += 1\n"),
    "total = x\n" + FIRST.replace("total = 0", "total += 7"),
    "S[0] = x * x\n",
]


def ran(program: str | list[ast.stmt], which: int, x: int) -> int:
    """Return what a program has stored at its end."""
    body = ast.parse(program).body if isinstance(program, str) else program
    space: dict[str, Any] = {WHICH: which, "x": x, "S": [0]}
    exec(compile(ast.fix_missing_locations(ast.Module(body, [])), "<folded>", "exec"), space)
    stored: int = space["S"][0]
    return stored


def test_a_folded_program_does_what_each_of_its_programs_does() -> None:
    """With other names, other tests, statements more and fewer, and with nothing in common."""
    folded = Folded(ast.parse(FIRST).body, ["x", "S"])
    numbers = [0, *(folded.add(ast.parse(one).body) for one in OTHERS)]
    assert numbers == [*range(len(OTHERS) + 1)]
    for number, program in enumerate([FIRST, *OTHERS]):
        for x in range(-2, 9):
            assert ran(folded.statements(), number, x) == ran(program, 0, x)


def test_what_programs_have_in_common_stands_once() -> None:
    """A program that only calls things otherwise adds nothing."""
    folded = Folded(ast.parse(FIRST).body, ["x", "S"])
    folded.add(ast.parse(OTHERS[0]).body)
    assert ast.unparse(ast.Module(folded.statements(), [])) == FIRST.strip()


def test_merged_rules_play_the_same_games_as_each_by_itself() -> None:
    """Under answers that change a table, a procedure or a test, or need more room in the vector."""
    pytest.importorskip("numba")
    answers = [("who-picks", "the-loser"), ("Ace-in-Sequence", "round-the-corner"), ("how-often", "once-only")]
    readings: list[dict[str, str]] = [{}, *({doubt: answer} for doubt, answer in answers)]
    rules = [with_standing(pipeline.load("1862", chosen).rules) for chosen in readings]
    merged = merged_source(rules, 2)
    assert merged is not None
    together = games_together(merged, rules, 2)
    for one, games in zip(rules, together, strict=True):
        assert games is not None
        assert [*games.play_many(70, 12)] == [*CompiledGames(one, 2).play_many(70, 12)]
