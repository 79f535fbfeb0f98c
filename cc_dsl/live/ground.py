"""The ground of a game on which people report strokes: its drawing, its clickable parts, and the standings."""

from __future__ import annotations

from collections.abc import Mapping

from cc_dsl.closures.steps import StepQuestion
from cc_dsl.drawing.ground import crop_around, describe, draw
from cc_dsl.drawing.strokes import Point, Stroke, free_place, trace
from cc_dsl.engine.game import Game
from cc_dsl.engine.grounds import StrokeRules
from cc_dsl.engine.judge import tables_of
from cc_dsl.words.answers import standing_of


class ReportedGround:
    """The ground of one game with its balls, and the stroke in progress.

    “Blue hits Red” puts Blue at the end of the shortest such path; a ball that the rules put on a spot is there.
    """

    def __init__(self, game: Game) -> None:
        """Place the balls where all strokes reported so far have left them."""
        self.striking = StrokeRules(game.rules, game.seats)
        self.ground = self.striking.ground
        self.last: Stroke | None = None
        """The last reported stroke."""
        self._game = game
        self._places: dict[str, Point] = {}
        self._read = 0
        """The number of movements of balls by the rules that were carried out."""
        self._before: dict[int, tuple[dict[str, Point], int, Stroke | None]] = {}
        """The balls before each stroke, and the stroke before it, by the number of answers of the game at that time."""
        self._stroke: tuple[str, int, StepQuestion] | None = None
        """The ball that is struck, the number of answers before the stroke, and the question."""
        for _ in game.replay_positions() if game.count else (game,):
            self.follow()

    @property
    def places(self) -> dict[str, Point]:
        """The position of each ball on the ground, in the order of the rules."""
        return {ball: self._places[ball] for ball in self.striking.names if ball in self._places}

    def follow(self) -> bool:
        """Place the balls where a stroke has left them, and begin the next; return whether a stroke was reported."""
        game, is_over = self._game, False
        if self._stroke is not None:
            ball, count, asking = self._stroke
            if game.is_observing and game.question_term is asking and not self.striking.is_fresh(game.position):
                return False
            is_over = game.count > count
            if is_over:
                self.last = stroke = self._shortest_stroke(ball, count)
                self._put_balls({name: stroke.rest[name] for name in stroke.paths})
        self.begin()
        return is_over

    def begin(self) -> None:
        """Place the balls where the rules have put them before a stroke; after a takeback, where they were then."""
        game = self._game
        self._stroke = None
        if game.is_over:
            return
        if game.count in self._before:
            self._places, self._read, self.last = self._before[game.count]
        while self._before and next(reversed(self._before)) >= game.count:
            self._before.popitem()
        self._before[game.count] = dict(self._places), self._read, self.last
        self._put_balls(self.striking.balls_on_spots(game.placements[self._read :]))
        self._read = len(game.placements)
        struck = self.striking.striker(game.position) if game.is_observing else None
        if struck is not None:
            self._stroke = self.striking.names[struck], game.count, game.question_term

    def _shortest_stroke(self, ball: str, count: int) -> Stroke:
        """Return the shortest stroke with the events reported since the game had this many answers."""
        return trace(self.ground, self.places, ball, self._game.observed_since(count))

    def _put_balls(self, put: Mapping[str, Point]) -> None:
        """Place balls; all that move are first taken up, so that none is in another's way."""
        self._places = {ball: place for ball, place in self._places.items() if ball not in put}
        for ball, place in put.items():
            self._places[ball] = free_place(self.ground, [*self._places.values()], place)

    def document(self) -> dict[str, object]:
        """Return the drawing of the ground, the places of its clickable objects, and the standings."""
        ground, balls, shown = self.ground, self.places, self.last
        if self._stroke is not None and self._game.count > self._stroke[1]:  # events of this stroke have been reported
            shown = self._shortest_stroke(*self._stroke[:2])
            balls = shown.rest
        strokes = [shown] if shown is not None else []
        ways = [point for stroke in strokes for way in stroke.paths.values() for point in way]
        things = {arch.name: arch.at for arch in ground.arches} | {peg.name: peg.at for peg in ground.pegs} | balls
        cut = crop_around(ground, [*things.values(), *ways])
        spots = {name: cut.share_at(place) for name, place in things.items()}
        title = f"{shown.ball} is struck" if shown is not None else "The ground"
        return {
            "svg": draw(ground, "stroke", title, balls=balls, strokes=strokes, cut=cut),
            "words": describe(ground, balls),
            "spots": [{"name": name, "left": x, "top": y, "ball": name in balls} for name, (x, y) in spots.items()],
            **self._standings(),
        }

    def deeds(self) -> dict[str, object]:
        """Return all observable events, each with its objects and whether it is possible now."""
        menu, possible, deeds = self._game.menu, {*self._game.options}, []
        for answer in range(menu.end):
            seen = menu.observation(answer)
            things = [name for name in (seen.subject, seen.object) if name]
            deeds.append({"text": str(seen), "things": things, "can": answer in possible})
        return {"deeds": deeds, "striker": self._stroke[0] if self._stroke is not None else None}

    def _standings(self) -> dict[str, object]:
        """Return the standing of each owner about which the rules have a question, with its clauses."""
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
