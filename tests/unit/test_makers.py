"""Nothing is read from the cache that another version of the program, or other files of it, has made."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import cc_dsl
from cc_dsl import resources
from cc_dsl.edition.engine import modules_needed
from tests import processes

PACKAGE = Path(resources.__file__).parent
GOOFSPIEL = PACKAGE.parent / "tests" / "games" / "goofspiel"
ASKS = re.compile(r"cache\.(get|put)(_object)?\(|source_cache\.")
"""Modules with these words in them cache something."""


def test_every_module_that_makes_a_cached_thing_is_in_the_key() -> None:
    listed = {*resources.program_files()}
    caching = [
        path.relative_to(PACKAGE.parent).with_suffix("").as_posix().replace("/", ".")
        for path in sorted(PACKAGE.rglob("*.py"))
        if ASKS.search(path.read_text("utf-8")) and str(path) in listed
    ]
    assert {"cc_dsl.compiler.source_cache", "cc_dsl.rules.store", "cc_dsl.cases.report"} <= {*caching}
    needed = {str(path) for path in modules_needed(caching)}
    assert str(PACKAGE / "core" / "program.py") in needed
    assert not needed - listed


def digest_in(folder: Path, cache: Path) -> str:
    """Return the digest that a copy of the program has of itself."""
    code = "from cc_dsl import cache; print(cache.program())"
    # Python, too, would take a file of the same size and time for the one that it has compiled.
    env = {**os.environ, "PYTHONPATH": str(folder), "CIRCULAR_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    said: str = processes.run([sys.executable, "-c", code], env=env, cwd=folder, text=True).stdout
    return said


def test_the_version_is_in_the_digest_and_the_place_is_not(tmp_path: Path) -> None:
    copies = []
    for name in ("one", "two"):
        ignored = shutil.ignore_patterns("__pycache__", "static")
        copies.append(Path(shutil.copytree(PACKAGE, tmp_path / name / "cc_dsl", ignore=ignored)).parent)
        (tmp_path / name / "grammar").symlink_to(PACKAGE.parent / "grammar")
    first = digest_in(copies[0], tmp_path / "cache")
    assert len(first.strip()) == 64
    assert digest_in(copies[1], tmp_path / "cache") == first
    start = copies[1] / "cc_dsl" / "__init__.py"
    status, text = start.stat(), start.read_text("utf-8")
    version = cc_dsl.__version__
    start.write_text(text.replace(f'"{version}"', f'"9{version[1:]}"'), "utf-8")
    os.utime(start, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert digest_in(copies[1], tmp_path / "cache") != first


def test_a_change_in_the_core_is_seen(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "cc_dsl", ignore=shutil.ignore_patterns("__pycache__", "static"))
    for name in ("grammar", "corpus"):
        (tmp_path / name).symlink_to(PACKAGE.parent / name)

    def study() -> processes.Done:
        command = [sys.executable, "-m", "cc_dsl", "study", str(GOOFSPIEL), "--games", "20", "--engine", "python"]
        env = {**os.environ, "PYTHONPATH": str(tmp_path), "CIRCULAR_CACHE": str(tmp_path / "cache")}
        return processes.run(command, env=env, cwd=tmp_path, text=True)

    assert [study().returncode for _ in range(2)] == [0, 0]
    path = tmp_path / "cc_dsl" / "core" / "program.py"
    text = path.read_text("utf-8")
    path.write_text(
        text.replace("TimesLoop(times, _all(acts), origin)", "TimesLoop(times, _all((*acts, *acts)), origin)")
    )
    assert path.read_text("utf-8") != text
    after = study()
    assert after.returncode == 2, after.stdout + after.stderr
    assert "too-few" in after.stderr
