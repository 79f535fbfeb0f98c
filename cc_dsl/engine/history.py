"""The history of a game: its answers in the form of a record, its decisions with their reasons, and takebacks.

Seed and answers determine a game, so a takeback restores the last stored position before it, and repeats the answers
from there; later answers of chance are then drawn from the same stream as before.

    log: [(-2, (3, 0, …), 0), (0, 24, 1), (1, 7, 1)]        a shuffle, and what two players answered
    take_back(1)            restores the last stored position, repeats the shuffle and 24, and asks player 2
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from cc_dsl.closures.changes import CHANCE, PIECES_DRAWN, SHUFFLED
from cc_dsl.closures.listener_names import ListenerNames, in_capitals, possessive
from cc_dsl.closures.observations import phrases
from cc_dsl.closures.reasons import Decision, DecisionFact, WordLookup, full_clauses
from cc_dsl.closures.runtime import PIECE, ChanceSource, runtime_of
from cc_dsl.closures.state import OBSERVER, Combination, Entry, State
from cc_dsl.closures.steps import StepQuestion
from cc_dsl.core.secrets import sights_of_stored
from cc_dsl.engine.glimpses import Glimpses
from cc_dsl.engine.moves import drawn_words, kind_of, names_of, words_of_answer
from cc_dsl.engine.views import HIDDEN, SightClosures, sights_of
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind, a_name, plural
from cc_dsl.table.chance import Chance, drawn_seed
from cc_dsl.table.record import GOES_ON, OBSERVED, SOMEBODY, TAKEN_BACK, Record, RecordedAnswer, RecordFault

RECENT = 64
"""The number of earlier answers whose reasons are restored when a game goes back."""
INTERVAL, MOST_CHECKPOINTS = 256, 512
"""The number of answers between two stored positions; and the number of stored positions above which every other
one of the older half is dropped.
"""


class Checkpoint(NamedTuple):
    """A position after a number of answers."""

    answers: int
    """The number of answers in the log, including those of chance and of the world."""
    state: State
    drawn: int
    """The number of words of the random stream that chance had drawn."""
    segments: int
    """The number of segments of reasons so far."""
    decisions: int
    """The number of decisions in them."""
    moved: int
    """The number of moves of pieces recorded for the ground."""


class KnowledgeGained(NamedTuple):
    """The knowledge that a player has gained since an index in the log."""

    chance: bool
    """Whether chance answered."""
    others: tuple[int, ...]
    """The other players who answered."""
    pieces: frozenset[int]
    """The pieces that the player sees or has seen, and had not seen before."""

    def __bool__(self) -> bool:
        """Return whether the player has gained any knowledge."""
        return any(self)


def notes_in(answers_given: Iterable[RecordedAnswer]) -> list[tuple[int, RecordedAnswer]]:
    """Return the notes among the answers of a record, each with the number of answers before it."""
    notes, before = [], 0
    for line in answers_given:
        if line.by == TAKEN_BACK:
            notes.append((before, line))
        else:
            before += 1
    return notes


class RecordedGame:
    """The base class of a game: its course so far, with its reasons."""

    naming: ListenerNames | None = None
    """The names used in sentences for a person."""

    def __init__(
        self, rules: model.Rules, seed: int | None, reasons: bool, seats: int | None, memory: int | None
    ) -> None:
        """Prepare a game before its first position; store the reasons of the last answers, or of all."""
        self.rules, self.seed, self.has_reasons = rules, seed, reasons
        self._runtime = runtime_of(rules, "reasons" if reasons else "plain", seats)
        # Without a seed, the record has only the answers; later answers of chance are drawn from a new stream.
        self._stream = seed if seed is not None else drawn_seed()
        self._glimpses = Glimpses(memory, bool(sights_of_stored(rules)))
        self._checkpoints: list[Checkpoint] = []
        self.revision = 0
        """A number that changes whenever an answer is given or taken back."""
        self.returns = 0
        """The number of times that the game went back."""
        self.moves_made = 0
        """The number of answers that players have given."""
        self._notes: list[tuple[int, RecordedAnswer]] = []
        """The notes that answers were taken back, each with the index in the log that it precedes."""

    def _set_up(self, source: ChanceSource) -> None:
        """Start at the first question, with a source for the answers of chance."""
        self._state = state = self._first_state()
        state.chance, state.log = source, []
        state.moved = [] if self.is_watched else None
        self._runtime.program.begin(state)
        self._run()

    def _first_state(self) -> State:
        """Return the position before the first act."""
        return self._runtime.new_state()

    def _run(self) -> None:
        """Continue to the next question; record the events before it that a player may learn of."""
        if self.has_reasons:
            self._glimpses.run(self._runtime.program, self._state)
        else:
            self._runtime.program.run(self._state)

    def _answer(self, answer: int) -> None:
        """Take an answer, and continue to the next question."""
        state, counter = self._state, self.question_term.counter
        assert state.player is not None
        # Record a group by its pieces, since its index means nothing later, and an observation with its round.
        recorded: Any = state.offered[answer] if state.offered else answer
        recorded = recorded if counter is None else (answer, state.frame[counter])
        self._log.append((state.player, recorded, state.asking))
        by, state.answer = state.player, answer
        self._run()
        self._pass_question(by)

    @property
    def seats(self) -> int:
        """The number of players."""
        return self._runtime.seats

    @property
    def player(self) -> int | None:
        """The player who is asked, counted from 0; OBSERVER when the world is asked; None when the game is over."""
        return self._state.player

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.outcome is not None

    @property
    def is_observing(self) -> bool:
        """Whether the world is asked, and not a player."""
        return self.player == OBSERVER

    @property
    def is_watched(self) -> bool:
        """Whether games under these rules have observations."""
        return any(asking.menu is not None for asking in self._runtime.program.questions)

    @property
    def question_term(self) -> StepQuestion:
        """The question, as a term of the model."""
        return self._runtime.program.questions[self._state.asking]

    @cached_property
    def sights(self) -> SightClosures:
        """The rules of visibility."""
        return sights_of(runtime_of(self.rules, "plain", self.seats))

    @property
    def _log(self) -> list[Entry]:
        """The answers so far."""
        log = self._state.log
        assert log is not None
        return log

    def _pass_question(self, by: int) -> None:
        """Note that a question was answered, and store the position if one is due."""
        self.revision += 1
        self.moves_made += by >= 0
        count, last = len(self._log), self._checkpoints[-1].answers if self._checkpoints else -INTERVAL
        if count >= last + INTERVAL:
            state, drawn = self._copy_state(self._state), self._state.chance.chance.drawn
            lengths = self._glimpses.count, self._glimpses.decisions, len(self._state.moved or ())
            self._checkpoints.append(Checkpoint(count, state, drawn, *lengths))
            if len(self._checkpoints) > MOST_CHECKPOINTS:
                del self._checkpoints[1 : MOST_CHECKPOINTS // 2 : 2]

    # ---------------------------------------------------------------------------------------- takebacks

    def _copy_state(self, state: State, source: ChanceSource | None = None) -> State:
        """Return a copy of a position with its reasons, and with another source of chance."""
        other = state.copy()
        other.proofs, other.chance = dict(state.proofs), source
        return other

    def undo(self, player: int | None = None) -> bool:
        """Take back the last choice, or a player's last choice and all after it; return whether there was one."""
        place = self.last_choice(player)
        if place is None:
            return False
        self.take_back(place)
        return True

    def last_choice(self, player: int | None = None) -> int | None:
        """Return the index in the log of the last choice, or of a player's last choice; None if there is none.

        All observations of one stroke are one choice of the world.
        """
        log = self._log
        for place in range(len(log) - 1, -1, -1):
            by, answer, _ = log[place]
            if by == OBSERVER and answer[1] == 0 and player in (None, OBSERVER):
                return place
            if by >= 0 and player in (None, by):
                return place
        return None

    def chooser_of(self, place: int) -> int | None:
        """Return the player who gave the answer at an index in the log; None if chance or the world gave it."""
        by = self._log[place][0]
        return by if by >= 0 else None

    @property
    def count(self) -> int:
        """The number of answers so far, including those of chance and of the world."""
        return len(self._log)

    def take_back(self, count: int) -> None:
        """Go back to the position after this many answers, including those of chance and of the world.

        A stored position before it is restored, and the answers since then are repeated. If the reasons of the last
        answers are no longer stored, an earlier position is chosen, so that they are recorded again.
        """
        start = self._checkpoint_before(count)
        if start is not None and self.has_reasons:
            stored_segments = sum(segment.number < start.segments for segment in self._glimpses)
            start = self._checkpoint_before(count - RECENT) if stored_segments < RECENT else start
        begin, _, drawn, segments, decisions, moved = start if start is not None else (0, None, 0, 0, 0, 0)
        entries = self._log[begin:count]
        self.moves_made -= sum(by >= 0 for by, _, _ in self._log[begin:])
        self._checkpoints = [checkpoint for checkpoint in self._checkpoints if checkpoint.answers <= begin]
        self._glimpses.go_back(segments, decisions)
        self._notes = [(min(place, count), note) for place, note in self._notes]
        del self._log[begin:]
        source = ChanceFromLog(Chance(self._stream, drawn), entries)
        if start is None:
            self._set_up(source)
        else:
            state = self._copy_state(start.state, source)
            state.log, state.moved = self._state.log, self._state.moved
            if state.moved is not None:
                del state.moved[moved:]
            self._state = state
        while self.step():
            pass
        self.revision += 1
        self.returns += 1

    def _checkpoint_before(self, count: int) -> Checkpoint | None:
        """Return the last stored position with at most this many answers."""
        return next((checkpoint for checkpoint in reversed(self._checkpoints) if checkpoint.answers <= count), None)

    def replay_positions(self, count: int = 0) -> Iterator[State]:
        """Repeat all answers after the first ones; yield the position before each, and the last one."""
        log, notes = [*self._log], [*self._notes]
        self.take_back(count)
        # `step` repeats the answers that the game does not have yet.
        self._state.chance = ChanceFromLog(Chance(self._stream, self._state.chance.chance.drawn), log[len(self._log) :])
        yield self._state
        while self.step():
            yield self._state
        self._notes = notes

    def step(self) -> bool:
        """Give the next answer to be repeated; return whether there was one."""
        source = self._state.chance
        assert isinstance(source, ChanceFromLog)
        if source.at >= len(source.entries):
            return False
        by, answer, _ = source.next_entry()
        if by == OBSERVER:
            answer = answer[0]
        self._answer(self._state.offered.index(answer) if isinstance(answer, Combination) else int(answer))
        return True

    # ---------------------------------------------------------------------------------- knowledge gained

    def learnt_since(self, count: int, player: int | None) -> KnowledgeGained:
        """Return the knowledge that a player (or everybody) has gained since the game had this many answers."""
        log = [*self._log]
        later = [segment.pieces_seen(self.sights, player) for segment in self._glimpses.segments_after_answer(count)]
        seen_pieces = frozenset(self.sights.pieces_seen(self._state, player)).union(*later)
        others = dict.fromkeys(by for by, _, _ in log[count:] if by >= 0 and by != player)
        positions = self.replay_positions(count)
        new = seen_pieces - frozenset(self.sights.pieces_seen(next(positions), player))
        for _ in positions:
            pass
        is_chance = any(by in (CHANCE, SHUFFLED) for by, _, _ in log[count:])
        return KnowledgeGained(is_chance, tuple(others), new)

    def note_taken_back(self, number: int, rest: str) -> None:
        """Note for the record that this many answers were taken back, and what the players had learnt from them."""
        words = f"{number} answer{'s' if number > 1 else ''} {rest}"
        self._notes.append((self.count, RecordedAnswer(TAKEN_BACK, words)))

    def _note_all(self, notes: list[tuple[int, RecordedAnswer]], before: int) -> None:
        """Copy the notes of a record that precede the answer with this number."""
        while notes and notes[0][0] <= before:
            self._notes.append((self.count, notes.pop(0)[1]))

    # ------------------------------------------------------------------------------------- the answers

    @property
    def notes(self) -> list[tuple[int, str]]:
        """The notes of takebacks, each with the index of the answer that it precedes."""
        return [(place, note.words) for place, note in self._notes]

    def choices_since(self, place: int = 0) -> list[tuple[int, object]]:
        """Return the answers of players from an index in the log onwards: the player, and what was chosen."""
        return [(by, answer) for by, answer, _ in self._log[place:] if by >= 0]

    @property
    def answers(self) -> tuple[RecordedAnswer, ...]:
        """The answers so far, as a record writes them."""
        return tuple(given for _, given in self.lines() if given.by != TAKEN_BACK)

    def lines(self) -> Iterator[tuple[int, RecordedAnswer]]:
        """Yield the answers, all observations of one stroke as one, and the notes among them, each with its index."""
        log, notes, first = self._log, [*self._notes], 0
        line: list[RecordedAnswer] = []
        for place, (by, answer, question_number) in enumerate(log):
            if line and not self._is_continued(place):
                yield first, self._close_line(line.pop(), place)
            while notes and notes[0][0] <= place:
                yield notes.pop(0)
            if by == OBSERVER:
                first = first if line else place
                question = self._runtime.program.questions[question_number]
                add_observations(line, answer if line else (answer[0], 0), question)
            else:
                yield place, self._line_of(log[place])
        if line:
            yield first, self._close_line(line[0], len(log))
        yield from notes

    def _close_line(self, line: RecordedAnswer, place: int) -> RecordedAnswer:
        """Return a line of observations, with a mark if the same stroke continues after an index in the log."""
        question_number = self._log[place - 1][2]
        later = (answer[1] for by, answer, other in self._log[place:] if (by, other) == (OBSERVER, question_number))
        is_asked_on = self.is_observing and self._state.asking == question_number
        observed_count = next(later, self._state.frame[self.question_term.counter or 0] if is_asked_on else 0)
        return line._replace(words=f"{line.words} {GOES_ON}") if observed_count else line

    def _is_continued(self, place: int) -> bool:
        """Return whether an answer of the log belongs to the same stroke, and so the same line, as the one before it.

        A consequence of an observation may ask another question; the stroke then continues on another line.
        """
        by, answer, question_number = self._log[place]
        before = self._log[place - 1] if place else None
        is_next = before is not None and before[0] == OBSERVER and before[2] == question_number
        return by == OBSERVER and is_next and answer[1] > 0

    def _line_of(self, entry: Entry) -> RecordedAnswer:
        """Return the line for an answer of chance or of a player."""
        by, answer, question_number = entry
        codes = self.rules.pieces.codes
        if by == SHUFFLED:
            between = ", " if any(" " in code for code in codes) else " "
            return RecordedAnswer("shuffled", between.join(codes[piece] for piece in answer))
        if by == CHANCE:
            return RecordedAnswer("chance", drawn_words(self.rules, question_number, answer))
        place, groups_offered = (0, (answer,)) if isinstance(answer, Combination) else (answer, ())
        words = words_of_answer(self.rules, self._runtime.program.questions[question_number].act, place, groups_offered)
        return RecordedAnswer(f"player {by + 1}", words)

    def record(self, players: Iterable[str] = ()) -> Record:
        """Return the game as a record, finished or unfinished, with the names of the players if given."""
        return self.heading(players)._replace(answers=tuple(line for _, line in self.lines()))

    def heading(self, players: Iterable[str] = ()) -> Record:
        """Return the record of the game without its answers.

        If more than the fewest players play, each is named, since their number is part of the game.
        """
        names = tuple(players) or (SOMEBODY,) * (self.seats if self.seats > self.rules.seats[0] else 0)
        readings = {doubt.name: doubt.chosen for doubt in self.rules.doubts.values() if doubt.chosen != doubt.default}
        record = Record(self.rules.name, self.rules.meaning, readings, self.seed, names, (), self.is_over)
        return record._replace(overlay=self.rules.overlay)

    # ----------------------------------------------------------------------------------------- knowledge

    def _is_known_to_all(self) -> bool:
        """Return whether the world has answered, since everybody sees its answers."""
        return self.is_watched and any(by == OBSERVER for by, _, _ in self._log)

    def _names(self, entry: Entry) -> tuple[int, ...]:
        """Return the pieces that an answer names."""
        by, answer, question_number = entry
        if isinstance(answer, Combination):
            return answer.pieces
        if by == CHANCE:
            return (answer,) if question_number == PIECES_DRAWN else ()
        if by >= 0 and kind_of(self._runtime.program.questions[question_number].act).base == "piece":
            return (answer,)
        return ()

    @property
    def has_secrets(self) -> bool:
        """Whether any piece or any answer is hidden from a player."""
        seen_pieces = self.sights.pieces_seen(self._state, None)
        if any(piece not in seen_pieces for pile in self._state.places[:-1] for piece in pile):
            return True
        if self._is_known_to_all():
            return False
        return any(entry[0] == SHUFFLED or not seen_pieces.issuperset(self._names(entry)) for entry in self._log)

    def written_for(self, player: int | None) -> Iterator[RecordedAnswer]:
        """Yield the answers as far as a player may know them, and the notes among them.

        `?` stands for a random order, and for pieces that the player does not see. Players know their own choices,
        wherever the pieces are now; of others' choices they know the pieces that they see now. The record of a game
        (`record`) has every answer, since the game could not be resumed without them.
        """
        is_open, log = self._is_known_to_all(), self._log
        seen_pieces = self.sights.pieces_seen(self._state, player)
        for place, line in self.lines():
            if is_open or line.by == TAKEN_BACK:
                yield line
                continue
            by = log[place][0]
            is_known = by != SHUFFLED and (by == player or set(self._names(log[place])) <= seen_pieces)
            yield line if is_known else line._replace(words=HIDDEN)

    # ------------------------------------------------------------------------------------- the decisions

    @property
    def has_dropped_reasons(self) -> bool:
        """Whether the reasons of the first decisions have been discarded."""
        return self._glimpses.count > len(self._glimpses)

    @property
    def decision_count(self) -> int:
        """The number of decisions so far; 0 unless the game stores reasons."""
        return self._glimpses.decisions

    @property
    def decisions(self) -> list[Decision]:
        """The decisions, in order, each with its reasons, as far as the game stores them."""
        return self.decisions_since(0)

    def decisions_since(self, number: int) -> list[Decision]:
        """Return the decisions from a number onwards, as far as the game stores their reasons."""
        decisions: list[Decision] = []
        for segment in self._glimpses.segments_since_decision(number):
            if segment.decisions is None:
                words = WordLookup(self.rules, None, self.naming)
                segment.decisions = [*self._runtime.tracing_builder.notes.decisions(segment.trail, words)]
            decisions += segment.decisions[max(number - segment.first, 0) :]
        return decisions

    def position_when_decided(self, name: str, since: int) -> State | None:
        """Return the position of the last decision on a name, from the decision `since` onwards; None without one."""
        self.decisions_since(since)  # puts the decisions of each segment into words
        position = None
        for segment in self._glimpses.segments_since_decision(since):
            pairs = [*zip(segment.records, segment.decisions or (), strict=True)][max(since - segment.first, 0) :]
            for (entry, _), decision in pairs:
                if decision.fact.key == name:
                    position = segment.position_at(entry)
        return position

    @property
    def clauses_of_decisions(self) -> list[tuple[str, ...]]:
        """The clauses behind each decision, each once, as far as the game stores reasons."""
        if not self.has_reasons:
            return []
        build = self._runtime.tracing_builder
        segments = self._glimpses.segments_since_decision(0)
        return [build.notes.sources_of([record])[0] for segment in segments for _, record in segment.records]

    @property
    def clauses_carried_out(self) -> list[tuple[str, ...]]:
        """The clauses behind each move of pieces, as far as the game stores reasons."""
        if not self.has_reasons:
            return []
        build = self._runtime.tracing_builder
        notes = (item for segment in self._glimpses for item in segment.trail if isinstance(item, int))
        return [build.notes.sources_of([note])[0] for note in notes]

    def decisions_seen_by(self, player: int | None, since: int = 0) -> list[Decision]:
        """Return the decisions from a number onwards, without pieces that the player neither sees now nor saw then.

        Decisions that rest on other pieces are left out; once the game is over, nothing is secret. Pieces that became
        visible by a change of condition are reported at that point.
        """
        if not self.has_reasons:
            return []
        build = self._runtime.tracing_builder
        seen_now = self.sights.pieces_seen(self._state, player)
        decisions: list[Decision] = []
        for segment in self._glimpses.segments_since_decision(since):
            records = segment.records[max(since - segment.first, 0) :]
            start = records[0][0] if since > segment.first and records else -1
            shown = [seen for seen in segment.pieces_shown(self.sights, player) if seen[0] > start]
            for entry, record in records:
                while shown and shown[0][0] <= entry:
                    decisions += self._pieces_shown(*shown.pop(0)[1:])
                seen_then = segment.pieces_seen(self.sights, player, entry)
                for seen_pieces in (None,) if self.is_over else (seen_now | seen_then, seen_then):
                    made = build.notes.decisions([record], WordLookup(self.rules, seen_pieces, self.naming))
                    # Of several pieces with a property one is named: if that one only, its later play would tell so.
                    if not made or made[0].fact.form != "predicate":
                        break
                decisions += made
            for _, position, pieces in shown:
                decisions += self._pieces_shown(position, pieces)
        return decisions

    def _pieces_shown(self, state: State, pieces: set[int]) -> Iterator[Decision]:
        """Yield, place by place, a decision that pieces have become visible."""
        words = WordLookup(self.rules, None, self.naming)
        origins = [sight.origin for sight in sights_of_stored(self.rules)]
        for place in self.rules.places:
            name = words.name(place.name)
            for number in range(place.many(self.seats)):
                if seen := [piece for piece in state.places[place.base + number] if piece in pieces]:
                    owner = None if place.owner is None else words.thing(number, place.owner)
                    where = f"the {name}" if owner is None else f"{possessive(owner)} {name}"
                    fact = DecisionFact("seen", place.name, name, owner or "", None, None, len(seen), "pieces")
                    clauses = full_clauses(self.rules, origins)
                    yield Decision(where, words.pieces(seen), clauses, (), (), origins[0].sentence, fact)


