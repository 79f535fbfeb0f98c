"""Plays a game on the simulated lawn when the pages are made, to be watched in them.

The mechanics are those of `cc_dsl.lawn`, which need a package that does not run in a page.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cc_dsl import cache, lawn
from cc_dsl.edition.inputs import digest_of_files, files_under
from cc_dsl.interpreter import lawns, striking
from cc_dsl.interpreter.engine import Game
from cc_dsl.interpreter.lawns import PREFIX, LawnWorld
from cc_dsl.interpreter.players import computers, play_out, world_of
from cc_dsl.live.watching import StoredGame, StoredStroke
from cc_dsl.table import record

if TYPE_CHECKING:
    from cc_dsl.edition.prepared import Prepared
    from cc_dsl.lawn.strokes import Stroke
    from cc_dsl.pipeline import Edition

SEED = 3
"""With it the games are short."""
PLAYER = f"{PREFIX}expert"
SHELF = "simulated"
FINE = 3
"""The decimals of a yard that are kept: a millimetre."""


class NotedLawn:
    """A lawn whose strokes are noted, each with the number of answers that the game had before it."""

    def __init__(self, world: LawnWorld) -> None:
        """Note what happens on this lawn."""
        self._world = world
        self.strokes: list[StoredStroke] = []

    def answer(self, game: Game) -> int:
        """Return the next thing that is seen of a stroke."""
        is_fresh = self._world.striking.is_fresh(game.position)
        found = self._world.answer(game)
        if is_fresh and self._world.played is not None:
            self.strokes.append(_stored(self._world.played.stroke, game.count))
        return found


def simulated(edition: Edition, prepared: Prepared) -> bytes | None:
    """Return a game on the simulated lawn as JSON: that which the corpus stores for these rules, or one played now.

    Return None where there is no lawn, or where there is nothing stored and no balls can roll here.
    """
    if not Game(edition.rules).is_watched:
        return None
    what, things = f"{SHELF} {edition.name}", (edition.rules.digest, SEED, PLAYER)
    found: str | None = prepared.recalled(what, *things)
    if found is None and find_spec("pymunk") is not None:
        found = prepared.noted(what, _cached(edition).decode(), *things)
    return None if found is None else found.encode()


def _cached(edition: Edition) -> bytes:
    """Return the game as it is cached under these rules and mechanics, or play it."""
    key = f"{edition.rules.digest} {SEED} {PLAYER} {_mechanics()}".encode()
    found = cache.get(SHELF, edition.name, key)
    if found is None:
        found = json.dumps(_played(edition), ensure_ascii=False, sort_keys=True).encode()
        cache.put(SHELF, edition.name, key, found)
    return found


def _mechanics() -> str:
    """Return a digest of the lawn, and of whoever plays on it."""
    return str(digest_of_files([*files_under(str(Path(lawn.__file__).parent)), lawns.__file__, striking.__file__]))


def _played(edition: Edition) -> StoredGame:
    game = Game(edition.rules, seed=SEED)
    names = [PLAYER] * game.seats
    world = world_of(game, names)
    assert isinstance(world, LawnWorld)
    noting = NotedLawn(world)
    play_out(game, computers(names, SEED), noting)
    return {"record": record.write(game.record(names)), "players": names, "strokes": noting.strokes}


def _stored(stroke: Stroke, count: int) -> StoredStroke:
    """Return a stroke as JSON has it, with the number of answers before it."""
    return {
        "count": count,
        "ball": stroke.ball,
        "aim": stroke.aim,
        "force": stroke.force,
        "seconds": stroke.seconds,
        "paths": {ball: [_fine(point) for point in way] for ball, way in stroke.paths.items()},
        "rest": {ball: _fine(point) for ball, point in stroke.rest.items()},
    }


def _fine(point: tuple[float, float]) -> list[float]:
    return [round(point[0], FINE), round(point[1], FINE)]
