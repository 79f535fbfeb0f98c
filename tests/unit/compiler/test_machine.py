"""What was made once is found again: source that was written, and machine code, which then runs without Numba."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.compiler import machine, source, stored
from cc_dsl.compiler.games import Games, has_machine_code, machine_name
from cc_dsl.trees import replace
from tests import processes

TOLLS = str(Path(__file__).parents[2] / "games" / "tolls")
PLAYED = """
import json, sys
from cc_dsl import pipeline
from cc_dsl.compiler.games import Games
games = Games(pipeline.load(sys.argv[1]).rules, 3, is_fast=True)
ends = [[end.winner, end.reason, end.moves] for end in games.play_many((1 << 64) - 20, 5000)]
print(json.dumps([ends, sorted({"numba", "numpy"} & set(sys.modules))]))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a cache in which nothing is kept yet."""
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path))
    assert os.path.samefile(resources.cache_folder(), tmp_path)
    return tmp_path


def files(folder: Path, pattern: str) -> list[Path]:
    """Give what is kept, by its name."""
    return sorted(folder.rglob(pattern))


def test_source_is_found_again(folder: Path) -> None:
    """It is what would be written now, and written again if it is damaged, or of another state of the program."""
    rules = pipeline.load("1862").rules
    made, code = stored.playing(rules, 2, False, False)
    assert made == source.playing(rules, 2)._replace(flat=None)
    assert code is not None
    assert stored.playing(rules, 2, False, False)[0] == made
    (path,) = files(folder, "written-*.cache")
    whole = path.read_bytes()
    for damaged in (whole[:1000], b"", whole.replace(b"moves", b"movse")):
        path.write_bytes(damaged)
        assert stored.playing(rules, 2, False, False)[0] == made
        path.write_bytes(damaged)
    assert stored.recalled(stored.KIND, replace(rules, digest=""), 2, False, False) is None


@pytest.mark.slow
def test_machine_code_runs_without_numba(folder: Path) -> None:
    """The first process makes it, the second finds it; both play the games of plain Python."""
    rules = pipeline.load(TOLLS).rules
    plain = [[end.winner, end.reason, end.moves] for end in Games(rules, 3).play_many((1 << 64) - 20, 5000)]
    fast = stored.playing(rules, 3, True, False)[0]
    assert not has_machine_code(fast)
    for imported in (["numba", "numpy"], []):
        command = [sys.executable, "-c", PLAYED, TOLLS]
        answer = processes.run(command, check=True, text=True)
        assert json.loads(answer.stdout) == [plain, imported]
        assert has_machine_code(fast)
    (path,) = files(folder, "code-*.cache")
    whole = path.read_bytes()
    path.write_bytes(whole[:-5000] + bytes(5000))
    assert machine.recalled(machine_name(fast)) is None
    path.write_bytes(whole)
    assert machine.recalled(machine_name(fast)) is not None
