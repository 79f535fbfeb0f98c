"""Questions about pieces laid by hand are answered with their sources, or refused in a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cc_dsl.engine.judge import answer, try_examples
from cc_dsl.errors import UserError
from cc_dsl.pipeline import load
from cc_dsl.table.chance import Chance
from cc_dsl.trees import replace
from tests.unit.interpreter.small import rules_1862, rules_of

LEAD, SIDES = "5H", ["AS 7C 6D", "2C 9D KS"]


def test_answer_has_the_form_of_the_contract() -> None:
    """Keys, kinds, pieces and clauses are those that programs rely on."""
    given = answer(rules_1862(), "judge", {"lead": LEAD, "side": SIDES})
    assert given.value == {
        "winner": 0,
        "by": "line",
        "lines": [{"kind": "sequence", "cards": ["5H", "6D", "7C"], "with_lead": True}, None],
        "takes": 2,
    }
    assert given.clauses[:3] == ("1862.II.1", "1862.II.1a", "1862.II.4")
    assert given.readings["own-Line"] == "as-it-ranks"
    assert json.loads(json.dumps(given.document)) == given.document
    assert repr(given).startswith("Answer({'winner': 0")


def test_pieces_can_be_given_in_every_way() -> None:
    """One string or a list, codes or names or numbers, with spaces or commas."""
    ways: list[dict[str, Any]] = [
        {"lead": "5H", "side": [["AS", "7C", "6D"], ["2C", "9D", "KS"]]},
        {"lead": ["5h"], "side": ["as 7c 6d", "2C, 9D, KS"]},
        {"lead": "Five of Hearts", "side": ["Ace of Spades, Seven of Clubs, Six of Diamonds", "2C 9D KS"]},
        {"lead": [36], "side": [[3, 30, 33], ("2C", "9D", 7)]},
    ]
    values = [answer(rules_1862(), "judge", given).value for given in ways]
    assert values == [values[0]] * 4


@pytest.mark.parametrize("edition", ["1860", "1862"])
def test_an_answer_has_the_same_clauses_the_second_time(edition: str) -> None:
    """What the engine learns of cards that lie together for the first time is no reason for the answer."""
    rules, chance = load(edition).rules, Chance(8)
    for _ in range(20):
        lead, *cards = [rules.pieces.codes[card] for card in chance.permutation(52)[:7]]
        given = {"lead": lead, "side": [cards[:3], cards[3:]]}
        first, second = [answer(rules, "judge", given) for _ in range(2)]
        assert first.clauses == second.clauses
        assert first.readings == second.readings


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"side": SIDES}, "The lead is missing."),
        ({"lead": LEAD}, "The side is missing."),
        ({"lead": LEAD, "side": SIDES, "hand": []}, "“hand” is nothing that this question is given"),
        ({"lead": "5H 6H", "side": SIDES}, "For the lead I expected 1 card, not 2."),
        ({"lead": LEAD, "side": ["AS 7C", "2C 9D KS"]}, "For player 1's side I expected 3 cards, not 2."),
        (
            {"lead": LEAD, "side": SIDES[:1]},
            "“side” is given once, but this game is for 2 players [T.2]; each has one.",
        ),
        ({"lead": LEAD, "side": "AS 7C 6D"}, "“side” is given once"),
        ({"lead": LEAD, "side": ["AS 7C 6D", "2C 9D AS"]}, "AS is given twice."),
        ({"lead": "AS", "side": SIDES}, "AS is given twice."),
        ({"lead": "1H", "side": SIDES}, "“1H” in the lead is no card."),
        ({"lead": [52], "side": SIDES}, "“52” in the lead is no card."),
        ({"lead": [-1], "side": SIDES}, "no card"),
        ({"lead": [True], "side": SIDES}, "no card"),
        ({"lead": [None], "side": SIDES}, "no card"),
        ({"lead": "", "side": SIDES}, "For the lead I expected 1 card, not 0."),
    ],
)
def test_bad_pieces_are_refused_in_a_sentence(given: dict[str, Any], said: str) -> None:
    """What is missing, too much, unknown or doubled is named."""
    with pytest.raises(UserError) as caught:
        answer(rules_1862(), "judge", given)
    assert said in caught.value.sentence
    assert caught.value.sentence.endswith((".", "?"))


def test_unknown_question_names_the_known_ones() -> None:
    """A slip in the name is answered with the name that was meant."""
    with pytest.raises(UserError, match="Do you mean “judge”"):
        answer(rules_1862(), "jugde", {})
    with pytest.raises(UserError, match="They have none"):
        answer(replace(rules_of(QUESTION), questions={}, digest="none"), "judge", {})


def test_undecided_trick_has_no_winner_and_no_prize() -> None:
    """Where the chosen readings decide nobody, winner and what he takes are null."""
    rules = rules_1862(("the-Lead-as-best", "Lead-too"))
    given = answer(rules, "judge", {"lead": "AH", "side": ["5H 9H 2C", "6H 10H 3D"]})
    assert given.value["winner"] is None
    assert given.value["takes"] is None
    assert given.value["by"] == "equal lines"
    assert given.readings["the-Lead-as-best"] == "Lead-too"


def test_readings_change_answers() -> None:
    trick = {"lead": "4S", "side": ["KH AD 2C", "9C 5D JH"]}
    default = answer(rules_1862(), "judge", trick)
    other = answer(rules_1862(("Ace-in-Sequence", "round-the-corner")), "judge", trick)
    assert default.value["lines"][0] is None
    assert other.value["lines"][0] == {"kind": "sequence", "cards": ["KH", "AD", "2C"], "with_lead": False}
    assert other.readings["Ace-in-Sequence"] == "round-the-corner"


def test_decisions_agree_with_the_answer() -> None:
    """The tree is worked out anew, and says the same."""
    given = answer(rules_1862(), "judge", {"lead": "JH", "side": ["9C 8H 10D", "KS 7H QH"]})
    said = {decision.question: decision.answer for decision in given.decisions}
    winner, takes = given.value["winner"], given.value["takes"]
    assert said["the winner"] == f"player {winner + 1}"
    assert said["the prize"] == str(takes)


QUESTION = """
editor "the table"
  this game is for 2 players.
  there is a board, a place for tiles.
  each player has a hand, a place for tiles.
  tiles rank by their rank in the order high, then by their colour in the order Red, Blue, Green.
  a mood is one of mood-High-up and low.
  the air is mood-High-up if the board has 2 tiles; otherwise low.
  the top is the best tile in the board.
  the rest is the board except (the best tile in the board).
  a player's share is the number of tiles in his hand.
  question ask "What lies there?":
    given 2 tiles for the board, called "board".
    given 1 tile for each player's hand, called "hand".
    tell the air, called "mood".
    tell the top, called "top", with whether it is in the board, called "in-it".
    tell the rest, called "rest".
    tell each player's share, called "shares".
