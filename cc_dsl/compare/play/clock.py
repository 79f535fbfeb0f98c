"""Bounds a search by processor time, and divides the time among its parts."""

from __future__ import annotations

import time


class OutOfTime(Exception):
    """The processor time of a search, or of a part of it, has run out."""


class Clock:
    """Counts the processor time of this process; without a bound it never ends."""

    def __init__(self, seconds: float | None = None) -> None:
        """Start counting."""
        self.seconds = seconds
        self._end = None if seconds is None else time.process_time() + seconds
        self._part = self._end

    def divide(self, parts: int) -> None:
        """Give what comes next an equal share of the time that is left; so many parts are still to come."""
        if self._end is not None:
            now = time.process_time()
            self._part = now + max(0.0, self._end - now) / parts

    @property
    def is_over(self) -> bool:
        """Whether the time of this part is over."""
        return self._part is not None and time.process_time() >= self._part

    def check(self) -> None:
        """Raise OutOfTime if the time of this part is over."""
        if self.is_over:
            raise OutOfTime


ENDLESS = Clock()
"""A clock without a bound."""
