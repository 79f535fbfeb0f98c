"""Everything on which a question of the rules can depend, in a form in which two rules can be compared.

If it is the same in both, they answer the question alike for any pieces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.rules import model
from cc_dsl.rules.meaning import Canonical, NumberedNames
from cc_dsl.trees import children, replace

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition


def changing_answers(edition: Edition) -> dict[str, dict[str, str]]:
    """Return, for each open place and question that it can change, the first answer that may change it.

    Only questions that need nothing but pieces are considered, and no answer that is the default.
    """
    asked = [name for name, question in edition.rules.questions.items() if question.asked and not question.stored]
    bases = {name: basis_of(edition.rules, name) for name in asked}
    changing: dict[str, dict[str, str]] = {}
    for doubt in edition.rules.doubts.values() if asked else ():
        changed = changing.setdefault(doubt.name, {})
        for answer, _ in doubt.alternatives:
            unchanged = [name for name in asked if name not in changed]
            rules = edition.resolve({doubt.name: answer})[0] if unchanged and answer != doubt.default else None
            if rules is not None:
                changed |= {name: answer for name in unchanged if basis_of(rules, name) != bases[name]}
    return changing


def basis_of(rules: model.Rules, question: str) -> dict[tuple[str, str], object]:
    """Return the dependencies of a question, by the sort of thing and its name."""
    canonical = Canonical(NumberedNames(rules))
    basis: dict[tuple[str, str], object] = {("pieces", ""): rules.pieces.codes}
    asked = rules.questions[question]
    waiting: list[object] = [replace(teller, extras=()) for teller in asked.told]
    while waiting:
        term = waiting.pop()
        waiting += children(term)
        for key, part in _parts_named(rules, term):
            if key not in basis:
                basis[key] = canonical(part)
                waiting.append(part)
    return basis


def _parts_named(rules: model.Rules, term: object) -> list[tuple[tuple[str, str], object]]:
    """Return the things that a term names: definitions, properties, kinds of group, rankings, tables."""
    groups: list[tuple[tuple[str, str], object]] = [(("group", name), group) for name, group in rules.groups.items()]
    rankings: list[tuple[tuple[str, str], object]] = [
        (("ranking", name), ranking) for name, ranking in rules.rankings.items()
    ]
    match term:
        case model.Apply(name=name):
            return [(("definition", name), rules.definitions[name])]
        case model.Holds(name=name):
            return [(("predicate", name), rules.predicates[name])]
        case model.TableValue(name=name):
            return [(("table", name), (name, rules.tables[name]))]
        case model.Group(side=name):  # its pieces are what a definition gives, and a tie is broken by how pieces rank
            return [(("definition", name), rules.definitions[name]), *rankings]
        case model.Champion():
            return [*rankings, *groups]
        case model.Best():
            return rankings
        case model.Groups() | model.BestGroup() | model.HasSort() | model.Ranks() | model.IsSort():
            return groups
    return []
