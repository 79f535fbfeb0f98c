"""`circular study`: many games: who wins, how often, how long games are, and what the rules tell at their end."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import Refused, edition_argument, json_option, load, readings_option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cc_dsl.pipeline import Edition
    from cc_dsl.study.games import Study

ENGINES = ("python", "numba")
ALL = "all"
"""What stands behind --shelve for every study of an edition that is not current."""


@click.command("study")
@edition_argument
@click.option("--games", type=int, default=None, metavar="N", help="How many games.")
@click.option("--seed", type=int, default=None, help="The seed of the first (0); the next has one more.")
@click.option(
    "--players",
    metavar="NAMES",
    help="Computer players, with commas between; one name stands for all. Or only how many play at random.",
)
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="In so many processes.")
@click.option("--engine", type=click.Choice(ENGINES), default=None, help="Played so, whatever is faster.")
@click.option(
    "--shelve",
    metavar="NAME",
    help="Play a study that the edition declares for its pages, and keep what is found in the corpus; "
    "“all” plays those that are not current.",
)
@readings_option
@json_option
def command(
    edition: str,
    games: int | None,
    seed: int | None,
    players: str | None,
    workers: int,
    engine: str | None,
    shelve: str | None,
    readings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play many games and sum them up, with intervals that hold the true value 95 times in 100.

    With named players it also tells what the rules tell at the end of a game, such as a score.
    The same seed gives the same numbers, in however many processes.
    """
    loaded = load(edition, readings)
    if shelve is not None:
        if games is not None or seed is not None or players is not None or readings:
            raise click.UsageError("--shelve plays what the edition declares; leave games, seed, players and readings.")
        _shelve(loaded, shelve, workers, as_json)
        return
    if games is None or games < 1:
        raise click.UsageError(f"--games wants a number from 1 on, not {'nothing' if games is None else games}.")
    if players is None or players.strip().lstrip("-").isdecimal():
        _at_random(loaded, games, seed or 0, None if players is None else int(players), workers, engine, as_json)
        return
    if engine is not None:
        raise click.UsageError("--engine is for games at random; named players play in the interpreter.")
    _named(loaded, players, games, seed or 0, workers, as_json)


def _at_random(
    edition: Edition, games: int, seed: int, seats: int | None, workers: int, engine: str | None, as_json: bool
) -> None:
    """Play at random, compiled."""
    from cc_dsl.compiler.faults import NotCompiled, PlayFault
    from cc_dsl.compiler.games import NumbaMissing, Unseated
    from cc_dsl.study.games import document, study

    rules = edition.rules
    is_fast = None if engine is None else engine == "numba"
    try:
        found = study(rules, games, seed, seats, workers, is_fast, _teller(games))
    except NumbaMissing as error:
        raise Refused("not-installed", str(error)) from None
    except Unseated as error:
        raise click.UsageError(str(error)) from None
    except NotCompiled as error:
        raise Refused("our-fault", str(error)) from None
    except PlayFault as error:
        raise Refused(error.code, str(error)) from None
    if as_json:
        terminal.say_json(document(rules, found))
    else:
        _show(rules.title, found)


def _named(edition: Edition, players: str, games: int, seed: int, workers: int, as_json: bool) -> None:
    """Let named players play."""
    from cc_dsl.interpreter.kit import Unseated
    from cc_dsl.interpreter.players import UnknownPlayer, known_player
    from cc_dsl.study.results import Wanted, results, seated

    names = [name.strip() for name in players.split(",")]
    try:
        for name in names:
            known_player(name)
        wanted = Wanted(seated(edition.rules, names), games, seed)
        _may_strike(edition, wanted.players)
    except (UnknownPlayer, Unseated) as error:
        raise click.UsageError(str(error)) from None
    found = results(edition.rules, wanted, workers, _teller(games))
    if as_json:
        terminal.say_json(found)
    else:
        _show_results(edition.rules.title, found)


def _may_strike(edition: Edition, names: tuple[str, ...]) -> None:
    """Refuse a lawn where none can be."""
    from cc_dsl.cli.lawns import filled, strikes, world_for
    from cc_dsl.interpreter.engine import Game

    if strikes(names):
        filled(names, len(names))
        world_for(Game(edition.rules, seed=0, seats=len(names)), names, None)


