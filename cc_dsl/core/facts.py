"""One table of facts about every class of seated terms: its kind, whether it may be none, and what it reads.

Both engines read this table and have no list of classes of their own; a test checks that it is complete.

    the highest card in his hand        Best(card, Contents(hand, Slot 0))
        kind: a card. May be none: the hand may be empty. Reads: places. Examines pieces: those in `things`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard

from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import NONE, NUMBER, Kind
from cc_dsl.trees import LEAVES, children

KindOf = Callable[[model.Rules, Any], Kind]
MayBeNone = Callable[[model.Rules, Any, "SlotMayBeNone"], bool]
SlotMayBeNone = Callable[[model.Slot], bool]
"""A function that says whether the value in a slot may be none where the term is evaluated."""

InPlace: TypeAlias = model.Contents | model.OnlyPiece | model.TopPiece
OfGroups: TypeAlias = model.Groups | model.BestGroup | model.HasSort
Owned: TypeAlias = model.Load | InPlace | OfGroups
"""The terms that read something that may have an owner: the pieces of a place, the groups of a player, a cell."""
Binding: TypeAlias = model.Filter | model.Extreme | model.Champion | model.Quantified
"""The terms that bind a slot to one thing after another."""

PLACES: Final = "places"
CELLS: Final = "cells"
STATES: Final = "states"
GROUPS: Final = "groups"
PLAY: Final = "play"
"""The parts of a position that a term reads: places by name, cells, states of pieces, groups, or unknown parts."""
OF_PIECES = ("piece", "pieces", "group", "groups")
"""The bases of the kinds whose things are pieces or consist of pieces."""


class Facts(NamedTuple):
    """The facts about a class of things, or of conditions, which have no kind."""

    kind: KindOf
    may_be_none: MayBeNone
    reads: str = ""
    """The parts of a position that it reads itself, in addition to what its parts read."""
    looks: tuple[str, ...] = ()
    """The parts whose pieces it must identify, if they consist of pieces."""
    members: tuple[str, ...] = ()
    """The parts that contain all its members."""
    keeps_order: bool = False
    """Whether it keeps those members in their order."""
    is_search: bool = False
    """Whether it iterates over several things."""
    is_of_place: bool = False
    """Whether it asks where or how one piece lies, which does not depend on which piece that is."""


# ------------------------------------------------------------------------------------------------- kinds


def kind_of(rules: model.Rules, term: model.Thing) -> Kind:
    """Return the kind of a thing."""
    return THINGS[type(term)].kind(rules, term)


def _always(kind: Kind) -> KindOf:
    """Return the rule for things of the same kind in all rules."""
    return lambda rules, term: kind


def _piece(rules: model.Rules, term: model.Thing) -> Kind:
    return Kind("piece", rules.pieces.name)


def _pieces(rules: model.Rules, term: model.Thing) -> Kind:
    return Kind("pieces", rules.pieces.name)


def _kind_in_term(rules: model.Rules, term: model.Literal | model.Slot | model.Load | model.Where) -> Kind:
    """Return the kind that is a field of the term."""
    return term.kind


def _rule_by_name(base: str) -> KindOf:
    """Return the rule for things whose kind follows from the name in the term."""
    return lambda rules, term: Kind(base, term.name)


def _kind_of_part(field: str) -> KindOf:
    """Return the rule for things of the same kind as one of their parts."""
    return lambda rules, term: kind_of(rules, getattr(term, field))


def _many(rules: model.Rules, term: model.Lone) -> Kind:
    kind = kind_of(rules, term.thing)
    return kind.many if kind.base in ("value", "player") else _pieces(rules, term)


# ------------------------------------------------------------------------------------ terms that may be none


def may_be_none(rules: model.Rules, term: object, slots: SlotMayBeNone) -> bool:
    """Return whether a thing may be none."""
    return THINGS[type(term)].may_be_none(rules, term, slots)


def _is_never_none(rules: model.Rules, term: model.Thing, slots: SlotMayBeNone) -> bool:
    return False


def _may_always_be_none(rules: model.Rules, term: model.Thing, slots: SlotMayBeNone) -> bool:
    return True


def _may_be_defined_none(rules: model.Rules, term: model.Apply, slots: SlotMayBeNone) -> bool:
    """Return whether a definition may be none: if a case may be, or none may hold; a number or a set is never none."""
    definition = rules.definitions[term.name]
    if definition.kind == NUMBER or definition.kind.is_set:
        return False
    if any(owner is not None and may_be_none(rules, owner, slots) for owner in (term.owner, term.other)):
        return True
    is_sure = bool(definition.cases) and isinstance(definition.cases[-1].condition, model.Always)
    return not is_sure or any(may_be_none(rules, case.thing, lambda slot: False) for case in all_cases(definition))


def all_cases(definition: model.Definition) -> list[model.Case]:
    """Return all cases in the order of evaluation: exceptions first, and of these the last written first."""
    return [case for cases in reversed(definition.overrides) for case in cases] + [*definition.cases]


# ------------------------------------------------------------------------------------------------- the table

_NUMBER, _SET, _TEST = (Facts(kind, _is_never_none) for kind in (_always(NUMBER), _pieces, _always(NONE)))

THINGS: dict[type, Facts] = {
    model.Literal: Facts(_kind_in_term, lambda rules, term, slots: term.value is None),
    model.Domain: Facts(_kind_in_term, _is_never_none),
    # A table with an entry for none has one for everything.
    model.Lookup: Facts(
        _kind_in_term,
        lambda rules, term, slots: (
            term.missing is None and (None in term.values or may_be_none(rules, term.thing, slots))
        ),
        looks=("thing",),
    ),
    # A distance is a number and a set may be empty, but a direction, or a square beside the board, may be none.
    model.Pair: Facts(_kind_in_term, lambda rules, term, slots: term.missing is None),
    model.Ahead: Facts(_kind_of_part("value"), _may_always_be_none),
    model.Slot: Facts(_kind_in_term, lambda rules, term, slots: slots(term)),
    # A stored number or set always exists; any other stored thing may be none.
    model.Load: Facts(_kind_in_term, lambda rules, term, slots: term.missing is None, CELLS),
    model.Contents: _SET._replace(reads=PLACES),
    model.OnlyPiece: Facts(_piece, _may_always_be_none, PLACES),
    model.TopPiece: Facts(_piece, _may_always_be_none, PLACES),
    model.AllContents: _SET._replace(reads=PLACES),
    model.Lone: Facts(_many, _is_never_none, members=("thing",)),
    model.Union: Facts(_kind_of_part("left"), _is_never_none, members=("left", "right"), keeps_order=True),
    model.Difference: Facts(
        _kind_of_part("left"), _is_never_none, looks=("left", "right"), members=("left",), keeps_order=True
    ),
    model.Filter: Facts(_kind_of_part("things"), _is_never_none, members=("things",), keeps_order=True),
    model.Count: _NUMBER,
    model.SortOf: Facts(
        lambda rules, term: Kind("sort", kind_of(rules, term.group).name),
        lambda rules, term, slots: may_be_none(rules, term.group, slots),
        looks=("group",),
    ),
    model.Apply: Facts(lambda rules, term: rules.definitions[term.name].kind, _may_be_defined_none),
    model.Only: Facts(
        lambda rules, term: kind_of(rules, term.things).element_kind, _may_always_be_none, members=("things",)
    ),
    model.Best: Facts(_piece, _may_always_be_none, looks=("things",), members=("things",)),
    model.BestFew: _SET._replace(looks=("things",), members=("things",), is_search=True),
    model.Extreme: _NUMBER._replace(is_search=True),
    model.Champion: Facts(lambda rules, term: term.over, _may_always_be_none, PLAY, looks=("measure",), is_search=True),
    model.Groups: Facts(_rule_by_name("groups"), _is_never_none, GROUPS),
    model.BestGroup: Facts(_rule_by_name("group"), _may_always_be_none, GROUPS),
    model.GroupPieces: _SET._replace(looks=("group",), members=("group",)),
    model.Arithmetic: _NUMBER,
    # A division by 0 stops play, so no analysis may evaluate it early.
    model.Divisor: _NUMBER._replace(reads=PLAY),
    model.Where: Facts(_kind_in_term, _may_always_be_none, PLACES, looks=("piece",)),
}

CONDITIONS: dict[type, Facts] = {
    model.Compare: _TEST,
    model.Ranks: _TEST._replace(looks=("left", "right")),
    model.Same: _TEST._replace(looks=("left", "right")),
    model.SameSet: _TEST._replace(looks=("left", "right")),
    model.IsNone: _TEST,
    model.In: _TEST._replace(looks=("piece",), is_of_place=True),
    model.OneOf: _TEST,
    model.Empty: _TEST,
    model.Alike: _TEST._replace(looks=("things",)),
    model.Runs: _TEST._replace(looks=("things",)),
    model.Between: _TEST._replace(looks=("piece", "group")),
    model.HasState: _TEST._replace(reads=STATES, looks=("piece",), is_of_place=True),
    model.Holds: _TEST,
    model.HasSort: _TEST._replace(reads=GROUPS),
    model.Quantified: _TEST._replace(is_search=True),
    model.And: _TEST,
    model.Or: _TEST,
    model.Not: _TEST,
    model.Always: _TEST,
}

FACTS = {**THINGS, **CONDITIONS}


# ------------------------------------------------------------------------------------------- read from the table


def facts_of(part: object) -> Facts:
    """Return the facts about a term; any other object reads nothing."""
    return FACTS.get(type(part), _TEST)


def members_of(term: object, in_order: bool = False) -> list[Any]:
    """Return the parts that contain all members of a term; on request, only those whose order it keeps."""
    fact = facts_of(term)
    return [getattr(term, field) for field in fact.members] if fact.keeps_order or not in_order else []


def is_owned(part: object) -> TypeGuard[Owned]:
    """Return whether a term reads a part of the position that may have an owner."""
    return bool(facts_of(part).reads) and hasattr(part, "owner")


def reads_place(part: object) -> TypeGuard[InPlace]:
    """Return whether a term reads the place of one owner."""
    return is_owned(part) and facts_of(part).reads == PLACES


def reads_groups(part: object) -> TypeGuard[OfGroups]:
    """Return whether a term reads the groups of a player."""
    return facts_of(part).reads == GROUPS


def is_binding(part: object) -> TypeGuard[Binding]:
    """Return whether a term binds a slot to one thing after another."""
    return type(part) in FACTS and hasattr(part, "slot")


def examined_parts_of(rules: model.Rules, term: object) -> list[object]:
    """Return the parts that a term examines, if any of them is of pieces, which it must then identify; otherwise []."""
    examined_parts = [getattr(term, name) for name in facts_of(term).looks]
    return examined_parts if any(kind_of(rules, part).base in OF_PIECES for part in examined_parts) else []


MEANINGS: dict[str, Callable[[model.Rules, str], object]] = {
    "definition": lambda rules, name: (rules.definitions[name].cases, rules.definitions[name].overrides),
    "property": lambda rules, name: rules.predicates[name].cases,
    "ranking": lambda rules, name: rules.rankings[name],
}
"""For each sort of name, the part of the rules with its meaning; groups are read from play itself."""


def reads_play(rules: model.Rules, part: object) -> bool:
    """Return whether the value of a term, a definition or a ranking can change during play."""
    if facts_of(part).reads:
        return True
    if isinstance(part, model.Apply) and rules.definitions[part.name].settled is not None:
        return True  # its value is stored in the position
    meanings = (MEANINGS[sort](rules, name) for sort, name in walk.names_in(rules, part) if sort in MEANINGS)
    inner_parts = (*meanings, *(child for child in children(part) if type(child) not in LEAVES))
    return any(reads_play(rules, inner) for inner in inner_parts)


def is_search(rules: model.Rules, term: object) -> bool:
    """Return whether a term, or a definition or property that it uses, iterates over several things."""
    terms = (part for whole in chain((term,), walk.uses(rules, term)) for part in walk.parts(whole))
    return any(is_binding(part) or facts_of(part).is_search for part in terms)
