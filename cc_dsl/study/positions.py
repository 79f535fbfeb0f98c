"""Compare two answers step by step in positions drawn from play: how often the rules do something different.

Games are played under the rules as they are.  Each is then followed under the rules with another answer, with the same
cards and the same choices, up to the first step at which the two rules differ: pieces lie elsewhere, a number or a name
has another value, another player is asked, other answers are allowed, or the game ends differently, also in its
results, such as a score.  After that step the two games have no positions in common, and nothing more is counted.  Up
to it both rules have used the same random numbers, so the count does not depend on how random numbers are used.

Each step is reached by both rules alike, and whether they differ there depends only on what came before.  The share of
steps at which they differ therefore has a Wilson interval, although steps of one game depend on one another.

Questions of the rules are answered in positions of these games as well: from each game one position is drawn, among
those that have the pieces that the question needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cc_dsl.interpreter.engine import Game
from cc_dsl.interpreter.judge import Asker, lay_out, told_of_game
from cc_dsl.interpreter.players import World, world_of
from cc_dsl.interpreter.runtime import Runtime, runtime_of
from cc_dsl.interpreter.seat import Seat
from cc_dsl.interpreter.state import RulesFault, State
from cc_dsl.interpreter.tracing import Noting
from cc_dsl.rules import model
from cc_dsl.study.thinking import seat_players
from cc_dsl.table.chance import Chance

DRAWING = 1 << 33
"""The stream from which positions are drawn: none that players have."""
MOST_STEPS = 5_000
"""Longer games are followed so far."""

Counts = dict[str, Any]
Given = tuple[tuple[tuple[int, ...], ...], tuple[Any, ...]]
"""The pieces of each place that a question names, and what each thing holds that it names besides."""


class Step(NamedTuple):
    """One step of a game: the position that it led to, as it is and by its names, and the answer given to it."""

    state: State
    mark: tuple[Any, ...]
    answer: Any


class Walk(NamedTuple):
    """A game that was played: its steps, and a position for each question of the rules."""

    seed: int
    steps: list[Step]
    drawn: dict[str, Given]


class Positions:
    """Plays games under rules, and follows them under others."""

    def __init__(self, rules: model.Rules, seats: int, players: Sequence[str] = (), most: int = MOST_STEPS) -> None:
        """Set the rules, the players and how far games are followed; without names players are random."""
        self.rules, self.seats, self.players, self.most = rules, seats, tuple(players), most
        self._questions = [one for one in rules.questions.values() if not one.is_given_nothing]

    def count(self, others: Sequence[tuple[str, str, model.Rules]], first: int, games: int) -> Counts:
        """Return, for each other answer, how many steps and games part, and how many answers to questions change."""
        walks = [self.walk(seed) for seed in range(first, first + games)]
        counts: Counts = {}
        for doubt, answer, rules in others:
            if rules.seats[0] <= self.seats <= rules.seats[1]:
                counts.setdefault(doubt, {})[answer] = self._followed(walks, rules, doubt)
        return counts

    def walk(self, seed: int) -> Walk:
        """Play the game of a seed."""
        game, world = self._begun(self.rules, seed)
        choose = self._chooser(game)
        marker = Marker(self.rules, self.rules, self.seats)
        fitting: dict[str, list[Given]] = {}
        steps: list[Step] = []
        while len(steps) < self.most:
            state = game.position
            self._note_fitting(state, fitting)
            mark = marker.mark(game, state)
            if game.is_over:
                steps.append(Step(state, mark, None))
                break
            answer = world.answer(game) if game.is_observing else choose()
            steps.append(Step(state, mark, marker.meaning(game, answer)))
            game.play(answer)
        chance = Chance(seed).branch(DRAWING)
        return Walk(seed, steps, {name: found[chance.below(len(found))] for name, found in sorted(fitting.items())})

    def _chooser(self, game: Game) -> Callable[[], int]:
        """Return what answers the questions of a game; at random the same as compiled rules."""
        if not self.players:
            below = Chance(game.seed or 0).branch(0).below
            return lambda: game.options[below(len(game.options))]
        players = seat_players(game, self.players)
        seats = [Seat(game, player) for player in range(self.seats)]

        def choose() -> int:
            assert game.player is not None
            return players[game.player].choose(seats[game.player])

        return choose

    def _begun(self, rules: model.Rules, seed: int) -> tuple[Game, World]:
        game = Game(rules, seed=seed, seats=self.seats)
        return game, world_of(game, self.players)

    def _followed(self, walks: Sequence[Walk], rules: model.Rules, doubt: str) -> Counts:
        """Follow games under other rules, and put the questions to positions of them."""
        counts: Counts = {"games": len(walks), "steps": 0, "parted": 0}
        marker = Marker(rules, self.rules, self.seats)
        for walk in walks:
            steps, parted = self._until_parted(walk, rules, marker)
            counts["steps"] += steps
            counts["parted"] += parted
        counts["questions"] = {one.name: self._asked(one, walks, rules, doubt) for one in self._questions}
        return counts

    def _until_parted(self, walk: Walk, rules: model.Rules, marker: Marker) -> tuple[int, int]:
        """Return the number of steps that both rules have in common, and whether the last one separates them."""
        done = 0
        try:
            game, _ = self._begun(rules, walk.seed)
            for step in walk.steps:
                if not marker.is_same(game, step):
                    return done + 1, 1
                done += 1
                if not game.is_over:
                    game.play(marker.answer(game, step.answer))
        except RulesFault:
            return done + 1, 1
        return done, 0

    # ------------------------------------------------------------------------------------- questions

    def _note_fitting(self, state: State, fitting: dict[str, list[Given]]) -> None:
        """Note for each question the input that the position would give it, if it fits."""
        for question in self._questions:
            given = _given_by(state, question, self.seats)
            found = fitting.setdefault(question.name, []) if given is not None else []
            if given is not None and (not found or found[-1] != given):
                found.append(given)

    def _asked(self, question: model.Question, walks: Sequence[Walk], rules: model.Rules, doubt: str) -> Counts:
        """Return how often the answer to a question changes, and how often it rests on the open place."""
        counts = {"asked": 0, "changed": 0, "consulted": 0}
        other = rules.questions.get(question.name)
        if other is None or not _asks_alike(question, other):
            return counts
        noting = runtime_of(self.rules, "sources", self.seats)
        sides = [(noting, question), (runtime_of(rules, "plain", self.seats), other)]
        askers = [Asker(runtime, one) for runtime, one in sides]
        for walk in walks:
            if question.name not in walk.drawn:
                continue
            answers = []
            for (runtime, one), asker in zip(sides, askers, strict=True):
                answers.append(_answered(runtime, one, asker, walk.drawn[question.name]))
            counts["asked"] += 1
            counts["changed"] += answers[0][0] != answers[1][0]
            counts["consulted"] += doubt in _readings(noting, answers[0][1])
        return counts


def _given_by(state: State, question: model.Question, seats: int) -> Given | None:
    """Return the input of a question from a position: its pieces and the values of its variables; None if too few."""
    bases = [asked.place for asked in question.asked]
    pieces = []
    for asked in question.asked:
        for place in range(asked.place, asked.place + asked.many(seats)):
            lying = state.places[place]
            if bases.count(asked.place) > 1:
                lying = [piece for piece in lying if state.marks[piece] == asked.state]
            if not asked.least <= len(lying) <= asked.number:
                return None
            pieces.append(tuple(lying))
    cells = [cell for one in question.stored for cell in range(one.base, one.base + one.many(seats))]
    return tuple(pieces), tuple(state.cells[cell] for cell in cells)


def _asks_alike(one: model.Question, other: model.Question) -> bool:
    """Return whether two questions are given the same things, and tell something under the same key."""
    given = [[(asked.key, asked.number, asked.least) for asked in each.asked] for each in (one, other)]
    stored = [[(asked.key, asked.kind) for asked in each.stored] for each in (one, other)]
    return given[0] == given[1] and stored[0] == stored[1]


def _answered(runtime: Runtime, question: model.Question, asker: Asker, given: Given) -> tuple[object, list[object]]:
    """Return the answer to a question, and the trail of sources that it leaves where they are written down."""
    places = [
        place for asked in question.asked for place in range(asked.place, asked.place + asked.many(runtime.seats))
    ]
    cells = [cell for one in question.stored for cell in range(one.base, one.base + one.many(runtime.seats))]
    stored = tuple((cell, value) for cell, value in zip(cells, given[1], strict=True) if value is not None)
    state = lay_out(runtime, tuple(zip(places, given[0], strict=True)), asker.states, stored)
    try:
        return {told.key: told.tell(state) for told in asker.told}, state.trail
    except RulesFault as fault:
        return fault.code, state.trail


def _readings(runtime: Runtime, trail: list[object]) -> tuple[str, ...]:
    build = runtime.build
    assert isinstance(build, Noting)
    return build.notes.gathered(trail)[1]


# --------------------------------------------------------------------------------- what is compared


class Marker:
    """Writes a position of a game so that it can be compared with one under other rules, by the names of both."""

    def __init__(self, rules: model.Rules, other: model.Rules, seats: int) -> None:
        """See which places, numbers and names both rules have."""
        self.rules = rules
        common = _names(rules, seats).keys() & _names(other, seats).keys()
        names = _names(rules, seats)
        self._places = [(names[name], is_ordered) for name, is_ordered in _places(rules, common)]
        self._cells = [cell for name in sorted(common) if name[0] != "place" for cell in names[name]]
        self._is_alike = names == _names(other, seats) and rules.states == other.states
        self._states = rules.states or ("",)
        self._runtime = runtime_of(rules, "plain", seats)
        self._keys = _told_at_the_end(rules) & _told_at_the_end(other)

    def is_same(self, game: Game, step: Step) -> bool:
        """Return whether a game stands as another stood after a step."""
        state = game.position
        # Lists are compared in no time, and mostly they are equal; where they are not, the names decide.
        if self._is_alike and _raw(state) == _raw(step.state) and self._asked(game) == step.mark[-1]:
            return True
        return self.mark(game, state) == step.mark

    def mark(self, game: Game, state: State) -> tuple[Any, ...]:
        """Return the pieces with places and states, numbers, variables, the player asked and the answers allowed."""
        piles = [
            tuple(tuple(state.places[one]) if is_ordered else frozenset(state.places[one]) for one in places)
            for places, is_ordered in self._places
        ]
        outcome = game.outcome
        asked = self._asked(game) if outcome is None else ("over", outcome.winners, outcome.reason, self._told(game))
        cells = tuple(state.cells[cell] for cell in self._cells)
        return tuple(piles), tuple(self._states[mark] for mark in state.marks), cells, asked

    def _told(self, game: Game) -> dict[str, object]:
        """Return what both rules tell at the end of a game, such as a score."""
        return {key: value for key, value in told_of_game(self._runtime, game.position).items() if key in self._keys}

    def _asked(self, game: Game) -> tuple[object, ...]:
        act = game.asking.act
        if _names_itself(act):
            return game.player, type(act).__name__, frozenset(game.options)
        return game.player, type(act).__name__, frozenset(self.meaning(game, option) for option in game.options)

    def meaning(self, game: Game, option: int) -> object:
        """Return an answer in a form that means the same under all the rules."""
        act = game.asking.act
        if isinstance(act, model.ChooseOption):
            return act.options[option].name
        if game.is_observing:
            return game.words_of(option)
        offered = game.position.offered if isinstance(act, model.Choose) and act.kind.base == "group" else ()
        return tuple(offered[option].pieces) if offered else option

    def answer(self, game: Game, meaning: object) -> int:
        """Return the answer that has a meaning here."""
        if _names_itself(game.asking.act) and isinstance(meaning, int):
            return meaning
        return next(option for option in game.options if self.meaning(game, option) == meaning)


def _names_itself(act: object) -> bool:
    """Return whether the answers to a question, such as pieces, are the same numbers under all the rules."""
    return isinstance(act, model.Choose) and act.kind.base != "group"


def _told_at_the_end(rules: model.Rules) -> frozenset[str]:
    """Return the keys under which the questions to which nothing is given are answered."""
    questions = (one for one in rules.questions.values() if one.is_given_nothing)
    return frozenset(told.key for one in questions for told in one.told)


def _raw(state: State) -> tuple[object, ...]:
    """Return the lists, which rules share if they name the same things in the same order."""
    return state.places, state.marks, state.cells


def _names(rules: model.Rules, seats: int) -> Mapping[tuple[str, str], range]:
    """Return the cells of the places, numbers and variables of rules, by name."""
    found = {("place", one.name): range(one.base, one.base + one.many(seats)) for one in rules.places}
    found |= {("number", one.name): range(one.base, one.base + one.many(seats)) for one in rules.numbers}
    found |= {("held", one.name): range(one.base, one.base + one.many(seats)) for one in rules.held}
    return found | {("role", one.name): range(one.cell, one.cell + 1) for one in rules.roles}


def _places(rules: model.Rules, common: set[tuple[str, str]]) -> Iterator[tuple[tuple[str, str], bool]]:
    yield from (
        (("place", one.name), one.is_ordered)
        for one in sorted(rules.places, key=lambda one: one.name)
        if ("place", one.name) in common
    )
