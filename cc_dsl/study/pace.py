"""Decide whether to compile machine code, by the estimated time of the games without it.

Loading cached machine code takes a few hundredths of a second, and compiling it takes seconds; then it plays some sixty
times as fast as plain Python.  The first few games of a study are therefore played in plain Python and timed, once for
each edition and number of players: the time of one game is stored for the next run.  The games and the results are the
same with either engine; only the running time may depend on the clock.
"""

from __future__ import annotations

import time

from cc_dsl.compiler import source_cache
from cc_dsl.compiler.games import CompiledGames, can_compile, compiling_seconds, has_machine_code, too_long
from cc_dsl.rules import model

LOADING = 0.03
"""The extra seconds that it takes to load cached machine code instead of plain Python."""
SURELY = 20
"""The number of games up to which the question is not worth asking, however long they are."""
PACE = "pace"
SAMPLE = 0.01
"""The seconds for which games are played to measure their speed."""


def is_worth_compiling(rules: model.Rules, seats: int, games: int) -> bool:
    """Return whether this many games are played faster by machine code, including the time to load or compile it."""
    if games <= SURELY or not can_compile():
        return False
    expected = games * pace(rules, seats)
    return expected > LOADING and expected > preparing(rules, seats) and not too_long(rules, seats)


def preparing(rules: model.Rules, seats: int) -> float:
    """Return about how many seconds it takes to have machine code."""
    source = source_cache.kept_source(rules, seats)
    if source is not None and has_machine_code(source):
        return LOADING
    return compiling_seconds(rules, seats)


def pace(rules: model.Rules, seats: int) -> float:
    """Return about how many seconds a game takes in plain Python: as it was measured before, or is now."""
    known = source_cache.recalled(PACE, rules, seats)
    try:
        return float(known or b"")
    except ValueError:
        measured = _measured(rules, seats)
        source_cache.keep(f"{measured:.9f}".encode(), PACE, rules, seats)
        return measured


def _measured(rules: model.Rules, seats: int) -> float:
    machine = CompiledGames(rules, seats)
    start, games = time.process_time(), 0
    for _ in machine.rows(0, SURELY):
        games += 1
        if time.process_time() - start > SAMPLE:
            break
    return (time.process_time() - start) / games
