"""`circular winnable`: count the games for one that a player who sees every card can win."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import (
    SEED,
    edition_argument,
    json_option,
    load,
    readings_option,
    seeds_from,
)

if TYPE_CHECKING:
    from cc_dsl.study.documents import WinnableDocument

MOST_GAMES, MOST_TRIES, MOST_NODES = 1_000_000, 1_000_000_000, 1_000_000_000
"""Larger numbers would take too long."""
NAMES = {"yes": "can be won", "no": "cannot be won", "unknown": "not known"}


@click.command("winnable")
@edition_argument
@click.option("--games", type=click.IntRange(1, MOST_GAMES), required=True, metavar="N", help="The number of games.")
@click.option(
    "--seed", type=SEED, default=0, show_default=True, help="The seed of the first game; each next game has one more."
)
@click.option("--tries", type=click.IntRange(0, MOST_TRIES), default=None, help="Random games tried for each.")
@click.option(
    "--nodes", type=click.IntRange(0, MOST_NODES), default=None, help="Positions searched for each after that."
)
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="The number of processes.")
@readings_option
@json_option
def command(
    edition: str,
    games: int,
    seed: int,
    tries: int | None,
    nodes: int | None,
    workers: int,
    readings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Count the games for one player that can be won by a player who sees everything: yes, no, or not known.

    The same seed gives the same answers, in any number of processes.
    """
    from cc_dsl.cli.progress import Progress
    from cc_dsl.study.winning import NODES, TRIES, WinningLimits, winnable

    seeds_from(seed, games)
    loaded = load(edition, readings)
    wanted = WinningLimits(games, seed, TRIES if tries is None else tries, NODES if nodes is None else nodes)
    with Progress(games) as progress:
        found = winnable(loaded.rules, wanted, workers, lambda done, time: progress(done, done, time))
    if as_json:
        terminal.say_json(found)
    else:
        _show(f"{loaded.rules.title}: {games:,} games from seed {seed}, for a player who sees every card", found)


def _show(heading: str, found: WinnableDocument) -> None:
    from cc_dsl.study.report import share_said

    terminal.say(heading)
    terminal.say()
    rows = [[f"  {NAMES[answer]}", share_said(share)] for answer, share in found["answers"].items()]
    rows.append(["  can be won without any chance", share_said(found["without-chance"])])
    for line in terminal.table(rows):
        terminal.say(line)
    terminal.say()
    terminal.say(f"Therefore between {found['low']:.3%} and {found['high']:.3%} of all games can be won.")
    terminal.say(f"{found['made']['seconds']:.2f} s")
