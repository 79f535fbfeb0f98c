"""Reduce a program to the lines that a difference between engines needs."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cc_dsl.source.files import Source
from cc_dsl.syntax.printer import print_rules
from tests.fuzz.playing import Refused, differences


def shrink(text: str, seed: int, engines: tuple[str, ...]) -> str:
    """Return a program with fewer lines that shows the first difference of this one in the game of a seed."""
    original = differences(text, seed, engines)
    if not original:
        raise ValueError("the engines play this program alike")
    first = original[0].engine, original[0].symptom

    def is_same(changed: str) -> bool:
        try:
            others = differences(changed, seed, (first[0],))
        except Refused:
            return False
        return any((difference.engine, difference.symptom) == first for difference in others)

    text, attempts = print_rules(Source("made.rules", text)), set[str]()
    while True:
        for changed in fewer_lines(text):
            if changed not in attempts and len(changed) < len(text):
                attempts.add(changed)
                if is_same(changed):
                    text = changed
                    break
        else:
            return text


def fewer_lines(text: str) -> Iterator[str]:
    """Yield the text without a line and its block, with only the lines of the block, and with `nothing.` instead."""
    lines = text.split("\n")
    depths = [len(line) - len(line.lstrip()) if line.strip() else 99 for line in lines]
    order = list(range(1, len(lines)))
    random.Random(0).shuffle(order)
    for first in sorted(order, key=lambda place: depths[place]):
        if not lines[first].strip():
            continue
        last = first + 1
        while last < len(lines) and depths[last] > depths[first]:
            last += 1
        before, inside, after = lines[:first], lines[first + 1 : last], lines[last:]
        yield "\n".join([*before, *after])
        if inside:
            step = depths[first + 1] - depths[first]
            yield "\n".join([*before, *(line[step:] for line in inside), *after])
        yield "\n".join([*before, f"{' ' * depths[first]}nothing.", *after])
