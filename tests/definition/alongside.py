"""Play the same games with the definition and the interpreter, and compare every decision and every position."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from time import process_time
from typing import Any, NamedTuple

from cc_dsl.closures.runtime import PIECE, ChanceSource, Runtime, runtime_of
from cc_dsl.closures.state import OBSERVER, UNSETTLED, Combination, Outcome, RulesFault, State
from cc_dsl.engine.game import WORLD
from cc_dsl.engine.judge import json_converter, results_of_game
from cc_dsl.engine.views import SightClosures
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from cc_dsl.table.chance import Chance
from tests.definition.play import Game, sees
from tests.definition.position import Choice, Draw, Fault, Group, Observation, Position, Question, Shuffle
from tests.definition.terms import Terms
from tests.differential import engines
from tests.differential.engines import as_counted, traced_world
from tests.traced import hash_answer, traced_groups

Choose = Callable[[State, Runtime], int]
"""A function that answers a question of the interpreter."""

MOST_RELATED = 8
"""The most things on either side for which a relation is tested."""


class Difference(NamedTuple):
    """A difference between the definition and the interpreter."""

    move: int
    part: str
    definition: object
    interpreter: object


class Stop(NamedTuple):
    """A fault of the rules: its code and its sentences."""

    code: str
    where: str


def stop_of(fault: Fault) -> Stop:
    """Return a fault of the definition in the form in which the engines report faults."""
    sentences = [origin.sentence for origin in fault.origins]
    quoted = " and ".join(f"“{sentence}”" for sentence in sentences)
    return Stop(fault.code, quoted if len(sentences) > 1 else "".join(sentences))


# -------------------------------------------------------------------- definition and interpreter in one form


def as_definition(value: Any) -> Any:
    """Return a value of the interpreter in the form of the definition."""
    if isinstance(value, Combination):
        return Group(value.sort, value.pieces)
    if isinstance(value, Group):
        return value
    return [as_definition(part) for part in value] if isinstance(value, list | tuple | range) else value


def snapshot_of(rules: model.Rules, seats: int, state: State) -> tuple[Any, ...]:
    """Return a position of the interpreter in the form of `Position.snapshot`."""
    position = Position(rules, seats)
    for place in rules.places:
        for owner in range(place.many(seats)):
            position.places[place.name, owner] = state.places[place.base + owner]
    position.states = dict(enumerate(state.marks))
    for variable in rules.stored:
        cells = state.cells[variable.base : variable.base + variable.many(seats)]
        position.stored |= {(variable.name, owner): as_definition(cell) for owner, cell in enumerate(cells)}
    addresses = {name: definition.settled for name, definition in rules.definitions.items()}
    settled = {name: state.cells[address] for name, address in addresses.items() if address is not None}
    position.settled = {name: as_definition(value) for name, value in settled.items() if value is not UNSETTLED}
    return position.snapshot


def question_of_interpreter(state: State, runtime: Runtime) -> tuple[object, ...]:
    """Return the question of the interpreter: who is asked, the options, and the sentence."""
    options = [as_definition(state.offered[option]) for option in state.options] if state.offered else [*state.options]
    return state.player, options, runtime.program.questions[state.asking].act.origin.sentence


def question_of_definition(question: Question | None) -> tuple[object, ...]:
    """Return the question of the definition in the same form."""
    match question:
        case Choice(player, options, act):
            return player, options, act.origin.sentence
        case Observation(_, _, act):
            return OBSERVER, question.options, act.origin.sentence
        case _:
            return ("chance", question)


def ending_of(outcome: Outcome | None) -> tuple[object, ...] | None:
    """Return the winners and the reason of an outcome of the interpreter."""
    return None if outcome is None else (outcome.winners, outcome.reason)


def as_json(rules: model.Rules, results: dict[str, Any]) -> dict[str, Any]:
    """Return results of the definition in the form in which the interpreter reports them."""
    outputs = {output.key: output for question in rules.questions.values() for output in question.outputs}

    def converted(output: model.Output, kind: Kind, value: Any) -> Any:
        if value is None:
            return None
        if not output.extras:
            return json_converter(rules, kind, output.key)(value)
        if kind.is_set:
            return [converted(output, kind.element_kind, element) for element in value]
        thing = json_converter(rules, kind, output.key)(value[0])
        extras = {key.replace("-", "_"): extra for key, extra in value[1].items()}
        return {**thing, **extras} if isinstance(thing, dict) else {"value": thing, **extras}

    def result(output: model.Output, value: Any) -> Any:
        if output.is_owned and value is not None:
            return [converted(output, output.kind, element) for element in value]
        return converted(output, output.kind, value)

    return {key: result(outputs[key], value) for key, value in results.items()}


# ------------------------------------------------------------------- definition and interpreter side by side


class ChanceRecorder(ChanceSource):
    """A source of chance that keeps its answers, which the definition is then given."""

    def __init__(self, chance: Chance) -> None:
        """Take the answers from a stream."""
        super().__init__(chance)
        self.draws: list[list[int]] = []

    def shuffle_pool(self, pool: list[int]) -> list[int]:
        """Return the pieces in a random order."""
        order = super().shuffle_pool(pool)
        if order:  # the definition does not ask about an empty pool
            self.draws.append([*order])
        return order

    def pick_some(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        """Return a random selection of a number of things."""
        selection = super().pick_some(pool, count, kind, weights)
        if selection:
            self.draws.append([*selection])
        return selection


def random_answers(seed: int) -> Choose:
    """Return the random answers of the comparison of engines, so that a seed is the same game here and there."""
    chance, world = Chance(seed).branch(0), Chance(seed).branch(WORLD).below

    def choose(state: State, runtime: Runtime) -> int:
        menu = runtime.program.questions[state.asking].menu
        return runtime.program.draw_answer(state, chance) if menu is None else menu.draw(state.options, world)

    return choose


class Alongside:
    """One game played by both: the interpreter moves first, and the definition is given the same answers."""

    def __init__(
        self,
        rules: model.Rules,
        seats: int,
        choose: Choose,
        source: Any,
        begin: tuple[Callable[[Runtime], State], Position] | None = None,
    ) -> None:
        """Prepare a game, from the first position or from one that `begin` gives to both."""
        self.rules, self.seats = rules, seats
        self.runtime = runtime_of(rules, "plain", seats)
        self.choose, self.source = choose, source
        self.state = self.runtime.new_state() if begin is None else begin[0](self.runtime)
        self.state.chance = source
        self.position = Position(rules, seats) if begin is None else begin[1]
        self.game: Game | None = None
        self.moves = 0

    def play(self, most: int = 1 << 60, is_probed: bool = False, until: float = math.inf) -> Iterator[Difference]:
        """Play to the end or a limit, and yield the first differences; also compare all definitions if `is_probed`."""
        mine: Callable[[], None] = self._begin_mine
        theirs: Callable[[], None] = self._begin_theirs
        while True:
            fault_of_theirs = self._fault_of(theirs)
            fault_of_mine = self._fault_of(partial(self._run_definition, mine))
            if fault_of_mine != fault_of_theirs:
                yield Difference(self.moves, "fault", fault_of_mine, fault_of_theirs)
                return
            if fault_of_mine is not None:
                return
            assert self.game is not None
            differences = [*self._differences(is_probed)]
            yield from differences
            if differences or self.state.outcome is not None or self.moves >= most or process_time() > until:
                return
            answer = self.choose(self.state, self.runtime)
            option = as_definition(self.state.offered[answer]) if self.state.offered else answer
            self.moves += 1
            mine, theirs = partial(self._game.answer, option), partial(self._answer_theirs, answer)

    def _fault_of(self, act: Callable[[], None]) -> Stop | None:
        try:
            act()
        except Fault as fault:
            return stop_of(fault)
        except RulesFault as fault:
            return Stop(fault.code, fault.where)
        return None

    def _begin_theirs(self) -> None:
        self.runtime.program.begin(self.state)
        self.runtime.program.run(self.state)

    def _begin_mine(self) -> None:
        self.game = Game(self.rules, self.seats, self.position)

    def _answer_theirs(self, answer: int) -> None:
        self.state.answer = answer
        self.runtime.program.run(self.state)

    @property
    def _game(self) -> Game:
        assert self.game is not None
        return self.game

    def _run_definition(self, act: Callable[[], None]) -> None:
        """Let the definition run to its next question that is not for chance."""
        act()
        draws = self.source.draws
        while isinstance(self._game.question, Shuffle | Draw) and draws:
            self._game.answer(draws.pop(0))

    # ------------------------------------------------------------------------------------ the comparison

    def _differences(self, is_probed: bool) -> Iterator[Difference]:
        game, state = self._game, self.state
        pairs: list[tuple[str, Any, Any]] = [
            ("chance", [], self.source.draws),
            ("position", self.position.snapshot, snapshot_of(self.rules, self.seats, state)),
            ("ending", game.ending, ending_of(state.outcome)),
        ]
        if state.outcome is None:
            pairs.append(
                ("question", question_of_definition(game.question), question_of_interpreter(state, self.runtime))
            )
        elif game.ending is not None:
            pairs.append(("results", as_json(self.rules, game.results), results_of_game(self.runtime, state)))
        if is_probed:
            pairs += probes(self.rules, self.seats, self.position, state, self.runtime)
        for part, mine, theirs in pairs:
            if mine != theirs:
                yield Difference(self.moves, part, mine, theirs)


def owners_of(rules: model.Rules, seats: int, kind: Kind | None, terms: Terms) -> Sequence[int]:
    """Return the owners for which a definition is compared."""
    assert kind is not None
    if kind.base == "piece":
        return range(len(rules.pieces.names))
    if kind.base == "player" or terms.is_of_players(kind):
        return range(seats)
    return range(len(rules.values[kind.name].values)) if kind.name in rules.values else ()


def probes(
    rules: model.Rules, seats: int, position: Position, state: State, runtime: Runtime
) -> Iterator[tuple[str, object, object]]:
    """Yield the name and both values of every definition, property and group, and of what each player sees."""
    terms, build = Terms(rules, seats, position), runtime.build
    state = state.copy()

    def both(name: str, mine: Callable[[], Any], theirs: Callable[[], Any]) -> tuple[str, object, object]:
        return name, sorted_result(mine), sorted_result(theirs)

    def pairs_of(*kinds: Kind) -> Iterator[tuple[int, ...]]:
        return product(*(owners_of(rules, seats, kind, terms)[:MOST_RELATED] for kind in kinds))

    for name, definition in rules.definitions.items():
        meaning = build.definition(name)
        if definition.owner is None:
            yield both(name, partial(terms.meaning, name), partial(meaning, state, None))
        elif definition.pair:
            for pair in pairs_of(*definition.pair):
                yield both(f"{name} of {pair}", partial(terms.meaning, name, *pair), partial(meaning, state, pair))
        else:
            for owner in owners_of(rules, seats, definition.owner, terms):
                yield both(f"{name} of {owner}", partial(terms.meaning, name, owner), partial(meaning, state, owner))
    for name, predicate in rules.predicates.items():
        if predicate.other is not None:
            related = build.predicate(name)
            for first, other in pairs_of(predicate.kind, predicate.other):
                yield both(
                    f"{first} {name} {other}",
                    partial(terms.holds, model.Holds(name, model.Int(first), model.Int(other)), {}),
                    partial(related, state, (first, other)),
                )
            continue
        test = build.predicate(name)
        for owner in owners_of(rules, seats, predicate.kind, terms):
            yield both(
                f"{owner} is {name}",
                partial(terms.holds, model.Holds(name, model.Int(owner)), {}),
                partial(test, state, owner),
            )
    for name in rules.groups:
        for player in range(seats):
            yield both(
                f"groups {name} of {player}",
                partial(terms.groups, name, player),
                partial(build.finder(name).all, state, player),
            )
    sights = SightClosures(runtime)
    for seer in (None, *range(seats)):
        mine, theirs = partial(sees, rules, position, seats, seer), partial(sights.pieces_seen, state, seer)
        yield f"seen by {seer}", result_or_fault(mine), result_or_fault(theirs)


def result_or_fault(give: Callable[[], object]) -> object:
    """Return the result of a function, or the fault that stops it."""
    try:
        return give()
    except Fault as fault:
        return stop_of(fault)
    except RulesFault as fault:
        return Stop(fault.code, fault.where)


def sorted_result(give: Callable[[], Any]) -> object:
    """Return the result of a function, or the fault that stops it; a set in ascending order, for its order is free."""
    result = result_or_fault(lambda: as_definition(give()))
    return sorted(result) if isinstance(result, list) else result


def compare_seeds(
    rules: model.Rules,
    seats: int,
    seeds: range,
    most: int = 1 << 60,
    is_probed: bool = False,
    seconds: float = math.inf,
) -> list[tuple[int, Difference]]:
    """Return the differences between definition and interpreter by seed, as far as they play in the seconds given."""
    until = process_time() + seconds
    differences = []
    for seed in seeds:
        both = Alongside(rules, seats, random_answers(seed), ChanceRecorder(Chance(seed)))
        differences += [(seed, difference) for difference in both.play(most, is_probed, until)]
    return differences


# ------------------------------------------------------------------------------- the definition alone


def definition_game(rules: model.Rules, seed: int, seats: int) -> engines.Game:
    """Play a seed with the definition alone, and return the game in the form of `engines.interpreter_game`."""
    trace, moves, game = 0, 0, None
    chance, source, world = Chance(seed).branch(0), ChanceSource(Chance(seed)), Chance(seed).branch(WORLD).below
    try:
        game = Game(rules, seats)
        while game.question is not None:
            question = game.question
            match question:
                case Shuffle(pieces):
                    game.answer(source.shuffle_pool(pieces))
                case Draw(pieces, count, weights):
                    game.answer(source.pick_some(pieces, count, weights=weights))
                case Observation(deeds, end, _):
                    lines = [*deeds, [end]]
                    line = lines[world(len(lines))]
                    answer = line[world(len(line))]
                    trace = traced_world(trace, question.options, answer)
                    game.answer(answer)
                case Choice(player, options, _, left):
                    place, allowed = chance.least_of_some(len(options), left), 0
                    if isinstance(options[0], Group):
                        bits = len(rules.pieces.names)
                        groups = [group.sort << bits | sum(1 << piece for piece in group.pieces) for group in options]
                        trace, allowed = traced_groups(trace, groups, 0, len(groups)), len(groups)
                        trace = hash_answer(trace, player, allowed, place)
                    else:
                        allowed = sum(1 << option for option in options)
                        trace = hash_answer(trace, player, allowed, options[place])
                    moves += 1
                    game.answer(options[place])
        results = as_counted(rules, as_json(rules, game.results))
    except Fault as fault:
        return tuple(stop_of(fault))
    assert game.ending is not None
    return game.ending.winners, game.ending.reason, moves, tuple(results.items()), trace
