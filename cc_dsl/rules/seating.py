"""The number of players: in words, and the rules as they are for it, where a player without a seat is nobody."""

from __future__ import annotations

from collections.abc import Callable

from cc_dsl.errors import UserError
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.trees import LEAVES, rebuild, replace, walk

WHOLES = ("definitions", "predicates", "groups", "rankings", "procedures", "happenings", "questions", "deeds")
"""The parts of rules, by name, in which players can be named, besides what players see."""


def players_in_words(seats: tuple[int, int]) -> str:
    """Return how many may play, from the least and the greatest number: `1 player`, or `2 to 4 players`."""
    least, most = seats
    return f"{least if least == most else f'{least} to {most}'} {'player' if most == 1 else 'players'}"


def seats_said(rules: model.Rules, named: Callable[[str], str] = str) -> str:
    """Return the number of players of the rules, with the clause: this game is for 2 to 4 players [T.2]."""
    clauses = ", ".join(map(named, rules.seating.clauses)) if rules.seating is not None else ""
    return f"this game is for {players_in_words(rules.seats)}{f' [{clauses}]' if clauses else ''}"


def require_seats(rules: model.Rules, count: int) -> None:
    """Raise a UserError unless the rules allow this number of players."""
    if not rules.seats[0] <= count <= rules.seats[1]:
        wanted = players_in_words(rules.seats).rpartition(" ")[0]
        sentence = f"T{seats_said(rules)[1:]}, not for {count}."
        raise UserError("command-line", sentence, f"Let {wanted} play.", "players")


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
