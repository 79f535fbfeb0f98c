"""The operations that are written differently for plain Python and for Numba.

Plain Python has no cheap function call and unbounded integers; Numba has small inlined helpers
(`cc_dsl/codegen/native.py`) and 64 bits. The rest of the generated source is the same.

    the number of cards in his hand                 hand_in[p1].bit_count()      in plain Python
                                                    count(S[4 + p1])             for Numba
"""

from __future__ import annotations

from cc_dsl.codegen.flat import Var
from cc_dsl.codegen.runtime import TOP

VECTOR = "S"
WORDS = "words"
"""The variable for the random words that plain Python has drawn ahead for answers."""
SIDE = 1 << 12
"""Players who win together are this number plus the set of them; a single winner is one number, nobody is -1."""
WORD = 64
"""The bits of a word of the machine."""
WHO = 1 << 16
"""The end of a game in one number: the reason times this factor, plus the winner, where 0 is nobody."""


def is_simple(text: str) -> bool:
    """Return whether a text is a name or a literal, which may be repeated at no cost."""
    return text.replace("_", "a").isalnum() or (text[:1] == "-" and text[1:].isdigit())


def packed_end(winner: str, reason: int) -> str:
    """Return the end of a game as one number: the winner and the reason."""
    if winner.lstrip("-").isdigit():
        return str(reason * WHO + 1 + int(winner))
    return f"{winner} + {reason * WHO + 1}"


def with_sign(word: int) -> int:
    """Return the signed integer with the same 64 bits."""
    return word - (1 << WORD) if word >> (WORD - 1) else word


def in_brackets(text: str) -> str:
    """Put brackets around a text unless it is simple."""
    return text if is_simple(text) or (text.startswith("(") and _is_in_brackets(text)) else f"({text})"


def _is_in_brackets(text: str) -> bool:
    """Return whether the last character of a text closes the bracket with which it begins."""
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def _entries(values: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, values))},)"


class Plain:
    """Plain Python: one local variable for each single cell, a list for each run."""

    is_fast = False
    """Whether Numba compiles the source: it keeps ranges in the vector; plain Python instead caches the sorts of
    pieces.
    """
    most_bits: int | None = None
    """The number of bits of a number beside its sign; None means unlimited."""

    def __init__(self, is_stepwise: bool = False) -> None:
        """Store everything in the vector if play stops at every question."""
        self.is_stepwise = is_stepwise

    @property
    def is_local(self) -> bool:
        """Return whether all communication between blocks is in local variables."""
        return not self.is_stepwise and not self.is_fast

    def is_not_empty(self, mask: str) -> str:
        """Return the test that a set is not empty."""
        return mask

    def empty(self, mask: str) -> str:
        """Return the test that a set is empty."""
        return f"(not {mask})"

    def singleton(self, piece: str) -> str:
        """Return the set of one piece; the empty set for none."""
        return f"only[{piece}]"

    def bit(self, member: str) -> str:
        """Return the set of one member, which must exist."""
        return f"1 << {member}"

    def single_cell(self, var: Var) -> str:
        """Read a single cell."""
        return f"{VECTOR}[{var.start}]" if self.is_stepwise else var.name

    def cell_of_run(self, var: Var, index: str) -> str:
        """Read one cell of a run."""
        if not self.is_stepwise and not self.is_fast:
            return f"{var.name}[{index}]"
        if index.isdigit():
            return f"{VECTOR}[{var.start + int(index)}]"
        return f"{VECTOR}[{var.start} + {index}]" if var.start else f"{VECTOR}[{index}]"

    def holder(self, var: Var) -> tuple[str, str]:
        """Return the list that contains a range, and the index of its first element."""
        if self.is_stepwise or self.is_fast:
            return VECTOR, str(var.start)
        return var.name, "0"

    def parameter(self, var: Var) -> str:
        """Return the argument that a function needs to read a variable."""
        if self.is_stepwise or (self.is_fast and not var.is_one):
            return VECTOR
        return var.name

    def count(self, mask: str) -> str:
        """Count the bits of a set."""
        return str(int(mask).bit_count()) if mask.isdigit() else f"{in_brackets(mask)}.bit_count()"

    def lowest(self, mask: str) -> str:
        """Return the lowest piece of a set that is not empty."""
        if mask.isdigit():
            return str((int(mask) & -int(mask)).bit_length() - 1)
        if is_simple(mask):
            return f"(({mask} & -{mask}).bit_length() - 1)"
        return f"lowest({mask})"

    def highest(self, mask: str) -> str:
        """Return the highest piece of a set that is not empty."""
        return str(int(mask).bit_length() - 1) if mask.isdigit() else f"({in_brackets(mask)}.bit_length() - 1)"

    def draw_ahead(self, stream: str, result: str, bound: str, is_small: bool) -> list[str]:
        """Draw a number below a bound from a stream; plain Python draws words in batches.

        `is_small` says that the bound is below `MOST_SMALL`.
        """
        if not self.is_local:
            return self.draw(stream, result, bound)
        if not is_small:
            return [f"{stream}, {result} = draw_below({WORDS}, {stream}, {bound})"]
        return [
            f"if not {WORDS}:",
            f"    {stream} = ahead({WORDS}, {stream})",
            f"{result} = {WORDS}.pop() * {bound} >> {TOP}",
        ]

    def draw(self, stream: str, result: str, bound: str) -> list[str]:
        """Draw a number below a bound from a stream."""
        return [f"{stream}, {result} = below({stream}, {bound})"]

    def pick(self, result: str, mask: str, number: str, bit: str) -> list[str]:
        """Write the pick of the piece with this many pieces of a set below it, as a number and as a set.

        The variable with the number of pieces below is overwritten; `w` holds the pieces from the pick upwards.
        """
        return [
            f"w = {mask}",
            f"while {number}:",
            "    w &= w - 1",
            f"    {number} -= 1",
            f"{bit} = w & -w",
            f"{result} = {bit}.bit_length() - 1",
        ]

    def next_of(self, left: str, piece: str, bit: str) -> list[str]:
        """Remove the lowest piece from a set; return it as a number and, if named, as a set."""
        if not bit:
            return [f"{piece} = {self.lowest(left)}", f"{left} &= {left} - 1"]
        # LLVM knows that the lowest piece is not negative, and indexes tables by it without a test.
        number = self.lowest(bit) if self.is_fast else f"{bit}.bit_length() - 1"
        return [f"{bit} = {left} & -{left}", f"{piece} = {number}", f"{left} ^= {bit}"]

    def table(self, name: str, values: tuple[int, ...]) -> str:
        """Write a table of constants."""
        return f"{name} = {_entries(values)}"

    def initial_literal(self, figure: int) -> str:
        """Return the literal of a variable's initial value."""
        return str(figure)

    def extra(self, place: int, name: str) -> str:
        """Return the storage of a number that is not part of the rules, at the end of the vector."""
        return f"{VECTOR}[{place}]" if self.is_stepwise or self.is_fast else name

    def initial_lines(self, var: Var) -> list[str]:
        """Write the initial values of a whole range."""
        if self.is_stepwise or self.is_fast:
            # Numba would compile a call again for each range, so write one line for each place.
            return [f"{VECTOR}[{place}] = {var.first}" for place in range(var.start, var.start + var.size)]
        return [f"{var.name} = [{var.first}] * {var.size}"]

    def end(self, winner: str, reason: int, results: list[str]) -> str:
        """Write the end of a game: the winner, the reason, the number of moves, and the results."""
        return f"return {', '.join([winner, str(reason), 'moves', *results])}"


