"""Join a row with the rows on which it depends, until their common patch is as complete as both editions.

If a patch has lost something, the row that contains it is added; where the lost thing is the change itself, the rows
that use it in the second edition are added.  A row that still gives no answer of the second edition may be joined, for
trial, with one of its neighbours: the rows that use the same names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cc_dsl.compare.play.declared import declared, spellings, subject
from cc_dsl.compare.play.inventory import Inventory
from cc_dsl.compare.play.patches import Patch, Patcher, Plan
from cc_dsl.compare.play.wholeness import Loss, Parents
from cc_dsl.rules.checks import words_in
from cc_dsl.rules.symbols import Item
from cc_dsl.syntax import nodes

MOST_JOINED = 24
"""The most times that rows are joined."""


class Joiner:
    """Finds for each row the rows with which it must be shown."""

    def __init__(self, patcher: Patcher) -> None:
        """Prepare the rows of two editions."""
        self.patcher = patcher
        self.parents = Parents(patcher.first.rules, patcher.renamed)
        self._made: dict[tuple[int, frozenset[int], str, bool], Patch] = {}
        self._names: dict[int, frozenset[str]] = {}

    def joined(self, row: int, along: frozenset[int] = frozenset(), question: str = "", is_seen: bool = False) -> Patch:
        """Return the patch of a row that is complete for games, or for a question; without rules if there is none.

        If it is to be seen, it also shows every player what both editions show.
        """
        key = row, along, question, is_seen
        if key not in self._made:
            self._made[key] = self._joined(row, Plan(frozenset([row, *along])), question, is_seen)
        return self._made[key]

    def _joined(self, row: int, plan: Plan, question: str, is_seen: bool) -> Patch:
        for _ in range(MOST_JOINED):
            patch = self.patcher.patched(row, plan)
            if patch.rules is None or patch.plan is None:
                return patch
            gone = {clause for number in patch.plan.rows for clause in self.patcher.rows[number].first}
            losses = self.parents.losses(patch.rules, question, gone)
            losses += self.parents.unseen(patch.rules) if is_seen else []
            if not losses:
                return patch
            further = next(self._further(patch.plan, losses), None)
            if further is None:
                return patch._replace(rules=None, reason=losses[0].sentence)
            plan = further
        return patch._replace(rules=None, reason=losses[0].sentence)

    # ------------------------------------------------------------------------------------ what is joined

    def _further(self, plan: Plan, losses: list[Loss]) -> Iterator[Plan]:
        """Yield plans with further rows that may repair a loss: first those that state it, then its users."""
        for loss in losses:
            if loss.name and loss.name not in plan.called and self.patcher.calls(loss.name):
                yield plan._replace(called=plan.called | {loss.name})
        for loss in losses:
            for row in self._rows_of(loss):
                if row not in plan.rows:
                    yield self._with(plan, row)
        for loss in losses:
            yield from self._with_users(plan, loss)
        for loss in losses:
            for number in _users(self.patcher.new, loss.name) if loss.name else ():
                item = self.patcher.new.items[number]
                if not item.clause and number not in plan.brought and isinstance(item.statement, nodes.Procedure):
                    yield plan._replace(brought=plan.brought | {number})

    def _with(self, plan: Plan, row: int) -> Plan:
        # What was kept, brought or emptied for the smaller group is found again, but for the course of play.
        brought = frozenset(number for number in plan.brought if not self.patcher.new.items[number].clause)
        return Plan(plan.rows | {row}, brought, called=plan.called)

    def _rows_of(self, loss: Loss) -> list[int]:
        mark = f"{self.patcher.new.name}."
        rows: list[int] = []
        for clause in loss.said:
            side, name = (self.patcher.new, clause.removeprefix(mark)) if clause.startswith(mark) else (None, clause)
            rows += (side or self.patcher.old).rows.get(name, ())
        return [*rows, *(row for clause in loss.second for row in self.patcher.new.rows.get(clause, ()))]

    def _with_users(self, plan: Plan, loss: Loss) -> Iterator[Plan]:
        if not loss.name:
            return
        sides = (self.patcher.new, self.patcher.old)
        for side in reversed(sides) if loss.is_asked else sides:
            for number in _all_users(side, loss.name):
                rows = side.rows.get(side.items[number].clause, ())
                yield from (self._with(plan, row) for row in rows if row not in plan.rows)

    # ------------------------------------------------------------------------------------ neighbours

    def neighbours(self, row: int) -> list[int]:
        """Return the other rows that use the same names, those with the most of them first."""
        shared: Counter[int] = Counter()
        for other in range(len(self.patcher.rows)):
            if other != row:
                shared[other] = len(self._introduced(row) & self._spoken(other))
                shared[other] += len(self._introduced(other) & self._spoken(row))
        return [other for other, count in shared.most_common() if count]

    def _introduced(self, row: int) -> frozenset[str]:
        return frozenset(name for item in self._items(row) for name in _names_of(item))

    def _spoken(self, row: int) -> frozenset[str]:
        if row not in self._names:
            self._names[row] = frozenset(word for item in self._items(row) for word in words_in(item.statement))
        return self._names[row]

    def _items(self, row: int) -> list[Item]:
        return [item for side in self.patcher.statements(row) for item in side]


def _names_of(item: Item) -> Iterator[str]:
    """Yield the names that a statement introduces, or of which it says more."""
    for _, name in declared(item):
        yield from spellings(name)
    if subject(item)[1]:
        yield from spellings(subject(item)[1])
    if isinstance(item.statement, nodes.Sort | nodes.Requirement | nodes.Ranking):
        yield item.statement.name.text


def _all_users(side: Inventory, name: str) -> Iterator[int]:
    """Yield the statements that use a name, then those that use what these introduce, and so on."""
    waiting, seen = [name], {name}
    while waiting:
        for number in _users(side, waiting.pop(0)):
            yield number
            further = [one for _, one in declared(side.items[number]) if one not in seen]
            waiting += further
            seen.update(further)


def _users(side: Inventory, name: str) -> list[int]:
    """Return the statements of an edition that use a name and do not introduce it."""
    wanted = set(spellings(name))
    return [
        number
        for number, item in enumerate(side.items)
        if side.is_own(number)
        and wanted & words_in(item.statement)
        and name not in {one for _, one in declared(item)}
        and subject(item)[1] != name
    ]
