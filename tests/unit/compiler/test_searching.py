"""What whoever searches a game is given: what a player sees, positions possible for him, games from there on."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from cc_dsl import pipeline
from cc_dsl.compiler import runtime
from cc_dsl.compiler.steps import Position, Steps
from cc_dsl.interpreter.runtime import ChanceSource, runtime_of
from cc_dsl.interpreter.views import Sights
from cc_dsl.table.chance import MASK, Chance

EDITIONS = [("patience", 1), ("court", 3), ("1862", 2), ("1860", 3)]
FAST = [("patience", 1), ("1860", 3)]
"""1860 has all that 1862 has; to compile Court! so that it stops at every question takes longer than both together."""
ENGINES = [*((*edition, False) for edition in EDITIONS), *((*edition, True) for edition in FAST)]


class Seen(NamedTuple):
    """A position of the compiled game, and what each player sees in the interpreter's game of the same answers."""

    position: Position
    seen: tuple[int, ...]


def course(edition: str, seats: int, is_fast: bool, most: int = 60) -> list[Seen]:
    """Play a game with both engines, and give its positions."""
    rules = pipeline.load(edition).rules
    runtime, chance = runtime_of(rules, "plain", seats), Chance(3).branch(1)
    sights, state, position = Sights(runtime), runtime.new_state(), Steps(rules, seats, is_fast).begin(3)
    state.chance = ChanceSource(Chance(3))
    runtime.program.begin(state)
    runtime.program.run(state)
    found: list[Seen] = []
    while position.to_move >= 0 and len(found) < most:
        masks = tuple(sum(1 << one for one in sights.seen(state, player)) for player in range(seats))
        found.append(Seen(position.copy(), masks))
        legal = position.legal()
        answer = legal[chance.below(len(legal))]
        position.step(answer)
        state.answer = answer
        runtime.program.run(state)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "seats", "is_fast"), [*ENGINES, ("tests/games/shapes", 3, False), ("tests/games/piles", 2, False)]
)
def test_players_see_what_the_interpreter_shows_them(edition: str, seats: int, is_fast: bool) -> None:
    """At every question, for every player."""
    for position, seen in course(edition, seats, is_fast):
        assert tuple(position.seen(player) for player in range(seats)) == seen


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seats", "is_fast"), ENGINES)
def test_what_is_imagined_is_possible(edition: str, seats: int, is_fast: bool) -> None:
    """Who is asked sees the same and may answer the same; no piece is lost, and none comes twice."""
    changed = 0
    for number, (position, seen) in enumerate(course(edition, seats, is_fast)):
        player = position.to_move
        other = position.imagined(player, number)
        assert other.seen(player) == seen[player]
        assert (other.legal(), other.groups) == (position.legal(), position.groups)
        assert sizes(other) == sizes(position)
        changed += pieces_in(other) != pieces_in(position)
    assert changed > 10


def pieces_in(position: Position) -> list[list[int]]:
    """Return the pieces of each place, of one with an order in their order."""
    found = []
    flat = position.steps.flat
    for base, var in flat.places.items():
        for owner in range(var.owners):
            if base in flat.counts:
                first = var.start + owner * flat.pieces
                count = int(position.vector[flat.counts[base].start + owner])
                found.append([int(piece) for piece in position.vector[first : first + count]])
            else:
                held = int(position.vector[var.start + owner])
                found.append([piece for piece in range(flat.pieces) if held >> piece & 1])
    lying = [piece for pieces in found for piece in pieces]
    assert len(lying) == len(set(lying)) == flat.pieces
    return found


def sizes(position: Position) -> list[int]:
    """Return how many pieces each place has."""
    return [len(pieces) for pieces in pieces_in(position)]


def test_hidden_pieces_come_everywhere() -> None:
    """Of the pieces that a player does not see, each comes to lie in another's hand about equally often."""
    position = Steps(pipeline.load("court").rules, 3).begin(11)
    flat, player = position.steps.flat, position.to_move
    hand = next(var for var in flat.places.values() if var.name == "hand_in")
    hidden = ~position.seen(player) & flat.all_pieces
    counts = dict.fromkeys((piece for piece in range(flat.pieces) if hidden >> piece & 1), 0)
    for seed in range(2000):
        held = int(position.imagined(player, seed).vector[hand.start + (player + 1) % 3])
        for piece in counts:
            counts[piece] += held >> piece & 1
    expected = 2000 * 3 / len(counts)
    chi = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi < 2 * len(counts)


def test_a_copy_is_left_alone() -> None:
    """What happens to a position does not happen to its copies."""
    position = Steps(pipeline.load("patience").rules).begin(1)
    before = position.copy()
    vector = before.vector[:]
    while position.to_move >= 0:
        position.step(position.legal()[0])
    assert before.vector == vector
    assert before.to_move == 0
    assert position.end is not None
    assert [one.key for one in position.steps.source.told] == ["score", "rating", "cards"]
    assert len(position.end.told) == 3


@pytest.mark.parametrize("edition", ["1862", "patience"])
def test_answers_taken_by_their_places_are_those_allowed(edition: str) -> None:
    """Pieces, options and groups alike; whoever takes is told how many are allowed next, and none at the end."""
    steps = Steps(pipeline.load(edition).rules)
    chance, one, other = Chance(3), steps.begin(9), steps.begin(9)
    while not one.is_over:
        place = chance.below(one.count())
        one.step(one.legal()[place])
        assert other.take(place) == one.count() == other.count()
        assert other.vector == one.vector
    assert other.is_over


def test_secrets_are_drawn_alike_by_machine_code() -> None:
    """The same things from the same streams; what is known stays, and so does a secret in which there is nothing."""
    import numpy as np

    from cc_dsl.compiler import native

    table = (0, 1, 5, 0, 1, 0, 3, 1, 2, -4, 9, 0, 3, 0, 3, 1)
    for seed in range(20):
        plain, fast = [3, -1, 0, 2], np.array([3, -1, 0, 2])
        at = runtime.redrawn(plain, table, 0b1011, seed)
        other = native.redrawn(fast, np.array(table), 0b1011, np.int64(seed))
        assert (plain, at) == (fast.tolist(), int(other) & MASK)
        assert 1 <= plain[0] <= 5
        assert plain[1:3] == [-1, 0]
        assert 0 <= plain[3] <= 2
