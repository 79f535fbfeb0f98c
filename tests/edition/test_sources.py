"""The pages of an edition follow from its folder: a new text needs no page, no list and no program."""

from __future__ import annotations

import re
import runpy
import shutil
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.edition import sources
from tests.edition.conftest import ROOT

TEMPLATES = str(ROOT / "docs" / "templates")


def following(folder: Path, name: str, written: dict[str, str] | None = None) -> dict[str, str]:
    found = sources.pages_of_edition(TEMPLATES, str(folder), name, written or {})
    return {path.removeprefix(f"edition/{name}/").removesuffix(".md"): text for path, text in found.items()}


@pytest.fixture
def stranger(tmp_path: Path) -> Path:
    """Return the folder of an edition that no page, list or program has heard of."""
    folder = tmp_path / "stranger"
    shutil.copytree(ROOT / "corpus" / "1862", folder)
    meta = (folder / "edition.toml").read_text("utf-8")
    (folder / "edition.toml").write_text(
        meta.replace('id = "1862"', 'id = "stranger"').replace("Court Circular (1862)", "Strange Court (1899)"), "utf-8"
    )
    return folder


def test_stranger_has_all_its_pages(stranger: Path) -> None:
    """How to play, text, six rules, course of play, readings, apparatus, the index of clauses, and a game."""
    found = following(stranger, "stranger")
    rules = [f"rule-{number}" for number in range(1, 7)]
    others = [
        "how-to-play",
        "play",
        "text",
        "course",
        "whole",
        "readings",
        "apparatus",
        "clauses",
        "game",
        "index",
    ]
    assert sorted(found) == sorted([*rules, *others])
    assert "# *Strange Court*, 1899" in found["index"]
    assert "```{rules:rule} stranger.V\n```" in found["rule-5"]
    listed = found["index"].split(":hidden:")[1].split()
    assert (
        listed.index("<how-to-play>")
        < listed.index("<text>")
        < listed.index("<rule-1>")
        < listed.index("<rule-6>")
        < listed.index("<readings>")
    )


def test_edition_without_a_page_that_teaches_has_none(stranger: Path) -> None:
    """The page follows from how-to-play.md; the introduction refers to the editorial statement where there is one."""
    (stranger / "how-to-play.md").unlink()
    statement = {"edition/editorial-statement.md": "# Editorial statement\n"}
    plain, with_statement = following(stranger, "stranger"), following(stranger, "stranger", statement)
    assert "how-to-play" not in plain
    assert "editorial-statement" not in plain["index"]
    assert "</edition/editorial-statement>" in with_statement["index"]


def test_written_page_takes_the_place_of_one_that_follows(stranger: Path) -> None:
    """A page that somebody wrote is kept and listed under its own heading; what it shows is not shown again."""
    written = {
        "edition/stranger/rule-5.md": "# The last deal\n\n```{rules:rule} stranger.V\n```\n",
        "edition/stranger/how-to-play.md": "# How to play\n",
        "edition/stranger/trick.md": "# A trick\n\n```{rules:play} stranger\n```\n",
    }
    found = following(stranger, "stranger", written)
    listed = found["index"].split(":hidden:\n\n")[1].splitlines()
    assert listed[0] == "How to play <how-to-play>"
    assert "The last deal <rule-5>" in listed
    assert "A trick <trick>" in listed
    assert "game" not in found


def test_configuration_shows_the_whole_corpus() -> None:
    """Every edition and every comparison of the corpus is shown, without being named anywhere."""
    settings = runpy.run_path(str(ROOT / "docs" / "conf.py"))
    folders = sorted(path.parent.name for path in (ROOT / "corpus").glob("*/game.rules"))
    assert sorted(settings["rules_editions"]) == folders
    compared = sorted(path.parent.name for path in (ROOT / "corpus" / "comparisons").glob("*/alignment.toml"))
    assert settings["rules_comparisons"] == compared


