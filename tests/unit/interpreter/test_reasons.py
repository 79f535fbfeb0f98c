"""Every decision names its clauses, its readings and the decisions it rests on, and is said in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from cc_dsl.closures.reasons import Decision
from cc_dsl.engine.game import Game, random_chooser
from cc_dsl.engine.judge import answer
from cc_dsl.table.chance import Chance
from tests.playing import playout
from tests.unit.interpreter.small import rules_1862, rules_of, tolls


def walk(decisions: Iterable[Decision]) -> Iterator[Decision]:
    for decision in decisions:
        yield decision
        yield from walk(decision.reasons)


def judged(lead: str, *sides: str) -> dict[str, Decision]:
    """Return the decisions of a judged trick by their questions, those at the top."""
    given = answer(rules_1862(), "judge", {"lead": lead, "side": list(sides)})
    return {decision.question: decision for decision in given.decisions}


def told(decision: Decision) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(one.question, one.answer, one.clauses) for one in decision.reasons]


def test_tree_of_a_judgement() -> None:
    """The winner, why, and on which clauses each step rests."""
    winner = judged("5H", "AS 7C 6D", "2C 9D KS")["the winner"]
    assert winner.answer == "player 1"
    assert winner.clauses == ("1862.II.1",)
    assert winner.sentence == "the player with the best Line"
    assert told(winner) == [
        ("player 1's Line", "Sequence 7C 6D 5H", ("1862.II.1", "1862.II.4", "1862.II.9")),
        ("player 2's Line", "none", ("1862.II.1",)),
    ]
    assert told(winner.reasons[0]) == [("player 1's side", "AS 7C 6D 5H", ("1862.II.1a",))]
    assert winner.reasons[0].readings == ("Ace-in-Sequence",)


def test_near_misses_are_reasons() -> None:
    """What would be a group but for a requirement is told with the clause that forbids it."""
    winner = judged("8S", "9H 7H AC", "3D 6C QH")["the winner"]
    assert winner.clauses[0] == "1862.III.2"
    misses = [one for one in walk([winner]) if one.answer == "no"]
    assert [(one.question, one.clauses) for one in misses] == [
        ("player 1 has Sequence 9H 8S 7H", ("1862.II.8",)),
    ]


def test_comparison_names_the_criterion_that_decided() -> None:
    """Sort, then the further criterion, then what decides between equals, and no more than was needed."""

    def weighed(*given: str) -> tuple[str, ...]:
        return judged(*given)["the winner"].reasons[-1].clauses

    assert weighed("4D", "KH KS KC", "9H 8S 7H") == ("1862.II.2",)
    assert weighed("3H", "3D 3C 10S", "AH AD AC") == ("1862.II.7",)
    assert weighed("KD", "9S 7S 4S", "3C 6C QC") == ("1862.II.2", "1862.II.7", "1862.III.1", "1862.III.1a")


def test_every_decision_of_a_game_is_in_words() -> None:
    """No question and no answer is empty, and clauses are full ids of the edition."""
    game = Game(rules_1862(), seed=9, reasons=True)
    choose = random_chooser(Chance(9))
    while game.player is not None:
        game.play(choose(game.player, game.options, game.left))
    seen = list(walk(game.decisions))
    assert all(one.question and one.answer for one in seen)
    assert all(clause.startswith("1862.") for one in seen for clause in one.clauses)
    assert all(name in game.rules.doubts for one in seen for name in one.readings)
    assert game.decisions[-1].answer in ("player 1 wins", "player 2 wins")
    assert {clause for one in seen for clause in one.clauses} >= {
        "1862.I.1", "1862.I.4", "1862.I.5", "1862.II.1", "1862.III.2", "1862.IV.1", "1862.IV.3", "1862.IV.5",
        "1862.V.2", "1862.VI.1", "1862.VI.2", "1862.VI.3", "1862.VI.4", "1862.VI.5",
    }  # fmt: skip


def test_log_grows_with_the_game_and_keeps_what_it_said() -> None:
    """Decisions are appended, never rewritten."""
    game = Game(rules_1862(), seed=9, reasons=True)
    before: list[Decision] = []
    for _ in range(30):
        game.play(game.options[0])
        after = game.decisions
        assert after[: len(before)] == before
        assert len(after) > len(before)
        before = after


def test_choice_rests_on_what_made_its_options() -> None:
    """Who chose, what, among what, and by which clause."""
    game = Game(rules_1862(), seed=3, reasons=True)
    told_before = len(game.decisions)
    game.play(game.options[0])
    choice = game.decisions[told_before]
    assert (choice.question, choice.answer, choice.clauses) == ("the choice of player 1", "10H", ("1862.I.4",))
    reach = choice.reasons[0]
    assert reach.question == "player 1's reach"
    assert [one.question for one in reach.reasons] == ["player 1 is at-liberty"]
    assert reach.reasons[0].readings == ("how-often",)


def test_what_was_settled_is_referred_to_without_its_reasons() -> None:
    game = Game(rules_1862(), seed=3, reasons=True)
    while not any(one.question == "the prize" for one in game.decisions):
        game.play(game.options[0])
    settled = {one.question: one for one in game.decisions}
    assert settled["the winner"].reasons
    referred = next(one for one in settled["the loser"].reasons if one.question == "the winner")
    assert referred.answer == settled["the winner"].answer
    assert referred.clauses == settled["the winner"].clauses
    assert referred.reasons == ()


def test_plain_game_explains_what_it_has_settled() -> None:
    """Without a log, a question that rests on a settled value still names its clauses."""
    game = Game(rules_1862(), seed=3)
    while game.asking.name != "next-Lead":
        game.play(game.options[0])
    assert "1862.IV.3a" in game.moves()[0].clauses


def test_decisions_seen_by_a_player_name_no_hidden_piece() -> None:
    """What a player must not know is counted instead, also in the reasons; the cards that were cut all have seen."""
    game = Game(rules_1862(), seed=3, reasons=True)
    for _ in range(5):
        game.play(game.options[0])
    cut = set(game.answers[0].words.split()[-2:])
    for player in (0, 1, None):
        view = game.view(player)
        seen = {piece for place in view.places for piece in place.pieces if piece is not None}
        hidden = {game.rules.pieces.codes[piece] for piece in range(52) if piece not in seen}
        decisions = game.decisions_seen_by(player)
        assert len(decisions) == len(game.decisions)
        words = {word for one in walk(decisions) for word in f"{one.question} {one.answer}".replace("'s", "").split()}
        assert words & hidden == cut & hidden
        assert any("hidden card" in one.answer for one in walk(decisions))
    game = Game(rules_1862(), seed=3, reasons=True)
    game.play(game.options[0])
    shown = {player: [one.answer for one in walk(game.decisions_seen_by(player))] for player in (0, 1)}
    assert "10H 8C 8S 7C 5H 2C" in shown[0]
    assert "10H and 5 hidden cards" in shown[1]


def test_options_and_chance_are_logged_in_words() -> None:
    """What chance picked, which option was taken, whose number grew."""
    game = Game(tolls(), seed=3, reasons=True)
    while not game.is_over:
        game.play(game.options[0])
    questions = {(one.question, one.answer) for one in game.decisions}
    assert ("what player 1 does", "challenge") in questions
    assert any(question == "the omen of chance" for question, _ in questions)
    assert any(question.endswith("'s toll") for question, _ in questions)
    option = next(one for one in game.decisions if one.question == "what player 1 does")
    assert option.sentence.startswith("to challenge")


WORDS = """
editor "the table"
  this game is for 2 players.
  a tile is either plain or turned.
  there is a board, a place for tiles.
  there is a chief, a player.
  each player has a count, a number from 0 to 9.
  each player has a hand, a place for tiles.
  a Pair is 2 tiles in a player's hand-now.
  a player's hand-now is his hand.
  a Match is a Pair whose tiles have the same rank.
  Pairs rank by sort: Match.
  equal Pairs are decided by the best tile in it.
  tiles rank by their rank in the order high, then by their colour in the order Red, Blue, Green.
  the head is the player with the greatest count.
  the game goes thus:
    the counts are now 1.
    player 1's count grows by 2.
    the head becomes chief.
    the tiles are shuffled into the board.
    the tiles in the board that are plain become turned.
    if the number of tiles in the board is 12: player 2's count is now the number of player 1's Pairs.
    each player in turn: his count is now 0 if his Pair is as good as the other player's Pair; otherwise 1.
    none wins.
