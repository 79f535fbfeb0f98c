"""The list of moves: an option that only continues play is replaced by the moves that follow it."""

from __future__ import annotations

import pickle
import random

import pytest

from cc_dsl.engine.game import Game
from cc_dsl.engine.moves import Refusal
from cc_dsl.engine.picks import picks_ahead, pool_of, read_picks
from cc_dsl.pipeline import load
from cc_dsl.rules import model
from cc_dsl.trees import replace
from tests.unit.interpreter.small import resolved, small_game, text_of, tolls

WAIT = "to wait: nothing."
"""The only option of the game `turns`."""


def at_options(rules: model.Rules, seed: int = 3) -> Game:
    """Return a game at its first question with options."""
    game = Game(rules, seed=seed)
    while not isinstance(game.question_term.act, model.ChooseOption):
        game.play(game.options[0])
    return game


def turn(*options: str) -> Game:
    """Return the game above with these options at its first question."""
    return at_options(resolved(text_of("turns", (WAIT, "\n      ".join(options)))))


def test_what_follows_an_option_that_does_nothing_is_listed_with_the_other_options() -> None:
    game = at_options(load("1860").rules)
    pick = picks_ahead(game)
    assert pick.game_ahead is not None
    assert pick.words == tuple(move.text for move in pick.game_ahead.moves())
    assert [one.name for one in pick.others] == ["resign"]
    assert pick.length == len(pick.pool) + 1
    card = pick.game_ahead.moves()[1]
    assert read_picks(game, pick, card.text) == [game.find_move("play-on").answer, card.answer]  # type: ignore[union-attr]
    assert read_picks(game, pick, "2") == read_picks(game, pick, card.text)
    assert read_picks(game, pick, str(pick.length)) == read_picks(game, pick, "resign")
    assert read_picks(game, pick, "play on") == [game.find_move("play-on").answer]  # type: ignore[union-attr]
    assert read_picks(game, pick, str(pick.length + 1)) == f"The list goes from 1 to {pick.length}."


def test_rules_that_were_read_twice_list_the_same() -> None:
    once = replace(load("1860").rules, digest="of a test")
    again = pickle.loads(pickle.dumps(once))
    at_options(once).fork(0)
    begun = Game(again, seed=3, reasons=True)
    while not isinstance(begun.question_term.act, model.ChooseOption):
        begun.play(begun.options[0])
    assert picks_ahead(begun).game_ahead is not None


def test_the_answers_read_are_those_that_the_game_takes() -> None:
    game = at_options(load("1860").rules)
    pick = picks_ahead(game)
    for place in range(pick.length):
        other = Game(game.rules, answers=game.answers, seed=game.seed)
        for answer in pick.answers_at(place):
            other.play(answer)
        assert other.count > game.count
    strange = next(code for code in game.rules.pieces.codes if code not in pick.words)
    refused = read_picks(game, pick, strange)
    assert isinstance(refused, Refusal)
    assert refused.kind == "illegal"


def test_an_option_with_a_deed_of_its_own_is_no_way_on_and_one_that_first_asks_is() -> None:
    game = at_options(load("patience").rules)
    pick = picks_ahead(game)
    assert pick.words[0].startswith("Sequence ")
    assert [one.name for one in pick.others] == ["resign"]
    game = at_options(tolls())
    pick = picks_ahead(game)
    assert [one.name for one in pick.others] == ["pass"]
    assert pick.game_ahead is not None
    assert pick.game_ahead.player == game.player


def test_options_are_asked_for_where_none_or_several_only_let_play_go_on() -> None:
    several = turn("to wait: nothing.", "to rest: nothing.")
    none = turn("to take: 1 tile in the stock goes to his shelf.", "to give: 1 tile in the stock goes to his rack.")
    for game in (several, none):
        assert picks_ahead(game) == pool_of(game)
    one = turn("to wait: nothing.", "to take: 1 tile in the stock goes to his shelf.")
    assert [other.name for other in picks_ahead(one).others] == ["take"]


def test_nothing_is_listed_that_comes_after_chance() -> None:
    take = "to take: 1 tile in the stock goes to his shelf."
    chance = "chance chooses a tile in the stock as the omen.\n    then the laying"
    game = at_options(resolved(text_of("turns", (WAIT, f"{WAIT}\n      {take}"), ("then the laying", chance))))
    assert picks_ahead(game) == pool_of(game)


def test_a_game_on_the_side_leaves_the_game_alone() -> None:
    game = Game(load("1862").rules, seed=5, reasons=True)
    before, answers = game.snapshot(), game.answers
    aside = game.fork(game.options[0])
    assert (game.snapshot(), game.answers) == (before, answers)
    game.play(game.options[0])
    assert aside.snapshot() == game.snapshot()
    assert aside.answers == game.answers


@pytest.mark.parametrize("name", ["patience", "court", "1862"])
def test_a_line_is_not_read_past_what_comes_to_light(name: str) -> None:
    chance, tried = random.Random(3), 0
    for seed in range(2):
        game = Game(load(name).rules, seed)
        while not game.is_over and game.count < 40:
            pick, seen = picks_ahead(game), game.sights.pieces_seen(game.position, game.player)
            for option in game.options if pick.number == 1 and pick.game_ahead is None else ():
                ahead = game.fork(option)
                if ahead.player == game.player and not ahead.sights.pieces_seen(ahead.position, game.player) <= seen:
                    line = f"{game.spoken_answer(option)} {ahead.moves()[0].text}"
                    assert isinstance(read_picks(game, pick, line), Refusal)
                    tried += 1
            game.play(chance.choice(game.options))
    assert tried > 0


def test_the_same_question_of_the_next_round_is_not_listed() -> None:
    """Player 1 has folded, so player 2 is asked nine times, and nothing happens between."""
    game = at_options(small_game("rounds"))
    game.play(1)
    assert game.player == 1
    assert picks_ahead(game).words == ("stay", "fold")
    assert picks_ahead(game).length == 2


def test_a_man_who_has_moved_is_refused_where_play_may_go_on_or_stop() -> None:
    """Neither his name nor his square is one of the options, which are to go on and to stop."""
    game, man = Game(load("lanrick-1893").rules, seed=1), -1
    while "go-on" not in [move.text for move in game.moves()]:
        assert game.question is not None
        man = game.options[0] if game.question.name == "goer" else man
        game.play(game.options[0])
    name, square = game.rules.pieces.codes[man], game.fork(game.options[0]).square_of(man)
    for words in (name, f"{square} {square}"):
        refused = read_picks(game, picks_ahead(game), words)
        assert isinstance(refused, Refusal)
        assert (refused.kind, "cannot be the goer" in refused.sentence) == ("illegal", True)
        assert [reason.question for reason in refused.reasons] == [f"{name} is mobile"]


@pytest.mark.parametrize("typed", ["-1", "1-", "- 5", "-"])
def test_a_hyphen_that_joins_nothing_is_not_left_out(typed: str) -> None:
    """“-1” is no number of the list, and is not the beginning of the 10♥ either."""
    game = Game(load("1862").rules, seed=1)
    read = read_picks(game, picks_ahead(game), typed)
    assert isinstance(read, Refusal)
    assert read.sentence == f"“{typed}” is not a card."
