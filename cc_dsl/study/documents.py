"""The shapes of the documents in which studies are stored and printed as JSON, and the names of the measures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NotRequired, TypedDict

from cc_dsl.table.differences import DistanceDocument
from cc_dsl.table.intervals import Interval, ShareDocument, Valued

CHOICES: Final = "choices"
CLAUSES: Final = "clauses"
OPENING: Final = "opening"
READINGS: Final = "readings"
MEASURES = (CHOICES, CLAUSES, OPENING, READINGS)
"""The measures besides the ends of games (`cc_dsl/study/measures.py`)."""
CITING = (CLAUSES, READINGS)
"""The measures of clauses or of other readings, and not only of play."""
COMPILED = (OPENING, READINGS)
"""The measures of random games that do not examine moves."""
Counts = dict[str, Any]
"""Whole numbers under names, within one another."""


class SideDocument(ShareDocument):
    """A side, and the share of the games that it won."""

    players: list[int]


class Sides(TypedDict, total=False):
    """The share of the games that each side won, where sides win; `wins` counts them for each of its players."""

    sides: list[SideDocument]


class Distributed(TypedDict, total=False):
    """The distribution of a number."""

    games: int
    mean: float
    low: float
    high: float
    deviation: float
    least: int
    most: int
    quantiles: dict[str, int]
    counts: dict[str, int]


class ToldDocument(Distributed, total=False):
    """What was told of one owner at the end: a distribution, or the shares of its values."""

    of: str
    shares: list[Valued]


class OutcomeDocument(TypedDict):
    """The distance of one outcome of games under another answer, tested and corrected for many tests."""

    name: str
    distance: DistanceDocument
    mean: Interval | None
    corrected: NotRequired[float]
    is_found: NotRequired[bool]


class GamesDifference(TypedDict):
    """How games under two rules differ."""

    wins: dict[str, Interval]
    outcomes: list[OutcomeDocument]


class Beside(GamesDifference):
    """How games under two rules end, between players at random."""

    games: int
    seed: int
    players: int
    shares: list[dict[str, ShareDocument]]


class OtherAnswer(TypedDict):
    """Another answer to an open place, by its name."""

    doubt: str
    answer: str


class Effect(OtherAnswer, GamesDifference):
    """What another answer changes in whole games, with the open place and the answer chosen."""

    kind: str
    clause: str
    chosen: str
    seed: NotRequired[int]


class Effects(TypedDict):
    """What each other answer changes in whole games."""

    games: int
    seed: int
    tests: int
    wins: dict[str, ShareDocument]
    answers: list[Effect]


class Advantage(TypedDict):
    """The share of the games that the first player wins, and the fair share."""

    of_games_won: ShareDocument
    fair: float


class Choices(TypedDict):
    """The number of answers that a move allows, and the share of moves that leave a choice."""

    games: int
    a_move: Interval
    real: Interval
    options: dict[str, int]


class OpeningDocument(TypedDict):
    """The share of the games that the player who is asked first wins."""

    games: int
    without_winner: int
    wins: ShareDocument


class Fired(ShareDocument):
    """The share of the games in which a clause was applied, and the number of its decisions and moves."""

    decisions: int
    moved: int


class Clauses(TypedDict):
    """The number of games in which each clause was applied."""

    games: int
    never: list[str]
    clauses: dict[str, Fired]


class Measures(TypedDict, total=False):
    """The measures of a study, as far as they were wanted; that of the first player is always there."""

    readings: Effects
    first_player: Advantage
    choices: Choices
    opening: OpeningDocument
    clauses: Clauses


class Provenance(TypedDict):
    """The basis of a count."""

    edition: str
    rules: str
    readings: dict[str, str]
    version: str


class Summary(Provenance, Sides):
    """How games ended, and the measures taken of them."""

    players: list[str] | int
    seed: int
    games: int
    wins: list[ShareDocument]
    nobody: ShareDocument
    reasons: dict[str, ShareDocument]
    moves: Distributed
    told: dict[str, list[ToldDocument]]
    measures: Measures


class StudyDocument(Summary):
    """A whole study."""

    measured: list[str]
    made: dict[str, Any]
    """By which `engine`, in how many `seconds`, and on which `machine` it was made."""


class WaysDocument(TypedDict):
    """A number of ways to lay the pieces of a question, and its share of all ways as a fraction."""

    count: int
    chance: str


class ValueWays(WaysDocument):
    """The number of ways in which a part of an answer has a value."""

    value: object


class OddsDocument(TypedDict):
    """The frequencies of the answers to a question, and of the values of each part of an answer."""

    edition: str
    rules: str
    readings: dict[str, str]
    question: str
    total: int
    answers: list[Mapping[str, object]]
    parts: dict[str, list[ValueWays]]
    beliefs: list[dict[str, Any]]
    """Of each the sentence, its clauses, the number of ways in which it is false, and one of these."""


class AnsweredWays(OtherAnswer):
    """The number of ways in which another answer to an open place changes that to a question, and each part of it."""

    total: int
    changed: dict[str, WaysDocument]


class ExactDocument(TypedDict):
    """The exact counts of a question, and what each other answer to an open place changes."""

    question: str
    total: int
    parts: dict[str, list[ValueWays]]
    answers: list[AnsweredWays]
