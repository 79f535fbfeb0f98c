"""The shapes of the documents in which cases of a comparison are stored and shown: types alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired, TypeAlias, TypedDict

from cc_dsl.table.intervals import ShareDocument, Valued

Given = Mapping[str, str | list[str]]
"""Pieces laid by hand, by the names that the question gives them."""


class MomentDocument(TypedDict, total=False):
    """The end of a game, or who is asked and what may be answered."""

    ends: str
    asked: int
    may: list[str]


class Seen(TypedDict):
    """The pieces that a player sees in one game and not in the other."""

    sees: list[str]


class StandDocument(TypedDict, total=False):
    """The state of a game, as far as the other's is different."""

    ends: str
    asked: str
    possible: list[str]
    told: Mapping[str, object]


class Along(TypedDict):
    """A case, with the rows whose changes are shown together with it."""

    along: list[str]


class DealCaseDocument(Along):
    """Pieces laid by hand about which the editions answer differently."""

    kind: Literal["deal"]
    question: str
    deal: Given
    matters: Given
    is_least: bool
    changed: dict[str, object]
    parts_in: list[str]
    share: NotRequired[list[int]]


class PlayedDocument(Along):
    """A game of a seed."""

    players: int
    seed: int
    answers: list[int]


class GameCase(PlayedDocument):
    """A game in which the editions part."""

    kind: Literal["game"]
    first: MomentDocument
    changed: MomentDocument


class KnownCaseDocument(PlayedDocument):
    """A game in which a player sees other pieces."""

    kind: Literal["knowledge"]
    viewer: int
    asked: int
    first: Seen
    changed: Seen


class TellingCase(Along):
    """A course of events after which the editions part."""

    kind: Literal["telling"]
    players: int
    told: list[str]
    is_least: bool
    first: StandDocument
    changed: StandDocument
    second: StandDocument
    second_players: NotRequired[int]


Case: TypeAlias = DealCaseDocument | GameCase | KnownCaseDocument | TellingCase


class PatchDocument(TypedDict):
    """Whether the change of a row can be made, and what it needs and leaves out."""

    is_made: bool
    brought: list[str]
    kept: list[str]
    emptied: list[str]
    reason: str | None


class RowPlay(TypedDict):
    """The results of play for a row."""

    sentence: str
    case: Case | None
    graft: PatchDocument | None
    group: list[str]
    shown_with: list[str]


class AnswerShares(TypedDict):
    """The shares of an edition's answers under a key, and of numbers the mean."""

    values: list[Valued]
    mean: NotRequired[float]


class KeyShares(TypedDict):
    """The share of the deals in which two editions answer differently under a key, and the answers of each."""

    differs: ShareDocument
    to_another: ShareDocument
    only_first: ShareDocument
    only_second: ShareDocument
    first: AnswerShares
    second: AnswerShares


class SampleDocument(TypedDict):
    """The answers of two editions to random deals."""

    question: str
    deals: int
    seed: int
    editions: list[str]
    keys: dict[str, KeyShares]
