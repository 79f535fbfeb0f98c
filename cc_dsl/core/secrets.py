"""What play changes and not all know: which cells are secret, and which choices fill them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from cc_dsl.core.program import BODIES, Core, Statements, Store
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind
from cc_dsl.trees import Node


class Secret(Node):
    """Something that play changes, and that only those know to whom a sentence of the rules discloses it."""

    form: str
    """A `number`, a `role`, or another thing that is `held`."""
    name: str
    base: int
    """The first of its cells."""
    count: int
    """The number of its cells, one for each owner."""
    kind: Kind
    """The kind of a value or a player; of a number that it is one."""
    bounds: tuple[int, int] | None
    """The least and the greatest number that it can be, if it is a number."""
    is_owned: bool

    @property
    def cells(self) -> range:
        """The numbers of its cells."""
        return range(self.base, self.base + self.count)


def secrets_of(rules: model.Rules, seats: int) -> tuple[Secret, ...]:
    """Return what is secret in a game with this number of players, in the order of the cells."""
    bases = {one.base for one in rules.disclosures}
    found = [
        Secret("number", one.name, one.base, one.many(seats), NUMBER, (one.least, one.most), one.owner is not None)
        for one in rules.numbers
        if one.base in bases
    ]
    found += [
        Secret("held", one.name, one.base, one.many(seats), one.kind, None, one.owner is not None)
        for one in rules.held
        if one.base in bases
    ]
    found += [Secret("role", one.name, one.cell, 1, PLAYER, None, False) for one in rules.roles if one.cell in bases]
    return tuple(sorted(found, key=lambda one: one.base))


def number_of(rules: model.Rules, cell: int) -> int:
    """Return the number by which a secret is known among pieces: those of the cells follow those of the pieces."""
    return len(rules.pieces.names) + cell


def keeping(rules: model.Rules) -> dict[model.Choose, Store]:
    """Return the choices whose answer the next act stores in a secret: only those know it who know the secret."""
    bases = {one.base for one in rules.disclosures}
    if not bases:
        return {}
    core = Core(rules)
    return {
        choose: store
        for name in (*rules.procedures, *rules.happenings)
        for statements in _runs(core[name].statements)
        for choose, store in pairwise(statements)
        if isinstance(choose, model.Choose) and isinstance(store, Store)
        if store.base in bases and _is_stored(choose, store)
    }


def _runs(statements: Statements) -> Iterator[Statements]:
    """Yield these statements, and all that stand together inside one of them."""
    yield statements
    for one in statements:
        for field in BODIES.get(type(one), ()):
            inner = getattr(one, field)
            for run in inner if inner and isinstance(inner[0], tuple) else (inner,):
                yield from _runs(run)


def _is_stored(choose: model.Choose, store: Store) -> bool:
    """Return whether a statement stores what was chosen, whatever else is true."""
    if choose.number is not None or store.is_for_all or store.sign != "=" or len(store.cases) != 1:
        return False
    case = store.cases[0]
    thing = case.thing.thing if isinstance(case.thing, model.TableValue) else case.thing
    return isinstance(case.condition, model.Always) and thing == model.Slot(choose.slot)
