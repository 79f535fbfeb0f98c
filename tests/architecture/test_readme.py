"""The README is true: the program prints its examples, and the files that it names exist."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from cc_dsl.cli.main import COMMANDS
from tests import processes
from tests.cli.desk import circular
from tests.commands_page import PAGE, commands_page

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_judged_trick_is_what_the_program_prints() -> None:
    example = re.search(r"(?m)^    \$ circular (.*)\n((?:    .*\n)+)", README)
    assert example is not None
    shown = re.sub(r"(?m)^    ", "", example[2])
    command = [sys.executable, "-m", "cc_dsl", *shlex.split(example[1])]
    run = processes.run(command, cwd=ROOT, text=True, check=True)
    parts = shown.split("...\n")
    assert len(parts) > 2
    place = 0
    for part in parts:
        place = run.stdout.index(part, place) + len(part)


def test_the_readme_is_short_and_has_its_picture() -> None:
    """Somebody decides in five minutes: about 80 lines, and a picture that loads at once."""
    assert len(README.splitlines()) <= 85
    (picture,) = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    data = (ROOT / picture).read_bytes()
    assert data.startswith(b"\x89PNG")
    assert len(data) <= 150_000


def test_the_page_of_commands_is_made_from_their_help() -> None:
    """Whoever changes a command makes the page again:  python -m tests.commands_page."""
    assert PAGE.read_text("utf-8") == commands_page()


def test_the_rules_shown_are_in_the_corpus_and_commands_exist() -> None:
    assert {*re.findall(r"`circular ([a-z]+)", README)} <= {*COMMANDS}
    rules = (ROOT / "corpus" / "1862" / "game.rules").read_text("utf-8")
    shown = re.search(r"(?s)```\n(§.*?)```", README)
    assert shown is not None
    assert shown[1] in rules


def test_paths_that_are_named_exist() -> None:
    """Files and tests that a page names are there, but for names of new ones; a superseded decision names what was."""
    named = set(re.findall(r"\]\(([^)#:]+)\)", README))
    folders = ("internals", "language", "decisions")
    guides = (page for folder in folders for page in (ROOT / "docs" / folder).glob("*.md"))
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *guides):
        text = page.read_text("utf-8")
        if page.parent.name == "decisions" and re.search(r"^Superseded ", text, re.MULTILINE):
            continue
        paths = re.findall(r"((?:corpus|grammar|cc_dsl|docs|tests)/[\w/.-]*\w(?:::\w+)?|\b[A-Z]+\.md)", text)
        named |= {path for path in paths if not re.search("NAME|my-code|three-heaps|cc_dsl/interpreter", path)}
        if page.parent.name not in ("language", "decisions"):
            named |= {f"cc_dsl/{name}" for name in re.findall(r"`((?!cc_dsl/|tests/)[a-z]+/[\w/]*\.py)`", text)}
    assert len(named) > 250
    gone = []
    for name in named:
        path, _, test = name.partition("::")
        if not (ROOT / path).exists() or (test and f"def {test}(" not in (ROOT / path).read_text("utf-8")):
            gone.append(name)
    assert sorted(gone) == []


def test_first_recipe_is_green_from_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copied game has a name of its own, passes the check and is played; so is the game with one sentence changed."""
    recipe = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("### A game\n")[2].partition("\n### ")[0]
    monkeypatch.chdir(tmp_path)
    (copy,) = re.findall(r"cp -r (\S+) (\S+)", recipe)
    shutil.copytree(ROOT / copy[0], tmp_path / copy[1])
    rules = tmp_path / copy[1] / "game.rules"
    (title,) = re.findall(r"`(edition .*?)`", recipe)
    (new, old) = re.findall(r"With `(.*?)` instead of `(.*?)`", recipe)[0]
    written = re.sub(r"\A.*", title, rules.read_text("utf-8"))
    assert written.count(old) == 1
    winners = set()
    for text in (written, written.replace(old, new)):
        rules.write_text(text, "utf-8")
        checked = circular("check", copy[1])
        assert (checked.status, checked.out.splitlines()[-1]) == (0, "All is well."), checked.err
        played = circular("play", copy[1], "--players", "random,random", "--seed", "1")
        assert played.status == 0, played.err
        winners |= {line for line in played.out.splitlines() if line.endswith(" wins.")}
    assert len(winners) == 2
