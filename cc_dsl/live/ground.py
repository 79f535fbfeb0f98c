"""The ground of a game at a page: it is drawn, and people tell what a stroke brought about, in words or by clicking.

The ground is that of `cc_dsl.interpreter.grounds`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.interpreter.grounds import DrawnGround
from cc_dsl.interpreter.judge import standings, tables_of
from cc_dsl.interpreter.moves import Refusal, refuse, refuse_observed
from cc_dsl.interpreter.observing import reworded
from cc_dsl.interpreter.runtime import runtime_of
from cc_dsl.lawn.draw import cut_round, describe, shares

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cc_dsl.interpreter.engine import Game
    from cc_dsl.interpreter.steps import Asking
    from cc_dsl.lawn.strokes import Point, Stroke
    from cc_dsl.table.ground import Ground


class ToldStroke:
    """The ground of one game, and the stroke that is being told."""

    def __init__(self, game: Game, synonyms: Mapping[str, str]) -> None:
        """Lay out the ground as it is after all strokes that were told."""
        self._game, self._synonyms = game, synonyms
        self._ground = DrawnGround(game)
        self._begun: tuple[str, int, Asking] | None = None
        """The ball that is struck, the number of answers before the stroke, and the question."""
        self._begin()

    # ------------------------------------------------------------------------------------- what is told

    def tell(self, words: str) -> Refusal | None:
        """Take what was observed, in order; return the refusal of the first thing that cannot be, all before stands."""
        game = self._game
        found = game.read_observed(self._reworded(words))
        if isinstance(found, str):
            return refuse_observed(game, found)
        refused, asking = None, game.asking
        for answer in found:
            if not game.is_observing or game.asking is not asking:
                break
            if answer not in game.options:
                refused = refuse(game, answer)
                break
            game.play(answer)
        self.follow()
        return refused

    def whynot(self, words: str) -> Refusal | None:
        """Return why something cannot be observed now; None if it can."""
        return self._game.whynot(self._reworded(words))

    def _reworded(self, words: str) -> str:
        return reworded(words, self._game.possible(), self._synonyms)

    def follow(self) -> None:
        """Let the balls lie as a stroke has left them, once it has been told, and begin the next."""
        game = self._game
        if self._begun is not None:
            ball, count, asking = self._begun
            if game.is_observing and game.asking is asking and not self._ground.striking.is_fresh(game.position):
                return
            self._ground.see(game, ball, count)
        self._begin()

    def go_back(self) -> None:
        """Let the balls lie as they did at this point of the game."""
        self._begin()

    def _begin(self) -> None:
        """Put the balls where the rules have put them before a stroke."""
        game, striking = self._game, self._ground.striking
        self._begun = None
        if game.is_over:
            return
        self._ground.obey(game)
        ball = striking.striker(game.position) if game.is_observing else None
        if ball is not None:
            self._begun = striking.names[ball], game.count, game.asking

    # ------------------------------------------------------------------------------------- what is shown

    @property
    def _stroke(self) -> Stroke | None:
        """The present stroke, with what has been reported of it so far."""
        if self._begun is None or self._game.count == self._begun[1]:
            return None
        return self._ground.traced(self._begun[0], self._game.observed_since(self._begun[1]))

    def drawn(self) -> dict[str, object]:
        """Return the drawing of the ground, and where on it each thing lies that can be clicked."""
        laid, stroke = self._ground, self._stroke
        balls = stroke.rest if stroke is not None else laid.places
        shown = stroke or laid.last
        ways = [point for way in (shown.paths.values() if shown is not None else ()) for point in way]
        things = _things(laid.ground)
        cut = cut_round(laid.ground, [*things.values(), *balls.values(), *ways])
        spots = shares(cut, {**things, **balls})
        return {
            "svg": laid.picture(stroke, cut),
            "words": describe(laid.ground, balls),
            "spots": [{"name": name, "left": x, "top": y, "ball": name in balls} for name, (x, y) in spots.items()],
        }

    def standing(self) -> dict[str, object]:
        """Return how each thing stands about which the rules have a question, with the clauses that say so."""
        game = self._game
        runtime = runtime_of(game.rules, "reasons", game.seats)
        name = game.naming.name if game.naming is not None else str
        found = standings(runtime, game.position, game.sights.known(game.position, None), game.naming)
        held = [[name(key), value] for key, value in game.view(None).held.items() if isinstance(value, str)]
        tables = []
        for keys, owners in tables_of(found):
            cells = {(one.owner, one.key): one for one in found}
            lines = [(owner, [cells[owner, key] for key in keys]) for owner in owners]
            rows = [
                {"owner": owner, "cells": [{"words": one.value or "", "clauses": [*one.clauses]} for one in line]}
                for owner, line in lines
                if any((one.value or "0") != "0" for one in line)
            ]
            if rows:
                tables.append({"keys": [*map(name, keys)], "rows": rows})
        shared = [[name(one.key), one.value] for one in found if not one.owner and one.value is not None]
        return {"numbers": [*shared, *held], "tables": tables}

    def asked(self) -> dict[str, object]:
        """Return everything that could be observed, whether it can be now, and of which things it speaks."""
        game = self._game
        menu, possible = game.menu, {*game.options}
        found = []
        for answer in range(menu.end):
            seen = menu.observation(answer)
            things = [one for one in (seen.subject, seen.object) if one]
            found.append({"text": str(seen), "things": things, "can": answer in possible})
        return {"deeds": found, "striker": self._begun[0] if self._begun is not None else None}


def _things(ground: Ground) -> dict[str, Point]:
    arches = {arch.name: (arch.east, arch.north) for arch in ground.arches}
    return {**arches, **{peg.name: (peg.east, peg.north) for peg in ground.pegs}}
