"""Makes a program small that still shows the same difference: fewer lines first, then simpler phrases."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias, TypeGuard

from cc_dsl.source.files import Source
from cc_dsl.syntax import nodes
from cc_dsl.syntax.printer import print_rules
from cc_dsl.trees import children, walk
from tests.fuzz.playing import Difference, Refused, differences, loaded, parsed, setting

Phrase: TypeAlias = nodes.Thing | nodes.Condition | nodes.Case | nodes.Is_ | nodes.Has

SIMPLE: Final = ("1", "0", "player 1", "he", "it", "the players", "1 is 1", "1 is 2")
"""What stands for a phrase, if it fits there."""


def shrunk(text: str, seed: int, engines: tuple[str, ...]) -> str:
    """Return a program that differs as this one does in the game of a seed, with as little in it as possible."""
    found = differences(text, seed, engines)
    if not found:
        raise ValueError("this program differs in nothing")
    wanted = _key(found[0])
    only = (found[0].engine,)

    def is_same(changed: str) -> bool:
        try:
            choices, _ = setting(changed, seed)
            loaded(changed, choices, is_strict=False)
        except Refused:
            return False
        return any(_key(one) == wanted for one in differences(changed, seed, only, is_strict=False))

    text = print_rules(Source("made.rules", text))
    while True:
        before = text
        for changes in (_fewer_lines, _simpler_phrases):
            text = _reduced(text, changes, is_same)
        if text == before:
            return text


def _key(difference: Difference) -> tuple[str, str]:
    return difference.engine, difference.what


def _reduced(text: str, changes: Callable[[str], Iterator[str]], is_same: Callable[[str], bool]) -> str:
    """Return the text after every change that leaves the difference; begin again at the same place after each."""
    tried: set[str] = set()
    while True:
        for changed in changes(text):
            if changed in tried or len(changed) >= len(text):
                continue
            tried.add(changed)
            if is_same(changed):
                text = changed
                break
        else:
            return text


def _fewer_lines(text: str) -> Iterator[str]:
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
        indent = " " * depths[first]
        yield "\n".join([*before, f"{indent}nothing.", *after])


def _simpler_phrases(text: str) -> Iterator[str]:
    """Yield the text with a phrase replaced by a phrase inside it, or by a simple one; the longest first."""
    phrases = [node for node in walk(parsed(text)) if _is_phrase(node)]
    for node in sorted(phrases, key=lambda one: one.span.start - one.span.end):
        before, after = text[: node.span.start], text[node.span.end :]
        inner = [text[one.span.start : one.span.end] for one in children(node) if _is_phrase(one)]
        for words in (*inner, *SIMPLE):
            if len(words) < node.span.end - node.span.start:
                yield before + words + after
        if isinstance(node, nodes.Case):
            yield before + text[node.thing.span.start : node.thing.span.end] + after


def _is_phrase(node: object) -> TypeGuard[Phrase]:
    return isinstance(node, nodes.Thing | nodes.Condition | nodes.Case | nodes.Is_ | nodes.Has)
