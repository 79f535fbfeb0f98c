"""The large studies that an edition declares: who plays in them, and the command that plays them again."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.pipeline import Edition
from cc_dsl.study.measured import AGAIN_NAMED, Measured, measured_of

STUDY = """[[measured]]
name = "steps"
games = 24
measures = ["decisions"]
"""


class Folder:
    """What is read of an edition where only its declarations are wanted."""

    def __init__(self, folder: Path, players: str) -> None:
        """Declare a study with these players."""
        self.folder = str(folder)
        (folder / "measured.toml").write_text(f"{STUDY}players = {players}\n", "utf-8")


def declared(folder: Path, players: str) -> Measured:
    """Return the study that is declared so."""
    return measured_of(cast("Edition", Folder(folder, players)))["steps"]


def test_number_is_so_many_players_at_random(tmp_path: Path) -> None:
    """They play in compiled rules."""
    study = declared(tmp_path, "4")
    assert study.ask.players == 4
    assert study.command("x") == "circular study x --players 4 --games 24 --seed 0 --measures decisions"


def test_names_are_those_who_play(tmp_path: Path) -> None:
    """One name plays in every seat; of their games, which may take seconds, a test plays few again."""
    study = declared(tmp_path, '["greedy"]')
    assert study.ask.players == ("greedy",)
    assert study.part.games == AGAIN_NAMED
    assert study.command("x") == "circular study x --players greedy --games 24 --seed 0 --measures decisions"


@pytest.mark.parametrize("players", ["0", "[]", '"greedy"', "true", "[1]"])
def test_other_players_are_refused(players: str, tmp_path: Path) -> None:
    """The sentence says what may stand there."""
    with pytest.raises(RulesError) as refused:
        declared(tmp_path, players)
    said = " ".join(problem.sentence for problem in refused.value.problems)
    assert "players, such a number or a list of names" in said or "not a list of texts" in said
