"""What rules say once they are resolved, in a form in which two editions can be compared.

In the model a place, a role or a number is the number of a cell, and another game has other cells; here each is its
name again.  Clauses, readings and the lines of the file are left out, so that what remains is the meaning alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl.rules import model
from cc_dsl.trees import Node, fields, replace

if TYPE_CHECKING:
    from cc_dsl.rules.model import Origin, Rules

IGNORED = frozenset({"origin", "readings", "frame", "settled", "digest", "displaced", "cell"})
WHOLES = (
    "places",
    "numbers",
    "held",
    "roles",
    "definitions",
    "predicates",
    "groups",
    "rankings",
    "procedures",
    "happenings",
)
"""The parts of the rules whose statements know their clauses."""

STORED = (
    model.Cell,
    model.Held,
    model.SetNumber,
    model.SetHeld,
    model.NumberDeclaration,
    model.HeldDeclaration,
)
"""What names a cell by its number."""


class Fact(NamedTuple):
    """One statement of the model: where it belongs, and what it says, without the numbers of one game."""

    home: str
    """The clause of the block in which it stands; empty is the editor's."""
    path: tuple[str, ...]
    form: Any


class Names:
    """The names behind the numbers of a model."""

    def __init__(self, rules: Rules) -> None:
        """Look up what each number of these rules stands for."""
        self.rules = rules
        self.places = {place.base: place.name for place in rules.places}
        self.cells = {role.cell: role.name for role in rules.roles}
        self.cells |= {number.base: number.name for number in rules.numbers}
        self.cells |= {held.base: held.name for held in rules.held}
        self.settled = {one.settled: name for name, one in rules.definitions.items() if one.settled is not None}
        groups = tuple(rules.groups.values())
        self.sorts = {group.name: tuple(sort.name for sort in group.sorts) for group in groups}
        self.only = groups[0].name if len(groups) == 1 else ""

    def sort(self, number: int, group: str = "") -> object:
        """Name a sort of a group; where it is not known of which, its number must do."""
        names = self.sorts.get(group or self.only, ())
        return names[number] if number < len(names) else number

    def constant(self, term: model.Const) -> object:
        """Name a value, piece or player."""
        if term.kind.base == "piece":
            return self.rules.pieces.names[term.value]
        kind = self.rules.values.get(term.kind.name)
        return kind.values[term.value] if kind is not None else term.value


def facts_of(rules: Rules) -> tuple[Fact, ...]:
    """Give what resolved rules say, statement by statement."""
    names = Names(rules)
    found: list[Fact] = []
    for whole in WHOLES:
        part = getattr(rules, whole)
        items = part.items() if isinstance(part, dict) else ((one.name, one) for one in part)
        for name, term in items:
            found += _facts(term, (whole, name), names)
    found += [fact for sight in rules.sights for fact in _facts(sight, ("sights",), names)]
    return tuple(found)


def _facts(term: Any, path: tuple[str, ...], names: Names) -> Iterator[Fact]:
    """Give the statements inside a term; a group is cut into what its statements say of it."""
    origin = getattr(term, "origin", None)
    if isinstance(term, model.Group):
        yield Fact(_home(term.origin), path, (term.least, term.most, term.side))
        yield from _facts(term.sorts, (*path, "sorts"), names)
        yield from _facts(term.ranking, (*path, "ranking"), names)
        yield from _facts(term.deciders, (*path, "deciders"), names)
    elif isinstance(term, model.Sort):
        # A sort names the clauses of its orders behind its own.
        home = term.origin.clauses[0] if term.origin.clauses else ""
        yield Fact(home, (*path, term.name), canonical(replace(term, requirements=()), names))
        yield from _facts(term.requirements, (*path, term.name), names)
    elif isinstance(origin, model.Origin):
        yield Fact(_home(origin), path, canonical(term, names))
    elif isinstance(term, Node):
        for field, part in fields(term):
            yield from _facts(part, (*path, field), names)
    elif isinstance(term, tuple):
        for part in term:
            yield from _facts(part, path, names)


def _home(origin: Origin) -> str:
    """Give the clause of the block, before which stand those that the statement cites itself."""
    return origin.clauses[-1] if origin.clauses else ""


def canonical(term: Any, names: Names) -> Any:
    """Give a term with names for numbers, its slots counted in the order in which they are met."""
    return _canonical(term, names, {0: 0})


def _canonical(term: Any, names: Names, slots: dict[int, int]) -> Any:
    if isinstance(term, model.Slot):
        return "Slot", slots.setdefault(term.number, len(slots))
    if isinstance(term, model.Const):
        return "Const", names.constant(term)
    if isinstance(term, Node):
        parts: list[Any] = [type(term).__name__]
        for field, part in fields(term):
            if field not in IGNORED:
                parts.append(_field(term, field, part, names, slots))
        return tuple(parts)
    if isinstance(term, tuple):
        return tuple(_canonical(part, names, slots) for part in term)
    return term


def _field(term: Any, field: str, part: Any, names: Names, slots: dict[int, int]) -> Any:
    """Give one field of a term, by name where it is the number of something."""
    if field == "base":
        if isinstance(term, STORED):
            return names.cells.get(part) or names.settled.get(part)
        return names.places.get(part)
    if field == "slot":
        return slots.setdefault(part, len(slots))
    if field == "state":
        return names.rules.states[part]
    if field == "sort":
        return names.sort(part, getattr(term, "name", ""))
    if field == "measure" and isinstance(term, model.Key) and term.form == "sort":
        return tuple(names.sort(number) for number in part)
    return _canonical(part, names, slots)
