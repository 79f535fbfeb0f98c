"""The cache of compiled rules: generated source, and machine code, which then runs without Numba."""

from __future__ import annotations

import json
import os
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest
from numba import njit
from numba.core import caching

from cc_dsl import pipeline, resources
from cc_dsl.codegen import numba_forms, source
from cc_dsl.compiler import machine, source_cache
from cc_dsl.compiler.games import CompiledGames, has_machine_code, machine_name
from cc_dsl.trees import replace
from tests import processes

ROOT = Path(__file__).parents[3]
TOLLS = str(ROOT / "tests" / "games" / "tolls")
PLAYED = """
import json, sys
from cc_dsl import pipeline
from cc_dsl.compiler.games import CompiledGames
games = CompiledGames(pipeline.load(sys.argv[1]).rules, 3, is_fast=True)
ends = [row[:3] for row in games.rows((1 << 64) - 20, 5000)]
print(json.dumps([ends, sorted({"numba", "numpy"} & set(sys.modules))]))
"""


NEW_NUMBA = (
    "Numba {} was not tried. The program uses inner forms of Numba: how arrays are passed to machine code "
    "(cc_dsl/compiler/machine.py), its passes, its files and its "
    "code (cc_dsl/codegen/numba_forms.py). Put the release into TRIED, "
    "run tests/unit/compiler and tests/differential with all marks, and if they pass, widen the extra `fast` in "
    "pyproject.toml; if they do not, leave Numba where it is."
)


def test_numba_is_a_release_that_was_tried() -> None:
    assert numba_forms.is_tried(version("numba")), NEW_NUMBA.format(version("numba"))
    assert not numba_forms.is_tried("0.999.1")


def test_package_asks_for_the_releases_that_were_tried() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    series = [tuple(map(int, one.split("."))) for one in numba_forms.TRIED]
    (least, most), after = (min(series), max(series)), (max(series)[0], max(series)[1] + 1)
    assert extras["fast"][0] == f"numba>={least[0]}.{least[1]},<{after[0]}.{after[1]}"
    assert series == [(least[0], minor) for minor in range(least[1], most[1] + 1)]


def test_numba_keeps_files_by_the_names_that_are_replaced() -> None:
    assert {"_dump", "_load_index", "_load_data"} <= vars(caching.IndexDataCacheFile).keys()
    kept = njit(cache=True)(_kept)
    numba_forms.check({"kept": kept})
    assert type(kept._cache._cache_file) is numba_forms.CheckedFile
    assert {"_index_path", "_cache_path"} <= vars(kept._cache._cache_file).keys()


def _kept(number: int) -> int:
    return number + 1


def test_another_release_makes_no_machine_code_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba_forms, "TRIED", ("0.1",))
    assert numba_forms.machine_code(None) is None


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache in which nothing is kept yet."""
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path))
    assert os.path.samefile(resources.cache_folder(), tmp_path)
    return tmp_path


@pytest.mark.slow
def test_source_is_found_again(folder: Path) -> None:
    rules = pipeline.load("1862").rules
    made = source_cache.source_of_games(rules, 2, False)
    assert made == source.write_games(rules, 2)._replace(flat=None)
    assert source_cache.source_of_games(rules, 2, False) == made
    (path,) = folder.rglob("written-*.cache")
    whole = path.read_bytes()
    for damaged in (whole[:1000], b"", whole.replace(b"moves", b"movse")):
        path.write_bytes(damaged)
        assert source_cache.source_of_games(rules, 2, False) == made
        path.write_bytes(damaged)
    assert source_cache.cached_numba_source(replace(rules, digest=""), 2) is None


@pytest.mark.slow
def test_machine_code_runs_without_numba(folder: Path) -> None:
    rules = pipeline.load(TOLLS).rules
    plain = [[*row[:3]] for row in CompiledGames(rules, 3).rows((1 << 64) - 20, 5000)]
    fast = source_cache.source_of_games(rules, 3, True)
    assert not has_machine_code(fast)
    for imported in (["numba", "numpy"], []):
        command = [sys.executable, "-c", PLAYED, TOLLS]
        answer = processes.run(command, check=True, text=True)
        assert json.loads(answer.stdout) == [plain, imported]
        assert has_machine_code(fast)
    (path,) = folder.rglob("code-*.cache")
    whole = path.read_bytes()
    path.write_bytes(whole[:-5000] + bytes(5000))
    assert machine.stored_code(machine_name(fast)) is None
    path.write_bytes(whole)
    assert machine.stored_code(machine_name(fast)) is not None


# A whole file in Numba's cache is used again; a damaged one is made anew.


TEXT = """from numba import njit

@njit(cache=True)
def twice(number):
    return 2 * number
"""


def called(name: str) -> ModuleType:
    """Load the module as another process would, and call its function."""
    sys.modules.pop(name, None)
    made = source_cache.module(name, TEXT)
    assert made.twice(21) == 42
    return made


def was_compiled(made: ModuleType) -> bool:
    """Return whether the function was compiled, and not found on disk."""
    return not made.twice.stats.cache_hits


def damages(data: bytes) -> dict[str, bytes]:
    """Return what may become of a file."""
    middle = len(data) // 2
    flipped = bytes([data[middle] ^ 1])
    return {"empty": b"", "cut": data[:-7], "flipped": data[:middle] + flipped + data[middle + 1 :], "other": b"?" * 99}


def test_machine_code_is_kept_and_what_is_damaged_is_made_anew(folder: Path) -> None:
    name = source_cache.module_name(TEXT)
    assert was_compiled(called(name))
    assert not was_compiled(called(name))
    for kind in ("nbi", "nbc"):
        file = next(folder.rglob(f"{name}*.{kind}"))
        for what, data in damages(file.read_bytes()).items():
            file.write_bytes(data)
            assert was_compiled(called(name)), (kind, what)
            assert not was_compiled(called(name)), (kind, what)


def test_code_of_other_versions_is_another_module() -> None:
    names = {
        source_cache.module_name(TEXT),
        source_cache.module_name(TEXT, "numba 1"),
        source_cache.module_name(TEXT, "numba 2"),
        source_cache.module_name(TEXT + "#"),
    }
    assert len(names) == 4
