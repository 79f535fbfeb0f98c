"""The present of a game: its question, the answers that mean something, why one is not allowed, and what is seen."""

from __future__ import annotations

from cc_dsl.closures import answers as answers_of
from cc_dsl.closures.naming import Naming
from cc_dsl.closures.observing import Menu, read_line
from cc_dsl.closures.reasons import Exclusion, Words
from cc_dsl.closures.runtime import Runtime, runtime_of
from cc_dsl.closures.state import OBSERVER, State
from cc_dsl.closures.steps import Asking
from cc_dsl.engine.exclusions import barred, withheld
from cc_dsl.engine.views import Sights, View
from cc_dsl.rules import model


class Present:
    """The part of a game that waits for an answer; a game is made of it."""

    rules: model.Rules
    naming: Naming | None = None
    """The names used in sentences for a person."""
    has_reasons: bool
    _state: State
    _runtime: Runtime
    _explaining: Runtime
    _sights: Sights | None

    def _answer(self, answer: int) -> None:
        """Take an answer, and continue to the next question."""
        raise NotImplementedError

    @property
    def seats(self) -> int:
        """The number of players."""
        return self._runtime.seats

    @property
    def player(self) -> int | None:
        """The player who is asked, counted from 0; OBSERVER when the world is asked; None when the game is over."""
        return self._state.player

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.outcome is not None

    @property
    def is_observing(self) -> bool:
        """Whether the world is asked, and not a player."""
        return self.player == OBSERVER

    @property
    def is_watched(self) -> bool:
        """Whether anything is observed in games under these rules."""
        return any(asking.menu is not None for asking in self._runtime.program.askings)

    @property
    def asking(self) -> Asking:
        """The question, as a term of the model."""
        return self._runtime.program.askings[self._state.asking]

    @property
    def options(self) -> list[int]:
        """The answers allowed, in ascending order: pieces, players, values or options by their numbers.

        Of groups it is their places among those that are offered.
        """
        return [*self._state.options]

    @property
    def menu(self) -> Menu:
        """The possible observations now."""
        menu = self.asking.menu
        assert menu is not None, "nothing is observed now"
        return menu

    def words_of(self, answer: int) -> str:
        """Return an answer to the present question in words."""
        if self.is_observing:
            return self.menu.words(answer)
        return answers_of.said(self.rules, self.asking.act, answer, self._state.offered)

    def said_of(self, answer: int) -> str:
        """Return an answer in the words used at the table, which may differ from those of a record."""
        if self.naming is None or self.is_observing:
            return self.words_of(answer)
        act = self.asking.act
        assert not isinstance(act, model.Observe)
        if isinstance(act, model.ChooseOption):
            return self.naming.plain(act.options[answer].name)
        kind = act.kind.one
        thing = self._state.offered[answer] if kind.base == "group" else answer
        return Words(self.rules, None, self.naming).thing(thing, kind)

    def called(self, player: int) -> str:
        """Return a player in the words used at the table."""
        return Words(self.rules, None, self.naming).player(player)

    def spellings(self) -> list[tuple[str, int]]:
        """Return every spelling of an allowed answer, in capitals, with the answer."""
        if self.is_observing:
            return [*self.menu.spelt.items()]
        return answers_of.spellings(self.rules, self.asking.act, self._state, self.seats)

    def is_answer(self, answer: int) -> bool:
        """Return whether a number means anything here, allowed or not."""
        if self.is_observing:
            return 0 <= answer <= self.menu.end
        return answers_of.is_answer(self.rules, self.asking.act, answer, self._state, self.seats)

    def read_observed(self, text: str) -> list[int] | str:
        """Return the answers that words for what was observed mean, or the phrase that means none.

        Where nobody is named, whoever did the last thing is meant; at first the one in whose deed this is observed, or
        the one that alone can do anything.
        """
        menu, log, doer = self.menu, self._state.log or [], self.asking.doer
        last = ""
        if self._state.frame[self.asking.counter or 0]:
            # Within it something else may have been observed since, which this menu could not read.
            here = self._state.asking
            answer = next(answer for by, answer, asking in reversed(log) if (by, asking) == (OBSERVER, here))
            last = menu.observation(answer[0]).subject
        elif doer is not None:
            last = self._runtime.rules.pieces.codes[self._state.frame[doer]]
        else:
            doers = {menu.observation(answer).subject for answer in self._state.options if answer != menu.end}
            last = doers.pop() if len(doers) == 1 else ""
        return read_line(menu, text, answers_of.plain(last))

    # ------------------------------------------------------------------------- why an answer is not allowed

    @property
    def _explainer(self) -> Runtime:
        """The runtime that writes reasons down, made when it is first wanted."""
        if not self.has_reasons and self._explaining is self._runtime:
            self._explaining = runtime_of(self.rules, "reasons", self.seats)
        return self._explaining

    def withheld(self, text: str) -> Exclusion | None:
        """Return why an option is not offered to the player now; None if the rules have no such option."""
        player = self.player
        return None if player is None else withheld(self._explainer, self._state, player, text, self._words_for(player))

    def barred(self, answer: int) -> Exclusion:
        """Return why an answer that was understood is not allowed, from what its player knows."""
        build, act = self._explainer.tracing, self.asking.act
        assert not isinstance(act, model.Observe)
        return barred(build, act, self._state, answer, self._words_for(self.player))

    def no_group(self, text: str) -> Exclusion | None:
        """Return why the named pieces are no group on offer; None if no pieces are named."""
        act = self.asking.act
        assert isinstance(act, model.Choose)
        state, seen = self._state, self.sights.seen(self._state, self.player)
        with state.speculate():
            return answers_of.no_group(self._runtime.build, act.kind.name, text, state, seen, self.naming)

    def _words_for(self, player: int | None) -> Words:
        """Return the vocabulary for the present view of a player (or of anybody, if none is given)."""
        seen = self.sights.known(self._state, None if player == OBSERVER else player)
        return Words(self.rules, seen, self.naming)

    def sources(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the clauses and readings behind the question and its options."""
        build, act, state = self._explainer.tracing, self.asking.act, self._state
        with state.speculate(build.notes.number([act.origin], decides=True)) as trail:
            for closure in build.option_closures(act):
                closure(state, [*state.frame])
            looked = state.looked
        return build.notes.known(trail, looked, self._words_for(self.player))

    def against(self, answer: int) -> Exclusion:
        """Return what rules out that something is observed now."""
        return self.menu.against(self._state, answer)

    # ------------------------------------------------------------------------------------- what is seen

    @property
    def sights(self) -> Sights:
        """The rules of visibility."""
        if self._sights is None:
            self._sights = Sights(runtime_of(self.rules, "plain", self.seats))
        return self._sights

    def view(self, player: int | None) -> View:
        """Return the position as a player sees it; without a player, as all do."""
        return self.sights.view(self._state, None if player == OBSERVER else player)
