"""The pages of the comparison and of the claims: whole, linked, and readable without scripts and colours."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from cc_dsl.compare.report import VERDICTS
from cc_dsl.compare.words import BOTH, FIRST, SECOND
from cc_dsl.drawing.pieces import draw_deal, laid_words
from cc_dsl.edition.comparison import CHANGES, row_id
from cc_dsl.edition.notes import with_references
from cc_dsl.edition.shelf import Shelf
from cc_dsl.edition_model.cases import command, none_in_words
from cc_dsl.pipeline import load
from tests.edition.conftest import FEW, ROOT, Made, Page

FOLDER = "edition/comparison"
ALIGNMENT = ROOT / "corpus" / "comparisons" / "1860-1862" / "alignment.toml"
GIVEN = {"lead": "TH", "side": ["7H 8D 9S", "QC JH TC"]}


@pytest.fixture(scope="module")
def pages(made: Made) -> dict[str, Page]:
    return made.pages()


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    """Open the editions and their comparison as a build does."""
    return Shelf({"1860": {}, "1862": {}}, ["1860-1862"], FEW)


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    with ALIGNMENT.open("rb") as file:
        found: list[dict[str, Any]] = tomllib.load(file)["row"]
    return found


def flat(words: str) -> str:
    """Make all white space one space."""
    return " ".join(words.split())


def test_every_row_is_shown_with_what_became_of_it(pages: dict[str, Page], rows: list[dict[str, Any]]) -> None:
    """Each row of the alignment has a place of its own, its kinds of change, and its note."""
    page = pages[f"{FOLDER}/words.html"]
    words = flat(page.words)
    for row in rows:
        assert row_id("+".join(row["from"]) + "=" + "+".join(row["to"])) in page.ids
        assert f"Words: {', '.join(row['change'])}" in words
        assert set(row["change"]) <= set(CHANGES)
    assert len([id for id in page.ids if id.startswith("row-")]) == len(rows)


@pytest.mark.slow
def test_every_word_of_both_texts_is_shown(shelf: Shelf, pages: dict[str, Page]) -> None:
    """Put end to end, what each row shows of a side is what the clauses of that side say, marks and all."""
    html = pages[f"{FOLDER}/words.html"].html
    for view in shelf.comparison("1860-1862").rows:
        start = html.index(f'id="{row_id(view.row.name)}"')
        section = html[start : html.index("</section>", start)]
        shown = re.findall(r'<p class="printed"[^>]*>(.*?)</p>', section, re.DOTALL)
        sides = [side for side in (view.first, view.second) if side.clauses]
        assert len(shown) == len(sides)
        for side, text in zip(sides, shown, strict=True):
            bare = re.sub(r"<sup.*?</sup>|<[^>]+>", "", text, flags=re.DOTALL)
            bare = bare.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
            assert "".join(bare.split()) == "".join(side.words.split())
        if FIRST in {run.kind for run in view.runs}:
            assert "<del>" in section
        if SECOND in {run.kind for run in view.runs}:
            assert "<ins>" in section
        if all(run.kind == BOTH for run in view.runs):
            assert "<del>" not in section
            assert "<ins>" not in section


def test_differences_are_told_without_colour() -> None:
    """What one side has alone is underlined, on each side with another line."""
    style = (ROOT / "cc_dsl" / "edition" / "static" / "edition.css").read_text("utf-8")
    first, second = (re.search(rf"^\.compared {tag} \{{([^}}]*)\}}", style, re.M) for tag in ("del", "ins"))
    assert first is not None
    assert "dotted" in first[1]
    assert second is not None
    assert "solid" in second[1]


def test_clauses_and_rows_lead_to_each_other(pages: dict[str, Page]) -> None:
    """A clause leads to the row in which it is compared, and the row to the clauses of both sides."""
    clause = pages["edition/1862/rule-2.html"]
    assert any("comparison/words.html#row-III.5--II.3" in link for link in clause.links)
    html = pages[f"{FOLDER}/words.html"].html
    row = html[html.index('id="row-III.5--II.3"') :]
    row = row[: row.index("</section>")]
    assert "#1860.III.5" in row
    assert "#1862.II.3" in row


def test_rules_of_a_row_are_quoted_from_both(pages: dict[str, Page]) -> None:
    """How ranks follow one another stands below its row in the sentences of both, with clauses that lead there."""
    html = pages[f"{FOLDER}/words.html"].html
    row = html[html.index('id="row-III.13--II.9"') :]
    row = row[: row.index("</section>")]
    unfolded = row[row.index('class="row-rules"') :]
    words = flat(re.sub(r"<[^>]+>", "", unfolded))
    assert words.count("the succession is the order Ace, King, Queen, Knave") == 2
    assert "#1860.III.13" in unfolded
    assert "#1862.II.9" in unfolded


def test_verdicts_have_words_and_cases_their_clauses(pages: dict[str, Page], shelf: Shelf) -> None:
    """Each row has a verdict; a case leads to its row and back, and the clauses that decide stand apart."""
    words = pages[f"{FOLDER}/words.html"]
    parted = pages[f"{FOLDER}/partings.html"]
    said = flat(words.words)
    for view in shelf.comparison("1860-1862").rows:
        assert view.verdict in VERDICTS
        if not view.cases:
            continue
        assert f"parting-{row_id(view.row.name)}" in parted.ids
        assert any(link.endswith(f"#parting-{row_id(view.row.name)}") for link in words.links)
        assert any(link.endswith(f"#{row_id(view.row.name)}") for link in parted.links)
    assert "Verdict: only in Court Circular (1860)" in said
    assert "outcome differs" not in said
    # Beside the page the clauses are listed without the names of the works, which its heading gives.
    assert ">II.2, III.1 · II.1</a>" in parted.html
    four = parted.html[parted.html.index('id="parting-row-III.9--none"') :]
    four = four[: four.index("</section>")]
    shown = flat(re.sub(r"<details.*?</details>|<[^>]+>", " ", four, flags=re.DOTALL))
    assert "Decided by III.9 ." in shown
    assert "III.14" not in shown
    assert "III.14" in four


def test_numbers_have_intervals_and_the_command_that_repeats_them(pages: dict[str, Page]) -> None:
    """What was sampled is said with its interval, how it was counted, and how it can be counted again."""
    words = flat(pages[f"{FOLDER}/numbers.html"].words)
    assert "was counted over 500 random deals from the seed 0" in words
    assert "circular compare 1860 1862 --numbers" in words
    assert len(re.findall(r"\d+\.\d+ % \(\d+\.\d+ to \d+\.\d+\)", words)) >= 16
    assert re.search(r"mean ?6\.000", words)


def test_shares_of_one_text_are_exact(pages: dict[str, Page]) -> None:
    """Programs written apart counted all deals: the sides without a Line, and those on which the best card decides."""
    words = flat(pages[f"{FOLDER}/numbers.html"].words)
    assert words.count("Shares of all deals, counted exactly:") == 4
    assert re.search(r"cards ?31\.69 % ?54\.87 %", words)
    assert re.search(r"player 1 ?50\.00 % ?50\.00 %", words)


def test_rows_can_be_filtered_by_verdict(pages: dict[str, Page], shelf: Shelf) -> None:
    """Each verdict that occurs has a choice with the number of its rows, and each row knows its own."""
    html = pages[f"{FOLDER}/words.html"].html
    views = shelf.comparison("1860-1862").rows
    counts = {verdict: sum(view.verdict == verdict for view in views) for verdict in VERDICTS}
    kinds = [verdict for verdict, count in counts.items() if count]
    choices = re.findall(r'id="rows-(\d)"[^>]*> ([^<(]*) \((\d+)\)', html)
    assert choices == [(str(place), verdict, str(counts[verdict])) for place, verdict in enumerate(kinds, 1)]
    placed = {id: place for place, id in re.findall(r'class="clause rows-(\d)" id="(row-[^"]+)"', html)}
    wanted = {row_id(view.row.name): str(kinds.index(view.verdict) + 1) if view.verdict else "0" for view in views}
    assert placed == wanted


def test_claims_have_verdicts_and_clauses(pages: dict[str, Page]) -> None:
    """All eight claims are there, each with its verdict and the cases behind it; the results name clauses."""
    page = pages["edition/claims.html"]
    assert [id for id in page.ids if id.startswith("claim-")] == [f"claim-new-tradition-games-{n}" for n in range(1, 9)]
    words = flat(page.words)
    assert words.count("Verdict: ") == 8
    assert "holds in part. Cases that hold: 1 of 5 in Court Circular (1860)." in words
    assert "The rules give:" in words
    assert "known only" not in words
    assert "found each verdict" not in words
    assert any("#1860.III.6" in link for link in page.links)
    assert any("#1862.IV.3a" in link for link in page.links)


def test_full_ids_in_prose_are_references() -> None:
    """A full id leads to its edition, a short one to a clause of the same; code and other words stay."""
    made = with_references(
        "See II.3, 1862.II.8 and `1862.II.8`, not 1862.5 or XII.3.", "1860", ["II.3"], ["1860", "1862"]
    )
    assert made == (
        "See {rules:ref}`II.3 <1860.II.3>`, {rules:ref}`1862.II.8 <1862.II.8>` and `1862.II.8`, not 1862.5 or XII.3."
    )


def test_deals_are_drawn_and_told() -> None:
    rules = load("1860").rules
    svg = draw_deal(rules, GIVEN, "x")
    labels = re.findall(r'<text[^>]*class="figure-label[^>]*>([^<]*)</text>', svg)
    assert labels == ["7♥", "8♦", "9♠", "10♥", "Q♣", "J♥", "10♣"]
    assert laid_words(rules, {"lead": "TH", "side": ["", "QC"]}) == "the lead 10♥; player 2’s side Q♣"
    assert command(rules, "judge", GIVEN) == 'circular judge 1860 --lead TH --side "7H 8D 9S" --side "QC JH TC"'
    assert command(rules, "count", {"won": ["", "2S"]}).startswith("circular judge 1860 --question count")
    assert none_in_words(rules, "judge", "winner") == "nobody"
    assert none_in_words(rules, "judge", "takes") == "none"
