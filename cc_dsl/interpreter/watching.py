"""The interface of a game for an observer: it takes observations, lists the possible ones, and explains exclusions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cc_dsl.interpreter import answers as answers_of
from cc_dsl.interpreter.moves import MoveRefused, Refusal, refuse, refuse_observed
from cc_dsl.interpreter.observing import Observation, phrases
from cc_dsl.interpreter.present import Present
from cc_dsl.interpreter.state import OBSERVER
from cc_dsl.rules import model
from cc_dsl.table.record import GOES_ON, Given, RecordFault

if TYPE_CHECKING:
    from cc_dsl.interpreter.steps import Asking


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

    def observe(
        self, observed: Iterable[Observation | tuple[str, ...]], is_all: bool = True, skips: bool = False
    ) -> list[Observation]:
        """Return what was observed, in order; if it is all, say so too.  Give what was left out.

        What cannot be observed raises MoveRefused, and all that came before it stands; or it is left out, as is
        whatever comes when no more is asked.
        """
        left_out: list[Observation] = []
        asking = self.asking if self.is_observing else None
        for one in observed:
            seen = Observation(*one)
            if not self.is_observing or self.asking is not asking:
                refusal: Refusal | None = Refusal("over", "Nothing is observed now.", (), (), ())
                answer = None
            else:
                answer = self.menu.find(seen)
                refusal = self._impossible(answer) if answer is not None else self._unknown(str(seen))
            if refusal is None and answer is not None:
                self._answer(answer)
            elif skips:
                left_out.append(seen)
            elif refusal is not None:
                raise MoveRefused(refusal, len(self.options))
        if is_all and asking is not None and self.is_observing and self.asking is asking:
            self._answer(self.menu.end)
        return left_out

    def _unknown(self, text: str) -> Refusal:
        return refuse_observed(self, text)

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

    @property
    def chosen(self) -> int | None:
        """The piece that was chosen last, if nothing was observed and nothing else chosen since."""
        log = self._state.log
        if not log or log[-1][0] < 0:
            return None
        act = self._runtime.program.askings[log[-1][2]].act
        is_piece = isinstance(act, model.Choose) and answers_of.kind_of(act).base == "piece"
        return int(log[-1][1]) if is_piece else None
