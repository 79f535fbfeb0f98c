"""Runtime of generated source under Numba: bit operations by single instructions, and the same random numbers.

Helpers of `runtime.py` are compiled from the same text, with the functions of this module under the names that they
call. The random numbers are those of `cc_dsl.table.chance`; a test compares both with each other and with published
vectors.

    lowest_of = helper(here(runtime.lowest_of))     with the instruction `lowest` of this module
"""

# Numba's decorators are untyped.
# mypy: disable-error-code="untyped-decorator, no-any-return"

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, TypeAlias

import numba
import numpy as np
from llvmlite import binding, ir
from numba import config, njit, types
from numba.extending import intrinsic

from cc_dsl.codegen import runtime
from cc_dsl.codegen.numba_forms import check, counted, helper, uncounted
from cc_dsl.codegen.target import WORD
from cc_dsl.table import chance

if TYPE_CHECKING:
    from numba.core.base import BaseContext
    from numba.core.typing.templates import Signature

Row: TypeAlias = np.ndarray
"""Numbers in a row, or in rows of equal length."""
GAMMA = np.uint64(chance.GAMMA)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
FEW, MOST_SETS, SETS, LEAST = chance.FEW, chance.MOST_SETS, np.array(chance.SETS), np.array(chance.LEAST)
MASK = -1
"""The mask of a word; here it has no effect, since words have 64 bits."""
FULL = 64
"""The number of pieces that fill a word."""
SLOW_PDEP_PROCESSORS = ("znver1", "znver2", "bdver4")
"""Processors that deposit bits slowly, in microcode."""
VERSION = f"numba {numba.__version__}"


# ------------------------------------------------------------------------- instructions of the processor

Generate: TypeAlias = "Callable[[BaseContext, ir.IRBuilder, Signature, Sequence[ir.Value]], object]"
BITS = ir.IntType(WORD)


def _word_intrinsic(name: str, *flags: bool) -> Generate:
    """Return the intrinsic for an instruction from a word to a number."""

    def generate(
        context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: Sequence[ir.Value]
    ) -> ir.Value:
        kinds = [BITS, *[ir.IntType(1)] * len(flags)]
        function = builder.module.declare_intrinsic(name, [BITS], ir.FunctionType(BITS, kinds))
        return builder.call(function, [arguments[0], *(ir.IntType(1)(int(flag)) for flag in flags)])

    return generate


@intrinsic
def count(typingctx: object, word: object) -> object:
    """Count the bits of a set."""
    return types.int64(types.int64), _word_intrinsic("llvm.ctpop")


@intrinsic
def lowest(typingctx: object, word: object) -> object:
    """Return the lowest piece of a set that is not empty."""
    return types.int64(types.int64), _word_intrinsic("llvm.cttz", False)


@intrinsic
def highest(typingctx: object, word: object) -> object:
    """Return the highest piece of a set that is not empty."""
    zeros = _word_intrinsic("llvm.ctlz", False)

    def generate(
        context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: Sequence[ir.Value]
    ) -> ir.Value:
        return builder.sub(BITS(WORD - 1), zeros(context, builder, signature, arguments))

    return types.int64(types.int64), generate


@intrinsic
def product(typingctx: object, left: object, right: object) -> object:
    """Multiply two words; return the high and the low word of the product."""

    def generate(
        context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: Sequence[ir.Value]
    ) -> object:
        double = ir.IntType(2 * WORD)
        wide = builder.mul(builder.zext(arguments[0], double), builder.zext(arguments[1], double))
        high = builder.trunc(builder.lshr(wide, double(WORD)), BITS)
        return context.make_tuple(builder, signature.return_type, [high, builder.trunc(wide, BITS)])

    return types.UniTuple(types.uint64, 2)(types.uint64, types.uint64), generate


@intrinsic
def deposit_bits(typingctx: object, word: object, mask: object) -> object:
    """Deposit the lowest bits of a word at the bits of a mask."""

    def generate(
        context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: Sequence[ir.Value]
    ) -> ir.Value:
        function = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", [], ir.FunctionType(BITS, [BITS, BITS]))
        return builder.call(function, arguments)

    return types.int64(types.int64, types.int64), generate


# ------------------------------------------------------------------------- helpers of generated source


def bind_helper(function: Callable[..., object]) -> Callable[..., object]:
    """Return a helper of `runtime.py` that calls the functions of this module."""
    return FunctionType(function.__code__, globals(), function.__name__)


def deposits() -> bool:
    """Return whether the target processor deposits bits with one fast instruction."""
    if config.CPU_NAME or config.CPU_FEATURES:  # the user has Numba compile for another processor
        return False
    name, features = binding.get_host_cpu_name(), binding.get_host_cpu_features()
    is_fast = features.get("bmi2", False) and name not in SLOW_PDEP_PROCESSORS
    return platform.machine() in ("x86_64", "AMD64") and is_fast


@helper
def picked_at_once(pieces: int, number: int) -> int:
    """Return the piece of a set that has this many pieces below it, by depositing bits."""
    return lowest(deposit_bits(1 << number, pieces))


