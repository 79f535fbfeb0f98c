"""The pages that teach the games agree with the rules: clauses, figures, pieces and readings."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.cases.howto import problems_of_guide
from cc_dsl.pipeline import Edition, load
from cc_dsl.source.howto import FILE
from tests.cli.desk import change

GAMES = (
    *("1860", "1862", "castle-croquet-1863", "castle-croquet-1866", "croquet-castles-1863", "court", "patience"),
    *("lanrick-1880", "lanrick-1893"),
)


def folder_of(name: str) -> Path:
    return Path(resources.edition_folder(name))


@pytest.mark.parametrize("name", GAMES)
def test_page_and_rules_agree(name: str) -> None:
    edition = load(name)
    assert [problem.sentence for problem in problems_of_guide(edition)] == []


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return the edition of 1862 in a folder of its own."""
    return Path(shutil.copytree(folder_of("1862"), tmp_path / "1862"))


def said_of(folder: Path) -> str:
    """Return what is wrong with the page of an edition in a folder."""
    return " ".join(problem.sentence for problem in problems_of_guide(Edition(str(folder / "game.rules"), {})))


def in_rules(old: str, new: str) -> Callable[[Path], None]:
    return lambda folder: change(folder / "game.rules", old, new)


def on_page(old: str, new: str) -> Callable[[Path], None]:
    return lambda folder: change(folder / FILE, old, new)


SPOILT = [
    (in_rules("his score is at least 5.", "his score is at least 7."), "says 5, but the rules that it cites do not"),
    (in_rules("3 cards in the pack go to his hand", "2 cards in the pack go to his hand"), "says 3"),
    (in_rules("card-points are 2 if", "card-points are 3 if"), "says 2"),
    (in_rules('by-rule-III, by default "rule', 'by-rule-III "rule'), "The default of “equal-cuts” is"),
    (
        on_page("The first-hand is served first. [?first-served=first-hand-first]", ""),
        "omits open places: first-served",
    ),
    (on_page("3. The other cards are laid aside. [IV.4]", ""), "The page omits IV.4"),
    (on_page("laid aside. [IV.4]", "laid aside."), "cites nothing"),
    (on_page("[IV.4]", "[IV.9]"), "The text has no clause IV.9"),
    (on_page("[VI.1]", "[?Rubbers=x]"), "no open place “Rubbers”"),
    (on_page("{value-won: Trio}", "{value-won: Pair}"), "no table “value-won” with a value of “Pair”"),
    (on_page("{9H 8S 7H}", "{9H 8S 7X}"), "“9H 8S 7X” contains words that are not cards"),
    (on_page("@the-text-s-example-of-order", "@no-such-case"), "There is no worked case “no-such-case”"),
    (on_page("- Under these rules some card always decides a trick, so no trick is drawn.", "- ."), "without a reason"),
]


@pytest.mark.parametrize(("spoil", "said"), SPOILT, ids=[said for _, said in SPOILT])
def test_what_does_not_agree_is_told(copy: Path, spoil: Callable[[Path], None], said: str) -> None:
    assert said_of(copy) == ""
    spoil(copy)
    if said.startswith("The default"):
        change(copy / "game.rules", 'equals-cut-again "only', 'equals-cut-again, by default "only')
    assert said in said_of(copy)
