"""Why a computer player would choose as it does, in sentences with their clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.explain.book import Book
from cc_dsl.explain.layout import wrapped
from cc_dsl.interpreter.naming import Naming
from cc_dsl.rules.kinds import a_name

if TYPE_CHECKING:
    from cc_dsl.interpreter.advice import Advice
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.interpreter.moves import Move
    from cc_dsl.interpreter.players import Weighed

SHOWN = 2
"""The number of groups spoilt that a hint names."""


def advised(found: Advice, game: Game, naming: Naming, book: Book, columns: int) -> list[str]:
    """Return the reasons for an advice: the groups that it makes or spoils, and what it gained in the samples."""
    lines: list[str] = []
    for verb, groups in (("makes", found.makes), ("spoils", found.spoils[:SHOWN])):
        for name, group in groups:
            lines += wrapped(_changed(verb, name, group, naming, book), "  ", "    ", columns)
    if (more := len(found.spoils) - SHOWN) > 0:
        lines.append(f"  It spoils {more} more.")
    if found.weighed is not None:
        lines += wrapped(_gained(found.weighed, found.choice, found.number, game, naming), "  ", "    ", columns)
    return lines


def _changed(verb: str, name: str, group: Move, naming: Naming, book: Book) -> str:
    """Return that an answer makes a group, or spoils one that could still be made, with the clauses of its sort."""
    cited = f" [{', '.join(map(book.short, group.clauses))}]" if group.clauses else ""
    sort, _, pieces = group.text.partition(" ")
    what = f"{a_name(sort)}, {pieces}" if pieces else f"a {naming.name(name)}, {group.text}"
    return f"It {verb} {what}.{cited}"


def _gained(weighed: Weighed, choice: int, number: str, game: Game, naming: Naming) -> str:
    """Return what the answer gained, beside the next best."""
    what = f"your lead in {naming.name(number)}" if number else "your lead" if game.seats > 1 else "your result"
    tried = f"In {weighed.samples} sampled positions that fit what you see"
    if weighed.samples == 1:
        tried = "In one sampled position that fits what you see"
    ranked = sorted(zip(weighed.gains, weighed.options, strict=True), key=lambda one: -one[0])
    best = ranked[0][0]
    if all(gain == best for gain, _ in ranked):
        return f"{tried}, no answer changed {what} more than another; it takes the first."
    gain, other = next((gain, option) for gain, option in ranked if option != choice)
    average, next_best = (_signed(one / weighed.samples) for one in (best, gain))
    beside = (
        f"; the next best, {game.said_of(other)}, by {next_best}" if gain < best else f", as did {game.said_of(other)}"
    )
    mean = " on average" if weighed.samples > 1 else ""
    return f"{tried}, it changed {what} by {average}{mean}{beside}. After it everybody answered at random."


def _signed(change: float) -> str:
    return f"{change:+.2f}".replace("-", "−") if change else "nothing"
