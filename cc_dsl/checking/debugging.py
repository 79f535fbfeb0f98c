"""Go through a game decision by decision, forth and back, and stop where a clause decides, or something becomes so.

The game is one that was played: each step repeats an answer of it. A moment is a decision; what is looked at is the
position after the answer that led to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from cc_dsl.core.secrets import number_of
from cc_dsl.diagnostics.problem import RulesError, nearest
from cc_dsl.errors import UserError
from cc_dsl.explain.sentences import clauses_of, stated
from cc_dsl.interpreter.reasons import Decision, Words
from cc_dsl.interpreter.runtime import runtime_of
from cc_dsl.interpreter.state import State
from cc_dsl.pipeline import parts_of
from cc_dsl.rules import model
from cc_dsl.rules.gather import Part
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind
from cc_dsl.rules.resolve import resolve_undigested
from cc_dsl.source.files import Source
from cc_dsl.syntax.parser import parse
from cc_dsl.table.chance import Chance

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.pipeline import Edition

CLAUSE = re.compile(r"§?([A-Z][A-Za-z0-9]*(?:\.[0-9]+[a-z]?)+)")
MOST_OWNERS = 12
"""The most pieces or values of which each one's value is shown, where the rules define one for each."""
POSSIBLE = 20
"""What a player knows of a value is tried in so many positions that are possible for them."""
UNKNOWN = "not known to player {}"


Found = TypeVar("Found")


class Moment(NamedTuple):
    """A decision, and after how many answers it was made."""

    decision: Decision
    answers: int


class Break(NamedTuple):
    """Where to stop."""

    words: str
    """As it was asked for."""
    holds: Callable[[Debugger, int], bool]
    """Whether the moment of a number is such a place."""


