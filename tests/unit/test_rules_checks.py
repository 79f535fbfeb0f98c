"""Refusals of rules, and their cost: exceptions to one rule, names, long chains, and very many mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cc_dsl.compiler.games import CompiledGames
from cc_dsl.diagnostics import problem
from cc_dsl.diagnostics.problem import Problem, RulesError
from cc_dsl.engine.game import Game
from cc_dsl.pipeline import Edition
from cc_dsl.rules import checks, symbols
from cc_dsl.rules.gather import Part
from cc_dsl.rules.resolve import resolution
from cc_dsl.source.files import Source
from cc_dsl.syntax.parser import parse
from cc_dsl.trees import walk
from tests.traced import outcomes
from tests.unit.interpreter.small import text_of

EXCLUDING, OVERLAPPING = (
    [tuple(line.split(" | ")) for line in block.splitlines()]
    for block in Path(__file__).with_name("exclusions.txt").read_text("utf-8").split("\n\n")[1:]
)


def problems(first: str, second: str, more: str = "") -> list[Problem]:
    """Return what is refused in rules with two exceptions under these conditions."""
    conditions = ("2 if his hand is empty", f"2 if {first}"), ("3 if the board is empty", f"3 if {second}")
    source = Source("small.rules", text_of("exceptions", *conditions) + more)
    start, problems = parse(source)
    assert start is not None, problems
    refusals = resolution("small", "A small game", [Part(start, source)], {}).problems
    return [refusal for refusal in refusals if refusal.code != "unused-name"]


@pytest.mark.parametrize(("first", "second"), EXCLUDING)
def test_exceptions_that_exclude_each_other_are_understood(first: str, second: str) -> None:
    assert problems(first, second) == problems(second, first) == []


@pytest.mark.parametrize(("first", "second"), OVERLAPPING)
def test_exceptions_that_may_hold_together_are_refused(first: str, second: str) -> None:
    for earlier, later in ((first, second), (second, first)):
        (refusal,) = problems(earlier, later)
        assert (refusal.code, refusal.sentence) == (
            "two-answers",
            "Two exceptions may hold at once, and both say what “fee” is.",
        )
        assert refusal.source is not None
        assert refusal.span is not None
        places = [refusal.source.position(span.start)[0] for span in (refusal.span, refusal.labels[0].span)]
        assert places[0] == places[1] + 3
        end = f"and not ({earlier})"
        assert refusal.remedies[0] == f"End the later one with:   {end}"
        assert problems(earlier, f"({later}) {end}") == []


def test_each_of_three_is_refused_once() -> None:
    fourth = '§1.4 "d"\n  instead of §1.1, a player\'s fee is 4 if the pack is empty.\n'
    refusals = problems("his hand is empty", "the board is empty", fourth)
    assert [refusal.code for refusal in refusals] == ["two-answers"] * 2


def test_exceptions_to_a_course_of_play_are_compared_too() -> None:
    course = """
§2.1 "e"
  the round goes thus: the tiles go to the pack.
§2.2 "f"
  instead of §2.1, the round goes thus, if the board is empty: nothing.
§2.3 "g"
  instead of §2.1, the round goes thus, if player 1 is rich: nothing.
"""
    (refusal,) = problems("his hand is empty", "his hand is not empty", course)
    assert refusal.sentence == "Two exceptions may hold at once, and both say how “round” goes."
    assert refusal.remedies[0] == "End the later one with:   and not (the board is empty)"


def test_kinds_and_pieces_may_be_introduced_last() -> None:
    pieces, text = set(), text_of("men")
    lines = text.splitlines(keepends=True)[4:8]
    for others in (lines, lines[::-1], [lines[2], lines[1], lines[0], lines[3]]):
        rules = Edition("men.rules", {}, text.replace("".join(lines), "".join(others))).rules
        assert sorted(rules.values) == ["rank", "temper"]
        pieces.add(rules.pieces.names)
    assert len(pieces) == 1


CHIPS = text_of("chips")
REACHING = Path(__file__).with_name("reached-values.txt").read_text("utf-8").rstrip("\n").split("\n\n")[1:]


def unused(text: str) -> list[str]:
    """Return what is said of names that nothing uses."""
    _, problems = Edition("game.rules", {}, text).resolve({})
    assert {problem.code for problem in problems} <= {"unused-name"}, problems
    return [problem.sentence for problem in problems]


def test_values_that_nothing_reaches_are_reported() -> None:
    assert any("“Calm”" in sentence for sentence in unused(CHIPS))


@pytest.mark.parametrize("said", REACHING)
def test_values_reached_by_turns_are_used(said: str) -> None:
    assert not any("Calm" in sentence for sentence in unused(f"{CHIPS}{said}\n"))


def test_first_state_need_not_be_named() -> None:
    states = "  a chip is either shown or turned.\n"
    play = "  the game goes thus:\n    the chips become turned.\n    player 1 wins.\n"
    assert not any("shown" in sentence for sentence in unused(CHIPS + states + play))
    assert any("“shown”" in sentence for sentence in unused(CHIPS + states))


NAMES = 40


@pytest.fixture
def walked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Write down what is looked through after the names have been resolved."""
    visited: list[object] = []

    def counted(node: object) -> Iterator[object]:
        visited.append(node)
        return walk(node)

    monkeypatch.setattr(checks, "walk", counted)
    return visited


