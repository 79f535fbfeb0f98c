"""A player sees what the sights of the rules cover, and nothing else."""

from __future__ import annotations

import random

import pytest

from cc_dsl.closures.runtime import runtime_of
from cc_dsl.closures.state import UNSETTLED, Combination, State, mask
from cc_dsl.core.facts import FACTS, examined_parts_of
from cc_dsl.core.secrets import is_open, sight_depends_on_pieces
from cc_dsl.engine.game import Game
from cc_dsl.engine.views import SightClosures
from cc_dsl.pipeline import load
from cc_dsl.players.compiled_engine import compiled_engine
from cc_dsl.players.computers import computer
from cc_dsl.players.seats import Seat
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER, Kind
from cc_dsl.table.chance import Chance
from cc_dsl.trees import replace
from tests.cli.desk import circular
from tests.playing import random_chooser, random_game
from tests.unit.interpreter.small import rules_1862, small_game, tolls


def with_hidden_permuted(game: Game, player: int, order: Chance) -> State:
    """Return the position with the pieces that the player does not see exchanged among each other."""
    return game.sights.sample_position(game._state, player, order)


@pytest.mark.parametrize("moves", [0, 5, 12, 70])
def test_computer_players_see_no_more_than_their_view(moves: int) -> None:
    game = random_game(rules_1862(), 21, moves)
    player = game.player
    assert player is not None
    for name in ("random", "greedy", "search:12"):
        chosen = computer(name, 1, player).choose(Seat(game, player))
        for number in range(3):
            twin = random_game(rules_1862(), 21, moves)
            state = with_hidden_permuted(twin, player, Chance(number))
            state.chance, state.log = twin._state.chance, twin._state.log
            twin._state = state
            assert computer(name, 1, player).choose(Seat(twin, player)) == chosen


def test_imagined_positions_do_not_depend_on_the_true_one() -> None:
    game = random_game(rules_1862(), 5, 17)
    player = game.player
    assert player is not None
    ordered = runtime_of(game.rules).is_ordered
    other = with_hidden_permuted(game, player, Chance(3))
    imagined = game.sights.sample_position(game._state, player, Chance(8))
    imagined_again = game.sights.sample_position(other, player, Chance(8))
    assert imagined.snapshot(ordered) == imagined_again.snapshot(ordered)
    assert imagined.snapshot(ordered) != game._state.snapshot(ordered)


@pytest.mark.parametrize("seed", range(4))
def test_settled_groups_are_imagined_of_other_pieces_too(seed: int) -> None:
    """They lie where the true ones do; the true ones would tell which pieces another player has."""
    rules = load("tests/games/hearths/game.rules").rules
    cell, choose = rules.definitions["rivals"].settled, random_chooser(Chance(seed).branch(0))
    assert cell is not None
    game = Game(rules, seed=seed)

    def places(state: State) -> list[list[int]]:
        groups = () if state.cells[cell] is UNSETTLED else state.cells[cell]
        return sorted(sorted(state.where[piece] for piece in group.pieces) for group in groups)

    while not places(game._state):
        assert game.player is not None
        game.play(choose(game.player, game.options, game.picks_left))
    assert game.player is not None
    assert places(with_hidden_permuted(game, game.player, Chance(3))) == places(game._state)


def test_player_sees_his_own_hand_only() -> None:
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
    game = random_game(rules_1862(), 3, 5)
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
    game = random_game(rules_1862(), 3, 20)
    for player in (0, 1):
        hand = [piece for piece in game.view(player).pieces_in("hand", player) if piece is not None]
        assert hand == sorted(hand)


def test_sights_of_a_game_without_any_show_nothing() -> None:
    rules = replace(tolls(), sights=(), digest="")
    game = Game(rules, seed=1)
    assert SightClosures(runtime_of(rules)).pieces_seen(game._state, 0) == set()
    assert all(piece is None for place in game.view(0).places for piece in place.pieces)


