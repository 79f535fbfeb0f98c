"""A player sees what the sights of the rules cover, and nothing else shows through."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl.closures.runtime import runtime_of
from cc_dsl.closures.state import State
from cc_dsl.engine.game import Game, random_chooser
from cc_dsl.engine.views import Sights
from cc_dsl.pipeline import load
from cc_dsl.players.computers import computer
from cc_dsl.players.seats import Seat
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance
from cc_dsl.trees import replace
from tests.unit.interpreter.small import rules_1862, tolls, whole


def game_after(rules: model.Rules, seed: int, moves: int) -> Game:
    game = Game(rules, seed=seed)
    choose = random_chooser(Chance(seed).branch(0))
    for _ in range(moves):
        if game.player is not None:
            game.play(choose(game.player, game.options, game.left))
    return game


def with_hidden_permuted(game: Game, player: int, order: Chance) -> State:
    """Return the position with the pieces that the player does not see exchanged among each other."""
    return game.sights.imagined(game._state, player, order)


@pytest.mark.parametrize("moves", [0, 3, 5, 6, 9, 30, 66, 75, 90])
@pytest.mark.parametrize("player", [0, 1])
def test_view_does_not_depend_on_what_is_hidden(moves: int, player: int) -> None:
    """Whatever the hidden pieces are, the view is the same, and so is the greedy player's answer."""
    game = game_after(rules_1862(), 11, moves)
    view = game.view(player)
    sights = game.sights
    for number in range(5):
        other = with_hidden_permuted(game, player, Chance(number))
        assert whole(other) == list(range(52))
        assert sights.view(other, player) == view
        assert sights.seen(other, player) == sights.seen(game._state, player)
        if game.player == player:
            assert other.options == game.options


@pytest.mark.parametrize("moves", [0, 5, 12, 70])
def test_computer_players_see_no_more_than_their_view(moves: int) -> None:
    """The answer of a computer player is the same when the hidden pieces are exchanged."""
    game = game_after(rules_1862(), 21, moves)
    player = game.player
    assert player is not None
    for name in ("random", "greedy", "search:12"):
        chosen = computer(name, 1, player).choose(Seat(game, player))
        for number in range(3):
            twin = game_after(rules_1862(), 21, moves)
            state = with_hidden_permuted(twin, player, Chance(number))
            state.chance, state.log = twin._state.chance, twin._state.log
            twin._state = state
            assert computer(name, 1, player).choose(Seat(twin, player)) == chosen


def test_imagined_positions_do_not_depend_on_the_true_one() -> None:
    """Dealt anew with the same chance, two positions that look the same become the same."""
    game = game_after(rules_1862(), 5, 17)
    player = game.player
    assert player is not None
    ordered = runtime_of(game.rules).is_ordered
    other = with_hidden_permuted(game, player, Chance(3))
    one = game.sights.imagined(game._state, player, Chance(8))
    two = game.sights.imagined(other, player, Chance(8))
    assert one.snapshot(ordered) == two.snapshot(ordered)
    assert one.snapshot(ordered) != game._state.snapshot(ordered)


@pytest.mark.parametrize("rules", [rules_1862(), tolls()])
def test_imagined_positions_can_be_played_to_the_end(rules: model.Rules) -> None:
    """They are positions like any other, also those imagined from a game with reasons."""
    for reasons in (False, True):
        game = Game(rules, seed=2, reasons=reasons)
        choose = random_chooser(Chance(1))
        while game.player is not None:
            state = game.imagined(game.player, Chance(4))
            run = runtime_of(rules).program.run
            while state.outcome is None:
                assert state.player is not None
                state.answer = choose(state.player, state.options)
                run(state)
                assert whole(state) == list(range(len(rules.pieces.codes)))
            game.play(choose(game.player, game.options, game.left))
            if len(game.answers) > 20:
                break


def test_player_sees_his_own_hand_only() -> None:
    """Hands are hidden from the others and from bystanders, their sizes are not."""
    game = Game(rules_1862(), seed=3)
    for player in (0, 1):
        view = game.view(player)
        assert None not in view.pieces_in("hand", player)
        assert view.pieces_in("hand", 1 - player) == (None,) * 6
    assert game.view(None).pieces_in("hand", 0) == (None,) * 6
    assert set(game.view(None).pieces_in("pack")) == {None}
    assert game.view(None).pieces_in("Lead") == game.view(0).pieces_in("Lead") != (None,)
    assert [place.size for place in game.view(None).places if place.name == "hand"] == [6, 6]