"""


def test_every_kind_of_thing_can_be_told() -> None:
    """Values in words without the key they begin with, pieces by codes, sets as lists, numbers for each player."""
    given = answer(rules_of(QUESTION), "ask", {"board": [0, 4], "hand": ["Ace of Blue", [11]]})
    assert given.value == {
        "mood": "high up",
        "top": {"value": "Ace of Red", "in_it": True},
        "rest": ["King of Blue"],
        "shares": [1, 1],
    }
    assert given.clauses == ()


TABLE = """
editor "the table"
  this game is for 2 to 4 players.
  a tile is either closed or open.
  there is a board, an ordered place for tiles.
  each player has a hand and a store, each a place for tiles.
  tiles rank by their rank in the order high, then by their colour in the order Red, Blue, Green.
  a tile's worth is 3 if it is open and its rank is Ace; 2 if it is open; otherwise 1.
  a player's marks are the total worth of the tiles in his store.
  the winner is the player with the best tile in his hand.
  question ask "Who has the best tile?":
    given 1 to 2 tiles for each player's hand, called "hand".
    given 0 to 1 tile for the board, called "board".
    tell the winner, called "winner".
    tell the board, called "there".
  question count "How much has each?":
    given 0 to 12 tiles for each player's store, open, called "won".
    given 0 to 12 tiles for each player's store, closed, called "kept".
    tell each player's marks, called "marks".
