"""Bounds a search by processor time."""

from __future__ import annotations

import time


class OutOfTime(Exception):
    """The processor time of a search has run out."""


class Clock:
    """Counts the processor time of this process; without a bound it never ends."""

    def __init__(self, seconds: float | None = None) -> None:
        """Start counting."""
        self.seconds = seconds
        self._end = None if seconds is None else time.process_time() + seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self._end is not None and time.process_time() >= self._end

    def check(self) -> None:
        """Raise OutOfTime if the time is over."""
        if self.is_over:
            raise OutOfTime


ENDLESS = Clock()
"""A clock without a bound."""
