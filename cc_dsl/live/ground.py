"""The ground of a game on which people report strokes: its drawing, where one can click on it, and how all stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.drawing.ground import cut_round, describe, shares
from cc_dsl.engine.grounds import DrawnGround
from cc_dsl.engine.judge import tables_of
from cc_dsl.words.answers import standing_of

if TYPE_CHECKING:
    from cc_dsl.closures.steps import Asking
    from cc_dsl.drawing.strokes import Stroke
    from cc_dsl.engine.game import Game


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

    def document(self) -> dict[str, object]:
        """Return the drawing of the ground, where each thing lies that can be clicked, and how everything stands."""
        stroke, ground = self.stroke, self.ground
        balls = stroke.rest if stroke is not None else self.places
        shown = stroke or self.last
        ways = [point for way in (shown.paths.values() if shown is not None else ()) for point in way]
        things = {arch.name: (arch.east, arch.north) for arch in ground.arches}
        things |= {peg.name: (peg.east, peg.north) for peg in ground.pegs}
        cut = cut_round(ground, [*things.values(), *balls.values(), *ways])
        spots = shares(cut, {**things, **balls})
        return {
            "svg": self.picture(stroke, cut),
            "words": describe(ground, balls),
            "spots": [{"name": name, "left": x, "top": y, "ball": name in balls} for name, (x, y) in spots.items()],
            **self._standing(),
        }

    def deeds(self) -> dict[str, object]:
        """Return everything that could be observed, whether it can be now, and of which things it speaks."""
        menu, possible, deeds = self._game.menu, {*self._game.options}, []
        for answer in range(menu.end):
            seen = menu.observation(answer)
            things = [name for name in (seen.subject, seen.object) if name]
            deeds.append({"text": str(seen), "things": things, "can": answer in possible})
        return {"deeds": deeds, "striker": self.striker}

    def _standing(self) -> dict[str, object]:
        """Return how each thing stands about which the rules have a question, with the clauses that say so."""
        numbers, answers = standing_of(self._game)
        name = self._game.naming.name if self._game.naming is not None else str
        tables = [
            {
                "keys": [*map(name, keys)],
                "rows": [
                    {
                        "owner": row[0].owner,
                        "cells": [{"words": cell.value or "", "clauses": [*cell.clauses]} for cell in row],
                    }
                    for row in rows
                ],
            }
            for keys, rows in tables_of(answers)
        ]
        return {"numbers": [[*number] for number in numbers], "tables": tables}
