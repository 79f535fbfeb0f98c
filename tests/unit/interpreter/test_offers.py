"""An option that the rules offer at another time is refused with what withholds it, not as a word unknown."""

from __future__ import annotations

from cc_dsl import pipeline
from cc_dsl.engine.game import Game
from cc_dsl.engine.moves import Refusal
from cc_dsl.words.sentences import sentence
from tests.unit.interpreter.small import tolls


def game_of_two() -> Game:
    """Return a game of 1860 for two players, about to begin its first trick."""
    return Game(pipeline.load("1860").rules, seed=4)


def refused(game: Game, text: str) -> Refusal:
    found = game.whynot(text)
    assert found is not None
    return found


def test_nobody_resigns_before_the_first_card() -> None:
    """VII: “after the first card of it has been played”."""
    found = refused(game_of_two(), "resign")
    assert found.kind == "illegal"
    assert found.clauses[0] == "1860.VII.1"
    assert found.sentence == "“resign” cannot be chosen now."
    assert [sentence(reason) for reason in found.reasons] == ["player 1 is not free-to-resign"]


def test_nobody_resigns_when_another_has_played_three_cards() -> None:
    """VII: “when either has played 3 cards, the other must not resign”; the reason is named."""
    game = game_of_two()
    for _ in range(9):  # first-hand plays three cards, the other two, and each declines to resign before a card
        game.play(game.moves()[0].answer)
    assert len(game.moves()) == 4
    found = refused(game, "Resign")
    assert "1860.VII.4" in found.clauses
    assert "player 2 is barred" in [sentence(one) for reason in found.reasons for one in reason.reasons]
    assert game.whynot(game.moves()[0].text) is None


def test_a_word_that_no_rule_offers_is_no_move() -> None:
    """Only names of options are looked for elsewhere."""
    assert refused(game_of_two(), "surrender").kind == "invalid"
    assert refused(Game(tolls(), seed=1), "resign").kind == "invalid"
