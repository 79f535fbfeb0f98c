"""Croquet at the terminal: strokes are reported, and games of an earlier version are replayed."""

from __future__ import annotations

from pathlib import Path

from cc_dsl.table import record
from tests.cli.desk import circular

EDITION = "castle-croquet-1863"
EARLIER = Path(__file__).with_name("earlier-lawn.record")
"""A game that version 0.1.0 recorded, in which computer players struck on a simulated lawn."""


def test_record_with_players_of_an_earlier_version_is_replayed() -> None:
    result = circular("replay", str(EARLIER))
    assert (result.status, result.err) == (0, "")
    assert "wins" in result.out


def test_game_with_players_of_an_earlier_version_goes_on_with_others(tmp_path: Path) -> None:
    part = tmp_path / "part.record"
    whole = record.read(EARLIER.read_text("utf-8"))
    part.write_text(record.write(whole._replace(answers=whole.answers[:12], is_finished=False)), "utf-8")
    refused = circular("play", "--resume", str(part), typed="quit\n")
    assert refused.status == 2
    assert "no player “lawn-expert”" in refused.err
    assert "--players human,human,human,human" in refused.err
    taken_up = circular("play", "--resume", str(part), "--players", "human,human,human,human", typed="quit\n")
    assert (taken_up.status, taken_up.err) == (0, "")


def test_takeback_passes_over_the_choice_of_a_computer(tmp_path: Path) -> None:
    words = ("play", EDITION, "--players", "human,random,random,random", "--seed", "1", "--record", str(tmp_path / "r"))
    told = "Blue passes gate 1 outward\n\nstop\nBlack passes gate 2 outward\n\n"
    result = circular(*words, typed=f"{told}undo\nquit\n")
    _, _, after = result.out.partition("Taken back.")
    assert "Player 2" in result.out.partition("Taken back.")[0]
    assert "Black (player 2) is struck. What happens?" in after
