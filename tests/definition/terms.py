"""The values of things and conditions in a position: one case for each of their classes in the model.

The sentences in curly quotation marks are quoted from the reference, and made exact here; a test finds them there.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any, TypeAlias

from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER, Kind
from cc_dsl.table.boards import Shape
from tests.definition.position import Fault, Group, Key, Position

Env: TypeAlias = dict[int, Any]
"""The values of the numbered slots of a body, a definition or a phrase."""


def on_board(table: str, shape: Shape, square: int, other: int) -> Any:
    """Return the entry of a table of a board for two squares, or for a square and a direction."""
    column, row = square % shape.columns, square // shape.columns
    if table == "step":
        # “north, north-east, east and so on”
        turns = (0, 1, 1, 1, 0, -1, -1, -1)
        column, row = column + turns[other], row + turns[(other + 2) % 8]
        return row * shape.columns + column if 0 <= column < shape.columns and 0 <= row < shape.rows else None
    steps = max(abs(other % shape.columns - column), abs(other // shape.columns - row))
    if table == "distance":
        # “in a ring the shorter way counts”
        return min(steps, shape.columns - steps) if shape.is_ring else steps
    # “a line is straight or diagonal”
    for way in range(8):
        line = [square]
        while len(line) <= steps and line[-1] is not None:
            line.append(on_board("step", shape, line[-1], way))
        if steps and line[-1] == other:
            return way if table == "direction" else sorted(line[1:-1])
    return None if table == "direction" else []


class Terms:
    """The things and conditions of some rules, for a number of players, in a position."""

    def __init__(self, rules: model.Rules, seats: int, position: Position) -> None:
        """Look up the names of places and variables by their numbers in the model."""
        self.rules = rules
        self.seats = seats
        self.position = position
        self.places = {place.base: place for place in rules.places}
        self.names = {variable.base: variable.name for variable in rules.stored}

    # ---------------------------------------------------------------------------------------------- things

    def thing(self, term: model.Thing | None, env: Env) -> Any:
        """Return the value of a phrase in this position."""
        match term:
            case model.Int(value):
                return value
            case model.Const(value, kind):
                # “A named player who has no seat, because fewer play, is none”, and so is what that player owns.
                return None if self.is_of_players(kind) and value >= self.seats else value
            case model.Nothing() | None:
                return None
            case model.Slot(number):
                # “If the act was not done, … the name means none.”
                return env.get(number)
            case model.Load(base, owner, kind):
                # “As a number it is 0”, and so is a number of none. “Everything that belongs to it is none as well”
                key = self.key(self.names[base], owner, env)
                return self.none_of(kind) if key is None else self.position.stored[key]
            case model.Contents(base, owner):
                key = self.key(self.places[base].name, owner, env)
                return [] if key is None else self.position.pieces_in(key)
            case model.OnlyPiece(base, owner):
                # “Where one piece is expected, a place for 1 means the piece in it, or `none`.”
                return next(iter(self.many(model.Contents(base, owner), env)), None)
            case model.TopPiece(is_top, base, owner):
                # “The piece on top of an ordered place, or at the bottom of it; none, if the place is empty.”
                pile = self.many(model.Contents(base, owner), env)
                return pile[-1 if is_top else 0] if pile else None
            case model.AllContents(base):
                # “The plural of a place … means the pieces in all of them”
                place = self.places[base]
                owners = range(place.many(self.seats))
                return [piece for owner in owners for piece in self.position.pieces_in((place.name, owner))]
            case model.All(kind):
                many = {"player": self.seats, "piece": len(self.rules.pieces.names)}
                return [*range(many.get(kind.base) or len(self.rules.values[kind.name].values))]
            case model.Attribute(name, thing):
                piece = self.thing(thing, env)
                return None if piece is None else self.rules.pieces.attributes[name][piece]
            case model.Lone(thing):
                # “Where a set is expected, a piece counts as the set of that piece alone”
                piece = self.thing(thing, env)
                return [] if piece is None else [piece]
            case model.Union(left, right):
                # “everything in either of two sets of one kind, each once”
                return [*dict.fromkeys([*self.many(left, env), *self.many(right, env)])]
            case model.Difference(left, right):
                # “what is in the first and not in the second”
                without = self.many(right, env)
                return [piece for piece in self.many(left, env) if piece not in without]
            case model.Filter(things, slot, condition):
                # “Those of which the condition is true”
                return [thing for thing in self.many(things, env) if self.holds(condition, {**env, slot: thing})]
            case model.Count(things):
                return len(self.many(things, env))
            case model.SortOf(group):
                value = self.thing(group, env)
                return None if value is None else value.sort
            case model.Apply(name, None):
                return self.meaning(name)
            case model.Apply(name, owner, second):
                # “Everything that belongs to it is none as well”, also if only one of two things is none
                values = [self.thing(each, env) for each in (owner, second) if each is not None]
                none = self.none_of(self.rules.definitions[name].kind)
                return none if None in values else self.meaning(name, *values)
            case model.Only(things):
                # “The only one of them; none, if there are none or several.”
                members = self.many(things, env)
                return members[0] if len(members) == 1 else None
            case model.Best(_, is_best, things):
                return next(iter(self.by_rank(self.many(things, env), is_best)), None)
            case model.BestFew(_, is_best, number, things):
                # “The NUMBER pieces that rank highest, or lowest; all if there are fewer”
                return self.by_rank(self.many(things, env), is_best)[: max(0, self.thing(number, env))]
            case model.Extreme(degree, slot, measure, things):
                # “The greatest, the least, or the sum of that number over these things; 0 if there are none.”
                measures = [self.thing(measure, {**env, slot: thing}) for thing in self.many(things, env)]
                total = sum(measures)
                return {"greatest": max(measures, default=0), "least": min(measures, default=0), "total": total}[degree]
            case model.Champion():
                return self.champion(term, env)
            case model.Groups(name, owner):
                player = self.thing(owner, env)
                return [] if player is None else self.groups(name, player)
            case model.BestGroup(name, owner):
                player = self.thing(owner, env)
                return None if player is None else self.best_group(name, player)
            case model.GroupPieces(group):
                value = self.thing(group, env)
                return [] if value is None else [*value.pieces]
            case model.TableValue(name, thing, is_group):
                # “`the gain of his Line` is the number in the row of its sort; `none` gives 0.”
                value = self.thing(thing, env)
                return 0 if value is None else self.rules.tables[name][value.sort if is_group else value]
            case model.Height(order, thing):
                # “the last has 1”, “its rank is then that of its first place”, “0 if the value is not in the order”
                value = self.thing(thing, env)
                return len(order) - order.index(value) if value in order else 0
            case model.Arithmetic(operation, left, right):
                first, second = self.thing(left, env), self.thing(right, env)
                # “the quotient rounded down”
                results = {"plus": first + second, "minus": first - second, "times": first * second}
                return results[operation] if operation in results else divmod(first, second)[operation == "remainder"]
            case model.Divisor(number, origin):
                # “play stops for divisors below 1”
                divisor = self.thing(number, env)
                if divisor < 1:
                    raise Fault("no-divisor", origin)
                return divisor
            case model.Neighbour(player, step):
                # “in the order of turns; player 1 comes after the last player”
                seat = self.thing(player, env)
                return None if seat is None else (seat + step) % self.seats
            case model.Next(value, step, length, count, is_ring):
                # “none beyond either end”; “The first value follows the last”
                start, steps = self.thing(value, env), 1 if count is None else self.thing(count, env)
                ahead = -1 if start is None else start + step * steps
                end = ahead % length if is_ring else ahead
                return end if start is not None and 0 <= end < length else None
            case model.Paired(table, shape, left, right, kind):
                first, second = self.thing(left, env), self.thing(right, env)
                return self.none_of(kind) if None in (first, second) else on_board(table, shape, first, second)
            case model.Where(piece, bases, kind):
                # “the value in whose place the piece lies; none, if it lies in no such place”
                number, owners = self.thing(piece, env), range(len(self.rules.values[kind.name].values))
                keys = [(self.places[base].name, owner) for base in bases for owner in owners]
                return next((owner for name, owner in keys if number in self.position.pieces_in((name, owner))), None)
            case model.Literal() | model.Domain() | model.Lookup() | model.Pair() | model.Ahead():
                raise AssertionError("the definition reads the rules as they were resolved")
            case _:
                raise AssertionError(term)

    def many(self, term: model.Thing, env: Env) -> list[Any]:
        """Return a set in its order; none is, “as a set, the empty set”."""
        return self.thing(term, env) or []

    def none_of(self, kind: Kind) -> Any:
        """Return the value of none as a kind: “a number is 0, a set is empty”, anything else is none."""
        return [] if kind.is_set else 0 if kind.base == "number" else None

    def is_of_players(self, kind: Kind) -> bool:
        """Return whether things of a kind are players, or are identified by the players who own them."""
        site = self.rules.sites.get(kind.name)
        return kind == PLAYER or (site is not None and site.root == PLAYER.name)

    def key(self, name: str, owner: model.Thing | None, env: Env) -> Key | None:
        """Return the key of a place or a variable; None if its owner is none."""
        if owner is None:
            return name, 0
        number = self.thing(owner, env)
        return None if number is None else (name, number)

    def meaning(self, name: str, *owners: Any) -> Any:
        """Return the value of a definition: “worked out from the position at that moment”, unless it is settled.

        “exceptions are tried first, and the sentence without `instead of` last”
        """
        if name in self.position.settled:
            return self.position.settled[name]
        definition = self.rules.definitions[name]
        cases = [case for each in (*definition.overrides[::-1], definition.cases) for case in each]
        return self.first(cases, definition.kind, dict(enumerate(owners)))

    def first(self, cases: Iterable[model.Case], kind: Kind, env: Env) -> Any:
        """Return the value of cases: “the first whose condition holds decides”."""
        thing = next((case.thing for case in cases if self.holds(case.condition, env)), None)
        value = self.thing(thing, env)
        return self.none_of(kind) if value is None else value

    # ------------------------------------------------------------------------------------- groups and ranks

    def groups(self, name: str, player: int) -> list[Group]:
        """Return all groups of a kind that a player has.

        “as many pieces as stated, 1 to 13, from that set of a player, if they make one of its sorts”  “Pieces that
        make two sorts are two groups. Groups are ranked when found.”  “Pieces make this sort … only if this is true
        as well”
        """
        kind = self.rules.groups[name]
        side = sorted(self.meaning(kind.side, player))
        sets = [pieces for size in range(kind.least, kind.most + 1) for pieces in combinations(side, size)]
        candidates = [(Group(number, pieces), sort) for pieces in sets for number, sort in enumerate(kind.sorts)]
        groups = [group for group, sort in candidates if self.makes(sort, group) and self.is_permitted(sort, group)]
        for group in groups:
            self.rank(group, Kind("group", name))
            self.tie_break(group, Kind("group", name))
        return groups

    def makes(self, sort: model.Sort, group: Group) -> bool:
        """Return whether pieces make a sort: “in whatever order they lie, if this is true of the group”."""
        return self.holds(sort.condition, {0: group})

    def is_permitted(self, sort: model.Sort, group: Group) -> bool:
        """Return whether a group meets all requirements of its sort."""
        return all(self.holds(case.condition, {0: group}) for case in sort.requirements)

    def best_group(self, name: str, player: int) -> Group | None:
        """Return the best group of a player.

        “the first by ranking, then by the keys that decide between equals, then by the rank of its pieces, compared
        from the best downwards”  “Of groups that are level even then, the best is the one whose pieces were introduced
        first; of several sorts of the same pieces, it is the sort named first.”
        """
        kind = Kind("group", name)

        def preference(group: Group) -> tuple[Any, ...]:
            pieces = sorted((self.rank(piece, self.piece_kind) for piece in group.pieces), reverse=True)
            return self.rank(group, kind), self.tie_break(group, kind), pieces

        groups = sorted(self.groups(name, player), key=lambda group: (group.pieces, group.sort))
        return max(groups, key=preference, default=None)

    @property
    def piece_kind(self) -> Kind:
        return Kind("piece", self.rules.pieces.name)

    def rank(self, thing: Any, kind: Kind) -> tuple[Any, ...]:
        """Return the measures by which a piece or a group ranks, greater is better; none “ranks below everything”.

        “The first key in which two pieces, or groups, differ decides which is better”
        """
        is_group = kind.base == "group"
        ranking = self.rules.groups[kind.name].ranking if is_group else self.rules.rankings[kind.name]
        return () if thing is None else (self.measures(ranking, thing),)

    def tie_break(self, group: Group, kind: Kind) -> tuple[Any, ...]:
        """Return the keys between groups of one rank: “It applies after the ranking, and only to `best`”."""
        return self.measures(self.rules.groups[kind.name].deciders, group)

    def measures(self, ranking: model.Ranking, thing: Any) -> tuple[Any, ...]:
        """Return the measure of a thing by each key of a ranking."""
        return tuple(self.measure(key, thing) for key in ranking.keys)

    def measure(self, key: model.Key, thing: Any) -> Any:
        """Return the measure of a thing by one key: a number, or another value of which greater is better."""
        if key.form == "sort":
            # “A group of a sort named earlier is better.”
            return -key.measure.index(thing.sort)
        if key.form == "condition":
            # “A thing that fulfils the condition is better than one that does not.”
            return self.holds(key.measure, {0: thing})
        # “A KEY is a number (greater is better), a piece”
        value = self.thing(key.measure, {0: thing})
        return self.rank(value, self.piece_kind) if key.form == "piece" else value

    def by_rank(self, pieces: list[int], is_best: bool) -> list[int]:
        """Return pieces, the best (or worst) first: “if two are as good, it is the one that was introduced first”."""
        return sorted(sorted(pieces), key=lambda piece: self.rank(piece, self.piece_kind), reverse=is_best)

    def champion(self, term: model.Champion, env: Env) -> int | None:
        """Return the player or the value whose measure is above (or below) those of all others.

        “those without one are passed over. If two share the first place, it is none.”
        """
        things = {rival: self.thing(term.measure, {**env, term.slot: rival}) for rival in self.many(term.things, env)}
        marks = {rival: self.mark(thing, term.kind) for rival, thing in things.items() if thing is not None}
        if not marks:
            return None
        first = max(marks.values()) if term.is_best else min(marks.values())
        leaders = [rival for rival, mark in marks.items() if mark == first]
        return leaders[0] if len(leaders) == 1 else None

    def mark(self, thing: Any, kind: Kind) -> Any:
        """Return the value by which the things of rivals are compared; for groups with the measures between equals."""
        if kind.base == "group":
            return self.rank(thing, kind), self.tie_break(thing, kind)
        return thing if kind.base == "number" else self.rank(thing, kind)

    # ------------------------------------------------------------------------------------------ conditions

    def holds(self, condition: model.Condition, env: Env) -> bool:
        """Return whether a condition holds in this position."""
        match condition:
            case model.Compare(relation, left, right):
                first, second = self.thing(left, env), self.thing(right, env)
                return bool(
                    {
                        "at least": first >= second,
                        "at most": first <= second,
                        "more": first > second,
                        "fewer": first < second,
                        "equal": first == second,
                    }[relation]
                )
            case model.Ranks(relation, kind, left, right):
                # “It ranks above the other, below it, or as high, before any tie is broken.”
                # “one none is as good as another”
                first, second = (self.rank(self.thing(side, env), kind) for side in (left, right))
                return {"better": first > second, "worse": first < second, "as good": first == second}[relation]
            case model.Same(left, right):
                return bool(self.thing(left, env) == self.thing(right, env))
            case model.SameSet(left, right):
                # “of sets: they have the same pieces”
                return set(self.many(left, env)) == set(self.many(right, env))
            case model.IsNone(thing):
                # “With `none`: there is no such thing.”
                return self.thing(thing, env) in (None, [])
            case model.In(piece, things):
                # “The piece, the value or the player is one of these; none is never one.”
                return self.thing(piece, env) in self.many(things, env)
            case model.OneOf(thing, values):
                return self.thing(thing, env) in values
            case model.Empty(things):
                return not self.many(things, env)
            case model.Alike(attribute, things):
                # “have the same value of that kind, and none lacks one; always true of a single piece, or of none”
                each = [self.rules.pieces.attributes[attribute][piece] for piece in self.many(things, env)]
                return len(each) < 2 or (None not in each and len(set(each)) == 1)
            case model.Runs(order, attribute, things):
                return bool(self.ways_to_lay(self.many(things, env), order, attribute))
            case model.Between(piece, group, order, attribute, sorts):
                number, whole = self.thing(piece, env), self.thing(group, env)
                if whole is None or whole.sort not in sorts or number not in whole.pieces:
                    return False
                # “in several ways, this must be true of all. Two pieces of one value can change places”
                value = self.rules.pieces.attributes[attribute][number]
                ways = self.ways_to_lay(whole.pieces, order, attribute)
                return bool(ways) and all(value not in (way[0], way[-1]) for way in ways)
            case model.HasState(piece, state):
                number = self.thing(piece, env)
                return number is not None and self.position.states[number] == state
            case model.Holds(name, thing, second) if second is not None:
                # “never holds if either is none”
                pair = self.thing(thing, env), self.thing(second, env)
                cases = self.rules.predicates[name].cases
                return None not in pair and any(self.holds(case.condition, dict(enumerate(pair))) for case in cases)
            case model.Holds(name, thing):
                # “each thing that fulfils it when it is used; none never does”;
                # of several cases “at least one of the two holds”
                value = self.thing(thing, env)
                cases = self.rules.predicates[name].cases
                return value is not None and any(self.holds(case.condition, {0: value}) for case in cases)
            case model.IsSort(group, sort):
                value = self.thing(group, env)
                return value is not None and bool(value.sort == sort)
            case model.HasSort(name, owner, sort):
                # “at least one (a group of whatever rank)”
                return any(group.sort == sort for group in self.many(model.Groups(name, owner), env))
            case model.Quantified(quantity, things, slot, inner):
                # “If none, every and no are true.”
                answers = (self.holds(inner, {**env, slot: thing}) for thing in self.many(things, env))
                return all(answers) if quantity == "every" else any(answers) == (quantity == "some")
            case model.And(left, right):
                return self.holds(left, env) and self.holds(right, env)
            case model.Or(left, right):
                return self.holds(left, env) or self.holds(right, env)
            case model.Not(inner):
                return not self.holds(inner, env)
            case model.Always():
                return True
            case _:
                raise AssertionError(condition)

    def ways_to_lay(self, pieces: Iterable[int], order: tuple[int, ...], attribute: str) -> list[tuple[int, ...]]:
        """Return each stretch of an order that the values of pieces form: “without a gap and without a value twice”.

        A value may occur twice if it occurs twice in the order itself.
        """
        own = [self.rules.pieces.attributes[attribute][piece] for piece in pieces]
        values = sorted(value for value in own if value is not None)
        stretches = (order[start : start + len(own)] for start in range(len(order) - len(own) + 1))
        return [stretch for stretch in stretches if sorted(stretch) == values]
