"""Check an edition as a whole: words, rules, ledger, records of readings, alternatives, examples, cases, random games.

These checks are made once, when an edition is written, and not while its rules are used. The ledger counts the
clauses, each encoded or excused, and the statements, each citing a clause or the editor's own.
"""

from __future__ import annotations

import os
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from cc_dsl import cache
from cc_dsl.cases.howto import problems_of_guide
from cc_dsl.cases.phrases import problems_of_phrases
from cc_dsl.cases.random_games import problems_of_play
from cc_dsl.cases.reader import CASES, read_cases
from cc_dsl.cases.records import problems_of_files, problems_of_records
from cc_dsl.cases.trials import NO_CASES, CaseResults, digest_of_files, results_of_cases
from cc_dsl.diagnostics.problem import Problem, RulesError, has_errors, in_order
from cc_dsl.engine.judge import ExampleResult, try_examples
from cc_dsl.pipeline import Edition
from cc_dsl.rules.ledger import EXCUSES, doubts_in
from cc_dsl.rules.model import ENTRY, Rules
from cc_dsl.rules.titles import RECORDS as READINGS
from cc_dsl.rules.titles import records_in
from cc_dsl.source.data import read_data
from cc_dsl.source.files import Source, read_source
from cc_dsl.source.skeleton import OPEN, OPEN_LINE
from cc_dsl.syntax import nodes
from cc_dsl.workers import SplitTask

CHECKED = "checked"
"""The kind of cache entry that says that an edition has no problems."""


class Report(NamedTuple):
    name: str
    counts: dict[str, int]
    """The counts under stable keys: clauses, those `encoded` with a statement of their own or under another clause,
    those `excused`, and `unlinked` with neither; statements, and those `uncited` under a clause that the text does not
    have; readings, gaps, and `options`, which the players agree on before they play."""
    examples: tuple[ExampleResult, ...]
    cases: CaseResults
    problems: tuple[Problem, ...]
    parent: str = ""
    """For an overlay, the edition on which it is based in the end, which has the worked cases."""
    left_out: tuple[str, ...] = ()
    """The clauses that an overlay leaves without a rule."""

    @property
    def failures(self) -> list[ExampleResult]:
        """The examples that fail."""
        return [example for example in self.examples if example.failed]

    @property
    def has_failed(self) -> bool:
        """Whether an example or a worked case fails; those of an overlay belong to its parent, and may fail."""
        return not self.parent and bool(self.failures or self.cases.failures)

    @property
    def document(self) -> dict[str, object]:
        """The counts as JSON values, under stable keys."""
        failed, cases = len(self.failures), self.cases
        return {
            **self.counts,
            "examples": {"passed": len(self.examples) - failed, "failed": failed},
            "cases": {"passed": cases.cases - cases.fails, "failed": cases.fails},
        }


def check(edition: Edition) -> Report:
    """Check an edition; raise a RulesError only if its file cannot be read as rules at all."""
    start = edition.start
    problems, of_files = [*edition.problems_of_text(), *problems_of_records(edition)], problems_of_files(edition)
    rules, rule_problems = edition.resolve(edition.chosen)
    problems += rule_problems
    if edition.overlay is None and not has_errors([*problems, *of_files]):
        problems += [*problems_of_guide(edition), *problems_of_phrases(edition)]
    examples = tuple(try_examples(rules)) if rules is not None and not has_errors(rule_problems) else ()
    elsewhere, cases = _try_in_practice(edition, rules, rule_problems)
    problems += [*elsewhere, *cases.problems]
    known_already = {problem.sentence for problem in problems}
    problems += [problem for problem in of_files if problem.sentence not in known_already]
    ledger, text = edition.ledger, edition.text
    entries = ledger.entries if ledger is not None else {}
    status = Counter(entry.status for entry in entries.values())
    kinds = Counter(doubt.kind for doubt in rules.doubts.values()) if rules is not None else Counter()
    sections = [block for block in start.blocks if isinstance(block, nodes.Section)] if text is not None else []
    lost_sections = [block for block in sections if text is not None and text.clause(block.section.text) is None]
    counts = {
        "clauses": len(entries),
        "encoded": status["encoded"] + status["elsewhere"],
        "excused": sum(status[excuse] for excuse in EXCUSES),
        "unlinked": status["missing"],
        "statements": ledger.statements
        if ledger is not None
        else sum(_count_statements(block.statements) for block in start.blocks),
        "uncited": sum(_count_statements(block.statements) for block in lost_sections),
        "readings": kinds["reading"],
        "gaps": kinds["gap"],
        "options": kinds["option"],
    }
    root = edition.lineage[-1]
    changes = edition.overlay.node.changes if edition.overlay is not None else ()
    without = dict.fromkeys(change.place.text for change in changes if isinstance(change, nodes.Without))
    return Report(
        start.edition.label.text,
        counts,
        examples,
        cases,
        tuple(in_order(problems)),
        root.start.edition.label.text if root is not edition else "",
        tuple(name for name in without if name in entries and not entries[name].lines),
    )


