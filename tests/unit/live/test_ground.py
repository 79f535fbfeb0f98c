"""A game on a ground in the page: strokes are told by clicking, the balls lie as told, and strokes are taken back."""

from __future__ import annotations

from typing import Any

import pytest

from cc_dsl import load
from cc_dsl.engine.game import replay
from cc_dsl.live.dispatcher import Dispatcher
from cc_dsl.table import record
from tests.unit.live.page import ask, refused

CROQUET = "castle-croquet-1866"


@pytest.fixture
def door() -> Dispatcher:
    """Return a door behind which a game of four people has begun."""
    begun = Dispatcher()
    ask(begun, do="begin", edition=CROQUET, players=["human"] * 4)
    return begun


def balls(found: Any) -> dict[str, tuple[float, float]]:
    return {one["name"]: (one["left"], one["top"]) for one in found["ground"]["spots"] if one["ball"]}


def test_a_stroke_is_told_and_the_ball_lies_behind_the_gate(door: Dispatcher) -> None:
    """Blue leaves its castle: by II.5 that is done outward, and the ball is drawn on the other side of its gate."""
    before = ask(door, do="position")
    assert before["asked"]["striker"] == "Blue"
    gate = next(one for one in before["ground"]["spots"] if one["name"] == "gate 1")
    can = {one["text"] for one in before["asked"]["deeds"] if one["can"]}
    assert "Blue passes gate 1 outward" in can
    after = ask(door, do="play", words="Blue passes gate 1 outward")
    assert balls(before)["Blue"][1] > gate["top"] > balls(after)["Blue"][1], "north is above"
    assert any("castle 2" in one["said"] for one in after["told"])
    assert ask(door, do="play", words="nothing more")["asked"]["moves"][0]["text"] == "play-again"


def test_a_stroke_is_taken_back_with_its_balls(door: Dispatcher) -> None:
    before = ask(door, do="position")
    ask(door, do="play", words="Blue passes gate 1 outward")
    ask(door, do="play", words="nothing more")
    back = ask(door, do="undo")
    while back["moves"]:
        back = ask(door, do="undo")
    assert balls(back) == balls(before)
    assert refused(door, do="undo") == "There is nothing to take back."


def test_what_cannot_happen_is_refused_with_the_clause(door: Dispatcher) -> None:
    found = ask(door, do="play", words="Pink passes gate 1 outward")
    assert found["refused"]["clauses"] or found["refused"]["said"]
    assert found["moves"] == 0
    assert ask(door, do="whynot", words="Blue passes gate 1 outward")["refused"] is None
    against = ask(door, do="whynot", words="Blue hits Black")["refused"]
    assert against["clauses"] == ["castle-croquet-1866.IV.6"]
    assert "in hand" in against["said"]


def test_computers_do_not_play_where_people_tell(door: Dispatcher) -> None:
    players = ["human", *["random"] * 3]
    assert "all players are people" in refused(Dispatcher(), do="begin", edition=CROQUET, players=players)
    assert "what happened" in refused(door, do="hint")


def test_a_told_game_is_resumed_with_its_balls(door: Dispatcher) -> None:
    ask(door, do="play", words="Blue passes gate 1 outward")
    ask(door, do="play", words="nothing more")
    told = ask(door, do="play", words="stop")
    replay(load(CROQUET).rules, record.read(told["record"]))
    again = ask(Dispatcher(), do="resume", record=told["record"])
    assert balls(again) == balls(told)
    assert again["asked"]["striker"] == told["asked"]["striker"]
