"""How each thing on a ground stands: what it has to do next, where it is and whose it is, with clauses, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.interpreter.judge import StandingAnswer, owners_of_pieces, standings, tables_of
from cc_dsl.interpreter.runtime import runtime_of
from cc_dsl.words.layout import table, wrapped
from cc_dsl.words.sentences import capital

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.words.book import Book


class StandingsLayout(NamedTuple):
    """A way to lay out how each thing stands."""

    has_clauses: bool
    has_owners: bool
    gap: str


FORMS = (
    StandingsLayout(True, True, "  "),
    StandingsLayout(False, True, "  "),
    StandingsLayout(False, True, " "),
    StandingsLayout(False, False, " "),
)
"""The widest first."""


def owners_in(game: Game) -> dict[str, dict[int, int]]:
    """Return whose each piece is, by the names that the rules have for that."""
    return owners_of_pieces(runtime_of(game.rules, "plain", game.seats), game.position)


def standing_lines(game: Game, book: Book, columns: int) -> list[str]:
    """Say, of each thing about which the rules have a question, how it stands now, and by which clauses.

    What the columns are stands above them, each under the name that the edition gives it.  Where there is no room for
    all of it, the clauses are left out first, and then whose each thing is.
    """
    for form in FORMS:
        lines = _standing_lines(game, book, columns, form)
        if max(map(len, lines), default=0) <= columns:
            break
    return lines


def _standing_lines(game: Game, book: Book, columns: int, form: StandingsLayout) -> list[str]:
    runtime = runtime_of(game.rules, "reasons", game.seats)
    name = game.naming.name if game.naming is not None else str
    found = standings(runtime, game.position, game.sights.known(game.position, None), game.naming)
    shared = [f"{name(one.key)}: {one.value}" for one in found if not one.owner]
    now = [f"{name(key)}: {value}" for key, value in game.view(None).held.items() if isinstance(value, str)]
    lines = wrapped(capital("; ".join([*shared, *now])), columns=columns) if shared or now else []
    owners = next(iter(owners_in(game).values()), {}) if form.has_owners else {}
    for keys, things in tables_of(found):
        cells = {(one.owner, one.key): one for one in found}
        cited = keys[:1] if form.has_clauses else []
        rows = []
        for thing in things:
            told = [_cell(cells[thing, key], book, key in cited) for key in keys]
            piece = cells[thing, keys[0]].piece
            whose = owners.get(piece) if piece is not None else None
            if any(cell not in ("", "0") for cell in told):
                rows.append([thing, *([] if whose is None else [game.called(whose)]), *told])
        if rows:
            head = ["", *([""] if len(rows[0]) > len(keys) + 1 else []), *map(name, keys)]
            lines += table([head, *rows], gap=form.gap)
    return lines


def _cell(one: StandingAnswer, book: Book, is_first: bool) -> str:
    if one.value is None:
        return ""
    clauses = ", ".join(map(book.short, one.clauses)) if is_first else ""
    return f"{one.value}{f' [{clauses}]' if clauses else ''}"
