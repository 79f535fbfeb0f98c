"""The page about the architecture is true where it follows one clause through the program."""

from __future__ import annotations

import re
from pathlib import Path

from cc_dsl import pipeline
from cc_dsl.edition_model.edition import edition_view
from cc_dsl.engine.judge import answer as answered
from cc_dsl.words.sentences import sentence

PAGE = Path(__file__).parents[2] / "docs" / "internals" / "architecture.md"
WALK = PAGE.read_text("utf-8").partition("## One clause, from")[2].partition("\n## ")[0]
EDITION = pipeline.load("1862")


def test_words_are_those_that_were_printed() -> None:
    assert EDITION.text is not None
    quoted = re.findall(r"these words: “(.*?;)”", WALK)
    assert [EDITION.text.clauses["IV.1"].words] == quoted


def test_model_is_as_shown() -> None:
    """One case from IV.1, one override from IV.2, and the statement is the one in the file."""
    prize = EDITION.rules.definitions["prize"]
    assert [case.origin.clauses for case in prize.cases] == [("IV.1",)]
    assert [[case.origin.clauses for case in cases] for cases in prize.overrides] == [[("IV.2",)]]
    said = prize.cases[0].origin.sentence
    assert f"the prize is {said}." in WALK
    assert f"the prize is {said}." in EDITION.source.text


def test_statement_has_the_address_that_is_named() -> None:
    (named,) = re.findall(r"such as `1862\.([\w.-]+)`", WALK)
    statements = {
        statement.id: statement.text
        for block in edition_view(EDITION).clauses["IV.1"].blocks
        for statement in block.statements
    }
    assert statements[named].startswith("the prize is")


def test_decision_is_the_one_that_is_printed() -> None:
    (command,) = re.findall(r"circular judge 1862 (.*?)` prints", WALK)
    lead, *sides = re.findall(r"--lead (\w+)|--side \"([^\"]*)\"", command)
    answer = answered(EDITION.rules, "judge", {"lead": lead[0], "side": [side for _, side in sides]})
    assert "`The number of cards won is 2. [IV.1; …]`" in WALK
    (prize,) = [one for one in answer.decisions_for() if sentence(one) == "the prize is 2"]
    assert prize.clauses == ("1862.IV.1",)
