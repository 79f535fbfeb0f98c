"""`circular claims`: test what others have claimed about the games against the rules."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import json_option, load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.shell_completion import CompletionItem

    from cc_dsl.compare.claims.findings import ClaimReason, Finding
    from cc_dsl.compare.claims.judging import Judged, JudgedClaim, JudgedPart
    from cc_dsl.pipeline import Edition

COUNTED = {
    "judged": "Claims tested: {}",
    "holding": "holding: {}",
    "in_part": "holding in part: {}",
    "failing": "failing: {}",
    "undecidable": "not decidable: {}",
}
INDENT = " " * 11
STYLES = {"holds": "green", "fails": "red"}


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from cc_dsl.compare.claims.data import claims_names

    return [CompletionItem(name) for name in claims_names() if name.startswith(incomplete)]


@click.command("claims")
@click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=_complete)
@click.option("--why", is_flag=True, help="Show the tests as well, and the rules behind claims that hold.")
@json_option
def command(names: tuple[str, ...], why: bool, as_json: bool) -> int:
    """Test the claims of a printed source against the rules; without a NAME, of all sources.

    NAME is the name of a file in corpus/claims, or the path of one.
    Each part of a claim holds, fails, holds in part, or cannot be decided from the rules. The clauses that decide
    it are named, and, where it fails, the correct statement is given.
    """
    from cc_dsl.compare.claims.data import claims_names, load_claims
    from cc_dsl.compare.claims.judging import judge

    judged = [judge(load_claims(_named(name))) for name in names or claims_names()]
    if as_json:
        terminal.say_json({"claims": [one.document for one in judged]})
        return 0
    for number, one in enumerate(judged):
        if number:
            terminal.say()
        _show(one, why)
    return 0


def _named(name: str) -> str:
    """Return the name of a file of claims; if there is none of this name, refuse and suggest the nearest."""
    import os

    from cc_dsl.compare.claims.data import claims_names
    from cc_dsl.diagnostics.problem import nearest

    known = claims_names()
    if name not in known and not os.path.isfile(name):
        close = nearest(name, known) or known
        raise click.UsageError(
            f"There are no claims “{name}”. Choose {' or '.join(close)}, or give the path of a file."
        )
    return name


def _show(judged: Judged, why: bool) -> None:
    claims = judged.claims
    terminal.say(terminal.paint(claims.title, "strong"))
    for words in (claims.where, claims.seen):
        _say(words, "  ")
    for one in judged.judged:
        terminal.say()
        _show_claim(one, why)
    terminal.say()
    terminal.say(f"{', '.join(COUNTED[key].format(count) for key, count in judged.counts.items())}.")
    if not why:
        terminal.say(terminal.paint("--why also shows each test, and the rules behind claims that hold.", "faint"))


def _show_claim(one: JudgedClaim, why: bool) -> None:
    claim = one.claim
    meant = f"about {' and '.join(_edition(name).display_name for name in claim.meant)}"
    terminal.say(f"{terminal.paint(f'Claim {claim.number}', 'strong')} ({meant}): {_verdict(one.verdict)}")
    _say(claim.words, "  ")
    given = next((finding.given for part in one.parts for finding in part.findings if part.part.given), ())
    for words in given if why else ():
        _say(words, "  ", "      ")
    for part in one.parts:
        terminal.say()
        _show_part(part, why)


def _show_part(part: JudgedPart, why: bool) -> None:
    number = part.part.number
    _say(part.part.says, f"  {number}  ", " " * (len(number) + 4))
    for finding in part.findings:
        _show_finding(finding, part.part.against, why)


@cache
def _edition(name: str) -> Edition:
    return load(name)


def _show_finding(finding: Finding, against: str, why: bool) -> None:
    from cc_dsl.explain.signs import with_glyphs

    titles = _edition(finding.edition).titles
    asked = _edition(finding.edition).display_name
    asked += f" against {_edition(against).display_name}" if against else ""
    basis = f" ({finding.basis})" if finding.basis else ""
    clauses = [clause.removeprefix(f"{finding.edition}.") for clause in finding.clauses]
    cited = f"  [{', '.join(clauses)}]" if clauses and not why else ""
    for line in terminal.wrapped(f"{asked}: {finding.verdict}{basis}{cited}", "       ", "             "):
        terminal.say(line.replace(finding.verdict, _verdict(finding.verdict), 1))
    if why:
        for tried in finding.tried:
            _say(f"tested: “{tried.sentence.rstrip('.')}”: {'true' if tried.holds else 'false'}", INDENT)
        _reasons("because", finding.reasons, finding.edition)
    _reasons("instead", finding.instead, finding.edition)
    if finding.case:
        laid = "; ".join(f"{key} {_laid(value)}" for key, value in finding.case if value)
        matters = f" (decisive: {finding.matters})" if finding.matters else ""
        _say(with_glyphs(f"smallest case found: {laid}{matters}", _edition(finding.edition).rules), INDENT)
    for turn in finding.turns:
        _say(f"under another reading ({titles.said(turn.reading, turn.answer)}): {turn.verdict}", INDENT)


def _laid(value: str | Sequence[str]) -> str:
    return value if isinstance(value, str) else " / ".join(value)


def _reasons(title: str, reasons: tuple[ClaimReason, ...], edition: str) -> None:
    from cc_dsl.explain.signs import with_glyphs

    titles, rules = _edition(edition).titles, _edition(edition).rules
    lead = f"{title}: "
    for number, reason in enumerate(reasons):
        named = [clause.removeprefix(f"{edition}.") for clause in reason.clauses]
        sources = "; ".join(filter(None, (", ".join(named), *map(titles.title, reason.readings))))
        said = with_glyphs(reason.sentence, rules) + (f" [{sources}]" if sources else "")
        _say(said, INDENT + (" " * len(lead) if number else lead), INDENT + " " * len(lead))


def _say(text: str, first: str, later: str | None = None) -> None:
    for line in terminal.wrapped(text, first, later if later is not None else first + "  " * (len(first) > 4)):
        terminal.say(line)


def _verdict(verdict: str) -> str:
    return terminal.paint(verdict, STYLES.get(verdict, "yellow"))
