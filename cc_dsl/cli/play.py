"""`circular play`: play a game at the terminal, or let computers play one."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.helpers import either
from cc_dsl.cli.lawns import Painter, may_draw
from cc_dsl.cli.options import (
    HUMAN,
    SEED,
    FilePath,
    but_option,
    complete_edition,
    json_option,
    load,
    readings_option,
)
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_dsl.interpreter.engine import Game
    from cc_dsl.interpreter.players import Sitter
    from cc_dsl.pipeline import Edition
    from cc_dsl.table.record import Record

MEMORY = 2_000
"""The number of last answers of which a game at the terminal keeps the reasons."""
DEFAULT = "greedy"
"""The player for places without a name."""
MOST_MOVES = 10_000
"""After how many moves a game of computers is broken off, if nothing else is said."""


def _complete_players(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in (HUMAN, *_computers()) if name.startswith(last)]


def _computers() -> list[str]:
    from cc_dsl.interpreter.players import PLAYERS

    return [*PLAYERS]


edition_argument = click.argument("edition", metavar="[EDITION]", required=False, shell_complete=complete_edition)


@click.command("play")
@edition_argument
@but_option
@click.option(
    "--players",
    metavar="NAMES",
    shell_complete=_complete_players,
    help="The players, separated by commas, in their order: human, random, greedy, or search, which thinks longest: "
    "search:400 simulates 400 games for an answer, search:5s thinks for 5 seconds, and search alone for 2 at most. "
    "A computer player named alone plays in every seat. Otherwise those left out are greedy; if none is named, you "
    "are the first.",
)
@click.option("--seed", type=SEED, help="The same seed and moves give the same game.")
@readings_option
@click.option("--explain", is_flag=True, help="Show every decision with all its reasons.")
@click.option("--record", "record", metavar="FILE", type=FilePath(), help="Record the game in this file.")
@click.option("--resume", "resume", metavar="FILE", type=FilePath(), help="Resume the game recorded in this file.")
@click.option("--strict", is_flag=True, help="Refuse a takeback after something new was seen.")
@click.option(
    "--moves",
    "most",
    metavar="N",
    type=click.IntRange(1, 10**9),
    help=f"Stop a game of computers after N moves; by default after {MOST_MOVES:,}. With --record it can be resumed.",
)
@click.option("--draw", metavar="FILE.svg", type=FilePath(), help="Write a picture of the last stroke to this file.")
@json_option
def command(
    edition: str | None,
    players: str | None,
    seed: int | None,
    readings: tuple[str, ...],
    explain: bool,
    record: str | None,
    resume: str | None,
    strict: bool,
    most: int | None,
    draw: str | None,
    as_json: bool,
) -> int:
    """Play a game of an EDITION at the terminal, or watch the computer play one.

    With --players greedy,random the computers play alone, and the game is printed move by move.
    """
    memory = None if as_json and explain else MEMORY
    found = None
    if resume is not None:
        if seed is not None or readings:
            raise click.UsageError("A game that is taken up again has its seed and its readings already.")
        loaded, game, names, found = _resumed(edition, resume, players, memory)
        record = _record_of_resumed(record, resume)
    else:
        edition = edition or _offered()
        if edition is None:
            return 0
        loaded = load(edition, readings)
        names = _names(players, loaded)
        game = _begun(loaded, seed, len(names), memory)
        _may_write(record, HUMAN in names)
    if as_json and HUMAN in names:
        raise click.UsageError("--json is for games that computers play; name them: --players greedy,random")
    if most is not None and HUMAN in names:
        raise click.UsageError("--moves is for games that computers play; whoever plays leaves with quit.")
    computers = _seated(game, names)
    may_draw(draw)
    if draw is not None and HUMAN not in names:
        raise click.UsageError("--draw draws strokes that somebody reports; let somebody play: --players human,greedy")
    if HUMAN in names:
        from cc_dsl.cli.keeping import Keeper
        from cc_dsl.cli.referee import RefereedSession
        from cc_dsl.cli.session import Session

        _prepare_input(game)
        painter = Painter(game, draw) if draw is not None else None
        keeper = Keeper(game, names, record, found if record == resume else None)
        keeper.keep()
        begin: type[Session] = RefereedSession if game.is_watched else Session
        session = begin(loaded, game, names, computers, keeper, explain, seed is not None, strict)
        while True:
            if isinstance(session, RefereedSession):
                session.painter = painter
            status = session.run()
            if not session.wants_another:
                return status
            again = _begun(loaded, None, len(names), memory)
            painter = Painter(again, draw) if draw is not None else None
            kept = Keeper(again, names, None)
            session = begin(loaded, again, names, _seated(again, names), kept, explain, False, strict)
    from cc_dsl.cli.watch import watch

    return watch(loaded, game, names, computers, record, explain, as_json, most or MOST_MOVES)


def _offered() -> str | None:
    """Return the game that somebody at a terminal chooses from a list; None if they leave."""
    from cc_dsl.cli.menu import chosen_game, is_offered

    if not is_offered():
        raise click.UsageError("Name the EDITION to play, such as 1862; circular editions lists them.")
    return chosen_game()


def _names(players: str | None, edition: Edition) -> list[str]:
    """Read who plays."""
    from cc_dsl.diagnostics.problem import nearest
    from cc_dsl.interpreter.players import known_player

    least, most = edition.rules.seats
    names = [name.strip() for name in players.split(",")] if players is not None else [HUMAN]
    known = [HUMAN, *_computers()]
    for name in names:
        if name.partition(":")[0] not in known:
            close = nearest(name, known) or known
            raise click.UsageError(f"There is no player “{name}”. Choose {either(close)}.")
        if name != HUMAN:
            known_player(name)
    if len(names) > most:
        from cc_dsl.words.texts import seats_quoted

        raise click.UsageError(f"{len(names)} players are named, but {seats_quoted(edition)}.")
    left_out = names[0] if len(names) == 1 and HUMAN not in names else DEFAULT
    return names + [left_out] * (least - len(names))


def _begun(edition: Edition, seed: int | None, seats: int, memory: int | None) -> Game:
    from cc_dsl.interpreter.engine import Game

    return Game(edition.rules, seed=seed, reasons=True, seats=seats, memory=memory)


def _record_of_resumed(record: str | None, resume: str) -> str:
    """Name the file for the record of a game that is resumed: its own, if no other is named."""
    if record is None or os.path.abspath(record) == os.path.abspath(resume):
        _may_go_on(resume)
        return resume
    _may_write(record, has_human=True)
    return record


def _may_go_on(path: str) -> None:
    """Refuse to go on in what is no ordinary file."""
    from cc_dsl.cli.recordfile import what_is_there

    kind = what_is_there(path)
    if kind is not None:
        said = f"{path} is {kind}; a record is written to an ordinary file. Name one with --record."
        raise UserError("bad-record", said)


def _resumed(
    edition: str | None, path: str, players: str | None, memory: int | None
) -> tuple[Edition, Game, list[str], Record]:
    from cc_dsl.cli.records import edition_of, read_record, replayed

    found = read_record(path)
    loaded = edition_of(found, path, edition)
    game = replayed(loaded, found, path, reasons=True, memory=memory)
    names = _names(players or ",".join(_still_known(found.players, path)) or None, loaded)
    if len(names) != game.seats:
        raise click.UsageError(f"In this game play {game.seats}, not {len(names)}.")
    if game.is_over:
        raise UserError("bad-record", f"{path}: this game is over already. See it again with: circular replay {path}")
    return loaded, game, names, found


def _still_known(names: Sequence[str], path: str) -> Sequence[str]:
    """Return the players of a record; raise a UserError if one of them is a computer player of an earlier version."""
    gone = [name for name in names if name.partition(":")[0] not in (HUMAN, *_computers())]
    if gone:
        who = ",".join(HUMAN if name in gone else name for name in names)
        said = f"{path}: this version has no player “{gone[0]}”, who played in this game. Say who goes on:"
        raise UserError("bad-record", said, f"--players {who}")
    return names


def _may_write(path: str | None, has_human: bool) -> None:
    """Refuse to write over what somebody may still want."""
    from cc_dsl.cli.keeping import in_the_way
    from cc_dsl.cli.recordfile import what_is_there
    from cc_dsl.cli.records import is_unfinished

    if path is None:
        return
    if what_is_there(path) is None and has_human and is_unfinished(path):
        raise UserError(
            "bad-record",
            f"In {path} is a game that is not over. Take it up again with --resume {path}, or name another file.",
        )
    said = in_the_way(path)
    if said is not None:
        raise UserError("bad-record", said)
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise UserError("bad-record", f"I cannot write {path}: there is no folder {folder}.")


def _seated(game: Game, names: list[str]) -> dict[int, Sitter]:
    """Return the computers among the players their places."""
    from cc_dsl.interpreter.players import computer, computers

    seed = game.seed or 0
    if HUMAN in names:
        seated = {place: computer(name, seed, place) for place, name in enumerate(names) if name != HUMAN}
    else:
        seated = dict(enumerate(computers(names, seed)))
    return seated | _thinkers(game, {place: names[place] for place in seated}, HUMAN not in names)


def _thinkers(game: Game, names: dict[int, str], is_alone: bool) -> dict[int, Sitter]:
    """Let computers think in compiled code; what search needs is compiled before it is asked.

    For greedy players nothing is compiled while a person waits.
    """
    if set(names.values()) <= {"random"}:
        return {}
    from cc_dsl.study.thinking import mind_for, thinker

    minds = {mind_for(game, name) for name in names.values()} - {None}
    is_heard = terminal.is_terminal(sys.stderr) and any(mind.steps.is_fast for mind in minds if mind is not None)
    said = "Compiling the rules for whoever thinks ..."
    if is_heard:
        sys.stderr.write(said)
        sys.stderr.flush()
    for mind in minds:
        if mind is not None and mind.steps.is_fast:
            mind.warm()
    if is_heard:
        sys.stderr.write(f"\r{' ' * len(said)}\r")
        sys.stderr.flush()
    found = {place: thinker(game, name, place, is_alone) for place, name in names.items()}
    return {place: player for place, player in found.items() if player is not None}


def _prepare_input(game: Game) -> None:
    """Let lines be edited and completed where that is possible, and let no stray byte end the game."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    if terminal.is_terminal(sys.stdin) and terminal.is_terminal(sys.stdout):
        from cc_dsl.cli.completing import prepare

        prepare(game)
