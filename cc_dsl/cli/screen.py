"""A steady table at the terminal: the position, the log, the question and the moves, each in its place.

The session runs in a thread of its own and waits for lines; the screen waits for keys, and sends it a line for each
move that is chosen with the arrows, the mouse or by its sign.
"""

from __future__ import annotations

import asyncio
import queue
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, OptionList, RichLog, Static
from textual.widgets.option_list import Option

from cc_dsl.cli import terminal
from cc_dsl.cli.session import Session
from cc_dsl.cli.steady import Ending, Offer, SteadyReferee, SteadySession

NARROWEST = 20
"""No line is broken shorter than this."""
BESIDE = 72
"""From this width on the log stands beside the table."""
REFRESHES = 20
"""The most refreshes of the screen until the panes have their size."""
MARK = "✓ "


class Table(App):  # type: ignore[misc]
    """The screen of one sitting; `run` returns the exit status of the session."""

    CSS = """
    Screen { layout: vertical; }
    #upper { height: 1fr; }
    #table { width: 3fr; border: round $primary; padding: 0 0 0 1; scrollbar-gutter: stable; }
    #log { width: 2fr; border: round $secondary; padding: 0 0 0 1; scrollbar-gutter: stable; }
    #question { height: auto; max-height: 4; padding: 0 1; text-style: bold; }
    #moves { height: auto; max-height: 8; border: none; padding: 0 1; }
    #moves > .option-list--option-highlighted { background: $panel-lighten-2; text-style: bold; }
    .narrow #upper { layout: vertical; }
    .narrow #table { width: 100%; height: 3fr; }
    .narrow #log { width: 100%; height: 1fr; min-height: 4; }
    .narrow #moves { max-height: 5; }
    #line { height: 1; border: none; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c,ctrl+d", "leave", "Leave", priority=True),
        Binding("f1", "send('?')", "Help"),
        Binding("f2", "send('why')", "Why"),
        Binding("f3", "send('hint')", "Hint"),
        Binding("f4", "send('undo')", "Undo"),
        Binding("pageup", "turn(-1)", "Earlier", priority=True),
        Binding("pagedown", "turn(1)", "Later", priority=True),
    ]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, play: Callable[[Table], int]) -> None:
        """Take what plays the game: it is called with this screen, in a thread of its own, and returns a status."""
        super().__init__()
        self._play = play
        self._lines: queue.SimpleQueue[str | Ending] = queue.SimpleQueue()
        self._logged: list[str] = []
        self._offer = Offer((), ())
        self._picked: list[int] = []
        self.is_asking = False
        """Whether the session waits for a line."""
        self.parting: list[str] = []
        """What was said since the last line was read: when the screen is gone, this goes to the terminal."""
        self.failure: Exception | None = None
        """What ended the session that nobody foresaw."""
        self.is_read_at_table = False
        """Whether what is said is shown where the table will be."""
        self.redraw: Callable[[], None] = lambda: None
        """Draws the table anew, for another width."""

    # ------------------------------------------------------------------------------------ the parts

    def compose(self) -> ComposeResult:
        """Make the panes."""
        with Horizontal(id="upper"):
            with VerticalScroll(id="table", can_focus=False):
                yield Static(id="position")
            yield RichLog(id="log", wrap=True, min_width=10)
        yield Static(id="question")
        yield OptionList(id="moves")
        keys = "A move or a command; F1 help, F2 why, F3 hint, F4 undo, Ctrl+Q leave"
        yield Input(id="line", placeholder=keys, select_on_focus=False)

    def on_mount(self) -> None:
        """Begin to play."""
        for name in ("SIGHUP", "SIGTERM"):
            if hasattr(signal, name):
                self._notice(getattr(signal, name))
        self.run_worker(self._sit, thread=True)

    def _notice(self, number: int) -> None:
        """Let a signal end the session, which saves the game."""
        # On Windows, and outside the main thread, nobody can send one.
        with suppress(NotImplementedError, RuntimeError, ValueError):
            asyncio.get_running_loop().add_signal_handler(number, self._lines.put, Ending(128 + number))

    def _sit(self) -> None:
        status = 2
        try:
            self.call_from_thread(self._laid_out)
            with terminal.drawn_on(self):
                status = self._play(self)
        except Exception as error:
            self.failure = error
        self.call_from_thread(self.exit, status)

    # ----------------------------------------------------------------------- what the session calls

    @property
    def columns(self) -> int:
        """How wide a line of the log may be, or of what is read where the table will be."""
        if self.is_read_at_table:
            return self.table_columns
        return max(NARROWEST, int(self.query_one("#log").scrollable_content_region.width))

    @property
    def table_columns(self) -> int:
        """How wide a line of the table may be."""
        return max(NARROWEST, int(self.query_one("#table").scrollable_content_region.width))

    @property
    def has_colours(self) -> bool:
        """Whether colours are shown."""
        return not self.no_color

    def say(self, text: str) -> None:
        """Add lines to the log."""
        self._from_session(self._log, text)

    def wipe(self) -> None:
        """Take everything off the screen, before another player sits down."""
        self._from_session(self._wipe)

    def read_at_table(self, wanted: bool) -> None:
        """Show what is said where the table will be, in the whole width, or in the log again."""
        self.call_from_thread(self._widen, wanted)

    def show_title(self, title: str) -> None:
        """Name the game above the table."""
        self._from_session(self._entitle, title)

    def show_table(self, lines: Sequence[str]) -> None:
        """Draw the position."""
        self._from_session(self._draw, list(lines))

    def show_offer(self, offer: Offer) -> None:
        """Put the question, and list the moves."""
        self._from_session(self._list, offer)

    def read(self) -> str:
        """Wait for a line; raise what ends the session."""
        self._from_session(self._await)
        line = self._lines.get()
        self.parting = []
        if isinstance(line, Ending):
            raise line.error
        return line

    def _from_session(self, what: Callable[..., None], *given: object) -> None:
        """Do something in the thread of the screen, where it is called from another."""
        if self._thread_id == threading.get_ident():
            what(*given)
        else:
            self.call_from_thread(what, *given)

    # --------------------------------------------------------------------------- what they do here

    def _log(self, text: str) -> None:
        self.parting.append(text)
        self._logged.append(text)
        self.query_one("#log", RichLog).write(Text.from_ansi(text) if text else Text(" "))

    def _wipe(self) -> None:
        self._logged = []
        self.query_one("#log", RichLog).clear()
        self._draw([])

    async def _widen(self, wanted: bool) -> None:
        self.is_read_at_table = wanted
        self.query_one("#log").display = not wanted
        await self._laid_out()
        self._reflow()

    async def _laid_out(self) -> None:
        """Wait until the log has its width, or has left it to the table: by it lines are broken."""
        log = self.query_one("#log")
        for _ in range(REFRESHES):
            is_drawn = asyncio.Event()
            self.call_after_refresh(is_drawn.set)
            await is_drawn.wait()
            if bool(log.size.width) == log.display:
                return

    def _entitle(self, title: str) -> None:
        self.query_one("#table").border_title = title

    def _draw(self, lines: list[str]) -> None:
        self.query_one("#position", Static).update(Text.from_ansi("\n".join(lines)))

    def _list(self, offer: Offer) -> None:
        self._offer, self._picked = offer, []
        self.query_one("#question", Static).update(Text.from_ansi("\n".join(offer.asked)))
        self._relist()
        self.query_one("#moves", OptionList).focus()
        self.call_after_refresh(self._show_the_last)

    def _show_the_last(self) -> None:
        """Show the end of the log, which a longer list of moves would hide."""
        self.query_one("#log", RichLog).scroll_end(animate=False)

    def _relist(self) -> None:
        """List the moves again, those marked that are picked already."""
        moves = self.query_one("#moves", OptionList)
        at = 0 if self._offer.is_fresh else moves.highlighted or 0
        moves.clear_options()
        marks = [MARK if place in self._picked else "" for place in range(len(self._offer.moves))]
        numbers = [
            f"{one.line:>2}  " if one.line.isdecimal() and one.line != one.words else "" for one in self._offer.moves
        ]
        moves.add_options(
            Option(Text.from_ansi(f"{number}{mark}{one.words}"))
            for number, mark, one in zip(numbers, marks, self._offer.moves, strict=True)
        )
        moves.highlighted = min(at, len(self._offer.moves) - 1) if self._offer.moves else None

    def _await(self) -> None:
        self.is_asking = True

    # ------------------------------------------------------------------------------- what people do

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Make a move of the list, or mark it where several are wanted."""
        if self._offer.number == 1:
            self.action_send(self._offer.moves[event.option_index].line)
            return
        self._picked = (
            [*self._picked, event.option_index]
            if event.option_index not in self._picked
            else [place for place in self._picked if place != event.option_index]
        )
        if len(self._picked) == self._offer.number:
            self.action_send(" ".join(self._offer.moves[place].line for place in self._picked))
        else:
            self._relist()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send what was typed, or the move at which the arrows stand."""
        event.input.clear()
        if event.value.strip():
            self.action_send(event.value)
        else:
            self.query_one("#moves", OptionList).action_select()

    def on_key(self, event: events.Key) -> None:
        """Let signs be typed and arrows be pressed wherever the cursor is."""
        line, moves = self.query_one("#line", Input), self.query_one("#moves", OptionList)
        if event.key in ("up", "down") and line.has_focus:
            moves.focus()
            (moves.action_cursor_up if event.key == "up" else moves.action_cursor_down)()
        elif event.is_printable and event.character and not line.has_focus:
            line.focus()
            line.insert_text_at_cursor(event.character)
            event.stop()

    def on_resize(self, event: events.Resize) -> None:
        """Set everything anew for another width; in a narrow window the log stands below the table."""
        self.screen.set_class(event.size.width < BESIDE, "narrow")
        self.call_after_refresh(self._reflow)

    def _reflow(self) -> None:
        log = self.query_one("#log", RichLog)
        log.clear()
        for text in self._logged:
            log.write(Text.from_ansi(text) if text else Text(" "))
        if self.is_asking or self.is_read_at_table:
            self.redraw()

    def action_send(self, line: str) -> None:
        """Send a line to the session, if it waits for one."""
        if self.is_asking:
            self.is_asking = False
            self._lines.put(line)

    def action_turn(self, pages: int) -> None:
        """Turn the pages of the log, and of the table where that is longer than its pane."""
        for name in ("#table", "#log"):
            pane = self.query_one(name)
            (pane.scroll_page_up if pages < 0 else pane.scroll_page_down)(animate=False)

    def action_leave(self) -> None:
        """Leave: the session saves the game."""
        self.is_asking = False
        self._lines.put(Ending(0))


def played_on_screen(sit: Callable[[Callable[..., Session]], int], is_watched: bool) -> int:
    """Draw a screen, let a session be made for it and run, and print what was said last when the screen is gone."""
    table = Table(lambda panes: sit(partial(SteadyReferee if is_watched else SteadySession, panes)))
    status: object = table.run()
    if table.failure is not None:
        raise table.failure
    for line in table.parting:
        terminal.say(line)
    return status if isinstance(status, int) else 0
