"""Check the files beside the rules of an edition: readable, without unknown keys; readings, notes, apparatus.

Otherwise a misspelt key would be ignored silently, as would a file that is a folder, or that is not TOML. `cases.toml`
and `phrases.toml` have their own checks. A reading needs arguments, clauses and evidence.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from cc_dsl.cases.reader import KnownClauses, line_of
from cc_dsl.diagnostics.problem import Problem, RulesError, remedies_for
from cc_dsl.diagnostics.toml_tables import NamedTable
from cc_dsl.pipeline import Edition
from cc_dsl.resources import grammar_data
from cc_dsl.rules.ledger import doubts_in
from cc_dsl.rules.titles import RECORDS
from cc_dsl.source.clauses import EditionText, load_apparatus
from cc_dsl.source.data import Table, bad_data, key_span, not_text, read_data, table_span
from cc_dsl.source.files import Source, read_source
from cc_dsl.source.notes import NOTES, sections_of

INTRODUCTION = "introduction"
LISTED = "“circular clauses EDITION” lists them."


def problems_of_records(edition: Edition) -> list[Problem]:
    """Return the problems of the records of an edition; none for an overlay or for rules without a text."""
    text = edition.text
    if text is None or edition.overlay is not None:
        return []
    of_apparatus = load_apparatus(edition.folder, text)[1]
    return [*_check_readings(edition, text), *_check_notes(edition, text), *of_apparatus]


# ------------------------------------------------------------------------------------------- readings


def _check_readings(edition: Edition, text: EditionText) -> Iterator[Problem]:
    """Yield the problems of the records of open places; without their file, that it is missing."""
    path = os.path.join(edition.folder, RECORDS)
    names = {name: clause for name, (_, clause) in doubts_in(edition.start).items()}
    if not os.path.isfile(path):
        if names:
            sentence = f"There is no {RECORDS}, and {len(names)} open places of the rules have no argument."
            remedy = f"Write it beside the rules; begin with   [reading.{next(iter(names))}]"
            yield Problem("label-not-recorded", sentence, edition.source, remedies=(remedy,))
        return
    try:
        source, data = read_data(path)
    except RulesError:
        return  # the comparison of the labels reports this
    faults: list[Problem] = []
    criteria = data.get("confidence")
    known_clauses = KnownClauses(edition)
    for name, table in _tables(data, "reading").items():
        entry = NamedTable(name, table, source, table_span(source, f"reading.{name}"), faults)
        entry = entry._replace(subject=f"The record of “{name}”")
        words = [*criteria] if isinstance(criteria, dict) else []
        _check_record(entry, words, known_clauses, text, names.get(name, ""))
    yield from faults


def _tables(table: Table, key: str) -> dict[str, Table]:
    """Return the tables under a key of a table, by name."""
    tables = table.get(key)
    pairs = tables.items() if isinstance(tables, dict) else ()
    return {name: inner for name, inner in pairs if isinstance(inner, dict)}


def _check_record(
    entry: NamedTable, criteria: list[str], known_clauses: KnownClauses, text: EditionText, clause: str
) -> None:
    """Check the record of one open place, in the block of a clause of the rules, or in none."""
    for key in ("title", "question", "why"):
        line_of(entry, key)
    if entry.table.get("kind") != "option" and entry.table.get("confidence") not in criteria:
        none = 'Give the criterion of each first:   [confidence]   and below:   open = "The words do not choose."'
        remedy = f"There are criteria for: {', '.join(criteria)}." if criteria else none
        entry.refuse("has a confidence without a criterion", remedy)
    own = str(entry.table.get("clause", ""))
    if not clause and not own:
        entry.refuse("names no clause whose silence it fills", 'Write:   clause = "I.1"')
    elif own and text.clause(own) is None:
        remedies = remedies_for(own, text.clauses, LISTED)
        entry.refuse(f"names the clause {own}, which the text does not have", *remedies)
    elif own and clause and text.clause(own) != text.clause(clause):
        entry.refuse(f"names {own}, but in the rules it belongs to {clause}", "Name the same clause.")
    quoted_clause, words = text.clause(clause or own), str(entry.table.get("words") or "")
    if quoted_clause is not None and " ".join(words.split()) not in " ".join(quoted_clause.words.split()):
        entry.refuse(f"has words that {clause or own} does not have", "Copy them from the clause letter by letter.")
    for answer, table in _tables(entry.table, "alternatives").items():
        span = table_span(entry.source, f"reading.{entry.name}.alternatives.{answer}")
        alternative_entry = entry._replace(table=table, span=span, subject=f"“{answer}” of “{entry.name}”")
        line_of(alternative_entry, "phrase")
        line_of(alternative_entry, "argument")
        evidence = table.get("evidence", [])
        for item in evidence if isinstance(evidence, list) else [evidence]:
            label, _, clause_or_rule = str(item).partition(".")
            home = known_clauses.text_of(label)
            # Evidence may also name a whole rule, such as IV for IV.1 and IV.2.
            if home is None or not any(f"{item}.".startswith(f"{clause_or_rule}.") for item in home.clauses):
                remedy = f"Name a clause with its edition, such as   {text.id}.{next(iter(text.clauses))}"
                alternative_entry.refuse(f"has the evidence {item}, which does not exist", remedy)


# ---------------------------------------------------------------------------------------------- notes


def _check_notes(edition: Edition, text: EditionText) -> Iterator[Problem]:
    """Yield each clause without a note, and each note without a clause."""
    path = os.path.join(edition.folder, NOTES)
    if not os.path.isfile(path):
        sentence = f"There is no {NOTES}, and {len(text.clauses)} clauses of the text have no note."
        remedy = f"Write it beside the rules; begin with   ## {INTRODUCTION}   and   ## {next(iter(text.clauses))}"
        yield Problem("bad-data-file", sentence, edition.source, remedies=(remedy,))
        return
    source = read_source(path)
    noted_clauses: set[str] = set()
    for section in sections_of(source):
        name, wrong = section.id, []
        if name in noted_clauses:
            wrong.append((f"There is a second note on {name}.", "Put both into one."))
        elif name != INTRODUCTION and name not in text.clauses:
            (remedy,) = remedies_for(name, text.clauses, LISTED)
            wrong.append((f"This note is on {name}, which the text does not have.", remedy))
        if not section.markdown:
            wrong.append((f"The note on {name} is empty.", "Write it below its heading."))
        for sentence, remedy in wrong:
            yield Problem("bad-data-file", sentence, source, section.heading, remedies=(remedy,))
        noted_clauses.add(name)
    missing_clauses = [clause for clause in text.clauses if clause not in noted_clauses]
    if missing_clauses:
        sentence = f"The notes omit {', '.join(missing_clauses)}."
        yield Problem("bad-data-file", sentence, source, remedies=(f"Add a section:   ## {missing_clauses[0]}",))


# ---------------------------------------------------------------------------------------------- files

EVERY = "*"
"""Stands for keys that the editor chooses."""


def shapes() -> dict[str, Any]:
    """Return the keys of each file with the types of their values: a text, any value, or the keys of tables."""

    def expand_keys(table: Table) -> dict[str, Any]:
        each = ((key, shape) for keys, shape in table.items() for key in keys.split())
        return {key: expand_keys(shape) if isinstance(shape, dict) else shape for key, shape in each}

    return expand_keys(grammar_data("files"))


def problems_of_files(edition: Edition) -> list[Problem]:
    """Return the problems of unreadable files in the folder of an edition, and of unknown keys in the others."""
    problems: list[Problem] = []
    for name, shape in shapes().items():
        path = os.path.join(edition.folder, name)
        try:
            if os.path.lexists(path):
                source, data = read_data(path) if name.endswith(".toml") else (read_source(path), {})
                problems += _wrong_keys(data, shape, source)
        except RulesError as error:
            problems += error.problems
    return problems


def _wrong_keys(table: Table, shape: Table, source: Source) -> Iterator[Problem]:
    """Yield a problem for each key that is unknown or should have a text."""
    for key, value in table.items():
        if key not in shape and EVERY not in shape:
            (remedy,) = remedies_for(key, shape, f"The keys here are: {', '.join(shape)}.")
            sentence = f"{source.path} has the key “{key}”, which has no meaning there."
            yield bad_data(source, sentence, key_span(source, key), remedy)
            continue
        inner = shape.get(key, shape.get(EVERY))
        if inner == "text" and not isinstance(value, str):
            yield not_text(source, key)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict) and isinstance(inner, dict):
                yield from _wrong_keys(item, inner, source)
