"""Words of more than 64 bits for Numba, for sets of as many members: an integer type with the operations of Python's.

LLVM knows integers of any length; Numba has none above 64 bits.  This adds the type, what generated code does with it,
and vectors of such words, which Python reads and writes as integers.  A word that stands beside a shorter number makes
it as long as itself; places in arrays, bounds of loops and quotients are cut to 64 bits.
"""

# Numba has no types of its own for its decorators.
# mypy: disable-error-code="untyped-decorator, misc, no-any-return"

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.datamodel import models
from numba.core.imputils import lower_cast, lower_constant
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.cpython import numbers
from numba.extending import box, intrinsic, lower_builtin, register_model, typeof_impl

from cc_dsl.compiler.target import WORD

if TYPE_CHECKING:
    from numba.core.base import BaseContext
    from numba.core.pythonapi import _BoxContext
    from numba.core.typing.templates import Signature

Operation: TypeAlias = Callable[..., object]
Lowering: TypeAlias = Callable[..., object]
"""Writes an operation for LLVM."""
Kinds: TypeAlias = "Callable[[LongWord], tuple[types.Type, types.Type]]"
"""Gives the kinds of the result and of each argument, where one argument is a long word."""


class LongWord(types.Type):
    """The type of a signed word of more than 64 bits."""

    signed = True

    def __init__(self, bits: int) -> None:
        """Set the number of bits; Numba reads it under the name that its own integers have for it."""
        self.bitwidth = bits
        super().__init__(f"word of {bits} bits")

    def unify(self, context: object, other: types.Type) -> types.Type | None:
        """Return the type of a variable that holds such words and others."""
        return self if isinstance(other, types.Integer | types.Boolean) else None

    def can_convert_from(self, context: object, other: types.Type) -> Conversion | None:
        """Return how safely another type becomes this one."""
        return Conversion.promote if isinstance(other, types.Integer | types.Boolean) else None


NUMBERS = (types.Integer, types.Boolean, LongWord)


@register_model(LongWord)
class LongWordModel(models.PrimitiveModel):
    def __init__(self, manager: object, kind: LongWord) -> None:
        super().__init__(manager, kind, ir.IntType(kind.bitwidth))


# ------------------------------------------------------------------------------------------ operations


def _typed(operation: Operation, kinds: Kinds) -> None:
    """Let an operation take long words, beside others or alone."""

    def generic(self: object, arguments: Sequence[types.Type], names: object) -> Signature | None:
        wide = next((one for one in arguments if isinstance(one, LongWord)), None)
        if wide is None or names or not all(isinstance(one, NUMBERS) for one in arguments):
            return None
        result, each = kinds(wide)
        return signature(result, *[each] * len(arguments))

    infer_global(operation)(type("LongWordTemplate", (AbstractTemplate,), {"key": operation, "generic": generic}))


def _is_some(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Sequence[ir.Value]) -> ir.Value:
    return builder.icmp_signed("!=", values[0], values[0].type(0))


def _is_none(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Sequence[ir.Value]) -> ir.Value:
    return builder.icmp_signed("==", values[0], values[0].type(0))


def _least(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Sequence[ir.Value]) -> ir.Value:
    return builder.select(builder.icmp_signed("<=", *values), *values)


ARITHMETIC: dict[Lowering, tuple[Operation, ...]] = {
    numbers.int_add_impl: (operator.add, operator.iadd),
    numbers.int_sub_impl: (operator.sub, operator.isub),
    numbers.int_mul_impl: (operator.mul, operator.imul),
    numbers.int_and_impl: (operator.and_, operator.iand),
    numbers.int_or_impl: (operator.or_, operator.ior),
    numbers.int_xor_impl: (operator.xor, operator.ixor),
    numbers.int_shl_impl: (operator.lshift, operator.ilshift),
    numbers.int_shr_impl: (operator.rshift, operator.irshift),
    _least: (min,),
}
SIGNS: dict[Lowering, Operation] = {numbers.int_negate_impl: operator.neg, numbers.int_invert_impl: operator.invert}
COMPARISONS: dict[Lowering, Operation] = {
    numbers.int_slt_impl: operator.lt,
    numbers.int_sle_impl: operator.le,
    numbers.int_sgt_impl: operator.gt,
    numbers.int_sge_impl: operator.ge,
    numbers.int_eq_impl: operator.eq,
    numbers.int_ne_impl: operator.ne,
}
TRUTH: dict[Lowering, Operation] = {_is_some: bool, _is_none: operator.not_}
CUT: tuple[Operation, ...] = (operator.floordiv, operator.ifloordiv, operator.mod, operator.imod)
"""Operations on numbers only, and never on sets."""

for lowered, operations in ARITHMETIC.items():
    for operation in operations:
        _typed(operation, lambda wide: (wide, wide))
        lower_builtin(operation, LongWord, LongWord)(lowered)
for lowered, operation in SIGNS.items():
    _typed(operation, lambda wide: (wide, wide))
    lower_builtin(operation, LongWord)(lowered)
for lowered, operation in COMPARISONS.items():
    _typed(operation, lambda wide: (types.boolean, wide))
    lower_builtin(operation, LongWord, LongWord)(lowered)
for lowered, operation in TRUTH.items():
    _typed(operation, lambda wide: (types.boolean, wide))
    lower_builtin(operation, LongWord)(lowered)
