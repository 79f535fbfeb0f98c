"""Names of a rules file grouped by kind, so that a mutant can replace one by another of its kind."""

from __future__ import annotations

from collections.abc import Iterator

from cc_dsl.core.symbols import meanings
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER, plural

Sort = tuple[object, ...]
THINGS = ("role", "definition", "number", "held", "place")
"""Terms with a value; names of one kind, and of one owner, can replace one another."""


class IntroducedNames:
    """The names that some rules introduce."""

    def __init__(self, rules: model.Rules) -> None:
        """Group the names by the sort of thing that they name."""
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
    for what, name, meaning in meanings(rules):
        if what in THINGS:
            yield ("thing", meaning.owner, meaning.kind), name
        elif what in ("value", "sort") and meaning.kind is not None:
            yield (what, meaning.kind.name), name
        elif what == "predicate":
            yield (what, meaning.owner), name
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
