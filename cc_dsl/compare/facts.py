"""The statements of resolved rules, in a form in which two editions can be compared.

In the model a place, a role or a number is the number of a cell, and another game has other cells; here each has its
name again.  Clauses, readings and the lines of the file are left out, so that only the meaning remains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.rules import model
from cc_dsl.rules.meaning import Canonical, NumberedNames, part_of
from cc_dsl.trees import Node, fields, replace

if TYPE_CHECKING:
    from cc_dsl.rules.model import Origin, Rules

WHOLES = (
    "places",
    "numbers",
    "held",
    "roles",
    "definitions",
    "predicates",
    "groups",
    "rankings",
    "procedures",
    "happenings",
    "deeds",
)
"""The parts of the rules whose statements know their clauses."""


class ModelFact(NamedTuple):
    """One statement of the model: its place and its content, without the numbers of one game."""

    home: str
    """The clause of the block in which it stands; empty is the editor's."""
    path: tuple[str, ...]
    form: object


def facts_of(rules: Rules) -> tuple[ModelFact, ...]:
    """Return what resolved rules say, statement by statement."""
    canonical = Canonical(NumberedNames(rules))
    found: list[ModelFact] = []
    for whole in WHOLES:
        part = part_of(rules, whole)
        items = part.items() if isinstance(part, dict) else ((one.name, one) for one in part)
        for name, term in items:
            found += _facts(term, (whole, name), canonical)
    found += [fact for sight in (*rules.sights, *rules.disclosures) for fact in _facts(sight, ("sights",), canonical)]
    return tuple(found)


def renamed(form: object, names: Mapping[str, str]) -> object:
    """Return a form with other names for the same things."""
    if isinstance(form, str):
        return names.get(form, form)
    return tuple(renamed(part, names) for part in form) if isinstance(form, tuple | list) else form


def _facts(term: object, path: tuple[str, ...], canonical: Canonical) -> Iterator[ModelFact]:
    """Yield the statements inside a term; a group is divided into the statements about it."""
    origin = getattr(term, "origin", None)
    if isinstance(term, model.Group):
        yield ModelFact(_home(term.origin), path, (term.least, term.most, term.side))
        yield from _facts(term.sorts, (*path, "sorts"), canonical)
        yield from _facts(term.ranking, (*path, "ranking"), canonical)
        yield from _facts(term.deciders, (*path, "deciders"), canonical)
    elif isinstance(term, model.Sort):
        # A sort names the clauses of its orders behind its own.
        home = term.origin.clauses[0] if term.origin.clauses else ""
        yield ModelFact(home, (*path, term.name), canonical(replace(term, requirements=())))
        yield from _facts(term.requirements, (*path, term.name), canonical)
    elif isinstance(origin, model.Origin):
        yield ModelFact(_home(origin), path, canonical(term))
    elif isinstance(term, Node):
        for field, part in fields(term):
            yield from _facts(part, (*path, field), canonical)
    elif isinstance(term, tuple):
        for part in term:
            yield from _facts(part, path, canonical)


def _home(origin: Origin) -> str:
    """Return the clause of the block, before which stand those that the statement cites itself."""
    return origin.clauses[-1] if origin.clauses else ""
