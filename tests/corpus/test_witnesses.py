"""Witnesses with a stored text: the apparatus turns the reading text into that text, character by character."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import resources
from cc_dsl.edition_model.words import PrintedStretch, StyledRun, cut, find_phrase, plain_runs, printed_text, runs_of
from cc_dsl.source.clauses import WANTING, Apparatus, EditionText, Variant, load_apparatus, load_edition_text

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "corpus"
RECEIVED: dict[str, dict[str, str]] = json.loads((Path(__file__).parent / "facts/witnesses.json").read_text("utf-8"))
"""SHA-256 of each document as it was received, and its name among the sources, which stand beside a checkout."""
FRAME = (
    "The (almost really) Complete Works of Lewis Carroll",
    "(1862)",
    "(1863?)",
    "Source: printed 1862",
    "Source: printed 1863?",
)
"""What the page of a site has round the text: its own name, a year in the heading, and a statement of source."""
SEEN = {"1860": ("B", ("B-page-1", "B-page-2")), "1862": ("A1", ("A1",))}

WHOLE = "the whole text"
"""The beginning of the entry for a witness of the whole text."""
UNSEEN = StyledRun("[…]", "unseen")
"""Stands for words that were not seen in a witness."""


class Witness:
    """One witness of a text: where it was seen, and what the apparatus makes of the reading text there."""

    def __init__(self, entry: Mapping[str, Any], apparatus: Apparatus) -> None:
        self.siglum = str(entry["siglum"])
        self._is_whole = str(entry.get("holds", "")).startswith(WHOLE)
        self._variants: dict[tuple[str, bool], list[tuple[str, str]]] = {}
        for variant in apparatus.variants:
            for siglum, words in variant.readings:
                if siglum == self.siglum:
                    place = (variant.heading or variant.clause, bool(variant.heading))
                    self._variants.setdefault(place, []).append((variant.lemma, words))
        self._seen = {
            name for stretch in apparatus.agreements if self.siglum in stretch.witnesses for name in stretch.clauses
        }
        others = [stretch for stretch in apparatus.alone if stretch.witness != self.siglum and stretch.clauses]
        self._ends = {stretch.clauses[0]: stretch.first_words for stretch in others}
        """By clause, the first words that only another witness has; they may begin in the middle of it."""

    def is_seen(self, piece: PrintedStretch) -> bool:
        """Return whether it was compared at a clause or heading."""
        is_compared = not piece.is_heading and piece.clause in self._seen
        return self._is_whole or is_compared or (piece.clause, piece.is_heading) in self._variants

    def version(self, piece: PrintedStretch) -> tuple[StyledRun, ...]:
        """Return a stretch of the text as it has it."""
        runs, length = piece.runs, len(piece.words)
        places: list[tuple[int, int, tuple[StyledRun, ...]]] = []
        for lemma, words in self._variants.get((piece.clause, piece.is_heading), ()):
            # Only the labels of a figure are printed, not the sign that marks its place.
            printed = lemma.removesuffix("]]").rpartition("Labels: ")[2] if piece.is_figure else lemma
            if span := find_phrase(runs, printed):
                places.append((*span, () if words == WANTING else runs_of(words)))
        unseen_words = None if piece.is_heading else self._ends.get(piece.clause)
        if unseen_words is not None and (span := find_phrase(runs, unseen_words)):
            places.append((span[0], length, (UNSEEN,)))
        runs_there: list[StyledRun] = []
        end = 0
        for start, stop, theirs in sorted([*places, (length, length, ())], key=lambda place: (place[0], -place[1])):
            if start >= end:
                between = cut(runs, {start, end})
                runs_there += [run for at, run in between if end <= at and at + len(run.words) <= start and run.words]
                runs_there += theirs
                end = stop
        return tuple(runs_there)


@cache
def loaded(name: str) -> tuple[EditionText, tuple[Variant, ...], Witness]:
    """Load a text, its variants, and the witness of it that is kept."""
    folder = str(CORPUS / name)
    text, faults = load_edition_text(folder)
    assert text is not None
    apparatus, more = load_apparatus(folder, text)
    assert (faults, more) == ([], [])
    entries = text.meta["witness"]
    assert isinstance(entries, list)
    entry = next(one for one in entries if one["siglum"] == SEEN[name][0])
    return text, apparatus.variants, Witness(entry, apparatus)


def text_of(witness: Witness, printed: Iterable[PrintedStretch]) -> str:
    """Return the words of a witness as far as they were seen, one paragraph in a line."""
    lines: list[str] = []
    for piece in printed:
        if not witness.is_seen(piece):
            continue
        words = plain_runs(tuple(run for run in witness.version(piece) if run != UNSEEN))
        if piece.paragraph or not lines:
            lines.append(words)
        else:
            lines[-1] += f" {words}"
    return "\n".join(" ".join(line.split()) for line in lines if line.strip())


def kept(name: str, *pages: str) -> str:
    """Return a witness as it was received, without what the page has round the text; white space is one space."""
    words = "\n".join((CORPUS / name / "witnesses" / f"{page}.txt").read_text("utf-8") for page in pages)
    for frame in FRAME:
        words = words.replace(frame, "")
    return " ".join(words.split())


@pytest.mark.parametrize("path", RECEIVED)
def test_witnesses_are_kept_as_they_were_received(path: str) -> None:
    """Not a byte of them is changed; where the sources stand beside the checkout, they are the same file."""
    found = (CORPUS / path).read_bytes()
    assert hashlib.sha256(found).hexdigest() == RECEIVED[path]["sha256"]
    for folder in ROOT.parents:
        original = folder / "shared" / "sources" / "originals" / RECEIVED[path].get("original", "none")
        assert not original.exists() or original.read_bytes() == found


@pytest.mark.parametrize("name", SEEN)
def test_apparatus_makes_the_witness_of_the_reading_text(name: str) -> None:
    text, _, witness = loaded(name)
    made = " ".join(text_of(witness, printed_text(text)).split())
    assert made == kept(name, *SEEN[name][1])


@pytest.mark.parametrize("name", SEEN)
def test_every_entry_is_a_difference(name: str) -> None:
    text, variants, witness = loaded(name)
    pieces = {(piece.clause, piece.is_heading): piece for piece in printed_text(text)}
    whole = kept(name, *SEEN[name][1])
    for variant in variants:
        for siglum, words in variant.readings:
            if siglum == witness.siglum:
                assert (variant.heading or variant.clause, bool(variant.heading)) in pieces
                assert words != variant.lemma
                assert words == WANTING or words in whole


def test_castle_croquet_is_its_witness() -> None:
    """Letter for letter, but for the layout of the tables and the order in which a page gives a figure."""
    text, _ = load_edition_text(str(CORPUS / "castle-croquet-1863"))
    assert text is not None
    printed = re.sub(r"\[\[figure\. Labels: (.*?)\]\]", lambda found: found[1].replace(" | ", " "), text.text.text)
    assert "".join(printed.replace("_", "").split()) == "".join(kept("castle-croquet-1863", "A").split())


# The texts of croquet and Lanrick, and their variants, match the transcriptions letter by letter.


NAMES = ("castle-croquet-1863", "castle-croquet-1866", "croquet-castles-1863")
HERE = Path(__file__).parent / "facts"
FACTS: dict[str, Any] = json.loads((HERE / "croquet-texts.json").read_text("utf-8"))
TEXTS: dict[str, Any] = FACTS["texts"] | json.loads((HERE / "lanrick-texts.json").read_text("utf-8"))["texts"]
"""How many letters each transcription has, and their digest."""


@cache
def words(name: str) -> EditionText:
    """Load the words of an edition, which must be whole and untouched."""
    text, faults = load_edition_text(resources.edition_folder(name))
    assert text is not None
    assert [fault.sentence for fault in faults] == []
    return text


@pytest.mark.parametrize("name", TEXTS)
def test_the_words_are_those_of_the_transcription(name: str) -> None:
    """Not only unchanged since they were locked: the same letters, without the notes of whoever transcribed them."""
    printed = "".join(re.sub(r"\[\[.*?\]\]", "", words(name).text.text, flags=re.DOTALL).split())
    assert len(printed) == TEXTS[name]["letters"]
    assert hashlib.sha256(printed.encode()).hexdigest() == TEXTS[name]["sha256"]


def differs(variant: Variant, clause: str, lemma: str, witness: str, other: str | None) -> bool:
    """Return whether a variant of the apparatus records what a line of the source's list does."""
    found = dict(variant.readings).get(witness, "")
    fits = lemma in variant.lemma or variant.lemma in lemma
    return variant.clause == clause and fits and (other or "[[wanting]]") in found


@pytest.mark.parametrize("name", NAMES)
def test_every_variant_of_the_list_is_in_the_apparatus_and_no_other(name: str) -> None:
    apparatus, faults = load_apparatus(resources.edition_folder(name), words(name))
    variants = apparatus.variants
    assert [fault.sentence for fault in faults] == []
    listed = FACTS["variants"][name]
    assert [line for line in listed if not any(differs(variant, *line) for variant in variants)] == []
    places = {(clause, witness) for clause, _, witness, _ in listed}
    found = {(variant.clause, witness) for variant in variants for witness, _ in variant.readings}
    assert found == places
