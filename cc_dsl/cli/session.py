"""A game at a terminal: print the table, the questions and the reasons, and read what is typed.

However the session ends (at the end of the game, by `quit`, with a closed terminal), the moves are saved. On a ground
an observer reports the events, and the rules decide what follows: each line reports one or more events in the words of
the rules, and an empty line ends the report. An impossible event is refused; the events before it are kept.
"""

from __future__ import annotations

import re
import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from types import FrameType

from cc_dsl import resources
from cc_dsl.cli import terminal
from cc_dsl.cli.terminal import show_thinking
from cc_dsl.closures.reasons import Decision
from cc_dsl.closures.runtime import runtime_of
from cc_dsl.diagnostics.problem import did_you_mean, nearest
from cc_dsl.engine.game import Game
from cc_dsl.engine.judge import results_of_game
from cc_dsl.engine.moves import Refusal, kind_of
from cc_dsl.engine.picks import Pick, picks_ahead
from cc_dsl.engine.views import View
from cc_dsl.errors import UserError
from cc_dsl.pipeline import Edition
from cc_dsl.play.records import SavedRecord, obstacle_at, private_path, viewer_of, visible_decisions
from cc_dsl.play.session import Session, knowledge_in_words, request_for, request_for_report
from cc_dsl.rules import model
from cc_dsl.rules.kinds import a_name
from cc_dsl.table.record import TAKEN_BACK, Record
from cc_dsl.trees import walk
from cc_dsl.words import layout
from cc_dsl.words.answers import answer_words, certain_results, ending_words, outputs_of_game, standing_lines
from cc_dsl.words.book import Book
from cc_dsl.words.layout import Ink, capital
from cc_dsl.words.position import EMPTY
from cc_dsl.words.reasons import HEADS, HEADS_OF_EVENTS, LEVELS, document_of, full_form, quotations, readings, refusal
from cc_dsl.words.sentences import clauses_of_nothing, is_choice, is_worth_telling, last_about, sentence
from cc_dsl.words.table import Artist, score_lines
from cc_dsl.words.voice import Narrator, SpokenSentence

MARGIN = " " * 6
NO_STRIKERS = (
    "Computer players strike no balls: report their strokes as well as your own. They choose where the rules give them "
    "a choice."
)


COMMANDS = {
    "why": "explain the last result, such as who won a trick; “why lead” about a word, “why all” with every reason",
    "whynot MOVE": "explain why a move is not allowed",
    "hint": "list what is within reach, and recommend a move; “hint more” lists what was tried",
    "moves": "list the moves again; an empty line does the same",
    "score": "show the score",
    "view": "show everything that you may see",
    "rules": "print how to play the game, in today's words",
    "clauses [ID]": "print the words of the text, or of one clause",
    "readings [NAME]": "show how the open places of the text are read",
    "undo": "take back your last move; “undo 3” the last three",
    "save FILE": "save the game",
    "quit": "leave; the game can be resumed later",
    "help": "print this",
}
REPORT = (
    "After “observed>”, report a stroke: one event a line, or several with semicolons between; an empty line ends the "
    "report."
)
WATCHED = {
    "whynot MOVE": "explain why a move is not allowed, or why an event cannot have happened",
    "hint": "list your moves, or what can be observed",
    "moves": "repeat the question",
    "undo": "take back the last stroke that was reported, or your last move",
}
"""The descriptions of the commands that work differently in games with reported strokes."""


HEADS_OF_ANSWERS = (
    ("You agreed on", True, False),
    ("Options in use by default", True, True),
    ("Read differently from the default", False, False),
)
"""The headings of open places: whether these are options, and whether they have their default answers."""