def _shelve(edition: Edition, name: str, workers: int, as_json: bool) -> None:
    """Play what the edition declares, and keep what is found."""
    from cc_dsl.diagnostics.problem import nearest
    from cc_dsl.study.shelf import shelve, shelved, studies_of

    declared = studies_of(edition)
    if name != ALL and name not in declared:
        close = nearest(name, declared) or [*declared, ALL] if declared else []
        known = f"Choose {' or '.join(close)}." if close else "It declares none."
        raise click.UsageError(f"The edition {edition.name} declares no study “{name}”. {known}")
    wanted = [declared[name]] if name != ALL else [one for one in declared.values() if not shelved(edition, one)[1]]
    made = {}
    for study in wanted:
        try:
            made[study.name] = shelve(edition, study, workers, _teller(study.games))
        except OSError as error:
            raise Refused("output-failed", f"What was found cannot be written: {error.strerror}.") from None
        if not as_json:
            terminal.say(f"{study.name}: {study.games:,} games, kept")
    if as_json:
        terminal.say_json(made)
    elif not wanted:
        terminal.say("Every study that is declared is current.")


class _Teller:
    """Says on a terminal how far a study has come."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.shown = 0.0

    def __call__(self, done: int, seconds: float) -> None:
        """Say how many games are done, and how long it will take."""
        if seconds - self.shown < 1 and done < self.games:
            return
        self.shown = seconds
        left = seconds * (self.games - done) / done
        end = "\n" if done == self.games else ""
        sys.stderr.write(f"\r{done:,} of {self.games:,} games, {left:.0f} s left   {end}")
        sys.stderr.flush()


def _teller(games: int) -> _Teller | None:
    return _Teller(games) if sys.stderr.isatty() else None


def _show(title: str, found: Study) -> None:
    terminal.say(f"{title}: {found.games:,} games at random, seed {found.seed}")
    terminal.say()
    for player, share in enumerate(found.wins):
        terminal.say(f"  player {player + 1} wins  {share.share:8.3%}  ({share.low:.3%} to {share.high:.3%})")
    share = found.nobody
    terminal.say(f"  nobody wins    {share.share:8.3%}  ({share.low:.3%} to {share.high:.3%})")
    terminal.say()
    for reason, count in found.reasons.items():
        terminal.say(f"  ended: {reason}  {count:,}")
    words = f"{found.mean:.2f} ({found.low:.2f} to {found.high:.2f}), from {found.least} to {found.most}"
    terminal.say(f"  moves in a game  {words}")
    terminal.say()
    rate = found.moves / found.seconds if found.seconds else 0.0
    terminal.say(f"{found.seconds:.2f} s with {found.engine}, {rate:,.0f} moves a second")


def _show_results(title: str, found: Mapping[str, Any]) -> None:
    terminal.say(f"{title}: {found['games']:,} games of {', '.join(found['players'])}, seed {found['seed']}")
    terminal.say()
    rows = [(f"player {player} wins", _share(share)) for player, share in enumerate(found["wins"], 1)]
    rows.append(("nobody wins", _share(found["nobody"])))
    rows += [(f"ended: {reason}", _share(share)) for reason, share in found["reasons"].items()]
    rows += _distributed("moves in a game", found["moves"])
    for key, parts in found["told"].items():
        for part in parts:
            name = f"{key} of {part['of']}" if "of" in part else key
            if "mean" in part:
                rows += _distributed(name, part)
            else:
                rows += [(f"{name}: {one['value']}", _share(one)) for one in part["shares"]]
    for line in terminal.table([[f"  {name}", words] for name, words in rows]):
        terminal.say(line)
    terminal.say()
    terminal.say(f"{found['made']['seconds']:.2f} s")


def _share(share: Mapping[str, Any]) -> str:
    return f"{share['share']:8.3%}  ({share['low']:.3%} to {share['high']:.3%})"


def _distributed(name: str, part: Mapping[str, Any]) -> list[tuple[str, str]]:
    mean = f"mean {part['mean']:.2f} ({part['low']:.2f} to {part['high']:.2f})"
    quarter, half, most = (part["quantiles"][key] for key in ("25", "50", "75"))
    ranges = f"from {part['least']} to {part['most']}, half of them from {quarter} to {most}, the middle {half}"
    return [(name, mean), ("", ranges)]
