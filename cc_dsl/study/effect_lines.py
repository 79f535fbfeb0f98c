"""The effect of each other answer to an open place, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cc_dsl.study.effect_words import moves, verdict, wins
from cc_dsl.words.layout import COLUMNS, capital, wrapped

if TYPE_CHECKING:
    from cc_dsl.rules.titles import Titles
    from cc_dsl.study.documents import Effect, Influences

HOW_TO_READ = (
    "The 95 % interval is in brackets. The effect in whole games "
    "is the least share of games that must have a different result; it is estimated from independent samples. An "
    "effect counts as found only if its test passes after Holm's correction for all tests of this edition."
)


def effect_lines(measures: Influences, titles: Titles, columns: int = COLUMNS) -> Iterator[str]:
    """Return the lines that report the effects; none if no effect was measured."""
    if "readings" not in measures:
        return
    yield ""
    yield from wrapped(HOW_TO_READ, columns=columns)
    for row in measures["readings"]["answers"]:
        yield ""
        yield f"  {capital(titles.said(row['doubt'], row['answer']))}"
        for label, words in _games(row):
            yield from wrapped(f"{label}: {words}", "    ", "      ", columns)


def _games(row: Effect) -> Iterator[tuple[str, str]]:
    yield "games with a different result", verdict(row)
    yield "wins, in percentage points", "; ".join(f"{who} {said}" for who, said in wins(row))
    yield "moves in a game", moves(row)
