"""Generate bodies as functions where rules are large and inlining would be too long.

Everything that play changes then lies in the vector, so that every function finds it there.  A function reports whether
the game has ended in it.  Facts about settled or known values do not survive a call.

    when a player plays: …                          def b3_plays(S, who, what): … return True, if the game has ended
    each player in turn: he plays.                  if b3_plays(S, p1, -1): return True
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.codegen import acts
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.frames import Slot
from cc_dsl.codegen.game_emitter import ANSWERS, CHANCE, NOBODY, OFFERS, GameEmitter
from cc_dsl.codegen.target import VECTOR, WHO, Plain, packed_end
from cc_dsl.codegen.writer import INDENT
from cc_dsl.core.program import Core, asks_the_world, entered, inside
from cc_dsl.rules import model

if TYPE_CHECKING:
    from collections.abc import Iterator


MOST_WRITTEN = 150
"""With more bodies to be written into one another, each that is called from several places is a function."""
SUBJECT, OBJECT = "who", "what"
"""The parameters of such a function: who does it, and to what."""
LEAVES = "return True"
"""The statement with which a function returns when the game has ended in it."""
STREAMS = ("chance", "answers", "world", "end")
"""The slots of the vector after the results: the random streams, and how the game has ended."""


def is_wanted(rules: model.Rules) -> bool:
    """Return whether bodies are to be functions: where the world is asked, and where the rules are large."""
    if asks_the_world(rules):
        return True
    return _written(Core(rules), model.ENTRY, {}) > MOST_WRITTEN


def _written(core: Core, name: str, known: dict[str, int]) -> int:
    """Return how many bodies would be written for one, with all that it enters."""
    if name not in known:
        inner = (one for statement in inside(core[name].statements) for one in entered(statement))
        known[name] = 1 + sum(_written(core, one, known) for one in inner)
    return known[name]


class SharedFunction(NamedTuple):
    """A body that became a function."""

    name: str
    has_subject: bool
    ends: bool
    """Whether the game may end in it."""
    lines: list[str]


class Sharing:
    """The bodies of some rules that are functions, written when they are first called."""

    def __init__(self, rules: model.Rules) -> None:
        """Count from how many places each body is called."""
        self._sites = Counter(name for one in Core(rules).all_statements() for name in entered(one))
        self._functions: dict[tuple[str, bool], SharedFunction] = {}
        self.leaves = ""
        """The code that runs here when the game has ended in a function; empty outside functions."""

    def is_shared(self, name: str) -> bool:
        """Return whether a body is called from several places."""
        return self._sites[name] > 1

    def call(self, emit: GameEmitter, name: str, subject: str | None, thing: Slot | None) -> bool:
        """Write the call of a body, if it is a function; tell whether it is."""
        if not self.is_shared(name) or (thing is not None and thing.group is not None):
            return False
        self.write_call(emit, self.function(emit, name, subject is not None, thing), subject, thing)
        return True

    def write_call(self, emit: GameEmitter, function: SharedFunction, subject: str | None, thing: Slot | None) -> None:
        """Write a call, after which nothing is sure that was."""
        given = [] if subject is None else [subject, thing.text if thing is not None else "-1"]
        text = f"{function.name}({', '.join([VECTOR, *given])})"
        if function.ends:
            emit.write(f"if {text}:")
            emit.write(f"    {self.leaves}")
        else:
            emit.write(text)
        emit.status = {}

    def function(self, emit: GameEmitter, name: str, has_subject: bool, thing: Slot | None) -> SharedFunction:
        """Return the function of a body."""
        may_be_none = thing is None or thing.may_be_none
        key = name, may_be_none
        if key not in self._functions:
            outer = emit.lines, emit.depth, emit.status, emit.reads, self.leaves
            emit.lines, emit.depth, emit.status, self.leaves = [], 1, {}, LEAVES
            acts.whole_body(emit, name, SUBJECT if has_subject else None, Slot(OBJECT, may_be_none))
            emit.write("return False")
            lines = emit.lines
            emit.lines, emit.depth, emit.status, emit.reads, self.leaves = outer
            ends = any(line.strip() == LEAVES for line in lines)
            text = f"b{len(self._functions)}_{''.join(sign if sign.isalnum() else '_' for sign in name)}"
            self._functions[key] = SharedFunction(text, has_subject, ends, lines)
        return self._functions[key]

    def told(self, emit: GameEmitter) -> str:
        """Return the name of the function that writes down what the rules tell at the end."""
        name = "t_told"
        key = name, False
        if key not in self._functions:
            outer = emit.lines, emit.depth, emit.status, emit.reads
            emit.lines, emit.depth, emit.status = [], 1, {}
            for place, text in enumerate(emit.told_now()):
                emit.write(f"{VECTOR}[{emit.told_at + place}] = {text}")
            emit.write("return False")
            self._functions[key] = SharedFunction(name, False, False, emit.lines)
            emit.lines, emit.depth, emit.status, emit.reads = outer
        return name

    def function_lines(self) -> Iterator[list[str]]:
        """Yield the lines of each function."""
        for one in self._functions.values():
            names = [VECTOR, SUBJECT, OBJECT] if one.has_subject else [VECTOR]
            yield [f"def {one.name}({', '.join(names)}):", *one.lines]


class BodyEmitter(GameEmitter):
    """Writes bodies: each inline, or as a function if there are such."""

    sharing: Sharing | None = None
    """The bodies that are functions; none where all are inline."""

    def body(self, name: str, subject: str | None, thing: Slot | None) -> None:
        """Write the acts of a body, inline or as the call of a function."""
        if self.sharing is None or not self.sharing.call(self, name, subject, thing):
            acts.whole_body(self, name, subject, thing)

    def game(self) -> list[str]:
        """Return the lines of the function that plays one game."""
        if model.ENTRY not in self.rules.procedures:
            raise NotCompiled(f"rules without a procedure called “{model.ENTRY}”")
        self.begin()
        self.body(model.ENTRY, None, None)
        self.end("-1", NOBODY)
        parameters = [VECTOR] if self.surface.is_fast else []
        if self.most_offered and not self.surface.is_fast:
            self.lines.insert(0, f"{INDENT}{OFFERS} = [0] * {self.most_offered}")
        return [f"def play({', '.join([*parameters, CHANCE, ANSWERS])}):", *self.without_dead_loads(self.lines)]


class Sharer(BodyEmitter):
    """Writes a game that runs to its end, and keeps everything in the vector."""

    def __init__(self, rules: model.Rules, seats: int, surface: Plain, is_traced: bool = False) -> None:
        """Start without functions."""
        super().__init__(rules, seats, surface, is_traced)
        self.place_of = {name: self.size + number for number, name in enumerate(STREAMS)}
        self.size += len(STREAMS)
        self.chance, self.answers, self.world = (f"{VECTOR}[{self.place_of[name]}]" for name in STREAMS[:3])
        self.bodies = self.sharing = Sharing(rules)

    @property
    def offers(self) -> tuple[str, str]:
        """The list in which groups that are offered stand, and where they begin there."""
        return VECTOR, OFFERS

    def end(self, winner: str, reason: int) -> None:
        """Write the end of the game."""
        if self.reasons[reason][2] == "":
            self.write(f"{self.bodies.told(self)}({VECTOR})")
        self.write(f"{VECTOR}[{self.place_of['end']}] = {packed_end(winner, reason)}")
        self.write(LEAVES)

    def game(self) -> list[str]:
        """Return the lines of the function that plays one game."""
        if model.ENTRY not in self.rules.procedures:
            raise NotCompiled(f"rules without a procedure called “{model.ENTRY}”")
        game = self.bodies.function(self, model.ENTRY, False, None)
        self.begin()
        self.write(f"{self.chance} = chance_at")
        self.write(f"{self.answers} = answers_at")
        self.write(f"{self.world} = branch(chance_at, {WORLD})")
        with self.indented(f"if not {game.name}({VECTOR}):"):
            self.end("-1", NOBODY)
            # Here it is no function that ends.
            self.lines.pop()
        end = f"{VECTOR}[{self.place_of['end']}]"
        if self.surface.is_fast:
            return [f"def play({VECTOR}, chance_at, answers_at):", *self.lines, f"    return {end}"]
        found = [f"{end} % {WHO} - 1", f"{end} // {WHO}", self.moves, self.trace if self.is_traced else "0"]
        found += [f"{VECTOR}[{self.told_at + place}]" for place in range(len(self.told))]
        first = f"    {VECTOR} = [0] * {self.size + self.offers_room}"
        return ["def play(chance_at, answers_at):", first, *self.lines, f"    return {', '.join(found)}"]


WORLD = 1 << 20
"""The branch of a seed's stream from which the world is drawn, where nobody watches it."""

__all__ = ["BodyEmitter", "Sharer", "Sharing", "is_wanted"]
