"""Worked turns: strokes in plain words, judged by the rules when the pages are built, each with its picture.

`turns.toml` in the folder of an edition has a table for each turn: its strokes, one on each line, in the words of a
record, such as `Blue passes gate 1 outward, touches Red`; `Blue: nothing` is a stroke without events. Balls that are
not named strike and do nothing; a player's choice is the one that lets the ball named next strike, unless the file says
`player 1: croquet`. A line `cannot: …` is an event that the rules refuse, in a stroke of the ball with which it begins,
unless it ends `while Red is struck`. The strokes before those shown are under `before`.

Every clause that a turn `shows` must apply in it, or the page is not built; a clause that it is only `about` need not
apply.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from cc_dsl.cases.ground import StrokeFault, Strokes
from cc_dsl.closures.reasons import Decision
from cc_dsl.diagnostics.toml_tables import NamedTable, read_declarations
from cc_dsl.drawing.ground import crop_around, draw
from cc_dsl.drawing.strokes import Point, trace
from cc_dsl.edition_model.scenes import reason_in
from cc_dsl.engine.game import Game
from cc_dsl.engine.grounds import StrokeRules
from cc_dsl.engine.moves import Refusal
from cc_dsl.errors import UserError
from cc_dsl.pipeline import Edition
from cc_dsl.words.reasons import Reason
from cc_dsl.words.sentences import NO, YES, is_worth_telling, rule_named, walk
from cc_dsl.words.speaker import Speaker

DECLARED = "turns.toml"
CANNOT = "cannot"
APPLIES = ("when ", "after ", "before ")
"""The beginnings of sentences for rules that apply when something is done."""
DEEPEST = 2
"""The number of levels of reasons that are shown."""


class TurnLine(NamedTuple):
    """One line of a turn: the report, and the decisions of the rules."""

    words: str
    """The stroke as reported, or the player's choice."""
    ball: str = ""
    """The ball that was struck; empty for a choice."""
    drawing: str = ""
    """The stroke as an SVG; empty for a choice and for an impossible report."""
    steps: tuple[Reason, ...] = ()
    """The decisions, each with its reasons."""
    refusal: str = ""
    """The reason why the event is impossible, if it is."""
    clauses: tuple[str, ...] = ()
    """The clauses that make it impossible."""


class Turn(NamedTuple):
    name: str
    title: str
    shows: tuple[str, ...]
    """The clauses that it must show."""
    about: tuple[str, ...]
    """Further clauses that it is about."""
    note: str
    before: tuple[str, ...]
    lines: tuple[TurnLine, ...]


def turns_of(edition: Edition) -> dict[str, Turn]:
    """Judge the turns of an edition; raise a RulesError with every fault of its file."""
    return read_declarations(os.path.join(edition.folder, DECLARED), "turn", partial(_turn, edition))


def _turn(edition: Edition, entry: NamedTable) -> Turn | None:
    """Read one worked turn, and let the rules judge its strokes; record its faults."""
    title, note = entry.text("title", entry.name), entry.text("note", "")
    shows, about, before, strokes = map(entry.texts, ("shows", "about", "before", "strokes"))
    seats, readings = entry.table.get("players"), entry.choices()
    if readings is None or not isinstance(seats, int | None):
        entry.wrong(f"The turn {entry.name} needs `players` (a number) and `readings` (a table).")
        return None
    try:
        judge = _Judge(edition, seats, readings, entry.name)
        lines = judge.judge_lines(before, strokes)
        unknown = [clause for clause in about if edition.text is None or edition.text.clause(clause) is None]
        if unknown:
            raise _fault(f"the text has no clause {' or '.join(unknown)}.")
        missing_clauses = [clause for clause in shows if clause not in judge.clauses_shown]
        if missing_clauses:
            raise _fault(f"none of its decisions rests on {' or '.join(missing_clauses)}, which it should show.")
    except UserError as fault:
        entry.wrong(f"The turn {entry.name}: {fault}")
        return None
    return Turn(entry.name, title, shows, about, note, before, lines)


def _fault(sentence: str) -> UserError:
    return UserError("bad-data-file", sentence)


