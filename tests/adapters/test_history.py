"""Games with chance as a player: they equal the interpreter's games, and information states show no hidden card."""

from __future__ import annotations

import copy
import random

import pytest

from cc_dsl import pipeline
from cc_dsl.adapters.history import History, HistorySetting, shares
from cc_dsl.engine.game import Game
from cc_dsl.table.chance import Chance
from cc_dsl.table.record import RecordedAnswer
from tests.playing import random_chooser

TABLES = [("1862", 2), ("1860", 2), ("1860", 5), ("court", 4), ("patience", 1), ("tests/games/euchre", 4)]


def answered(table: History, given: RecordedAnswer) -> None:
    """Give a history one answer of a record; what has only one outcome is no event of chance."""
    read, setting = table.setting.rules.pieces.read, table.setting
    if given.player is None:
        words = given.words.split()
        for word in words[:-1] if given.by == "shuffled" else words:
            piece = read(word)
            assert piece in dict(table.chances)
            table.draw(piece)
        return
    state = table.state
    said = {setting.actions.action_in_words(state, action): action for action in setting.actions.legal_actions(state)}
    table.answer(setting.actions.answer(state, said[given.words]), given.words)


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_same_answers_are_the_same_game_as_the_interpreter_s(edition: str, seats: int) -> None:
    rules = pipeline.load(edition).rules
    game = Game(rules, 11, seats=seats)
    choose = random_chooser(Chance(12))
    while game.player is not None:
        game.play(choose(game.player, game.options, game.picks_left))
    table = History(HistorySetting(rules, seats))
    for given in game.answers:
        answered(table, given)
    assert table.is_over
    assert game.outcome is not None
    assert table.state.outcome is not None
    assert table.state.outcome.winner == game.outcome.winner
    assert table.state.snapshot(table.setting.runtime.is_ordered)[0] == game.snapshot()[0]


def test_copies_go_their_own_way() -> None:
    table = History(HistorySetting(pipeline.load("1862").rules))
    other = copy.deepcopy(table)
    other.draw(0)
    assert 0 in dict(table.chances)
    assert 0 not in dict(other.chances)
    assert (table.past, len(other.past)) == ((), 1)


@pytest.mark.parametrize("seed", range(5))
def test_information_states_tell_nothing_that_is_hidden(seed: int) -> None:
    chance, setting = random.Random(seed), HistorySetting(pipeline.load("1862").rules)
    table, events = History(setting), list[tuple[bool, int]]()
    while len(events) < 107:  # two shuffles of 52 cards, and five cards played
        if table.is_chance:
            events.append((True, chance.choice(table.chances)[0]))
            table.draw(events[-1][1])
        else:
            events.append((False, chance.choice(table.state.options)))
            table.answer(events[-1][1], "")
    player = table.player
    assert player is not None
    view = [one for place in setting.sightings.lines(table.state, player).values() for one in place.split()]
    hidden = [piece for piece, code in enumerate(setting.rules.pieces.codes) if code not in view]
    mixed = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    other = History(setting)
    for place, (is_chance, what) in enumerate(events):
        if is_chance:
            other.draw(mixed.get(what, what) if place >= 51 else what)
        else:
            other.answer(mixed.get(what, what), "")  # a card laid face down by another player is hidden, too
    assert other.state.places != table.state.places
    assert other.information_state(player) == table.information_state(player)
    assert setting.actions.legal_actions(other.state) == setting.actions.legal_actions(table.state)
    assert setting.sightings.vector(other.state, player) == setting.sightings.vector(table.state, player)
    assert other.information_state(1 - player) != table.information_state(1 - player)


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_vectors_have_their_size_and_stay_within_bounds(edition: str, seats: int) -> None:
    chance, setting = random.Random(2), HistorySetting(pipeline.load(edition).rules, seats)
    table = History(setting)
    while not table.is_over:
        if table.is_chance:
            table.draw(chance.choice(table.chances)[0])
            continue
        for player in range(seats):
            vector = setting.sightings.vector(table.state, player)
            assert len(vector) == setting.sightings.size
            assert all(-1 <= one <= 1 for one in vector)
        table.answer(chance.choice(table.state.options), "")


def test_shares_come_to_nothing_in_all() -> None:
    assert shares((1,), 3) == [-0.5, 1.0, -0.5]
    assert shares((1, 3), 4) == [-0.5, 0.5, -0.5, 0.5]
    assert shares((), 4) == shares((0, 1, 2, 3), 4) == [0.0] * 4
    assert shares((0,), 1) == [1.0]
    assert shares((), 1) == [0.0]
