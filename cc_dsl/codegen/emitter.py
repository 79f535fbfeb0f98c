"""Write the terms of the rules, each class by its function.

What play cannot change is computed beforehand, by the very source that would do it in play.

    a card's worth is 11 if it is high; otherwise 1.    the rule, whose value no play can change
    WORTH = (11, 1, 1, 1, 1, 1, 1, 1, 1, 11, ...)       the table that becomes of it
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from cc_dsl.codegen import conditions, groups, memos, runtime, subexpressions, things
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.flat import Flat
from cc_dsl.codegen.frames import Frame, GroupText, Slot, agreed, known
from cc_dsl.codegen.locations import most_settled
from cc_dsl.codegen.target import Plain
from cc_dsl.codegen.writer import Writer
from cc_dsl.core import expressions
from cc_dsl.core.facts import all_cases
from cc_dsl.core.groups import are_tried
from cc_dsl.core.observable import count_of
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind

Value = TypeVar("Value")
Term = TypeVar("Term")

SHORTEST_TABLED = 60
"""Definitions with longer texts that play cannot change become tables."""
SINGLE = ("piece", "player", "value")


class Emitter(Writer):
    """Writes all terms of one set of rules."""

    def __init__(self, rules: model.Rules, seats: int, surface: Plain, flat: Flat | None = None) -> None:
        """Start without lines; a vector that is known need not be laid out again."""
        super().__init__(rules, seats, surface, flat)
        self._ranks: dict[str, tuple[int, ...] | None] = {}
        self._static: dict[object, tuple[int, ...]] = {}
        self._tables_of: dict[str, tuple[int, ...] | None] = {}
        if flat is None:
            for definition in self.rules.definitions.values():
                if definition.settled is not None and definition.kind.base == "groups":
                    self.flat.settle_groups(definition.name, most_settled(self, definition))
            self.flat.recall(self.recalled())

    def recalled(self) -> dict[str, Kind]:
        """Return the definitions that are computed once per position, with their kinds."""
        return {}

    def evaluated(self, build: Callable[[], Value]) -> Value:
        """Build what is read at this point of play: what is computed once for a position is found before, if need
        be."""
        outer, self.reads = self.reads, set()
        value, lines = self.in_buffer(build)
        for group in sorted({self.memo_of[name] for name in self.reads if name in self.memo_of}):
            self.ensure_best_groups(group)
        for name in sorted({self.recall_of[name] for name in self.reads if name in self.recall_of}):
            subexpressions.recall(self, name)
        self.reads |= outer
        self.lines.extend(lines)
        return value

    def ensure_best_groups(self, group: str) -> None:
        """Write what finds the best groups of all players, unless they are known."""
        memo = self.flat.memos[group]
        if self.status.get(known(group)):
            return
        with self.indented(f"if {self.read(memo.known)} == 0:"):
            find, before = groups.best_function(self, group), dict(self.status)
            for other in sorted({self.memo_of[name] for name in find.reads if name in self.memo_of}):
                self.ensure_best_groups(other)
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
        return not self.surface.is_fast and group.most <= memos.MOST_PIECES and are_tried(group)

    def bit(self, frame: Frame, term: model.Thing) -> str:
        """Return the set of one thing; of none, the empty set."""
        return things.bit(self, frame, term)

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
            self._static[key] = other.tabulate(write(other, frame, term), self.flat.pieces)
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
        return other.tabulate(result, many)

    def tabulate(self, result: str, many: int) -> tuple[int, ...]:
        """Evaluate the written text for each number below another."""
        tables = [Plain().table(name, values) for name, values in self.tables.items()]
        made = ["\n".join(self.function_lines(one)) for one in self.functions.values()]
        source = "\n".join([*tables, *made, "def still(x):", *self.lines, f"    return {result}"])
        space = dict(vars(runtime))
        exec(source, space)
        return tuple(int(space["still"](one)) for one in range(many))
