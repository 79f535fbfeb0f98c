"""The rules of 1860 judge as the text does by hand: worked tricks, and an independent judge on random ones."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.judge import answer
from cc_dsl.rules.model import Rules
from tests.corpus.worked import tricks as tricks_of
from tests.independent import court_circular_1860 as independent
from tests.independent import enumerate_1860

HERE = Path(__file__).parent / "facts"
FACTS = [trick for trick in tricks_of("1860") if all(line is None or line["size"] for line in trick["lines"])]
COUNTS: dict[str, Any] = json.loads((HERE / "1860.json").read_text("utf-8"))


@cache
def rules_under(edition: str, *readings: tuple[str, str]) -> Rules:
    loaded = pipeline.Edition(pipeline.find_rules(edition), dict(readings))
    rules, problems = loaded.resolve(dict(readings))
    assert rules is not None
    assert problems == []
    return rules


def key_1860(line: dict[str, Any] | None) -> str | None:
    """Return a Line as class, kind and size; the class of rule III follows from its cards."""
    if line is None:
        return None
    number = 1 if line["with_lead"] else 5 - len(line["cards"])
    return f"{number}:{line['kind']}:{len(line['cards'])}"


def key_1862(line: dict[str, Any] | None) -> str | None:
    """Return a Line as kind, and whether it holds the Lead."""
    return None if line is None else str(line["kind"]) + "+lead" * line["with_lead"]


KEYS = {"1860": key_1860, "1862": key_1862}


def verdict(edition: str, value: Any) -> dict[str, Any]:
    """Return what is compared of an answer."""
    lines = [KEYS[edition](line) for line in value["lines"]]
    return {"winner": value["winner"], "by": value["by"], "takes": value.get("takes"), "lines": lines}


def engine(edition: str, fact: dict[str, Any], chosen: dict[str, str]) -> tuple[dict[str, Any], set[str]]:
    """Return the verdict of the rules on a deal, with the clauses."""
    rules = rules_under(edition, *sorted(chosen.items()))
    given = answer(rules, "judge", {"lead": [fact["lead"]], "side": fact["sides"]})
    return verdict(edition, given.value), {clause.removeprefix(edition + ".") for clause in given.clauses}


def of_hand(fact: dict[str, Any]) -> dict[str, Any]:
    lines = [line and key_of_hand(line) for line in fact["lines"]]
    return {**{key: fact[key] for key in ("winner", "by", "takes")}, "lines": lines}


def key_of_hand(line: dict[str, Any]) -> str:
    """Return a Line that was worked out by hand as class, kind and size."""
    return f"{1 if line['with_lead'] else 5 - line['size']}:{line['kind']}:{line['size']}"


def test_enough_was_worked_by_hand() -> None:
    """Every name in every class, every number of players, every reading of a trick: some fact touches each."""
    lines = {key_of_hand(line) for fact in FACTS for line in fact["lines"] if line}
    assert lines == {*COUNTS["counts"], *COUNTS["other_readings"]["four-of-a-sort=four-too"]} - {"none"}
    assert {len(fact["sides"]) for fact in FACTS} == set(range(2, 9))
    assert {fact["by"] for fact in FACTS} == {"line", "equal lines", "cards"}
    chosen = {name.lower().replace("-", "_") for fact in FACTS for name in fact.get("readings", {})}
    assert chosen == {*independent.Readings._fields} - {"the_rest"}
    assert len({fact["name"] for fact in FACTS}) == len(FACTS) >= 60


@pytest.mark.parametrize("fact", FACTS, ids=[fact["name"] for fact in FACTS])
def test_independent_judge_on_worked_tricks(fact: dict[str, Any]) -> None:
    chosen = independent.readings(fact.get("readings", {}))
    assert verdict("1860", independent.judge(fact["lead"], fact["sides"], chosen)) == of_hand(fact)


def test_same_cards_are_worked_in_both_versions() -> None:
    """Many deals are worked out by hand under the rules of 1860 and of 1862."""
    deals = [{(trick["lead"], *map(tuple, trick["sides"])) for trick in tricks_of(name)} for name in ("1860", "1862")]
    assert len(deals[0] & deals[1]) >= 25


def tricks(seed: int, number: int) -> list[tuple[str, list[list[str]]]]:
    """Return random tricks of two to eight players, many of few ranks or suits, so that Lines meet Lines."""
    chance = random.Random(seed)
    made = []
    for place in range(number):
        pack = list(independent.PACK)
        if place % 3 == 1:
            low = chance.randrange(13)
            ranks = [independent.RANKS[(low + step) % 13] for step in range(5)]
            pack = [card for card in pack if card[:-1] in ranks]
        elif place % 3 == 2:
            suits = ["H", chance.choice("DCS")]
            pack = [card for card in pack if card[-1] in suits]
        players = 2 if place % 2 else chance.randint(2, min(8, (len(pack) - 1) // 3))
        cards = chance.sample(pack, 1 + 3 * players)
        made.append((cards[0], [cards[start : start + 3] for start in range(1, len(cards), 3)]))
    return made


NAMES = [*independent.Readings._fields]


def mixtures() -> list[dict[str, str]]:
    """Return the defaults, every reading alone, and a seeded sample of mixtures."""
    doubts = pipeline.load("1860").rules.doubts.values()
    bearing = {
        doubt.name: [alternative for alternative, _ in doubt.alternatives]
        for doubt in doubts
        if doubt.name.lower().replace("-", "_") in NAMES
    }
    assert len(bearing) == len(NAMES)
    chance = random.Random(1860)
    mixed = [{name: chance.choice(answers) for name, answers in bearing.items()} for _ in range(20)]
    alone = [{name: answer} for name, answers in bearing.items() for answer in answers[1:]]
    return [{}, *alone, *mixed]


MIXTURES = mixtures()


@pytest.mark.parametrize("place", range(len(MIXTURES)))
def test_independent_judge_agrees(place: int) -> None:
    """A judge written from the words alone gives the same answers under every mixture of readings."""
    chosen = MIXTURES[place]
    for lead, sides in tricks(place, 30):
        given, _ = engine("1860", {"lead": lead, "sides": sides}, chosen)
        expected = independent.judge(lead, sides, independent.readings(chosen))
        assert given == verdict("1860", expected), (lead, sides, chosen)


def test_counts_are_of_the_whole_pack() -> None:
    """The counts of every reading add up to all sides, and some follow from a line of arithmetic."""
    for counts in (COUNTS["counts"], *COUNTS["other_readings"].values()):
        assert sum(counts.values()) == COUNTS["total"] == 52 * 51 * 50 * 49 // 6
    counts = COUNTS["counts"]
    assert counts["1:trio:3"] == 52 * (3 * 48 + 1)  # two of the three others of its sort and any card, or all three
    assert counts["1:sequence:4"] == 11 * 2 * 4**4  # eleven runs, the Lead at either end
    # Three of the four cards of another sort; but three Kings, Queens or Knaves are a Court with a Court-card as Lead.
    assert counts["2:trio:3"] == 52 * 12 * 4 - 12 * 2 * 4


def test_two_workings_count_alike() -> None:
    """On a random sample of sides the judge finds each best Line about as often as it was counted."""
    chance = random.Random(1860)
    found: Counter[str] = Counter()
    for _ in range(20_000):
        lead, *side = chance.sample(independent.PACK, 4)
        line: Any = independent.best_line(side, lead)
        found[key_1860(line) or "none"] += 1
    for key, count in COUNTS["counts"].items():
        share = count / COUNTS["total"]
        assert abs(found[key] / 20_000 - share) < 5 * (share / 20_000) ** 0.5, key


@pytest.mark.slow
def test_counts_are_counted_again() -> None:
    """The file of counts is what the enumeration gives."""
    assert enumerate_1860.facts() == COUNTS


def test_some_card_decides_every_trick() -> None:
    """Rule IV names a winner without exception, and so do the defaults, also where the Lead is best in both Lines."""
    rules = pipeline.load("1860").rules
    undecided = [
        ("4S", ["3S 2S 2D", "3D 3C 2C"]),
        ("9H", ["10C JS 2D", "7C 8S 3D"]),
        ("KH", ["QH 3H 6C", "10H 9H 2S"]),
        ("KD", ["QC JC 5S", "QS JS 6C"]),
    ]
    chance = random.Random(1860)
    for lead, sides in undecided:
        rest = [card for card in rules.pieces.codes if card != lead]
        assert answer(rules, "judge", {"lead": [lead], "side": sides}).value["winner"] is not None
        for _ in range(200):
            cards = chance.sample(rest, 6)
            given: dict[str, list[Any]] = {"lead": [lead], "side": [cards[:3], cards[3:]]}
            assert answer(rules, "judge", given).value["winner"] is not None, (lead, cards)
