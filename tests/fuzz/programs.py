"""Random programs: a small game in which a few phrases, acts and sentences are exchanged for others that stand in it.

Every sentence of the language stands in some of these games: those in `tests/games`, the former defects, and the
programs in `written/`, whose sentences were put together at random.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.trees import walk
from tests.fuzz.playing import Refused, loaded, parsed
from tests.mutation.mutants import SWAPS

TESTS = Path(__file__).parents[1]
FOLDERS = ("games/*/game", "fuzz/written/*", "fuzz/found/*", "differential/defects/*")
FAMILIES = (nodes.Thing, nodes.Condition, nodes.Relative, nodes.VerbPhrase, nodes.Act, nodes.Statement)
"""Classes of nodes of which each can stand in the place of another, if it fits."""
MOST_CHANGES = 8
TRIES = 40
"""If so many changes in a row are refused, a program has no more of them."""
WORDS = re.compile(rf"(?<![\w-])(?:\d+|{'|'.join(map(re.escape, SWAPS))})(?![\w-])")
"""Numbers, and words that have an opposite."""


@cache
def games() -> tuple[str, ...]:
    """Return the games that are changed."""
    paths = [path for folder in FOLDERS for path in sorted(TESTS.glob(f"{folder}.rules"))]
    return tuple(path.read_text("utf-8") for path in paths)


def program(seed: int) -> str:
    """Return the program of a seed: so many seeds in a row as there are changes go on from one game."""
    return programs_from(seed // MOST_CHANGES)[seed % MOST_CHANGES]


@lru_cache(maxsize=1)
def programs_from(number: int) -> tuple[str, ...]:
    """Return one game with one change, with two, and so on; that many numbers in a row as there are games take each."""
    chance, text, made = random.Random(number), games()[number % len(games())], []
    for _ in range(MOST_CHANGES):
        text = next((one for one in changes(text, chance) if is_accepted(one)), text)
        made.append(text)
    return tuple(made)


def is_accepted(text: str) -> bool:
    """Return whether a program can be played."""
    try:
        return "game" in loaded(text, {}).procedures
    except Refused:
        return False


def changes(text: str, chance: random.Random) -> Iterator[str]:
    """Yield programs that differ from another at one place; about half of them are refused."""
    families = [[one for one in walk(parsed(text)) if isinstance(one, family)] for family in FAMILIES]
    words = [*WORDS.finditer(text)]
    for _ in range(TRIES):
        way = chance.random()
        if way < 0.15 and words:
            word = chance.choice(words)
            new = SWAPS.get(word[0]) or str(abs(int(word[0]) + chance.choice((-1, 1))))
            yield text[: word.start()] + new + text[word.end() :]
            continue
        family = chance.choice([one for one in families if one])
        old, other = chance.choice(family), chance.choice(family)
        new = _moved(text, other.span, old.span)
        if way < 0.25 and isinstance(old, nodes.Condition):
            new = f"not ({text[old.span.start : old.span.end]})"
        elif way < 0.3 and isinstance(old, nodes.Act):
            new = "nothing."
        elif way < 0.6 and isinstance(old, nodes.Thing | nodes.Condition):
            new = f"({new})"
        yield text[: old.span.start] + new + text[old.span.end :]


def _moved(text: str, span: Span, to: Span) -> str:
    """Return a stretch of a program, indented as it must be at another place."""
    here, there = (re.match(" *", text[text.rfind("\n", 0, one.start) + 1 :]) for one in (span, to))
    assert here is not None
    assert there is not None
    return text[span.start : span.end].replace("\n" + here[0], "\n" + there[0])
