"""The numbers of players that rules allow, as a sentence."""

from __future__ import annotations

from collections.abc import Callable

from cc_dsl.errors import UserError
from cc_dsl.rules import model


def seats_refused(rules: model.Rules, count: int) -> UserError:
    """Return the error that the rules do not allow this number of players."""
    least, most = rules.seats
    wanted = f"{least}" if least == most else f"{least} to {most}"
    return UserError("command-line", f"T{seats_said(rules)[1:]}, not for {count}.", f"Let {wanted} play.", "players")


def seats_said(rules: model.Rules, named: Callable[[str], str] = str) -> str:
    """Return the number of players of the rules, with the clause: this game is for 2 to 4 players [T.2]."""
    least, most = rules.seats
    count = f"{least}" if least == most else f"{least} to {most}"
    clauses = ", ".join(map(named, rules.seating.clauses)) if rules.seating is not None else ""
    return f"this game is for {count} {'player' if most == 1 else 'players'}{f' [{clauses}]' if clauses else ''}"
