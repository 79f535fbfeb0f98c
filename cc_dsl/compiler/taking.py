"""Bound how many pieces are taken from the top of a place before the next shuffle; the others need no order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cc_dsl.core import facts
from cc_dsl.core.facts import reads_play
from cc_dsl.core.program import EachLoop, Enter, Store
from cc_dsl.rules import model, walk

if TYPE_CHECKING:
    from cc_dsl.compiler.game_emitter import GameEmitter

PLAIN_ACTS = (Store, model.Move)
"""Acts after which play always continues with the next."""


def most_taken(make: GameEmitter, base: int) -> int | None:
    """Return the number for a place that is shuffled here; None if all may be taken, or seen in order."""
    if any(reads_play(make.rules, ranking) for ranking in make.rules.rankings.values()):
        return None
    taken = 0
    for acts in reversed(make.rest):
        for act in [None] if acts is None else _flat(make, acts):
            if isinstance(act, model.Shuffle) and act.into.base == base:
                return taken if isinstance(act.things, model.AllPieces) else None
            number = _taken(make, act, base)
            if number is None:
                return None
            taken += number
    return None


def _flat(make: GameEmitter, statements: Iterable[object]) -> Iterator[object]:
    """Yield statements in order, with the acts of a procedure in place of its call."""
    for one in statements:
        if isinstance(one, Enter) and one.subject is None:
            yield from _flat(make, make.core[one.name].statements)
        else:
            yield one


def _taken(make: GameEmitter, act: object, base: int) -> int | None:
    """Return how many one act takes from the top of a place; None if that is not sure, or it looks at more."""
    if isinstance(act, EachLoop):
        if not isinstance(act.things, model.AllPlayers) or _reads(make, act.start, base):
            return None
        parts = [_taken(make, one, base) for one in _flat(make, act.body)]
        known = [part for part in parts if part is not None]
        return make.seats * sum(known) if len(known) == len(parts) else None
    if not isinstance(act, PLAIN_ACTS):
        return None
    if isinstance(act, model.Move) and act.number is not None and act.things == model.Contents(base, None):
        return act.number.value if isinstance(act.number, model.Int) and not _reads(make, act.to, base) else None
    return None if _reads(make, act, base) else 0


def _reads(make: GameEmitter, part: object, base: int) -> bool:
    """Return whether something may look at a place, also by way of definitions."""
    for whole in (part, *walk.uses(make.rules, part)):
        for one in walk.parts(whole):
            reads = facts.of(one).reads  # groups read places that are not named where they stand
            if reads == facts.GROUPS or (reads == facts.PLACES and getattr(one, "base", None) == base):
                return True
    return False