class _Judge:
    """A game that follows the lines of a turn."""

    def __init__(self, edition: Edition, seats: int | None, readings: dict[str, str], name: str) -> None:
        edition_read = Edition(edition.path, {**edition.chosen, **readings}) if readings else edition
        self.game: Game = Game(edition_read.rules, seed=0, reasons=True, seats=seats)
        self.striking = StrokeRules(edition_read.rules, self.game.seats)
        self.strokes = Strokes(self.game, self.striking)
        self.name = name
        speaker = Speaker(edition_read, self.game.seats)
        self.book = speaker.book
        self.places: dict[str, Point] = {}
        self.read = 0
        """The number of movements of pieces that were carried out on the lawn."""
        self.clauses_shown: set[str] = set()
        """The clauses that apply in the lines shown."""
        self.line_start = 0
        """The number of decisions before those of the present line."""
        self.reported_count = 0
        """The number of decisions examined for the states of balls."""
        self.voice = speaker.voice_for(self.game)
        kinds = (edition_read.rules.states, *(kind.values for kind in edition_read.rules.values.values()))
        self.states = [tuple(map(speaker.naming.without_hyphens, states)) for states in kinds]
        """The states that exclude each other; each ball is initially in the first of them."""
        self.state_of_ball: dict[tuple[str, tuple[str, ...]], str] = {}
        self.lawn: int | None = None
        """The place of the rules that holds a ball while it is struck."""
        self._follow_placements()

    def judge_lines(self, before: tuple[str, ...], strokes: tuple[str, ...]) -> tuple[TurnLine, ...]:
        """Judge all the lines, and return the shown ones, numbered from 1; the lines before these have the number 0."""
        for line in before:
            self._line(line, 0)
        self.clauses_shown.clear()
        return tuple(self._line(line, number) for number, line in enumerate(strokes, 1))

    def _line(self, line: str, number: int) -> TurnLine:
        head, colon, rest = (part.strip() for part in line.partition(":"))
        if colon and head.startswith("player "):
            return self._choose(line, head, rest)
        if colon and head == CANNOT:
            return self._refusal_line(rest)
        return self._strike(line, number)

    # --------------------------------------------------------------------------------------- the lines

    def _choose(self, line: str, who: str, words: str) -> TurnLine:
        game = self.game
        if game.is_observing or game.is_over or f"player {(game.player or 0) + 1}" != who:
            raise _fault(f"“{line}”: by the rules {who} does not choose here.")
        move = game.find_move(words)
        if isinstance(move, Refusal):
            raise _fault(f"“{line}”: {move.sentence}")
        self.line_start = len(game.decisions)
        game.play(move.answer)
        return TurnLine(line, steps=self._new_decisions())

    def _refusal_line(self, words: str) -> TurnLine:
        words, ball = self.strokes.event_and_ball(words)
        self._skip_to_ball(ball)
        refusal = self.game.find_move(words)
        if not isinstance(refusal, Refusal):
            raise _fault(f"“{words}” can happen, but the file says that it cannot.")
        clauses = tuple(map(self.book.short_id, refusal.clauses))
        self.clauses_shown.update(clauses)
        return TurnLine(words, self.strokes.named_ball(words), refusal=refusal.sentence, clauses=clauses)

    def _strike(self, line: str, number: int) -> TurnLine:
        """Take a stroke; if its number is not 0, draw it: its part of the ground, and the balls where they are now."""
        ball, game, ground = self.strokes.named_ball(line), self.game, self.striking.ground
        self._skip_to_ball(ball)
        # Since the last stroke the rules may have placed a ball, such as the one about to be struck.
        self._follow_placements()
        count, before = game.count, dict(self.places)
        try:
            self.strokes.strike(ball, line)
        except StrokeFault as fault:
            raise _fault(f"“{line}”: {fault}") from None
        stroke = trace(ground, before, ball, game.observed_since(count))
        self.places = dict(stroke.rest)
        carried_paths = self._follow_placements()
        drawing = ""
        if number:
            ways = (*stroke.paths.values(), *carried_paths, (before[ball],))
            cut = crop_around(ground, [point for way in ways for point in way])
            name, title = f"{self.name}-{number}", f"{ball} is struck"
            drawing = draw(ground, name, title, balls=self.places, strokes=[stroke], cut=cut, carries=carried_paths)
        return TurnLine(line, ball, drawing, self._new_decisions())

    def _skip_to_ball(self, ball: str) -> None:
        """Skip the strokes of other balls until it is this ball's turn."""

        def note_decisions() -> None:
            # Decisions before a stroke, such as that a ball may play again, belong to that stroke.
            self.line_start = len(self.game.decisions)

        note_decisions()
        try:
            self.strokes.skip_to_ball(ball, note_decisions)
        except StrokeFault as fault:
            raise _fault(str(fault)) from None
        number, position = self.striking.names.index(ball), self.game.position
        self.lawn = position.where[number] if self.striking.striker(position) == number else self.lawn

    # ------------------------------------------------------------------------------------------ results

    def _follow_placements(self) -> list[tuple[Point, Point]]:
        """Move balls to the places that the rules give them; return the paths of those that were taken up."""
        placements, carried_paths = self.game.placements, []
        for ball, spot in self.striking.balls_on_spots(placements[self.read :]).items():
            if ball in self.places and self.places[ball] != spot:
                carried_paths.append((self.places[ball], spot))
            self.places[ball] = spot
        self.read = len(placements)
        # Forget where a ball lay once the rules move it off the ground.
        where, spots = self.game.position.where, self.striking.spots
        for number, ball in enumerate(self.striking.names):
            if self.lawn is not None and spots[where[number]] is None and where[number] != self.lawn:
                self.places.pop(ball, None)
        return carried_paths

    def _new_decisions(self) -> tuple[Reason, ...]:
        """Return the decisions since the line began, with the rules that applied; record their clauses."""
        decisions = [
            decision
            for number, decision in enumerate(self.game.decisions[self.reported_count :], self.reported_count)
            if self._is_news(decision) and number >= self.line_start
        ]
        self.reported_count = len(self.game.decisions)
        for decision in walk([news for news in decisions if _applies(news) or is_worth_telling(news)]):
            if decision.answer != NO:
                self.clauses_shown.update(map(self.book.short_id, decision.clauses))
        return tuple(
            reason_in(_prune(decision), self.book, words)
            for decision, words in _group(decisions, self.voice.clause_of_decision)
        )

    def _is_news(self, decision: Decision) -> bool:
        """Return whether a decision changes anything, and note the state of a ball; a state is named by the answer."""
        states = next((states for states in self.states if decision.answer in states), None)
        if states is None:
            return True
        balls = self.game.rules.pieces.codes
        if decision.question not in balls:
            # A statement about several balls does not say which is meant, so forget what was known of each.
            self.state_of_ball |= {(ball, states): "" for ball in balls}
            return True
        before = self.state_of_ball.get((decision.question, states), states[0])
        self.state_of_ball[decision.question, states] = decision.answer
        return before != decision.answer


