"""A game that stops at every answer, including each chance event, with the probability of each outcome.

Frameworks for games require each chance event with its probabilities.  The order of a shuffled pack has too many
outcomes to be one event; here it is drawn piece by piece, from the first to the last, each remaining piece being
equally likely, which gives every order the same probability.  The last piece follows from the others and is no event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl.adapters.actions import Actions
from cc_dsl.adapters.sightings import Sightings
from cc_dsl.closures.changes import drawn_code
from cc_dsl.closures.runtime import PIECE, ChanceSource, runtime_of
from cc_dsl.closures.state import OBSERVER
from cc_dsl.core.bounds import bounds_of
from cc_dsl.engine.judge import told_of_game
from cc_dsl.engine.moves import drawn_words
from cc_dsl.errors import UserError
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind
from cc_dsl.table.chance import Chance

if TYPE_CHECKING:
    from cc_dsl.closures.state import State
    from cc_dsl.rules import model


class Event(NamedTuple):
    """An answer: the player's who gave it (None: chance's), as a number, and in words."""

    player: int | None
    answer: int
    words: str


class _Wanted(Exception):
    """Chance is asked, and has not answered yet."""

    def __init__(self, pool: list[int], count: int, kind: Kind, weights: Sequence[int]) -> None:
        self.pool, self.count, self.kind, self.weights = pool, count, kind, weights


class _ToldChance(ChanceSource):
    """The answers of chance that were given, in order; the first that is missing interrupts the game."""

    __slots__ = ("_given",)

    def __init__(self, given: list[list[int]]) -> None:
        super().__init__(Chance(0))
        self._given = iter(given)

    def _next(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        given = next(self._given, None)
        if given is None:
            raise _Wanted(pool, count, kind, weights)
        return given

    def shuffled(self, pool: list[int]) -> list[int]:
        return self._next(pool, len(pool)) if len(pool) > 1 else pool

    def picked(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        return sorted(self._next(pool, count, kind, weights)) if count < len(pool) else pool


class HistorySetting:
    """Shared data of all histories of a game: prepared rules, numbers of answers, observations, and returns."""

    def __init__(self, rules: model.Rules, seats: int | None = None, payoff: str | None = None) -> None:
        """Prepare a game for this number of players, by default the fewest possible; raise a UserError.

        `payoff` is the key under which a question about the game that is over tells a number of each player: that
        number is what the player gets.  Without it the winners share 1, and the others a loss of 1.
        """
        self.rules = rules
        self.runtime = runtime_of(rules, "plain", seats)
        self.actions = Actions(self.runtime)
        self.sightings = Sightings(self.runtime)
        self.payoff = payoff
        self.bounds = (0.0 if self.runtime.seats == 1 else -1.0, 1.0)
        """The least and the greatest return of a player."""
        if payoff is not None:
            questions = [question for question in rules.questions.values() if question.is_given_nothing]
            told = {told.key: told for question in questions for told in question.told if self._is_paid(told)}
            if payoff not in told:
                sentence = f"No question of {rules.name} tells a number of each player under the key “{payoff}”."
                example = 'tell each player\'s score, called "won".'
                remedy = f"Choose {' or '.join(told)}." if told else f"Write one:   {example}"
                raise UserError("command-line", sentence, remedy, "payoff")
            least, most = bounds_of(rules, self.runtime.seats, told[payoff].thing)
            self.bounds = float(least), float(most)

    def _is_paid(self, told: model.Told) -> bool:
        """Return whether a result is a number of each player; of a game for one, also one that is told once."""
        is_owned = told.owner == PLAYER or (told.owner is None and self.runtime.seats == 1)
        return is_owned and told.kind == NUMBER

    def returns(self, state: State) -> list[float]:
        """Return what each player gets in a position: all 0 before the end."""
        seats = self.runtime.seats
        if state.outcome is None:
            return [0.0] * seats
        if self.payoff is None:
            return shares(state.outcome.winners, seats)
        found: Any = told_of_game(self.runtime, state)[self.payoff]
        numbers = found if isinstance(found, list) else [found]
        return [float(number or 0) for number in numbers]


class History:
    """A game in progress; `state` is the position in which a player is asked, or the game is over.

    While chance is being asked `is_chance` is true, and `state` is the position before the last answer.
    """

    def __init__(self, setting: HistorySetting) -> None:
        """Start a game, up to the first question."""
        self.setting = setting
        self.state: State = setting.runtime.new_state()
        setting.runtime.program.begin(self.state)
        self.past: tuple[Event, ...] = ()
        """All answers so far, for an observer of the whole game."""
        self._answer: int | None = None
        self._given: list[list[int]] = []
        self._drawn: list[int] = []
        self._left: list[int] = []
        self._wanted = 0
        self._kind = PIECE
        """What chance is asked for."""
        self._weights: Sequence[int] = ()
        """How likely each outcome is, where the rules give weights; otherwise each is as likely as another."""
        seats = setting.runtime.seats
        self._happened: tuple[State | tuple[int | None, str], ...] = ()
        """Positions and answers that have not been shown to the players yet."""
        self._seen: list[tuple[str, ...]] = [()] * seats
        self._shown: list[dict[str, str]] = [{}] * seats
        self._go_on()

    def copy(self) -> History:
        """Return the same game once more; what happens to it leaves this one alone."""
        other = History.__new__(History)
        other.__dict__.update(self.__dict__)
        other._seen, other._shown = self._seen[:], self._shown[:]
        return other

    def __deepcopy__(self, memo: dict[int, object]) -> History:
        """Be copied as cheaply as `copy` does it: rules and closures are shared."""
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Tell whether another history is of the same rules and players, and has the same answers in the same order."""
        if not isinstance(other, History):
            return NotImplemented
        ours, theirs = self.setting, other.setting
        same = ours is theirs or (ours.runtime.seats == theirs.runtime.seats and ours.rules == theirs.rules)
        return same and self._answers() == other._answers()

    def __hash__(self) -> int:
        """Return a number that equal histories share."""
        return hash((self.setting.rules.name, self.setting.runtime.seats, self._answers()))

    def _answers(self) -> tuple[tuple[int | None, int], ...]:
        """Return who gave which answer, without its words."""
        return tuple((event.player, event.answer) for event in self.past)

    def __reduce__(self) -> tuple[object, ...]:
        """Be written down as the rules, the number of players, and the answers."""
        return _again, (self.setting.rules, self.setting.runtime.seats, self.setting.payoff, self.past)

    # ----------------------------------------------------------------------------------------- answers

    @property
    def is_chance(self) -> bool:
        """Whether chance is asked, or the world, which answers by chance here."""
        return self._wanted > 0 or self._is_observed

    @property
    def _is_observed(self) -> bool:
        return self._wanted == 0 and self.state.player == OBSERVER

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.is_chance and self.state.outcome is not None

    @property
    def player(self) -> int | None:
        """The player who is asked, counted from 0; None while chance is, and at the end."""
        return None if self.is_chance else self.state.player

    @property
    def chances(self) -> list[tuple[int, float]]:
        """The outcomes of the next chance event, with probabilities, or what the world can show.

        What is observed has the probabilities of the interpreter's observer, who knows nothing of a real lawn.
        """
        if not self._is_observed:
            weights = self._weights or (1,) * len(self._left)
            return [(piece, weight / sum(weights)) for piece, weight in zip(self._left, weights, strict=True)]
        menu = self.setting.runtime.program.askings[self.state.asking].menu
        assert menu is not None
        return sorted(menu.chances(self.state.options).items())

    def drawn_said(self, what: int) -> str:
        """Return a chance outcome or an observation in words."""
        menu = self.setting.runtime.program.askings[self.state.asking].menu if self._is_observed else None
        rules = self.setting.rules
        return drawn_words(rules, drawn_code(rules, self._kind), what) if menu is None else menu.words(what)

    def draw(self, what: int) -> None:
        """Let chance draw a piece, and go on when it has drawn all that it was asked for; or the world answer."""
        words = self.drawn_said(what)
        self.past = (*self.past, Event(None, what, words))
        if self._is_observed:
            self._happened = (*self._happened, (None, words))
            self._answer, self._given = what, []
            self._go_on()
        else:
            self._draw(what)

    def _draw(self, piece: int) -> None:
        self._drawn = [*self._drawn, piece]
        self._left = [other for other in self._left if other != piece]
        if len(self._left) == 1 and len(self._drawn) == self._wanted - 1:
            self._drawn, self._left = [*self._drawn, *self._left], []
        if len(self._drawn) == self._wanted:
            self._given = [*self._given, self._drawn]
            self._go_on()

    def answer(self, answer: int, words: str) -> None:
        """Apply one of `state.options` for the player who is asked, and continue; the words give its meaning."""
        player = self.state.player
        assert player is not None
        self.past = (*self.past, Event(player, answer, words))
        self._happened = (*self._happened, (player, words))
        self._answer, self._given = answer, []
        self._go_on()

    def _go_on(self) -> None:
        """Play up to the next question from the last one, with the answers of chance as far as it has given them."""
        self._drawn, self._left, self._wanted = [], [], 0
        state = self.state.copy()
        state.chance = _ToldChance(self._given)
        if self._answer is not None:
            state.answer = self._answer
        try:
            self.setting.runtime.program.run(state)
        except _Wanted as wanted:
            self._left, self._wanted, self._kind = sorted(wanted.pool), wanted.count, wanted.kind
            self._weights = wanted.weights
            return
        self.state = state
        self._happened = (*self._happened, state)

    # -------------------------------------------------------------------------------------- what is known

    def seen(self, player: int) -> tuple[str, ...]:
        """Return all that a player has seen and done so far, in order: his information state."""
        for happened in self._happened:
            if isinstance(happened, tuple):
                chooser, words = happened
                if chooser is None:
                    self._seen = [(*seen, f"observed: {words}") for seen in self._seen]
                else:
                    self._seen[chooser] = (*self._seen[chooser], f"chose {words}")
            else:
                self._look(happened)
        self._happened = ()
        return self._seen[player]

    def _look(self, state: State) -> None:
        """Show every player a position, and add the changes to the player's memory."""
        for player, before in enumerate(self._shown):
            now = self.setting.sightings.lines(state, player)
            changed = tuple(f"{name}: {said}" for name, said in now.items() if before.get(name) != said)
            gone = tuple(f"{name}: no more" for name in before if name not in now)
            self._shown[player] = now
            self._seen[player] = (*self._seen[player], *changed, *gone)


def _again(rules: model.Rules, seats: int, payoff: str | None, past: tuple[Event, ...]) -> History:
    history = History(HistorySetting(rules, seats, payoff))
    for event in past:
        if event.player is None:
            history.draw(event.answer)
        else:
            history.answer(event.answer, event.words)
    return history


def shares(winners: tuple[int, ...], seats: int) -> list[float]:
    """Return the gain of each player at the end: winners share 1, the others a loss of 1; if nobody wins, all get 0."""
    if seats == 1:
        return [float(len(winners))]
    losers = seats - len(winners)
    if not winners or not losers:
        return [0.0] * seats
    return [1.0 / len(winners) if player in winners else -1.0 / losers for player in range(seats)]
