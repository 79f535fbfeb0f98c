"""What a move costs in a long game, at its beginning and at its end, and how much memory the game takes.

    python -m tests.bench.long [MOVES]

A game of the ferry, which ends only at its bound, is played from the command line: by computers with a record, by
somebody whose moves are piped in, taken back move by move, taken up again, and replayed.  Each runs in a process of its
own, which tells processor time per decision over its first and its last tenth, and the most memory it took.
"""

from __future__ import annotations

import io
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FERRY = str(ROOT / "tests/games/ferry")
MOVES = 1_000_000
WAYS = ("play", "sit", "undo", "resume", "replay")
PARTS = 10


class Clock:
    """Notes processor time each time a tenth of all is done."""

    def __init__(self, total: int) -> None:
        """Begin with nothing done."""
        self.each = max(total // PARTS, 1)
        self.done = 0
        self.times = [time.process_time()]

    def tick(self) -> None:
        """Count one decision."""
        self.done += 1
        if self.done % self.each == 0:
            self.times.append(time.process_time())

    def __str__(self) -> str:
        """Return what a decision costs in the first and in the last tenth."""
        parts = [later - before for before, later in zip(self.times, self.times[1:], strict=False)]
        first, last = (1e6 * parts[place] / self.each for place in (0, -1))
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        return f"{self.done:>9,} decisions  {first:6.0f} µs first  {last:6.0f} µs last  {most:5.0f} MB"


def ticking(clock: Clock, owner: Any, name: str) -> None:
    """Let a clock count the calls of a method."""
    call: Callable[..., Any] = getattr(owner, name)

    def counted(*given: Any, **named: Any) -> Any:
        clock.tick()
        return call(*given, **named)

    setattr(owner, name, counted)


def typed(moves: int) -> Iterator[bytes]:
    """Yield what somebody types who makes so many moves."""
    for number in range(moves):
        yield b"%d\n" % (1 + number % 6)
    yield b"quit\n"


class Typed(io.RawIOBase):
    """Standard input that is made while it is read."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self.lines = lines

    def readable(self) -> bool:
        """Tell that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Return the next line."""
        line = next(self.lines, b"")
        buffer[: len(line)] = line
        return len(line)


def run(way: str, moves: int, folder: str) -> None:
    """Do one of the things, and say what it took."""
    from cc_dsl.cli.main import main
    from cc_dsl.engine.game import Game

    clock, record = Clock(moves), os.path.join(folder, "game.record")
    said, sys.stdout = sys.stdout, open(os.devnull, "w")  # noqa: SIM115 - until the process ends
    if way == "undo":
        _undo(clock, moves)
    else:
        ticking(clock, Game, "_answer")
        if way == "play":
            main(["play", FERRY, "--players", "random", "--seed", "3", "--moves", str(moves), "--record", record])
        elif way == "resume":
            main(["play", FERRY, "--resume", record, "--moves", "1", "--record", record + "-2"])
        elif way == "replay":
            main(["replay", record, "--edition", FERRY])
        else:
            sys.stdin = io.TextIOWrapper(io.BufferedReader(Typed(typed(moves // 2)), 64))
            main(["play", FERRY, "--players", "human,random", "--seed", "3", "--record", record + "-3"])
    said.write(f"{way:8}{clock}\n")
    said.flush()


def _undo(clock: Clock, moves: int) -> None:
    """Play a game with reasons as at the terminal, and take it back to its beginning."""
    from cc_dsl import pipeline
    from cc_dsl.engine.game import Game
    from cc_dsl.play.session import MEMORY
    from cc_dsl.players.computers import computers
    from cc_dsl.players.seats import Table

    game = Game(pipeline.load(FERRY).rules, seed=3, reasons=True, memory=MEMORY)
    seated = Table(game, dict(enumerate(computers(["random", "random"], 3))))
    for _ in range(moves):
        seated.move()
    clock.times = [time.process_time()]
    while game.undo():
        seated.go_back()
        clock.tick()


def main() -> None:
    """Do everything, each in a process of its own."""
    if len(sys.argv) > 3:
        run(sys.argv[1], int(sys.argv[2]), sys.argv[3])
        return
    moves = sys.argv[1] if len(sys.argv) > 1 else str(MOVES)
    with tempfile.TemporaryDirectory() as folder:
        for way in WAYS:
            subprocess.run([sys.executable, "-m", "tests.bench.long", way, moves, folder], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
