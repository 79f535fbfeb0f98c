"""Games in compiled rules are looked at and followed exactly as in the interpreter."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from cc_dsl import pipeline
from cc_dsl.compiler.texts import Texts
from cc_dsl.study.experiment import others_of
from cc_dsl.study.following import Follower, walker_of
from cc_dsl.study.measures import Look
from cc_dsl.study.positions import Positions

LOOKED_AT = ("choices", "mattering", "comebacks", "clauses")


class Sample(NamedTuple):
    """An edition, the number of players, and the seeds of some games."""

    name: str
    seats: int
    games: int


SAMPLES = [Sample("1862", 2, 1), Sample("court", 3, 1), Sample("1860", 2, 1)]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: one.name)
def test_other_answers_part_at_the_same_steps_as_in_the_interpreter(sample: Sample) -> None:
    """Other answers to open places, every second one, with the questions put to positions of the games."""
    edition = pipeline.load(sample.name)
    rules, seats, others = edition.rules, sample.seats, others_of(edition)[sample.games :: 2]
    compiled = Positions(rules, seats, walker=walker_of(rules, seats))
    assert compiled.walker is not None
    assert compiled.count(others, 5, sample.games) == Positions(rules, seats).count(others, 5, sample.games)


@pytest.mark.parametrize("sample", [*SAMPLES, Sample("patience", 1, 1)], ids=lambda one: one.name)
def test_games_look_the_same_as_in_the_interpreter(sample: Sample) -> None:
    """How many answers, which of them matter, how the winner stood, and which clauses were used."""
    rules, seats = pipeline.load(sample.name).rules, sample.seats
    walker = walker_of(rules, seats)
    assert walker is not None
    compiled = Look(rules, seats, (), LOOKED_AT, walker)
    assert compiled.count(3, sample.games + 1) == Look(rules, seats, (), LOOKED_AT).count(3, sample.games + 1)


def test_an_answer_about_the_deal_changes_few_blocks() -> None:
    """Who picks is asked in two blocks of the many that a game runs through, and nowhere else."""
    rules = pipeline.load("1862").rules
    walker = walker_of(rules, 2)
    assert walker is not None
    other = Follower(walker, pipeline.load("1862", {"who-picks": "the-loser"}).rules)
    assert other.is_alike
    assert other.changed.bit_count() == 2
    assert Follower(walker, rules).changed == 0


@pytest.mark.parametrize(("doubt", "answer"), [("drawn-trick", "first-hand-chooses"), ("how-often", "once-only")])
def test_an_answer_that_adds_blocks_or_cells_leaves_the_others_as_they_are(doubt: str, answer: str) -> None:
    """Another question, or another variable, is numbered behind all that both rules have."""
    rules = pipeline.load("1862").rules
    walker = walker_of(rules, 2)
    assert walker is not None
    other = Follower(walker, pipeline.load("1862", {doubt: answer}).rules)
    assert other.code.size > walker.code.size
    assert other.is_alike
    assert other.changed.bit_count() <= 4


@pytest.mark.parametrize("doubt", ["drawn-trick", "how-often", "after-four"])
def test_an_answer_that_adds_blocks_or_cells_parts_as_in_the_interpreter(doubt: str) -> None:
    """Cells that only the other rules have are kept from one step to the next that matters."""
    edition = pipeline.load("1862")
    others = [one for one in others_of(edition) if one[0] == doubt]
    compiled = Positions(edition.rules, 2, walker=walker_of(edition.rules, 2))
    assert compiled.count(others, 7, 2) == Positions(edition.rules, 2).count(others, 7, 2)


def test_texts_are_the_same_whatever_their_local_names_are() -> None:
    """Names with numbers are the compiler's own; functions and tables count by what is in them."""
    one = Texts(["RANK_2 = (0, 1)", "def d1_best(S, x):", "    m3 = S[x]", "    return RANK_2[m3] + m3"])
    other = Texts(["RANK_7 = (0, 1)", "def d4_best(S, x):", "    m9 = S[x]", "    return RANK_7[m9] + m9"])
    third = Texts(["RANK_7 = (1, 0)", "def d4_best(S, x):", "    m9 = S[x]", "    return RANK_7[m9] + m9"])
    assert one.of("d1_best") == other.of("d4_best") != third.of("d4_best")
    assert one.of_lines(["m1 = m2"]) != one.of_lines(["m1 = m1"])
    assert one.of_lines(["m1 = m2  # I.1"]) != one.of_lines(["S[1] = m2"])


def test_what_nothing_reads_any_more_does_not_keep_two_positions_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A best group that has to be found anew may be another; then the step in which it is found is the last taken."""
    rules = pipeline.load("1862").rules
    walker = walker_of(rules, 2)
    assert walker is not None
    other = Follower(walker, pipeline.load("1862", {"Lead-above": "above-all-without"}).rules)
    taken: list[int] = []
    step = other.code.step

    def counted(vector: list[int], answer: int) -> tuple[list[int], int]:
        taken.append(answer)
        return step(vector, answer)

    monkeypatch.setattr(other.code, "step", counted)
    walk = walker.walk(3)
    suspect = sum(len(steps) for blocks, steps in walk.visited.items() if blocks & other.changed)
    assert other.until_parted(walk, len(walk.vectors)) == (len(walk.vectors), 0)
    assert suspect <= len(taken) <= 2 * suspect
