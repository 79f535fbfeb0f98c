"""The searching player at the terminal: it is offered, keeps its time, and what is no budget is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.desk import ROOT, Terminal, circular, needs_terminal, process

KUHN = str(ROOT / "tests" / "games" / "kuhn")


def test_game_of_a_searching_player_is_the_same_again() -> None:
    words = ["play", "patience", "--players", "search:4", "--seed", "3", "--json"]
    first, second = (circular(*words) for _ in range(2))
    assert (first.status, first.err) == (0, "")
    assert json.loads(first.out) == json.loads(second.out)


def test_somebody_can_play_against_it(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    result = circular("play", KUHN, "--players", "search:0.2s,human", "--seed", "1", typed="quit\n")
    assert (result.status, result.err) == (0, "")


@needs_terminal
def test_a_terminal_says_who_is_thinking(tmp_path: Path) -> None:
    words = ("play", KUHN, "--players", "search:2s,human", "--seed", "1")
    terminal = Terminal(*words, folder=tmp_path)
    said = terminal.read()
    assert "Your opponent is thinking …" in said
    assert re.search(r"thinking …\r +\r", said)
    terminal.close()
    assert "thinking" not in process(*words, typed=b"quit\n", folder=tmp_path).out


@pytest.mark.parametrize("name", ["search:", "search:0", "search:-4", "search:x", "search:0s", "greedy:3", "serch"])
def test_what_is_no_budget_is_refused(name: str) -> None:
    """With the reason, and status 2; nothing is played."""
    result = circular("play", "patience", "--players", name, "--seed", "3")
    assert (result.status, result.out) == (2, "")
    assert "search" in result.err
