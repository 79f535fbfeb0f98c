"""Instructions of the processor for Numba, on sets that are words of 64 bits."""

# Numba has no types of its own for its decorators.
# mypy: disable-error-code="untyped-decorator, no-any-return"

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from cc_dsl.codegen.target import WORD

if TYPE_CHECKING:
    from numba.core.base import BaseContext
    from numba.core.typing.templates import Signature

Generate: TypeAlias = "Callable[[BaseContext, ir.IRBuilder, Signature, Sequence[ir.Value]], object]"
BITS = ir.IntType(WORD)


def _of_a_word(name: str, *flags: bool) -> Generate:
    """Return what calls an instruction that gives a number for a word."""

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
    return types.int64(types.int64), _of_a_word("llvm.ctpop")


@intrinsic
def lowest(typingctx: object, word: object) -> object:
    """Return the lowest piece of a set that is not empty."""
    return types.int64(types.int64), _of_a_word("llvm.cttz", False)


@intrinsic
def highest(typingctx: object, word: object) -> object:
    """Return the highest piece of a set that is not empty."""
    zeros = _of_a_word("llvm.ctlz", False)

    def generate(
        context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: Sequence[ir.Value]
    ) -> ir.Value:
        return builder.sub(BITS(WORD - 1), zeros(context, builder, signature, arguments))

    return types.int64(types.int64), generate


@intrinsic
def product(typingctx: object, left: object, right: object) -> object:
    """Multiply two words; give the high word of the product, and the low one."""

    def generate(
        context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: Sequence[ir.Value]
    ) -> object:
        double = ir.IntType(2 * WORD)
        found = builder.mul(builder.zext(arguments[0], double), builder.zext(arguments[1], double))
        high = builder.trunc(builder.lshr(found, double(WORD)), BITS)
        return context.make_tuple(builder, signature.return_type, [high, builder.trunc(found, BITS)])

    return types.UniTuple(types.uint64, 2)(types.uint64, types.uint64), generate


@intrinsic
def deposited(typingctx: object, word: object, mask: object) -> object:
    """Put the lowest bits of a word where a mask has its bits."""

    def generate(
        context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: Sequence[ir.Value]
    ) -> ir.Value:
        function = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", [], ir.FunctionType(BITS, [BITS, BITS]))
        return builder.call(function, arguments)

    return types.int64(types.int64, types.int64), generate


@intrinsic(prefer_literal=True)
def having(
    typingctx: object, holder: types.Array, first: object, number: types.IntegerLiteral, value: object
) -> object:
    """Return, as a set, which of some numbers in a row are equal to one; all are compared at once."""
    many = number.literal_value

    def generate(
        context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: Sequence[ir.Value]
    ) -> ir.Value:
        row = ir.VectorType(BITS, many)
        data = context.make_array(holder)(context, builder, arguments[0]).data
        place = builder.bitcast(builder.gep(data, [arguments[1]]), row.as_pointer())
        nothing, one = ir.Constant(row, ir.Undefined), ir.IntType(32)
        alone = builder.insert_element(nothing, arguments[3], one(0))
        everywhere = builder.shuffle_vector(alone, nothing, ir.VectorType(one, many)([0] * many))
        equal = builder.icmp_signed("==", builder.load(place, align=WORD // 8), everywhere)
        return builder.zext(builder.bitcast(equal, ir.IntType(many)), BITS)

    return types.int64(holder, types.int64, number, types.int64), generate
