"""Test the worked cases of an edition; a failed expectation is reported with the actual result and its clauses.

A course of play is followed line by line; `corpus/README.md` lists the forms of lines.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import NamedTuple

from cc_dsl import cache
from cc_dsl.cases.answers import differences, pieces_in
from cc_dsl.cases.forced_results import can_force
from cc_dsl.cases.ground import StrokeFault, Strokes, correction_of, observe
from cc_dsl.cases.reader import CASES, Case, read_cases
from cc_dsl.cases.sentences import GIVEN, OWN, CaseOwner, ResolvedGroup, SplicedCases, body_name, lines_of, title_of
from cc_dsl.closures.listener_names import in_capitals
from cc_dsl.closures.observations import phrases
from cc_dsl.closures.reasons import Decision, WordLookup
from cc_dsl.closures.runtime import PIECE, ChanceSource, Runtime, runtime_of
from cc_dsl.closures.state import OBSERVER, RulesFault, State
from cc_dsl.diagnostics.problem import Problem, RulesError
from cc_dsl.engine.game import Game
from cc_dsl.engine.grounds import StrokeRules
from cc_dsl.engine.judge import answer, is_laid_twice, lay_pieces, position_of, seats_named
from cc_dsl.engine.moves import Move, Refusal, names_of
from cc_dsl.engine.picks import pool_of
from cc_dsl.errors import UserError
from cc_dsl.pipeline import Edition
from cc_dsl.rules import model, store
from cc_dsl.rules.kinds import Kind, a_name
from cc_dsl.source.data import bad_data
from cc_dsl.source.files import Span
from cc_dsl.table.chance import Chance
from cc_dsl.table.record import RecordedAnswer
from cc_dsl.trees import replace
from cc_dsl.words.book import Book
from cc_dsl.words.sentences import clauses_of, line

CACHE_KIND = "cases"
"""The kind of cache entry that says that all worked cases of an edition hold."""
SHUFFLED, PICKED = "shuffled, top first", "by chance"
CITED = re.compile(r"\s*\[([^\]]*)\]$")
PLAYER = re.compile(r"player ([1-9][0-9]?)( can| can, among others| cannot| is asked| sees| does not see)?:\s*(.+)")
FORCE = re.compile(r"player ([1-9][0-9]?) (can|cannot) force within ([1-9][0-9]?) choices?:\s*(.+)")
"""A line that says what a player can force against every answer of the others, as a condition."""
OVER = "over"
WHOLE_GAME = f"then the {model.ENTRY}."
"""The act of a case that plays the whole game from a position."""
RELATIONS = {"equal": "", "at least": "at least ", "at most": "at most ", "more": "more than ", "fewer": "fewer than "}
MOST_SAID = 12
MOST_REASONS = 8
"""The number of decisions that are shown for an expectation that does not hold."""


class FailedExpectation(Exception):
    """A failed expectation of a line; the sentence gives the expected and the actual result."""


class Failure(NamedTuple):
    """An expectation of a case that does not hold."""

    case: Case
    sentence: str
    """The expected and the actual result."""
    reasons: tuple[str, ...] = ()
    """The decisions behind the result, each with its clauses."""
    is_faulty: bool = False
    """Whether the case cannot be tested as it is written."""
    span: Span | None = None
    """The line of the file that is faulty, if it is a line of play."""


class CaseResults(NamedTuple):
    """The results of testing the worked cases of an edition."""

    cases: int
    failures: tuple[Failure, ...]
    problems: tuple[Problem, ...]
    """Problems of the cases themselves, which keep them from being tested."""
    untested: int = 0
    """The number of cases that could not be tested."""

    @property
    def fails(self) -> int:
        """The number of cases that fail."""
        return len({failure.case.id for failure in self.failures})

    @property
    def passes(self) -> int:
        """The number of cases that were tested and hold."""
        return self.cases - self.fails - self.untested


NO_CASES = CaseResults(0, (), ())


class RunResult(NamedTuple):
    """One result of running a case: the expected one, that of a contrast, or that of a claim."""

    case: Case
    number: int
    trial: Trial | None
    """None if one of its sentences is wrong, so that it cannot be tested."""
    failures: list[Failure]
    problems: list[Problem]
    """The problems of its sentences."""


def results_of(edition: Edition, cases: Sequence[Case]) -> Iterator[RunResult]:
    """Yield the results of cases, each tested; raise a RulesError if their sentences cannot be parsed.

    A contrast must have another result than its case, and a claim's result must fail.
    """
    spliced_cases = SplicedCases(edition, cases)
    if spliced_cases.problems:
        raise RulesError(spliced_cases.problems)
    for group in spliced_cases.groups():
        for case, number in group.results:
            if (case.id, number) in group.unresolved:
                yield RunResult(case, number, None, [], group.problems_of(case.id, number))
                continue
            denial = case.results[number].denied
            trial = Trial(group, case, 0 if denial else number, number)
            failures = trial.failures()
            if denial:
                failures = [] if failures else [Failure(case, denial)]
            elif number and (case.id, 0) not in group.unresolved and not Trial(group, case, number, 0).failures():
                readings = readings_in_brackets(case, number).strip()
                sentence = f"Under these other readings the case has the same result: {readings}."
                failures.append(Failure(case, sentence))
            yield RunResult(case, number, trial, failures, [])


def try_cases(edition: Edition) -> CaseResults:
    """Try all worked cases of an edition; its parent's for an overlay, which may leave one no meaning."""
    cases = read_cases(edition)
    failures: list[Failure] = []
    problems: list[Problem] = []
    untested_ids: set[str] = set()
    try:
        for result in results_of(edition, cases):
            failures += result.failures
            if result.trial is None and edition.overlay is not None:
                failures.append(Failure(result.case, result.problems[0].sentence))
            elif result.trial is None:
                problems += [item for item in result.problems if item not in problems]
                untested_ids.add(result.case.id)
    except RulesError as error:
        return CaseResults(len(cases), (), tuple(error.problems), len(cases))
    faulty = [failure for failure in failures if failure.is_faulty and edition.overlay is None]
    untested_ids |= {failure.case.id for failure in faulty}
    problems += [bad_data(failure.case.file, failure.sentence, failure.span or failure.case.span) for failure in faulty]
    failures = [failure for failure in failures if failure not in faulty]
    failed_ids = {failure.case.id for failure in failures}
    return CaseResults(len(cases), tuple(failures), tuple(problems), len(untested_ids - failed_ids))