"""


def test_number_of_players_follows_from_what_is_given() -> None:
    """As many play as have something; reasons are found for as many."""
    for hands in (["KR", "AR"], ["KR", "AR", "AB"], ["KR", "AR", "AB", "QR"]):
        written = [hand.replace("KR", "King of Red").replace("QR", "Queen of Red") for hand in hands]
        written = [hand.replace("AR", "Ace of Red").replace("AB", "Ace of Blue") for hand in written]
        given = answer(rules_of(TABLE), "ask", {"hand": written})
        assert given.value == {"winner": 1, "there": []}
        assert given.decisions[0].answer == "player 2"


@pytest.mark.parametrize(
    ("question", "given", "said"),
    [
        ("ask", {"hand": [[0]]}, "“hand” is given once, but this game is for 2 to 4 players; each has one."),
        ("ask", {"hand": [[0], [1], [2], [3], [4]]}, "“hand” is given 5 times, but this game is for 2 to 4 players"),
        ("ask", {"hand": [[0], []]}, "For player 2's hand I expected 1 to 2 tiles, not 0."),
        ("ask", {"hand": [[0], [1, 2, 3]]}, "For player 2's hand I expected 1 to 2 tiles, not 3."),
        ("ask", {"hand": [[0], [1]], "board": [2, 3]}, "For the board I expected 0 to 1 tile, not 2."),
        ("ask", {}, "The hand is missing."),
        ("count", {"won": [[0], [1]], "kept": [[2], [3], [4]]}, "“won” is given twice, but “kept” 3 times;"),
        ("count", {"won": [[0], [1]], "kept": [[0], [3]]}, "Ace of Red is given twice."),
    ],
)
def test_wrong_numbers_are_refused(question: str, given: dict[str, Any], said: str) -> None:
    """A number of players that has no seats, and one of pieces that is too small or too great."""
    with pytest.raises(UserError) as caught:
        answer(rules_of(TABLE), question, given)
    assert said in caught.value.sentence


def test_clause_that_gives_the_number_is_named() -> None:
    """Whoever is refused a seat is told where the rules say so."""
    with pytest.raises(UserError, match=r"this game is for 2 players \[T\.2\]"):
        answer(rules_1862(), "judge", {"lead": LEAD, "side": [*SIDES, "3H 4H 6S"]})


def test_varying_numbers_of_pieces_may_be_given() -> None:
    """Fewer or more within the bounds; what may be none can be left out."""
    rules = rules_of(TABLE)
    assert answer(rules, "ask", {"hand": [[4, 0], [1]], "board": [7]}).value == {
        "winner": 0,
        "there": ["Queen of Blue"],
    }
    assert answer(rules, "ask", {"hand": [[4], [0, 1]]}).value["winner"] == 1


def test_pieces_are_laid_in_their_states() -> None:
    """What is given for one place in two states lies there together, each in its own."""
    rules = rules_of(TABLE)
    assert answer(rules, "count", {"won": [[0, 4], []], "kept": [[1], [2]]}).value == {"marks": [6, 1]}
    assert answer(rules, "count", {"won": [[], [0], [4]]}).value == {"marks": [0, 3, 2]}
    given = answer(rules, "count", {"kept": [[0, 4], []]})
    assert given.value == {"marks": [2, 0]}
    assert [decision.answer for decision in given.decisions] == ["2", "0"]


def test_examples_lay_states_and_say_values() -> None:
    """Several givens for a place add up, each in its state; as many play as are named."""
    example = """
  example "a count":
    given player 1's store is Ace of Red, King of Red, open.
    given player 1's store is Ace of Blue.
    given player 3's store is Ace of Green, closed.
    hence player 1's marks are 6.
    hence the marks of player 1 are 6.
    hence player 3's marks are 1.
    hence the worth of Ace of Red is 3.
    hence the worth of Queen of Red is 1.
    hence player 1's marks are more than player 3's marks.
    hence player 1's marks are 5.
    hence the worth of Ace of Blue is 3.
"""
    (tried,) = try_examples(rules_of(TABLE + example))
    assert tried.failed == ("hence player 1's marks are 5.", "hence the worth of Ace of Blue is 3.")


def test_examples_of_the_text_hold() -> None:
    """Each example of the rules passes; a wrong one names its sentence."""
    tried = try_examples(rules_1862())
    assert len(tried) >= 5
    assert [one.failed for one in tried] == [()] * len(tried)
    text = """
editor "the table"
  this game is for 2 players.
  there is a board, a place for tiles.
  a player's side is the tiles in his hand.
  each player has a hand, a place for tiles.
  a Pair is 2 tiles in a player's side.
  a Match is a Pair whose tiles have the same rank.
  Pairs rank by sort: Match.
  example: Ace of Red, King of Red make a Match.
  example: Ace of Red, Ace of Blue, Ace of Green make a Match.
  example: Ace of Red, Ace of Green make a Match.
  example "a hand":
    given player 2's hand is King of Red, King of Blue.
    hence player 2 has a Match.
    hence player 1 has a Match.
"""
    failed = [one.failed for one in try_examples(rules_of(text))]
    assert failed == [
        ("example: Ace of Red, King of Red make a Match.",),
        ("example: Ace of Red, Ace of Blue, Ace of Green make a Match.",),
        (),
        ("hence player 1 has a Match.",),
    ]


FURTHER = """
editor "the table"
  this game is for 2 players.
  a tile is either closed or open.
  a tile is either clean or muddy.
  each player has a store, a place for tiles.
  a tile's worth is 3 if it is open and it is muddy; 2 if it is muddy; 1 if it is open; otherwise 0.
  a player's marks are the total worth of the tiles in his store.
  question count "How much has each?":
    given 0 to 12 tiles for each player's store, called "won".
    tell each player's marks, called "marks".
  example "both states":
    given player 1's store is Ace of Red, open, muddy.
    given player 2's store is Ace of Blue, King of Blue, muddy.
    hence player 1's marks are 3.
    hence player 2's marks are 4.
  example "the state of a second pair alone, and none":
    given player 1's store is Ace of Red, muddy.
    given player 2's store is Ace of Blue, clean.
    hence player 1's marks are 2.
    hence player 2's marks are 0.
"""


def test_pieces_are_laid_in_states_of_several_pairs() -> None:
    """Behind the pieces of an example stand the states in which they lie, of each pair one."""
    rules = rules_of(FURTHER)
    assert [one.failed for one in try_examples(rules)] == [(), ()]
