"""Check the files beside the rules of an edition: readable, without unknown keys; readings, notes, apparatus.

What a misspelt key says would be lost, and so would a file that is passed over because it is a folder, or no TOML.
`cases.toml` and `phrases.toml` have checks of their own for their keys.  A reading needs arguments, clauses, evidence.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from cc_dsl.cases.reader import KnownClauses
from cc_dsl.diagnostics.problem import Problem, from_fault, remedies_for
from cc_dsl.rules.ledger import doubts_in
from cc_dsl.source.clauses import load_apparatus
from cc_dsl.source.data import bad_data, key_span, read_data, table_span
from cc_dsl.source.files import Source, SourceFault, Span, read_source, shown_path

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.source.clauses import EditionText

RECORDS = "readings.toml"
NOTES = "notes.md"
INTRODUCTION = "introduction"
LISTED = "circular clauses EDITION lists them."
HEADING = re.compile(r"^## +(\S+) *$", re.MULTILINE)


def problems_of_records(edition: Edition) -> list[Problem]:
    """Return the problems of the records of an edition; one without a text needs none, and an overlay has none."""
    text = edition.text
    if text is None or edition.overlay is not None:
        return []
    of_apparatus = [from_fault(fault) for fault in load_apparatus(edition.folder, text)[1]]
    return [*_of_readings(edition, text), *_of_notes(edition, text), *of_apparatus]


# ------------------------------------------------------------------------------------------- readings


def _of_readings(edition: Edition, text: EditionText) -> Iterator[Problem]:
    path = os.path.join(edition.folder, RECORDS)
    names = doubts_in(edition.start)
    if not os.path.isfile(path):
        if names:
            sentence = f"There is no {RECORDS}, and {len(names)} open places of the rules have no argument."
            remedy = f"Write it beside the rules; begin with   [reading.{next(iter(names))}]"
            yield Problem("label-not-recorded", sentence, edition.source, remedies=(remedy,))
        return
    try:
        source, data = read_data(path)
    except SourceFault:
        return  # it is told where the labels are compared
    source.path = shown_path(source.path)
    recorded = data.get("reading", {})
    criteria = data.get("confidence", {})
    cited = KnownClauses(edition)
    for name, entry in recorded.items() if isinstance(recorded, dict) else ():
        if isinstance(entry, dict):
            for sentence, table, remedy in _of_record(name, entry, criteria, text, cited, names.get(name, "")):
                yield from_fault(bad_data(source, f"{sentence}.", table_span(source, table), remedy))


def _of_record(
    name: str, entry: Mapping[str, object], criteria: object, text: EditionText, cited: KnownClauses, clause: str
) -> Iterator[tuple[str, str, str]]:
    """Yield the problems of the record of one open place: a sentence, the table where it is, a remedy."""
    table = f"reading.{name}"
    for key in ("title", "question", "why"):
        if not _has_text(entry, key):
            yield f"The record of “{name}” has no {key}", table, f"Write:   {_EXAMPLES[key]}"
    is_option = entry.get("kind") == "option"
    confidence = entry.get("confidence")
    if not is_option and (not isinstance(criteria, dict) or confidence not in criteria):
        known = ", ".join(criteria) if isinstance(criteria, dict) else "none"
        yield f"The record of “{name}” has a confidence without a criterion", table, f"The words with one are: {known}."
    own = entry.get("clause", "")
    if not clause and not own:
        yield f"The record of “{name}” names no clause whose silence it fills", table, 'Write:   clause = "I.1"'
    elif own and text.clause(str(own)) is None:
        (remedy,) = remedies_for(str(own), text.clauses, LISTED)
        yield f"The record of “{name}” names the clause {own}, which the text does not have", table, remedy
    elif own and clause and text.clause(str(own)) != text.clause(clause):
        yield f"The record of “{name}” names {own}, and the rules have it at {clause}", table, "Name the same clause."
    quoted, words = text.clause(clause or str(own)), str(entry.get("words") or "")
    if quoted is not None and " ".join(words.split()) not in " ".join(quoted.words.split()):
        remedy = "Copy them from the clause letter by letter."
        yield f"The record of “{name}” has words that {clause or own} does not have", table, remedy
    alternatives = entry.get("alternatives", {})
    for answer, argued in alternatives.items() if isinstance(alternatives, dict) else ():
        if not isinstance(argued, dict):
            continue
        table = f"reading.{name}.alternatives.{answer}"
        for key in ("phrase", "argument"):
            if not _has_text(argued, key):
                yield f"“{answer}” of “{name}” has no {key}", table, f"Write:   {_EXAMPLES[key]}"
        evidence = argued.get("evidence", [])
        for one in evidence if isinstance(evidence, list) else [evidence]:
            label, _, wanted = str(one).partition(".")
            home = cited.text_of(label)
            # A rule some of whose clauses exist may be named too.
            if home is None or not any(f"{one}.".startswith(f"{wanted}.") for one in home.clauses):
                remedy = f"Name a clause with its edition, such as   {text.id}.{next(iter(text.clauses))}"
                yield f"“{answer}” of “{name}” has the evidence {one}, which does not exist", table, remedy


_EXAMPLES = {
    "title": 'title = "…", a few words that name what is in doubt; pages and sentences show them',
    "phrase": 'phrase = "…", the answer in words that can follow the title and a colon',
    "question": 'question = "…"',
    "why": 'why = "…"',
    "argument": 'argument = "…"',
}
"""The spelling of each kind of text in a record."""


def _has_text(entry: Mapping[str, object], key: str) -> bool:
    value = entry.get(key)
    return isinstance(value, str) and bool(value.strip())


# ---------------------------------------------------------------------------------------------- notes


def _of_notes(edition: Edition, text: EditionText) -> Iterator[Problem]:
    """Yield each clause that the notes pass over, and each note that is on none."""
    path = os.path.join(edition.folder, NOTES)
    if not os.path.isfile(path):
        sentence = f"There is no {NOTES}, and {len(text.clauses)} clauses of the text have no note."
        remedy = f"Write it beside the rules; begin with   ## {INTRODUCTION}   and   ## {next(iter(text.clauses))}"
        yield Problem("bad-data-file", sentence, edition.source, remedies=(remedy,))
        return
    source = read_source(path)
    source.path = shown_path(source.path)
    heads = list(HEADING.finditer(source.text))
    ends = [head.start() for head in heads[1:]] + [len(source.text)]
    noted: dict[str, str] = {}
    for head, end in zip(heads, ends, strict=False):
        name = head[1]
        if name in noted:
            yield _note(source, head.start(), head.end(), f"There is a second note on {name}.", "Put both into one.")
        elif name != INTRODUCTION and name not in text.clauses:
            (remedy,) = remedies_for(name, text.clauses, LISTED)
            yield _note(
                source, head.start(), head.end(), f"This note is on {name}, which the text does not have.", remedy
            )
        noted[name] = source.text[head.end() : end].strip()
        if not noted[name]:
            yield _note(
                source, head.start(), head.end(), f"The note on {name} is empty.", "Write it below its heading."
            )
    missing = [clause for clause in text.clauses if clause not in noted]
    if missing:
        sentence = f"The notes pass over {', '.join(missing)}."
        yield Problem("bad-data-file", sentence, source, remedies=(f"Add a section:   ## {missing[0]}",))


def _note(source: Source, start: int, end: int, sentence: str, remedy: str) -> Problem:
    return Problem("bad-data-file", sentence, source, Span(start, end), remedies=(remedy,))


# ---------------------------------------------------------------------------------------------- files

EVERY = "*"
"""Stands for keys that are names of the editor's."""
TEXT = "text"
"""Stands for a value that must be a text."""


