"""The words of two clauses side by side: the words they share, and the words that only one has.

Words and punctuation marks are compared one by one, as printed except for italics, bold and small capitals. Joined, the
stretches of one side are exactly its words, and exchanging the sides mirrors the result.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cc_dsl.source.clauses import Clause, EditionText

BOTH, FIRST, SECOND = "both", "first", "second"

TOKEN = re.compile(r"\b[a-z]\.\s?[a-z]\.|[^\W_]+(?:[’'-][^\W_]+)*|\S")
"""A word, a number, an abbreviation of two letters such as “i. e.”, or a sign."""


class Run(NamedTuple):
    """A stretch of words that both sides contain, or only one side."""

    kind: str
    """`both`, `first` or `second`."""
    first: str
    """The words on the first side, with the spaces around them; empty if there are none."""
    second: str


class RowSide(NamedTuple):
    """The clauses on one side of a row."""

    clauses: tuple[tuple[str, int], ...]
    """The id of each clause, and the offset in the words at which it begins."""
    words: str


def words_of(clause: Clause) -> str:
    """Return the printed words of a clause; for a figure its labels, or “[…]” if none are known."""
    return (clause.labels or "[…]") if clause.figure else clause.words


def side_of(text: EditionText, names: tuple[str, ...]) -> RowSide:
    """Join clauses of a text."""
    words = ""
    starts: list[tuple[str, int]] = []
    for name in names:
        words += " " if words else ""
        starts.append((name, len(words)))
        words += words_of(text.clauses[name])
    return RowSide(tuple(starts), words)


def tokens_of(words: str) -> list[str]:
    """Return the words and marks of a text, each with the spaces before it, the last also with those after it."""
    ends = [match.end() for match in TOKEN.finditer(words)]
    return [words[start:end] for start, end in pairwise([0, *ends[:-1], len(words)])] if ends else []


def is_word(token: str) -> bool:
    """Return whether a token is a word or a number, and not a punctuation mark."""
    return token.lstrip()[:1].isalnum()


def count_words(words: str) -> int:
    """Count words and numbers."""
    return sum(map(is_word, tokens_of(words)))


def same_words(first: str, second: str) -> bool:
    """Return whether two stretches have the same words in the same order, punctuation aside."""
    left, right = ([token.strip() for token in tokens_of(side) if is_word(token)] for side in (first, second))
    return left == right


def differences(first: str, second: str) -> tuple[Run, ...]:
    """Compare two stretches; within a difference, the words of the first precede those of the second."""
    # The search for common words is not symmetric, but the comparison must be: search in a fixed order.
    is_exchanged = (second, first) < (first, second)
    left, right = map(tokens_of, (second, first) if is_exchanged else (first, second))
    bare = [[token.strip() for token in side] for side in (left, right)]
    runs: list[Run] = []
    at_left = at_right = 0
    for start, other, size in SequenceMatcher(None, bare[0], bare[1], autojunk=False).get_matching_blocks():
        is_end = start + size == len(left) and other + size == len(right)
        common = left[start : start + size]
        if not is_end and (start, other) != (0, 0) and not any(map(is_word, common)):
            continue  # ignore common punctuation between two differences
        alone = "".join(left[at_left:start]), "".join(right[at_right:other])
        both = "".join(common), "".join(right[other : other + size])
        if is_exchanged:
            alone, both = alone[::-1], both[::-1]
        parts = Run(FIRST, alone[0], ""), Run(SECOND, "", alone[1]), Run(BOTH, *both)
        runs += [run for run in parts if run.first or run.second]
        at_left, at_right = start + size, other + size
    return tuple(runs)


class WordStretch(NamedTuple):
    """Some words of one side that belong to one clause, and whether the other side has them too."""

    kind: str
    words: str
    clause: str
    """The id of the clause that begins here; empty if none does."""


def stretches_of(runs: tuple[Run, ...], which: str, side: RowSide) -> tuple[WordStretch, ...]:
    """Cut the words of one side at the beginnings of its clauses; joined, the stretches are the words of the side."""
    starts = {offset: name for name, offset in side.clauses}
    pieces: list[WordStretch] = []
    offset = 0
    for run in runs:
        words = run.first if which == FIRST else run.second
        cuts = [0, *(start - offset for start in sorted(starts) if 0 < start - offset < len(words)), len(words)]
        for start, end in pairwise(cuts):
            if start < end:
                pieces.append(WordStretch(run.kind, words[start:end], starts.get(offset + start, "")))
        offset += len(words)
    return tuple(pieces)


def mark_words(pieces: tuple[WordStretch, ...], which: str) -> str:
    """Mark the words of only one side: between `[-` and `-]` on the first, `{+` and `+}` on the second."""
    opening, closing = ("[-", "-]") if which == FIRST else ("{+", "+}")
    line = ""
    for piece in pieces:
        label = f"{piece.clause} " if piece.clause else ""
        bare = piece.words.strip()
        if piece.kind == BOTH or not bare:
            line += label + piece.words
        else:
            before, _, after = piece.words.partition(bare)
            line += f"{label}{before}{opening}{bare}{closing}{after}"
    return line
