"""Refuse circular definitions by way of properties, rankings and groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import plural
from cc_dsl.rules.symbols import name_of
from cc_dsl.syntax import nodes
from cc_dsl.trees import replace

if TYPE_CHECKING:
    from cc_dsl.rules.resolve import Resolver
    from cc_dsl.rules.symbols import Item

Name = tuple[str, str]
"""The kind of a name (a `definition`, a `property`, a `ranking` of pieces, a `sort`, a `group`), and its name."""
SAID_BY: dict[str, tuple[type, ...]] = {
    "sort": (nodes.Sort, nodes.Requirement),
    "definition": (nodes.Value,),
    "property": (nodes.Predicate,),
    "ranking": (nodes.Ranking,),
    "group": (nodes.Ranking, nodes.Decider, nodes.Group),
}
"""The statements that say something of each, the most likely first."""


def refuse_circles(resolver: Resolver, rules: model.Rules) -> None:
    """Report each thing whose meaning asks for itself, once for each circle."""
    wholes: dict[Name, object] = {}
    wholes |= {("definition", name): (one.cases, one.overrides) for name, one in rules.definitions.items()}
    wholes |= {("property", name): one.cases for name, one in rules.predicates.items()}
    wholes |= {("ranking", name): one.keys for name, one in rules.rankings.items()}
    wholes |= {("group", name): one for name, one in rules.groups.items()}
    sorts = [sort for group in rules.groups.values() for sort in group.sorts]
    wholes |= {("sort", sort.name): (sort.condition, sort.requirements) for sort in sorts}
    rests_on = {name: dict.fromkeys(_asked_for(rules, whole)) for name, whole in wholes.items()}
    done: set[Name] = set()
    for name in wholes:
        _follow(resolver, rests_on, [name], done)


def _follow(resolver: Resolver, rests_on: dict[Name, dict[Name, None]], path: list[Name], done: set[Name]) -> None:
    for name in rests_on.get(path[-1], ()):
        if name in path:
            circle = path[path.index(name) :]
            # Between definitions alone it was found, and said, when they were resolved.
            if any(what != "definition" for what, _ in circle) and not done.issuperset(circle):
                _refuse(resolver, circle)
            done.update(circle)
        elif name not in done:
            _follow(resolver, rests_on, [*path, name], done)
    done.add(path[-1])


def _refuse(resolver: Resolver, circle: list[Name]) -> None:
    said = [(item, one) for one in circle if (item := item_about(resolver, one)) is not None]
    # Of a group and its sorts it is a sort that asks too much.
    item, (what, name) = min(said, key=lambda pair: pair[1][0] != "sort")
    way = " → ".join([one for _, one in circle] + [circle[0][1]])
    meant = f"How {plural(name)} rank" if what == "ranking" else f"What “{name}” means"
    sentence = f"{meant} rests on itself, and would never be found: {way}."
    remedy = "Say it without using itself, or by way of a number that play changes."
    resolver.report(item, "endless", sentence, item.statement.span, remedy)


def item_about(resolver: Resolver, one: Name) -> Item | None:
    """Return the statement that says most of something."""
    what, name = one
    for kind in SAID_BY[what]:
        for item in resolver.items:
            if isinstance(item.statement, kind) and name_of(item.statement).text in (name, plural(name)):
                return item
    return None


def _asked_for(rules: model.Rules, whole: object) -> Iterator[Name]:
    """Yield every name that is needed to compute a meaning."""
    for part in walk.parts(replace(whole, sorts=()) if isinstance(whole, model.Group) else whole):
        if isinstance(part, model.Apply):
            yield "definition", part.name
        elif isinstance(part, model.Holds):
            yield "property", part.name
        elif isinstance(part, model.Best | model.BestFew):
            yield "ranking", part.kind
        elif isinstance(part, model.Ranks | model.Champion) and part.kind.base == "piece":
            yield "ranking", part.kind.name
        elif isinstance(part, model.Key) and part.form == "piece":
            yield "ranking", rules.pieces.name
        elif isinstance(part, model.Ranks | model.Champion) and part.kind.base == "group":
            yield "group", part.kind.name
        elif isinstance(part, model.Groups | model.BestGroup | model.HasSort):
            yield "group", part.name
        elif isinstance(part, model.Group):
            yield "definition", part.side
            yield from (("sort", sort.name) for sort in rules.groups[part.name].sorts)
