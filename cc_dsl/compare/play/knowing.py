"""Find a game in which a player's knowledge differs between one edition and its patch.

Both are played with the same shuffles and the same answers.  At every decision the views of all players are compared:
which pieces each of them sees.  The earliest decision counts at which somebody sees other pieces, while the game itself
is still the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cc_dsl.compare.play.clock import ENDLESS, Clock
from cc_dsl.compare.play.plays import (
    GAMES,
    MOST_MOVES,
    Company,
    NumberedGame,
    Part,
    avoided,
    first_found,
    followed,
    seatings,
)
from cc_dsl.interpreter.views import Sights
from cc_dsl.rules import model


class KnownParting(NamedTuple):
    """A moment of a game at which a player sees other pieces because of a change."""

    seats: int
    seed: int
    answers: tuple[int, ...]
    viewer: int
    """The player who sees something else, counted from 0."""
    asked: int
    first: tuple[str, ...]
    """The pieces that the player sees in the first edition alone, in its codes."""
    changed: tuple[str, ...]
    """The pieces that the player sees with the change alone."""


def views(game: NumberedGame) -> tuple[frozenset[int], ...]:
    """Return the pieces that each player sees."""
    sights = Sights(game.runtime)
    return tuple(frozenset(sights.seen(game.state, player)) for player in range(game.runtime.seats))


def _mark(game: NumberedGame) -> tuple[object, ...]:
    return (*game.mark, () if game.is_over else views(game))


def known_at(
    first: model.Rules,
    changed: model.Rules,
    seats: int,
    seed: int,
    most: int = MOST_MOVES,
    companions: model.Rules | None = None,
    second: frozenset[str] | None = None,
) -> KnownParting | None:
    """Play two rules side by side until somebody sees other pieces; None if the games differ before, or end."""
    rules = (first, changed) if companions is None else (first, changed, companions)
    company = Company(rules, seats, seed, avoided(first, second))
    if not company.part(_mark, most) or company.first.mark != company.changed.mark:
        return None
    return _parting(company, seats, seed)


def _parting(company: Company, seats: int, seed: int) -> KnownParting:
    """Return the difference in what is seen, preferably by the player who must decide."""
    here, there = views(company.first), views(company.changed)
    asked = company.first.state.player or 0
    viewers = sorted(range(seats), key=lambda player: (player != asked, player))
    viewer = next(player for player in viewers if here[player] != there[player])
    codes = company.first.runtime.rules.pieces.codes
    only = (here[viewer] - there[viewer], there[viewer] - here[viewer])
    seen = [tuple(codes[piece] for piece in sorted(pieces)) for pieces in only]
    return KnownParting(seats, seed, tuple(company.answers), viewer, asked, seen[0], seen[1])


def find_known(
    first: model.Rules,
    changed: model.Rules,
    companions: model.Rules | None = None,
    seats: Iterable[int] = (),
    seeds: Iterable[int] = range(GAMES),
    second: frozenset[str] | None = None,
    clock: Clock = ENDLESS,
) -> KnownParting | None:
    """Return the earliest moment found at which somebody sees other pieces, with the fewest players possible."""

    def parts() -> Iterator[Part[KnownParting]]:
        for count in seatings(first, changed, seats):

            def part(seed: int, most: int, count: int = count) -> KnownParting | None:
                return known_at(first, changed, count, seed, most, companions, second)

            yield part

    return first_found(parts(), seeds, clock)


def known_again(rules: model.Rules, players: int, seed: int, answers: Iterable[int], viewer: int) -> set[str] | None:
    """Return what a player sees after the same answers; None if they are not allowed."""
    game = followed(rules, players, seed, answers)
    return None if game is None else {game.runtime.rules.pieces.codes[piece] for piece in views(game)[viewer]}
