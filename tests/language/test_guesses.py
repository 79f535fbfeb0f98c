"""Sentences that a newcomer tried and that are right; the wrong ones are the cases `guess-…` of `tests/problems`.

The sentences come from an outsider who encoded five games from the documentation.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl.pipeline import Edition

RULES = (Path(__file__).parents[1] / "problems" / "guesses" / "game.rules").read_text("utf-8")
RELATION = "a card fits another card if it is better than the other card.\n"
MELDS = (
    "a player's side is the cards in his hand.\na Meld is 3 to 4 cards in a player's side.\n"
    "a Set is a Meld whose cards have the same rank."
)
ACCEPTED = {
    "some in": ("", "if some card in player 1's hand is face-up: nothing."),
    "also of a relation": (
        f"{RELATION}a card also fits another card if its rank is Ace.",
        "if some card in player 1's hand fits some card in player 2's hand: nothing.",
    ),
    "no card in": (
        f"{RELATION}a card is lost if no card in player 1's hand fits the card.",
        "if no card is lost: nothing.",
    ),
    "exactly": ("", "if exactly 2 cards in player 1's hand are face-up: nothing."),
    "score of every player": ("", "if every player's score is 5: nothing."),
    "states of players": (
        "a player is either active or folded.",
        "each player in turn: he becomes folded.\nif no player is active: the players become active.",
    ),
    "the game is over": (
        "the game is over if player 1's score is 5.",
        "until the game is over, at most 3 times: nothing.",
    ),
    "states of the game": ("the game is either open or closed.", "if the game is open: the game becomes closed."),
    "a group with sorts that nothing else names": (MELDS, "if player 1 has a Meld: nothing."),
}
"""What a clause says, and what is done; release 0.1.0 refused most of it."""


@pytest.mark.parametrize(("clause", "acts"), ACCEPTED.values(), ids=ACCEPTED)
def test_first_guess_is_right(clause: str, acts: str) -> None:
    said = "".join(f"  {line}\n" for line in clause.splitlines())
    done = "".join(f"    {line}\n" for line in acts.splitlines())
    text = RULES.replace("  the game goes thus:\n", f"{said}  the game goes thus:\n{done}")
    rules, problems = Edition("guesses.rules", {}, text).resolve({})
    assert rules is not None
    assert [problem.sentence for problem in problems if problem.level == "error"] == []
