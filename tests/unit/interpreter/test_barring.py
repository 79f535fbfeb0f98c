"""Reasons why something cannot be chosen: the condition that rules it out, as far as the player knows."""

from __future__ import annotations

import pytest

from cc_dsl.engine.game import Game
from cc_dsl.engine.moves import Refusal
from cc_dsl.pipeline import load
from cc_dsl.table.record import SHUFFLED, RecordedAnswer
from cc_dsl.words.sentences import sentence
from tests.unit.interpreter.small import small_game


@pytest.fixture
def game() -> Game:
    return Game(small_game("barred"), 1, reasons=True)


def refused(game: Game, text: str) -> tuple[str, list[str]]:
    """Say why a move cannot be made: the sentence, and what keeps it from being made."""
    refusal = game.whynot(text)
    assert isinstance(refusal, Refusal)
    return refusal.sentence, [sentence(reason) for reason in refusal.reasons]


def test_what_is_refused_names_what_keeps_it_out(game: Game) -> None:
    """Its condition for an option, the property that it lacks for a piece, and nothing for a hidden piece."""
    assert refused(game, "lay") == ("“lay” cannot be chosen now; it is possible only if the bag is not empty.", [])
    game.play(game.options[0])
    assert refused(game, "green") == ("Green cannot be the pick.", ["Green is not warm"])
    assert refused(game, "blue") == ("Blue cannot be the pick: it is not among the chips to choose from.", [])
    for _ in range(4):
        game.play(game.options[0])
    assert refused(game, "Left") == ("“Left” cannot be chosen now.", ["Left is taken"])


def test_asking_changes_nothing(game: Game) -> None:
    twin = Game(game.rules, 1, reasons=True)
    for place in (0, 0, 0, 0):
        for text in ("lay", "green", "blue", "Left", "warm"):
            game.whynot(text)
        game.play(game.options[place])
        twin.play(twin.options[place])
    assert game.decisions == twin.decisions


def test_a_group_that_is_named_is_refused_by_its_name() -> None:
    edition = load("patience", {"which-Line": "the-highest"})
    dealt = ["JH", "AS", "10S", "9C", "2H", "4H", "6D"]
    shuffled = " ".join([*(code for code in edition.rules.pieces.codes if code not in dealt), *dealt])
    game = Game(edition.rules, answers=[RecordedAnswer(SHUFFLED, shuffled), RecordedAnswer("player 1", "go-on")])
    refusal = game.find_move("Sympathy JH 2H 4H")
    assert isinstance(refusal, Refusal)
    assert refusal.sentence == "JH 4H 2H would make a Sympathy, but is not among what can be chosen."


def test_where_nothing_more_is_known_the_rule_is_quoted() -> None:
    """A relation that does not hold is no decision; the sentence names it."""
    game = Game(load("tests/games/draughts").rules, 1)
    game.play(game.options[0])
    rule = "he chooses a square that receives the spot as the landing"
    assert refused(game, "h8") == (f"“h8” cannot be chosen now; the rule is “{rule}”.", [])
