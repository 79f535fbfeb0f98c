"""Turn offsets in a file into the lines and columns of the protocol, whose columns count UTF-16 units, and back."""

from __future__ import annotations

from lsprotocol import types

from cc_dsl.source.files import Source, Span


def position_of(source: Source, offset: int) -> types.Position:
    """Return the place of a character."""
    line, column = source.position(offset)
    before = source.line(line)[: column - 1]
    return types.Position(line - 1, len(before.encode("utf-16-le")) // 2)


def range_of(source: Source, span: Span) -> types.Range:
    """Return the place of a stretch of text."""
    return types.Range(position_of(source, span.start), position_of(source, span.end))


def offset_of(source: Source, position: types.Position) -> int:
    """Return the character at a place; past the end of a line is its end."""
    line = source.line(position.line + 1)
    units = line.encode("utf-16-le")[: 2 * max(0, position.character)]
    return source.start_of(position.line + 1) + len(units.decode("utf-16-le", "ignore"))
