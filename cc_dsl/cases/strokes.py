"""Parse strokes that name the ball that is struck; the other players pass until it is its turn."""

from __future__ import annotations

from collections.abc import Callable

from cc_dsl.interpreter.engine import Game
from cc_dsl.interpreter.observing import phrases
from cc_dsl.interpreter.striking import Striking

NOTHING = "nothing"
MOST_PASSED = 400
"""The most strokes and choices that are skipped before the named ball is in turn."""


class StrokeFault(Exception):
    """A reported stroke is impossible; the sentence says why."""


class Strokes:
    """The strokes of one game."""

    def __init__(self, game: Game, striking: Striking) -> None:
        """Hold the game."""
        self.game = game
        self.striking = striking

    def ball(self, line: str) -> str | None:
        """Return the ball with whose name a line begins."""
        found = [name for name in self.striking.names if _begins(line, name)]
        return max(found, key=len) if found else None

    def come_to(self, ball: str, passing: Callable[[], None] = lambda: None) -> None:
        """Pass over other strokes until this ball is in turn; `passing` is called before each answer on the way."""
        number, game, striking = self.striking.names.index(ball), self.game, self.striking
        for _ in range(MOST_PASSED):
            if game.is_over:
                break
            position = game.position
            if not game.is_observing or striking.striker(position) != number:
                passing()
            if not game.is_observing:
                wanted = striking.towards(position, number)
                game.play(striking.idle_choice(position) if wanted is None else wanted)
            elif striking.striker(position) == number or not striking.is_fresh(position):
                return
            else:
                game.play(game.menu.end)
        raise StrokeFault(f"{ball} is not struck any more.")

    def strike(self, ball: str, line: str) -> None:
        """Take a stroke of a ball: all that is observed of it."""
        head, colon, rest = line.partition(":")
        words = rest.strip() if colon and head.strip().casefold() == ball.casefold() else line
        self.come_to(ball)
        is_empty = words == NOTHING
        if not is_empty:
            observe(self.game, words)
        if self.game.is_observing and (is_empty or not self.striking.is_fresh(self.game.position)):
            self.game.play(self.game.menu.end)


def observe(game: Game, words: str) -> None:
    """Report events to the rules; raise a StrokeFault for an impossible one."""
    for phrase in phrases(words):
        found = game.read_observed(phrase) if game.is_observing else phrase
        if isinstance(found, str):
            raise StrokeFault(f"“{phrase}” is nothing that can be observed here.")
        for answer in found:
            if answer not in game.options:
                refusal = game.whynot(phrase)
                raise StrokeFault(refusal.sentence if refusal is not None else f"“{phrase}” cannot be.")
            game.play(answer)


def _begins(line: str, name: str) -> bool:
    return line.casefold().startswith(name.casefold()) and not line[len(name) : len(name) + 1].isalnum()
