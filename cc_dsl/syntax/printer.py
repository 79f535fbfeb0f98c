"""Print a rules file in the canonical layout; only spaces and line breaks change.

It works on the tokens, so that every word is preserved. The layout has two spaces for each level, one blank line
between blocks, sentences wrapped at 118 columns, and tables with aligned columns.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from lark import Token

from cc_dsl.source.files import Source
from cc_dsl.syntax.lalr import parser

WIDTH = 118
NO_SPACE_BEFORE = (".", ":", ",", ";", ")", "'s")
"""The beginnings of words and phrases, such as `, if`, that follow the word before them without a space."""
TIE = "\0"
"""A space at which no line is broken."""
COMMENT = re.compile(r"^[ \t]*#.*$|(?<=\s)#[^\"\n]*$", re.MULTILINE)


class PrintedLine(NamedTuple):
    """The tokens of one printed line, and its indentation."""

    level: int
    tokens: tuple[Token, ...]


def print_rules(source: Source) -> str:
    """Return the canonical layout of a file that parses."""
    comments = _Comments(source.text)
    parts: list[str] = []
    lines = list(_token_lines(source.text))
    for number, line in enumerate(lines):
        indent = "  " * line.level
        first = line.tokens[0]
        if first.type in ("SECTION", "EDITOR") and line.level == 0:
            parts.append("")
        parts += [indent + comment for comment in comments.comments_before(first.start_pos or 0)]
        if first.type in ("VBAR", "_BAR_OF"):
            table = _aligned_rows(lines, number)
            parts.append(indent + table[number])
        else:
            parts += _wrap(_words(line.tokens), indent)
        last = line.tokens[-1]
        comment = comments.comment_on_line(last.end_pos or 0, source.text)
        if comment:
            parts[-1] += f"  {comment}"
    parts += [comment for _, comment in comments.queue]
    return "\n".join(parts).strip("\n") + "\n"


class _Comments:
    """The comments of a file, which are taken in order."""

    def __init__(self, text: str) -> None:
        self.queue = [(comment.start(), comment.group().strip()) for comment in COMMENT.finditer(text)]

    def comments_before(self, offset: int) -> list[str]:
        """Return the comments before a place."""
        count = sum(start < offset for start, _ in self.queue)
        comments, self.queue = self.queue[:count], self.queue[count:]
        return [comment for _, comment in comments]

    def comment_on_line(self, end: int, text: str) -> str:
        """Return the comment on the line on which a sentence ends."""
        if self.queue and "\n" not in text[end : self.queue[0][0]].rstrip(" \t") and self.queue[0][0] >= end:
            return self.queue.pop(0)[1]
        return ""


def _token_lines(text: str) -> list[PrintedLine]:
    """Divide a text into lines of tokens, with the level of each."""
    lines: list[PrintedLine] = []
    level = 0
    current: list[Token] = []
    for token in parser().lex(text):
        if token.type == "_INDENT":
            level += 1
        elif token.type == "_DEDENT":
            level -= 1
        elif token.type == "_NL":
            if current:
                lines.append(PrintedLine(level, tuple(current)))
            current = []
        else:
            current.append(token)
    return lines


def _words(tokens: tuple[Token, ...]) -> list[str]:
    """Join tokens into the words between which a line may break."""
    words: list[str] = []
    last: Token | None = None
    for token in tokens:
        text = " ".join(str(token).split()) if token.type != "STRING" else str(token)
        follows_directly = text.startswith(NO_SPACE_BEFORE) or (last is not None and last.type == "LPAR")
        if follows_directly and words:
            words[-1] += text
        elif last is not None and last.type == "STRING" and token.type == "STRING":
            words.append(" " + text)  # two spaces between the quotations of a heading
        elif last is not None and last.type == "COLON":
            # Keep the first act on the line of its colon: on a new line it would be parsed as a block.
            words[-1] += TIE + text
        else:
            words.append(text)
        last = token
    return words


def _wrap(words: list[str], indent: str) -> list[str]:
    """Break words into lines of at most `WIDTH` columns; quotations are not broken."""
    lines = [indent]
    for word in words:
        for part in word.split(" ") if not word.startswith(('"', ' "')) else [word]:
            if lines[-1].strip() and len(lines[-1]) + 1 + len(part) > WIDTH:
                lines.append(indent + "    ")
            lines[-1] += (" " + part) if lines[-1].strip() else part.lstrip()
    return [line.replace(TIE, " ") for line in lines]


def _aligned_rows(lines: list[PrintedLine], number: int) -> dict[int, str]:
    """Return the rows of the table of a line, with each cell as wide as the widest of its column."""
    first = number
    while lines[first].tokens[0].type != "_BAR_OF":
        first -= 1
    last = first + 1
    while last < len(lines) and lines[last].tokens[0].type == "VBAR":
        last += 1
    rows = {row: _cells(lines[row].tokens) for row in range(first, last)}
    widths = [max(len(row[column]) for row in rows.values() if column < len(row)) for column in range(len(rows[first]))]
    return {
        place: "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)) + " |"
        for place, row in rows.items()
    }


def _cells(tokens: tuple[Token, ...]) -> list[str]:
    """Return the cells of a row of a table."""
    cells: list[list[str]] = []
    for token in tokens:
        if token.type == "VBAR":
            cells.append([])
        elif token.type == "_BAR_OF":
            cells.append(["of"])
        else:
            cells[-1].append(str(token))
    return [" ".join(cell) for cell in cells if cell]
