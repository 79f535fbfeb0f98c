"""Plays the same games by the definition and by the interpreter, and compares every decision and every position."""

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
from tests.definition.position import Choosing, Drawing, Fault, Group, Observing, Position, Question, Shuffling
from tests.definition.terms import Terms
from tests.differential import engines
from tests.differential.engines import as_counted, traced_world
from tests.traced import hash_answer, traced_groups

Choose = Callable[[State, Runtime], int]
"""Gives the answer to what the interpreter asks."""

MOST_RELATED = 8
"""Of so many things it is asked whether each is related to each of so many others."""


class Difference(NamedTuple):
    """Where the two part."""

    move: int
    what: str
    definition: object
    interpreter: object


class Stopped(NamedTuple):
    """A fault of the rules: its code and its sentences."""

    code: str
    where: str


def stopped(fault: Fault) -> Stopped:
    """Return a fault of the definition in the form in which the engines tell faults."""
    said = [origin.sentence for origin in fault.origins]
    return Stopped(fault.code, " and ".join(f"“{one}”" for one in said) if len(said) > 1 else "".join(said))


# --------------------------------------------------------------------------- the two in one form


def plainly(value: Any) -> Any:
    """Return a value of the interpreter as the definition has it."""
    if isinstance(value, Combination):
        return Group(value.sort, value.pieces)
    if isinstance(value, Group):
        return value
    return [plainly(one) for one in value] if isinstance(value, list | tuple | range) else value


def compared(rules: model.Rules, seats: int, state: State) -> tuple[Any, ...]:
    """Return a position of the interpreter as `Position.compared` gives that of the definition."""
    position = Position(rules, seats)
    for place in rules.places:
        for owner in range(place.many(seats)):
            position.places[place.name, owner] = state.places[place.base + owner]
    position.states = dict(enumerate(state.marks))
    for one in rules.stored:
        cells = state.cells[one.base : one.base + one.many(seats)]
        position.stored |= {(one.name, owner): plainly(cell) for owner, cell in enumerate(cells)}
    settled = {name: state.cells[one.settled] for name, one in rules.definitions.items() if one.settled is not None}
    position.settled = {name: plainly(value) for name, value in settled.items() if value is not UNSETTLED}
    return position.compared


def asked(state: State, runtime: Runtime) -> tuple[object, ...]:
    """Return what the interpreter asks: whom, and what may be answered."""
    options = [plainly(state.offered[one]) for one in state.options] if state.offered else [*state.options]
    return state.player, options, runtime.program.askings[state.asking].act.origin.sentence


def asked_by(question: Question | None) -> tuple[object, ...]:
    """Return the same of the definition."""
    match question:
        case Choosing(player, options, act):
            return player, options, act.origin.sentence
        case Observing(_, _, act):
            return OBSERVER, question.options, act.origin.sentence
        case _:
            return ("chance", question)


def ended(outcome: Outcome | None) -> tuple[object, ...] | None:
    """Return how the interpreter says that a game ended."""
    return None if outcome is None else (outcome.winners, outcome.reason)


def shown(rules: model.Rules, told: dict[str, Any]) -> dict[str, Any]:
    """Return what the definition tells in the form in which the interpreter tells it."""
    by_key = {one.key: one for question in rules.questions.values() for one in question.told}

    def bare(one: model.Output, kind: Kind, value: Any) -> Any:
        if value is None:
            return None
        if one.extras and kind.is_set:
            return [bare(one, kind.element_kind, each) for each in value]
        if not one.extras:
            return json_converter(rules, kind, one.key)(value)
        said, more = (
            json_converter(rules, kind, one.key)(value[0]),
            {key.replace("-", "_"): so for key, so in value[1].items()},
        )
        return {**said, **more} if isinstance(said, dict) else {"value": said, **more}

    return {
        key: [bare(by_key[key], by_key[key].kind, one) for one in value]
        if by_key[key].is_owned and value is not None
        else bare(by_key[key], by_key[key].kind, value)
        for key, value in told.items()
    }


# --------------------------------------------------------------------------------- the two side by side


