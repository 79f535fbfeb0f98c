"""Croquet at the terminal with players on a lawn: they strike, people tell, and the last stroke is drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.cli.strength import strength
from tests.cli.desk import circular

EDITION = "castle-croquet-1863"


def test_people_tell_and_computers_strike(tmp_path: Path) -> None:
    """The strokes of the person are asked for, those of the others are told; each leaves its picture."""
    pytest.importorskip("pymunk")
    path, svg = tmp_path / "game.record", tmp_path / "stroke.svg"
    words = ("play", EDITION, "--players", "human,lawn-expert-bold", "--seed", "4", "--record", str(path))
    typed = "Blue passes gate 1 outward\n\nplay-again\npasses gate 2 inward\n\nquit\n"
    result = circular(*words, "--draw", str(svg), typed=typed)
    assert (result.status, result.err) == (0, "")
    assert "Black is struck at " in result.out
    assert "for this: passes gate 2 outward" in result.out
    assert "observed: Blue passes gate 1 outward\nplayer 1: play-again\nobserved: Blue passes gate 2 inward" in (
        path.read_text("utf-8")
    )
    assert svg.read_text("utf-8").startswith("<svg")
    assert "players human,lawn-expert-bold,lawn-expert-bold,lawn-expert-bold" in path.read_text("utf-8")


def test_strokes_that_are_only_told_are_drawn_without_pymunk(tmp_path: Path) -> None:
    """A picture needs no mechanics."""
    svg = tmp_path / "stroke.svg"
    words = ("play", EDITION, "--players", "human,human,human,human", "--seed", "1", "--draw", str(svg))
    result = circular(*words, "--record", str(tmp_path / "r"), typed="Blue passes gate 1 outward\n\nquit\n")
    assert result.status == 0
    assert "Blue is struck; Blue passes gate 1 outward" in svg.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "1862", "--players", "lawn-fair"), "describe no ground on which balls are struck"),
        (("play", EDITION, "--players", "lawn-fair,greedy"), "“greedy” strikes no ball"),
        (("play", EDITION, "--players", "lawn-fare"), "There is no player “lawn-fare”"),
        (("play", EDITION, "--players", "human", "--draw", "x.png"), "A drawing is an SVG"),
        (("play", EDITION, "--players", "human", "--draw", "no/such/x.svg"), "there is no folder no/such"),
        (("study", EDITION, "--players", "lawn-fair,random,random,random", "--games", "1"), "“random” strikes no ball"),
        (("study", "1862", "--players", "lawn-fair", "--games", "1"), "describe no ground on which balls are struck"),
    ],
)
def test_what_cannot_be_played_on_a_lawn_is_refused(words: tuple[str, ...], said: str) -> None:
    """In one sentence, with status 2."""
    result = circular(*words)
    assert result.status == 2
    assert said in result.err
    assert "Traceback" not in result.err


def test_without_pymunk_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Status 2, and the extra by its name."""
    monkeypatch.setattr("cc_dsl.interpreter.lawns.find_spec", lambda name: None)
    result = circular("play", EDITION, "--players", "lawn-fair")
    assert result.status == 2
    assert "pip install 'court-circular[lawn]'" in result.err


PLAYERS = ("play", EDITION, "--players", "human,lawn-expert-bold", "--seed", "4")
OUT = "Blue passes gate 1 outward\n\nstop\n"
"""The first turn of the person; then three computer players strike."""


def strokes(out: str) -> list[str]:
    """Return what is told of the strokes of computer players, joined into lines."""
    said = out.split("\n\n")
    return [" ".join(one.split()) for one in said if " is struck at " in one]


def test_takeback_goes_to_what_a_person_told(tmp_path: Path) -> None:
    """It takes back the last choice of the person and not a stroke of a computer, and all comes again as it was."""
    pytest.importorskip("pymunk")
    record = ("--record", str(tmp_path / "game.record"))
    once = strokes(circular(*PLAYERS, *record, typed=f"{OUT}quit\n").out)
    assert len(once) > 3
    typed = f"{OUT}undo\nstop\nundo\nundo\n{OUT}quit\n"
    result = circular(*PLAYERS, "--record", str(tmp_path / "again.record"), typed=typed)
    assert "The same will come again" in " ".join(result.out.split())
    assert strokes(result.out) == once * 3


def test_game_that_is_taken_up_goes_on_as_it_would_have(tmp_path: Path) -> None:
    """The balls lie where they came to rest, and the errors of aim are those that would have come."""
    pytest.importorskip("pymunk")
    whole, parts = str(tmp_path / "whole.record"), str(tmp_path / "parts.record")
    once = strokes(circular(*PLAYERS, "--record", whole, typed=f"{OUT}\nquit\n").out)
    first = strokes(circular(*PLAYERS, "--record", parts, typed=f"{OUT}quit\n").out)
    rest = strokes(circular("play", EDITION, "--resume", parts, typed="\nquit\n").out)
    assert first
    assert rest
    assert first + rest == once


def test_takeback_passes_over_the_choice_of_a_computer(tmp_path: Path) -> None:
    """Where people tell all strokes and a computer has chosen since, the stroke that was told last is taken back."""
    words = ("play", EDITION, "--players", "human,random,random,random", "--seed", "1", "--record", str(tmp_path / "r"))
    told = "Blue passes gate 1 outward\n\nstop\nBlack passes gate 2 outward\n\n"
    result = circular(*words, typed=f"{told}undo\nquit\n")
    _, _, after = result.out.partition("Taken back.")
    assert "Player 2" in result.out.partition("Taken back.")[0]
    assert "Black (player 2) is struck. What happens?" in after


@pytest.mark.parametrize("edition", ["castle-croquet-1863", "castle-croquet-1866", "croquet-castles-1863"])
def test_it_is_said_how_strong_a_player_on_a_lawn_is(edition: str) -> None:
    """From games against beginners that were counted, of the skills that are better."""
    loaded = pipeline.load(edition)
    for kind in ("lawn-expert", "lawn-fair"):
        said = strength(loaded, kind)
        assert re.search(rf"“{kind}” won \d+ of \d+ games against \d players of the kind “lawn-beginner”", said)
