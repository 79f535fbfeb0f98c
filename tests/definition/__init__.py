"""The definition of the rules language: the reference made exact, in Python that is slow and plain.

Read `position.py` (what there is, and what may be asked), `terms.py` (what things and conditions mean) and `play.py`
(what acts do, and how a game goes), in this order.  Every rule stands beside the sentence of
`docs/language/reference.md` that it makes exact.  The definition works out the model of resolved rules as it is: it
lowers nothing, caches nothing, and shares no code with the interpreter or the compiler.  `alongside.py` plays it beside
the interpreter.

    game = play.Game(rules, seats)                    # up to the first question; a `Fault` where the rules are at fault
    while game.question is not None:
        match game.question:
            case Shuffling(pieces):                   # chance: a sequence of the pieces, the top last
            case Drawing(pieces, number):             # chance: so many of the pieces, in ascending order
            case Choosing(player, options, act):      # a player: one of the options
            case Observing(deeds, end, act):          # the world: one of `question.options`; `end` is “nothing more”
        game.answer(…)
    game.ending                                       # winners and reason
    game.told                                         # what the questions of the rules tell at the end
    game.position.compared                            # the position, equal for equal positions

    play.judge(rules, seats, "judge", given)          # a question about pieces laid by hand
    play.example_holds(rules, seats, example)
    play.sees(rules, position, seats, player)

    alongside.definition_game(rules, seed, seats)     # as `engines.interpreter_game` plays a seed, and equal to it
    alongside.differing(rules, seats, seeds)          # where definition and interpreter part, seed by seed
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def leaves(family: type[Any]) -> Iterator[type[Any]]:
    """Yield the classes of a family that are no families themselves, in the order of the model."""
    for one in family.__subclasses__():
        yield from leaves(one) if one.__subclasses__() else (one,)
