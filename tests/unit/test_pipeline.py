"""Editions under other readings, clauses that an edition uses from another, and work that its checks share."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.cases.reader import read_cases
from cc_dsl.cases.sentences import SplicedCases
from cc_dsl.diagnostics.problem import Problem, RulesError
from cc_dsl.edition_model.doubts import all_doubts_of
from cc_dsl.engine.judge import answer
from cc_dsl.pipeline import Edition, find_rules, load
from cc_dsl.rules import model
from cc_dsl.rules.gather import shared_blocks
from cc_dsl.rules.resolve import resolution
from cc_dsl.trees import fields
from cc_dsl.words.book import book_of
from tests.daily import daily
from tests.unit.interpreter.small import GAMES, text_of

RULES = text_of("borrower")


@pytest.fixture
def borrower() -> Edition:
    """Load an edition that uses clauses of 1860."""
    return load(str(GAMES / "borrower.rules"))


def kinds(rules: object, table: str) -> list[str]:
    """Return the sorts of the Lines of some cards."""
    (lines,) = answer(rules, "judge", {"table": table}).value["lines"]  # type: ignore[arg-type]
    return sorted(line["kind"] for line in lines)


def test_sorts_of_another_edition_are_made_of_this_ones_pieces_and_both_are_cited(borrower: Edition) -> None:
    assert kinds(borrower.rules, "5H 5D 5C") == ["pair", "pair", "pair", "trio"]
    assert kinds(borrower.rules, "KH AS QC") == ["sequence"]
    assert kinds(borrower.rules, "KH AS 2C") == []
    judged = answer(borrower.rules, "judge", {"table": "5H 5D 5C"})
    assert "1860.III.5" in judged.clauses
    assert "borrower.I.2" in judged.clauses
    assert "3 of a sort" in book_of(borrower).printed_words("1860.III.5")


def test_doubts_of_another_edition_are_chosen_here(borrower: Edition) -> None:
    assert set(borrower.rules.doubts) == {"four-of-a-sort", "Aces-at-court", "Ace-in-Sequence", "Ace-with-Lead"}
    ring = load(borrower.path, {"Ace-in-Sequence": "round-the-corner"}).rules
    assert kinds(ring, "KH AS 2C") == ["sequence"]
    assert ring.digest != borrower.rules.digest
    assert load(borrower.path, {"Ace-in-Sequence": "at-either-end"}).rules.digest == borrower.rules.digest
    doubts = {doubt.name: doubt for doubt in all_doubts_of(borrower)}
    assert doubts["Ace-in-Sequence"].clause == "1860.III.13"
    assert all(answer.argument for answer in doubts["Ace-in-Sequence"].answers)


def test_what_is_used_can_be_displaced_under_the_clause_that_uses_it(tmp_path: Path) -> None:
    """A clause says what it uses; an exception to it names that clause, and decisions cite both."""
    path = tmp_path / "game.rules"
    text = RULES.replace("§III.13 and", "§VIII.7, §III.13 and")
    text += '    tell the marks, called "marks".\n'
    text = text.replace("\neditor", "  the marks are the total court-mark of the cards in the table.\n\neditor")
    own = "  instead of §I.2, a card's court-mark is 2 if its rank is King.\n\neditor"

    def marks(rules: str) -> int:
        path.write_text(rules, "utf-8")
        return int(answer(load(str(path)).rules, "judge", {"table": "KH QS 9C"}).value["marks"])

    assert marks(text) == 2
    assert marks(text.replace("\neditor", own)) == 3
    with pytest.raises(RulesError) as caught:
        marks(text.replace("\neditor", own.replace("§I.2", "§VIII.7")))
    (problem,) = caught.value.problems
    assert problem.code == "nothing-to-displace"
    assert problem.remedies[0] == "§VIII.7 of 1860 is used under §I.2; write:   instead of §I.2, …."


def test_only_what_is_named_is_taken(borrower: Edition) -> None:
    assert "1860.III.10" not in answer(borrower.rules, "judge", {"table": "5H 6D 7C"}).clauses
    assert "winner" not in borrower.rules.definitions
    assert shared_blocks(borrower.start, "1860") == {"III.4", "III.5", "III.6", "III.7", "III.8", "III.13", "III.15"}
    assert borrower.rules.shared == ("1860",)


def test_a_name_introduced_in_both_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text(
        RULES.replace("a Pair requires", "a Trio is a Line whose cards are aces.\n  a Pair requires"), "utf-8"
    )
    _, problems = Edition(str(path), {}).resolve({})
    assert "two-answers" in {problem.code for problem in problems}


# Changing the readings of an edition gives the same rules as loading it with them, and reads its text only once.


GATES = Path(__file__).parents[1] / "problems" / "three-gates"


def test_an_edition_under_other_readings_has_the_rules_that_loading_it_so_gives() -> None:
    edition = load("1862")
    chosen = {"Ace-in-Sequence": "round-the-corner"}
    changed = edition.with_readings(chosen)
    assert changed.rules == load("1862", chosen).rules
    assert changed.rules != edition.rules
    assert changed.text is edition.text


def test_words_that_were_read_half_written_are_read_again(tmp_path: Path) -> None:
    folder = shutil.copytree(GATES, tmp_path / "gates")
    rules, words = folder / "game.rules", folder / "text.txt"
    whole, text = words.read_text("utf-8"), rules.read_text("utf-8")
    words.write_text("", "utf-8")
    written = os.stat(words)
    half = Edition(str(rules), {}, text)
    assert half.problems_of_text()
    words.write_text(whole, "utf-8")
    os.utime(words, ns=(written.st_atime_ns, written.st_mtime_ns))
    assert Edition(str(rules), {}, text).problems_of_text() == []


# Checks that share work find the same problems as they do alone.


def said(rules: model.Rules) -> dict[str, object]:
    """Return what rules consist of, but for the digest, which is a new one for each resolution."""
    parts = dict(fields(rules))
    del parts["digest"]
    return parts


@pytest.mark.slow
@pytest.mark.parametrize("name", daily(resources.edition_names(), ("1862", "lanrick-1893")))
def test_sentences_of_cases_mean_the_same_behind_the_rules(name: str) -> None:
    edition = Edition(find_rules(name), {})
    spliced = SplicedCases(edition, read_cases(edition))
    for chosen, results in spliced.by_readings().items():
        behind = spliced.resolve(chosen, results)
        whole = spliced.resolve(chosen, results, edition.parts[0])
        assert said(behind.rules) == said(whole.rules)
        assert behind.problems == whole.problems
        assert [*behind.rules.procedures] == [*whole.rules.procedures]


@pytest.mark.parametrize("cases", sorted(Path(__file__).parent.glob("circles/*.toml")), ids=lambda path: path.stem)
def test_problems_of_cases_are_those_of_both_together(cases: Path, tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).parents[1] / "problems" / "three-gates", tmp_path / "game")
    shutil.copy(cases, tmp_path / "game" / "cases.toml")
    edition = Edition(find_rules(str(tmp_path / "game")), {})
    spliced = SplicedCases(edition, read_cases(edition))
    for chosen, results in spliced.by_readings().items():
        behind = spliced.resolve(chosen, results)
        assert behind.problems == spliced.resolve(chosen, results, edition.parts[0]).problems


@pytest.mark.slow
def test_answers_are_resolved_alike_together_and_alone() -> None:
    """A quarter of the answers under each changed text; together the texts try every answer twice."""
    path = find_rules("1862")
    for number, text in enumerate(edited(Path(path).read_text("utf-8"), 8)):
        edition = Edition(path, {}, text)
        rules, _ = edition.resolve({})
        default, *others = choices(rules)
        for choice in (default, *others[number % 4 :: 4]):
            alone = Edition(path, {}, text)
            parts, _ = alone.parts
            assert [*map(plain, edition.problems_under(choice))] == [*map(plain, alone.problems_under(choice))]
            if parts and (together := edition.resolution(choice)) is not None:
                label = alone.start.edition
                whole = resolution(label.label.text, label.title.text, parts, choice)
                assert said(together.rules) == said(whole.rules)
                assert [*map(plain, together.problems)] == [*map(plain, whole.problems)]


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
        word = dice.choice([place for place, part in enumerate(own) if part])
        new = dice.choice(([], [own[word]] * 2, [dice.choice(words)], [dice.choice(words)]))
        yield "\n".join([*lines[:number], " ".join([*own[:word], *new, *own[word + 1 :]]), *lines[number + 1 :]])