for operation in CUT:
    _typed(operation, lambda wide: (types.int64, types.int64))
_typed(range, lambda wide: (types.range_state64_type, types.int64))


@lower_cast(types.Integer, LongWord)
@lower_cast(types.Boolean, LongWord)
def _widened(
    context: BaseContext, builder: ir.IRBuilder, given: types.Type, wanted: LongWord, value: ir.Value
) -> ir.Value:
    extend = builder.sext if getattr(given, "signed", False) else builder.zext
    return extend(value, ir.IntType(wanted.bitwidth))


@lower_cast(types.IntegerLiteral, LongWord)
def _literal_widened(
    context: BaseContext, builder: ir.IRBuilder, given: types.IntegerLiteral, wanted: LongWord, value: ir.Value
) -> ir.Value:
    return ir.IntType(wanted.bitwidth)(given.literal_value)


@lower_constant(LongWord)
def _figure(context: BaseContext, builder: ir.IRBuilder, kind: LongWord, value: int) -> ir.Value:
    return ir.IntType(kind.bitwidth)(value)


@lower_cast(LongWord, types.Integer)
def _cut(
    context: BaseContext, builder: ir.IRBuilder, given: LongWord, wanted: types.Integer, value: ir.Value
) -> ir.Value:
    return builder.trunc(value, ir.IntType(wanted.bitwidth))


@box(LongWord)
def _boxed(kind: LongWord, value: ir.Value, given: _BoxContext) -> ir.Value:
    """Return a word as an integer of Python: its highest 64 bits with their sign, and the others below it."""
    word, python, builder = ir.IntType(WORD), given.pyapi, given.builder
    length = python.long_from_longlong(word(WORD))
    found = python.long_from_longlong(_part(builder, value, kind.bitwidth - WORD))
    for first in range(kind.bitwidth - 2 * WORD, -1, -WORD):
        high, low = python.number_lshift(found, length), python.long_from_ulonglong(_part(builder, value, first))
        python.decref(found)
        found = python.number_or(high, low)
        python.decref(high)
        python.decref(low)
    python.decref(length)
    return found


def _part(builder: ir.IRBuilder, value: ir.Value, first: int) -> ir.Value:
    return builder.trunc(builder.lshr(value, value.type(first)), ir.IntType(WORD))


# --------------------------------------------------------------------------------------------- vectors


def _typed_access(operation: Operation, result: Callable[[types.Array], types.Type]) -> None:
    """Let arrays be read and written at a place, or with a value, that is a long word."""

    def generic(self: object, arguments: Sequence[types.Type], names: object) -> Signature | None:
        array, at, *value = arguments
        if names or not isinstance(array, types.Array) or not isinstance(array.dtype, NUMBERS):
            return None
        places = at.types if isinstance(at, types.BaseTuple) else (at,)
        if len(places) != array.ndim or not all(isinstance(one, NUMBERS) for one in (*places, *value)):
            return None
        place = types.int64 if len(places) == 1 else types.UniTuple(types.int64, len(places))
        return signature(result(array), array, place, *[array.dtype] * len(value))

    infer_global(operation)(type("LongWordTemplate", (AbstractTemplate,), {"key": operation, "generic": generic}))


_typed_access(operator.getitem, lambda array: array.dtype)
_typed_access(operator.setitem, lambda array: types.none)


class LongWords(np.ndarray):
    """Long words in a row, or in rows of equal length: integers for Python, words for Numba."""

    __numba_array_subtype_dispatch__ = True

    def __getitem__(self, place: object) -> object:
        """Return the integer at a place, or the words of a stretch."""
        found = super().__getitem__(place)
        return found if isinstance(found, LongWords) else int.from_bytes(found.tobytes(), "little", signed=True)

    def __setitem__(self, place: object, value: object) -> None:
        """Put an integer at a place, or other words in a stretch."""
        raw = np.void(value.to_bytes(self.itemsize, "little", signed=True)) if isinstance(value, int) else value
        super().__setitem__(place, raw)

    def __iter__(self) -> Iterator[object]:
        """Yield the integers, or the rows."""
        return (self[place] for place in range(len(self)))


@typeof_impl.register(LongWords)
def _typeof_words(vector: LongWords, context: object) -> types.Array:
    return types.Array(LongWord(vector.itemsize * 8), vector.ndim, "C", readonly=not vector.flags.writeable)


def empty(shape: int | tuple[int, int], bits: int) -> LongWords:
    """Return words of this many bits, all of them 0."""
    return np.zeros(shape, dtype=f"V{bits // 8}").view(LongWords)


def words(values: Iterable[int], bits: int) -> LongWords:
    """Return a table of integers as words of this many bits."""
    given = tuple(values)
    found = empty(len(given), bits)
    for place, value in enumerate(given):
        found[place] = value
    found.flags.writeable = False
    return found


@cache
def single(bits: int) -> Callable[[int], int]:
    """Return the function of compiled code that gives the set of one piece as a word of this many bits."""
    wide = LongWord(bits)

    @intrinsic
    def only(typingctx: object, piece: object) -> object:
        """Return the set of one piece, which must be there."""

        def generate(
            context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: Sequence[ir.Value]
        ) -> ir.Value:
            return builder.shl(arguments[0].type(1), arguments[0])

        return wide(wide), generate

    return only