picked_in_steps = helper(bind_helper(runtime.pick))
pick = picked_at_once if deposits() else picked_in_steps
"""Gives the piece of a set that has this many pieces below it."""
lowest_of = helper(bind_helper(runtime.lowest_of))
pieces_of_pile = helper(bind_helper(runtime.pieces_of_pile))
remove_pieces = helper(bind_helper(runtime.remove_pieces))
append_members = helper(bind_helper(runtime.append_members))
append_set = helper(bind_helper(runtime.append_set))
next_together = uncounted(bind_helper(runtime.next_together))
is_laid_at = uncounted(bind_helper(runtime.is_laid_at))
can_be_laid = uncounted(bind_helper(runtime.can_be_laid))
inside = uncounted(bind_helper(runtime.inside))
is_before = uncounted(bind_helper(runtime.is_before))
arrange_groups = uncounted(bind_helper(runtime.arrange_groups))


@helper
def stream(at: int) -> object:
    """Return the state of a stream as an unsigned word."""
    return np.uint64(at)


@helper
def _next_word(word: object) -> object:
    word = word * FIRST
    word = (word ^ (word >> np.uint64(27))) * SECOND
    return word ^ (word >> np.uint64(31))


@njit(inline="always")
def _scramble(word: object) -> object:
    # Inlined, so that LLVM can vectorise a known number of draws.
    return _next_word(word ^ (word >> np.uint64(30)))


@helper
def scramble(word: int) -> int:
    """Scramble 64 bits; different numbers stay different."""
    bits = np.uint64(word)
    return np.int64(_next_word(bits ^ (bits >> np.uint64(30))))


@uncounted
def below(at: int, bound: int) -> tuple[int, int]:
    """Draw a number below a bound from a stream; return the stream and the number."""
    at = stream(at) + GAMMA
    limit = np.uint64(bound)
    high, low = product(_scramble(at), limit)
    if low < limit:
        least = (np.uint64(0) - limit) % limit
        while low < least:
            at = at + GAMMA
            high, low = product(_scramble(at), limit)
    return at, np.int64(high)


least_of_some = uncounted(bind_helper(runtime.least_of_some))


@uncounted
def shuffle_row(holder: Row, first: int, size: int, at: int) -> int:
    """Shuffle some numbers of an array (Fisher and Yates, from the end); return the stream."""
    at = stream(at)
    for last in range(size - 1, 0, -1):
        at, other = below(at, last + 1)
        here, there = np.uint64(first + last), np.uint64(first + other)
        piece = holder[here]
        holder[here] = holder[there]
        holder[there] = piece
    return at


shuffle = uncounted(bind_helper(runtime.shuffle))
shuffled_set = uncounted(bind_helper(runtime.shuffled_set))


@counted
def zeros(size: int) -> Row:
    """Return an array of this many zeros."""
    return np.zeros(size, np.int64)


rename_set = uncounted(bind_helper(runtime.rename_set))
rename_everywhere = uncounted(bind_helper(runtime.rename_everywhere))
some = counted(bind_helper(runtime.some))


@njit(cache=True)
def add_joint_counts(numbers: Row, keys: Row, classes: Row, sign: int) -> None:
    """Add (or subtract) all pairs of sides with the same key; rows are sorted by key, then by class."""
    kinds, counts = np.empty(keys.shape[0], np.int64), np.empty(keys.shape[0], np.int64)
    at = 0
    while at < keys.shape[0]:
        key, number = keys[at], 0
        while at < keys.shape[0] and keys[at] == key:
            if number and kinds[number - 1] == classes[at]:
                counts[number - 1] += 1
            else:
                kinds[number], counts[number] = classes[at], 1
                number += 1
            at += 1
        for row in range(number):
            for other in range(number):
                numbers[kinds[row], kinds[other]] += sign * counts[row] * counts[other]


check({"share_taken": add_joint_counts})


@uncounted
def insert_distinct(counts: Row, row: int, first: int, number: int, entry: int) -> None:
    """Insert an entry into the ascending, distinct numbers in these columns of a row, which end with -1."""
    place = first
    while counts[row, place] >= 0 and counts[row, place] < entry:
        place += 1
    if counts[row, place] != entry:
        for other in range(first + number - 1, place, -1):
            counts[row, other] = counts[row, other - 1]
        counts[row, place] = entry


@uncounted
def disjoint(sides: Row, starts: Row, side: int, other: int) -> tuple[int, int]:
    """Return two sides, one of each class, without a common piece; such sides must exist."""
    for first in range(starts[side], starts[side + 1]):
        for second in range(starts[other], starts[other + 1]):
            if not sides[first] & sides[second]:
                return sides[first], sides[second]
    return 0, 0


@helper
def branch(seed: int, number: int) -> int:
    """Return the seed of another stream, one for each number."""
    return _scramble(seed ^ _scramble(np.uint64(number + 1) * GAMMA))
