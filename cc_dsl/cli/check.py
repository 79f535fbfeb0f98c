"""`circular check`: check the words, rules, readings and examples of editions, the claims and the comparisons."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import editions_argument, json_option, state_overlay
from cc_dsl.diagnostics.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_dsl.cases.claims import TriedClaim
    from cc_dsl.cases.report import Report
    from cc_dsl.cases.trials import Failure
    from cc_dsl.pipeline import Edition

HEADINGS = [
    "edition",
    "clauses",
    "encoded",
    "excused",
    "statements",
    "readings",
    "gaps",
    "options",
    "examples",
    "cases",
]


@click.command("check")
@editions_argument
@json_option
def command(editions: tuple[str, ...], as_json: bool) -> int:
    """Check that an EDITION is complete and consistent; without a name, all editions of the corpus.

    Its words must be those that were locked. Every clause must be encoded or excused, every statement cited,
    every reading supported by an argument, every alternative sound, and every example and worked case true.
    In 200 random games, or as many as a second allows, nothing may stop play before its end.
    Its stored figures must have been counted under these rules.
    The cases of the claims about it are run, and each verdict must follow from them; a claim that fails is no error.
    The cases of the comparisons in which it stands must hold, and tell its text from the other.
    The exit status is 1 if an example or a case fails, and 2 if anything else is wrong.
    """
    from cc_dsl import resources
    from cc_dsl.cases.report import check
    from cc_dsl.diagnostics.problem import RulesError, has_errors
    from cc_dsl.pipeline import Edition, find_rules, load

    problems = []
    reports: list[Report] = []
    checked: list[tuple[Edition, Report]] = []
    made = [Edition(find_rules(name), {}) for name in editions or resources.edition_names()]
    for edition in made:
        try:
            report = check(edition)
            # Figures of rules that are wrong are of no use to anybody.
            is_sound = not report.has_failed and not has_errors(report.problems)
            stale = _stale(edition) if is_sound and edition.overlay is None else []
            reports.append(report._replace(problems=(*report.problems, *stale)))
            checked.append((edition, reports[-1]))
            if not has_errors(report.problems):
                state_overlay(edition)
        except RulesError as error:
            problems += error.problems
    problems += [problem for report in reports for problem in report.problems]
    claims: dict[str, int] = {}
    compared: dict[str, int] = {}
    failures: dict[str, list[str]] = {}
    """What does not hold of claims and of comparisons, by the keys of JSON."""
    if not has_errors(problems):
        known = resources.edition_names()
        loaded = {one.name: one for one in made if one.overlay is None and one.argument in known}
        about = {*loaded}

        def edition_of(name: str) -> Edition:
            if name not in loaded:
                loaded[name] = load(name)
            return loaded[name]

        try:
            tried = _claims(about, edition_of)
            claims, failures["wrong_claims"] = _counted(tried), [line for one in tried for line in one.failures]
            compared, failures["wrong_comparisons"] = _compared(about, edition_of)
        except RulesError as error:
            problems += error.problems
    wrong = [sentence for sentences in failures.values() for sentence in sentences]
    if as_json:
        document = {"editions": _named(reports), "claims": claims, "comparisons": compared}
        terminal.say_json({**document, **{key: sentences for key, sentences in failures.items() if sentences}})
    else:
        _show(reports, claims, compared, wrong)
    steps = [] if as_json else [(report.name, _steps(edition, report)) for edition, report in checked]
    if has_errors(problems) and not any(found for _, found in steps):
        raise RulesError(problems)
    if problems:
        _warn(problems)
    _show_steps(steps)
    if has_errors(problems):
        return 2
    return 1 if wrong or any(report.has_failed for report in reports) else 0


def _steps(edition: Edition, report: Report) -> list[str]:
    from cc_dsl.cases.steps import next_steps

    if edition.overlay is not None:
        return []
    return next_steps(edition, report.problems)


def _show_steps(steps: list[tuple[str, list[str]]]) -> None:
    """Print what each unfinished edition still needs, in order, below the problems."""
    for name, found in steps:
        if found:
            terminal.complain("")
            terminal.complain(f"What {name} still needs, in the order in which to do it:")
            for number, step in enumerate(found, 1):
                for line in terminal.wrapped(step, f"  {number}. ", "     "):
                    terminal.complain(line)


def _stale(edition: Edition) -> list[Problem]:
    """Return the problems with stored figures: of other rules, changed by hand, or counted otherwise."""
    from cc_dsl.cli.figures import WHY, faults_of_pairs
    from cc_dsl.study.figures import faults

    problems = []
    wrong = faults(edition)
    for why in dict.fromkeys(wrong.values()):
        named = [name for name, one in wrong.items() if one == why]
        sentence = f"Stored figures of {edition.name} were {WHY[why]}: {', '.join(named)}."
        problems.append((sentence, f"circular figures {edition.argument}"))
    for pair, why in faults_of_pairs(edition).items():
        problems.append((f"Stored figures of {pair} were {WHY[why]}.", f"circular figures {pair}"))
    return [
        _complain("stale-figures", sentence, edition, [f"Count them again:   {command}"])
        for sentence, command in problems
    ]


def _complain(code: str, sentence: str, edition: Edition, remedies: list[str]) -> Problem:
    """Return a problem with figures that are stored beside the rules of an edition."""
    return Problem(code, sentence, edition.source, remedies=tuple(remedies))


COUNTED = {
    "judged": "Claims tested: {}",
    "holding": "holding: {}",
    "in_part": "holding in part: {}",
    "failing": "failing: {}",
    "undecidable": "not decidable: {}",
}
"""The keys of the counts of claims, with their words."""


def _claims(about: set[str], edition_of: Callable[[str], Edition]) -> tuple[TriedClaim, ...]:
    """Run the cases of the claims about these editions of the corpus."""
    from cc_dsl.cases.claims import claims_file, read_claims, try_claims

    if not about or not os.path.isfile(claims_file()):
        return ()
    claims = read_claims(edition_of)
    return tuple(one for one in try_claims(claims, edition_of, about) if about & {*one.claim.meant})


def _compared(about: set[str], edition_of: Callable[[str], Edition]) -> tuple[dict[str, int], list[str]]:
    """Run the cases of the comparisons of these editions: count those that hold, and say what does not."""
    from cc_dsl.compare.alignment import aligned_pairs, load_alignment
    from cc_dsl.compare.cases import run_cases

    pairs = [(edition_of(one), edition_of(other)) for one, other in aligned_pairs() if about & {one, other}]
    cases = [case for pair in pairs for case in run_cases(*pair, load_alignment(*pair), ())]
    failed = [case for case in cases if case.failed]
    counts = {"passed": len(cases) - len(failed), "failed": len(failed)}
    return counts, [sentence for case in failed for sentence in case.failed]


def _counted(tried: tuple[TriedClaim, ...]) -> dict[str, int]:
    """Count claims by their verdicts."""
    from cc_dsl.cases.claims import VERDICTS

    verdicts = [one.claim.verdict for one in tried]
    _, *keys = COUNTED
    counts = {key: verdicts.count(verdict) for key, verdict in zip(keys, VERDICTS, strict=True)}
    return {"judged": len(verdicts), **counts}


def _named(reports: list[Report]) -> dict[str, object]:
    """Return the counts of each edition under its name; a second one of the name is numbered."""
    found: dict[str, object] = {}
    for report in reports:
        number = sum(name.partition(" ")[0] == report.name for name in found) + 1
        found[report.name if number == 1 else f"{report.name} ({number})"] = report.counts
    return found


def _show(reports: list[Report], claims: dict[str, int], compared: dict[str, int], wrong: list[str]) -> None:
    """Print the table of counts, the failures, and how many claims and cases of comparisons hold."""
    if reports:
        rows = [HEADINGS, *map(_row, reports)]
        terminal.show(terminal.table(rows, right=frozenset(range(1, len(HEADINGS)))))
    for report in reports:
        if report.parent:
            _show_changed(report)
            continue
        for tried in report.failed:
            terminal.say()
            title = f" “{tried.example.title}”" if tried.example.title else ""
            origin = tried.example.origin
            where = f"{report.name}, line {origin.line}"
            terminal.say(terminal.paint(f"{where}: the example{title} does not hold.", "error"))
            for sentence in tried.failed:
                terminal.show(terminal.wrapped(sentence, "  "))
        for failure in report.cases.failures:
            _show_failure(report.name, failure)
    if claims.get("judged"):
        terminal.say(f"{', '.join(COUNTED[key].format(count) for key, count in claims.items())}.")
    total = sum(compared.values())
    if total:
        terminal.say(f"Cases of comparisons: {compared['passed']} of {total} hold.")
    for sentence in wrong:
        for line in terminal.wrapped(sentence, "", "  "):
            terminal.say(terminal.paint(line, "error"))
    if reports and not wrong and not any(report.has_failed or report.problems or report.parent for report in reports):
        terminal.say(terminal.paint("All is well.", "green"))


def _show_changed(report: Report) -> None:
    """Print which examples and worked cases of its parent have a different result under an overlay."""
    changed = {failure.case.id: failure.case for failure in report.cases.failures}
    if report.left_out:
        terminal.say(f"Clauses that are left without a rule: {', '.join(report.left_out)}.")
    if not report.cases.cases and not report.examples:
        return
    if not changed and not report.failed:
        what = "worked cases" if report.cases.cases else "examples"
        terminal.say(f"All {what} of {report.parent} also hold under {report.name}.")
        return
    terminal.say()
    total = len(report.examples) + report.cases.cases
    count = f"{len(changed) + len(report.failed)} of {total} examples and worked cases of {report.parent}"
    terminal.show(terminal.wrapped(f"Under {report.name}, {count} have a different result:"))
    for tried in report.failed:
        terminal.say(f"  the example “{tried.example.title}”, line {tried.example.origin.line}")
    for case in changed.values():
        terminal.show(terminal.wrapped(f"{', '.join(case.clauses)}: {case.title} ({case.id})", "  ", "    "))


def _show_failure(name: str, failure: Failure) -> None:
    """Print what a case expects, what the rules give, and what decides it."""
    case = failure.case
    terminal.say()
    said = f"{name}, case {case.id} ({', '.join(case.clauses)}), “{case.title}”:"
    for line in terminal.wrapped(said):
        terminal.say(terminal.paint(line, "error"))
    for sentence in (failure.sentence, *failure.reasons):
        terminal.show(terminal.wrapped(sentence, "  ", "    "))


def _row(report: Report) -> list[str]:
    passed = len(report.examples) - len(report.failed)
    unlinked = f" ({report.unlinked} unlinked)" if report.unlinked else ""
    uncited = f" ({report.uncited} uncited)" if report.uncited else ""
    counts: list[object] = [report.name, report.clauses, f"{report.encoded}{unlinked}", report.excused]
    counts += [f"{report.statements}{uncited}", report.readings, report.gaps]
    counts += [report.options, f"{passed} of {len(report.examples)}", f"{report.cases.held} of {report.cases.cases}"]
    return [str(count) for count in counts]


def _warn(problems: list[Problem]) -> None:
    import sys

    from cc_dsl.diagnostics.render import render_text

    terminal.complain(render_text(problems, color=terminal.has_colours(sys.stderr)).rstrip("\n"))
