"""Further measures of games, each game by itself: choices, their effects, comebacks, clauses.

choices      how many answers are allowed at a move, and how many moves leave a choice at all
mattering    how often another answer at one decision gives the game to somebody else
comebacks    how the winner stood at half of the game, in the number by which the rules find the winner
clauses      which clauses affect the decisions of a game, or say how pieces are moved in it
opening      how often the player who is asked first wins; who that is, chance may have said before
readings     how games end under each other answer to an open place, in independent samples (`effects.py`)
decisions    at how many steps of play each other answer differs from the rules as they are (`positions.py`)

The games are those of the study itself: the same seeds, the same players.  Everything is counted in whole numbers; of
what has an average for each game, also the squares and products that its interval wants (`summary.py`).

Mattering is measured so: of each game one decision is drawn, from all at which more than one answer was allowed, each
equally often.  From there the game is played on twice by the same kinds of players with new random numbers, the same
for both: after the answer that was given, and after another, drawn from the others.  `other` counts the games in which
these two have different winners.  What follows may change the winner, too, so `later` counts the games in which the
first of the two has another winner than the game itself: same answer, other things later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cc_dsl.compiler.games import CompiledGames
from cc_dsl.compiler.machine import uncollected
from cc_dsl.compiler.steps import Steps
from cc_dsl.interpreter.citing import DECIDED, Citing
from cc_dsl.interpreter.engine import Game
from cc_dsl.interpreter.players import Observer, World, computers
from cc_dsl.interpreter.runtime import runtime_of
from cc_dsl.interpreter.seat import Seat
from cc_dsl.interpreter.standing import Standing, winning_number
from cc_dsl.interpreter.state import State
from cc_dsl.rules import model
from cc_dsl.study.documents import Counts
from cc_dsl.study.effects import Other, Sampler
from cc_dsl.study.following import CompiledWalk, Walker, walker_of
from cc_dsl.study.positions import Positions
from cc_dsl.study.repeating import repeated
from cc_dsl.study.results import COMPILED, DECISIONS, OPENING, READINGS, play_one
from cc_dsl.study.thinking import seat_players
from cc_dsl.table.chance import Chance

DRAWING = 1 << 32
"""The random stream from which a decision and its continuation are drawn; no player uses it."""


class Looked(NamedTuple):
    """A game as played: each answer, the number of answers allowed, and each player's standing before it.

    The standings may end with that of the middle.
    """

    answers: list[int]
    sizes: list[int]
    leads: list[list[int]]
    winner: int | None

    @property
    def middle(self) -> int:
        """The place of the answer after half of them, the smaller half if they are odd."""
        return len(self.answers) // 2


class Look:
    """Plays games and looks at them: random games in compiled rules, those of named players in the interpreter."""

    def __init__(
        self,
        rules: model.Rules,
        seats: int,
        players: Sequence[str],
        names: Sequence[str],
        walker: Walker | None = None,
        looker: Callable[[int], Callable[[State], None]] | None = None,
    ) -> None:
        """Set the players; without names they play at random, in compiled rules if these are given.

        Whoever else looks at the positions of a game gets them if the interpreter repeats it here; it is given the
        seed, and returns what looks.
        """
        self.rules, self.seats, self.players = rules, seats, tuple(players)
        self.names = frozenset(names)
        self.standing: Standing | None = None
        if "comebacks" in self.names and seats > 1:
            self.standing = winning_number(runtime_of(rules, "plain", seats))
        self.walker = None if self.players else walker
        self._looker = looker

    def count(self, first: int, games: int) -> Counts:
        """Look at the games of these seeds."""
        counts: Counts = {}
        for seed in range(first, first + games):
            for part in self._looked_at(seed):
                _add(counts, part)
        return counts

    def _looked_at(self, seed: int) -> Iterator[Counts]:
        if not self.names & {"choices", "mattering", "comebacks", "clauses"}:
            return
        if self.walker is not None:
            yield from self._looked_at_walk(self.walker, self.walker.walk(seed))
            return
        if self.names & {"choices", "mattering", "comebacks"}:
            looked = self.play(seed)
            if "choices" in self.names:
                yield {"choices": _choices(looked.sizes)}
            if "comebacks" in self.names and self.standing is not None:
                yield {"comebacks": _comeback(looked)}
            if "mattering" in self.names:
                yield {"mattering": self._matters(seed, looked, None)}
        if "clauses" in self.names:
            yield {"clauses": self._clauses(seed)}

    def _looked_at_walk(self, walker: Walker, walk: CompiledWalk) -> Iterator[Counts]:
        """Look at a game that compiled rules have played, and repeat it once in the interpreter if that must be."""
        looked = Looked(walk.answers, walker.sizes(walk), [], walker.winner(walk.vectors[-1]))
        if "choices" in self.names:
            yield {"choices": _choices(looked.sizes)}
        if "mattering" in self.names:
            yield {"mattering": self._matters(walk.seed, looked, walk)}
        clauses = ClausesOfSteps(self.rules, self.seats) if "clauses" in self.names else None
        if clauses is not None or self.standing is not None:
            self._repeat(walk, looked, clauses)
        if self.standing is not None:
            yield {"comebacks": _comeback(looked)}
        if clauses is not None:
            yield {"clauses": clauses.counts}

    def _repeat(self, walk: CompiledWalk, looked: Looked, clauses: ClausesOfSteps | None) -> None:
        """Repeat a game in the interpreter: for its clauses, how the players stood at the middle, and whoever looks."""
        runtime = runtime_of(self.rules, "clauses" if clauses is not None else "plain", self.seats)
        look = self._looker(walk.seed) if self._looker is not None else None
        is_whole = look is not None or clauses is not None
        for step, state in enumerate(repeated(runtime, walk.seed, walk.answers)):
            if clauses is not None:
                clauses.take(state)
            if look is not None:
                look(state)
            if step == looked.middle and self.standing is not None and looked.answers and looked.winner is not None:
                looked.leads.extend([[]] * step)
                # A copy has no reasons, to which those of the standing would be added.
                position = state.copy()
                looked.leads.append([self.standing.of(position, player) for player in range(self.seats)])
            if step >= looked.middle and not is_whole:
                break

    def chooser(self, game: Game, seed: int) -> Callable[[], int]:
        """Return what answers the questions of a game."""
        if not self.players:
            chance = Chance(seed).branch(0)
            return lambda: game.options[chance.least_of_some(len(game.options), game.left)]
        players = seat_players(game, self.players) if seed == game.seed else computers(self.players, seed)
        seats = [Seat(game, place) for place in range(self.seats)]

        def choose() -> int:
            assert game.player is not None
            return players[game.player].choose(seats[game.player])

        return choose

    def world(self, game: Game, seed: int) -> World:
        """Return who answers for the world: chance, from a seed."""
        return Observer(seed)

    def play(self, seed: int) -> Looked:
        """Play the game of a seed, and record the measured values; answers of the world are nobody's choice."""
        game = Game(self.rules, seed=seed, seats=self.seats)
        choose, world = self.chooser(game, seed), self.world(game, seed)
        found = Looked([], [], [], None)
        while not game.is_over:
            if game.is_observing:
                game.play(world.answer(game))
                continue
            found.sizes.append(len(game.options))
            if self.standing is not None:
                position = game.position
                found.leads.append([self.standing.of(position, player) for player in range(self.seats)])
            answer = choose()
            found.answers.append(answer)
            game.play(answer)
        return found._replace(winner=_winner(game))

    # ------------------------------------------------------------------------------------- mattering

    def _matters(self, seed: int, looked: Looked, walk: CompiledWalk | None) -> Counts:
        real = [place for place, size in enumerate(looked.sizes) if size > 1]
        if not real:
            return {"games": 0, "none": 1}
        chance = Chance(seed).branch(DRAWING)
        place = real[chance.below(len(real))]
        other = chance.below(looked.sizes[place] - 1)
        after = chance.word()
        if walk is None:
            winners = [self._after(seed, looked, place, one, after) for one in (None, other)]
        else:
            winners = [self._after_walk(walk, place, one, after) for one in (None, other)]
        return {
            "games": 1,
            "other": int(winners[1] != winners[0]),
            "later": int(winners[0] != looked.winner),
        }

    def _after_walk(self, walk: CompiledWalk, place: int, other: int | None, after: int) -> int | None:
        """Play on from one decision of a game in compiled rules; give the winner."""
        assert self.walker is not None
        vector, given = walk.vectors[place], walk.answers[place]
        answers = [self.walker.code.answer_at(vector, one) for one in range(self.walker.code.count(vector))]
        others = [answer for answer in answers if answer != given]
        end = self.walker.play_on(vector, given if other is None else others[other], after)
        return self.walker.winner(end)

    def _after(self, seed: int, looked: Looked, place: int, other: int | None, after: int) -> int | None:
        """Play on from one decision of a game, after the answer given or after another; give the winner."""
        game = Game(self.rules, seed=seed, seats=self.seats)
        world = self.world(game, seed)
        for answer in looked.answers[:place]:
            _watch(game, world)
            game.play(answer)
        _watch(game, world)
        given = looked.answers[place]
        others = [option for option in game.options if option != given]
        game.play(given if other is None else others[other])
        self._play_on(game, after)
        return _winner(game)

    def _play_on(self, game: Game, seed: int) -> None:
        """Play a game to its end, with random numbers from a seed."""
        choose, world = self.chooser(game, seed), self.world(game, seed)
        while not game.is_over:
            game.play(world.answer(game) if game.is_observing else choose())

    # --------------------------------------------------------------------------------------- clauses

    def _clauses(self, seed: int) -> Counts:
        game = Game(self.rules, seed=seed, reasons=True, seats=self.seats)
        self._play_on(game, seed)
        decisions = Counter(clause for clauses in game.clauses_of_decisions for clause in clauses)
        moved = Counter(clause for clauses in game.clauses_carried_out for clause in clauses)
        in_games = dict.fromkeys([*decisions, *moved], 1)
        return {"games": 1, "in_games": in_games, "decisions": dict(decisions), "moved": dict(moved)}


