"""Why a computer player would choose as it does, in sentences with their clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.closures.naming import Naming
from cc_dsl.core.secrets import is_open
from cc_dsl.rules.kinds import a_name
from cc_dsl.words.book import Book
from cc_dsl.words.layout import wrapped

if TYPE_CHECKING:
    from cc_dsl.engine.game import Game
    from cc_dsl.players.advice import Advice
    from cc_dsl.players.greedy import Weighed

SHOWN = 2
"""The number of groups spoilt that a hint names."""


def advised(found: Advice, game: Game, naming: Naming, book: Book, columns: int) -> list[str]:
    """Return the reasons for an advice: the groups that it makes or spoils, and what it gained in the samples.

    A spoilt group is one that could still be made; each is named with the clauses of its sort.
    """
    lines: list[str] = []
    for verb, groups in (("makes", found.makes), ("spoils", found.spoils[:SHOWN])):
        for name, group in groups:
            sort, _, pieces = group.text.partition(" ")
            what = f"{a_name(sort)}, {pieces}" if pieces else f"a {naming.name(name)}, {group.text}"
            lines += wrapped(book.cited(f"It {verb} {what}.", group.clauses), "  ", "    ", columns)
    if (more := len(found.spoils) - SHOWN) > 0:
        lines.append(f"  It spoils {more} more.")
    if found.weighed is not None:
        lines += wrapped(_gained(found.weighed, found.choice, found.number, game, naming), "  ", "    ", columns)
    return lines


def _gained(weighed: Weighed, choice: int, number: str, game: Game, naming: Naming) -> str:
    """Return what the answer gained, beside the next best, and how sure that is."""
    if game.seats == 1:
        what = f"your {naming.name(number) if number else 'result'}"
    else:
        what = f"your lead{f' in {naming.name(number)}' if number else ''}"
    several = weighed.samples > 1
    count, plural, mean = (f"{weighed.samples} ", "s", " on average") if several else ("one ", "", "")
    if weighed.is_planned:
        tried = "At the end of the turn as it planned it"
    elif is_open(game.rules):  # games from the position itself, or from others if something in it is secret or chance
        tried = f"In {count}game{plural} played on from here"
    else:
        tried = f"In {count}sampled position{plural} that fit{'' if several else 's'} what you see"
    ranked = sorted(zip(weighed.gains, weighed.options, strict=True), key=lambda one: -one[0])
    best = ranked[0][0]
    average = _signed(best / weighed.samples)
    if all(gain == best for gain, _ in ranked):
        by = f"every answer changed {what} by {average}{mean}" if best else f"no answer changed {what}"
        return f"{tried}, {by}; it takes the first."
    gain, other = next((gain, option) for gain, option in ranked if option != choice)
    changed = f"it changed {what} by {average}{mean}"
    if gain == best:
        said = f"{changed}, as did {game.said_of(other)}; of equals it takes the first"
    else:
        next_best = _signed(gain / weighed.samples)
        said = f"{changed}; the next best, {game.said_of(other)}, by {next_best}{_sure(weighed, choice, other)}"
    return f"{tried}, {said}.{'' if weighed.is_planned else ' After it everybody answered at random.'}"


def _sure(weighed: Weighed, choice: int, other: int) -> str:
    """Return how sure it is, by the 95 % interval, that one answer is better; nothing where one sample was enough."""
    found = weighed.difference(weighed.options.index(choice), weighed.options.index(other))
    if found is None:
        return ""
    if not found.reach:
        return ", and it was so in each of them"
    between = f"{found.mean:.2f} ± {found.reach:.2f}"
    return f". The difference, {between}, is {'clear' if found.is_sure else 'too small to be sure'}"


def _signed(change: float) -> str:
    return f"{change:+.2f}".replace("-", "−") if change else "nothing"
