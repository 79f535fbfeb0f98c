"""Write the terms read at one point of play, and compute once what several rules read in the same position.

The best groups of the players, and definitions used several times, are stored beside the position, with a flag that
says whether they are known; writing to anything that they depend on discards them. For definitions this pays only for a
search among several things, and only in games that run to their end.

    the leader is the player with the most cards.   if leader_is_found == 0:
                                                        leader_found = … a loop over the players …
                                                        leader_is_found = 1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from cc_dsl.codegen import groups
from cc_dsl.codegen.flat import Var
from cc_dsl.codegen.locations import max_settled_groups
from cc_dsl.codegen.target import Plain
from cc_dsl.codegen.things import meaning_of
from cc_dsl.codegen.writer import Writer, common_facts, status_of_definition, status_of_groups
from cc_dsl.core import facts
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import Kind

Value = TypeVar("Value")


class Emitter(Writer):
    """The writer of terms at a point of play."""

    def __init__(self, rules: model.Rules, seats: int, surface: Plain) -> None:
        """Start without lines."""
        super().__init__(rules, seats, surface)
        for definition in self.rules.definitions.values():
            if definition.settled is not None and definition.kind.base == "groups":
                self.flat.settle_groups(definition.name, max_settled_groups(self, definition))
        # If play stops at every question, a position is only a vector.
        self.flat.memoise({} if surface.is_stepwise else memoizable_definitions(self.rules))
        self.definition_of = {cell.value.name: name for name, cell in self.flat.memoised.items()}
        """The definition whose value for the present position each variable holds."""
        self._basis: dict[str, frozenset[str]] = {}
        """The variables on which each memoised definition depends."""

    def evaluate(self, build: Callable[[], Value]) -> Value:
        """Build a term at this point of play, after code that computes the memoised values that it reads."""
        # The lines of the term wait in a buffer, since what they read is known only once they are written.
        outer, self.reads = self.reads, set()
        value, lines = self.in_buffer(build)
        for group in sorted({self.memo_of[name] for name in self.reads if name in self.memo_of}):
            self.ensure_best_groups(group)
        for name in sorted({self.definition_of[name] for name in self.reads if name in self.definition_of}):
            self._ensure_definition(name)
        self.reads |= outer
        self.lines.extend(lines)
        return value

    def ensure_best_groups(self, group: str) -> None:
        """Write code that finds the best groups of all players, unless they are known."""
        memo = self.flat.memos[group]
        if self.status.get(status_of_groups(group)):
            return
        with self.block(f"if {self.read(memo.known)} == 0:"):
            find, before = groups.best_function(self, group), dict(self.status)
            for other in sorted({self.memo_of[name] for name in find.reads if name in self.memo_of}):
                self.ensure_best_groups(other)
            # This branch may not run, so keep only facts that are true on both paths.
            self.status = common_facts(before, self.status)
            owner = self.fresh("p")
            with self.block(f"for {owner} in range({self.seats}):"):
                code, standing = self.read(memo.group, owner), self.read(memo.standing, owner)
                self.write(f"{code}, {standing} = {self.call(find, owner)}")
            self.write(f"{self.read(memo.known)} = 1")
        self.status[status_of_groups(group)] = True

    def _ensure_definition(self, name: str) -> None:
        """Write code that computes a definition's value, unless it is known."""
        cell = self.flat.memoised[name]
        if self.status.get(status_of_definition(name)):
            return
        for other in sorted({self.definition_of[var] for var in self._rests_on(name) if var in self.definition_of}):
            self._ensure_definition(other)
        with self.block(f"if {self.read(cell.known)} == 0:"):
            self.write(f"{self.target_text(cell.value)} = {meaning_of(self, self.rules.definitions[name])}")
            self.write(f"{self.target_text(cell.known)} = 1")
        self.status[status_of_definition(name)] = True

    def _rests_on(self, name: str) -> frozenset[str]:
        """Return the variables on which a definition depends, directly or through other memoised definitions."""
        if name not in self._basis:
            # Write the definition into a buffer that is dropped, only to see what it reads.
            outer, self.reads = self.reads, set()
            self.in_buffer(lambda: meaning_of(self, self.rules.definitions[name]))
            read, self.reads = self.reads, outer
            others = (self._rests_on(self.definition_of[var]) for var in read if var in self.definition_of)
            self._basis[name] = frozenset(read).union(*others)
        return self._basis[name]

    def forget(self, *names: str) -> None:
        """Write code that discards the best groups and definitions computed from these variables."""
        # The callers name the range of an ordered place; its count changes with it.
        sizes = {self.flat.counts[base].name for base in self.flat.counts if self.flat.places[base].name in names}
        for name, cell in self.flat.memoised.items():
            self._discard(status_of_definition(name), cell.known, self._rests_on(name), sizes.union(names))
        for group, memo in self.flat.memos.items():
            if group in self.used_groups:
                self._discard(status_of_groups(group), memo.known, groups.rests_on(self, group), names)

    def _discard(self, key: str, flag: Var, basis: frozenset[str], names: Iterable[str]) -> None:
        """Write code that marks a value as unknown, if it depends on one of these variables."""
        if not basis.isdisjoint(names):
            if self.status.get(key) is not False:
                self.write(f"{self.target_text(flag)} = 0")
            self.status[key] = False


def memoizable_definitions(rules: model.Rules) -> dict[str, Kind]:
    """Return the definitions worth computing once per position, with their kinds.

    These are the plain searches that another definition or a predicate uses twice; those that groups use are left out.
    """
    users: list[model.Definition | model.Predicate] = [*rules.definitions.values(), *rules.predicates.values()]
    sides = [rules.definitions[group.side] for group in rules.groups.values()]
    of_groups = {part.name for part in (*sides, *walk.uses(rules, (*sides, *rules.groups.values())))}
    uses = [Counter(part.name for part in walk.parts(user) if isinstance(part, model.Apply)) for user in users]
    return {
        name: definition.kind
        for name, definition in rules.definitions.items()
        if name not in of_groups and any(use[name] > 1 for use in uses) and _is_plain_search(rules, definition)
    }


def _is_plain_search(rules: model.Rules, definition: model.Definition) -> bool:
    """Return whether a definition without an owner is a search that uses no groups and nothing settled."""
    if definition.owner is not None or definition.kind.base in ("group", "groups"):
        return False
    # The order of pieces may itself depend on play.
    rankings = (*rules.rankings.values(),)
    used = [definition, *walk.uses(rules, (definition, rankings))]
    if any(isinstance(part, model.Divisor) for part in walk.parts(used)):
        return False  # a division can stop play, so evaluate it only where the rules ask for it
    if any(isinstance(fact, model.Definition) and fact.settled is not None for fact in used):
        return False
    part_facts = [facts.facts_of(part) for part in walk.parts((*used, rankings))]
    # Groups have memos of their own.
    reads_groups = any(fact.reads == facts.GROUPS for fact in part_facts)
    return not reads_groups and facts.reads_play(rules, definition) and any(fact.is_search for fact in part_facts)
