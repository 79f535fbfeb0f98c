"""Names of a rules file grouped by kind, so that a mutant can replace one by another of its kind."""

from __future__ import annotations

from collections.abc import Iterator

from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind, plural

Sort = tuple[object, ...]


class Names:
    """The names that some rules introduce."""

    def __init__(self, rules: model.Rules) -> None:
        """Sort the names by what they name."""
        self._sorts: dict[str, Sort] = {}
        self._names: dict[Sort, list[str]] = {}
        for sort, name in _named(rules):
            self._names.setdefault(sort, []).append(name)
            self._sorts.setdefault(name, sort)
        self._plurals = {plural(name): name for name in self._sorts}

    def others(self, word: str) -> list[str]:
        """Return the other names of the same kind, in the number of the word."""
        if word in self._sorts:
            return [name for name in self._names[self._sorts[word]] if name != word]
        single = self._plurals.get(word)
        if single is None:
            return []
        return [plural(name) for name in self._names[self._sorts[single]] if name != single]


def _named(rules: model.Rules) -> Iterator[tuple[Sort, str]]:
    for role in rules.roles:
        yield ("thing", None, PLAYER), role.name
    for name, definition in rules.definitions.items():
        yield ("thing", definition.owner, definition.kind), name
    for number in rules.numbers:
        yield ("thing", number.owner, NUMBER), number.name
    for held in rules.held:
        yield ("thing", held.owner, held.kind), held.name
    for place in rules.places:
        kind = Kind("piece" if place.most == 1 else "pieces", rules.pieces.name)
        yield ("thing", place.owner, kind), place.name
    for kind_name, kind_of in rules.values.items():
        for value in kind_of.values:
            yield ("value", kind_name), value
    for group in rules.groups.values():
        for sort in group.sorts:
            yield ("sort", group.name), sort.name
    for name, predicate in rules.predicates.items():
        yield ("predicate", predicate.kind), name
    for state in rules.states:
        yield ("state",), state
    for name in rules.procedures:
        yield ("procedure",), name
    for name in rules.pieces.attributes:
        yield ("attribute",), name
    for name in rules.tables:
        yield ("table",), name
    for site in rules.sites.values():
        yield ("site", site.form, site.root), site.name
    for form in rules.deeds.values():
        yield ("deed", form.subject, form.object), form.verb
    for key in rules.happenings:
        if key not in rules.deeds:
            yield ("deed", PLAYER, None), key
