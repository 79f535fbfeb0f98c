r"""Convert rules of release 0.1.0 to the sentences of this release.

    the deal goes on thus: 1 card in the pack goes to the Lead.
    the deal also goes thus: 1 card in the pack goes to the Lead.

Each change is a pattern of words and its replacement; quoted words and comments are unchanged.
"""

from __future__ import annotations

import re

NAME = r"[A-Za-z][\w-]*"
CHANGES: tuple[tuple[str, str], ...] = (
    (rf"^( *(?:instead of §[\w.]+, )?the {NAME}) goes on thus", r"\1 also goes thus"),
    (r"(\buntil [^:]*?, at most \d+ times):", r"\1 or the game ends:"),
    (rf"^( *{NAME}) rank further by", r"\1 also rank by"),
    (rf"\bthere is an? ({NAME}) ((?:that|whose) [^.:;]*?) and that ", r"some \1 \2 "),
    (rf"\bthere is an? ({NAME}) that ", r"some \1 "),
    (rf"\bthere is an? ({NAME}) whose ({NAME})", r"some \1's \2"),
)
"""The patterns of sentences of release 0.1.0 that have changed, and their replacements."""
QUOTATION = re.compile(r'("[^"\n]*"|#[^\n]*)')


def from_0_1(text: str) -> str:
    """Return a rules file of release 0.1.0 in the sentences of this release."""
    parts = QUOTATION.split(text)
    for pattern, words in CHANGES:
        pattern_with_spaces = re.compile(pattern.replace(" ", r"\s+").replace(r"\s+*", " *"), re.MULTILINE)
        parts[::2] = [pattern_with_spaces.sub(words, part) for part in parts[::2]]
    return "".join(parts)
