"""Damage rules files, check them and play a few moves of each: `python -m tests.fuzz.spoiling --files N`.

Every file is refused or played; no other exception may occur, and no file may take more than 10 seconds of processor
time or a gigabyte. `--seed S --files 1 --show` prints the file of a seed.

Most files are read as an editor reads them, block by block, so that only the damaged blocks are parsed; every twentieth
is read as a whole. Most are made from small games, since the longest editions take a hundred times as long.
"""

from __future__ import annotations

import argparse
import collections
import gc
import random
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from cc_dsl.cases.report import check
from cc_dsl.closures.state import RulesFault
from cc_dsl.diagnostics.problem import Problem, RulesError, explanations
from cc_dsl.diagnostics.render import render_text
from cc_dsl.engine.game import Game
from cc_dsl.errors import UserError
from cc_dsl.pipeline import Edition
from cc_dsl.source.files import LARGEST_RULES, read_source

ROOT = Path(__file__).parents[2]
SECONDS = 10.0
BYTES = 1 << 30
MOVES = 30
"""The most moves of a game."""
WHOLE_EVERY = 20
"""One file in so many is read as a whole, and played four times as long with reasons."""
SMALL = (
    *sorted((ROOT / "tests" / "games").glob("*/game.rules")),
    ROOT / "tests" / "problems" / "three-gates" / "game.rules",
    ROOT / "tests" / "adapters" / "kuhn.rules",
)
LARGE = tuple(sorted((ROOT / "corpus").glob("*/game.rules")))
OVERLAY = (
    'this edition is 1862, but "a Hit of seven".\ninstead of §VI.4: a player is at-a-Hit if his score is at least 7.\n'
    "without §II.8.\nbesides §II.5: a Suit requires that the Lead is not Ace of Hearts.\n"
    'with both-at-five as all-at-once.\nin §VI.4, for "A Hit is 5" read "A Hit is 7".\n'
)
BLOCK = re.compile(r"^§(\S+).*\n((?:[ ].*\n|\n)*)", re.MULTILINE)
NUMBERS = ("0", "1", "2", "16", "17", "53", "999999", "1000000", "9" * 40, "1.5", "minus 3", "-1", "007")
SIGNS = (
    "\x00", "\t", "\r", "\r\n", "\u00a0", "\u202e", "\ufeff", "\u0301", "“", "’", "§", "…", "\U0001f0a1", "\x1b[2J",
    '"', "#", "|", "(", ")", ":", ";", ".", ",", "{", "}", "$", "\\x41", "\\N{DIGIT ONE}", "%s", "__import__",
)  # fmt: skip
BAD = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\x80", b"\xfe\xff")
"""Bytes that are not UTF-8."""


EXPECTED = {"refused", "played", "stopped"}
"""The allowed results of a file; the rules of a `stopped` one end play with an error."""


class Trial(NamedTuple):
    """The result of a file."""

    end: str
    """One of `EXPECTED`, or the name of a failure."""
    code: str
    """The code of the first problem of a file that is refused, or of the error that stopped it."""
    seconds: float


class TooLong(BaseException):
    """The error of a file that has used up its time; no code of the package may catch it."""


class Texts(NamedTuple):
    """The undamaged files."""

    small: tuple[str, ...]
    large: tuple[str, ...]
    overlays: tuple[str, ...]
    all: tuple[str, ...]


@cache
def texts() -> Texts:
    """Return the undamaged files."""
    small = tuple(path.read_text("utf-8") for path in SMALL)
    large = tuple(path.read_text("utf-8") for path in LARGE)
    overlays = tuple(overlay_of(path) for path in SMALL if BLOCK.search(path.read_text("utf-8")))
    return Texts(small, large, overlays, (*small, *large, *overlays, OVERLAY))


def overlay_of(path: Path) -> str:
    """Return an overlay of a game that leaves out its last clause, replaces one by itself, and repeats another."""
    text = path.read_text("utf-8")
    blocks = [block for block in BLOCK.findall(text) if block[1].strip()]
    lines = [f'this edition is "{path.parent.name}.rules", but "changed".', f"without §{blocks[-1][0]}."]
    for how, (name, body) in zip(("instead of", "besides"), blocks, strict=False):
        lines.append(f"{how} §{name}:\n{body.rstrip()}")
    return "\n".join(lines) + "\n"


