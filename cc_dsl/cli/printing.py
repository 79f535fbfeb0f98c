"""A game printed at this terminal: who plays, each move, how it ends and why; and lists that answer what is typed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cc_dsl.cli import terminal
from cc_dsl.cli.tables import branches, ink_for, tinted
from cc_dsl.closures.runtime import runtime_of
from cc_dsl.diagnostics.problem import meant
from cc_dsl.engine.judge import told_of_game
from cc_dsl.figures import stored_figures
from cc_dsl.play.session import Session
from cc_dsl.rules.kinds import a_name, spelt
from cc_dsl.table.record import TAKEN_BACK
from cc_dsl.trees import replace
from cc_dsl.words.answers import answer_words, ending_words
from cc_dsl.words.layout import capital
from cc_dsl.words.news import is_telling
from cc_dsl.words.reasons import LEVELS, document_of, full_form, quotations, read
from cc_dsl.words.sentences import is_choice, sentence
from cc_dsl.words.table import Artist
from cc_dsl.words.voice import Narrator

if TYPE_CHECKING:
    from cc_dsl.closures.reasons import Decision
    from cc_dsl.engine.game import Game
    from cc_dsl.pipeline import Edition
    from cc_dsl.players.seats import Nature, Sitter
    from cc_dsl.words.book import Book
    from cc_dsl.words.voice import Voice

MARGIN = " " * 6
NO_STRIKERS = (
    "The computer players strike no balls: their strokes are reported as yours are. They choose where the rules give "
    "them a choice."
)


COMMANDS = {
    "why": "explain the last decision; “why winner” the last one about something, “why all” with every reason",
    "whynot MOVE": "say why a move is not allowed",
    "hint": "say what is within reach, and recommend a move",
    "moves": "list the moves again; an empty line does the same",
    "score": "show the score",
    "view": "show everything that you may see",
    "rules": "print how to play the game, in today's words",
    "clauses [ID]": "print the words of the text, or of one clause",
    "readings [NAME]": "say how the open places of the text are read",
    "undo": "take back your last move; “undo 3” the last three",
    "save FILE": "write the game down",
    "quit": "leave; the game can be taken up again",
    "help": "print this",
}
REPORT = (
    "After “observed>”, report a stroke: one event a line, or several with semicolons between; an empty line ends the "
    "report."
)
WATCHED = {
    "whynot MOVE": "say why a move is not allowed, or why an event cannot have happened",
    "hint": "list your moves, or what can be observed",
    "moves": "ask again what is asked now",
    "undo": "take back the last stroke that was reported, or your last move",
}
"""The descriptions of the commands that act otherwise where strokes are reported."""


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

        def artist(voice: Voice) -> Artist:
            return Artist(voice, ink, lambda: game.having(voice.phrases.marked))

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

    def welcome(self, names: Sequence[str], kinds: Sequence[str], knows_seed: bool = True) -> list[str]:
        """Return what is played, and by whom."""
        edition, game = self.edition, self.game
        seats = "; ".join(
            f"player {place}: {'you' if name == 'you' else kind}"
            for place, (name, kind) in enumerate(zip(names, kinds, strict=True), 1)
        )
        if "you" in names and len(names) < 3:
            others = [kind for name, kind in zip(names, kinds, strict=True) if name != "you"]
            seats = "".join(f"You play against the computer player “{kind}”." for kind in others)
        sentences = [seats + (f" (seed {game.seed})" if game.seed is not None and knows_seed else "")]
        if game.is_watched and {*kinds} != {"human"}:
            sentences.append(NO_STRIKERS)
        for kind in dict.fromkeys(kinds):
            results = [] if kind == "human" else [*_results_of(edition, kind.partition(":")[0])]
            sentences += [f"How strong it is: {'; '.join(results)}."] if results else []
        doubts, titles = edition.rules.doubts.values(), edition.titles
        agreed = [doubt for doubt in doubts if doubt.kind == "option" and not game.is_idle(doubt.name)]
        other = [doubt for doubt in doubts if doubt.kind != "option" and doubt.chosen != doubt.default]
        for head, chosen in (("You agreed on: ", agreed), ("Read differently from the default: ", other)):
            named = (f"{titles.title(doubt.name)} ({titles.phrase(doubt.name, doubt.chosen)})" for doubt in chosen)
            sentences += [f"{head}{', '.join(named)}."] if chosen else []
        lines = [line for words in sentences for line in terminal.wrapped(words)]
        return ["", terminal.paint(edition.display_name, "strong"), *lines]

    def how_to_resume(self, path: str) -> str:
        """Say with which command a recorded game goes on, or is seen again."""
        name, path = "" if self.edition.is_named_by_record else self.edition.argument, shlex.quote(path)
        if self.game.is_over:
            return f"See it again with:   circular replay {path}{f' --edition {name}' if name else ''}"
        return f"Take it up again with:   circular play {f'{name} ' if name else ''}--resume {path}"

    def explained(self, wanted: Sequence[Decision], decisions: Sequence[Decision], levels: int = LEVELS) -> list[str]:
        """Explain decisions, in the words in which they were told if they are the last of the given ones."""

        def say(decision: Decision) -> str:
            is_end = (
                decision.fact is not None and decision.fact.form == "end"
            )  # the head says it in the edition's words
            place = None if is_end else next((at for at, one in enumerate(decisions) if one is decision), None)
            return sentence(decision) if place is None else self.narrator.voice.again(decision, decisions[place:])

        return full_form(wanted, self.book, levels, branches(), terminal.width(), say)

    def result_lines(self) -> list[str]:
        """Return what the rules tell of a game, such as a score, as it stands now or at its end.

        The standing of each piece is left out, since the table shows it; so is what the edition hides.
        """
        game, rules = self.game, self.rules
        found = told_of_game(runtime_of(rules, "plain", game.seats), game.position)
        name = game.naming.name if game.naming is not None else str
        words = {spelt(value).lower(): name(value) for kind in rules.values.values() for value in kind.values}
        rows = []
        for question in rules.questions.values():
            if question.is_given_nothing:
                shown = (
                    one
                    for one in question.told
                    if one.key not in self.phrases.hidden
                    and not (one.is_owned and one.owner is not None and one.owner.base == "piece")
                )
                told = replace(question, told=tuple(shown))
                answers = answer_words(rules, told, found, self.names, ink_for(rules).glyph)
                rows += [[f"  {name(key)}", words.get(value, value)] for key, value in answers]
        return ["", *terminal.table(rows)] if rows else []

    def ending(self, decisions: Sequence[Decision]) -> list[str]:
        """Return how the game has ended, and why."""
        told = [decision for decision in decisions if is_telling(decision) and not is_choice(decision)]
        last = told[-1:]
        if last and not last[0].reasons and last[0] is decisions[-1]:  # the bare end: what led to it says more
            last = told[-2:]
        for decision in decisions[-1:]:
            cited = [decision] if decision.clauses or not decision.reasons else decision.reasons
            last += [one for one in cited if one not in last]
        outcome = self.game.outcome
        assert outcome is not None, "nobody asks for the end before it"
        head = ending_words(outcome, decisions, self.narrator.voice, self.names) or "The game is over."
        reasons = map(tinted, self.explained(last, decisions))
        return [terminal.paint(head, "strong"), *self.result_lines(), "", *reasons]


def _results_of(edition: Edition, name: str) -> Iterator[str]:
    """Yield how often a computer player won against others that are all of one kind, by the stored studies."""
    for kept in stored_figures(edition.folder).values():
        found = kept["found"]
        players = found.get("players", 0)
        if isinstance(players, int) or len(players) < 2 or players[0].partition(":")[0] != name:
            continue
        others = {*players[1:]}
        if len(others) == 1 and players[0] not in others:
            many = "" if len(players) == 2 else f"{len(players) - 1} players of the kind "
            wins = found["wins"][0]
            yield f"“{players[0]}” won {wins['count']} of {wins['of']} games against {many}“{others.pop()}”"


class GamePrinter(PrintedSession):
    """Prints a game as it goes on, and draws the table whenever the figure of the rules is complete."""

    is_sealed = False
    """Whether only what one player, or anybody, may know is printed."""
    sees: int | None = None
    """The player whose knowledge is printed of a sealed game; None for what anybody may know."""
    number = 0
    """The number of the last choice."""

    def begin(self, kinds: Sequence[str], is_sealed: bool = False, viewer: int | None = None) -> Iterator[str]:
        """Yield who plays what, and what chance did first; of a game that is sealed, what a viewer may know."""
        game, self.is_sealed, self.sees = self.game, is_sealed, viewer if is_sealed else None
        if game.moves_made:
            self.voice.resume(game, None)
        yield from (*self.welcome(self.kinds, kinds, knows_seed=not is_sealed), "")
        yield from self._news()

    def move(self) -> Iterator[str]:
        """Yield the move that was just made, and its result."""
        yield from self._news()
        columns = self.artist.just_completed(self.game.view(self.sees), self.game.last_answer)
        if columns is not None:
            yield from ("", *self.artist.draw_columns(columns, terminal.width()), "")

    def _news(self) -> Iterator[str]:
        """Yield the decisions since they were last printed; a choice is given by its number."""
        if self.is_sealed:
            decisions = self.game.decisions_seen_by(self.sees, self.heard.told)
        else:
            decisions = self.game.decisions_since(self.heard.told)
        self.heard.told = self.game.decision_count
        is_numbered = any(map(is_choice, decisions))
        self.number += is_numbered
        head = f"{self.number:4}  " if is_numbered else MARGIN
        for line in self.narrator.tell(decisions, MARGIN):
            yield tinted(head + line[len(MARGIN) :])
            head = MARGIN

    def end(self, unfinished: Sequence[str] = ("The record ends here; the game is not over.",)) -> Iterator[str]:
        """Yield the outcome of the game, or that it has none yet."""
        yield from (*self._news(), "")
        yield from self.ending(self.game.decisions) if self.game.is_over else unfinished


def game_document(
    edition: Edition,
    game: Game,
    names: Sequence[str],
    explain: bool,
    is_sealed: bool = False,
    viewer: int | None = None,
) -> dict[str, object]:
    """Return a game as JSON values; of one that is sealed, what the viewer, or anybody, may know."""
    outcome = game.outcome
    answers = game.written_for(viewer) if is_sealed else (given for _, given in game.written())
    made: dict[str, object] = {
        "edition": edition.name,
        "rules": edition.rules.meaning,
        "readings": {doubt.name: doubt.chosen for doubt in edition.rules.doubts.values()},
        "seed": None if is_sealed else game.seed,
        "players": list(names),
        "answers": [{"by": given.by, "answer": given.words} for given in answers if given.by != TAKEN_BACK],
        "finished": game.is_over,
        "outcome": outcome._asdict() if outcome is not None else None,
        "result": game.result,
    }
    if explain:
        decisions = game.decisions_seen_by(viewer) if is_sealed else game.decisions
        made["decisions"] = [document_of(decision) for decision in decisions]
    return made


# ------------------------------------------------------------------------- lists that answer what is typed


def how_to_begin(game: Game) -> str:
    """Return what to type at one's turn."""
    more = "rules explains the game, ? lists all commands."
    if game.is_watched:
        return f"Report each stroke in the words of the rules; where you have a choice, type its number. {more}"
    name = game.rules.pieces.name
    return f"Type the number of a move or {f'the sign of {a_name(name)}' if name else 'its name'}; {more}"


