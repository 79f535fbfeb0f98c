"""`circular judge`: one trick, many tricks, and all errors in them."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from tests import processes
from tests.cli.desk import COMMAND, ROOT, circular, environment

CASE = '{"lead": "JH", "sides": [["9C","8H","10D"], ["KS","7H","QH"]]}'


def lines_of(*words: str, typed: str | bytes) -> tuple[int, list[dict[str, Any]], str]:
    """Judge lines; give the status, the answers, and what stands on stderr."""
    result = circular("judge", "1862", *words, "--jsonl", typed=typed)
    return result.status, [json.loads(line) for line in result.out.splitlines()], result.err


@pytest.mark.parametrize(
    ("line", "said"), [("[" * 5000, "json"), ("9" * 9000, "json"), ('"' + "x" * 200_000 + '"', "100,000 bytes")]
)
def test_bad_line_is_answered_in_its_place(line: str, said: str) -> None:
    status, answers, err = lines_of(typed=f"{CASE}\n{line}\n{CASE}\n")
    assert status == 2
    assert len(answers) == 3
    assert answers[0] == answers[2]
    assert answers[0]["winner"] == 1
    assert answers[1]["line"] == 2
    assert said in answers[1]["error"].lower()
    assert f"line 2: {answers[1]['error']}" in err
    assert "Traceback" not in err


def test_line_that_is_no_text_is_answered() -> None:
    status, answers, err = lines_of(typed=b"\xff\xfe\n" + CASE.encode() + b"\r\n\n" + CASE.encode())
    assert status == 2
    assert answers[0] == {"error": "This is not UTF-8 text.", "line": 1}
    assert answers[1] == answers[2]
    assert "line 1" in err


def test_many_bad_lines_do_not_flood_the_screen() -> None:
    status, answers, err = lines_of(typed="x\n" * 100)
    assert (status, len(answers)) == (2, 100)
    assert len(err.splitlines()) == 21
    assert "100 lines" in err


def test_answers_come_as_the_lines_do() -> None:
    with processes.started(
        [*COMMAND, "judge", "1862", "--jsonl"],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as judge:
        assert judge.stdin is not None
        assert judge.stdout is not None
        for _ in range(3):
            judge.stdin.write(CASE.encode() + b"\n")
            judge.stdin.flush()
            assert json.loads(judge.stdout.readline())["winner"] == 1
        judge.stdin.close()
        assert judge.wait() == 0


def test_sort_of_a_group_is_told_by_its_name() -> None:
    sides = ("--side", "9C 8H 10D", "--side", "5C 6H 7D", "--side", "2C 3H 9S")
    result = circular("judge", "1860", "--lead", "JH", *sides, "--reading", "same-kind=name-alone", "--why")
    assert "player 1's foremost sort is Sequence" in result.out