def results_of_cases(edition: Edition) -> CaseResults:
    """Return the result of all worked cases of an edition; that all hold is cached, for the check and for the pages."""
    key = (digest_of_files(edition),)
    if cache.get(CACHE_KIND, key) is not None:
        return CaseResults(len(read_cases(edition)), (), ())
    results = try_cases(edition)
    if not (results.failures or results.problems or results.untested):
        cache.put(CACHE_KIND, key, b"well")
    return results


def digest_of_files(edition: Edition) -> bytes:
    """Return the digest of the rules, the cases and the answers chosen, on which the results of the cases depend."""
    files = [(os.path.basename(path), data) for path, data in store.essential(edition.files())]
    cases = store.contents_of(os.path.join(edition.folder, CASES))
    return hashlib.sha256(repr((files, cases, edition.unsaved, sorted(edition.chosen.items()))).encode()).digest()


def positions(edition: Edition, cases: Sequence[Case]) -> Iterator[tuple[Case, Runtime, State]]:
    """Yield the position of each case that lays one in sentences of the rules, with the runtime of its rules."""
    spliced_cases = SplicedCases(edition, cases)
    for group in () if spliced_cases.problems else spliced_cases.groups():
        for case, number in group.results:
            if case.given and not number and not case.question and (case.id, number) not in group.problems:
                trial = Trial(group, case, number)
                yield case, trial.runtime, trial.lay(trial.runtime)


