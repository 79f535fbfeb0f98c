"""Questions for the world: deeds of pieces, conditions that rule one out, and answers in words and in records."""

from __future__ import annotations

import pytest

from cc_dsl.engine.game import Game, replay
from cc_dsl.engine.moves import MoveRefused
from cc_dsl.rules.grounds import ground_of
from cc_dsl.rules.model import Rules
from cc_dsl.table.record import write
from tests.playing import observe
from tests.unit.interpreter.small import resolved, text_of


def green(extra: str = "") -> Rules:
    """Return rules of a green on which three Kings lie."""
    return resolved(text_of("small-green") + extra)


def test_what_cannot_be_is_refused_with_its_sentence_and_all_before_it_stands() -> None:
    """The refusal quotes “only if”; what came before is kept."""
    game = Game(green(), seed=1)
    with pytest.raises(MoveRefused, match="only if its lair is none"):
        observe(game, [("passes", "King of Red", "hoop 1", "inward"), ("passes", "King of Red", "hoop 2", "inward")])
    assert [given.words for given in game.answers] == ["King of Red passes hoop 1 inward …"]
    with pytest.raises(MoveRefused, match="not in play"):
        observe(game, [("hits", "Ace of Red", "stake 1")])
    with pytest.raises(MoveRefused):
        observe(game, [("hits", "King of Red", "King of Red")])
    with pytest.raises(MoveRefused, match=r"cannot be observed|does not begin"):
        observe(game, [("kicks", "King of Red", "stake 1")])
    half = game.refuse_observed("king of blue passes hoop 2")
    assert half.sentence.endswith("is only the beginning of what can be observed here.")
    assert half.nearest == ("King of Blue passes hoop 2 inward",)


def test_a_record_has_a_line_for_each_stroke_and_replays_exactly() -> None:
    game = Game(green(), seed=1)
    observe(game, [("passes", "King of Red", "hoop 2", "inward"), ("hits", "King of Red", "stake 2")])
    observe(game, [("hits", "King of Blue", "King of Red")], is_all=False)
    text = write(game.record())
    assert "observed: King of Red passes hoop 2 inward, hits stake 2\n" in text
    assert "observed: King of Blue hits King of Red …\n" in text
    again = replay(game.rules, game.record())
    assert again.snapshot() == game.snapshot()
    assert again.answers == game.answers
    assert again.undo()
    assert len(again.answers) == 1


def test_the_ground_is_laid_out_for_those_who_play() -> None:
    described = """
  the ground is 20 yards by 30 yards.
  the hoops stand in a ring, 6 yards from one to the next, beginning above, 1 foot wide.
  the stakes stand 2 yards behind the hoops.
"""
    ground = ground_of(green(described), 2)
    assert ground is not None
    assert (ground.breadth, ground.length) == (20, 30)
    assert [(arch.name, arch.east, arch.north, arch.facing) for arch in ground.arches] == [
        ("hoop 1", 0, 3, 90),
        ("hoop 2", 0, -3, 270),
    ]
    assert [(peg.name, peg.north) for peg in ground.pegs] == [("stake 1", 5), ("stake 2", -5)]
    assert ground.arches[0].width == pytest.approx(1 / 3)
