"""Generate the source that counts, over all ways to lay the pieces of a question, which best group each makes.

The loops lay one piece after another, and each tries only the groups that contain the piece just laid; the best of the
others is passed in.  Where values of an attribute can be exchanged without any rule noticing, only one of them is tried
for the first piece, and counts for all: exchanging two of them maps the ways to lay pieces onto one another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from cc_dsl.compiler import groups, ranking
from cc_dsl.compiler.emitter import Emitter
from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.flat import whole
from cc_dsl.compiler.frames import GroupText, group_slot
from cc_dsl.compiler.games import counting_module
from cc_dsl.compiler.target import Fast, Plain
from cc_dsl.compiler.whereabouts import places_of
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.trees import children


class RankCounts(NamedTuple):
    """The frequency of each rank of a best group, as packed by its ranking; -1 means no group."""

    counts: dict[int, int]
    total: int
    widths: tuple[int, ...]
    """The number of bits of each measure of the ranking, the most important first."""


def count_best(rules: model.Rules, question: model.Question, group: str, is_fast: bool = False) -> RankCounts:
    """Count the best groups of one player over all ways to lay the pieces of a question."""
    count, widths = counter(rules, question, group, is_fast)
    found = [int(number) for number in count()]
    counts = {place - 1: number for place, number in enumerate(found) if number}
    return RankCounts(counts, sum(found), widths)


def counter(
    rules: model.Rules, question: model.Question, group: str, is_fast: bool = False
) -> tuple[Callable[[], Sequence[int]], tuple[int, ...]]:
    """Return the code that counts the best groups of one player by their ranks, and the width in bits of each key."""
    make = Emitter(rules, rules.seats[0], Fast() if is_fast else Plain())
    lines = _Counter(make, rules.groups[group], question).lines()
    widths = tuple(ranking.widths(make, rules.groups[group].ranking))
    tables = [make.surface.table(name, values) for name, values in make.tables.items()]
    functions = [line for function in make.functions.values() for line in make.written(function)]
    module = counting_module("\n".join([*tables, *functions]), "\n".join(lines), is_fast)
    return lambda: module(1 << sum(widths)), widths


class _Counter:
    """Writes the loops."""

    def __init__(self, make: Emitter, group: model.Group, question: model.Question) -> None:
        self.make = make
        self.group = group
        self.asked = question.asked
        side = places_of(make, {}, model.Apply(group.side, model.Const(0, PLAYER)))
        if side != frozenset((asked.place, "0") for asked in self.asked):
            raise NotCompiled("a question that is given other pieces than those of a side", question.origin.sentence)

    def lines(self) -> list[str]:
        """Return the lines of the function."""
        make = self.make
        self._lay(0, 0, [], "-1")
        known = {make.flat.places[asked.place].name for asked in self.asked if not asked.is_owned}
        if not make.reads <= known:
            raise NotCompiled("groups that depend on more than the pieces laid", self.group.origin.sentence)
        return ["def count_all(found):", *make.lines, "    return found"]

    def _lay(self, place: int, number: int, members: list[str], best: str) -> None:
        """Write the loop that lays the next piece, or the code after the last one."""
        make = self.make
        if place == len(self.asked):
            make.write(f"found[{best} + 1] += {'weight' if members else 1}")
            return
        asked = self.asked[place]
        if number == asked.number:
            self._lay(place + 1, 0, members, best)
            return
        one = make.fresh("a")
        with make.indented(self._head(one, number, members)):
            if not members:
                make.write(f"weight = {make.table('WEIGHTS', self._weights())}[{one}]")
                make.write("if weight == 0:")
                make.write("    continue")
            others = members[: len(members) - number]
            if others:
                make.write(f"if {' or '.join(f'{one} == {other}' for other in others)}:")
                make.write("    continue")
            groups.read_values(make, self.group.sorts, one)
            make.write(f"{one}_in = 1 << {one}")
            if not asked.is_owned:
                laid = [*members[len(members) - number :], one]
                var = make.flat.places[asked.place]
                make.write(f"{make.spot(var)} = {' | '.join(f'{each}_in' for each in laid)}")
            best = self._tried(one, members, best)
            self._lay(place, number + 1, [*members, one], best)

    def _head(self, one: str, number: int, members: list[str]) -> str:
        first = f"{members[-1]} + 1, " if number else ""
        return f"for {one} in range({first}{self.make.flat.pieces}):"

    def _tried(self, one: str, members: list[str], best: str) -> str:
        """Write the groups that contain the piece just laid; return the variable of the present best."""
        make, group = self.make, self.group
        sizes = [size for size in range(group.least, group.most + 1) if size <= len(members) + 1]
        if not sizes:
            return best
        now = make.fresh("s")
        make.write(f"{now} = {best}")
        for size in sizes:
            for others in combinations(members, size - 1):
                pieces = make.fresh("m")
                make.write(f"{pieces} = {' | '.join(f'{each}_in' for each in (*others, one))}")
                for sort in range(len(group.sorts)):
                    self._node(sort, (*others, one), pieces, now)
        return now

    def _node(self, number: int, members: tuple[str, ...], pieces: str, best: str) -> None:
        make, sort = self.make, self.group.sorts[number]
        text = GroupText(f"({number << make.flat.pieces} | {pieces})", "", False, number, pieces, members)
        slot = group_slot(text)
        tests = [sort.condition, *(case.condition for case in sort.requirements)]

        def rated() -> None:
            rank, _ = ranking.packed(
                make, dict.fromkeys(range(max(self.group.ranking.frame, 1)), slot), self.group.ranking
            )
            if rank.isdigit():
                make.write(f"if {rank} > {best}:")
                make.write(f"    {best} = {rank}")
                return
            value = make.keep(rank, "r")
            make.write(f"if {value} > {best}:")
            make.write(f"    {best} = {value}")

        groups.if_all(make, dict.fromkeys(range(max(sort.frame, 1)), slot), tests, rated)

    def _weights(self) -> tuple[int, ...]:
        """Return for how many first pieces each counts; 0 if another counts for it."""
        pieces = self.make.flat.pieces
        if self.asked[0].number != 1:
            return (1,) * pieces
        attributes = {name: whole(values) for name, values in self.make.rules.pieces.attributes.items()}
        best: tuple[int, ...] = (1,) * pieces
        for name, values in attributes.items():
            free = sorted(set(values) - fixed_values(self.make.rules, self.group, name))
            if len(free) > max(best) and is_product(attributes, name):
                best = tuple(len(free) if v == free[0] else 0 if v in free else 1 for v in values)
        return best


def is_product(attributes: dict[str, tuple[int, ...]], name: str) -> bool:
    """Return whether every piece has, for each value of an attribute, a like one that differs in nothing else."""
    others = [values for other, values in attributes.items() if other != name]
    rest = [tuple(column) for column in zip(*others, strict=True)] if others else [()] * len(attributes[name])
    pairs = set(zip(rest, attributes[name], strict=True))
    return len(pairs) == len(attributes[name]) == len(set(rest)) * len(set(attributes[name]))


def fixed_values(rules: model.Rules, group: model.Group, name: str) -> set[int]:
    """Return the values of an attribute that a group's sorts and ranking tell from others; all, if it is not plain."""
    every = set(whole(rules.pieces.attributes[name]))
    terms = [(sort.condition, *(case.condition for case in sort.requirements)) for sort in group.sorts]
    wholes: list[object] = [*terms, tuple(key.measure for key in group.ranking.keys)]
    wholes += [one for part in [*wholes] for one in walk.uses(rules, part)]
    found: set[int] = set()
    for part in (inner for one in wholes for inner in walk.parts(one)):
        if isinstance(part, model.Const) and part.kind.base == "piece":
            return every
        if isinstance(part, model.Best) or (isinstance(part, model.Runs | model.Between) and part.attribute == name):
            return every
        if not any(isinstance(child, model.Attribute) and child.name == name for child in children(part)):
            continue
        if isinstance(part, model.OneOf):
            found |= set(part.values)
        elif isinstance(part, model.Same) and isinstance(part.right, model.Const):
            found.add(part.right.value)
        else:
            return every
    return found
