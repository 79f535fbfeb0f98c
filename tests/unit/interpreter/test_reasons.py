"""Every decision names its clauses, its readings and the decisions it depends on, and has a plain sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cc_dsl.closures.reasons import Decision
from cc_dsl.engine.game import Game
from cc_dsl.engine.judge import answer
from tests.playing import random_game
from tests.unit.interpreter.small import rules_1862, small_game


def walk(decisions: Iterable[Decision]) -> Iterator[Decision]:
    for decision in decisions:
        yield decision
        yield from walk(decision.reasons)


def judged(lead: str, *sides: str) -> dict[str, Decision]:
    """Return the decisions of a judged trick by their questions, those at the top."""
    given = answer(rules_1862(), "judge", {"lead": lead, "side": list(sides)})
    return {decision.question: decision for decision in given.decisions_for()}


def test_near_misses_are_reasons() -> None:
    winner = judged("8S", "9H 7H AC", "3D 6C QH")["the winner"]
    assert winner.clauses[0] == "1862.III.2"
    misses = [reason for reason in walk([winner]) if reason.answer == "no"]
    assert [(reason.question, reason.clauses) for reason in misses] == [
        ("player 1 has Sequence 9H 8S 7H", ("1862.II.8",))
    ]


def test_comparison_names_the_criterion_that_decided() -> None:
    def weighed(*given: str) -> tuple[str, ...]:
        return judged(*given)["the winner"].reasons[-1].clauses

    assert weighed("4D", "KH KS KC", "9H 8S 7H") == ("1862.II.2",)
    assert weighed("3H", "3D 3C 10S", "AH AD AC") == ("1862.II.7",)
    assert weighed("KD", "9S 7S 4S", "3C 6C QC") == ("1862.II.2", "1862.II.7", "1862.III.1", "1862.III.1a")


def test_plain_game_explains_what_it_has_settled() -> None:
    game = Game(rules_1862(), seed=3)
    while game.question_term.name != "next-Lead":
        game.play(game.options[0])
    assert "1862.IV.3a" in game.moves()[0].clauses


def test_words_for_every_kind_of_decision() -> None:
    game = Game(small_game("all-decisions"), seed=1, reasons=True)
    assert [
        (decision.question, decision.answer) for decision in game.decisions if "Ace of Red" not in decision.question
    ] == [
        ("the counts", "1"),
        ("player 1's count", "3"),
        ("the chief", "player 1"),
        ("the number of tiles in the board is 12", "yes"),
        ("player 2's count", "0"),
        ("player 1's count", "0"),
        ("player 2's count", "0"),
        ("the game", "nobody wins"),
    ]
    turned = next(decision for decision in game.decisions if "Ace of Red" in decision.question)
    assert turned.answer == "turned"
    chief = next(decision for decision in game.decisions if decision.question == "the chief")
    assert [decision.question for decision in walk(chief.reasons)] == [
        "the head",
        "the greatest of player 1's 3 and player 2's 1",
    ]


def test_readings_that_add_nothing_are_consulted_too() -> None:
    game = random_game(rules_1862(), 0, reasons=True)
    consulted = {name for decision in walk(game.decisions) for name in decision.readings}
    assert {"equal-cards", "equal-courts", "Rubber", "how-often", "equal-Lines-won"} <= consulted


def test_only_the_conditions_that_decide_are_reasons() -> None:
    """“A and B” fails because of the part that fails, and “A or B” holds because of the part that holds."""
    game = Game(small_game("deciding-parts"), seed=1, reasons=True)
    reasons = {
        decision.question: [(reason.question, reason.answer) for reason in walk(decision.reasons)]
        for decision in game.decisions
        if "count" not in decision.question and decision.question != "the game"
    }
    rich = ("player 2 is rich", "yes")
    assert reasons == {
        "player 2 is rich and player 3 is rich": [("player 3 is rich", "no")],
        "player 3 is rich or player 2 is rich": [rich],
        "some player is rich": [rich],
        "no player is rich": [rich],
        "player 3 is idle": [("player 3 is idle", "yes"), ("player 3 is poor", "yes")],
    }
