"""The means of drawing a position at this terminal: its characters, and colours if it has them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cc_dsl.cli import terminal
from cc_dsl.words.speaker import Speaker
from cc_dsl.words.table import BOXES, PLAIN, Ink, Signs

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules import model
    from cc_dsl.words.reasons import Branches


def signs() -> Signs:
    """Return the signs that the terminal has."""
    return BOXES if terminal.can_write("".join(BOXES), sys.stdout) else PLAIN


def branches() -> Branches:
    """Return the signs that trees are drawn with."""
    from cc_dsl.words.reasons import ASCII, UNICODE

    return UNICODE if terminal.can_write("".join(UNICODE), sys.stdout) else ASCII


def ink_for(rules: model.Rules) -> Ink:
    """Return what the pieces of some rules are drawn with here; a sign that cannot be written is the piece's code."""
    pieces = rules.pieces
    drawn = (
        sign if terminal.can_write(sign, sys.stdout) else code
        for sign, code in zip(pieces.glyphs, pieces.codes, strict=True)
    )
    return Ink(tuple(drawn), signs(), tinted)


def speaker_for(edition: Edition, seats: int, humans: Sequence[int] = ()) -> Speaker:
    """Return who speaks of an edition at this terminal, with the signs that it can show."""
    return Speaker(edition, seats, humans, ink_for(edition.rules).pieces)


def tinted(text: str) -> str:
    """Colour what is red on the pieces themselves."""
    if not terminal.has_colours(sys.stdout) or not any(letter in text for letter in "♥♦"):
        return text
    import re

    return re.sub(r"[^\s│|]+[♥♦]", lambda found: terminal.paint(found.group(), "red"), text)
