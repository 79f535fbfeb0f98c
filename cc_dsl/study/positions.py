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

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.core.ordering import ordered_places
from cc_dsl.interpreter.engine import Game
from cc_dsl.interpreter.judge import Asker, lay_out, told_of_game
from cc_dsl.interpreter.players import World, world_of
from cc_dsl.interpreter.reasons import Sources
from cc_dsl.interpreter.runtime import Runtime, runtime_of
from cc_dsl.interpreter.seat import Seat
from cc_dsl.interpreter.state import RulesFault, State
from cc_dsl.interpreter.tracing import Noting
from cc_dsl.rules import model, walk
from cc_dsl.study.documents import Counts
from cc_dsl.study.following import CompiledWalk, Follower, Walker
from cc_dsl.study.repeating import repeated
from cc_dsl.study.thinking import seat_players
from cc_dsl.table.chance import Chance

DRAWING = 1 << 33
"""The stream from which positions are drawn: none that players have."""
MOST_ANSWERS = 1_000
"""The number of answers to questions that are kept for the next other answer."""
MOST_STEPS = 5_000
"""Longer games are followed so far."""

Given = tuple[tuple[tuple[int, ...], ...], tuple[int | None, ...]]
"""The pieces of each place that a question names, and what each thing holds that it names besides."""


class Step(NamedTuple):
    """One step of a game: the position that it led to, as it is and by its names, and the answer given to it."""

    state: State
    mark: tuple[object, ...]
    answer: object


class Walk(NamedTuple):
    """A game that was played: its steps, and a position for each question of the rules."""

    seed: int
    steps: list[Step]
    drawn: dict[str, Given]


class Positions:
    """Plays games under rules, and follows them under others."""

    def __init__(
        self,
        rules: model.Rules,
        seats: int,
        players: Sequence[str] = (),
        most: int = MOST_STEPS,
        walker: Walker | None = None,
    ) -> None:
        """Set the rules, the players and how far games are followed.

        Without names players are random, and play in compiled rules if these are given.
        """
        self.rules, self.seats, self.players, self.most = rules, seats, tuple(players), most
        self.walker = None if self.players else walker
        self._questions = [one for one in rules.questions.values() if not one.is_given_nothing]
        self._inputs = [(one.name, _input_of(one, seats)) for one in self._questions]
        self._alike: dict[tuple[str, str], bool] = {}
        self._followers: dict[str, Follower | None] = {}
        self._answers: dict[tuple[str, Given], tuple[object, tuple[str, ...]]] = {}
        self._noted: dict[int, dict[str, list[Given]]] = {}
        """The inputs of the questions in the positions of games, by their seeds."""

    def count(self, others: Sequence[tuple[str, str, model.Rules]], first: int, games: int) -> Counts:
        """Return, for each other answer, how many steps and games part, and how many answers to questions change."""
        walker = self.walker
        seeds = range(first, first + games)
        compiled = None if walker is None else [walker.walk(seed) for seed in seeds]
        walks: list[Walk] = []
        drawn = [self._drawn(one) for one in compiled or ()]
        counts: Counts = {}
        for doubt, answer, rules in others:
            if not rules.seats[0] <= self.seats <= rules.seats[1]:
                continue
            follower = self._follower(rules)
            if follower is not None and compiled is not None:
                parted = [follower.until_parted(one, self.most) for one in compiled]
            else:
                walks = walks or [self.walk(seed) for seed in seeds]
                drawn = drawn or [walk.drawn for walk in walks]
                marker = Marker(rules, self.rules, self.seats)
                parted = [self._until_parted(walk, rules, marker) for walk in walks]
            counts.setdefault(doubt, {})[answer] = {
                "games": games,
                "steps": sum(steps for steps, _ in parted),
                "parted": sum(is_parted for _, is_parted in parted),
                "questions": {one.name: self._asked(one, drawn, rules, doubt) for one in self._questions},
            }
        return counts

    def _follower(self, rules: model.Rules) -> Follower | None:
        """Return what follows games under other rules in compiled code; None where the interpreter must."""
        if self.walker is None:
            return None
        key = rules.digest or str(id(rules))
        if key not in self._followers:
            try:
                self._followers[key] = Follower(self.walker, rules)
            except NotCompiled:
                self._followers[key] = None
        return self._followers[key]

    def _drawn(self, walk: CompiledWalk) -> dict[str, Given]:
        """Return a position for each question of the rules, of a game that compiled rules have played."""
        if not self._questions:
            return {}
        if walk.seed not in self._noted:
            look = self.looker(walk.seed)
            for state in repeated(runtime_of(self.rules, "plain", self.seats), walk.seed, walk.answers):
                look(state)
        return _drawn_of(walk.seed, self._noted.pop(walk.seed))

    def looker(self, seed: int) -> Callable[[State], None]:
        """Return what looks at the positions of the game of a seed while somebody repeats it, to draw from them."""
        fitting: dict[str, list[Given]] = {}
        self._noted[seed] = fitting
        left = self.most

        def look(state: State) -> None:
            nonlocal left
            left -= 1
            if left >= 0:
                self._note_fitting(state, fitting)

        return look

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
        return Walk(seed, steps, _drawn_of(seed, fitting))

    def _chooser(self, game: Game) -> Callable[[], int]:
        """Return what answers the questions of a game; at random the same as compiled rules."""
        if not self.players:
            chance = Chance(game.seed or 0).branch(0)
            return lambda: game.options[chance.least_of_some(len(game.options), game.left)]
        players = seat_players(game, self.players)
        seats = [Seat(game, player) for player in range(self.seats)]

        def choose() -> int:
            assert game.player is not None
            return players[game.player].choose(seats[game.player])

        return choose

    def _begun(self, rules: model.Rules, seed: int) -> tuple[Game, World]:
        game = Game(rules, seed=seed, seats=self.seats)
        return game, world_of(game, self.players)

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
        for name, given_by in self._inputs:
            given = given_by(state)
            if given is not None:
                found = fitting.setdefault(name, [])
                if not found or found[-1] != given:
                    found.append(given)

    def _asked(
        self, question: model.Question, drawn: Sequence[Mapping[str, Given]], rules: model.Rules, doubt: str
    ) -> Counts:
        """Return how often the answer to a question changes, and how often it rests on the open place."""
        counts = {"asked": 0, "changed": 0, "consulted": 0}
        other = rules.questions.get(question.name)
        if other is None or not _asks_alike(question, other):
            return counts
        is_the_same = self._rest_alike(question, rules, other)
        runtime = runtime_of(rules, "plain", self.seats)
        asker = Asker(runtime, other)
        for given in (one[question.name] for one in drawn if question.name in one):
            answer, readings = self._answered_here(question, given)
            counts["asked"] += 1
            counts["changed"] += not is_the_same and answer != _answered(runtime, other, asker, given)[0]
            counts["consulted"] += doubt in readings
        return counts

    def _rest_alike(self, question: model.Question, rules: model.Rules, other: model.Question) -> bool:
        """Return whether all that the answer to a question can rest on is the same under other rules."""
        key = question.name, rules.digest or str(id(rules))
        if key not in self._alike:
            self._alike[key] = _basis_of(self.rules, question) == _basis_of(rules, other)
        return self._alike[key]

    def _answered_here(self, question: model.Question, given: Given) -> tuple[object, tuple[str, ...]]:
        """Return the answer to a question under the rules as they are, and the open places that it rests on."""
        key = question.name, given
        if key not in self._answers:
            noting = runtime_of(self.rules, "sources", self.seats)
            answer, trail = _answered(noting, question, Asker(noting, question), given)
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            self._answers[key] = answer, _readings(noting, trail)
        return self._answers[key]


