"""`circular play`: play a game at the terminal, or let computers play one."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.completing import prepare
from cc_dsl.cli.menu import chosen_game, is_offered
from cc_dsl.cli.options import SEED, FilePath, but_option, complete_edition, json_option, load, readings_option
from cc_dsl.cli.records import recorded_game
from cc_dsl.cli.referee import RefereedSession, refuse_drawing
from cc_dsl.cli.session import TerminalSession
from cc_dsl.cli.watch import play_alone
from cc_dsl.diagnostics.problem import nearest
from cc_dsl.engine.game import Game
from cc_dsl.errors import UserError
from cc_dsl.play.saving import SavedRecord, refuse_path, special_file
from cc_dsl.play.session import MEMORY
from cc_dsl.players.computers import PLAYERS, Compiling, SearchPlayer, check_name, computers_among
from cc_dsl.rules.symbols import either
from cc_dsl.table.record import HUMAN
from cc_dsl.words.book import seats_quoted

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.players.seats import Sitter
    from cc_dsl.table.record import Record

DEFAULT = "greedy"
"""The player for places without a name."""
MOST_MOVES = 10_000
"""After how many moves a game of computers is broken off, if nothing else is said."""


def _complete_players(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in (HUMAN, *PLAYERS) if name.startswith(last)]


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
    if resume is not None:
        if seed is not None or readings:
            raise click.UsageError("A game that is taken up again has its seed and its readings already.")
        opened = _resumed(edition, resume, players, record, memory)
    else:
        name = edition or _chosen()
        if name is None:
            return 0
        opened = _begun(load(name, readings), players, seed, record, memory)
    has_human = HUMAN in opened.names
    if has_human and as_json:
        raise click.UsageError("--json is for games that computers play; name them: --players greedy,random")
    if has_human and most is not None:
        raise click.UsageError("--moves is for games that computers play; whoever plays leaves with quit.")
    if draw is not None:
        refuse_drawing(draw, opened.game)
        if not has_human:
            raise click.UsageError(
                "--draw draws strokes that somebody reports; let somebody play: --players human,greedy"
            )
    if has_human:
        return _play_here(opened, explain, seed is not None, strict, draw)
    loaded, game, names, record, _ = opened
    return play_alone(loaded, game, names, _computers_seated(game, names), record, explain, as_json, most or MOST_MOVES)


class OpenedGame(NamedTuple):
    """A game that is ready to be played."""

    edition: Edition
    game: Game
    names: list[str]
    record: str | None
    """The file for its record."""
    resumed: Record | None = None
    """What was read in that file, which the record replaces."""


def _play_here(opened: OpenedGame, explain: bool, knows_seed: bool, is_strict: bool, draw: str | None) -> int:
    """Let people play at this terminal, once or as often as they want; return the exit status."""
    edition, game, names, record, resumed = opened
    _prepare_input(game)
    saved = SavedRecord(game, names, record, resumed)
    saved.save()
    while True:
        begin: type[TerminalSession] = RefereedSession if game.is_watched else TerminalSession
        computers = _computers_seated(game, names)
        session = begin(edition, game, names, computers, saved, explain, knows_seed, is_strict)
        if isinstance(session, RefereedSession):
            session.draw(draw)
        status = session.run()
        if not session.wants_another:
            return status
        game = Game(edition.rules, reasons=True, seats=len(names), memory=MEMORY)
        saved, knows_seed = SavedRecord(game, names, None), False


def _chosen() -> str | None:
    """Return the game that somebody at a terminal chooses from a list; None if they leave."""
    if not is_offered():
        raise click.UsageError("Name the EDITION to play, such as 1862; circular editions lists them.")
    return chosen_game()


def _names(players: str | None, edition: Edition) -> list[str]:
    """Read who plays."""
    least, most = edition.rules.seats
    names = [name.strip() for name in players.split(",")] if players is not None else [HUMAN]
    known = [HUMAN, *PLAYERS]
    for name in names:
        if name.partition(":")[0] not in known:
            close = nearest(name, known) or known
            raise click.UsageError(f"There is no player “{name}”. Choose {either(close)}.")
        if name != HUMAN:
            check_name(name)
    if len(names) > most:
        raise click.UsageError(f"{len(names)} players are named, but {seats_quoted(edition)}.")
    left_out = names[0] if len(names) == 1 and HUMAN not in names else DEFAULT
    return names + [left_out] * (least - len(names))


def _begun(
    edition: Edition, players: str | None, seed: int | None, record: str | None, memory: int | None
) -> OpenedGame:
    """Begin a game."""
    names = _names(players, edition)
    if record is not None:
        refuse_path(record, HUMAN in names)
    return OpenedGame(
        edition, Game(edition.rules, seed=seed, reasons=True, seats=len(names), memory=memory), names, record
    )


def _resumed(edition: str | None, path: str, players: str | None, record: str | None, memory: int | None) -> OpenedGame:
    """Resume the game of a record, which goes on in the same file, unless another is named."""
    found, loaded, game = recorded_game(path, edition, memory=memory)
    gone = [name for name in found.players if name.partition(":")[0] not in (HUMAN, *PLAYERS)]
    if gone and not players:
        who = ",".join(HUMAN if name in gone else name for name in found.players)
        said = f"{path}: this version has no player “{gone[0]}”, who played in this game. Say who goes on:"
        raise UserError("bad-record", said, f"--players {who}")
    names = _names(players or ",".join(found.players) or None, loaded)
    if len(names) != game.seats:
        raise click.UsageError(f"In this game play {game.seats}, not {len(names)}.")
    if game.is_over:
        raise UserError("bad-record", f"{path}: this game is over already. See it again with: circular replay {path}")
    if record is not None and os.path.abspath(record) != os.path.abspath(path):
        refuse_path(record, has_human=True)
        return OpenedGame(loaded, game, names, record)
    kind = special_file(path)
    if kind is not None:
        said = f"{path} is {kind}; a record is written to an ordinary file. Name one with --record."
        raise UserError("bad-record", said)
    return OpenedGame(loaded, game, names, path, found)


def _computers_seated(game: Game, names: list[str]) -> dict[int, Sitter]:
    """Return the computers among the players by their places; those that think do it in compiled code.

    What search needs is compiled before it is asked.  For greedy players nothing is compiled while a person waits.
    """
    compiling = Compiling.CACHED if HUMAN in names else Compiling.ALWAYS
    players = computers_among(names, game.seed or 0, compiling)
    searching = [player for player in players.values() if isinstance(player, SearchPlayer)]
    engines = {engine for player in searching if (engine := player.machine_code(game)) is not None}
    words = "Compiling the rules for whoever thinks ..." if engines and terminal.is_terminal(sys.stderr) else ""
    sys.stderr.write(words)
    sys.stderr.flush()
    for engine in engines:
        engine.warm()
    if words:
        sys.stderr.write(f"\r{' ' * len(words)}\r")
        sys.stderr.flush()
    return players


def _prepare_input(game: Game) -> None:
    """Let lines be edited and completed where that is possible, and let no stray byte end the game."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    if terminal.is_terminal(sys.stdin) and terminal.is_terminal(sys.stdout):
        prepare(game)
