"""`circular study --verify`: play the same seeds in all engines, and compare every decision."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import load, read_readings
from cc_dsl.cli.progress import Progress

if TYPE_CHECKING:
    from cc_dsl.rules import model
    from cc_dsl.study.sameness import Sameness, Setting

MOST_SHOWN = 5


def verify(
    edition: str,
    readings: tuple[str, ...],
    games: int,
    seed: int,
    players: str | None,
    sample: int | None,
    with_numba: bool,
    as_json: bool,
) -> None:
    """Verify, and print the result; exit with 1 if engines differ."""
    from cc_dsl.compiler.games import can_compile, too_long
    from cc_dsl.study import sameness

    if games < 1:
        raise click.UsageError(f"--verify wants a number from 1 on, not {games}.")
    if sample is not None and sample < 0:
        raise click.UsageError(f"--sample wants a number from 0 on, not {sample}.")
    if players is not None and not players.isdecimal():
        raise click.UsageError("--verify plays at random; of --players it takes only how many there are.")
    seats = None if players is None else int(players)
    chosen = read_readings(readings)
    start = time.perf_counter()
    with Progress(games, "The engines are being prepared") as progress:
        rules = load(edition, chosen).rules
        wanted = _settings(rules, chosen, seats)
        is_fast = with_numba and can_compile() and not too_long(rules, wanted[0].seats)

        def tell(done: int) -> None:
            progress(done, done, time.perf_counter() - start)

        found = sameness.verify(lambda one: load(edition, dict(one)).rules, wanted, games, seed, sample, is_fast, tell)
    if as_json:
        terminal.say_json(sameness.document(rules, seed, found))
    else:
        _show(rules.title, found, with_numba, time.perf_counter() - start)
    if found.differences:
        raise SystemExit(1)


def _settings(rules: model.Rules, chosen: dict[str, str], seats: int | None) -> list[Setting]:
    """Return what is verified: the readings that somebody has named, or else every reading, one at a time."""
    from cc_dsl.study import sameness

    least, most = rules.seats
    if seats is not None and not least <= seats <= most:
        raise click.UsageError(f"This game is for {least} to {most} players, not for {seats}.")
    if not chosen:
        return sameness.settings(rules, seats)
    counts = range(least, most + 1) if seats is None else (seats,)
    return [sameness.Setting(chosen, count) for count in counts]


def _show(title: str, found: Sameness, with_numba: bool, seconds: float) -> None:
    from cc_dsl.compiler.games import can_compile

    terminal.say(f"{title}: {found.games:,} games, {found.decisions:,} decisions, {seconds:.0f} s")
    choices = "choice" if found.settings == 1 else "choices"
    terminal.say(f"  under {found.settings} {choices} of readings and players")
    terminal.say(f"  by {'; '.join(found.engines)}")
    if found.interpreted < found.games:
        terminal.say(f"  ({found.interpreted:,} of them by the interpreter, and in Python question by question)")
    if with_numba and not can_compile():
        terminal.say("  Numba is not installed; get it with: pip install 'court-circular[fast]'")
    terminal.say()
    if not found.differences:
        terminal.say("Every decision is the same.")
        return
    terminal.say(f"The engines part in {len(found.differences):,} games:")
    for one in found.differences[:MOST_SHOWN]:
        chosen = ", ".join(f"{name}={answer}" for name, answer in one.setting.readings.items()) or "default readings"
        terminal.say(f"  seed {one.seed}, {one.setting.seats} players, {chosen}: {one.engine}")
        terminal.say(f"    {one.first}")
        terminal.say(f"    {one.other}")
