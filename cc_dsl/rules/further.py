"""Resolve further procedures and examples, such as those of a worked case, after rules that are already resolved.

The result is the same as if all sentences were resolved together, since earlier sentences cannot refer to later ones:
they would have used an unknown name, and the rules would have been refused.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable

from cc_dsl.diagnostics.problem import Problem
from cc_dsl.rules import limits, model
from cc_dsl.rules.acts import ActResolver
from cc_dsl.rules.checks import check_capitals
from cc_dsl.rules.phrases import PhraseResolver
from cc_dsl.rules.procedures import refuse_circles, resolve_body, resolve_rest
from cc_dsl.rules.ranks import Ranks
from cc_dsl.rules.resolve import Resolution, Resolver
from cc_dsl.rules.symbols import Item, NameMeaning
from cc_dsl.source.files import Source
from cc_dsl.syntax import nodes
from cc_dsl.trees import replace

LISTS = ("items", "problems", "locals", "refused")
TABLES = ("values", "signs", "tables", "definitions", "settled", "_unknown")
"""The attributes in which a resolver collects results of procedures and examples: lists, and tables by name."""


def add_editor_statements(
    resolution_before: Resolution, statements: Iterable[nodes.Procedure | nodes.Example], source: Source, digest: str
) -> tuple[model.Rules, list[Problem]]:
    """Return the rules with these statements of the editor, and the problems of the statements.

    The resolution itself is unchanged, for the next statements. No procedure may have a name that the rules introduce.
    """
    resolver = _copy_resolver(resolution_before.resolver)
    items = [Item(statement, "", "", source) for statement in statements]
    own = {item.statement.name.text: item for item in items if isinstance(item.statement, nodes.Procedure)}
    before = len(resolver.problems)
    resolver.items += items
    resolver.statements_by_target = {
        **resolution_before.resolver.statements_by_target,
        **{name: [own[name]] for name in own},
    }
    for name, item in own.items():
        resolver.names.add(NameMeaning("procedure", name, None, item, item.statement.name.span))
    bodies = {name: resolve_body(resolver, name, [item]) for name, item in own.items()}
    refuse_circles(resolver, {name: calls for name, (_, calls) in bodies.items()})
    *_, examples = resolve_rest(resolver, items)
    check_capitals(resolver)
    rules = _add_procedures(resolution_before.rules, resolver, {name: body for name, (body, _) in bodies.items()})
    rules = replace(rules, examples=(*rules.examples, *examples), digest=digest)
    if own:
        limits.refuse_long_bodies(resolver, rules)
        if len(resolver.problems) == before:  # the steps of a refused procedure cannot be estimated
            limits.refuse_costly_names(resolver, rules, own)
    return rules, [problem for problem in resolver.problems if problem.source is source]


def _copy_resolver(original: Resolver) -> Resolver:
    """Return a copy of a resolver, which can be extended without changing the original."""
    resolver = copy.copy(original)
    for name in LISTS:
        setattr(resolver, name, [*getattr(original, name)])
    for name in TABLES:
        setattr(resolver, name, {**getattr(original, name)})
    resolver.__dict__.pop("_choice_names", None)  # a cached property, which depends on the statements
    resolver.failed = {*original.failed}
    resolver.names = original.names.copy()
    resolver.names.choice_names = lambda: resolver._choice_names
    # These refer to their resolver, so the copy needs its own.
    resolver.phrases = PhraseResolver(resolver, resolver.names)
    resolver.deeds = ActResolver(resolver, resolver.phrases)
    resolver.ranks = Ranks(resolver)
    return resolver


def _add_procedures(rules: model.Rules, resolver: Resolver, bodies: dict[str, model.Body]) -> model.Rules:
    """Return the rules with further procedures, and with the definitions and numbers that these use."""
    definitions = dict(rules.definitions)
    for name in resolver.settled:
        if name in definitions and definitions[name].settled is None:
            definitions[name] = replace(definitions[name], settled=resolver.cells)
            resolver.cells += 1
    numbers = {name: resolver.add_signs(kind) for name, kind in resolver.values.items() if name not in rules.values}
    return replace(
        rules,
        values={**rules.values, **numbers},
        tables={**rules.tables, **{name: resolver.tables[name] for name in numbers}},
        definitions=definitions,
        procedures={**rules.procedures, **bodies},
        cells=resolver.cells,
    )
