"""The ground that rules describe, as a picture to scale, with the clauses that give its measures."""

from __future__ import annotations

from typing import NamedTuple

from cc_dsl.lawn.draw import cut_round, draw
from cc_dsl.rules import model
from cc_dsl.rules.grounds import ground_of


class GroundDrawing(NamedTuple):
    """A ground as a drawing."""

    svg: str
    clauses: tuple[str, ...]
    """The clauses that place the things on it, without the name of the edition."""


def drawn_ground(rules: model.Rules, seats: int | None = None) -> GroundDrawing | None:
    """Draw the ground for this number of players, by default the fewest possible; None if the rules describe none."""
    count = rules.seats[0] if seats is None else seats
    ground, plan = ground_of(rules, count), rules.ground
    if ground is None or plan is None:
        return None
    clauses = dict.fromkeys(clause for part in plan.parts for clause in part.origin.clauses)
    name = f"ground-{rules.name}" + (f"-{count}" if count != rules.seats[0] else "")
    points = [(arch.east, arch.north) for arch in ground.arches]
    points += [(peg.east, peg.north) for peg in ground.pegs]
    points += [(spot.east, spot.north) for spot in ground.spots]
    return GroundDrawing(
        draw(ground, name, "The ground, drawn from the rules", cut=cut_round(ground, points)), tuple(clauses)
    )
