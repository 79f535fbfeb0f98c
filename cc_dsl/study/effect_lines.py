"""The effect of each other answer to an open place, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cc_dsl.explain.layout import COLUMNS, wrapped
from cc_dsl.explain.sentences import capital
from cc_dsl.study.effect_words import moves, percent, verdict, wins

if TYPE_CHECKING:
    from cc_dsl.explain.titles import Titles
    from cc_dsl.study.documents import Answered, Effect, Influences, StepsDocument

HOW_TO_READ = (
    "The 95 % interval is in brackets. A step of play runs from one choice to the next. The effect in whole games "
    "is the least share of games that must have a different result; it is estimated from independent samples. An "
    "effect counts as found only if its test passes after Holm's correction for all tests of this edition."
)


def effect_lines(measures: Influences, titles: Titles, columns: int = COLUMNS) -> Iterator[str]:
    """Return the lines that report the effects; none if no effect was measured."""
    steps = {_name(one): one for one in measures.get("decisions", ())}
    games = {_name(one): one for one in measures["readings"]["answers"]} if "readings" in measures else {}
    if not steps and not games:
        return
    yield ""
    yield from wrapped(HOW_TO_READ, columns=columns)
    for name in dict.fromkeys([*games, *steps]):
        yield ""
        yield f"  {capital(titles.said(*name))}"
        for label, words in [*_steps(steps.get(name)), *_games(games.get(name))]:
            yield from wrapped(f"{label}: {words}", "    ", "      ", columns)


def _name(row: Answered) -> tuple[str, str]:
    return row["doubt"], row["answer"]


def _steps(row: StepsDocument | None) -> Iterator[tuple[str, str]]:
    if row is None:
        return
    yield "steps of play that change", percent(row["steps"])
    yield "games in which a step changes", percent(row["games"])
    for question, asked in row["questions"].items():
        if asked["changed"]["count"] or asked["consulted"]["count"]:
            changed, consulted = percent(asked["changed"]), percent(asked["consulted"])
            yield (
                f"answers to the question “{question}” that change",
                f"{changed}; the rule is consulted in {consulted}",
            )


def _games(row: Effect | None) -> Iterator[tuple[str, str]]:
    if row is None:
        return
    yield "games with a different result", verdict(row)
    yield "wins, in percentage points", "; ".join(f"{who} {said}" for who, said in wins(row))
    yield "moves in a game", moves(row)
