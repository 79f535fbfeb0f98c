"""The exact chance of every answer to a question, over all ways to lay its pieces for two players.

Every way is as likely as every other, so a chance is a count and a total, and is given as a fraction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from cc_dsl.compiler.exact_counts import UNTOLD, Answers, count_answers, laid_for
from cc_dsl.compiler.ways import Example, LaidPieces, ResultColumn
from cc_dsl.rules import model
from cc_dsl.rules.kinds import plural, spelt
from cc_dsl.study.documents import OddsDocument


class Odds(NamedTuple):
    """The frequencies of the answers, and of the values of each part of an answer."""

    question: str
    total: int
    answers: dict[tuple[tuple[str, object], ...], int]
    """Whole answers, by their keys; the most frequent first."""
    examples: dict[tuple[tuple[str, object], ...], dict[str, object]]
    """One way to lay the pieces for each answer, as `circular judge --jsonl` reads it."""
    parts: dict[str, dict[object, int]]
    """For each key the frequencies of its values; if it is answered for each player, the values of all."""
    beliefs: tuple[TestedBelief, ...]


class TestedBelief(NamedTuple):
    """A belief of the rules: the number of ways in which it is false, and one of them."""

    sentence: str
    clauses: tuple[str, ...]
    broken: int
    example: dict[str, object] | None


def questions(rules: model.Rules) -> list[str]:
    """Return the questions whose answers can be counted."""
    if not rules.seats[0] <= 2 <= rules.seats[1]:
        return []
    return [question.name for question in rules.questions.values() if laid_for(question) is not None]


def odds(rules: model.Rules, name: str, tell: Callable[[int, int], None] | None = None) -> Odds:
    """Count the answers to a question."""
    found = count_answers(rules, rules.questions[name], tell)
    answers: Counter[tuple[tuple[str, object], ...]] = Counter()
    examples: dict[tuple[tuple[str, object], ...], dict[str, object]] = {}
    laid = laid_for(rules.questions[name])
    assert laid is not None
    for numbers, count in found.counts.items():
        whole = _whole(rules, found, numbers)
        answers[whole] += count
        examples.setdefault(whole, case_of(rules, laid, found.examples[numbers]))
    ordered = dict(sorted(answers.items(), key=lambda pair: (-pair[1], repr(pair[0]))))
    parts: dict[str, Counter[object]] = {}
    for answer, count in ordered.items():
        for key, value in answer:
            parts.setdefault(key, Counter())[value] += count
    told = {key: dict(counts.most_common()) for key, counts in parts.items()}
    return Odds(name, found.total, ordered, examples, told, _beliefs(rules, laid, found))


def _beliefs(rules: model.Rules, laid: LaidPieces, found: Answers) -> tuple[TestedBelief, ...]:
    """Return the beliefs of the rules, each with the number of ways in which it is false."""
    return tuple(
        TestedBelief(
            one.belief.origin.sentence,
            one.belief.origin.clauses,
            one.ways,
            case_of(rules, laid, one.example) if one.example is not None else None,
        )
        for one in found.beliefs
    )


def case_of(rules: model.Rules, laid: LaidPieces, example: Example) -> dict[str, object]:
    """Return a way to lay pieces as a line of `circular judge --jsonl`."""
    codes, case = rules.pieces.codes, dict[str, object]()
    if laid.common is not None:
        common = [codes[piece] for piece in example.common]
        case[laid.common.key] = common if laid.common.number > 1 else common[0]
    case[plural(laid.side.key)] = [[codes[piece] for piece in side] for side in example.sides]
    return case


def _whole(rules: model.Rules, found: Answers, numbers: tuple[int, ...]) -> tuple[tuple[str, object], ...]:
    said: dict[str, object] = {}
    for column, number in zip(found.columns, numbers, strict=False):
        value, before = said_of(rules, column, number), said.get(column.key)
        owned = (*before, value) if isinstance(before, tuple) else (value,)
        said[column.key] = value if column.owner is None else owned
    return tuple(said.items())


def said_of(rules: model.Rules, column: ResultColumn, number: int) -> object:
    """Return a value as a reader expects it: a number, a word, or a player such as `player 1`; None for none."""
    kind = column.told.kind
    if number == UNTOLD or (number < 0 and kind.base != "number"):
        return None
    if kind.base == "value":
        words = rules.values[kind.name].values[number].removeprefix(f"{column.key}-")
    elif kind.base == "group":
        words = rules.groups[kind.name].sorts[number].name
    else:
        return f"player {number + 1}" if kind.base == "player" else number
    return spelt(words).lower()


def document(rules: model.Rules, found: Odds) -> OddsDocument:
    """Return it under stable keys, with fractions in their lowest terms."""
    chosen = {doubt.name: doubt.chosen for doubt in rules.doubts.values() if doubt.chosen != doubt.default}
    return {
        "edition": rules.name,
        "rules": rules.meaning,
        "readings": chosen,
        "question": found.question,
        "total": found.total,
        "answers": [
            {
                **dict(answer),
                "count": count,
                "chance": str(Fraction(count, found.total)),
                "example": found.examples[answer],
            }
            for answer, count in found.answers.items()
        ],
        "parts": {
            key: [
                {"value": value, "count": count, "chance": str(Fraction(count, found.total))}
                for value, count in counts.items()
            ]
            for key, counts in found.parts.items()
        },
        "beliefs": [one._asdict() for one in found.beliefs],
    }