def add_observations(lines: list[RecordedAnswer], answer: tuple[int, int], question: StepQuestion) -> None:
    """Add an observation, given with the number of those before it at its question, to the last line, or begin one.

    Its subject is left out if it is that of the phrase before it; “nothing more” ends a line without words.
    """
    number, before = answer
    menu = question.menu
    assert menu is not None
    words = menu.words(number)
    if not before:
        lines.append(RecordedAnswer(OBSERVED, words))
    elif number != menu.end:
        last = lines[-1].words
        subject = menu.observation(number).subject
        subjects = [menu.subject_of(phrase) for phrase in phrases(last)]
        last_subject = next((word for word in reversed(subjects) if word is not None), "")
        if last_subject == in_capitals(subject):
            words = words[len(subject) + 1 :]
        lines[-1] = lines[-1]._replace(words=f"{last}, {words}")


# ------------------------------------------------------------------------------------- records played again


def has_other_rules(rules: model.Rules, record: Record) -> bool:
    """Return whether a record names rules with another meaning; raise a RecordFault if other readings were chosen.

    Release 0.1.0 identified rules by the text of their files.
    """
    if record.rules in ("", rules.meaning, rules.digest):  # a record written by hand need not name its rules
        return False
    chosen_answers = {doubt.name: doubt.chosen for doubt in rules.doubts.values()}
    other = [name for name, answer in record.readings.items() if chosen_answers.get(name) != answer]
    if other:
        raise RecordFault(f"The record was made under other readings of {record.edition} ({', '.join(other)}).")
    return True


