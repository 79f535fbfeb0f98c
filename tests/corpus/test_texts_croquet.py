"""The words of the croquet texts are those of the transcriptions, letter by letter, and so are their variants."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import cc_dsl
from cc_dsl import pipeline, resources
from cc_dsl.compare.alignment import read_alignment
from cc_dsl.edition_model.doubts import all_doubts_of
from cc_dsl.edition_model.notes import load_notes
from cc_dsl.source.clauses import EditionText, Variant, load_apparatus, load_edition_text
from cc_dsl.source.data import read_data

NAMES = ("castle-croquet-1863", "castle-croquet-1866", "croquet-castles-1863")
FACTS: dict[str, Any] = json.loads((Path(__file__).parent / "facts" / "croquet-texts.json").read_text(encoding="utf-8"))
PAIRS = (
    ("castle-croquet-1863", "castle-croquet-1866"),
    ("croquet-castles-1863", "castle-croquet-1863"),
    ("croquet-castles-1863", "castle-croquet-1866"),
)


@cache
def words(name: str) -> EditionText:
    """Load the words of an edition, which must be whole and untouched."""
    text, faults = load_edition_text(resources.edition_folder(name))
    assert text is not None
    assert [fault.sentence for fault in faults] == []
    return text


def letters(text: str) -> str:
    """Return the printed characters of a text, without white space and without the notes of the transcription."""
    return "".join(re.sub(r"\[\[.*?\]\]", "", text, flags=re.DOTALL).split())


@pytest.mark.parametrize("name", NAMES)
def test_the_words_are_those_of_the_transcription(name: str) -> None:
    """Not only unchanged since they were locked: the same letters that were transcribed."""
    printed = letters(words(name).text.text)
    assert len(printed) == FACTS["texts"][name]["letters"]
    assert hashlib.sha256(printed.encode()).hexdigest() == FACTS["texts"][name]["sha256"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("turned", ["soldier", "“", ",", "croqu"])
def test_a_changed_character_is_found(tmp_path: Path, name: str, turned: str) -> None:
    """A letter, a quotation mark or a point: none can change unnoticed."""
    folder = tmp_path / name
    shutil.copytree(resources.edition_folder(name), folder)
    file = folder / "text.txt"
    text = file.read_text(encoding="utf-8")
    at = text.index(turned) + len(turned) - 1
    file.write_text(text[:at] + "#" + text[at + 1 :], encoding="utf-8")
    _, faults = load_edition_text(str(folder))
    assert {"text-changed", "text-uncovered", "clause-not-in-text"} <= {fault.code for fault in faults}


@pytest.mark.parametrize(
    ("name", "clause", "slip"),
    [
        ("castle-croquet-1866", "A.20", "“taking tow”"),
        ("croquet-castles-1863", "I.3", "matchin them"),
        (
            "croquet-castles-1863",
            "II.7",
            "(N.B. No ball can enter or leave a castle, except",
        ),
    ],
)
def test_slips_are_kept_and_told(name: str, clause: str, slip: str) -> None:
    """What looks like a slip stands as it was transcribed, and the apparatus speaks of it."""
    assert slip in words(name).clauses[clause].words
    apparatus = Path(resources.edition_folder(name), "apparatus.toml").read_text(encoding="utf-8")
    assert clause in apparatus
    assert re.search(r"slip|never closed", apparatus)


@pytest.mark.parametrize("name", NAMES)
def test_figures_are_described(name: str) -> None:
    """No figure was seen: each is a clause that says what is known of it, and that it was not seen."""
    figure = words(name).clauses["F.1"]
    assert figure.figure
    assert re.search(r"none of the copies|No image", figure.description)


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


@pytest.mark.parametrize("name", NAMES)
def test_variants_are_typed(name: str) -> None:
    """Each is of one of three types, and one alone changes what a rule refers to."""
    variants = load_apparatus(resources.edition_folder(name), words(name))[0].variants
    assert {variant.type for variant in variants} <= {"wording", "punctuation", "typography"}
    assert all(variant.type == "wording" for variant in variants if variant.substantive)
    assert sum(variant.substantive for variant in variants) == (name != "castle-croquet-1863")


def test_what_one_witness_has_alone() -> None:
    """Where the second witness broke off, the apparatus says so, down to the last clause before it goes on."""
    alone = {name: load_apparatus(resources.edition_folder(name), words(name))[0].alone for name in NAMES}
    assert [(one.clauses[0], one.clauses[-1]) for one in alone["croquet-castles-1863"]] == [
        ("II.7", "IV.1"),
        ("N.7", "N.9"),
    ]
    (rest,) = alone["castle-croquet-1866"]
    assert (rest.clauses[0], rest.clauses[-1]) == ("III.1", "A.34")
    assert alone["castle-croquet-1863"] == ()


@pytest.mark.parametrize("name", NAMES)
def test_provenance_has_its_standings(name: str) -> None:
    """Every statement about a text says how far it is supported and where; that the words are true is unproven."""
    _, data = read_data(os.path.join(resources.edition_folder(name), "edition.toml"))
    statements = data["provenance"]
    assert isinstance(statements, list)
    assert {one["standing"] for one in statements} == {"seen", "reported", "inferred", "unproven"}
    assert all(one["where"] for one in statements)
    (agreement,) = [one for one in statements if "agrees with what was printed" in one["statement"]]
    assert agreement["standing"] == "unproven"


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_has_a_note(name: str) -> None:
    """The notes go clause by clause, in the order of the text, and none hangs in the air."""
    assert list(load_notes(resources.edition_folder(name))) == ["introduction", *words(name).clauses]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_the_texts_are_aligned_whole(first: str, second: str) -> None:
    """Every clause of both stands in a row, and what a row says of the words holds, either way round."""
    path = os.path.join(resources.corpus_root(), "comparisons", f"{first}-{second}", "alignment.toml")
    for one, other in ((first, second), (second, first)):
        assert read_alignment(path, words(one), words(other)).first == one


def test_rows_that_the_sources_name() -> None:
    """The differences of substance that the transcriber's own list names stand where they should."""
    path = os.path.join(resources.corpus_root(), "comparisons", "-".join(PAIRS[0]), "alignment.toml")
    alignment = read_alignment(path, words(PAIRS[0][0]), words(PAIRS[0][1]))
    changes = {row.name: row.change for row in alignment.rows}
    assert changes["III.2="] == ("dropped",), "a soldier is no longer taken on mere entry"
    assert changes["II.1=III.1+III.2"] == ("split", "moved", "reworded"), "each owner plays soldier, then sentinel"
    assert changes["I.5=I.6"] == ("moved", "reworded"), "the start is within a mallet's length of the peg"
    assert changes["V.1=VI.1"] == ("reworded",), "two are taken off the other ball"
    assert changes["II.6=III.7"] == ("kept",)


