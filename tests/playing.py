"""Games of the interpreter without a record and without reasons, for tests and the benchmark."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cc_dsl.closures.listener_names import in_capitals
from cc_dsl.closures.observations import Observation
from cc_dsl.closures.runtime import ChanceSource, Runtime, runtime_of
from cc_dsl.closures.state import OBSERVER, Outcome, State
from cc_dsl.engine.game import WORLD, Game
from cc_dsl.engine.moves import MoveRefused
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance


def random_chooser(chance: Chance) -> Callable[..., int]:
    """Return a chooser that gives each legal answer with equal probability, or each set if several are picked.

    Its arguments are the player, the options, and the number still to be picked.
    """
    return lambda player, options, left=1: options[chance.least_of_some(len(options), left)]


def random_game(
    rules: model.Rules, seed: int, most: int = 1 << 60, reasons: bool = False, seats: int | None = None
) -> Game:
    """Return a game after so many moves, or at its end, with the random choices of `playout`."""
    game, choose = Game(rules, seed=seed, reasons=reasons, seats=seats), random_chooser(Chance(seed).branch(0))
    for _ in range(most):
        if game.player is None:
            break
        game.play(choose(game.player, game.options, game.picks_left))
    return game


def playout(
    rules: model.Rules, seed: int, choose: Callable[..., int] | None = None, seats: int | None = None
) -> Outcome:
    """Play a game to its end without a record, by default with random choices; return the outcome."""
    runtime = runtime_of(rules, "plain", seats)
    state = runtime.new_state()
    state.chance = ChanceSource(Chance(seed))
    return play_on(runtime, state, choose or random_chooser(Chance(seed).branch(0)), begin=True, chance=Chance(seed))


def play_on(
    runtime: Runtime,
    state: State,
    choose: Callable[..., int],
    begin: bool = False,
    most: int = 1 << 60,
    chance: Chance | None = None,
) -> Outcome:
    """Play a position to its end, or for this many moves, and return the outcome; an unfinished game has no winner.

    With a stream of chance, observations are drawn from it; otherwise `choose` gives them like all other answers.
    """
    program = runtime.program
    run, count = program.run, 0
    below = chance.branch(WORLD).below if chance is not None else None
    if begin:
        program.begin(state)
        run(state)
    while state.outcome is None:
        if count >= most:
            return Outcome(None, "unfinished", count)
        player = state.player
        assert player is not None
        menu = program.questions[state.asking].menu if player == OBSERVER else None
        if menu is not None and below is not None:
            state.answer = menu.draw(state.options, below)
        else:
            state.answer = choose(player, state.options, program.picks_left(state))
            count += 1
        run(state)
    return state.outcome._replace(moves=count)


def observe(game: Game, observed: Iterable[tuple[str, ...]], is_all: bool = True) -> None:
    """Answer the questions for the world by these observations, in order; raise MoveRefused if one is impossible.

    If they are all, also answer that nothing more happens. If the rules ignore the way of a deed, any way is accepted.
    """
    asking = game.question_term
    for parts in observed:
        seen = Observation(*parts)
        ways = [in_capitals(str(seen._replace(way=way))) for way in (seen.way, "")]
        answer = next(
            (game.menu.answers_by_spelling[words] for words in ways if words in game.menu.answers_by_spelling), None
        )
        if answer is None:
            raise MoveRefused(game.refuse_observed(str(seen)), len(game.options))
        game.play(answer)
    if is_all and game.is_observing and game.question_term is asking:
        game.play(game.menu.end)