class PrintedSession(Session):
    """A game that is printed at this terminal, with a narrator for each viewer."""

    is_full = False
    """Whether every decision is printed with all its reasons."""

    @property
    def ink(self) -> Ink:
        """The signs and colours in which this terminal can draw pieces."""
        return terminal.ink_for(self.rules)

    @cached_property
    def book(self) -> Book:
        """The printed words, with misprints marked."""
        book = self.speaker.book
        book.misprints = self.phrases.quotations.sic
        return book

    @cached_property
    def _narrators(self) -> dict[int | None, Narrator]:
        columns = terminal.width()
        return {who: Narrator(self.book, each.voice, self.is_full, columns) for who, each in self.viewers.items()}

    @property
    def narrator(self) -> Narrator:
        """The narrator for the present viewer."""
        return self._narrators[None if self.game.is_watched else self.viewer]

    @cached_property
    def artist(self) -> Artist:
        """The artist that draws the table."""
        return Artist(self.voice, self.speaker.ink, lambda: self.game.values_with(self.phrases.marked))

    def completed_lines(self, since: int, who: int | None, now: View | None = None) -> list[str]:
        """Return the figure as it lay when a part of the game ended since a decision, if it was complete.

        It is drawn as one viewer sees it (None for everybody), unless the view `now`, which is printed next, shows it.
        """
        position = self.ended_position(since)
        columns = None if position is None else self.artist.columns(self.game.sights.view(position, who))
        if columns is None or (now is not None and columns == self.artist.columns(now)):
            return []
        is_complete = all(column.pieces and EMPTY not in column.pieces for column in columns)
        return ["", *self.artist.draw_columns(columns, terminal.width()), ""] if is_complete else []

    def welcome(self, knows_seed: bool = True) -> list[str]:
        """Return the name of the game, and who plays."""
        edition, game, kinds = self.edition, self.game, self.kinds
        who = ["you" if name == "you" else kind for name, kind in zip(self.names, kinds, strict=True)]
        seats = "; ".join(f"player {place}: {kind}" for place, kind in enumerate(who, 1))
        if "you" in who and len(who) < 3:
            seats = "".join(f"You play against the computer player “{kind}”." for kind in who if kind != "you")
        sentences = [seats + (f" (seed {game.seed})" if game.seed is not None and knows_seed else "")]
        if game.is_watched and "human" in kinds and {*kinds} != {"human"}:
            sentences.append(NO_STRIKERS)
        answers: dict[str, list[str]] = {}
        for head, is_option, is_default in HEADS_OF_ANSWERS:
            for doubt in edition.rules.doubts.values():
                is_here = (doubt.kind == "option", doubt.chosen == doubt.default) == (is_option, is_default)
                if is_here and not (is_option and game.is_idle(doubt.name)):
                    phrase = edition.titles.phrase(doubt.name, doubt.chosen)
                    answers.setdefault(head, []).append(f"{edition.titles.title(doubt.name)} ({phrase})")
        sentences += [f"{head}: {', '.join(each)}." for head, each in answers.items()]
        lines = [line for words in sentences for line in terminal.wrap(words)]
        return ["", terminal.paint(edition.display_name, "strong"), *lines]

    def how_to_resume(self, path: str) -> str:
        """Return the command that resumes or replays a recorded game, with a warning if its record hides something."""
        # The record names the edition.
        is_found = (self.edition.parent or self.edition).argument in resources.edition_names()
        name, quoted_path = "" if is_found else self.edition.argument, shlex.quote(path)
        if self.game.is_over:
            return f"See it again with:   circular replay {quoted_path}{f' --edition {name}' if name else ''}"
        again = f"Resume it with:   circular play {f'{name} ' if name else ''}--resume {quoted_path}"
        if not (self.humans and self.game.has_secrets):
            return again
        return f"{again}\nThe record shows what you may know; the rest is in {private_path(path)}."

    def explain(self, explained: Sequence[Decision], decisions: Sequence[Decision], levels: int = LEVELS) -> list[str]:
        """Explain decisions; use the words of the report for those just reported."""

        def say(decision: Decision) -> str:
            place = next((at for at, other in enumerate(decisions) if other is decision), None)
            if place is None or decision.fact.form == "end":  # the heading already reports the end
                return sentence(decision)
            return self.narrator.voice.repeat(decisions, place)

        return full_form(explained, self.book, levels, terminal.width(), say)

    def result_lines(self) -> list[str]:
        """Return the results that the rules give for a game, such as a score, now or at its end.

        The standing of each piece is left out, since the table shows it, as are results that the edition hides.
        """
        game, rules, naming = self.game, self.rules, self.speaker.naming
        results = results_of_game(runtime_of(rules, "plain", game.seats), game.position)
        visible_outputs = [output for output in outputs_of_game(rules) if output.key not in self.phrases.hidden]
        printed_outputs = [output for output in visible_outputs if output.owner is None or output.owner.base != "piece"]
        answers = answer_words(rules, printed_outputs, results, self.names, self.speaker.ink.glyph, naming)
        rows = [[f"  {naming.name(key)}", value] for key, value in answers]
        return ["", *terminal.table(rows)] if rows else []

    def ending(self, decisions: Sequence[Decision]) -> list[str]:
        """Return the sentence that ends the game, the results, and the reasons."""
        worth_telling = [decision for decision in decisions if is_worth_telling(decision) and not is_choice(decision)]
        # A bare end is told with the decision before it, which says why.
        is_bare = bool(worth_telling) and not worth_telling[-1].reasons and worth_telling[-1] is decisions[-1]
        last = worth_telling[-2:] if is_bare else worth_telling[-1:]
        for decision in decisions[-1:]:
            grounds = [decision] if decision.clauses or not decision.reasons else decision.reasons
            last += [reason for reason in grounds if reason not in last]
        outcome = self.game.outcome
        assert outcome is not None, "nobody asks for the end before it"
        head = ending_words(outcome, decisions, self.narrator.voice, self.names) or "The game is over."
        reasons = [terminal.colour_signs(line) for line in self.explain(last, decisions) if line != head]
        heads = [terminal.paint(line, "strong") for line in terminal.wrap(head)]
        return [*heads, *self.result_lines(), *(["", *reasons] if reasons else [])]


