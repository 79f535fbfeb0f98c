"""Processes split off from this one, which make files while it reads and writes pages, where the system can.

What they make they put into the disk cache.  Each holds one end of a pipe that closes when it ends, and every process
that was split off later can wait for that.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress

_begun: dict[str, tuple[int, int]] = {}
"""What this process began: the other process, and the end of its pipe that is read here."""


def begin(what: str, work: Callable[[], object]) -> None:
    """Do something in a process of its own, unless it was begun; what it cannot do is done where it is wanted."""
    if what in _begun or not hasattr(os, "fork"):
        return
    end, own = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            with suppress(BaseException):
                work()
        finally:
            os._exit(0)
    os.close(own)
    _begun[what] = process, end


def wait(what: str) -> None:
    """Wait until something is made that was begun, here or in the process that this one was split off from."""
    if what in _begun:
        os.read(_begun[what][1], 1)


def finish() -> None:
    """Wait for all processes, and forget them."""
    while _begun:
        _, (process, end) = _begun.popitem()
        os.close(end)
        with suppress(ChildProcessError):
            os.waitpid(process, 0)
