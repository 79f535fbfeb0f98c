"""The words of croquet and of Lanrick are those of the transcriptions, letter by letter, and so are the variants."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import resources
from cc_dsl.source.clauses import EditionText, Variant, load_apparatus, load_edition_text

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
    """The apparatus has what the transcriber's list has, and every entry of it answers to a line of that list."""
    apparatus, faults = load_apparatus(resources.edition_folder(name), words(name))
    variants = apparatus.variants
    assert [fault.sentence for fault in faults] == []
    listed = FACTS["variants"][name]
    assert [line for line in listed if not any(differs(variant, *line) for variant in variants)] == []
    places = {(clause, witness) for clause, _, witness, _ in listed}
    found = {(variant.clause, witness) for variant in variants for witness, _ in variant.readings}
    assert found == places
