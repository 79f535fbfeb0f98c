"""The writer of source: lines, names, tables, functions with the variables that they read, and known facts.

Each class of terms has a function (`things.py`, `conditions.py`, `groups.py`) that returns an expression, and may write
lines before it. It obtains the texts of its parts from the writer, which finds the function of each class in the tables
below. Constants are computed beforehand, by the same source that would compute them in play.

    his score grows by the number of red cards in his hand.     the rule

    m1 = hand_in[p1] & 8191                 `keep` a text that is used twice, under a name
    score_now[p1] += m1.bit_count()         `write` a line; `read` and `spot` name the variable

A status is true, false, or absent, which means that it must be tested in play. Where paths of play meet, only the facts
on which they agree remain.

    the leader is settled.                  {"settled leader": True}: read it without a test
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from cc_dsl.codegen import runtime
from cc_dsl.codegen.faults import NotCompiled, NotFast
from cc_dsl.codegen.flat import UNSETTLED, Flat, Var, attribute_values
from cc_dsl.codegen.target import VECTOR, WORD, Plain, is_simple
from cc_dsl.core import facts
from cc_dsl.core.facts import kind_of, reads_play
from cc_dsl.core.faults import RulesFault
from cc_dsl.core.groups import parts_of_play
from cc_dsl.core.program import Core, Statements, nested_statements
from cc_dsl.core.seating import seat_rules
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import Kind
from cc_dsl.trees import ByClassWithin

Value = TypeVar("Value")
INDENT = "    "
LONGEST_INLINE = 200
"""Definitions with longer texts become functions."""


def citation(origin: model.Origin) -> str:
    """Return the clauses and the words of a statement, for a comment."""
    clauses = " ".join(origin.clauses) or "editor"
    words = " ".join("".join(sign if sign.isprintable() else " " for sign in origin.sentence).split())
    return f"# {clauses}: {words if len(words) <= 90 else words[:87] + '...'}"


class GroupText(NamedTuple):
    """A group as source: its sort and pieces in one integer, and its rank."""

    code: str
    standing: str
    may_be_none: bool
    sort: int | None = None
    pieces: str = ""
    members: tuple[str, ...] = ()
    """The variables of its pieces, where they are known one by one."""

    @property
    def slot(self) -> Slot:
        """The slot that holds this group."""
        return Slot(self.code, self.may_be_none, self)

    @property
    def rank(self) -> str:
        """The text of its rank; a chosen group has one only if something reads it."""
        assert self.standing, "nothing asks how a chosen group ranks"
        return self.standing

    def sort_in(self, flat: Flat) -> str:
        """Return the text of its sort; -1 for none."""
        return f"({self.code} >> {flat.pieces})" if self.sort is None else str(self.sort)

    def pieces_in(self, flat: Flat) -> str:
        """Return the set of its pieces."""
        if self.pieces:
            return self.pieces
        text = f"({self.code} & {flat.all_pieces})"
        return f"({text} if {self.code} >= 0 else 0)" if self.may_be_none else text


class Slot(NamedTuple):
    """The source text for a slot of a body or definition."""

    text: str
    may_be_none: bool
    group: GroupText | None = None
    places: frozenset[tuple[int, str]] | None = None
    """The places where the piece may lie, with the text of their owner (`any` if unknown); None means anywhere."""
    bit: str = ""
    """The set of only this piece, if it is stored beside its number; empty if the piece is none."""


Frame = dict[int, Slot]


def owned_by(*texts: str) -> Frame:
    """Return a frame in which the first slots have these texts, and are not none."""
    return {slot: Slot(text, False) for slot, text in enumerate(texts)}


class DefinedFunction(NamedTuple):
    """A definition that became a function of its own."""

    name: str
    arguments: tuple[str, ...]
    reads: frozenset[str]
    lines: tuple[str, ...]


def identifier(words: str) -> str:
    """Return words as a part of a name."""
    return "".join(sign if sign.isalnum() else "_" for sign in words)


Status = dict[str, bool]


def status_of_groups(group: str) -> str:
    """Return the key of a status: whether the best groups of a name are known."""
    return f"known {group}"


def status_of_definition(definition: str) -> str:
    """Return the key of a status: whether a definition that is computed once for a position is known."""
    return f"found {definition}"


def settled_key(definition: str) -> str:
    """Return the key of a status: whether a definition is settled."""
    return f"settled {definition}"


def common_facts(first: Status, second: Status) -> Status:
    """Return the facts that hold after either of two paths."""
    return {key: value for key, value in first.items() if second.get(key) is value}


def in_loop(status: Status, acts: Statements) -> Status:
    """Return the facts at the start of every round of a loop: those that no round may change."""
    settlings = (act for act in nested_statements(acts) if isinstance(act, model.Settle))
    changed = {settled_key(name) for act in settlings for name in act.names}
    memos = status_of_groups(""), status_of_definition("")
    return {key: value for key, value in status.items() if key not in changed and not key.startswith(memos)}


class Writer:
    """The writer of source for one set of rules, one number of players and one target."""

    def __init__(self, rules: model.Rules, seats: int, surface: Plain, flat: Flat | None = None) -> None:
        """Start without lines; a given layout of the vector is reused."""
        self.rules = rules = seat_rules(rules, seats)
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
        self.lines: list[str] = []
        self.depth = 1
        self.reads: set[str] = set()
        """The names of the variables read by the function or expression that is being written."""
        self.tables: dict[str, tuple[int, ...]] = {}
        self._table_names: dict[tuple[int, ...], str] = {}
        self.functions: dict[object, DefinedFunction] = {}
        self._settled_keys: dict[str, list[str]] = {}
        self._count = 0
        self.status: dict[str, bool] = {}
        """The facts known at this point: which definitions are settled or not, and for which groups the best are known
        or not.
        """
        self.values_read: dict[str, set[str]] = {}
        """For each variable that holds a piece of a group, the variables already written for its attributes."""
        self._ranks: dict[str, tuple[int, ...] | None] = {}
        self._constant_values: dict[object, tuple[int, ...]] = {}
        self._bits: dict[str, str] = {}
        """Names of pieces that are also kept as sets, with the names of the sets."""
        self.after: list[str] = []
        """The code after the functions."""
        self.computes_constants = False
        """Whether this writer computes constants in advance, in which case it must not start another one to do so."""

    @cached_property
    def vars(self) -> dict[str, Var]:
        """The variables of the vector by their names."""
        return {var.name: var for var in self.flat.vars}

    @cached_property
    def memo_of(self) -> dict[str, str]:
        """The memo of best groups to which each variable belongs."""
        return {var.name: name for name, memo in self.flat.memos.items() for var in memo}

    def note_fault(self, fault: RulesFault) -> None:
        """Record a fault that an expression may raise; do nothing here, since only a whole game has numbered ends."""

    def must_hold(self, members: int, what: str) -> None:
        """Raise an error if a kind has more things than a set has bits on this target.

        A word has 64 bits; but a settled set must differ from the value for “not settled”.
        """
        definitions = self.rules.definitions.values()
        settles_sets = any(definition.settled is not None and definition.kind.is_set for definition in definitions)
        if settles_sets or members > WORD:
            self.must_fit(members, what)

    def must_fit(self, bits: int, what: str, sentence: str = "") -> None:
        """Raise an error if a value has more bits than a number on this target."""
        if self.surface.most_bits is not None and bits > self.surface.most_bits:
            raise NotFast(what, sentence)

    @cached_property
    def used_groups(self) -> frozenset[str]:
        """The groups whose best is asked for anywhere in play."""
        return frozenset(part.name for part in parts_of_play(self.rules) if isinstance(part, model.BestGroup))

    @cached_property
    def only_had(self) -> frozenset[str]:
        """The groups for which only a test of existence is needed; none here, as exact counts may need the best."""
        return frozenset()

    # -------------------------------------------------------------------------------- writing

    def write(self, line: str) -> None:
        """Append a line at the present indentation."""
        self.lines.append(INDENT * self.depth + line)

    def write_all(self, lines: list[str]) -> None:
        """Add lines with relative indentation."""
        for line in lines:
            self.write(line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write a line and an indented block after it, at least `pass`."""
        self.write(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if not any(line.strip() and not line.strip().startswith("#") for line in self.lines[before:]):
            self.write("pass")
        self.depth -= 1

    @contextmanager
    def guard(self, test: str) -> Iterator[None]:
        """Write a block that runs only if a test holds; without a test, write no condition."""
        with self.block(f"if {test}:") if test else nullcontext():
            yield

    def fresh(self, stem: str = "t") -> str:
        """Return a new name."""
        self._count += 1
        return f"{stem}{self._count}"

    def name_of_text(self, text: str, stem: str = "t") -> str:
        """Return a name or literal for a text, so that it can be repeated."""
        if is_simple(text):
            return text
        name = self.fresh(stem)
        self.write(f"{name} = {text}")
        return name

    def bit_of(self, piece: str) -> str:
        """Name the singleton set of a piece."""
        self._bits[piece] = f"{piece}_bit"
        return self._bits[piece]

    def is_bit(self, text: str) -> bool:
        """Return whether a text names the set of one piece."""
        return text in self._bits.values()

    def in_buffer(self, build: Callable[[], Value]) -> tuple[Value, list[str]]:
        """Return the expression that a function builds, and its lines, which are not written yet."""
        outer, self.lines = self.lines, []
        value = build()
        lines, self.lines = self.lines, outer
        return value, lines

    def append(self, lines: list[str], deeper: int = 1) -> None:
        """Append captured lines, indented by this many more levels."""
        self.lines.extend(INDENT * deeper + line for line in lines)

    def is_settled(self, definition: model.Definition) -> bool | None:
        """Return whether a definition is settled at this point; None if that must be tested in play."""
        return self.status.get(settled_key(definition.name)) if definition.settled is not None else False

    def write_by_settlement(
        self, definition: model.Definition, settled: Callable[[], None], unsettled: Callable[[], None]
    ) -> None:
        """Write the code for a settled definition, for an unsettled one, or a test and both if the status is not known.

        The test asks whether the cell of the definition holds UNSETTLED.
        """
        status = self.is_settled(definition)
        if status is not None:
            (settled if status else unsettled)()
            return
        with self.block(f"if {self.read(self.flat.settled[definition.name])} != {UNSETTLED}:"):
            settled()
        with self.block("else:"):
            unsettled()

    def write_first_case(self, frame: Frame, cases: Sequence[model.Case], write: Callable[[model.Thing], None]) -> None:
        """Write the code for the thing of the first case that holds."""
        if not cases:
            return
        test = self.condition(frame, cases[0].condition)
        with self.guard(test if test != "True" else ""):
            write(cases[0].thing)
        if test != "True":
            with self.block("else:"):
                self.write_first_case(frame, cases[1:], write)

    # -------------------------------------------------------------------------------- reading

    def target_text(self, var: Var, index: str | None = None) -> str:
        """Return the text of a variable as a target of assignment, without recording a read."""
        if index is None and var.is_one:
            return self.surface.single_cell(var)
        return self.surface.cell_of_run(var, index or "0")

    def read(self, var: Var, index: str | None = None) -> str:
        """Return the text of a variable, for an owner if it has one."""
        self.reads.add(var.name)
        return self.target_text(var, index)

    def table(self, name: str, values: tuple[int, ...]) -> str:
        """Return the name of a table of constants, made once."""
        table_name = self._table_names.get(values)
        if table_name is None:
            table_name, count = name, 2
            while table_name in self.tables:
                table_name, count = f"{name}_{count}", count + 1
            self._table_names[values] = table_name
            self.tables[table_name] = values
        return table_name

    def constants(self, name: str, values: tuple[int | None, ...], default: int | None = None) -> str:
        """Return the name of the table of a property; none, which is -1, reads the last entry, the default."""
        return self.table(identifier(name).upper(), attribute_values((*values, default)))

    def attribute(self, name: str) -> str:
        """Return the table of an attribute."""
        return self.constants(name, self.rules.pieces.attributes[name])

    # ------------------------------------------------------------------------------ functions

    def status_for(self, part: model.Definition | model.Predicate) -> tuple[tuple[str, bool], ...]:
        """Return the known facts about the settled definitions that a part uses directly or indirectly."""
        part_key = f"{type(part).__name__} {part.name}"
        if part_key not in self._settled_keys:
            names = [used.name for used in walk.uses(self.rules, part) if isinstance(used, model.Definition)]
            self._settled_keys[part_key] = sorted(settled_key(name) for name in names if name in self.flat.settled)
        return tuple((key, self.status[key]) for key in self._settled_keys[part_key] if key in self.status)

    def function(self, key: object, name: str, build: Callable[[], str], *arguments: str) -> DefinedFunction:
        """Return the function for a key, made once; it returns the expression that `build` returns."""
        function = self.functions.get(key)
        if function is None:
            outer = self.lines, self.depth, self.reads
            self.lines, self.depth, self.reads = [], 1, set()
            result = build()
            self.write(f"return {result}")
            lines, reads = self.lines, self.reads
            self.lines, self.depth, self.reads = outer
            text = f"d{len(self.functions)}_{identifier(name)}"
            function = self.functions[key] = DefinedFunction(text, arguments, frozenset(reads), tuple(lines))
        return function

    def inline_or_call(
        self,
        part: model.Definition | model.Predicate,
        texts: tuple[str, ...],
        inline: Callable[..., str],
        body: Callable[..., str],
    ) -> str:
        """Return the text of a definition for its arguments: inline if short and a single expression, else a call."""
        names, key = ("x", "y")[: len(texts)], (type(part).__name__, part.name, self.status_for(part))
        if key not in self.functions:
            reads = set(self.reads)
            text, lines = self.in_buffer(lambda: inline(*texts))
            if not lines and len(text) <= LONGEST_INLINE:
                return text
            self.reads = reads  # the inline text is dropped, so its reads do not count
        return self.call(self.function(key, part.name, lambda: body(*names), *names), *texts)

    def call(self, function: DefinedFunction, *arguments: str) -> str:
        """Return the text of a call, with the variables that the function reads."""
        self.reads |= function.reads
        return f"{function.name}({', '.join([*self.parameters(function.reads), *arguments])})"

    def function_lines(self, function: DefinedFunction) -> list[str]:
        """Return the lines of a function."""
        names = ", ".join([*self.parameters(function.reads), *function.arguments])
        return [f"def {function.name}({names}):", *function.lines]

    def parameters(self, reads: frozenset[str]) -> list[str]:
        """Return the parameters for the variables read, in a fixed order, each once."""
        names = {self.surface.parameter(self.vars[name]) for name in reads}
        return sorted(names, key=lambda name: (name != VECTOR, name))

    # ----------------------------------------------------------------------------------- terms

    def write_term(self, table: Mapping[type, Callable[..., Value]], what: str, frame: Frame, term: object) -> Value:
        """Return the result of the function for the class of a term or act."""
        write = table.get(type(term))
        if write is None:
            raise NotCompiled(f"{what} such as {type(term).__name__}")
        return write(self, frame, term)

    def thing(self, frame: Frame, term: Any) -> str:
        """Return the text of a thing."""
        return self.write_term(THINGS, "things", frame, term)

    def condition(self, frame: Frame, term: model.Condition) -> str:
        """Return the text of a condition."""
        return self.write_term(CONDITIONS, "conditions", frame, term)

    def group(self, frame: Frame, term: object) -> GroupText:
        """Return the text of a group."""
        return self.write_term(GROUPS, "groups", frame, term)

    def each_group(self, frame: Frame, things: Any, then: Callable[[GroupText], None]) -> None:
        """Write a loop over a set of groups, with its body."""
        EACH_GROUP[type(things)](self, frame, things, then)

    def kind(self, term: model.Thing) -> Kind:
        """Return the kind of a thing."""
        return kind_of(self.rules, term)

    def may_be_none(self, frame: Frame, term: object) -> bool:
        """Return whether a thing may be none."""
        return facts.may_be_none(self.rules, term, lambda slot: frame[slot.number].may_be_none)

    def reads_play(self, term: object) -> bool:
        """Return whether the value of a term can change during play."""
        return reads_play(self.rules, term)

    # ------------------------------------------------------------------------------ constants

    def ranks(self, kind: str) -> tuple[int, ...] | None:
        """Return each piece's place in the ranking, the best the highest; None if it changes during play."""
        if kind not in self._ranks:
            ranking = self.rules.rankings[kind]
            if self.reads_play(ranking):
                self._ranks[kind] = None
            else:
                for key in ranking.keys:
                    if key.form not in ("condition", "number"):
                        raise NotCompiled("a ranking of pieces by other pieces", key.origin.sentence)
                measures = [self.constant_values(key.measure, 0) for key in ranking.keys]
                keys = [tuple(measure[piece] for measure in measures) for piece in range(self.flat.pieces)]
                order = {key_of_piece: place for place, key_of_piece in enumerate(sorted(set(keys)))}
                self._ranks[kind] = tuple(order[key_of_piece] for key_of_piece in keys)
        return self._ranks[kind]

    def constant_values(self, term: Any, slot: int) -> tuple[int, ...]:
        """Return, for each piece, the value of a thing or condition that depends only on the piece in the slot."""
        key = (term, slot)
        if key not in self._constant_values:
            other = Writer(self.rules, self.seats, Plain(), self.flat)
            other.computes_constants = True
            write = other.condition if type(term) in facts.CONDITIONS else other.thing
            result = write(dict.fromkeys(range(slot + 1), Slot("x", False)), term)
            self._constant_values[key] = other.tabulate(result, self.flat.pieces)
        return self._constant_values[key]

    def tabulate(self, result: str, size: int) -> tuple[int, ...]:
        """Execute the written source; return the values of its result for each `x` in `range(size)`."""
        tables = [Plain().table(name, values) for name, values in self.tables.items()]
        functions = ["\n".join(self.function_lines(function)) for function in self.functions.values()]
        source = "\n".join([*tables, *functions, "def value_for(x):", *self.lines, f"    return {result}"])
        space = dict(vars(runtime))
        exec(source, space)
        return tuple(int(space["value_for"](x)) for x in range(size))


THINGS: ByClassWithin[Writer, Frame, str] = {}
CONDITIONS: ByClassWithin[Writer, Frame, str] = {}
GROUPS: ByClassWithin[Writer, Frame, GroupText] = {}
EACH_GROUP: dict[type, Callable[[Writer, Frame, Any, Callable[[GroupText], None]], None]] = {}
"""The function that writes each class of terms; `things.py`, `conditions.py` and `groups.py` fill the tables."""
