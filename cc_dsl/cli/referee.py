"""A game on a ground, refereed at the terminal: an observer reports the events, and the rules say what follows.

All players share the terminal, since nothing is hidden.  Each line reports one event or several, in the words of the
rules; an empty line ends the report.  An impossible event is refused, and all before it stands.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import game_texts, output, terminal
from cc_dsl.cli.session import NOTHING_TO_PICK, TerminalSession
from cc_dsl.closures.observing import reworded
from cc_dsl.engine.grounds import Striking
from cc_dsl.errors import UserError
from cc_dsl.play.reporting import ReportedGround, report
from cc_dsl.words.answers import owners_in, standing_lines
from cc_dsl.words.news import clauses_of_nothing
from cc_dsl.words.reasons import HEADS_OF_EVENTS, refusal
from cc_dsl.words.table import ground_lines
from cc_dsl.words.voice import Said

if TYPE_CHECKING:
    from cc_dsl.engine.game import Game
    from cc_dsl.engine.moves import Refusal
    from cc_dsl.engine.picks import Pick

NO_MORE = "Nothing more."
IDLE = "Nothing follows from it."


def refuse_drawing(path: str, game: Game) -> None:
    """Refuse a file for drawings that cannot be one, or rules without a ground, before anybody has played."""
    if not path.lower().endswith(".svg"):
        raise click.UsageError(f"A drawing is an SVG; name a file that ends so: --draw {os.path.splitext(path)[0]}.svg")
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path) or not os.path.isdir(folder):
        raise UserError(
            "output-failed", f"I cannot write {path}: there is no folder {folder}, or a folder has that name."
        )
    Striking(game.rules, game.seats)  # refuses rules without a ground


class RefereedSession(TerminalSession):
    """A game in which the world answers."""

    picture: str | None = None
    """The file in which each stroke is drawn, if that is wanted."""

    def draw(self, path: str | None) -> None:
        """Draw each stroke in a file, if one is named."""
        self.picture = path
        self.ground = ReportedGround(self.game) if path is not None else None

    def _turn(self) -> None:
        if not self.game.is_observing:
            player = self.game.player
            self.viewer = player if player in self.humans else self.viewer
            super()._turn()
        else:
            self._report()
            self._show_table()
            self._show_question(NOTHING_TO_PICK)
            self._read_report()
        if self.ground is not None and self.ground.follow() and self.picture is not None:
            output.write(self.picture, self.ground.picture().encode())

    def _pass_to(self, player: int) -> None:
        """Nothing is hidden, so nobody need leave the terminal."""

    def _look(self) -> None:
        """There is no figure that could be complete."""

    def _show_table(self, whole: bool = False) -> None:
        """Show what each piece has to do next, and by which clause; with `whole` also the ground, to scale.

        Where nothing is otherwise but what stands above the pieces, such as who strikes, that alone is shown.
        """
        terminal.say()
        lines = self._table_lines(whole, terminal.width())
        is_same = not whole and self.shown is not None and lines[1:] == self.shown[1:]
        self.shown = lines
        terminal.show(lines[:1] if is_same else lines)

    def _table_lines(self, whole: bool, columns: int) -> list[str]:
        """Return what each piece has to do next; with `whole` also the ground, with the balls where that is known."""
        balls = self.ground.places if self.ground is not None else {}
        ground = [*ground_lines(self.rules, self.game.seats, columns, balls), ""] if whole else []
        return [*ground, *standing_lines(self.game, self.book, columns)]

    def _show_question(self, pick: Pick) -> None:
        if not self.game.is_observing:
            super()._show_question(pick)
            return
        view, signs = self.game.view(None), self.rules.pieces.codes
        owned = owners_in(self.game).items()
        owners = {name: {signs[ball]: self.names[one] for ball, one in each.items()} for name, each in owned}
        self.voice.know(view.numbers, view.roles, {**view.held, **owners})
        terminal.say()
        terminal.say(terminal.paint(self.voice.asked("observed") or "What happened?", "strong"))
        terminal.tell(f"Such as: {'; '.join(self._samples()) or NO_MORE}")
        terminal.tell("One line or several; an empty line when nothing more happens.")

    def _samples(self) -> list[str]:
        """Return one thing of each sort that may be observed now, those first from which something follows."""
        menu = self.game.menu
        answers = [*menu.samples(self._changing()), *menu.samples(self.game.options)]
        sorts = {menu.sort(answer): menu.words(answer) for answer in reversed(answers)}
        return [*dict.fromkeys(sorts[menu.sort(answer)] for answer in answers)]

    def _changing(self) -> list[int]:
        """Return everything that may be observed now and changes anything; what changes most comes first."""
        game = self.game
        changes = {one: game.fork(one).differences(game) for one in game.options if one != game.menu.end}
        return sorted((one for one in changes if changes[one]), key=lambda one: -changes[one])

    def _read_report(self) -> None:
        """Take what is told until nothing more happens, or somebody is asked."""
        asking = self.game.asking
        while not self.is_left and self.game.is_observing and self.game.asking is asking:
            line = reworded(self._read("observed> ").strip(), self.game.possible(), self.phrases.synonyms)
            before = self.game.revision
            if line and game_texts.command_of(line.partition(" ")[0], self.game) is not None:
                self._obeys(line, NOTHING_TO_PICK)
                if self.game.revision != before:
                    return
                continue
            if line:
                self._take(line)
            else:
                self.game.play(self.game.menu.end)
            if self.game.revision != before:
                self._save_record()
            if not line:
                return

    def _take(self, line: str) -> None:
        """Take one line of a report, and print what follows from it."""
        found = report(self.game, line, self.phrases.synonyms)
        if found.is_cut:
            terminal.tell(f"{NO_MORE} The rest of this line was not taken.")
        if found.refusal is not None:
            self._deny(found.refusal, found.words)
        self._report()
        clauses = clauses_of_nothing(self.game.decisions_seen_by(self.viewer, found.decisions_before))
        if clauses is not None:
            terminal.say(self.narrator.cited(Said(IDLE, clauses)))

    def _undo(self, number: int) -> None:
        """Take back the last strokes that were reported, or choices of somebody at the table, one by one."""
        for _ in range(number):
            turns = self.last_turns(1)
            if not self._takes_back(turns[-1] if turns else None):
                return

    def _whynot(self, text: str, pick: Pick) -> None:
        if not self.game.is_observing:
            super()._whynot(text, pick)
            return
        if not text:
            terminal.tell(f"Name an event behind it, such as: whynot {self._samples()[0]}")
            return
        text = reworded(text, self.game.possible(), self.phrases.synonyms)
        found = self.game.whynot(text)
        if found is None:
            terminal.tell(f"{text}. This can happen now.")
        else:
            self._deny(found, text)

    def _hint(self, pick: Pick) -> None:
        if not self.game.is_observing:
            super()._hint(pick)
            return
        changing = [self.game.menu.words(one) for one in self._changing()]
        idle = [words for words in map(str, self.game.possible()) if words not in changing]
        for head, events in (("These change something", changing), ("These change nothing", idle)):
            terminal.show(terminal.wrapped(f"{head}: {'; '.join(events)}.", "", "    ") if events else [])

    def _deny(self, found: Refusal, line: str) -> None:
        """Say why something cannot have been observed."""
        terminal.show(refusal(found, line, self.book, "", terminal.width(), heads=HEADS_OF_EVENTS))
