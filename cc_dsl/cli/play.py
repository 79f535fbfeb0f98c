"""`circular play`: play a game at the terminal, or let computers play one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import nullcontext

import click

from cc_dsl.cli import context, terminal
from cc_dsl.cli.records import recorded_game
from cc_dsl.cli.session import GamePrinter, TerminalSession, game_document, prepare_input
from cc_dsl.cli.terminal import show_thinking
from cc_dsl.closures.state import OBSERVER
from cc_dsl.diagnostics.problem import either, nearest
from cc_dsl.engine.game import Game
from cc_dsl.errors import UserError
from cc_dsl.pipeline import Edition
from cc_dsl.play.records import SavedRecord, last_unfinished, refuse_path, special_file
from cc_dsl.play.session import MEMORY
from cc_dsl.players.computers import PLAYERS, check_name, computers_among
from cc_dsl.players.seats import SeatsOfGame, SeededPlayer, nature
from cc_dsl.rules.seating import players_in_words
from cc_dsl.table.record import HUMAN, Record
from cc_dsl.words.book import seats_quoted

DEFAULT = "greedy"
"""The player for places without a name."""
MOST_MOVES = 10_000
"""The default number of moves after which a game between computers stops."""


@click.command()
@click.argument("edition", metavar="[EDITION]", required=False, shell_complete=context.complete_edition)
@context.but_option
@click.option(
    "--players",
    metavar="NAMES",
    help="The players, separated by commas, in the order of the seats: human, random, greedy, or search, which thinks "
    "longest: search:400 simulates 400 games for an answer, search:5s thinks for 5 seconds, and search without a "
    "number for at most 2 seconds. A computer player named alone plays in every seat. Seats without a name get "
    "greedy players; if no player is named, you take the first seat.",
)
@click.option("--seed", type=context.SEED, help="The same seed and moves give the same game.")
@context.readings_option
@context.explain_option
@click.option("--record", metavar="FILE", type=context.FilePath(), help="Record the game in this file.")
@click.option(
    "--resume", "resume", metavar="FILE", type=context.FilePath(), help="Resume the game recorded in this file."
)
@click.option(
    "--moves",
    "most",
    metavar="N",
    type=click.IntRange(1, 10**9),
    help=f"Stop a game between computers after N moves; by default after {MOST_MOVES:,}. With --record it can be "
    "resumed.",
)
@context.json_option
def play(
    edition: str | None,
    players: str | None,
    seed: int | None,
    readings: tuple[str, ...],
    explain: bool,
    record: str | None,
    resume: str | None,
    most: int | None,
) -> int:
    """Play a game of an EDITION at the terminal, or watch the computer play one.

    With --players greedy,random the computers play alone, and the game is printed move by move.
    """
    if edition is None and resume is None:
        choice = _choose_game()
        if choice is None:
            return 0
        edition, players_wanted, resume = choice
        players = players or players_wanted
    as_json = context.current().as_json
    memory, old_record = None if as_json and explain else MEMORY, None
    if resume is not None:
        if seed is not None or readings:
            raise click.UsageError("A resumed game already has its seed and its readings.")
        old_record, loaded, game = recorded_game(resume, edition, memory=memory)
        names = _names_resumed(players, old_record, loaded, game, resume)
        if record is not None and os.path.abspath(record) != os.path.abspath(resume):
            refuse_path(record, has_human=True)
            old_record = None
        elif (kind := special_file(resume)) is not None:
            sentence = f"{resume} is {kind}; a record is written to an ordinary file. Name one with --record."
            raise UserError("bad-record", sentence)
        else:
            record = resume
    else:
        assert edition is not None, "it was chosen from the menu"
        loaded = context.load(edition, readings)
        names = _names(players, loaded)
        if record is not None:
            refuse_path(record, HUMAN in names)
        game = Game(loaded.rules, seed=seed, reasons=True, seats=len(names), memory=memory)
    has_human, saved_record = HUMAN in names, SavedRecord(game, names, record, old_record)
    if has_human and as_json:
        raise click.UsageError("--json is for computer players; name them: --players greedy,random")
    if has_human and most is not None:
        raise click.UsageError("--moves is for games between computers; at the table, leave with “quit”.")
    if has_human:
        return _play_here(loaded, saved_record, explain, seed is not None)
    _play_alone(loaded, saved_record, explain, most or MOST_MOVES)
    return 0


def _play_here(edition: Edition, saved_record: SavedRecord, explain: bool, knows_seed: bool) -> int:
    """Let people play at this terminal, once or repeatedly; return the exit status."""
    prepare_input()
    saved_record.save()
    while True:
        game, names = saved_record.game, saved_record.players
        session = TerminalSession(edition, game, names, SeatsOfGame(game, _computers_seated(game, names)))
        session.is_full, session.knows_seed = explain, knows_seed
        status = session.run(saved_record)
        if not session.wants_another:
            return status
        game = Game(edition.rules, reasons=True, seats=len(names), memory=MEMORY)
        saved_record, knows_seed = SavedRecord(game, names, None), False


def _play_alone(edition: Edition, saved_record: SavedRecord, explain: bool, most: int) -> None:
    """Let computers play the game and print it; stop after this many moves."""
    game, names = saved_record.game, saved_record.players
    seats_of_game = SeatsOfGame(game, {**_computers_seated(game, names), OBSERVER: nature(game.seed or 0)})
    printer = None if context.current().as_json else GamePrinter(edition, game, names, seats_of_game)
    if printer is not None:
        printer.is_full = explain
        terminal.show(printer.begin())
    try:
        for _ in range(most):
            if game.player is None:
                break
            with nullcontext() if printer is None or game.is_observing else show_thinking(printer.names[game.player]):
                seats_of_game.move()
            terminal.show(() if printer is None else printer.move())
    finally:
        saved_record.save()
    if printer is None:
        context.print_result(game_document(edition, game, names, explain), ())
        return
    last_lines = [f"The game is not over; it was stopped after {most:,} {'move' if most == 1 else 'moves'}."]
    if saved_record.path is None:
        last_lines = terminal.wrap(f"{last_lines[0]} --moves N sets another limit.")
    else:
        last_lines.append(printer.how_to_resume(saved_record.path))
    terminal.show(printer.end(last_lines))


def _choose_game() -> tuple[str | None, str | None, str | None] | None:
    """Return an edition and its players from the menu, or the record of a game to resume; None if the user leaves."""
    if not terminal.is_for_people():
        raise click.UsageError("Name the EDITION to play, such as 1862; circular editions lists them.")
    from cc_dsl.cli.texts import editions_of_corpus

    readable_editions = [edition for edition in editions_of_corpus().values() if edition is not None]
    refereed_editions = [edition for edition in readable_editions if edition.rules.ground is not None]
    listed_editions = [edition for edition in readable_editions if edition.rules.ground is None] + refereed_editions
    terminal.say(terminal.paint("Lewis Carroll’s Rules of Games: each game is refereed by its own rules", "strong"))
    terminal.say()
    rows = [
        [f"  {number}", edition.display_name, players_in_words(edition.rules.seats)]
        for number, edition in enumerate(listed_editions, 1)
    ]
    for edition, line in zip(listed_editions, terminal.table(rows), strict=True):
        if edition in refereed_editions[:1]:
            lawn = "Referee a game on a real lawn: you report each stroke, and the rules say what follows."
            terminal.print_prose(f"\n{lawn}\n")
        terminal.say(line)
    last = last_unfinished()
    if last is not None:
        titles = {edition.name: edition.display_name for edition in listed_editions}
        title = titles.get(last[1].edition, last[1].edition)
        others = ", ".join(dict.fromkeys(name for name in last[1].players if name != HUMAN))
        terminal.say(f"\n  0  Go on with your last game: {title}, against {others or 'nobody else'}")
    terminal.say()
    terminal.print_prose("Type the number of a game to play it. ? lists all commands, Enter leaves.")
    editions_by_answer = {edition.name: edition for edition in listed_editions}
    editions_by_answer |= {str(number): edition for number, edition in enumerate(listed_editions, 1)}
    while (typed_line := _read_line()) not in ("", "q", "quit", "exit"):
        if typed_line in ("?", "help"):
            terminal.say(click.get_current_context().find_root().get_help())
        elif typed_line == "0" and last is not None:
            return None, None, last[0]
        elif typed_line in editions_by_answer:
            chosen_edition = editions_by_answer[typed_line]
            return chosen_edition.name, _choose_players(chosen_edition), None
        else:
            terminal.print_prose(f"The list goes from {0 if last is not None else 1} to {len(listed_editions)}.")
    return None


def _choose_players(edition: Edition) -> str | None:
    """Ask who plays; return the players in the form of `--players`, or None for the default."""
    least, most = edition.rules.seats
    seats, opponent = str(least), DEFAULT
    if least < most:
        question = f"How many play? {least} to {most}; Enter for {least}."
        seats = _ask_for(question, map(str, range(least, most + 1)), seats)
    if most > 1 and edition.rules.ground is None:
        players = {str(number): name for number, name in enumerate(PLAYERS, 1)}
        offers = ", ".join(f"{number} {name}" for number, name in players.items())
        question = f"Who plays against you? {offers}; Enter for {DEFAULT}."
        opponent = _ask_for(question, [*players, *PLAYERS], DEFAULT)
        opponent = players.get(opponent, opponent)
    return ",".join([HUMAN, *[opponent] * (int(seats) - 1)])


def _ask_for(question: str, allowed_answers: Iterable[str], default: str) -> str:
    """Ask until a valid answer is typed; return it, or the default for Enter."""
    answers = [*allowed_answers]
    terminal.print_prose(question)
    while (typed_line := _read_line() or default) not in answers:
        terminal.print_prose(question)
    return typed_line


def _read_line() -> str:
    """Return the typed line; an empty string at the end of the input."""
    try:
        return input("> ").strip()
    except (EOFError, KeyboardInterrupt):
        terminal.say()
        return ""


def _names(players: str | None, edition: Edition) -> list[str]:
    """Parse the names of the players."""
    least, most = edition.rules.seats
    names = [name.strip() for name in players.split(",")] if players is not None else [HUMAN]
    known_players = [HUMAN, *PLAYERS]
    for name in names:
        if name.partition(":")[0] not in known_players:
            close = nearest(name, known_players) or known_players
            raise click.UsageError(f"There is no player “{name}”. Choose {either(close)}.")
        if name != HUMAN:
            check_name(name)
    if len(names) > most:
        raise click.UsageError(f"{len(names)} players are named, but {seats_quoted(edition)}.")
    left_out = names[0] if len(names) == 1 and HUMAN not in names else DEFAULT
    return names + [left_out] * (least - len(names))


def _names_resumed(players: str | None, record: Record, edition: Edition, game: Game, path: str) -> list[str]:
    """Parse the names of the players that resume a recorded game, if they are not those who began it."""
    missing_players = [name for name in record.players if name.partition(":")[0] not in (HUMAN, *PLAYERS)]
    if missing_players and not players:
        who = ",".join(HUMAN if name in missing_players else name for name in record.players)
        sentence = f"{path}: this version has no player “{missing_players[0]}”, who played in this game."
        raise UserError("bad-record", f"{sentence} Choose who continues:", f"--players {who}")
    names = _names(players or ",".join(record.players) or None, edition)
    if len(names) != game.seats:
        raise click.UsageError(f"This game has {game.seats} players, but {len(names)} were named.")
    if game.is_over:
        raise UserError("bad-record", f"{path}: this game is over already. See it again with: circular replay {path}")
    return names


def _computers_seated(game: Game, names: Sequence[str]) -> dict[int, SeededPlayer]:
    """Return the computers among the players by their seats; those that search do so with compiled rules."""
    from cc_dsl.players.compiled_engine import compiled_simulation  # imported late: the compiler takes a while to load

    return computers_among(names, game.seed or 0, compiled_simulation)
