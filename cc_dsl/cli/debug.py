"""`circular debug`: go through a game decision by decision, and stop at a clause or where a condition begins to hold.

The game is over before anybody looks at it: each step repeats one of its answers, so that a step back is a look at an
earlier decision. What is looked at is the position after the answer that led to a decision.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.context import SEED, FilePath, edition_argument, load, readings_option
from cc_dsl.cli.records import edition_of
from cc_dsl.cli.tables import branches
from cc_dsl.closures.reasons import Decision, Words
from cc_dsl.closures.runtime import runtime_of
from cc_dsl.closures.state import State
from cc_dsl.diagnostics.problem import meant
from cc_dsl.engine.game import Game
from cc_dsl.errors import UserError
from cc_dsl.pipeline import Edition
from cc_dsl.play.records import bad_record, read_record, replayed
from cc_dsl.players.computers import computers
from cc_dsl.players.seats import Nature, Table
from cc_dsl.rules import model
from cc_dsl.rules.further import further
from cc_dsl.rules.kinds import PLAYER, Kind
from cc_dsl.source.files import Source
from cc_dsl.syntax import nodes
from cc_dsl.syntax.parser import parse
from cc_dsl.words.book import book_of
from cc_dsl.words.reasons import full_form
from cc_dsl.words.sentences import clauses_of, line

MOST_MOVES = 2_000
MOST_OWNERS = 12
"""The most pieces or values of which each one's value is shown, where the rules define one for each."""
CLAUSE = re.compile(r"§(\S+)|([A-Z0-9][A-Za-z0-9]*(?:\.[0-9]+[a-z]?)+)")
COMMANDS = {
    "step": "go to the next decision; “step answer” goes to the first after the next answer",
    "back": "go back to the last decision; “back answer” goes back past an answer",
    "continue": "go on to the next place where you want to stop, or to the end",
    "break WHERE": "stop where a clause decides (§VI.4), or where a condition begins to hold (the pack is empty); "
    "without WHERE, list where you want to stop",
    "delete WHERE": "no longer stop there",
    "look NAME": "show what a name stands for, what has a property, or whether a condition holds; "
    "without NAME, list all names",
    "why": "explain the decision",
    "help": "print this",
    "quit": "leave",
}
SHORT = {"s": "step", "n": "step", "b": "back", "c": "continue", "p": "look", "q": "quit", "?": "help", "exit": "quit"}


@click.command()
@edition_argument
@click.argument("record", required=False, type=FilePath())
@click.option("--break", "breaks", multiple=True, metavar="WHERE", help="Stop there first: §CLAUSE or CONDITION.")
@click.option("--players", default="random", metavar="NAMES", help="Without a RECORD: the computers that play.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Without a RECORD: the seed of the game.")
@readings_option
def debug(
    edition: str, record: str | None, breaks: tuple[str, ...], players: str, seed: int, readings: tuple[str, ...]
) -> int:
    """Go through a game of an EDITION decision by decision: the game of a RECORD, or one that computers play.

    Type “help” for the commands; “step”, “back” and “break §II.8” are the first to know.
    They may also come from a file or a pipe, one a line.
    """
    loaded, game = recorded(edition, record) if record is not None else played(load(edition, readings), players, seed)
    debugger = Debugger(loaded, game)
    for words in breaks:
        debugger.do(f"break {words}")
    debugger.do("continue" if breaks else "step")
    while True:
        try:
            typed = input("(debug) " if terminal.is_terminal(sys.stdin) else "")
        except (EOFError, KeyboardInterrupt):
            terminal.say()
            return 0
        if not debugger.do(typed):
            return 0


def recorded(edition: str, path: str) -> tuple[Edition, Game]:
    """Return the edition and the game of a record; raise a UserError if the game is not over."""
    found = read_record(path)
    if found.is_partial:
        raise bad_record(path, "the game is not over, and a debugger would show what players may not know.")
    loaded = edition_of(found, path, edition)
    return loaded, replayed(loaded.rules, found, path, reasons=False)


def played(edition: Edition, players: str, seed: int) -> tuple[Edition, Game]:
    """Return an edition, and a game of it that computers have played."""
    names = [name.strip() for name in players.split(",")]
    for name in names:
        if name not in ("random", "greedy"):
            raise click.UsageError(f"The computers that play here are random and greedy; there is no “{name}”.")
    names += [names[-1]] * (edition.rules.seats[0] - len(names))
    game = Game(edition.rules, seed=seed, seats=len(names))
    table = Table(game, dict(enumerate(computers(names, seed))), Nature(seed))
    while game.player is not None and game.count < MOST_MOVES:
        table.move()
    return edition, game


