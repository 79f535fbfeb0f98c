"""Clauses that one edition uses of another: one definition, cited from both, with its doubts and its examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.edition_model.doubts import all_doubts_of
from cc_dsl.engine.judge import answer
from cc_dsl.pipeline import Edition, load
from cc_dsl.rules.gather import shared_blocks
from cc_dsl.words.book import book_of

RULES = """edition "A borrower" of borrower.
use playing-cards.

§I.1 "x"
  this game is for 1 player.
  there is a table, a place for cards.
  there is a Lead, a place for 1 card.
  a player's side is the table together with the Lead.
  a Line is 2 to 4 cards in a player's side.

§I.2 "x"
  use §III.4, §III.5, §III.6, §III.7, §III.8, §III.13 and §III.15 of 1860.
  a Pair requires that it has 2 cards.

editor "x"
  question judge "Which Lines are there?":
    given 0 to 6 cards for the table, called "table".
    tell each player's Lines, called "lines".
"""


@pytest.fixture(name="borrower")
def borrower_of(tmp_path: Path) -> Edition:
    """Load an edition that uses clauses of 1860."""
    path = tmp_path / "game.rules"
    path.write_text(RULES, "utf-8")
    return load(str(path))


def kinds(rules: object, table: str) -> list[str]:
    """Return the sorts of the Lines of some cards."""
    (lines,) = answer(rules, "judge", {"table": table}).value["lines"]  # type: ignore[arg-type]
    return sorted(line["kind"] for line in lines)


def test_sorts_of_another_edition_are_made_of_this_ones_pieces(borrower: Edition) -> None:
    assert kinds(borrower.rules, "5H 5D 5C") == ["pair", "pair", "pair", "trio"]
    assert kinds(borrower.rules, "KH AS QC") == ["sequence"]
    assert kinds(borrower.rules, "KH AS 2C") == []


def test_decisions_cite_both_editions(borrower: Edition) -> None:
    found = answer(borrower.rules, "judge", {"table": "5H 5D 5C"})
    assert "1860.III.5" in found.clauses
    assert "borrower.I.2" in found.clauses
    assert "3 of a sort" in book_of(borrower).printed_words("1860.III.5")


def test_doubts_of_another_edition_are_chosen_here(borrower: Edition) -> None:
    assert set(borrower.rules.doubts) == {"four-of-a-sort", "Aces-at-court", "Ace-in-Sequence", "Ace-with-Lead"}
    ring = load(borrower.path, {"Ace-in-Sequence": "round-the-corner"}).rules
    assert kinds(ring, "KH AS 2C") == ["sequence"]
    assert ring.digest != borrower.rules.digest
    assert load(borrower.path, {"Ace-in-Sequence": "at-either-end"}).rules.digest == borrower.rules.digest
    told = {doubt.name: doubt for doubt in all_doubts_of(borrower)}
    assert told["Ace-in-Sequence"].clause == "1860.III.13"
    assert all(answer.argument for answer in told["Ace-in-Sequence"].answers)


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
