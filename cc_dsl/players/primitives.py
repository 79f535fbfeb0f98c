"""The operations on a position that simulations are written with; each engine puts its own functions in their place.

A position is a `State` of the interpreter, a list of generated Python, or an array of machine code; all have `copy`.
A stream of random numbers is the word where it stands.
"""

from __future__ import annotations

from typing import Any

OVER, OBSERVER = -1, -3
"""Who is asked where the game is over, and where the world is asked."""

QUESTIONS, CLASSES = 512, 256
"""How many questions, and classes of answers to each, are told apart; others share their numbers."""

Position = Any
Hand = Any
"""What deals the hidden pieces of a true position again."""


def to_move(position: Position) -> int:
    """Return the player who is asked, or OVER, or OBSERVER."""
    raise NotImplementedError


def count_of(position: Position) -> int:
    """Return how many answers are allowed."""
    raise NotImplementedError


def answer_at(position: Position, place: int) -> int:
    """Return the answer at a place among those allowed."""
    raise NotImplementedError


def answer_key(position: Position, place: int) -> Any:
    """Return that answer in a form that is the same in all positions: a group itself, not its place in the offer."""
    raise NotImplementedError


def answer_class(position: Position, place: int) -> int:
    """Return a number below CLASSES for that answer, which tells of a group only its sort and size."""
    raise NotImplementedError


def question_of(position: Position) -> int:
    """Return the number of the question that is asked."""
    raise NotImplementedError


def picks_left(position: Position) -> int:
    """Return how many things are still to be picked for the question, the next included."""
    raise NotImplementedError


def step(position: Position, answer: int) -> None:
    """Give an answer, and go on to the next question."""
    raise NotImplementedError


def draw_answer(position: Position, at: int) -> tuple[int, int]:
    """Draw a random answer from a stream; return the stream and the answer."""
    raise NotImplementedError


def reseed(position: Position, seed: int) -> None:
    """Let later answers of chance come from another stream."""
    raise NotImplementedError


def deal(position: Position, hand: Hand, seed: int) -> Position:
    """Return a position that is possible for all that a player sees: the hidden pieces are dealt again."""
    raise NotImplementedError


def lead(position: Position, player: int) -> int:
    """Return how far a player is ahead of the best of the others; where no number says so, 1, 0 or -1 at the end."""
    raise NotImplementedError


def lead_changed(position: Position, player: int, before: int) -> bool:
    """Return whether a player's lead is no longer what it was; never where no number says who is ahead."""
    raise NotImplementedError


def figures(position: Position) -> int:
    """Return a hash of the players' numbers by which the rules find the winner; 0 where there are none."""
    raise NotImplementedError


def branch(seed: int, number: int) -> int:
    """Return the start of another stream, one for each number."""
    raise NotImplementedError


def below(at: int, bound: int) -> tuple[int, int]:
    """Draw a number below a bound; return the stream and the number."""
    raise NotImplementedError


def least_of_some(at: int, count: int, left: int) -> tuple[int, int]:
    """Draw a set of this many things; return the stream, and the place of the least of them among `count` places."""
    raise NotImplementedError
