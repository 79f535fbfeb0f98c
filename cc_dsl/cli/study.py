"""`circular study`: many games: who wins, how often, how long games are, and what the rules tell at their end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import (
    SEED,
    FilePath,
    edition_argument,
    json_option,
    load,
    readings_option,
    seeds_from,
)
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

PYTHON = "python"
ENGINES = (PYTHON, "numba")
ALL = "all"
"""What stands behind --shelve for every study of an edition that is not current."""


@click.command("study")
@edition_argument
@click.option("--games", type=int, default=None, metavar="N", help="How many games.")
@click.option("--seed", type=SEED, default=None, help="The seed of the first (0); the next has one more.")
@click.option(
    "--players",
    metavar="NAMES",
    help="Computer players, with commas between; one name stands for all. Or only how many play at random.",
)
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="In so many processes.")
@click.option("--engine", type=click.Choice(ENGINES), default=None, help="Played so, whatever is faster.")
@click.option(
    "--shelve",
    metavar="NAME",
    help="Play a study that the edition declares for its pages, and keep what is found in the corpus; "
    "“all” plays those that are not current.",
)
@click.option(
    "--measures",
    metavar="NAMES",
    help="Look at each game closely: choices, mattering, comebacks, clauses, opening, readings, with commas between; "
    "or all.",
)
@click.option(
    "--precision",
    metavar="[NAME=]P",
    help="Stop as soon as the interval reaches no further than P to either side; of wins.1, the share of games that "
    "player 1 wins, or of wins.2, nobody, moves, or a number that the rules tell at the end.",
)
@click.option(
    "--out",
    "outs",
    multiple=True,
    metavar="FILE",
    type=FilePath(),
    help="Keep every finished part of the study in a file; or, if its name ends in .json or .parquet, the results. "
    "May be given several times.",
)
@click.option("--resume", is_flag=True, help="Take up the study that --out has kept, if it was stopped.")
@click.option("--plot", metavar="FILE.svg", type=FilePath(), help="Draw who wins, and how long games are.")
@click.option(
    "--scheduler", metavar="ADDRESS", help="Let the workers of a Dask cluster play, whose scheduler is there."
)
@click.option("--verify", type=int, default=None, metavar="N", help="Compare all engines over so many games instead.")
@click.option("--sample", type=int, default=None, metavar="N", help="With --verify: the interpreter plays so many.")
@readings_option
@json_option
def command(
    edition: str,
    games: int | None,
    seed: int | None,
    players: str | None,
    workers: int,
    engine: str | None,
    shelve: str | None,
    measures: str | None,
    precision: str | None,
    outs: tuple[str, ...],
    resume: bool,
    plot: str | None,
    scheduler: str | None,
    verify: int | None,
    sample: int | None,
    readings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play many games and sum them up, with intervals that hold the true value 95 times in 100.

    Besides who wins and how long games are it tells what the rules tell at the end of a game, such as a score.
    The same seed gives the same numbers, in however many processes, or on a cluster. The game of a seed is seen by
    itself with “circular play EDITION --players NAMES --seed SEED --explain”; the study names the whole command.
    With --verify nothing is summed up: interpreter, generated Python and Numba play the same games under every reading,
    and every decision is compared; it exits with 1 if one differs.  With --engine python Numba is left out, which needs
    seconds for each reading, and for the longest rules half a minute.
    """
    from cc_dsl.cli import studying, verifying

    if verify is not None:
        if games is not None:
            raise click.UsageError("--verify and --games are two things; --verify says how many games it plays.")
        seeds_from(seed or 0, verify)
        verifying.verify(edition, readings, verify, seed or 0, players, sample, engine != PYTHON, as_json)
        return
    how = studying.How(workers, scheduler, outs, resume, plot, as_json)
    loaded = load(edition, readings)
    if shelve is not None:
        if games is not None or seed is not None or players is not None or readings:
            raise click.UsageError("--shelve plays what the edition declares; leave games, seed, players and readings.")
        _shelve(loaded, shelve, workers, as_json)
        return
    if games is None or games < 1:
        raise click.UsageError(f"--games wants a number from 1 on, not {'nothing' if games is None else games}.")
    seeds_from(seed or 0, games)
    ask = studying.asked(games, seed or 0, players, measures, precision, engine)
    if isinstance(ask.players, tuple):
        _may_strike(loaded, ask.players)
    studying.study(loaded, ask, how)


def _may_strike(edition: Edition, names: tuple[str, ...]) -> None:
    """Refuse a lawn where none can be."""
    from cc_dsl.cli.lawns import filled, strikes, world_for
    from cc_dsl.interpreter.engine import Game

    if strikes(names):
        seats = max(len(names), edition.rules.seats[0])  # one name stands for all
        world_for(Game(edition.rules, seed=0, seats=seats), filled(names, seats), None)


def _shelve(edition: Edition, name: str, workers: int, as_json: bool) -> None:
    """Play what the edition declares, and keep what is found."""
    from cc_dsl.cli.studying import Teller
    from cc_dsl.diagnostics.problem import nearest
    from cc_dsl.study import measured, running, shelf

    declared = shelf.studies_of(edition)
    large = measured.measured_of(edition)
    names = [*declared, *large]
    if name != ALL and name not in names:
        close = nearest(name, names) or [*names, ALL] if names else []
        known = f"Choose {' or '.join(close)}." if close else "It declares none."
        raise click.UsageError(f"The edition {edition.name} declares no study “{name}”. {known}")
    wanted = [one for one in declared.values() if name == one.name or _is_stale(name, shelf.shelved(edition, one)[1])]
    wanted_large = [
        one for one in large.values() if name == one.name or _is_stale(name, measured.is_current(edition, one))
    ]
    made: dict[str, Any] = {}
    try:
        for study in wanted:
            with Teller(study.games) as teller:
                made[study.name] = shelf.shelve(edition, study, workers, lambda done, time: teller(done, done, time))
            _say_kept(study.name, study.games, as_json)
        for one in wanted_large:
            players = running.Processes(workers) if workers > 1 else None
            with Teller(one.games) as teller:
                made[one.name] = measured.shelve(edition, one, players, teller)
            _say_kept(one.name, one.games, as_json)
    except OSError as error:
        raise UserError("output-failed", f"What was found cannot be written: {error.strerror}.") from None
    if as_json:
        terminal.say_json(made)
    elif not made:
        terminal.say("Every study that is declared is current.")


def _is_stale(name: str, is_current: bool) -> bool:
    return name == ALL and not is_current


def _say_kept(name: str, games: int, as_json: bool) -> None:
    if not as_json:
        terminal.say(f"{name}: {games:,} games, kept")