class ClausesOfSteps:
    """Counts the clauses of decisions and of acts that move pieces, step by step of a game that is repeated."""

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Start with nothing counted."""
        build = runtime_of(rules, "clauses", seats).build
        assert isinstance(build, Citing)
        self._named = build.notes.named
        self._times: Counter[int] = Counter()

    def take(self, state: State) -> None:
        """Count what a step has left in the trail of a position, and empty the trail."""
        self._times.update(state.trail)
        state.trail = []

    @property
    def counts(self) -> Counts:
        """The clauses of the whole game."""
        decisions, moved = Counter[str](), Counter[str]()
        for number, times in self._times.items():
            counted = decisions if number & DECIDED else moved
            for clause in self._named(number):
                counted[clause] += times
        in_games = dict.fromkeys([*decisions, *moved], 1)
        return {"games": 1, "in_games": in_games, "decisions": dict(decisions), "moved": dict(moved)}


def _watch(game: Game, world: World) -> None:
    """Let the world answer until a player is asked."""
    while game.is_observing:
        game.play(world.answer(game))


def _winner(game: Game) -> int | None:
    assert game.outcome is not None
    return game.outcome.winner


def _add(total: Counts, counts: Counts) -> None:
    for name, value in counts.items():
        if isinstance(value, dict):
            _add(total.setdefault(name, {}), value)
        else:
            total[name] = total.get(name, 0) + value


def ratio(above: int, below: int) -> Counts:
    """Return what the ratio of two sums over games, and its interval, are computed from."""
    return {"x": above, "y": below, "xx": above * above, "yy": below * below, "xy": above * below}


def _choices(sizes: Sequence[int]) -> Counts:
    options: dict[str, int] = {}
    for size in sizes:
        options[str(size)] = options.get(str(size), 0) + 1
    real = sum(size > 1 for size in sizes)
    return {
        "games": 1,
        "options": options,
        "a_move": ratio(sum(sizes), len(sizes)),
        "real": ratio(real, len(sizes)),
    }


def _comeback(looked: Looked) -> Counts:
    """Return how the winner stood after half of the moves, the smaller half if they are odd."""
    if looked.winner is None or not looked.leads:
        return {"games": 0, "none": 1}
    lead = looked.leads[looked.middle][looked.winner]
    return {"games": 1, "behind": int(lead < 0), "level": int(lead == 0), "ahead": int(lead > 0)}


# ------------------------------------------------------------------------------------------------ opening


class Opening:
    """Counts how often the player who is asked first wins."""

    def __init__(
        self, rules: model.Rules, seats: int, players: Sequence[str], is_fast: bool, walker: Walker | None = None
    ) -> None:
        """Make what plays, and what only begins; games that a walker plays are those of other measures, too."""
        self.rules, self.seats, self.players, self.walker = rules, seats, tuple(players), walker
        if not self.players and walker is None:
            self._games, self._steps = CompiledGames(rules, seats, is_fast), Steps(rules, seats, is_fast)

    def count(self, first: int, games: int) -> Counts:
        """Count the games that somebody won, those won by the player who began, and the others."""
        counts = {"games": 0, "wins": 0, "none": 0}
        for beginner, winners in self._played(first, games):
            counts["games" if winners else "none"] += 1
            counts["wins"] += beginner in winners
        return counts

    def _played(self, first: int, games: int) -> Iterator[tuple[int | None, tuple[int, ...]]]:
        if self.players:
            for seed in range(first, first + games):
                played = play_one(self.rules, self.players, seed)
                winners = played.side or (() if played.winner is None else (played.winner,))
                yield Game(self.rules, seed=seed, seats=self.seats).player, winners
        elif self.walker is not None:
            for seed in range(first, first + games):
                walk = self.walker.walk(seed)
                winner = self.walker.winner(walk.vectors[-1])
                yield walk.vectors[0][self.walker.to_move], () if winner is None else (winner,)
        else:
            for seed, end in enumerate(self._games.play_many(first, games), first):
                yield self._steps.begin(seed).to_move, () if end.winner is None else (end.winner,)


class Measuring(NamedTuple):
    """What measures games: from a seed on, so many."""

    measure: Callable[[int, int], Counts]
    walker: Walker | None
    """The player of the same games in compiled rules, if they are random and looked at move by move."""


def counter(
    rules: model.Rules,
    seats: int,
    players: Sequence[str],
    is_fast: bool,
    names: Sequence[str],
    others: Sequence[Other],
    games: int | None = None,
    may_compile: bool = False,
) -> Measuring:
    """Make what measures the games of these seeds, of so many in all.

    Games under other readings are many more than those of the study, so that machine code may pay for these alone.
    """
    walker = walker_of(rules, seats) if not players and set(names) - set(COMPILED) else None
    positions = Positions(rules, seats, players, walker=walker)
    look = Look(rules, seats, players, names, walker, positions.looker if DECISIONS in names else None)
    sampler = Sampler(rules, seats, players, is_fast or may_compile, games)
    opening = Opening(rules, seats, players, is_fast, walker) if OPENING in names else None
    if READINGS in names:
        with uncollected():
            sampler.prepare(others)

    def count(first: int, number: int) -> Counts:
        with uncollected():
            return measured(first, number)

    def measured(first: int, number: int) -> Counts:
        counts = look.count(first, number)
        if opening is not None:
            counts[OPENING] = opening.count(first, number)
        if READINGS in names:
            counts[READINGS] = sampler.count(others, first, number)
        if DECISIONS in names:
            counts[DECISIONS] = positions.count(others, first, number)
        return counts

    return Measuring(count, walker)
