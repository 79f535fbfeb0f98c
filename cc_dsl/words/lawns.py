"""Draw the ground of a game in plain text, to scale: hoops, pegs and balls, each as its name where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cc_dsl.rules.grounds import ground_of

if TYPE_CHECKING:
    from cc_dsl.rules import model

WIDE = 64
"""The columns of a drawing; narrower where the reader has fewer."""
TALL = 2.1
"""The height of a letter, as a multiple of its width."""
TRIED = (0, 1, -1, 2, -2, 3, -3)
"""The lines to which a name moves, one after the other, until it finds room."""
Point = tuple[float, float]


def drawn(rules: model.Rules, seats: int, columns: int, balls: Mapping[str, Point] | None = None) -> list[str]:
    """Return the ground with its hoops and pegs, and the balls that lie on it; nothing if the rules describe none."""
    ground = ground_of(rules, seats)
    if ground is None:
        return []
    things = {arch.name: (arch.east, arch.north) for arch in ground.arches}
    things |= {peg.name: (peg.east, peg.north) for peg in ground.pegs}
    placed = {**(balls or {}), **things}
    wide = min(WIDE, columns - 2)
    most = max(max(abs(east), abs(north)) for east, north in placed.values())
    room = max(map(len, placed))
    scale = (wide - room) / (2 * most)
    rows = round(2 * most * scale / TALL) + 1
    paper = [[" "] * wide for _ in range(rows + 2)]
    left = []
    for name, (east, north) in placed.items():
        row, start = round((most - north) * scale / TALL) + 1, round(east * scale + (wide - len(name)) / 2)
        if not _is_written(paper, row, start, name):
            left.append(name)
    lines = ["".join(line).rstrip() for line in paper]
    while lines and not lines[-1]:
        lines.pop()
    return [*lines, *([f"Not drawn, for want of room: {', '.join(left)}."] if left else [])]


def _is_written(paper: list[list[str]], row: int, start: int, name: str) -> bool:
    """Write a name on the first line near its place that has room for it, and tell whether there was one."""
    for step in TRIED:
        line = paper[row + step] if 0 <= row + step < len(paper) else []
        around = line[max(0, start - 1) : start + len(name) + 1]
        if around and not "".join(around).strip():
            line[start : start + len(name)] = name
            return True
    return False
