"""Generate acts that move several pieces at once to an ordered place: they go one by one in the order in which they
lie.

The moved pieces are computed as a set; then the places that they come from are gone through in their order, and the
pieces of the set are laid in a row.  Pieces of a place without order come in the order of introduction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.compiler.dataflow import is_settled
from cc_dsl.compiler.flat import UNSETTLED
from cc_dsl.compiler.frames import Frame, Slot
from cc_dsl.compiler.ranking import best
from cc_dsl.compiler.things import first_of, may_be_none
from cc_dsl.core.facts import all_cases
from cc_dsl.rules import model

if TYPE_CHECKING:
    from cc_dsl.compiler.game_emitter import GameEmitter


def lined_up(make: GameEmitter, frame: Frame, term: model.Thing, pieces: str) -> str:
    """Write what lays pieces in a row; give the text of how many they are."""
    number = make.fresh("n")
    make.write(f"{number} = 0")
    make.evaluated(lambda: _line_up(make, frame, term, pieces, number))
    return number


def row(make: GameEmitter) -> tuple[str, str]:
    """Return the list that the row is in, and where it begins there."""
    assert make.flat.row is not None
    make.read(make.flat.row, "0")
    return make.surface.holder(make.flat.row)


def _line_up(make: GameEmitter, frame: Frame, term: model.Thing, pieces: str, number: str) -> None:
    """Write code that lays the pieces of a term after those that already lie in the row."""
    if isinstance(term, model.Filter):
        _line_up(make, frame, term.things, pieces, number)
    elif isinstance(term, model.Difference):
        _line_up(make, frame, term.left, pieces, number)
    elif isinstance(term, model.Union):
        first = make.keep(f"{pieces} & {make.thing(frame, term.left)}", "m")
        _line_up(make, frame, term.left, first, number)
        _line_up(make, frame, term.right, make.keep(f"{pieces} & ~{first}", "m"), number)
    elif isinstance(term, model.Contents) and term.base in make.flat.counts:
        _line_up_place(make, frame, term, pieces, number)
    elif isinstance(term, model.AllContents) and term.base in make.flat.counts:
        for owner in range(make.flat.places[term.base].owners):
            _in_its_order(make, term.base, str(owner), pieces, number)
    elif isinstance(term, model.AllContents):
        for owner in range(make.flat.places[term.base].owners):
            there = make.read(make.flat.places[term.base], str(owner))
            _as_introduced(make, make.keep(f"{pieces} & {there}", "m"), number)
    elif isinstance(term, model.Apply):
        _line_up_definition(make, frame, term, pieces, number)
    elif isinstance(term, model.BestFew):
        _line_up_by_rank(make, term, pieces, number)
    else:
        _as_introduced(make, pieces, number)


def _line_up_place(make: GameEmitter, frame: Frame, term: model.Contents, pieces: str, number: str) -> None:
    if term.owner is None:
        _in_its_order(make, term.base, None, pieces, number)
        return
    owner = make.keep(make.thing(frame, term.owner), "o")
    if not may_be_none(make, frame, term.owner):
        _in_its_order(make, term.base, owner, pieces, number)
        return
    with make.indented(f"if {owner} >= 0:"):
        _in_its_order(make, term.base, owner, pieces, number)


def _in_its_order(make: GameEmitter, base: int, owner: str | None, pieces: str, number: str) -> None:
    var, count = make.flat.places[base], make.flat.counts[base]
    if not _is_ordered(make, base):
        # It was shuffled, and has no order all the same.
        _as_introduced(make, make.keep(f"{pieces} & {_gathered(make, base, owner)}", "m"), number)
        return
    make.read(var, "0")
    holder, start = make.surface.holder(var)
    first, size = first_of(make, start, owner), make.read(count, owner if count.is_owned else None)
    target, at = row(make)
    make.write(f"{number} = laid_in_row({holder}, {first}, {size}, {pieces}, {target}, {at}, {number})")


def _gathered(make: GameEmitter, base: int, owner: str | None) -> str:
    from cc_dsl.compiler.things import contents_at

    return contents_at(make, base, owner)


def _is_ordered(make: GameEmitter, base: int) -> bool:
    return any(place.base == base and place.is_ordered for place in make.rules.places)


def _as_introduced(make: GameEmitter, pieces: str, number: str) -> None:
    target, at = row(make)
    make.write(f"{number} = set_in_row({pieces}, {target}, {at}, {number})")


def _line_up_definition(make: GameEmitter, frame: Frame, term: model.Apply, pieces: str, number: str) -> None:
    """Lay settled pieces in the order of their introduction, and others in their own order."""
    var = make.flat.settled.get(term.name)
    status = False if var is None else make.status.get(is_settled(term.name))
    if status is False:
        _line_up_meaning(make, frame, term, pieces, number)
    elif status or var is None:
        _as_introduced(make, pieces, number)
    else:
        with make.indented(f"if {make.read(var)} != {UNSETTLED}:"):
            _as_introduced(make, pieces, number)
        with make.indented("else:"):
            _line_up_meaning(make, frame, term, pieces, number)


def _line_up_meaning(make: GameEmitter, frame: Frame, term: model.Apply, pieces: str, number: str) -> None:
    inner: Frame = {}
    cases = all_cases(make.rules.definitions[term.name])
    if term.owner is None:
        _line_up_cases(make, inner, cases, pieces, number)
        return
    owner = make.keep(make.thing(frame, term.owner), "o")
    inner[0] = Slot(owner, False)
    with make.indented(f"if {owner} >= 0:"):
        _line_up_cases(make, inner, cases, pieces, number)


def _line_up_cases(make: GameEmitter, frame: Frame, cases: list[model.Case], pieces: str, number: str) -> None:
    if not cases:
        return
    test = make.condition(frame, cases[0].condition)
    if test == "True":
        _line_up(make, frame, cases[0].thing, pieces, number)
        return
    with make.indented(f"if {test}:"):
        _line_up(make, frame, cases[0].thing, pieces, number)
    with make.indented("else:"):
        _line_up_cases(make, frame, cases[1:], pieces, number)


def _line_up_by_rank(make: GameEmitter, term: model.BestFew, pieces: str, number: str) -> None:
    left, target, at = make.fresh("m"), *row(make)
    make.write(f"{left} = {pieces}")
    with make.indented(f"while {left}:"):
        one = make.keep(best(make, term.kind, term.is_best, left), "a")
        make.write(f"{number} = set_in_row({make.surface.bit(one)}, {target}, {at}, {number})")
        make.write(f"{left} &= ~({make.surface.bit(one)})")
