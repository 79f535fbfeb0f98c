"""Nothing is read from the cache that another version of the program, or other files of it, has made."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import cc_dsl
from cc_dsl import resources
from cc_dsl.edition.engine import modules_needed

PACKAGE = Path(resources.__file__).parent
GOOFSPIEL = PACKAGE.parent / "tests" / "games" / "goofspiel"
ASKS = "makers()"
"""Modules with these words in them put the files of the program into the key of a cache."""


def test_every_module_that_makes_a_cached_thing_is_in_the_key() -> None:
    """Of whatever the modules that cache something import, a change makes them compute it again."""
    listed = {*resources.program_files()}
    caching = [
        path.relative_to(PACKAGE.parent).with_suffix("").as_posix().replace("/", ".")
        for path in sorted(PACKAGE.rglob("*.py"))
        if ASKS in path.read_text("utf-8") and str(path) in listed
    ]
    assert {"cc_dsl.compiler.source_cache", "cc_dsl.rules.store", "cc_dsl.weave.report"} <= {*caching}
    needed = {str(path) for path in modules_needed(caching)}
    assert str(PACKAGE / "core" / "program.py") in needed
    assert not needed - listed


def test_the_version_is_in_the_key() -> None:
    """An installer may give the files of two versions the same sizes and times."""
    assert resources.makers()[0] == cc_dsl.__version__


def test_a_change_in_the_core_is_seen(tmp_path: Path) -> None:
    """Code that was generated before a change in a module that the compiler imports is generated again."""
    shutil.copytree(PACKAGE, tmp_path / "cc_dsl", ignore=shutil.ignore_patterns("__pycache__", "static"))
    for name in ("grammar", "corpus"):
        (tmp_path / name).symlink_to(PACKAGE.parent / name)

    def studied() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "cc_dsl", "study", str(GOOFSPIEL), "--games", "20", "--engine", "python"]
        env = {**os.environ, "PYTHONPATH": str(tmp_path), "CIRCULAR_CACHE": str(tmp_path / "cache")}
        return subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert [studied().returncode for _ in range(2)] == [0, 0]
    path = tmp_path / "cc_dsl" / "core" / "program.py"
    text = path.read_text("utf-8")
    path.write_text(
        text.replace("TimesLoop(times, _all(acts), origin)", "TimesLoop(times, _all((*acts, *acts)), origin)")
    )
    assert path.read_text("utf-8") != text
    after = studied()
    assert after.returncode == 2, after.stdout + after.stderr
    assert "too-few" in after.stderr
