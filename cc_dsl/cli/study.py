"""`circular study`, `count` and `figures`: many games summed up, exact counts, and the counts that are stored."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import click

from cc_dsl import resources
from cc_dsl.cases.random_games import command_for, problem_in_play
from cc_dsl.cli import context, terminal
from cc_dsl.cli.terminal import Progress
from cc_dsl.compare import samples
from cc_dsl.compare.alignment import aligned_pairs, load_alignment
from cc_dsl.compiler.games import can_compile
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.errors import UserError, how_to_install
from cc_dsl.export.figures import HEADER, study_as_csv
from cc_dsl.figures import Count
from cc_dsl.pipeline import Edition
from cc_dsl.players.computers import SEARCH, check_name
from cc_dsl.rules.kinds import plural
from cc_dsl.rules.model import Rules
from cc_dsl.study import exact
from cc_dsl.study import figures as declared
from cc_dsl.study.documents import MEASURES, ExactDocument, StudyDocument
from cc_dsl.study.experiment import Experiment, Request
from cc_dsl.study.report import report, speed_lines, study_drawn
from cc_dsl.study.schedulers import ChunkFault, Processes, Scheduler
from cc_dsl.study.summary import provenance
from cc_dsl.table.chance import MASK
from cc_dsl.words.layout import capital

PYTHON = "python"
LONG_SECONDS = 2
"""A study that takes this many seconds ends with a hint how to make it faster."""


@click.command()
@context.edition_argument
@click.option("--games", type=int, default=0, metavar="N", help="The number of games.")
@click.option(
    "--seed",
    type=context.SEED,
    default=0,
    help="The seed of the first game (default 0); that of each further game is one higher.",
)
@click.option(
    "--players",
    metavar="NAMES",
    help="Computer players, separated by commas; one name stands for all. A number means that many random players.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="The number of processes: by default one; with --measures and many games, one for each processor.",
)
@click.option("--engine", type=click.Choice((PYTHON, "numba")), help="Use this engine, even if another is faster.")
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
    type=context.FilePath(),
    help="Write the results to a file: .json, .csv, or .svg for a drawing of the wins and the lengths of "
    "games. May be given several times.",
)
@click.option("--scheduler", metavar="ADDRESS", help="Play on the workers of the Dask cluster with this scheduler.")
@context.readings_option
@context.json_option
def study(
    edition: str,
    games: int,
    seed: int,
    players: str | None,
    workers: int | None,
    engine: str | None,
    measures: str | None,
    outs: tuple[str, ...],
    scheduler: str | None,
    readings: tuple[str, ...],
) -> None:
    """Simulate many games and summarise them, with 95 % intervals.

    The summary gives the wins, the lengths of games, and the results that the rules report at the end, such as a score.
    The same seed gives the same numbers in any number of processes, or on a cluster. To see one game by its seed, use
    “circular play EDITION --players NAMES --seed SEED --explain”; the study prints the complete command.
    """
    if games < 1:
        raise click.UsageError("Say how many games: --games N, with N at least 1.")
    if seed + games - 1 > MASK:
        raise click.UsageError(f"--seed {seed} and {games:,} games go beyond {MASK:,}, the greatest seed.")
    request = _request_of(games, seed, players, measures, engine)
    with Progress(games, "The rules are being read") as progress:
        loaded = context.load(edition, readings)
        for path in outs:  # otherwise the error would come after hours of play
            context.refuse_file(path, _writer(path)[0])
        document = _play(loaded, request, workers, scheduler, progress)
    for path in outs:
        context.write_file(path, _writer(path)[1](document, loaded).encode())
    context.print_result(document, _lines(loaded, document))


def _request_of(games: int, seed: int, players: str | None, measures: str | None, engine: str | None) -> Request:
    """Return the study that the options ask for."""
    seats: tuple[str, ...] | int | None = None
    if players is not None and re.fullmatch(r"-?\d{1,9}", players.strip()):
        seats = int(players)
    elif players is not None:
        seats = tuple(name.strip() for name in players.split(","))
        for name in seats:
            budget = check_name(name)
            if budget is not None and budget.seconds != float("inf") and name != SEARCH:
                why = "a study must give the same results everywhere"
                raise click.UsageError(f"{name}: {why}; limit the search by games: search:400")
        if engine is not None:
            raise click.UsageError("--engine is for random players only; named players always play in the interpreter.")
    typed_names = [name.strip() for name in measures.split(",")] if measures is not None else []
    typed_names = [*MEASURES] if typed_names == ["all"] else typed_names
    in_order = dict.fromkeys(name for name in (*MEASURES, *typed_names) if name in typed_names)
    return Request(games, seed, seats, tuple(in_order), None if engine is None else engine != PYTHON)


# ---------------------------------------------------------------------------------------------- games


def _play(
    edition: Edition, request: Request, workers: int | None, scheduler: str | None, progress: Progress
) -> StudyDocument:
    """Run a study, and return its results; report an error in terms of the command's options."""
    try:
        experiment = Experiment(edition, request)
        if experiment.too_long:
            terminal.complain(experiment.too_long)
        if experiment.must_compile:
            progress.say(f"Compiling {edition.name} for {experiment.seats} players")
        with contextlib.ExitStack() as stack:
            player: Scheduler = Processes((workers or experiment.workers) if request.games > experiment.size else 1)
            if scheduler is not None:
                from cc_dsl.study.cluster import Cluster

                player = stack.enter_context(contextlib.closing(Cluster(scheduler)))
            experiment.prepare(progress.say)
            progress.say("")
            return experiment.play(player, progress)
    except ChunkFault as fault:
        players = request.players
        names = players if isinstance(players, tuple) else ("random",) * (players or edition.rules.seats[0])
        again = f"See the game of seed {fault.seed} up to this point:   {command_for(edition, names, fault.seed)}"
        raise RulesError([problem_in_play(edition, fault.code, fault.sentence, fault.where, [again])]) from None


