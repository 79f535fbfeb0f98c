"""`circular check`: check the words, rules, readings and examples of editions, the claims and the comparisons."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from cc_dsl import resources
from cc_dsl.cases.claims import VERDICTS, TriedClaim, claims_file, read_claims, try_claims
from cc_dsl.cases.report import Report, check
from cc_dsl.cases.steps import next_steps
from cc_dsl.cli import terminal
from cc_dsl.cli.options import editions_argument, json_option, state_overlay
from cc_dsl.compare.alignment import aligned_pairs, load_alignment
from cc_dsl.compare.cases import run_cases
from cc_dsl.diagnostics.problem import Problem, RulesError, has_errors
from cc_dsl.diagnostics.render import render_text
from cc_dsl.pipeline import Edition, find_rules, load

COLUMNS = ["clauses", "encoded", "excused", "statements", "readings", "gaps", "options", "examples", "cases"]


class Checked(NamedTuple):
    """Everything that was checked."""

    reports: list[Report]
    claims: dict[str, int]
    """How many claims about these editions there are, and with which verdicts."""
    compared: dict[str, int]
    """How many cases of their comparisons hold, and how many do not."""
    wrong: dict[str, list[str]]
    """What does not hold of claims and of comparisons, by the keys of JSON."""

    @property
    def sentences(self) -> list[str]:
        """What does not hold of claims and of comparisons."""
        return [sentence for sentences in self.wrong.values() for sentence in sentences]

    @property
    def document(self) -> dict[str, object]:
        """The same as JSON values; a second edition of a name is numbered."""
        named: dict[str, object] = {}
        for report in self.reports:
            number = sum(name.partition(" ")[0] == report.name for name in named) + 1
            named[report.name if number == 1 else f"{report.name} ({number})"] = report.counts
        wrong = {key: sentences for key, sentences in self.wrong.items() if sentences}
        return {"editions": named, "claims": self.claims, "comparisons": self.compared, **wrong}


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
    problems: list[Problem] = []
    reports: list[Report] = []
    steps: list[tuple[str, list[str]]] = []
    made = [Edition(find_rules(name), {}) for name in editions or resources.edition_names()]
    for edition in made:
        try:
            report = check(edition)
            # Figures of rules that are wrong are of no use to anybody.
            is_sound = not report.has_failed and not has_errors(report.problems)
            stale = _stale(edition) if is_sound and edition.overlay is None else []
            reports.append(report._replace(problems=(*report.problems, *stale)))
            if edition.overlay is None and not as_json:
                steps.append((report.name, next_steps(edition, reports[-1].problems)))
            if not has_errors(report.problems):
                state_overlay(edition)
        except RulesError as error:
            problems += error.problems
    problems += [problem for report in reports for problem in report.problems]
    checked = Checked(reports, {}, {}, {})
    if not has_errors(problems):
        try:
            checked = _with_what_is_shared(checked, made)
        except RulesError as error:
            problems += error.problems
    if as_json:
        terminal.say_json(checked.document)
    else:
        _show(checked)
    if has_errors(problems) and not any(found for _, found in steps):
        raise RulesError(problems)
    if problems:
        terminal.complain(render_text(problems, color=terminal.has_colours(sys.stderr)).rstrip("\n"))
    for name, found in steps:
        if found:
            terminal.complain("")
            terminal.complain(f"What {name} still needs, in the order in which to do it:")
        for number, step in enumerate(found, 1):
            for line in terminal.wrapped(step, f"  {number}. ", "     "):
                terminal.complain(line)
    if has_errors(problems):
        return 2
    return 1 if checked.sentences or any(report.has_failed for report in reports) else 0


def _stale(edition: Edition) -> Iterator[Problem]:
    """Yield the problems with stored figures: of other rules, changed by hand, or counted otherwise."""
    from cc_dsl.cli.figures import WHY, faults_of_pairs
    from cc_dsl.study.figures import faults

    wrong = faults(edition)
    stale = {
        f"of {edition.name} were {WHY[why]}: {', '.join(name for name, one in wrong.items() if one == why)}": (
            edition.argument
        )
        for why in dict.fromkeys(wrong.values())
    }
    stale |= {f"of {pair} were {WHY[why]}": pair for pair, why in faults_of_pairs(edition).items()}
    for what, name in stale.items():
        yield _complain("stale-figures", f"Stored figures {what}.", edition, f"circular figures {name}")


def _complain(code: str, sentence: str, edition: Edition, command: str) -> Problem:
    """Return a problem with figures that are stored beside the rules of an edition."""
    return Problem(code, sentence, edition.source, remedies=(f"Count them again:   {command}",))


def _with_what_is_shared(checked: Checked, made: list[Edition]) -> Checked:
    """Run the cases of the claims about these editions of the corpus, and of the comparisons in which they stand."""
    known = resources.edition_names()
    loaded = {one.name: one for one in made if one.overlay is None and one.argument in known}
    about = {*loaded}

    def edition_of(name: str) -> Edition:
        if name not in loaded:
            loaded[name] = load(name)
        return loaded[name]

    tried: list[TriedClaim] = []
    if about and os.path.isfile(claims_file()):
        tried = [one for one in try_claims(read_claims(edition_of), edition_of, about) if about & {*one.claim.meant}]
    verdicts = [one.claim.verdict for one in tried]
    first, *keys = COUNTED
    claims = {first: len(tried)} | {key: verdicts.count(one) for key, one in zip(keys, VERDICTS, strict=True)}
    pairs = [(edition_of(one), edition_of(other)) for one, other in aligned_pairs() if about & {one, other}]
    cases = [case for pair in pairs for case in run_cases(*pair, load_alignment(*pair), ())]
    failed = sum(bool(case.failed) for case in cases)
    return checked._replace(
        claims=claims,
        compared={"passed": len(cases) - failed, "failed": failed},
        wrong={
            "wrong_claims": [line for one in tried for line in one.failures],
            "wrong_comparisons": [sentence for case in cases for sentence in case.failed],
        },
    )


# --------------------------------------------------------------------------------------------------- text


COUNTED = {
    "judged": "Claims tested: {}",
    "holding": "holding: {}",
    "in_part": "holding in part: {}",
    "failing": "failing: {}",
    "undecidable": "not decidable: {}",
}
"""The keys of the counts of claims, with their words."""


def _show(checked: Checked) -> None:
    """Print the table of counts, the failures, and how many claims and cases of comparisons hold."""
    reports, claims, compared = checked.reports, checked.claims, checked.compared
    if reports:
        rows = [["edition", *COLUMNS], *map(_row, reports)]
        for line in terminal.table(rows, right=frozenset(range(1, len(COLUMNS) + 1))):
            terminal.say(line)
    for report in reports:
        if report.parent:
            _show_changed(report)
            continue
        for tried in report.failed:
            title = f" “{tried.example.title}”" if tried.example.title else ""
            where = f"{report.name}, line {tried.example.origin.line}"
            _show_failure(f"{where}: the example{title} does not hold.", tried.failed)
        for failure in report.cases.failures:
            case = failure.case
            said = f"{report.name}, case {case.id} ({', '.join(case.clauses)}), “{case.title}”:"
            _show_failure(said, (failure.sentence, *failure.reasons))
    if claims.get("judged"):
        terminal.say(f"{', '.join(COUNTED[key].format(count) for key, count in claims.items())}.")
    total = sum(compared.values())
    if total:
        terminal.say(f"Cases of comparisons: {compared['passed']} of {total} hold.")
    for sentence in checked.sentences:
        for line in terminal.wrapped(sentence, "", "  "):
            terminal.say(terminal.paint(line, "error"))
    is_well = not any(report.has_failed or report.problems or report.parent for report in reports)
    if reports and is_well and not checked.sentences:
        terminal.say(terminal.paint("All is well.", "green"))


def _show_failure(heading: str, sentences: Iterable[str]) -> None:
    """Print which example or case does not hold, what it expects, what the rules give, and what decides it."""
    terminal.say()
    for line in terminal.wrapped(heading):
        terminal.say(terminal.paint(line, "error"))
    for sentence in sentences:
        for line in terminal.wrapped(sentence, "  ", "    "):
            terminal.say(line)


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
    for line in terminal.wrapped(f"Under {report.name}, {count} have a different result:"):
        terminal.say(line)
    for tried in report.failed:
        terminal.say(f"  the example “{tried.example.title}”, line {tried.example.origin.line}")
    for case in changed.values():
        for line in terminal.wrapped(f"{', '.join(case.clauses)}: {case.title} ({case.id})", "  ", "    "):
            terminal.say(line)


def _row(report: Report) -> list[str]:
    passed = len(report.examples) - len(report.failed)
    unlinked = f" ({report.unlinked} unlinked)" if report.unlinked else ""
    uncited = f" ({report.uncited} uncited)" if report.uncited else ""
    counts: list[object] = [report.name, report.clauses, f"{report.encoded}{unlinked}", report.excused]
    counts += [f"{report.statements}{uncited}", report.readings, report.gaps]
    counts += [report.options, f"{passed} of {len(report.examples)}", f"{report.cases.held} of {report.cases.cases}"]
    return [str(count) for count in counts]
