"""Verdicts on rows, and the cases that bear them out: kept as a file, and run again."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl.compare.alignment import load_alignment
from cc_dsl.compare.play.cases import FILE, Case, DealCase, PlayCase, load_cases, run_cases, written
from cc_dsl.compare.play.clock import Clock
from cc_dsl.compare.play.verdicts import KNOWLEDGE, OUTCOME, RULE, WORDING, Judgement, searched, verdicts_of
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.pipeline import load
from tests.unit.compare_pairs import FIRST, SECOND, Pair, make_pair


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    """Make the pair of small editions."""
    return make_pair(tmp_path)


def cases_of(pair: Pair) -> list[Case]:
    """Search the cases of all rows."""
    return Judgement(pair.patcher, pair.alignment).search(3)


def names_of(pair: Pair) -> dict[str, int]:
    """Return the numbers of the rows by their names."""
    return {row.name: number for number, row in enumerate(pair.alignment.rows)}


def test_every_row_has_its_verdict(pair: Pair) -> None:
    """The same twice is wording; the order, the bounty and the bonus show in play; what follows from one does not."""
    verdicts, broken = Judgement(pair.patcher, pair.alignment).verdicts(cases_of(pair))
    assert broken == []
    assert {one.row: one.verdict for one in verdicts} == {
        "1=1": WORDING,
        "2=2": WORDING,
        "3=3": OUTCOME,
        "4=4": OUTCOME,
        "5=": OUTCOME,
        "=6": RULE,
    }
    told = {one.row: one.sentence for one in verdicts}
    assert "2 pieces show the difference (no fewer will do): side LR against MB." in told["3=3"]
    assert "One piece shows the difference" in told["4=4"]
    assert "seed 0" in told["5="]
    case, change = verdicts[2].play["case"], verdicts[5].play["graft"]
    assert case is not None
    assert case["kind"] == "deal"
    assert change is not None
    assert change["is_made"]


def test_without_cases_nothing_is_said_to_differ_in_outcome(pair: Pair) -> None:
    """A verdict on the outcome needs a case."""
    verdicts, _ = Judgement(pair.patcher, pair.alignment).verdicts([])
    assert {one.verdict for one in verdicts} == {WORDING, RULE}


def test_file_of_cases_is_read_as_it_was_written(pair: Pair) -> None:
    """The search gives the same text every time, and the text the same cases."""
    text = searched(pair.first, pair.second, pair.alignment, 3).text
    assert text == searched(pair.first, pair.second, pair.alignment, 3).text
    assert load_cases(pair.alignment.folder)[0].cases == ()
    Path(pair.alignment.folder, FILE).write_text(text, "utf-8")
    kept, problems = load_cases(pair.alignment.folder)
    assert problems == []
    assert (kept.first, kept.second) == ("elder", "younger")
    assert list(kept.cases) == cases_of(pair)
    assert text == written(kept.cases, "elder", "younger", kept.without)


def test_exchanged_editions_show_the_same_rows(pair: Pair) -> None:
    """Compared the other way round, every row keeps its verdict under its mirrored name."""
    Path(pair.alignment.folder, FILE).write_text(searched(pair.first, pair.second, pair.alignment).text, "utf-8")
    forward, _ = verdicts_of(pair.first, pair.second, pair.alignment)
    backward, broken = verdicts_of(pair.second, pair.first, pair.alignment.mirrored)
    assert broken == []
    mirrored = {row.mirrored.name: row.name for row in pair.alignment.rows}
    assert [(mirrored[one.row], one.verdict) for one in backward] == [(one.row, one.verdict) for one in forward]


def test_cases_that_no_longer_hold_are_told(pair: Pair) -> None:
    """Another answer, a deal that cannot be laid, a row that is gone, another game: each has a sentence."""
    cases = cases_of(pair)
    assert run_cases(cases, pair.patcher, names_of(pair)) == []
    deal = next(case for case in cases if isinstance(case, DealCase))
    play = next(case for case in cases if isinstance(case, PlayCase))
    broken: list[Case] = [
        deal._replace(second={"winner": 1, "takes": 7}),
        deal._replace(changed={**deal.changed, "takes": 7}),
        deal._replace(deal={"side": ["LR XX", "HB MB"]}),
        deal._replace(parts_in=("takes",), first={"winner": 1, "takes": 2}, row="1=1"),
        deal._replace(row="9="),
        play._replace(answers=(8,)),
        play._replace(first={"ends": "player 7 wins"}),
    ]
    found = run_cases(broken, pair.patcher, names_of(pair))
    assert len(found) == len(broken)
    assert "gave { " in found[0].sentence
    assert "elder, changed gave" in found[1].sentence
    assert "no longer be laid" in found[2].sentence
    assert "no longer has a row 9=" in found[4].sentence
    assert "no longer be played" in found[5].sentence
    assert "player 7 wins" in found[6].sentence


def test_a_broken_case_gives_no_verdict(pair: Pair) -> None:
    """A case that failed does not bear out that the outcome differs."""
    deal = next(case for case in cases_of(pair) if isinstance(case, DealCase))
    verdicts, broken = Judgement(pair.patcher, pair.alignment).verdicts([deal._replace(second={"winner": 1})])
    assert [one.row for one in broken] == ["3=3"]
    assert verdicts[2].verdict == RULE


@pytest.mark.parametrize(
    "text", ["[[case]]\nrow = 1\n", "case = 3\n", '[[case]]\nrow = "3=3"\nplayers = "two"\n', "x ="]
)
def test_a_damaged_file_is_a_problem(pair: Pair, text: str) -> None:
    """What the search has not written so is named, with what to do."""
    Path(pair.alignment.folder, FILE).write_text(text, "utf-8")
    problems = load_cases(pair.alignment.folder)[1]
    assert [problem.code for problem in problems] == ["bad-data-file"]
    with pytest.raises(RulesError):
        verdicts_of(pair.first, pair.second, pair.alignment)


def test_cases_of_the_corpus_hold() -> None:
    """Every case that is kept of 1860 and 1862 is run again, and none has broken."""
    first, second = load("1860"), load("1862")
    alignment = load_alignment(first, second)
    verdicts, broken = verdicts_of(first, second, alignment)
    assert [one.sentence for one in broken] == []
    kept = load_cases(alignment.folder)[0].cases
    assert len(kept) >= 20
    assert {one.row for one in verdicts if one.verdict in (OUTCOME, KNOWLEDGE)} == {case.row for case in kept}


def test_rows_without_time_keep_their_cases(pair: Pair) -> None:
    """A search without time says of every row that it was stopped; cases that the file has stay."""
    rows = ["3=3", "4=4", "5=", "=6"]
    stopped = searched(pair.first, pair.second, pair.alignment, clock=Clock(0))
    assert stopped.left == tuple(rows)
    assert stopped.found == ()
    assert stopped.text.count("stopped by its limit of time") == len(rows)
    whole = searched(pair.first, pair.second, pair.alignment)
    assert whole.left == ()
    Path(pair.alignment.folder, FILE).write_text(whole.text, "utf-8")
    again = searched(pair.first, pair.second, pair.alignment, clock=Clock(0))
    assert again.text == whole.text
    assert again.left == tuple(rows)


def test_number_of_players_may_be_said_in_another_row(tmp_path: Path) -> None:
    """A row that says again for how many the game is does not keep its change from being made."""
    again = '\n§4 "bounty"\n  this game is for 2 players.'
    second = SECOND.replace("  this game is for 2 players.", '  this clause is definitional, because "x".')
    pair = make_pair(tmp_path, FIRST, second.replace('\n§4 "bounty"', again))
    patch = pair.patcher.patch(3)
    assert patch.reason == ""
    assert patch.rules is not None
    assert patch.rules.seats == (2, 2)