class Fast(Plain):
    """Python for Numba: single cells are local variables, runs lie in the vector."""

    is_fast = True
    most_bits = WORD - 2

    def initial_literal(self, figure: int) -> str:
        """Return the literal of a variable's initial value."""
        # Numba types a plain literal as a constant, and the variable would get two types.
        return str(figure) if self.is_stepwise else f"int64({figure})"

    def is_not_empty(self, mask: str) -> str:
        """Return the test that a set is not empty."""
        return f"({mask} != 0)"

    def empty(self, mask: str) -> str:
        """Return the test that a set is empty."""
        return f"({mask} == 0)"

    def singleton(self, piece: str) -> str:
        """Return the set of one piece, which must exist."""
        return in_brackets(self.bit(piece))

    def count(self, mask: str) -> str:
        """Count the bits of a set."""
        return f"count({mask})"

    def lowest(self, mask: str) -> str:
        """Return the lowest piece of a set that is not empty."""
        return f"lowest({mask})"

    def highest(self, mask: str) -> str:
        """Return the highest piece of a set that is not empty."""
        return f"highest({mask})"

    def pick(self, result: str, mask: str, number: str, bit: str) -> list[str]:
        """Return the piece of a set that has this many pieces below it."""
        return [f"{result} = pick({mask}, {number})"]

    def table(self, name: str, values: tuple[int, ...]) -> str:
        """Write a table of constants."""
        # Use the shortest integers that fit, so that more of the table stays in the processor's cache.
        bits = max(((value if value >= 0 else ~value).bit_length() + 1 for value in values), default=1)
        # Sets with the highest bit of a word are negative numbers.
        short = next((size for size in (8, 16, 32) if bits <= size), WORD)
        return f"{name} = array({_entries(values)}, dtype=int{short})"

    def end(self, winner: str, reason: int, results: list[str]) -> str:
        """Write the end of a game as one number: the reason, and below it the winner, with 0 for nobody."""
        return f"return {packed_end(winner, reason)}"
