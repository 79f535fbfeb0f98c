"""The README tells the truth: its examples are what the program prints, and what it names exists."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

from tests import processes

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_judged_trick_is_what_the_program_prints() -> None:
    """The command of the README gives its output, line by line."""
    found = re.search(r"(?m)^    \$ circular (.*)\n((?:    .*\n|\n)+)", README)
    assert found is not None
    shown = re.sub(r"(?m)^    ", "", found[2]).strip("\n")
    command = [sys.executable, "-m", "cc_dsl", *shlex.split(found[1])]
    run = processes.run(command, cwd=ROOT, text=True, check=True)
    assert run.stdout.strip("\n") == shown


def test_the_python_example_runs() -> None:
    """The lines for Python run as they stand."""
    code = re.search(r"From Python:\n\n((?:    .*\n|\n)+)", README)
    assert code is not None
    lines = re.sub(r"(?m)^    ", "", code[1])
    run = processes.run([sys.executable, "-c", lines], cwd=ROOT, text=True)
    assert run.returncode == 0, run.stderr


def test_the_rules_shown_are_in_the_corpus() -> None:
    """The rules that the README shows stand so in the rules file."""
    rules = (ROOT / "corpus" / "1862" / "game.rules").read_text("utf-8")
    shown = re.search(r"(?s)```\n(§.*?)```", README)
    assert shown is not None
    assert shown[1] in rules


def test_paths_of_the_guide_for_contributors_exist() -> None:
    """Files that CONTRIBUTING.md and the glossary name are there; `NAME` and `my-code` stand for new ones."""
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.findall(r"\]\(([^)#:]+)\)|((?:corpus|grammar|cc_dsl|docs|tests)/[\w/.-]*\w)", guide)
    paths = {linked or shown for linked, shown in named if "NAME" not in shown and "my-code" not in shown}
    glossary = (ROOT / "docs" / "internals" / "glossary.md").read_text("utf-8")
    paths |= {f"cc_dsl/{name}" for name in re.findall(r"`([a-z]+/[\w/]*\.py)`", glossary)}
    assert len(paths) > 50
    assert sorted(name for name in paths if not (ROOT / name).exists()) == []


def test_paths_and_commands_exist() -> None:
    """Folders, linked files and commands that the README names are there."""
    for path in re.findall(r"\]\(([^)#:]+)\)|`((?:corpus|grammar|cc_dsl|docs|tests)/[^` ]*)`", README):
        name = path[0] or path[1]
        assert (ROOT / name).exists(), name
    from cc_dsl.cli.main import COMMANDS

    for command in re.findall(r"`circular ([a-z]+)", README):
        assert command in COMMANDS, command
