"""Writes pieces in sentences by their drawn signs instead of their codes."""

from __future__ import annotations

import re
from functools import lru_cache

from cc_dsl.rules import model


def with_glyphs(words: str, rules: model.Rules) -> str:
    """Return words in which each piece is written by its drawn sign."""
    if not rules.pieces.codes:
        return words
    pattern, signs = _signs(rules.pieces.codes, rules.pieces.glyphs)
    return pattern.sub(lambda match: signs[match.group()], words)


@lru_cache(maxsize=8)
def _signs(codes: tuple[str, ...], glyphs: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return the pattern of all codes of a game, and the sign of each."""
    pattern = "|".join(re.escape(code) for code in sorted(codes, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])"), dict(zip(codes, glyphs, strict=True))
