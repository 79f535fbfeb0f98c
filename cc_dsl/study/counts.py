"""Exact counts: over all ways to lay the pieces of a question, how many give each best group.

A group is named after the keys of its ranking.  If the ranking begins with conditions, they divide all groups into
classes, which are counted from the best: `1:kind`.  Conditions after the sort are added by the name under which the
question tells them: `kind+name`.  Where groups may have several sizes, theirs comes last: `1:kind:4`.
"""

from __future__ import annotations

from typing import NamedTuple

from cc_dsl.compiler.exact_counts import RankCounts, count_ranks
from cc_dsl.errors import UserError
from cc_dsl.rules import model
from cc_dsl.rules.kinds import plural
from cc_dsl.study.pace import can_compile
from cc_dsl.trees import rebuild

NONE = "none"


class Counts(NamedTuple):
    """The frequency of each best group, the best first."""

    group: str
    counts: dict[str, int]
    total: int


def countable(rules: model.Rules) -> dict[str, tuple[str, str]]:
    """Return the groups that can be counted: the plural of each group that a question answers for each player."""
    found: dict[str, tuple[str, str]] = {}
    for question in rules.questions.values():
        for told in question.told:
            best = model.BestGroup(told.kind.name, model.Slot(0))
            if told.kind.base == "group" and told.is_owned and told.thing == best:
                found.setdefault(plural(told.kind.name).lower(), (told.kind.name, question.name))
    return found


def count(rules: model.Rules, what: str, is_fast: bool | None = None) -> Counts:
    """Count the best groups of a name; with Numba if that is wanted, or left open and installed."""
    known = countable(rules)
    if what.lower() not in known:
        can = ", ".join(known) or "nothing"
        raise UserError("command-line", f"“{what}” cannot be counted in {rules.name}; {can} can.")
    group, question = known[what.lower()]
    asked = rules.questions[question]
    counted = count_ranks(rules, asked, group, can_compile() if is_fast is None else is_fast)
    return Counts(group, _named(rules, asked, rules.groups[group], counted), counted.total)


def _named(rules: model.Rules, question: model.Question, group: model.Group, counted: RankCounts) -> dict[str, int]:
    measures = {rank: _measures(rank, counted.widths) for rank in counted.counts if rank >= 0}
    classes = _classes(group, [*measures.values()])
    named: dict[str, int] = {}
    for rank in sorted(measures, reverse=True):
        key = _key(rules, question, group, measures[rank], classes)
        named[key] = named.get(key, 0) + counted.counts[rank]
    named[NONE] = counted.counts.get(-1, 0)
    return named


def _measures(rank: int, widths: tuple[int, ...]) -> list[int]:
    found = []
    for width in reversed(widths):
        found.append(rank & ((1 << width) - 1))
        rank >>= width
    return found[::-1]


def _leading(group: model.Group) -> list[int]:
    """Return the places of the conditions that stand before the sort in a ranking."""
    forms = [key.form for key in group.ranking.keys]
    first = forms.index("sort") if "sort" in forms else len(forms)
    return [place for place, form in enumerate(forms[:first]) if form == "condition"]


def _classes(group: model.Group, measures: list[list[int]]) -> list[tuple[int, ...]]:
    """Return the patterns of the leading conditions that occur, the best first."""
    leading = _leading(group)
    return sorted({_class(leading, each) for each in measures}, reverse=True) if leading else []


def _class(leading: list[int], measures: list[int]) -> tuple[int, ...]:
    return tuple(measures[place] for place in leading)


def _key(
    rules: model.Rules,
    question: model.Question,
    group: model.Group,
    measures: list[int],
    classes: list[tuple[int, ...]],
) -> str:
    parts, sizes, added = [], [], ""
    leading = _leading(group)
    if classes:
        parts.append(str(classes.index(_class(leading, measures)) + 1))
    for place, (key, value) in enumerate(zip(group.ranking.keys, measures, strict=True)):
        if key.form == "sort":
            parts.append(group.sorts[key.measure[len(key.measure) - value]].name.lower())
        elif key.form != "condition":
            sizes.append(str(value))
        elif place not in leading:
            added += f"+{_name_of(question, key)}" if value else ""
    return ":".join([*parts, *sizes]) + added


def _name_of(question: model.Question, key: model.Key) -> str:
    """Return the name that a question has for a condition of a ranking, or else its words."""
    for told in question.told:
        for extra in told.extras:
            if _with_slot(extra.condition, 0) == _with_slot(key.measure, 0):
                return extra.key.removeprefix("with-")
    return key.origin.sentence.removeprefix("whether ")


def _with_slot(term: object, number: int) -> object:
    """Return a term in which every slot is the same, so that conditions of one thing can be compared."""
    if isinstance(term, model.Slot):
        return model.Slot(number)
    return rebuild(term, lambda part: _with_slot(part, number))


__all__ = ["Counts", "count", "countable"]
