"""The order of problems, and the nearest known names for an unknown one.

Problems are returned in lists up to the pipeline, and raised as one RulesError only at its edge.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from itertools import islice

from cc_dsl.resources import grammar_data
from cc_dsl.source.files import Label as Label
from cc_dsl.source.files import Problem as Problem
from cc_dsl.source.files import RulesError as RulesError
from cc_dsl.source.files import place_of as place_of


@functools.cache
def explanations() -> dict[str, str]:
    """Return one paragraph for each code, in alphabetical order: its meaning, and the remedy."""
    return {code: " ".join(paragraph.split()) for code, paragraph in grammar_data("problems").items()}


def has_errors(problems: Iterable[Problem]) -> bool:
    """Return whether any of the problems is more than a warning."""
    return any(problem.level == "error" for problem in problems)


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Sort problems by file and by place in the file; those without a place come first."""
    problem_list = list(problems)
    paths = [*dict.fromkeys(problem.source.path for problem in problem_list if problem.source is not None)]

    def place(problem: Problem) -> tuple[int, int]:
        if problem.source is None:
            return -1, 0
        return paths.index(problem.source.path), problem.span.start if problem.span is not None else -1

    return sorted(problem_list, key=place)


MOST_COMPARED = 2_000
"""The most known words with which an unknown one is compared."""


def nearest(word: str, known_words: Iterable[str], most: int = 3, slips: int = 3) -> list[str]:
    """Return the known words that the writer may have intended, nearest first, without words that are too different.

    The distance is Damerau's: letters inserted, omitted or changed, or two neighbours exchanged; case is ignored. No
    word is further away than the number of slips. Equally near words are in the order given.
    """
    if not word or len(word) > 60:
        return []
    folded_word = word.casefold()
    slips_allowed = min(slips, 1 if len(folded_word) <= 3 else 2 if len(folded_word) <= 7 else 3)
    near: list[tuple[int, int, str]] = []
    for number, name in enumerate(islice(dict.fromkeys(known_words), MOST_COMPARED)):
        other = name.casefold()
        distance = (
            _distance(folded_word, other, slips_allowed)
            if abs(len(other) - len(folded_word)) <= slips_allowed
            else slips_allowed + 1
        )
        # Two slips in a short word leave little of it, so require the same first letter.
        alike = distance < 2 or len(folded_word) > 5 or other[:1] == folded_word[:1]
        if distance <= slips_allowed and distance < max(len(folded_word), len(other)) and alike:
            near.append((distance, number, name))
    return [name for _, _, name in sorted(near)[:most]]


def join_words(words: Sequence[str], conjunction: str = "and") -> str:
    """Return several words as one phrase: “a, b and c”."""
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}" if len(words) > 1 else "".join(words)


def either(words: Sequence[str]) -> str:
    """Join words by commas and “or”."""
    return join_words(words, "or")


def did_you_mean(word: str, known_words: Iterable[str], otherwise: str = "", sign: str = "") -> str:
    """Return the question whether a known word was meant, with a sign such as § before each name; without such a
    word, return the other sentence.
    """
    close = [f"{sign}{name}" for name in nearest(word, known_words)]
    return f"Do you mean {either(close)}?" if close else otherwise


def remedies_for(word: str, known_words: Iterable[str], otherwise: str = "") -> tuple[str, ...]:
    """Return the remedy for an unknown word, if any: the question whether a known word is meant, or the given one."""
    remedy = did_you_mean(word, known_words, otherwise)
    return (remedy,) if remedy else ()


def _distance(left: str, right: str, limit: int) -> int:
    """Return the Damerau–Levenshtein distance of two words, by dynamic programming; counting stops at the limit."""
    before: list[int] = []  # the row before the last
    last: list[int] = [*range(len(right) + 1)]
    for row, letter in enumerate(left, 1):
        line: list[int] = [row]
        for column, other in enumerate(right, 1):
            best = min(line[-1] + 1, last[column] + 1, last[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other:
                best = min(best, before[column - 2] + 1)
            line.append(best)
        if min(line) > limit and min(last) > limit:
            return limit + 1
        before, last = last, line
    return last[-1]
