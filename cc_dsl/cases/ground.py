"""The lines of a course of play for a game on a ground: strokes of a named ball, and measures.

gate 1 is 7 yards from gate 2       from the middle of the one to the middle of the other
gate 1 is 12 inches wide
gate 1 is passed inward going above or `below`, `left`, `right`
the ground is 32 yards by 32 yards  from west to east, and from north to south

A stroke names the ball that is struck; the other players pass until its turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import dist
from typing import NamedTuple, TypeVar

from cc_dsl.closures.observations import phrases
from cc_dsl.engine.game import Game
from cc_dsl.engine.grounds import StrokeRules
from cc_dsl.errors import UserError
from cc_dsl.table.ground import Arch, Ground, Point

Thing = TypeVar("Thing")
NOTHING = "nothing"
MOST_PASSED = 400
"""The most strokes and choices that are skipped before the named ball is in turn."""


class StrokeFault(Exception):
    """A reported stroke is impossible; the sentence says why."""


class Strokes(NamedTuple):
    """The strokes of one game."""

    game: Game
    striking: StrokeRules

    def ball(self, line: str) -> str | None:
        """Return the ball with whose name a line begins."""
        names = [name for name in self.striking.names if re.match(rf"{re.escape(name)}(?![^\W_])", line, re.IGNORECASE)]
        return max(names, key=len) if names else None

    def skip_to_ball(self, ball: str, before_skip: Callable[[], None] = lambda: None) -> None:
        """Skip strokes of other balls until it is this ball's turn; call `before_skip` before each skipped answer."""
        number, game, striking = self.striking.names.index(ball), self.game, self.striking
        for _ in range(MOST_PASSED):
            if game.is_over:
                break
            position = game.position
            if not game.is_observing or striking.striker(position) != number:
                before_skip()
            if not game.is_observing:
                next_answer = striking.answer_leading_to(position, number)
                game.play(position.options[0] if next_answer is None else next_answer)
            elif striking.striker(position) == number or not striking.is_fresh(position):
                return
            else:
                game.play(game.menu.end)
        raise StrokeFault(f"{ball} is not struck again.")

    def strike(self, ball: str, line: str) -> None:
        """Take a stroke of a ball, with all events observed in it."""
        head, colon, rest = line.partition(":")
        words = rest.strip() if colon and head.strip().casefold() == ball.casefold() else line
        self.skip_to_ball(ball)
        is_empty = words == NOTHING
        if not is_empty:
            observe(self.game, words)
        if self.game.is_observing and (is_empty or not self.striking.is_fresh(self.game.position)):
            self.game.play(self.game.menu.end)


def observe(game: Game, words: str) -> None:
    """Report events to the rules; raise a StrokeFault for an impossible one."""
    for phrase in phrases(words):
        answers = game.read_observed(phrase) if game.is_observing else phrase
        if isinstance(answers, str):
            raise StrokeFault(f"“{phrase}” cannot be observed here.")
        for answer in answers:
            if answer not in game.options:
                refusal = game.whynot(phrase)
                raise StrokeFault(refusal.sentence if refusal is not None else f"“{phrase}” cannot happen.")
            game.play(answer)


# ----------------------------------------------------------------------------------------------- measures

UNITS = {"yard": 36, "yards": 36, "foot": 12, "feet": 12, "inch": 1, "inches": 1}
WAYS = {"right": 0, "above": 90, "left": 180, "below": 270}
INCHES = 36
"""Inches in a yard."""
LENGTH = rf"(\d+) ({'|'.join(UNITS)})"
APART = re.compile(rf"(.+) is {LENGTH} from (.+)")
WIDE = re.compile(rf"(.+) is {LENGTH} wide")
PASSED = re.compile(rf"(.+) is passed inward going ({'|'.join(WAYS)})")
LARGE = re.compile(rf"the ground is {LENGTH} by {LENGTH}")


def correction_of(ground: Ground, words: str) -> str:
    """Return the correction of a statement about a ground, empty if the statement is true."""
    arches = {arch.name: arch for arch in ground.arches}
    things: dict[str, Arch | Point] = {**arches, **{point.name: point for point in (*ground.pegs, *ground.spots)}}

    def find(name: str, named_things: Mapping[str, Thing], what: str = "") -> Thing:
        if name not in named_things:
            raise UserError("bad-case", f"There is no {what}“{name}” on the ground.")
        return named_things[name]

    if match := LARGE.fullmatch(words):
        is_so = [round(ground.breadth * INCHES), round(ground.length * INCHES)]
        stated_size = [_inches(match[1], match[2]), _inches(match[3], match[4])]
        return "" if stated_size == is_so else f"the ground is {is_so[0]} inches by {is_so[1]}"
    if match := APART.fullmatch(words):
        first_point, other = find(match[1], things), find(match[4], things)
        apart = round(dist((first_point.east, first_point.north), (other.east, other.north)) * INCHES)
        return "" if apart == _inches(match[2], match[3]) else f"{match[1]} is {apart} inches from {match[4]}"
    if match := WIDE.fullmatch(words):
        wide = round(find(match[1], arches, "arch ").width * INCHES)
        return "" if wide == _inches(match[2], match[3]) else f"{match[1]} is {wide} inches wide"
    if match := PASSED.fullmatch(words):
        direction = find(match[1], arches, "arch ").facing % 360
        instead = f"{match[1]} is passed inward going {direction:.0f} degrees from the right, to the left round"
        return "" if round(direction) == WAYS[match[2]] else instead
    raise UserError("bad-case", f"I do not understand “{words}” as a statement about a ground.")


def _inches(number: str, unit: str) -> int:
    return int(number) * UNITS[unit]
