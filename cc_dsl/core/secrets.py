"""What play changes and not all know: which cells are secret, and which choices fill them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from cc_dsl.core.program import BODIES, Core, Statements
from cc_dsl.rules import model


def secrets_of(rules: model.Rules) -> tuple[model.Stored, ...]:
    """Return what is secret: what play changes, and only those know to whom a sentence of the rules discloses it."""
    bases = {one.base for one in rules.disclosures}
    return tuple(one for one in rules.stored if one.base in bases)


def number_of(rules: model.Rules, cell: int) -> int:
    """Return the number by which a secret is known among pieces: those of the cells follow those of the pieces."""
    return len(rules.pieces.names) + cell


def keeping(rules: model.Rules) -> dict[model.Choose, model.Store]:
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
        if isinstance(choose, model.Choose) and isinstance(store, model.Store)
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


def _is_stored(choose: model.Choose, store: model.Store) -> bool:
    """Return whether a statement stores what was chosen, whatever else is true."""
    if choose.number is not None or store.is_for_all or store.sign != "=" or len(store.cases) != 1:
        return False
    case = store.cases[0]
    thing = case.thing.thing if isinstance(case.thing, model.TableValue) else case.thing
    return isinstance(case.condition, model.Always) and thing == model.Slot(choose.slot)
