"""Tells a game as it goes on: what was decided, and the printed words of each clause when it is first met."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cc_dsl.explain.book import Book
from cc_dsl.explain.sentences import NO, OBSERVED, YES, clauses_of, is_choice, line
from cc_dsl.explain.tree import COLUMNS, LEVELS, UNICODE, Branches, drawn, quoted, wrapped
from cc_dsl.interpreter.reasons import Decision


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
        """Tell what was decided."""
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
    """Give the decisions that somebody who plays wants to hear of; several picks of one choice become one."""
    found: list[Decision] = []
    for decision in decisions:
        if not is_telling(decision) or (found and found[-1] == decision):
            continue
        last = found[-1] if found else None
        if (
            last is not None
            and is_choice(last)
            and last.question != OBSERVED
            and last[:1] == decision[:1]
            and last[2:4] == decision[2:4]
        ):
            found[-1] = decision._replace(answer=f"{last.answer} {decision.answer}")
        else:
            found.append(decision)
    return found


def is_telling(decision: Decision) -> bool:
    """Tell whether a decision is worth a line: an answer, or what rests on a clause and is no mere step on the way."""
    if is_choice(decision):
        return True
    is_test = decision.answer in (YES, NO) and decision.question == decision.sentence
    is_choice_of_turns = decision.question.startswith("each ") and decision.sentence.startswith(decision.question)
    is_put_back = decision.answer in ("0", "none") and decision.sentence.startswith(f"{decision.question} are now")
    is_step = is_test or is_choice_of_turns or is_put_back
    return bool(decision.clauses) and not is_step and decision.answer != NO


def last_about(decisions: Sequence[Decision], words: str = "") -> Decision | None:
    """Give the last decision that speaks of some words, or the last of all; sooner one worth telling than a step."""
    wanted = words.casefold()
    fitting = [decision for decision in decisions if wanted in decision.question.casefold()]
    telling = [decision for decision in fitting if is_telling(decision)]
    return (telling or fitting)[-1] if fitting else None
