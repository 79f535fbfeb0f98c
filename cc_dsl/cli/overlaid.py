"""Compare an edition with an overlay: the changed rules, the smallest case, and games side by side."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal

if TYPE_CHECKING:
    from cc_dsl.compare.alignment import Alignment
    from cc_dsl.pipeline import Edition
    from cc_dsl.study.documents import Beside

SECONDS = 20.0
"""The search for the smallest case takes no more processor time than this."""
GAMES = 1500
"""The number of games that are played of each."""


def find_cases(first: Edition, second: Edition, alignment: Alignment) -> None:
    """Search once for the smallest case of each row whose rules differ; the cases are cached."""
    from cc_dsl import cache
    from cc_dsl.compare.play.cases import FILE
    from cc_dsl.compare.play.clock import Clock
    from cc_dsl.compare.play.verdicts import differing, searched

    path = os.path.join(alignment.folder, FILE)
    if os.path.exists(path):
        return
    rows = differing(first, second, alignment)

    def tell(row: str) -> None:
        click.echo(f"searching for a case in which §{row.partition('=')[0]} matters …", err=True)

    found = searched(first, second, alignment, 0, rows, tell, Clock(SECONDS))
    os.makedirs(alignment.folder, mode=0o700, exist_ok=True)
    cache.write_own(path, found.text.encode())


def games_of(first: Edition, second: Edition) -> Beside | None:
    """Play games of both between players at random; none where they cannot be played by the same number."""
    from cc_dsl.study.effects import beside

    seats = max(first.rules.seats[0], second.rules.seats[0])
    if seats > min(first.rules.seats[1], second.rules.seats[1]):
        return None
    click.echo(f"playing {GAMES} games of each …", err=True)
    return beside(first.rules, second.rules, seats, 0, GAMES)


def lines_of_games(names: tuple[str, str], found: Beside) -> Iterator[str]:
    """Yield how the games of both ended, side by side."""
    from cc_dsl.study.effect_words import moves, percent, points, verdict
    from cc_dsl.study.effects import NOBODY

    yield from terminal.wrapped(
        f"{found['games']:,} games of each between {found['players']} random players, with 95 % intervals:"
    )
    yield ""
    rows = [["", *names, "difference in points"]]
    for who, difference in found["wins"].items():
        shares = [share[who] for share in found["shares"]]
        if who != NOBODY or any(share["share"] for share in shares):
            rows.append([f"{who} wins", *map(percent, shares), points(difference)])
    yield from terminal.table(rows)
    yield ""
    yield f"difference in moves per game: {moves(found)}"
    yield from terminal.wrapped(f"games that must end differently: {verdict(found)}")
