"""A rule that a reader changes: the sentences of a clause to begin with, and what is wrong with what was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.diagnostics.problem import Problem, RulesError, has_errors, in_order
from cc_dsl.live.editions import LONGEST_OVERLAY, edition_of, name_in, unread
from cc_dsl.live.fields import Message, NotUnderstood, text_in
from cc_dsl.rules import meaning
from cc_dsl.rules.kinds import plural
from cc_dsl.syntax import nodes
from cc_dsl.syntax.colours import tokens_of

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

UNCHANGED = (nodes.Doubt, nodes.Excuse, nodes.Elsewhere, nodes.Example)
"""Statements that are no rules to be changed: open places, what the ledger says of a clause, and examples."""
MOST_PROBLEMS = 20


def drafted(message: Message) -> dict[str, object]:
    """Return an overlay to begin with: the sentences of one clause, to be changed, and the printed words."""
    edition = edition_of(name_in(message), ())
    name = text_in(message, "clause")
    clause = edition.text.clause(name) if edition.text is not None else None
    if clause is None:
        raise NotUnderstood(f"{edition.display_name} has no clause {name}.")
    sentences = _sentences(edition, clause.id)
    verb = "instead of" if sentences else "besides"
    lines = [f'this edition is {edition.name}, but "another {clause.id}".', f"{verb} §{clause.id}:", *sentences]
    pieces = edition.rules.pieces.name
    game = {"seats": [*edition.rules.seats], "piece": pieces, "pieces": plural(pieces)}
    return {"text": "\n".join(lines) + "\n", "words": clause.words, "title": edition.display_name, "game": game}


def _sentences(edition: Edition, clause: str) -> list[str]:
    """Return the lines of the sentences of a clause, each two spaces in at least."""
    text, found = edition.source.text, []
    for block in edition.start.blocks:
        if isinstance(block, nodes.Section) and block.section.text == clause:
            for one in block.statements:
                if not isinstance(one, UNCHANGED):
                    begin = text.rfind("\n", 0, one.span.start) + 1
                    found += [line.rstrip() for line in text[begin : one.span.end].split("\n")]
    return [line if line.startswith("  ") else f"  {line}" for line in found if line.strip()]


def checked(message: Message) -> dict[str, object]:
    """Return what is wrong with an overlay, in the words of the terminal, and what its words are."""
    name, text = name_in(message), text_in(message, "overlay", LONGEST_OVERLAY)
    problems, digest = _problems(name, text)
    return {
        "problems": [_told(problem, text) for problem in problems[:MOST_PROBLEMS]],
        "sound": not has_errors(problems),
        "digest": digest,
        "tokens": [[position, kind, len(part)] for position, kind, part in tokens_of(text) if kind != "space"],
    }


def _problems(name: str, text: str) -> tuple[list[Problem], str]:
    """Return the problems of an overlay, and the digest of the rules that it makes, if it makes any."""
    try:
        edition = unread(name, text)
        rules, problems = edition.resolve({})
        problems = in_order([*edition.problems_of_text(), *problems])
    except RulesError as error:
        return error.problems, ""
    return problems, "" if rules is None else meaning.digest(rules)[:8]


def _told(problem: Problem, text: str) -> dict[str, object]:
    """Return a problem for the page; its place only where it stands in the overlay itself."""
    source, span = problem.source, problem.span
    is_here = source is not None and span is not None and source.text == text
    return {
        "level": problem.level,
        "said": problem.sentence,
        "remedies": [*problem.remedies],
        "line": source.position(span.start)[0] if is_here and source is not None and span is not None else None,
        "start": span.start if is_here and span is not None else None,
        "end": span.end if is_here and span is not None else None,
    }
