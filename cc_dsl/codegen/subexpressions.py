"""Memoise, for each position, definitions that a rule uses several times.

The value is stored beside the position with a flag whether it is known, like best groups, and invalidated when
something that it depends on is written.  It pays only for a search among several things, and only where a game runs to
its end.

    the leader is the player with the most cards.   if leader_is_found == 0:
                                                        leader_found = … a loop over the players …
                                                        leader_is_found = 1
"""

from __future__ import annotations

from cc_dsl.codegen.frames import found
from cc_dsl.codegen.things import meaning_of
from cc_dsl.codegen.writer import Writer
from cc_dsl.core import facts
from cc_dsl.core.facts import reads_play
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import Kind


def memoizable_definitions(rules: model.Rules) -> dict[str, Kind]:
    """Return the definitions worth computing once per position, with their kinds."""
    wholes: list[model.Definition | model.Predicate] = [*rules.definitions.values(), *rules.predicates.values()]
    sides = [rules.definitions[group.side] for group in rules.groups.values()]
    of_groups = [one.name for one in (*sides, *walk.uses(rules, (*sides, *rules.groups.values())))]
    return {
        name: one.kind
        for name, one in rules.definitions.items()
        if name not in of_groups and _is_plain(rules, one) and any(_times(whole, name) > 1 for whole in wholes)
    }


def _times(whole: model.Definition | model.Predicate, name: str) -> int:
    """Return how many times a definition or property asks for a definition."""
    return sum(isinstance(part, model.Apply) and part.name == name for part in walk.parts(whole))


def _is_plain(rules: model.Rules, definition: model.Definition) -> bool:
    """Return whether a definition searches for something that nobody owns, and uses nothing settled and no groups."""
    if definition.owner is not None or definition.kind.base in ("group", "groups"):
        return False
    # How pieces rank may itself depend on play.
    rankings = (*rules.rankings.values(),)
    used = [definition, *walk.uses(rules, (definition, rankings))]
    if any(isinstance(one, model.Definition) and one.settled is not None for one in used):
        return False
    parts = [*walk.parts((*used, rankings))]
    # Groups are remembered in their own way.
    has_more = any(facts.of(part).reads == facts.GROUPS for part in parts)
    return not has_more and reads_play(rules, definition) and any(facts.of(part).is_search for part in parts)


def rests_on(emit: Writer, name: str) -> frozenset[str]:
    """Return the variables that a definition is found from, also by way of others that are recalled."""
    if name not in emit.recalled_from:
        outer, emit.reads = emit.reads, set()
        emit.in_buffer(lambda: meaning_of(emit, emit.rules.definitions[name], None))
        read, emit.reads = emit.reads, outer
        others = (rests_on(emit, emit.recall_of[one]) for one in read if one in emit.recall_of)
        emit.recalled_from[name] = frozenset(read).union(*others)
    return emit.recalled_from[name]


def recall(emit: Writer, name: str) -> None:
    """Write what finds a definition's meaning, unless it is known."""
    kept = emit.flat.recalled[name]
    if emit.status.get(found(name)):
        return
    needed = sorted({emit.recall_of[one] for one in rests_on(emit, name) if one in emit.recall_of})
    for other in needed:
        recall(emit, other)
    with emit.indented(f"if {emit.read(kept.known)} == 0:"):
        emit.write(f"{emit.spot(kept.value)} = {meaning_of(emit, emit.rules.definitions[name], None)}")
        emit.write(f"{emit.spot(kept.known)} = 1")
    emit.status[found(name)] = True


def forget(emit: Writer, names: set[str]) -> None:
    """Write that whatever was found from these variables is not known any more."""
    for name, kept in emit.flat.recalled.items():
        if rests_on(emit, name).isdisjoint(names):
            continue
        if emit.status.get(found(name)) is not False:
            emit.write(f"{emit.spot(kept.known)} = 0")
        emit.status[found(name)] = False
