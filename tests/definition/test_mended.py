"""Small games on which an engine once differed from the definition: all engines play them alike now."""

from __future__ import annotations

import pytest

from tests.definition.alongside import differing
from tests.differential import engines
from tests.unit.interpreter.small import rules_of

TABLE = """
editor "the table"
  this game is for 2 players.
  there is a pack, an ordered place for tiles.
  there is a heap, a place for tiles.
  there is a stack, an ordered place for tiles.
  each player has a hand, a place for tiles.
  each player has a row, an ordered place for tiles.
  each player has a score, a number from 0 to 99.
  there is a mode, a number from 0 to 1.
  there is a boss, a player.
  a player's reach is his hand.
  a tile's weight is its rank in the order high.
  the deal goes thus:
    the tiles are shuffled into the pack.
    each player in turn: 4 tiles in the pack go to his hand.
"""
RANKING = """\
  tiles rank by their rank in the order high, then by their colour in the order Red, Blue, Green.
  the leader is the player with the best tile in his hand.
"""
RANKING_NOW = """\
  a tile's worth is its weight if the mode is 0; otherwise 5 minus its weight.
  tiles rank by its worth.
  a pair is 2 tiles in a player's reach.
  a twin is a pair whose tiles have the same colour.
"""
GAMES = {
    "settled in a procedure and in the one that calls it": f"""{TABLE}{RANKING}
  the inner goes thus:
    settle the leader.
    player 1 chooses a tile in the heap as the lot.
  the outer goes thus:
    if the stack is not empty: settle the leader.
  the game goes thus:
    then the deal.
    1 tile in the pack goes to the heap.
    settle the leader.
    then the inner.
    then the outer.
    the tiles in the leader's hand go to the heap.
    the leader's score is now 20.
    player 1 chooses a tile in the heap as the pick.
    the leader wins.
""",
    "settled in an option": f"""{TABLE}{RANKING}
  the inner goes thus:
    player 1 chooses:
      to fix: settle the leader.
      to leave: nothing.
    the tiles in player 1's hand go to the heap.
    the leader's score is now 10.
  the game goes thus:
    then the deal.
    then the inner.
    the leader's score grows by 20.
    player 1 chooses a tile in the heap as the pick.
    the leader wins.
""",
    "settled elsewhere, moved to a place with order": f"""{TABLE}{RANKING}
  the lot is the tiles in the heap.
  the fixing goes thus: settle the lot.
  the game goes thus:
    then the deal.
    4 times:
      player 1 chooses a tile in the pack as the pick.
      the pick goes to the heap.
    the lot go to the stack.
    then the fixing.
    1 tile in the stack goes to player 1's hand.
    player 2 chooses a tile in player 1's hand as the next-pick.
    the leader wins.
""",
    "names that no act has given": f"""{TABLE}{RANKING}
  the middle goes thus, if the stack is not empty:
    player 1 chooses a tile in the pack as the lot.
    player 1 chooses tiles in the pack, to the number of 2, as the lots.
    chance chooses tiles in the pack, to the number of 2, as the pots.
  the middle also goes thus:
    the lot goes to the heap.
    the lots go to the heap.
    the pots go to the heap.
  the game goes thus:
    then the deal.
    then the middle.
    1 tile in the pack goes to the stack.
    then the middle.
    player 1 chooses a tile in the heap as the pick.
    the leader wins.
""",
    "nothing to nobody": f"""{TABLE}{RANKING}
  the game goes thus:
    then the deal.
    the tiles in the heap go to the boss's hand.
    the tiles in the heap go to the boss's row.
    the best tile in the heap goes to the boss's row.
    player 1 chooses a tile in player 1's hand as the pick.
    the pick goes to the heap.
    if the pick's rank is Ace: the tiles in the heap go to the boss's hand.
    the tiles in the heap go to the boss's row.
    the leader wins.
""",
    "the top of nobody's place": f"""{TABLE}{RANKING}
  the game goes thus:
    then the deal.
    3 tiles in the boss's row go to the stack.
    the leader wins.
""",
    "from the top onto the same place": f"""{TABLE}{RANKING}
  the game goes thus:
    then the deal.
    3 tiles in the pack go to the pack.
    the tiles in the pack go to the pack.
    2 tiles in the pack go to the heap.
    player 1 chooses a tile in the heap as the pick.
    the leader wins.
""",
    "sets that are none": f"""{TABLE}{RANKING}
  the game goes thus:
    then the deal.
    if the heap is none: player 1's score grows by 1.
    if the pack is not none: player 1's score grows by 2.
    if (players whose score is 7) is none: player 1's score grows by 4.
    if player 2's score is none: player 1's score grows by 8.
    player 1 chooses tiles in the pack, to the number of player 1's score, as the picks.
    the leader wins.
""",
    "values of all players, one after another": f"""{TABLE}{RANKING}
  each player has a liking, a colour.
  a colour's voters are the number of (players whose liking is it).
  the favourite is the colour with the least voters.
  the sum is player 1's score plus player 2's score.
  the game goes thus:
    then the deal.
    player 1's liking is now Red.
    player 2's liking is now Blue.
    the likings are now the favourite.
    the scores are now the sum plus 1.
    player 1 chooses a tile in (the tiles in the pack whose colour is player 2's liking) as the pick.
    the leader wins.
""",
    "best group by ranks that change": f"""{TABLE}{RANKING_NOW}
  pairs rank by sort: twin.
  the game goes thus:
    then the deal.
    the mode is now 1.
    player 1 chooses a tile in (the tiles of player 1's pair) as the pick.
    player 2 chooses a tile in (the tiles of player 2's pair) as the next-pick.
    the player with the best tile in his hand wins.
""",
    "no piece in a ranking by pieces that changes": f"""{TABLE}{RANKING_NOW}
  a tile is noble if its rank is King.
  pairs rank by the best tile in it that is noble, then by sort: twin.
  the game goes thus:
    then the deal.
    the tiles of player 1's pair go to the heap.
    the mode is now 1.
    the tiles of player 2's pair go to the heap.
    player 1 chooses a tile in the heap as the pick.
    the player with the best pair wins.
""",
    "a group that was chosen or settled ranks as it would now": f"""{TABLE}{RANKING}
  a pair is 2 tiles in a player's reach.
  a twin is a pair whose tiles have the same colour.
  a pair's power is the total weight of its tiles if the mode is 0; otherwise 0 minus the total weight of its tiles.
  pairs rank by its power, then by sort: twin.
  the claim is player 1's pair.
  the game goes thus:
    then the deal.
    player 1 chooses one of player 1's pairs as the lot.
    settle the claim.
    the mode is now 1.
    if the lot is better than player 1's pair: player 1's score grows by 1.
    if the lot is worse than player 1's pair: player 1's score grows by 2.
    if the claim is worse than player 1's pair: player 1's score grows by 4.
    player 1 chooses tiles in the pack, to the number of player 1's score, as the picks.
    the leader wins.
""",
    "between, where a value comes twice": f"""{TABLE}{RANKING}
  ring is the order Ace, King, Queen, Ace, King.
  a chain is 4 to 5 tiles in a player's reach.
  a loop is a chain whose tiles run in the ring.
  a chain's ace-count is 0 if Ace of Red is not between tiles of it; otherwise 1.
  a chain's king-count is 0 if King of Blue is not between tiles of it; otherwise 1.
  the game goes thus:
    then the deal.
    each player in turn: 2 tiles in the pack go to his hand.
    player 1's score is now the total ace-count of player 1's chains.
    player 2's score is now the total king-count of player 2's chains.
    the player with the greatest score wins.
""",
    "what an absent player has": f"""{TABLE.replace("2 players", "2 to 3 players")}{RANKING}
  a gate is an arch, one for each player.
  each gate has a toll, a number from 0 to 9.
  the game goes thus:
    then the deal.
    if gate 3's toll is 0: player 1's score grows by 1.
    if gate 3's player is a player: player 1's score grows by 2.
    if gate 3 is a gate: player 1's score grows by 4.
    player 1 chooses tiles in the pack, to the number of player 1's score, as the picks.
    gate 3's player wins.
""",
    "a deed done to a player": f"""{TABLE}{RANKING}
  when a tile meets a player: the tile goes to the heap.
  a tile meets a player only if the tile is not in the heap.
  the game goes thus:
    then the deal.
    observe, at most 3 times, that a tile meets a player.
    the leader wins.
""",
}
"""What the game is about, and its rules."""
IN_MACHINE_CODE = (
    "settled in a procedure and in the one that calls it",
    "best group by ranks that change",
    "a group that was chosen or settled ranks as it would now",
    "between, where a value comes twice",
)


@pytest.mark.parametrize("name", GAMES)
def test_interpreter_plays_by_the_definition(name: str) -> None:
    """Each decision, each position and each fault, in seeds enough that the game takes each of its ways."""
    assert differing(rules_of(GAMES[name]), 2, range(12)) == []


@pytest.mark.parametrize("name", GAMES)
def test_engines_agree(name: str) -> None:
    """Interpreter and generated Python, at once and question by question."""
    assert engines.differing(rules_of(GAMES[name]), 2, range(12)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", IN_MACHINE_CODE)
def test_machine_code_agrees(name: str) -> None:
    assert engines.differing(rules_of(GAMES[name]), 2, range(60), is_fast=True) == []
