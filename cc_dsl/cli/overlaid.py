"""Compare an edition with an overlay: a small deal that separates them, and games of both side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from cc_dsl.cli import terminal

if TYPE_CHECKING:
    from cc_dsl.compare.alignment import Alignment
    from cc_dsl.compare.cases import ShownCase
    from cc_dsl.compare.report import Comparison
    from cc_dsl.pipeline import Edition
    from cc_dsl.study.documents import Beside

GAMES = 1500
"""The number of games that are played of each."""


class OverlayResults(NamedTuple):
    """What play shows of an edition and an overlay."""

    names: tuple[str, str]
    """The editions by their names."""
    titles: tuple[str, str]
    """Their names in sentences."""
    deal: ShownCase | None
    """The smallest separating deal that was found."""
    games: Beside | None
    """Games of both; none where they cannot be played by the same number."""

    @property
    def document(self) -> dict[str, object]:
        """The same as JSON values."""
        return {"deal": self.deal.document if self.deal is not None else None, "games": self.games}

    def lines(self) -> Iterator[str]:
        """Yield the same as text."""
        from cc_dsl.compare.report import case_lines
        from cc_dsl.compare.separating import DEALS

        yield ""
        if self.deal is not None:
            yield from case_lines(self.deal, self.titles, terminal.width())
        else:
            yield from terminal.wrapped(f"No question has another answer on any of {DEALS:,} random deals.")
        if self.games is not None:
            yield ""
            yield from lines_of_games(self.names, self.games)


def compared(first: Edition, second: Edition, comparison: Comparison, alignment: Alignment) -> OverlayResults:
    """Look for a separating deal, and play games of both."""
    from cc_dsl.compare.report import same_rows
    from cc_dsl.compare.separating import shown_deal, smallest_deal

    click.echo("searching for a deal to which both give different answers …", err=True)
    found = smallest_deal(first, second)
    deal = None if found is None else shown_deal(found, first, second, alignment, same_rows(comparison.rows))
    return OverlayResults((first.name, second.name), comparison.names, deal, games_of(first, second))


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
    from cc_dsl.study.effects import NOBODY
    from cc_dsl.study.report import moves, points, verdict
    from cc_dsl.table.intervals import percent

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
