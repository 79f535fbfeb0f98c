"""The ground of a game whose strokes are reported: where the rules and the reports have left the balls.

Before each stroke the balls are put where the rules have put them; after it they lie at the end of the shortest path
that does what was reported.  The meaning of a stroke depends on the words alone, so nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from cc_dsl.drawing.ground import Cut, draw
from cc_dsl.engine.striking import Striking
from cc_dsl.lawn.strokes import BallObservation, Point, Stroke, free_place, trace

if TYPE_CHECKING:
    from cc_dsl.closures.observing import Observation
    from cc_dsl.engine.game import Game


class DrawnGround:
    """The ground of one game, with the balls on it."""

    def __init__(self, game: Game) -> None:
        """Let the balls lie as all strokes that were reported so far have left them."""
        self.striking = Striking(game.rules, game.seats)
        self.ground = self.striking.ground
        self.last: Stroke | None = None
        """The stroke that was reported last."""
        self._places: dict[str, Point] = {}
        self._read = 0
        """The number of movements of balls by the rules that were carried out."""
        self._kept: dict[int, tuple[dict[str, Point], int]] = {}
        """How the balls lay before each stroke, by the number of answers of the game at that time."""
        if game.count:
            self._catch_up(game)

    @property
    def places(self) -> dict[str, Point]:
        """The position of each ball on the ground, in the order of the rules."""
        return {ball: self._places[ball] for ball in self.striking.names if ball in self._places}

    def _catch_up(self, game: Game) -> None:
        begun: tuple[str, int] | None = None
        for state in game.again():
            is_fresh = game.is_observing and self.striking.is_fresh(state)
            if begun is not None and (is_fresh or not game.is_observing):
                self.see(game, *begun)
                begun = None
            ball = self.striking.striker(state) if is_fresh else None
            if ball is not None:
                self.obey(game)
                begun = self.striking.names[ball], game.count
        if begun is not None:
            self.see(game, *begun)

    def obey(self, game: Game) -> None:
        """Put balls where the rules have put them since the last stroke; after a takeback, where they lay then."""
        if game.count in self._kept:
            self._places, self._read = self._kept[game.count]
        while self._kept and next(reversed(self._kept)) >= game.count:
            self._kept.popitem()
        self._kept[game.count] = dict(self._places), self._read
        spots = {spot.name: (spot.east, spot.north) for spot in self.ground.spots}
        put = self.striking.put(game.moved[self._read :])
        self._read = len(game.moved)
        self._lay({ball: spots[spot] for ball, spot in put.items()})

    def see(self, game: Game, ball: str, count: int) -> None:
        """Let the balls lie as a stroke has left them that was reported since the game had this many answers."""
        if game.count > count:
            self.last = stroke = self.traced(ball, game.observed_since(count))
            self._lay({name: stroke.rest[name] for name in stroke.paths})

    def traced(self, ball: str, told: Iterable[Observation]) -> Stroke:
        """Return the shortest stroke that does what was reported in words."""
        seen = [BallObservation(one.verb.replace("-", " "), one.subject, one.object, one.way) for one in told]
        return trace(self.ground, self.places, ball, seen)

    def picture(self, stroke: Stroke | None = None, cut: Cut | None = None) -> str:
        """Draw the ground, or a part of it, and a stroke: the last one, if none is given."""
        shown = stroke or self.last
        title = f"{shown.ball} is struck" if shown is not None else "The ground"
        lying = stroke.rest if stroke is not None else self.places
        strokes = [shown] if shown is not None else []
        return draw(self.ground, "stroke", title, balls=lying, strokes=strokes, cut=cut)

    def _lay(self, put: Mapping[str, Point]) -> None:
        """Put balls where they are to lie; all that move are first taken up, so that none is in another's way."""
        self._places = {ball: place for ball, place in self._places.items() if ball not in put}
        for ball, place in put.items():
            self._places[ball] = free_place(self.ground, [*self._places.values()], place)
