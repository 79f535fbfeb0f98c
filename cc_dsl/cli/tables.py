"""The means of drawing a position at this terminal: its characters, and colours if it has them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from cc_dsl.cli import terminal
from cc_dsl.words.tables import BOXES, PLAIN, Ink, Signs

if TYPE_CHECKING:
    from cc_dsl.rules import model
    from cc_dsl.words.tree import Branches


def signs() -> Signs:
    """Return the signs that the terminal has."""
    return BOXES if terminal.can_write("".join(BOXES), sys.stdout) else PLAIN


def branches() -> Branches:
    """Return the signs that trees are drawn with."""
    from cc_dsl.words.tree import ASCII, UNICODE

    return UNICODE if terminal.can_write("".join(UNICODE), sys.stdout) else ASCII


def ink_for(rules: model.Rules) -> Ink:
    """Return what the pieces of some rules are drawn with here; a sign that cannot be written is the piece's code."""
    pieces = rules.pieces
    drawn = (
        sign if terminal.can_write(sign, sys.stdout) else code
        for sign, code in zip(pieces.glyphs, pieces.codes, strict=True)
    )
    return Ink(tuple(drawn), signs(), tinted)


def tinted(text: str) -> str:
    """Colour what is red on the pieces themselves."""
    if not terminal.has_colours(sys.stdout) or not any(letter in text for letter in "♥♦"):
        return text
    import re

    return re.sub(r"[^\s│|]+[♥♦]", lambda found: terminal.paint(found.group(), "red"), text)
