"""What was trained in another framework, as a computer player here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from cc_dsl.adapters.history import HistorySetting
from cc_dsl.table.chance import Chance

if TYPE_CHECKING:
    from cc_dsl.players.seats import Seat
    from cc_dsl.rules import model

Policy: TypeAlias = "Callable[[np.ndarray, np.ndarray], int]"
"""Returns an action for an observation and an action mask, both NumPy arrays, as `CircularEnv` gives them."""


class Trained:
    """A player that asks a policy, for `edition.play(players=[…])` and `edition.study(players=[…])`."""

    def __init__(self, rules: model.Rules, policy: Policy, seats: int | None = None) -> None:
        """Take the rules and the number of players of the environment in which the policy was trained."""
        self._setting = HistorySetting(rules, seats)
        self._policy = policy

    def choose(self, seat: Seat) -> int:
        """Return one of the seat's options; raise a ValueError where the policy names an action that is not allowed."""
        # Every position that the player thinks possible gives the same observation as the true one.
        state = seat.imagined(Chance(0))
        actions = self._setting.actions
        mask = np.zeros(actions.count, np.int8)
        mask[actions.offered(state)] = 1
        seen = np.array(self._setting.sightings.vector(state, seat.player), np.float32)
        action = int(self._policy(seen, mask))
        if not mask[action]:
            raise ValueError(
                f"The policy chose action {action}, which is not allowed here; the action mask says what is."
            )
        return actions.answer(state, action)
