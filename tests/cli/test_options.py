"""Options that cannot be are refused with what can be, before anything is done."""

from __future__ import annotations

import os

import pytest

from tests import processes
from tests.cli.desk import COMMAND, ROOT, circular, environment, is_refused

LAST = str(2**64 - 1)
STUDY = ["study", "1862", "--games", "5"]
COMPARE = ["compare", "1860", "1862"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*STUDY, "--out", ""], "--out"),
        ([*STUDY, "--seed", "-1"], "--seed"),
        ([*STUDY, "--seed", str(2**64)], LAST),
        ([*STUDY, "--seed", LAST], "the last seed there is"),
        ([*STUDY, "--scheduler", "tcp://[::1"], "no address of a scheduler"),
        ([*STUDY, "--scheduler", ""], "no address of a scheduler"),
        ([*COMPARE, "--alignment", ""], "--alignment"),
        ([*COMPARE, "--numbers", "--deals", "1000000000000"], "1000000000"),
        ([*COMPARE, "--numbers", "--seed", "-1"], "--seed"),
        (["play", "1862", "--record", ""], "--record"),
        (["play", "1862", "--seed", str(2**64)], LAST),
        (["play", "--resume", ""], "--resume"),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], said: str) -> None:
    assert is_refused(circular(*words), said)


@pytest.mark.skipif(os.name != "posix", reason="a shell closes the output so on Unix")
@pytest.mark.parametrize("words", [["judge", "1862", "--jsonl"], ["editions"], ["judge", "1862", "--jsonl", "--json"]])
def test_closed_output_is_no_fault(words: list[str]) -> None:
    answer = processes.run(
        ["sh", "-c", '"$@" >&-', "sh", *COMMAND, *words],
        typed=b'{"lead": "5H", "sides": ["AS 7C 6D", "KD 9C 2H"]}\n',
        cwd=ROOT,
        env=environment(),
    )
    assert b"bug in Court Circular" not in answer.stderr
    assert b"Traceback" not in answer.stderr


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"lead": "5H", "lead": "6H", "sides": ["AS 7C 6D", "KD 9C 2H"]}', "“lead” stands twice"),
        ('{"lead": "5H", "sides": NaN}', "should hold pieces as text"),
    ],
)
def test_key_that_stands_twice_is_no_case(line: str, said: str) -> None:
    answer = circular("judge", "1862", "--jsonl", typed=line + "\n")
    assert answer.status == 2
    assert said in answer.err