# -------------------------------------------------------------------------------------------- results


def _writer(path: str) -> tuple[Callable[[bytes], bool], Callable[[StudyDocument, Edition], str]]:
    """Return the test that recognises a file of results by its beginning, and the function that writes one."""
    writers: dict[str, tuple[str, Callable[[StudyDocument, Edition], str]]] = {
        ".json": (r'{\n  "edition": ', lambda found, _: json.dumps(found, indent=2, ensure_ascii=False) + "\n"),
        ".csv": (re.escape(HEADER), lambda found, _: study_as_csv(found)),
        ".svg": ('<svg [^>]*class="plot"', lambda found, of: study_drawn(of.rules.title, found).svg),
    }
    form = os.path.splitext(path.lower())[1]
    if form not in writers:
        raise click.UsageError(f"--out writes JSON, CSV or a picture: end the name of {path} in .json, .csv or .svg.")
    begin, write = writers[form]
    return lambda head: re.match(begin.encode(), head) is not None, write


def _lines(edition: Edition, document: StudyDocument) -> Iterator[str]:
    """Yield the results of a study, the command that replays one of its games, and advice on speed."""
    plain = terminal.speaker_for(edition, 1).naming.name
    yield from report(edition.display_name, document, plain, edition.titles, terminal.width())
    yield from speed_lines(document)
    players, first, games = document["players"], document["seed"], document["games"]
    names = ["random"] * players if isinstance(players, int) else players
    seeds = f"games have the seeds {first} to {first + games - 1}" if games > 1 else f"game has the seed {first}"
    yield from ("", f"The {seeds}. This command replays the first, with every reason:")
    yield f"  {command_for(edition, names, first)} --explain"
    if document["made"]["engine"] == PYTHON and document["made"]["seconds"] >= LONG_SECONDS and not can_compile():
        yield f"Numba would play about a hundred times as fast. {how_to_install('fast')}"


# -------------------------------------------------------------------------------------------- figures

