"""Progress on standard error while something runs for long: on a terminal one line that is rewritten, elsewhere lines.

A thread writes, so that something is said at least every two seconds, also while one step takes longer than that.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from cc_dsl.cli import terminal
from cc_dsl.words.layout import capital

EVERY = {True: 1.0, False: 1.2}
"""The seconds between two reports, and before the first, on a terminal and elsewhere.

Lines leave time for the start and the end of a command, since nobody should wait for two seconds without a word."""
SOON = 0.4
"""The seconds after which it is said that somebody is thinking."""


class Progress:
    """Reports how many games are done and how long the rest will take."""

    def __init__(self, games: int, doing: str = "", every: float | None = None) -> None:
        """Prepare to report on this number of games; `doing` is said until the first of them is done."""
        self._games, self._doing = games, doing
        self._stream, self._is_terminal = sys.stderr, terminal.is_terminal(sys.stderr)
        self._every = every or EVERY[self._is_terminal]
        self._start = time.perf_counter()
        self._done = self._now = self._written = 0
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
            self._report("\n" if self._is_terminal else "")

    def say(self, doing: str) -> None:
        """Note what is being done, if it is no game."""
        self._doing = doing

    def __call__(self, done: int, now: int, seconds: float) -> None:
        """Note how many games are done, how many of them were played now, and in how many seconds."""
        self._done, self._now, self._doing = done, now, ""
        self._start = time.perf_counter() - seconds

    def _run(self) -> None:
        while not self._stop.wait(self._every):
            self._report()

    @property
    def line(self) -> str:
        """The progress in one line."""
        passed = time.perf_counter() - self._start
        if self._doing or not self._now:
            return f"{self._doing or 'The first games are being played'}, {duration(passed)} so far"
        left = duration(passed * (self._games - self._done) / self._now)
        return f"{self._done:,} of {self._games:,} games, {left} left"

    def _report(self, end: str = "") -> None:
        """Write a line, unless nobody reads any more."""
        line = self.line
        try:
            self._stream.write(f"\r{line.ljust(self._written)}{end}" if self._is_terminal else f"{line}\n")
            self._stream.flush()
        except (OSError, ValueError):
            self._stop.set()
        self._written = len(line)


def thinking(who: str) -> AbstractContextManager[None]:
    """Say on a terminal that somebody is thinking, if that takes a while, and wipe it off again."""
    return passing(f"{capital(who)} is thinking")


@contextmanager
def passing(words: str) -> Iterator[None]:
    """Print some words on a terminal if something takes a while, and wipe them off when it is done."""
    stream = sys.stdout
    if not terminal.is_terminal(stream):
        yield
        return
    words = f"{words} {'…' if terminal.can_write('…') else '...'}"
    were_printed = threading.Event()

    def write() -> None:
        stream.write(words)
        stream.flush()
        were_printed.set()

    timer = threading.Timer(SOON, write)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if were_printed.is_set():
            stream.write(f"\r{' ' * len(words)}\r")
            stream.flush()


def duration(seconds: float) -> str:
    """Return a length of time in words."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.0f} h" if seconds < 172_800 else f"{seconds / 86_400:,.0f} days"
