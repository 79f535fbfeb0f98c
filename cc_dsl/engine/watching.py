"""The interface of a game for an observer: it takes observations, lists the possible ones, and explains exclusions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.closures.observing import Observation, phrases
from cc_dsl.closures.state import OBSERVER
from cc_dsl.engine.moves import Refusal, refuse
from cc_dsl.engine.present import Present
from cc_dsl.table.record import GOES_ON, Given, RecordFault

if TYPE_CHECKING:
    from cc_dsl.closures.steps import Asking


class Watching(Present):
    """The part of a game in which the world answers; a game is made of it."""

    def _observe_given(self, given: Given) -> None:
        """Replay the observations of a record: all of them, unless it says that they continue."""
        goes_on = given.words.endswith((GOES_ON, "..."))
        words = given.words.removesuffix(GOES_ON).removesuffix("...")
        asking = self.asking
        before = self._state.frame[asking.counter or 0]
        found = self.read_observed(words)
        if isinstance(found, str):
            raise RecordFault(f"“{found}” is nothing that can be observed here.", given.line)
        for number, answer in enumerate(found):
            if not self._still_asks(asking, before + number):
                raise RecordFault(f"“{phrases(words)[number]}” comes too late; nothing more is observed.", given.line)
            if (refusal := self._impossible(answer)) is not None:
                raise RecordFault(refusal.sentence, given.line)
            self._answer(answer)
        if not goes_on and self._still_asks(asking, before + len(found)) and self.menu.end not in found[-1:]:
            self._answer(self.menu.end)

    def _still_asks(self, asking: Asking, number: int) -> bool:
        """Return whether the same is still asked, and not asked again: so much was observed of it."""
        is_asked = self.player == OBSERVER and self.asking is asking
        return is_asked and self._state.frame[asking.counter or 0] == number

    def possible(self) -> list[Observation]:
        """Return the possible observations now; none if a player is asked.  “Nothing more” is always possible."""
        if not self.is_observing:
            return []
        return [self.menu.observation(answer) for answer in self._state.options if answer != self.menu.end]

    def _impossible(self, answer: int) -> Refusal | None:
        """Return why something cannot be observed now; None if it can."""
        return None if answer in self._state.options else refuse(self, answer)

    @property
    def count(self) -> int:
        """The number of answers given, including those of the world and of chance."""
        return len(self._state.log or [])

    def observed_since(self, count: int) -> list[Observation]:
        """Return the observations after this many answers."""
        found = []
        for by, answer, asking in (self._state.log or [])[count:]:
            menu = self._runtime.program.askings[asking].menu if by == OBSERVER else None
            if menu is not None and answer[0] != menu.end:
                found.append(menu.observation(answer[0]))
        return found

    @property
    def moved(self) -> list[tuple[int, int]]:
        """Pieces and the places to which the rules have put them, in order, for the drawing of the ground."""
        return self._state.moved or []
