"""A simulated person at `circular play`, who reads the screen and types moves from the list and commands at random."""

from __future__ import annotations

import contextlib
import functools
import io
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO, cast
from unittest import mock

from cc_dsl.players.advice import HINTING, advice
from tests.cli.desk import Result

LIST = "  1 "
WHYS = ("why", "why player", "why nothing of this name")
LOOKS = ("view", "look", "moves", "hint", "help", "clauses", "clauses 1", "readings", "readings x", "")
NOTHING = ("whynot nothing-like-this", "whynot", "nothing-like-this")
ANSWERED = {word.partition(" ")[0] for word in (*WHYS, *LOOKS, *NOTHING, "save", "undo")} - {"look", ""}
WHYNOT, SAVE, UNDO, QUIT = "whynot …", "save …", "undo", "quit"
COMMANDS = (*WHYS, *LOOKS, *NOTHING, WHYNOT, WHYNOT, SAVE, UNDO, UNDO, UNDO, QUIT, QUIT)


class Typed(Exception):
    """The person has typed what a well-kept program answers, and it did not."""


class Person:
    """Standard input with somebody behind it, who sees what stands on standard output."""

    def __init__(self, seed: int, most: int, folder: Path) -> None:
        """Make so many moves at most, and leave then."""
        self.chance = random.Random(seed)
        self.left = most
        self.folder = folder
        self.out: io.StringIO = io.StringIO()
        self.read_to = 0
        self.moves: list[str] = []
        self.number = 1
        """How many moves were listed last, and how many of them are to be chosen."""
        self.told: list[str] = []
        """What was last listed as a thing that can be observed."""
        self.last = ""
        self.typed: list[str] = []
        self.commands: list[str] = []
        """What is still to be typed before all commands are typed again, in another order."""

    def watch(self, out: io.StringIO) -> None:
        """Look at the screen of a new sitting."""
        self.out, self.read_to, self.last = out, 0, ""

    def isatty(self) -> bool:
        """Tell that lines are typed one by one, and no keys are pressed."""
        return False

    def readline(self) -> str:
        """Read the screen, and type a line."""
        whole = self.out.getvalue()
        shown, self.read_to = whole[self.read_to :], len(whole)
        self._judge(shown)
        self.last = self._line(shown)
        self.typed.append(self.last)
        return f"{self.last}\n"

    def _judge(self, shown: str) -> None:
        """Complain of an answer that does not fit what was typed."""
        is_move = self.last.replace(" ", "").isdigit()
        words = ("Illegal move:", "Not a move:", "Not clear:")
        if is_move and any(line.startswith(words) for line in shown.splitlines()):
            raise Typed(f"{self.last!r} was listed, and refused: {shown}")
        if self.last.partition(" ")[0] in ANSWERED and not shown.rpartition("\n")[0].strip():
            raise Typed(f"{self.last!r} was not answered")

    def _line(self, shown: str) -> str:
        if shown.rstrip().endswith("press Enter."):
            return ""
        is_observing = shown.endswith("observed> ")
        self._read_list(shown, is_observing)
        if self.left <= 0:
            return "quit"
        if self.chance.random() < 0.6:
            return self._command(is_observing)
        self.left -= 1
        return self._observation() if is_observing else self._move()

    def _read_list(self, shown: str, is_observing: bool) -> None:
        if is_observing:
            found = re.search(r"^Such as: (.*?)\nOne line or several", shown, re.DOTALL | re.MULTILINE)
            listed = found[1] if found else shown.rpartition("\n")[0] if self.last == "hint" else ""
            if listed:
                self.told = [one.strip().rstrip(".") for one in " ".join(listed.split()).split(";")]
            return
        lines = shown.splitlines()[:-1]
        starts = [place for place, line in enumerate(lines) if line.startswith(LIST)]
        if lines and _is_words(lines[-1]):  # a choice of a number lists the numbers alone
            starts.append(len(lines) - 1)
        start = max(starts, default=None)
        if start is None or lines[start:][-1:] == [""]:
            return
        text, at, count = "\n".join(lines[start:]), 0, 0
        while found := re.compile(rf"(?:^|\s){count + 1} \S").search(text, at):
            at, count = found.end(), count + 1
        self.moves = text.split() if _is_words(text) else [str(number) for number in range(1, count + 1)]
        several = re.fullmatch(r"Type (\d+) of these \d+, with spaces between\.", lines[start - 1])
        self.number = int(several[1]) if several else 1

    def _move(self) -> str:
        if len(self.moves) < self.number:
            raise Typed("no moves were listed")
        return " ".join(self.chance.sample(self.moves, self.number))

    def _observation(self) -> str:
        told, self.told = self.told, []
        if self.chance.random() < 0.3 or not told:
            return ""
        return self.chance.choice(told)

    def _command(self, is_observing: bool) -> str:
        if not self.commands:
            self.commands = self.chance.sample(COMMANDS, len(COMMANDS))
        command = self.commands.pop()
        if command == SAVE:
            return f"save {self.folder / f'saved-{len(self.typed)}.record'}"
        if command == WHYNOT:
            named = self.told or [""] if is_observing else [str(number) for number in range(1, 60)]
            return f"whynot {self.chance.choice(named)}"
        return "view" if is_observing and not command else command


def _is_words(text: str) -> bool:
    """Return whether a list has only what can be typed: numbers, and then perhaps words such as *fold*."""
    return text.split()[:1] != [] and text.split()[0].isdigit() and re.search(r"\S \S", text) is None


@contextlib.contextmanager
def _at(person: Person, out: io.StringIO) -> Iterator[None]:
    before = sys.stdin
    person.watch(out)
    sys.stdin = cast(TextIO, person)
    try:
        with contextlib.redirect_stdout(out):
            yield
    finally:
        sys.stdin = before


QUICK = functools.partial(advice, effort=HINTING._replace(samples=4, steps=200))
"""A hint after a few games: whether it is a good one is tested in `tests/unit/players/test_advice.py`."""


def sit(person: Person, *words: str) -> Result:
    from cc_dsl.cli.main import main

    out, err = io.StringIO(), io.StringIO()
    quick = mock.patch("cc_dsl.words.advice.advice", QUICK)
    with _at(person, out), contextlib.redirect_stderr(err), quick:
        status = main(list(words))
    return Result(status, out.getvalue(), err.getvalue())
