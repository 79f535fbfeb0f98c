"""`circular debug`: go through a game decision by decision, forth and back, and stop where something happens."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import SEED, FilePath, edition_argument, load, readings_option
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from cc_dsl.checking.debugging import Break, Debugger
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.pipeline import Edition

MOST_MOVES = 2_000
UNITS = ("decision", "clause", "sentence", "answer")
COMMANDS = {
    "step [UNIT]": "go to the next decision; with “clause” or “sentence” to the next that another decides; with "
    "“answer” to the first after the next answer",
    "back [UNIT]": "go back in the same way",
    "continue": "go on to the next place where you want to stop, or to the end",
    "reverse": "go back to the last place where you want to stop, or to the beginning",
    "break WHERE": "stop where a clause decides (§VI.4), a value changes (score), or a condition begins to hold",
    "breaks": "list where you want to stop",
    "delete N": "no longer stop at the place with this number",
    "look NAME [as N]": "show what a name stands for when the next answer is awaited, as player N sees it; "
    "of a property what has it, of a condition whether it holds",
    "names": "list what can be looked at",
    "why": "explain the decision",
    "goto N": "go to the decision with this number",
    "here": "say again where you are",
    "help": "print this",
    "quit": "leave",
}
SHORT = {"s": "step", "n": "step", "b": "back", "c": "continue", "r": "reverse", "p": "look", "q": "quit", "?": "help"}
SHORT |= {"exit": "quit", "next": "step", "print": "look", "run": "continue"}


@click.command("debug")
@edition_argument
@click.argument("record", required=False, type=FilePath())
@click.option("--break", "breaks", multiple=True, metavar="WHERE", help="Stop there first: §CLAUSE, NAME or CONDITION.")
@click.option("--players", default="random", metavar="NAMES", help="Without a RECORD: the computers that play.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Without a RECORD: the seed of the game.")
@readings_option
def command(
    edition: str, record: str | None, breaks: tuple[str, ...], players: str, seed: int, readings: tuple[str, ...]
) -> int:
    """Go through a game of an EDITION decision by decision: the game of a RECORD, or one that computers play.

    Type “help” for the commands; “step”, “back” and “break §II.8” are the first to know.
    They may also come from a file or a pipe, one a line.
    """
    from cc_dsl.checking.debugging import Debugger

    loaded, game = recorded(edition, record) if record is not None else played(load(edition, readings), players, seed)
    desk = Desk(loaded, Debugger(loaded, game))
    for words in breaks:
        desk.do(f"break {words}")
    desk.do("continue" if breaks else "step")
    return desk.run()


def recorded(edition: str, path: str) -> tuple[Edition, Game]:
    """Return the edition and the game of a record; raise a UserError if the game is not over."""
    from cc_dsl.cli.records import edition_of, read_record, replayed

    found = read_record(path)
    if found.is_partial:
        raise UserError(
            "bad-record", f"{path}: the game is not over, and a debugger would show what players may not know."
        )
    loaded = edition_of(found, path, edition)
    return loaded, replayed(loaded, found, path, reasons=False)


def played(edition: Edition, players: str, seed: int) -> tuple[Edition, Game]:
    """Return an edition, and a game of it that computers have played."""
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.interpreter.players import Observer, computers, known_player, world_of
    from cc_dsl.interpreter.seated import Seated

    names = [name.strip() for name in players.split(",")]
    for name in names:
        if name not in ("random", "greedy"):
            raise click.UsageError(f"The computers that play here are random and greedy; there is no “{name}”.")
        known_player(name)
    seats = max(len(names), edition.rules.seats[0])
    names += [names[-1]] * (seats - len(names))
    game = Game(edition.rules, seed=seed, seats=seats)
    world = world_of(game, names)
    seated = Seated(game, dict(enumerate(computers(names, seed))), world if isinstance(world, Observer) else None)
    for _ in range(MOST_MOVES):
        if game.player is None:
            break
        seated.move()
    return edition, game


class Desk:
    """The debugger at the terminal: it does what is typed, and says where one stands."""

    def __init__(self, edition: Edition, debugger: Debugger) -> None:
        """Start with a game."""
        from cc_dsl.api.texts import book_of

        self.edition = edition
        self.debugger = debugger
        self.book = book_of(edition)

    def run(self) -> int:
        """Do what is typed, until somebody leaves."""
        while True:
            try:
                line = input("(debug) " if terminal.is_terminal(sys.stdin) else "")
            except (EOFError, KeyboardInterrupt):
                terminal.say()
                return 0
            if not self.do(line):
                return 0

    def do(self, line: str) -> bool:
        """Do one command; tell whether to go on. An empty line steps."""
        word, _, rest = (line.strip() or "step").partition(" ")
        word = SHORT.get(word, word)
        if word == "quit":
            return False
        doing: dict[str, Callable[[str], Iterator[str]]] = {
            "step": lambda rest: self._step(rest, False),
            "back": lambda rest: self._step(rest, True),
            "continue": lambda _: self._run(False),
            "reverse": lambda _: self._run(True),
            "break": self._break,
            "breaks": lambda _: self._breaks(),
            "delete": self._delete,
            "look": self._look,
            "names": lambda _: iter(terminal.wrapped(", ".join(self.debugger.names))),
            "why": lambda _: self._why(),
            "goto": self._goto,
            "here": lambda _: self._here(),
            "help": lambda _: self._help(),
        }
        try:
            if word not in doing:
                from cc_dsl.diagnostics.problem import nearest

                close = nearest(word, doing)
                meant = f"Do you mean {' or '.join(close)}?" if close else "help lists the commands."
                raise UserError("command-line", f"There is no command “{word}”. {meant}")
            for said in doing[word](rest.strip()):
                terminal.say(said)
        except UserError as error:
            terminal.say(str(error))
        return True

    # ----------------------------------------------------------------------------------------- moments

    def _here(self) -> Iterator[str]:
        from cc_dsl.explain.sentences import line

        moment = self.debugger.moment
        if moment is None:
            yield "Before the first decision."
            return
        decision = moment.decision
        head = f"{self.debugger.at + 1:5}  "
        yield from terminal.wrapped(line(decision, self.book), head, " " * len(head))
        if decision.sentence:
            yield from terminal.wrapped(decision.sentence, " " * len(head) + "| ", " " * len(head) + "| ")

    def _step(self, unit: str, is_back: bool) -> Iterator[str]:
        unit = next((one for one in UNITS if unit and one.startswith(unit)), unit or "decision")
        if unit not in UNITS:
            raise UserError("command-line", f"A step is a {', a '.join(UNITS[:-1])} or an {UNITS[-1]}, not a “{unit}”.")
        if not self.debugger.go(unit, is_back):
            yield "The game begins here." if is_back else "The game ends here."
        yield from self._here()

    def _run(self, is_back: bool) -> Iterator[str]:
        found = self.debugger.run(is_back)
        if found is not None:
            yield f"Stopped: {found.words}."
        else:
            yield "The game begins here." if is_back else "The game ends here."
        yield from self._here()

    def _goto(self, rest: str) -> Iterator[str]:
        if not rest.isdecimal() or int(rest) < 1 or not self.debugger.go_to(int(rest) - 1):
            raise UserError("command-line", f"There is no decision “{rest}”; they are numbered from 1.")
        yield from self._here()

    # ------------------------------------------------------------------------------------------ breaks

    def _break(self, words: str) -> Iterator[str]:
        if not words:
            raise UserError("command-line", "Say where: break §VI.4, break score, or break the pack is empty.")
        found: Break = self.debugger.stop_at(words)
        yield f"{len(self.debugger.breaks)}: {found.words}"

    def _breaks(self) -> Iterator[str]:
        listed = [f"{number}: {one.words}" for number, one in enumerate(self.debugger.breaks, 1)]
        yield from listed or ["You want to stop nowhere."]

    def _delete(self, rest: str) -> Iterator[str]:
        if not rest.isdecimal() or not 1 <= int(rest) <= len(self.debugger.breaks):
            raise UserError("command-line", f"You stop at no place of the number “{rest}”; breaks lists them.")
        gone = self.debugger.breaks.pop(int(rest) - 1)
        yield f"No longer: {gone.words}"

    # ----------------------------------------------------------------------------------------- looking

    def _look(self, rest: str) -> Iterator[str]:
        name, player = self.debugger.name_and_viewer(rest)
        if not name:
            raise UserError("command-line", "Say what: look score, or look hand as 2. names lists everything.")
        rows = [[f"  {owner}" if owner else "", said] for owner, said in self.debugger.look(name, player)]
        yield from terminal.table(
            [[name.strip(), ""], *rows] if len(rows) > 1 or rows[0][0] else [[name.strip(), rows[0][1]]]
        )

    def _why(self) -> Iterator[str]:
        from cc_dsl.cli.tables import branches
        from cc_dsl.explain.tree import full_form

        moment = self.debugger.moment
        if moment is None:
            yield "Nothing was decided yet."
            return
        yield from full_form([moment.decision], self.book, branches=branches(), columns=terminal.width())

    def _help(self) -> Iterator[str]:
        wide = max(map(len, COMMANDS)) + 4
        for name, about in COMMANDS.items():
            yield from terminal.wrapped(about, f"  {name:{wide - 2}}", " " * wide)
