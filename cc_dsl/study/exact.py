"""Exact counts over all ways to lay the pieces of a question: of groups, of answers, and of the effects of readings.

All ways are equally likely, so a probability is a count divided by a total, and is given as a fraction.

A best group is named after the keys of its ranking.  If the ranking begins with conditions, they divide all groups into
classes, which are numbered from the best: `1:kind`. Conditions after the sort are added by the name under which the
question reports them: `kind+name`. If groups may have several sizes, the size comes last: `1:kind:4`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from cc_dsl import pipeline
from cc_dsl.codegen.flat import ReportedResult
from cc_dsl.compiler.exact_counts import (
    UNTOLD,
    Example,
    LaidPieces,
    count_answers,
    count_changes,
    count_ranks,
    laid_pieces_of,
)
from cc_dsl.compiler.games import can_compile
from cc_dsl.errors import UserError
from cc_dsl.rules import model
from cc_dsl.rules.kinds import plural, spelt
from cc_dsl.study.documents import AnsweredWays, ExactDocument, WaysDocument
from cc_dsl.study.experiment import others_of
from cc_dsl.study.summary import provenance
from cc_dsl.trees import rebuild

NONE = "none"
ANY = "any"
"""The key of the count of deals in which any part of the answer changes."""

# ----------------------------------------------------------------------------------------- best groups


class GroupCounts(NamedTuple):
    """The frequency of each best group, best first."""

    group: str
    counts: dict[str, int]
    total: int


def countable_groups(rules: model.Rules) -> dict[str, tuple[str, str]]:
    """Return the groups that can be counted: the plural of each that a countable question answers for each player."""
    countable: dict[str, tuple[str, str]] = {}
    for question in map(rules.questions.__getitem__, countable_questions(rules)):
        for output in question.outputs:
            best = model.BestGroup(output.kind.name, model.Slot(0))
            if output.kind.base == "group" and output.is_owned and output.thing == best:
                countable.setdefault(plural(output.kind.name).lower(), (output.kind.name, question.name))
    return countable


def count_groups(rules: model.Rules, what: str, is_fast: bool | None = None) -> GroupCounts:
    """Count the best groups of a name; with Numba if requested, or by default if it is installed."""
    countable = countable_groups(rules)
    if what.lower() not in countable:
        can = ", ".join(countable) or "nothing"
        raise UserError("command-line", f"“{what}” cannot be counted in {rules.name}; {can} can.")
    name, group_question = countable[what.lower()]
    group, question = rules.groups[name], rules.questions[group_question]
    group_counts = count_ranks(rules, question, name, can_compile() if is_fast is None else is_fast)
    measures: dict[int, list[int]] = {}
    for rank in sorted((rank for rank in group_counts.counts if rank >= 0), reverse=True):
        rest = rank
        for width in reversed(group_counts.widths):  # a rank packs one number for each key, with these widths in bits
            measures.setdefault(rank, []).insert(0, rest & ((1 << width) - 1))
            rest >>= width
    counts: Counter[str] = Counter()
    for rank, key in _names_of_groups(question, group, measures).items():
        counts[key] += group_counts.counts[rank]
    return GroupCounts(name, {**counts, NONE: group_counts.counts.get(-1, 0)}, group_counts.total)


def _names_of_groups(
    question: model.Question, group: model.Group, measures: Mapping[int, Sequence[int]]
) -> dict[int, str]:
    """Return the name of each best group, by its rank, after the measures of the keys of its ranking."""
    keys = group.ranking.keys
    forms = [key.form for key in keys]
    before = forms.index("sort") if "sort" in forms else len(forms)
    leading_conditions = [place for place, form in enumerate(forms[:before]) if form == "condition"]
    leading_measures = {rank: tuple(each[place] for place in leading_conditions) for rank, each in measures.items()}
    classes = sorted({*leading_measures.values()}, reverse=True)
    names_of_conditions: dict[object, str] = {}
    for extra in (extra for output in question.outputs for extra in output.extras):
        names_of_conditions.setdefault(_with_one_slot(extra.condition), extra.key.removeprefix("with-"))
    names = {}
    for rank, each in measures.items():
        parts, sizes, extra_words = [], [], ""
        if leading_conditions:
            parts.append(str(classes.index(leading_measures[rank]) + 1))
        for place, (key, value) in enumerate(zip(keys, each, strict=True)):
            if key.form == "sort":
                parts.append(group.sorts[key.measure[len(key.measure) - value]].name.lower())
            elif key.form != "condition":
                sizes.append(str(value))
            elif place not in leading_conditions and value:
                # The name that the question gives to a condition of the ranking, or else its words.
                words, condition = key.origin.sentence.removeprefix("whether "), _with_one_slot(key.measure)
                extra_words += f"+{names_of_conditions.get(condition, words)}"
        names[rank] = ":".join([*parts, *sizes]) + extra_words
    return names


def _with_one_slot(term: object) -> object:
    """Return a term with all slots replaced by one, so that conditions on one thing can be compared."""
    return model.Slot(0) if isinstance(term, model.Slot) else rebuild(term, _with_one_slot)


# --------------------------------------------------------------------------------------------- answers


def countable_questions(rules: model.Rules) -> list[str]:
    """Return the questions whose answers can be counted: those with a fixed number of pieces, in a game for two.

    The counting program lays the pieces of exactly two sides.
    """
    if not rules.seats[0] <= 2 <= rules.seats[1]:
        return []
    return [question.name for question in rules.questions.values() if laid_pieces_of(question) is not None]


def odds(rules: model.Rules, name: str) -> dict[str, Any]:
    """Return the frequencies of the answers to a question, most frequent first, and of each part of them.

    If a part has an answer for each player, its value contains the answers of all. Each answer has an example, a way to
    lay the pieces in the format of `circular judge --jsonl`.
    """
    answer_counts = count_answers(rules, rules.questions[name])
    laid_pieces = laid_pieces_of(rules.questions[name])
    assert laid_pieces is not None
    counts: Counter[tuple[tuple[str, object], ...]] = Counter()
    examples: dict[tuple[tuple[str, object], ...], dict[str, object]] = {}
    for numbers, count in answer_counts.counts.items():
        values: dict[str, object] = {}
        for column, number in zip(answer_counts.columns, numbers, strict=False):
            value, before = _value_of(rules, column, number), values.get(column.key)
            values_of_owners = (*before, value) if isinstance(before, tuple) else (value,)
            values[column.key] = values_of_owners if column.output.is_owned else value
        answer = tuple(values.items())
        counts[answer] += count
        examples.setdefault(answer, case_of(rules, laid_pieces, answer_counts.examples[numbers]))
    total, answers = answer_counts.total, []
    parts: dict[str, Counter[object]] = {}
    for answer, count in sorted(counts.items(), key=lambda pair: (-pair[1], repr(pair[0]))):
        answers.append({**dict(answer), **_ways(count, total), "example": examples[answer]})
        for key, value in answer:
            parts.setdefault(key, Counter())[value] += count
    basis = provenance(rules)
    return {
        **{key: basis[key] for key in ("edition", "rules", "readings")},
        "question": name,
        "total": total,
        "answers": answers,
        "parts": {
            key: [{"value": value, **_ways(count, total)} for value, count in each.most_common()]
            for key, each in parts.items()
        },
    }


def case_of(rules: model.Rules, laid_pieces: LaidPieces, example: Example) -> dict[str, object]:
    """Return a way to lay pieces as a line of `circular judge --jsonl`."""
    codes, case = rules.pieces.codes, dict[str, object]()
    if laid_pieces.common is not None:
        common = [codes[piece] for piece in example.common]
        case[laid_pieces.common.key] = common if laid_pieces.common.number > 1 else common[0]
    case[plural(laid_pieces.side.key)] = [[codes[piece] for piece in side] for side in example.sides]
    return case


def _value_of(rules: model.Rules, column: ReportedResult, number: int) -> object:
    """Return a value for readers: a number, a word, or a player such as `player 1`; None for none."""
    kind = column.output.kind
    if number == UNTOLD or (number < 0 and kind.base != "number"):
        return None
    if kind.base == "value":
        words = rules.values[kind.name].values[number].removeprefix(f"{column.key}-")
    elif kind.base == "group":
        words = rules.groups[kind.name].sorts[number].name
    else:
        return f"player {number + 1}" if kind.base == "player" else number
    return spelt(words).lower()


def _ways(count: int, total: int) -> WaysDocument:
    return {"count": count, "chance": str(Fraction(count, total))}


# ----------------------------------------------------------------------------------- effects of readings


def count_readings(edition: pipeline.Edition, question: str) -> ExactDocument:
    """Return exact counts of a question: its answers under the readings chosen, and the effects of other answers."""
    default, changes = odds(edition.rules, question), _changes(edition, question)
    answers = sorted(changes, key=lambda row: (-row["changed"][ANY]["count"], row["doubt"], row["answer"]))
    return {"question": question, "total": default["total"], "parts": default["parts"], "answers": answers}


def _changes(
    edition: pipeline.Edition, question: str, commons: Sequence[tuple[int, ...]] | None = None
) -> Iterator[AnsweredWays]:
    """Yield the numbers of ways in which each other answer changes the whole answer to a question, and its parts."""
    for doubt, answer, rules in others_of(edition):
        if question in rules.questions:
            counts = count_changes(edition.rules, rules, question, commons)
            parts = {ANY: counts.changes_of(), **{key: counts.changes_of(key) for key in counts.keys}}
            changes_by_key = {key: _ways(count, counts.total) for key, count in parts.items()}
            yield {"doubt": doubt, "answer": answer, "total": counts.total, "changed": changes_by_key}


def first_effect(edition: pipeline.Edition, question: str) -> Mapping[str, object]:
    """Return the first effect of another answer, for the ways with the first common pieces."""
    laid_pieces = laid_pieces_of(edition.rules.questions[question])
    if laid_pieces is None or laid_pieces.common is None:
        return {}
    changes = _changes(edition, question, [tuple(range(laid_pieces.common.number))])
    return next((row for row in changes if row["changed"][ANY]["count"]), {})
