"""Whoever waits at a terminal is told how far it has come; a pipe hears nothing."""

from __future__ import annotations

import io
import sys

import pytest

from cc_dsl.cli.terminal import Progress


class Tty(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


@pytest.mark.parametrize("stream", [io.StringIO(), Tty()])
def test_a_terminal_has_one_line(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is rewritten, and ended at the end."""
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress(40, "Compiling the rules") as progress:
        progress.say("The games are played")
        progress(10, 10, 5.0)
        progress(40, 30, 9.0)
    written = stream.getvalue()
    assert (written == "") != stream.isatty()
    if written:
        assert written.count("\n") == 1
        assert "Compiling the rules" in written
        assert "10/40" in written
