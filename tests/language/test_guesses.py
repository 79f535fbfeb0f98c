"""Sentences that a newcomer tried and that are right; the wrong ones are the cases `guess-…` of `tests/problems`.

The sentences come from an outsider who encoded five games from the documentation.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl.pipeline import Edition

RULES = (Path(__file__).parents[1] / "problems" / "guesses" / "game.rules").read_text("utf-8")
ACCEPTED = Path(__file__).with_name("guesses.txt").read_text("utf-8").strip().split("\n\n")[1:]
"""What a clause says, and what is done; release 0.1.0 refused most of it."""


@pytest.mark.parametrize("guess", ACCEPTED, ids=lambda guess: guess.partition("\n")[0].removeprefix("# "))
def test_first_guess_is_right(guess: str) -> None:
    lines = guess.split("\n")[1:]
    said, done = (
        "".join(f"  {line}\n" for line in lines if line.startswith("  ") is is_act) for is_act in (False, True)
    )
    text = RULES.replace("  the game goes thus:\n", f"{said}  the game goes thus:\n{done}")
    rules, problems = Edition("guesses.rules", {}, text).resolve({})
    assert rules is not None
    assert [problem.sentence for problem in problems if problem.level == "error"] == []