class GamePrinter(PrintedSession):
    """The printer of a game in progress, which draws the table whenever the figure of the rules is complete."""

    has_people = False
    partial: Record | None = None
    """The record of an unfinished game with secrets, which shows what one player, or everybody, may know."""
    number = 0
    """The number of the last choice."""

    def begin(self) -> Iterator[str]:
        """Yield the players' names and the first answers of chance."""
        if self.game.moves_made:
            self.voice.resume(self.game, None)
        yield from (*self.welcome(knows_seed=self.partial is None), "")
        yield from self._news()

    def move(self) -> Iterator[str]:
        """Yield the move that was just made, and its result."""
        since = self.heard.told
        yield from self._news()
        yield from self.completed_lines(since, None if self.partial is None else viewer_of(self.partial))

    def _news(self) -> Iterator[str]:
        """Yield the decisions since the last report; a choice is given by its number."""
        decisions = visible_decisions(self.game, self.partial, self.heard.told)
        self.heard.told = self.game.decision_count
        is_numbered = any(map(is_choice, decisions))
        self.number += is_numbered
        head = f"{self.number:4}  " if is_numbered else MARGIN
        for line in self.narrator.tell(decisions, MARGIN):
            yield terminal.colour_signs(head + line[len(MARGIN) :])
            head = MARGIN

    def end(self, last_lines: Sequence[str] = ("The record ends here; the game is not over.",)) -> Iterator[str]:
        """Yield the outcome of the game, or a line that says that it goes on."""
        yield from (*self._news(), "")
        yield from self.ending(self.game.decisions) if self.game.is_over else last_lines


def game_document(
    edition: Edition, game: Game, names: Sequence[str], explain: bool, partial: Record | None = None
) -> dict[str, object]:
    """Return a game as JSON values; a game with a partial record only as far as its viewer, or anybody, may know it."""
    outcome = game.outcome
    whole = (line for _, line in game.lines())
    answers = whole if partial is None else game.written_for(viewer_of(partial))
    document: dict[str, object] = {
        "edition": edition.name,
        "rules": edition.rules.meaning,
        "readings": {doubt.name: doubt.chosen for doubt in edition.rules.doubts.values()},
        "seed": game.seed if partial is None else None,
        "players": list(names),
        "answers": [{"by": line.by, "answer": line.words} for line in answers if line.by != TAKEN_BACK],
        "finished": game.is_over,
        "outcome": outcome._asdict() if outcome is not None else None,
        "result": game.result,
    }
    if explain:
        document["decisions"] = [document_of(decision) for decision in visible_decisions(game, partial)]
    return document


# -------------------------------------------------------------------------------------- lists for players


def help_lines(edition: Edition) -> list[str]:
    """Return the help on the possible inputs: moves, events where they are reported, and commands."""
    pieces, is_watched = edition.rules.pieces, edition.rules.ground is not None
    first = next(zip(pieces.codes, pieces.names, strict=True), ("", ""))
    is_name = first[0] != first[1] and not any(letter.isdigit() for letter in first[1])
    sign = f"{first[0]} is {first[1]}; " if is_name else ""
    moves = (
        f"To make a move, type its number in the list, or its {'sign' if first[0] else 'name'} ({sign}capitals do not "
        "matter). If a move needs several, type them all, with spaces between."
    )
    commands = COMMANDS | (WATCHED if is_watched else {})
    margin = max(map(len, commands)) + 4
    lines = [*terminal.wrap(f"{REPORT} {moves}" if is_watched else moves), ""]
    for name, about in commands.items():
        lines += terminal.wrap(about, f"  {name:{margin - 2}}", " " * margin)
    return lines


def clause_lines(edition: Edition, book: Book, clause_id: str) -> list[str]:
    """Return the printed words of the text, or of one clause."""
    text = edition.text
    if text is None:
        return ["These rules have no printed text beside them."]
    clause = text.clause(clause_id.lstrip("§"))
    if clause_id and clause is None:
        remedy = did_you_mean(clause_id, text.clauses, "“clauses” lists them all.")
        return [f"The text has no clause {clause_id}. {remedy}"]
    return quotations(text.clauses if clause is None else [clause.id], book, terminal.width())


