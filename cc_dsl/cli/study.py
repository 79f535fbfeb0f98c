"""`circular study`: simulate many games, and summarise who wins, how long games are, and their results."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.context import (
    SEED,
    SEEDS,
    FilePath,
    edition_argument,
    json_option,
    load,
    print_result,
    readings_option,
    refuse_file,
    write_file,
)
from cc_dsl.cli.progress import Progress
from cc_dsl.errors import UserError, how_to_install

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.study.documents import StudyDocument
    from cc_dsl.study.experiment import Ask
    from cc_dsl.study.running import Scheduler

PYTHON = "python"
ENGINES = (PYTHON, "numba")
JSON, CSV = ".json", ".csv"
ALL = "all"
"""The word for all measures."""
LONG = 2
"""A study that takes this many seconds ends with a hint how to make it faster."""


@click.command()
@edition_argument
@click.option("--games", type=int, default=0, metavar="N", help="The number of games.")
@click.option("--seed", type=SEED, default=0, help="The seed of the first game (0); each next game has one more.")
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
    "--measures",
    metavar="NAMES",
    help="Further measures, separated by commas: choices, clauses, opening, readings; or all.",
)
@click.option(
    "--out",
    "outs",
    multiple=True,
    metavar="FILE",
    type=FilePath(),
    help="Write the results to a file whose name ends in .json or .csv. May be given several times.",
)
@click.option("--plot", metavar="FILE.svg", type=FilePath(), help="Draw the wins and the lengths of games.")
@click.option("--scheduler", metavar="ADDRESS", help="Play on the workers of the Dask cluster with this scheduler.")
@readings_option
@json_option
def study(
    edition: str,
    games: int,
    seed: int,
    players: str | None,
    workers: int | None,
    engine: str | None,
    measures: str | None,
    outs: tuple[str, ...],
    plot: str | None,
    scheduler: str | None,
    readings: tuple[str, ...],
) -> None:
    """Simulate many games and summarise them, with 95 % intervals.

    The summary has the wins, the lengths of games, and the results that the rules tell at the end, such as a score.
    The same seed gives the same numbers, in any number of processes, or on a cluster. To see the game of one seed, use
    “circular play EDITION --players NAMES --seed SEED --explain”; the study names the whole command.
    """
    if games < 1:
        raise click.UsageError("Say how many games: --games N, with N at least 1.")
    if games + seed > SEEDS:
        raise click.UsageError(f"--seed {seed} and {games:,} games go beyond {SEEDS - 1:,}, the last seed there is.")
    ask = _asked(games, seed, players, measures, engine)
    with Progress(games, "The rules are being read") as progress:
        loaded = load(edition, readings)
        _refuse_early(outs, plot)
        found = _play(loaded, ask, workers, scheduler, progress)
    _write(found, loaded, outs, plot)
    print_result(found, _lines(loaded, found))


def _asked(games: int, seed: int, players: str | None, measures: str | None, engine: str | None) -> Ask:
    """Return the study that the options ask for."""
    from cc_dsl.diagnostics.problem import nearest
    from cc_dsl.players.computers import SEARCH, check_name
    from cc_dsl.study.documents import MEASURES
    from cc_dsl.study.experiment import Ask

    seats: tuple[str, ...] | int | None = None
    if players is not None and players.strip().lstrip("-").isdecimal():
        seats = int(players)
    elif players is not None:
        seats = tuple(name.strip() for name in players.split(","))
        for name in seats:
            budget = check_name(name)
            if budget is not None and budget.seconds != float("inf") and name != SEARCH:
                raise click.UsageError(
                    f"{name}: a study must give the same results everywhere; limit the search by games: search:400"
                )
        if engine is not None:
            raise click.UsageError("--engine is for random players only; named players always play in the interpreter.")
    typed = [name.strip() for name in measures.split(",")] if measures is not None else []
    for name in typed if typed != [ALL] else ():
        if name not in MEASURES:
            close = nearest(name, [*MEASURES, ALL]) or [*MEASURES, ALL]
            raise click.UsageError(f"--measures knows no “{name}”. Choose {' or '.join(close)}.")
    wanted = tuple(name for name in MEASURES if name in typed or typed == [ALL])
    return Ask(games, seed, seats, wanted, None if engine is None else engine != PYTHON)


# -------------------------------------------------------------------------------------------- playing


def _play(edition: Edition, ask: Ask, workers: int | None, scheduler: str | None, progress: Progress) -> StudyDocument:
    """Run a study, and return its results; say what went wrong in the words of the command."""
    from cc_dsl.cases.playing import command_for, problem_in_play
    from cc_dsl.codegen.faults import NotCompiled
    from cc_dsl.diagnostics.problem import RulesError
    from cc_dsl.study.experiment import Experiment
    from cc_dsl.study.running import ChunkFault, Processes

    try:
        experiment = Experiment(edition, ask)
        if experiment.too_long:
            terminal.complain(experiment.too_long)
        if experiment.must_compile:
            progress.say(f"Compiling {edition.name} for {experiment.seats} players")
        with contextlib.ExitStack() as stack:
            player: Scheduler = Processes((workers or experiment.workers) if ask.games > experiment.size else 1)
            if scheduler is not None:
                from cc_dsl.study.cluster import Cluster

                player = stack.enter_context(contextlib.closing(Cluster(scheduler)))
            experiment.prepare(progress.say)
            progress.say("")
            return experiment.play(player, progress)
    except NotCompiled as error:
        sentence = f"{error} The interpreter can play it: name the players, --players random."
        raise UserError("our-fault", sentence) from None
    except ChunkFault as fault:
        players = ask.players
        names = players if isinstance(players, tuple) else ("random",) * (players or edition.rules.seats[0])
        again = f"See the game of seed {fault.seed} as far as it goes:   {command_for(edition, names, fault.seed)}"
        raise RulesError([problem_in_play(edition, fault.code, fault.sentence, fault.where, [again])]) from None


# -------------------------------------------------------------------------------------------- results


def _refuse_early(outs: tuple[str, ...], plot: str | None) -> None:
    """Check the output files before anything is played, since the error would otherwise come after hours."""
    from cc_dsl.export.figures import HEADER

    ours = {JSON: b'{\n  "edition": ', CSV: HEADER.encode()}
    for path in outs:
        begins = next((begins for suffix, begins in ours.items() if path.lower().endswith(suffix)), None)
        if begins is None:
            raise click.UsageError(f"--out writes results as JSON or CSV: end the name of {path} in .json or .csv.")
        refuse_file(path, lambda head, begins=begins: head.startswith(begins))  # type: ignore[misc]
    if plot is not None:
        refuse_file(plot, lambda head: head.startswith(b"<svg ") and b'class="plot"' in head)


def _write(found: StudyDocument, edition: Edition, outs: tuple[str, ...], plot: str | None) -> None:
    """Write the results and the plot."""
    from cc_dsl.export.figures import study_as_csv
    from cc_dsl.study.report import study_drawn

    for path in outs:
        is_json = path.lower().endswith(JSON)
        text = json.dumps(found, indent=2, ensure_ascii=False) + "\n" if is_json else study_as_csv(found)
        write_file(path, text.encode())
    if plot is not None:
        write_file(plot, study_drawn(edition.rules.title, found).svg.encode())


def _lines(edition: Edition, found: StudyDocument) -> Iterator[str]:
    """Yield the results of a study, the command that replays one of its games, and how it would be faster."""
    from cc_dsl.cases.playing import command_for
    from cc_dsl.cli.tables import speaker_for
    from cc_dsl.compiler.games import can_compile
    from cc_dsl.study.report import report, speed_lines

    plain = speaker_for(edition, 1).naming.name
    yield from report(edition.display_name, found, plain, edition.titles, terminal.width())
    yield from speed_lines(found)
    players, first, games = found["players"], found["seed"], found["games"]
    names = ["random"] * players if isinstance(players, int) else players
    seeds = f"games have the seeds {first} to {first + games - 1}" if games > 1 else f"game has the seed {first}"
    yield from ("", f"The {seeds}. This plays the first of them again, with every reason:")
    yield f"  {command_for(edition, names, first)} --explain"
    if found["made"]["engine"] == PYTHON and found["made"]["seconds"] >= LONG and not can_compile():
        yield f"Numba would play about a hundred times as fast. {how_to_install('fast')}"