class ChanceFromLog(ChanceSource):
    """The answers of chance from the log of a game, and from the stream once the log is used up.

    Numbers are drawn from the stream meanwhile, too, so that it can continue after the log.
    """

    __slots__ = ("at", "entries")

    def __init__(self, chance: Chance, entries: Sequence[Any]) -> None:
        """Start with the first entry; a caller that skips entries counts them, too."""
        super().__init__(chance)
        self.entries = entries
        self.at = 0

    def next_entry(self) -> Any:
        """Return the next entry, and count it."""
        self.at += 1
        return self.entries[self.at - 1]

    def shuffle_pool(self, pool: list[int]) -> list[int]:
        """Return the order in the log."""
        order = super().shuffle_pool(pool)
        return self.order_in(self.next_entry(), pool) if pool and self.at < len(self.entries) else order

    def pick_some(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        """Return the picks of chance in the log."""
        picks = super().pick_some(pool, count, kind, weights)
        for place in range(count):
            if self.at < len(self.entries):
                left = [piece for piece in pool if piece not in picks[:place]]
                picks[place] = self.pick_in(self.next_entry(), left, kind)
        return picks

    def order_in(self, entry: Any, pool: list[int]) -> list[int]:
        """Return the order that an entry gives to some pieces."""
        return [*entry[1]]

    def pick_in(self, entry: Any, pool: list[int], kind: Kind) -> int:
        """Return the thing of a kind that chance picks in an entry."""
        return int(entry[1])


class ChanceFromRecord(ChanceFromLog):
    """The answers of chance from a record, and from the stream when the record has no more."""

    __slots__ = ("rules",)

    def __init__(self, chance: Chance, entries: Sequence[RecordedAnswer], rules: model.Rules) -> None:
        """Start with the first answer."""
        super().__init__(chance, entries)
        self.rules = rules

    def order_in(self, entry: RecordedAnswer, pool: list[int]) -> list[int]:
        """Return the recorded order; raise a RecordFault if it is not an order of these pieces."""
        pieces = self._things_named(entry, "shuffled")
        if sorted(pieces) != pool:
            sentence = f"These are not the {len(pool)} {plural(self.rules.pieces.name)} that are shuffled here."
            raise RecordFault(sentence, entry.line)
        return pieces

    def pick_in(self, entry: RecordedAnswer, pool: list[int], kind: Kind) -> int:
        """Return the recorded pick of chance; raise a RecordFault if it is impossible."""
        pieces = self._things_named(entry, "chance", kind)
        if len(pieces) != 1 or pieces[0] not in pool:
            raise RecordFault(f"“{entry.words}” cannot be picked here.", entry.line)
        return pieces[0]

    def _things_named(self, given: RecordedAnswer, by: str, kind: Kind = PIECE) -> list[int]:
        """Return the pieces, or the value or player, that an answer of chance names."""
        if given.by != by:
            raise RecordFault(f"Here “{given.by}” answers, but by the rules it is the turn of “{by}”.", given.line)
        if kind.base != "piece":
            value = names_of(self.rules, kind).get(in_capitals(given.words))
            return [] if value is None else [value]
        pieces = []
        for word in self.rules.pieces.divide(given.words):
            piece = self.rules.pieces.read(word)
            if piece is None:
                raise RecordFault(f"“{word}” is not {a_name(self.rules.pieces.name)}.", given.line)
            pieces.append(piece)
        return pieces
