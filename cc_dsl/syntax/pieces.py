"""Parse a rules file block by block, for an editor: a block that has not changed is not parsed again.

A heading at the margin ends whatever stands before it (`layout.py`), so that blocks can be parsed one by one; the nodes
of a block that has moved are the same but for their places. The result is that of `parser.parse`.
"""

from __future__ import annotations

import functools
from itertools import pairwise
from typing import NamedTuple

from lark import Token
from lark.exceptions import UnexpectedInput

from cc_dsl.diagnostics.problem import Problem
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.layout import LayoutError
from cc_dsl.syntax.mistakes import BLOCK, STAND_IN, STAND_IN_HEADING, STAND_IN_SENTENCE, has_words, problems_between
from cc_dsl.syntax.parser import parse, read, refusals
from cc_dsl.trees import Node, children

KEPT = 1_000
"""The number of cached blocks: those of a few editions, and of recent states of a text."""
NOWHERE = Span(0, 0)
"""The place of a node without words."""


class Pieces(NamedTuple):
    """The parsed state of a rules file that is being edited."""

    start: nodes.Start | None
    """The nodes, if the whole file can be parsed."""
    problems: list[Problem]
    sound: nodes.Start | None
    """The nodes of the blocks that can be parsed; None if the first lines cannot."""


def parse_pieces(source: Source) -> Pieces:
    """Parse a rules file; of a block that was parsed before, only its place is found again."""
    text = source.text
    cuts = [*(block.start() for block in BLOCK.finditer(text)), len(text)]
    if len(cuts) < 2 or not has_words(text[: cuts[0]]):
        start, problems = parse(source)
        return Pieces(start, problems, start)
    problems = []
    head = _parse_piece(text[: cuts[0]] + STAND_IN_HEADING + STAND_IN_SENTENCE)
    if not isinstance(head, nodes.Start):
        problems += _problems(source, head, 0, cuts[0], 0)
    blocks: list[nodes.Section | nodes.Editor] = []
    for begin, end in pairwise(cuts):
        by = begin - len(STAND_IN)
        part = _parse_piece(STAND_IN + text[begin:end])
        if isinstance(part, nodes.Start):
            blocks += _move(part, by).blocks
        else:
            problems += _problems(source, part, begin, end, by)
    if not isinstance(head, nodes.Start):
        return Pieces(None, problems, None)
    last = blocks[-1].span.end if blocks else head.edition.span.end
    sound = nodes.Start(Span(head.span.start, last), head.edition, head.uses, tuple(blocks))
    return Pieces(sound if not problems else None, problems, sound)


Unread = Span | list[Token] | None
"""Why a piece cannot be used: what stands too deep, numbers that are too large, or a mistake of syntax (None)."""


@functools.lru_cache(maxsize=KEPT)
def _parse_piece(text: str) -> nodes.Start | Unread:
    """Return the nodes of a piece with what stands in for the rest of the file, or why there are none."""
    try:
        return read(text)
    except (UnexpectedInput, LayoutError):
        return None


@functools.lru_cache(maxsize=KEPT)
def _move(start: nodes.Start, by: int) -> nodes.Start:
    moved = _shift(start, by)
    assert isinstance(moved, nodes.Start)
    return moved


def _shift(part: object, by: int) -> object:
    """Return a node, or several, with all places moved."""
    if isinstance(part, Span):
        return Span(part.start + by, part.end + by) if part != NOWHERE else part
    if isinstance(part, Node):
        return type(part)(*[_shift(child, by) for child in children(part)])
    return tuple(_shift(child, by) for child in part) if isinstance(part, tuple) else part


def _problems(source: Source, unread: Unread, start: int, end: int, by: int) -> list[Problem]:
    return problems_between(source, start, end) if unread is None else refusals(source, unread, by)
