"""The rules live in the rules files: changing a number there changes the play, or is refused."""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Mapping

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.interpreter.engine import Game, playout
from cc_dsl.interpreter.judge import JudgeFault, answer
from cc_dsl.interpreter.state import RulesFault
from cc_dsl.rules.gather import Part
from cc_dsl.rules.model import Rules
from cc_dsl.rules.resolve import resolve
from cc_dsl.source.files import Source, read_source
from cc_dsl.syntax.parser import parse
from cc_dsl.table.chance import Chance

HERE = os.path.dirname(os.path.abspath(__file__))
EDITION = pipeline.load("1862")
TEXT = EDITION.source.text
BOUND = re.compile(r"(at most|from|to|place for|player) $")
"""What stands before a number that only bounds, or names a player."""

BEYOND_SIX = (
    {"lead": "2S", "sides": [["3C", "4D", "9D"], ["5C", "5D", "5H"]]},
    {"lead": "2S", "sides": [["4S", "6S", "9D"], ["3C", "3D", "3H"]]},
)
"""Tricks that take more than six cards where every Line with the Lead ranks above those without."""


def numbers() -> list[tuple[int, int]]:
    """Give the span of every number that is a rule of its own: no bound, no number of a clause, not in a quotation."""
    found = []
    for match in re.finditer(r'"[^"\n]*"|§[\w.]+|(?<![\w-])\d+(?![\w-])', TEXT):
        if (
            match.group().isdigit()
            and not BOUND.search(TEXT[: match.start()])
            and "edition" not in _line(match.start())
        ):
            found.append(match.span())
    return found


def _line(offset: int) -> str:
    start = TEXT.rfind("\n", 0, offset) + 1
    return TEXT[start : TEXT.find("\n", offset)]


def rules_of(text: str, readings: Mapping[str, str]) -> Rules | None:
    """Resolve a changed rules file under some readings, or give None where it is refused."""
    library = read_source(resources.library_file("playing-cards"))
    parts = []
    for source in (library, Source("changed.rules", text)):
        start, _ = parse(source)
        if start is None:
            return None
        parts.append(Part(start, source, source is library))
    digest = f"{zlib.crc32(text.encode())} {sorted(readings.items())}"
    rules, problems = resolve("1862", "changed", parts, readings, digest)
    return None if problems else rules


def fingerprint(rules: Rules) -> int:
    """Give a number of what games ask and answer, of what their players see, and of what tricks are worth."""
    mark = 0

    def choose(player: int, options: list[int]) -> int:
        nonlocal mark
        mark = zlib.crc32(repr((player, options)).encode(), mark)
        return options[chance.below(len(options))]

    for seed in range(24):
        chance = Chance(seed)
        try:
            outcome = playout(rules, seed, choose)
        except RulesFault as fault:
            mark = zlib.crc32(str(fault).encode(), mark)
            continue
        mark = zlib.crc32(repr(outcome).encode(), mark)
    mark = zlib.crc32(repr(_views(rules)).encode(), mark)
    with open(os.path.join(HERE, "facts", "tricks-1862.json"), encoding="utf-8") as file:
        tricks = json.load(file)
    for trick in (*tricks, *BEYOND_SIX):
        try:
            value = answer(rules, "judge", {"lead": [trick["lead"]], "side": trick["sides"]}).value
        except (RulesFault, JudgeFault) as fault:
            value = {"fault": str(fault)}
        mark = zlib.crc32(repr(value).encode(), mark)
    return mark


def _views(rules: Rules) -> list[object]:
    """Give what both players see in the first tricks of a game."""
    game = Game(rules, seed=1)
    seen: list[object] = []
    for _ in range(24):
        if game.is_over:
            break
        seen.append([repr(game.view(player)) for player in range(2)])
        game.play(game.moves()[0].answer)
    return seen


@pytest.fixture(scope="module")
def as_printed() -> dict[str, int]:
    """Give the fingerprints of the rules as they are, made once for each reading that is asked about."""
    return {}


def _reading_at(offset: int) -> dict[str, str]:
    """Give the choice of readings under which the sentence at a place holds."""
    before = TEXT[:offset]
    heading = list(re.finditer(r"(?m)^  (?:reading|gap) ([\w-]+)", before))
    if not heading or re.search(r"(?m)^(?:  \S|\S)", before[heading[-1].end() :]):
        return {}
    names = re.findall(r"(?m)^    ([\w'-]+)(?=[ ,])", before[heading[-1].end() :])
    return {heading[-1].group(1): names[-1]} if names else {}


@pytest.mark.parametrize("span", numbers(), ids=lambda span: f"line-{TEXT.count(chr(10), 0, span[0]) + 1}-{span[0]}")
def test_changing_a_number_changes_the_play(span: tuple[int, int], as_printed: dict[str, int]) -> None:
    """Each number of the encoding, one more than printed, is refused or plays and judges otherwise."""
    start, end = span
    readings = _reading_at(start)
    changed = rules_of(TEXT[:start] + str(int(TEXT[start:end]) + 1) + TEXT[end:], readings)
    if changed is None:
        return
    key = repr(readings)
    if key not in as_printed:
        printed = rules_of(TEXT, readings)
        assert printed is not None
        as_printed[key] = fingerprint(printed)
    assert fingerprint(changed) != as_printed[key], _line(start)