def _plain(keys: str) -> dict[str, object]:
    """Return the shape of a table whose values have no tables in them."""
    return dict.fromkeys(keys.split())


def _texts(keys: str) -> dict[str, object]:
    """Return the shape of a table whose values are texts."""
    return dict.fromkeys(keys.split(), TEXT)


SHAPES: dict[str, dict[str, object]] = {
    "edition.toml": {
        **_texts("id title short_title author date_printed language text sha256 reading_text signs"),
        **_plain("questions restated"),
        "played": _plain("seed through"),
        "rights": _texts("words notes encoding readings"),
        "aliases": {EVERY: TEXT},
        "witness": _texts("siglum name address seen holds source"),
        "provenance": _texts("statement standing where"),
        "pages": {EVERY: _plain("title divisions")},
    },
    "clauses.toml": {
        "heading": _plain("id words"),
        "clause": _plain("id words figure description"),
    },
    "apparatus.toml": {
        **_plain("reading_text"),
        "variant": {
            **_plain("clause heading lemma type substantive note"),
            "readings": _plain("witness words"),
        },
        "agreement": _plain("witnesses from to clauses note"),
        "alone": _plain("witness from to clauses note"),
    },
    "readings.toml": {
        "confidence": {EVERY: TEXT},
        "reading": {
            EVERY: {
                **_plain("title kind clause words question why confidence"),
                "alternatives": {EVERY: _plain("phrase argument evidence")},
            }
        },
    },
    "studies.toml": {
        "study": {**_plain("name title players games seed measures question"), "readings": {EVERY: None}},
    },
    "turns.toml": {"turn": _plain("name title shows note before strokes about")},
}
"""The keys of each file; behind a key that holds tables, the keys of these."""
OTHERS = ("text.txt", "cases.toml", "phrases.toml", "notes.md", "how-to-play.md")
"""The other files that an editor writes."""


