"""The steady table at a terminal, and the plain lines where there is none, compared with kept screens.

`python -m tests.cli.test_screen` writes them again.
"""

from __future__ import annotations

import asyncio
import os
import select
import sys
import time
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests import processes
from tests.cli.desk import COMMAND, environment, needs_terminal, process
from tests.needed import lacking

KEPT = Path(__file__).with_name("screens")


class Way(NamedTuple):
    """A sitting: its command, the size of the terminal, and what is pressed; the screen after it is kept."""

    edition: str
    players: str
    size: tuple[int, int]
    keys: tuple[str, ...]
    resized: tuple[int, int] | None = None


WAYS = {
    "introduced-80": Way("1862", "human,random", (80, 24), ()),
    "asked-80": Way("1862", "human,random", (80, 24), ("enter",)),
    "trick-80": Way("1862", "human,random", (80, 24), ("enter", "enter", "down", "enter", "enter")),
    "explained-120": Way("1862", "human,random", (120, 36), ("enter", "enter", "f2")),
    "resized": Way("1862", "human,random", (80, 24), ("enter", "enter", "down"), (120, 30)),
    "typed-80": Way("1860", "human,random,random", (80, 24), ("enter", *"whynot zz", "enter")),
    "fields-100": Way("court", "human,random,random", (100, 30), ("enter", "1", "enter", "2", "enter")),
    "croquet-100": Way("castle-croquet-1863", ",".join(["human"] * 4), (100, 30), ("enter", "down", "enter", "enter")),
    "lanrick-60": Way("lanrick-1880", "human,random", (60, 24), ("enter", "enter", "enter", "enter")),
    "lanrick-80": Way("lanrick-1880", "human,random", (80, 24), ("enter", "enter", "enter", "enter")),
    "second-trick-80": Way("1862", "human,random", (80, 40), ("enter", *["1", "enter"] * 3, "enter")),
}


def screen(way: Way) -> str:
    """Return the screen after a sitting, line by line."""
    return asyncio.run(_sat(way))


async def _sat(way: Way) -> str:
    from cc_dsl.cli import play
    from cc_dsl.cli.keeping import Keeper
    from cc_dsl.cli.options import load
    from cc_dsl.cli.screen import Table
    from cc_dsl.cli.steady import SteadyReferee, SteadySession

    names = way.players.split(",")
    edition = load(way.edition, ())

    def sit(panes: Any) -> int:
        game = play._begun(edition, 7, len(names), None)
        keeper = Keeper(game, names, None)
        begin = SteadyReferee if game.is_watched else SteadySession
        return begin(panes, edition, game, names, play._seated(game, names), keeper, False, True).run()

    table = Table(sit)
    async with table.run_test(size=way.size) as pilot:
        await _settled(table, pilot.pause)
        for key in way.keys:
            await pilot.press("space" if key == " " else key)
            await _settled(table, pilot.pause)
        if way.resized is not None:
            await pilot.resize_terminal(*way.resized)
            await _settled(table, pilot.pause)
        shown = _picture(table)
        await pilot.press("ctrl+q")
        await _ended(table, pilot.pause)
    assert table.failure is None
    assert table.return_value == 0
    return shown


async def _settled(table: Any, pause: Callable[..., Awaitable[Any]]) -> None:
    """Wait until the session waits for a line, everything is drawn, and the end of the log is shown."""
    end = time.monotonic() + processes.LIMIT
    while not table.is_asking and table.failure is None:
        assert time.monotonic() < end
        await pause(0.01)
    for _ in range(3):
        await pause()
    while table.failure is None and not table.query_one("#log").is_vertical_scroll_end:
        assert time.monotonic() < end
        await pause(0.01)
    await pause()


async def _ended(table: Any, pause: Callable[..., Awaitable[Any]]) -> None:
    """Wait until the session has ended."""
    end = time.monotonic() + processes.LIMIT
    while table.return_value is None:
        assert time.monotonic() < end
        await pause(0.01)


def _picture(table: Any) -> str:
    strips = table.screen._compositor.render_strips()
    return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips) + "\n"


