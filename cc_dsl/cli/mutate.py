"""`circular mutate`: whether somebody who changes one word of meaning in a rules file is told by `circular check`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import edition_argument, json_option, load

if TYPE_CHECKING:
    from cc_dsl.checking.mutation import Score, Verdict
    from cc_dsl.pipeline import Edition

GOAL = 0.95
"""The least share of mutants that must be noticed."""
LONGEST = 90


@click.command("mutate")
@edition_argument
@click.option("--seed", type=int, default=0, show_default=True, help="Picks the sample, and one of several names.")
@click.option("--sample", type=click.IntRange(min=1), help="Try only so many of the changes, picked by the seed.")
@json_option
def command(edition: str, seed: int, sample: int | None, as_json: bool) -> int:
    """Count which changes of meaning are noticed, made at one place, as an editor could make them by a slip.

    A change is noticed if the rules are no longer understood, if a clause has lost its encoding,
    or if an example or a worked case fails. Those that nothing notices are printed with their place,
    and so are those that are proved to change nothing, with the proof.
    The exit status is 1 if less than 95 % are noticed of those that may change something.
    """
    from cc_dsl.checking.mutation import Net, score

    loaded = load(edition, ())
    net = Net(loaded)
    found = score(net, net.mutants(seed, sample))
    if as_json:
        terminal.say_json(_document(loaded, found, seed))
    else:
        _show(loaded, found)
    return 0 if found.share >= GOAL else 1


def _document(edition: Edition, score: Score, seed: int) -> dict[str, Any]:
    return {
        "edition": edition.name,
        "seed": seed,
        "mutants": len(score.verdicts),
        "changing": len(score.changing),
        "noticed": score.noticed,
        "by": {name: score.count(name) for name in ("rules", "ledger", "example", "case")},
        "variants": {
            "all": len(score.sound),
            "excluded_in_print": sum(one.printed for one in score.sound),
            "excluded_by_cases_only": sum(one.is_noticed and not one.printed for one in score.sound),
            "excluded_by_nothing": sum(one.survives for one in score.sound),
        },
        "surviving": [_one(edition, one) for one in score.verdicts if one.survives],
        "changing_nothing": [{**_one(edition, one), "proof": one.proof} for one in score.verdicts if one.proof],
        "rules": edition.rules.meaning,
    }


def _one(edition: Edition, verdict: Verdict) -> dict[str, Any]:
    mutant = verdict.mutant
    return {
        "line": edition.source.position(mutant.span.start)[0],
        "clause": mutant.clause,
        "inside": dict(mutant.inside),
        "change": mutant.sort,
        "before": mutant.before,
        "after": mutant.after,
    }


def _show(edition: Edition, score: Score) -> None:
    """Print the score, what survives, and what changes nothing."""
    proved = [one for one in score.verdicts if one.proof]
    surviving = [one for one in score.verdicts if one.survives]
    terminal.say(f"{score.noticed:,} of {len(score.changing):,} changes of meaning are noticed ({score.share:.1%}):")
    names = {
        "rules": "the rules are no longer understood",
        "ledger": "a clause has lost its encoding",
        "example": "an example fails",
        "case": "a worked case fails",
    }
    for name, said in names.items():
        terminal.say(f"  {score.count(name):>6,}  {said}")
    if surviving:
        terminal.say()
        terminal.say(f"{len(surviving):,} are noticed by nothing:")
        for verdict in surviving:
            _say(edition, verdict)
    for proof in dict.fromkeys(one.proof for one in proved):
        listed = [one for one in proved if one.proof == proof]
        terminal.say()
        for line in terminal.wrapped(f"{len(listed):,} more change nothing. {proof}"):
            terminal.say(line)
        for verdict in listed:
            _say(edition, verdict)


def _say(edition: Edition, verdict: Verdict) -> None:
    mutant = verdict.mutant
    line = edition.source.position(mutant.span.start)[0]
    where = f"line {line}" + (f", §{mutant.clause}" if mutant.clause else "")
    where += "".join(f", {name}: {answer}" for name, answer in mutant.inside)
    before, after = _short(mutant.before), _short(mutant.after)
    said = f"{mutant.sort}: “{before}”" + (f" became “{after}”" if after else "")
    for text in terminal.wrapped(f"{where}: {said}", "  ", "      "):
        terminal.say(text)


def _short(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1].rstrip()}…"
