"""Refuse circular rules, and rules that would take too long.

There are limits on chains of names, on the steps of a definition, on the acts between two questions, and on all acts. A
set counts as all the pieces, players or values that it could have, and a loop as its bound. A loop with questions does
not multiply the acts between questions, since a question interrupts it. If nobody has a choice, such a loop runs to its
bound; the engines therefore count the rounds of long loops since the last question. The estimates are coarse and high:
they show how evaluation grows, not how long it takes.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from cc_dsl.rules import model, walk
from cc_dsl.rules.bounds import is_surely_finite, most_things
from cc_dsl.rules.kinds import Kind, plural
from cc_dsl.rules.resolver_state import ResolverState
from cc_dsl.rules.seating import count_of
from cc_dsl.rules.symbols import Item, name_of
from cc_dsl.rules.walk import Name
from cc_dsl.syntax import nodes
from cc_dsl.trees import LEAVES, Node, children, replace

AnyName = TypeVar("AnyName")

DEFINERS: dict[str, tuple[type, ...]] = {
    "sort": (nodes.Sort, nodes.Requirement),
    "definition": (nodes.Value,),
    "property": (nodes.Predicate, nodes.Relation),
    "ranking": (nodes.Ranking,),
    "group": (nodes.Ranking, nodes.Decider, nodes.Group),
}
"""The classes of statements that define each kind of name, the most likely first."""

MOST_LEVELS = 150
"""The most levels of nested phrases, names and calls included; no text comes near it.

Both engines recurse through the levels, and Python does not allow many more.
"""

MOST_EVALUATIONS = 20_000
"""The most evaluations of other names that one name may cause; no text of the corpus needs 500.

