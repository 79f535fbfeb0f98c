"""A rules file as an environment of PettingZoo (J. K. Terry and others, “PettingZoo: Gym for multi-agent reinforcement
learning”, NeurIPS 2021): agents take turns, and each gets a numeric observation and an action mask.

Rewards are given at the end: 1 for the winner, and the others share a loss of 1; or the result of the rules for each
player.
"""

from __future__ import annotations

import os
from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from cc_dsl.adapters.history import History, HistorySetting
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance


class CircularEnv(AECEnv):  # type: ignore[misc]
    """A game made from a rules file, with one agent for each player; chance events are resolved automatically."""

    metadata: ClassVar = {"render_modes": ["ansi"], "name": "circular_v0", "is_parallelizable": False}

    def __init__(
        self,
        rules: model.Rules,
        seats: int | None = None,
        render_mode: str | None = None,
        mask_in: Literal["info", "observation"] = "info",
        payoff: str | None = None,
    ) -> None:
        """Prepare a game for this number of players, by default the fewest possible.

        An observation is an array, and the action mask is in the agent's info. With `mask_in="observation"` it is a
        dictionary with the keys `observation` and `action_mask`, as some learners require. With `payoff="score"` an
        agent gets the result of the rules for its player under this key. Games that are only refereed, and other
        values of `payoff`, raise a UserError.
        """
        super().__init__()
        self.infos: dict[str, dict[str, np.ndarray]] = {}
        self._setting = HistorySetting(rules, seats, payoff)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{player + 1}" for player in range(self._setting.runtime.seats)]
        count, size = self._setting.actions.count, self._setting.sightings.size
        self._actions = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._is_masked = mask_in == "observation"
        space: spaces.Space[Any] = spaces.Box(-1.0, 1.0, (size,), np.float32)
        if self._is_masked:
            space = spaces.Dict({"observation": space, "action_mask": spaces.Box(0, 1, (count,), np.int8)})
        self._observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.fields = self._setting.sightings.fields
        """The parts of an observation: each field has a name, its first entry, a size and a meaning."""

    def observation_space(self, agent: str) -> spaces.Space[object]:
        """Return the observation space of an agent."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the action space of an agent."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Start a game; the same seed gives the same chance; without a seed, a seed is drawn."""
        self._chance = Chance(int.from_bytes(os.urandom(8), "big") if seed is None else seed)
        self._game = History(self._setting)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._resolve_chance()

    def observe(self, agent: str) -> Any:
        """Return an agent's observation, with its action mask if requested."""
        player = self.possible_agents.index(agent)
        observation = np.array(self._setting.sightings.vector(self._game.state, player), np.float32)
        return {"observation": observation, "action_mask": self._mask(player)} if self._is_masked else observation

    def _mask(self, player: int) -> np.ndarray:
        """Return 1 at each action that the player may choose now, and 0 elsewhere."""
        mask = np.zeros(self._setting.actions.count, np.int8)
        if player == self._game.player:
            mask[self._game.legal_actions] = 1
        return mask

    def step(self, action: int | None) -> None:
        """Apply the action of the agent in turn; None once it has finished."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action is None or action not in self._game.legal_actions:
            raise ValueError(f"Action {action} is not allowed here; the action mask shows which actions are.")
        self._game.act(action)
        self._resolve_chance()
        self._accumulate_rewards()

    def _resolve_chance(self) -> None:
        """Resolve chance until an agent is asked, and set masks, and the rewards at the end."""
        game = self._game
        while game.is_chance:
            outcomes, weights = [*game.weights], [*game.weights.values()]
            game.draw(outcomes[self._chance.draw_by_weight(weights)])
        self.infos = {agent: {"action_mask": self._mask(place)} for place, agent in enumerate(self.possible_agents)}
        if game.player is not None:
            self.agent_selection = self.possible_agents[game.player]
            return
        self.rewards = dict(zip(self.possible_agents, self._setting.returns(game.state), strict=True))
        self.terminations = dict.fromkeys(self.possible_agents, True)

    def render(self) -> str | None:
        """Return the view of the agent to move, as lines, if the render mode asks for it."""
        if self.render_mode != "ansi":
            return None
        player = self.possible_agents.index(self.agent_selection)
        lines = self._setting.sightings.lines(self._game.state, player)
        return "\n".join(f"{name}: {words}" for name, words in lines.items())

    def close(self) -> None:
        """Release nothing: the environment holds no resources."""
