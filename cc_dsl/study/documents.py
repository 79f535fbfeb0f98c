"""The shapes of the documents in which studies are stored and printed as JSON, and the names of the measures."""

from __future__ import annotations

from typing import Any, Final, NotRequired, TypedDict

from cc_dsl.study.differences import DistanceDocument
from cc_dsl.table.intervals import Interval, ShareDocument, ValueShare

CHOICES: Final = "choices"
CLAUSES: Final = "clauses"
OPENING: Final = "opening"
READINGS: Final = "readings"
MEASURES = (CHOICES, CLAUSES, OPENING, READINGS)
"""The measures in addition to the ends of games (`cc_dsl/study/measures.py`)."""
CITING = (CLAUSES, READINGS)
"""The measures that name clauses or other readings."""
COMPILED = (OPENING, READINGS)
"""The measures of random games that do not examine moves."""
Counts = dict[str, Any]
"""Integers by name, in nested tables."""


class ToldDocument(TypedDict, total=False):
    """A result of one owner at the end, or the length of games: a distribution, or the shares of its values."""

    of: str
    shares: list[ValueShare]
    games: int
    mean: float
    low: float
    high: float
    deviation: float
    least: int
    most: int
    quantiles: dict[str, int]
    counts: dict[str, int]


class OutcomeDocument(TypedDict):
    """The difference of one outcome of games under another answer, tested and corrected for multiple tests."""

    name: str
    distance: DistanceDocument
    mean: Interval | None
    corrected: NotRequired[float]
    is_found: NotRequired[bool]


class GamesDifference(TypedDict):
    """The differences between games under two sets of rules."""

    wins: dict[str, Interval]
    outcomes: list[OutcomeDocument]


class ComparedEndings(GamesDifference):
    """The ends of games of random players under two sets of rules."""

    games: int
    seed: int
    players: int
    shares: list[dict[str, ShareDocument]]


class OtherAnswer(TypedDict):
    """Another answer to an open place, by its name."""

    doubt: str
    answer: str


class Effect(OtherAnswer, GamesDifference):
    """The effect of another answer on whole games, with the open place and the answer chosen."""

    kind: str
    clause: str
    chosen: str
    seed: NotRequired[int]


class Effects(TypedDict):
    """The effect of each other answer on whole games."""

    games: int
    seed: int
    tests: int
    wins: dict[str, ShareDocument]
    answers: list[Effect]


class Measures(TypedDict, total=False):
    """The measures of a study that were requested; that of the first player is always included."""

    first_player: dict[str, Any]
    """The share of the games that the first player wins `of_games_won`, and the `fair` share."""
    choices: dict[str, Any]
    """The number of answers that `a_move` allows, and the share of `real` moves, which leave a choice."""
    opening: dict[str, Any]
    """The share of the games that the player who is asked first `wins`."""
    clauses: dict[str, Any]
    """In how many games each clause was applied, with its decisions and moves, and which `never` were."""
    readings: Effects


class StudyDocument(TypedDict):
    """The ends of games, their measures, and the basis of the counts."""

    edition: str
    rules: str
    readings: dict[str, str]
    version: str
    players: list[str] | int
    seed: int
    games: int
    wins: list[ShareDocument]
    sides: NotRequired[list[Any]]
    """The share of the games that each side won, if sides win; `wins` counts them for each of their players."""
    nobody: ShareDocument
    reasons: dict[str, ShareDocument]
    moves: ToldDocument
    told: dict[str, list[ToldDocument]]
    measures: Measures
    measured: list[str]
    made: dict[str, Any]
    """The `engine`, the `seconds` and the `machine` with which it was made."""


class WaysDocument(TypedDict):
    """The number of some ways to lay the pieces of a question, and their share of all ways as a fraction."""

    count: int
    chance: str


class AnsweredWays(OtherAnswer):
    """The number of ways in which another answer to an open place changes the answer to a question, and its parts."""

    total: int
    changed: dict[str, WaysDocument]


class ExactDocument(TypedDict):
    """The exact counts of a question, and the effect of each other answer to an open place."""

    question: str
    total: int
    parts: dict[str, list[dict[str, Any]]]
    answers: list[AnsweredWays]
