"""Shared state of code generation: lines, names, tables, functions, and what each of them reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, TypeVar

from cc_dsl.compiler import conditions, groups, lists, memos, runtime, subexpressions, things
from cc_dsl.compiler.dataflow import agreed, is_settled, known
from cc_dsl.compiler.faults import NotCompiled, NotFast
from cc_dsl.compiler.flat import Flat, Memo, Var, whole
from cc_dsl.compiler.frames import DefinedFunction, Frame, GroupText, Slot
from cc_dsl.compiler.target import VECTOR, WORD, Plain, is_simple
from cc_dsl.core import expressions
from cc_dsl.core.companions import are_tried
from cc_dsl.core.facts import all_cases, kind_of, reads_play
from cc_dsl.core.observable import count_of
from cc_dsl.core.program import Core
from cc_dsl.core.ranks import used_groups
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import Kind
from cc_dsl.rules.seating import seated

Value = TypeVar("Value")
Term = TypeVar("Term")

SHORTEST_TABLED = 60
"""Definitions with longer texts that play cannot change become tables."""
SINGLE = ("piece", "player", "value")
INDENT = "    "


class Emitter:
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
        if flat is None:
            for definition in rules.definitions.values():
                if definition.settled is not None and definition.kind.base == "groups":
                    self.flat.settle_groups(definition.name, lists.most_settled(self, definition))
            self.flat.recall(self.recalled())
        self.recall_of = {kept.value.name: name for name, kept in self.flat.recalled.items()}
        self.recalled_from: dict[str, frozenset[str]] = {}
        """The variables that each definition computed once per position depends on."""
        self.vars = {var.name: var for var in self.flat.vars}
        self.memo_of = {var.name: name for name, memo in self.flat.memos.items() for var in memo}
        self.lines: list[str] = []
        self.depth = 1
        self.reads: set[str] = set()
        self.tables: dict[str, tuple[int, ...]] = {}
        self._named: dict[tuple[int, ...], str] = {}
        self.functions: dict[object, DefinedFunction] = {}
        self._ranks: dict[str, tuple[int, ...] | None] = {}
        self._static: dict[object, tuple[int, ...]] = {}
        self._tables_of: dict[str, tuple[int, ...] | None] = {}
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

    def recalled(self) -> dict[str, Kind]:
        """Return the definitions that are computed once per position, with their kinds."""
        return {}

    def note_fault(self, code: str, sentence: str, where: str) -> None:
        """Record a fault of the rules with which a game can end; code that runs before play cannot end a game."""

    # ------------------------------------------------------------------------------------- writing

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

    def swept(self, lines: list[str]) -> list[str]:
        """Leave out the numbers of pieces that are read only as sets."""
        words = {word for line in lines for word in re.findall(r"\w+", _read_in(line))}
        return [line for line in lines if (at := _assigned(line)) not in self._bits or at in words]

    def captured(self, build: Callable[[], Value]) -> tuple[Value, list[str]]:
        """Return the expression that is built, and its lines, which are not written yet."""
        outer, self.lines = self.lines, []
        value = build()
        lines, self.lines = self.lines, outer
        return value, lines

    def append(self, lines: list[str], deeper: int = 1) -> None:
        """Write captured lines, in a block that is so much deeper than where they were captured."""
        self.lines.extend(INDENT * deeper + line for line in lines)

    def evaluated(self, build: Callable[[], Value]) -> Value:
        """Build what is read at this point of play: what is computed once for a position is found before, if need
        be."""
        outer, self.reads = self.reads, set()
        value, lines = self.captured(build)
        for group in sorted({self.memo_of[name] for name in self.reads if name in self.memo_of}):
            self.know(group)
        for name in sorted({self.recall_of[name] for name in self.reads if name in self.recall_of}):
            subexpressions.recall(self, name)
        self.reads |= outer
        self.lines.extend(lines)
        return value

    def know(self, group: str) -> None:
        """Write what finds the best groups of all players, unless they are known."""
        memo = self.flat.memos[group]
        if self.status.get(known(group)):
            return
        with self.indented(f"if {self.read(memo.known)} == 0:"):
            find, before = groups.best_function(self, group), dict(self.status)
            for other in sorted({self.memo_of[name] for name in find.reads if name in self.memo_of}):
                self.know(other)
            # The others may be known from now on, or not: this is written where it was not known.
            self.status = agreed(before, self.status)
            owner = self.fresh("p")
            with self.indented(f"for {owner} in range({self.seats}):"):
                code, standing = self.read(memo.group, owner), self.read(memo.standing, owner)
                self.write(f"{code}, {standing} = {self.call(find, owner)}")
            self.write(f"{self.read(memo.known)} = 1")
        self.status[known(group)] = True

    def forget(self, *names: str) -> None:
        """Write code that discards the best groups and definitions computed from these variables."""
        if self.flat.recalled:
            sizes = {self.flat.counts[base].name for base in self.flat.counts if self.flat.places[base].name in names}
            subexpressions.forget(self, sizes.union(names))
        for group, memo in self.flat.memos.items():
            if group not in self.used_groups or groups.rests_on(self, group).isdisjoint(names):
                continue
            if self.status.get(known(group)) is not False:
                self.write(f"{self.read(memo.known)} = 0")
            self.status[known(group)] = False

    # ------------------------------------------------------------------------------------- reading

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

    # ----------------------------------------------------------------------------------- functions

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
            lines, reads = self.swept(self.lines), self.reads
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

    def call(self, function: DefinedFunction, *arguments: str) -> str:
        """Return the text of a call, with all that the function reads."""
        self.reads |= function.reads
        return f"{function.name}({', '.join([*self.parameters(function.reads), *arguments])})"

    def written(self, function: DefinedFunction) -> list[str]:
        """Return the lines of a function."""
        names = ", ".join([*self.parameters(function.reads), *function.arguments])
        return [f"def {function.name}({names}):", *function.lines]

    def parameters(self, reads: frozenset[str]) -> list[str]:
        """Return the parameters for the variables read, in a fixed order, each once."""
        found = {self.surface.parameter(self.vars[name]) for name in reads}
        return sorted(found, key=lambda name: (name != VECTOR, name))

    # ------------------------------------------------------------------------------------- meaning

    def thing(self, frame: Frame, term: Any) -> str:
        """Return the text of a thing."""
        lowered = expressions.thing(self.rules, self.seats, term)
        known = things.THINGS.get(type(lowered))
        if known is None:
            raise NotCompiled(f"things such as {type(term).__name__}")
        return known(self, frame, lowered)

    def condition(self, frame: Frame, term: model.Condition) -> str:
        """Return the text of a condition."""
        lowered = expressions.condition(term)
        known = conditions.CONDITIONS.get(type(lowered))
        if known is None:
            raise NotCompiled(f"conditions such as {type(term).__name__}")
        return known(self, frame, lowered)

    def group(self, frame: Frame, term: object) -> GroupText:
        """Return the text of a group."""
        return groups.group_text(self, frame, term)

    def standing(self, name: str, term: model.Thing, group: GroupText) -> str:
        """Return how a group ranks now."""
        return groups.standing_now(self, name, term, group)

    def each_group(self, frame: Frame, things: model.Thing, then: Callable[[GroupText], None]) -> None:
        """Write a loop over a set of groups, and in it what is to be done with each."""
        groups.each_group(self, frame, things, then)

    def loop(self, name: str, owner: str, then: Callable[[GroupText], None], is_for_any: bool = False) -> None:
        """Write the loops over all groups of a name that a player's pieces make, or to find any of them."""
        group = self.rules.groups[name]
        if self.memoizes(group):
            memos.loop(self, group, owner, then)
        else:
            groups.loop(self, group, owner, then, is_for_any)

    def memoizes(self, group: model.Group) -> bool:
        """Return whether the sorts of a group's pieces are found once: in plain Python, and if few make a group."""
        return self.surface.remembers and group.most <= memos.MOST_PIECES and are_tried(group)

    def bit(self, frame: Frame, term: model.Thing) -> str:
        """Return the set of one thing; of none, the empty set."""
        return things.bit(self, frame, term)

    def kind(self, term: model.Thing) -> Kind:
        """Return the kind of a thing."""
        return kind_of(self.rules, term)

    def reads_play(self, term: object) -> bool:
        """Return whether the value of a term can change during play."""
        return reads_play(self.rules, term)

    def ranks(self, kind: str) -> tuple[int, ...] | None:
        """Return each piece's place in the ranking, the best the highest; None if it changes during play."""
        if kind not in self._ranks:
            ranking = self.rules.rankings[kind]
            if self.reads_play(ranking):
                self._ranks[kind] = None
            else:
                measures = [self.still(key) for key in ranking.keys]
                keys = [tuple(measure[piece] for measure in measures) for piece in range(self.flat.pieces)]
                order = {standing: place for place, standing in enumerate(sorted(set(keys)))}
                self._ranks[kind] = tuple(order[one] for one in keys)
        return self._ranks[kind]

    def still(self, key: model.Key) -> tuple[int, ...]:
        """Return the measure of each piece that play cannot change."""
        if key.form not in ("condition", "number"):
            raise NotCompiled("a ranking of pieces by other pieces", key.origin.sentence)
        find = self.still_conditions if key.form == "condition" else self.still_things
        return tuple(map(int, find(key.measure, 0)))

    def still_things(self, term: model.Thing, slot: int) -> tuple[int, ...]:
        """Return, for each piece, a thing that depends on nothing but the piece in the slot."""
        return self._still(Emitter.thing, term, slot)

    def still_conditions(self, term: model.Condition, slot: int) -> tuple[bool, ...]:
        """Return, for each piece, whether a condition holds that depends on nothing but the piece in the slot."""
        return tuple(map(bool, self._still(Emitter.condition, term, slot)))

    def _still(self, write: Callable[[Emitter, Frame, Term], str], term: Term, slot: int) -> tuple[int, ...]:
        # What depends on no play is computed by the very source that would do it in play.
        key = (write, term, slot)
        if key not in self._static:
            other = Emitter(self.rules, self.seats, Plain(), flat=self.flat)
            other.is_still = True
            frame = {number: Slot("x", False) for number in range(slot + 1)}
            self._static[key] = other.worked_out(write(other, frame, term), self.flat.pieces)
        return self._static[key]

    def table_of(self, definition: model.Definition) -> tuple[int, ...] | None:
        """Return the value of a definition for each owner, computed in advance; None if play can change it."""
        name = definition.name
        if name not in self._tables_of:
            self._tables_of[name] = None if self.is_still else self._table_of(definition)
        return self._tables_of[name]

    def _table_of(self, definition: model.Definition) -> tuple[int, ...] | None:
        owner = definition.owner
        many = count_of(self.rules, self.seats, owner) if owner is not None else 0
        is_plain = owner is not None and owner.base in SINGLE and definition.kind.base in (*SINGLE, "number", "pieces")
        if not is_plain or definition.settled is not None or self.reads_play(definition):
            return None
        other = Emitter(self.rules, self.seats, Plain(), flat=self.flat)
        other.is_still = True
        frame = {0: Slot("x", False)}
        result = things.chosen(other, frame, all_cases(definition), definition.kind)
        # A short expression is as quick as a table, and says more.
        if not other.lines and len(result) <= SHORTEST_TABLED:
            return None
        return other.worked_out(result, many)

    def worked_out(self, result: str, many: int) -> tuple[int, ...]:
        """Evaluate the written text for each number below another."""
        tables = [Plain().table(name, values) for name, values in self.tables.items()]
        made = ["\n".join(self.written(one)) for one in self.functions.values()]
        source = "\n".join([*tables, *made, "def still(x):", *self.lines, f"    return {result}"])
        space = dict(vars(runtime))
        exec(source, space)
        return tuple(int(space["still"](one)) for one in range(many))

    def memo(self, group: str) -> Memo:
        """Return where the best groups of this name are remembered."""
        return self.flat.memos[group]


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
