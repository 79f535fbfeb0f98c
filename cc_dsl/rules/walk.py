"""Traverse resolved rules: the parts of a term, the names in it, and the definitions and properties that it uses."""

from __future__ import annotations

from collections.abc import Iterator

from cc_dsl.rules import model
from cc_dsl.trees import walk as parts

__all__ = ["Name", "conjuncts", "names_in", "parts", "uses"]

Name = tuple[str, str]
"""The kind of a name (a `definition`, a `property`, a `ranking` of pieces, a `sort`, a `group`), and its name."""

NAMING = frozenset(
    (
        *(model.Apply, model.Holds, model.Best, model.BestFew, model.Ranks, model.Champion, model.Key),
        *(model.Groups, model.BestGroup, model.HasSort, model.Group),
    )
)
"""The classes of terms that use a name."""


def names_in(rules: model.Rules, part: object) -> Iterator[Name]:
    """Yield the names that a term itself uses, without those of its parts."""
    if type(part) not in NAMING:  # a shortcut for most parts
        return
    if isinstance(part, model.Apply):
        yield "definition", part.name
    elif isinstance(part, model.Holds):
        yield "property", part.name
    elif isinstance(part, model.Best | model.BestFew):
        yield "ranking", part.kind
    elif isinstance(part, model.Ranks | model.Champion) and part.kind.base in ("piece", "group"):
        yield "ranking" if part.kind.base == "piece" else "group", part.kind.name
    elif isinstance(part, model.Key) and part.form == "piece":
        yield "ranking", rules.pieces.name
    elif isinstance(part, model.Groups | model.BestGroup | model.HasSort):
        yield "group", part.name
    elif isinstance(part, model.Group):
        yield "definition", part.side
        if rules.pieces.name in rules.rankings:  # ties between groups are broken by their best pieces
            yield "ranking", rules.pieces.name
        yield from (("sort", sort.name) for sort in rules.groups[part.name].sorts)


def uses(rules: model.Rules, part: object) -> Iterator[model.Definition | model.Predicate]:
    """Yield the definitions and properties that a part uses, directly or indirectly, each once."""
    known_terms: set[tuple[type, str]] = set()
    pending = [part]
    while pending:
        for term in parts(pending.pop()):
            if isinstance(term, model.Apply | model.Holds) and (type(term), term.name) not in known_terms:
                meaning = rules.definitions[term.name] if isinstance(term, model.Apply) else rules.predicates[term.name]
                known_terms.add((type(term), term.name))
                pending.append(meaning)
                yield meaning


def conjuncts(condition: model.Condition) -> list[model.Condition]:
    """Return the conjuncts of a condition, in their order."""
    if isinstance(condition, model.And):
        return [*conjuncts(condition.left), *conjuncts(condition.right)]
    return [condition]
