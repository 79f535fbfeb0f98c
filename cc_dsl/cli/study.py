"""`circular study`: many games at random: who wins, how often, and how long games are."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import Refused, edition_argument, json_option, load, readings_option

if TYPE_CHECKING:
    from cc_dsl.study.games import Study

ENGINES = ("python", "numba")


@click.command("study")
@edition_argument
@click.option("--games", type=int, default=None, metavar="N", help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the first; the next has one more.")
@click.option("--players", "seats", type=int, default=None, metavar="N", help="For so many players; as few as may be.")
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="In so many processes.")
@click.option("--engine", type=click.Choice(ENGINES), default=None, help="Played so, whatever is faster.")
@click.option("--verify", type=int, default=None, metavar="N", help="Compare all engines over so many games instead.")
@click.option("--sample", type=int, default=None, metavar="N", help="With --verify: the interpreter plays so many.")
@readings_option
@json_option
def command(
    edition: str,
    games: int | None,
    seed: int,
    seats: int | None,
    workers: int,
    engine: str | None,
    verify: int | None,
    sample: int | None,
    readings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play many games at random and sum them up, with intervals that hold the true value 95 times in 100.

    The same seed gives the same numbers, in however many processes.
    With --verify nothing is summed up: interpreter, generated Python and Numba play the same games under every reading,
    and every decision is compared; it exits with 1 if one differs.
    """
    if verify is not None:
        _verified(edition, readings, games, verify, seed, seats, sample, as_json)
        return
    from cc_dsl.compiler.faults import NotCompiled, PlayFault
    from cc_dsl.compiler.games import NumbaMissing, Unseated
    from cc_dsl.study.games import document, study

    if games is None:
        raise click.UsageError("--games wants a number: how many games to play.")
    if games < 1:
        raise click.UsageError(f"--games wants a number from 1 on, not {games}.")
    rules = load(edition, readings).rules
    is_fast = None if engine is None else engine == "numba"
    try:
        found = study(rules, games, seed, seats, workers, is_fast, _teller(games))
    except NumbaMissing as error:
        raise Refused("not-installed", str(error)) from None
    except Unseated as error:
        raise click.UsageError(str(error)) from None
    except NotCompiled as error:
        raise Refused("our-fault", str(error)) from None
    except PlayFault as error:
        raise Refused(error.code, str(error)) from None
    if as_json:
        terminal.say_json(document(rules, found))
    else:
        _show(rules.title, found)


def _verified(
    edition: str,
    readings: tuple[str, ...],
    games: int | None,
    count: int,
    seed: int,
    seats: int | None,
    sample: int | None,
    as_json: bool,
) -> None:
    from cc_dsl.cli.verifying import verify
    from cc_dsl.compiler.faults import NotCompiled

    if games is not None:
        raise click.UsageError("--verify and --games are two things; --verify says how many games it plays.")
    if count < 1:
        raise click.UsageError(f"--verify wants a number from 1 on, not {count}.")
    if sample is not None and sample < 0:
        raise click.UsageError(f"--sample wants a number from 0 on, not {sample}.")
    try:
        verify(edition, readings, count, seed, seats, sample, as_json)
    except NotCompiled as error:
        raise Refused("our-fault", str(error)) from None


class _Teller:
    """Says on a terminal how far a study has come."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.shown = 0.0

    def __call__(self, done: int, seconds: float) -> None:
        """Say how many games are done, and how long it will take."""
        if seconds - self.shown < 1 and done < self.games:
            return
        self.shown = seconds
        left = seconds * (self.games - done) / done
        end = "\n" if done == self.games else ""
        sys.stderr.write(f"\r{done:,} of {self.games:,} games, {left:.0f} s left   {end}")
        sys.stderr.flush()


def _teller(games: int) -> _Teller | None:
    return _Teller(games) if sys.stderr.isatty() else None


def _show(title: str, found: Study) -> None:
    terminal.say(f"{title}: {found.games:,} games at random, seed {found.seed}")
    terminal.say()
    for player, share in enumerate(found.wins):
        terminal.say(f"  player {player + 1} wins  {share.share:8.3%}  ({share.low:.3%} to {share.high:.3%})")
    share = found.nobody
    terminal.say(f"  nobody wins    {share.share:8.3%}  ({share.low:.3%} to {share.high:.3%})")
    terminal.say()
    for reason, count in found.reasons.items():
        terminal.say(f"  ended: {reason}  {count:,}")
    words = f"{found.mean:.2f} ({found.low:.2f} to {found.high:.2f}), from {found.least} to {found.most}"
    terminal.say(f"  moves in a game  {words}")
    terminal.say()
    rate = found.moves / found.seconds if found.seconds else 0.0
    terminal.say(f"{found.seconds:.2f} s with {found.engine}, {rate:,.0f} moves a second")
