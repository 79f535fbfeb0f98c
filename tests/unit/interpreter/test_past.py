"""Takeback: exact, also after a game is resumed, and no slower in a long game."""

from __future__ import annotations

import gc
import tracemalloc
from functools import cache

import pytest

from cc_dsl import pipeline
from cc_dsl.closures.state import OBSERVER
from cc_dsl.engine.game import Game, replay
from cc_dsl.players.computers import computer, computers
from cc_dsl.players.seats import SeatsOfGame, nature
from cc_dsl.rules.model import Rules
from cc_dsl.table.chance import Chance
from cc_dsl.table.record import TAKEN_BACK, read, write
from tests.unit.interpreter.small import rules_1862


@cache
def rules_of_game(name: str) -> Rules:
    return pipeline.load(f"tests/games/{name}").rules


def person(game: Game, chance: Chance) -> int:
    """Return an answer of a person who plays after a script."""
    return game.options[chance.below(len(game.options))]


def played(rules: Rules, kind: str, moves: int, goes_back: bool, resumes: bool) -> Game:
    """Play so many moves of a person against a computer; try other moves in between, and take them back."""
    game = Game(rules, seed=11, reasons=True)
    seated = SeatsOfGame(game, {place: computer(kind, 11, place) for place in range(1, game.seats)})
    script, whims = Chance(5), Chance(6)
    for move in range(moves):
        while game.player is not None and game.player in seated:
            seated.move()
        if game.player is None:
            break
        if goes_back and move % 3 == 1:
            mark = game.count
            for _ in range(1 + whims.below(4)):
                if game.player in seated:
                    seated.move()
                elif game.player is not None:
                    game.play(person(game, whims))
            game.take_back(mark)
            seated.go_back()
        if resumes and move % 4 == 2:
            game = replay(rules, read(write(game.record(["human", *[kind] * (game.seats - 1)]))), reasons=True)
            seated = SeatsOfGame(game, {place: computer(kind, 11, place) for place in range(1, game.seats)})
        game.play(person(game, script))
    return game


@pytest.mark.parametrize(
    ("name", "kind"), [("1862", "random"), ("tolls", "greedy"), ("tolls", "random"), ("tolls", "search:3")]
)
@pytest.mark.parametrize(("goes_back", "resumes"), [(True, False), (False, True), (True, True)])
def test_same_seed_and_moves_give_the_same_game(name: str, kind: str, goes_back: bool, resumes: bool) -> None:
    rules = rules_1862() if name == "1862" else rules_of_game(name)
    plain = played(rules, kind, 30, False, False)
    other = played(rules, kind, 30, goes_back, resumes)
    assert other.answers == plain.answers
    assert other.snapshot() == plain.snapshot()
    assert [one.answer for one in other.decisions] == [one.answer for one in plain.decisions]


def test_computers_that_play_alone_are_taken_up_where_they_were() -> None:
    for name, names in (("tolls", ["random"] * 3), ("tolls", ["random", "greedy", "random"])):
        whole, part = (Game(rules_of_game(name), seed=8, reasons=True) for _ in range(2))
        for game, moves in ((whole, 10**6), (part, 7)):
            seated = SeatsOfGame(game, dict(enumerate(computers(names, 8))))
            while game.player is not None and game.moves_made < moves:
                seated.move()
        again = replay(part.rules, part.record(names), reasons=True)
        seated = SeatsOfGame(again, dict(enumerate(computers(names, 8))))
        while again.player is not None:
            seated.move()
        assert again.answers == whole.answers


def test_chance_that_answers_for_the_world_is_taken_up_where_it_was() -> None:
    rules = pipeline.load("castle-croquet-1863").rules
    names = ["random"] * rules.seats[0]

    def seated(game: Game) -> SeatsOfGame:
        return SeatsOfGame(game, {**dict(enumerate(computers(names, 4))), OBSERVER: nature(4)})

    whole, part = (Game(rules, seed=4) for _ in range(2))
    for game, moves in ((whole, 40), (part, 23)):
        table = seated(game)
        for _ in range(moves):
            table.move()
    again = replay(rules, read(write(part.record(names))))
    table = seated(again)
    for _ in range(40 - again.count if again.count == part.count else 17):
        table.move()
    assert again.answers == whole.answers


@pytest.mark.slow
def test_every_position_comes_again_on_the_way_back() -> None:
    game = Game(rules_1862(), seed=2, reasons=True)
    chance = Chance(1)
    before = []
    while game.player is not None and game.count < 120:
        before.append((game.count, game.snapshot(), game.decision_count, game.decisions_since(game.decision_count - 1)))
        game.play(person(game, chance))
    while before:
        count, snapshot, decisions, last = before.pop()
        assert game.undo()
        assert (game.count, game.snapshot(), game.decision_count) == (count, snapshot, decisions)
        assert game.decisions_since(decisions - 1) == last
        assert game.moves_made == len(before)
    assert not game.undo()


def test_reasons_are_there_after_going_back_in_a_long_game() -> None:
    game = Game(rules_of_game("ferry"), seed=1, reasons=True, memory=100)
    chance = Chance(3)
    for _ in range(1_000):
        game.play(person(game, chance))
    assert game.has_dropped_reasons
    for _ in range(30):
        game.take_back(game.count - 25)
        assert len(game.decisions) >= 64
        assert game.decisions[-1].clauses == ()
    assert game.count == 250


@pytest.mark.slow
def test_long_game_keeps_no_more_per_answer() -> None:
    """Of 1,500 answers only the log grows: less than a hundred bytes for each."""
    tracemalloc.start()
    game, chance, sizes = Game(rules_of_game("ferry"), seed=1, reasons=True, memory=200), Chance(3), []
    for number in (500, 1_000):
        for _ in range(number):
            game.play(person(game, chance))
        gc.collect()
        sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert sizes[1] - sizes[0] < 1_000 * 100


def test_record_notes_what_was_taken_back() -> None:
    game = Game(rules_of_game("tolls"), seed=3)
    mark = game.count
    for _ in range(4):
        game.play(game.options[0])
    game.take_back(mark + 1)
    game.note_taken_back(3, "by player 1, after chance answered")
    game.play(game.options[0])
    game.take_back(mark)
    game.note_taken_back(2, "by player 1, after chance answered")
    text = write(game.record())
    notes = [f"{TAKEN_BACK}: {number} answers by player 1, after chance answered\n" for number in (3, 2)]
    assert "".join(notes) in text
    again = replay(game.rules, read(text))
    assert write(again.record()) == text
    assert [given.by for given in again.answers] == [given.by for given in game.answers]
    assert TAKEN_BACK not in {given.by for given in again.answers}


def test_drawn_seed_has_64_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def random(number: int) -> bytes:
        asked.append(number)
        return b"\xff" * number

    monkeypatch.setattr("os.urandom", random)
    assert Game(rules_of_game("tolls")).seed == 2**64 - 1
    assert max(asked) >= 8
