"""A session on a steady table: what it shows goes to the panes of a screen instead of below one another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cc_dsl.cli import terminal
from cc_dsl.cli.referee import RefereedSession
from cc_dsl.cli.session import Gone, Session

if TYPE_CHECKING:
    from cc_dsl.interpreter.picks import Pick


class Chosen(NamedTuple):
    """A move of the list: how it is shown, and the line that makes it."""

    words: str
    line: str


class Offer(NamedTuple):
    """A question, and the moves that answer it."""

    asked: tuple[str, ...]
    moves: tuple[Chosen, ...]
    number: int = 1
    """The number of moves to be chosen at once."""
    is_fresh: bool = False
    """Whether the list begins at its first move again, wherever the last one was left."""


class Ending(NamedTuple):
    """The end of a session from outside, with its exit status."""

    status: int

    @property
    def error(self) -> BaseException:
        """The exception that the session notices, for somebody who leaves or a terminal that is closed."""
        return Gone(self.status) if self.status else EOFError()


class Panes(Protocol):
    """The screen of a session."""

    redraw: Callable[[], None]
    is_read_at_table: bool

    @property
    def table_columns(self) -> int:
        """How wide a line of the table may be."""

    def read_at_table(self, wanted: bool) -> None:
        """Show what is said where the table will be, in the whole width, or in the log again."""

    def show_title(self, title: str) -> None:
        """Name the game above the table."""

    def show_table(self, lines: Sequence[str]) -> None:
        """Draw the position."""

    def show_offer(self, offer: Offer) -> None:
        """Put a question, and list the moves."""

    def read(self) -> str:
        """Wait for a line."""


BEGIN = Offer(
    ("Choose with the arrows and Enter, with the mouse, or type a sign or a number.",), (Chosen("begin", ""),)
)
GO_ON = Offer(("The trick lies complete. Enter goes on.",), (Chosen("go on", ""),))
OTHERS = "Choose, or type what happened; F3 lists everything that may."
REST = ("review", "rematch", "why", "score", "quit")
"""The commands offered when the game is over."""


class SteadySession(Session):
    """One sitting at a game, on a screen."""

    def __init__(self, panes: Panes, *given: Any, **named: Any) -> None:
        """Sit down before a screen; the rest is as for every session."""
        super().__init__(*given, **named)
        self.panes = panes
        self._is_whole = False
        panes.redraw = self._redraw
        panes.show_title(self.edition.display_name)

    def _welcome(self) -> None:
        """Introduce the game where the table will be, until whoever reads it goes on."""
        self.panes.read_at_table(True)
        self.panes.show_offer(BEGIN)
        self._read("")
        self.panes.read_at_table(False)

    def _redraw(self) -> None:
        self.narrator.columns = terminal.width()
        if self.panes.is_read_at_table:
            self.panes.show_table(self._welcome_lines())
            return
        self.panes.show_table(self._table_lines(self._is_whole, self.panes.table_columns))

    def _show_table(self, whole: bool = False) -> None:
        self._is_whole = whole
        self._redraw()

    def _show_table_if_changed(self) -> None:
        self._show_table()

    def _show_complete(self) -> None:
        """Leave the complete figure on the table until whoever looks at it goes on."""
        if self.game.player == self.last_human and not self.game.is_over:
            return
        drawn = self.artist.draw_when_complete(self.game.view(self.last_human), self.panes.table_columns)
        if drawn:
            self._report()
            self.panes.show_table(drawn)
            self.panes.show_offer(GO_ON)
            self._read("")

    def _show_question(self, pick: Pick) -> None:
        asked = self._question(pick)
        for line in asked.quotes:
            terminal.say(terminal.paint(line, "faint"))
        notes = (f"  [{note}]" if note else "" for note in asked.notes)
        words = [f"{word}{note}" for word, note in zip(asked.words, notes, strict=True)]
        lines = [str(place) for place in range(1, len(words) + 1)] if pick.is_numbered else [*pick.words]
        moves = tuple(Chosen(word, line) for word, line in zip(words, lines, strict=True))
        several = [asked.several] if asked.several else []
        self.panes.show_offer(Offer((asked.sentence, *several), moves, pick.number))

    def _offer_the_rest(self) -> None:
        self.panes.show_offer(Offer(("The game is over.",), tuple(Chosen(word, word) for word in REST)))

    def _read(self, prompt: str) -> str:
        return self.panes.read()


NOTHING_MORE = Chosen("nothing more happens", "")


class SteadyReferee(SteadySession, RefereedSession):
    """One sitting at a game on a ground, on a screen."""

    def _table_lines(self, whole: bool, columns: int) -> list[str]:
        """Return what each piece has to do next, and the ground where it is known how the balls lie there."""
        lines = RefereedSession._table_lines(self, False, columns)
        return [*lines, "", *self._ground(columns)] if whole or self.painter.world is not None else lines

    def _show_complete(self) -> None:
        """There is no figure that could be complete."""

    def _say_what_is_asked(self) -> None:
        """Ask what happens; a few things that may are listed, and any other can be typed."""
        samples = (Chosen(one, one) for one in self._samples())
        self.panes.show_offer(Offer((self._asked(), OTHERS), (NOTHING_MORE, *samples), is_fresh=True))

    def _show_question(self, pick: Pick) -> None:
        if self.game.is_observing:
            self._say_what_is_asked()
        else:
            super()._show_question(pick)

    def _read(self, prompt: str) -> str:
        if not self.game.is_over and self.game.is_observing:
            self._redraw()
            self._say_what_is_asked()
        return super()._read(prompt)
