"""One decision as one sentence, made of its question and its answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cc_dsl.explain.book import Book
from cc_dsl.explain.denial import denied
from cc_dsl.interpreter.reasons import Decision

YES, NO = "yes", "no"
OBSERVED = "what is observed"


def sentence(decision: Decision) -> str:
    """Return what was decided, without a stop at the end."""
    question, answer = decision.question, decision.answer
    if answer in (YES, NO):
        return _affirmed(question, answer == YES)
    if question in ("the game", OBSERVED):
        return answer
    if question.endswith(("s", "does")) or " of " in question or not question.startswith(("the ", "player ")):
        return f"{question}: {answer}"
    return f"{question} is {answer}"


def _affirmed(question: str, holds: bool) -> str:
    """Say that something is so, or is not."""
    if question.endswith((".", ":", ",")):
        return f"{question.rstrip('.:,')}: {YES if holds else NO}"
    return question if holds else denied(question)


def capital(words: str) -> str:
    """Return words as a sentence begins, with a capital letter."""
    return words[:1].upper() + words[1:]


def is_choice(decision: Decision) -> bool:
    """Return whether a player or chance has chosen here, or the world has answered."""
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
    """Say a decision and its sources in one line."""
    return f"{sentence(decision)}  {sources(decision, book)}".rstrip()


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
