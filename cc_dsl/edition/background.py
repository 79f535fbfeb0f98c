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
    status = 1
    if process == 0:
        try:
            with suppress(BaseException):
                work()
                status = 0
        finally:
            os._exit(status)
    os.close(own)
    _begun[what] = process, end


def wait(what: str) -> None:
    """Wait until something is made that was begun, here or in the process that this one was split off from."""
    if what in _begun:
        os.read(_begun[what][1], 1)


def is_done(what: str) -> bool:
    """Wait for what this process began, and forget it; return whether it was begun and came to its end."""
    process, end = _begun.pop(what, (0, 0))
    if not process:
        return False
    os.close(end)
    with suppress(ChildProcessError):
        return os.waitpid(process, 0)[1] == 0
    return False


def finish() -> None:
    """Wait for all processes, and forget them."""
    for what in [*_begun]:
        is_done(what)
