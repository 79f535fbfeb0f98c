"""Makes a program small that still shows the same difference: every line is left out that can be."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cc_dsl.source.files import Source
from cc_dsl.syntax.printer import print_rules
from tests.fuzz.playing import Refused, differences


def shrunk(text: str, seed: int, engines: tuple[str, ...]) -> str:
    """Return a program that differs as this one does in the game of a seed, with as few lines as possible."""
    found = differences(text, seed, engines)
    if not found:
        raise ValueError("this program differs in nothing")
    wanted = found[0].engine, found[0].what

    def is_same(changed: str) -> bool:
        try:
            others = differences(changed, seed, (wanted[0],))
        except Refused:
            return False
        return any((one.engine, one.what) == wanted for one in others)

    text, tried = print_rules(Source("made.rules", text)), set[str]()
    while True:
        for changed in fewer_lines(text):
            if changed not in tried and len(changed) < len(text):
                tried.add(changed)
                if is_same(changed):
                    text = changed
                    break
        else:
            return text


def fewer_lines(text: str) -> Iterator[str]:
    """Yield the text without a line and what stands under it; with `nothing.` in its place; with the inner lines."""
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
