"""The mouth of a game at a terminal: it prints the table, the questions and the reasons, and reads what is typed.

Whatever ends it (the end of the game, `quit`, a closed terminal), the moves are not lost.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from cc_dsl.cli import game_texts, terminal
from cc_dsl.cli.completing import forget_lines
from cc_dsl.cli.ending import ending, explained, result_lines
from cc_dsl.cli.progress import thinking
from cc_dsl.cli.tables import branches, ink_for, tinted
from cc_dsl.closures.answers import OPTION, kind_of
from cc_dsl.engine.moves import Refusal
from cc_dsl.engine.picks import Pick, reached, read_picks
from cc_dsl.errors import UserError
from cc_dsl.play.records import private_path
from cc_dsl.play.saving import in_the_way
from cc_dsl.play.session import ADVISER, Session, learnt_words
from cc_dsl.players.advice import advice
from cc_dsl.rules import model
from cc_dsl.rules.model import full_clause
from cc_dsl.words import layout
from cc_dsl.words.advice import advised
from cc_dsl.words.answers import told_for_sure
from cc_dsl.words.news import last_about
from cc_dsl.words.reasons import refusal
from cc_dsl.words.table import Artist, score_lines
from cc_dsl.words.voice import Narrator

if TYPE_CHECKING:
    from cc_dsl.closures.reasons import Decision
    from cc_dsl.engine.game import Game
    from cc_dsl.pipeline import Edition
    from cc_dsl.play.saving import SavedRecord
    from cc_dsl.players.seats import Nature, Sitter
    from cc_dsl.words.voice import Voice


OVER = "The game is over. You can still type review, rematch, why, score, view, clauses or save FILE; Enter leaves."
ONLY = "Only one move is possible"
NOTHING_TO_PICK = Pick((), (), 1)


class Gone(BaseException):
    """Whoever was playing is gone: the terminal was closed, or the input has ended."""

    def __init__(self, status: int = 0) -> None:
        """Carry the exit status that fits."""
        super().__init__()
        self.status = status


@contextmanager
def _noticing_the_end() -> Iterator[None]:
    """Raise Gone when the terminal is closed, or when somebody ends the program politely."""
    numbers = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {}

    def gone(number: int, frame: FrameType | None) -> None:
        for one in numbers:
            signal.signal(one, signal.SIG_IGN)  # saving the game must not be disturbed
        raise Gone(128 + number)

    try:
        for number in numbers:
            before[number] = signal.signal(number, gone)
    except ValueError:  # not in the main thread: then nobody can close a terminal here
        pass
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class PrintedSession(Session[Artist]):
    """A game that is printed at this terminal: tables drawn with its signs, and a narrator for each who looks."""

    def __init__(
        self,
        edition: Edition,
        game: Game,
        kinds: Sequence[str],
        players: Mapping[int, Sitter],
        is_full: bool,
        nature: Nature | None = None,
    ) -> None:
        """Seat the players; the narrators tell every decision with all its reasons, if that is wanted."""
        ink = ink_for(edition.rules)

        def artist(rules: model.Rules, names: Sequence[str], voice: Voice) -> Artist:
            return Artist(rules, names, ink, voice, lambda: game.having(voice.phrases.marked))

        super().__init__(edition, game, kinds, players, ink.pieces, artist, nature)
        self.book = self.speaker.book
        self.book.misprints = self.phrases.quoting.sic
        self.narrators = {
            who: Narrator(self.book, viewer.voice, is_full, terminal.width(), branches())
            for who, viewer in self.viewers.items()
        }

    @property
    def narrator(self) -> Narrator:
        """Tells the game to the one who looks now."""
        return self.narrators[None if self.game.is_watched else self.viewer]

    @property
    def artist(self) -> Artist:
        """Draws the table as the one who looks now sees it."""
        return self.heard.figure


class TerminalSession(PrintedSession):
    """A game that is played at a terminal, by one person or by several who take turns at it."""

    def __init__(
        self,
        edition: Edition,
        game: Game,
        kinds: Sequence[str],
        players: Mapping[int, Sitter],
        saved: SavedRecord,
        full: bool,
        knows_seed: bool = False,
        is_strict: bool = False,
    ) -> None:
        """Sit down at a game.

        A seed that somebody named is told at once, and one that was drawn when the game is over.  In a strict game
        nothing is taken back after more has come to be known.
        """
        super().__init__(edition, game, kinds, players, full)
        self.saved, self.knows_seed, self.is_strict = saved, knows_seed, is_strict
        if game.moves_made:
            self.recall()
        self.is_left = False
        self.is_back = False
        """Whether a move has just been taken back: the only move is not made again at once then."""
        self.wants_another = False
        """Whether whoever has played to the end wants to play the game once more."""
        self.knows_failure = False
        self.shown: list[str] | None = None
        """The table as it was last drawn for a question."""

    # ------------------------------------------------------------------------------------- the course

    def run(self) -> int:
        """Play until the game is over or somebody leaves; give the exit status."""
        with _noticing_the_end():
            try:
                return self._play_on()
            except Gone as gone:
                return self._rescue(gone.status)

    def _play_on(self) -> int:
        try:
            self._welcome()
            while not self.game.is_over and not self.is_left:
                self._turn()
            if self.game.is_over:
                self._end()
                if self.saved.path is not None:
                    terminal.tell(self._how_to_resume(self.saved.path))
            else:
                self._name_rescued(self.saved.rescue())
            return 0
        except (EOFError, OSError):
            return self._rescue(0)
        except KeyboardInterrupt:
            return self._rescue(130)
        except Exception:
            self._rescue(2)
            raise

    def _rescue(self, status: int) -> int:
        """Save the game, then say so to whoever is still there."""
        path = self.saved.rescue()
        try:
            terminal.say()
            self._name_rescued(path)
            terminal.flush()
        except OSError:
            terminal.abandon()
        return status

    def _name_rescued(self, path: str | None) -> None:
        if path is not None:
            terminal.tell(f"The game so far is in {path}.\n{self._how_to_resume(path)}")

    def _how_to_resume(self, path: str) -> str:
        again = game_texts.how_to_resume(self.edition, self.game, path)
        if self.game.is_over or not self.game.has_secrets:
            return again
        return f"{again}\nThe record shows what you may know; the rest is in {private_path(path)}."

    def _welcome(self) -> None:
        """Print what is played, by whom, and how one begins."""
        for line in (
            *game_texts.welcome(self.edition, self.game, self.names, self.kinds, knows_seed=self.knows_seed),
            *self.speaker.introduction(terminal.width()),
            *terminal.wrapped(game_texts.how_to_begin(self.game)),
        ):
            terminal.say(line)

    def _turn(self) -> None:
        player = self.game.player
        assert player is not None
        if player not in self.seated:
            self._pass_to(player)
            self._show_completed()
            self._report()
            lines = self._table_lines(False, terminal.width())
            if lines != self.shown:
                self._show_table()
            self.shown = lines
            self._ask(player)
        else:
            with thinking(self.names[player]):
                self.seated.move()
        self._look()

    def _look(self) -> None:
        """Draw the figure when it is complete, before its pieces go elsewhere; whoever comes later sees it too."""
        self.look()
        asked = None if self.game.is_over else self.game.player
        if asked is not None and asked == self.viewer:
            heard, view = self.viewers[asked], self.game.view(asked)
            if heard.completed and heard.completed[-1] == heard.figure.columns(view):  # it is drawn next
                heard.completed.pop()
        if self._show_completed() and len(self.humans) > 1 and not self.game.is_over:
            terminal.tell("When you have seen it, press Enter.")
            self._read("")

    def _show_completed(self) -> bool:
        """Draw the last completed figure for whoever sits at the terminal; return whether there was one."""
        drawn, self.heard.completed = self.heard.completed[-1:], []
        if drawn:
            self._report()
        for columns in drawn:
            terminal.show(("", *self.artist.draw_columns(columns, terminal.width()), ""))
        return bool(drawn)

    def _report(self) -> None:
        """Print the decisions since the player last heard any, but for the outcome, which stands at the end."""
        lines = self.narrator.tell([one for one in self.news() if one.fact is None or one.fact.form != "end"])
        if lines:
            terminal.say()
        for line in lines:
            terminal.say(tinted(line))

    def _decisions(self) -> list[Decision]:
        """Return all decisions, as far as the one at the terminal may know of them."""
        return self.game.decisions_seen_by(self.viewer)

    def _pass_to(self, player: int) -> None:
        """Let another player sit down, where several share the terminal; neither reads what the other has read."""
        if self.viewer == player:
            return
        if self.viewer is not None:
            terminal.clear()
            forget_lines()
            terminal.tell(f"\nIt is the turn of {self.names[player]}. Change places and press Enter.")
            self._read("")
            terminal.clear()
        self.viewer, self.shown = player, None

    def _show_table(self, whole: bool = False) -> None:
        terminal.show(self._table_lines(whole, terminal.width()))

    def _table_lines(self, whole: bool, columns: int) -> list[str]:
        """Return the figure, and below it what else lies on the table, and the score."""
        parts = self.artist.table(self.game.view(self.viewer), whole, columns)
        return [line for lines in parts if lines for line in ("", *lines)]

    # ------------------------------------------------------------------------------------- the question

    def _ask(self, player: int) -> None:
        """Ask until a move is made, or the player leaves; the only move there is is made at once.

        It is not where somebody has just gone back to it.
        """
        pick = reached(self.game)
        is_back, self.is_back = self.is_back, False
        if pick.length == pick.number and not is_back:
            clauses = dict.fromkeys(clause for move in self.game.moves() for clause in move.clauses)
            offers = ", ".join(tinted(self._offer(self.game, answer)) for answer in pick.pool)
            terminal.say()
            terminal.tell(f"{ONLY}: {offers}.{self.speaker.cited(self.voice.sources(clauses))}")
            for answer in pick.pool:
                self.game.play(answer)
            self._save_record()
            return
        self._show_question(pick)
        while not self.is_left:
            line = self._read(f"{self.names[player]}> " if len(self.humans) > 1 else "> ").strip()
            before = self.game.revision
            if not line:
                self._show_question(pick)
            elif self._obeys(line, pick):
                if self.game.revision != before:
                    return
            elif self._moves(line, pick):
                self._save_record()
                return

    def _show_question(self, pick: Pick) -> None:
        """Print what is asked now, with the words of its clauses and the moves that are allowed."""
        game = pick.ahead or self.game
        question, player, act, moves = game.question, game.player, game.asking.act, game.moves()
        assert question is not None and player is not None and not isinstance(act, model.Observe)  # noqa: PT018
        if isinstance(act, model.ChooseOption):  # what keeps other options away is no ground for these
            moves = [
                move._replace(
                    clauses=tuple(
                        dict.fromkeys(
                            full_clause(self.rules.name, clause)
                            for clause in (*act.origin.clauses, *act.options[move.answer].origin.clauses)
                        )
                    )
                )
                for move in moves
            ]
        common = [clause for clause in moves[0].clauses if all(clause in move.clauses for move in moves)]
        allowing = [*dict.fromkeys([*common, *(clause for one in pick.others for clause in one.clauses)])]
        asked = self.voice.ask(question.name, act, self.names[player], pick.number, [one.name for one in pick.others])
        terminal.say()
        for line in self.narrator.quote(allowing):
            terminal.say(terminal.paint(line, "faint"))
        for line in terminal.wrapped(f"{asked}{self.speaker.cited(self.voice.sources(allowing))}"):
            terminal.say(terminal.paint(line, "strong"))
        if pick.number > 1:
            terminal.say(f"Type {pick.number} of these {len(pick.pool)}, with spaces between.")
        own = {move.answer: [clause for clause in move.clauses if clause not in common] for move in moves}
        words = [tinted(self._offer(game, answer)) for answer in pick.pool]
        words += [one.game.said_of(one.answer) for one in pick.others]
        notes = [", ".join(map(self.book.short, own.get(answer, ()))) for answer in pick.pool]
        terminal.show(layout.numbered(words, notes, terminal.width(), pick.is_numbered, terminal.shown_length))

    def _offer(self, game: Game, answer: int) -> str:
        """Return a move in words, with what the tables of the rules have for it."""
        return self.voice.offer(game.said_of(answer), game.values_of(answer))

    def _moves(self, line: str, pick: Pick) -> bool:
        """Make the move that is typed, or say why not."""
        found = read_picks(self.game, pick, line)
        if (
            isinstance(found, Refusal)
            and found.kind == "invalid"
            and (rest := game_texts.without_verb(line)) is not None
        ):
            without = read_picks(self.game, pick, rest)
            if not isinstance(without, Refusal) or without.kind != "invalid":
                found, line = without, rest
        if isinstance(found, str):
            terminal.tell(found)
        elif isinstance(found, Refusal):
            self._refuse(found, line, pick)
        else:
            self.play(found)
        return isinstance(found, list)

    def _refuse(self, found: Refusal, line: str, pick: Pick) -> None:
        """Say why a move is not taken, and what somebody may have meant who has typed neither a move nor a command."""
        for words in refusal(found, line, self.book, "", terminal.width(), pick.length):
            terminal.say(tinted(words))
        if found.kind == "invalid":
            others = [one.game.said_of(one.answer) for one in pick.others]
            move = game_texts.nearest_move(line, pick.ahead or self.game, others)
            command = game_texts.nearest_command(line)
            remedy = f"Do you mean {move}?" if move else f"Do you mean the command “{command}”?"
            terminal.say(tinted(f"  {remedy if move or command else 'help lists what I understand.'}"))

    def _save_record(self) -> None:
        """Write the record after each move; if that fails, say so once, and go on."""
        try:
            self.saved.save()
        except UserError as error:
            if not self.knows_failure:
                terminal.tell(f"{error} The game goes on without its record.")
            self.knows_failure = True

    def _read(self, prompt: str) -> str:
        try:
            return input(prompt)
        except (ValueError, RuntimeError):  # the input was closed, or never there
            raise EOFError from None

    # ------------------------------------------------------------------------------------- the commands

    def _obeys(self, line: str, pick: Pick) -> bool:
        """Do what a command says; return whether the line was one."""
        command, rest = game_texts.command_in(line, self.game)
        rest = rest.strip()
        match command:
            case None:
                return False
            case "view":
                self._show_table(whole=True)
            case "score":
                for one in self._score_lines():
                    terminal.say("\n".join(terminal.wrapped(one, later="    ")) if len(one) > terminal.width() else one)
            case "moves":
                self._show_question(pick)
            case "quit":
                self.is_left = True
            case "undo":
                number = rest or "1"
                if number.isascii() and number.isdigit() and 0 < len(number) < 10 and int(number):
                    self._undo(int(number))
                else:
                    terminal.tell("Write the number of moves to take back after undo: undo 2")
            case "why":
                self._why(rest)
            case "hint":
                self._hint(pick)
            case "review":
                self.voice.begin()
                for words in self.narrator.tell(self._decisions()):
                    terminal.say(tinted(words))
            case "whynot":
                self._whynot(rest, pick)
            case "save":
                self._save(rest)
            case _:
                terminal.show(game_texts.ANSWERS[command](self.edition, self.book, rest))
        return True

    def _score_lines(self) -> list[str]:
        """Return the score; in a game without one and without secrets, how everybody stands by the rules."""
        if self.phrases.score == () and not self.game.has_secrets:
            return result_lines(self.game, self.names, self.phrases.hidden)[1:]
        view = self.game.view(self.viewer)
        return score_lines(self.voice, view, self.names, told_for_sure(self.game, self.viewer))

    def _why(self, wanted: str) -> None:
        """Explain the last decision, or the last one that speaks of something."""
        decisions = self._decisions()
        found = last_about(decisions, wanted, self.voice.is_silent)
        if found is None:
            terminal.tell(game_texts.nothing_about(wanted, self.game))
            return
        terminal.show(explained([found], () if wanted else decisions, self.narrator, terminal.width()))

    def _whynot(self, text: str, pick: Pick) -> None:
        if not text:
            plain = pick.words[0].replace("-", " ")
            example = pick.words[0] if isinstance(self.game.find_move(plain), Refusal) else plain
            terminal.tell(f"Name a move behind it, such as: whynot {example}")
            return
        found = self.whynot(text, pick)
        if isinstance(found, Refusal):
            self._refuse(found, text, pick)
        else:
            terminal.tell(found or f"{text} is allowed here.")

    def _hint(self, pick: Pick) -> None:
        """List the moves with the printed words that allow each, and say which one a simple player would make."""
        game = pick.ahead or self.game
        player = game.player
        assert player is not None
        lines: list[str] = []
        moves = [move._replace(text=game.said_of(move.answer)) for move in game.moves()]
        if len({move.clauses for move in moves}) > 1:  # otherwise the list of the question says as much
            lines += game_texts.hints(moves, self.book, terminal.width())
        if kind_of(game.asking.act).base != "group":
            lines += game_texts.groups_here(game.groups_of(player), self.book, terminal.width())
        for line in lines:
            terminal.say(tinted(line))
        if pick.number == 1:
            self._advise(self.game, pick.way)

    def _advise(self, game: Game, way: Sequence[int]) -> None:
        """Say what a simple player would choose, and why; of a way on, what it would choose behind it."""
        with thinking(f"The computer player “{ADVISER}”"):
            found = advice(game, game.count)
        if way and found.choice == way[0]:
            self._advise(game.fork(way[0]), way[1:])
            return
        kind = kind_of(game.asking.act)
        to = "to " if kind == OPTION else "the " if kind.base == "group" else ""
        is_long = found.weighed is not None and not found.weighed.is_planned
        who = f"The computer player “{ADVISER}”{', thinking longer,' if is_long else ''}"
        for line in (
            *terminal.wrapped(f"{who} would choose {to}{game.said_of(found.choice)}."),
            *advised(found, game, self.voice.naming, self.book, terminal.width()),
        ):
            terminal.say(tinted(line))

    def _undo(self, number: int) -> None:
        """Take back the last moves at the terminal, also those of an earlier session, with all that came after."""
        turns = self.last_turns(number)
        if number > len(turns) > 0:
            terminal.tell(f"There {'is' if len(turns) == 1 else 'are'} only {len(turns)} to take back.")
        elif self._takes_back(turns[-number] if turns else None):
            self.shown = None

    def _takes_back(self, mark: int | None) -> bool:
        """Go back to where the game had this many answers, unless a strict game forbids it; return whether it did."""
        if mark is None:
            terminal.tell("There is nothing to take back.")
            return False
        learnt, is_done = self.take_back(mark, self.is_strict)
        known = learnt_words(learnt, self.names, self.rules, "you")
        if not is_done:
            terminal.tell(
                f"This game is strict, and since that move {known}. A move is not taken back when more is known."
            )
            return False
        self.is_back = True
        terminal.tell(
            f"Taken back. But more is known now than before: {known}. The same will come again; the record notes it."
            if learnt
            else "Taken back."
        )
        self._save_record()
        return True

    def _save(self, path: str) -> None:
        if not path:
            terminal.tell("Name a file behind it, such as: save game.record")
            return
        obstacle = None if self.saved.owns(path) else in_the_way(path)
        if obstacle is not None:
            terminal.tell(obstacle)
            return
        try:
            self.saved.write(path)
        except UserError as error:
            terminal.tell(str(error))
            return
        terminal.tell(f"Saved. {self._how_to_resume(path)}")

    # ------------------------------------------------------------------------------------- the end

    def _end(self) -> None:
        """Print the outcome of the game and the reason; questions are still allowed."""
        self._save_record()
        self._report()
        self._show_table()
        terminal.say()
        terminal.show(ending(self.game, self.names, self._decisions(), self.narrator))
        if not self.knows_seed and self.game.seed is not None:
            terminal.say(f"\nThe seed was {self.game.seed}.")
        if not terminal.is_terminal(sys.stdin):
            return
        is_offered = False
        while not self.is_left:
            if not is_offered:
                terminal.say()
                terminal.tell(OVER)
            try:
                line = self._read("> ").strip()
            except EOFError:
                return
            if not line:
                return
            command, _ = game_texts.command_in(line, self.game)
            is_offered = command not in (None, "undo", "moves", "hint", "whynot")
            if command == "rematch":
                self.is_left = self.wants_another = True
            elif is_offered:
                self._obeys(line, NOTHING_TO_PICK)
