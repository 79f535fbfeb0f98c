"""Specialise rules for a number of players: a player whom they name, and who has no seat, is nobody."""

from __future__ import annotations

from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.trees import LEAVES, rebuild, replace, walk

WHOLES = ("definitions", "predicates", "groups", "rankings", "procedures", "happenings", "questions", "deeds")
"""The parts of rules, by name, in which players can be named, besides what players see."""


def most_named(rules: model.Rules) -> int:
    """Return the highest number of a player whom the rules name; 0 if they name none."""
    wholes = [tuple(getattr(rules, whole).values()) for whole in WHOLES]
    return most_named_in(rules, (*wholes, rules.sights, rules.disclosures))


def most_named_in(rules: model.Rules, part: object) -> int:
    """Return the same of a part of the rules."""
    constants = (one for one in walk(part) if isinstance(one, model.Const))
    return max((one.value + 1 for one in constants if _is_of_players(rules, one)), default=0)


def _is_of_players(rules: model.Rules, part: model.Const) -> bool:
    """Return whether a player is named, or something that each player has one of and that is known by its owner."""
    site = rules.sites.get(part.kind.name)
    return part.kind == PLAYER or (site is not None and site.root == PLAYER.name)


def seated(rules: model.Rules, seats: int) -> model.Rules:
    """Return the rules as they are with this number of players."""
    if rules.most_named <= seats:
        return rules

    def put(part: object) -> object:
        if type(part) in LEAVES:  # most parts are
            return part
        if isinstance(part, model.Const):
            return model.Nothing() if part.value >= seats and _is_of_players(rules, part) else part
        return part if isinstance(part, model.Origin) else rebuild(part, put)

    wholes = {whole: {name: put(one) for name, one in getattr(rules, whole).items()} for whole in WHOLES}
    seen = {"sights": put(rules.sights), "disclosures": put(rules.disclosures)}
    return replace(rules, **wholes, **seen, most_named=seats)
