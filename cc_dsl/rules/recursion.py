"""Refuse circular definitions by way of properties, rankings and groups, and chains that are too long to follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import plural
from cc_dsl.rules.resolving import Resolver
from cc_dsl.rules.symbols import name_of
from cc_dsl.syntax import nodes
from cc_dsl.trees import Node, children, replace

if TYPE_CHECKING:
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


MOST_LEVELS = 150
"""The most phrases that stand inside one another, by way of names and calls too; no text comes near it.

Both engines go down one level after the other, and Python has room for not much more.
"""


MOST_EVALUATIONS = 20_000
"""The most names that one name may evaluate, each as often as it is used; no text of the corpus needs 500.

The interpreter remembers what it has found in a position; compiled code evaluates it again.
"""


def refuse_circles(resolver: Resolver, rules: model.Rules) -> None:
    """Report each thing whose meaning asks for itself, once for each circle."""
    wholes = _meanings(rules)
    rests_on = {name: dict.fromkeys(_asked_for(rules, whole)) for name, whole in wholes.items()}
    done: set[Name] = set()
    for name in wholes:
        _follow(resolver, rests_on, [name], done)


def refuse_deep(resolver: Resolver, rules: model.Rules) -> bool:
    """Report the first name by which too many phrases stand inside one another, or too many names are evaluated.

    Return whether there is one.
    """
    wholes = _meanings(rules)
    wholes |= {("body", name): body for name, body in (*rules.procedures.items(), *rules.happenings.items())}
    uses = {name: [*_uses(rules, whole)] for name, whole in wholes.items()}
    evaluations: dict[Name, int] = {}
    for name, depth in depths(uses).items():
        # What is refused already has no meaning, and may be named all the same.
        evaluations[name] = 1 + sum(evaluations.get(one, 0) for one, _ in uses.get(name, ()) if one[0] != "body")
        if depth > MOST_LEVELS:
            called = "Calls" if name[0] == "body" else "Phrases"
            code = "too-deep"
            sentence = f"{called} stand inside one another here, by way of their names, more than {MOST_LEVELS} deep."
            remedy = "Shorten the chain: say at once what only leads on to another name."
        elif evaluations[name] > MOST_EVALUATIONS:
            code, number = "endless", f"{evaluations[name]:,}"
            sentence = f"To evaluate this, {number} definitions are evaluated; the limit is {MOST_EVALUATIONS:,}."
            remedy = "Use each definition once, or store what is used several times with “is now”."
        else:
            continue
        said = [*resolver.statements_by_target.get(name[1], ())] if name[0] == "body" else [item_about(resolver, name)]
        item = next((one for one in said if one is not None), resolver.items[0])
        resolver.report(item, code, sentence, item.statement.span, remedy)
        return True
    return False


def depths(uses: dict[Name, list[tuple[Name, int]]]) -> dict[Name, int]:
    """Return how deep each name goes, given what it uses at which level; those that others use come first.

    A circle, which is refused elsewhere, is followed once.
    """
    found: dict[Name, int] = {}
    open_names: set[Name] = set()
    for begin in uses:
        waiting = [begin]
        while waiting:
            name = waiting[-1]
            below = [one for one, _ in uses.get(name, ()) if one not in found and one not in open_names]
            if name not in found and name not in open_names and below:
                open_names.add(name)
                waiting += below
                continue
            waiting.pop()
            found.setdefault(name, max((level + found.get(one, 0) for one, level in uses.get(name, ())), default=1))
    return found


def _uses(rules: model.Rules, whole: object) -> Iterator[tuple[Name, int]]:
    """Yield every name that something uses or calls, each with the level at which it stands."""
    waiting = [(whole, 0)]
    while waiting:
        part, level = waiting.pop()
        if isinstance(part, model.Origin):
            continue
        if isinstance(part, Node):
            level += 1
            yield from ((name, level) for name in _asked_by(rules, part))
            if isinstance(part, model.Perform):
                yield ("body", part.name), level
            elif isinstance(part, model.Call):
                yield ("body", part.verb), level
        waiting += [(one, level) for one in children(part)]


def _meanings(rules: model.Rules) -> dict[Name, object]:
    """Return all that has a meaning, by its name."""
    wholes: dict[Name, object] = {}
    wholes |= {("definition", name): (one.cases, one.overrides) for name, one in rules.definitions.items()}
    wholes |= {("property", name): one.cases for name, one in rules.predicates.items()}
    wholes |= {("ranking", name): one.keys for name, one in rules.rankings.items()}
    wholes |= {("group", name): one for name, one in rules.groups.items()}
    sorts = [sort for group in rules.groups.values() for sort in group.sorts]
    return wholes | {("sort", sort.name): (sort.condition, sort.requirements) for sort in sorts}


def _follow(resolver: Resolver, rests_on: dict[Name, dict[Name, None]], path: list[Name], done: set[Name]) -> None:
    if len(path) > MOST_LEVELS:
        return  # it is refused for its length
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
        yield from _asked_by(rules, part)


def _asked_by(rules: model.Rules, part: object) -> Iterator[Name]:
    """Yield the names that a term asks for itself."""
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
