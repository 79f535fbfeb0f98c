"""Check an edition as a whole: words, rules, ledger, records of readings, alternatives, examples, cases, random games.

It checks once, when an edition is written, what need not be checked while rules are used; the counts are those of the
ledger, in which every clause is encoded or excused, and every statement cites a clause or is the editor's.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.diagnostics.problem import Problem, has_errors, in_order
from cc_dsl.rules.model import ENTRY
from cc_dsl.syntax import nodes

if TYPE_CHECKING:
    from cc_dsl.cases.trials import CaseResults
    from cc_dsl.engine.judge import Tried
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.model import Rules
    from cc_dsl.source.clauses import EditionText

CHECKED = "checked"
"""The name under which the cache keeps that nothing is wrong with an edition."""
EXCUSED = ("definitional", "advisory", "inexecutable", "simplified")


class Report(NamedTuple):
    """The result of checking an edition."""

    name: str
    clauses: int
    encoded: int
    """Clauses with a statement of their own, or whose rule stands under another clause."""
    excused: int
    unlinked: int
    """Clauses with neither statement nor excuse."""
    statements: int
    uncited: int
    """Statements under a clause that the text does not have."""
    readings: int
    gaps: int
    options: int
    """Doubts that are none: what the players agree on before they play."""
    examples: tuple[Tried, ...]
    cases: CaseResults
    problems: tuple[Problem, ...]
    parent: str = ""
    """The name of the edition that this one changes in the end, if it is an overlay; it has the worked cases."""
    left_out: tuple[str, ...] = ()
    """The clauses that it leaves without a rule."""

    @property
    def failed(self) -> list[Tried]:
        """The examples that do not hold."""
        return [tried for tried in self.examples if tried.failed]

    @property
    def has_failed(self) -> bool:
        """Whether an example or a worked case does not hold; those of an overlay belong to its parent, and may not."""
        return not self.parent and bool(self.failed or self.cases.failures)

    @property
    def counts(self) -> dict[str, object]:
        """The counts as JSON values, under stable keys."""
        failed = len(self.failed)
        return {
            "clauses": self.clauses,
            "encoded": self.encoded,
            "excused": self.excused,
            "unlinked": self.unlinked,
            "statements": self.statements,
            "uncited": self.uncited,
            "readings": self.readings,
            "gaps": self.gaps,
            "options": self.options,
            "examples": {"passed": len(self.examples) - failed, "failed": failed},
            "cases": {"passed": self.cases.cases - self.cases.failed, "failed": self.cases.failed},
        }


def check(edition: Edition) -> Report:
    """Check an edition; raise a RulesError only if its file cannot be read as rules at all."""
    from cc_dsl.cases.howto import problems_of_guide
    from cc_dsl.cases.phrases import problems_of_phrases
    from cc_dsl.cases.records import problems_of_files, problems_of_keys, problems_of_records
    from cc_dsl.engine.judge import try_examples

    start = edition.start
    problems = [*edition.problems_of_text(), *problems_of_keys(edition), *problems_of_records(edition)]
    rules, found = edition.resolve(edition.chosen)
    problems += found
    if edition.overlay is None and not has_errors(problems):
        problems += [*problems_of_guide(edition), *problems_of_phrases(edition)]
    sound = rules is not None and not has_errors(found)
    examples = tuple(try_examples(rules)) if rules is not None and sound else ()
    elsewhere, cases = _in_practice(edition, rules, found)
    problems += [*elsewhere, *cases.problems]
    told = {problem.sentence for problem in problems}
    problems += [problem for problem in problems_of_files(edition) if problem.sentence not in told]
    ledger, text = edition.ledger, edition.text
    doubts = [doubt.kind for doubt in rules.doubts.values()] if rules is not None else []
    return Report(
        start.edition.label.text,
        len(ledger.entries) if ledger is not None else 0,
        ledger.count("encoded", "elsewhere") if ledger is not None else 0,
        ledger.count(*EXCUSED) if ledger is not None else 0,
        ledger.count("missing") if ledger is not None else 0,
        ledger.statements if ledger is not None else sum(_statements(block) for block in start.blocks),
        sum(_statements(block) for block in start.blocks if _is_lost(block, text)),
        doubts.count("reading"),
        doubts.count("gap"),
        doubts.count("option"),
        examples,
        cases,
        tuple(in_order(problems)),
        _root(edition),
        _left_out(edition),
    )


def _root(edition: Edition) -> str:
    """Return the name of the edition under all overlays; nothing for an edition by itself."""
    one = edition
    while one.parent is not None:
        one = one.parent
    return one.start.edition.label.text if one is not edition else ""


def _left_out(edition: Edition) -> tuple[str, ...]:
    """Name the clauses whose sentences an overlay leaves out, all of them."""
    changes = edition.overlay.changes if edition.overlay is not None else ()
    entries = edition.ledger.entries if edition.ledger is not None else {}
    named = dict.fromkeys(change.place for change in changes if change.kind == "without")
    return tuple(name for name in named if name in entries and not entries[name].lines)


def _in_practice(edition: Edition, rules: Rules | None, found: list[Problem]) -> tuple[list[Problem], CaseResults]:
    """Return the problems that only other answers or games have, and the result of the worked cases.

    Where nothing was wrong with just these files before, for just this program, it is not tried again.
    """
    import hashlib

    from cc_dsl import cache
    from cc_dsl.cases.playing import problems_of_play
    from cc_dsl.cases.reader import CASES, read_cases
    from cc_dsl.cases.trials import NO_CASES, CaseResults, try_cases
    from cc_dsl.rules import store
    from cc_dsl.workers import SplitTask

    if rules is None:
        return [], NO_CASES
    files = (
        store.essential(edition.files().contents),
        store.contents_of(os.path.join(edition.folder, CASES)),
        edition.unsaved,
    )
    key = edition.path, hashlib.sha256(repr((files, sorted(edition.chosen.items()))).encode()).digest()
    if cache.get(CHECKED, key) is not None:
        return [], CaseResults(len(read_cases(edition)), (), ())
    if has_errors(found):
        return _of_alternatives(edition, rules, found), NO_CASES
    trying = SplitTask(lambda: try_cases(edition))
    try:
        problems = _of_alternatives(edition, rules, found)
        # Cases are tried under the alternatives too.
        is_sound = not has_errors(problems)
        problems += problems_of_play(edition) if is_sound and ENTRY in rules.procedures else []
        cases = trying.result() if is_sound else NO_CASES
    finally:
        trying.drop()
    if not (found or problems or cases.failures or cases.problems):
        cache.put(CHECKED, key, b"well")
    return problems, cases


def _of_alternatives(edition: Edition, rules: Rules, found: list[Problem]) -> list[Problem]:
    """Resolve the rules once for each alternative that is not chosen; return the problems that occur only there."""
    problems = []
    known = {problem.sentence for problem in found}
    for doubt in rules.doubts.values():
        for answer, _ in doubt.alternatives:
            if answer == doubt.chosen:
                continue
            for problem in edition.problems_under({**edition.chosen, doubt.name: answer}):
                if problem.sentence not in known:
                    known.add(problem.sentence)
                    problems.append(problem._replace(sentence=f"{problem.sentence} (if {doubt.name} is {answer})"))
    return problems


def _is_lost(block: nodes.Section | nodes.Editor, text: EditionText | None) -> bool:
    return isinstance(block, nodes.Section) and text is not None and text.clause(block.section.text) is None


def _statements(block: nodes.Section | nodes.Editor) -> int:
    """Count the statements of a block as the ledger does: those of all alternatives, but no excuse."""
    count = 0
    waiting = list(block.statements)
    while waiting:
        statement = waiting.pop()
        if isinstance(statement, nodes.Doubt):
            for alternative in statement.alternatives:
                waiting.extend(alternative.statements or ())
        else:
            count += not isinstance(statement, nodes.Excuse | nodes.Elsewhere)
    return count