class Trial(ChanceSource):
    """The trial of one result of a case under resolved rules: its question, or its position and course of play.

    The lines give the answers of chance.
    """

    game: Game
    """The game, if the case plays a course."""

    def __init__(self, group: ResolvedGroup, case: Case, number: int, expects: int | None = None) -> None:
        """Take the sentences of the case from the examples of the rules.

        `expects` is the number of the result whose expectations are tried, by default that of the result itself.
        """
        super().__init__(Chance(0))
        self.rules, self._examples = group.rules, group.examples
        self.case, self._owner = case, (case.id, number)
        self._expects: CaseOwner = (case.id, number if expects is None else expects)
        self.expected_result = case.results[self._expects[1]]
        self._lines = lines_of(case, self._expects[1])
        self._end = len(case.play) + len(self.expected_result.next_lines)
        """The number of lines of the course; the lines after them state what holds at the end."""
        self.at = 0
        """The number of the next line."""
        self._decisions_before_answer = 0
        """The number of decisions before the last answer."""
        self._decisions_before_result = 0
        """The number of decisions before the answer to which the result belongs."""
        self._grounds: dict[str, None] = {}
        """The clauses on which the expectations of the result rest, as read from the rules."""

    @cached_property
    def seats(self) -> int:
        """The number of players: the number given, or the fewest that include all players named."""
        if self.case.players is not None:
            return self.case.players
        prefix = f"{OWN}{self.case.id} {self._owner[1]} "
        own = [example for title, example in self._examples.items() if title.startswith(prefix)]
        return seats_named(self.rules, own)

    @cached_property
    def runtime(self) -> Runtime:
        """The runtime that decides conditions of a position."""
        return runtime_of(self.rules, "plain", self.seats)

    @property
    def laid_position(self) -> model.Example | None:
        """The position from which the case starts, if it lays one."""
        return self._examples.get(title_of(self._owner, GIVEN))

    def lay(self, runtime: Runtime) -> State:
        """Return the position that the case lays; without one, the empty position."""
        if self.laid_position is None:
            return lay_pieces(runtime, (), ())
        if is_laid_twice(self.laid_position):
            raise UserError("bad-case", f"one {self.rules.pieces.name} is laid twice.")
        return position_of(runtime, self.laid_position)

    @property
    def position(self) -> State:
        """The present position of the case."""
        return self.game.position if self.case.is_played else self.lay(self.runtime)

    def claims(self) -> Iterator[tuple[int, str, bool]]:
        """Yield the sentences at the end: the number of each among the lines, its words, and whether it must hold."""
        for number in range(self._end, len(self._lines)):
            head, _, words = self._lines[number].text.partition(": ")
            yield number, words, head == "so"

    def example(self, number: int) -> model.Example:
        """Return the resolved sentence of a line."""
        return self._examples[title_of(self._expects, number)]

    # ----------------------------------------------------------------------------------------- the result

    def failures(self) -> list[Failure]:
        """Return the expectations that do not hold; for a case that cannot be tested, one failure that says why."""
        try:
            return [*(self._try_answer() if self.case.question else self._try_course())]
        except UserError as fault:
            sentence = getattr(fault, "sentence", None) or str(fault)
            line = self._lines[self.at - 1] if self.at else None
            span = line.span if line is not None else None
            return [Failure(self.case, f"The case {self.case.id}: {sentence}", is_faulty=True, span=span)]

    def _try_answer(self) -> Iterator[Failure]:
        case, rules = self.case, self.rules
        try:
            actual = answer(rules, case.question, case.pieces)
        except RulesFault as fault:
            yield self._failure(f"an answer was expected, but play stops: {fault}")
            return
        expected_values = {**case.expected.answer, **self.expected_result.answer}
        wrong = differences(rules, rules.questions[case.question], expected_values, actual.value)
        for sentence in wrong:
            yield self._failure(sentence, actual.decisions_for())
        if not wrong:
            yield from self._check_clauses(actual.clauses)

    def _try_course(self) -> Iterator[Failure]:
        """Follow the course of play, if there is one, and test the sentences that must hold at the end."""
        try:
            self.play_lines()
        except FailedExpectation as unmet:
            yield self._failure(str(unmet))
            return
        except RulesFault as fault:
            yield self._failure(f"play should go on, but stops: {fault}")
            return
        outcome = self.game.outcome if self.case.is_played else None
        if outcome is not None and outcome.stopped_by:
            yield self._failure(f"play should go on, but a bound of the rules stops it: “{outcome.stopped_by}”")
            return
        for number, words, is_so in self.claims():
            try:
                wrong = self._fault_of_line(number, is_so)
            except RulesFault as fault:
                yield self._failure(f"“{words}” cannot be tried: {fault}")
                continue
            if wrong is not None:
                reasons = deciding_reasons(self.rules, self.seats, self.position, self.example(number))
                yield self._failure(f"“{words}” {wrong}", reasons)
        if self.case.is_played:
            yield from self._check_clauses(clause for clauses in self.game.clauses_of_decisions for clause in clauses)
        elif self.case.decided_by or self.case.not_decided_by:
            true_claims = (number for number, _, is_so in self.claims() if is_so)
            yield from self._check_clauses(self._clauses_of_claims(true_claims))

    def play_lines(self, has_reasons: bool = False) -> None:
        """Play line by line; raise a FailedExpectation at a line that fails, and a UserError at a meaningless one.

        With reasons, or if the case names clauses, the game records the reasons of its decisions.
        """
        case, rules = self.case, self.rules
        if not case.is_played:
            return
        body = rules.procedures.get(body_name(self._owner))
        if body is not None and [line.text for line in case.do] != [WHOLE_GAME]:
            # These rules begin elsewhere, so they get a digest of their own: it is the key of the caches.
            digest = f"{rules.digest} {body.name}"
            rules = replace(rules, procedures={**rules.procedures, model.ENTRY: body}, digest=digest)
        has_reasons = has_reasons or bool(case.decided_by or case.not_decided_by)
        self.at = self._decisions_before_answer = 0
        self.__dict__.pop("strokes", None)  # drop the strokes of the game before
        self.game = _GameFromCase(rules, has_reasons, self)
        for end in (len(case.play), self._end):  # the result belongs to the last answer of the play
            self._decisions_before_result, self._grounds = self._decisions_before_answer, {}
            while self.at < end:
                self.at += 1
                self._play_line(self.at - 1)

    def clauses(self) -> tuple[str, ...]:
        """Return the clauses on which the result rests: for a course, those of its last answer and the consequences."""
        case = self.case
        if case.question:
            clauses: Iterable[str] = answer(self.rules, case.question, case.pieces).clauses
        else:
            self.play_lines(has_reasons=True)
            decided = self.game.clauses_of_decisions[self._decisions_before_result :] if case.is_played else []
            ends = self._clauses_of_claims(number for number, _, _ in self.claims())
            clauses = [*self._grounds, *(clause for clauses in decided for clause in clauses), *ends]
        return tuple(dict.fromkeys(map(self._short, clauses)))

    def _clauses_of_claims(self, numbers: Iterable[int]) -> list[str]:
        """Return the clauses on which the conditions of lines rest in the present position."""
        each = (deciding_reasons(self.rules, self.seats, self.position, self.example(number)) for number in numbers)
        return clauses_of(decision for decisions in each for decision in decisions)

    def _check_clauses(self, clauses: Iterable[str]) -> Iterator[Failure]:
        """Check that the expected clauses decided, and no excluded ones."""
        if self._expects[1]:
            return
        at_work = set(map(self._short, clauses))
        if missing_clauses := [clause for clause in self.case.decided_by if clause not in at_work]:
            instead = f"the deciding clauses are {', '.join(sorted(at_work))}"
            yield self._failure(f"{', '.join(missing_clauses)} should decide, but {instead}")
        if excluded_clauses := [clause for clause in self.case.not_decided_by if clause in at_work]:
            yield self._failure(f"the deciding clauses should not include {', '.join(excluded_clauses)}")

    def _failure(self, sentence: str, decisions: Iterable[Decision] = ()) -> Failure:
        reasons = [line(decision, Book(self.rules, {})) for decision in decisions][:MOST_REASONS]
        readings = readings_in_brackets(self.case, self._expects[1])
        return Failure(self.case, f"{sentence.removesuffix('.')}{readings}.", tuple(reasons))

    def _fault_of_line(self, number: int, is_so: bool, where: str = "") -> str | None:
        """Return the expected and the actual truth of the sentence of a line; None if they agree.

        `where` is added to “should hold”, such as “ here” within a course.
        """
        example, runtime, position = self.example(number), self.runtime, self.position
        if holds(runtime, position, example) == is_so:
            return None
        instead = ""
        match [claim.condition for claim in example.claims]:
            case [model.Compare(relation, left, model.Int(wanted))] if is_so:
                number = runtime.value_of(left)(position, [None] * max(example.frame, 2))
                instead = f": {RELATIONS[relation]}{wanted} was expected, but it is {number}"
        return f"should {'hold' if is_so else 'not hold'}{where}{instead}"

    # ------------------------------------------------------------------------------------------- chance

    def shuffle_pool(self, pool: list[int]) -> list[int]:
        """Return the order of the next line, top last; without one, the order of the pieces' numbers."""
        words = self._answer_of_chance(SHUFFLED)
        top = pieces_in(self.rules, words) if words else []
        if not set(top) <= set(pool) or len(set(top)) < len(top):
            raise UserError("bad-case", "These are not the pieces that are shuffled here, or one is named twice.")
        below = [piece for piece in pool if piece not in top]
        return [*reversed(below), *reversed(top)]

    def pick_some(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        """Return the picks of chance in the next line; without such a line, the first things of those offered."""
        words, picked_things = self._answer_of_chance(PICKED), pool[:count]
        if words and kind.base == "piece":
            picked_things = pieces_in(self.rules, words)
        elif words:
            first = names_of(self.rules, kind).get(in_capitals(words))
            if first is None:
                raise UserError("bad-case", f"“{words}” is not {a_name(kind.name)}.")
            picked_things = [first]
        if len(picked_things) != count or not set(picked_things) <= set(pool):
            raise UserError("bad-case", "Chance cannot pick that here.")
        return picked_things

    def _answer_of_chance(self, head: str) -> str:
        """Return the text after a head, if the next line has it."""
        if self.at < self._end and self._lines[self.at].text.startswith(f"{head}:"):
            self.at += 1
            return self._lines[self.at - 1].text.partition(":")[2].strip()
        return ""

    # -------------------------------------------------------------------------------------------- lines

    def _play_line(self, number: int) -> None:
        """Carry out the line of a number, or compare its expectation."""
        text = self._lines[number].text
        head, _, words = (part.strip() for part in text.partition(":"))
        if force := FORCE.fullmatch(text):
            self._check_forcing(number, int(force[1]) - 1, force[2] == "can", int(force[3]))
        elif player := PLAYER.fullmatch(text):
            self._play_line_of_player(int(player[1]) - 1, (player[2] or "").strip(), player[3])
        elif text.rstrip(".") == OVER:
            self._require_end_of_game()
        elif words and head in (SHUFFLED, PICKED):
            raise UserError("bad-case", f"“{text}”: no chance event happens here.")
        elif words and head == "chance":
            raise UserError("bad-case", f"Write a choice by chance as “{PICKED}: {words}”.")
        elif words and head in ("so", "not so"):
            if self.game.has_reasons:
                self._cite(self._clauses_of_claims([number]))
            if (wrong := self._fault_of_line(number, head == "so", " here")) is not None:
                raise FailedExpectation(f"“{words}” {wrong}")
        elif words and head == "winner":
            self._require_end_of_game()
            winners = [f"player {player + 1}" for player in self.game.outcome.winners] if self.game.outcome else []
            expected_winners = [word.strip() for word in words.rstrip(".").split(",")]
            if sorted(winners or ["nobody"]) != sorted(expected_winners):
                actual = ", ".join(winners) or "nobody"
                raise FailedExpectation(f"the winner should be {', '.join(expected_winners)}, but is {actual}")
        elif words and head == "ground":
            if self.strokes is None:
                raise UserError("bad-case", "These rules describe no ground.")
            if instead := correction_of(self.strokes.striking.ground, words.rstrip(".")):
                raise FailedExpectation(f"“{words}” should be true, but {instead}")
        elif words and head == "cannot":
            self._check_impossible(words)
        else:
            ball = self.strokes.ball(text) if self.strokes is not None else None
            if self.strokes is None or ball is None:
                remedy = f" If it must be true here, write “so: {text}”." if text.endswith(".") else ""
                raise UserError("bad-case", f"I do not understand the line “{text}”.{remedy}")
            self._decisions_before_answer = len(self.game.clauses_of_decisions)
            with self._stroke_expected(text):
                self.strokes.strike(ball, text)

    def _play_line_of_player(self, player: int, what: str, words: str) -> None:
        """Take the answer of a player, or compare the player's question, legal answers or view with the line.

        `what` stands before the colon: it is empty for an answer, and else words such as “can” or “is asked”.
        """
        bare, who = words.rstrip("."), f"player {player + 1}"
        if what in ("sees", "does not see"):
            seen_pieces = {piece for place in self.game.view(player).places for piece in place.pieces}
            for piece in pieces_in(self.rules, bare):
                if (piece in seen_pieces) != (what == "sees"):
                    code = self.rules.pieces.codes[piece]
                    raise FailedExpectation(f"{who} should {'' if what == 'sees' else 'not '}see {code}")
            return
        if self.game.player != player:
            raise FailedExpectation(f"{who} should be asked, but {self._question_words()}")
        if what == "is asked":
            name = self.game.question_term.name
            if name != bare:
                raise FailedExpectation(f"{who} should be asked for the {bare}, but is asked for the {name}")
            self._cite(self.game.moves()[0].clauses)
        elif what == "cannot":
            words, clauses = _without_clauses(words)
            if self._later_pick(words) is not None:
                raise FailedExpectation(f"“{words}” should be refused, but it is allowed")
            self._check_refusal(words, self.game.find_move(words), clauses)
        elif what:
            allowed = [self._allowed_answer(word.strip()) for word in bare.split(",")]
            self._cite(clause for move in self.game.moves() if move.answer in allowed for clause in move.clauses)
            others = [answer for answer in pool_of(self.game).pool if answer not in allowed]
            if what == "can" and others:
                more = ", ".join(self.game.words_of(answer) for answer in others[:MOST_SAID])
                more += self._in_brackets(self.game.moves()[0].clauses)
                raise FailedExpectation(f"nothing else should be allowed, but these are: {more}")
        else:
            left = self.game.picks_left
            parts = [part.strip() for part in words.split(",")] if left > 1 else [words]
            if len(parts) != left:
                raise FailedExpectation(f"{left} should be chosen together, but “{words}” names {len(parts)}")
            answers = sorted(self._allowed_answer(part) for part in parts)
            self._decisions_before_answer = len(self.game.clauses_of_decisions)
            for answer in answers:
                self.game.play(answer)

    def _question_words(self) -> str:
        """Return the words for the present state of the game: over, or who is asked."""
        if self.game.is_over:
            return "play is over"
        if self.game.player == OBSERVER:
            return "an observation comes next"
        return f"player {(self.game.player or 0) + 1} is asked"

    def _allowed_answer(self, words: str) -> int:
        """Return the answer with this spelling; raise a FailedExpectation if it is illegal."""
        move = self.game.find_move(words)
        if isinstance(move, Move):
            return move.answer
        piece = self._later_pick(words)
        if piece is None:
            why = f"{move.sentence.removesuffix('.')}{self._in_brackets(move.clauses)}"
            raise FailedExpectation(f"“{words}” should be allowed, but: {why}")
        return piece

    def _later_pick(self, words: str) -> int | None:
        """Return the piece that may be chosen after others; None if it may not.

        Several pieces are taken in ascending order, so the last ones are not options yet.
        """
        piece = self.rules.pieces.read(words)
        return piece if self.game.picks_left > 1 and piece in pool_of(self.game).pool else None

    def _check_refusal(self, words: str, answer: Move | Refusal, clauses: set[str]) -> None:
        """Check that an answer is refused, and by these clauses."""
        if not isinstance(answer, Refusal):
            by = self._in_brackets(answer.clauses)
            raise FailedExpectation(f"“{words}” should be refused, but it is allowed{by}")
        if answer.kind == "invalid":
            raise UserError("bad-case", f"“{words}” means nothing here: {answer.sentence}")
        refusing_clauses = set(map(self._short, answer.clauses))
        self._cite(answer.clauses)
        if not clauses <= refusing_clauses:
            wanted = f"“{words}” should be refused by {', '.join(sorted(clauses))}"
            refusal = f"{answer.sentence.removesuffix('.')}{self._in_brackets(sorted(refusing_clauses))}"
            raise FailedExpectation(f"{wanted}, but is refused for another reason: {refusal}")

    # ------------------------------------------------------------------------------------------ strokes

    @cached_property
    def strokes(self) -> Strokes | None:
        """The taker of strokes, if the game has balls."""
        try:
            return Strokes(self.game, StrokeRules(self.game.rules, self.seats))
        except UserError:
            return None

    @contextmanager
    def _stroke_expected(self, words: str) -> Iterator[None]:
        """Raise a FailedExpectation if the rules call a stroke impossible."""
        try:
            yield
        except StrokeFault as fault:
            raise FailedExpectation(f"“{words}” should be possible, but: {fault}") from None

    def _check_impossible(self, words: str) -> None:
        """Check that the last event of a stroke is refused after those before it have been observed."""
        words, clauses = _without_clauses(words)
        if self.strokes is not None:
            words, ball = self.strokes.event_and_ball(words)
            try:
                self.strokes.skip_to_ball(ball)
            except StrokeFault:
                return
        *before, last = phrases(words) or [words]
        begin = self.game.count
        with self._stroke_expected(", ".join(before)):
            observe(self.game, ", ".join(before))
        self._check_refusal(last, self.game.find_move(last), clauses)
        if before:
            self.game.take_back(begin)

    # ------------------------------------------------------------------------------------- expectations

    def _cite(self, clauses: Iterable[str]) -> None:
        """Note the clauses on which an expectation rests."""
        self._grounds.update(dict.fromkeys(clauses))

    def _check_forcing(self, number: int, player: int, can: bool, choices: int) -> None:
        """Check whether a player can, or cannot, force the condition of a line within this number of their choices."""
        if self.game.is_over:
            raise FailedExpectation(f"player {player + 1} should be able to choose, but play is over")
        # The position belongs to rules that begin with the acts of the case, so continue it with those.
        runtime, example = runtime_of(self.game.rules, "plain", self.seats), self.example(number)
        if can_force(runtime, player, lambda state: holds(runtime, state, example), self.position, choices) != can:
            wanted = f"should {'' if can else 'not '}be able to force this"
            raise FailedExpectation(f"player {player + 1} {wanted} within {choices} of their choices")

    def _require_end_of_game(self) -> None:
        if not self.game.is_over:
            raise FailedExpectation(f"play should be over, but {self._question_words()}")

    def _in_brackets(self, clauses: Sequence[str]) -> str:
        return f" [{', '.join(map(self._short, clauses))}]" if clauses else ""

    def _short(self, clause: str) -> str:
        return clause.removeprefix(f"{self.rules.name}.")


class _GameFromCase(Game):
    """A game that starts from the position of a case, and takes the answers of chance from its lines."""

    def __init__(self, rules: model.Rules, has_reasons: bool, trial: Trial) -> None:
        self._trial = trial
        super().__init__(rules, 0, has_reasons, (), trial.seats)

    def _begin(self, given: tuple[RecordedAnswer, ...]) -> None:
        self._set_up(self._trial)

    def _first_state(self) -> State:
        return super()._first_state() if self._trial.laid_position is None else self._trial.lay(self._runtime)


def holds(runtime: Runtime, state: State, example: model.Example) -> bool:
    """Return whether the condition of an example holds in a position."""
    frame = max(example.frame, 2)
    return all(runtime.test_of(claim.condition)(state, [None] * frame) for claim in example.claims)


def deciding_reasons(rules: model.Rules, seats: int, state: State, example: model.Example) -> tuple[Decision, ...]:
    """Return the decisions on which the truth of an example rests in a position."""
    runtime, again = runtime_of(rules, "reasons", seats), state.copy()
    for claim in example.claims:
        runtime.test_of(claim.condition)(again, [None] * max(example.frame, 2))
    return runtime.tracing_builder.notes.decisions_together(again.trail, WordLookup(rules))


def _without_clauses(words: str) -> tuple[str, set[str]]:
    """Divide words from the clauses in square brackets at their end."""
    citation = CITED.search(words)
    if citation is None:
        return words.rstrip("."), set()
    return words[: citation.start()].rstrip(), {clause.strip() for clause in citation[1].split(",")}


def readings_in_brackets(case: Case, number: int) -> str:
    """Return the readings under which a contrast holds, in brackets; an empty string for the case itself."""
    readings = case.results[number].readings if number else {}
    return f" ({', '.join(f'{name}: {answer}' for name, answer in readings.items())})" if readings else ""