@pytest.mark.parametrize("name", WAYS)
def test_screens_are_as_they_were_kept(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At 80, 100 and 120 columns, with arrows, keys and signs, and resized in the middle."""
    if find_spec("textual") is None:
        lacking("Textual", "Install what requirements/dev.txt lists.")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = screen(WAYS[name])
    columns = (WAYS[name].resized or WAYS[name].size)[0]
    assert max(map(len, shown.splitlines())) <= columns
    assert shown == (KEPT / f"{name}.txt").read_text("utf-8")


class Sat:
    """Panes without a screen: the first moves of each list are made, until several were wanted at once."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.offer: Any = None
        self.is_read_at_table = False
        self.table_columns = 44

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None

    def show_offer(self, offer: Any) -> None:
        """Keep what is offered."""
        self.offer = offer

    def read(self) -> str:
        """Choose the first move, unless several are wanted."""
        self.left -= 1
        if self.offer.number > 1 or not self.left:
            raise EOFError
        return str(self.offer.moves[0].line)


def test_several_cards_are_listed_where_they_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wins by a Line takes several of seven cards: all seven stand in the list."""
    from cc_dsl.cli import play
    from cc_dsl.cli.keeping import Keeper
    from cc_dsl.cli.options import load
    from cc_dsl.cli.steady import SteadySession

    monkeypatch.chdir(tmp_path)
    names, panes = ["human", "random"], Sat(40)
    edition = load("1862", ())
    game = play._begun(edition, 7, 2, None)
    session = SteadySession(panes, edition, game, names, play._seated(game, names), Keeper(game, names, None), False)
    assert session.run() == 0
    assert panes.offer.number > 1
    assert len(panes.offer.moves) == 7


def test_a_screen_without_colours_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR the same letters stand in the same places."""
    if find_spec("textual") is None:
        lacking("Textual", "Install what requirements/dev.txt lists.")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    assert screen(WAYS["trick-80"]) == (KEPT / "trick-80.txt").read_text("utf-8")


@needs_terminal
def test_whoever_leaves_the_screen_is_told_how_to_go_on(tmp_path: Path) -> None:
    """A real terminal: the game begins, Ctrl+Q leaves it, and the record is named where the screen was."""
    if find_spec("textual") is None:
        lacking("Textual", "Install what requirements/dev.txt lists.")
    import pty

    with processes.default_signals():
        pid, desk = pty.fork()
        if pid == 0:
            os.chdir(tmp_path)
            words = ["play", "1862", "--players", "human,random", "--seed", "7", "--screen"]
            os.execve(sys.executable, [*COMMAND, *words], environment(TERM="xterm-256color", COLUMNS="80", LINES="24"))
    _read_until(desk, b"begin")
    os.write(desk, b"\r")
    _read_until(desk, b"Your move")
    os.write(desk, b"\r")
    _read_until(desk, b"You play")
    os.write(desk, b"\x11")
    said = _read_until(desk, b"--resume circular-1862-1.record")
    assert b"Traceback" not in said
    os.close(desk)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) in (0, -1)
    assert (tmp_path / "circular-1862-1.record").exists()


def _read_until(desk: int, wanted: bytes) -> bytes:
    found, end = b"", time.monotonic() + processes.LIMIT
    while wanted not in found:
        assert select.select([desk], [], [], max(0.0, end - time.monotonic()))[0], found.decode(errors="replace")
        found += os.read(desk, 65536)
    return found


PLAIN = {
    "lines": {"PYTHONIOENCODING": "utf-8"},
    "code-page-437": {"PYTHONIOENCODING": "cp437"},
    "code-page-1252": {"PYTHONIOENCODING": "cp1252"},
    "dumb": {"PYTHONIOENCODING": "ascii", "TERM": "dumb"},
}


def plain(name: str, folder: Path) -> str:
    """Return what a sitting prints without a terminal, under an encoding."""
    words = ["play", "1862", "--players", "human,random", "--seed", "7"]
    typed = b"q c\nqc\n1\nwhy\nquit\n"
    made = environment(**PLAIN[name])
    answer = processes.run([*COMMAND, *words], typed=typed, cwd=folder, env=made, check=True)
    assert answer.stderr == b""
    encoding = PLAIN[name]["PYTHONIOENCODING"]
    printed: str = answer.stdout.decode(encoding).replace("\r\n", "\n")
    return printed


@pytest.mark.parametrize("name", PLAIN)
def test_plain_lines_are_as_they_were_kept(name: str, tmp_path: Path) -> None:
    """In UTF-8, in two code pages of Windows, and in bare ASCII at a dumb terminal, every letter can be written."""
    assert plain(name, tmp_path) == (KEPT / f"{name}.txt").read_text("utf-8")


def test_a_screen_wants_a_terminal(tmp_path: Path) -> None:
    """Without one it is refused with a remedy, and nothing is drawn."""
    refused = process("play", "1862", "--screen", typed=b"", folder=tmp_path)
    assert refused.status == 2
    assert "--screen needs a terminal" in refused.err


if __name__ == "__main__":
    import tempfile

    for kept in (*WAYS, *PLAIN):
        with tempfile.TemporaryDirectory() as made:
            os.chdir(made)
            text = screen(WAYS[kept]) if kept in WAYS else plain(kept, Path(made))
            (KEPT / f"{kept}.txt").write_text(text, "utf-8")
