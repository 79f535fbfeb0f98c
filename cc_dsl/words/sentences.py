"""One decision as one sentence, made of its question and its answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from cc_dsl.interpreter.naming import YOU, agreeing, listed, possessive
from cc_dsl.interpreter.reasons import Decision, Fact
from cc_dsl.rules.kinds import a_name, plural
from cc_dsl.words.book import Book
from cc_dsl.words.denial import denied

YES, NO = "yes", "no"
COMPARATIVES = {"greatest": "greater", "least": "lesser", "best": "better", "worst": "worse"}
OBSERVED = "what is observed"
BEHIND = re.compile(r" (?:of|in|on|to|for|from|with|without|left|won|taken|lost|played) ")
"""What begins the words behind a name, as in “squares left to move”."""


def sentence(decision: Decision) -> str:
    """Return a decision as a clause, without a capital letter and a full stop."""
    fact = decision.fact
    told = TOLD.get(fact.form) if fact is not None else None
    if fact is None or told is None or decision.answer in (YES, NO):
        return stated(decision)
    return told(fact, decision)


def stated(decision: Decision) -> str:
    """Put a question and its answer beside each other, as programs read them."""
    question, answer = decision.question, decision.answer
    if answer in (YES, NO):
        return _affirmed(question, answer == YES)
    if question in ("the game", OBSERVED):
        return answer
    if question.endswith(("s", "does")) or " of " in question or not question.startswith(("the ", "player ")):
        return f"{question}: {answer}"
    return f"{question} is {answer}"


def _defined(fact: Fact, decision: Decision) -> str:
    """Return a sentence with the value of a name of the rules."""
    answer = decision.answer
    if fact.player is not None and not fact.whose:
        return f"{answer} {agreeing(answer, 'are', 'is')} the {fact.name}"
    if fact.is_none:
        has = agreeing(fact.whose, "have", "has")
        return f"{fact.whose} {has} no {fact.name}" if fact.whose else f"there is no {fact.name}"
    if answer == "none" and fact.whose:
        return f"{fact.whose} {agreeing(fact.whose, 'have', 'has')} no {fact.name}"
    sort, _, pieces = answer.partition(" ")
    said = f"{a_name(sort)}, {pieces}" if fact.base == "group" and pieces else answer
    return f"{_owned(fact)} {_be(fact.name)} {said}"


def _owned(fact: Fact) -> str:
    return f"{possessive(fact.whose)} {fact.name}" if fact.whose else f"the {fact.name}"


def _be(name: str) -> str:
    """Return the verb that goes with a name, which may be a plural, also with words behind it."""
    head = BEHIND.split(name, maxsplit=1)[0]
    is_regular = head.endswith("s") and not head.endswith(("ss", "us"))
    return "are" if is_regular or re.search(r"\bmen$", head) else "is"


def _groups(fact: Fact, decision: Decision) -> str:
    """Return which groups somebody has."""
    name = plural(fact.name)
    if decision.answer == "none":
        return f"{fact.whose} {agreeing(fact.whose, 'have', 'has')} no {name}"
    return f"{possessive(fact.whose)} {name} are {decision.answer}"


def _changed(fact: Fact, decision: Decision) -> str:
    """Return a sentence with the new value of a number or another variable."""
    answer = decision.answer
    if fact.is_state:
        return f"{fact.whose} {'are' if fact.whose.startswith('the ') else 'is'} now {answer}"
    if fact.is_none and fact.whose:
        return f"{fact.whose} now {agreeing(fact.whose, 'have', 'has')} no {fact.name}"
    if fact.is_none:
        return f"there is now no {fact.name}"
    many = decision.question.startswith("the ") and decision.question != f"the {fact.name}"
    return f"{decision.question} are now {answer}" if many else f"{_owned(fact)} {_be(fact.name)} now {answer}"


def _role(fact: Fact, decision: Decision) -> str:
    """Return who has a part in the game now."""
    if fact.is_none:
        return f"nobody is the {fact.name} now"
    return f"{decision.answer} {agreeing(decision.answer, 'are', 'is')} now the {fact.name}"


def _turned(fact: Fact, decision: Decision) -> str:
    """Return how pieces lie now."""
    return f"{decision.question} {'is' if fact.amount == 1 else 'are'} now {decision.answer}"


def _chosen(fact: Fact, decision: Decision) -> str:
    """Return a sentence about a choice, with its name unless that says nothing more."""
    as_what = "" if fact.name in ("choice", "pick", fact.base) else f" as the {fact.name}"
    verb = agreeing(fact.whose, "choose", "chooses") if fact.whose else "picks"
    return f"{fact.whose or 'chance'} {verb} {'the ' if fact.base == 'group' else ''}{decision.answer}{as_what}"


def _done(fact: Fact, decision: Decision) -> str:
    """Return what somebody has chosen to do."""
    return f"{fact.whose} {agreeing(fact.whose, 'choose', 'chooses')} to {decision.answer}"


def _compared(fact: Fact, decision: Decision) -> str:
    """Return a sentence that says whose group is the best."""
    question, answer = decision.question, decision.answer
    if answer in ("nobody", "none"):
        return f"nothing decides {question}"
    whose = "yours" if answer == YOU else possessive(answer)
    degree, behind, things = question.removeprefix("the ").partition(" of ")
    if not behind:
        return f"{question} is {whose}"
    each = things.split(" and ")
    is_pair = degree in COMPARATIVES and len(each) == 2
    return f"of {listed(each)}, {whose} is the {COMPARATIVES[degree] if is_pair else degree}"


TOLD: dict[str, Callable[[Fact, Decision], str]] = {
    "definition": _defined,
    "group": _defined,
    "groups": _groups,
    "comparison": _compared,
    "number": _changed,
    "held": _changed,
    "role": _role,
    "state": _turned,
    "choice": _chosen,
    "option": _done,
}
"""The function that writes the sentence for each form of decision."""


def _affirmed(question: str, holds: bool) -> str:
    """Return a sentence that affirms or denies a condition."""
    if question.endswith((".", ":", ",")):
        return f"{question.rstrip('.:,')}: {YES if holds else NO}"
    return question if holds else denied(question)


def capital(words: str) -> str:
    """Return words as a sentence begins, with a capital letter."""
    return words[:1].upper() + words[1:]


def is_choice(decision: Decision) -> bool:
    """Return whether a player or chance has chosen here, or the world has answered."""
    if decision.fact is not None:
        return decision.fact.form in ("choice", "option", "observed")
    if decision.question == OBSERVED:
        return True
    words = decision.question.split()
    if words[:1] == ["what"]:
        return words[-1:] == ["does"]
    return words[-1:] == ["chance"] or (words[-2:-1] == ["player"] and "of" in words[:-2])


def sources(decision: Decision, book: Book) -> str:
    """Name the clauses and readings of a decision in brackets; nothing if it has neither."""
    named = [book.short(clause) for clause in decision.clauses]
    parts = [", ".join(named)] if named else []
    if decision.readings:
        parts += map(book.titles.title, decision.readings)
    return f"[{'; '.join(parts)}]" if parts else ""


def line(decision: Decision, book: Book) -> str:
    """Return a decision as a sentence, followed by its sources."""
    return f"{capital(sentence(decision))}. {sources(decision, book)}".rstrip()


def walk(decisions: Iterable[Decision]) -> Iterator[Decision]:
    """Yield decisions and all their reasons, each before its own reasons."""
    for decision in decisions:
        yield decision
        yield from walk(decision.reasons)


def clauses_of(decisions: Iterable[Decision]) -> list[str]:
    """Return the clauses that decisions and their reasons name, each once, in order of first mention."""
    return list(dict.fromkeys(clause for decision in walk(decisions) for clause in decision.clauses))


def readings_of(decisions: Iterable[Decision]) -> list[str]:
    """Return the readings that decisions and their reasons name, each once, in order of first mention."""
    return list(dict.fromkeys(reading for decision in walk(decisions) for reading in decision.readings))
