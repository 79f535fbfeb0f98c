"""Where a man of Lanrick (1893) may go, and how many squares that takes, against a program written from the words."""

from __future__ import annotations

from cc_dsl import pipeline
from cc_dsl.closures.runtime import runtime_of
from cc_dsl.engine.judge import lay_out
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance
from tests.independent.lanrick_1893 import BORDER, Square, goals

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
        state = lay_out(runtime, tuple(laid), [0] * len(laid), known)
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
