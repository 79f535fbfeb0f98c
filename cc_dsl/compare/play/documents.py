"""The shapes of the documents in which cases of a comparison are stored and shown: types alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict

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
    told: dict[str, object]


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


Case = DealCaseDocument | GameCase | KnownCaseDocument | TellingCase
