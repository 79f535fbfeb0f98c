"""Slice the answers of a question by player: sides with the same traits give the same answers.

The answers about two players' pieces are divided until each part reads one player's pieces only; such a part is a
trait. Sides with the same traits are interchangeable in every answer, since nothing else of them is read.

If the rank of pieces depends on whether anybody has laid a piece of some kind, a side can be judged by itself only
under an assumption about that. Everything is therefore counted once under each assumption, and each count contributes
only the cases for which its assumption is true.

    the player whose best group is better wins.         a question about both sides
    the standing of the best group of slot 0            the trait: computed once for each side, then compared
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.core import facts
from cc_dsl.core.facts import all_cases
from cc_dsl.core.seating import EVERYBODY, is_all, is_nothing
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import PLAYER, Kind
from cc_dsl.rules.seating import is_of_players
from cc_dsl.trees import Node, children, exchange, replace

OWNER = model.Slot(0, PLAYER)
PLACEHOLDER = model.Slot(1 << 20, PLAYER)
"""A placeholder for the one owner while a part is analysed."""


class Trait(NamedTuple):
    """A condition or term about one player's pieces; the player is in slot 0."""

    form: str
    """`condition`, `number` (or value), `standing` of a group, `mark` (the sort key of a piece), or `groups`."""
    term: Any
    group_terms: tuple[GroupTerm, ...] = ()
    """The terms about each of several groups that give an answer only together with other players' pieces."""


class GroupTerm(NamedTuple):
    """A term about one group of several, which is in a slot."""

    form: str
    """`condition`, `number`, or `rank`."""
    slot: int
    term: Any


