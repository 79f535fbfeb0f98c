"""The exported files: their contents, reproducible bytes, and the refusal of bad input."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

import cc_dsl
from cc_dsl import resources
from cc_dsl.edition.build import build_edition
from cc_dsl.errors import UserError
from cc_dsl.export.archive import archive
from cc_dsl.export.figures import as_csv, comparisons
from cc_dsl.export.files import export, forms_of
from cc_dsl.figures import stored_figures

ROOT = Path(__file__).parents[2]


def rows(name: str) -> list[dict[str, str]]:
    """Read the table of an edition's figures."""
    return list(csv.DictReader(io.StringIO(as_csv(name, stored_figures(str(ROOT / "corpus" / name))))))


@pytest.mark.parametrize("time", ["", "yesterday", "-1", "1.5", "10" * 20])
def test_a_time_that_is_no_number_is_refused(time: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SOURCE_DATE_EPOCH is a number of seconds; anything else is named, and nothing is written."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", time)
    words = f"SOURCE_DATE_EPOCH is “{time}”, which is not a number of seconds since 1970"
    for make in (
        lambda: archive({"a": b"b"}),
        lambda: export(cc_dsl.load("1862"), "epub"),
        lambda: build_edition(str(tmp_path / "made"), quiet=True),
    ):
        with pytest.raises(UserError, match=re.escape(words)):
            make()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", resources.edition_names())
def test_rules_are_those_of_the_corpus(name: str) -> None:
    assert export(cc_dsl.load(name), "rules") == (ROOT / "corpus" / name / "game.rules").read_bytes()


@pytest.mark.parametrize("name", [*resources.edition_names(), ""])
def test_every_row_has_a_name_of_its_own(name: str) -> None:
    text = as_csv(name, stored_figures(str(ROOT / "corpus" / name)) if name else comparisons())
    table = [*csv.DictReader(io.StringIO(text))]
    keys = [(row["edition"], row["study"], row["figure"]) for row in table]
    assert [key for key, times in Counter(keys).items() if times > 1] == []


def test_players_are_counted_from_one() -> None:
    """Of 18,729,838,400 tricks each player wins as many by the symmetry of the seats, and nobody wins few or none."""
    for name in ("1860", "1862"):
        own = {row["figure"]: row for row in rows(name) if row["study"] == "judge"}
        first, second = (int(own[f"parts.winner.player {player}"]["count"]) for player in (1, 2))
        nobody = int(own["parts.winner.none"]["count"]) if "parts.winner.none" in own else 0
        assert first == second
        assert Fraction(own["parts.winner.player 1"]["chance"]) == Fraction(first, int(own["total"]["value"]))
        assert first + second + nobody == int(own["total"]["value"])
        assert "parts.winner.0" not in own
        studies = stored_figures(str(ROOT / "corpus" / name))
        (study,) = (entry["found"] for study, entry in studies.items() if study == "judge")
        assert {winner["value"] for winner in study["parts"]["winner"]} <= {"player 1", "player 2", None}


def numbers_in(node: object, is_entry: bool = False) -> int:
    """Count the numbers below a place; that by which an entry of a list is known is its name, and no figure."""
    if isinstance(node, dict):
        return sum(numbers_in(inner) for key, inner in node.items() if not (is_entry and key == "value"))
    if isinstance(node, list):
        return sum(numbers_in(inner, is_entry=True) for inner in node)
    return isinstance(node, (int, float)) and not isinstance(node, bool)


@pytest.mark.parametrize("name", resources.edition_names())
def test_no_figure_is_lost(name: str) -> None:
    studies = stored_figures(str(ROOT / "corpus" / name))
    if not studies:
        assert "csv" not in forms_of(cc_dsl.load(name))
        return
    found = rows(name)
    for study, entry in studies.items():
        left = {key: value for key, value in entry["found"].items() if key != "made"}
        own = [row for row in found if row["study"] == study]
        columns = ("value", "count", "of", "share", "mean", "low", "high", "deviation", "least", "most", "chance")
        cells = sum(re.fullmatch(r"-?[\d.e-]+", row[column]) is not None for row in own for column in columns)
        assert cells >= numbers_in(left), study


def test_same_edition_gives_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive has the time of SOURCE_DATE_EPOCH, and the order of its names, whenever it is made."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert export(cc_dsl.load("court"), "epub") == export(cc_dsl.load("court"), "epub")
    files = {"one": b"1", "two": b"2"}
    assert archive(files) == archive(dict(reversed(files.items())))
    with zipfile.ZipFile(io.BytesIO(archive(files))) as opened:
        assert {entry.date_time for entry in opened.infolist()} == {(2023, 11, 14, 22, 13, 20)}


@pytest.mark.parametrize(("time", "year"), [("0", 1980), ("99999999999", 2107)])
def test_a_time_that_no_archive_can_name_is_the_nearest(time: str, year: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive can name the years 1980 to 2107."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", time)
    with zipfile.ZipFile(io.BytesIO(archive({"a": b"b"}))) as opened:
        assert [entry.date_time[0] for entry in opened.infolist()] == [year]
