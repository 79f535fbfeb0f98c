"""Run and report a study for `circular study`: where it is played, what is stored, and its progress."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.progress import Progress
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from cc_dsl.diagnostics.problem import RulesError
    from cc_dsl.pipeline import Edition
    from cc_dsl.study.documents import StudyDocument
    from cc_dsl.study.experiment import Ask, ChunkFault, Experiment
    from cc_dsl.study.running import Workers

JSON, PARQUET = ".json", ".parquet"
ALL = "all"


class How(NamedTuple):
    """How a study is run, and where its results go."""

    workers: int | None
    scheduler: str | None
    outs: tuple[str, ...]
    is_resumed: bool
    plot: str | None
    as_json: bool

    @property
    def file(self) -> str | None:
        """The file in which the finished parts of the study are stored."""
        kept = [path for path in self.outs if not path.lower().endswith((JSON, PARQUET))]
        if len(kept) > 1:
            raise click.UsageError(f"A study is stored in one file, not in {' and '.join(kept)}.")
        if self.is_resumed and not kept:
            raise click.UsageError(
                "--resume needs the file that stores the study: --out FILE, with neither the ending .json nor .parquet."
            )
        return kept[0] if kept else None


def asked(
    games: int, seed: int, players: str | None, measures: str | None, precision: str | None, engine: str | None
) -> Ask:
    """Return the study that the options ask for."""
    from cc_dsl.study.experiment import WATCHED, Ask

    watched, reach = _precision(precision, WATCHED)
    seats = _seats(players)
    if engine is not None and isinstance(seats, tuple):
        raise click.UsageError("--engine is for random players only; named players always play in the interpreter.")
    is_fast = None if engine is None else engine == "numba"
    return Ask(games, seed, seats, _measures(measures), watched, reach, is_fast)


def _seats(players: str | None) -> tuple[str, ...] | int | None:
    if players is None:
        return None
    if players.strip().lstrip("-").isdecimal():
        return int(players)
    from cc_dsl.interpreter.players import SEARCH, known_player, search_budget

    names = tuple(name.strip() for name in players.split(","))
    for name in names:
        known_player(name)
        budget = search_budget(name)
        if budget is not None and budget.seconds != float("inf") and name != SEARCH:
            sentence = f"{name}: a study must give the same results everywhere; limit the search by games: search:400"
            raise click.UsageError(sentence)
    return names


def _measures(names: str | None) -> tuple[str, ...]:
    from cc_dsl.diagnostics.problem import nearest
    from cc_dsl.study.results import MEASURES

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


def _precision(typed: str | None, watched: str) -> tuple[str, float | None]:
    if typed is None:
        return watched, None
    name, sign, number = typed.rpartition("=")
    try:
        reach = float(number)
    except ValueError:
        reach = 0.0
    if not 0 < reach < float("inf"):
        raise click.UsageError(f"--precision needs a number above 0, such as 0.01 or moves=0.5, not “{typed}”.")
    return (name.strip() if sign else watched), reach


# -------------------------------------------------------------------------------------------- playing


def study(load: Callable[[], Edition], ask: Ask, how: How) -> None:
    """Load an edition, run a study, store its results, and show them."""
    with Progress(ask.games, "The rules are being read") as progress:
        edition = load()
        _refuse_early(how)
        found = _found(edition, ask, how, progress)
    _keep(found, edition, how)
    if how.as_json:
        terminal.say_json(found)
    else:
        show(edition, found)
        _say_more(edition, found)


def _found(edition: Edition, ask: Ask, how: How, progress: Progress) -> StudyDocument:
    """Run a study, and return its results; say what went wrong in the words of the command."""
    from cc_dsl.compiler.faults import NotCompiled
    from cc_dsl.study.experiment import ChunkFault, Experiment

    try:
        return _played(Experiment(edition, ask), how, progress)
    except NotCompiled as error:
        sentence = f"{error} The interpreter can play it: name the players, --players random."
        raise UserError("our-fault", sentence) from None
    except UserError as error:
        if error.code != "study-stopped":
            raise
        raise UserError(error.code, f"{error}{_kept_said(how)}") from None
    except KeyboardInterrupt:
        if how.file is not None:
            terminal.complain(f"\n{_kept_said(how).strip()}")
        raise
    except ChunkFault as error:
        raise _broken(edition, ask, error) from None


def _broken(edition: Edition, ask: Ask, fault: ChunkFault) -> RulesError:
    """Return the error for a fault in the rules, with its place and the command that shows the game."""
    from cc_dsl.cli.faults import broken, command_for

    players = ask.players
    names = players if isinstance(players, tuple) else ("random",) * (players or edition.rules.seats[0])
    again = f"See the game of seed {fault.seed} as far as it goes:   {command_for(edition, names, fault.seed)}"
    return broken(edition, fault.code, fault.sentence, fault.where, [again])


def _kept_said(how: How) -> str:
    return f" The finished part is in {how.file}; continue with --resume." if how.file else ""


def _refuse_early(how: How) -> None:
    """Check the output files before anything is played, since the error would otherwise come after hours."""
    from cc_dsl.study import parquet

    _ = how.file
    for path in [*how.outs, *([how.plot] if how.plot else [])]:
        folder = os.path.dirname(os.path.abspath(path))
        if not os.path.isdir(folder):
            raise UserError("output-failed", f"{path} cannot be written: there is no folder {folder}.")
        if os.path.isdir(path):
            raise UserError("output-failed", f"{path} cannot be written: it is a folder.")
    if any(path.lower().endswith(PARQUET) for path in how.outs):
        parquet.modules()


def _played(experiment: Experiment, how: How, progress: Progress) -> StudyDocument:
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(experiment.open(how.file, how.is_resumed)) if how.file else None
        workers = stack.enter_context(_workers(how, experiment, progress))
        return experiment.play(workers, file, progress)


@contextlib.contextmanager
def _workers(how: How, experiment: Experiment, progress: Progress) -> Iterator[Workers]:
    """Yield the workers that play; rules that cannot be compiled are reported first."""
    from cc_dsl.study.running import Here, Processes

    if how.scheduler is None:
        number = how.workers or workers_for(experiment.ask)
        is_apart = number > 1 and experiment.ask.games > experiment.size
        _prepare(experiment, progress, is_apart)
        yield Processes(number) if is_apart else Here()
        return
    from cc_dsl.study.cluster import Cluster

    cluster = Cluster(how.scheduler)
    try:
        _prepare(experiment, progress)
        yield cluster
    finally:
        cluster.close()


MANY = 500
"""As many games, each measured move by move, take longer than processes take to start."""


def workers_for(ask: Ask) -> int:
    """Return in how many processes a study is played by default: one for each processor, if every move is measured."""
    from cc_dsl.study.results import COMPILED
    from cc_dsl.workers import processors

    return processors() if ask.games >= MANY and set(ask.measures) - set(COMPILED) else 1


def _prepare(experiment: Experiment, progress: Progress, is_apart: bool = False) -> None:
    """Compile the rules, and report it if that takes a while."""
    if experiment.must_compile:
        progress.say(f"Compiling {experiment.edition.name} for {experiment.seats} players")
    experiment.prepare(progress.say, is_apart)
    progress.say("")


def _keep(found: StudyDocument, edition: Edition, how: How) -> None:
    """Write the results and the plot."""
    from cc_dsl.study import parquet, plots

    try:
        for path in how.outs:
            if path.lower().endswith(JSON):
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(found, file, indent=2, ensure_ascii=False)
                    file.write("\n")
            elif path.lower().endswith(PARQUET):
                parquet.write(path, found)
        if how.plot is not None:
            with open(how.plot, "w", encoding="utf-8") as file:
                file.write(plots.study(edition.rules.title, found).svg)
    except OSError as error:
        raise UserError("output-failed", f"The results cannot be written: {error.strerror or error}.") from None


# -------------------------------------------------------------------------------------------- showing


def show(edition: Edition, found: StudyDocument) -> None:
    """Print the results of a study."""
    from cc_dsl.cli.speech import plain_naming
    from cc_dsl.study.report import report, speed

    plain = plain_naming(edition, 1).name
    told = report(edition.display_name, found, plain, edition.titles, terminal.width())
    for line in (*told, *speed(found)):
        terminal.say(line)


LONG = 2
"""A study that takes this many seconds ends with a hint how to make it faster."""


def _say_more(edition: Edition, found: StudyDocument) -> None:
    """Print the command that replays one game of the study, and a hint how to make the study faster."""
    from cc_dsl.cli.faults import command_for
    from cc_dsl.study.games import can_compile

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
