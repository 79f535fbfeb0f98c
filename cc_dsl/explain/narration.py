"""Narrate a game as it goes on: each decision, and the printed words of each clause when it first occurs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cc_dsl.explain.book import Book
from cc_dsl.explain.sentences import NO, OBSERVED, YES, clauses_of, is_choice, line
from cc_dsl.explain.tree import COLUMNS, LEVELS, UNICODE, Branches, drawn, quoted, wrapped
from cc_dsl.interpreter.reasons import Decision
from cc_dsl.rules.kinds import plural

HIDDEN = "a hidden "
"""How a piece is told that the listener does not know; its name stands behind."""


class Narrator:
    """Somebody who tells a game, quotes no clause twice, and passes over what only prepares."""

    def __init__(
        self, book: Book, is_full: bool, columns: int = COLUMNS, branches: Branches = UNICODE, levels: int = LEVELS
    ) -> None:
        """Tell in short or in full."""
        self.book = book
        self.is_full = is_full
        self.columns = columns
        self.branches = branches
        self.levels = levels
        self._quoted: set[str] = set()

    def tell(self, decisions: Sequence[Decision], indent: str = "") -> list[str]:
        """Return what was decided."""
        room = self.columns - len(indent)
        if not self.is_full:
            lines = [one for said in summary(decisions) for one in wrapped(line(said, self.book), "", "    ", room)]
            return [indent + one for one in lines]
        lines = drawn(decisions, self.book, self.levels, self.branches, room)
        new = self.quote(clauses_of(decisions), room)
        return [indent + one for one in [*lines, *new]]

    def quote(self, clauses: Iterable[str], columns: int | None = None) -> list[str]:
        """Quote those clauses that were not quoted before."""
        new = [clause for clause in dict.fromkeys(clauses) if clause not in self._quoted]
        self._quoted.update(new)
        return quoted([clause for clause in new if self.book.printed(clause)], self.book, columns or self.columns)


def summary(decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions that somebody who plays wants to hear of; several picks of one choice become one."""
    found: list[tuple[Decision, list[str]]] = []
    for decision in decisions:
        if not is_telling(decision):
            continue
        last, answers = found[-1] if found else (None, [])
        if is_pick(decision) and last is not None and (last[:1], last[2:4]) == (decision[:1], decision[2:4]):
            answers.append(decision.answer)
        elif is_choice(decision) or last != decision:
            found.append((decision, [decision.answer]))
    return [decision._replace(answer=_together(answers)) for decision, answers in found]


def is_pick(decision: Decision) -> bool:
    """Return whether a decision is one pick of a choice, of which there may be several."""
    return is_choice(decision) and decision.question != OBSERVED and not decision.question.startswith("what ")


def _together(answers: list[str]) -> str:
    """Say picks one after another; those that are hidden come last, and are counted."""
    hidden = [answer for answer in answers if answer.startswith(HIDDEN)]
    parts = [" ".join(answer for answer in answers if not answer.startswith(HIDDEN))]
    if hidden:
        name = hidden[0].removeprefix(HIDDEN)
        parts.append(hidden[0] if len(hidden) == 1 else f"{len(hidden)} hidden {plural(name)}")
    return " and ".join(filter(None, parts))


def is_telling(decision: Decision) -> bool:
    """Return whether a decision is worth a line: an answer, or one that rests on a clause and is no mere step."""
    if is_choice(decision):
        return True
    is_test = decision.answer in (YES, NO) and decision.question == decision.sentence
    is_choice_of_turns = decision.question.startswith("each ") and decision.sentence.startswith(decision.question)
    is_put_back = decision.answer in ("0", "none") and decision.sentence.startswith(f"{decision.question} are now")
    is_step = is_test or is_choice_of_turns or is_put_back
    return bool(decision.clauses) and not is_step and decision.answer != NO


def last_about(decisions: Sequence[Decision], words: str = "") -> Decision | None:
    """Return the last decision that speaks of some words, or the last of all; sooner one worth telling than a step."""
    wanted = words.casefold()
    fitting = [decision for decision in decisions if wanted in decision.question.casefold()]
    telling = [decision for decision in fitting if is_telling(decision)]
    return (telling or fitting)[-1] if fitting else None