def test_face_down_piece_shows_where_it_lies_and_not_what_it_is() -> None:
    """In a place with an order its place is seen; the hand from which it came shows no gap."""
    game = game_after(rules_1862(), 3, 5)
    opener = game.view(None).roles["first-hand"]
    assert opener is not None
    row = game.view(1 - opener).pieces_in("row", opener)
    assert len(row) == 3
    assert row[2] is None
    assert None not in row[:2]
    assert game.view(None).pieces_in("row", opener) == row
    game.play(game.options[0])
    assert None not in game.view(None).pieces_in("row", opener)


def test_place_without_order_shows_no_order() -> None:
    """What is seen of it comes sorted, so that its history does not show."""
    game = game_after(rules_1862(), 3, 20)
    for player in (0, 1):
        hand = [piece for piece in game.view(player).pieces_in("hand", player) if piece is not None]
        assert hand == sorted(hand)


def test_numbers_and_roles_are_seen_by_all() -> None:
    """They have no place where they could be hidden."""
    view = Game(rules_1862(), seed=3).view(1)
    assert view.numbers["score"] == (0, 0)
    assert view.roles["hitter"] is None
    assert {view.roles["first-hand"], view.roles["dealer"]} == {0, 1}
    assert view.to_move == view.roles["first-hand"]


def test_sights_of_a_game_without_any_show_nothing() -> None:
    """What no sight covers is hidden."""
    rules = replace(tolls(), sights=(), digest="")
    game = Game(rules, seed=1)
    assert Sights(runtime_of(rules)).seen(game._state, 0) == set()
    assert all(piece is None for place in game.view(0).places for piece in place.pieces)


@pytest.mark.parametrize("seed", range(12))
def test_secret_choices_stay_secret(seed: int) -> None:
    """In a game with cards laid face down neither view nor options nor what is told depend on what is hidden.

    After every move the hidden cards are exchanged for each player: he sees the same, and is offered the same.
    """
    rules = load("court").rules
    game = Game(rules, seed=seed, reasons=True, seats=3 + seed % 3)
    choose = random_chooser(Chance(seed).branch(0))
    build = runtime_of(rules, "plain", game.seats).build
    for move in range(60):
        if game.player is None:
            break
        for player in range(game.seats):
            other = with_hidden_permuted(game, player, Chance(move))
            assert game.sights.view(other, player) == game.view(player)
            if game.player == player:
                assert other.options == game.options
                act = game.asking.act
                if isinstance(act, model.Choose) and act.number is None:
                    assert sorted(build.thing(act.things)(other, [*other.frame])) == game.options
        game.play(choose(game.player, game.options, game.left))


def test_a_pledge_is_not_told_before_it_is_turned_up() -> None:
    """What one has laid face down is named to him, and to nobody else."""
    game = Game(load("court").rules, seed=4, reasons=True, seats=3)
    choose = random_chooser(Chance(4))
    while game.asking.name != "vow":
        assert game.player is not None
        game.play(choose(game.player, game.options, game.left))
    chooser = game.player
    assert chooser is not None
    laid = game.words_of(game.options[0])
    game.play(game.options[0])
    if game.asking.name == "vow":
        for player in range(3):
            last = game.decisions_seen_by(player)[-1]
            assert (laid in last.answer) is (player == chooser)
        assert game.view(None).pieces_in("pledge", chooser) == (None,)


@pytest.mark.parametrize("seed", range(4))
def test_answers_that_a_player_knows_do_not_depend_on_what_is_hidden(seed: int) -> None:
    """He knows his own choices, and of those of others what he sees; the order that chance gave he does not know."""
    game = Game(load("court").rules, seed=seed, seats=3)
    choose = random_chooser(Chance(seed))
    while game.player is not None and len(game.answers) < 40:
        for player in (0, 1, 2, None):
            seen = game.sights.seen(game._state, player)
            known = [game.rules.pieces.codes[piece] for piece in seen]
            told = tuple(game.written_for(player))
            assert [given.by for given in told] == [given.by for given in game.answers]
            for given, full in zip(told, game.answers, strict=True):
                piece = game.rules.pieces.read(full.words)
                if given.by == "shuffled" or (piece is not None and full.player != player and full.words not in known):
                    assert given.words == "?"
                else:
                    assert given == full
        game.play(choose(game.player, game.options, game.left))


