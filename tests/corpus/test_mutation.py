"""Whoever changes one word of meaning in a rules file is told by the check of the edition, by content."""

from __future__ import annotations

import json
from functools import cache

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.checking.mutants import Mutant
from cc_dsl.checking.mutation import SAME_MEANING, MutantVerdict, Net, score
from cc_dsl.checking.proofs import NO_ACT, RAISED_BOUND, SAME_ACTS, TWO_PLAYERS, TWO_STATES, proof
from cc_dsl.study import variants
from cc_dsl.study.sameness import interpreter_game
from tests.cli.desk import circular

GOAL = 0.95
"""What the project has promised: so many of the changes of meaning are noticed."""
WHOLE = (
    *("1860", "1862", "castle-croquet-1863", "castle-croquet-1866", "court", "croquet-castles-1863", "lanrick-1880"),
    *("lanrick-1893", "patience"),
)
"""Editions whose cases reach it."""
SAMPLE = 6


@cache
def net(edition: str) -> Net:
    """Return what checks an edition."""
    return Net(pipeline.load(edition))


def stored(edition: str) -> variants.StoredVariants | None:
    """Return what is stored of the variants of an edition."""
    return variants.shelf(pipeline.load(edition))


@cache
def mutants(edition: str) -> list[Mutant]:
    """Return all mutants of an edition."""
    return net(edition).mutants()


def unnoticed(edition: str, numbers: list[Mutant]) -> list[Mutant]:
    """Return those of some mutants that nothing notices, from what is stored of the edition if its variants are."""
    kept = stored(edition)
    if kept is None:
        return [one for one in numbers if not net(edition).verdict(one).is_noticed]
    paths = {one["path"] for one in kept["found"]["surviving"]}
    return [one for one in numbers if variants.path(one) in paths]


def verdict(clause: str, before: str, after: str) -> MutantVerdict:
    """Return what becomes of one change in the rules of 1862."""
    found = [one for one in mutants("1862") if (one.clause, one.before, one.after) == (clause, before, after)]
    assert found, [one for one in mutants("1862") if one.clause == clause]
    return net("1862").verdict(found[0])


@pytest.mark.slow
@pytest.mark.parametrize("edition", WHOLE)
def test_sample_of_changes_comes_out_as_stored(edition: str) -> None:
    """Of a sample, just those are unnoticed that are stored so; the stored share is tested below."""
    sample = net(edition).mutants(variants.SEED, SAMPLE)
    found = score(net(edition), sample)
    assert [one.mutant for one in found.verdicts if one.survives] == unnoticed(edition, sample)


@pytest.mark.exhaustive
@pytest.mark.parametrize("edition", WHOLE)
def test_all_changes_are_noticed(edition: str) -> None:
    """At least 95 % of all changes of meaning are noticed."""
    found = score(net(edition), mutants(edition))
    assert found.share >= GOAL, [one.mutant for one in found.verdicts if one.survives]


CHANGES_NOTHING = {
    ("1860", "III.1", "4"): "a side has four cards with the Lead, so that no Line has more",
    ("1860", "III.9", "3"): "the number of cards, the next step of the ranking, says the same again",
    ("court", "C5.5", "60"): "the least that a score may be; none comes near it",
    ("lanrick-1893", "3.5", "0"): "he has no man who could be moved the one square that would be left",
    (
        "lanrick-1893",
        "6.2",
        "0",
    ): "the next square on the border is one square away, whether it is beyond the first or not",
    ("lanrick-1893", "6.3", "28"): "what is barred is further than a turn reaches; five squares are the most",
}
"""Numbers that bound what is bounded already."""
GAMES = 60
"""So many are played only where no earlier one shows the change."""


def is_played_otherwise(net: Net, mutant: Mutant) -> bool:
    """Return whether other numbers may play, or a game of some seed differs: its questions, answers and results."""
    printed, changed = net.rules_beside(mutant)
    if printed.seats != changed.seats:
        return True
    least, most = printed.seats
    tables = [(seed, min(least + seed % 3, most)) for seed in range(GAMES)]
    return any(interpreter_game(printed, *table) != interpreter_game(changed, *table) for table in tables)


@pytest.mark.parametrize("edition", resources.edition_names())
def test_each_number_one_more_than_printed_is_noticed_or_played(edition: str) -> None:
    """The rules live in the rules files: no number stands there for nothing, or stands a second time in the program."""
    numbers = [
        one
        for one in mutants(edition)
        if one.sort == "a number" and int(one.after) > int(one.before.split()[-1]) and not one.raises_bound
    ]
    assert len(numbers) > 15
    open_ = [one for one in unnoticed(edition, numbers) if (edition, one.clause, one.before) not in CHANGES_NOTHING]
    assert [one for one in open_ if not is_played_otherwise(net(edition), one)] == []