def original_text(chance: random.Random) -> str:
    """Return a file to damage: of 500, one is long, one an overlay of a long file, thirty overlays of small ones."""
    number = chance.randrange(500)
    if number == 0:
        return chance.choice(texts().large)
    if number == 1:
        return OVERLAY
    return chance.choice(texts().overlays if number < 32 else texts().small)


@lru_cache(maxsize=64)
def words_of(text: str) -> tuple[str, ...]:
    """Return a file divided into words, signs and spaces."""
    return tuple(re.findall(r'"[^"\n]*"|[\w-]+|\s+|[^\w\s]', text))


def damaged_file(seed: int) -> bytes:
    """Return the file of a seed: a game with one to five changes."""
    chance = random.Random(seed)
    text = original_text(chance)
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5))):
        text = chance.choice(CHANGES)(text, chance)
    data = text.encode("utf-8", "surrogatepass")
    if chance.random() < 0.03:
        at = chance.randrange(len(data) + 1)
        data = data[:at] + chance.choice(BAD) + data[at:]
    if chance.random() < 0.02:
        data = data.replace(b"\n", b"\r\n")
    return data


Change = Callable[[str, random.Random], str]


def _word(text: str, chance: random.Random) -> str:
    """Delete, double, exchange or replace a word."""
    words = [*words_of(text)]
    places = [number for number, word in enumerate(words) if not word.isspace()]
    if len(places) < 2:
        return text
    at, other = chance.choice(places), chance.choice(places)
    how = chance.randrange(5)
    if how == 0:
        words[at] = ""
    elif how == 1:
        words[at] = f"{words[at]} {words[at]}"
    elif how == 2:
        words[at], words[other] = words[other], words[at]
    else:
        donor = words_of(chance.choice(texts().all)) if how == 3 else words
        words[at] = chance.choice([word for word in donor if not word.isspace()])
    return "".join(words)


