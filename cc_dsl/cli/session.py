"""An interactive game at a terminal: the table, the questions in the words of the rules, the moves, and the reasons.

Whatever ends it (the end of the game, `quit`, a closed terminal), the moves are not lost.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.cli import helpers, terminal
from cc_dsl.cli.completing import forget_lines
from cc_dsl.cli.keeping import Keeper, in_the_way
from cc_dsl.cli.options import HUMAN
from cc_dsl.cli.progress import thinking
from cc_dsl.cli.records import private_path
from cc_dsl.cli.speech import introduced, voice_for
from cc_dsl.cli.tables import branches, ink_for, tinted
from cc_dsl.cli.told import ending, explained, result_lines
from cc_dsl.errors import UserError
from cc_dsl.interpreter.answers import OPTION, kind_of
from cc_dsl.interpreter.moves import Refusal
from cc_dsl.interpreter.picks import Pick, reached, read_picks, turns_of
from cc_dsl.rules import model
from cc_dsl.words.narration import Narrator
from cc_dsl.words.refusals import refusal
from cc_dsl.words.tables import Artist, beside, score_lines
from cc_dsl.words.telling import last_about
from cc_dsl.words.texts import book_of
from cc_dsl.words.told import told_for_sure

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.interpreter.past import Learnt
    from cc_dsl.interpreter.players import Sitter
    from cc_dsl.interpreter.reasons import Decision
    from cc_dsl.pipeline import Edition
    from cc_dsl.words.voice import Voice


OVER = "The game is over. You can still type review, rematch, why, score, view, clauses or save FILE; Enter leaves."
ONLY = "Only one move is possible"
ADVISER = "greedy"
"""The computer player whose choice is a hint."""


class Gone(BaseException):
    """Whoever was playing is gone: the terminal was closed, or the input has ended."""

    def __init__(self, status: int = 0) -> None:
        """Carry the exit status that fits."""
        super().__init__()
        self.status = status


@contextmanager
def _noticing_the_end() -> Iterator[None]:
    """Notice it when the terminal is closed, or when somebody ends the program politely."""

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


class SpokenQuestion(NamedTuple):
    """A question as somebody at the terminal reads it."""

    quotes: list[str]
    """The printed words of its clauses, if they have not been shown before."""
    sentence: str
    several: str
    """The line that asks for several moves at once; empty where one is wanted."""
    words: list[str]
    notes: list[str]
    """For each move the clauses that allow it and not every other."""


class Listener:
    """One of those who share the terminal: who speaks and draws for them alone, and how far they have heard."""

    def __init__(self, voice: Voice, narrator: Narrator, artist: Artist, told: int) -> None:
        """Start with the number of decisions that need not be told."""
        self.voice = voice
        self.narrator = narrator
        self.artist = artist
        self.told = told
        self.unseen: list[str] = []
        """The figure that was completed while somebody else sat at the terminal."""


class Session:
    """One sitting at a game."""

    def __init__(
        self,
        edition: Edition,
        game: Game,
        names: Sequence[str],
        players: dict[int, Sitter],
        keeper: Keeper,
        full: bool,
        knows_seed: bool = False,
        is_strict: bool = False,
    ) -> None:
        """Sit down: `names` says who plays in each place, `players` holds those that are computers.

        A seed that somebody named is told at once, and one that was drawn when the game is over.  In a strict game
        nothing is taken back after more has come to be known.
        """
        from cc_dsl.interpreter.seated import Seated

        self.edition = edition
        self.game = game
        self.seated = Seated(game, players)
        self.is_strict = is_strict
        self.keeper = keeper
        self.rules = edition.rules
        self.book = book_of(edition)
        self.humans = [place for place, name in enumerate(names) if name == HUMAN]
        self.kinds = names
        is_alone = len(self.humans) == 1
        self.last_human: int | None = self.humans[0] if is_alone else None
        self._listeners = {who: self._listener_for(who, full) for who in {None, *self.humans}}
        self.names = [*self.voice.naming.players]
        self.book.misprints = self.voice.phrases.quoting.sic
        self.turns: list[int] = []
        self.is_left = False
        self.is_back = False
        """Whether a move has just been taken back: the only move is not made again at once then."""
        self.wants_another = False
        """Whether whoever has played to the end wants to play the game once more."""
        self.knows_failure = False
        self.knows_seed = knows_seed
        self.shown: list[str] | None = None
        """The table as it was last drawn for a question."""

    @property
    def listener(self) -> Listener:
        """The one who sits at the terminal; where everything lies open, all listen at once."""
        return self._listeners[None if self.game.is_watched else self.last_human]

    @property
    def voice(self) -> Voice:
        """The voice that speaks to whoever sits at the terminal."""
        return self.listener.voice

    @property
    def narrator(self) -> Narrator:
        """Tells the game to whoever sits at the terminal."""
        return self.listener.narrator

    def _listener_for(self, player: int | None, is_full: bool) -> Listener:
        voice = voice_for(self.edition, self.game, self.humans, player)
        narrator = Narrator(self.book, voice, is_full, terminal.width(), branches())
        artist = Artist(self.rules, voice.naming.players, ink_for(self.rules))
        artist.marked = lambda: self.game.having(voice.phrases.marked)
        artist.marks, artist.called = voice.phrases.marked, voice.naming.name
        artist.hidden = voice.phrases.hidden
        return Listener(voice, narrator, artist, self.game.decision_count if self.game.moves_made else 0)

    @property
    def artist(self) -> Artist:
        """Draws the table as whoever sits at the terminal sees it."""
        return self.listener.artist

    # ------------------------------------------------------------------------------------- the course

    def run(self) -> int:
        """Play until the game is over or somebody leaves; give the exit status."""
        with _noticing_the_end():
            try:
                return self._sit()
            except Gone as gone:
                return self._rescue(gone.status)

    def _sit(self) -> int:
        try:
            self._welcome()
            while not self.game.is_over and not self.is_left:
                self._turn()
            if self.game.is_over:
                self._end()
            self._leave()
            return 0
        except (EOFError, OSError):
            return self._rescue(0)
        except KeyboardInterrupt:
            return self._rescue(130)
        except Exception:
            self._rescue(2)
            raise

    def _turn(self) -> None:
        player = self.game.player
        assert player is not None
        if player not in self.seated:
            self._pass_to(player)
            self._show_unseen()
            self._report()
            self._show_table_if_changed()
            self._ask(player)
        else:
            with thinking(self.names[player]):
                self.seated.move()
        self._show_complete()

    def _show_complete(self) -> None:
        """Draw the figure when it is complete, before its pieces go elsewhere; whoever comes later sees it too."""
        last, asked = self.game.last_answer, None if self.game.is_over else self.game.player
        for player, listener in self._listeners.items():
            is_asked = player == asked == self.last_human
            drawn = listener.artist.draw_when_complete(self.game.view(player), terminal.width(), last, is_asked)
            listener.unseen = drawn or listener.unseen
        if self._show_unseen() and len(self.humans) > 1 and not self.game.is_over:
            terminal.tell("When you have seen it, press Enter.")
            self._read("")

    def _show_unseen(self) -> bool:
        """Draw the completed figure for whoever sits at the terminal; return whether there was one."""
        drawn, self.listener.unseen = self.listener.unseen, []
        if drawn:
            self._report()
        for line in drawn:
            terminal.say(line)
        return bool(drawn)

    def _report(self) -> None:
        """Print the decisions since the player last heard any, but for the outcome, which stands at the end."""
        heard = self.game.decisions_seen_by(self.last_human, self.listener.told)
        decisions = [one for one in heard if one.fact is None or one.fact.form != "end"]
        self.listener.told = self.game.decision_count
        lines = self.narrator.tell(decisions)
        if lines:
            terminal.say()
        for line in lines:
            terminal.say(tinted(line))

    def _decisions(self) -> list[Decision]:
        """Return all decisions, as far as the one at the terminal may know of them."""
        return self.game.decisions_seen_by(self.last_human)

    def _pass_to(self, player: int) -> None:
        """Let another player sit down, where several share the terminal; neither reads what the other has read."""
        if self.last_human == player:
            return
        if self.last_human is not None:
            terminal.clear()
            forget_lines()
            terminal.tell(f"\nIt is the turn of {self.names[player]}. Change places and press Enter.")
            self._read("")
            terminal.clear()
        self.last_human, self.shown = player, None

    def _welcome(self) -> None:
        """Print what is played, by whom, and how one begins."""
        for line in (
            *helpers.welcome(self.edition, self.game, self.names, self.kinds, knows_seed=self.knows_seed),
            *introduced(self.voice.phrases),
            *terminal.wrapped(helpers.how_to_begin(self.game)),
        ):
            terminal.say(line)

    def _show_table(self, whole: bool = False) -> None:
        for line in self._table_lines(whole, terminal.width()):
            terminal.say(line)

    def _table_lines(self, whole: bool, columns: int) -> list[str]:
        """Return the figure, and below it what else lies on the table, and the score."""
        view = self.game.view(self.last_human)
        drawn = self.artist.draw(view, columns)
        without = self.artist.places_drawn() if drawn else set()
        other = beside(self.voice, view, self.names, without, whole, self.artist.ink, columns)
        return [line for lines in (drawn, other) if lines for line in ("", *lines)]

    def _show_table_if_changed(self) -> None:
        """Draw the table, unless nothing on it is otherwise than when it was last drawn."""
        lines = self._table_lines(False, terminal.width())
        if lines != self.shown:
            self._show_table()
        self.shown = lines

    # ------------------------------------------------------------------------------------- the question

    def _ask(self, player: int) -> None:
        """Ask until a move is made, or the player leaves."""
        pick = reached(self.game)
        if self._makes_the_only_move(pick):
            return
        self._show_question(pick)
        while not self.is_left:
            line = self._read(f"{self.names[player]}> " if len(self.humans) > 1 else "> ").strip()
            if not line:
                self._show_question(pick)
                continue
            before = self.game.revision
            if self._obeys(line, pick):
                if self.game.revision != before:
                    return
                continue
            if self._plays(line, pick):
                self._kept()
                return

    def _makes_the_only_move(self, pick: Pick) -> bool:
        """Make the only move there is and say so, unless somebody has just gone back to it; return whether it did."""
        is_back, self.is_back = self.is_back, False
        if is_back or pick.length != pick.number:
            return False
        clauses = dict.fromkeys(clause for move in self.game.moves() for clause in move.clauses)
        named = f" [{', '.join(map(self.book.short, self.voice.sources(clauses)))}]" if clauses else ""
        said = f"{ONLY}: {', '.join(tinted(self._offer(self.game, answer)) for answer in pick.pool)}.{named}"
        terminal.say()
        terminal.tell(said)
        for answer in pick.pool:
            self.game.play(answer)
        self._kept()
        return True

    def _show_question(self, pick: Pick) -> None:
        asked = self._question(pick)
        terminal.say()
        for line in asked.quotes:
            terminal.say(terminal.paint(line, "faint"))
        for line in terminal.wrapped(asked.sentence):
            terminal.say(terminal.paint(line, "strong"))
        if asked.several:
            terminal.say(asked.several)
        for line in helpers.numbered(asked.words, asked.notes, pick.is_numbered):
            terminal.say(line)

    def _question(self, pick: Pick) -> SpokenQuestion:
        """Return what is asked now, with the words of its clauses and the moves that are allowed."""
        game = pick.ahead or self.game
        question, player = game.question, game.player
        assert question is not None
        assert player is not None
        act = game.asking.act
        assert not isinstance(act, model.Observe)
        moves = game.moves()
        if isinstance(act, model.ChooseOption):  # what keeps other options away is no ground for these
            moves = [move._replace(clauses=helpers.option_clauses(self.rules, act, move.answer)) for move in moves]
        others = tuple(one.game.said_of(one.answer) for one in pick.others)
        common = [clause for clause in moves[0].clauses if all(clause in move.clauses for move in moves)]
        allowing = list(dict.fromkeys([*common, *(clause for one in pick.others for clause in one.clauses)]))
        named = f" [{', '.join(map(self.book.short, self.voice.sources(allowing)))}]" if allowing else ""
        asked = self.voice.ask(question.name, act, self.names[player], pick.number, [one.name for one in pick.others])
        own = {move.answer: [clause for clause in move.clauses if clause not in common] for move in moves}
        words = [*(tinted(self._offer(game, answer)) for answer in pick.pool), *others]
        several = f"Type {pick.number} of these {len(pick.pool)}, with spaces between." if pick.number > 1 else ""
        ids = (map(self.book.short, own.get(answer, ())) for answer in pick.pool)
        notes = [*map(", ".join, ids), *("" for _ in others)]
        return SpokenQuestion(self.narrator.quote(allowing), f"{asked}{named}", several, words, notes)

    def _offer(self, game: Game, answer: int) -> str:
        """Say a move, with what the tables of the rules have for it."""
        return self.voice.offer(game.said_of(answer), game.values_of(answer))

    def _plays(self, line: str, pick: Pick) -> bool:
        """Make the move that is typed, or say why not."""
        found = read_picks(self.game, pick, line)
        if isinstance(found, Refusal) and found.kind == "invalid" and (rest := helpers.without_verb(line)) is not None:
            without = read_picks(self.game, pick, rest)
            if not isinstance(without, Refusal) or without.kind != "invalid":
                found, line = without, rest
        if isinstance(found, str):
            terminal.tell(found)
            return False
        if isinstance(found, Refusal):
            self._refuse(found, line, pick)
            return False
        self.turns.append(self.game.count)
        for answer in found:
            self.game.play(answer)
        return True

    def _refuse(self, found: Refusal, line: str, pick: Pick) -> None:
        for said in refusal(found, line, self.book, "", terminal.width(), pick.length):
            terminal.say(tinted(said))
        if found.kind == "invalid":
            terminal.say(tinted(f"  {self._suggested(line, pick)}"))

    def _suggested(self, line: str, pick: Pick) -> str:
        """Return what somebody may have meant who has typed neither a move nor a command."""
        others = [one.game.said_of(one.answer) for one in pick.others]
        if (move := helpers.meant(line, pick.ahead or self.game, others)) is not None:
            return f"Do you mean {move}?"
        close = helpers.nearest_command(line)
        return f"Do you mean the command “{close}”?" if close else "help lists what I understand."

    def _kept(self) -> None:
        """Write the record after each move; if that fails, say so once, and go on."""
        try:
            self.keeper.keep()
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
        """Do what a command says; tell whether the line was one."""
        command, rest = helpers.command_in(line, self.game)
        if command is None:
            return False
        if command == "view":
            self._show_table(whole=True)
        elif command == "score":
            for one in self._score_lines():
                terminal.say("\n".join(terminal.wrapped(one, later="    ")) if len(one) > terminal.width() else one)
        elif command == "moves":
            self._show_question(pick)
        elif command == "quit":
            self.is_left = True
        elif command == "undo":
            number = rest.strip() or "1"
            if number.isascii() and number.isdigit() and 0 < len(number) < 10 and int(number):
                self._undo(int(number))
            else:
                terminal.tell("Write the number of moves to take back after undo: undo 2")
        elif command == "why":
            self._why(rest.strip())
        elif command == "hint":
            self._hint(pick)
        elif command == "review":
            self._review()
        elif command == "whynot":
            self._whynot(rest.strip(), pick)
        elif command == "save":
            self._save(rest.strip())
        else:
            for said in helpers.ANSWERS[command](self.edition, self.book, rest.strip()):
                terminal.say(said)
        return True

    def _score_lines(self) -> list[str]:
        """Return the score; in a game without one and without secrets, how everybody stands by the rules."""
        if self.voice.phrases.score == () and not self.game.has_secrets:
            return result_lines(self.game, self.names, self.voice.phrases.hidden)[1:]
        view = self.game.view(self.last_human)
        return score_lines(self.voice, view, self.names, told_for_sure(self.game, self.last_human))

    def _why(self, wanted: str) -> None:
        """Explain the last decision, or the last one that speaks of something."""
        decisions = self._decisions()
        found = last_about(decisions, wanted, self.voice.is_silent)
        if found is None:
            terminal.tell(helpers.nothing_about(wanted, self.game))
            return
        for line in explained([found], () if wanted else decisions, self.narrator, terminal.width()):
            terminal.say(line)

    def _whynot(self, text: str, pick: Pick) -> None:
        if not text:
            plain = pick.words[0].replace("-", " ")
            example = pick.words[0] if isinstance(self.game.find_move(plain), Refusal) else plain
            terminal.tell(f"Name a move behind it, such as: whynot {example}")
            return
        found = read_picks(self.game, pick, text) if pick.number == 1 else self.game.whynot(text)
        if isinstance(found, Refusal):
            self._refuse(found, text, pick)
        else:
            terminal.tell(f"{text} is allowed here." if not isinstance(found, str) else found)

    def _hint(self, pick: Pick) -> None:
        """List the moves with the printed words that allow each, and say which one a simple player would make."""
        game = pick.ahead or self.game
        player = game.player
        assert player is not None
        moves = [move._replace(text=game.said_of(move.answer)) for move in game.moves()]
        if len({move.clauses for move in moves}) > 1:  # otherwise the list of the question says as much
            for line in helpers.hints(moves, self.book, terminal.width()):
                terminal.say(tinted(line))
        if kind_of(game.asking.act).base != "group":
            for line in helpers.groups_here(game.groups_of(player), self.book, terminal.width()):
                terminal.say(tinted(line))
        if pick.number == 1:
            self._advise(self.game, pick.way)

    def _advise(self, game: Game, way: Sequence[int]) -> None:
        """Say what a simple player would choose, and why; of a way on, what it would choose behind it."""
        from cc_dsl.interpreter.advice import advice
        from cc_dsl.words.advising import advised

        with thinking(f"The computer player “{ADVISER}”"):
            found = advice(game, game.count)
        if way and found.choice == way[0]:
            self._advise(game.aside(way[0]), way[1:])
            return
        kind = kind_of(game.asking.act)
        to = "to " if kind == OPTION else "the " if kind.base == "group" else ""
        is_long = found.weighed is not None and not found.weighed.is_planned
        who = f"The computer player “{ADVISER}”{', thinking longer,' if is_long else ''}"
        for line in terminal.wrapped(f"{who} would choose {to}{game.said_of(found.choice)}."):
            terminal.say(tinted(line))
        for line in advised(found, game, self.voice.naming, self.book, terminal.width()):
            terminal.say(tinted(line))

    def _undo(self, number: int) -> None:
        """Take back the last moves at the terminal, also those of an earlier sitting, with all that came after."""
        if number > len(self.turns):
            self.turns = turns_of(self.game, self.humans)
        if number > len(self.turns) > 0:
            terminal.tell(f"There {'is' if len(self.turns) == 1 else 'are'} only {len(self.turns)} to take back.")
        elif self._takes_back(self.turns[-number] if self.turns else None):
            del self.turns[-number:]
            self.shown = None

    def _takes_back(self, mark: int | None) -> bool:
        """Go back to where the game had this many answers, unless a strict game forbids it; return whether it did."""
        if mark is None:
            terminal.tell("There is nothing to take back.")
            return False
        game, player = self.game, self.game.chooser_of(mark)
        number, learnt = game.count - mark, self._learnt(mark, player)
        if learnt and self.is_strict:
            terminal.tell(helpers.too_late(learnt, self.names, self.rules))
            return False
        game.take_back(mark)
        self.is_back = True
        self.seated.go_back()
        for listener in self._listeners.values():
            listener.told = min(listener.told, game.decision_count)
            listener.artist.forget()
        self._know()
        if learnt:
            by = "those at the table" if player is None else f"player {player + 1}"
            game.note_taken_back(number, f"by {by}, {helpers.known_by_then(learnt, self.rules)}")
        terminal.tell(helpers.taken_back(learnt, self.names, self.rules))
        self._kept()
        return True

    def _know(self) -> None:
        """Let the voices begin again with what is to be seen now."""
        for player, listener in self._listeners.items():
            view = self.game.view(player)
            listener.voice.know(view.numbers, view.roles)
            listener.voice.remember(self.game.decisions_seen_by(player))

    def _learnt(self, mark: int, player: int | None) -> Learnt:
        """Return what has become known since the game had this many answers."""
        return self.game.learnt_since(mark, player)

    def _save(self, path: str) -> None:
        if not path:
            terminal.tell("Name a file behind it, such as: save game.record")
            return
        said = None if self.keeper.owns(path) else in_the_way(path)
        if said is not None:
            terminal.tell(said)
            return
        try:
            self.keeper.write(path)
        except UserError as error:
            terminal.tell(str(error))
            return
        terminal.tell(f"Saved. {self._how_to_resume(path)}")

    def _how_to_resume(self, path: str) -> str:
        again = helpers.how_to_resume(self.edition, self.game, path)
        if self.game.is_over or not self.game.has_secrets:
            return again
        return f"{again}\nThe record shows what you may know; the rest is in {private_path(path)}."

    # ------------------------------------------------------------------------------------- the end

    def _end(self) -> None:
        """Print the outcome of the game and the reason; questions are still allowed."""
        self._kept()
        self._report()
        self._show_table()
        terminal.say()
        for line in ending(self.game, self.names, self._decisions(), self.narrator):
            terminal.say(line)
        if not self.knows_seed and self.game.seed is not None:
            terminal.say(f"\nThe seed was {self.game.seed}.")
        if not terminal.is_terminal(sys.stdin):
            return
        self._offer_the_rest()
        pick = Pick((), (), 0)
        while not self.is_left:
            try:
                line = self._read("> ").strip()
            except EOFError:
                return
            if not line:
                return
            self._after(line, pick)

    def _offer_the_rest(self) -> None:
        """Say what can be done when the game is over."""
        terminal.say()
        terminal.tell(OVER)

    def _after(self, line: str, pick: Pick) -> None:
        """Do what is asked for after the end."""
        command, _ = helpers.command_in(line, self.game)
        if command == "rematch":
            self.is_left = self.wants_another = True
        elif command in (None, "undo", "moves", "hint", "whynot") or not self._obeys(line, pick):
            self._offer_the_rest()

    def _review(self) -> None:
        """Print every decision of the game whose reasons are still in memory."""
        self.voice.begin()
        for line in self.narrator.tell(self._decisions()):
            terminal.say(tinted(line))

    def _leave(self) -> None:
        """Print how to resume the game."""
        if self.game.is_over:
            if self.keeper.path is not None:
                terminal.tell(self._how_to_resume(self.keeper.path))
            return
        self._say_rescued(self.keeper.rescue())

    def _say_rescued(self, path: str | None) -> None:
        if path is not None:
            terminal.tell(f"The game so far is in {path}.\n{self._how_to_resume(path)}")

    def _rescue(self, status: int) -> int:
        """Save the game, then say so to whoever is still there."""
        path = self.keeper.rescue()
        try:
            terminal.say()
            self._say_rescued(path)
            terminal.flush()
        except OSError:
            terminal.abandon()
        return status
