"""Fold several programs into one that can run as any of them; the statements that they share are written once.

The statements of each program are aligned with those of the first, block by block.  Where a program has others, they
stand under a test of the variable `which`, whose value is the number of the program that is to run.  Local names do not
matter: where two programs call the same thing differently, the name of the first is used.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import NamedTuple

WHICH = "which"
"""The variable that says which program runs."""
MOST = 60
"""The most programs that can be folded into one: each has a bit in a word."""
NAMED = re.compile(r"id='(\w+)'")
"""Where a name stands in the dump of a syntax tree."""


class Folded:
    """A program, with the statements in which others differ from it."""

    def __init__(self, first: Sequence[ast.stmt], parameters: Iterable[str]) -> None:
        """Start with one program, whose number is 0; all programs have these parameters."""
        self._body = FoldedBlock(first)
        self._parameters = frozenset(parameters)
        self._names = {name.id for name in _names(first)}
        self._local = self._locals(first)
        self.programs = 1

    def add(self, other: Sequence[ast.stmt]) -> int:
        """Fold a program in, whose statements are changed, and return its number."""
        number, self.programs = self.programs, self.programs + 1
        naming = LocalNames(self._local | self._locals(other), self._names)
        naming.see(self._body.first, other)
        for name in _names(other):
            name.id = naming.of(name.id, number)
        self._names |= {name.id for name in _names(other)}
        self._body.fold(other, number)
        return number

    def _locals(self, program: Sequence[ast.stmt]) -> frozenset[str]:
        """Return the local names of a program: what is assigned in it."""
        assigned = frozenset(name.id for name in _names(program) if isinstance(name.ctx, ast.Store))
        return assigned - self._parameters

    def statements(self) -> list[ast.stmt]:
        """Return the statements of the program that does what any of them does."""
        return self._body.statements()


class LocalNames:
    """The local names of one program in the words of another."""

    def __init__(self, local: frozenset[str], used: Iterable[str]) -> None:
        """Start with the local names of both, and all that have a meaning in the other."""
        self._local = local
        self._used = {*used}
        self._named: dict[str, str] = {}

    def see(self, first: Sequence[ast.stmt], other: Sequence[ast.stmt]) -> None:
        """Compare two programs, statement by statement, and note the names that stand in the same places."""
        for part in _aligned([self._shape(one) for one in first], first, [self._shape(one) for one in other], other):
            for one, two in part.pairs():
                if self._shape(one) == self._shape(two):
                    for ours, theirs in zip(_names(_head(one)), _names(_head(two)), strict=True):
                        self._note(ours.id, theirs.id)
                for inner, their_inner in zip(_blocks(one), _blocks(two), strict=True):
                    self.see(inner, their_inner)

    def _note(self, ours: str, theirs: str) -> None:
        is_known = theirs in self._named or ours in self._named.values()
        if not is_known and {ours, theirs} <= self._local:
            self._named[theirs] = ours

    def of(self, name: str, number: int) -> str:
        """Return the name that a thing has in the other program, or one that nothing has there."""
        if name not in self._local:
            return name
        if name not in self._named:
            is_free = name not in self._used and name not in self._named.values()
            self._named[name] = name if is_free else f"{name}_of{number}"
        return self._named[name]

    def _shape(self, statement: ast.stmt) -> str:
        """Return the text of a statement without its local names and without the blocks in it."""
        return NAMED.sub(lambda found: "" if found.group(1) in self._local else found.group(), _text(statement))


class FoldedStatement:
    """A statement of the first program: what stands before it in others, and which of them lack it or test otherwise.

    None is the end of a block.
    """

    def __init__(self, statement: ast.stmt | None) -> None:
        """Start with the first program alone."""
        self.statement = statement
        self.before: dict[int, list[ast.stmt]] = {}
        self.lacking: set[int] = set()
        self._tests: dict[int, ast.expr] = {}
        self._blocks = [FoldedBlock(block) for block in _blocks(statement)]

    def fold(self, other: ast.stmt, number: int) -> None:
        """Note where the same statement of another program differs."""
        is_same = self.statement is not None and _text(self.statement) == _text(other)
        if isinstance(other, ast.If | ast.While) and not is_same:
            self._tests[number] = other.test
        for block, inner in zip(self._blocks, _blocks(other), strict=True):
            block.fold(inner, number)

    def whole(self) -> ast.stmt | None:
        """Return the statement with all that is in its blocks."""
        found = self.statement
        bodies = [block.statements() for block in self._blocks]
        if isinstance(found, ast.If | ast.While):
            return type(found)(self._test(found.test), bodies[0] or [ast.Pass()], bodies[1])
        if isinstance(found, ast.For):
            return ast.For(found.target, found.iter, bodies[0] or [ast.Pass()], bodies[1])
        return found

    def _test(self, test: ast.expr) -> ast.expr:
        for number, other in self._tests.items():
            test = ast.IfExp(_is_one_of([number]), _truth(other), _truth(test))
        return test


class FoldedBlock:
    """The statements of a block of the first program, and how others differ."""

    def __init__(self, first: Sequence[ast.stmt]) -> None:
        """Start with the first program alone."""
        self.first = first
        self._texts = [_text(one) for one in first]
        self._folded = [FoldedStatement(one) for one in (*first, None)]

    def fold(self, other: Sequence[ast.stmt], number: int) -> None:
        """Note where another program differs, whose names are those of the first."""
        at = 0
        for part in _aligned(self._texts, self.first, [_text(one) for one in other], other):
            if part.is_paired:
                for folded, one in zip(self._folded[at:], part.theirs, strict=False):
                    folded.fold(one, number)
            else:
                self._folded[at].before[number] = part.theirs
                for folded in self._folded[at : at + len(part.ours)]:
                    folded.lacking.add(number)
            at += len(part.ours)

    def statements(self) -> list[ast.stmt]:
        """Return the statements, those of some programs only under a test."""
        found: list[ast.stmt] = []
        for lacking, group in groupby(self._folded, lambda one: frozenset(one.lacking)):
            together: list[ast.stmt] = []
            for one in group:
                if any(one.before.values()):
                    found += _unless(lacking, together)
                    together = []
                for number, body in one.before.items():
                    found += _when(number, body)
                whole = one.whole()
                together += [] if whole is None else [whole]
            found += _unless(lacking, together)
        return found


class AlignedPart(NamedTuple):
    """Statements of two programs that stand at the same place; paired are those that are the same but for blocks and
    tests."""

    ours: list[ast.stmt]
    theirs: list[ast.stmt]
    is_paired: bool

    def pairs(self) -> Iterator[tuple[ast.stmt, ast.stmt]]:
        """Yield the statements that are paired."""
        if self.is_paired:
            yield from zip(self.ours, self.theirs, strict=True)


def _aligned(
    ours: Sequence[str], our: Sequence[ast.stmt], theirs: Sequence[str], their: Sequence[ast.stmt]
) -> Iterator[AlignedPart]:
    """Align two runs of statements by their texts."""
    for kind, first, last, begin, end in SequenceMatcher(None, ours, theirs, False).get_opcodes():
        part, other = [*our[first:last]], [*their[begin:end]]
        is_tested_only = len(part) == len(other) and all(map(_differ_in_tests, part, other))
        yield AlignedPart(part, other, kind == "equal" or is_tested_only)


def _differ_in_tests(one: ast.stmt, other: ast.stmt) -> bool:
    return isinstance(one, ast.If | ast.While) and type(one) is type(other)


def _blocks(statement: ast.stmt | None) -> list[list[ast.stmt]]:
    """Return the blocks in a statement."""
    return [statement.body, statement.orelse] if isinstance(statement, ast.If | ast.While | ast.For) else []


def _head(statement: ast.stmt) -> list[ast.AST]:
    """Return a statement without its blocks."""
    if isinstance(statement, ast.If | ast.While):
        return [statement.test]
    return [statement.target, statement.iter] if isinstance(statement, ast.For) else [statement]


def _text(statement: ast.stmt) -> str:
    """Return a text that is equal for statements that are the same without their blocks."""
    return " ".join([type(statement).__name__, *map(ast.dump, _head(statement))])


def _names(nodes: Iterable[ast.AST]) -> Iterator[ast.Name]:
    """Yield all names in the order in which they stand."""
    return (node for whole in nodes for node in ast.walk(whole) if isinstance(node, ast.Name))


def _when(number: int, body: list[ast.stmt]) -> list[ast.stmt]:
    """Return statements that only one program does."""
    return [ast.If(_is_one_of([number]), body, [])] if body else []


def _unless(lacking: Iterable[int], body: list[ast.stmt]) -> list[ast.stmt]:
    """Return statements that some programs do not do."""
    return [ast.If(ast.UnaryOp(ast.Not(), _is_one_of(lacking)), body, [])] if lacking and body else body


def _is_one_of(numbers: Iterable[int]) -> ast.expr:
    """Return the test whether one of some programs runs."""
    bits = ast.Constant(sum(1 << number for number in numbers))
    shifted = ast.BinOp(bits, ast.RShift(), ast.Name(WHICH, ast.Load()))
    return ast.Compare(ast.BinOp(shifted, ast.BitAnd(), ast.Constant(1)), [ast.NotEq()], [ast.Constant(0)])


def _truth(test: ast.expr) -> ast.expr:
    """Return a test as a truth, whatever its type."""
    return ast.Call(ast.Name("bool", ast.Load()), [test], [])