class Debugger:
    """A game that was played, and the moment at which somebody looks at it."""

    def __init__(self, edition: Edition, played: Game) -> None:
        """Begin before the first decision of a game."""
        self.edition = edition
        self.rules = edition.rules
        self._game = played.from_the_beginning(reasons=True)
        self.seats = self._game.seats
        self.moments: list[Moment] = []
        self._positions: list[State] = [self._game.position]
        self._is_over = False
        self.at = -1
        """The number of the moment; -1 is before the first."""
        self.breaks: list[Break] = []
        self._note()

    # ------------------------------------------------------------------------------------------ moments

    def _note(self) -> None:
        """Take up the decisions that the last answer led to."""
        new = self._game.decisions_since(len(self.moments))
        self.moments += [Moment(one, len(self._positions) - 1) for one in new]

    def _is_there(self, number: int) -> bool:
        """Return whether there is a moment of a number; the game is repeated as far as that needs."""
        while number >= len(self.moments) and not self._is_over:
            self._is_over = not self._game.step()
            if not self._is_over:
                self._positions.append(self._game.position)
                self._note()
        return 0 <= number < len(self.moments)

    @property
    def moment(self) -> Moment | None:
        """The decision at which somebody stands; None before the first."""
        return self.moments[self.at] if self.at >= 0 else None

    @property
    def position(self) -> State:
        """The position after the answer that led to this moment."""
        return self._positions[self.moment.answers if self.moment is not None else 0]

    def position_of(self, number: int) -> State:
        """Return the position after the answer that led to the moment of a number."""
        return self._positions[self.moments[number].answers]

    def go_to(self, number: int) -> bool:
        """Go to a moment, if there is one."""
        if not self._is_there(number):
            return False
        self.at = number
        return True

    def go(self, unit: str, is_back: bool = False) -> bool:
        """Go to the next `decision`, or to the next by another `clause` or `sentence`, or after the next `answer`."""
        number, by = self.at, -1 if is_back else 1
        before = self._mark(unit, number)
        number += by
        while self._is_there(number):
            if self._mark(unit, number) != before:
                return self.go_to(number)
            number += by
        if is_back and self.at > 0:
            return self.go_to(0)
        return False

    def _mark(self, unit: str, number: int) -> object:
        """Return what two moments have in common that are one step of this unit."""
        if number < 0:
            return None
        moment = self.moments[number]
        marks: dict[str, object] = {
            "decision": number,
            "clause": moment.decision.clauses,
            "sentence": moment.decision.sentence,
            "answer": moment.answers,
        }
        return marks[unit]

    def run(self, is_back: bool = False) -> Break | None:
        """Go on to the next place where somebody wants to stop, or to the end; return why it stops there."""
        number, by = self.at, -1 if is_back else 1
        while self._is_there(number + by):
            number += by
            for one in self.breaks:
                if one.holds(self, number):
                    self.at = number
                    return one
        self.at = max(number, 0) if self.moments else -1
        return None

    # ------------------------------------------------------------------------------------------- breaks

    def stop_at(self, words: str) -> Break:
        """Stop at decisions by a clause (`§VI.4`), where a value changes (`score`), or a condition begins to hold."""
        clause = CLAUSE.fullmatch(words.strip())
        if clause is not None:
            found = Break(words, self._by_clause(clause[1]))
        elif words.strip() in self.names:
            found = Break(words, self._by_change(words.strip()))
        else:
            found = Break(words, self._by_condition(words.strip().rstrip(".")))
        self.breaks.append(found)
        return found

    def _by_clause(self, name: str) -> Callable[[Debugger, int], bool]:
        text = self.edition.text
        if text is not None and text.clause(name) is None:
            close = nearest(name, text.clauses)
            meant = f" Do you mean §{' or §'.join(close)}?" if close else ""
            raise UserError("unknown-clause", f"The text has no clause {name}.{meant}")
        full = model.full_clause(self.rules.name, name)

        def decides(debugger: Debugger, number: int) -> bool:
            return full in clauses_of([debugger.moments[number].decision])

        return decides

    def _by_change(self, name: str) -> Callable[[Debugger, int], bool]:
        """Stop at the first decision after an answer that changed a value."""

        def changes(debugger: Debugger, number: int) -> bool:
            here = debugger.moments[number].answers
            is_first = number == 0 or debugger.moments[number - 1].answers != here
            return is_first and here > 0 and debugger._said(name, here - 1) != debugger._said(name, here)

        return changes

    def _by_condition(self, words: str) -> Callable[[Debugger, int], bool]:
        """Stop at the first decision after an answer that made a condition true."""
        test = self.condition(words)

        def becomes_true(debugger: Debugger, number: int) -> bool:
            here = debugger.moments[number].answers
            is_first = number == 0 or debugger.moments[number - 1].answers != here
            return is_first and test(debugger._positions[here]) and not (here and test(debugger._positions[here - 1]))

        return becomes_true

    def condition(self, words: str) -> Callable[[State], bool]:
        """Return a condition in the words of the rules as a test of a position; raise a UserError if it is none."""
        label = self.edition.start.edition.label.text
        text = f'edition "debug" of {label}.\n\neditor "debug"\n  example "debug":\n    hence {words}.\n'
        source = Source("the condition", text)
        start, problems = parse(source)
        if start is None:
            raise UserError("syntax", f"“{words}” is no name and no condition of these rules. {problems[0].sentence}")
        parts, _ = parts_of(self.edition.start, self.edition.source)
        own = Part(self.edition.start, self.edition.source, False)
        chosen = {doubt.name: doubt.chosen for doubt in self.rules.doubts.values()}
        try:
            rules, problems = resolve_undigested(
                label, self.rules.title, [*parts, own, Part(start, source, False)], chosen
            )
        except RulesError as error:
            problems, rules = error.problems, self.rules
        wrong = [one for one in problems if one.source is source]
        if wrong:
            raise UserError(wrong[0].code, " ".join((wrong[0].sentence, *wrong[0].remedies[:1])))
        example = next(one for one in rules.examples if one.title == "debug")
        build = runtime_of(rules, "plain", self.seats).build
        tests = [build.condition(claim.condition) for claim in example.claims]
        size = max(example.frame, 2)

        def holds(state: State) -> bool:
            with state.set_aside():
                return all(test(state, [None] * size) for test in tests)

        return holds

    # -------------------------------------------------------------------------------------------- looking

    @property
    def names(self) -> list[str]:
        """Everything that can be looked at."""
        rules = self.rules
        found = [place.name for place in rules.places]
        found += [*(one.name for one in rules.numbers), *(one.name for one in rules.held)]
        found += [role.name for role in rules.roles]
        return list(dict.fromkeys((*found, *rules.definitions, *self._properties)))

    def name_and_viewer(self, words: str) -> tuple[str, int | None]:
        """Return the name in words such as `hand as 2`, and the player who looks; None if nobody is named.

        Raises a UserError where the game has no such player.
        """
        name, _, viewer = words.partition(" as ")
        if not viewer:
            return name.strip(), None
        number = viewer.removeprefix("player").strip()
        if not number.isdecimal() or not 1 <= int(number) <= self.seats:
            raise UserError("command-line", f"The players are 1 to {self.seats}; “{viewer}” is none.")
        return name.strip(), int(number) - 1

    def look(self, name: str, player: int | None = None) -> list[tuple[str, str]]:
        """Return what a name stands for, with its owners; as a player sees it, or, without one, as it is.

        Of a property it is everything that has it; of a condition, whether it holds.
        """
        if name not in self.names:
            close = nearest(name.removeprefix("the "), self.names)
            if close:
                meant = f"Do you mean {' or '.join(close)}?"
                raise UserError("unknown-name", f"“{name}” is no name that has a value here. {meant}")
            return [("", "yes" if self.condition(name.rstrip("."))(self.position) else "no")]
        return [*self._looked(name, self.position, player)]

    def _said(self, name: str, answers: int) -> list[tuple[str, str]]:
        return [*self._looked(name, self._positions[answers], None)]

    def _looked(self, name: str, state: State, player: int | None) -> Iterator[tuple[str, str]]:
        seen = None if player is None else self._game.sights.known(state, player)
        words, secrets = Words(self.rules, seen), {cell for one in self._game.sights.secrets for cell in one.cells}

        def stored_in(cell: int, kind: Kind) -> str:
            if seen is not None and player is not None and cell in secrets and number_of(self.rules, cell) not in seen:
                return UNKNOWN.format(player + 1)
            return str(state.cells[cell]) if kind == NUMBER else words.thing(state.cells[cell], kind)

        for place in self.rules.places:
            if place.name == name:
                for number in range(place.many(self.seats)):
                    pile = state.places[place.base + number]
                    lying = pile[::-1] if place.is_ordered else sorted(pile)
                    yield self._owner(place.owner, number), words.pieces(lying) if lying else "nothing"
        for stored, kind in self._stored:
            if stored.name == name:
                for number in range(stored.many(self.seats)):
                    yield self._owner(stored.owner, number), stored_in(stored.base + number, kind)
        for role in self.rules.roles:
            if role.name == name:
                yield "", stored_in(role.cell, PLAYER)
        definition = self.rules.definitions.get(name)
        if definition is not None:
            yield from self._defined(definition, state, player, words)
        elif name in self._properties:
            yield "", self._holders(self._properties[name], state, player)

    @property
    def _stored(self) -> Iterator[tuple[model.NumberDeclaration | model.VariableDeclaration, Kind]]:
        """What play changes besides roles and places, each with its kind."""
        yield from ((one, NUMBER) for one in self.rules.numbers)
        yield from ((one, one.kind) for one in self.rules.held)

    @property
    def _properties(self) -> dict[str, model.Predicate]:
        """What the rules say of single players, pieces or values, by name; of groups there are too many."""
        found = self.rules.predicates.values()
        return {one.name: one for one in found if one.other is None and self._members(one.kind) is not None}

    def _members(self, kind: Kind | None) -> range | None:
        """Return the numbers of all players, pieces or values of a kind; None where they are not counted."""
        if kind is None:
            return None
        if kind == PLAYER:
            return range(self.seats)
        if kind.base == "piece":
            return range(len(self.rules.pieces.names))
        values = self.rules.values.get(kind.name)
        return range(len(values.values)) if values is not None else None

    def _defined(
        self, definition: model.Definition, state: State, player: int | None, words: Words
    ) -> Iterator[tuple[str, str]]:
        """Yield a value that the rules define, for each player, piece or value that has one, if they are few."""
        owner = definition.owner
        members = self._members(owner)
        if owner is not None and (members is None or len(members) > MOST_OWNERS):
            yield "", f"a value of each {owner.name}"
            return
        meaning = runtime_of(self.rules, "plain", self.seats).build.definition(definition.name)
        for number in members or range(1):
            whose = number if owner is not None else None

            def value(position: State, whose: int | None = whose) -> object:
                return meaning(position, whose)

            def told(found: object) -> str:
                return words.thing(found, definition.kind) if definition.kind != NUMBER else str(found)

            yield self._owner(owner, number), self._as_known(value, told, state, player)

    def _holders(self, holding: model.Predicate, state: State, player: int | None) -> str:
        """Name everything of which a property holds; no piece need be hidden where all positions say the same."""
        test = runtime_of(self.rules, "plain", self.seats).build.predicate(holding.name)
        members = self._members(holding.kind) or ()

        def value(position: State) -> list[int]:
            return [number for number in members if test(position, number)]

        def told(found: list[int]) -> str:
            return ", ".join(Words(self.rules).thing(number, holding.kind) for number in found) or "nothing"

        return self._as_known(value, told, state, player)

    def _as_known(
        self, value: Callable[[State], Found], told: Callable[[Found], str], state: State, player: int | None
    ) -> str:
        """Say a value, if it is the same in positions that are possible for what a player sees."""

        def found(position: State) -> Found:
            with position.set_aside():
                return value(position)

        true = found(state)
        if player is not None:
            others = (self._game.sights.imagined(state, player, Chance(seed)) for seed in range(POSSIBLE))
            if any(repr(found(one)) != repr(true) for one in others):
                return UNKNOWN.format(player + 1)
        return told(true)

    def _owner(self, owner: Kind | None, number: int) -> str:
        if owner is None:
            return ""
        return f"player {number + 1}" if owner == PLAYER else Words(self.rules).thing(number, owner)

    def said(self, number: int) -> str:
        """Return the decision of a moment as a sentence."""
        return stated(self.moments[number].decision)
