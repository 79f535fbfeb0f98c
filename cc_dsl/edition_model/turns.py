"""Worked turns: strokes in plain words, judged by the rules when the pages are built, each with its picture.

`turns.toml` in the folder of an edition has a table for each turn: its strokes, one a line, in the words in which a
record tells them, such as `Blue passes gate 1 outward, touches Red`; `Blue: nothing` is a stroke of which nothing is
observed.  Balls that are not named strike and do nothing; where a player has to choose, he chooses what lets the ball
strike that is named next, unless the file says `player 1: croquet`.  A line `cannot: …` is something that the rules
refuse, in a stroke of the ball with which it begins, unless it ends `while Red is struck`.  What is before the
strokes that are shown stands under `before`.

Every clause that a turn `shows` must be at work in it, or the page is not made; what it is only `about`, such as a
clause that holds in another, need not.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.cases.ground import NOTHING, StrokeFault, Strokes, observe
from cc_dsl.diagnostics.declared import NamedTable, declared
from cc_dsl.drawing.ground import cut_round, draw
from cc_dsl.edition_model.played import PlayedDecision, step_of
from cc_dsl.engine.game import Game
from cc_dsl.engine.grounds import Striking
from cc_dsl.engine.moves import Refusal
from cc_dsl.errors import UserError
from cc_dsl.lawn.strokes import BallObservation, Point, Stroke, trace
from cc_dsl.words.news import is_telling
from cc_dsl.words.sentences import NO, YES, rule_named, walk
from cc_dsl.words.speaker import Speaker

if TYPE_CHECKING:
    from cc_dsl.closures.naming import Naming
    from cc_dsl.closures.reasons import Decision
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.model import Rules

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
    ball: str
    """The ball that was struck; nothing for a choice."""
    drawing: str
    """The stroke as an SVG; empty for a choice and for an impossible report."""
    steps: tuple[PlayedDecision, ...]
    """The decisions, each with its reasons."""
    refusal: str
    """Why it cannot be, if it cannot."""
    clauses: tuple[str, ...]
    """The clauses by which it cannot be."""


class Turn(NamedTuple):
    """A worked turn."""

    name: str
    title: str
    shows: tuple[str, ...]
    """The clauses that it is to show."""
    about: tuple[str, ...]
    """Clauses that it is about, besides."""
    note: str
    before: tuple[str, ...]
    lines: tuple[TurnLine, ...]


def turns_of(edition: Edition) -> dict[str, Turn]:
    """Judge the turns of an edition; raise a RulesError with every fault of its file."""
    return declared(os.path.join(edition.folder, DECLARED), "turn", partial(_turn, edition))


def _turn(edition: Edition, entry: NamedTable) -> Turn | None:
    title, note = entry.text("title", entry.name), entry.text("note", "")
    shows, about, before, strokes = map(entry.texts, ("shows", "about", "before", "strokes"))
    seats, readings = entry.table.get("players"), entry.choices()
    if readings is None or not isinstance(seats, int | None):
        entry.wrong(f"The turn {entry.name} has players, a number, and readings, a table.")
        return None
    try:
        judge = _Judge(edition, seats, readings, entry.name)
        lines = judge.all(before, strokes)
        _check(edition, judge, shows, about)
    except UserError as fault:
        entry.wrong(f"The turn {entry.name}: {fault}")
        return None
    return Turn(entry.name, title, shows, about, note, before, lines)


def _check(edition: Edition, judge: _Judge, shows: tuple[str, ...], about: tuple[str, ...]) -> None:
    """See that the clauses that a turn names are there, and that those it is to show are at work in it."""
    unknown = [clause for clause in about if edition.text is None or edition.text.clause(clause) is None]
    if unknown:
        raise UserError("bad-data-file", f"the text has no clause {' or '.join(unknown)}.")
    missing = [clause for clause in shows if clause not in judge.seen]
    if missing:
        raise UserError("bad-data-file", f"it is to show {' and '.join(missing)}, but nothing in it rests on that.")


class _Judge:
    """A game that follows the lines of a turn."""

    def __init__(self, edition: Edition, seats: int | None, readings: dict[str, str], name: str) -> None:
        from cc_dsl.pipeline import Edition as Loaded

        chosen = Loaded(edition.path, {**edition.chosen, **readings}) if readings else edition
        self.game: Game = Game(chosen.rules, seed=0, reasons=True, seats=seats)
        self.striking = Striking(chosen.rules, self.game.seats)
        self.strokes = Strokes(self.game, self.striking)
        self.name = name
        speaker = Speaker(chosen, self.game.seats)
        self.book = speaker.book
        self.places: dict[str, Point] = {}
        self.spots = {spot.name: (spot.east, spot.north) for spot in self.striking.ground.spots}
        self.read = 0
        """The number of movements of pieces that were carried out on the lawn."""
        self.seen: set[str] = set()
        """The clauses that are at work in the lines shown."""
        self.told = 0
        self.heard = 0
        """The number of decisions examined for the states of balls."""
        self.voice = speaker.voice_for(self.game)
        self.states = _States(chosen.rules, speaker.naming)
        self.lawn: int | None = None
        """The place of the rules in which a ball is that is struck."""
        self._lay()

    def all(self, before: tuple[str, ...], strokes: tuple[str, ...]) -> tuple[TurnLine, ...]:
        """Judge all the lines, and give those that are shown."""
        for line in before:
            self._line(line, 0)
        self.seen.clear()
        return tuple(self._line(line, number) for number, line in enumerate(strokes, 1))

    def _line(self, line: str, number: int) -> TurnLine:
        head, colon, rest = (part.strip() for part in line.partition(":"))
        if colon and head.startswith("player "):
            return self._choose(line, head, rest)
        if colon and head == CANNOT:
            return self._refused(rest)
        return self._strike(line, number)

    # --------------------------------------------------------------------------------------- the lines

    def _choose(self, line: str, who: str, words: str) -> TurnLine:
        """Apply a choice from the file."""
        game = self.game
        if game.is_observing or game.is_over or f"player {(game.player or 0) + 1}" != who:
            raise UserError("bad-data-file", f"“{line}”: by the rules it is not {who} who chooses here.")
        found = game.find_move(words)
        if isinstance(found, Refusal):
            raise UserError("bad-data-file", f"“{line}”: {found.sentence}")
        self.told = len(game.decisions)
        game.play(found.answer)
        return TurnLine(line, "", "", self._steps(), "", ())

    def _refused(self, words: str) -> TurnLine:
        """Show that something cannot be."""
        words, _, while_struck = words.partition(" while ")
        words = words.rstrip(",")
        self._come_to(self._ball(while_struck or words))
        found = self.game.find_move(words)
        if not isinstance(found, Refusal):
            raise UserError("bad-data-file", f"“{words}” can be, but the file says that it cannot.")
        clauses = tuple(map(self.book.short, found.clauses))
        self.seen.update(clauses)
        return TurnLine(words, self._ball(words), "", (), found.sentence, clauses)

    def _strike(self, line: str, number: int) -> TurnLine:
        """Take a stroke, and draw it if it is shown."""
        ball = self._ball(line)
        words = line.partition(":")[2].strip() if ":" in line else line
        self._come_to(ball)
        # A ball may have been put somewhere since the last stroke, such as the one that is to be struck.
        self._lay()
        seen = [] if words == NOTHING else self._observe(words)
        before = dict(self.places)
        stroke = trace(self.striking.ground, before, ball, seen)
        self.places = dict(stroke.rest)
        if self.game.is_observing and (not seen or not self.striking.is_fresh(self.game.position)):
            self.game.play(self.game.menu.end)
        carried = self._lay()
        drawing = self._drawn(stroke, before, carried, number) if number else ""
        return TurnLine(line, ball, drawing, self._steps(), "", ())

    def _observe(self, words: str) -> list[BallObservation]:
        """Report events to the rules, and return them in the words of a ground."""
        count = self.game.count
        try:
            observe(self.game, words)
        except StrokeFault as fault:
            raise UserError("bad-data-file", f"“{words}”: {fault}") from None
        told = self.game.observed_since(count)
        return [BallObservation(one.verb.replace("-", " "), one.subject, one.object, one.way) for one in told]

    def _ball(self, line: str) -> str:
        """Return the ball with which a line begins."""
        found = self.strokes.ball(line)
        if found is None:
            name = self.game.rules.pieces.name
            raise UserError("bad-data-file", f"“{line}” does not begin with the name of a {name}.")
        return found

    def _come_to(self, ball: str) -> None:
        """Pass over other strokes until this ball is in turn."""

        def passing() -> None:
            # What is decided on the way to a stroke, such as that a ball may be played again, belongs to it.
            self.told = len(self.game.decisions)

        passing()
        try:
            self.strokes.come_to(ball, passing)
        except StrokeFault as fault:
            raise UserError("bad-data-file", str(fault)) from None
        number, position = self.striking.names.index(ball), self.game.position
        self.lawn = position.where[number] if self.striking.striker(position) == number else self.lawn

    # ------------------------------------------------------------------------------- what comes of them

    def _lay(self) -> list[tuple[Point, Point]]:
        """Put balls where the rules have put them; give the ways of those that were taken up."""
        moved = self.game.moved
        carried = []
        for ball, spot in self.striking.put(moved[self.read :]).items():
            if ball in self.places and self.places[ball] != self.spots[spot]:
                carried.append((self.places[ball], self.spots[spot]))
            self.places[ball] = self.spots[spot]
        self.read = len(moved)
        self._take_off()
        return carried

    def _take_off(self) -> None:
        """Forget where balls lay that the rules have put into a place which is not on the ground."""
        where, spots = self.game.position.where, self.striking.spots
        for number, ball in enumerate(self.striking.names):
            if self.lawn is not None and not spots[where[number]] and where[number] != self.lawn:
                self.places.pop(ball, None)

    def _steps(self) -> tuple[PlayedDecision, ...]:
        """Return the decisions since the line began, including the rules that applied, and record the clauses."""
        decisions = []
        for number, decision in enumerate(self.game.decisions[self.heard :], self.heard):
            if self.states.is_news(decision) and number >= self.told:
                decisions.append(decision)
        self.heard = len(self.game.decisions)
        for decision in walk([one for one in decisions if _applies(one) or is_telling(one)]):
            if decision.answer != NO:
                self.seen.update(map(self.book.short, decision.clauses))
        return tuple(
            step_of(number, decision, self.book, words)
            for number, (decision, words) in enumerate(_grouped(decisions, self.voice.alone), 1)
        )

    def _drawn(self, stroke: Stroke, before: dict[str, Point], carried: list[tuple[Point, Point]], number: int) -> str:
        """Draw a stroke: the part of the ground where it was, and who lies where now."""
        ground = self.striking.ground
        points = [point for way in stroke.paths.values() for point in way]
        points += [point for way in carried for point in way] or [before[stroke.ball]]
        points += [before[stroke.ball]]
        title = f"{stroke.ball} is struck"
        name = f"{self.name}-{number}"
        return draw(
            ground, name, title, balls=self.places, strokes=[stroke], cut=cut_round(ground, points), carried=carried
        )


class _States:
    """The state of each ball, such as free or taken, by the decisions in a game."""

    def __init__(self, rules: Rules, naming: Naming) -> None:
        """Know the states that exclude each other; each ball is at first in the first of them."""
        groups = (rules.states, *(tuple(kind.values) for kind in rules.values.values()))
        self.groups = [tuple(map(naming.plain, group)) for group in groups]
        self.balls = frozenset(rules.pieces.codes)
        self.known: dict[tuple[str, tuple[str, ...]], str] = {}

    def is_news(self, decision: Decision) -> bool:
        """Return whether a decision changes anything."""
        group = next((group for group in self.groups if decision.answer in group), None)
        if group is None:
            return True
        if decision.question not in self.balls:
            # What is said of several balls at once is not taken apart: of none of them is it known what it is.
            self.known.update({(ball, group): "" for ball in self.balls})
            return True
        key = (decision.question, group)
        before = self.known.get(key, group[0])
        self.known[key] = decision.answer
        return before != decision.answer


def _applies(decision: Decision) -> bool:
    """Return whether it was decided that a rule applies."""
    is_check = decision.fact is not None and decision.fact.form == "check"
    return is_check and decision.answer == YES and bool(decision.clauses) and decision.sentence.startswith(APPLIES)


def _grouped(decisions: Iterable[Decision], said: Callable[[Decision], str]) -> Iterator[tuple[Decision, str]]:
    """Yield in words each rule that applied together with its changes, and other changes separately."""
    rule: Decision | None = None
    changes: list[str] = []
    for decision in decisions:
        if _applies(decision):
            yield from _with(rule, changes)
            rule, changes = decision, []
        elif rule is not None and is_telling(decision) and decision.clauses == rule.clauses:
            changes.append(said(decision))
        elif is_telling(decision) and decision.clauses:
            yield from _with(rule, changes)
            rule, changes = None, []
            yield _pruned(decision), said(decision)
    yield from _with(rule, changes)


def _with(rule: Decision | None, changes: list[str]) -> Iterator[tuple[Decision, str]]:
    if rule is not None:
        words = "; ".join(changes) or f"{rule_named(rule.sentence)} applies"
        yield _pruned(rule._replace(question=words, answer=YES)), words


def _pruned(decision: Decision, deep: int = DEEPEST) -> Decision:
    """Remove from the reasons the denials, and the levels that are too deep for a picture."""
    inner = tuple(_pruned(one, deep - 1) for one in decision.reasons if one.answer != NO) if deep else ()
    return decision._replace(reasons=inner)
