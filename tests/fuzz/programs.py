"""Random programs: small games in which a few phrases, acts and sentences are replaced by others of the same game.

The games are those in `tests/games`, the former defects, and the programs in `written/`, whose sentences were combined
at random; together they contain every sentence of the language.
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
from tests.fuzz.playing import Refused, rules_of, tree_of
from tests.mutation.mutants import SWAPS

TESTS = Path(__file__).parents[1]
FOLDERS = ("games/*/game", "fuzz/written/*", "fuzz/found/*", "differential/defects/*")
FAMILIES = (nodes.Thing, nodes.Condition, nodes.Relative, nodes.VerbPhrase, nodes.Act, nodes.Statement)
"""The families of nodes; a node of a family can often replace another of it."""
MOST_CHANGES = 8
TRIES = 40
"""The most attempts to find an accepted change of a program."""
WORDS = re.compile(rf"(?<![\w-])(?:\d+|{'|'.join(map(re.escape, SWAPS))})(?![\w-])")
"""Numbers, and words that have an opposite."""


@cache
def games() -> tuple[str, ...]:
    """Return the games that are changed; the definition would need minutes for a loop of a million rounds."""
    paths = [path for folder in FOLDERS for path in sorted(TESTS.glob(f"{folder}.rules"))]
    return tuple(path.read_text("utf-8").replace("999999", "9999") for path in paths)


def program(seed: int) -> str:
    """Return the program of a seed; the programs of `MOST_CHANGES` seeds in a row come from one game."""
    return programs_from(seed // MOST_CHANGES)[seed % MOST_CHANGES]


@lru_cache(maxsize=1)
def programs_from(number: int) -> tuple[str, ...]:
    """Return a game with one change, with two, and so on; the numbers go through all games in turn."""
    chance, text, programs = random.Random(number), games()[number % len(games())], []
    for _ in range(MOST_CHANGES):
        text = next((changed for changed in changes(text, chance) if is_accepted(changed)), text)
        programs.append(text)
    return tuple(programs)


def is_accepted(text: str) -> bool:
    """Return whether a program can be played."""
    try:
        return "game" in rules_of(text, {}).procedures
    except Refused:
        return False


def changes(text: str, chance: random.Random) -> Iterator[str]:
    """Yield programs that differ from another at one place; about half of them are refused."""
    families = [[node for node in walk(tree_of(text)) if isinstance(node, family)] for family in FAMILIES]
    words = [*WORDS.finditer(text)]
    for _ in range(TRIES):
        way = chance.random()
        if way < 0.15 and words:
            word = chance.choice(words)
            new = SWAPS.get(word[0]) or str(abs(int(word[0]) + chance.choice((-1, 1))))
            yield text[: word.start()] + new + text[word.end() :]
            continue
        family = chance.choice([family for family in families if family])
        old, other = chance.choice(family), chance.choice(family)
        new = _reindent(text, other.span, old.span)
        if way < 0.25 and isinstance(old, nodes.Condition):
            new = f"not ({text[old.span.start : old.span.end]})"
        elif way < 0.3 and isinstance(old, nodes.Act):
            new = "nothing."
        elif way < 0.6 and isinstance(old, nodes.Thing | nodes.Condition):
            new = f"({new})"
        yield text[: old.span.start] + new + text[old.span.end :]


def _reindent(text: str, span: Span, target: Span) -> str:
    """Return a part of a program with the indentation of another part."""
    old, new = (re.match(" *", text[text.rfind("\n", 0, place.start) + 1 :]) for place in (span, target))
    assert old is not None
    assert new is not None
    return text[span.start : span.end].replace("\n" + old[0], "\n" + new[0])
