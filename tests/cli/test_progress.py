"""Whoever waits is told how far it has come: on a terminal in one line, in a pipe line by line."""

from __future__ import annotations

import io
import sys

import pytest

from cc_dsl.cli import terminal
from cc_dsl.cli.terminal import Progress


class Tty(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


def heard(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what is written while games are played."""
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(terminal, "EVERY", 0.0)
    with Progress(40, "Compiling the rules") as progress:
        progress.say("The games are played")
        progress(10, 10, 5.0)
        progress(40, 40, 20.0)
    return stream.getvalue()


def test_a_pipe_hears_whole_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heard(io.StringIO(), monkeypatch).splitlines()[:1] == ["10 of 40 games, 15 s left"]


def test_a_terminal_has_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    written = heard(Tty(), monkeypatch)
    assert written.count("\n") == 1
    assert "Compiling the rules" in written
    assert "10/40" in written
