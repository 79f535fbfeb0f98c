"""The tables of `apparatus.toml`, as exports read them: types alone."""

from __future__ import annotations

from typing import TypedDict


class VariantTable(TypedDict, total=False):
    """A place where witnesses differ, with the words of each."""

    clause: str
    heading: str
    lemma: str
    type: str
    substantive: bool
    readings: list[dict[str, str]]
    note: str


StretchTable = TypedDict(
    "StretchTable",
    {"from": str, "to": str, "clauses": list[str], "witness": str, "witnesses": list[str], "note": str},
    total=False,
)
"""A stretch of the text in which witnesses agree, or which only one of them has."""


class ApparatusTables(TypedDict, total=False):
    """The file of the apparatus."""

    variant: list[VariantTable]
    agreement: list[StretchTable]
    alone: list[StretchTable]
