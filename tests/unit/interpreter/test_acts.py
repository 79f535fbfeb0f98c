"""Acts do what their sentences say, in the order of the rules, whether or not somebody is asked on the way."""

from __future__ import annotations

import pytest

from cc_dsl.closures.state import RulesFault
from cc_dsl.engine.game import Game, Outcome
from tests.unit.interpreter.small import rules_of

TABLE = """
editor "the table"
  this game is for 2 players.
  a tile is either plain or turned.
  there are a board and a well, each an ordered place for tiles.
  there is a key, a place for 1 tile.
  there is a chief, a player.
  each player has a hand, an ordered place for tiles.
  each player has a count, a number from 0 to 9.
  there is a clock, a number from 0 to 99.
  all see (the tiles in the hands together with the board together with the well together with the key).

editor "the course of play"
"""


def played(text: str, *answers: int, seed: int = 1) -> Game:
    """Play a small game by these answers; it is the same with and without reasons."""
    games = [Game(rules_of(TABLE + text), seed=seed, reasons=reasons) for reasons in (False, True)]
    for game in games:
        for answer in answers:
            game.play(answer)
    assert games[0].snapshot() == games[1].snapshot()
    assert games[0].answers == games[1].answers
    return games[1]


def pieces(game: Game, place: str, owner: int | None = None) -> list[int | None]:
    return [*game.view(None).pieces_in(place, owner)]


DEAL = "    the tiles are shuffled into the well.\n"


def order_of(game: Game) -> list[int]:
    codes = game.rules.pieces.codes
    return [codes.index(word.strip()) for word in game.answers[0].words.split(",")]


def test_pieces_come_from_the_top_one_after_another() -> None:
    """The top is the end of the order, and the first to go is the first to arrive."""
    game = played(f"  the game goes thus:\n{DEAL}    3 tiles in the well go to the board.\n")
    order = order_of(game)
    assert pieces(game, "board") == [order[-1], order[-2], order[-3]]
    assert pieces(game, "well") == order[:-3]
    assert game.is_over


def test_whole_places_keep_their_order() -> None:
    """What moves together arrives in the order in which it lay, behind what lies there."""
    game = played(
        f"  the game goes thus:\n{DEAL}    2 tiles in the well go to the board.\n    the well goes to the board.\n"
    )
    order = order_of(game)
    assert pieces(game, "board") == [order[-1], order[-2], *order[:-2]]


def test_shuffling_some_pieces_shuffles_the_whole_place() -> None:
    """What is brought to a place is shuffled together with what lies there; the record has the whole order."""
    game = played(
        f"  the game goes thus:\n{DEAL}    5 tiles in the well go to the board.\n"
        "    the tiles in the board that are not the best tile in the board are shuffled into the well.\n"
        "  tiles rank by their rank in the order high, then by their colour in the order Red, Blue, Green.\n"
    )
    assert len(pieces(game, "board")) == 1
    assert [given.by for given in game.answers] == ["shuffled", "shuffled"]
    codes = game.rules.pieces.codes
    assert [codes[piece] for piece in pieces(game, "well") if piece is not None] == game.answers[1].words.split(", ")


def test_too_few_pieces_are_a_fault() -> None:
    """Rules that take more than there is are wrong, and hear it with their sentence."""
    with pytest.raises(RulesFault) as caught:
        played("  the game goes thus: 1 tile in the well goes to the board.\n")
    assert caught.value.code == "too-few"
    assert caught.value.where == "1 tile in the well goes to the board."


def test_place_for_one_piece_holds_no_two() -> None:
    """A second piece on a place for one is a fault of the rules."""
    with pytest.raises(RulesFault) as caught:
        played(f"  the game goes thus:\n{DEAL}    2 tiles in the well go to the key.\n")
    assert caught.value.code == "place-full"


def test_numbers_keep_their_bounds() -> None:
    """A number that leaves its bounds is a fault that names the sentence."""
    with pytest.raises(RulesFault) as caught:
        played("  the game goes thus:\n    each player in turn: his count falls by 1.\n")
    assert caught.value.code == "out-of-bounds"
    assert "“count” would be -1" in caught.value.sentence


