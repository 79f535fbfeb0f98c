"""Tests start programs as a shell would, whatever they were started from themselves."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path

import pytest

from tests import processes

TESTS = Path(__file__).parents[1]
TELL = """
import signal
print(*(number.name for number in signal.valid_signals() if isinstance(number, signal.Signals)
        and number not in (signal.SIGPIPE, signal.SIGXFSZ) and signal.getsignal(number) == signal.SIG_IGN))
print(len(signal.pthread_sigmask(signal.SIG_BLOCK, ())))
"""
STARTS = re.compile(r"subprocess\.(?:run|Popen|check_\w+|call)\(|\bos\.(?:system|popen|spawn\w*|posix_spawn\w*)\(")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_program_starts_with_default_signals() -> None:
    """Though the tests were started by a script with `nohup … &`, or with signals blocked."""
    names = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)
    before = {number: signal.signal(number, signal.SIG_IGN) for number in names}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    try:
        said = processes.run([sys.executable, "-c", TELL], text=True, check=True).stdout
        assert {signal.getsignal(number) for number in names} == {signal.SIG_IGN}
        assert signal.SIGUSR1 in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    assert said == "\n0\n"


def test_all_tests_start_programs_so() -> None:
    files = [path for path in TESTS.rglob("*.py") if path.parent.name != "bench" and path.name != "processes.py"]
    assert [str(path) for path in files if path != Path(__file__) and STARTS.search(path.read_text("utf-8"))] == []
