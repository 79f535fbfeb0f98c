"""The worked cases of an edition as a reader sees them: the position, the course, the result, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl.checking.cases import Case, Line, Result, read_cases
from cc_dsl.checking.splicing import sentences
from cc_dsl.checking.trying import try_cases

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition


class Outcome(NamedTuple):
    """The result of a case under some answers to open places."""

    readings: tuple[tuple[str, str], ...]
    because: str
    played: tuple[str, ...]
    """The lines of a course of play that only this outcome has."""
    expected: tuple[str, ...]


class Worked(NamedTuple):
    """A worked case."""

    id: str
    title: str
    clauses: tuple[str, ...]
    why: str
    is_printed: bool
    """Whether the text itself gives the case."""
    laid: tuple[str, ...]
    done: tuple[str, ...]
    """The acts from the position, in sentences of the rules language."""
    played: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    """The first is that of the case, the others those of its contrasts."""
    failed: tuple[str, ...]
    """The failed expectations; none if the rules agree with the case."""
    question: str
    """The question of the rules that is asked; empty where sentences are tried, or something is played."""
    given: Mapping[str, Any]
    """The given pieces of the question, by key."""
    readings: Mapping[str, str]
    """The answers to open places under which it is asked."""


def failures_of(edition: Edition) -> dict[str, list[str]]:
    """Return the failed expectations of the worked cases of an edition, by the id of the case; each case is tried."""
    failures: dict[str, list[str]] = {}
    for failure in try_cases(edition).failures if len(read_cases(edition)) else ():
        failures.setdefault(failure.case.id, []).append(failure.sentence)
    return failures


def worked_cases(edition: Edition, failures: dict[str, list[str]] | None = None) -> dict[str, tuple[Worked, ...]]:
    """Return the worked cases of an edition by the clause at which they are printed; without failures each is tried."""
    cases = read_cases(edition)
    failures = failures_of(edition) if failures is None else failures
    found: dict[str, list[Worked]] = {}
    for case in cases:
        found.setdefault(case.clauses[0], []).append(_worked(case, tuple(failures.get(case.id, ()))))
    return {clause: tuple(listed) for clause, listed in found.items()}


def _worked(case: Case, failed: tuple[str, ...]) -> Worked:
    return Worked(
        case.id,
        case.title,
        case.clauses,
        case.why,
        case.source == "printed",
        _given(case.pieces) if case.question else _words(sentences(case.given)),
        _words(sentences(case.do)),
        _words(case.play),
        tuple(_outcome(result) for result in case.results),
        failed,
        case.question,
        case.pieces if case.question else {},
        case.expected.readings,
    )


def _outcome(result: Result) -> Outcome:
    denied = tuple(f"It is not true that {words}" for words in _words(sentences(result.not_so)))
    expected = (*_given(result.answer), *_words(sentences(result.so)), *denied)
    return Outcome(tuple(result.readings.items()), result.because, _words(result.then), expected)


def _words(lines: Iterable[Line]) -> tuple[str, ...]:
    return tuple(line.text for line in lines)


def _given(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the input or the answer of a question, one key a line, with the players' parts in turn."""
    return tuple(f"{key}: {_said(value)}" for key, value in values.items())


def _said(value: Any) -> str:
    return "; ".join(str(one) or "none" for one in value) if isinstance(value, list) else str(value)
