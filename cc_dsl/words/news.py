"""Which decisions are news: those that somebody who plays wants to hear of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cc_dsl.closures.reasons import Decision
from cc_dsl.rules.kinds import plural
from cc_dsl.words.sentences import NO, OBSERVED, YES, is_choice, walk

CHANGES = ("number", "held", "role", "state", "end")
"""Forms of decisions that change the position."""
HIDDEN = "a hidden "
"""The words for a piece that the listener does not know, before its name."""


def summary(decisions: Iterable[Decision], is_told: Callable[[Decision], bool] | None = None) -> list[Decision]:
    """Return the decisions that somebody who plays wants to hear of; several picks of one choice become one."""
    merged: list[tuple[Decision, list[str]]] = []
    for decision in filter(is_told or is_telling, decisions):
        last, answers = merged[-1] if merged else (None, [])
        fact, question = decision.fact, decision.question
        is_pick = is_choice(decision) and question != OBSERVED and not question.startswith("what ")
        is_pick = fact.form == "choice" if fact is not None else is_pick
        is_same = last is not None and (last[:1], last[2:4]) == (decision[:1], decision[2:4])
        if is_pick and is_same and not decision.answer.isdigit():  # a number is picked alone
            answers.append(decision.answer)
        elif is_choice(decision) or last != decision:
            merged.append((decision, [decision.answer]))
    summarised = []
    for decision, answers in merged:
        hidden = [answer for answer in answers if answer.startswith(HIDDEN)]  # they come last, as a number
        known = [answer for answer in answers if not answer.startswith(HIDDEN)]
        parts = [(", " if any(" " in answer for answer in known) else " ").join(known), *hidden[:1]]
        if len(hidden) > 1:
            parts[1] = f"{len(hidden)} hidden {plural(hidden[0].removeprefix(HIDDEN))}"
        fact = decision.fact
        if fact is not None and len(answers) > 1:
            fact = fact._replace(amount=len(answers))
        summarised.append(decision._replace(answer=" and ".join(filter(None, parts)), fact=fact))
    return summarised


def is_telling(decision: Decision) -> bool:
    """Return whether a decision is worth a line: an answer, or what rests on a clause and does not only lead on.

    A test, an order of turns, or what is put back as it was at first only leads to other decisions.
    """
    question, answer, fact = decision.question, decision.answer, decision.fact
    if is_choice(decision):
        return True
    named = f"the {plural(fact.key)}" if fact is not None else question
    is_put_back = answer in ("0", "none") and decision.sentence.startswith(f"{named} are now")
    if fact is not None and fact.is_state and fact.amount != 1:  # of all, to the state that is named first
        is_put_back = fact.key.startswith(f"{answer.replace(' ', '-')}-or-")
    if not decision.clauses or answer == NO or is_put_back:
        return False
    if fact is not None:
        return fact.form not in ("check", "turns")
    is_test = answer == YES and question == decision.sentence
    return not is_test and not (question.startswith("each ") and decision.sentence.startswith(question))


def clauses_of_nothing(decisions: Sequence[Decision]) -> tuple[str, ...] | None:
    """Return the clauses by which nothing follows from what was observed; None where something does."""
    if not decisions or any(decision.fact is not None and decision.fact.form in CHANGES for decision in decisions):
        return None
    idle = (
        decision.clauses
        for decision in decisions
        if decision.answer == YES and decision.sentence.endswith(": nothing.")
    )
    return tuple(dict.fromkeys(clause for clauses in idle for clause in clauses))


def is_about(decision: Decision, words: str) -> bool:
    """Return whether a decision speaks of some words, or behind § whether a clause of that id decides it."""
    if words.startswith("§"):
        return any(f".{clause}".endswith(f".{words[1:]}") for clause in decision.clauses)
    fact = decision.fact
    names = f"{decision.question} {fact.key} {fact.name}" if fact is not None else decision.question
    return words.replace("-", " ").casefold() in names.replace("-", " ").casefold()


def last_about(
    decisions: Sequence[Decision], words: str = "", is_silent: Callable[[Decision], bool] | None = None
) -> Decision | None:
    """Return the last decision that speaks of some words, or the last of all; sooner one worth telling than a step.

    Where no decision speaks of them, it is the last reason that does.  Without words it is the last decision that was
    told, if `is_silent` says of which nothing is told.
    """
    fitting = [decision for decision in decisions if is_about(decision, words)]
    telling = list(filter(is_telling, fitting))
    if not words and is_silent is not None:
        last = next((decision for decision in reversed(telling) if decision.clauses and not is_silent(decision)), None)
        telling = telling if last is None else [last]
    if fitting:
        return (telling or fitting)[-1]
    reasons = (reason for decision in reversed(decisions) for reason in walk(decision.reasons))
    return next((reason for reason in reasons if is_about(reason, words)), None)
