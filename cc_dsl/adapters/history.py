"""A game that stops at every answer, including each chance event, with the probability of each outcome.

Frameworks for games require each chance event with its probabilities.  The order of a shuffled pack has too many
outcomes to be one event; here it is drawn piece by piece, from the first to the last, each remaining piece being
equally likely, which gives every order the same probability.  The last piece follows from the others and is not an
event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cc_dsl.adapters.sightings import Sightings
from cc_dsl.closures.changes import drawn_code
from cc_dsl.closures.runtime import PIECE, ChanceSource, Runtime, runtime_of
from cc_dsl.closures.state import State
from cc_dsl.core.bounds import bounds_of
from cc_dsl.engine.judge import results_of_game
from cc_dsl.engine.moves import drawn_words, kind_of, words_of_answer
from cc_dsl.errors import UserError
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind
from cc_dsl.table.chance import Chance

MOST_GROUPS = 512
"""The most groups that can be offered at once.  A group has no number of its own, only its place in the offer."""


class Actions:
    """One number for each possible answer of a game, with the same meaning at every question; `count` is their number.

    The interpreter's answers are numbers, too, but their meaning depends on the question: piece 3, or option 3.  Here
    the pieces come first, then the players, the values of each kind, the options of each question, and groups last.
    """

    def __init__(self, runtime: Runtime) -> None:
        """Number the answers to every question of the rules, for this number of players."""
        rules, self._questions = runtime.rules, runtime.program.questions
        self.rules = rules
        self.count = 0
        self._blocks: dict[object, range] = {}
        """The numbers that questions share: all questions for pieces, but each list of options has its own."""
        sizes = {"piece": len(rules.pieces.codes), "player": runtime.seats, "group": MOST_GROUPS}
        for number, question_term in enumerate(self._questions):
            if (key := self._key(number)) not in self._blocks:
                kind = kind_of(question_term.act)
                if isinstance(question_term.act, model.ChooseOption):
                    size = len(question_term.act.options)
                else:
                    size = len(rules.values[kind.name].values) if kind.base == "value" else sizes[kind.base]
                self._blocks[key] = range(self.count, self.count + size)
                self.count += size

    def _key(self, number: int) -> object:
        act = self._questions[number].act
        return tuple(option.name for option in act.options) if isinstance(act, model.ChooseOption) else kind_of(act)

    def legal_actions(self, state: State) -> list[int]:
        """Return the numbers of the legal answers, in ascending order; raise a ValueError if there are too many."""
        block = self._blocks[self._key(state.asking)]
        if state.options and state.options[-1] >= len(block):
            sentence = f"{len(state.options)} groups are offered at once; the limit is {MOST_GROUPS}."
            raise ValueError(sentence)
        return [block[answer] for answer in state.options]

    def answer(self, state: State, action: int) -> int:
        """Return the interpreter's answer for a number, which may be a NumPy integer."""
        return int(action) - self._blocks[self._key(state.asking)].start

    def action_in_words(self, state: State, action: int) -> str:
        """Return the meaning of a number in words, at the present question."""
        act = self._questions[state.asking].act
        return words_of_answer(self.rules, act, self.answer(state, action), state.offered)


class Event(NamedTuple):
    """An answer: the player (None for chance), the number, and the words."""

    player: int | None
    answer: int
    words: str


class _MissingAnswer(Exception):
    def __init__(self, pool: list[int], count: int, kind: Kind, weights: Sequence[int]) -> None:
        self.pool, self.count, self.kind, self.weights = sorted(pool), count, kind, weights


