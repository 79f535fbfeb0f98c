"""Ways to run the command in tests: in this process, in a process of its own, and at a terminal."""

from __future__ import annotations

import contextlib
import io
import os
import re
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import pytest

from tests import processes

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "cc_dsl"]
TRICK = ["judge", "1862", "--lead", "5H", "--side", "AS 7C 6D", "--side", "KD 9C 2H"]
"""The text's own example of a side, against another one."""


class Result(NamedTuple):
    """What a command has answered."""

    status: int
    out: str
    err: str


def circular(*words: str, typed: str | bytes = "") -> Result:
    """Run the command in this process; `typed` is its standard input.

    It says nothing of its progress, whatever time the machine takes.
    """
    from cc_dsl.cli import terminal
    from cc_dsl.cli.main import main

    data = typed.encode() if isinstance(typed, str) else typed
    out, err = _stream(), _stream()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(data), "utf-8")
    try:
        with (
            mock.patch.object(terminal, "EVERY", 3600.0),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            status = main(list(words))
    finally:
        sys.stdin = before
    return Result(status, _written(out), _written(err))


def circular_in(folder: Path, *words: str, typed: str | bytes = "") -> Result:
    """Run the command in this process, but in another folder."""
    with contextlib.chdir(folder):
        return circular(*words, typed=typed)


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)


def _written(stream: io.TextIOWrapper) -> str:
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode("utf-8")


def environment(**others: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **others}


def process(*words: str, typed: bytes | None = None, folder: Path = ROOT, **others: str) -> Result:
    answer = processes.run([*COMMAND, *words], typed=typed, cwd=folder, env=environment(**others))
    return Result(answer.returncode, answer.stdout.decode("utf-8"), answer.stderr.decode("utf-8"))


def is_refused(result: Result, *said: str) -> bool:
    """Return whether a command has refused its input: with a message on stderr, nothing else, and no traceback."""
    assert "Traceback" not in result.out + result.err
    assert "bug in Court Circular" not in result.err, result.err
    missing = [words for words in said if words not in result.err]
    assert missing == [], result.err
    return result.status == 2 and result.out == "" and result.err.strip() != ""


ASKS = re.compile(rb"(?:^|\n)(?:[^\n>]*[\w)])?> $|press Enter\.\s*$")
"""The end of what a program prints before it waits for a line: a prompt at the beginning of one, or a request."""
needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


class Terminal:
    """A person at a terminal, who reads up to the prompt and then types."""

    def __init__(self, *words: str, folder: Path, **others: str) -> None:
        """Start the command at a terminal of 80 columns, so high that nothing is shown page by page."""
        import pty

        self.seen = ""
        with processes.default_signals():
            self.pid, self.desk = pty.fork()
            if self.pid == 0:
                os.chdir(folder)
                settings = {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "80", "LINES": "9999", **others}
                os.execve(sys.executable, [*COMMAND, *words], environment(**settings))

    def read(self) -> str:
        """Read until something is asked, or the program has ended; give what is new."""
        new = b""
        end = time.monotonic() + processes.LIMIT
        while not ASKS.search(new):
            assert select.select([self.desk], [], [], max(0.0, end - time.monotonic()))[0], new.decode()
            try:
                data = os.read(self.desk, 65536)
            except OSError:  # the program has ended
                break
            if not data:
                break
            new += data
        said = new.decode("utf-8", "replace").replace("\r\n", "\n")
        self.seen += said
        return said

    def type(self, line: str) -> str:
        os.write(self.desk, f"{line}\n".encode())
        return self.read()

    def press(self, key: bytes) -> str:
        processes.until(lambda: processes.is_asleep(self.pid), lambda: self.seen)
        os.write(self.desk, key)
        return self.read()

    def close(self) -> int:
        """Close the terminal, as one closes a window; give the exit status."""
        os.close(self.desk)
        return self.wait()

    def signal(self, number: int) -> int:
        """Send a signal; give the exit status."""
        processes.until(lambda: processes.is_asleep(self.pid), lambda: self.seen)
        os.kill(self.pid, number)
        return self.wait()

    def wait(self) -> int:
        """Return the exit status."""
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)


def wanted(shown: str) -> int:
    """Read from the screen how many are to be chosen."""
    found = re.findall(r"^Type (\d+) of these", shown, re.MULTILINE)
    return int(found[-1]) if found else 1


def choices(shown: str) -> list[str]:
    """Read from the screen which moves there are."""
    last = shown.rpartition("]\n")[2]
    return re.findall(r"(?:^|\s)\d+ (\S+)", re.sub(r"^Type .*$", "", last, flags=re.MULTILINE))


def played(terminal: Terminal, choose: Callable[[list[str]], str], stop: Callable[[str], bool]) -> str:
    """Play until a screen shows what makes one stop; give that screen."""
    shown = terminal.seen
    while not stop(shown):
        count, moves = wanted(shown), choices(shown)
        assert moves, shown
        picks = [choose(moves)] if count == 1 else moves[:count]
        shown = terminal.type(" ".join(picks))
    return shown


def sitting(edition: str, *typed: str, players: str = "human,greedy", seed: int = 7) -> str:
    """Return what is printed while somebody types these lines, and then leaves."""
    lines = "".join(f"{line}\n" for line in (*typed, "quit"))
    result = circular("play", edition, "--seed", str(seed), "--players", players, typed=lines)
    assert (result.status, result.err) == (0, "")
    return result.out


def flat(text: str) -> str:
    """Return a text in one line."""
    return " ".join(text.split())


def change(path: Path, old: str, new: str) -> None:
    """Replace words that must stand in a file, where they stand first."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def leave_cases(folder: Path, *ids: str) -> None:
    """Take all worked cases but these from a copy of an edition, and the page that names them."""
    path = folder / "cases.toml"
    head, *cases = re.split(r"(?m)^(?=\[\[case\]\]$)", path.read_text("utf-8"))
    kept = [case for case in cases if any(f'id = "{id}"' in case for id in ids)]
    assert len(kept) == len(ids)
    path.write_text("".join([head, *kept]), "utf-8")
    (folder / "how-to-play.md").unlink()