@pytest.mark.parametrize("edition", [name for name in resources.edition_names() if stored(name)])
def test_stored_counts_are_current(edition: str) -> None:
    """What a page shows was counted under these rules and cases; every variant is excluded in one of three ways."""
    kept = stored(edition)
    assert kept is not None
    assert variants.is_current(pipeline.load(edition), kept), f"count again: circular mutate {edition} --shelve"
    found = kept["found"]
    assert found["printed"] + found["cases"] + found["nothing"] == found["variants"]
    assert len(found["surviving"]) == found["nothing"]
    assert edition not in WHOLE or found["noticed"] >= GOAL * found["changing"]


NOTICED = [
    ("VI.4", "5", "4"),
    ("III.2", "best", "worst"),
    ("II.2", "Trio, Sequence", "Sequence, Trio"),
    ("V.1", "3", "4"),
    ("IV.3a", "every player has a Line or no player has a Line", "every player has a Line and no player has a Line"),
]
"""Changes that the check of release 0.1.0 did not notice."""


@pytest.mark.parametrize(("clause", "before", "after"), NOTICED)
def test_change_is_noticed_by_a_worked_case(clause: str, before: str, after: str) -> None:
    """A word that an editor may confuse with another is noticed by what the words make of a position."""
    found = verdict(clause, before, after)
    assert (found.by, found.proof) == ("case", "")
    assert found.what in {case.id for case in net("1862").spliced.cases}


def test_examples_of_the_text_are_told_from_cases_of_the_editors() -> None:
    """Whether the leaflet itself excludes a variant is known of each."""
    found = [net("1862").verdict(one) for one in mutants("1862") if one.clause == "II.3" and one.sort == "another name"]
    assert any(one.printed for one in found)
    assert not verdict("VI.4", "5", "4").printed


def test_raised_bound_changes_nothing() -> None:
    """A bound that play does not reach decides nothing, and says so."""
    assert verdict("I.1", "20", "21").proof == RAISED_BOUND


def test_next_player_of_two_is_the_one_before() -> None:
    """In a game for two the order of turns has no direction."""
    assert verdict("II.1", "after", "before").proof in (TWO_PLAYERS, SAME_MEANING)


def test_condition_that_names_the_other_of_two_states_changes_nothing() -> None:
    """“Balls that are spared become common”: all others are common. Of another act nothing is proved."""
    found = {
        (one.clause, one.before): one for one in mutants("castle-croquet-1863") if one.sort == "a condition left out"
    }
    start, seats = net("castle-croquet-1863").start, (4, 5)
    assert proof(start, found["III.9", "if it is spared"], seats) == TWO_STATES
    assert proof(start, found["IV.5", "balls that are touched"], seats) == TWO_STATES
    assert proof(start, found["IV.2", "if it is fresh"], seats) == ""
    assert proof(start, found["V.1", "if it is meetable"], seats) == ""


def of_castles(clause: str, sort: str) -> dict[str, str]:
    """Return the proofs of the changes of one sort in a clause of Croquêt Castles, by what was changed."""
    start = net("croquet-castles-1863").start
    found = [one for one in mutants("croquet-castles-1863") if (one.clause, one.sort) == (clause, sort)]
    return {f"{one.before} > {one.after}": proof(start, one, (5, 5)) for one in found}


def test_sentence_that_lets_nothing_happen_changes_nothing_when_it_is_left_out() -> None:
    """Of an event of which other clauses say something; any other sentence may be needed."""
    found = of_castles("II.5", "a sentence left out")
    assert found["when a soldier leaves a castle: nothing. > "] == NO_ACT
    assert set(found.values()) == {"", NO_ACT}
    assert "" in of_castles("VI.1", "a sentence left out").values()


def test_exception_that_does_what_is_done_without_it_changes_nothing() -> None:
    """II.6 lets a ball enter that II.5 lets enter; the other exception of II.6, which does not, changes much."""
    either = "its owner's guard is sallied or the castle's player's guard is sallied"
    both = either.replace(" or ", " and ")
    assert of_castles("II.6", "“and” for “or”")[f"{either} > {both}"] == SAME_ACTS
    left_out = of_castles("II.6", "an exception left out")
    assert sorted(left_out.values()) == ["", "", SAME_ACTS]
    rival = of_castles("II.6", "another name")
    assert SAME_ACTS not in rival.values()  # with another name the two exceptions could hold at once


def test_command_tells_the_score_as_json() -> None:
    """The command counts what is noticed, by what, and lists what is not."""
    result = circular("mutate", "1862", "--sample", "3", "--seed", "3", "--json")
    document = json.loads(result.out)
    assert document["mutants"] == 3
    assert document["noticed"] == sum(document["by"].values())
    assert document["noticed"] + len(document["surviving"]) == document["changing"]
    assert document["changing"] + len(document["changing_nothing"]) == 3
    assert result.status == (0 if document["noticed"] >= GOAL * document["changing"] else 1)