class Slicer:
    """The collector of the traits of terms: the parts that read the pieces of one player only."""

    def __init__(self, rules: model.Rules) -> None:
        """Start without traits."""
        self.rules = rules
        self.traits: dict[Trait, None] = {}
        """The traits in the order in which they were found."""

    def slice(self, term: object) -> None:
        """Collect the traits of a term, or raise NotCompiled if traits do not determine its value."""
        if isinstance(term, model.Origin | model.Always | model.Literal):
            return
        if isinstance(term, model.Count) and self._is_whole(term.things):
            # Every deal lays the same number of pieces, so this is a constant.
            return
        form = self._form(term)
        if form and self._record_trait(form, term):
            return
        if not self._owners(term) and self.is_local(term, None):
            return
        if self._each_of_groups(term) or self._each_of_all(term):
            return
        if isinstance(term, model.IsNone) and isinstance(term.thing, model.Apply):
            self._by_cases(term.thing, lambda thing: self.slice(model.IsNone(thing)))
        elif isinstance(term, model.Champion):
            self._compare(term.kind.base, term.measure)
        elif isinstance(term, model.Ranks):
            self._compare(term.kind.base, term.left)
            self._compare(term.kind.base, term.right)
        elif isinstance(term, model.Quantified) and is_all(term.things, EVERYBODY):
            self.slice(term.condition)
        elif isinstance(term, model.Apply):
            self._by_cases(term, self.slice)
        elif facts.is_owned(term) or isinstance(term, model.AllContents):
            raise NotCompiled("a count that reads the pieces of a side one by one")
        else:
            for part in children(term):
                self.slice(part)

    def _form(self, term: object) -> str:
        """Return the form of the trait that a term becomes, or an empty string if the term is divided."""
        if type(term) in facts.CONDITIONS:
            return "" if facts.facts_of(term).reads == facts.PLAY else "condition"
        fact = facts.THINGS.get(type(term))
        if fact is None or fact.reads:
            return ""
        return "number" if fact.kind(self.rules, term).base in ("number", "value", "sort") else ""

    def _is_whole(self, term: object) -> bool:
        """Return whether a set consists of whole places, whatever pieces lie there."""
        if isinstance(term, model.Union):
            return self._is_whole(term.left) and self._is_whole(term.right)
        if isinstance(term, model.Lone):
            return isinstance(term.thing, model.OnlyPiece)
        if isinstance(term, model.Apply) and term.owner is None:
            definition = self.rules.definitions[term.name]
            conditions = {type(case.condition) for case in definition.cases}
            is_plain = not definition.overrides and conditions == {model.Always}
            return is_plain and self._is_whole(definition.cases[0].thing)
        return isinstance(term, model.AllContents) or (isinstance(term, model.Contents) and term.owner is None)

    def _compare(self, base: str, term: model.Thing) -> None:
        """Collect the trait by which a player's number, piece or group is compared with those of others."""
        ranking = self.rules.rankings.get(self.rules.pieces.name)
        if base == "piece" and ranking is not None and not self.is_local(ranking.keys, None, frozenset([0])):
            raise NotCompiled("a count of pieces whose ranking depends on what players hold")
        form = {"group": "standing", "piece": "mark"}.get(base, "number")
        if self._record_trait(form, term):
            return
        if form == "number":
            self.slice(term)
        elif isinstance(term, model.Apply):
            self._by_cases(term, lambda thing: self._compare(base, thing))
        else:
            raise NotCompiled("a count that compares things of several players")

    def _by_cases(self, term: model.Apply, then: Callable[[model.Thing], None]) -> None:
        """Divide a definition into its owner, the conditions of its cases, and their values."""
        for owner in (term.owner, term.other):
            if owner is not None:
                self.slice(owner)
        for case in all_cases(self.rules.definitions[term.name]):
            self.slice(case.condition)
            if not is_nothing(case.thing):
                then(case.thing)

    # --------------------------------------------------------------------------------- groups one by one

    def _each_of_groups(self, term: object) -> bool:
        """Record the tests of each of a player's groups that involve other players' pieces.

        Sides with the same set of such answers are equivalent, since the number of groups with an answer is not read.
        """
        if not isinstance(term, model.Quantified | model.Empty | model.Extreme):
            return False
        if isinstance(term, model.Extreme) and term.degree == "total":
            return False
        things = term.things
        parts: list[tuple[int, model.Condition | model.Thing]] = []
        while isinstance(things, model.Filter):
            parts.append((things.slot, things.condition))
            things = things.things
        if not isinstance(things, model.Groups) or not self._is_group_local(self.rules.groups[things.name]):
            return False
        if not isinstance(term, model.Empty):
            parts.append((term.slot, term.measure if isinstance(term, model.Extreme) else term.condition))
        group_terms: list[GroupTerm] = []
        for slot, part in parts:
            self._divide_by_group(part, slot, group_terms)
        self.traits[Trait("groups", model.Groups(things.name, OWNER), tuple(dict.fromkeys(group_terms)))] = None
        if not isinstance(things.owner, model.Slot | model.Literal):
            self.slice(things.owner)
        return True

    def _each_of_all(self, term: object) -> bool:
        """Record whether a player's place has such pieces, for a test that no player's place has any."""
        things, filters = getattr(term, "things", None), []
        while isinstance(things, model.Filter):
            filters.append(things)
            things = things.things
        if not isinstance(term, model.Empty) or not isinstance(things, model.AllContents):
            return False
        if next(place.owner for place in self.rules.places if place.base == things.base) != PLAYER:
            return False
        own: model.Thing = model.Contents(things.base, OWNER)
        piece = Kind("piece", self.rules.pieces.name)
        for things_that in reversed(filters):
            if not self.is_local(things_that.condition, None, frozenset([things_that.slot])):
                return False
            # Slot 0 holds the owner, so move the piece to the next slot.
            slot = things_that.slot + 1
            condition = exchange(things_that.condition, {model.Slot(things_that.slot): model.Slot(slot, piece)})
            own = model.Filter(own, slot, condition)
        self.traits[Trait("condition", model.Empty(own))] = None
        return True

    def _divide_by_group(self, term: object, slot: int, group_terms: list[GroupTerm]) -> None:
        """Append the parts of a term that concern the group in a slot, and slice the other parts as usual."""
        it = model.Slot(slot)
        if not any(part == it for part in walk.parts(term)):
            self.slice(term)
            return
        form = self._form(term)
        if form and not self._owners(term) and self.is_local(term, None, frozenset([slot])):
            group_terms.append(GroupTerm(form, slot, term))
        elif isinstance(term, model.Ranks) and term.kind.base == "group":
            for side in (term.left, term.right):
                if side == it:
                    group_terms.append(GroupTerm("rank", slot, it))
                else:
                    self._compare("group", side)
        elif isinstance(term, model.And | model.Or | model.Not | model.Compare | model.Arithmetic):
            for part in children(term):
                self._divide_by_group(part, slot, group_terms)
        else:
            raise NotCompiled("a count that reads the pieces of a side one by one")

    def _record_trait(self, form: str, term: object) -> bool:
        """Record a term as a trait if it reads only one player's pieces; the term for that player is analysed, too."""
        owners = self._owners(term)
        if len(owners) != 1:
            return False
        (owner,) = owners
        if not self.is_local(exchange(term, {owner: PLACEHOLDER}), PLACEHOLDER):
            return False
        self.traits[Trait(form, exchange(term, {owner: OWNER}))] = None
        if not isinstance(owner, model.Slot | model.Literal):
            self.slice(owner)
        return True

    def _owners(self, term: object) -> list[Node]:
        """Return the owners whose pieces a term reads, as terms."""
        owners: list[Node] = []
        waiting = [term]
        while waiting:
            part = waiting.pop()
            if isinstance(part, model.Origin):
                continue
            owner = self._owner_of(part)
            if owner is not None:
                if not any(owner == known for known in owners):
                    owners.append(owner)
                continue
            waiting.extend(children(part))
        return owners

    def _owner_of(self, part: object) -> model.Thing | None:
        """Return the owner of a part that reads the pieces of one player, or a name that belongs to one."""
        if facts.is_owned(part):
            return part.owner
        if isinstance(part, model.Apply) and self.rules.definitions[part.name].owner == PLAYER:
            return part.owner
        if isinstance(part, model.Holds) and part.other is None and self.rules.predicates[part.name].kind == PLAYER:
            return part.thing
        return None

    # ---------------------------------------------------------------------------- terms about one player

    def is_local(self, term: object, owner: model.Slot | None, bound: frozenset[int] = frozenset()) -> bool:
        """Return whether a term reads only this player's pieces and shared ones; without a player, only shared ones.

        `bound` are the slots whose things the term itself introduces.
        """
        if isinstance(term, model.Origin):
            return True
        if isinstance(term, model.Slot):
            return term == owner or term.number in bound
        if isinstance(term, model.AllContents | model.Champion):
            return False
        if isinstance(term, model.Literal | model.Domain | model.Lookup) and is_of_players(
            self.rules, term.kind.element_kind
        ):
            return False
        if isinstance(term, model.Apply | model.Holds) and term.other is not None:
            return False
        if isinstance(term, model.Apply):
            definition = self.rules.definitions[term.name]
            cases = (definition.cases, definition.overrides)
            return self._is_named_local(term.owner, definition.owner == PLAYER, cases, owner, bound)
        if isinstance(term, model.Holds):
            predicate = self.rules.predicates[term.name]
            return self._is_named_local(term.thing, predicate.kind == PLAYER, predicate.cases, owner, bound)
        if facts.is_owned(term) and term.owner is not None and term.owner != owner:
            return False
        if facts.reads_groups(term):
            return self._is_group_local(self.rules.groups[term.name])
        if isinstance(term, model.Best | model.BestFew):
            ranking = self.rules.rankings[term.kind]
            parts = [term.things, *([term.number] if isinstance(term, model.BestFew) else [])]
            return self.is_local(ranking.keys, None, frozenset([0])) and self.is_local(parts, owner, bound)
        inner = bound | {term.slot} if facts.is_binding(term) else bound
        return all(self.is_local(part, owner, inner) for part in children(term))

    def _is_named_local(
        self, whose: object, is_of_player: bool, cases: object, owner: model.Slot | None, bound: frozenset[int]
    ) -> bool:
        """Return whether a definition or predicate reads only this player's pieces and shared ones."""
        if is_of_player:
            return owner is not None and whose == owner and self.is_local(cases, OWNER)
        return self.is_local(whose, owner, bound) and self.is_local(cases, None, frozenset([0]))

    def _is_group_local(self, group: model.Group) -> bool:
        """Return whether a player's groups depend on no other player: neither by their side nor by their sorts."""
        side = self.rules.definitions[group.side]
        sorts = tuple((sort.condition, *(case.condition for case in sort.requirements)) for sort in group.sorts)
        keys = tuple(key.measure for ranking in (group.ranking, group.deciders) for key in ranking.keys)
        is_side_local = self.is_local((side.cases, side.overrides), OWNER)
        return is_side_local and self.is_local((sorts, keys), None, frozenset([0]))