def test_what_was_turned_up_is_told_after_it_was_shuffled_away() -> None:
    """At the reveal all see the cards; that the next season is dealt before anybody is asked does not hide them."""
    game = Game(load("court").rules, seed=3, reasons=True, seats=3)
    choose = random_chooser(Chance(3))
    told: list[str] = []
    while "season-count" not in {one.question for one in game.decisions if "season" in one.question}:
        assert game.player is not None
        before = len(game.decisions)
        game.play(choose(game.player, game.options, game.left))
        told = [f"{one.question}: {one.answer}" for one in game.decisions_seen_by(None, before)]
        if any(one.startswith("the season-count") for one in told):
            break
    turned = [one for one in told if one.endswith(": turned")]
    assert turned
    assert not any("hidden" in one for one in turned)
    assert game.view(None).pieces_in("pledge", 0) == ()


def test_what_was_turned_up_and_swept_away_in_one_procedure_is_told() -> None:
    """Bids lie open before they go to the heap, though the same procedure sees to both and nobody is asked between."""
    game = Game(load("tests/games/goofspiel").rules, seed=5, reasons=True)
    for number in range(6):
        player = game.player
        before = len(game.decisions)
        laid = game.words_of(game.options[number])
        game.play(game.options[number])
        told = [f"{one.question}: {one.answer}" for one in game.decisions_seen_by(1 - (player or 0), before)]
        if player == 0:
            assert told[0] == "the choice of player 1: a hidden card"
            first = laid
        else:
            assert told[:2] == [f"the choice of player 2: {laid}", f"{first} {laid}: open"]
            assert game.view(0).pieces_in("heap")[:2] == (None, None)


def test_what_rests_on_a_hidden_card_is_not_told() -> None:
    """While a bid lies face down nothing is said of its worth, nor after it was swept away what it was worth."""
    game = Game(load("tests/games/goofspiel").rules, seed=5, reasons=True)
    game.play(game.options[0])
    assert not any("worth" in str(one) for one in game.decisions_seen_by(1))
    game.play(game.options[1])
    told = [one for one in game.decisions_seen_by(None) if one.question.endswith("score")]
    assert "AS's worth" in str(told[-1])
    assert "hidden" not in str(told[-1])


def test_a_card_laid_and_turned_down_in_one_act_was_not_seen() -> None:
    """The fifth card of a trick of 1862 goes to its row face down: the other player is not told which it is."""
    game = Game(load("1862").rules, seed=3, reasons=True)
    while len(game.view(None).pieces_in("row", 0)) + len(game.view(None).pieces_in("row", 1)) < 5:
        game.play(game.options[0])
    chooser = next(given.player for given in reversed(game.answers) if given.player is not None)
    hidden = [one.answer for one in game.decisions_seen_by(1 - chooser) if one.question.startswith("the choice of")]
    assert hidden[-1] == "a hidden card"


def test_what_is_put_back_as_it_was_is_not_told() -> None:
    """Resignations that nobody made are not put back; who comes in turn is a step on the way."""
    game = Game(load("1860").rules, seed=5, reasons=True, seats=3)
    choose = random_chooser(Chance(5))
    for _ in range(60):
        if game.player is None:
            break
        game.play(choose(game.player, game.options, game.left))
    said = [(one.question, one.answer) for one in game.decisions if one.question == "the resignations"]
    changed = sum(one.question.endswith("'s resignation") and one.answer == "1" for one in game.decisions)
    assert changed >= len(said) > 0
    assert {answer for _, answer in said} == {"0"}


KINGS = """edition "Kings" of kings.
use playing-cards.

editor "the table"
  this game is for 2 players.
  there is a pack, an ordered place for cards.
  each player has a hand, a place for 3 cards.
  each player has a score, a number from 0 to 9.
  a player sees his hand.
  a card is a royal if its rank is one of King, Queen or Knave.
  the game goes thus:
    the cards are shuffled into the pack.
    each player in turn: 3 cards in the pack go to his hand.
    each player in turn: he counts.
    player 1 chooses a card in player 1's hand as the choice.
    the choice goes to the pack.
    the player with the greatest score wins.
  when a player counts, if his hand has a royal: his score grows by 1.
"""


def test_public_effect_of_a_hidden_card_is_told_without_its_reason(tmp_path: Path) -> None:
    """Who cannot see the hand hears that the score grew, and not why; decision 14 says so."""
    path = tmp_path / "game.rules"
    path.write_text(KINGS, "utf-8")
    rules = load(str(path)).rules
    scores = set()
    for seed in range(6):
        game = Game(rules, seed=seed, reasons=True)
        score = game.view(0).numbers["score"][1]
        scores.add(score)
        told = game.decisions_seen_by(0)
        assert [one.answer for one in told if one.question == "player 2's score"] == ["1"] * score
        assert not any("royal" in str(one) for one in told if "player 2" in one.question)
        assert any("is a royal" in str(one) for one in game.decisions_seen_by(1))
    assert scores == {0, 1}
