"""The means of drawing a position at this terminal: its characters, and colours if it has them."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cc_dsl.cli import terminal
from cc_dsl.words.reasons import ASCII, UNICODE, Branches
from cc_dsl.words.speaker import Speaker
from cc_dsl.words.table import BOXES, PLAIN, Ink

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules import model


def branches() -> Branches:
    """Return the signs that trees are drawn with."""
    return UNICODE if terminal.can_write("".join(UNICODE)) else ASCII


def ink_for(rules: model.Rules) -> Ink:
    """Return what the pieces of some rules are drawn with here; a sign that cannot be written is the piece's code."""
    drawn = zip(rules.pieces.glyphs, rules.pieces.codes, strict=True)
    signs = BOXES if terminal.can_write("".join(BOXES)) else PLAIN
    return Ink(tuple(sign if terminal.can_write(sign) else code for sign, code in drawn), signs, tinted)


def speaker_for(edition: Edition, seats: int, humans: Sequence[int] = ()) -> Speaker:
    """Return who speaks of an edition at this terminal, with the signs that it can show."""
    return Speaker(edition, seats, humans, ink_for(edition.rules).pieces)


def tinted(text: str) -> str:
    """Colour what is red on the pieces themselves."""
    if not terminal.has_colours(sys.stdout):
        return text
    return re.sub(r"[^\s│|]+[♥♦]", lambda match: terminal.paint(match.group(), "red"), text)