def _try_in_practice(
    edition: Edition, rules: Rules | None, problems_found: list[Problem]
) -> tuple[list[Problem], CaseResults]:
    """Return the problems that occur only under other answers or in games, and the result of the worked cases.

    If the same files passed before under the same program, they are not tried again.
    """
    if rules is None:
        return [], NO_CASES
    key = edition.path, digest_of_files(edition)
    if cache.get(CHECKED, key) is not None:
        return [], CaseResults(len(read_cases(edition)), (), ())
    if has_errors(problems_found):
        return _problems_of_alternatives(edition, rules, problems_found), NO_CASES
    case_task = SplitTask(lambda: results_of_cases(edition))
    try:
        problems = _problems_of_alternatives(edition, rules, problems_found)
        # The alternatives are checked first, since cases are tried under them too.
        is_sound = not has_errors(problems)
        problems += problems_of_play(edition) if is_sound and ENTRY in rules.procedures else []
        cases = case_task.result() if is_sound else NO_CASES
    finally:
        case_task.drop()
    if not (problems_found or problems or cases.failures or cases.problems):
        cache.put(CHECKED, key, b"well")
    return problems, cases


def _problems_of_alternatives(edition: Edition, rules: Rules, problems_found: list[Problem]) -> list[Problem]:
    """Resolve the rules once for each alternative that is not chosen; return the problems that occur only there."""
    problems = []
    known_sentences = {problem.sentence for problem in problems_found}
    for doubt in rules.doubts.values():
        for answer, _ in doubt.alternatives:
            if answer == doubt.chosen:
                continue
            for problem in edition.problems_under({**edition.chosen, doubt.name: answer}):
                if problem.sentence not in known_sentences:
                    known_sentences.add(problem.sentence)
                    problems.append(problem._replace(sentence=f"With {doubt.name}={answer}: {problem.sentence}"))
    return problems


def _count_statements(statements: Iterable[nodes.Statement]) -> int:
    """Count statements as the ledger does: those of all alternatives, without excuses."""
    count = 0
    for statement in statements:
        if isinstance(statement, nodes.Doubt):
            count += sum(_count_statements(answer.statements or ()) for answer in statement.alternatives)
        else:
            count += not isinstance(statement, nodes.Excuse | nodes.Elsewhere)
    return count


# ------------------------------------------------------------------------------------------- the next steps

MEND = "Correct"
_OPEN_KEY = re.compile(rf'^\s*(\w+)\s*=\s*"{re.escape(OPEN)}"', re.MULTILINE)
_OPEN_NOTE = re.compile(rf"^## +(\S+) *\n+{re.escape(OPEN)} *$", re.MULTILINE)
_TEXT_FILES = ("clauses.toml", "text.txt")
_TEXT_CODES = frozenset(("text-changed", "text-uncovered", "clause-not-in-text", "clause-twice"))
_CODES_WITHOUT_STEP = frozenset(("clause-unused", "label-not-recorded", "no-game", "no-players", "stale-figures"))
"""Problems that have a step of their own, that exist only until the text is encoded, or that no editor causes."""


