"""Whoever waits is told how far it has come: on a terminal in one line, in a pipe line by line."""

from __future__ import annotations

import io
import sys
import threading

import pytest

from cc_dsl.cli.terminal import Progress


class Heard(io.StringIO):
    """A stream that tells when so many times something was written to it."""

    def __init__(self, times: int, is_terminal: bool) -> None:
        """Wait for so many writes."""
        super().__init__()
        self.left, self.is_full, self._is_terminal = times, threading.Event(), is_terminal

    def isatty(self) -> bool:
        """Return whether it is a terminal."""
        return self._is_terminal

    def write(self, text: str) -> int:
        """Count what is written."""
        self.left -= 1
        if self.left <= 0:
            self.is_full.set()
        return super().write(text)


def heard(monkeypatch: pytest.MonkeyPatch, is_terminal: bool) -> str:
    """Return what is written while one step takes long, and then games are counted."""
    stream = Heard(3, is_terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress(40, "Compiling the rules", every=0.001) as progress:
        assert stream.is_full.wait(60)
        stream.left = 3
        stream.is_full.clear()
        progress(10, 10, 5.0)
        assert stream.is_full.wait(60)
    return stream.getvalue()


def test_a_pipe_hears_whole_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before the first game is done."""
    lines = heard(monkeypatch, is_terminal=False).splitlines()
    assert lines[0] == "Compiling the rules, 0 s so far"
    assert lines[-1] == "10 of 40 games, 15 s left"


def test_a_terminal_has_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is rewritten, and ended at the end."""
    written = heard(monkeypatch, is_terminal=True)
    assert written.count("\n") == 1
    assert written.endswith("\n")
    assert "\r10 of 40 games, 15 s left" in written


def test_what_is_short_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Most studies are over before anybody wonders."""
    with Progress(5, every=3600) as progress:
        progress(5, 5, 0.1)
    assert capsys.readouterr().err == ""
