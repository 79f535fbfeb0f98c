"""Merge modules that play whole games into one that plays games under any of several rules.

Equal functions and tables are written once, whatever their names are; the functions that play a game are folded
(`folding.py`).  The number of the rules that are played stands behind the vector.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cc_dsl.compiler.folding import MOST, WHICH, Folded
from cc_dsl.compiler.generated import GeneratedSource
from cc_dsl.compiler.source import FAST_IMPORTS, INNER, MANY
from cc_dsl.compiler.target import VECTOR
from cc_dsl.compiler.texts import WORD, Texts

PLAY, PLAYS_MANY = "play", "many"
PARAMETERS = (VECTOR, "chance_at", "answers_at")


class MergedName(NamedTuple):
    """The name that a function or table of some module has in the merged one."""

    name: str
    is_new: bool


class MergedModule:
    """The functions and tables of several modules, and one function that plays a game of any."""

    def __init__(self, first: GeneratedSource) -> None:
        """Start with one module, whose number is 0."""
        self._first = first
        self.which_at = first.size + first.offered
        """The place, behind the vector of any, of the number of the rules that are played."""
        self._known: dict[object, str] = {}
        self._lines: list[str] = []
        self._folded = Folded(self._program(first), PARAMETERS)

    @property
    def is_full(self) -> bool:
        """Whether no module more can be merged."""
        return self._folded.programs == MOST

    def fits(self, other: GeneratedSource) -> bool:
        """Return whether a module has in the same places of the vector what it has when a game is over."""
        return _told(other) == _told(self._first)

    def add(self, other: GeneratedSource) -> int:
        """Merge a module that fits, and return its number."""
        self.which_at = max(self.which_at, other.size + other.offered)
        return self._folded.add(self._program(other))

    @property
    def text(self) -> str:
        """The source of the module."""
        play = [ast.parse(f"{WHICH} = {VECTOR}[{self.which_at}]").body[0], *self._folded.statements()]
        head = f"def {PLAY}({', '.join(PARAMETERS)}):"
        body = ast.unparse(ast.fix_missing_locations(ast.Module(play, []))).split("\n")
        told_at, told = self._first.told_at, len(self._first.told)
        many = MANY.format(moves=told_at - 2, told=told, told_at=told_at)
        return "\n".join([*FAST_IMPORTS, *self._lines, "", INNER, head, *(f"    {line}" for line in body), many])

    def _program(self, source: GeneratedSource) -> list[ast.stmt]:
        """Return the statements of a game, in which functions and tables have the names that they have here."""
        texts = Texts(source.text.split("\n"))
        named = {name: self._named(texts, name) for name in texts.names() if name not in (PLAY, PLAYS_MANY)}
        ours = {name: found.name for name, found in named.items()}
        for name, found in named.items():
            if found.is_new:
                self._write(texts.lines(name), ours)
        parsed = ast.parse("\n".join(texts.lines(PLAY))).body[0]
        assert isinstance(parsed, ast.FunctionDef)
        for node in ast.walk(parsed):
            if isinstance(node, ast.Name):
                node.id = ours.get(node.id, node.id)
        return parsed.body

    def _named(self, texts: Texts, name: str) -> MergedName:
        """Return the name that a function or table has here, and whether it was not known before."""
        meaning = texts.of(name)
        if meaning in self._known:
            return MergedName(self._known[meaning], False)
        taken = {*self._known.values()}
        self._known[meaning] = name if name not in taken else f"{name}_{len(taken)}"
        return MergedName(self._known[meaning], True)

    def _write(self, lines: Sequence[str], named: Mapping[str, str]) -> None:
        renamed = [WORD.sub(lambda found: named.get(found.group(), found.group()), line) for line in lines]
        self._lines += ["", *([INNER] if lines[0].startswith("def ") else []), *renamed]


def _told(source: GeneratedSource) -> tuple[object, ...]:
    """Return what stands in the vector when a game is over, and where."""
    return source.told_at, [(one.key, one.owner) for one in source.told]