def next_steps(edition: Edition, problems: Sequence[Problem]) -> list[str]:
    """Return the next steps in order; none for an edition that is complete, or that only has a slip to correct."""
    text, ledger = edition.text, edition.ledger
    if text is None:
        return []
    left, records, rules = [], records_in(edition.folder), os.path.basename(edition.source.path)
    for name, (doubt, _) in doubts_in(edition.start).items():
        entry = records.get(name)
        arguments = entry.get("alternatives", {}) if isinstance(entry, dict) else {}
        if not all(answer.name.text in arguments for answer in doubt.alternatives):
            left.append(name)
    slips = {
        _file_of(problem)
        for problem in problems
        if problem.level == "error" and problem.code not in _CODES_WITHOUT_STEP
    }
    if not left and any(problem.code == "label-not-recorded" for problem in problems):
        slips.add("edition.toml")
    mend = {name: [f"{MEND} {name}: the messages above say what is wrong."] for name in slips}
    steps = [*_open_places(edition, "edition.toml", _OPEN_KEY, "Fill in"), *mend.get("edition.toml", ())]
    if any(problem.code in _TEXT_CODES or _file_of(problem) in _TEXT_FILES for problem in problems):
        steps.append("Make clauses.toml and text.txt agree: the messages above show the differences.")
    steps += [*_open_places(edition, "clauses.toml", _OPEN_KEY, "Fill in"), *mend.get(rules, ())]
    entries = ledger.entries if ledger is not None else {}
    missing_clauses = [name for name, entry in entries.items() if entry.status == "missing"]
    if missing_clauses:
        words = text.clauses[missing_clauses[0]].words
        start = words if len(words) <= 60 else words[:59].rstrip() + "…"
        count = f"{len(missing_clauses)} of {len(entries)} clauses have no sentence yet"
        steps.append(f"Encode the clauses in game.rules: {count}; the first is {missing_clauses[0]}, “{start}”")
    if left:
        argue = f"Argue in {READINGS} for the answers to each open place of game.rules"
        steps.append(f"{argue}: {_places(len(left))} left; the first is {left[0]}.")
    steps += mend.get(READINGS, ())
    cases = os.path.join(edition.folder, CASES)
    with suppress(RulesError):  # problems in this file are reported elsewhere
        if not os.path.isfile(cases) or not read_data(cases)[1].get("case"):
            steps.append(f"Work out cases from the words, and write them in {CASES}; there are none yet.")
    steps += [*mend.get(CASES, ()), *_open_places(edition, "notes.md", _OPEN_NOTE, "Write the notes in")]
    steps += [*mend.get("notes.md", ()), *_open_places(edition, "how-to-play.md", OPEN_LINE, "Explain the game in")]
    if all(step.startswith(MEND) for step in steps):
        return []  # the problems already say what to do
    return [*steps, f"Make its pages:   circular edition --only {shlex.quote(edition.folder)} OUT"]


def _file_of(problem: Problem) -> str:
    return os.path.basename(problem.source.path) if problem.source is not None else ""


def _open_places(edition: Edition, name: str, pattern: re.Pattern[str], to_do: str) -> Iterator[str]:
    """Yield the step for the blanks of a file that the editor must still fill in; none for a missing file."""
    path = os.path.join(edition.folder, name)
    try:
        source = read_source(path) if os.path.isfile(path) else Source(path, "")
    except RulesError:
        return
    places = list(pattern.finditer(source.text))
    if places:
        first, line = places[0][1], source.position(places[0].start(1))[0]
        where = f"{first}, in line {line}" if pattern is _OPEN_KEY else f"on {first}"
        yield f"{to_do} {name}: {_places(len(places))} marked “{OPEN}”; the first is {where}."


def _places(count: int) -> str:
    return "one place is" if count == 1 else f"{count} places are"