def _line(text: str, chance: random.Random) -> str:
    """Delete, double, exchange, move or indent a line."""
    lines = text.split("\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    how = chance.randrange(5)
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(at, lines[at])
    elif how == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif how == 3:
        lines.insert(other, lines.pop(at))
    else:
        lines[at] = chance.choice(("  ", "\t", "    ", " ")) + lines[at] if chance.random() < 0.5 else lines[at].strip()
    return "\n".join(lines)


def _splice(text: str, chance: random.Random) -> str:
    """Insert lines of another game, or replace lines by them."""
    lines, others = text.split("\n"), chance.choice(texts().all).split("\n")
    start = chance.randrange(len(others))
    passage = others[start : start + chance.choice((1, 2, 3, 8, 20))]
    at = chance.randrange(len(lines))
    lines[at : at + chance.choice((0, 0, len(passage)))] = passage
    return "\n".join(lines)


def _number(text: str, chance: random.Random) -> str:
    """Replace a number by another."""
    words = [*words_of(text)]
    places = [number for number, word in enumerate(words) if word.isdigit()]
    if places:
        words[chance.choice(places)] = chance.choice(NUMBERS)
    return "".join(words)


def _depth(text: str, chance: random.Random) -> str:
    """Insert many nested brackets, phrases, conditions or loops."""
    count = chance.choice((3, 30, 99, 101, 1000))
    words = [*words_of(text)]
    at = chance.randrange(len(words) or 1)
    opening = chance.choice(
        ("(", "not (", "the number of ", "if the winner is none: ", "each player in turn: ", "2 times: ")
    )
    closing = ")" * count if opening.endswith("(") and chance.random() < 0.7 else ""
    words[at:at] = [opening * count + closing]
    return "".join(words)


def _size(text: str, chance: random.Random) -> str:
    """Repeat a part of the file many times."""
    start = chance.randrange(len(text) + 1)
    piece = text[start : start + chance.choice((1, 20, 200, 2000))]
    count = chance.choice((2, 2, 3, 3, 20, 300))
    return text[:start] + (piece * count)[:250_000] + text[start:]


def _sign(text: str, chance: random.Random) -> str:
    """Insert a sign, replace characters by one, or delete some."""
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice((*SIGNS, "")) + text[at + chance.choice((0, 0, 1, 5)) :]


def _end(text: str, chance: random.Random) -> str:
    """Delete the end or the beginning of a file."""
    at = chance.randrange(len(text) + 1)
    return text[:at] if chance.random() < 0.6 else text[at:]


def _rename(text: str, chance: random.Random) -> str:
    """Replace a word by another of the file wherever it occurs."""
    words = [*words_of(text)]
    names = sorted({word for word in words if word[0].isalpha()})
    if len(names) < 2:
        return text
    old, new = chance.sample(names, 2)
    return "".join(new if word == old else word for word in words)


CHANGES: tuple[Change, ...] = (
    _word, _word, _word, _word, _line, _line, _splice, _splice, _number, _number, _depth, _size, _sign, _end, _rename,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ trials


def try_file(data: bytes, folder: Path, seed: int = 0) -> Trial:
    """Check, resolve and play a file; an exception that is not a refusal is not caught."""
    path = folder / "game.rules"
    path.write_bytes(data)
    if not (folder / "nim.rules").exists():
        for parent in SMALL:
            (folder / f"{parent.parent.name}.rules").write_bytes(parent.read_bytes())
    start = time.process_time()

    def result(end: str, code: str = "") -> Trial:
        return Trial(end, code, time.process_time() - start)

    is_whole = seed % WHOLE_EVERY == 0
    try:
        text = None if is_whole else read_source(str(path), LARGEST_RULES).text
        edition = Edition(str(path), {}, text)
        report = check(edition)
        errors = [problem for problem in report.problems if problem.level == "error"]
        if errors:
            return result("refused", first_code(errors))
        game = Game(edition.rules, seed=seed % 1000, reasons=is_whole, seats=edition.rules.seats[0])
        chance = random.Random(seed)
        for _ in range(4 * MOVES if is_whole else MOVES):
            if game.is_over or not game.options:
                break
            game.play(chance.choice([*game.options]))
        return result("played")
    except RulesError as error:
        return result("refused", first_code(error.problems))
    except (RulesFault, UserError) as error:
        return result("stopped", getattr(error, "code", type(error).__name__))


def first_code(problems: Sequence[Problem]) -> str:
    """Return the code of the first problem; assert that all can be printed, are sentences and have explanations."""
    assert render_text(problems)
    for problem in problems:
        assert problem.sentence[-1] in '.?"', problem.sentence
        assert problem.code in explanations(), problem.code
    return problems[0].code


def try_bounded(data: bytes, folder: Path, seed: int) -> Trial:
    """Try a file within its time; return any failure as a result."""
    signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return try_file(data, folder, seed)
    except TooLong:
        return Trial("too long", "", SECONDS)
    except MemoryError:
        return Trial("too large", "", 0.0)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        name = Path(where.filename).name
        return Trial("exception", f"{type(error).__name__}: {str(error)[:120]} ({name}:{where.lineno})", 0.0)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_long(number: int, frame: object) -> None:
    raise TooLong


def main() -> int:
    """Try files, and print their results; return 1 if a result is not expected."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="print the files instead of trying them")
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.files)
    if arguments.show:
        sys.stdout.buffer.writelines(map(damaged_file, seeds))
        return 0
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    ends, longest = collections.Counter[str](), (0.0, 0)
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            trial = try_bounded(damaged_file(seed), Path(folder), seed)
            ends[trial.end] += 1
            longest = max(longest, (trial.seconds, seed))
            if trial.end not in EXPECTED:
                print(f"seed {seed}: {trial.end} {trial.code}", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{ends.total()} files from seed {arguments.seed}: {dict(ends)}")
    print(f"longest {longest[0]:.2f} s (seed {longest[1]}), peak {peak:.0f} MB, {time.process_time():.0f} s in all")
    return 0 if {*ends} <= EXPECTED else 1


if __name__ == "__main__":
    sys.exit(main())