def problems_of_files(edition: Edition) -> list[Problem]:
    """Return why files in the folder of an edition cannot be read: folders, no text, no TOML."""
    return [problem for name in (*SHAPES, *OTHERS) for problem in _unreadable(os.path.join(edition.folder, name))]


def _unreadable(path: str) -> Iterator[Problem]:
    if not os.path.lexists(path):
        return
    try:
        read_data(path) if path.endswith(".toml") else read_source(path)
    except SourceFault as fault:
        yield from_fault(fault.fault)


def problems_of_keys(edition: Edition) -> list[Problem]:
    """Return the keys that mean nothing where they stand; a file that is no TOML is refused by whoever reads it."""
    return [problem for name in SHAPES for problem in _of_file(os.path.join(edition.folder, name), SHAPES[name])]


def _of_file(path: str, shape: dict[str, object]) -> Iterator[Problem]:
    if not os.path.isfile(path):
        return
    try:
        source, data = read_data(path)
    except SourceFault:
        return
    source.path = shown_path(source.path)
    for key, known in _unknown(data, shape):
        (remedy,) = remedies_for(key, known, f"The keys here are: {', '.join(known)}.")
        sentence = f"{source.path} has “{key}”, which means nothing where it stands."
        yield from_fault(bad_data(source, sentence, key_span(source, key), remedy))
    for key in _not_texts(data, shape):
        sentence = f"“{key}” in {source.path} should be a text."
        yield from_fault(
            bad_data(source, sentence, key_span(source, key), f'Write it in quotation marks:   {key} = "…"')
        )


def _unknown(table: dict[str, object], shape: dict[str, object]) -> Iterator[tuple[str, list[str]]]:
    """Yield each key that a shape does not have, with those that it has there."""
    for key, value in table.items():
        if key not in shape and EVERY not in shape:
            yield key, [*shape]
            continue
        for one, inner in _inside(key, value, shape):
            yield from _unknown(one, inner)


def _not_texts(table: dict[str, object], shape: dict[str, object]) -> Iterator[str]:
    """Yield each key whose value should be a text, and is none."""
    for key, value in table.items():
        if shape.get(key, shape.get(EVERY)) == TEXT and not isinstance(value, str):
            yield key
        for one, inner in _inside(key, value, shape):
            yield from _not_texts(one, inner)


def _inside(key: str, value: object, shape: dict[str, object]) -> Iterator[tuple[dict[str, object], dict[str, object]]]:
    """Yield the tables that a key holds, with their shape."""
    inner = shape.get(key, shape.get(EVERY))
    if isinstance(inner, dict):
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                yield one, inner
