"""A rule that a reader changes: its sentences, and their problems."""

from __future__ import annotations

from cc_dsl.diagnostics.problem import Problem, RulesError, has_errors, in_order
from cc_dsl.live.messages import (
    LONGEST_OVERLAY,
    Message,
    NotUnderstood,
    edition_of,
    name_in,
    text_in,
    unresolved_edition,
)
from cc_dsl.rules import meaning
from cc_dsl.syntax import nodes

UNCHANGED = (nodes.Doubt, nodes.Excuse, nodes.Elsewhere, nodes.Example)
"""Statements that readers cannot change: open places, the ledger's statements about a clause, and examples."""
MOST_PROBLEMS = 20


def draft_overlay(message: Message) -> dict[str, object]:
    """Return an overlay as a draft: the sentences of one clause, to be changed, and the printed words."""
    edition = edition_of(name_in(message))
    name = text_in(message, "clause")
    clause = edition.text.clause(name) if edition.text is not None else None
    if clause is None:
        raise NotUnderstood(f"{edition.display_name} has no clause {name}.")
    text, sentences = edition.source.text, []
    for block in edition.start.blocks:
        if isinstance(block, nodes.Section) and block.section.text == clause.id:
            for statement in block.statements:
                if not isinstance(statement, UNCHANGED):
                    begin = text.rfind("\n", 0, statement.span.start) + 1
                    sentences += [
                        line.rstrip() for line in text[begin : statement.span.end].split("\n") if line.strip()
                    ]
    lines = [f'this edition is {edition.name}, but "another {clause.id}".']
    lines += [f"{'instead of' if sentences else 'besides'} §{clause.id}:"]
    lines += [line if line.startswith("  ") else f"  {line}" for line in sentences]
    return {"text": "\n".join(lines) + "\n", "words": clause.words}


def check_overlay(message: Message) -> dict[str, object]:
    """Return the problems of an overlay, in the words of the terminal."""
    name, text = name_in(message), text_in(message, "overlay", LONGEST_OVERLAY)
    try:
        edition = unresolved_edition(name, text)
        rules, problems = edition.resolve({})
        problems = in_order([*edition.problems_of_text(), *problems])
        digest = "" if rules is None else meaning.digest(rules)[:8]
    except RulesError as error:
        problems, digest = error.problems, ""
    return {
        "problems": [_document_of(problem, text) for problem in problems[:MOST_PROBLEMS]],
        "sound": not has_errors(problems),
        "digest": digest,
    }


def _document_of(problem: Problem, text: str) -> dict[str, object]:
    """Return a problem for the page, with its place if that is in the overlay itself."""
    source, span = problem.source, problem.span
    place: dict[str, object] = {"line": None, "start": None, "end": None}
    if source is not None and span is not None and source.text == text:
        place = {"line": source.position(span.start)[0], "start": span.start, "end": span.end}
    return {"level": problem.level, "said": problem.sentence, "remedies": [*problem.remedies], **place}
