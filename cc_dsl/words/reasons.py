"""A decision with all its reasons, as text for a reader, as JSON for a program and for a page; and refusals of moves.

    The prize is 1. [IV.2; How far the Lead raises a Line]
    └─ the manner is by cards [IV.1]
       └─ player 1 has no Line [II.1] (as above)

A decision is explained only once; below the last level the reasons are only counted. An illegal move is refused with
the reason in a sentence, the printed clause, the reading, the line of the rules, and the legal moves.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cc_dsl.closures.listener_names import ListenerNames, is_plural, join_words
from cc_dsl.closures.reasons import Decision, full_clauses
from cc_dsl.engine.moves import Refusal, words_of_allowed
from cc_dsl.rules import model
from cc_dsl.rules.kinds import a_name
from cc_dsl.words.book import Book
from cc_dsl.words.layout import COLUMNS, capital, paragraphs, wrap
from cc_dsl.words.sentences import (
    SOMEBODY,
    YES,
    clauses_of,
    missed_group,
    number_of_things,
    readings_of,
    sentence,
    statement,
    walk,
)

LEVELS = 5
PAGE_LEVELS = 6
"""The number of levels of reasons that a page shows."""
NARROWEST = 20
"""The least number of columns for a sentence, however deeply it is indented."""
MANY = 3
"""The number of reasons that differ only in their subject from which they are merged into one."""
MOST_LISTED = 12
"""The most subjects that a merged reason lists; if there are more, the first few and their number."""
WITH_ITSELF = re.compile(r"(.+) is as good as \1")
SUBJECT = "…"


def with_deciding_clauses(decisions: Iterable[Decision], rules: model.Rules, naming: ListenerNames) -> list[Decision]:
    """Return decisions with the clauses that decided them.

    Each is followed by the comparison of pieces behind it, or by the reason why pieces are not a group.
    """
    decisions_with_clauses: list[Decision] = []
    decisions = [*decisions]
    reasons_missed = (reason for reason in walk(decisions) if reason.fact.form == "miss")
    misses = [miss._replace(reasons=()) for miss in dict.fromkeys(reasons_missed)]
    for decision in decisions:
        decisions_with_clauses.append(
            decision._replace(clauses=tuple(dict.fromkeys(deciding_clauses(decision, rules, naming))))
        )
        if decision.fact.base == "group" and decision.fact.is_none:
            decisions_with_clauses += [miss for miss in misses if miss.question.startswith(f"{decision.fact.whose} ")]
        decisions_with_clauses += [
            comparison._replace(reasons=())
            for ground in _same_players(decision)
            for comparison in ground.reasons
            if (comparison.fact.form, comparison.fact.base) == ("comparison", "piece")
        ]
    return decisions_with_clauses


def deciding_clauses(decision: Decision, rules: model.Rules, naming: ListenerNames) -> Iterator[str]:
    """Yield the clauses that settled a decision.

    For a group that is the clause of its sort; for the best of several groups also the clause that decided between
    them, such as the one that ranks their sorts, but not those under which they were equal.
    """
    fact = decision.fact
    if fact.base == "group" and fact.key in rules.groups:
        sorts = rules.groups[fact.key].sorts
        sorts_named = [sort for sort in sorts if decision.answer.startswith(f"{naming.without_hyphens(sort.name)} ")]
        yield from full_clauses(rules, [sorts_named[0].origin])[:1] if sorts_named else decision.clauses
        return
    for ground in _same_players(decision):
        yield from ground.clauses
        for reason in ground.reasons:
            if (reason.fact.form, reason.fact.base) == ("comparison", "group"):
                yield from _last_measure(reason.clauses, rules)


def _same_players(decision: Decision) -> Iterator[Decision]:
    """Yield a decision and those that name the same player, as when the winner is the maker."""
    yield decision
    for reason in decision.reasons:
        facts = decision.fact, reason.fact
        is_same = facts[0].player is not None and facts[0].player == facts[1].player
        if is_same and all(fact.form == "definition" and not fact.whose for fact in facts):
            yield from _same_players(reason)


def _last_measure(clauses: tuple[str, ...], rules: model.Rules) -> tuple[str, ...]:
    """Return the clauses of the last measure by which groups were compared, which decided."""
    for group in rules.groups.values():
        for key in (*reversed(group.deciders.keys), *reversed(group.ranking.keys)):
            if places := [clauses.index(clause) for clause in full_clauses(rules, [key.origin]) if clause in clauses]:
                return clauses[min(places) :]
    return clauses


def full_form(
    decisions: Sequence[Decision],
    book: Book,
    levels: int = LEVELS,
    columns: int = COLUMNS,
    words_of: Callable[[Decision], str] = sentence,
) -> list[str]:
    """Explain decisions with their reasons, then quote the clauses and name the readings on which they rest.

    `words_of` words the decisions themselves as they were reported; their reasons are in the words of the rules.
    """
    tree = tree_lines(decisions, book, levels, columns, words_of)
    shortened = [_with_levels(decision, levels) for decision in decisions]
    return paragraphs(
        [tree, quotations(clauses_of(shortened), book, columns), readings(readings_of(shortened), book, columns)]
    )


def _with_levels(decision: Decision, levels: int) -> Decision:
    """Return a decision with this many levels, itself included, as its tree shows them."""
    reasons_shown = merge_alike(decision.reasons) if levels > 1 else ()
    reasons = tuple(_with_levels(reason, levels - 1) for reason in reasons_shown)
    return decision._replace(reasons=reasons)


def tree_lines(
    decisions: Iterable[Decision],
    book: Book,
    levels: int = LEVELS,
    columns: int = COLUMNS,
    words_of: Callable[[Decision], str] = sentence,
) -> list[str]:
    """Draw decisions with their reasons as trees."""
    decisions_explained: set[Decision] = set()

    def draw(decision: Decision, first: str, later: str, level: int) -> list[str]:
        """Return the lines of a decision and its reasons as a tree."""
        words = words_of(decision) if level == 1 else sentence(decision)
        decision = with_grounds(decision)
        reasons: Sequence[Decision] = merge_alike(decision.reasons)
        hidden_note = ""
        if reasons and decision in decisions_explained:
            reasons, hidden_note = (), " (as above)"
        elif reasons and level >= levels:
            reasons, hidden_note = (), f" (… {sum(1 for _ in walk(reasons))} more)"
        words = f"{capital(words)}." if level == 1 else words
        rail = "│  " if reasons else "   "
        room = max(columns, len(first) + NARROWEST)
        lines = wrap(
            book.with_sources(words, decision.clauses, decision.readings) + hidden_note, first, later + rail, room
        )
        if reasons:
            decisions_explained.add(decision)
        for number, reason in enumerate(reasons, 1):
            branch, under = ("└─ ", "   ") if number == len(reasons) else ("├─ ", "│  ")
            lines += draw(reason, later + branch, later + under, level + 1)
        return lines

    return [line for decision in decisions for line in draw(decision, "", "", 1)]


def with_grounds(decision: Decision) -> Decision:
    """Return a decision; in a test, each reason that its sentence names yields to its sources and its own reasons.

    “The rule applies, since player 1 is idle” names its reason; “the tally is at least 2” does not name the tally.
    """
    if decision.fact.form != "check":
        return decision
    words = sentence(decision)
    is_existence = decision.question.startswith("there is ") or SOMEBODY.fullmatch(decision.question) is not None
    names_all = " since " in words or is_existence
    named_reasons = [reason for reason in decision.reasons if names_all or sentence(reason) in words]
    unnamed_reasons = [reason for reason in decision.reasons if reason not in named_reasons]
    both = (decision, *named_reasons)
    return decision._replace(
        clauses=tuple(dict.fromkeys(clause for ground in both for clause in ground.clauses)),
        readings=tuple(dict.fromkeys(reading for ground in both for reading in ground.readings)),
        reasons=(*unnamed_reasons, *(inner for reason in named_reasons for inner in reason.reasons)),
    )


def quotations(clauses: Iterable[str], book: Book, columns: int = COLUMNS) -> list[str]:
    """Quote the printed words of clauses."""
    ids_and_words = [(book.short_id(clause), book.printed_words(clause)) for clause in clauses]
    margin = max((len(name) for name, _ in ids_and_words), default=0) + 4
    lines: list[str] = []
    for name, words in ids_and_words:
        lines += wrap(f"“{words}”" if words else "", f"  {name}".ljust(margin), " " * margin, columns)
    return lines


def readings(names: Iterable[str], book: Book, columns: int = COLUMNS) -> list[str]:
    """Return the readings with the answers chosen, and the words that they concern."""
    lines: list[str] = []
    for name in names:
        doubt = book.rules.doubts.get(name)
        reason = next((why for answer, why in doubt.alternatives if answer == doubt.chosen), "") if doubt else ""
        lines += wrap(f"{book.reading(name)}{f'. {capital(reason)}' if reason else ''}.", "  ", "      ", columns)
    return lines


def merge_alike(reasons: Sequence[Decision]) -> list[Decision]:
    """Return reasons without repetitions, and with those that differ only in their subject merged.

    a1 is not a border-square, b2 is not a border-square, …     none of a1, b2 and 40 others is a border-square

    Groups that a player misses are merged likewise. A thing that is only compared with itself decides nothing.
    """
    reasons = [reason for reason in dict.fromkeys(reasons) if not WITH_ITSELF.fullmatch(reason.question)]
    in_place_of: dict[int, Sequence[Decision]] = {}
    for group in _groups(reasons, _without_subject):
        for alike in _groups(group, lambda reason: _shape(reason.reasons, reason.fact.whose)):
            in_place_of |= {id(reason): () for reason in alike} | {id(alike[0]): (_merge_group(alike),)}
    return [shown for reason in reasons for shown in in_place_of.get(id(reason), (reason,))]


def _groups(reasons: Iterable[Decision], key: Callable[[Decision], object]) -> list[list[Decision]]:
    """Return the groups of at least `MANY` reasons that have the same key; a reason without a key is in none."""
    groups: dict[object, list[Decision]] = {}
    for reason in reasons:
        groups.setdefault(key(reason), []).append(reason)
    return [group for shared, group in groups.items() if shared is not None and len(group) >= MANY]


def _without_subject(reason: Decision) -> tuple[object, ...] | None:
    """Return the properties that reasons must share to be merged; None for a reason that is never merged."""
    fact, common_facts = reason.fact, (reason.answer, reason.clauses, reason.readings)
    if fact.form == "miss":
        who, sort, _ = missed_group(reason)
        return fact.form, who, sort, *common_facts
    if not fact.whose or fact.seat is not None:
        return None
    if fact.form == "predicate" and reason.question.startswith(f"{fact.whose} is "):
        return fact.form, reason.question.removeprefix(fact.whose), *common_facts
    is_merged = fact.form == "definition" and fact.base in ("number", "value") and not fact.is_none
    return (fact.form, fact.name, *common_facts) if is_merged else None


def _shape(reasons: Sequence[Decision], subject: str) -> tuple[object, ...]:
    """Return reasons without their subject."""
    return tuple(
        (
            SUBJECT if reason.fact.whose == subject else reason.fact.whose,
            reason.question.removeprefix(subject) if reason.fact.whose == subject else reason.question,
            *(reason.answer, reason.clauses, reason.readings, _shape(reason.reasons, subject)),
        )
        for reason in reasons
    )


def _merge_group(group: Sequence[Decision]) -> Decision:
    """Return one decision for reasons that differ only in their subject."""
    reason, fact = group[0], group[0].fact
    whose = [missed_group(each)[2] if fact.form == "miss" else each.fact.whose for each in group]
    things = join_words(whose if len(whose) <= MOST_LISTED else [*whose[:MANY], f"{len(whose) - MANY} others"])
    reasons = tuple(dict.fromkeys(inner for each in group for inner in each.reasons))
    if fact.form == "definition" and fact.base == "number" and is_plural(fact.name):
        question = f"{things} each have {number_of_things(reason.answer, fact.name)}"
    elif fact.form == "definition":
        question = f"{things} all have the same {fact.name}, {reason.answer}"
    elif fact.form == "miss":
        who, sort, _ = missed_group(reason)
        question = f"none of {things} is {a_name(sort)} for {who}"
    else:
        each_or_none = "each" if reason.answer == YES else "none"
        question = f"{each_or_none} of {things}{reason.question.removeprefix(fact.whose)}"
    return reason._replace(question=question, answer=YES, reasons=reasons, fact=fact._replace(form="predicate"))


# -------------------------------------------------------------------------------------------------- pages


class Reason(NamedTuple):
    """A decision in words, with its clauses and readings."""

    words: str
    clauses: tuple[str, ...]
    """The clauses, without the name of the edition."""
    readings: tuple[str, ...]
    rule: str
    """The words of the rules that decided it."""
    line: int
    """The line of these words in the rules file; 0 if unknown."""
    reasons: tuple[Reason, ...]


def reason_of(decision: Decision, book: Book) -> Reason:
    """Return a decision in words; reasons that occur more than once, as for several groups, are given once."""

    def id_with_label(name: str) -> str:  # an open place from another edition gets that edition's label as a prefix
        label, sign, _ = book.rules.doubts[name].clause.partition(":")
        return f"{label}.{name}" if sign else name

    return Reason(
        capital(sentence(decision)),
        tuple(map(book.short_id, decision.clauses)),
        tuple(map(id_with_label, decision.readings)),
        decision.sentence,
        book.line_of(decision.clauses, decision.sentence),
        tuple(dict.fromkeys(reason_of(inner, book) for inner in merge_alike(decision.reasons))),
    )


# --------------------------------------------------------------------------------------------------- JSON


def document_of(decision: Decision) -> dict[str, object]:
    """Return a decision with all its reasons under stable keys."""
    return {
        "sentence": statement(decision),
        "question": decision.question,
        "answer": decision.answer,
        "clauses": list(decision.clauses),
        "readings": list(decision.readings),
        "rule": decision.sentence,
        "reasons": [document_of(reason) for reason in decision.reasons],
    }


def page_values(decisions: Iterable[Decision], levels: int = PAGE_LEVELS) -> list[dict[str, object]]:
    """Return decisions with their reasons as values for a page."""
    decisions_explained: set[Decision] = set()

    def value(decision: Decision, left: int) -> dict[str, object]:
        """Return a decision and its reasons as JSON values."""
        reasons = () if left <= 1 or decision in decisions_explained else merge_alike(decision.reasons)
        if reasons:
            decisions_explained.add(decision)
        return {
            "said": f"{capital(sentence(decision))}.",
            "clauses": [*decision.clauses],
            "readings": [*decision.readings],
            "why": [value(reason, left - 1) for reason in reasons],
        }

    return [value(decision, levels) for decision in decisions]


# ----------------------------------------------------------------------------------------------- refusals

HEADS = {"invalid": "Not a move", "illegal": "Illegal move", "ambiguous": "Not clear", "over": "Not a move now"}
HEADS_OF_EVENTS = {"invalid": "Not understood", "illegal": "Impossible", "ambiguous": "Not clear", "over": "Not now"}
"""The headings of refusals of events, which are not moves."""


def refusal(
    refusal_given: Refusal,
    text: str,
    book: Book,
    question: str = "",
    columns: int = COLUMNS,
    count: int = 0,
    heads: Mapping[str, str] = HEADS,
) -> list[str]:
    """Return why a move is refused; `question` is the sentence of the rules that asked for one of several moves."""
    lines = wrap(f"{heads[refusal_given.kind]}: {' '.join(text.split())[:60]}", "", "  ", columns)
    lines += wrap(refusal_given.sentence, "  ", "  ", columns)
    for decision in refusal_given.reasons:
        rests = "; ".join(map(sentence, decision.reasons))
        words = f"{capital(sentence(decision))}{f' ({rests})' if rests else ''}."
        lines += wrap(words, "  ", "    ", columns)
    if refusal_given.kind == "illegal":
        for clause in refusal_given.clauses:
            if printed_words := book.printed_words(clause):
                lines += wrap(f"“{printed_words}”", f"  Clause {book.short_id(clause)}:  ", "      ", columns)
        grounds = [f"{book.reading(name)}." for name in refusal_given.readings]
        path, number = book.place_of(refusal_given.clauses[:1], question) if question else ("", 0)
        if number:
            brief = "/".join(path.split(os.sep)[-2:]) if os.path.isabs(path) else path
            grounds.append(f"The rule is in {brief}:{number}.")
        is_short = len("   ".join(grounds)) + 2 <= columns
        for words in ["   ".join(grounds)] if grounds and is_short else grounds:
            lines += wrap(words, "  ", "      ", columns)
    if refusal_given.nearest:
        lines += wrap(words_of_allowed(refusal_given, count), "  ", "    ", columns)
    return lines


def refusal_document(refusal_given: Refusal, book: Book) -> dict[str, object]:
    """Return a refusal as JSON values."""
    return {
        "kind": refusal_given.kind,
        "sentence": refusal_given.sentence,
        "clauses": list(refusal_given.clauses),
        "readings": {
            name: book.rules.doubts[name].chosen for name in refusal_given.readings if name in book.rules.doubts
        },
        "allowed": list(refusal_given.nearest),
        "reasons": [document_of(reason) for reason in refusal_given.reasons],
    }