def problems_of(act: str) -> Counter[str]:
    """Return how often each problem is found where an act is done very often, each time with another name."""
    acts = "".join(f"    {act.format(number)}\n" for number in range(NAMES))
    return Counter(
        refusal.code
        for refusal in Edition("made.rules", {}, text_of("mistakes", (" nothing.", f"\n{acts}"))).resolve({})[1]
    )


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("the stones in the nowhere-{} go to the tray.", "unknown-name"),
        ("chance chooses a stone in the tray as the omen-{}.", "unused-name"),
    ],
)
def test_a_statement_refused_often_is_not_looked_through_often(walked: list[object], act: str, code: str) -> None:
    """Spoilt file 2060724, with 600 unknown names, took 36 seconds, and 5003146, with 309 unused ones, took 40."""
    assert problems_of(act)[code] == NAMES
    assert len(walked) < NAMES


HEAD = text_of("long")
SCORE = "  each player has a score, a number from 0 to 9.\n"


def calls(number: int) -> str:
    """Return rules in which each of so many procedures does the next."""
    links = [f"  the z{link} goes thus: then the z{link + 1}." for link in range(number)]
    return "\n".join([f"{HEAD}    then the z0.", *links, f"  the z{number} goes thus: nothing.", ""])


def definitions(number: int) -> str:
    """Return rules in which each of so many numbers is told by the one before."""
    links = [f"  a player's n{link + 1} is his n{link} plus 1." for link in range(number)]
    first = f"{HEAD}    the player with the greatest n{number} wins.\n{SCORE}  a player's n0 is his score."
    return "\n".join([first, *links, ""])


def properties(number: int) -> str:
    """Return rules in which each of so many properties rests on the one before."""
    links = [f"  a player is n{link + 1} if he is n{link}." for link in range(number)]
    first = f"{HEAD}    if player 1 is n{number}: player 1 wins.\n{SCORE}  a player is n0 if his score is 0."
    return "\n".join([first, *links, ""])


@pytest.mark.slow
@pytest.mark.parametrize("write", [calls, definitions, properties])
def test_a_long_chain_is_refused(write: Callable[[int], str]) -> None:
    assert Edition("long.rules", {}, write(30)).rules.procedures
    for number in (200, 1100):
        with pytest.raises(RulesError) as caught:
            _ = Edition("long.rules", {}, write(number)).rules
        (refusal,) = caught.value.problems
        assert refusal.code == "too-deep"
        assert refusal.span is not None
        assert refusal.remedies


@pytest.mark.slow
def test_the_longest_chain_that_is_allowed_can_be_played() -> None:
    for write in (calls, definitions, properties):
        allowed, refused = 30, 90
        while refused - allowed > 1:
            number = (allowed + refused) // 2
            try:
                rules = Edition("long.rules", {}, write(number)).rules
            except RulesError:
                refused = number
            else:
                allowed = number
        rules = Edition("long.rules", {}, write(allowed)).rules
        (end,) = outcomes(CompiledGames(rules, 2), 1, 1)
        game = Game(rules, seed=1)
        assert game.outcome is not None
        assert (end.winner, end.reason) == (game.outcome.winner, game.outcome.reason)


def test_definitions_that_double_are_refused() -> None:
    """Each number is told by the one before, twice: compiled code would evaluate the first one 8 million times."""
    links = [f"  a player's n{link + 1} is his n{link} plus his n{link}." for link in range(23)]
    first = f"{HEAD}    the player with the greatest n23 wins.\n{SCORE}  a player's n0 is his score."
    with pytest.raises(RulesError) as caught:
        _ = Edition("double.rules", {}, "\n".join([first, *links, ""])).rules
    (refusal,) = caught.value.problems
    assert refusal.code == "endless"
    assert refusal.span is not None
    assert refusal.remedies


def test_suggestions_are_looked_for_so_often_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbols, "MOST_COMPARED", 20)
    compared: list[tuple[str, str]] = []
    distance = problem._distance

    def counted(left: str, right: str, limit: int) -> int:
        compared.append((left, right))
        return distance(left, right, limit)

    monkeypatch.setattr(problem, "_distance", counted)
    known = [f"  there is a pile{number}abcdef, a place for cards." for number in range(300)]
    wrong = [f"  the y{number} goes thus: the pile{number}abcdxy goes to the pack." for number in range(300)]
    with pytest.raises(RulesError) as caught:
        _ = Edition("wrong.rules", {}, "\n".join([f"{HEAD}    then the y0.", *known, *wrong, ""])).rules
    unknown = [refusal for refusal in caught.value.problems if refusal.code == "unknown-name"]
    assert len(unknown) >= 300
    assert "Do you mean" in unknown[0].remedies[0]
    # Each name is compared together with its plural.
    assert len(compared) < 21 * 2 * 320
