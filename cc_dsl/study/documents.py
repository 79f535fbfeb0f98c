"""The shapes of the documents in which studies are stored and printed as JSON: types alone."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from cc_dsl.table.differences import DifferenceDocument, DistanceDocument
from cc_dsl.table.intervals import ShareDocument


class Valued(ShareDocument):
    """How often a value occurred."""

    value: str


class Side(ShareDocument):
    """How often a side won."""

    players: list[int]


class Sides(TypedDict, total=False):
    """How often each side won, where sides win."""

    sides: list[Side]


class Distributed(TypedDict):
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


class Told(TypedDict, total=False):
    """What was told of one owner at the end: a distribution, or the shares of its values."""

    of: str
    games: int
    mean: float
    low: float
    high: float
    deviation: float
    least: int
    most: int
    quantiles: dict[str, int]
    counts: dict[str, int]
    shares: list[Valued]


class Outcome(TypedDict):
    """How far one outcome of games differs under another answer, tested and corrected for many tests."""

    name: str
    distance: DistanceDocument
    mean: DifferenceDocument | None
    corrected: NotRequired[float]
    is_found: NotRequired[bool]


class Difference(TypedDict):
    """How games under two rules differ."""

    wins: dict[str, DifferenceDocument]
    outcomes: list[Outcome]


class Beside(Difference):
    """How games under two rules end, between players at random."""

    games: int
    seed: int
    players: int
    shares: list[dict[str, ShareDocument]]


class Answered(TypedDict):
    """Another answer to an open place."""

    doubt: str
    kind: str
    clause: str
    chosen: str
    answer: str


class Effect(Answered, Difference):
    """What another answer changes in whole games."""

    seed: NotRequired[int]


class Effects(TypedDict):
    """What each other answer changes in whole games."""

    games: int
    seed: int
    tests: int
    wins: dict[str, ShareDocument]
    answers: list[Effect]


class AskedSteps(TypedDict):
    """How often the answer to a question changes, and how often an open place is consulted for it."""

    changed: ShareDocument
    consulted: ShareDocument


class Steps(Answered):
    """At how many steps of play, and in how many games, another answer differs."""

    steps: ShareDocument
    games: ShareDocument
    questions: dict[str, AskedSteps]


class Interval(TypedDict):
    """A figure with the interval that holds the true one."""

    value: float
    low: float
    high: float


class Advantage(TypedDict):
    """How often the first player wins, and what would be fair."""

    of_games_won: ShareDocument
    fair: float


class Choices(TypedDict):
    """How many answers a move allows, and how many moves leave a choice."""

    games: int
    a_move: Interval
    real: Interval
    options: dict[str, int]


class Mattering(TypedDict):
    """How often another answer, or the same, gives another winner."""

    games: int
    without_choice: int
    other: ShareDocument
    later: ShareDocument


class Comebacks(TypedDict):
    """Where the winner is half-way through."""

    games: int
    without_winner: int
    behind: ShareDocument
    level: ShareDocument
    ahead: ShareDocument


class Opening(TypedDict):
    """How often the player who is asked first wins."""

    games: int
    without_winner: int
    wins: ShareDocument


class Fired(ShareDocument):
    """In how many games a clause was applied, and how often it decided or moved anything."""

    decisions: int
    moved: int


class Clauses(TypedDict):
    """How often each clause was applied."""

    games: int
    never: list[str]
    clauses: dict[str, Fired]


class Influences(TypedDict, total=False):
    """What other answers change, in whole games and step by step."""

    readings: Effects
    decisions: list[Steps]


class Measures(Influences):
    """The measures of a study, as far as they were wanted."""

    first_player: Advantage
    choices: NotRequired[Choices]
    mattering: NotRequired[Mattering]
    comebacks: NotRequired[Comebacks]
    opening: NotRequired[Opening]
    clauses: NotRequired[Clauses]


class Provenance(TypedDict):
    """The basis of a count."""

    edition: str
    rules: str
    readings: dict[str, str]
    version: str


class Counted(Provenance, Sides):
    """How games ended."""

    players: list[str] | int
    seed: int
    games: int
    wins: list[ShareDocument]
    nobody: ShareDocument
    reasons: dict[str, ShareDocument]
    moves: Distributed
    told: dict[str, list[Told]]


class Summary(Counted):
    """How games ended, and the measures taken of them."""

    measures: Measures


class PointDocument(Interval):
    """A figure after some games."""

    chunks: int
    games: int


class Convergence(TypedDict):
    """How the watched figure settled as games were played."""

    watched: str
    precision: float | None
    wanted: int
    is_reached: bool | None
    chunk: int
    points: list[PointDocument]


class Made(TypedDict):
    """By which engine, in which time, and where a study was made."""

    engine: str
    games: int
    seconds: float
    machine: str


class Study(Summary):
    """A whole study."""

    measured: list[str]
    convergence: Convergence
    made: Made