"""


def test_words_for_every_kind_of_decision() -> None:
    """Numbers of one and of all, roles, states, checks, groups, ends."""
    game = Game(rules_of(WORDS), seed=1, reasons=True)
    assert [(one.question, one.answer) for one in game.decisions if "Ace of Red" not in one.question] == [
        ("the counts", "1"),
        ("player 1's count", "3"),
        ("the chief", "player 1"),
        ("the number of tiles in the board is 12", "yes"),
        ("player 2's count", "0"),
        ("player 1's count", "0"),
        ("player 2's count", "0"),
        ("the game", "nobody wins"),
    ]
    turned = next(one for one in game.decisions if "Ace of Red" in one.question)
    assert turned.answer == "turned"
    chief = next(one for one in game.decisions if one.question == "the chief")
    assert [one.question for one in walk(chief.reasons)] == [
        "the head",
        "the greatest of player 1's 3 and player 2's 1",
    ]


@pytest.mark.parametrize("seed", range(4))
def test_readings_that_add_nothing_are_consulted_too(seed: int) -> None:
    """A doubt whose chosen answer has no statement still bears on what the other answer would change."""
    rules = rules_1862()
    game = Game(rules, seed=seed, reasons=True)
    choose = random_chooser(Chance(seed).branch(0))
    while game.player is not None:
        game.play(choose(game.player, game.options, game.left))
    consulted = {name for one in walk(game.decisions) for name in one.readings}
    assert {"equal-cards", "equal-courts", "Rubber", "how-often", "equal-Lines-won"} <= consulted
    assert game.outcome == playout(rules, seed)