def test_one_sentence_of_two_texts_has_one_doctrine() -> None:
    """“No ball can enter or leave a castle” stands in both texts of 1863, with the same answers and default."""
    first, second = (cc_dsl.load(name).rules.doubts["at-the-gate"] for name in PAIRS[1])
    assert first.default == second.default == "no-account"
    assert [answer for answer, _ in first.alternatives] == [answer for answer, _ in second.alternatives]


@pytest.mark.parametrize(
    ("reading", "later"),
    [("on-duty-again", "on-his-return"), ("twice", "each-once"), ("which-ball", "the-ball-played")],
)
def test_what_1866_settles_is_the_default_of_1863(reading: str, later: str) -> None:
    """An author's later ruling on his own words is evidence of the first rank, in each of these places alike."""
    edition = pipeline.load("castle-croquet-1863")
    assert edition.rules.doubts[reading].default == later
    assert next(one.confidence for one in all_doubts_of(edition) if one.name == reading) == "probable"


@pytest.mark.parametrize(
    ("reading", "clause", "doubtful"),
    [("which-castle", "III.2", "a castle"), ("own-soldier", "III.1", "a sentinel and soldier")],
)
def test_a_sign_stands_at_the_doubtful_words(reading: str, clause: str, doubtful: str) -> None:
    """Not where the encoding needs the answer, but where a reader doubts."""
    edition = pipeline.load("castle-croquet-1863")
    doubt = next(one for one in all_doubts_of(edition) if one.name == reading)
    assert (doubt.clause, doubt.words) == (clause, doubtful)


def test_coming_in_again_is_rewarded_by_an_answer_of_its_own() -> None:
    """That it earns nothing was a part of an argument, and could not be chosen otherwise."""
    for name in NAMES:
        answers = dict(cc_dsl.load(name).rules.doubts["out-too-soon"].alternatives)
        assert set(answers) == {"goes-on", "goes-on-rewarded", "begins-again"}
