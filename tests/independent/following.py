"""Shared code of the referees: the names of readings, and the course of a game that asks the world and its players.

It contains no rule of a game, and imports nothing of the package.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping
from typing import Any, NamedTuple, TypeVar, get_args, get_type_hints

Fields = TypeVar("Fields")
Request = TypeVar("Request")
Result = TypeVar("Result")


def named(usual: Fields, chosen: Mapping[str, str]) -> Fields:
    """Return readings by the names of the edition ("Ace-with-Lead"); those not named are as usual."""
    words = {name.lower().replace("-", "_"): answer for name, answer in chosen.items()}
    hints = get_type_hints(type(usual))
    for name, answer in words.items():
        if answer not in get_args(hints.get(name)):
            raise ValueError(f"no such reading here: {name}={answer}")
    tuple_of_readings: Any = usual
    changed: Fields = tuple_of_readings._replace(**words)
    return changed


def play_to_the_end(course: Generator[Request, Any, Result], answer: Callable[[Request], Any]) -> Result:
    """Give an answer to each request of a course of play, and return how it ends."""
    request = next(course)
    while True:
        try:
            request = course.send(answer(request))
        except StopIteration as over:
            result: Result = over.value
            return result


class Watch(NamedTuple):
    """The world is asked what the ball that was struck did."""

    striker: str


class Choice(NamedTuple):
    """A player is asked."""

    player: int
    options: frozenset[str]


Asked = Watch | Choice
Course = Generator[Asked, str, None]


class Over(Exception):
    """The game has ended."""


class Followed(ABC):
    """A game followed from outside: `asked` is what it waits for, None when it is over."""

    def begin(self, course: Course) -> None:
        """Go on to the first question of a game."""
        self._course = course
        self.asked: Asked | None = None
        self._step(None)

    @abstractmethod
    def possible(self) -> set[str]:
        """Return what can be seen."""

    def answer(self, words: str) -> None:
        """Go on with what was seen or chosen; an empty answer says that the stroke is over."""
        if isinstance(self.asked, Watch) and words and words not in self.possible():
            raise ValueError(f"this cannot be: {words}")
        if isinstance(self.asked, Choice) and words not in self.asked.options:
            raise ValueError(f"not offered: {words}")
        self._step(words)

    def _step(self, words: str | None) -> None:
        try:
            self.asked = next(self._course) if words is None else self._course.send(words)
        except (StopIteration, Over):
            self.asked = None
