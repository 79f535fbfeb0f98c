"""Progress on standard error while something runs for long: on a terminal one line that is rewritten, elsewhere lines.

A thread writes, so that something is said at least every two seconds, also while one step takes longer than that.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from cc_dsl.cli import terminal
from cc_dsl.words.layout import capital

EVERY = 1.0
"""The seconds between two reports on a terminal."""
EVERY_LINE = 1.2
"""The seconds between two lines elsewhere, and before the first: a shorter task reports nothing.

They leave time for the start and the end of a command, since nobody should wait for two seconds without a word."""


class Progress:
    """Reports how many games are done and how long the rest will take."""

    def __init__(self, games: int, doing: str = "", every: float | None = None) -> None:
        """Prepare to report on this number of games; `doing` is said until the first of them is done."""
        self.games = games
        self._stream: TextIO | None = sys.stderr
        self._is_terminal = terminal.is_terminal(self._stream)
        self._every = every or (EVERY if self._is_terminal else EVERY_LINE)
        self._start = time.perf_counter()
        self._done = self._now = 0
        self._doing = doing
        self._written = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Progress:
        """Begin to report."""
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Stop with a last report, since a command may take a while to end; end the line that was rewritten."""
        self._stop.set()
        self._thread.join()
        if self._written:
            self._report()
            if self._is_terminal:
                self._write("\n")

    def say(self, doing: str) -> None:
        """Note what is being done, if it is no game."""
        self._doing = doing

    def __call__(self, done: int, now: int, seconds: float) -> None:
        """Note how many games are done, how many of them were played now, and in how many seconds."""
        self._done, self._now, self._doing = done, now, ""
        self._start = time.perf_counter() - seconds

    @property
    def line(self) -> str:
        """The progress in one line."""
        passed = time.perf_counter() - self._start
        if self._doing or not self._now:
            return f"{self._doing or 'The first games are being played'}, {duration(passed)} so far"
        left = duration(passed * (self.games - self._done) / self._now)
        return f"{self._done:,} of {self.games:,} games, {left} left"

    def _run(self) -> None:
        while not self._stop.wait(self._every):
            self._report()

    def _report(self) -> None:
        line = self.line
        if self._is_terminal:
            self._write(f"\r{line.ljust(self._written)}")
            self._written = len(line)
        else:
            self._written += 1
            self._write(f"{line}\n")

    def _write(self, text: str) -> None:
        """Write, unless nobody reads any more."""
        try:
            if self._stream is not None:
                self._stream.write(text)
                self._stream.flush()
        except (OSError, ValueError):
            self._stop.set()


SOON = 0.4
"""The seconds after which it is said that somebody is thinking."""


@contextmanager
def thinking(who: str) -> Iterator[None]:
    """Say on a terminal that somebody is thinking, if that takes a while, and wipe it off again."""
    stream = sys.stdout
    if not terminal.is_terminal(stream):
        yield
        return
    words = f"{capital(who)} is thinking {'…' if terminal.can_write('…', stream) else '...'}"
    was_said = threading.Event()

    def say() -> None:
        stream.write(words)
        stream.flush()
        was_said.set()

    timer = threading.Timer(SOON, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if was_said.is_set():
            stream.write(f"\r{' ' * len(words)}\r")
            stream.flush()


def duration(seconds: float) -> str:
    """Return a length of time in words."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.0f} h" if seconds < 172_800 else f"{seconds / 86_400:,.0f} days"