@pytest.mark.parametrize("seed", range(12))
def test_secret_choices_stay_secret(seed: int) -> None:
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
                act = game.question_term.act
                if isinstance(act, model.Choose) and act.number is None:
                    assert sorted(build.thing(act.things)(other, [*other.frame])) == game.options
        game.play(choose(game.player, game.options, game.picks_left))


@pytest.mark.parametrize("seed", range(4))
def test_answers_that_a_player_knows_do_not_depend_on_what_is_hidden(seed: int) -> None:
    game = Game(load("court").rules, seed=seed, seats=3)
    choose = random_chooser(Chance(seed))
    while game.player is not None and len(game.answers) < 40:
        for player in (0, 1, 2, None):
            seen = game.sights.pieces_seen(game._state, player)
            known = [game.rules.pieces.codes[piece] for piece in seen]
            written = tuple(game.written_for(player))
            assert [given.by for given in written] == [given.by for given in game.answers]
            for given, full in zip(written, game.answers, strict=True):
                piece = game.rules.pieces.read(full.words)
                if given.by == "shuffled" or (piece is not None and full.player != player and full.words not in known):
                    assert given.words == "?"
                else:
                    assert given == full
        game.play(choose(game.player, game.options, game.picks_left))


def test_what_was_turned_up_and_swept_away_in_one_procedure_is_told() -> None:
    game = Game(load("tests/games/goofspiel").rules, seed=5, reasons=True)
    for number in range(6):
        player = game.player
        before = len(game.decisions)
        laid = game.words_of(game.options[number])
        game.play(game.options[number])
        heard = [
            f"{decision.question}: {decision.answer}" for decision in game.decisions_seen_by(1 - (player or 0), before)
        ]
        if player == 0:
            assert heard[0] == "the choice of player 1: a hidden card"
            assert not any("worth" in str(decision) for decision in game.decisions_seen_by(1, before if number else 0))
            first = laid
        else:
            assert heard[:2] == [f"the choice of player 2: {laid}", f"{first} {laid}: open"]
            assert game.view(0).pieces_in("heap")[:2] == (None, None)
        if number == 1:
            scores = [decision for decision in game.decisions_seen_by(None) if decision.question.endswith("score")]
            assert "AS's worth" in str(scores[-1])
            assert "hidden" not in str(scores[-1])


def test_public_effect_of_a_hidden_card_is_told_without_its_reason() -> None:
    """Who cannot see the hand hears that the score grew, and not why; decision 14 says so."""
    rules = small_game("kings")
    scores = set()
    for seed in range(6):
        game = Game(rules, seed=seed, reasons=True)
        score = game.view(0).numbers["score"][1]
        scores.add(score)
        heard = game.decisions_seen_by(0)
        assert [decision.answer for decision in heard if decision.question == "player 2's score"] == ["1"] * score
        assert not any("royal" in str(decision) for decision in heard if "player 2" in decision.question)
        assert any("is a royal" in str(decision) for decision in game.decisions_seen_by(1))
    assert scores == {0, 1}


def test_what_a_changed_condition_shows_is_told_though_it_is_hidden_again() -> None:
    game = Game(small_game("shown"), seed=5, reasons=True)
    (card,) = (game.rules.pieces.codes[piece] for piece in game._state.places[2])
    heard = [f"{decision.question}: {decision.answer}" for decision in game.decisions_seen_by(0)]
    assert heard == ["the doubter: player 2", f"player 2's hand: {card}", "the doubter: nobody"]
    assert len(game.decisions_seen_by(None)) == len(heard) + 1
    assert game.view(0).pieces_in("hand", 1) == (None,)


# What is hidden from a player, and which hidden cards the player must think possible.


OPEN = ("lanrick-1880", "lanrick-1893", "tests/games/nim")
"""Games without chance and secrets; numbers are no secret, and throws are chance."""


@pytest.mark.parametrize("name", [*OPEN, "1862", "castle-croquet-1866", "tests/games/hazard"])
def test_a_game_is_open_without_chance_and_secrets(name: str) -> None:
    assert is_open(load(name).rules) is (name in OPEN)