class Debugger:
    """A game that was played, and the number of the decision at which somebody looks; -1 is before the first."""

    def __init__(self, edition: Edition, played: Game) -> None:
        """Begin before the first decision of a game."""
        self.edition, self.rules, self.book = edition, edition.rules, book_of(edition)
        self._game = played.from_the_beginning(reasons=True)
        self.decisions: list[Decision] = []
        self._answers: list[int] = []
        """After how many answers each decision was made."""
        self._positions: list[State] = []
        """The position after each number of answers."""
        self.at = -1
        self.breaks: dict[str, Callable[[int], bool]] = {}
        """Whether the decision of a number is one at which to stop, by the words that ask for it."""

    def do(self, typed: str) -> bool:
        """Do one command and print its result; return whether to go on. An empty line steps."""
        word, _, rest = (typed.strip() or "step").partition(" ")
        word, rest = SHORT.get(word, word), rest.strip()
        if word == "quit":
            return False
        known = [name.partition(" ")[0] for name in COMMANDS]
        if word not in known:
            remedy = meant(word, known, "help lists the commands.")
            terminal.say(f"There is no command “{word}”. {remedy}")
            return True
        try:
            terminal.show(self._lines(word, rest))
        except UserError as error:
            terminal.say(str(error))
        return True

    def _lines(self, word: str, rest: str) -> Iterator[str]:
        """Do one command, and yield its result."""
        match word:
            case "step" | "back":
                if rest not in ("", "decision", "answer"):
                    raise UserError("command-line", f"A step is a decision or an answer, not a “{rest}”.")
                if not self.step(1 if word == "step" else -1, rest == "answer"):
                    yield "The game ends here." if word == "step" else "The game begins here."
                yield from self._here()
            case "continue":
                stop = None
                while stop is None and self.step(1):
                    stop = next((words for words, is_at in self.breaks.items() if is_at(self.at)), None)
                yield "The game ends here." if stop is None else f"Stopped: {stop}."
                yield from self._here()
            case "break" if not rest:
                yield from self.breaks or [
                    "You want to stop nowhere. Say where: break §VI.4, or break the pack is empty."
                ]
            case "break":
                clause = CLAUSE.fullmatch(rest)
                self.breaks[rest] = self._at_clause(clause[1] or clause[2]) if clause else self._at_condition(rest)
            case "delete":
                if self.breaks.pop(rest, None) is None:
                    raise UserError("command-line", f"You do not stop at “{rest}”; break lists where you stop.")
                yield f"No longer: {rest}"
            case "look" if not rest:
                yield from terminal.wrapped(", ".join(self.names))
            case "look":
                rows = [[f"  {owner}" if owner else "", value] for owner, value in self.look(rest)]
                is_one = len(rows) == 1 and not rows[0][0]
                yield from terminal.table([[rest, rows[0][1]]] if is_one else [[rest, ""], *rows])
            case "why":
                decided = self.decisions[self.at : self.at + 1]
                yield from full_form(decided, self.book, branches=branches(), columns=terminal.width())
            case _:
                for name, about in COMMANDS.items():
                    yield from terminal.wrapped(about, f"  {name:14}", " " * 16)

    def _here(self) -> Iterator[str]:
        if self.at < 0:
            yield "Before the first decision."
            return
        decision, head, below = self.decisions[self.at], f"{self.at + 1:5}  ", " " * 7 + "| "
        yield from terminal.wrapped(line(decision, self.book), head, " " * len(head))
        if decision.sentence:
            yield from terminal.wrapped(decision.sentence, below, below)

    def has(self, number: int) -> bool:
        """Return whether the game has a decision of a number; the game is repeated as far as that needs."""
        while number >= len(self.decisions) and (not self._positions or self._game.step()):
            self._positions.append(self._game.position)
            made = self._game.decisions_since(len(self.decisions))
            self.decisions += made
            self._answers += [len(self._positions) - 1] * len(made)
        return 0 <= number < len(self.decisions)

    @property
    def position(self) -> State:
        """The position after the answer that led to this decision."""
        return self._positions[self._answers[self.at] if self.at >= 0 else 0]

    def step(self, way: int, over_answers: bool = False) -> bool:
        """Go one decision on (1) or back (-1), or past an answer; return whether there was one."""
        number, before = self.at + way, self._answers[self.at] if self.at >= 0 else -1
        while over_answers and self.has(number) and self._answers[number] == before:
            number += way
        if not self.has(number):
            return False
        self.at = number
        return True

    def _at_clause(self, name: str) -> Callable[[int], bool]:
        text = self.edition.text
        clause = text.clause(name) if text is not None else None
        if text is not None and clause is None:
            remedy = meant(name, text.clauses, sign="§")
            raise UserError("unknown-clause", f"The text has no clause {name}. {remedy}".rstrip())
        full = clause.full_id if clause is not None else model.full_clause(self.rules.name, name)
        return lambda number: full in clauses_of([self.decisions[number]])

    def _at_condition(self, words: str) -> Callable[[int], bool]:
        """Stop at the first decision after an answer that made a condition true."""
        holds = self.condition(words.rstrip("."))

        def begins(number: int) -> bool:
            here = self._answers[number]
            is_first = number == 0 or self._answers[number - 1] != here
            return is_first and holds(self._positions[here]) and not (here and holds(self._positions[here - 1]))

        return begins

    def condition(self, words: str) -> Callable[[State], bool]:
        """Return a condition in the words of the rules as a test of a position; raise a UserError if it is none."""
        if words in self.names:
            raise UserError("syntax", f"“{words}” is a name. Say what must hold: break the pack is empty.")
        # The condition is resolved as an example that follows the rules, so that it may use all their names.
        label = self.edition.start.edition.label.text
        source = Source(
            "the condition", f'edition "debug" of {label}.\n\neditor "debug"\n  example "debug":\n    hence {words}.\n'
        )
        start, problems = parse(source)
        if start is None:
            refusal = f"“{words}” is neither a name nor a condition of these rules."
            raise UserError("syntax", f"{refusal} {problems[0].sentence}")
        known = self.edition.resolution({doubt.name: doubt.chosen for doubt in self.rules.doubts.values()})
        assert known is not None, "the rules are being played"
        examples = [one for block in start.blocks for one in block.statements if isinstance(one, nodes.Example)]
        rules, wrong = further(known, examples, source, f"{self.rules.digest} {words}")
        if wrong:
            raise UserError(wrong[0].code, " ".join((wrong[0].sentence, *wrong[0].remedies[:1])))
        example = next(example for example in rules.examples if example.title == "debug")
        runtime = runtime_of(rules, "plain", self._game.seats)
        (test,) = (runtime.test_of(claim.condition) for claim in example.claims)

        def holds(state: State) -> bool:
            with state.speculate():
                return test(state, [None] * max(example.frame, 2))

        return holds

    @property
    def properties(self) -> dict[str, model.Predicate]:
        """What the rules say of single players, pieces or values, by name; of groups there are too many."""
        every = self.rules.predicates.items()
        return {name: one for name, one in every if one.other is None and self._members(one.kind) is not None}

    @property
    def names(self) -> list[str]:
        """Every name that can be looked at."""
        places, stored = (one.name for one in self.rules.places), (one.name for one in self.rules.stored)
        return list(dict.fromkeys((*places, *stored, *self.rules.definitions, *self.properties)))

    def look(self, name: str) -> list[tuple[str, str]]:
        """Return the values of a name with their owners, all that has a property, or whether a condition holds."""
        if name not in self.names:
            remedy = meant(name.removeprefix("the "), self.names)
            if remedy:
                raise UserError("unknown-name", f"“{name}” is not a name that has a value here. {remedy}")
            return [("", "yes" if self.condition(name.rstrip("."))(self.position) else "no")]
        with self.position.speculate():
            return [*self._values(name, self.position)]

    def _values(self, name: str, state: State) -> Iterator[tuple[str, str]]:
        rules, words, seats = self.rules, Words(self.rules), self._game.seats
        build = runtime_of(rules, "plain", seats).build

        def owner_of(kind: Kind | None, number: int) -> str:
            return words.thing(number, kind) if kind is not None else ""

        for place in rules.places:
            for number in range(place.many(seats) if place.name == name else 0):
                pile = state.places[place.base + number]
                pieces = pile[::-1] if place.is_ordered else sorted(pile)
                yield owner_of(place.owner, number), words.pieces(pieces) if pieces else "nothing"
        for stored in rules.stored:
            for number, cell in enumerate(stored.cells(seats) if stored.name == name else ()):
                yield owner_of(stored.owner, number), words.thing(state.cells[cell], stored.kind)
        definition, property = rules.definitions.get(name), self.properties.get(name)
        if definition is not None:
            owner, members = definition.owner, self._members(definition.owner)
            if owner is not None and (members is None or len(members) > MOST_OWNERS):
                yield "", f"a value of each {owner.name}"
                return
            meaning = build.definition(name)
            for number in members or range(1):
                value = meaning(state, None if owner is None else number)
                yield owner_of(owner, number), words.thing(value, definition.kind)
        elif property is not None and property.kind is not None:
            holds, every = build.predicate(name), self._members(property.kind) or ()
            yield "", ", ".join(words.thing(one, property.kind) for one in every if holds(state, one)) or "nothing"

    def _members(self, kind: Kind | None) -> range | None:
        """Return the numbers of all players, pieces or values of a kind; None where they are not counted."""
        if kind == PLAYER:
            return range(self._game.seats)
        if kind is not None and kind.base == "piece":
            return range(len(self.rules.pieces.names))
        values = self.rules.values.get(kind.name) if kind is not None else None
        return range(len(values.values)) if values is not None else None