def _drawn_of(seed: int, fitting: Mapping[str, list[Given]]) -> dict[str, Given]:
    """Draw one of the positions that fit each question."""
    chance = Chance(seed).branch(DRAWING)
    return {name: found[chance.below(len(found))] for name, found in sorted(fitting.items())}


def _input_of(question: model.Question, seats: int) -> Callable[[State], Given | None]:
    """Return what reads the input of a question from a position: its pieces, and the values of its variables.

    It gives None where a place has too few or too many pieces.
    """
    bases = [asked.place for asked in question.asked]
    places = [
        (place, asked.least, asked.number, asked.state if bases.count(asked.place) > 1 else None)
        for asked in question.asked
        for place in range(asked.place, asked.place + asked.many(seats))
    ]
    cells = [cell for one in question.stored for cell in range(one.base, one.base + one.many(seats))]

    def given_by(state: State) -> Given | None:
        pieces = []
        for place, least, most, mark in places:
            lying = state.places[place]
            if mark is not None:
                lying = [piece for piece in lying if state.marks[piece] == mark]
            if not least <= len(lying) <= most:
                return None
            pieces.append(tuple(lying))
        return tuple(pieces), tuple([state.cells[cell] for cell in cells])

    return given_by


def _basis_of(rules: model.Rules, question: model.Question) -> tuple[object, ...]:
    """Return all that the answer to a question can rest on; where that is the same, so is every answer."""
    sorted_by = [*rules.groups.values(), *rules.rankings.values()]
    used = walk.uses(rules, [question, *sorted_by])
    tables = rules.tables, rules.pieces, rules.values, rules.states, rules.boards, rules.deeds, rules.sites
    cells = rules.places, rules.numbers, rules.roles, rules.held, rules.cells, rules.place_count
    return question, sorted_by, used, tables, cells


def _asks_alike(one: model.Question, other: model.Question) -> bool:
    """Return whether two questions are given the same things, and tell something under the same key."""
    given = [[(asked.key, asked.number, asked.least) for asked in each.asked] for each in (one, other)]
    stored = [[(asked.key, asked.kind) for asked in each.stored] for each in (one, other)]
    return given[0] == given[1] and stored[0] == stored[1]


def _answered(runtime: Runtime, question: model.Question, asker: Asker, given: Given) -> tuple[object, Sources]:
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


def _readings(runtime: Runtime, trail: Sources) -> tuple[str, ...]:
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
        ordered = _ordered(rules) | _ordered(other)
        self._places = [(names[name], name[1] in ordered) for name in sorted(common) if name[0] == "place"]
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

    def mark(self, game: Game, state: State) -> tuple[object, ...]:
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


def _ordered(rules: model.Rules) -> set[str]:
    """Return the names of the places whose order play can read; in others it is no part of the position."""
    ordered = ordered_places(rules)
    return {one.name for one in rules.places if one.base in ordered}
