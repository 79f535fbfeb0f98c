"""The ground that rules describe: the positions of arches, pegs and spots, laid out for a number of players.

A ring of things of one kind surrounds the middle of the ground at equal distances; any other thing is behind another,
that is, further out on the line from the middle through that thing.
"""

from __future__ import annotations

import math

from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from cc_dsl.rules.resolver_state import ResolverState
from cc_dsl.rules.symbols import Item
from cc_dsl.syntax import nodes
from cc_dsl.table.ground import Arch, Ground, Point

UNITS = {"yard": 36, "yards": 36, "foot": 12, "feet": 12, "inch": 1, "inches": 1}
BEGINNINGS = {"above": 90, "below": 270, "right": 0, "left": 180}
"""The direction in which a ring begins, in degrees counter-clockwise from east; it continues clockwise."""
YARD = 36
NARROWEST = 12
"""The default width of an arch, in inches."""


def resolve_ground(resolver: ResolverState) -> model.GroundPlan | None:
    """Return the plan of the ground, if the rules describe one."""
    breadth = length = 0
    origin: model.Origin | None = None
    parts: list[model.GroundPart] = []
    for item in _order_from_middle(resolver.items):
        node = item.statement
        with resolver.report_refusals():
            if isinstance(node, nodes.Extent):
                breadth, length = _inches(item, node.breadth), _inches(item, node.length)
                origin = item.origin(node.span, node.cite)
            else:
                parts.append(_resolve_part(resolver, item, node, parts))
    if not parts:
        return None
    return model.GroundPlan(breadth, length, tuple(parts), origin)


def _order_from_middle(items: list[Item]) -> list[Item]:
    """Return the statements about the ground, each after the statement that places the object to which it refers."""
    items_left = [item for item in items if isinstance(item.statement, nodes.Extent | nodes.Ring | nodes.Behind)]
    items_in_order = [item for item in items_left if not isinstance(item.statement, nodes.Behind)]
    while items_left := [item for item in items_left if item not in items_in_order]:
        placed = {item.statement.name.text for item in items_in_order if not isinstance(item.statement, nodes.Extent)}
        # If each of these objects is behind another, keep them in the order of the file; they are refused later.
        items_in_order += [item for item in items_left if item.statement.before.text in placed] or items_left
    return items_in_order


def _inches(item: Item, node: nodes.Measure) -> int:
    if node.unit.text not in UNITS:
        raise item.refuse("wrong-kind.measure", node.unit)
    return int(node.number.text) * UNITS[node.unit.text]


def _resolve_part(
    resolver: ResolverState, item: Item, node: nodes.Ring | nodes.Behind, earlier: list[model.GroundPart]
) -> model.GroundPart:
    """Resolve the position of the arches, pegs or spots that a statement places in a ring or behind others."""
    name, form, owners = _ground_object(resolver, item, node.name)
    if any(part.name == name for part in earlier):
        raise item.refuse("two-answers.ground", node.name)
    width = _inches(item, node.width) if node.width is not None else NARROWEST
    origin = item.origin(node.span, node.cite)
    if isinstance(node, nodes.Ring):
        if node.beginning.text not in BEGINNINGS:
            raise item.refuse("wrong-kind.beginning", node.beginning)
        apart = _inches(item, node.apart)
        start = BEGINNINGS[node.beginning.text]
        return model.GroundPart(name, form, owners, "", apart, start, width, False, origin)
    before = _ground_object(resolver, item, node.before)[0]
    if not any(part.name == before for part in earlier):
        raise item.refuse("unknown-name.ground", node.before)
    is_crosswise = node.crosswise is not None
    distance = _inches(item, node.distance)
    return model.GroundPart(name, form, owners, before, distance, 0, width, is_crosswise, origin)


def _ground_object(resolver: ResolverState, item: Item, word: nodes.Word) -> tuple[str, str, int | None]:
    """Return the name and form of objects on the ground, and their number; None means one for each player."""
    symbol, is_plural = resolver.names.look_up(item, word)
    if not is_plural:
        raise item.refuse("wrong-number.ground", word)
    if symbol.category == "place" and symbol.data.owner is not None:
        return symbol.name, "spot", resolver.owners_of(symbol.data.owner)
    site = resolver.sites.get(symbol.name)
    if site is None or site.form == "region":
        raise item.refuse("wrong-kind.ground", word, symbol=symbol)
    return symbol.name, site.form, resolver.owners_of(Kind("value", symbol.name))


def ground_of(rules: model.Rules, seats: int) -> Ground | None:
    """Lay out the ground for this number of players, in yards from its middle; None if the rules describe none."""
    plan = rules.ground
    if plan is None:
        return None
    ring: dict[str, list[tuple[float, float]]] = {}
    arches: list[Arch] = []
    pegs: list[Point] = []
    spots: list[Point] = []
    for part in plan.parts:
        count = seats if part.owners is None else part.owners
        ring[part.name] = [_polar_position(part, ring, number, seats) for number in range(count)]
        for number, (bearing, out) in enumerate(ring[part.name]):
            turn = math.radians(bearing)
            east, north = out * math.cos(turn) / YARD, out * math.sin(turn) / YARD
            name = f"{part.name} {number + 1}"
            # Round to six decimals, far finer than the eye can see; `+ 0.0` removes a negative zero.
            place = Point(name, round(east, 6) + 0.0, round(north, 6) + 0.0)
            if part.form == "arch":
                direction = (bearing + (90 if part.is_crosswise else 0)) % 360
                arches.append(Arch(*place, direction, part.width / YARD))
            else:
                (pegs if part.form == "peg" else spots).append(place)
    return Ground(plan.breadth / YARD, plan.length / YARD, tuple(arches), tuple(pegs), tuple(spots))


def _polar_position(
    part: model.GroundPart, ring: dict[str, list[tuple[float, float]]], number: int, seats: int
) -> tuple[float, float]:
    """Return the bearing of one thing, in degrees, and its distance from the middle, in inches."""
    if part.before:
        bearing, out = ring[part.before][number]
        return bearing, out + part.distance
    count = seats if part.owners is None else part.owners
    radius = part.distance / (2 * math.sin(math.pi / count)) if count > 1 else 0.0
    return (part.bearing - 360 * number / count) % 360, radius
