"""Where source is written: lines, names, tables and functions, and what each of them reads.

A term is written by a function of its class (`things.py`, `conditions.py`, `groups.py`): it returns an expression, and
may write lines before it.  It names its parts through the writer, which knows all classes (`emitter.py`).

    his score grows by the number of red cards in his hand.     the rule

    m1 = hand_in[p1] & 8191                 `keep` a text that is used twice, under a name
    score_now[p1] += m1.bit_count()         `write` a line; `read` and `spot` name the variable
    best_known = 0                          `forget` what was found from it
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TypeVar

from cc_dsl.codegen.faults import NotFast
from cc_dsl.codegen.flat import Flat, Memo, Var, whole
from cc_dsl.codegen.frames import LONGEST_INLINE, DefinedFunction, Frame, GroupText, is_settled
from cc_dsl.codegen.target import VECTOR, WORD, Plain, is_simple
from cc_dsl.core.facts import kind_of, reads_play
from cc_dsl.core.groups import used_groups
from cc_dsl.core.program import Core
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import Kind
from cc_dsl.rules.seating import seated

Value = TypeVar("Value")
INDENT = "    "


class Writer(ABC):
    """Writes source for one set of rules, for this number of players, on one surface."""

    def __init__(self, rules: model.Rules, seats: int, surface: Plain, flat: Flat | None = None) -> None:
        """Start without lines; a vector that is known need not be laid out again."""
        self.rules = rules = seated(rules, seats)
        self.seats = seats
        self.core = Core(rules)
        self.surface = surface
        self.flat = flat or Flat(rules, seats)
        counts_unasked = flat is None and self.core.counts_unasked
        self.unasked = self.flat.new("unasked", None, 0) if counts_unasked else None
        """The rounds of loops since the last question, where they are counted."""
        self.must_hold(self.flat.pieces, f"{self.flat.pieces} pieces")
        for kind in rules.values.values():
            self.must_hold(len(kind.values), f"a kind of {len(kind.values)} values, {kind.name}")
        self.recalled_from: dict[str, frozenset[str]] = {}
        """The variables that each definition computed once per position depends on."""
        self.lines: list[str] = []
        self.depth = 1
        self.reads: set[str] = set()
        self.tables: dict[str, tuple[int, ...]] = {}
        self._named: dict[tuple[int, ...], str] = {}
        self.functions: dict[object, DefinedFunction] = {}
        self._used: dict[str, list[str]] = {}
        self.stepwise: set[str] = set()
        """The names of the definitions and properties that take steps, and are functions."""
        self._count = 0
        self.status: dict[str, bool] = {}
        """Definitions that are surely settled here, or surely not, and groups whose best are surely known, or not."""
        self._remembering: dict[object, str] = {}
        self.values_read: dict[str, set[str]] = {}
        """For each variable that holds a piece of a group those that are written for what the piece has."""
        self._bits: dict[str, str] = {}
        """Names of pieces that are also kept as sets, with the names of the sets."""
        self.after: list[str] = []
        """The code after the functions."""
        self.is_still = False
        """Whether this computes beforehand what no play changes; that cannot be done by way of itself."""

    @cached_property
    def vars(self) -> dict[str, Var]:
        """The variables of the vector by their names."""
        return {var.name: var for var in self.flat.vars}

    @cached_property
    def memo_of(self) -> dict[str, str]:
        """The group whose best ones each variable remembers."""
        return {var.name: name for name, memo in self.flat.memos.items() for var in memo}

    @cached_property
    def recall_of(self) -> dict[str, str]:
        """The definition whose value for the present position each variable holds."""
        return {cell.value.name: name for name, cell in self.flat.recalled.items()}

    def must_hold(self, members: int, what: str) -> None:
        """Refuse things of which there are more than a set has bits on this target.

        A word has one for each of 64; but a set that is settled must differ from what stands for none that is.
        """
        definitions = self.rules.definitions.values()
        is_settled = any(one.settled is not None and one.kind.is_set for one in definitions)
        if is_settled or members > WORD:
            self.must_fit(members, what)

    def must_fit(self, bits: int, what: str, sentence: str = "") -> None:
        """Refuse a value that has more bits than a number on this target."""
        if self.surface.most_bits is not None and bits > self.surface.most_bits:
            raise NotFast(what, sentence)

    @cached_property
    def used_groups(self) -> frozenset[str]:
        """The groups whose best is asked for anywhere in play."""
        return used_groups(self.rules)

    @property
    def only_had(self) -> frozenset[str]:
        """The groups of which it is only asked whether a player has one; what is counted may ask for the best."""
        return frozenset()

    # -------------------------------------------------------------------------------- writing

    def write(self, line: str) -> None:
        """Add a line where writing is."""
        self.lines.append(INDENT * self.depth + line)

    def write_all(self, lines: list[str]) -> None:
        """Add lines that have their indents among themselves."""
        for line in lines:
            self.write(line)

    @contextmanager
    def indented(self, head: str) -> Iterator[None]:
        """Write a line and an indented block after it, at least `pass`."""
        self.write(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if not any(line.strip() and not line.strip().startswith("#") for line in self.lines[before:]):
            self.write("pass")
        self.depth -= 1

    def fresh(self, stem: str = "t") -> str:
        """Return a new name."""
        self._count += 1
        return f"{stem}{self._count}"

    def keep(self, text: str, stem: str = "t") -> str:
        """Return a name or figure for a text, so that it can be written twice."""
        if is_simple(text):
            return text
        name = self.fresh(stem)
        self.write(f"{name} = {text}")
        return name

    def bit_of(self, piece: str) -> str:
        """Name the set of one piece alone, whose number is left out of the lines if nothing reads it."""
        self._bits[piece] = f"{piece}_bit"
        return self._bits[piece]

    def is_bit(self, text: str) -> bool:
        """Return whether a text names the set of one piece."""
        return text in self._bits.values()

    def without_dead_loads(self, lines: list[str]) -> list[str]:
        """Leave out the numbers of pieces that are read only as sets."""
        words = {word for line in lines for word in re.findall(r"\w+", _read_in(line))}
        return [line for line in lines if (at := _assigned(line)) not in self._bits or at in words]

    def in_buffer(self, build: Callable[[], Value]) -> tuple[Value, list[str]]:
        """Return the expression that is built, and its lines, which are not written yet."""
        outer, self.lines = self.lines, []
        value = build()
        lines, self.lines = self.lines, outer
        return value, lines

    def append(self, lines: list[str], deeper: int = 1) -> None:
        """Write captured lines, in a block that is so much deeper than where they were captured."""
        self.lines.extend(INDENT * deeper + line for line in lines)

    # -------------------------------------------------------------------------------- reading

    def spot(self, var: Var, index: str | None = None) -> str:
        """Return the text of a variable that is written, and not read for that."""
        return self.surface.one(var) if index is None and var.is_one else self.surface.at(var, index or "0")

    def read(self, var: Var, index: str | None = None) -> str:
        """Return the text of a variable, for an owner if it has one."""
        self.reads.add(var.name)
        return self.spot(var, index)

    def every(self, var: Var) -> list[str]:
        """Return the texts of a variable for each owner."""
        return [self.read(var, str(owner)) for owner in range(var.owners)] if var.is_owned else [self.read(var)]

    def table(self, name: str, values: tuple[int, ...]) -> str:
        """Return the name of a table of constants, made once."""
        known = self._named.get(values)
        if known is None:
            known, count = name, 2
            while known in self.tables:
                known, count = f"{name}_{count}", count + 1
            self._named[values] = known
            self.tables[known] = values
        return known

    def constants(self, name: str, values: tuple[int | None, ...], missing: int | None = None) -> str:
        """Return the table of a property; none, which is -1, finds the last entry."""
        return self.table(_upper(name), whole((*values, missing)))

    def attribute(self, name: str) -> str:
        """Return the table of an attribute."""
        return self.constants(name, self.rules.pieces.attributes[name])

    # ------------------------------------------------------------------------------ functions

    def status_for(self, part: model.Definition | model.Predicate) -> tuple[tuple[str, bool], ...]:
        """Return the facts about the settled definitions that a part uses directly or indirectly."""
        key = f"{type(part).__name__} {part.name}"
        if key not in self._used:
            names = [one.name for one in walk.uses(self.rules, part) if isinstance(one, model.Definition)]
            self._used[key] = sorted(is_settled(name) for name in names if name in self.flat.settled)
        keys = self._used[key]
        return tuple((key, self.status[key]) for key in keys if key in self.status)

    def function(self, key: object, name: str, build: Callable[[], str], *arguments: str) -> DefinedFunction:
        """Return the function for a key, made once; its last line gives what `build` gives back."""
        found = self.functions.get(key)
        if found is None:
            outer = self.lines, self.depth, self.reads
            self.lines, self.depth, self.reads = [], 1, set()
            result = build()
            self.write(f"return {result}")
            lines, reads = self.without_dead_loads(self.lines), self.reads
            self.lines, self.depth, self.reads = outer
            text = f"d{len(self.functions)}_{_lower(name)}"
            found = self.functions[key] = DefinedFunction(text, arguments, frozenset(reads), tuple(lines))
        return found

    def remembering(self, key: object, build: Callable[[], DefinedFunction], beforehand: str | None) -> tuple[str, str]:
        """Return the name of what remembers the answers of a function, and how it is asked whether there is one.

        What it is asked about may be known beforehand; all else then has no answer.
        """
        if key not in self._remembering:
            function = build()
            self._remembering[key] = f"KNOWN_{len(self._remembering)}"
            made = f"Remembered({function.name})" if beforehand is None else f"answered({function.name}, {beforehand})"
            self.after.append(f"{self._remembering[key]} = {made}")
        return self._remembering[key], "__getitem__" if beforehand is None else "__contains__"

    def inline_or_call(
        self,
        part: model.Definition | model.Predicate,
        texts: tuple[str, ...],
        inline: Callable[..., str],
        body: Callable[..., str],
    ) -> str:
        """Return the text of a part for some texts: inline if that is short and needs no line, and otherwise a call."""
        # What once took lines always does, and is not tried again.
        if part.name not in self.stepwise:
            reads = set(self.reads)
            text, lines = self.in_buffer(lambda: inline(*texts))
            if not lines and len(text) <= LONGEST_INLINE:
                return text
            self.reads = reads
            if lines:
                self.stepwise.add(part.name)
        names = ("x", "y")[: len(texts)]
        key = (type(part).__name__, part.name, self.status_for(part))
        return self.call(self.function(key, part.name, lambda: body(*names), *names), *texts)

    def call(self, function: DefinedFunction, *arguments: str) -> str:
        """Return the text of a call, with all that the function reads."""
        self.reads |= function.reads
        return f"{function.name}({', '.join([*self.parameters(function.reads), *arguments])})"

    def function_lines(self, function: DefinedFunction) -> list[str]:
        """Return the lines of a function."""
        names = ", ".join([*self.parameters(function.reads), *function.arguments])
        return [f"def {function.name}({names}):", *function.lines]

    def parameters(self, reads: frozenset[str]) -> list[str]:
        """Return the parameters for the variables read, in a fixed order, each once."""
        found = {self.surface.parameter(self.vars[name]) for name in reads}
        return sorted(found, key=lambda name: (name != VECTOR, name))

    # ------------------------------------------------------------------ what is said of terms

    def kind(self, term: model.Thing) -> Kind:
        """Return the kind of a thing."""
        return kind_of(self.rules, term)

    def reads_play(self, term: object) -> bool:
        """Return whether the value of a term can change during play."""
        return reads_play(self.rules, term)

    def memo(self, group: str) -> Memo:
        """Return where the best groups of this name are remembered."""
        return self.flat.memos[group]

    # ------------------------------------------------------------------- the classes of terms

    @abstractmethod
    def thing(self, frame: Frame, term: object) -> str:
        """Return the text of a thing."""

    @abstractmethod
    def condition(self, frame: Frame, term: model.Condition) -> str:
        """Return the text of a condition."""

    @abstractmethod
    def group(self, frame: Frame, term: object) -> GroupText:
        """Return the text of a group."""

    @abstractmethod
    def standing(self, name: str, term: model.Thing, group: GroupText) -> str:
        """Return how a group ranks now."""

    @abstractmethod
    def each_group(self, frame: Frame, things: model.Thing, then: Callable[[GroupText], None]) -> None:
        """Write a loop over a set of groups, and in it what is to be done with each."""

    @abstractmethod
    def loop(self, name: str, owner: str, then: Callable[[GroupText], None], is_for_any: bool = False) -> None:
        """Write the loops over all groups of a name that a player's pieces make, or to find any of them."""

    @abstractmethod
    def memoizes(self, group: model.Group) -> bool:
        """Return whether the sorts of a group's pieces are found once: in plain Python, and if few make a group."""

    @abstractmethod
    def bit(self, frame: Frame, term: model.Thing) -> str:
        """Return the set of one thing; of none, the empty set."""

    @abstractmethod
    def evaluated(self, build: Callable[[], Value]) -> Value:
        """Build what is read at this point of play: what is computed once for a position is found before, if need
        be."""

    @abstractmethod
    def forget(self, *names: str) -> None:
        """Write code that discards the best groups and definitions computed from these variables."""

    @abstractmethod
    def ranks(self, kind: str) -> tuple[int, ...] | None:
        """Return each piece's place in the ranking, the best the highest; None if it changes during play."""

    @abstractmethod
    def still_things(self, term: model.Thing, slot: int) -> tuple[int, ...]:
        """Return, for each piece, a thing that depends on nothing but the piece in the slot."""

    @abstractmethod
    def still_conditions(self, term: model.Condition, slot: int) -> tuple[bool, ...]:
        """Return, for each piece, whether a condition holds that depends on nothing but the piece in the slot."""

    @abstractmethod
    def table_of(self, definition: model.Definition) -> tuple[int, ...] | None:
        """Return the value of a definition for each owner, computed in advance; None if play can change it."""


def _assigned(line: str) -> str:
    """Return the name that a line assigns to, if it assigns to one."""
    name, sign, _ = line.partition(" = ")
    return name.strip() if sign else ""


def _read_in(line: str) -> str:
    """Return the part of a line that is read: without the name assigned to, and without a comment."""
    if line.lstrip().startswith("#"):
        return ""
    name, sign, text = line.partition(" = ")
    return text if sign and name.strip().isidentifier() else line


def _upper(name: str) -> str:
    return "".join(sign if sign.isalnum() else "_" for sign in name).upper()


def _lower(name: str) -> str:
    return "".join(sign if sign.isalnum() else "_" for sign in name)
