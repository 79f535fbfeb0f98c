"""Lay out text: prose broken into lines, and rows in straight columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

COLUMNS = 80
"""How wide lines are where nobody says."""


def wrapped(text: str, first: str = "", later: str | None = None, columns: int = COLUMNS) -> list[str]:
    """Break prose into lines."""
    import textwrap

    return textwrap.wrap(
        " ".join(text.split()),
        columns,
        initial_indent=first,
        subsequent_indent=first if later is None else later,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def numbered(
    words: Sequence[str],
    notes: Sequence[str] = (),
    columns: int = COLUMNS,
    has_numbers: bool = True,
    length: Callable[[str], int] = len,
) -> list[str]:
    """List things with their numbers: side by side, or one a line where they have notes of their own."""
    cells = [f"{number:3} {word}" if has_numbers else f"  {word}" for number, word in enumerate(words, 1)]
    wide = max(map(length, cells), default=0)
    padded = [cell + " " * (wide - length(cell)) for cell in cells]
    if any(notes):
        every = [*notes, *[""] * (len(cells) - len(notes))]
        return [f"{cell}  {f'[{note}]' if note else ''}".rstrip() for cell, note in zip(padded, every, strict=True)]
    in_a_line = max(1, columns // (wide + 3))
    return ["   ".join(padded[start : start + in_a_line]).rstrip() for start in range(0, len(cells), in_a_line)]


def table(rows: list[list[str]], right: frozenset[int] = frozenset(), gap: str = "  ") -> list[str]:
    """Lay out rows in straight columns; those named are set to the right, and short rows end early."""
    from itertools import zip_longest

    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    return [
        gap.join(
            cell.rjust(widths[column]) if column in right else cell.ljust(widths[column])
            for column, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]
