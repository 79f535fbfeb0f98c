"""A game of 1860 at the terminal: a card at once, resigning, and what is refused."""

from __future__ import annotations

import pytest

from tests.cli.desk import circular, flat, sitting

pytestmark = pytest.mark.usefixtures("elsewhere")


def two(*typed: str) -> str:
    """Return in one line what is printed while two people play so."""
    return flat(sitting("1860", *typed, players="human,human", seed=4))


def test_a_resignation_that_is_barred_is_refused_with_its_clause() -> None:
    """VII: “But when either has played 3 cards, the other must not resign.” stands under the refusal."""
    at_first = two("resign")
    assert "Illegal move: resign" in at_first
    assert "“At any time during a trick, after the first card of it has been played" in at_first
    # After each card the players change places, and press Enter.
    typed = ["KS", "", "KC", "", "JD", "", "9S", "", "8H", "", "resign"]
    barred = two(*typed)
    assert barred.count("Illegal move") == 1
    assert "Player 2 is not free to resign (player 2 is barred" in barred
    assert "“But when either has played 3 cards, the other must not resign.”" in barred


def test_option_is_named_only_where_it_can_matter() -> None:
    """Game is 20 or 50 for two; of three and more it is said that Game is 50 (S2.12), whatever was agreed on."""
    for players, is_named in (("random,random", True), ("random,random,random", False)):
        said = circular("play", "1860", "--seed", "5", "--players", players, "--explain").out
        assert ("You agreed on: The Game for two players (Game is 20)." in said) is is_named
        assert ("[VIII.10; The Game for two players]" in said) is is_named
    assert "the target is 50 [S2.12]" in said


def test_what_is_put_back_for_all_is_not_told() -> None:
    said = circular("play", "1860", "--seed", "5", "--players", "random,random,random").out
    assert " resigns the trick." in said
    assert "resignation" not in said
