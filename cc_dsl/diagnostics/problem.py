"""A problem of a rules file or its data, as data: a sentence, places, printed clauses, remedies.

Problems are returned in lists up to the pipeline, and raised as one RulesError only at its edge.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.errors import CircularError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cc_dsl.source.files import Fault, Source, SourceFault, Span


class Label(NamedTuple):
    """A further place that a problem is about, and a few words on it."""

    source: Source
    span: Span
    words: str


class Problem(NamedTuple):
    """One thing that is wrong, complete enough for every rendering."""

    code: str
    """A slug, such as `unknown-name`; `codes.explanations` has a paragraph on it."""
    sentence: str
    """The problem as a complete sentence, in the words of the rules."""
    source: Source | None = None
    span: Span | None = None
    labels: tuple[Label, ...] = ()
    clauses: tuple[tuple[str, str], ...] = ()
    """Full ids of clauses, each with its printed words."""
    witness: str = ""
    """The smallest case that shows it, in lines; a first line that ends in a colon introduces it."""
    remedies: tuple[str, ...] = ()
    """Remedies, the most likely first; text to be typed comes last, after a colon and three spaces."""
    level: str = "error"
    """`error` or `warning`."""


class RulesError(CircularError):
    """The rules cannot be used; carries every problem that was found, and ends a command with status 2."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Carry the problems; their sentences are the message."""
        self.problems = list(problems)
        first = self.problems[0] if self.problems else Problem("", "")
        self.code, self.sentence, self.place = first.code, first.sentence, place_of(first)
        self.remedy = " ".join(first.remedies)
        super().__init__("\n".join(problem.sentence for problem in self.problems))


def place_of(problem: Problem) -> str:
    """Return the file, line and column of a problem; nothing where it is about no place in a file."""
    if problem.source is None:
        return ""
    if problem.span is None:
        return problem.source.path
    line, column = problem.source.position(problem.span.start)
    return f"{problem.source.path}:{line}:{column}"


def from_fault(fault: Fault) -> Problem:
    """Make a problem of what is wrong with a file."""
    return Problem(fault.code, fault.sentence, fault.source, fault.span, remedies=fault.remedies)


def from_source_fault(error: SourceFault) -> RulesError:
    """Make a RulesError of a file that cannot be used at all."""
    return RulesError([from_fault(error.fault)])


def has_errors(problems: Iterable[Problem]) -> bool:
    """Return whether any of the problems is more than a warning."""
    return any(problem.level == "error" for problem in problems)


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Put problems in the order of their files and of the places in each; those without one come first."""
    listed = list(problems)
    paths = [*dict.fromkeys(problem.source.path for problem in listed if problem.source is not None)]

    def place(problem: Problem) -> tuple[int, int]:
        if problem.source is None:
            return -1, 0
        return paths.index(problem.source.path), problem.span.start if problem.span is not None else -1

    return sorted(listed, key=place)


MOST_COMPARED = 2_000
"""The most known words that are compared with one that is not known."""


def nearest(word: str, known: Iterable[str], most: int = 3, slips: int = 3) -> list[str]:
    """Return the known words that the writer may have meant, nearest first, none that is merely something else.

    Distance is Damerau's: letters put in, left out or changed, or two neighbours exchanged; case is no slip. No word
    is further away than the number of slips. Of words that are equally near, the one that is known first comes first.
    """
    if not word or len(word) > 60:
        return []
    wanted = word.casefold()
    allowed = min(slips, 1 if len(wanted) <= 3 else 2 if len(wanted) <= 7 else 3)
    near: list[tuple[int, int, str]] = []
    for number, name in enumerate(islice(dict.fromkeys(known), MOST_COMPARED)):
        other = name.casefold()
        distance = _distance(wanted, other, allowed) if abs(len(other) - len(wanted)) <= allowed else allowed + 1
        # Two slips leave little of a short word; it must at least begin as it was written.
        alike = distance < 2 or len(wanted) > 5 or other[:1] == wanted[:1]
        if distance <= allowed and distance < max(len(wanted), len(other)) and alike:
            near.append((distance, number, name))
    return [name for _, _, name in sorted(near)[:most]]


def meant(word: str, known: Iterable[str], otherwise: str = "", sign: str = "") -> str:
    """Return the question whether a known word was meant, each behind a sign such as §; else the other sentence."""
    close = [f"{sign}{name}" for name in nearest(word, known)]
    return f"Do you mean {' or '.join(close)}?" if close else otherwise


def remedies_for(word: str, known: Iterable[str], otherwise: str = "") -> tuple[str, ...]:
    """Return the remedy for an unknown word: the question whether a known one was meant, or the other, if any."""
    remedy = meant(word, known, otherwise)
    return (remedy,) if remedy else ()


def _alike(left: str, right: str) -> int:
    """Return with how many letters both begin."""
    shorter = min(len(left), len(right))
    return next((place for place in range(shorter) if left[place] != right[place]), shorter)


def _distance(left: str, right: str, limit: int) -> int:
    """Count the slips between two words, after Damerau and Levenshtein; past the limit it stops counting.

    What both begin and end with is no slip, and letters that are further apart than the limit are never compared.
    """
    begin = _alike(left, right)
    left, right = left[begin:], right[begin:]
    end = _alike(left[::-1], right[::-1])
    left, right = left[: len(left) - end], right[: len(right) - end]
    far = limit + 1
    before: list[int] = []
    last = [min(column, far) for column in range(len(right) + 1)]
    for row, letter in enumerate(left, 1):
        line = [far] * (len(right) + 1)
        line[0] = min(row, far)
        for column in range(max(1, row - limit), min(len(right), row + limit) + 1):
            other = right[column - 1]
            best = min(line[column - 1] + 1, last[column] + 1, last[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other:
                best = min(best, before[column - 2] + 1)
            line[column] = min(best, far)
        if min(line) > limit and min(last) > limit:
            return far
        before, last = last, line
    return last[-1]
