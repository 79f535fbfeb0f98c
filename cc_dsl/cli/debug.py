"""`circular debug`: step through a recorded game decision by decision, and stop at a clause or a condition.

Each step repeats one of the answers, so a step back shows an earlier decision. The position shown is the one after the
answer that led to a decision.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator

import click

from cc_dsl.cases.sentences import condition_of
from cc_dsl.cases.trials import holds
from cc_dsl.cli import context, terminal
from cc_dsl.cli.records import edition_of
from cc_dsl.closures.reasons import Decision, WordLookup
from cc_dsl.closures.runtime import runtime_of
from cc_dsl.closures.state import State
from cc_dsl.diagnostics.problem import RulesError, did_you_mean
from cc_dsl.engine.game import Game
from cc_dsl.errors import UserError
from cc_dsl.pipeline import Edition
from cc_dsl.play.records import bad_record, read_record, replay_record
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from cc_dsl.words.book import book_of
from cc_dsl.words.reasons import full_form
from cc_dsl.words.sentences import clauses_of, line

MOST_OWNERS = 12
"""If the rules define a value for each piece, the most pieces for which it is listed."""
CLAUSE = re.compile(r"§(\S+)|([A-Z0-9][A-Za-z0-9]*(?:\.[0-9]+[a-z]?)+)")
COMMANDS = {
    "step": "go to the next decision",
    "back": "go back to the previous decision",
    "continue": "go on to the next stop that “break” has set, or to the end",
    "break WHERE": "stop where a clause decides (§VI.4), or where a condition begins to hold (the pack is empty)",
    "look NAME": "show a value at the next question, or whether a condition holds then; without NAME, list all names",
    "why": "explain the decision",
    "help": "print this",
    "quit": "leave",
}


@click.command()
@context.edition_argument
@click.argument("record", type=context.FilePath())
@click.option("--break", "breaks", multiple=True, metavar="WHERE", help="Stop first at this §CLAUSE or CONDITION.")
def debug(edition: str, record: str, breaks: tuple[str, ...]) -> None:
    """Step through a recorded game of an EDITION, decision by decision.

    Type “help” for a list of the commands; begin with “step”, “back” and “break §II.8”.
    The commands may also come from a file or a pipe, one on each line.
    """
    game_record = read_record(record)
    if game_record.is_partial:
        raise bad_record(record, "the game is not over, and a debugger would show hidden things.")
    loaded = edition_of(game_record, record, edition)
    debugger = Debugger(loaded, replay_record(loaded.rules, game_record, record, reasons=False))
    for words in breaks:
        debugger.run_command(f"break {words}")
    goes_on = debugger.run_command("continue" if breaks else "step")
    while goes_on:
        try:
            goes_on = debugger.run_command(input("(debug) " if terminal.is_terminal(sys.stdin) else ""))
        except (EOFError, KeyboardInterrupt):
            terminal.say()
            return


class Debugger:
    """A recorded game, and the number of the decision that is shown; -1 is before the first."""

    def __init__(self, edition: Edition, game: Game) -> None:
        """Start before the first decision of a game."""
        self.edition, self.rules, self.book = edition, edition.rules, book_of(edition)
        self._game = game.from_the_beginning(reasons=True)
        self.decisions: list[Decision] = []
        self._answers: list[int] = []
        """For each decision, the number of answers before it."""
        self._positions: list[State] = []
        """The position after each number of answers."""
        self.at = -1
        self.breaks: dict[str, Callable[[int], bool]] = {}
        """The breakpoints: for the words of each, the test of a decision's number."""

    def run_command(self, command: str) -> bool:
        """Run one command and print its result; return whether to go on. An empty line steps."""
        word, _, rest = (command.strip() or "step").partition(" ")
        try:
            terminal.show(self._lines(word, rest.strip()))
        except UserError as error:
            terminal.say(str(error))
        return word != "quit"

    def _lines(self, word: str, rest: str) -> Iterator[str]:
        """Run one command, and yield its result."""
        match word:
            case "step" | "back":
                if not self.step(1 if word == "step" else -1):
                    yield "The game ends here." if word == "step" else "The game begins here."
                yield from self._current_lines()
            case "continue":
                stop = None
                while stop is None and self.step(1):
                    stop = next((words for words, is_at in self.breaks.items() if is_at(self.at)), None)
                yield "The game ends here." if stop is None else f"Stopped: {stop}."
                yield from self._current_lines()
            case "break":
                clause = CLAUSE.fullmatch(rest)
                self.breaks[rest] = self._at_clause(clause[1] or clause[2]) if clause else self._at_condition(rest)
            case "look" if not rest:
                yield from terminal.wrap(", ".join(self.names))
            case "look":
                rows = [[f"  {owner}" if owner else "", value] for owner, value in self.values_of(rest)]
                is_one = len(rows) == 1 and not rows[0][0]
                yield from terminal.table([[rest, rows[0][1]]] if is_one else [[rest, ""], *rows])
            case "why":
                decision_here = self.decisions[self.at : self.at + 1]
                yield from full_form(decision_here, self.book, columns=terminal.width())
            case "help":
                for name, about in COMMANDS.items():
                    yield from terminal.wrap(about, f"  {name:14}", " " * 16)
            case "quit":
                pass
            case _:
                remedy = did_you_mean(word, [name.partition(" ")[0] for name in COMMANDS], "help lists the commands.")
                raise UserError("command-line", f"There is no command “{word}”. {remedy}")

    def _current_lines(self) -> Iterator[str]:
        """Yield the decision that is shown, with its number and its sentence in the rules."""
        if self.at < 0:
            yield "Before the first decision."
            return
        decision, head, below = self.decisions[self.at], f"{self.at + 1:5}  ", " " * 7 + "| "
        yield from terminal.wrap(line(decision, self.book), head, " " * len(head))
        if decision.sentence:
            yield from terminal.wrap(decision.sentence, below, below)

    def step(self, direction: int) -> bool:
        """Move one decision forward (1) or back (-1); replay as far as necessary, and return whether there was one."""
        number = self.at + direction
        while number >= len(self.decisions) and (not self._positions or self._game.step()):
            self._positions.append(self._game.position)
            decisions = self._game.decisions_since(len(self.decisions))
            self.decisions += decisions
            self._answers += [len(self._positions) - 1] * len(decisions)
        has_decision = 0 <= number < len(self.decisions)
        self.at = number if has_decision else self.at
        return has_decision

    @property
    def position(self) -> State:
        """The position after the answer that led to this decision."""
        return self._positions[self._answers[self.at] if self.at >= 0 else 0]

    def _at_clause(self, name: str) -> Callable[[int], bool]:
        """Stop at the decisions in which a clause decides."""
        text = self.edition.text
        clause = text.clause(name) if text is not None else None
        if text is not None and clause is None:
            remedy = did_you_mean(name, text.clauses, sign="§")
            raise UserError("unknown-clause", f"The text has no clause {name}. {remedy}".rstrip())
        full = clause.full_id if clause is not None else model.full_clause(self.rules.name, name)
        return lambda number: full in clauses_of([self.decisions[number]])

    def _at_condition(self, words: str) -> Callable[[int], bool]:
        """Stop at the first decision after an answer that makes a condition true."""
        is_so = self.condition(words.rstrip("."))

        def begins(number: int) -> bool:
            here = self._answers[number]
            is_first = number == 0 or self._answers[number - 1] != here
            return is_first and is_so(self._positions[here]) and not (here and is_so(self._positions[here - 1]))

        return begins

    def condition(self, words: str) -> Callable[[State], bool]:
        """Return a condition of the rules as a test of a position; raise a UserError if it is not a condition."""
        if words in self.names:
            raise UserError("syntax", f"“{words}” is a name. Write a condition: break the pack is empty.")
        try:
            rules, example = condition_of(self.edition, words)
        except RulesError as error:
            first = error.problems[0]
            message_lines = first.sentence, *first.remedies[:1]
            if first.code == "syntax":
                message_lines = f"“{words}” is neither a name nor a condition of these rules.", first.sentence
            raise UserError(first.code, " ".join(message_lines)) from None
        runtime = runtime_of(rules, "plain", self._game.seats)

        def holds_in(state: State) -> bool:
            with state.speculate():
                return holds(runtime, state, example)

        return holds_in

    @property
    def names(self) -> list[str]:
        """Every name whose value can be shown."""
        places, cell_names = (place.name for place in self.rules.places), (value.name for value in self.rules.stored)
        return list(dict.fromkeys((*places, *cell_names, *self.rules.definitions)))

    def values_of(self, name: str) -> list[tuple[str, str]]:
        """Return the values of a name with their owners, or whether a condition holds."""
        if name not in self.names:
            remedy = did_you_mean(name.removeprefix("the "), self.names)
            if remedy:
                raise UserError("unknown-name", f"“{name}” has no value here. {remedy}")
            return [("", "yes" if self.condition(name.rstrip("."))(self.position) else "no")]
        with self.position.speculate():
            return [*self._values(name, self.position)]

    def _values(self, name: str, state: State) -> Iterator[tuple[str, str]]:
        """Yield the owners and contents of a place or variable, or the values of a definition, in words."""
        rules, words, seats = self.rules, WordLookup(self.rules), self._game.seats

        def owner_of(kind: Kind | None, number: int) -> str:
            return words.thing(number, kind) if kind is not None else ""

        for place in rules.places:
            for number in range(place.many(seats) if place.name == name else 0):
                pile = state.places[place.base + number]
                pieces = pile[::-1] if place.is_ordered else sorted(pile)
                yield owner_of(place.owner, number), words.pieces(pieces) if pieces else "nothing"
        for variable in rules.stored:
            for number, cell in enumerate(variable.cells(seats) if variable.name == name else ()):
                yield owner_of(variable.owner, number), words.thing(state.cells[cell], variable.kind)
        definition = rules.definitions.get(name)
        if definition is None:
            return
        owner, build = definition.owner, runtime_of(rules, "plain", seats).build
        is_of_piece = owner is not None and owner.base == "piece"
        many = len(rules.pieces.names) if is_of_piece else build.owners(owner)
        if owner is not None and (many is None or many > MOST_OWNERS):
            yield "", f"a value of each {owner.name}"
            return
        meaning = build.definition(name)
        for number in range(many or 0):
            value = meaning(state, None if owner is None else number)
            yield owner_of(owner, number), words.thing(value, definition.kind)
