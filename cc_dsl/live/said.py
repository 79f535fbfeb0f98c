"""Decisions, refusals and open places in words, as values of JSON; pieces are written by their drawn signs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.words.layout import with_glyphs
from cc_dsl.words.reasons import HEADS, page_values

if TYPE_CHECKING:
    from cc_dsl.closures.naming import Naming
    from cc_dsl.engine.moves import Refusal
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.model import OpenReading, Rules


def refusal(refused: Refusal, written: str, rules: Rules, naming: Naming | None) -> dict[str, object]:
    """Return why a move is not taken."""
    said = with_glyphs(refused.sentence, rules)
    return {
        "head": HEADS[refused.kind],
        "move": written,
        "said": said if naming is None else naming.plain(said),
        "clauses": [*refused.clauses],
        "readings": [*refused.readings],
        "allowed": [with_glyphs(one, rules) for one in refused.nearest],
        "why": page_values(refused.reasons, 3),
    }


def open_place(edition: Edition, doubt: OpenReading) -> dict[str, object]:
    """Return an open place as a page offers it for a choice: its title, its default, and its answers in words."""
    phrases = edition.titles.phrases(doubt)
    return {
        "name": doubt.name,
        "title": edition.titles.title(doubt.name),
        "default": doubt.default,
        "answers": [{"name": answer, "phrase": phrase} for answer, phrase in phrases.items()],
    }
