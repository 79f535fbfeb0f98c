"""Stored figures: the declarations of an edition, the files, and the faults that the check reports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import cache, figures, pipeline
from cc_dsl.errors import UserError
from cc_dsl.study import experiment
from cc_dsl.study import figures as counts
from tests.cli.desk import change, circular, is_refused

pytestmark = pytest.mark.slow
STUDIES = """[[study]]
name = "few"
players = 3
games = 40

[[study]]
name = "named"
players = ["random"]
games = 4
"""


def folder_with(tmp_path: Path, studies: str = STUDIES) -> Path:
    """Return the folder of a small game that declares studies."""
    rules = Path("tests/games/tolls/game.rules").read_text("utf-8")
    (tmp_path / "game.rules").write_text(rules, encoding="utf-8")
    (tmp_path / "studies.toml").write_text(studies, encoding="utf-8")
    return tmp_path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = folder_with(tmp_path)
    counted = circular("figures", str(made))
    assert counted.status == 0, counted.err
    return made


def faults(folder: Path) -> dict[str, str]:
    """Return what is wrong with the stored figures of a folder."""
    return counts.faults(pipeline.load(str(folder)))


def test_figures_say_how_when_and_by_which_program_they_were_counted(folder: Path) -> None:
    stored = figures.stored_figures(str(folder))
    assert set(stored) == {"few", "named"}
    few = stored["few"]
    assert few["command"] == "circular study tolls --players 3 --games 40 --seed 0"
    assert few["under"]["rules"] == pipeline.load(str(folder)).rules.meaning
    assert (few["seed"], few["program"], few["version"]) == (0, cache.program_digest(), few["found"]["version"])
    assert len(few["date"].split("-")) == 3
    assert few["found"]["games"] == few["sample"]["games"] == 40
    assert faults(folder) == {}
    assert "up to date" in circular("figures", str(folder)).out


@pytest.mark.parametrize("what", ["more games won", "more games played"])
def test_figure_that_is_changed_by_hand_is_noticed(what: str, folder: Path) -> None:
    path = folder / figures.FILE
    stored = json.loads(path.read_text("utf-8"))
    before = json.loads(json.dumps(stored))
    if what == "more games won":
        stored["few"]["found"]["wins"][0]["count"] += 1
    else:
        stored["few"]["command"] = stored["few"]["command"].replace("40", "40000")
    path.write_text(json.dumps(stored), "utf-8")
    assert faults(folder) == {"few": figures.CHANGED}
    checked = circular("check", str(folder))
    assert checked.status == 2
    said = " ".join(checked.err.split())
    assert "changed by hand: few." in said
    assert "circular figures" in said
    assert circular("figures", str(folder)).status == 0
    assert json.loads(path.read_text("utf-8"))["few"]["found"]["wins"] == before["few"]["found"]["wins"]


def test_figures_of_other_rules_are_noticed(folder: Path) -> None:
    rules = folder / "game.rules"
    rules.write_text(rules.read_text("utf-8") + "\n# a remark\n", "utf-8")
    assert faults(folder) == {}
    change(folder / "studies.toml", "games = 40", "games = 50")
    assert faults(folder) == {"few": figures.OTHER_RULES}
    change(folder / "studies.toml", "games = 50", "games = 40")
    change(rules, "4 cards in the pack", "5 cards in the pack")
    assert faults(folder) == {"few": figures.OTHER_RULES, "named": figures.OTHER_RULES}
    said = " ".join(circular("check", str(folder)).err.split())
    assert "Stored figures of tolls were counted under other rules: few, named." in said
    assert f"circular figures {rules}" in said


def test_part_is_counted_again_where_another_program_has_counted(folder: Path) -> None:
    path = folder / figures.FILE
    stored = json.loads(path.read_text("utf-8"))
    few = stored["few"]
    few["program"] = "an older one"
    path.write_text(json.dumps({**stored, "few": sealed(few)}), "utf-8")
    assert faults(folder) == {}
    moves = few["sample"]["moves"]
    moves[next(iter(moves))] += 1
    path.write_text(json.dumps({**stored, "few": sealed(few)}), "utf-8")
    assert faults(folder) == {"few": figures.OTHER_COUNT}


def sealed(figure: dict[str, Any]) -> dict[str, Any]:
    """Return figures with the right checksum."""
    return {**figure, "checksum": figures._checksum(figure)}


def test_only_what_is_asked_for_is_counted(tmp_path: Path) -> None:
    made = folder_with(tmp_path)
    assert circular("figures", str(made), "--only", "named").status == 0
    assert set(figures.stored_figures(str(made))) == {"named"}
    folder_with(tmp_path, STUDIES.replace('"named"', '"others"'))
    counted = json.loads(circular("figures", str(made), "--json").out)
    assert [(figure["name"], figure["wrong"]) for figure in counted] == [("few", "missing"), ("others", "missing")]
    assert set(figures.stored_figures(str(made))) == {"few", "others"}
    assert is_refused(circular("figures", str(made), "--only", "none"), "few, others")


def test_file_that_is_no_figures_is_refused(tmp_path: Path) -> None:
    for text in ("", "[]", '{"few": 3}', '{"few": {"found": {}}}', "{"):
        (tmp_path / figures.FILE).write_text(text, "utf-8")
        with pytest.raises(UserError, match="circular figures"):
            figures.stored_figures(str(tmp_path))


# -------------------------------------------------------------------------------------- declarations


def declared(tmp_path: Path, studies: str) -> dict[str, experiment.Request]:
    return counts.counts_of(pipeline.load(str(folder_with(tmp_path, studies))))


def test_commands_count_the_same_without_storing_it(tmp_path: Path) -> None:
    study = '[[study]]\nname = "x"\ngames = 24\nplayers = {}\n{}'
    request = declared(tmp_path, study.format("4", 'measures = ["choices"]'))["x"]
    assert request.command("x") == "circular study x --players 4 --games 24 --seed 0 --measures choices"
    request = declared(tmp_path, study.format('["greedy"]', 'readings = { a = "b" }'))["x"]
    assert request.command("x") == "circular study x --players greedy --games 24 --seed 0 --reading a=b"
    request = declared(tmp_path, '[[study]]\nname = "judge"\nquestion = "judge"\n')["judge"]
    assert request.command("x") == "circular count x judge --answers"
