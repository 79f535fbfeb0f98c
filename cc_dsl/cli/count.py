"""`circular count`: over all ways to lay the pieces, how many make which best group; exact, by trying them all."""

from __future__ import annotations

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import Refused, edition_argument, json_option, load, readings_option


@click.command("count")
@edition_argument
@click.argument("what", metavar="WHAT")
@readings_option
@click.option("--fast", is_flag=True, help="Have Numba compile the count; it must be installed.")
@json_option
def command(edition: str, what: str, readings: tuple[str, ...], fast: bool, as_json: bool) -> None:
    """Count exactly: over every way to lay the pieces of a side, how many have which best group.

    WHAT is the plural of a group that the rules tell of each player.
    """
    from cc_dsl.compiler.faults import NotCompiled
    from cc_dsl.compiler.games import NumbaMissing
    from cc_dsl.study.counts import Countless, count

    loaded = load(edition, readings)
    try:
        counts = count(loaded.rules, what, fast)
    except Countless as error:
        raise click.UsageError(str(error)) from None
    except NumbaMissing as error:
        raise Refused("not-installed", str(error)) from None
    except NotCompiled as error:
        raise Refused("our-fault", str(error)) from None
    if as_json:
        chosen = {d.name: d.chosen for d in loaded.rules.doubts.values() if d.chosen != d.default}
        document = {"edition": loaded.name, "total": counts.total, "counts": counts.counts, "readings": chosen}
        terminal.say_json({**document, "rules": loaded.rules.digest})
        return
    width = max(map(len, counts.counts))
    for name, number in counts.counts.items():
        terminal.say(f"{name:{width}}  {number:>12,}  {number / counts.total:8.3%}")
    terminal.say(f"{'in all':{width}}  {counts.total:>12,}")
