"""`circular study`: simulate many games, and summarise who wins, how long games are, and their results."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    from cc_dsl.study.experiment import Ask

PYTHON = "python"
ENGINES = (PYTHON, "numba")
ALL = "all"
"""The argument of --shelve that means every stale study of an edition."""


@click.command("study")
@edition_argument
@click.option("--games", type=int, default=None, metavar="N", help="The number of games.")
@click.option("--seed", type=SEED, default=None, help="The seed of the first game (0); each next game has one more.")
@click.option(
    "--players",
    metavar="NAMES",
    help="Computer players, separated by commas; one name stands for all. Or a number of random players.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="The number of processes; if not said, one, or one for each processor to measure every move of many games.",
)
@click.option("--engine", type=click.Choice(ENGINES), default=None, help="The engine, even if another is faster.")
@click.option(
    "--shelve",
    metavar="NAME",
    help="Play a study that the edition declares for its pages, and store the results in the corpus; "
    "“all” plays those whose results are stale.",
)
@click.option(
    "--measures",
    metavar="NAMES",
    help="Further measures, separated by commas: choices, mattering, comebacks, clauses, opening, readings, decisions; "
    "or all.",
)
@click.option(
    "--precision",
    metavar="[NAME=]P",
    help="Stop as soon as the half-width of the interval is at most P: of wins.1, the share of games that "
    "player 1 wins, or of wins.2, nobody, moves, or a number that the rules tell at the end.",
)
@click.option(
    "--out",
    "outs",
    multiple=True,
    metavar="FILE",
    type=FilePath(),
    help="Write every finished part of the study to a file; or, if its name ends in .json or .parquet, the results. "
    "May be given several times.",
)
@click.option("--resume", is_flag=True, help="Resume the study in the file of --out, if it was stopped.")
@click.option("--plot", metavar="FILE.svg", type=FilePath(), help="Draw the wins and the lengths of games.")
@click.option("--scheduler", metavar="ADDRESS", help="Play on the workers of the Dask cluster with this scheduler.")
@click.option("--verify", type=int, default=None, metavar="N", help="Compare all engines on N games instead.")
@click.option(
    "--sample",
    type=int,
    default=None,
    metavar="N",
    help="With --verify: the number of games that the interpreter plays.",
)
@readings_option
@json_option
def command(
    edition: str,
    games: int | None,
    seed: int | None,
    players: str | None,
    workers: int | None,
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
    """Simulate many games and summarise them, with 95 % intervals.

    The summary has the wins, the lengths of games, and the results that the rules tell at the end, such as a score.
    The same seed gives the same numbers, in any number of processes, or on a cluster. To see the game of one seed, use
    “circular play EDITION --players NAMES --seed SEED --explain”; the study names the whole command.
    With --verify there is no summary: interpreter, generated Python and Numba play the same games under every reading,
    and every decision is compared; it exits with 1 if one differs.  With --engine python Numba is left out, which needs
    seconds for each reading, and for the longest rules half a minute.
    """
    from cc_dsl.cli import studying, verifying

    if verify is not None:
        if games is not None:
            raise click.UsageError("--verify and --games exclude each other; --verify itself takes a number of games.")
        seeds_from(seed or 0, verify)
        verifying.verify(edition, readings, verify, seed or 0, players, sample, engine != PYTHON, as_json)
        return
    how = studying.How(workers, scheduler, outs, resume, plot, as_json)
    if shelve is not None:
        if games is not None or seed is not None or players is not None or readings:
            raise click.UsageError(
                "--shelve plays a study that the edition declares; give no games, seed, players or readings."
            )
        _shelve(load(edition, readings), shelve, workers or 1, as_json)
        return
    if games is None or games < 1:
        raise click.UsageError("Say how many games: --games N, with N at least 1.")
    seeds_from(seed or 0, games)
    ask = studying.asked(games, seed or 0, players, measures, precision, engine)
    studying.study(lambda: _loaded(edition, readings, ask), ask, how)


def _loaded(name: str, readings: tuple[str, ...], ask: Ask) -> Edition:
    """Load an edition for those who are asked to play."""
    return load(name, readings)


def _shelve(edition: Edition, name: str, workers: int, as_json: bool) -> None:
    """Run the studies that the edition declares, and store their results."""
    from cc_dsl.cli.progress import Progress
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
    made: dict[str, object] = {}
    try:
        for study in wanted:
            with Progress(study.games) as progress:
                made[study.name] = shelf.shelve(edition, study, workers, lambda done, time: progress(done, done, time))
            _say_kept(study.name, study.games, as_json)
        for one in wanted_large:
            players = running.Processes(workers) if workers > 1 else None
            with Progress(one.games) as progress:
                made[one.name] = measured.shelve(edition, one, players, progress)
            _say_kept(one.name, one.games, as_json)
    except OSError as error:
        raise UserError("output-failed", f"The results cannot be written: {error.strerror}.") from None
    if as_json:
        terminal.say_json(made)
    elif not made:
        terminal.say("Every declared study is up to date.")


def _is_stale(name: str, is_current: bool) -> bool:
    return name == ALL and not is_current


def _say_kept(name: str, games: int, as_json: bool) -> None:
    if not as_json:
        terminal.say(f"{name}: {games:,} games, results stored")
