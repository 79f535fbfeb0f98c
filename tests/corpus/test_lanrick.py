"""The texts of Lanrick character by character, and a game between greedy players."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.cases.reader import read_cases
from cc_dsl.cases.trials import CaseResults, positions, try_cases
from cc_dsl.closures.runtime import runtime_of
from cc_dsl.engine.game import Game
from cc_dsl.engine.judge import lay_pieces
from cc_dsl.engine.moves import Move
from cc_dsl.engine.views import SightClosures, values_with
from cc_dsl.players.computers import computer, computers
from cc_dsl.players.seats import Seat, play_out
from cc_dsl.players.simulation import closure_simulation
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance
from cc_dsl.words.position import EMPTY, boards_in
from tests.independent.lanrick_1893 import BORDER, Square, goals

HERE = Path(__file__).parent / "facts"
FACTS: dict[str, Any] = json.loads((HERE / "lanrick-texts.json").read_text("utf-8"))
NAMES = [*FACTS["texts"]]


@cache
def edition(name: str) -> pipeline.Edition:
    return pipeline.load(name)


# ------------------------------------------------------------------------------------- the diagrams of 1893

FIGURES: dict[str, list[str]] = FACTS["figures"]["rows"]
CORNERS = {"nine-squares": "c5", "seven-squares": "c5", "five-squares": "c5"} | dict.fromkeys(
    ("the-hint-for-nine-squares", "the-second-hint-for-nine-squares"), "b4"
)
"""The square on which the upper left corner of a small diagram is laid; the others show the whole board from a8."""
BESIDE = "the-hint-for-eight-squares"
"""The diagram whose asterisks stand beside the board."""


class Drawn(NamedTuple):
    """What the rules show of a diagram: what stands on its squares, and which are those of the Rendezvous."""

    men: dict[str, str]
    mark: str
    squares: frozenset[str]
    central: frozenset[str]


@cache
def drawn() -> dict[str, Drawn]:
    """Return what is drawn for each worked case that a diagram gives."""
    found = {}
    lanrick = edition("lanrick-1893")
    for case, runtime, state in positions(lanrick, [case for case in read_cases(lanrick) if case.id in FIGURES]):
        marked = values_with(runtime, state, ["rendezvous-square"])
        (board,) = boards_in(runtime.rules, SightClosures(runtime).view(state, None), marked)
        cells = [cell for row in board.rows for cell in row]
        glyphs = runtime.rules.pieces.glyphs
        men = {cell.square: glyphs[cell.piece or 0] for cell in cells if cell.piece not in (None, EMPTY)}
        mark = next((cell.square for cell in cells if cell.stored == "mark"), "")
        squares = frozenset(cell.square for cell in cells if cell.is_marked)
        found[case.id] = Drawn(men, mark, squares, values_with(runtime, state, ["central"]))
    return found


def printed(name: str) -> dict[str, str]:
    """Return what the diagram has on each of its squares."""
    corner = "`9" if name == BESIDE else CORNERS.get(name, "a8")
    return {
        f"{chr(ord(corner[0]) + column)}{int(corner[1]) - row}": sign
        for row, line in enumerate(FIGURES[name])
        for column, sign in enumerate(line.split())
    }


def named(sign: str) -> str:
    """Return the man that a letter of the hints stands for: A to E are Yellow's first to fifth, a to e Black's."""
    return f"{'Y' if sign.isupper() else 'B'}{'abcde'.index(sign.lower()) + 1}"


@pytest.mark.parametrize("name", [name for name in FIGURES if name.endswith("squares") and "hint" not in name])
def test_a_rendezvous_is_drawn_from_the_rules_as_it_is_printed(name: str) -> None:
    signs = printed(name)
    assert drawn()[name].squares == {square for square, sign in signs.items() if "*" in sign}
    assert [drawn()[name].mark] == [square for square, sign in signs.items() if "m" in sign]


def test_the_opening_is_set_as_it_is_printed() -> None:
    found, signs = drawn()["as-in-the-diagram"], printed("as-in-the-diagram")
    assert {square: man[0] for square, man in found.men.items()} == {
        square: sign for square, sign in signs.items() if sign in "BY"
    }
    assert found.central == {square for square, sign in signs.items() if sign == "m"}


@pytest.mark.parametrize("name", [name for name in FIGURES if "hint" in name])
def test_the_men_of_the_hints_stand_as_they_are_printed(name: str) -> None:
    wanted = {square: named(sign) for square, sign in printed(name).items() if sign in "ABCDEabcde"}
    assert drawn()[name].men == wanted


def test_the_asterisks_of_the_last_hint_stand_beside_the_squares_of_the_rendezvous() -> None:
    beside = {
        f"{min(max(square[0], 'a'), 'h')}{min(max(int(square[1:]), 1), 8)}"
        for square, sign in printed(BESIDE).items()
        if sign == "*"
    }
    assert drawn()[BESIDE].squares == beside
    assert printed(BESIDE)[drawn()[BESIDE].mark] == "m"


# ---------------------------------------------------------------------------------------- computer players


def begun() -> Game:
    """Return a game of 1880 in which the men are set, and the rendezvous lies round d5."""
    game = Game(edition("lanrick-1880").rules, seed=1)
    for word in ("a1", "b1", "c1", "d1", "e1", "a8", "b8", "c8", "d8", "e8", "f4", "move-men"):
        move = game.find_move(word)
        assert isinstance(move, Move), word
        game.play(move.answer)
    return game


def test_the_greedy_player_plans_a_man_and_his_square_together() -> None:
    """No answer but the second changes how far it is ahead, and yet it gains by its turn."""
    game = begun()
    seat, player = Seat(game, 0), computer("greedy", 1, 0)
    lead = closure_simulation(seat).run.lead
    before = lead(game.position, 0)
    while game.player == 0:
        game.play(player.choose(seat))
    assert lead(game.position, 0) >= before + 3


@pytest.mark.slow
def test_greedy_players_play_a_game_to_its_end() -> None:
    """Players who answer at random never fill a rendezvous; these do, until one of them has no men."""
    game = Game(edition("lanrick-1880").rules, seed=0)
    play_out(game, computers(["greedy", "greedy"], 0))
    assert game.outcome is not None
    assert game.outcome.winner is not None


# ------------------------------------------------------------------------------------------ a reader's claim


@pytest.mark.exhaustive
def test_who_places_the_men_wins_with_one_man_each(tmp_path: Path) -> None:
    """The first of the two claims of March 1881, for one man on each side and every selection, as the note says."""
    folder = tmp_path / "lanrick-1880"
    shutil.copytree(resources.edition_folder("lanrick-1880"), folder)
    shutil.copy(HERE / "one-man-each.toml", folder / "cases.toml")
    assert try_cases(pipeline.Edition(str(folder / "game.rules"), {})) == CaseResults(1, (), ())


# Where a man of Lanrick (1893) may go, and how many squares it takes: compared with a program written from the words.


POSITIONS = 300
FAR = 28
"""More squares than any way needs."""


def test_men_go_where_the_words_let_them_and_for_as_many_squares() -> None:
    """In random positions, half of them with the man on the border, with Rendezvous that are open and others."""
    rules = pipeline.load("lanrick-1893").rules
    values, men = range(64), range(len(rules.pieces.codes))
    where: list[Square] = [(ord(name[0]) - ord("a"), int(name[1]) - 1) for name in rules.values["square"].values]
    cells = {one.name: one.base for one in rules.stored}
    spot = next(place.base for place in rules.places if place.name == "spot")
    runtime, square = runtime_of(rules), model.Slot(0)
    is_marked = runtime.build.condition(model.Holds("rendezvous-square", square))
    receives = runtime.build.condition(model.Holds("receives", square, model.Slot(1)))
    cost = runtime.build.thing(model.Apply("cost", square))
    on_border = [value for value in values if where[value] in BORDER]
    chance, by_border, by_line = Chance(1893), 0, 0
    for number in range(POSITIONS):
        squares = chance.permutation(64)
        start = on_border[chance.below(len(on_border))] if number % 2 else squares[0]
        taken = [start, *[value for value in squares if value != start][: 1 + chance.below(9)]]
        mark = next(value for value in squares if value not in (*on_border, *taken))
        allowed, span = 1 + chance.below(5), 3 + chance.below(7)
        stored = {"mark": mark, "span": span, "slant": 1, "start": start, "range": allowed, "step-count": allowed}
        laid = [(spot + value, (man,)) for value, man in zip(taken, chance.permutation(len(men)), strict=False)]
        known = tuple((cells[name], value) for name, value in stored.items())
        state = lay_pieces(runtime, tuple(laid), [0] * len(laid), known)
        man = laid[0][1][0]
        rendezvous = {where[value] for value in values if is_marked(state, [value, None, None])}
        others, is_open = {where[value] for value in taken[1:]}, span % 2 == 0
        by_words = goals(where[start], others, rendezvous, allowed, is_open)
        by_rules = {
            where[value]: cost(state, [value, man, None, None])
            for value in values
            if receives(state, [value, man, None, None])
        }
        assert by_rules == by_words, (stored, laid)
        if is_open and start in on_border:
            in_lines = goals(where[start], others, rendezvous, FAR, False)
            along = goals(where[start], others, rendezvous, FAR, True)
            by_border += any(along[goal] < in_lines.get(goal, FAR) for goal in by_words)
            by_line += any(
                goal in BORDER and goal[0] != where[start][0] and goal[1] != where[start][1] for goal in by_words
            )
    assert by_border > 20
    assert by_line > 20
