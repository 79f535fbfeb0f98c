"""Strokes that people report: what they said of each, in words or by clicking, and where the balls lie after it.

The ground is that of `cc_dsl.engine.grounds`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.closures.observing import reword
from cc_dsl.engine.grounds import DrawnGround
from cc_dsl.engine.moves import Refusal

if TYPE_CHECKING:
    from cc_dsl.closures.steps import Asking
    from cc_dsl.drawing.strokes import Stroke
    from cc_dsl.engine.game import Game


class StrokeReport(NamedTuple):
    """What came of some words about a stroke."""

    refusal: Refusal | None
    """Why the first event that cannot be is refused; all before it stands."""
    words: str
    """That event in words."""
    is_cut: bool
    """Whether the stroke was over before the last of the events, which were not taken then."""
    decisions_before: int
    """The number of decisions before the last event."""


def report(game: Game, words: str, synonyms: Mapping[str, str]) -> StrokeReport:
    """Take what was observed, in its order."""
    words = reword(words, game.possible(), synonyms)
    found, asking, before = game.read_observed(words), game.asking, game.decision_count
    if isinstance(found, str):
        return StrokeReport(game.refuse_observed(found), found, False, before)
    for answer in found:
        if not game.is_observing or game.asking is not asking:
            return StrokeReport(None, "", True, before)
        if answer not in game.options:
            return StrokeReport(game.refuse(answer), game.words_of(answer), False, before)
        before = game.decision_count
        game.play(answer)
    return StrokeReport(None, "", False, before)


class ReportedGround(DrawnGround):
    """The ground of one game, and the stroke that is being reported."""

    def __init__(self, game: Game) -> None:
        """Lay out the ground as it is after all strokes that were reported."""
        super().__init__(game)
        self._game = game
        self._stroke: tuple[str, int, Asking] | None = None
        """The ball that is struck, the number of answers before the stroke, and the question."""
        self.begin()

    def follow(self) -> bool:
        """Let the balls lie as a stroke has left them, and begin the next; return whether one was reported."""
        game, is_over = self._game, False
        if self._stroke is not None:
            ball, count, asking = self._stroke
            if game.is_observing and game.asking is asking and not self.striking.is_fresh(game.position):
                return False
            self.see(game, ball, count)
            is_over = game.count > count
        self.begin()
        return is_over

    def begin(self) -> None:
        """Put the balls where the rules have put them before a stroke, also after a takeback."""
        game = self._game
        self._stroke = None
        if game.is_over:
            return
        self.sync_balls(game)
        ball = self.striking.striker(game.position) if game.is_observing else None
        if ball is not None:
            self._stroke = self.striking.names[ball], game.count, game.asking

    @property
    def striker(self) -> str | None:
        """The ball that is struck."""
        return None if self._stroke is None else self._stroke[0]

    @property
    def stroke(self) -> Stroke | None:
        """The present stroke, with what has been reported of it so far."""
        if self._stroke is None or self._game.count == self._stroke[1]:
            return None
        return self.traced(self._stroke[0], self._game.observed_since(self._stroke[1]))