class Recorded(ChanceSource):
    """A source of chance that keeps what it gives, so that the definition is given the same."""

    def __init__(self, chance: Chance) -> None:
        """Take the answers from a stream."""
        super().__init__(chance)
        self.given: list[list[int]] = []

    def shuffle_pool(self, pool: list[int]) -> list[int]:
        """Return pieces in an order given by chance."""
        found = super().shuffle_pool(pool)
        if found:  # where nothing lies, nothing is asked
            self.given.append([*found])
        return found

    def pick_some(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        """Return so many of some things."""
        found = super().pick_some(pool, count, kind, weights)
        if found:  # where nothing is picked, nothing is asked
            self.given.append([*found])
        return found


def at_random(seed: int) -> Choose:
    """Answer as the comparison of the engines does, so that a seed is the same game there and here."""
    chance, world = Chance(seed).branch(0), Chance(seed).branch(WORLD).below

    def choose(state: State, runtime: Runtime) -> int:
        menu = runtime.program.askings[state.asking].menu
        return runtime.program.draw_answer(state, chance) if menu is None else menu.draw(state.options, world)

    return choose


class Alongside:
    """One game, played by both: the interpreter goes ahead, and the definition is given the same answers."""

    def __init__(
        self,
        rules: model.Rules,
        seats: int,
        choose: Choose,
        source: Any,
        begin: tuple[Callable[[Runtime], State], Position] | None = None,
    ) -> None:
        """Begin a game, from a position other than the first if both have one."""
        self.rules, self.seats = rules, seats
        self.runtime = runtime_of(rules, "plain", seats)
        self.choose, self.source = choose, source
        self.state = self.runtime.new_state() if begin is None else begin[0](self.runtime)
        self.state.chance = source
        self.position = Position(rules, seats) if begin is None else begin[1]
        self.game: Game | None = None
        self.moves = 0

    def play(self, most: int = 1 << 60, is_probed: bool = False, until: float = math.inf) -> Iterator[Difference]:
        """Play to the end, or so many moves; give what differs, and stop there.  If wanted, look at all definitions."""
        mine: Callable[[], None] = self._begin_mine
        theirs: Callable[[], None] = self._begin_theirs
        while True:
            wanted = self._fault_of(theirs)
            found = self._fault_of(partial(self._fed, mine))
            if found != wanted:
                yield Difference(self.moves, "fault", found, wanted)
                return
            if found is not None:
                return
            assert self.game is not None
            differences = [*self._differences(is_probed)]
            yield from differences
            if differences or self.state.outcome is not None or self.moves >= most or process_time() > until:
                return
            answer = self.choose(self.state, self.runtime)
            given = plainly(self.state.offered[answer]) if self.state.offered else answer
            self.moves += 1
            mine, theirs = self._answering(given), self._answered(answer)

    def _fault_of(self, act: Callable[[], None]) -> Stopped | None:
        try:
            act()
        except Fault as fault:
            return stopped(fault)
        except RulesFault as fault:
            return Stopped(fault.code, fault.where)
        return None

    def _begin_theirs(self) -> None:
        self.runtime.program.begin(self.state)
        self.runtime.program.run(self.state)

    def _begin_mine(self) -> None:
        self.game = Game(self.rules, self.seats, self.position)

    def _answering(self, answer: Any) -> Callable[[], None]:
        return lambda: self._game.answer(answer)

    def _answered(self, answer: int) -> Callable[[], None]:
        def run() -> None:
            self.state.answer = answer
            self.runtime.program.run(self.state)

        return run

    @property
    def _game(self) -> Game:
        assert self.game is not None
        return self.game

    def _fed(self, act: Callable[[], None]) -> None:
        """Let the definition go on to the next question that is not one of chance."""
        act()
        given = self.source.given
        while isinstance(self._game.question, Shuffling | Drawing) and given:
            self._game.answer(given.pop(0))

    # ------------------------------------------------------------------------------------ what is compared

    def _differences(self, is_probed: bool) -> Iterator[Difference]:
        game, state = self._game, self.state
        pairs: list[tuple[str, Any, Any]] = [
            ("chance", [], self.source.given),
            ("position", self.position.compared, compared(self.rules, self.seats, state)),
            ("ending", game.ending, ended(state.outcome)),
        ]
        if state.outcome is None:
            pairs.append(("question", asked_by(game.question), asked(state, self.runtime)))
        elif game.ending is not None:
            said = results_of_game(self.runtime, state)
            pairs.append(("told", shown(self.rules, game.told), said))
        if is_probed:
            pairs += probes(self.rules, self.seats, self.position, state, self.runtime)
        for what, mine, theirs in pairs:
            if mine != theirs:
                yield Difference(self.moves, what, mine, theirs)


def owners_of(rules: model.Rules, seats: int, kind: Kind | None, terms: Terms) -> Sequence[int]:
    """Return the owners of a definition that are looked at."""
    assert kind is not None
    if kind.base == "piece":
        return range(len(rules.pieces.names))
    if kind.base == "player" or terms.is_of_players(kind):
        return range(seats)
    return range(len(rules.values[kind.name].values)) if kind.name in rules.values else ()


def probes(
    rules: model.Rules, seats: int, position: Position, state: State, runtime: Runtime
) -> Iterator[tuple[str, object, object]]:
    """Return what every definition and property of the rules stands for in both, and what everybody sees."""
    terms, build = Terms(rules, seats, position), runtime.build
    state = state.copy()

    def both(what: str, mine: Callable[[], Any], theirs: Callable[[], Any]) -> tuple[str, object, object]:
        return what, tried(mine), tried(theirs)

    def pairs_of(*kinds: Kind) -> Iterator[tuple[int, ...]]:
        return product(*(owners_of(rules, seats, kind, terms)[:MOST_RELATED] for kind in kinds))

    for name, one in rules.definitions.items():
        meaning = build.definition(name)
        if one.owner is None:
            yield both(name, partial(terms.meaning, name), partial(meaning, state, None))
        elif one.pair:
            for pair in pairs_of(*one.pair):
                yield both(f"{name} of {pair}", partial(terms.meaning, name, *pair), partial(meaning, state, pair))
        else:
            for owner in owners_of(rules, seats, one.owner, terms):
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
        yield f"seen by {seer}", caught(mine), caught(theirs)


def caught(give: Callable[[], object]) -> object:
    """Return what is given, or the fault at which it stops."""
    try:
        return give()
    except Fault as fault:
        return stopped(fault)
    except RulesFault as fault:
        return Stopped(fault.code, fault.where)


def tried(give: Callable[[], Any]) -> object:
    """Return what is given, or the fault at which it stops; a set in ascending order, since it is only looked at."""
    found = caught(lambda: plainly(give()))
    return sorted(found) if isinstance(found, list) else found


def differing(
    rules: model.Rules,
    seats: int,
    seeds: range,
    most: int = 1 << 60,
    is_probed: bool = False,
    seconds: float = math.inf,
) -> list[tuple[int, Difference]]:
    """Return the seeds on which definition and interpreter part, and where, as far as they play in these seconds."""
    until = process_time() + seconds
    found = []
    for seed in seeds:
        both = Alongside(rules, seats, at_random(seed), Recorded(Chance(seed)))
        found += [(seed, one) for one in both.play(most, is_probed, until)]
    return found


# ------------------------------------------------------------------------------- the definition by itself


def definition_game(rules: model.Rules, seed: int, seats: int) -> engines.Game:
    """Play a seed by the definition alone, in the form in which `engines.interpreter_game` gives its games."""
    trace, moves, game = 0, 0, None
    chance, source, world = Chance(seed).branch(0), ChanceSource(Chance(seed)), Chance(seed).branch(WORLD).below
    try:
        game = Game(rules, seats)
        while game.question is not None:
            question = game.question
            match question:
                case Shuffling(pieces):
                    game.answer(source.shuffle_pool(pieces))
                case Drawing(pieces, count, weights):
                    game.answer(source.pick_some(pieces, count, weights=weights))
                case Observing(deeds, end, _):
                    lines = [*deeds, [end]]
                    line = lines[world(len(lines))]
                    answer = line[world(len(line))]
                    trace = traced_world(trace, question.options, answer)
                    game.answer(answer)
                case Choosing(player, options, _, left):
                    place, allowed = chance.least_of_some(len(options), left), 0
                    if isinstance(options[0], Group):
                        bits = len(rules.pieces.names)
                        groups = [one.sort << bits | sum(1 << piece for piece in one.pieces) for one in options]
                        trace, allowed = traced_groups(trace, groups, 0, len(groups)), len(groups)
                        trace = hash_answer(trace, player, allowed, place)
                    else:
                        allowed = sum(1 << option for option in options)
                        trace = hash_answer(trace, player, allowed, options[place])
                    moves += 1
                    game.answer(options[place])
        told = as_counted(rules, shown(rules, game.told))
    except Fault as fault:
        return tuple(stopped(fault))
    assert game.ending is not None
    return game.ending.winners, game.ending.reason, moves, tuple(told.items()), trace
