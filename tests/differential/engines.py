"""Compare all engines on the same games: every question, all legal answers, every answer, and the end.

The interpreter, generated Python and Numba play the same seeds; a hash of the questions and answers of each game is
compared together with its end and its results.  Each compiled engine plays in both its forms: whole games, and question
by question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cc_dsl.closures import runtime as runtimes
from cc_dsl.closures.state import OBSERVER, Outcome, RulesFault
from cc_dsl.codegen.faults import PlayFault
from cc_dsl.codegen.flat import ReportedResult
from cc_dsl.compiler.games import end_of
from cc_dsl.compiler.steps import Steps
from cc_dsl.core.program import asks_the_world
from cc_dsl.engine.game import WORLD
from cc_dsl.engine.judge import results_of_game
from cc_dsl.rules import model
from cc_dsl.rules.kinds import spelt
from cc_dsl.study.games import result_decoder
from cc_dsl.table.chance import MASK, Chance, scramble
from cc_dsl.trees import replace
from cc_dsl.words.answers import outputs_of_game
from tests.stepping import drawn, end, is_over, results_of, rows
from tests.traced import TracedGames, hash_answer, traced_groups

Game = tuple[object, ...]
"""The result of an engine for a seed: winner, reason, moves, results, and the hash; or the fault of the rules."""

INTERPRETER = "interpreter"
WHOLE = {False: "python", True: "numba"}
STEPWISE = {False: "python, question by question", True: "numba, question by question"}
AT_ONCE = 1000


class Setting(NamedTuple):
    """Readings, other than by default, and a number of players."""

    readings: Mapping[str, str]
    seats: int


class EngineDifference(NamedTuple):
    """A seed on which two engines differ."""

    setting: Setting
    seed: int
    engine: str
    """The engine that differs from the first."""
    first: Game
    other: Game


def settings(rules: model.Rules, seats: int | None = None) -> list[Setting]:
    """Return the settings for an edition: each number of players, and each reading with one of these numbers."""
    counts = range(rules.seats[0], rules.seats[1] + 1) if seats is None else range(seats, seats + 1)
    chosen = [Setting({}, count) for count in counts]
    for doubt in rules.doubts.values():
        for name, _ in doubt.alternatives:
            if name != doubt.default:
                # Some readings matter only with several players, so begin with the largest number.
                chosen.append(Setting({doubt.name: name}, counts[len(chosen) % len(counts)]))
    return chosen


def differing(rules: model.Rules, seats: int, seeds: range, is_fast: bool = False) -> list[EngineDifference]:
    """Return the differences between the engines on these seeds.

    Only the interpreter plays games with observations; `tests/definition` compares it with the definition.
    """
    if asks_the_world(rules):
        return []
    batches = compare_engines(rules, Setting({}, seats), seeds.start, len(seeds), len(seeds), engines_with(is_fast))
    return [difference for _, _, differences in batches for difference in differences]


def engines_with(is_fast: bool) -> tuple[str, ...]:
    return (INTERPRETER, WHOLE[False], STEPWISE[False], *([WHOLE[True], STEPWISE[True]] if is_fast else []))


def compare_engines(
    rules: model.Rules, setting: Setting, first: int, count: int, interpreted: int, engines: Sequence[str]
) -> Iterator[tuple[int, int, list[EngineDifference]]]:
    """Play the games of these seeds with these engines; yield the numbers of games and decisions, and differences."""
    seats = setting.seats
    quick: dict[str, TracedGames | Steps] = {WHOLE[False]: TracedGames(rules, seats)}
    if WHOLE[True] in engines:
        quick[WHOLE[True]] = TracedGames(rules, seats, True)
    if STEPWISE[True] in engines:
        quick[STEPWISE[True]] = Steps(rules, seats, True)
    steps = Steps(rules, seats)
    for start in range(first, first + count, AT_ONCE):
        seeds = range(start, min(start + AT_ONCE, first + count))
        few = seeds[: max(0, first + interpreted - start)]
        ways: dict[str, list[Game]] = {}
        if few:
            ways[INTERPRETER] = [interpreter_game(rules, seed, seats) for seed in few]
        for name, engine in quick.items():
            ways[name] = [*compiled_games(rules, engine, seeds)]
        if few:
            ways[STEPWISE[False]] = [asked_game(rules, steps, seed) for seed in few]
        # A game that ended in a fault has no number of decisions.
        moves = sum(game[2] for game in ways[WHOLE[False]] if len(game) > 2 and isinstance(game[2], int))
        yield len(seeds), moves, engine_differences(setting, seeds, ways)


def engine_differences(setting: Setting, seeds: range, ways: Mapping[str, list[Game]]) -> list[EngineDifference]:
    """Return the differences between each engine and the first that has played the seed."""
    differences = []
    for place, seed in enumerate(seeds):
        played = {name: games[place] for name, games in ways.items() if place < len(games)}
        name = next(iter(played))
        differences += [
            EngineDifference(setting, seed, other, played[name], game)
            for other, game in played.items()
            if game != played[name]
        ]
    return differences


# ------------------------------------------------------------------------------------------ the engines


def traced_world(trace: int, options: Sequence[int], answer: int) -> int:
    """Return the hash of earlier answers, of the options of the world, and of its answer."""
    trace = scramble(trace ^ (sum(map(scramble, options)) & MASK))
    return hash_answer(trace, OBSERVER, len(options), answer)


def interpreter_game(rules: model.Rules, seed: int, seats: int, most: int = 1 << 60) -> Game:
    """Play a seed with the interpreter; a game of more than `most` decisions is not finished."""
    runtime, chance, trace, moves = runtimes.runtime_of(rules, "plain", seats), Chance(seed).branch(0), 0, 0
    world = Chance(seed).branch(WORLD).below
    state = runtime.new_state()
    state.chance = runtimes.ChanceSource(Chance(seed))
    try:
        runtime.program.begin(state)
        runtime.program.run(state)
        while state.outcome is None:
            assert state.player is not None
            if moves == most:
                return "unfinished", ""
            count = len(state.options)
            menu = runtime.program.questions[state.asking].menu
            if menu is not None:
                state.answer = menu.draw(state.options, world)
                trace = traced_world(trace, state.options, state.answer)
                runtime.program.run(state)
                continue
            state.answer = answer = runtime.program.draw_answer(state, chance)
            options = sum(1 << option for option in state.options)
            if state.offered:
                pieces = len(rules.pieces.names)
                groups = [group.sort << pieces | sum(1 << piece for piece in group.pieces) for group in state.offered]
                trace, options = traced_groups(trace, groups, 0, count), count
            trace, moves = hash_answer(trace, state.player, options, answer), moves + 1
            runtime.program.run(state)
        results = as_counted(rules, results_of_game(runtime, state))
    except RulesFault as fault:
        return fault.code, fault.where
    return state.outcome.winners, state.outcome.reason, moves, tuple(results.items()), trace


def asked_game(rules: model.Rules, steps: Steps, seed: int) -> Game:
    """Play a seed with generated Python, question by question."""
    position, chance, trace = steps.begin(seed), Chance(seed).branch(0), 0
    while not is_over(position):
        answer = drawn(position, chance)
        options, groups = position.options, position.groups
        if groups:
            trace, options = traced_groups(trace, groups, 0, len(groups)), len(groups)
        trace = hash_answer(trace, position.to_move, options, answer)
        position.step(answer)
    try:
        outcome = end(position)
    except PlayFault as fault:
        return fault.code, fault.where
    assert outcome is not None
    return _game(rules, steps.source.results, outcome, results_of(position), trace)


def compiled_games(rules: model.Rules, engine: TracedGames | Steps, seeds: range) -> Iterator[Game]:
    first, count = seeds.start, len(seeds)
    for row in rows(engine, first, count) if isinstance(engine, Steps) else engine.rows(first, count):
        try:
            outcome = end_of(engine.source, *row[:3])
        except PlayFault as fault:
            yield fault.code, fault.where
        else:
            *numbers, trace = map(int, row[3:])
            yield _game(rules, engine.source.results[: len(numbers)], outcome, numbers, trace)


def _game(
    rules: model.Rules, reported: tuple[ReportedResult, ...], outcome: Outcome, numbers: Sequence[int], trace: int
) -> Game:
    results = tuple(result_decoder(rules, reported)(tuple(numbers)).items())
    return outcome.winners, outcome.reason, outcome.moves, results, trace


def as_counted(rules: model.Rules, values: Mapping[str, object]) -> dict[str, object]:
    """Return the interpreter's results in the form for counts: without extras, and of groups only the sorts."""
    results = dict(values)
    for output in outputs_of_game(rules):
        value = values[output.key]
        if output.is_owned and isinstance(value, list):
            results[output.key] = [_bare(rules, output, part) for part in value]
        elif value is not None:
            results[output.key] = _bare(rules, output, value)
    return results


def _bare(rules: model.Rules, output: model.Output, value: object) -> object:
    if output.kind.base == "groups" and isinstance(value, list):
        kinds = {item["kind"] for item in value}
        return [
            name
            for name in [spelt(sort.name).lower() for sort in rules.groups[output.kind.name].sorts]
            if name in kinds
        ]
    if isinstance(value, list):
        return [_bare(rules, replace(output, kind=output.kind.element_kind), item) for item in value]
    extras = {extra.key.replace("-", "_") for extra in output.extras}
    if not isinstance(value, dict) or not extras:
        return value
    left = {key: part for key, part in value.items() if key not in extras}
    return left["value"] if output.kind.base != "group" else left
