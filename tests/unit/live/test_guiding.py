"""A first trick with a guide: every question has its words, until the trick is over, whatever the newcomer plays."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cc_dsl import resources
from cc_dsl.live.dispatcher import Dispatcher
from cc_dsl.pipeline import load
from cc_dsl.source.phrases import phrases_in
from tests.unit.live.page import ask

GUIDED = [name for name in resources.edition_names() if phrases_in(resources.edition_folder(name)).guide is not None]
MOST = 12
"""No first trick asks a newcomer more often."""


def begun(edition: str) -> tuple[Dispatcher, Any]:
    """Begin a guided game; the other seat is a computer's."""
    door = Dispatcher()
    players = ["human", "random"][: load(edition).rules.seats[0]]
    return door, ask(door, do="begin", edition=edition, players=players, guided=True)


def some_move(position: Any, draw: random.Random) -> str:
    """Return one of the moves allowed, or as many pieces as are asked for."""
    asked = position["asked"]
    return " ".join(move["text"] for move in draw.sample(asked["moves"], asked["number"]))


@pytest.mark.parametrize("edition", GUIDED)
@pytest.mark.parametrize("seed", range(4))
def test_every_question_of_the_first_trick_has_its_words(edition: str, seed: int) -> None:
    draw = random.Random(seed)
    door, position = begun(edition)
    said = []
    for _ in range(MOST):
        guide = position["guide"]
        assert guide["said"], position["asked"]
        assert all(one.startswith(f"{edition}.") for one in guide["clauses"])
        said.append(guide["said"])
        if guide["over"]:
            break
        position = ask(door, do="play", words=some_move(position, draw))
    assert position["guide"]["over"]
    assert ask(door, do="play", words=some_move(position, draw))["guide"] is None
    assert said[-1] == phrases_in(resources.edition_folder(edition)).guide.end.rpartition(" [")[0]  # type: ignore[union-attr]
    assert len(said) > 2


def test_what_is_taken_back_is_said_again() -> None:
    door, first = begun("1862")
    second = ask(door, do="play", words=first["asked"]["moves"][0]["text"])
    assert second["guide"]["said"] != first["guide"]["said"]
    back = ask(door, do="undo")
    assert back["guide"] == first["guide"]
    assert ask(door, do="play", words=first["asked"]["moves"][0]["text"])["guide"] == second["guide"]


def test_a_game_that_is_not_guided_says_nothing_more() -> None:
    assert ask(Dispatcher(), do="begin", edition="1862", players=["human", "random"], seed=1)["guide"] is None
