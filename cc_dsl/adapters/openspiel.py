"""A rules file as a game of OpenSpiel (M. Lanctot and others, “OpenSpiel: A framework for reinforcement learning in
games”, arXiv:1908.09453): sequential, with explicit chance, and information states of perfect recall.

The winner gets 1, and the others share a loss of 1; if nobody wins, and in a lost game for one player, all get 0. With
`payoff="score"` each player gets instead the number under this key in the answer to a question of the rules.
"""

from __future__ import annotations

import re

import numpy as np
import pyspiel

from cc_dsl.adapters.history import History, HistorySetting
from cc_dsl.core.secrets import is_open
from cc_dsl.rules import model

LONGEST = 100_000
"""The most events of a game, chance included. Frameworks need a bound; no game of the corpus is as long."""


class CircularGame(pyspiel.Game):  # type: ignore[misc]
    """A game made from a rules file, under its readings."""

    def __init__(
        self,
        rules: model.Rules,
        seats: int | None = None,
        payoff: str | None = None,
        is_zero_sum: bool | None = None,
    ) -> None:
        """Prepare the game for this number of players; raise a UserError if that many cannot play.

        The rules do not show whether payoffs always sum to 0: set `is_zero_sum` for algorithms that need it.
        """
        self.setting = setting = HistorySetting(rules, seats, payoff)
        self._is_zero_sum = payoff is None and rules.seats[1] > 1 if is_zero_sum is None else is_zero_sum
        kinds = pyspiel.GameType
        knowledge = kinds.Information
        information = knowledge.PERFECT_INFORMATION if is_open(rules) else knowledge.IMPERFECT_INFORMATION
        game_type = kinds(
            short_name="circular_" + re.sub(r"\W+", "_", rules.name),
            long_name=rules.title,
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
            information=information,
            utility=kinds.Utility.ZERO_SUM if self._is_zero_sum else kinds.Utility.GENERAL_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=rules.seats[1],
            min_num_players=rules.seats[0],
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            provides_factored_observation_string=False,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=setting.actions.count,
            max_chance_outcomes=len(rules.pieces.codes),
            num_players=setting.runtime.seats,
            min_utility=setting.bounds[0],
            max_utility=setting.bounds[1],
            utility_sum=0.0 if self._is_zero_sum else None,
            max_game_length=LONGEST,
        )
        super().__init__(game_type, info, {})

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the game as its rules, the number of players and the payoffs."""
        setting = self.setting
        return CircularGame, (setting.rules, setting.runtime.seats, setting.payoff, self._is_zero_sum)

    def new_initial_state(self) -> CircularState:
        """Return the beginning of a game."""
        return CircularState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound for the number of chance events in a game."""
        return LONGEST

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, object] | None = None
    ) -> CircularObserver:
        """Return an observer of the players' views."""
        observation_type = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return CircularObserver(self.setting, observation_type, params)


game_of = CircularGame
"""The function that returns the OpenSpiel game of rules."""


class CircularState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: CircularGame) -> None:
        super().__init__(game)
        self.history_so_far = History(game.setting)

    def current_player(self) -> int:
        """Return the player to move: a player, chance, or nobody at the end."""
        game = self.history_so_far
        if game.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if game.player is None else game.player

    def _legal_actions(self, player: int) -> list[int]:
        game = self.history_so_far
        return game.legal_actions if player == game.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the next chance outcomes, with their probabilities."""
        return self.history_so_far.chances

    def _apply_action(self, action: int) -> None:
        self.history_so_far.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return an action of a player, or of chance, in words."""
        game = self.history_so_far
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance: {game.outcome_in_words(action)}"
        return game.setting.actions.action_in_words(game.state, action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.history_so_far.is_over

    def returns(self) -> list[float]:
        """Return the returns of the players: all 0 before the end."""
        game = self.history_so_far
        return game.setting.returns(game.state)

    def __eq__(self, other: object) -> bool:
        """Return whether another state belongs to the same game and has the same answers."""
        return isinstance(other, CircularState) and self.history_so_far.key == other.history_so_far.key

    def __hash__(self) -> int:
        return hash(self.history_so_far.key)

    def __str__(self) -> str:
        """Return all answers so far, including those of chance."""
        past = self.history_so_far.past
        return "; ".join(f"{'chance' if seat is None else f'player {seat + 1}'}: {words}" for seat, _, words in past)


class CircularObserver:
    """The observer of a player's view: the current view in numbers and words, or everything seen so far in words."""

    def __init__(
        self, setting: HistorySetting, observation_type: pyspiel.IIGObservationType, params: dict[str, object] | None
    ) -> None:
        """Set the requested parts of public and private knowledge."""
        if params:
            raise ValueError(f"An observer takes no parameters; these were given: {', '.join(params)}.")
        self._setting, self._observation_type = setting, observation_type
        self._is_private = observation_type.private_info != pyspiel.PrivateInfoType.NONE
        size = 0 if observation_type.perfect_recall else setting.sightings.size
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: CircularState, player: int) -> None:
        """Write the view into the tensor, which is empty for an observer of everything seen so far."""
        if not self._observation_type.perfect_recall:
            seer = player if self._is_private else None
            self.tensor[:] = self._setting.sightings.vector(state.history_so_far.state, seer)

    def string_from(self, state: CircularState, player: int) -> str:
        """Return the view in words."""
        game, lines = state.history_so_far, self._setting.sightings.lines
        title_lines = [f"player {player + 1}"] if self._is_private and self._observation_type.public_info else []
        if title_lines and self._observation_type.perfect_recall:
            return "; ".join([*title_lines, *game.information_state(player)])
        shown_lines = lines(game.state, player if self._is_private else None)
        public = {} if self._observation_type.public_info else lines(game.state, None)
        news = (f"{name}: {words}" for name, words in shown_lines.items() if public.get(name) != words)
        return "; ".join([*title_lines, *news])