def _applies(decision: Decision) -> bool:
    is_check = decision.fact.form == "check"
    return is_check and decision.answer == YES and bool(decision.clauses) and decision.sentence.startswith(APPLIES)


def _group(decisions: Iterable[Decision], say: Callable[[Decision], str]) -> Iterator[tuple[Decision, str]]:
    """Yield, in words, each rule that applied with its changes, and the other changes separately."""
    groups: list[tuple[Decision, list[str]]] = []
    for decision in decisions:
        rule, changes = groups[-1] if groups else (None, [])
        if _applies(decision):
            groups.append((decision, []))
        elif is_worth_telling(decision) and rule is not None and _applies(rule) and decision.clauses == rule.clauses:
            changes.append(say(decision))
        elif is_worth_telling(decision) and decision.clauses:
            groups.append((decision, [say(decision)]))
    for decision, changes in groups:
        words = "; ".join(changes) or f"{rule_named(decision.sentence, decision.clauses)} applies"
        yield (decision._replace(question=words, answer=YES) if _applies(decision) else decision), words


def _prune(decision: Decision, deep: int = DEEPEST) -> Decision:
    """Remove negative decisions from the reasons, and the levels that are too deep for a picture."""
    inner = tuple(_prune(reason, deep - 1) for reason in decision.reasons if reason.answer != NO) if deep else ()
    return decision._replace(reasons=inner)