class _ChanceReplay(ChanceSource):
    """The given answers of chance, in order; the first missing answer interrupts the game."""

    __slots__ = ("_draws",)

    def __init__(self, draws: list[list[int]]) -> None:
        super().__init__(Chance(0))
        self._draws = iter(draws)

    def shuffle_pool(self, pool: list[int]) -> list[int]:
        return self._next(pool, len(pool)) if len(pool) > 1 else pool

    def pick_some(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        return sorted(self._next(pool, count, kind, weights)) if count < len(pool) else pool

    def _next(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        """Return the next answer of chance; raise a _MissingAnswer if there is none yet."""
        next_draw = next(self._draws, None)
        if next_draw is None:
            raise _MissingAnswer(pool, count, kind, weights)
        return next_draw


class HistorySetting:
    """Shared data of all histories of a game: prepared rules, numbers of answers, observations, and returns."""

    def __init__(self, rules: model.Rules, seats: int | None = None, payoff: str | None = None) -> None:
        """Prepare a game for this number of players, by default the fewest possible.

        `payoff` is the key of a question whose answer at the end of the game is a number for each player, which is the
        player's return. Without it the winners share 1, and the others a loss of 1. Games that are only refereed, and
        other values of `payoff`, raise a UserError.
        """
        self.rules = rules
        self.runtime = runtime_of(rules, "plain", seats)
        if any(isinstance(question_term.act, model.Observe) for question_term in self.runtime.program.questions):
            sentence = f"{rules.name} is played on a lawn, and only refereed here: no framework can play it."
            raise UserError("command-line", sentence)
        self.actions = Actions(self.runtime)
        self.sightings = Sightings(self.runtime)
        self.payoff = payoff
        self.bounds = (0.0 if self.runtime.seats == 1 else -1.0, 1.0)
        """The least and the greatest return of a player."""
        if payoff is not None:
            # In a game for one player, a number of the game itself is also the player's.
            owners = (PLAYER, None) if self.runtime.seats == 1 else (PLAYER,)
            questions = (each for each in self.runtime.rules.questions.values() if each.has_no_inputs)
            outputs = (output for question in questions for output in question.outputs)
            rewards = {output.key: output for output in outputs if output.owner in owners and output.kind == NUMBER}
            if payoff not in rewards:
                sentence = f"No question of {rules.name} reports a number for each player under the key “{payoff}”."
                example = 'tell each player\'s score, called "won".'
                remedy = f"Choose {' or '.join(rewards)}." if rewards else f"Write one:   {example}"
                raise UserError("command-line", sentence, remedy, "payoff")
            least, most = bounds_of(self.runtime.rules, self.runtime.seats, rewards[payoff].thing)
            self.bounds = float(least), float(most)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the rules, the number of players, and the payoff."""
        return HistorySetting, (self.rules, self.runtime.seats, self.payoff)

    def returns(self, state: State) -> list[float]:
        """Return the returns of the players in a position: all 0 before the end."""
        seats = self.runtime.seats
        if state.outcome is None:
            return [0.0] * seats
        if self.payoff is None:
            return shares(state.outcome.winners, seats)
        results: Any = results_of_game(self.runtime, state)[self.payoff]
        return [float(number or 0) for number in (results if isinstance(results, list) else [results])]


class History:
    """A game in progress; `state` is the position at a player's question, or at the end.

    During a chance event `is_chance` is true, and `state` is the position before the last answer.
    """

    def __init__(self, setting: HistorySetting, past: Sequence[Event] = ()) -> None:
        """Start a game, and play it up to the question after these answers."""
        self.setting = setting
        self.state: State = setting.runtime.new_state()
        setting.runtime.program.begin(self.state)
        self.past: tuple[Event, ...] = ()
        """All answers so far, for an observer of the whole game."""
        self._answer: int | None = None
        """The last answer of a player."""
        self._draws: list[list[int]] = []
        """The answers of chance since that answer."""
        self._missing_answer: _MissingAnswer | None = None
        """The chance event that waits for its outcome."""
        self._drawn_pieces: list[int] = []
        """The pieces drawn so far for that event."""
        seats = setting.runtime.seats
        self._events: tuple[State | Event, ...] = ()
        """Positions and answers that the players have not been shown yet."""
        self._news_seen: list[tuple[str, ...]] = [()] * seats
        self._lines_shown: list[dict[str, str]] = [{}] * seats
        self._play_to_next_question()
        for event in past:
            if event.player is None:
                self.draw(event.answer)
            else:
                self.answer(event.answer, event.words)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the setting and the answers."""
        return History, (self.setting, self.past)

    def __deepcopy__(self, memo: dict[int, object]) -> History:
        """Return a cheap copy, which shares rules and closures but not the position."""
        other = History.__new__(History)
        other.__dict__.update(self.__dict__)
        other._news_seen, other._lines_shown = self._news_seen[:], self._lines_shown[:]
        return other

    @property
    def key(self) -> tuple[object, ...]:
        """The key that equal histories share: the rules, the number of players, and the answers in order."""
        rules, seats = self.setting.rules, self.setting.runtime.seats
        return (rules.name, rules.digest, seats, *(event[:2] for event in self.past))

    # ----------------------------------------------------------------------------------------- answers

    @property
    def is_chance(self) -> bool:
        """Whether chance gives the next answer."""
        return self._missing_answer is not None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.is_chance and self.state.outcome is not None

    @property
    def player(self) -> int | None:
        """The player to move, counted from 0; None during a chance event, and at the end."""
        return None if self.is_chance else self.state.player

    @property
    def legal_actions(self) -> list[int]:
        """The numbers of the actions of the player to move; a ValueError if there are too many."""
        return self.setting.actions.legal_actions(self.state)

    @property
    def weights(self) -> dict[int, int]:
        """The outcomes of the next chance event, each with a number proportional to its probability."""
        assert self._missing_answer is not None
        rest = [possible for possible in self._missing_answer.pool if possible not in self._drawn_pieces]
        return dict(zip(rest, self._missing_answer.weights or (1,) * len(rest), strict=True))

    @property
    def chances(self) -> list[tuple[int, float]]:
        """The outcomes of the next chance event, with probabilities."""
        total = sum(self.weights.values())
        return [(outcome, weight / total) for outcome, weight in self.weights.items()]

    def outcome_in_words(self, outcome: int) -> str:
        """Return an outcome of the chance event in words."""
        assert self._missing_answer is not None
        return drawn_words(self.setting.rules, drawn_code(self.setting.rules, self._missing_answer.kind), outcome)

    def act(self, action: int) -> None:
        """Take an action: the outcome of a chance event, or a legal answer."""
        if self.is_chance:
            self.draw(action)
        else:
            actions = self.setting.actions
            self.answer(actions.answer(self.state, action), actions.action_in_words(self.state, action))

    def draw(self, piece: int) -> None:
        """Let chance draw a piece, and continue when it has drawn all pieces of the event."""
        missing = self._missing_answer
        assert missing is not None
        self.past = (*self.past, Event(None, piece, self.outcome_in_words(piece)))
        self._drawn_pieces = [*self._drawn_pieces, piece]
        if len(self._drawn_pieces) == missing.count - 1 == len(missing.pool) - 1:
            # Once all pieces but one have been drawn, the last is known.
            self._drawn_pieces += [possible for possible in missing.pool if possible not in self._drawn_pieces]
        if len(self._drawn_pieces) == missing.count:
            self._draws = [*self._draws, self._drawn_pieces]
            self._play_to_next_question()

    def answer(self, answer: int, words: str) -> None:
        """Apply one of `state.options` for the player to move, and continue; the words give its meaning."""
        event = Event(self.state.player, answer, words)
        self.past = (*self.past, event)
        self._events = (*self._events, event)
        self._answer, self._draws = answer, []
        self._play_to_next_question()

    def _play_to_next_question(self) -> None:
        """Play from the last question to the next, with the answers of chance given so far."""
        self._drawn_pieces, self._missing_answer = [], None
        state = self.state.copy()
        state.chance = _ChanceReplay(self._draws)
        if self._answer is not None:
            state.answer = self._answer
        try:
            self.setting.runtime.program.run(state)
        except _MissingAnswer as missing:
            self._missing_answer = missing.with_traceback(None)
            return
        self.state = state
        self._events = (*self._events, state)

    def information_state(self, player: int) -> tuple[str, ...]:
        """Return the information state of a player: everything seen and done so far, in order."""
        for event in self._events:
            for seat, before in enumerate(self._lines_shown):
                if not isinstance(event, Event):
                    now = self._lines_shown[seat] = self.setting.sightings.lines(event, seat)
                    news = [f"{name}: {words}" for name, words in now.items() if before.get(name) != words]
                    news += [f"{name}: no more" for name in before if name not in now]
                else:
                    news = [f"chose {event.words}"] if event.player == seat else []
                self._news_seen[seat] = (*self._news_seen[seat], *news)
        self._events = ()
        return self._news_seen[player]


def shares(winners: tuple[int, ...], seats: int) -> list[float]:
    """Return the gain of each player at the end: winners share 1, losers share -1; without a winner all get 0."""
    if seats == 1:
        return [float(len(winners))]
    losers = seats - len(winners)
    if not winners or not losers:
        return [0.0] * seats
    return [1.0 / len(winners) if player in winners else -1.0 / losers for player in range(seats)]
