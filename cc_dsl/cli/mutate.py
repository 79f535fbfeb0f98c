"""`circular mutate`: change one word of meaning in a rules file, and see whether `circular check` notices."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import edition_argument, json_option, load
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from cc_dsl.checking.mutation import MutantVerdict, Score
    from cc_dsl.pipeline import Edition

GOAL = 0.95
"""The least share of mutants that must be noticed."""


@click.command("mutate")
@edition_argument
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The seed for the sample, and for the choice among names."
)
@click.option("--sample", type=click.IntRange(min=1), help="Try only this number of changes, picked by the seed.")
@click.option("--shelve", is_flag=True, help="Store the counts beside the edition, for its pages.")
@json_option
def command(edition: str, seed: int, sample: int | None, shelve: bool, as_json: bool) -> int:
    """Change the rules at one place in every way a slip could, and count which changes are noticed.

    A change is noticed if the rules cannot be resolved, if a clause has lost its encoding,
    or if an example or a worked case fails. Changes that nothing notices are printed with their place,
    and so are those that are proved to change nothing, with the proof.
    The exit status is 1 if less than 95 % of those that may change something are noticed.

    With --shelve the counts are stored; if only cases were added since, only unnoticed changes are tried again.
    """
    from cc_dsl.checking.mutation import Net, require_sound, score

    loaded = _with_cases(load(edition, ()), shelve)
    require_sound(loaded)
    if shelve:
        if seed or sample is not None:
            raise click.UsageError("--shelve stores the counts of all changes; give no --seed or --sample.")
        return _shelve(loaded, as_json)
    net = Net(loaded)
    found = score(net, net.mutants(seed, sample), MutationProgress())
    if as_json:
        terminal.say_json(_document(loaded, found, seed))
    else:
        _show(loaded, found)
    return 0 if found.share >= GOAL else 1


def _with_cases(edition: Edition, is_stored: bool) -> Edition:
    """Return an edition with the worked cases by which changes are noticed: of an overlay those that hold under it."""
    from cc_dsl.export.overlay import written_out
    from cc_dsl.study.shelves import refuse_overlay

    if is_stored:
        refuse_overlay(edition)
    return edition if edition.overlay is None or edition.text is None else written_out(edition)


def _shelve(edition: Edition, as_json: bool) -> int:
    """Count all variants, as far as that is needed, and store the counts."""
    from cc_dsl.study import variants

    try:
        found = variants.shelve(edition, MutationProgress())
    except OSError as error:
        raise UserError("output-failed", f"The counts cannot be written: {error.strerror}.") from None
    if as_json:
        terminal.say_json(found)
    else:
        terminal.say(f"{_noticed(found['noticed'], found['changing'])}.")
        said = f"Of {found['variants']:,} variants, the printed examples exclude {found['printed']:,}"
        terminal.say(
            f"{said}, the worked cases exclude {found['cases']:,} more, and nothing excludes {found['nothing']:,}."
        )
    return 0 if found["noticed"] >= GOAL * found["changing"] else 1


class MutationProgress:
    """Reports on a terminal how many changes have been tried, and nothing elsewhere."""

    def __init__(self) -> None:
        """Find out whether anybody reads the report."""
        self.is_heard = terminal.is_terminal(sys.stderr)

    def __call__(self, done: int, of: int) -> None:
        """Print how many are done; the last one ends the line."""
        if self.is_heard:
            sys.stderr.write(f"\r{done:,} of {of:,} changes" + ("\n" if done == of else ""))
            sys.stderr.flush()


def _document(edition: Edition, score: Score, seed: int) -> dict[str, object]:
    from cc_dsl.study.variants import document

    counts = document(edition, score)
    return {
        "edition": edition.name,
        "seed": seed,
        "mutants": counts["mutants"],
        "changing": counts["changing"],
        "noticed": counts["noticed"],
        "by": {name: score.count(name) for name in ("rules", "ledger", "example", "case")},
        "variants": {
            "all": counts["variants"],
            "excluded_in_print": counts["printed"],
            "excluded_by_cases_only": counts["cases"],
            "excluded_by_nothing": counts["nothing"],
        },
        "surviving": [_one(edition, one) for one in score.verdicts if one.survives],
        "changing_nothing": [{**_one(edition, one), "proof": one.proof} for one in score.verdicts if one.proof],
        "rules": edition.rules.meaning,
    }


def _one(edition: Edition, verdict: MutantVerdict) -> dict[str, object]:
    from cc_dsl.study.variants import described

    shown = {key: value for key, value in described(edition, verdict).items() if key != "path"}
    return {"line": _line(edition, verdict), **shown}


def _line(edition: Edition, verdict: MutantVerdict) -> int:
    return edition.source.position(verdict.mutant.span.start)[0]


def _noticed(noticed: int, changing: int) -> str:
    """Say how many changes are noticed; the share is rounded down, so that none is said to reach the goal too early."""
    tenths = 1000 * noticed // changing if changing else 1000
    return f"{noticed:,} of {changing:,} changes of meaning are noticed ({tenths // 10}.{tenths % 10}%)"


def _show(edition: Edition, score: Score) -> None:
    """Print the score, what survives, and what changes nothing."""
    proved = [one for one in score.verdicts if one.proof]
    surviving = [one for one in score.verdicts if one.survives]
    terminal.say(f"{_noticed(score.noticed, len(score.changing))}:")
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
        terminal.say(f"{_changes(len(surviving))} noticed by nothing:")
        for verdict in surviving:
            _say(edition, verdict)
    for proof in dict.fromkeys(one.proof for one in proved):
        listed = [one for one in proved if one.proof == proof]
        terminal.say()
        changed = "1 more changes nothing" if len(listed) == 1 else f"{len(listed):,} more change nothing"
        for line in terminal.wrapped(f"{changed}. {proof}"):
            terminal.say(line)
        for verdict in listed:
            _say(edition, verdict)


def _changes(number: int) -> str:
    return "1 change is" if number == 1 else f"{number:,} changes are"


def _say(edition: Edition, verdict: MutantVerdict) -> None:
    from cc_dsl.study.variant_words import said
    from cc_dsl.study.variants import described

    one = described(edition, verdict)
    where = f"line {_line(edition, verdict)}" + (f", §{one['clause']}" if one["clause"] else "")
    where += "".join(f", {name}: {answer}" for name, answer in one["inside"].items())
    for text in terminal.wrapped(f"{where}: {said(one)}", "  ", "      "):
        terminal.say(text)
