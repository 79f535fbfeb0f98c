"""What checks of an edition share is what they would find each by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.cases.reader import read_cases
from cc_dsl.cases.sentences import SplicedCases
from cc_dsl.diagnostics.problem import Problem
from cc_dsl.pipeline import Edition, find_rules
from cc_dsl.rules import model
from cc_dsl.rules.resolve import resolution
from cc_dsl.trees import fields

FEW = ("1862", "lanrick-1893", "patience")
EDITIONS = [
    pytest.param(name, marks=() if name in FEW else pytest.mark.exhaustive) for name in resources.edition_names()
]


def said(rules: model.Rules) -> dict[str, object]:
    """Return what rules consist of, but for the digest, which is a new one for each resolution."""
    found = dict(fields(rules))
    del found["digest"]
    return found


@pytest.mark.parametrize("name", EDITIONS)
def test_sentences_of_cases_mean_the_same_behind_the_rules(name: str) -> None:
    edition = Edition(find_rules(name), {})
    spliced = SplicedCases(edition, read_cases(edition))
    for chosen, results in spliced.by_readings().items():
        behind = spliced.resolve(chosen, results)
        whole = spliced.resolve(chosen, results, edition.parts[0])
        assert said(behind.rules) == said(whole.rules)
        assert behind.problems == whole.problems
        assert [*behind.rules.procedures] == [*whole.rules.procedures]


CIRCLE = """
[[case]]
id = "{id}"
title = "A case"
clauses = ["I.1"]
why = "It is a test."
do = "{do}"
so = "{so}"
"""
CASES = {
    "a circle": CIRCLE.format(id="round", do="then the case-round-0.", so="the bag is empty."),
    "an unknown name": CIRCLE.format(id="unknown", do="the heeap is shuffled into the bag.", so="the bag is empty."),
    "a capital": CIRCLE.format(id="one", do="then the draw.", so="the bag is empty.")
    + CIRCLE.format(id="One", do="then the draw.", so="the bag is empty."),
}


@pytest.mark.parametrize("cases", CASES.values(), ids=CASES)
def test_problems_of_cases_are_those_of_both_together(cases: str, tmp_path: Path) -> None:
    import shutil

    shutil.copytree(Path(__file__).parents[1] / "problems" / "three-gates", tmp_path / "game")
    (tmp_path / "game" / "cases.toml").write_text(cases, "utf-8")
    edition = Edition(find_rules(str(tmp_path / "game")), {})
    spliced = SplicedCases(edition, read_cases(edition))
    for chosen, results in spliced.by_readings().items():
        behind = spliced.resolve(chosen, results)
        assert behind.problems == spliced.resolve(chosen, results, edition.parts[0]).problems


@pytest.mark.slow
def test_answers_are_resolved_alike_together_and_alone() -> None:
    path = find_rules("1862")
    for text in edited(Path(path).read_text("utf-8"), 12):
        edition = Edition(path, {}, text)
        rules, _ = edition.resolve({})
        for choice in choices(rules):
            alone = Edition(path, {}, text)
            parts, _ = alone.parts
            assert [*map(plain, edition.problems_under(choice))] == [*map(plain, alone.problems_under(choice))]
            if parts and (found := edition.resolution(choice)) is not None:
                label = alone.start.edition
                whole = resolution(label.label.text, label.title.text, parts, choice)
                assert said(found.rules) == said(whole.rules)
                assert [*map(plain, found.problems)] == [*map(plain, whole.problems)]


def plain(problem: Problem) -> tuple[object, ...]:
    """Return a problem without the objects that stand for files."""
    return (problem.code, problem.sentence, problem.span, problem.remedies, [one[1:] for one in problem.labels])


def choices(rules: model.Rules | None) -> Iterator[dict[str, str]]:
    """Yield no choice, and each other answer to an open place."""
    yield {}
    for doubt in rules.doubts.values() if rules is not None else ():
        yield from ({doubt.name: answer} for answer, _ in doubt.alternatives if answer != doubt.chosen)


def edited(text: str, count: int) -> Iterator[str]:
    """Yield texts in which one line is changed: a word left out, put twice, or exchanged, a line lost or moved."""
    dice = random.Random(19)
    words = sorted({word for word in text.split() if word.isalpha()})
    lines = text.split("\n")
    places = [number for number, line in enumerate(lines) if len(line.split()) > 2 and not line.startswith("§")]
    for _ in range(count):
        number = dice.choice(places)
        own = lines[number].split(" ")
        word = dice.choice([place for place, one in enumerate(own) if one])
        new = dice.choice(([], [own[word]] * 2, [dice.choice(words)], [dice.choice(words)]))
        yield "\n".join([*lines[:number], " ".join([*own[:word], *new, *own[word + 1 :]]), *lines[number + 1 :]])
