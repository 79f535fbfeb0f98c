"""`circular` without arguments: the menu, the folder of records, long screens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cc_dsl.cli import play, terminal
from tests.cli.desk import circular, process


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let somebody sit at a terminal; what the test puts into the list is typed line by line."""
    lines: list[str] = []
    monkeypatch.setattr(terminal, "is_for_people", lambda: True)
    monkeypatch.setattr("builtins.input", lambda prompt="": lines.pop(0))
    yield lines
    assert lines == []


def test_the_menu_asks_how_many_play_and_against_whom(
    typed: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1860 is for two to eight; what is not offered is asked again, and Enter takes the usual."""
    monkeypatch.setenv("CIRCULAR_RECORDS", str(tmp_path))
    typed += ["12", "1860", "9", "4", "3"]
    assert play._choose_game() == ("1860", "human,search,search,search", None)
    said = capsys.readouterr().out
    assert "The list goes from 1 to 9." in said
    assert said.count("How many play? 2 to 8; Enter for 2.") == 2
    typed += ["1862", ""]
    assert play._choose_game() == ("1862", "human,greedy", None)
    typed += ["patience"]
    assert play._choose_game() == ("patience", "human", None)
    typed += ["q"]
    assert play._choose_game() is None
    assert said.index("Referee a game on a real lawn") < said.index("Castle Croquet (1866)")


def test_an_unnamed_record_lies_with_the_users_data_and_the_menu_goes_on_with_it(
    tmp_path: Path, typed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, here = tmp_path / "data", tmp_path / "here"
    here.mkdir()
    words = ("play", "1862", "--players", "human,search:5", "--seed", "3")
    left = process(*words, typed=b"1\nquit\n", folder=here, CIRCULAR_RECORDS="", XDG_DATA_HOME=str(data))
    record = data / "circular" / "circular-1862-1.record"
    assert left.status == 0
    assert record.is_file()
    assert list(here.iterdir()) == []
    monkeypatch.setenv("CIRCULAR_RECORDS", str(record.parent))
    typed += ["0"]
    assert play._choose_game() == (None, None, str(record))
    assert "0  Go on with your last game: Court Circular (1862), against search:5" in capsys.readouterr().out


def test_a_long_screen_waits_for_the_reader(
    typed: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen of 24 lines shows 22 and says how many are left; q stops."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda *given, **named: __import__("os").terminal_size((80, 24)))
    lines = [f"line {number}" for number in range(60)]
    typed += ["", "q"]
    terminal.page(lines)
    assert capsys.readouterr().out.splitlines() == lines[:44]
    terminal.page(lines[:23])
    assert capsys.readouterr().out.splitlines() == lines[:23]


def test_a_window_shows_the_first_reasons_and_all_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = "1\n" * 3 + "why winner\nwhy winner all\nquit\n"
    words = ("play", "1862", "--players", "human,random", "--seed", "3")
    whole = circular(*words, typed=typed).out
    assert "more)" not in whole
    monkeypatch.setattr(terminal, "page", terminal.show)
    monkeypatch.setattr("cc_dsl.cli.session.FOLDED", 2)
    monkeypatch.setattr("cc_dsl.cli.session.LEVELS", 2)
    folded, _, rest = circular(*words, typed=typed).out.partition("more)")
    assert rest
    assert len(folded + rest) < len(whole)
