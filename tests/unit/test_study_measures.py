"""What is measured of games by looking at them closely, against small games whose answers are known by reasoning."""

from __future__ import annotations

from cc_dsl import pipeline
from cc_dsl.compiler.games import CompiledGames
from cc_dsl.engine.game import Game, random_chooser
from cc_dsl.rules import model
from cc_dsl.study.experiment import Ask, Experiment, others_of
from cc_dsl.study.games import Chunk, Task
from cc_dsl.study.running import Processes, count_chunk
from cc_dsl.study.summary import clauses_encoded
from cc_dsl.table.chance import Chance
from tests.playing import playout
from tests.unit.compiler.test_observing import green


def rules(edition: str = "1862") -> model.Rules:
    return pipeline.load(edition).rules


def test_games_that_are_looked_at_are_those_of_the_study() -> None:
    for looked_at in (rules(), green()):
        ends = [*CompiledGames(looked_at).play_many(60, 6)]
        found = count_chunk(Task(looked_at, 2, measures=("choices",)).packed(), Chunk(60, 6))["choices"]
        assert found["a_move"]["y"] == sum(end.moves for end in ends)
        assert min(int(size) for size in found["options"]) >= 1


def test_choices_are_those_that_the_rules_allow() -> None:
    sizes = []
    for seed in (3, 4):
        game, choose = Game(rules(), seed=seed), random_chooser(Chance(seed).branch(0))
        while not game.is_over:
            sizes.append(len(game.options))
            game.play(choose(0, game.options, game.left))
    found = count_chunk(Task(rules(), 2, measures=("choices",)).packed(), Chunk(3, 2))["choices"]
    assert found["a_move"]["x"] == sum(sizes)
    assert found["a_move"]["y"] == len(sizes)
    assert found["real"]["x"] == sum(size > 1 for size in sizes)
    assert sum(int(size) * times for size, times in found["options"].items()) == sum(sizes)
    assert found["a_move"]["xx"] >= found["a_move"]["x"] ** 2 / 2


def test_clauses_are_those_that_the_game_names_for_its_decisions() -> None:
    """Each clause of a decision, also of a reason within it, counts once for the decision, once for the game."""
    game, choose = Game(rules(), seed=2, reasons=True), random_chooser(Chance(2).branch(0))
    while not game.is_over:
        game.play(choose(0, game.options, game.left))

    def named(decision: object) -> set[str]:
        inner = [named(one) for one in decision.reasons]  # type: ignore[attr-defined]
        return set().union(decision.clauses, *inner)  # type: ignore[attr-defined]

    expected: dict[str, int] = {}
    for decision in game.decisions:
        for clause in named(decision):
            expected[clause] = expected.get(clause, 0) + 1
    found = count_chunk(Task(rules(), 2, measures=("clauses",)).packed(), Chunk(2, 1))["clauses"]
    assert found["decisions"] == expected
    assert found["in_games"] == dict.fromkeys([*expected, *found["moved"]], 1)


def test_every_clause_that_fires_is_one_that_the_rules_encode() -> None:
    experiment = Experiment(pipeline.load("1862"), Ask(4, measures=("clauses",), is_fast=False))
    found = experiment.play(Processes())["measures"]["clauses"]
    fired = {clause for clause, one in found["clauses"].items() if one["count"]}
    assert fired.isdisjoint(found["never"])
    assert fired | set(found["never"]) == set(clauses_encoded(experiment.rules))
    assert {"1862.II.1", "1862.IV.1", "1862.V.2"} <= fired


def test_every_other_answer_is_measured() -> None:
    edition = pipeline.load("1862")
    assert {(doubt, answer) for doubt, answer, _ in others_of(edition)} == {
        (doubt.name, answer)
        for doubt in edition.rules.doubts.values()
        for answer, _ in doubt.alternatives
        if answer != doubt.default
    }


def test_clause_that_moves_cards_is_applied_though_nothing_is_decided() -> None:
    """1860.V.2, “he then takes the rest”, decides nothing, and is carried out in every trick."""
    found = count_chunk(Task(rules("1860"), 2, measures=("clauses",)).packed(), Chunk(1, 1))["clauses"]
    assert "1860.V.2" not in found["decisions"]
    assert found["moved"]["1860.V.2"] > 5
    assert found["in_games"]["1860.V.2"] == 1


def test_named_players_are_measured_too() -> None:
    edition = pipeline.load("1862")
    ask = Ask(2, 3, ("random", "random"), ("choices",))
    found = Experiment(edition, ask).play(Processes())
    assert found["players"] == ["random", "random"]
    assert found["measures"]["choices"]["games"] == 2
    total = sum(int(moves) * times for moves, times in found["moves"]["counts"].items())
    assert sum(found["measures"]["choices"]["options"].values()) == total


def test_whoever_is_asked_first_is_found_by_chance_and_not_by_the_seat() -> None:
    rules = pipeline.load("1860").rules
    found = count_chunk(Task(rules, 2, measures=("opening",)).packed(), Chunk(7, 12))["opening"]
    games = [Game(rules, seed=seed) for seed in range(7, 19)]
    firsts = [game.player for game in games]
    assert set(firsts) == {0, 1}
    ends = [playout(rules, seed) for seed in range(7, 19)]
    assert found == {"games": 12, "wins": sum(a == b.winner for a, b in zip(firsts, ends, strict=True)), "none": 0}
    named = count_chunk(Task(rules, 2, ("random", "random"), measures=("opening",)).packed(), Chunk(7, 12))["opening"]
    assert named == found
