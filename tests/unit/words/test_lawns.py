"""The ground in plain text: every hoop and peg is named once, and names lie as the things stand."""

from __future__ import annotations

import pytest

from cc_dsl import pipeline
from cc_dsl.rules.grounds import ground_of
from cc_dsl.words.table import ground_lines


@pytest.mark.parametrize("edition", ["castle-croquet-1863", "castle-croquet-1866", "croquet-castles-1863"])
@pytest.mark.parametrize("columns", [80, 40])
def test_everything_on_the_ground_is_named(edition: str, columns: int) -> None:
    """What finds no room is listed; no line is wider than the terminal."""
    rules = pipeline.load(edition).rules
    ground = ground_of(rules, rules.seats[0])
    assert ground is not None
    lines = ground_lines(rules, rules.seats[0], columns)
    said = "\n".join(lines)
    names = [*(arch.name for arch in ground.arches), *(peg.name for peg in ground.pegs)]
    assert all(said.count(name) == 1 for name in names)
    assert max(map(len, lines[:-1])) <= columns


def test_north_is_above_and_east_is_to_the_right() -> None:
    """The four gates of 1866 stand in a ring; a ball between two of them is named there."""
    rules = pipeline.load("castle-croquet-1866").rules
    lines = ground_lines(rules, 4, 80, {"Blue": (0.0, 0.0)})
    at = {
        name: next((row, line.index(name)) for row, line in enumerate(lines) if name in line)
        for name in ("gate 1", "gate 2", "gate 3", "gate 4", "peg 1", "Blue")
    }
    assert at["gate 3"][0] < at["Blue"][0] < at["gate 1"][0] < at["peg 1"][0]
    assert at["gate 2"][1] < at["Blue"][1] < at["gate 4"][1]
    assert abs(at["gate 2"][0] - at["gate 4"][0]) == 0


def test_a_game_without_a_ground_draws_none() -> None:
    """Cards need none."""
    assert ground_lines(pipeline.load("1862").rules, 2, 80) == []
