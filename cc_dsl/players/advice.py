"""Why the greedy player would choose as it does: what each answer gained in its samples, and which groups it makes.

Everything rests on what the player may know: positions are sampled from their view, and only groups of pieces that they
see are named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.closures.runtime import ChanceSource, runtime_of
from cc_dsl.core.leads import lead_of
from cc_dsl.engine.game import Game
from cc_dsl.engine.moves import Move, kind_of
from cc_dsl.players.greedy import TRIALS, Effort, Weighed, weighed
from cc_dsl.players.seats import Seat
from cc_dsl.players.simulation import in_closures
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance

if TYPE_CHECKING:
    from cc_dsl.closures.runtime import Runtime
    from cc_dsl.closures.state import State


HINTING = Effort(samples=120, steps=40_000, least=TRIALS)
"""The effort of a hint: more than that of a move, since a person has asked for it, but less than about a second."""


class Advice(NamedTuple):
    """What the greedy player would choose, and why."""

    choice: int
    weighed: Weighed | None
    """What each answer gained in the samples; None where there is only one answer."""
    number: str
    """The name of the number in which somebody is ahead; nothing where it counts games won, or has no name."""
    makes: tuple[tuple[str, Move], ...]
    """The groups that the answer makes with pieces that the player sees, each behind the name of its kind."""
    spoils: tuple[tuple[str, Move], ...] = ()
    """The groups that could still be made with what is offered, and not after the answer; the best sort first."""


def advice(game: Game, seed: int, effort: Effort = HINTING) -> Advice:
    """Return what the greedy player would choose for the player who is asked."""
    player = game.player
    assert player is not None
    seat, chance = Seat(game, player), Chance(seed).branch(1 + player).branch(1)
    options = seat.options
    if len(options) == 1:
        return Advice(options[0], None, "", _made(game, player, options[0], chance))
    tried = weighed(in_closures(seat), options, chance, effort)
    best = tried.best
    return Advice(best, tried, _number(game), _made(game, player, best, chance), _spoilt(game, player, best, chance))


def _number(game: Game) -> str:
    """Return the name of the number in which somebody is ahead, or under which it is told at the end of a game."""
    found = lead_of(game.rules, game.seats)
    if found is None:
        return ""
    if not isinstance(found.measure, model.Load):
        return found.told
    return game.rules.stored_at(found.measure.base).name


def _made(game: Game, player: int, answer: int, chance: Chance) -> tuple[tuple[str, Move], ...]:
    """Return the groups with the piece that is played that are there after it, of pieces that the player sees."""
    if kind_of(game.asking.act).base != "piece":
        return ()
    seen = game.sights.seen(game.position, player)
    runtime = runtime_of(game.rules, "plain", game.seats)
    state = game.imagined(player, chance)
    state.chance = ChanceSource(chance.branch(1))
    before = {one.pieces for name in game.rules.groups for one in runtime.build.finder(name).all(state, player)}
    state.answer = answer
    runtime.program.run(state)
    found = []
    for name in game.rules.groups:
        for one in runtime.build.finder(name).all(state, player):
            if answer in one.pieces and set(one.pieces) <= seen and one.pieces not in before:
                found.append((name, game.move_of_group(name, one)))
    return tuple(found)


MOST_ROUNDS = 60
"""After how many answers a simulated game is left, if the piece still lies where it was played."""


def _spoilt(game: Game, player: int, answer: int, chance: Chance) -> tuple[tuple[str, Move], ...]:
    """Return the groups that the player could have made with other pieces on offer, and cannot make after the answer.

    A piece on offer goes where the answer goes, and no more of them than the player can play before they are moved on,
    or than there is room for.  What has to make room for the answer makes room for them.
    """
    if kind_of(game.asking.act).base != "piece":
        return ()
    runtime = runtime_of(game.rules, "plain", game.seats)
    state = game.imagined(player, chance)
    place, rounds, gone = _course(runtime, state.copy(), player, answer, chance)
    if place is None:
        return ()
    offered, seen = {*state.options}, game.sights.seen(game.position, player)
    for piece in gone:
        _lay(state, piece, len(state.places) - 1)
    for piece in state.options:
        _lay(state, piece, place)
    state.cache = {}
    declared = next(one for one in game.rules.places if one.base <= place < one.base + one.many(game.seats))
    if declared.most is not None:
        rounds = min(rounds, declared.most)
    found = []
    for name in game.rules.groups:
        for one in runtime.build.finder(name).all(state, player):
            needed = offered & {*one.pieces}
            if len(needed) == rounds and answer not in needed and {*one.pieces} <= seen:
                found.append((one.sort, (name, game.move_of_group(name, one))))
    return tuple(move for _, move in sorted(found, key=lambda one: one[0]))


def _lay(state: State, piece: int, place: int) -> None:
    """Let a piece lie elsewhere; the last place is beside the table."""
    state.places[state.where[piece]].remove(piece)
    state.places[place].append(piece)
    state.where[piece] = place


def _course(
    runtime: Runtime, state: State, player: int, answer: int, chance: Chance
) -> tuple[int | None, int, list[int]]:
    """Return where a piece goes that is played, how many the player plays while it lies there, and what it replaces."""
    state.chance, state.moved, asking = ChanceSource(chance.branch(1)), [], state.asking
    lay, state.answer = [*state.where], answer
    runtime.program.run(state)
    place = next((to for piece, to in state.moved if piece == answer), None)
    gone = [piece for piece, where in enumerate(lay) if where == place != state.where[piece]]
    rounds, answers = 1, chance.branch(2)
    for _ in range(MOST_ROUNDS):
        if place is None or state.outcome is not None or state.where[answer] != place:
            break
        rounds += state.player == player and state.asking == asking
        state.answer = runtime.program.drawn(state, answers)
        runtime.program.run(state)
    return place, rounds, gone