WHY = {
    "missing": "not counted yet",
    "changed by hand": "changed by hand",
    "other rules": "counted under other rules",
    "other count": "counted differently by this version",
    "": "counted again",
}
"""What is wrong with stored figures, in words."""


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--only", multiple=True, metavar="STUDY", help="Only this count. May be given several times.")
@click.option("--all", "is_all", is_flag=True, help="Recount all figures, even those that are up to date.")
@context.workers_option
@context.json_option
def figures(names: tuple[str, ...], only: tuple[str, ...], is_all: bool, workers: int) -> None:
    """Recount those stored figures of editions and comparisons that are out of date.

    NAME is an edition, or a comparison such as 1860-1862; the default is everything in the corpus. studies.toml in the
    folder of an edition declares the counts. Figures are out of date if the meaning of the rules has changed, if they
    were edited by hand, or if this version of the program counts differently. Each count is stored with its command
    and seed, the digests of rules and program, the version and the day.
    """
    every = names or (*resources.edition_names(), *resources.comparison_names())
    counts = [count for name in every for count in _counts(name, workers)]
    study_names = dict.fromkeys(count.name for count in counts)
    for name in only:
        if name not in study_names:
            declared_names = ", ".join(study_names) or "nothing"
            raise click.UsageError(f"There is no count “{name}”. These are declared: {declared_names}.")
    new_counts = []
    for count in counts:
        wrong = count.fault(not is_all)
        if (wrong or is_all) and (not only or count.name in only):
            if not context.current().as_json:
                terminal.say(f"{count.of} {count.name}: {WHY[wrong]}")
                terminal.flush()
            try:
                with Progress(count.games) as progress:
                    document = count.store(progress)
            except OSError as error:
                raise UserError("output-failed", f"The figures cannot be written: {error.strerror}.") from None
            shared_parts = {key: part for key, part in document.items() if key not in ("found", "sample")}
            new_counts.append({"of": count.of, "name": count.name, "wrong": wrong, **shared_parts})
    up_to_date = "Every declared figure is up to date." if counts else "No figures are declared."
    context.print_result(new_counts, [] if new_counts else [up_to_date])


def _counts(name: str, workers: int) -> Iterator[Count]:
    """Yield the counts that an edition declares, or those of a comparison: one for each question in its alignment."""
    if name not in resources.comparison_names():
        edition = context.load(name)
        declared.refuse_overlay(edition)
        for count in declared.counts_of(edition).values():
            yield declared.count_of(edition, count, Processes(workers))
        return
    first, second = (context.load(side) for pair in aligned_pairs() if "-".join(pair) == name for side in pair)
    questions = [*load_alignment(first, second).questions]
    yield from (samples.count_of(first.rules, second.rules, question, questions, workers) for question in questions)


def faults_of_pairs(edition: Edition) -> dict[str, str]:
    """Return the problems with the stored counts of an edition's comparisons, by the comparison's name.

    A count that was never made is no problem: an editor stores counts only when the encodings are settled.
    """
    if edition.argument not in resources.edition_names():
        return {}  # only comparisons within the corpus have stored figures
    names = ["-".join(pair) for pair in aligned_pairs() if edition.name in pair]
    faults = {count.of: count.fault() for name in names for count in _counts(name, 1)}
    return {comparison: fault for comparison, fault in faults.items() if fault not in ("", "missing")}


# ---------------------------------------------------------------------------------------------- count


