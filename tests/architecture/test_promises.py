"""Promises of the whole repository: no game in the package, no address of a package registry, no local path."""

from __future__ import annotations

import ast
import os
import re
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests import processes

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "cc_dsl"
MODULES = sorted(PACKAGE.rglob("*.py"))

GAME_WORDS = re.compile(
    r"(?<![a-z])(trios?|sympath(y|ies)|valentines?|etiquettes?|sentinels?|soldiers?|castles?|scribes?|wonderland"
    r"|cheshire|rendez?vous|first[-_ ]?hands?|rubbers?|dealers?|spreads?)(?![a-z])",
    re.IGNORECASE,
)
"""Words of the games of the corpus; `sequence` is left out, since Python has it too."""

REGISTRIES = re.compile(
    r"pypi\.org|pythonhosted\.org|registry\.npmjs|npmjs\.org|yarnpkg\.com|deb\.debian\.org|files\.python"
    r"|index-url|registry *= *\"?http|\"resolved\": *\"http|://[^\s\"']*/simple\b",
    re.IGNORECASE,
)

MACHINE_PATHS = re.compile(r"(?<![\w.:/-])/(work|root|home/\w+|Users/\w+|opt/pypi[\w-]*)/|\b[A-Z]:\\Users\\")

ASKS = re.compile(r"(pip|pipx|uv|uvx|tool) (install|run|add) +(-\S+ +)*['\"]?(court[-_]circular|cc[-_]dsl|circular)\b")
"""Commands that would fetch the project from a registry, where it is not."""

TEXT_LIKE = re.compile(r"(\.(py|md|toml|txt|rules|lark|cff|json|ya?ml|cfg|css|m?js|html|ipynb))?")


def committed_files() -> list[Path]:
    """Return the files that are, or would be, committed; in a folder without git, all but what is made."""
    answer = processes.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], cwd=ROOT)
    if answer.returncode == 0:
        names = [name for name in answer.stdout.decode("utf-8").split("\0") if name]
    else:
        made = {".venv", "build", "dist", "__pycache__", ".git", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
        names = [
            str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if not made & set(path.relative_to(ROOT).parts)
        ]
    return [path for name in names if (path := ROOT / name).is_file()]


def hits(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    """Return `path:line: words` for each line of text in which the pattern is found."""
    places = []
    for path in paths:
        if TEXT_LIKE.fullmatch(path.suffix) and path != Path(__file__):
            for number, line in enumerate(path.read_text("utf-8", errors="replace").split("\n"), 1):
                match = pattern.search(line)
                if match:
                    places.append(f"{path.relative_to(ROOT)}:{number}: {match.group()}")
    return places


def test_nothing_is_found_by_a_name_that_is_put_together() -> None:
    """What belongs to a class is in a table or a `match`, so that a search for a name finds all uses of it."""
    made = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "getattr"
        if not isinstance(node.args[1], ast.Constant | ast.Name | ast.Attribute)
    ]
    assert made == []


def test_package_knows_no_game() -> None:
    """Rules live in rules files: no word of a game stands in the package, not even in a comment."""
    assert MODULES
    assert hits(GAME_WORDS, MODULES) == []


@pytest.mark.parametrize("pattern", [REGISTRIES, ASKS, MACHINE_PATHS], ids=["registry", "ours in one", "local path"])
def test_no_file_names_a_registry_or_a_path_of_a_machine(pattern: re.Pattern[str]) -> None:
    assert hits(pattern, committed_files()) == []


def test_pins_are_plain_and_cover_the_core_and_the_extras() -> None:
    """Whatever pyproject.toml asks for is among the pins, so that no version comes by chance; the core asks for two."""
    lines = (ROOT / "requirements" / "dev.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert [line for line in pins if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9._!+-]+", line)] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["edition"], *extras["fast"], *extras["dev"]]
    pinned = {line.split("==")[0].lower() for line in pins}
    assert {re.split(r"[<>=!~\[; ]", name)[0].lower() for name in wanted} <= pinned
    assert {re.split(r"[<>=!~ ]", name)[0] for name in project["dependencies"]} == {"lark", "click"}


@pytest.mark.parametrize("name", ["run", ".ci/run"])
def test_task_files_are_executable_shell(name: str) -> None:
    path = ROOT / name
    assert os.access(path, os.X_OK)
    processes.run(["bash", "-n", str(path)], check=True)


def test_a_link_to_the_task_file_works_where_the_file_is(tmp_path: Path) -> None:
    """Nothing is made beside the link, also if it leads to another link, by a path of its own."""
    home, away = tmp_path / "home", tmp_path / "away"
    python = home / ".venv" / "bin" / "python"
    for folder in (python.parent, away):
        folder.mkdir(parents=True)
    (home / "run").write_bytes((ROOT / "run").read_bytes())
    (home / "run").chmod(0o755)
    python.write_text("#!/bin/sh\npwd >>where\n")
    python.chmod(0o755)
    (away / "first").symlink_to("../home/run")
    (away / "second").symlink_to(away / "first")
    answer = processes.run([str(away / "second"), "edition"], cwd=tmp_path, text=True)
    assert ".venv/bin/circular" in answer.stderr, "the copy has no command to go on with"
    assert set((home / "where").read_text().split()) == {str(home)}
    assert sorted(path.name for path in away.iterdir()) == ["first", "second"]


def test_package_starts_without_what_it_does_not_need() -> None:
    slow = ("click", "lark", "re", "json", "tomllib", "pathlib", "dataclasses", "inspect", "textwrap", "hashlib")
    code = (
        "import sys; before = set(sys.modules)\n"
        "import cc_dsl.__main__, cc_dsl.resources\n"
        f"print(*(set(sys.modules) - before) & set({slow!r}))"
    )
    command = [sys.executable, "-S", "-c", code]
    answer = processes.run(command, cwd=ROOT, text=True, check=True)
    assert answer.stdout.split() == []


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of this checkout, without a network, and give its path."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    processes.run(command, cwd=ROOT, check=True)
    (path,) = folder.glob("*.whl")
    return path


def test_wheel_carries_grammar_and_corpus(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    data = [
        path.relative_to(ROOT) for path in committed_files() if path.relative_to(ROOT).parts[0] in ("grammar", "corpus")
    ]
    assert data
    assert {f"cc_dsl/_data/{path.as_posix()}" for path in data} <= names
    assert "cc_dsl/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any(name.startswith("tests/") for name in names)


def test_wheel_finds_its_data_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    """Installed somewhere else, the package finds the corpus that it carries, and its words are whole."""
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    code = (
        "from cc_dsl import resources\n"
        "from cc_dsl.source.clauses import load_edition_text\n"
        "print(resources.corpus_root(), resources.grammar_root(), *resources.edition_names(), sep='\\n')\n"
        "text, faults = load_edition_text(resources.edition_folder('1862'))\n"
        "assert text is not None and not faults, faults\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    answer = processes.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, text=True)
    assert answer.returncode == 0, answer.stderr
    corpus, grammar, *names = answer.stdout.split("\n")
    assert corpus == str(installed / "cc_dsl" / "_data" / "corpus")
    assert grammar == str(installed / "cc_dsl" / "_data" / "grammar")
    assert "1862" in names