# ------------------------------------------------------------------------ conditions that decide how pieces rank


MOST_CONDITIONS = 2
NEVER = model.Not(model.Always())


def deciding_conditions(rules: model.Rules) -> tuple[model.Condition, ...]:
    """Return the conditions that affect the rank of pieces but concern the position, not a piece."""
    ranking = rules.rankings.get(rules.pieces.name)
    if ranking is None:
        return ()
    slicer, conditions_found = Slicer(rules), dict[model.Condition, None]()
    for definition in walk.uses(rules, ranking.keys):
        if isinstance(definition, model.Definition):
            cases = facts.all_cases(definition)
            conditions = [case.condition for case in cases if not slicer.is_local(case.condition, None, frozenset([0]))]
            conditions_found |= dict.fromkeys(condition for condition in conditions if is_closed(condition))
    return tuple(conditions_found) if len(conditions_found) <= MOST_CONDITIONS else ()


def is_closed(condition: model.Condition) -> bool:
    """Return whether a condition has no free slots."""
    bound = {part.slot for part in walk.parts(condition) if facts.is_binding(part)}
    return all(part.number in bound for part in walk.parts(condition) if isinstance(part, model.Slot))


def worlds(rules: model.Rules, conditions: tuple[model.Condition, ...]) -> list[tuple[tuple[bool, ...], model.Rules]]:
    """Return the rules under each possible combination of truth values of these conditions."""
    cases_of_world = []
    for truths in product((True, False), repeat=len(conditions)):
        constants = [model.Always() if truth else NEVER for truth in truths]
        known = dict(zip(conditions, constants, strict=True))
        definitions = {name: exchange(definition, known) for name, definition in rules.definitions.items()}
        cases_of_world.append((truths, replace(rules, definitions=definitions)))
    return cases_of_world
