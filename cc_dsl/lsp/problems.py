"""Problems for an editor, each with its remedies, of which some are quick fixes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lsprotocol import types

from cc_dsl.cases.trials import Failure
from cc_dsl.diagnostics.problem import Problem
from cc_dsl.lsp.documents import Document, range_of, uri_of
from cc_dsl.rules.kinds import plural
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes

SOURCE = "circular"
FIRST_LINE = types.Range(types.Position(0, 0), types.Position(0, 1))
SUGGESTION = re.compile(r"Do you mean ([^?]+)\?")
"""A remedy that suggests names."""
NO_STOP = "A full stop is missing"


def diagnostics(document: Document, problems: list[Problem]) -> list[types.Diagnostic]:
    """Return the problems of a file; a problem of another file is shown on the first line and names that file."""
    return [_diagnostic(document, problem) for problem in problems]


def _diagnostic(document: Document, problem: Problem) -> types.Diagnostic:
    """Return a problem in the form of the protocol."""
    is_here = document.is_here(problem.source)
    elsewhere = problem.source is not None and not is_here
    lines = [problem.sentence, *(f"Clause {name}: “{words}”" for name, words in problem.clauses), *problem.remedies]
    file = f"{problem.source.path}: " if elsewhere and problem.source is not None else ""
    span = problem.span if problem.span is not None else Span(0, 1)
    # Editors do not show a range of no width, such as that of a missing full stop.
    place = document.range(Span(span.start, max(span.end, span.start + 1)))
    return types.Diagnostic(
        range=place if is_here else FIRST_LINE,
        message=file + "\n".join(lines),
        severity=types.DiagnosticSeverity.Error if problem.level == "error" else types.DiagnosticSeverity.Warning,
        code=problem.code,
        source=SOURCE,
        related_information=[
            types.DiagnosticRelatedInformation(
                types.Location(uri_of(label.source.path), range_of(label.source, label.span)), label.words or "and here"
            )
            for label in problem.labels
        ],
        tags=[types.DiagnosticTag.Unnecessary] if problem.code == "unused-name" else None,
    )


def case_diagnostics(document: Document, failures: Sequence[Failure]) -> list[types.Diagnostic]:
    """Return the failing worked cases, each at the first of its clauses."""
    heads = [block.section for block in document.blocks if isinstance(block, nodes.Section)]
    diagnostics = []
    for failure in failures:
        ranges = (document.range(head.span) for head in heads if head.text in failure.case.clauses)
        message = (
            f"The worked case “{failure.case.title}” does not hold. {failure.sentence}\n"
            "Change the rule; or cases.toml, if the case was worked wrongly."
        )
        error = types.DiagnosticSeverity.Error
        diagnostics.append(types.Diagnostic(next(ranges, FIRST_LINE), message, error, "worked-case", source=SOURCE))
    return diagnostics


# --------------------------------------------------------------------------------------------- quick fixes


def fixes(document: Document, selection: types.Range) -> list[types.CodeAction]:
    """Return the code actions for the problems at a place."""
    start, end = document.offset(selection.start), document.offset(selection.end)
    here = [item for item in document.problems if document.is_here(item.source) and item.span is not None]
    problems_here = [
        item for item in here if item.span is not None and item.span.start <= end and start <= item.span.end
    ]
    return [
        types.CodeAction(
            title=title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=diagnostics(document, [problem]),
            edit=types.WorkspaceEdit(changes={document.uri: [types.TextEdit(document.range(span), words)]}),
            is_preferred=title.startswith("Write") or None,
        )
        for problem in problems_here
        for title, span, words in _edits(document, problem)
    ]


def _edits(document: Document, problem: Problem) -> Iterator[tuple[str, Span, str]]:
    """Yield each possible edit: its title, the place, and the new words."""
    assert problem.span is not None
    text = document.text[problem.span.start : problem.span.end]
    for remedy in problem.remedies:
        suggestion = SUGGESTION.search(remedy)
        if suggestion is not None and text.strip():
            for word in re.split(r", | or ", suggestion[1]):
                replacement = _in_form_of(text, word)
                yield f"Write “{replacement}”", problem.span, replacement
    if problem.sentence.startswith(NO_STOP):
        yield "Write a full stop", Span(problem.span.start, problem.span.start), "."


def _in_form_of(original: str, word: str) -> str:
    """Return a suggested word in the form of the original: after §, in quotation marks, or in the plural."""
    word = word.strip("“”")
    if original.startswith('"'):
        return f'"{word}"'
    if original.startswith("§") and not word.startswith("§"):
        return f"§{word}"
    if not original.startswith("§"):
        word = word.lstrip("§")
    is_plural = original.endswith("s") and not word.endswith("s") and original[:-1] != word
    return plural(word) if is_plural else word
