"""Two editions of one text, of which one is an overlay of the other or both are overlays of a third.

Their clauses need no alignment made by hand: each answers to itself.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cc_dsl.compare.alignment import DIFFERENT, SAME, Alignment, Row
from cc_dsl.compare.alignment import load_alignment as load_written
from cc_dsl.compare.statements import statements_of
from cc_dsl.source.files import Source

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition


def load_alignment(first: Edition, second: Edition, path: str | None = None) -> Alignment:
    """Return the alignment of two editions: of overlays the one that follows, of others the one that was written."""
    if path is None and is_pair(first, second):
        return alignment_of(first, second)
    return load_written(first, second, path)


def is_pair(first: Edition, second: Edition) -> bool:
    """Return whether two editions share a text: they come from the same edition, and at least one is an overlay."""
    is_overlaid = first.overlay is not None or second.overlay is not None
    if first.text is None or second.text is None:
        return False
    return is_overlaid and os.path.realpath(_root(first).path) == os.path.realpath(_root(second).path)


def alignment_of(first: Edition, second: Edition) -> Alignment:
    """Return the alignment of a pair, in which each clause answers to itself.

    A clause at which both have the same statements has the same rule, also where it stands at another clause.
    """
    assert first.text is not None
    assert second.text is not None
    forms = [_forms(edition) for edition in (first, second)]
    rows = tuple(
        Row(
            (name,),
            (name,),
            ("kept" if clause.words == second.text.clauses[name].words else "reworded",),
            "",
            meaning=SAME if forms[0].get(name) == forms[1].get(name) else DIFFERENT,
        )
        for name, clause in first.text.clauses.items()
    )
    return Alignment(1, first.name, second.name, rows, _questions(first, second), Source("", ""), "")


def _forms(edition: Edition) -> dict[str, list[object]]:
    """Return what stands at each clause, without places and citations."""
    found: dict[str, list[object]] = {}
    for said in statements_of(edition):
        found.setdefault(said.home, []).append(said.form)
    return found


def _root(edition: Edition) -> Edition:
    """Return the edition that an overlay changes in the end."""
    while edition.parent is not None:
        edition = edition.parent
    return edition


def _questions(first: Edition, second: Edition) -> dict[str, tuple[str, ...]]:
    """Return the questions of both, each with the keys that both answer with one thing, not one for each player."""
    others = second.rules.questions
    found = {}
    for name, question in first.rules.questions.items():
        if name in others:
            keys = {told.key for told in others[name].told}
            found[name] = tuple(told.key for told in question.told if told.key in keys and not told.is_owned)
    return {name: keys for name, keys in found.items() if keys}
