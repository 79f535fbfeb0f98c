"""The ground of a game as data for a page: its drawing, where one can click on it, and how everything stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.closures.runtime import runtime_of
from cc_dsl.drawing.ground import cut_round, describe, shares
from cc_dsl.engine.judge import standings, tables_of

if TYPE_CHECKING:
    from cc_dsl.engine.game import Game
    from cc_dsl.play.reporting import ReportedGround


def ground_of(laid: ReportedGround) -> dict[str, object]:
    """Return the drawing of the ground, and where on it each thing lies that can be clicked."""
    stroke, ground = laid.stroke, laid.ground
    balls = stroke.rest if stroke is not None else laid.places
    shown = stroke or laid.last
    ways = [point for way in (shown.paths.values() if shown is not None else ()) for point in way]
    things = {arch.name: (arch.east, arch.north) for arch in ground.arches}
    things |= {peg.name: (peg.east, peg.north) for peg in ground.pegs}
    cut = cut_round(ground, [*things.values(), *balls.values(), *ways])
    spots = shares(cut, {**things, **balls})
    return {
        "svg": laid.picture(stroke, cut),
        "words": describe(ground, balls),
        "spots": [{"name": name, "left": x, "top": y, "ball": name in balls} for name, (x, y) in spots.items()],
    }


def standing(game: Game) -> dict[str, object]:
    """Return how each thing stands about which the rules have a question, with the clauses that say so."""
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


def asked(game: Game, laid: ReportedGround) -> dict[str, object]:
    """Return everything that could be observed, whether it can be now, and of which things it speaks."""
    menu, possible, deeds = game.menu, {*game.options}, []
    for answer in range(menu.end):
        seen = menu.observation(answer)
        things = [one for one in (seen.subject, seen.object) if one]
        deeds.append({"text": str(seen), "things": things, "can": answer in possible})
    return {"deeds": deeds, "striker": laid.striker}
