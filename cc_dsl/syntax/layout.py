"""Decide which line breaks of a rules file are significant, and convert indentation to tokens.

Inside a sentence a line break is not significant, so rules may be wrapped like prose. A line break is significant after
a full stop, a colon, a row of a table, or the quoted words of a heading.
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.lark import PostLex

ENDS_A_LINE = frozenset({"DOT", "COLON", "VBAR"})
OPENS_A_HEADING = frozenset({"SECTION", "EDITOR"})


class LayoutError(Exception):
    """A line is indented less than the lines before it, but level with none of them."""

    def __init__(self, token: Token) -> None:
        """Take the first word of the line."""
        super().__init__("this line is level with no line above it")
        self.token = token


class Layout(PostLex):
    """Lark's hook between lexer and parser."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Remove insignificant line breaks; insert _INDENT and _DEDENT where the level changes."""
        levels = [0]
        last: Token | None = None
        pending_token: Token | None = None
        in_heading = False
        for token in stream:
            if token.type == "_NL":
                pending_token = token
                continue
            if pending_token is not None and self._ends_line(last, token, in_heading):
                yield from self._tokens_of_line_break(levels, last or pending_token, token)
                in_heading = False
                last = None
            pending_token = None
            if last is None and token.type in OPENS_A_HEADING:
                in_heading = True
            yield token
            last = token
        if last is not None:
            yield _empty_token_after("_NL", last)
            yield from (_empty_token_after("_DEDENT", last) for _ in levels[1:])

    def _ends_line(self, last: Token | None, token: Token, in_heading: bool) -> bool:
        """Return whether a line break before a token ends a line of the layout."""
        if last is None:
            return True
        if in_heading:
            return token.type != "STRING"
        # A heading at the margin ends any sentence, so that a missing full stop is reported on its own line.
        return last.type in ENDS_A_LINE or (token.column == 1 and token.type in OPENS_A_HEADING)

    def _tokens_of_line_break(self, levels: list[int], last: Token, token: Token) -> Iterator[Token]:
        """Yield the tokens of a line break, and of the beginning and the ends of blocks by the indentation."""
        yield _empty_token_after("_NL", last)
        level = (token.column or 1) - 1
        if level > levels[-1]:
            levels.append(level)
            yield Token.new_borrow_pos("_INDENT", "", token)
        while level < levels[-1]:
            levels.pop()
            yield _empty_token_after("_DEDENT", last)
        if level != levels[-1]:
            raise LayoutError(token)


def _empty_token_after(type_: str, last: Token) -> Token:
    """Return an empty token at the end of another token, so that the block that it closes ends there."""
    return Token(type_, "", last.end_pos, last.end_line, last.end_column, last.end_line, last.end_column, last.end_pos)
