"""Start the processes of tests, and wait for their results.

A process starts with the default signal handlers, as in a shell: the process that runs the tests may ignore signals, as
`nohup` and a script with `&` do, and a child would inherit that.  The functions wait for a condition; their limit only
ends a test that hangs.
"""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

LIMIT = 900.0
"""So many seconds anything may take, on however busy a machine."""
PAUSE = 0.02
Done = subprocess.CompletedProcess[Any]
SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGPIPE")
    if hasattr(signal, name)
)


def _pass(number: int, frame: object) -> None:
    """Take a signal and do nothing: unlike one that is ignored, it is the default again in a program started now."""


@contextmanager
def default_signals() -> Iterator[None]:
    """Let programs that are started meanwhile begin with no signal ignored or blocked."""
    ignored = [number for number in SIGNALS if signal.getsignal(number) == signal.SIG_IGN]
    blocked: Any = signal.pthread_sigmask(signal.SIG_SETMASK, ()) if hasattr(signal, "pthread_sigmask") else None
    for number in ignored:
        signal.signal(number, _pass)
    try:
        yield
    finally:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
        if blocked is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def start(command: Sequence[str | bytes], **how: Any) -> subprocess.Popen[Any]:
    """Start a program; `how` is what subprocess.Popen takes."""
    with default_signals():
        return subprocess.Popen(command, **how)


@contextmanager
def started(command: Sequence[str | bytes], **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a program that is gone afterwards, whatever happens."""
    with start(command, **how) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def run(command: Sequence[str | bytes], *, typed: Any = None, check: bool = False, **how: Any) -> Done:
    """Run a program to its end; `typed` is its standard input, and what it prints is taken unless `how` says where."""
    pipe = subprocess.PIPE
    given = {"stdout": pipe, "stderr": pipe, **({} if typed is None else {"stdin": pipe}), **how}
    with start(command, **given) as process:
        try:
            out, err = process.communicate(typed, timeout=LIMIT)
        except BaseException:
            process.kill()
            raise
    done: Done = subprocess.CompletedProcess(command, process.returncode, out, err)
    assert not check or done.returncode == 0, f"{command}: exit status {done.returncode}\n{err!s}"
    return done


def is_asleep(pid: int) -> bool:
    """Return whether a process waits for something.

    Python looks for signals before it waits for a line and when they end the waiting, but not in between: a signal that
    comes right after the prompt was printed would be heard only with the next key.
    """
    said: str = run(["ps", "-o", "stat=", "-p", str(pid)], text=True).stdout
    return said.startswith("S")


def until(is_so: Callable[[], object], what: Callable[[], str] = str) -> None:
    """Wait until something is so; `what` says what there is instead, if it never is."""
    end = time.monotonic() + LIMIT
    while not is_so():
        assert time.monotonic() < end, f"waited for {LIMIT:.0f} seconds in vain: {what()}"
        time.sleep(PAUSE)
