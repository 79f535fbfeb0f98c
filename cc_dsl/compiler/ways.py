"""Enumerate all ways to lay pieces by classes of sides, and let machine code compute the answers in each.

Sides that no rule can tell apart are one class.  The number of pairs of sides of two classes without a common piece is
counted by inclusion and exclusion, so that only the classes are enumerated, and not the sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.codegen.emitter import Emitter
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.compiler.games import fast_module
from cc_dsl.rules import model

if TYPE_CHECKING:
    import numpy as np

FIRST_ROOM = 1 << 12
"""The number of different answers for which there is room at first, a power of two."""
BITS = 6
"""The number of bits of one result in a packed answer; its value is stored plus 1."""


class ResultColumn(NamedTuple):
    """One result, of one player if it is reported of each."""

    key: str
    owner: int | None
    told: model.Told


class Example(NamedTuple):
    """One way to lay the pieces: those for both players, and those of each."""

    common: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]


class LaidPieces(NamedTuple):
    """The pieces laid: a number for both players, and a number for each."""

    common: model.Asked | None
    side: model.Asked


class CaseProgram(NamedTuple):
    """The terms of one set of rules for every way to lay pieces, as machine code computes them."""

    emit: Emitter
    laid: LaidPieces
    columns: tuple[ResultColumn, ...]
    beliefs: tuple[model.Believe, ...]
    truths: tuple[bool, ...]
    """The value that the last assumption must have; otherwise the case belongs to another count."""
    text: str


class Counting:
    """Goes through all ways to lay what both players share, and through the classes of sides for each.

    Several programs are asked about the same ways; sides are of one class if none of them can tell them apart.
    """

    def __init__(self, programs: Sequence[CaseProgram], commons: Sequence[tuple[int, ...]] | None = None) -> None:
        self.programs = programs
        self.laid = programs[0].laid
        self.pieces = programs[0].emit.flat.pieces
        self.shared = self.laid.common.number if self.laid.common else 0
        self.commons = commons if commons is not None else [*combinations(range(self.pieces), self.shared)]
        self.examples: dict[tuple[tuple[int, ...], ...], Example] = {}

    @property
    def total(self) -> int:
        """The number of ways to lay pieces."""
        rest, side = self.pieces - self.shared, self.laid.side.number
        return len(self.commons) * comb(rest, side) * comb(rest - side, side)

    def example(self, told: tuple[tuple[int, ...], ...]) -> Example:
        """Return the first way to lay pieces that was found with these answers."""
        return self.examples[told]

    def count(self, tell: Callable[[int, int], None] | None) -> Counter[tuple[tuple[int, ...], ...]]:
        """Count all answers, each with those of all programs together."""
        # Numba, which brings NumPy along, is asked for first: whoever lacks it is told so.
        self.modules = [fast_module(one.text) for one in self.programs]
        import numpy as np

        self.np = np
        self.vectors = [np.array(one.emit.flat.first_values, dtype=np.int64) for one in self.programs]
        rest = self.pieces - self.shared
        self.sides = np.array([*combinations(range(rest), self.laid.side.number)], dtype=np.int64)
        found = Counter[tuple[tuple[int, ...], ...]]()
        for number, common in enumerate(self.commons, 1):
            for program, vector in zip(self.programs, self.vectors, strict=True):
                if program.laid.common:
                    place = program.emit.flat.places[program.laid.common.place]
                    vector[place.start] = sum(1 << piece for piece in common)
            found += self._with(common)
            if tell is not None:
                tell(number, len(self.commons))
        if found.total() != self.total:
            raise AssertionError("ways to lay pieces were lost")
        return found

    def _with(self, common: tuple[int, ...]) -> Counter[tuple[tuple[int, ...], ...]]:
        np = self.np
        rest = np.array([piece for piece in range(self.pieces) if piece not in common], dtype=np.int64)
        members = rest[self.sides]
        masks = (np.int64(1) << members).sum(axis=1)
        kinds, classes = np.unique(np.hstack([*self._traits(masks)]), axis=0, return_inverse=True)
        classes = classes.reshape(-1)
        pairs = self._pairs(members, classes, len(kinds))
        by_class = np.argsort(classes, kind="stable")
        starts = np.searchsorted(classes[by_class], np.arange(len(kinds) + 1))
        packed = np.array([*self._packed(masks[by_class], starts, pairs)])
        found = Counter[tuple[tuple[int, ...], ...]]()
        for first, count in self._tallied(packed, pairs.reshape(-1)):
            told = tuple(_unpacked(one, int(each[first])) for one, each in zip(self.programs, packed, strict=True))
            found[told] += count
            if told not in self.examples:
                self.examples[told] = self._example(common, first, masks[by_class], starts)
        return found

    def _tallied(self, packed: object, pairs: object) -> Iterator[tuple[int, int]]:
        """Return for each different answer the first two classes that give it, and the number of pairs of sides."""
        from cc_dsl.codegen.native import tallied

        np, number, room = self.np, -1, FIRST_ROOM
        while number < 0:
            table = np.full(2 * room, -1, dtype=np.int64)
            firsts, sums = (np.zeros(room, dtype=np.int64) for _ in range(2))
            number = tallied(packed, pairs, table, firsts, sums)
            room *= 4
        return zip(firsts[:number].tolist(), sums[:number].tolist(), strict=True)

    def _traits(self, masks: np.ndarray) -> Iterator[np.ndarray]:
        """Return the traits of each side, as each program needs them."""
        for module, vector in zip(self.modules, self.vectors, strict=True):
            traits = self.np.zeros((len(masks), module.TRAITS), dtype=self.np.int64)
            module.traits_of(vector, masks, traits)
            yield traits

    def _packed(self, sides: np.ndarray, starts: np.ndarray, pairs: np.ndarray) -> Iterator[np.ndarray]:
        """Return the answers of each program for each two classes, packed."""
        for module, vector in zip(self.modules, self.vectors, strict=True):
            packed = self.np.zeros(pairs.size, dtype=self.np.int64)
            if not module.answers_of(vector, sides, starts, pairs, packed):
                raise NotCompiled("a count of numbers that are so high")
            yield packed

    def _example(self, common: tuple[int, ...], first: int, sides: np.ndarray, starts: np.ndarray) -> Example:
        """Return one way to lay pieces of two classes."""
        from cc_dsl.codegen.native import disjoint

        found = disjoint(sides, starts, *divmod(first, len(starts) - 1))
        pieces = (tuple(piece for piece in range(self.pieces) if side >> piece & 1) for side in found)
        return Example(common, tuple(pieces))

    def _pairs(self, members: np.ndarray, classes: np.ndarray, count: int) -> np.ndarray:
        """Count the pairs of sides of each two classes that have no piece in common, by inclusion and exclusion."""
        from cc_dsl.codegen.native import share_taken

        np, found = self.np, self.np.zeros((count, count), dtype=self.np.int64)
        for size in range(members.shape[1] + 1):
            keys, kinds = [], []
            for chosen in combinations(range(members.shape[1]), size):
                key = np.zeros(len(members), dtype=np.int64)
                for place in chosen:
                    key = key << BITS | members[:, place]
                keys.append(key)
                kinds.append(classes)
            key, kind = np.concatenate(keys), np.concatenate(kinds)
            order = np.lexsort((kind, key))
            share_taken(found, key[order], kind[order], -1 if size % 2 else 1)
        return found


def _unpacked(program: CaseProgram, packed: int) -> tuple[int, ...]:
    """Return the numbers of a packed answer."""
    count = len(program.columns) + len(program.beliefs)
    shifts = range(BITS * (count - 1), -1, -BITS)
    return tuple((packed >> shift & ((1 << BITS) - 1)) - 1 for shift in shifts)
