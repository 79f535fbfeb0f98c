"""Compare the engine in the page with that of the terminal: tricks value by value, records of games byte by byte."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cc_dsl import load
from cc_dsl.compare.deals import shared_layout
from cc_dsl.engine.game import Game
from cc_dsl.players.computers import computers
from cc_dsl.players.seats import play_out
from cc_dsl.table import record
from cc_dsl.table.chance import Chance
from tests.browser.looking import SCRIPTS

EDITIONS = ("1860", "1862")
PLAYERS = ("random", "random")
"""Players who do not think, so that many games are played soon."""
AT_ONCE = 50


def ask(page: Any, messages: list[dict[str, Any]]) -> list[Any]:
    """Put messages to the engine of a page, one after another; return the answers."""
    found: list[Any] = page.evaluate(SCRIPTS["answers"], messages)
    return found


def tricks_that_differ(page: Any, edition: str, count: int, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """Yield each random deal that page and terminal answer differently, with both answers."""
    loaded = load(edition)
    rules = loaded.rules
    layout, chance = shared_layout(rules, rules, "judge"), Chance(seed)
    deals = [layout.words_of_deal(layout.random_deal(chance)) for _ in range(count)]
    for begin in range(0, count, AT_ONCE):
        given = deals[begin : begin + AT_ONCE]
        answers = ask(page, [{"do": "judge", "edition": edition, "given": one} for one in given])
        for deal, answer in zip(given, answers, strict=True):
            found = loaded.judge(**dict[str, Any](deal))
            here = {"value": found.value, "clauses": [*found.clauses]}
            there = {key: answer[key] for key in here} if isinstance(answer, dict) else answer
            if here != there:
                yield deal, here, there


def games_that_differ(page: Any, edition: str, count: int, seed: int) -> Iterator[tuple[int, str, str]]:
    """Yield the seed of each game whose records differ, with both records."""
    for number in range(seed, seed + count):
        (there,) = ask(page, [{"do": "begin", "edition": edition, "players": [*PLAYERS], "seed": number}])
        game = Game(load(edition).rules, seed=number)
        play_out(game, computers(PLAYERS, number))
        here = record.write(game.record(PLAYERS))
        if not isinstance(there, dict) or there["record"] != here:
            yield number, here, there["record"] if isinstance(there, dict) else str(there)
