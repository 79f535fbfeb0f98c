"""What large studies found for the pages holds for the rules as they are; a part is counted again, and bounds hold."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.study.chunks import Chunk, Task, played
from cc_dsl.study.documents import StudyDocument
from cc_dsl.study.effects import Sampler, effects, found_in
from cc_dsl.study.experiment import Experiment, others_of
from cc_dsl.study.measured import Measured, is_current, measured_of, shelf
from cc_dsl.study.positions import Positions
from cc_dsl.study.results import DECISIONS, READINGS
from cc_dsl.study.running import Here

FEW = 3
"""So many of the other answers are played again; each costs a compilation."""


@cache
def edition(name: str) -> pipeline.Edition:
    """Return an edition once."""
    return pipeline.load(name)


def declared() -> list[tuple[str, Measured]]:
    """Return every study that an edition of the corpus declares."""
    return [(name, one) for name in resources.edition_names() for one in measured_of(edition(name)).values()]


def counted_again() -> list[Any]:
    """Return the studies of which a part is counted again; of players who take seconds, the suite takes one."""
    named = [study for study in declared() if not isinstance(study[1].players, int)]
    return [pytest.param(*one, marks=[pytest.mark.exhaustive] if one in named[1:] else []) for one in declared()]


def label(one: object) -> str:
    """Name a case of a test."""
    return one.name if isinstance(one, Measured) else str(one)


def found(name: str, study: str) -> StudyDocument:
    """Return what a study has found."""
    return shelf(edition(name))[study]["found"]


def test_there_are_studies() -> None:
    """Otherwise nothing below is tested; and nothing lies on a shelf that is not declared."""
    assert {name for name, _ in declared()} >= {"1860", "1862"}
    for name in resources.edition_names():
        assert set(shelf(edition(name))) == set(measured_of(edition(name)))


@pytest.mark.parametrize(("name", "study"), declared(), ids=label)
def test_what_is_shelved_is_of_these_rules(name: str, study: Measured) -> None:
    """Whoever changes a rules file, or a study, plays it again."""
    again = f"play it again: circular study {name} --shelve {study.name}"
    assert is_current(edition(name), study), again
    assert found(name, study.name)["rules"] == edition(name).rules.meaning, again
    assert found(name, study.name)["games"] == study.games


@pytest.mark.parametrize(("name", "study"), counted_again(), ids=label)
def test_a_part_is_counted_again(name: str, study: Measured) -> None:
    """Its first games come to what they came to."""
    part: Any = shelf(edition(name))[study.name]["part"]
    again = f"play it again: circular study {name} --shelve {study.name}"
    if READINGS in study.measures:
        _readings_again(edition(name), study, part, again)
        return
    if DECISIONS in study.measures:
        _decisions_again(edition(name), study, part, again)
        return
    ask = study.part._replace(games=min(study.part.games, 20 if not study.measures else 2))
    few = dict[str, Any](Experiment(edition(name), ask).play(Here()))
    if ask.games == part["games"]:
        assert {key: few[key] for key in part} == part, again
    for key, times in few["moves"]["counts"].items():
        assert times <= part["moves"]["counts"].get(key, 0), again
    for one, all_of_them in zip(few["wins"], part["wins"], strict=True):
        assert one["count"] <= all_of_them["count"], again


def _readings_again(found: pipeline.Edition, study: Measured, part: dict[str, Any], again: str) -> None:
    """Play the first games under a few of the other answers."""
    others = others_of(found)[:FEW]
    seats = Experiment(found, study.part).seats
    sampler = Sampler(found.rules, seats, (), False)
    listed = effects(found.rules, seats, part["seed"], sampler.count(others, part["seed"], part["games"]))
    kept = {(one["doubt"], one["answer"]): one for one in part["measures"][READINGS]["answers"]}
    assert len(listed["answers"]) == FEW
    for one in listed["answers"]:
        known = kept[one["doubt"], one["answer"]]
        assert (one["wins"], one["seed"]) == (known["wins"], known["seed"]), again
        for mine, theirs in zip(one["outcomes"], known["outcomes"], strict=True):
            assert {**mine, "corrected": 0} == {**theirs, "corrected": 0}, again


def _decisions_again(found: pipeline.Edition, study: Measured, part: dict[str, Any], again: str) -> None:
    """Follow the first games under a few of the other answers."""
    others = others_of(found)[:FEW]
    played = Experiment(found, study.part)
    counts = Positions(found.rules, played.seats, played.names).count(others, part["seed"], part["games"])
    kept = {(one["doubt"], one["answer"]): one for one in part["measures"][DECISIONS]}
    for doubt, answer, _ in others:
        mine, known = counts[doubt][answer], kept[doubt, answer]
        assert mine["parted"] == known["steps"]["count"] == known["games"]["count"], again
        assert (mine["steps"], mine["games"]) == (known["steps"]["of"], known["games"]["of"]), again
        for question, asked in mine["questions"].items():
            assert asked["changed"] == known["questions"][question]["changed"]["count"], again


def test_the_sums_are_those_of_the_games() -> None:
    """Shares add up to all games, and lengths too; a study looked at closely is the beginning of the large one."""
    for name, study in declared():
        one = found(name, study.name)
        assert sum(share["count"] for share in (*one["wins"], one["nobody"])) == study.games
        assert sum(one["moves"]["counts"].values()) == study.games
    for name in ("1860", "1862"):
        small, large = found(name, "closely"), found(name, "many")
        assert all(times <= large["moves"]["counts"][moves] for moves, times in small["moves"]["counts"].items())
        total = sum(int(moves) * times for moves, times in small["moves"]["counts"].items())
        assert sum(small["measures"]["choices"]["options"].values()) == total


def test_clause_that_forces_a_choice_of_one_is_seen() -> None:
    """Nobody chooses among more cards than a hand has, nor among fewer than one: 7 cards in 1862 (I.4)."""
    sizes = [int(size) for size in found("1862", "closely")["measures"]["choices"]["options"]]
    assert min(sizes) == 1
    assert max(sizes) <= 7


def with_readings() -> list[str]:
    """Name the editions that declare what their readings change."""
    return [name for name, study in declared() if study.measures == (READINGS,)]


@pytest.mark.parametrize("name", with_readings())
def test_every_other_answer_is_measured_in_both_ways(name: str) -> None:
    """In whole games and step by step, each other answer that so many players can play with, and no default."""
    readings = found(name, "readings")["measures"][READINGS]["answers"]
    decisions = found(name, "decisions")["measures"][DECISIONS]
    answers = {(doubt, answer) for doubt, answer, _ in others_of(edition(name))}
    assert {(one["doubt"], one["answer"]) for one in readings} == answers
    assert {(one["doubt"], one["answer"]) for one in decisions} == answers


def test_every_other_answer_is_followed_in_games_of_named_players() -> None:
    """Where games take seconds nobody compares whole games; step by step each other answer is measured all the same."""
    for name in {name for name, _ in declared()} - {*with_readings()}:
        decisions = found(name, "decisions")["measures"][DECISIONS]
        answers = {(doubt, answer) for doubt, answer, _ in others_of(edition(name))}
        assert {(one["doubt"], one["answer"]) for one in decisions} == answers
        assert all(one["games"]["of"] == measured_of(edition(name))["decisions"].games for one in decisions)


def test_the_two_ways_of_measuring_do_not_contradict_each_other() -> None:
    """What parts no step of a game has no effect in whole games, either; and what has an effect parts steps."""
    for name in with_readings():
        games = {(one["doubt"], one["answer"]): one for one in found(name, "readings")["measures"][READINGS]["answers"]}
        for one in found(name, "decisions")["measures"][DECISIONS]:
            surely = max((out["distance"]["low"] for out in found_in(games[one["doubt"], one["answer"]])), default=0.0)
            assert surely <= one["games"]["high"], (name, one["doubt"], one["answer"])


def test_large_study_begins_as_its_part() -> None:
    """The parts are games of the same study, played in plain Python."""
    rules = edition("1862").rules
    part: Any = shelf(edition("1862"))["many"]["part"]
    counts = played(Task(rules, 2, (), True).packed(), Chunk(part["seed"], part["games"]))
    assert counts["moves"] == part["moves"]["counts"]