def test_numbers_are_set_raised_and_lowered() -> None:
    """For all at once, for one, and by cases."""
    game = played(
        "  the game goes thus:\n    the counts are now 3.\n    player 1's count grows by 2.\n"
        "    player 2's count falls by 1 if the board is empty; otherwise 3.\n    the clock is now 7.\n"
    )
    assert game.view(None).numbers == {"count": (5, 2), "clock": 7}


def test_bound_that_is_reached_ends_the_game() -> None:
    """A loop that does not come to its end ends the game, which says so; a last look is taken after the last round."""
    text = "  the game goes thus:\n    until the clock is 3, at most {}: the clock grows by 1.\n    player 1 wins.\n"
    enough = played(text.format("3 times or the game ends")).outcome
    assert enough is not None
    assert (enough.winner, enough.reason) == (0, "won")
    short = played(text.format("2 times or the game ends")).outcome
    assert short is not None
    assert short.winner is None
    assert short.reason.startswith("bound: until the clock is 3, at most 2")
    assert played(text.format("2 times")).outcome == enough, "without these words only the loop is over"


def test_bound_is_reached_also_where_somebody_is_asked() -> None:
    """The same loop in steps."""
    text = (
        f"  the game goes thus:\n{DEAL}    until the board has 2 tiles, at most {{}}:\n"
        "      player 2 chooses a tile in the well as the pick.\n      the pick goes to the board.\n"
    )
    assert played(text.format("2 times"), 4, 5).outcome == (None, "nobody", 2, ())
    assert played(text.format("1 times"), 4).outcome == (None, "nobody", 1, ())
    assert played(text.replace(", at most {}", ""), 4, 5).outcome == (None, "nobody", 2, ())
    game = played(text.format("1 times or the game ends"), 4)
    assert game.outcome is not None
    assert game.outcome.reason.startswith("bound: until the board has 2 tiles, at most 1")


def test_turns_begin_where_they_are_told() -> None:
    """In turn from a player; from nobody it is nobody's turn."""
    text = (
        f"  the game goes thus:\n{DEAL}    {{}}each player in turn from the chief:\n"
        "      he chooses a tile in the well as the pick.\n      the pick goes to his hand.\n"
    )
    assert played(text.format("")).outcome == Outcome(None, "nobody", 0)
    game = played(text.format("player 2 becomes chief.\n    "), 3)
    assert pieces(game, "hand", 1) == [3]
    assert game.player == 0


PICK = f"""  the size is {{}}.
  the game goes thus:
{DEAL}    8 tiles in the well go to the board.
    {{}} tiles in the well, to the number of the size, as the lot.
    the lot goes to player 1's hand.
"""


def test_picking_several_reaches_each_set_once() -> None:
    """After a pick only higher ones may follow, and never one so high that too few remain."""
    text = PICK.format(2, "player 1 chooses")
    pool = played(text).options
    assert len(pool) == 3
    reached = []
    for one in pool:
        for other in played(text, one).options:
            game = played(text, one, other)
            assert game.is_over
            reached.append(frozenset(pieces(game, "hand", 0)))
    assert len(reached) == 6
    assert len(set(reached)) == 6


def test_picking_more_than_there_is_takes_all() -> None:
    """All are picked, one answer after another; of nothing nothing is asked."""
    text = PICK.format(7, "player 2 chooses")
    answers: list[int] = []
    while not played(text, *answers).is_over:
        options = played(text, *answers).options
        assert len(options) == 1
        answers += options
    assert len(answers) == 4
    assert pieces(played(text, *answers), "hand", 0) == answers
    assert played(PICK.format(0, "player 2 chooses")).is_over


def test_choosing_one_of_none_gives_none() -> None:
    """Nobody is asked, and what is chosen is none, which moves nothing."""
    choice = "    player 1 chooses a tile in the board as the pick.\n    the pick goes to the key.\n"
    game = played("  the game goes thus:\n" + choice)
    assert game.is_over
    assert game.answers == ()


def test_nobody_cannot_choose() -> None:
    """Rules that ask somebody who is not there are wrong."""
    choice = "    the chief chooses a tile in the well as the pick.\n    the pick goes to the key.\n"
    with pytest.raises(RulesFault) as caught:
        played(f"  the game goes thus:\n{DEAL}{choice}")
    assert caught.value.code == "nobody"


