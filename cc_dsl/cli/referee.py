"""A game on a ground, refereed at the terminal: an observer reports the events, and the rules say what follows.

All players share the terminal, since nothing is hidden.  Each line reports one event or several, in the words of the
rules; an empty line ends the report.  An impossible event is refused, and all before it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.cli import helpers, terminal
from cc_dsl.cli.lawns import Painter
from cc_dsl.cli.session import Session
from cc_dsl.interpreter.moves import refuse, refuse_observed
from cc_dsl.interpreter.observing import reworded
from cc_dsl.interpreter.state import OBSERVER
from cc_dsl.words import lawns
from cc_dsl.words.refusals import OBSERVED, refusal
from cc_dsl.words.standings import owners_in, standing_lines
from cc_dsl.words.telling import clauses_of_nothing
from cc_dsl.words.voice import Said

if TYPE_CHECKING:
    from cc_dsl.interpreter.moves import Refusal
    from cc_dsl.interpreter.past import Learnt
    from cc_dsl.interpreter.picks import Pick

NO_MORE = "Nothing more."
IDLE = "Nothing follows from it."


class RefereedSession(Session):
    """One sitting at a game in which the world answers."""

    painter: Painter | None = None
    """Draws each stroke in a file, if that is wanted."""

    def _turn(self) -> None:
        if not self.game.is_observing:
            player = self.game.player
            assert player is not None
            self.last_human = player if player in self.humans else self.last_human
            super()._turn()
            return
        self._report()
        self._show_table()
        self._say_what_is_asked()
        if self.painter is None:
            self._watch()
            return
        ground = self.painter.ground
        ground.obey(self.game)
        count, ball = self.game.count, ground.striking.striker(self.game.position)
        self._watch()
        if self.game.count > count and ball is not None:
            ground.see(self.game, ground.striking.names[ball], count)
            self.painter.paint()

    def _pass_to(self, player: int) -> None:
        """Nothing is hidden, so nobody need leave the terminal."""

    def _show_complete(self) -> None:
        """There is no figure that could be complete."""

    def _show_table(self, whole: bool = False) -> None:
        """Show what each piece has to do next, and by which clause; with `whole` also the ground, to scale.

        Where nothing is otherwise but what stands above the pieces, such as who strikes, that alone is shown.
        """
        terminal.say()
        lines = self._table_lines(whole, terminal.width())
        is_same = not whole and self.shown is not None and lines[1:] == self.shown[1:]
        self.shown = lines
        for line in lines[:1] if is_same else lines:
            terminal.say(line)

    def _table_lines(self, whole: bool, columns: int) -> list[str]:
        """Return what each piece has to do next; with `whole` also the ground."""
        return [*(self._ground(columns) if whole else ()), *standing_lines(self.game, self.book, columns)]

    def _ground(self, columns: int) -> list[str]:
        """Return the ground, with the balls where it is known how they lie."""
        balls = self.painter.ground.places if self.painter is not None else {}
        return [*lawns.drawn(self.rules, self.game.seats, columns, balls), ""]

    def _know(self) -> None:
        """Let the voice know what anybody can see."""
        view = self.game.view(None)
        signs = self.rules.pieces.codes
        owned = owners_in(self.game).items()
        owners = {name: {signs[ball]: self.names[one] for ball, one in each.items()} for name, each in owned}
        self.voice.know(view.numbers, view.roles, {**view.held, **owners})

    def _say_what_is_asked(self) -> None:
        terminal.say()
        terminal.say(terminal.paint(self._asked(), "strong"))
        terminal.tell(f"Such as: {'; '.join(self._samples()) or NO_MORE}")
        terminal.tell("One line or several; an empty line when nothing more happens.")

    def _asked(self) -> str:
        """Return the question to the onlookers."""
        self._know()
        return self.voice.asked("observed") or "What happened?"

    def _samples(self) -> list[str]:
        """Return one thing of each sort that may be observed now, those first from which something follows."""
        menu = self.game.menu
        answers = [*menu.samples(self._telling()), *menu.samples(self.game.options)]
        sorts = {menu.sort(answer): menu.words(answer) for answer in reversed(answers)}
        return [*dict.fromkeys(sorts[menu.sort(answer)] for answer in answers)]

    def _telling(self) -> list[int]:
        """Return everything that may be observed now and changes anything; what changes most comes first."""
        game = self.game
        changes = {one: game.aside(one).differences(game) for one in game.options if one != game.menu.end}
        return sorted((one for one in changes if changes[one]), key=lambda one: -changes[one])

    def _watch(self) -> None:
        """Take what is told until nothing more happens, or somebody is asked."""
        asking = self.game.asking
        pick = _no_pick()
        while not self.is_left and self.game.is_observing and self.game.asking is asking:
            line = self._reworded(self._read("observed> ").strip())
            if not line:
                self.game.play(self.game.menu.end)
                self._kept()
                return
            if helpers.command_of(line.partition(" ")[0], self.game) is not None:
                before = self.game.revision
                self._obeys(line, pick)
                if self.game.revision != before:
                    return
                continue
            if self._tells(line):
                return

    def _reworded(self, line: str) -> str:
        """Return a line in the verbs of the rules."""
        return reworded(line, self.game.possible(), self.voice.phrases.synonyms)

    def _tells(self, line: str) -> bool:
        """Take one line; tell whether it says that nothing more happens."""
        found = self.game.read_observed(line)
        if isinstance(found, str):
            self._deny(refuse_observed(self.game, found), found)
            return False
        asking, before = self.game.asking, self.game.decision_count
        for answer in found:
            if not self.game.is_observing or self.game.asking is not asking:
                terminal.tell(f"{NO_MORE} The rest of this line was not taken.")
                break
            if answer not in self.game.options:
                self._deny(refuse(self.game, answer), self.game.words_of(answer))
                break
            before = self.game.decision_count
            self.game.play(answer)
            self._kept()
        self._report()
        self._say_if_idle(before)
        return not self.game.is_observing or self.game.asking is not asking

    def _say_if_idle(self, before: int) -> None:
        """Print that nothing follows from the last event, if so, with the clauses that let nothing follow."""
        clauses = clauses_of_nothing(self.game.decisions_seen_by(self.last_human, before))
        if clauses is not None:
            terminal.say(self.narrator.cited(Said(IDLE, clauses)))

    def _undo(self, number: int) -> None:
        """Take back the last strokes that were reported, or choices of somebody at the table, one by one."""
        for _ in range(number):
            marks = [self.game.last_choice(player) for player in (OBSERVER, *self.humans)]
            if not self._takes_back(max((mark for mark in marks if mark is not None), default=None)):
                return

    def _learnt(self, mark: int, player: int | None) -> Learnt:
        """Return what has come to be known: what those at the table have told themselves is nothing new."""
        found = super()._learnt(mark, player)
        return found._replace(others=tuple(one for one in found.others if one not in self.humans))

    def _whynot(self, text: str, pick: Pick) -> None:
        if not self.game.is_observing:
            super()._whynot(text, pick)
            return
        if not text:
            terminal.tell(f"Name an event behind it, such as: whynot {self._samples()[0]}")
            return
        text = self._reworded(text)
        found = self.game.whynot(text)
        if found is None:
            terminal.tell(f"{text}. This can happen now.")
        else:
            self._deny(found, text)

    def _show_question(self, pick: Pick) -> None:
        if self.game.is_observing:
            self._say_what_is_asked()
        else:
            super()._show_question(pick)

    def _hint(self, pick: Pick) -> None:
        if not self.game.is_observing:
            super()._hint(pick)
            return
        telling = [self.game.menu.words(one) for one in self._telling()]
        idle = [words for words in map(str, self.game.possible()) if words not in telling]
        for said, events in (("These change something", telling), ("These change nothing", idle)):
            lines = terminal.wrapped(f"{said}: {'; '.join(events)}.", "", "    ") if events else []
            for line in lines:
                terminal.say(line)

    def _deny(self, found: Refusal, line: str) -> None:
        """Say why something cannot have been observed."""
        for said in refusal(found, line, self.book, "", terminal.width(), heads=OBSERVED):
            terminal.say(said)


def _no_pick() -> Pick:
    from cc_dsl.interpreter.picks import Pick as Made

    return Made((), (), 1)
