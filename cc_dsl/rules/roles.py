"""Roles that nobody ever gets: every sentence that gives one finds nobody, as long as nobody has any of them.

At the beginning nobody has a role.  `the player after the leader becomes the leader` makes nobody leader then, and so
never anybody.
"""

from __future__ import annotations

import re

from cc_dsl.rules import model
from cc_dsl.rules.resolving import Resolver
from cc_dsl.trees import walk


def report_vacant(resolver: Resolver, rules: model.Rules) -> None:
    """Report each role that nobody ever gets, in rules of a game."""
    if model.ENTRY not in rules.procedures:
        return
    vacant = vacant_roles(rules)
    for symbol in resolver.names.all():
        if symbol.what != "role" or symbol.data.base not in vacant or symbol.item is None or symbol.span is None:
            continue
        given = [one for one in _givers(rules) if one.base == symbol.data.base]
        # Another answer to an open place may give it; what is not chosen is not resolved.
        if len(re.findall(rf"\bbecomes? (?:the )?{re.escape(symbol.name)}\b", symbol.item.source.text)) > len(given):
            continue
        sentence = f"Nobody ever becomes “{symbol.name}”"
        if given:
            sentence += ": who becomes it is found by roles that nobody has"
        remedy = f"Say who has it first, such as:   before the game: player 1 becomes {symbol.name}."
        found = symbol.item.refuse("role-of-nobody", f"{sentence}.", symbol.span, remedy)
        # Play goes on as the reference says of none; whoever checks the rules is asked whether it is meant.
        resolver.problems.append(found.problem._replace(level="warning"))


def vacant_roles(rules: model.Rules) -> set[int]:
    """Return the cells of the roles that nobody ever gets."""
    told = {asked.base for question in rules.questions.values() for asked in question.stored}
    vacant = {role.base for role in rules.stored_as("role")} - told
    givers = _givers(rules)
    while found := {
        one.base for one in givers if one.base in vacant and not _is_nobody(rules, one.cases[0].thing, vacant)
    }:
        vacant -= found
    return vacant


def _givers(rules: model.Rules) -> list[model.Store]:
    bodies = (*rules.procedures.values(), *rules.happenings.values())
    return [part for body in bodies for part in walk(body) if isinstance(part, model.Store) and part.what == "role"]


def _is_nobody(rules: model.Rules, thing: model.Thing, vacant: set[int]) -> bool:
    """Return whether a thing is surely none while nobody has these roles."""
    match thing:
        case model.Nothing():
            return True
        case model.Load(base=base):
            return base in vacant
        case model.Neighbour(player=player):
            return _is_nobody(rules, player, vacant)
        case model.Apply(name=name):
            definition = rules.definitions[name]
            cases = [case for cases in (definition.cases, *definition.overrides) for case in cases]
            return all(_is_nobody(rules, case.thing, vacant) for case in cases)
    return False
