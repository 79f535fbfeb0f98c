"""`circular study`: simulate many games, and summarise who wins, how long games are, and their results."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import output, terminal
from cc_dsl.cli.options import (
    SEED,
    FilePath,
    edition_argument,
    json_option,
    load,
    readings_option,
    seeds_from,
)
from cc_dsl.cli.progress import Progress
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from cc_dsl.diagnostics.problem import RulesError
    from cc_dsl.pipeline import Edition
    from cc_dsl.study.documents import StudyDocument
    from cc_dsl.study.experiment import Ask, Experiment
    from cc_dsl.study.running import ChunkFault, Scheduler

PYTHON = "python"
ENGINES = (PYTHON, "numba")
JSON, CSV = ".json", ".csv"
ALL = "all"
"""The word for all measures."""
LONG = 2
"""A study that takes this many seconds ends with a hint how to make it faster."""


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
    measures: str | None,
    outs: tuple[str, ...],
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
    if verify is not None:
        from cc_dsl.cli import verifying

        if games is not None:
            raise click.UsageError("--verify and --games exclude each other; --verify itself takes a number of games.")
        seeds_from(seed or 0, verify)
        verifying.verify(edition, readings, verify, seed or 0, players, sample, engine != PYTHON, as_json)
        return
    if games is None or games < 1:
        raise click.UsageError("Say how many games: --games N, with N at least 1.")
    seeds_from(seed or 0, games)
    ask = _asked(games, seed or 0, players, measures, engine)
    with Progress(games, "The rules are being read") as progress:
        loaded = load(edition, readings)
        _refuse_early(outs, plot)
        found = _play(loaded, ask, workers, scheduler, progress)
    _write(found, loaded, outs, plot)
    if as_json:
        terminal.say_json(found)
    else:
        _show(loaded, found)


def _asked(games: int, seed: int, players: str | None, measures: str | None, engine: str | None) -> Ask:
    """Return the study that the options ask for."""
    from cc_dsl.study.experiment import Ask

    seats = _seats(players)
    if engine is not None and isinstance(seats, tuple):
        raise click.UsageError("--engine is for random players only; named players always play in the interpreter.")
    is_fast = None if engine is None else engine == "numba"
    return Ask(games, seed, seats, _measures(measures), is_fast)


def _seats(players: str | None) -> tuple[str, ...] | int | None:
    if players is None:
        return None
    if players.strip().lstrip("-").isdecimal():
        return int(players)
    from cc_dsl.players.computers import SEARCH, check_name

    names = tuple(name.strip() for name in players.split(","))
    for name in names:
        budget = check_name(name)
        if budget is not None and budget.seconds != float("inf") and name != SEARCH:
            sentence = f"{name}: a study must give the same results everywhere; limit the search by games: search:400"
            raise click.UsageError(sentence)
    return names


def _measures(names: str | None) -> tuple[str, ...]:
    from cc_dsl.diagnostics.problem import nearest
    from cc_dsl.study.documents import MEASURES

    if names is None:
        return ()
    typed = [name.strip() for name in names.split(",")]
    if typed == [ALL]:
        return MEASURES
    for name in typed:
        if name not in MEASURES:
            close = nearest(name, [*MEASURES, ALL]) or [*MEASURES, ALL]
            raise click.UsageError(f"--measures knows no “{name}”. Choose {' or '.join(close)}.")
    return tuple(name for name in MEASURES if name in typed)


# -------------------------------------------------------------------------------------------- playing


def _play(edition: Edition, ask: Ask, workers: int | None, scheduler: str | None, progress: Progress) -> StudyDocument:
    """Run a study, and return its results; say what went wrong in the words of the command."""
    from cc_dsl.codegen.faults import NotCompiled
    from cc_dsl.study.experiment import Experiment
    from cc_dsl.study.running import ChunkFault

    try:
        experiment = Experiment(edition, ask)
        if experiment.too_long:
            terminal.complain(experiment.too_long)
        with _scheduler(workers, scheduler, experiment, progress) as player:
            return experiment.play(player, progress)
    except NotCompiled as error:
        sentence = f"{error} The interpreter can play it: name the players, --players random."
        raise UserError("our-fault", sentence) from None
    except ChunkFault as error:
        raise _broken(edition, ask, error) from None


def _broken(edition: Edition, ask: Ask, fault: ChunkFault) -> RulesError:
    """Return the error for a fault in the rules, with its place and the command that shows the game."""
    from cc_dsl.cases.playing import command_for, problem_in_play
    from cc_dsl.diagnostics.problem import RulesError

    players = ask.players
    names = players if isinstance(players, tuple) else ("random",) * (players or edition.rules.seats[0])
    again = f"See the game of seed {fault.seed} as far as it goes:   {command_for(edition, names, fault.seed)}"
    return RulesError([problem_in_play(edition, fault.code, fault.sentence, fault.where, [again])])


@contextlib.contextmanager
def _scheduler(
    workers: int | None, address: str | None, experiment: Experiment, progress: Progress
) -> Iterator[Scheduler]:
    """Yield whoever has the games played; rules that cannot be compiled are reported first."""
    from cc_dsl.study.running import Processes

    if experiment.must_compile:
        progress.say(f"Compiling {experiment.edition.name} for {experiment.seats} players")
    with contextlib.ExitStack() as stack:
        cluster = None
        if address is not None:
            from cc_dsl.study.cluster import Cluster

            cluster = stack.enter_context(contextlib.closing(Cluster(address)))
        experiment.prepare(progress.say)
        progress.say("")
        number = workers or experiment.workers
        yield cluster or Processes(number if experiment.ask.games > experiment.at_once else 1)


# -------------------------------------------------------------------------------------------- results


def _refuse_early(outs: tuple[str, ...], plot: str | None) -> None:
    """Check the output files before anything is played, since the error would otherwise come after hours."""
    from cc_dsl.export.figures import HEADER

    ours = {JSON: b'{\n  "edition": ', CSV: HEADER.encode()}
    for path in outs:
        suffix = path[path.rfind(".") :].lower() if "." in path else ""
        if suffix not in ours:
            raise click.UsageError(f"--out writes results as JSON or CSV: end the name of {path} in .json or .csv.")
        output.refuse(path, lambda head, begins=ours[suffix]: head.startswith(begins))  # type: ignore[misc]
    if plot is not None:
        output.refuse(plot, lambda head: head.startswith(b"<svg ") and b'class="plot"' in head)


def _write(found: StudyDocument, edition: Edition, outs: tuple[str, ...], plot: str | None) -> None:
    """Write the results and the plot."""
    from cc_dsl.export.figures import study_as_csv
    from cc_dsl.study.report import study_drawn

    for path in outs:
        is_json = path.lower().endswith(JSON)
        text = json.dumps(found, indent=2, ensure_ascii=False) + "\n" if is_json else study_as_csv(found)
        output.write(path, text.encode())
    if plot is not None:
        output.write(plot, study_drawn(edition.rules.title, found).svg.encode())


def _show(edition: Edition, found: StudyDocument) -> None:
    """Print the results of a study, the command that replays one of its games, and how it would be faster."""
    from cc_dsl.cases.playing import command_for
    from cc_dsl.cli.tables import speaker_for
    from cc_dsl.compiler.games import can_compile
    from cc_dsl.study.report import report, speed

    plain = speaker_for(edition, 1).naming.name
    told = report(edition.display_name, found, plain, edition.titles, terminal.width())
    terminal.show((*told, *speed(found)))

    players, first, games = found["players"], found["seed"], found["games"]
    names = ["random"] * players if isinstance(players, int) else players
    seeds = (
        f"The games have the seeds {first} to {first + games - 1}." if games > 1 else f"The game has the seed {first}."
    )
    terminal.say()
    terminal.say(f"{seeds} This plays the first of them again, with every reason:")
    terminal.say(f"  {command_for(edition, names, first)} --explain")
    if found["made"]["engine"] == "python" and found["made"]["seconds"] >= LONG and not can_compile():
        terminal.say(
            "Numba would play about a hundred times as fast. Install it with: pip install 'court-circular[fast]'"
        )
