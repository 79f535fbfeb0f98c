"""How many may play a game, in words."""

from __future__ import annotations

import pytest

from cc_dsl.compiler.games import seats_for
from cc_dsl.errors import UserError
from cc_dsl.pipeline import Edition, find_rules


@pytest.mark.parametrize(
    ("name", "words"), [("patience", "1 player [T.2]"), ("1862", "2 players [T.2]"), ("court", "3 to 5 players [C1.1]")]
)
def test_number_of_players_is_said_as_it_is(name: str, words: str) -> None:
    """A game for a fixed number is not said to be for 1 to 1 players."""
    with pytest.raises(UserError) as caught:
        seats_for(Edition(find_rules(name), {}).rules, 9)
    assert f"This game is for {words}, not for 9." in str(caught.value)
