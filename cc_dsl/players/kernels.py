"""The inner loops of simulations, written once: both engines run this text with their own primitives.

The interpreter runs these functions directly; the compiler appends their text to the module that it generates from
rules, so that Numba compiles them together with the rules and caches the machine code. Hence they use only integers,
and each variable has one type.

    he chooses a card in his hand as the play.        weigh: in each of 24 deals, for each card of the hand:
    … his score grows by the prize.                   play it, continue at random until the lead in the score changes
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any

OVER, OBSERVER = -1, -3
"""The values for the player to move when the game is over, and when the world is asked."""
QUESTIONS, CLASSES = 512, 256
"""The most questions, and the most classes of answers to each, that have numbers of their own; others share them."""
PARTS, RANDOM_PARTS = 1000, 300
"""Of 1000 answers beyond the tree, 300 are random."""
MOST_FURTHER = 20
"""The number of answers after a change at which a simulated game ends, unless a round ends sooner.

The game goes on for a while, since a change has consequences: after a trick is won, cards are taken, and only then
somebody plays again. A round ends when the first question is asked again, or another that was asked before with a
different one between; the first one may never recur, such as whether to use a right that exists once a game.
"""
BITS = 62
"""The number of questions that have a bit of their own in a set of questions."""

Position = Any
"""A `State` of the interpreter, a list of generated Python, or an array of machine code; all have `copy`."""
Hand = Any
"""A function that deals the hidden pieces of a true position again."""
Numbers = list[int]

# The operations that the kernels use. Each engine binds its own functions to these names. A random stream is one word,
# `at`, its position; a function that draws returns the next position as well.
#
#     to_move(position)                        the player who is asked, or OVER, or OBSERVER
#     count_of(position)                       the number of legal answers
#     answer_at(position, place)               the legal answer with this index
#     answer_key(position, place)              the same, comparable between positions: for a group, its pieces
#     answer_class(position, place)            a number below CLASSES; of a group it keeps only sort and size
#     question_of(position)                    the number of the question
#     picks_left(position)                     how many things are still to be picked, the next included
#     step(position, answer)                   gives an answer and plays on to the next question
#     draw_answer(position, at)                draws a random answer
#     reseed(position, seed)                   draws later answers of chance from another stream
#     deal(position, hand, seed)               draws a position consistent with what a player sees
#     lead(position, player)                   how far a player is ahead of the best opponent; without a number to
#                                              compare, 1, 0 or -1 at the end
#     lead_changed(position, player, before)   whether the lead differs from `before`; false if no number is compared
#     figures(position)                        a hash of the numbers that decide the winner; 0 if there are none
#     branch(seed, number)                     the start of stream `number` of a seed
#     below(at, bound)                         draws a number below a bound
#     least_of_some(at, count, left)           draws `count` of `left` indices; gives the least of them


def _unbound(*given: Any) -> Any:
    """Raise an error: the placeholder of an operation until an engine is bound."""
    raise AssertionError("no engine is bound")


to_move = count_of = answer_at = answer_class = question_of = picks_left = step = draw_answer = _unbound
reseed = deal = lead = lead_changed = figures = branch = below = least_of_some = _unbound


def weigh(
    position: Position,
    player: int,
    hand: Hand,
    options: Numbers,
    seed: int,
    rows: list[Numbers],
    first: int,
    last: int,
    moves: int,
    most: int,
    longest: int,
) -> tuple[int, int]:
    """Store in a row for each deal the gain of each option; return the numbers of deals and of moves.

    A game ends with the round in which the lead has changed. All options are tried in the same deals. It stops early if
    the deals take more than `most` moves on average.
    """
    sample, start = first, question_of(position)
    while sample < last and (sample == 0 or moves * (sample + 1) <= most * sample):
        here = branch(seed, sample)
        dealt = deal(position, hand, here)
        before = lead(dealt, player)
        for place in range(len(options)):
            ahead = dealt.copy()
            reseed(ahead, branch(here, 1))
            at = branch(here, 2)
            step(ahead, options[place])
            taken, end, asked, last_asked = 1, longest, 0, start
            while to_move(ahead) != OVER and taken < end:
                question = question_of(ahead)
                if lead_changed(ahead, player, before):
                    end = min(end, taken + MOST_FURTHER)
                    if question == start or (question != last_asked and asked >> (question % BITS) & 1):
                        break
                asked, last_asked = asked | 1 << (question % BITS), question
                at, answer = draw_answer(ahead, at)
                step(ahead, answer)
                taken += 1
            rows[sample][place] = lead(ahead, player) - before
            moves += taken
        sample += 1
    return sample, moves


def play_on(
    position: Position,
    before: int,
    start: int,
    at: int,
    longest: int,
    sums: Numbers,
    counts: Numbers,
    favoured: Numbers,
) -> None:
    """Continue to the end of the round in which the lead changes; a round begins with the question `start`.

    Answers are random, or the best on average so far.

    `favoured` holds, for each player and question, the class of answers that the player favours throughout this game;
    `sums` and `counts` hold, for each class, the total value and the number of the games in which it was favoured.
    """
    taken, end, asked, last_asked = 0, longest, 0, start
    while taken < end and to_move(position) != OVER:
        question = question_of(position)
        if figures(position) != before:
            end = min(end, taken + MOST_FURTHER)
            if question == start or (question != last_asked and asked >> (question % BITS) & 1):
                break
        asked, last_asked = asked | 1 << (question % BITS), question
        player, number = to_move(position), count_of(position)
        if player == OBSERVER:
            at, answer = draw_answer(position, at)
        elif number == 1:
            answer = answer_at(position, 0)
        else:
            at, first = least_of_some(at, number, picks_left(position))
            row = question % QUESTIONS
            wish = favoured[player * QUESTIONS + row]
            place = place_of_class(position, number, wish)
            if place < 0:
                at, part = below(at, PARTS)
                place = first
                if part >= RANDOM_PARTS:
                    place = best_on_average(position, number, first, row * CLASSES, sums, counts)
                if wish < 0:
                    favoured[player * QUESTIONS + row] = answer_class(position, place)
            answer = answer_at(position, place)
        step(position, answer)
        taken += 1


def place_of_class(position: Position, number: int, wanted: int) -> int:
    """Return the index of the first answer of a class among this many; -1 if there is none."""
    if wanted >= 0:
        for place in range(number):
            if answer_class(position, place) == wanted:
                return place
    return -1


def best_on_average(position: Position, number: int, first: int, row: int, sums: Numbers, counts: Numbers) -> int:
    """Return the index, from `first` on, of an answer never favoured, or else of the best answer on average."""
    best, total, count = first, 0, 0
    for turn in range(number):
        place = (first + turn) % number
        slot = row + answer_class(position, place)
        if counts[slot] == 0:
            return place
        if count == 0 or sums[slot] * count > total * counts[slot]:
            best, total, count = place, sums[slot], counts[slot]
    return best


def note_leads(favoured: Numbers, leads: Numbers, sums: Numbers, counts: Numbers) -> None:
    """Add each player's lead at the end of a simulated game to the answers that the player favoured in it."""
    for favour in range(len(favoured)):
        if favoured[favour] >= 0:
            slot = (favour % QUESTIONS) * CLASSES + favoured[favour]
            sums[slot] += leads[favour // QUESTIONS]
            counts[slot] += 1


KERNELS = (weigh, play_on, place_of_class, best_on_average, note_leads)


def bound_to(operations: Mapping[str, Any]) -> SimpleNamespace:
    """Return the primitives of an engine, with the kernels bound to them."""
    names = {**globals(), **operations}
    for kernel in KERNELS:
        names[kernel.__name__] = FunctionType(kernel.__code__, names)
    return SimpleNamespace(**names)


@cache
def source() -> str:
    """Return the text of the kernels for a generated module, with literals for the constants of this one."""
    texts = "\n\n".join(inspect.getsource(kernel) for kernel in KERNELS)
    return f"Position = Hand = Numbers = int\nCLASSES = {CLASSES}\n\n\n" + re.sub(
        r"\b[A-Z]{3}[A-Z_]*\b", lambda name: str(globals().get(name[0], name[0])), texts
    )
