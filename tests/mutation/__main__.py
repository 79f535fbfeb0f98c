"""Change the rules of an edition at one place, as a slip would, and list the changes that `circular check` misses.

python -m tests.mutation EDITION [--sample N] [--seed S] [--json]
"""

from __future__ import annotations

import sys
from typing import Any

import click

from cc_dsl.cli import context, terminal
from cc_dsl.errors import CircularError
from cc_dsl.pipeline import load
from tests.mutation.net import NOTHING, SAME, Net, require_sound

GOAL = 0.95
"""The least share of mutants that must be noticed."""
NOTICED = {
    "rules": "the rules are no longer understood",
    "ledger": "a clause has lost its encoding",
    "example": "an example fails",
    "case": "a worked case fails",
}


@click.command("python -m tests.mutation")
@context.edition_argument
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The seed for the sample, and for the choice among names."
)
@click.option("--sample", type=click.IntRange(min=1), help="Try only this number of changes, picked by the seed.")
@context.json_option
def command(edition: str, seed: int, sample: int | None) -> None:
    """Change the rules at one place in every way a slip could, and count which changes are noticed.

    A change is noticed if the rules cannot be resolved, if a clause has lost its encoding,
    or if an example or a worked case fails. Changes that nothing notices are printed with their place.
    The exit status is 1 if less than 95 % are noticed.
    """
    try:
        loaded = load(edition)
        require_sound(loaded)
    except CircularError as error:
        raise click.UsageError(str(error)) from None
    if loaded.parent is not None:
        raise click.UsageError(f"{loaded.name} has no cases of its own; try the changes of {loaded.parent.name}.")
    net = Net(loaded)
    mutants = net.mutants(seed, sample)
    found: list[str] = []
    for mutant in mutants:
        found.append(net.verdict(mutant))
        if terminal.is_terminal(sys.stderr):
            sys.stderr.write(f"\r{len(found):,} of {len(mutants):,} changes" + "\n" * (len(found) == len(mutants)))
    changing = len(found) - found.count(SAME)
    by = {name: found.count(name) for name in NOTICED}
    noticed = sum(by.values())
    unnoticed: list[dict[str, Any]] = [
        {
            "line": loaded.source.position(mutant.span.start)[0],
            "clause": mutant.clause,
            "inside": dict(mutant.inside),
            "change": mutant.sort,
            "before": mutant.before,
            "after": mutant.after,
        }
        for mutant, verdict in zip(mutants, found, strict=True)
        if verdict == NOTHING
    ]
    if context.current().as_json:
        counts = {"mutants": len(found), "changing": changing, "noticed": noticed, "by": by, "surviving": unnoticed}
        context.print_result({"edition": loaded.name, "seed": seed, **counts, "rules": loaded.rules.meaning}, ())
    else:
        _show(changing, noticed, by, unnoticed)
    sys.exit(0 if noticed >= GOAL * changing else 1)


def _show(changing: int, noticed: int, by: dict[str, int], unnoticed: list[dict[str, Any]]) -> None:
    # Round down, so that 99.96 % does not look like the goal.
    tenths = 1000 * noticed // changing if changing else 1000
    terminal.say(f"{noticed:,} of {changing:,} changes of meaning are noticed ({tenths // 10}.{tenths % 10}%):")
    for name, reason in NOTICED.items():
        terminal.say(f"  {by[name]:>6,}  {reason}")
    if unnoticed:
        are = "change is" if len(unnoticed) == 1 else "changes are"
        terminal.say(f"\n{len(unnoticed):,} {are} noticed by nothing:")
    for one in unnoticed:
        where = f"line {one['line']}" + (f", §{one['clause']}" if one["clause"] else "")
        where += "".join(f", {name}: {answer}" for name, answer in one["inside"].items())
        after = f" becomes “{one['after']}”" if one["after"] else ""
        for line in terminal.wrap(f"{where}: {one['change']}: “{one['before']}”{after}.", "  ", "      "):
            terminal.say(line)


if __name__ == "__main__":
    command()