@click.command()
@context.takes_edition
@click.argument("what", metavar="WHAT")
@context.readings_option
@click.option("--fast", is_flag=True, help="Compile the count with Numba, which must be installed.")
@click.option(
    "--answers", is_flag=True, help="For a question: count the deals whose answer changes under each other reading."
)
@context.json_option
def count(edition: Edition, what: str, fast: bool, answers: bool) -> None:
    """Count exactly, over all ways to lay a side's pieces, how often each group is the best.

    WHAT is the plural of a group that the rules find for each player, such as lines, or the name of a question, such as
    judge. For a question, the command lays the pieces for two players in every possible way, and counts how often each
    answer results, with its chance as a fraction. With --answers it also tries every other reading of each open place,
    and counts the deals in which the answer changes.
    """
    rules = edition.rules
    countable_questions = exact.countable_questions(rules)
    if not answers and what not in rules.questions:
        try:
            counts = exact.count_groups(rules, what, fast)
        except UserError as error:
            if what.lower() in exact.countable_groups(rules):
                raise
            names = " or ".join(countable_questions)
            more = f" Name a question instead ({names}) to count the chance of each of its answers."
            raise click.UsageError(f"{error}{more if countable_questions else ''}") from None
        basis = provenance(rules)
        document = {"edition": edition.name, "total": counts.total, "counts": counts.counts}
        document |= {key: basis[key] for key in ("readings", "rules")}
        groups = {_group_in_words(rules, counts.group, key): number for key, number in counts.counts.items()}
        wide = max(map(len, groups))
        lines = [f"{name:{wide}}  {number:>12,}  {number / counts.total:8.3%}" for name, number in groups.items()]
        context.print_result(document, [*lines, f"{'in all':{wide}}  {counts.total:>12,}"])
        return
    if what not in countable_questions:
        raise click.UsageError(
            f"The answers to “{what}” cannot be counted in {rules.name}. A question can be counted only if it takes "
            "a fixed number of shared pieces, and a fixed number for each player. "
            f"In these rules such questions are: {', '.join(countable_questions) or 'none'}."
        )
    with Progress(1, "The ways to lay the pieces are being counted"):
        results: Any = exact.count_readings(edition, what) if answers else exact.odds(rules, what)
    context.print_result(results, (_change_lines if answers else _odds_lines)(edition, what, results))


def _group_in_words(rules: Rules, group: str, key: str) -> str:
    """Return the key of a best group in words: its class, its name and size, and the conditions that it meets."""
    if key == exact.NONE:
        return f"no {group}"
    kind, *conditions = key.split("+")
    sorts = {sort.name.lower(): sort.name for sort in rules.groups[group].sorts}
    places = {place.name.lower(): f"the {place.name}" for place in rules.places}
    words: list[str] = []
    for part in kind.split(":"):
        if part in sorts:
            words.append(sorts[part])
        elif words and words[-1] in sorts.values():
            words[-1] += f" of {part} {rules.pieces.name if part == '1' else plural(rules.pieces.name)}"
        else:
            words.append(f"class {part}")
    condition_words = " and ".join(places.get(condition, condition) for condition in conditions)
    return ", ".join(words) + (f" with {condition_words}" if condition_words else "")


def _change_lines(edition: Edition, question: str, document: ExactDocument) -> Iterator[str]:
    """Yield the number of ways in which the answer to a question changes under each other reading."""
    yield edition.rules.questions[question].words
    yield f"The answer changes in this many of the {document['total']:,} ways to lay the pieces:"
    for answer in document["answers"]:
        yield from ("", f"  {capital(edition.titles.full_title(answer['doubt'], answer['answer']))}")
        for key, counts in answer["changed"].items():
            if counts["count"] or key == exact.ANY:
                part = "the answer" if key == exact.ANY else key
                yield f"    {part:12} {_chance(counts['count'], document['total'])}"


def _odds_lines(edition: Edition, question: str, document: dict[str, Any]) -> Iterator[str]:
    """Yield the chance of every answer to a question."""
    yield edition.rules.questions[question].words
    for key, counts in document["parts"].items():
        yield ""
        for count in counts:
            each = count["value"] if isinstance(count["value"], tuple) else (count["value"],)
            value = ", ".join("none" if part is None else str(part) for part in each)
            yield f"  {key:9} {value:26} {_chance(count['count'], document['total'])}"
    yield from ("", f"  {'in all':36} {document['total']:>18,}")


def _chance(number: int, total: int) -> str:
    return f"{number:>18,}  {number / total:9.4%}  {Fraction(number, total)}"