def help_lines(edition: Edition) -> list[str]:
    """Return what can be typed: moves, events where they are reported, and commands."""
    pieces, is_watched = edition.rules.pieces, edition.rules.ground is not None
    first = next(zip(pieces.codes, pieces.names, strict=True), ("", ""))
    is_name = first[0] != first[1] and not any(letter.isdigit() for letter in first[1])
    sign = f"{first[0]} is {first[1]}; " if is_name else ""
    moves = (
        f"To make a move, type its number in the list, or its {'sign' if first[0] else 'name'} ({sign}capitals do not "
        "matter). Where several are wanted, type them all, with spaces between."
    )
    commands = COMMANDS | (WATCHED if is_watched else {})
    margin = max(map(len, commands)) + 4
    lines = [*terminal.wrapped(f"{REPORT} {moves}" if is_watched else moves), ""]
    for name, about in commands.items():
        lines += terminal.wrapped(about, f"  {name:{margin - 2}}", " " * margin)
    return lines


def clause_lines(edition: Edition, book: Book, wanted: str) -> list[str]:
    """Return the printed words of the text, or of one clause."""
    text = edition.text
    if text is None:
        return ["These rules have no printed text beside them."]
    clause = text.clause(wanted.lstrip("§"))
    if wanted and clause is None:
        return [f"The text has no clause {wanted}. {meant(wanted, text.clauses)}".rstrip()]
    return quotations(text.clauses if clause is None else [clause.id], book, terminal.width())