def reading_lines(edition: Edition, book: Book, doubt_name: str) -> list[str]:
    """Return the open places with the answers chosen, or one open place with all its answers."""
    doubts, titles = edition.rules.doubts, edition.titles
    if not doubt_name:
        each = ((*readings([name], book, terminal.width()), f"      readings {name}") for name in doubts)
        return [line for lines in each for line in lines] or ["The text leaves nothing open."]
    doubt = doubts.get(doubt_name)
    if doubt is None:
        return [f"There is no reading “{doubt_name}”. {did_you_mean(doubt_name, doubts, '“readings” lists them all.')}"]
    where = f" of {doubt.clause.replace(':', '.')}" if doubt.clause else ""
    lines = terminal.wrap(f"{titles.title(doubt_name)} ({doubt.kind}{where}): {doubt.words}")
    for answer, reason in doubt.alternatives:
        words = capital(f"{titles.phrase(doubt_name, answer)}: {reason}.")
        lines += terminal.wrap(words, f"  {'*' if answer == doubt.chosen else ' '} ", "      ")
    return lines


def nothing_about(topic: str, game: Game) -> str:
    """Return the message that no decision with stored reasons mentions some words."""
    about = f" about “{topic}”" if topic else ""
    if game.has_dropped_reasons:
        long = "This game is long; “circular why” explains its whole record."
        return f"The last part of the game has no decision{about}. {long}"
    return f"Nothing was decided{about}." if game.is_over else f"Nothing has been decided{about} yet."


# ---------------------------------------------------------------------------------------------- input

OVER = "The game is over. You can still type review, rematch, why, score, view, clauses or save FILE; Enter leaves."
NO_MORE = "Nothing more."
FOLDED = 2
"""The levels of reasons that a window shows unless all are wanted."""


WORDS = {name.partition(" ")[0]: name.partition(" ")[0] for name in (*COMMANDS, "rematch", "review")}
WORDS |= {"?": "help", "exit": "quit", "q": "quit", "table": "view", "clause": "clauses", "reading": "readings"}
WORDS |= {"take back": "undo", "back": "undo", "u": "undo", "why not": "whynot", "points": "score", "again": "rematch"}
WORDS |= {"w": "why", "h": "hint", "m": "moves"}
"""Every word, or pair of words, that means a command."""
VERB = re.compile(r"(?:i\s+)?(?:play|choose|pick|take|lay|place|put)\s+", re.IGNORECASE)
"""Words that people type before the name of a move, which mean nothing here."""


def command_in(line: str, game: Game) -> tuple[str | None, str]:
    """Return the command at the beginning of a line, unless it names a legal move, and the rest of the line."""
    words, moves = line.split(), [] if game.is_over else [*map(game.words_of, game.options)]
    for count in (2, 1):
        start = " ".join(words[:count])
        command = None if start in moves else WORDS.get(start.casefold())
        is_letter = len(words[0]) == count == 1 < len(words) and command not in ("why", "help")
        if command is not None and not is_letter:  # “q c” is a card (Queen of Clubs), not a request to quit
            return command, " ".join(words[count:])
    return None, line


def nearest_move(line: str, game: Game, others: Sequence[str] = ()) -> str | None:
    """Return the move nearest to some words that mean none; `others` are the words of further options."""
    pieces, answers_by_spelling = game.rules.pieces, {other.casefold(): other for other in others}
    for answer in game.options:
        phrase = game.spoken_answer(answer)
        is_piece = kind_of(game.question_term.act).base == "piece"
        for word in (phrase, game.words_of(answer), *((pieces.names[answer],) if is_piece else ())):
            answers_by_spelling[word.casefold()] = phrase
    close = nearest(line.strip().casefold(), answers_by_spelling)
    return answers_by_spelling[close[0]] if close else None


def prepare_input() -> None:
    """Enable line editing and history where possible, and ignore invalid bytes."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    if terminal.is_for_people():
        with suppress(ImportError):
            import readline

            readline.set_auto_history(True)


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Raise SystemExit when the terminal is closed or the process receives SIGTERM."""
    numbers = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]

    def leave(number: int, frame: FrameType | None) -> None:
        for signum in numbers:
            signal.signal(signum, signal.SIG_IGN)  # let no further signal interrupt saving
        raise SystemExit(128 + number)

    with ExitStack() as after:
        with suppress(ValueError):  # only the main thread can set signal handlers
            for number in numbers:
                after.callback(signal.signal, number, signal.signal(number, leave))
        yield