def test_divisions_stand_where_the_folder_says() -> None:
    """The second Section of 1860, the balls and the Advice of 1866, and the named rules of Court! have their pages."""
    assert "# Section II" in following(ROOT / "corpus" / "1860", "1860")["section-2"]
    croquet = following(ROOT / "corpus" / "castle-croquet-1866", "castle-croquet-1866")
    assert "# Advice to the Player" in croquet["advice"]
    assert "castle-croquet-1866.N" in croquet["balls"]
    assert "{rules:ground} castle-croquet-1866" in croquet["text"]
    assert "# C5. Scoring a season" in following(ROOT / "corpus" / "court", "court")["rule-5"]


@pytest.mark.parametrize(
    ("edition", "headings"),
    [
        ("1860", ["Title, first Section, and date", "The figure"]),
        ("castle-croquet-1866", ["Title", "The figure", "The ground, to scale"]),
        ("lanrick-1880", ["The letter and the title"]),
        ("court", ["Title"]),
    ],
)
def test_title_date_and_figure_stand_below_the_text(edition: str, headings: list[str]) -> None:
    """They have no page of their own: each clause of them is annotated on the page of the text."""
    found = following(ROOT / "corpus" / edition, edition)
    assert not {"title", "figure"} & found.keys()
    assert re.findall("^## (.*)$", found["text"], re.MULTILINE) == headings
    assert found["text"].index("{rules:text}") < found["text"].index(f"{{rules:rule}} {edition}.T\n")


def test_restated_text_says_so_and_has_no_apparatus() -> None:
    """A text in copyright is restated, and the first page of its edition says it first."""
    found = following(ROOT / "corpus" / "court", "court")
    assert "**The text printed here is restated.**" in found["index"]
    assert "apparatus" not in found
    assert "in the leaflet" not in found["text"]


def test_comparison_has_all_its_pages() -> None:
    """A comparison needs no page: words and cases follow, and a first page that lists them."""
    names = ("1860", "1862", "castle-croquet-1863", "castle-croquet-1866")
    folders = {name: resources.edition_folder(name) for name in names}
    cards = sources.pages_of_comparison(TEMPLATES, "1860-1862", folders, {})
    assert list(cards) == [f"edition/1860-1862/{page}.md" for page in ("index", "words", "partings")]
    assert "# Cases that separate" in cards["edition/1860-1862/partings.md"]
    assert "words\npartings" in cards["edition/1860-1862/index.md"]
    assert "The left side shows *Court Circular*, 1860" in cards["edition/1860-1862/words.md"]
    croquet = sources.pages_of_comparison(TEMPLATES, "castle-croquet-1863-castle-croquet-1866", folders, {})
    assert "# Cases that separate" in croquet["edition/castle-croquet-1863-castle-croquet-1866/partings.md"]


def test_comparison_keeps_to_the_folder_of_its_written_pages() -> None:
    """A page that says of which comparison it is gives all its pages their folder; others are listed with them."""
    folders = {name: resources.edition_folder(name) for name in ("1860", "1862")}
    written = {"edition/comparison/numbers.md": "---\nhide-toc: true\nof: 1860-1862\n---\n# Figures\n"}
    found = sources.pages_of_comparison(TEMPLATES, "1860-1862", folders, written)
    assert "edition/comparison/words.md" in found
    assert "partings\nnumbers" in found["edition/comparison/index.md"]


def test_a_rule_is_called_by_its_number(tmp_path: Path) -> None:
    """In 1866 “Rules” is printed above rule I, whose page is called as those of the other rules are."""
    found = following(ROOT / "corpus" / "castle-croquet-1866", "castle-croquet-1866")
    titles = [re.findall(r"^# (.*)$", found[f"rule-{number}"], re.MULTILINE) for number in (1, 2)]
    assert titles == [["Rule I"], ["Rule II"]]


@pytest.mark.parametrize("name", ["court", "patience"])
def test_it_is_said_once_that_a_text_is_restated(name: str) -> None:
    """The page says it first; the editor's introduction below does not say it again in other words."""
    introduction = (ROOT / "corpus" / name / "notes.md").read_text("utf-8").partition("\n## T.1")[0]
    assert "The text printed here is restated." in following(ROOT / "corpus" / name, name)["index"]
    assert "**The text" not in introduction
    assert "our own numbering" not in introduction
    assert "restatement" in introduction