def reading_lines(edition: Edition, book: Book, wanted: str) -> list[str]:
    """Return the open places with the answers chosen, or one with all its answers."""
    doubts, titles = edition.rules.doubts, edition.titles
    if not wanted:
        listed = [line for name in doubts for line in (*read([name], book, terminal.width()), f"      readings {name}")]
        return listed or ["The text leaves nothing open."]
    doubt = doubts.get(wanted)
    if doubt is None:
        return [f"There is no reading called {wanted}. {meant(wanted, doubts)}".rstrip()]
    where = f" of {doubt.clause.replace(':', '.')}" if doubt.clause else ""
    lines = terminal.wrapped(f"{titles.title(wanted)} ({doubt.kind}{where}): {doubt.words}")
    for answer, reason in doubt.alternatives:
        words = capital(f"{titles.phrase(wanted, answer)}: {reason}.")
        lines += terminal.wrapped(words, f"  {'*' if answer == doubt.chosen else ' '} ", "      ")
    return lines


def nothing_about(wanted: str, game: Game) -> str:
    """Return the message that nothing was decided about something, as far as the game stores reasons."""
    about = f" about “{wanted}”" if wanted else ""
    if game.forgets:
        long = "It is long; circular why tells of all of its record."
        return f"In the last part of the game nothing was decided{about}. {long}"
    return f"Nothing was decided{about}{'' if game.is_over else ' yet'}."
