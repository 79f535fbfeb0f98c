"""Games at random under several rules by one module of machine code: what the rules have in common is compiled once.

Rules that differ in the answer to one open place have most of their source in common, and it takes seconds to make
machine code of each source.
"""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Sequence
from typing import NamedTuple

from cc_dsl.compiler import source_cache
from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.games import CompiledGames, many_games
from cc_dsl.compiler.generated import GeneratedSource
from cc_dsl.compiler.machine import Many
from cc_dsl.compiler.merging import MergedModule
from cc_dsl.compiler.shared import is_wanted
from cc_dsl.compiler.source import playing
from cc_dsl.compiler.target import WORD
from cc_dsl.rules import model

KIND = "merged"


class MergedSource(NamedTuple):
    """The source of a module that plays games under several rules."""

    text: str
    sources: tuple[GeneratedSource | None, ...]
    """The module of each of the rules, without its text; None where it does not fit."""
    which_at: int

    @property
    def module(self) -> GeneratedSource:
        """The module by itself."""
        return GeneratedSource(self.text, (), 0, {}, 0, (), 0)


class TogetherGames(CompiledGames):
    """Games under one of several rules."""

    def __init__(self, rules: model.Rules, seats: int, source: GeneratedSource, many: Many) -> None:
        """Set what plays."""
        self.rules, self.seats = rules, seats
        self.is_fast, self.is_traced = True, False
        self.source, self.told, self._many = source, source.told, many


def merged_source(rules: Sequence[model.Rules], seats: int) -> MergedSource | None:
    """Return the merged source of some rules, from the cache if it is there; None if the first cannot be merged."""
    if is_wanted(rules[0]):
        return None
    digests = [one.digest for one in rules]
    is_kept = all(digests)
    data = source_cache.recalled(KIND, rules[0], seats, digests) if is_kept else None
    if data is not None:
        kept: MergedSource = pickle.loads(data)
        return kept
    found = _made(rules, seats)
    if is_kept and found is not None:
        source_cache.keep(pickle.dumps(found, 5), KIND, rules[0], seats, digests)
    return found


def _made(rules: Sequence[model.Rules], seats: int) -> MergedSource | None:
    """Merge the modules of all rules that tell the same at the end as the first."""
    like = playing(rules[0], seats, True)
    if like.bits > WORD:
        return None
    module = MergedModule(like)
    found: list[GeneratedSource | None] = [_bare(like)]
    for one in rules[1:]:
        source = _fitting(module, one, seats, like)
        found.append(None if source is None else _bare(source))
        if source is not None:
            module.add(source)
            like = source
    return MergedSource(module.text, tuple(found), module.which_at)


def _fitting(module: MergedModule, rules: model.Rules, seats: int, like: GeneratedSource) -> GeneratedSource | None:
    """Return the module of some rules, if it can be merged with others."""
    if is_wanted(rules) or module.is_full:
        return None
    try:
        source = playing(rules, seats, True, like=like)
    except NotCompiled:
        return None
    return source if source.bits == WORD and module.fits(source) else None


def _bare(source: GeneratedSource) -> GeneratedSource:
    return source._replace(text="", flat=None)


def games_together(merged: MergedSource, rules: Sequence[model.Rules], seats: int) -> list[CompiledGames | None]:
    """Return what plays games under each of the merged rules by machine code; None for those that are not merged."""
    many = many_games(merged.module)

    def playing_with(number: int) -> Many:
        vector = array("q", bytes(8 * (merged.which_at + 1)))
        vector[merged.which_at] = number

        def play(_: object, first: int, ends: memoryview[int]) -> None:
            many(vector, first, ends)

        return play

    numbers = iter(range(len(rules)))
    return [
        None if source is None else TogetherGames(one, seats, source, playing_with(next(numbers)))
        for one, source in zip(rules, merged.sources, strict=True)
    ]