def test_a_hint_in_an_open_game_looks_ahead() -> None:
    said = circular(
        "play", "tests/games/nim", "--players", "human,greedy", "--seed", "3", typed="hint more\nquit\n"
    ).out
    assert "I recommend" in said
    assert "games tried from here" in said or "By the end of your turn" in said


WAYS = 12
"""The number of positions that are imagined at each question."""


@pytest.fixture
def rules() -> model.Rules:
    """Return the rules of a game in which each player sees the best of his own cards, and no others."""
    return small_game("open-best")


def test_a_better_card_is_not_imagined_in_the_hand(rules: model.Rules) -> None:
    assert sight_depends_on_pieces(rules)
    game, hands = Game(rules, seed=5), set()
    while game.player is not None:
        player = game.player
        view = game.view(player)
        for number in range(WAYS):
            possible = game.sample_position(player, Chance(number))
            assert game.sights.view(possible, player) == view
            hands.add(tuple(possible.places[rules.places[2].base + player]))
        game.play(game.options[0])
    assert len(hands) > WAYS


def test_compiled_rules_leave_such_games_to_the_interpreter(rules: model.Rules) -> None:
    assert compiled_engine(rules, 2, False) is None


@pytest.mark.parametrize("edition", ["1862", "court", "patience"])
def test_places_alone_are_dealt_once(edition: str) -> None:
    assert not sight_depends_on_pieces(load(edition).rules)


# The pieces that a decision depends on.


BLIND = {
    *(model.Literal, model.Domain, model.Pair, model.Ahead, model.Slot, model.Load),
    *(model.Contents, model.OnlyPiece, model.TopPiece, model.AllContents),
    *(model.Lone, model.Union, model.Filter, model.Count, model.Apply, model.Only, model.Extreme),
    *(model.Groups, model.BestGroup, model.HasSort, model.Arithmetic, model.Divisor),
    *(model.Compare, model.IsNone, model.OneOf, model.Empty, model.Holds, model.Quantified),
    *(model.And, model.Or, model.Not, model.Always),
}
"""Terms that do not ask which piece something is, except by way of their parts; groups are made by a maker, which does.

A new term belongs here only if two positions with hidden pieces exchanged give the same, however it is used.
"""


def test_of_every_term_it_is_said_whether_it_looks_at_pieces() -> None:
    assert {term for term, facts in FACTS.items() if not facts.looks} == BLIND


def test_parts_looked_at_are_fields_of_their_terms() -> None:
    for term, facts in FACTS.items():
        assert set(facts.looks) <= set(term.__annotations__), term


def test_pieces_are_bits() -> None:
    group = Combination(0, (1, 3))
    assert [mask(None), mask(0), mask(5), mask([0, 2]), mask(group), mask([group, 4])] == [0, 1, 32, 5, 10, 26]
    assert mask({1, 70}) == 2 + (1 << 70)


def test_what_is_chosen_is_looked_at_if_it_is_a_piece() -> None:
    rules, piece = tolls(), Kind("piece", "card")
    first, second = model.Slot(0, piece), model.Slot(1, piece)
    assert examined_parts_of(rules, model.Same(first, second)) == [first, second]
    assert examined_parts_of(rules, model.Same(model.Slot(0, PLAYER), model.Slot(1, PLAYER))) == []
    players = model.Domain(PLAYER.many, 4)
    assert examined_parts_of(rules, model.Difference(players, players)) == []


def test_a_property_of_a_card_that_was_hidden_is_not_told_when_the_card_is_laid() -> None:
    """It would tell of each card laid whether another card in that hand could have been laid, too."""
    game, chance = Game(load("tests/games/suits").rules, 3, reasons=True), random.Random(3)
    own: set[str] = set()
    while not game.is_over:
        own |= {game.rules.pieces.codes[card] for card in game.view(0).pieces_in("hand", 0) if card is not None}
        told = [decision.fact.whose for decision in game.decisions_seen_by(0) if decision.fact.form == "predicate"]
        assert {*told} - {"player 1", "player 2"} <= own
        game.play(chance.choice(game.options))
    assert own
