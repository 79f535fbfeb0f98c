"""Processes split off from this one, which make files while it reads and writes pages, where the system can.

What they make they put into the disk cache.  Each holds one end of a pipe that closes when it ends, and every process
that was split off later can wait for that.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress

_begun: dict[int, int] = {}
"""The processes that this one began, each with the end of its pipe that is read here."""


def begin(work: Callable[[], object]) -> None:
    """Do something in a process of its own; whatever it cannot do is done, or said, where its result is wanted."""
    if not hasattr(os, "fork"):
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
    _begun[process] = end


def wait() -> None:
    """Wait until everything is made that was begun, here or in the process that this one was split off from."""
    for end in _begun.values():
        os.read(end, 1)


def finish() -> None:
    """Wait for all processes, and forget them."""
    wait()
    for process, end in [*_begun.items()]:
        os.close(end)
        with suppress(ChildProcessError):
            os.waitpid(process, 0)
        del _begun[process]