class TerminalSession(PrintedSession):
    """A game that one person plays at a terminal, or several who take turns at it."""

    saved: SavedRecord
    """The record of the game."""
    knows_seed = False
    """Whether the player named the seed, so that it is printed at once; otherwise it is printed at the end."""
    is_left = False
    is_back = False
    """Whether a move was just taken back: then even the only legal move is asked for."""
    wants_another = False
    """Whether the players want to play again after the end."""
    knows_failure = False
    """Whether the warning that the record cannot be written has been printed."""
    shown: list[str] | None = None
    """The table as it was last drawn for a question."""

    # ------------------------------------------------------------------------------------- the course

    def run(self, saved_record: SavedRecord) -> int:
        """Play until the game is over or the player leaves; write its record, and return the exit status."""
        self.saved = saved_record
        if self.game.moves_made:
            self.recall()
        with _ended_by_signals():
            try:
                return self._play_on()
            except SystemExit as ended:
                return self._rescue(int(ended.code or 0))

    def _play_on(self) -> int:
        """Print the beginning, take turns until the end, and return the exit status; the game is saved in any case."""
        try:
            terminal.show(self.welcome(self.knows_seed))
            terminal.show(self.speaker.introduction(terminal.width()))
            name, more = self.rules.pieces.name, "rules explains the game, ? lists all commands."
            choices = (part for part in walk(self.rules) if isinstance(part, model.Choose) and part.chooser is not None)
            kinds = {choice.kind.element_kind.base for choice in choices}
            sign = "its name" if kinds.isdisjoint(("piece", "group")) else f"the sign of {a_name(name)}"
            first = f"Type the number of a move or {sign}; {more}"
            if self.game.is_watched:
                first = "Report each stroke in the words of the rules; where you have a choice, type its number."
                first = f"{first} {more}"
            terminal.show(terminal.wrap(first))
            while not self.game.is_over and not self.is_left:
                self._turn()
            if self.game.is_over:
                self._print_outcome()
                if self.saved.path is not None:
                    terminal.print_prose(self.how_to_resume(self.saved.path))
            else:
                self._print_rescued_path(self.saved.rescue())
            return 0
        except (EOFError, OSError):
            return self._rescue(0)
        except KeyboardInterrupt:
            return self._rescue(130)
        except Exception:  # save the game first, whatever the error is
            self._rescue(2)
            raise

    def _rescue(self, status: int) -> int:
        """Save the game, then print where, if the terminal is still open."""
        path = self.saved.rescue()
        try:
            terminal.say()
            self._print_rescued_path(path)
            terminal.flush()
        except OSError:
            terminal.discard_output()
        return status

    def _print_rescued_path(self, path: str | None) -> None:
        if path is not None:
            terminal.print_prose(f"The game so far is in {path}.\n{self.how_to_resume(path)}")

    def _turn(self) -> None:
        """Let the player to move give an answer, and draw the figure if it is then complete, before its pieces move."""
        player = self.game.player
        assert player is not None, "the game is not over"
        if player in self.seated:
            with show_thinking(self.names[player]):
                self.seated.move()
        else:
            if not self.game.is_observing:
                self._pass_to(player)
            self._show_completed()
            self._report()
            if self.game.is_observing or self._table_lines() != self.shown:
                self._show_table()
            self._ask()
        if self._show_completed() and len(self.humans) > 1 and not self.game.is_over:
            # The player at the screen looks at it before the next one sits down.
            terminal.print_prose("When you have seen it, press Enter.")
            self._read("")

    def _show_completed(self) -> bool:
        """Draw the last completed figure, unless the next question shows it; return whether it was drawn."""
        is_asked = not self.game.is_over and self.game.player == self.viewer
        lines = self.completed_lines(self.heard.told, self.viewer, self.game.view(self.viewer) if is_asked else None)
        if lines:
            self._report()
            terminal.show(lines)
        return bool(lines)

    def _report(self) -> None:
        """Print the decisions since the last report to this player, except the outcome, which is printed at the end."""
        lines = self.narrator.tell([decision for decision in self.news() if decision.fact.form != "end"])
        terminal.show(["", *map(terminal.colour_signs, lines)] if lines else [])

    def _decisions(self) -> list[Decision]:
        """Return all decisions that the player at the terminal may know of."""
        return self.game.decisions_seen_by(self.viewer)

    def _pass_to(self, player: int) -> None:
        """Change players at a shared terminal, so that neither reads what the other has read."""
        if self.viewer == player or self.game.is_watched:
            self.viewer = player
            return
        if self.viewer is not None:
            terminal.clear()
            if "readline" in sys.modules:  # the next player must not see these lines with the arrow keys
                sys.modules["readline"].clear_history()
            terminal.print_prose(f"\nIt is the turn of {self.names[player]}. Change places and press Enter.")
            self._read("")
            terminal.clear()
        self.viewer, self.shown = player, None

    def _show_table(self) -> None:
        """Print the table; of the tasks of balls only the first line, as who strikes, if the rest is the same."""
        before, self.shown = self.shown, self._table_lines()
        is_same = self.game.is_watched and before is not None and before[2:] == self.shown[2:]
        terminal.show(self.shown[:2] if is_same else self.shown)

    def _table_lines(self, whole: bool = False) -> list[str]:
        """Return the figure, and below it the other places and the score; on a ground the next task of each ball."""
        if self.game.is_watched:
            return ["", *standing_lines(self.game, self.book, terminal.width())]
        parts = self.artist.table(self.game.view(self.viewer), whole, terminal.width())
        return [line for lines in parts if lines for line in ("", *lines)]

    # ------------------------------------------------------------------------------------- the question

    def _ask(self) -> None:
        """Ask until a move is made, a stroke is over, or the player leaves; the only legal move is made at once.

        After a takeback even the only legal move is asked for.
        """
        pick = None if self.game.is_observing else picks_ahead(self.game)
        is_back, self.is_back = self.is_back, False
        if pick is not None and pick.length == pick.number and not is_back:
            clauses = dict.fromkeys(clause for move in self.game.moves() for clause in move.clauses)
            offers = ", ".join(terminal.colour_signs(self.offer(self.game, answer)) for answer in pick.pool)
            terminal.say()
            only = f"Only one move is possible: {offers}."
            terminal.print_prose(self.book.with_sources(only, self.voice.sources(clauses)))
            for answer in pick.pool:
                self.game.play(answer)
            self._save_record()
            return
        self._show_question(pick)
        question_term, prompt = self.game.question_term, "observed> " if pick is None else "> "
        if pick is not None and len(self.humans) > 1:
            prompt = f"{self.names[self.game.player or 0]}> "
        while not self.is_left:
            line, before = self._read(prompt).strip(), self.game.revision
            is_event = bool(line) and not self._run_command(line, pick)
            if is_event and pick is None:
                self._take_report(line)
            elif is_event and pick is not None:
                self._take_answer(line, pick)
            elif not line and pick is None:
                self.game.play(self.game.menu.end)
            elif not line:
                self._show_question(pick)
            if self.game.revision != before:
                self._save_record()
                if not (is_event and self.game.is_observing and self.game.question_term is question_term):
                    return

    def _show_question(self, pick: Pick | None) -> None:
        """Print the question with the words of its clauses and the allowed moves, or with events that can happen."""
        if pick is None:
            self._show_events()
            return
        game = pick.game_ahead or self.game
        request, common, own = request_for(game, pick, self.voice)
        clauses_of_others = (clause for option in pick.others for clause in option.clauses)
        clauses_that_allow = [*dict.fromkeys([*common, *clauses_of_others])]
        question = terminal.wrap(self.book.with_sources(request, self.voice.sources(clauses_that_allow)))
        terminal.show(["", *(terminal.paint(line, "faint") for line in self.narrator.quote(clauses_that_allow))])
        terminal.show(terminal.paint(line, "strong") for line in question)
        if pick.number > 1:
            terminal.say(f"Type {pick.number} of these {len(pick.pool)}, with spaces between.")
        words = [terminal.colour_signs(self.offer(game, answer)) for answer in pick.pool]
        words += [option.game.spoken_answer(option.answer) for option in pick.others]
        notes = [", ".join(map(self.book.short_id, own.get(answer, ()))) for answer in pick.pool]
        if self.settings and not self.game.moves_made:
            terminal.print_prose(f"Or type: {'; '.join(self.settings)}.")
        terminal.show(layout.number_lines(words, notes, terminal.width(), pick.is_numbered, terminal.shown_length))

    def _show_events(self) -> None:
        """Print the question for what happened on the ground, with some events as examples."""
        terminal.say()
        question = terminal.wrap(request_for_report(self.game, self.voice))
        terminal.show(terminal.paint(line, "strong") for line in question)
        terminal.print_prose(f"For example: {'; '.join(self._samples()) or NO_MORE}")
        terminal.print_prose("One line or several; an empty line when nothing more happens.")

    def _samples(self) -> list[str]:
        """Return one possible event of each sort, those with consequences first."""
        menu = self.game.menu
        answers = [*menu.samples(self._observable_changes()), *menu.samples(self.game.options)]
        sorts = {menu.sort(answer): menu.words(answer) for answer in reversed(answers)}
        return [*dict.fromkeys(sorts[menu.sort(answer)] for answer in answers)]

    def _observable_changes(self) -> list[int]:
        """Return the possible events that change the position, largest change first."""
        game = self.game
        changes = {answer: game.fork(answer).differences(game) for answer in game.options if answer != game.menu.end}
        return sorted((answer for answer in changes if changes[answer]), key=lambda answer: -changes[answer])

    def _take_answer(self, line: str, pick: Pick) -> None:
        """Make the typed move, or print why it is refused."""
        refused = self.make_move(line.casefold() if line.casefold() in self.settings else line, pick)
        verb = VERB.match(line)
        rest = line[verb.end() :] if verb is not None else ""
        if isinstance(refused, Refusal) and rest:
            without = self.make_move(rest, pick)
            is_invalid = isinstance(without, Refusal) and without.kind == "invalid"
            if without is None or (refused.kind == "invalid" and not is_invalid):
                refused, line = without, rest
        if isinstance(refused, Refusal):
            self._refuse(refused, line, pick)
        elif refused:
            terminal.print_prose(refused)

    def _take_report(self, line: str) -> None:
        """Take one line of a report, and print its consequences."""
        entry = self.report(line)
        if entry.is_cut:
            terminal.print_prose(f"{NO_MORE} The rest of this line was ignored.")
        if entry.refusal is not None:
            self._refuse(entry.refusal, entry.words, None)
        self._report()
        clauses = clauses_of_nothing(self.game.decisions_seen_by(self.viewer, entry.decisions_before))
        if clauses is not None:
            terminal.say(self.narrator.with_sources(SpokenSentence("Nothing follows from it.", clauses)))

    def _refuse(self, refused: Refusal, line: str, pick: Pick | None) -> None:
        """Print why a move or an event is refused, and suggest a move or command for unknown words."""
        heads, count = (HEADS_OF_EVENTS, 0) if pick is None else (HEADS, pick.length)
        lines = refusal(refused, line, self.book, "", terminal.width(), count, heads)
        terminal.show(map(terminal.colour_signs, lines))
        if pick is not None and refused.kind == "invalid":
            others = [option.game.spoken_answer(option.answer) for option in pick.others]
            move = nearest_move(line, pick.game_ahead or self.game, others)
            word = line.split()[0] if line.split() else ""
            close = nearest(word, WORDS) if len(word) > 2 else []
            command = f"Do you mean the command “{WORDS[close[0]]}”?" if close else "help lists the commands."
            terminal.say(terminal.colour_signs(f"  Do you mean {move}?" if move else f"  {command}"))

    def _save_record(self) -> None:
        """Write the record after each move; if that fails, print one warning, and continue."""
        try:
            self.saved.save()
        except UserError as error:
            if not self.knows_failure:
                terminal.print_prose(f"{error} The game goes on without its record.")
            self.knows_failure = True

    def _read(self, prompt: str) -> str:
        """Return the line that is typed; raise an EOFError at the end of the input."""
        try:
            return input(prompt)
        except (ValueError, RuntimeError):  # standard input is closed
            raise EOFError from None

    # ------------------------------------------------------------------------------------- the commands

    def _run_command(self, line: str, pick: Pick | None) -> bool:
        """Run the command of a line; return whether the line was a command."""
        command, rest = command_in(line, self.game)
        match command:
            case None:
                return False
            case "view":
                terminal.show(self._table_lines(whole=True))
            case "score":
                # Show the results that the rules define for each player.
                if self.phrases.score == () and not self.game.has_secrets:
                    lines = self.result_lines()[1:]
                else:
                    results = certain_results(self.game, self.viewer)
                    lines = score_lines(self.voice, self.game.view(self.viewer), results)
                for row in lines:
                    terminal.show(terminal.wrap(row, later="    ") if len(row) > terminal.width() else [row])
            case "moves":
                self._show_question(pick)
            case "quit":
                self.is_left = True
            case "undo":
                number = rest or "1"
                if number.isascii() and number.isdigit() and 0 < len(number) < 10 and int(number):
                    self._undo(int(number))
                else:
                    terminal.print_prose("After “undo” write the number of moves to take back: undo 2")
            case "why":
                self._why(rest)
            case "hint":
                self._hint(rest == "more")
            case "review":
                self.voice.begin()
                terminal.page(map(terminal.colour_signs, self.narrator.tell(self._decisions())))
            case "whynot":
                self._whynot(rest, pick)
            case "save":
                self._save(rest)
            case "help":
                terminal.page(help_lines(self.edition))
            case "clauses":
                terminal.page(clause_lines(self.edition, self.book, rest))
            case "readings":
                terminal.page(reading_lines(self.edition, self.book, rest))
            case "rules":
                from cc_dsl.cli.texts import page_lines  # imported late: the worked cases double the time to start

                terminal.page(page_lines(self.edition))
            case _:
                terminal.print_prose("The game is not over. A rematch is offered at its end; quit leaves this game.")
        return True

    def _why(self, topic: str) -> None:
        """Explain the last decision, or the last one that mentions some words, with as many reasons as fit."""
        decisions = self._decisions()
        is_whole = "all" in topic.split()[:1] + topic.split()[-1:]
        topic = re.sub(r"^all\b\s*|\s*\ball$", "", topic)
        levels = LEVELS if is_whole or not terminal.is_for_people() else FOLDED
        decision = last_about(decisions, topic) if topic else self.voice.last_decided(decisions)
        if decision is None:
            terminal.print_prose(nothing_about(topic, self.game))
        else:
            terminal.page(self.explain([decision], () if topic else decisions, levels))
            if levels == FOLDED and decision.reasons:
                terminal.say(terminal.paint(f"{' '.join(['why', topic]).strip()} all gives every reason.", "faint"))

    def _whynot(self, text: str, pick: Pick | None) -> None:
        """Print why a move or an event is not allowed, or that it is; without words, an example of the command."""
        if not text and pick is None:
            terminal.print_prose(f"Write an event after “whynot”: whynot {self._samples()[0]}")
        elif not text and pick is not None:
            plain = pick.words[0].replace("-", " ")
            example = pick.words[0] if isinstance(self.game.find_move(plain), Refusal) else plain
            terminal.print_prose(f"Write a move after “whynot”: whynot {example}")
        elif isinstance(result := self.whynot(text, pick), Refusal):
            self._refuse(result, self.event_words(text) if pick is None else text, pick)
        else:
            terminal.print_prose(result or self.permission(text, pick))

    def _hint(self, has_more: bool) -> None:
        """Print the groups within reach, a recommended answer and one reason; on request with statistics.

        Nobody chooses an event, so there all possible events are listed.
        """
        if self.game.is_observing:
            changes = [self.game.menu.words(answer) for answer in self._observable_changes()]
            idle = [words for words in map(str, self.game.possible()) if words not in changes]
            for head, events in (("These change something", changes), ("These change nothing", idle)):
                terminal.show(terminal.wrap(f"{head}: {'; '.join(events)}.", "", "    ") if events else [])
            return
        with show_thinking("The adviser"):
            advice = self.advise()
        lines = [line for words in advice.lines(self.book, has_more) for line in terminal.wrap(words)]
        terminal.show(map(terminal.colour_signs, lines))
        if advice.more and not has_more:
            terminal.say(terminal.paint("“hint more” lists what was tried.", "faint"))

    def _undo(self, number: int) -> None:
        """Take back the last moves, even those of an earlier session, and all that followed; or strokes, one by one."""
        if self.game.is_watched:
            while number and self._go_back_to([None, *self.last_turns(1)][-1]):
                number -= 1
            return
        turns = self.last_turns(number)
        if number > len(turns) > 0:
            terminal.print_prose(f"There {'is' if len(turns) == 1 else 'are'} only {len(turns)} to take back.")
        elif self._go_back_to(turns[-number] if turns else None):
            self.shown = None

    def _go_back_to(self, mark: int | None) -> bool:
        """Go back to the position after this many answers; return whether there was an answer to take back."""
        if mark is None:
            terminal.print_prose("There is nothing to take back.")
            return False
        self.is_back, knowledge = True, self.take_back(mark)
        seen = f" But you have now seen more: {knowledge_in_words(knowledge, self.names, self.rules, 'you')}."
        seen += " Chance will give the same results again, and the record notes that you have seen them."
        terminal.print_prose(f"Taken back.{seen if knowledge else ''}")
        return True

    def _save(self, path: str) -> None:
        """Write the record to a file, or print why it is not written."""
        if not path:
            message = "Write a file name after “save”: save game.record"
        elif not self.saved.owns(path) and (obstacle := obstacle_at(path)):
            message = obstacle
        else:
            try:
                self.saved.write(path)
                message = f"Saved. {self.how_to_resume(path)}"
            except UserError as error:
                message = str(error)
        terminal.print_prose(message)

    # ------------------------------------------------------------------------------------- the end

    def _print_outcome(self) -> None:
        """Print the outcome of the game and the reason; commands are still accepted."""
        self._save_record()
        self._report()
        self._show_table()
        terminal.say()
        terminal.show(self.ending(self._decisions()))
        if not self.knows_seed and self.game.seed is not None:
            terminal.say(f"\nThe seed was {self.game.seed}.")
        if not terminal.is_terminal(sys.stdin):
            return
        is_offered = False
        while not self.is_left:
            if not is_offered:
                terminal.say()
                terminal.print_prose(OVER)
            try:
                line = self._read("> ").strip()
            except EOFError:
                return
            if not line:
                return
            command, _ = command_in(line, self.game)
            is_offered = command not in (None, "undo", "moves", "hint", "whynot")
            if command == "rematch":
                self.is_left = self.wants_another = True
            elif is_offered:
                self._run_command(line, None)
