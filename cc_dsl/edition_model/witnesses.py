"""What each witness has in the place of the printed words: the text of a witness, made of the apparatus.

A variant replaces its lemma in the clause or heading that it names.  A reading that is `[[wanting]]` takes the words
away.  The places of all variants are found in the words of the reading text, so that no reading is taken for a lemma.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cc_dsl.edition_model.words import Printed, Styled, cut, mark, plain_runs, runs_of
from cc_dsl.source.clauses import WANTING, Variant

if TYPE_CHECKING:
    from cc_dsl.edition_model.apparatus import TextStretch

WHOLE = "the whole text"
"""The beginning of the entry for a witness of the whole text."""
VARIED = "varied"
"""The role, before any other, of words in which a witness differs."""
UNSEEN = Styled("[…]", "unseen")
"""Stands for words that were not seen in a witness."""


class Witness:
    """One witness of a text: where it was seen, and what it has there."""

    def __init__(
        self,
        entry: Mapping[str, Any],
        variants: Iterable[Variant],
        agreements: Iterable[TextStretch] = (),
        alone: Iterable[TextStretch] = (),
    ) -> None:
        """Take of the apparatus what concerns this witness; `entry` is its table in edition.toml."""
        self.siglum = str(entry.get("siglum", ""))
        self._is_whole = str(entry.get("holds", "")).startswith(WHOLE)
        self._variants: dict[tuple[str, bool], list[tuple[str, str]]] = {}
        for variant in variants:
            for siglum, words in variant.readings:
                if siglum == self.siglum:
                    place = (variant.heading or variant.clause, bool(variant.heading))
                    self._variants.setdefault(place, []).append((variant.lemma, words))
        self._seen = {clause for one in agreements if self.siglum in one.witnesses for clause in one.clauses}
        self._ends = {one.clauses[0]: one.first_words for one in alone if one.witness != self.siglum and one.clauses}
        """By clause, the first words that only another witness has; they may begin in the middle of it."""

    def is_seen(self, piece: Printed) -> bool:
        """Return whether it was compared at a clause or heading."""
        is_compared = not piece.heading and piece.clause in self._seen
        return self._is_whole or is_compared or (piece.clause, piece.heading) in self._variants

    def version(self, piece: Printed) -> tuple[Styled, ...]:
        """Return a stretch of the text as it has it; the words in which it differs have the role `varied`."""
        runs = piece.runs
        places: list[tuple[int, int, tuple[Styled, ...]]] = []
        for lemma, words in self._variants.get((piece.clause, piece.heading), ()):
            if found := mark(runs, _labels(lemma) if piece.figure else lemma):
                theirs = (Styled(""),) if words == WANTING else runs_of(words)
                places.append((*found, tuple(Styled(run.words, f"{VARIED} {run.role}") for run in theirs)))
        if not piece.heading and piece.clause in self._ends and (found := mark(runs, self._ends[piece.clause])):
            places.append((found[0], len(plain_runs(runs)), (UNSEEN,)))
        made: list[Styled] = []
        end = 0
        for start, stop, theirs in sorted(places, key=lambda place: (place[0], -place[1])):
            if start >= end:
                made += [*_between(runs, end, start), *theirs]
                end = stop
        return (*made, *_between(runs, end, len(plain_runs(runs)))) if places else runs

    def text(self, printed: Iterable[Printed]) -> str:
        """Return its words as far as they were seen, one paragraph in a line."""
        lines: list[str] = []
        for piece in printed:
            if not self.is_seen(piece):
                continue
            words = plain_runs(tuple(run for run in self.version(piece) if run != UNSEEN))
            if piece.paragraph or not lines:
                lines.append(words)
            else:
                lines[-1] += f" {words}"
        return "\n".join(" ".join(line.split()) for line in lines if line.strip())


def _between(runs: tuple[Styled, ...], start: int, end: int) -> list[Styled]:
    """Return the runs between two offsets of their plain words."""
    pieces = cut(runs, {start, end})
    return [run for at, run in pieces if start <= at and at + len(run.words) <= end and run.words]


def _labels(lemma: str) -> str:
    """Return the labels of a figure, without the sign that marks its place."""
    return lemma.removesuffix("]]").rpartition("Labels: ")[2]
