"""The terminals of the grammar that may follow at a place of a rules file, and their words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedInput

from cc_dsl.syntax.lalr import parser
from cc_dsl.syntax.layout import LayoutError
from cc_dsl.syntax.mistakes import STAND_IN
from cc_dsl.syntax.words import terminal_phrases

SENTENCE, ACT = frozenset({"INSTEAD", "EXAMPLE"}), frozenset({"SETTLE", "UNTIL"})
"""The terminals that may all begin a sentence, and those that may all begin an act."""
LAST_BLOCK = re.compile(r"(?ms).*^(?=§|editor\b)")


def expected_terminals(before: str) -> frozenset[str]:
    """Return the terminals that may follow a text; none if the text cannot begin a rules file.

    Only the block in which the text ends is parsed.
    """
    cut = LAST_BLOCK.match(before)
    block = STAND_IN + before[cut.end() :] if cut is not None else before
    is_new_line = not block.rpartition("\n")[2].strip()
    thread: Any = parser().parse_interactive(block, "start")
    tokens: list[Token] = []
    try:
        for token in thread.lexer_thread.lex(thread.parser_state):
            tokens.append(token)
    except (UnexpectedInput, LayoutError):
        return frozenset()
    while tokens and not tokens[-1].strip():  # tokens that the layout adds at the end of the text
        last_token = tokens.pop()
        if last_token.type == "_NL" and is_new_line:
            tokens.append(last_token)
            break
    thread = parser().parse_interactive(start="start")
    try:
        for token in tokens:
            thread.feed_token(token)
    except UnexpectedInput:
        return frozenset()
    terminals = frozenset(thread.accepts())
    if terminals == {"_INDENT"} and is_new_line:
        thread.feed_token(Token("_INDENT", ""))
        terminals = frozenset(thread.accepts())
    return terminals


def words_of(terminals: Iterable[str]) -> list[str]:
    """Return the words of terminals, in alphabetical order; names and numbers have none."""
    phrases = terminal_phrases()
    return sorted({words for name in terminals for words in phrases.get(name, ())})