def test_chance_picks_and_the_record_tells() -> None:
    """Chance's picks stand in the record, several in ascending order, each set as likely as any other."""
    text = PICK.format(2, "chance chooses")
    found = set()
    for seed in range(80):
        game = played(text, seed=seed)
        hand = pieces(game, "hand", 0)
        left = sorted([*hand, *pieces(game, "well")], key=lambda piece: piece or 0)
        found.add(tuple(left.index(piece) for piece in hand))
        assert [given.by for given in game.answers] == ["shuffled", "chance", "chance"]
    assert found == {(one, other) for one in range(4) for other in range(one + 1, 4)}


BODY = """  the game goes thus:
    then the round.
    then the round.
  the round goes thus: the clock grows by 1.
  before the round: the clock grows by 10.
  after the round, if the clock is more than 12: the clock grows by 20.
"""


def test_before_and_after() -> None:
    """What comes before and after surrounds every performance, under its own condition."""
    assert played(BODY).view(None).numbers["clock"] == 42


DISPLACED = """  when a player acts: he takes the best tile in the well.
  when a player takes a tile: it goes to his hand.
  tiles rank by their rank in the order high, then by their colour in the order Red, Blue, Green.

§1.1 "a"
  the round goes thus: each player in turn: he acts.

§1.2 "b"
  instead of §1.1, the round goes thus, if the board is not empty:
    the clock grows by 1.
    as before.
    the clock grows by 1.

editor "play"
  the game goes thus:
    the tiles are shuffled into the well.
    then the round.
    1 tile in the well goes to the board.
    then the round.
"""


def test_displacing_and_as_before() -> None:
    """While its condition holds, an exception takes the place of a rule, and may do what that would have done."""
    game = played(DISPLACED)
    assert game.view(None).numbers["clock"] == 2
    assert pieces(game, "hand", 0)[0] == 0
    assert len(pieces(game, "hand", 0)) == len(pieces(game, "hand", 1)) == 2


def test_what_is_settled_holds_until_its_body_ends() -> None:
    """The value is fixed while the procedure that settles it goes on, and works anew afterwards."""
    text = """  the game goes thus:
    then the round.
    player 2's count is now the size.
  the round goes thus:
    the clock is now 1.
    settle the size.
    the clock is now 5.
    player 1's count is now the size.
  the size is the clock.
"""
    assert played(text).view(None).numbers["count"] == (1, 5)


def test_options_are_asked_by_name() -> None:
    """Only the options whose condition holds may be taken, and each does its own acts."""
    text = f"""  the game goes thus:
{DEAL}    2 times:
      player 1 chooses:
        to draw, if the board is empty: 1 tile in the well goes to the board.
        to wait-a-while: the clock grows by 1.
        to stop: player 2 wins.
"""
    game = played(text)
    assert [move.text for move in game.moves()] == ["draw", "wait-a-while", "stop"]
    game = played(text, 0)
    assert [move.text for move in game.moves()] == ["wait-a-while", "stop"]
    assert played(text, 0, 2).outcome == (1, "won", 2, ())
    assert played(text, 1, 1).view(None).numbers["clock"] == 2


def test_belief_that_is_broken_is_a_fault() -> None:
    """“surely” is checked when it is reached."""
    with pytest.raises(RulesFault) as caught:
        played("  the game goes thus:\n    surely the board is not empty.\n")
    assert caught.value.code == "belief-broken"


def test_states_of_pieces_change() -> None:
    """Pieces become what the rules say, and are told by it."""
    game = played(
        f"  the game goes thus:\n{DEAL}    4 tiles in the well go to the board.\n"
        "    the tiles in the board whose rank is Ace become turned.\n"
        "    the tiles in the board that are turned go to the well.\n"
    )
    turned = {piece for piece, state in game.view(None).states if state == "turned"}
    assert turned == set(order_of(game)[-4:]) & {0, 1, 2}
    assert turned <= set(pieces(game, "well"))


def test_rules_without_a_game_cannot_be_played() -> None:
    with pytest.raises(RulesFault) as caught:
        played("  the round goes thus: nothing.\n")
    assert caught.value.code == "no-game"
