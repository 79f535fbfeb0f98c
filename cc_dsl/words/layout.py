"""Lay out text: prose broken into lines, rows in straight columns, lists with numbers, signs of pieces."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cc_dsl.rules import model

COLUMNS = 80
"""The width of lines by default."""
HIDDEN = "▒"


def wrap(text: str, first: str = "", later: str | None = None, columns: int = COLUMNS) -> list[str]:
    """Return prose broken into lines."""
    return textwrap.wrap(
        " ".join(text.split()),
        columns,
        initial_indent=first,
        subsequent_indent=first if later is None else later,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def number_lines(
    words: Sequence[str],
    notes: Sequence[str] = (),
    columns: int = COLUMNS,
    has_numbers: bool = True,
    length: Callable[[str], int] = len,
) -> list[str]:
    """Return a numbered list of words: side by side, or one entry on each line if they have notes.

    A note for which a line has no room is below its entry.
    """
    cells = [f"{number:3} {word}" if has_numbers else f"  {word}" for number, word in enumerate(words, 1)]
    wide = max(map(length, cells), default=0)
    padded_cells = [cell + " " * (wide - length(cell)) for cell in cells]
    if any(notes):
        lines: list[str] = []
        for cell, note in zip_longest(padded_cells, notes, fillvalue=""):
            line = f"{cell}  [{note}]" if note else cell
            has_room = length(line.rstrip()) <= columns or not note
            lines += [line] if has_room else [cell, *wrap(f"[{note}]", " " * 6, columns=columns)]
        return [*map(str.rstrip, lines)]
    in_a_line = max(1, columns // (wide + 3))
    return ["   ".join(padded_cells[start : start + in_a_line]).rstrip() for start in range(0, len(cells), in_a_line)]


def paragraphs(groups: Iterable[Iterable[str]]) -> list[str]:
    """Return groups of lines with an empty line between them; groups without lines are left out."""
    lines: list[str] = []
    for group in map(list, groups):
        lines += ["", *group] if lines and group else group
    return lines


def table(rows: list[list[str]], right: frozenset[int] = frozenset(), gap: str = "  ") -> list[str]:
    """Lay out rows in columns; the named columns are right-aligned, and a row may have fewer cells."""
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    return [
        gap.join(
            cell.rjust(widths[column]) if column in right else cell.ljust(widths[column])
            for column, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]


def capital(words: str) -> str:
    """Return words with an initial capital; a sign such as a1, and an address, are unchanged."""
    if any(letter.isdigit() or letter == "/" for letter in words.split(" ", 1)[0]):
        return words
    return words[:1].upper() + words[1:]


def curl(words: str) -> str:
    """Return words with printed apostrophes."""
    return words.replace("'", "’")


def as_sentence(words: str) -> str:
    """Return words as a sentence, with a capital and a full stop."""
    return f"{capital(words)}{'' if words.endswith(('.', '?', '!')) else '.'}"


def with_glyphs(words: str, rules: model.Rules) -> str:
    """Return words with the code of each piece replaced by its sign."""
    signs = dict(zip(rules.pieces.codes, rules.pieces.glyphs, strict=True))
    codes = "|".join(map(re.escape, sorted(signs, key=len, reverse=True)))
    return re.sub(rf"(?<![\w-])(?:{codes})(?![\w-])", lambda match: signs[match.group()], words) if signs else words


class Ink(NamedTuple):
    """The signs of the pieces for a reader, and perhaps their colours."""

    pieces: tuple[str, ...]
    """The sign of each piece."""
    tint: Callable[[str], str] = str
    """Colours a finished line."""

    def glyph(self, piece: int | None) -> str:
        """Return the sign of a piece; a hidden piece has a sign of its own."""
        return HIDDEN * 2 if piece is None else self.pieces[piece]

    def glyphs(self, pieces: Iterable[int | None]) -> str:
        """Return the signs of some pieces, with commas between signs of several words."""
        between = ", " if any(" " in sign for sign in self.pieces[:1]) else " "
        return self.tint(between.join(map(self.glyph, pieces)))

    def signs_of(self, rules: model.Rules, piece_words: Sequence[str]) -> str:
        """Return the signs of pieces that were written in one string or in several."""
        words = piece_words if isinstance(piece_words, str) else " ".join(piece_words)
        return self.glyphs(rules.pieces.read_all(words))
