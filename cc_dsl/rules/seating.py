"""The number of players, in words and as a requirement."""

from __future__ import annotations

from collections.abc import Callable

from cc_dsl.errors import UserError
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER, Kind


def players_in_words(seats: tuple[int, int]) -> str:
    """Return the range of the number of players in words: `1 player`, or `2 to 4 players`."""
    least, most = seats
    return f"{least if least == most else f'{least} to {most}'} {'player' if most == 1 else 'players'}"


def seats_phrase(rules: model.Rules, name_of: Callable[[str], str] = str) -> str:
    """Return the number of players of the rules, with the clause: this game is for 2 to 4 players [T.2]."""
    clauses = ", ".join(map(name_of, rules.seating.clauses)) if rules.seating is not None else ""
    return f"this game is for {players_in_words(rules.seats)}{f' [{clauses}]' if clauses else ''}"


def require_seats(rules: model.Rules, count: int) -> None:
    """Raise a UserError unless the rules allow this number of players."""
    if not rules.seats[0] <= count <= rules.seats[1]:
        seats_in_words = players_in_words(rules.seats).rpartition(" ")[0]
        sentence = f"T{seats_phrase(rules)[1:]}, not for {count}."
        raise UserError("command-line", sentence, f"Let {seats_in_words} play.", "players")


def count_of(rules: model.Rules, seats: int, kind: Kind) -> int:
    """Return the number of pieces, players or values of a kind."""
    if kind.base == "piece":
        return len(rules.pieces.names)
    return seats if is_of_players(rules, kind) else len(rules.values[kind.name].values)


def is_of_players(rules: model.Rules, kind: Kind) -> bool:
    """Return whether things of a kind are players, or are owned ultimately by players."""
    site = rules.sites.get(kind.name)
    return kind.base == PLAYER.base or (site is not None and site.root == PLAYER.name)
