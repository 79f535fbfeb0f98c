"""Follow the page “Add a text”: write each of its files, and run each of its commands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cc_dsl.edition.packages import FOLDER
from tests.cli.desk import circular_in, process
from tests.edition.conftest import ROOT

PAGE = ROOT / "docs" / "language" / "add-a-text.md"
STEP = re.compile(r"(?P<before>[^\n]*)\n\n```(?P<form>\w+)\n(?P<body>.*?)```", re.DOTALL)
CHANGE = re.compile(r"Change `(?P<old>[^`]+)` to `(?P<new>[^`]+)` in the file `(?P<path>[^`]+)`")
FILE = re.compile(r"(?P<verb>Write|Add|In) .*?file `(?P<path>[^`]+)`")


def printed(line: str, folder: Path) -> str:
    """Run one command of the page, and return all that it prints."""
    _, *words = shlex.split(line)
    # Only a process of its own may start the processes that build pages.
    result = process(*words, folder=folder) if words[0] == "edition" else circular_in(folder, *words)
    return f"{result.out}{result.err}"


def write(verb: str, path: Path, body: str) -> None:
    """Write a file, add to it, or fill in its open lines, as the page says."""
    if verb == "Write":
        path.write_text(body, encoding="utf-8")
        return
    text = path.read_text("utf-8")
    if verb == "Add":
        path.write_text(f"{text}\n{body}", encoding="utf-8")
        return
    for line in body.splitlines():
        key = line.partition(" = ")[0]
        places = re.findall(rf'^{key} = (?:"\?"|\[\])$', text, re.MULTILINE)
        assert places, f"{path.name} has no open line for {key}"
        text = text.replace(f"\n{places[0]}\n", f"\n{line}\n", 1)
    path.write_text(text, encoding="utf-8")


@pytest.mark.slow
def test_page_leads_to_a_whole_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever types what the page shows is told what the page says, and has an edition at the end."""
    pytest.importorskip("sphinx")
    monkeypatch.setenv(FOLDER, str(tmp_path))  # avoid building an engine that the test does not need
    said = ""
    steps = list(STEP.finditer(PAGE.read_text("utf-8")))
    for step in steps:
        named = FILE.search(step["before"])
        if (changed := CHANGE.search(step["before"])) is not None:
            path = tmp_path / changed["path"]
            words = path.read_text("utf-8")
            assert changed["old"] in words
            path.write_text(words.replace(changed["old"], changed["new"]), "utf-8")
        if step["form"] == "sh":
            said = "\n".join(printed(line, tmp_path) for line in step["body"].splitlines())
        elif named is not None:
            write(named["verb"], tmp_path / named["path"], step["body"])
        else:
            assert step["form"] == "text", step["before"]
            plain = " ".join(said.split())
            for line in step["body"].splitlines():
                assert " ".join(line.split()) in plain, said
    assert "our-fault" not in said
    assert (tmp_path / "five-tricks.tei.xml").exists() or list(tmp_path.glob("five-tricks*.xml"))
    first = (tmp_path / "pages" / "index.html").read_text("utf-8")
    assert "Five Tricks" in first
    assert (tmp_path / "pages" / "edition" / "five-tricks" / "rule-2.html").exists()
