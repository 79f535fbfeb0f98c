"""The definition of the rules language: an executable version of the reference, in slow and plain Python.

Read `position.py` (positions and questions), `terms.py` (the meaning of things and conditions) and `play.py` (acts, and
the course of a game), in this order.  Next to each piece of code is the sentence of `docs/language/reference.md` that
it defines.  The definition evaluates the model of resolved rules directly: it lowers nothing, caches nothing, and
shares no code with the interpreter or the compiler.  `alongside.py` plays it beside the interpreter.

    game = play.Game(rules, seats)                    # up to the first question; a `Fault` where the rules are at fault
    while game.question is not None:
        match game.question:
            case Shuffle(pieces):                     # chance: a sequence of the pieces, the top last
            case Draw(pieces, number):                # chance: `number` of the pieces, in ascending order
            case Choice(player, options, act):        # a player: one of the options
            case Observation(deeds, end, act):        # the world: one of `question.options`; `end` is “nothing more”
        game.answer(…)
    game.ending                                       # winners and reason
    game.results                                      # the results of the questions of the rules at the end
    game.position.snapshot                            # the position, equal for equal positions

    play.judge(rules, seats, "judge", inputs)         # a question about pieces laid by hand
    play.example_holds(rules, seats, example)
    play.sees(rules, position, seats, player)

    alongside.definition_game(rules, seed, seats)     # a game, equal to that of `engines.interpreter_game`
    alongside.compare_seeds(rules, seats, seeds)      # the differences between definition and interpreter, by seed
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def leaves(family: type[Any]) -> Iterator[type[Any]]:
    """Yield the classes of a family that have no subclasses, in the order of the model."""
    for subclass in family.__subclasses__():
        yield from leaves(subclass) if subclass.__subclasses__() else (subclass,)
