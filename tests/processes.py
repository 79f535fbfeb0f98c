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
"""The time limit of everything, in seconds, even on a busy machine."""
PAUSE = 0.02
Done = subprocess.CompletedProcess[Any]
SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGPIPE")
    if hasattr(signal, name)
)


def _pass(number: int, frame: object) -> None:
    """Handle a signal by doing nothing; a child process has the default handler, unlike for an ignored signal."""


@contextmanager
def default_signals() -> Iterator[None]:
    """Ensure that programs started in this context ignore and block no signal."""
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


def start(command: Sequence[str | bytes], **options: Any) -> subprocess.Popen[Any]:
    """Start a program with the options of subprocess.Popen."""
    with default_signals():
        return subprocess.Popen(command, **options)


@contextmanager
def started(command: Sequence[str | bytes], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a program, and kill it at the end of the context if it is still running."""
    with start(command, **options) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def run(command: Sequence[str | bytes], *, typed: Any = None, check: bool = False, **options: Any) -> Done:
    """Run a program to its end; `typed` is its standard input, and by default its output is captured."""
    pipe = subprocess.PIPE
    options = {"stdout": pipe, "stderr": pipe, **({} if typed is None else {"stdin": pipe}), **options}
    with start(command, **options) as process:
        try:
            out, err = process.communicate(typed, timeout=LIMIT)
        except BaseException:
            process.kill()
            raise
    done: Done = subprocess.CompletedProcess(command, process.returncode, out, err)
    assert not check or done.returncode == 0, f"{command}: exit status {done.returncode}\n{err!s}"
    return done


def is_asleep(pid: int) -> bool:
    """Return whether a process is waiting.

    Python checks for signals before it waits for a line, and when a signal interrupts the waiting, but not in between:
    a signal that comes right after the prompt is printed takes effect only with the next key.
    """
    status: str = run(["ps", "-o", "stat=", "-p", str(pid)], text=True).stdout
    return status.startswith("S")


def until(condition: Callable[[], object], state: Callable[[], str] = str) -> None:
    """Wait until a condition holds; at the time limit, fail with the state in words."""
    end = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < end, f"waited for {LIMIT:.0f} seconds in vain: {state()}"
        time.sleep(PAUSE)
