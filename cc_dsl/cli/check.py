"""`circular check`: check the words, rules, readings and examples of editions, the claims and the comparisons."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

import click

from cc_dsl import pipeline, resources
from cc_dsl.cases import report
from cc_dsl.cases.claims import VERDICTS, Claim, claims_file, read_claims, try_claims
from cc_dsl.cases.report import Report, next_steps
from cc_dsl.cli import context, terminal
from cc_dsl.cli.study import WHY, faults_of_pairs
from cc_dsl.compare.alignment import aligned_pairs, load_alignment
from cc_dsl.compare.cases import run_cases
from cc_dsl.diagnostics.problem import Problem, RulesError, has_errors
from cc_dsl.pipeline import Edition, find_rules
from cc_dsl.study.figures import faults

COLUMNS = ["clauses", "encoded", "excused", "statements", "readings", "gaps", "options", "examples", "cases"]
WRONG = ("wrong_claims", "wrong_comparisons")
"""The JSON keys of the failures of claims and of comparisons, present only if there are failures."""
COUNTED = {
    "judged": "Claims tested: {}",
    "holding": "holding: {}",
    "in_part": "holding in part: {}",
    "failing": "failing: {}",
    "undecidable": "not decidable: {}",
}
"""The keys of the counts of claims, with their words."""


@click.command()
@context.editions_argument
@context.json_option
def check(editions: tuple[str, ...]) -> int:
    """Check that an EDITION is complete and consistent; without a name, all editions of the corpus.

    Its words must match the checksum in edition.toml. Every clause must be encoded or excused, and every statement must
    cite a clause. Every answer to a reading needs an argument, the rules must be valid under each of these answers, and
    every example and worked case must hold. Up to 200 random games are played for at most a second, and no error may
    stop one of them.
    Its stored figures must have been counted under these rules.
    The cases of the claims about it are run; a claim that fails is not an error.
    The cases of its comparisons must hold, and must distinguish its text from the text with which it is compared.
    The exit status is 1 if an example or a case fails, and 2 if anything else is wrong.
    """
    problems: list[Problem] = []
    reports: list[Report] = []
    steps: list[tuple[str, list[str]]] = []
    chosen_editions = [Edition(find_rules(name), {}) for name in editions or resources.edition_names()]
    for edition in chosen_editions:
        try:
            result = report.check(edition)
            # Figures counted from faulty rules are useless, so do not report stale ones.
            is_sound = not result.has_failed and not has_errors(result.problems)
            stale = _stale_figures(edition) if is_sound and edition.overlay is None else []
            reports.append(result._replace(problems=(*result.problems, *stale)))
            if edition.overlay is None and not context.current().as_json:
                needed = next_steps(edition, reports[-1].problems)
                steps += [(result.name, needed)] if needed else []
            if not has_errors(result.problems):
                context.current().note_overlay(edition)
        except RulesError as error:
            problems += error.problems
    problems += [problem for result in reports for problem in result.problems]
    counts: dict[str, object] = {}
    for result in reports:  # number the second edition of the same name
        number = sum(name.partition(" ")[0] == result.name for name in counts) + 1
        counts[result.name if number == 1 else f"{result.name} ({number})"] = result.document
    document: dict[str, Any] = {"editions": counts, "claims": {}, "comparisons": {}}
    if not has_errors(problems):
        try:
            document |= _run_shared_cases(chosen_editions)
        except RulesError as error:
            problems += error.problems
    wrong = [sentence for key in WRONG for sentence in document.get(key, ())]
    context.print_result(document, _lines(reports, document, wrong, bool(steps)))
    if has_errors(problems) and not steps:
        raise RulesError(problems)
    if problems:
        terminal.complain_of(problems, as_json=False)
    for name, needed in steps:
        terminal.complain(f"\n{name} still needs these steps, in this order:")
        for number, step in enumerate(needed, 1):
            terminal.complain("\n".join(terminal.wrap(step, f"  {number}. ", "     ")))
    if has_errors(problems):
        return 2
    return 1 if wrong or any(result.has_failed for result in reports) else 0


def _stale_figures(edition: Edition) -> Iterator[Problem]:
    """Yield the problems with stored figures: counted under other rules or in another way, or changed by hand."""
    names_by_fault: dict[str, list[str]] = {}
    for name, fault in faults(edition).items():
        names_by_fault.setdefault(fault, []).append(name)
    own = (
        (f"{edition.name} were {WHY[why]}: {', '.join(names)}", edition.argument)
        for why, names in names_by_fault.items()
    )
    of_pairs = ((f"{pair} were {WHY[why]}", pair) for pair, why in faults_of_pairs(edition).items())
    for words, name in (*own, *of_pairs):
        remedy = f"Count them again:   circular figures {name}"
        yield Problem("stale-figures", f"Stored figures of {words}.", edition.source, remedies=(remedy,))


def _run_shared_cases(editions: list[Edition]) -> dict[str, object]:
    """Run the cases of the claims about these editions of the corpus, and those of their comparisons.

    Return the counts of both, and a sentence for each case that fails, under the keys of the JSON document.
    """
    names = resources.edition_names()
    loaded = {edition.name: edition for edition in editions if edition.overlay is None and edition.argument in names}
    checked_names = {*loaded}

    def edition_of(name: str) -> Edition:
        """Return an edition of the corpus, loaded once."""
        if name not in loaded:
            loaded[name] = pipeline.load(name)
        return loaded[name]

    claims: list[Claim] = []
    if checked_names and os.path.isfile(claims_file()):
        tried_claims = try_claims(read_claims(edition_of), edition_of, checked_names)
        claims = [claim for claim in tried_claims if checked_names & {*claim.meant}]
    verdicts = [claim.verdict for claim in claims]
    pairs = [(edition_of(name), edition_of(other)) for name, other in aligned_pairs() if checked_names & {name, other}]
    cases = [case for pair in pairs for case in run_cases(*pair, load_alignment(*pair), ())]
    failed_count = sum(bool(case.failed) for case in cases)
    wrong = ([line for claim in claims for line in claim.failures], [line for case in cases for line in case.failed])
    return {
        "claims": dict(zip(COUNTED, [len(claims), *map(verdicts.count, VERDICTS)], strict=True)),
        "comparisons": {"passed": len(cases) - failed_count, "failed": failed_count},
        **{key: sentences for key, sentences in zip(WRONG, wrong, strict=True) if sentences},
    }


# --------------------------------------------------------------------------------------------------- text


def _lines(reports: list[Report], document: dict[str, Any], wrong: list[str], is_unfinished: bool) -> Iterator[str]:
    """Yield the table of counts, the failures, and the numbers of claims and of cases of comparisons that hold.

    `document` is that of the command, and `wrong` are the failures of claims and comparisons, in sentences.
    """
    if reports:
        rows = [["edition", *COLUMNS]]
        for result in reports:
            counts = {key: str(count) for key, count in result.counts.items()}
            for key, unlike in (("encoded", "unlinked"), ("statements", "uncited")):
                counts[key] += f" ({counts[unlike]} {unlike})" if result.counts[unlike] else ""
            counts["examples"] = f"{len(result.examples) - len(result.failures)} of {len(result.examples)}"
            counts["cases"] = f"{result.cases.passes} of {result.cases.cases}"
            rows.append([result.name, *(counts[column] for column in COLUMNS)])
        yield from terminal.table(rows, right=frozenset(range(1, len(COLUMNS) + 1)))
    for result in reports:
        if result.parent:
            yield from _lines_of_overlay(result)
            continue
        for example in result.failures:
            title = f" “{example.example.title}”" if example.example.title else ""
            where = f"{result.name}, line {example.example.origin.line}"
            yield from _lines_of_failure(f"{where}: the example{title} does not hold.", example.failed)
        for failure in result.cases.failures:
            case = failure.case
            heading = f"{result.name}, case {case.id} ({', '.join(case.clauses)}), “{case.title}”:"
            yield from _lines_of_failure(heading, (failure.sentence, *failure.reasons))
    claims, comparisons = document["claims"], document["comparisons"]
    if claims.get("judged"):
        yield f"{', '.join(COUNTED[key].format(count) for key, count in claims.items())}."
    if total := sum(comparisons.values()):
        yield f"Cases of comparisons: {comparisons['passed']} of {total} hold."
    for sentence in wrong:
        yield from _in_red(terminal.wrap(sentence, "", "  "))
    if reports and not wrong and not any(result.has_failed or result.problems or result.parent for result in reports):
        words = "Nothing is wrong, but the edition is not finished." if is_unfinished else "All is well."
        yield terminal.paint(words, "green")


def _in_red(lines: Iterable[str]) -> Iterator[str]:
    return (terminal.paint(line, "error") for line in lines)


def _lines_of_failure(heading: str, sentences: Iterable[str]) -> Iterator[str]:
    """Yield the example or case that fails, the expected and the actual result, and the deciding clauses."""
    yield from ("", *_in_red(terminal.wrap(heading)))
    for sentence in sentences:
        yield from terminal.wrap(sentence, "  ", "    ")


def _lines_of_overlay(report: Report) -> Iterator[str]:
    """Yield the examples and worked cases of the parent that have a different result under an overlay."""
    changed_cases = {failure.case.id: failure.case for failure in report.cases.failures}
    if report.left_out:
        yield f"Clauses that are left without a rule: {', '.join(report.left_out)}."
    total = len(report.examples) + report.cases.cases
    if total and not changed_cases and not report.failures:
        what = "worked cases" if report.cases.cases else "examples"
        yield f"All {what} of {report.parent} also hold under {report.name}."
    elif total:
        count = f"{len(changed_cases) + len(report.failures)} of {total} examples and worked cases of {report.parent}"
        yield from ("", *terminal.wrap(f"Under {report.name}, {count} have a different result:"))
        for example in report.failures:
            yield f"  the example “{example.example.title}”, line {example.example.origin.line}"
        for case in changed_cases.values():
            yield from terminal.wrap(f"{', '.join(case.clauses)}: {case.title} ({case.id})", "  ", "    ")