The interpreter caches the values of names in a position; compiled code evaluates them again.
"""


WITHOUT_NAMES = LEAVES | {model.Origin, Kind}
"""The types of parts in which no name is used."""


def refuse_circles(resolver: ResolverState, rules: model.Rules) -> None:
    """Report each name whose meaning depends on itself, once for each cycle."""
    names_needed: dict[Name, dict[Name, None]] = {}
    for subject, whole in _meanings_by_name(rules).items():
        parts = walk.parts(replace(whole, sorts=()) if isinstance(whole, model.Group) else whole)
        names_needed[subject] = dict.fromkeys(other for part in parts for other in walk.names_in(rules, part))
    for circle in circles(names_needed):
        if all(category == "definition" for category, _ in circle):
            continue  # reported when the definitions were resolved
        statements = [(item, member) for member in circle if (item := item_about(resolver, member)) is not None]
        # In a circle through a group and its sorts, report the sort.
        item, (category, name) = min(statements, key=lambda pair: pair[1][0] != "sort")
        way = " → ".join([name for _, name in circle] + [circle[0][1]])
        phrase = f"The ranking of {plural(name)}" if category == "ranking" else f"The meaning of “{name}”"
        resolver.report(item, "endless.circle", item.statement, meant=phrase, way=way)


def refuse_deep_names(resolver: ResolverState, rules: model.Rules) -> bool:
    """Report the first name with too many nested phrases, or too many names to evaluate.

    Return whether there is one.
    """
    meanings = _meanings_by_name(rules)
    meanings |= {("body", name): body for name, body in (*rules.procedures.items(), *rules.happenings.items())}
    uses = {name: [*_used_names(rules, meaning)] for name, meaning in meanings.items()}
    evaluations: dict[Name, int] = {}
    for subject, depth in depths(uses).items():
        # A refused definition is not in the table, but another may still use it.
        used = [(*other, evaluations.get(other, 0)) for other, _ in uses.get(subject, ())]
        evaluations[subject] = 1 + sum(count for category, _, count in used if category != "body")
        category, name = subject
        if depth > MOST_LEVELS:
            key, limit = "too-deep.calls" if category == "body" else "too-deep.phrases", MOST_LEVELS
        elif evaluations[subject] > MOST_EVALUATIONS:
            key, limit = "endless.evaluations", MOST_EVALUATIONS
        else:
            continue
        items = resolver.statements_by_target.get(name, []) if category == "body" else [item_about(resolver, subject)]
        item = next((item for item in items if item is not None), resolver.items[0])
        resolver.report(item, key, item.statement, number=evaluations[subject], limit=limit)
        return True
    return False


def depths(uses: dict[Name, list[tuple[Name, int]]]) -> dict[Name, int]:
    """Return the depth of each name, given the names it uses and their levels, in topological order.

    The search keeps a stack of its own, since names may be nested more deeply than Python allows calls. A cycle, which
    is refused elsewhere, is followed once.
    """
    known_depths: dict[Name, int] = {}
    open_names: set[Name] = set()
    for begin in uses:
        pending = [begin]
        while pending:
            name = pending[-1]
            below = [used for used, _ in uses.get(name, ()) if used not in known_depths and used not in open_names]
            if name not in known_depths and name not in open_names and below:
                open_names.add(name)
                pending += below
                continue
            pending.pop()
            known_depths.setdefault(
                name, max((level + known_depths.get(used, 0) for used, level in uses.get(name, ())), default=1)
            )
    return known_depths


def _used_names(rules: model.Rules, whole: object) -> Iterator[tuple[Name, int]]:
    """Yield every name that a meaning uses or calls, with its nesting level."""
    pending = [(whole, 0)]
    while pending:
        part, level = pending.pop()
        if isinstance(part, Node):
            level += 1
            yield from ((name, level) for name in walk.names_in(rules, part))
            if isinstance(part, model.Perform):
                yield ("body", part.name), level
            elif isinstance(part, model.Call):
                yield ("body", part.verb), level
        pending += [(child, level) for child in children(part) if type(child) not in WITHOUT_NAMES]


def _meanings_by_name(rules: model.Rules) -> dict[Name, object]:
    """Return all meanings, by name."""
    meanings: dict[Name, object] = {}
    meanings |= {("definition", name): (value.cases, value.overrides) for name, value in rules.definitions.items()}
    meanings |= {("property", name): predicate.cases for name, predicate in rules.predicates.items()}
    meanings |= {("ranking", name): ranking.keys for name, ranking in rules.rankings.items()}
    meanings |= {("group", name): group for name, group in rules.groups.items()}
    sorts = [sort for group in rules.groups.values() for sort in group.sorts]
    return meanings | {("sort", sort.name): (sort.condition, sort.requirements) for sort in sorts}


def circles(dependencies: Mapping[AnyName, Iterable[AnyName]]) -> Iterator[list[AnyName]]:
    """Yield each cycle of names that depend on one another, once; chains that are too long are refused elsewhere."""
    names_done: set[AnyName] = set()

    def follow(path: list[AnyName]) -> Iterator[list[AnyName]]:
        """Yield the circles on the paths from the end of a path."""
        for name in dependencies.get(path[-1], ()) if len(path) <= MOST_LEVELS else ():
            if name in path:
                circle = path[path.index(name) :]
                if not names_done.issuperset(circle):
                    yield circle
                names_done.update(circle)
            elif name not in names_done:
                yield from follow([*path, name])
        names_done.add(path[-1])

    for name in dependencies:
        if name not in names_done:
            yield from follow([name])


def item_about(resolver: ResolverState, subject: Name) -> Item | None:
    """Return the main statement about a name."""
    category, name = subject
    for kind in DEFINERS[category]:
        for item in resolver.items:
            if isinstance(item.statement, kind) and name_of(item.statement).text in (name, plural(name)):
                return item
    return None


# ------------------------------------------------------------------------------------------------- costs of evaluation

MOST_STEPS = 2_000_000_000
"""The most steps of a definition, or of the acts of a procedure; the maximum in the corpus, in 1860, is 500 million."""
SIDE = 5
"""The number of pieces that a side with groups is assumed to have, unless the rules show that it has more."""


class StepEstimates:
    """Estimates of the number of steps of the definitions of some rules."""

    def __init__(self, rules: model.Rules) -> None:
        """Take the rules."""
        self.rules, self._meanings = rules, _meanings_by_name(rules)
        for name, group in rules.groups.items():
            sorts = [(sort.condition, sort.requirements) for sort in group.sorts]
            self._meanings["group", name] = sorts, group.ranking.keys, group.deciders.keys
        self._known: dict[Name, int] = {}

    def steps_of(self, name: Name) -> int:
        """Return the maximal number of steps of a definition, of a property, or of judging one group, by name."""
        if name not in self._known:
            self._known[name] = 0  # a circle, which is refused elsewhere
            self._known[name] = 1 + self._cost(self._meanings[name])
        return self._known[name]

    def body(self, body: model.Body) -> int:
        """Return the maximal number of steps that a procedure or happening evaluates if each act is done once."""
        return self._cost((body.before, body.rules, body.overrides, body.after))

    def _cost(self, part: object) -> int:
        """Return the maximal number of steps that the evaluation of a term takes."""
        if type(part) in LEAVES:  # a shortcut for most parts
            return 0
        match part:
            case tuple() | list():
                return sum(map(self._cost, part))
            case model.Filter() | model.Quantified():
                return 1 + self._cost(part.things) + self._maximal_size(part.things) * self._cost(part.condition)
            case model.Extreme():
                return 1 + self._cost(part.things) + self._maximal_size(part.things) * self._cost(part.measure)
            case model.Apply():
                return 1 + self._cost((part.owner, part.other)) + self.steps_of(("definition", part.name))
            case model.Holds():
                return 1 + self._cost(part.thing) + self.steps_of(("property", part.name))
            case model.Groups() | model.BestGroup():
                groups = self._maximal_groups(part.name)
                return 1 + self._cost(part.owner) + groups * self.steps_of(("group", part.name))
            case Node() if not isinstance(part, model.Origin):
                return 1 + sum(map(self._cost, children(part)))
            case _:
                return 0

    def _maximal_groups(self, name: str) -> int:
        """Return the number of combinations of the pieces of a side, which has SIDE pieces unless more are certain."""
        group = self.rules.groups[name]
        certain_count = self._minimal_count(model.Apply(group.side, None))
        side = min(len(self.rules.pieces.names), max(SIDE, group.most, certain_count))
        return sum(math.comb(side, number) for number in range(group.least, group.most + 1))

    def _minimal_count(self, things: object) -> int:
        """Return the minimal number of pieces of a set."""
        match things:
            case model.All(kind) if kind.base == "piece":
                return len(self.rules.pieces.names)
            case model.Union():
                return max(self._minimal_count(things.left), self._minimal_count(things.right))
            case model.Apply(name):
                key = "least", name
                if key not in self._known:
                    self._known[key] = 0  # a circle, which is refused elsewhere
                    definition = self.rules.definitions[name]
                    cases = (*definition.cases, *(case for override in definition.overrides for case in override))
                    self._known[key] = min((self._minimal_count(case.thing) for case in cases), default=0)
                return self._known[key]
            case _:
                return 0

    def _maximal_size(self, things: object) -> int:
        """Return the maximal size of a set."""
        match things:
            case model.Filter():
                return self._maximal_size(things.things)
            case model.Groups():
                return self._maximal_groups(things.name)
            case _:
                return most_things(self.rules, things) or len(self.rules.pieces.names)


def refuse_costly_names(resolver: ResolverState, rules: model.Rules, own: Collection[str] | None = None) -> None:
    """Report the cheapest name that takes too many steps; if `own` is given, check only these procedures."""
    costs, bodies = StepEstimates(rules), {**rules.procedures, **(rules.happenings if own is None else {})}
    estimates = [(costs.body(body), "procedure", name) for name, body in bodies.items() if own is None or name in own]
    if own is None:
        estimates += [(costs.steps_of(("definition", name)), "definition", name) for name in rules.definitions]
        estimates += [(costs.steps_of(("property", name)), "property", name) for name in rules.predicates]
    cheapest = min((estimate for estimate in estimates if estimate[0] > MOST_STEPS), default=None)
    if cheapest is not None:
        steps, category, name = cheapest
        if category == "procedure":
            item = resolver.statements_by_target[name][0]
        else:  # a table's entries have no statement: report the first one
            item = item_about(resolver, (category, name)) or resolver.items[0]
        resolver.report(item, "endless.steps", item.statement, steps=steps, limit=MOST_STEPS)


# ----------------------------------------------------------------------------------------------------- numbers of acts

MOST_IN_A_ROW = 100_000
"""The most acts between two questions; the editions have at most some hundreds."""
MOST_IN_ALL = 100_000_000_000
"""The most acts in a game."""


class BodyLength(NamedTuple):
    """The maximal number of operations of some acts, between questions and in total, and whether they ask anybody."""

    in_a_row: int = 0
    in_all: int = 0
    asks: bool = False

    def then(self, other: BodyLength) -> BodyLength:
        """Return the length of these acts followed by others."""
        return BodyLength(self.in_a_row + other.in_a_row, self.in_all + other.in_all, self.asks or other.asks)

    def rounds(self, number: int) -> BodyLength:
        """Return the length of this many rounds of these acts."""
        # A question in the body interrupts the acts in a row, so they do not add up over the rounds.
        return BodyLength(self.in_a_row * (1 if self.asks else number), self.in_all * number, self.asks)


class LengthEstimator:
    """Estimates of the length of bodies."""

    def __init__(self, rules: model.Rules) -> None:
        """Take the rules."""
        self.rules = rules
        self._known: dict[tuple[str, str], BodyLength] = {}

    def length_of(self, category: str, name: str) -> BodyLength:
        """Return the length of a `procedure`, or of the happenings of a deed."""
        body = (self.rules.procedures if category == "procedure" else self.rules.happenings).get(name)
        if body is None:
            return BodyLength()
        if (category, name) not in self._known:
            self._known[category, name] = BodyLength()  # a circle, which is refused elsewhere
            rules = (*body.before, *body.rules, *body.overrides, *body.after)
            self._known[category, name] = self.length(act for rule in rules for act in rule.acts)
        return self._known[category, name]

    def length(self, acts: Iterable[object]) -> BodyLength:
        """Return the length of some acts, one after another."""
        length = BodyLength()
        for act in acts:
            length = length.then(self._length_of_act(act))
        return length

    def _length_of_act(self, act: object) -> BodyLength:
        """Return the maximal length of one act."""
        step = BodyLength(1, 1)
        match act:
            case model.Repeat():
                return self.length(act.acts).then(step).rounds(act.times)
            case model.Until():
                return self.length(act.acts).then(step).rounds(act.most)
            case model.ForEach():
                return self.length(act.acts).then(step).rounds(count_of(self.rules, self.rules.seats[1], act.kind))
            case model.If():
                return step.then(self.length((*act.acts, *act.otherwise)))
            case model.ChooseOption():
                return BodyLength(1, 1, True).then(self.length(part for option in act.options for part in option.acts))
            case model.Choose():
                return BodyLength(1, 1, act.chooser is not None)
            case model.Observe():
                return BodyLength(1, 1, True).rounds(act.most)
            case model.Perform():
                return step.then(self.length_of("procedure", act.name))
            case model.Call():
                return step.then(self.length_of("happening", act.verb))
            case _:
                return step


def refuse_long_bodies(resolver: ResolverState, rules: model.Rules) -> None:
    """Report the shortest procedure or happening that is too long; longer ones call it.

    A loop without questions needs a bound, unless each round takes something that it never gives back. Rules with a
    refused sentence are not checked, since the sentence may contain a question.
    """
    if resolver.refused:
        return
    estimator = LengthEstimator(rules)
    for item, condition, loop in resolver.unbounded:
        if not estimator.length(loop.acts).asks and not is_surely_finite(rules, loop):
            resolver.report(item, "endless.unasked", condition)
            return
    lengths = [(estimator.length_of("procedure", name), name) for name in rules.procedures]
    lengths += [(estimator.length_of("happening", verb), verb) for verb in rules.happenings]
    for length, name in sorted(lengths):
        if length.in_a_row > MOST_IN_A_ROW:
            key, number, limit = "endless.in-a-row", length.in_a_row, MOST_IN_A_ROW
        elif length.in_all > MOST_IN_ALL:
            key, number, limit = "endless.in-all", length.in_all, MOST_IN_ALL
        else:
            continue
        item = resolver.statements_by_target[name][0]
        resolver.report(item, key, item.statement, number=number, limit=limit)
        return
