"""Where pieces may lie when they are moved, so that they are taken away there and nowhere else.

A place is told by its base and the text of its owner (`any` if the text may mean another player later).  What is
given is never too little: a bit that is not there is cleared at no harm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from cc_dsl.compiler.analysis import acts_in, deeds
from cc_dsl.compiler.things import cases_of
from cc_dsl.rules import model

if TYPE_CHECKING:
    from cc_dsl.compiler.maker import Frame, Maker

Places = frozenset[tuple[int, str]]
COMMON = "0"
ANY = "any"


def owner_of(frame: Frame, owner: Any) -> str:
    """Give the text of an owner, if it means the same player as long as the frame lasts."""
    if owner is None:
        return COMMON
    if isinstance(owner, model.Const):
        return str(owner.value)
    if isinstance(owner, model.Slot) and owner.number in frame:
        return frame[owner.number].text
    return ANY


def places_of(make: Maker, frame: Frame, term: Any) -> Places | None:
    """Give the places in which pieces may lie; None if they may lie anywhere."""
    if isinstance(term, model.Contents | model.OnlyPiece):
        return frozenset([(term.base, owner_of(frame, term.owner))])
    if isinstance(term, model.AllContents):
        return frozenset([(term.base, ANY)])
    if isinstance(term, model.Filter | model.Best | model.Only):
        return places_of(make, frame, term.things)
    if isinstance(term, model.Difference):
        return places_of(make, frame, term.left)
    if isinstance(term, model.Lone):
        return places_of(make, frame, term.thing)
    if isinstance(term, model.BestFew):
        return places_of(make, frame, term.things)
    if isinstance(term, model.GroupPieces):
        return groups_places(make, frame, term.group)
    if isinstance(term, model.Slot):
        return frame[term.number].places
    if isinstance(term, model.Union):
        return _joined([places_of(make, frame, term.left), places_of(make, frame, term.right)])
    if isinstance(term, model.Apply) and make.rules.definitions[term.name].settled is None:
        return _of_definition(make, frame, term, places_of)
    return frozenset() if isinstance(term, model.Nothing) else None


def groups_places(make: Maker, frame: Frame, term: Any) -> Places | None:
    """Give the places in which the pieces of a group, or of a set of groups, may lie."""
    if isinstance(term, model.Slot):
        return frame[term.number].places
    if isinstance(term, model.Filter):
        return groups_places(make, frame, term.things)
    if isinstance(term, model.Groups | model.BestGroup):
        side = make.rules.groups[term.name].side
        return places_of(make, frame, model.Apply(side, term.owner))
    if isinstance(term, model.Apply) and make.rules.definitions[term.name].settled is None:
        return _of_definition(make, frame, term, groups_places)
    return frozenset() if isinstance(term, model.Nothing) else None


def _joined(found: list[Places | None]) -> Places | None:
    known = [places for places in found if places is not None]
    return frozenset().union(*known) if len(known) == len(found) else None


def _of_definition(
    make: Maker, frame: Frame, term: model.Apply, places: Callable[[Maker, Frame, Any], Places | None]
) -> Places | None:
    from cc_dsl.compiler.maker import Slot

    definition = make.rules.definitions[term.name]
    owner = ANY if term.owner is None else owner_of(frame, term.owner)
    inner: Frame = {slot: Slot(ANY, False) for slot in range(definition.frame + 1)}
    inner[0] = Slot(owner, False)
    return _joined([places(make, inner, case.thing) for case in cases_of(definition)])


def later_places(make: Maker, frame: Frame, places: Places | None, acts: list[Any]) -> Places | None:
    """Give where pieces may lie while these acts are done, and those of the bodies that they call."""
    if places is None:
        return None
    moves = [*_moves(make, frame, acts)]
    while True:
        bases = {base for base, _ in places}
        more = {to for source, to in moves if source is None or bases & source} | places
        if more == places:
            return places
        places = frozenset(more)


def _moves(make: Maker, frame: Frame, acts: list[Any]) -> Iterator[tuple[set[int] | None, tuple[int, str]]]:
    """Give the bases from which, and the places to which, acts may move pieces."""
    from cc_dsl.compiler.maker import Slot

    for act in acts_in(acts):
        if isinstance(act, model.Move | model.Shuffle):
            to = act.to if isinstance(act, model.Move) else act.into
            # A piece that was chosen may lie wherever its choice found it, and that is asked for here: take any.
            has_slot = isinstance(act.things, model.Lone) or _is_of_slot(act.things)
            source = None if has_slot else places_of(make, frame, act.things)
            yield None if source is None else {base for base, _ in source}, (to.base, owner_of(frame, to.owner))
        elif isinstance(act, model.Perform):
            yield from _moves(make, _blank(make), deeds(make.rules, act.name))
        elif isinstance(act, model.Call):
            inner = _blank(make)
            inner[0] = Slot(owner_of(frame, act.subject), False)
            yield from _moves(make, inner, deeds(make.rules, act.verb))
        elif isinstance(act, model.Observe):
            for key in act.deeds:
                yield from _moves(make, _blank(make), deeds(make.rules, key))


def _is_of_slot(things: Any) -> bool:
    """Tell whether pieces that go somewhere are, or are found among, what was chosen."""
    if isinstance(things, model.Filter | model.Best | model.BestFew | model.Only):
        return _is_of_slot(things.things)
    if isinstance(things, model.Union):
        return _is_of_slot(things.left) or _is_of_slot(things.right)
    if isinstance(things, model.Difference):
        return _is_of_slot(things.left)
    return isinstance(things.thing if isinstance(things, model.Lone) else things, model.Slot | model.GroupPieces)


def _blank(make: Maker) -> Frame:
    from cc_dsl.compiler.maker import Slot

    return dict.fromkeys(range(64), Slot(ANY, False))
