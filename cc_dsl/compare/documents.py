"""The shapes of the documents in which a comparison is shown: types alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict

from cc_dsl.table.intervals import ShareDocument, Valued

Given = Mapping[str, str | list[str]]
"""Pieces laid by hand, by the names that the question gives them."""


class CaseSideDocument(TypedDict):
    """What one text makes of a case."""

    edition: str
    laid: list[str]
    done: list[str]
    played: list[str]
    result: list[str]
    clauses: list[str]
    """The clauses on which the result rests."""
    alone: list[str]
    """Those among them that answer to no clause of the other result, or to one with another rule."""
    deciding: list[str]
    """Those of them that stand in the row of the case; of a deal that was found by chance, all."""


class CaseDocument(TypedDict):
    """A case that is run on both texts."""

    title: str
    why: str
    question: str
    given: Given
    first: CaseSideDocument
    second: CaseSideDocument


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
