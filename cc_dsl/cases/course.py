"""Play a course of play line by line: results of chance, answers of players and the world, and expectations.

shuffled, top first: KH 2C          the order that matters; the other pieces come below in the order of the pack
by chance: KH                       what chance has picked
player 1: 7H                        an answer, as the terminal takes it
player 1 can: 7H, QC                exactly these answers
player 1 can, among others: 7H
player 1 cannot: 2C [V.2]           refused, and the clause that refuses it
player 1 is asked: substitute       what is asked
Blue passes gate 1 outward          a stroke; others pass until Blue is struck
Blue: nothing                       a stroke of which nothing is observed
cannot: Red passes gate 2 inward, while Blue is struck [III.5]
cannot: Blue touches Red, Red touches flag 1    the last is ruled out when the others have been observed
ground: gate 1 is 7 yards from gate 2    and what else `ground.py` understands
observed: Blue touches Red          what is observed now, word for word as a record has it
so: player 1's score is 5.          a sentence of the rules language that holds now
not so: player 1's score is 6.
player 1 sees: 7H                   and, in the same form, “does not see”
by: IV.2, III.1                     the last answer was decided by these clauses, among others
winner: player 1                    or “nobody”; the game is over
over                                play is at its end
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from cc_dsl.cases.forcing import Forcing
from cc_dsl.cases.ground import NOTHING, StrokeFault, Strokes, observe, unlike
from cc_dsl.cases.reader import CaseLine
from cc_dsl.closures.observing import phrases
from cc_dsl.closures.reasons import Decision, Words
from cc_dsl.closures.runtime import PIECE, ChanceSource, Runtime, runtime_of
from cc_dsl.closures.state import OBSERVER, State
from cc_dsl.engine.game import Game
from cc_dsl.engine.grounds import Striking
from cc_dsl.engine.moves import Move, Refusal, drawn_read
from cc_dsl.errors import UserError
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind, a_name
from cc_dsl.table.chance import Chance
from cc_dsl.table.record import Given
from cc_dsl.words.sentences import clauses_of

SHUFFLED, PICKED = "shuffled, top first", "by chance"
CITED = re.compile(r"\s*\[([^\]]*)\]$")
PLAYER = re.compile(r"player ([1-9][0-9]?)( can| can, among others| cannot| is asked| sees| does not see)?:\s*(.+)")
FORCE = re.compile(r"player ([1-9][0-9]?) (can|cannot) force within ([1-9][0-9]?) choices?:\s*(.+)")
"""What a player can bring about, against every answer of the others; the sentence is a condition."""
HEADED = re.compile(
    rf"({SHUFFLED}|{PICKED}|cannot|ground|observed|so|not so|by|winner):\s*(.+)",
)
OVER = "over"
MOST_SAID = 12


class Unmet(Exception):
    """A failed expectation of a line; the sentence gives the expected and the actual result."""


class Course:
    """A course of play under some rules, and how far it has come."""

    def __init__(
        self,
        rules: model.Rules,
        seats: int,
        lines: Sequence[CaseLine],
        conditions: dict[int, model.Example],
        begin: Callable[[Runtime], State] | None,
        has_reasons: bool,
    ) -> None:
        """Play up to the first question; `begin` lays the position from which play starts, if it is not the first."""
        self.rules = rules
        self.lines = lines
        self.at = 0
        self._conditions = conditions
        self._plain = runtime_of(rules, "plain", seats)
        self._strokes: Strokes | None = None
        self._heard = 0
        self._since = 0
        self._grounds: dict[str, None] = {}
        """The clauses on which expectations rest, as far as these were read from the rules."""
        self.game = _Begun(rules, seats, has_reasons, _CourseChance(self), begin)

    def follow(self, result: int | None = None) -> None:
        """Follow all lines; raise Unmet at the first that does not hold, and a UserError at one that makes no sense.

        `result` is the number of the line with which the expected result begins, the end of the lines if none is given.
        """
        result = len(self.lines) if result is None else result
        while self.at < len(self.lines):
            number = self.at
            if number <= result:
                self._since, self._grounds = self._heard, {}
            self.at += 1
            self._line(number, self.lines[number].text)
        if len(self.lines) <= result:
            self._since, self._grounds = self._heard, {}

    @property
    def clauses(self) -> set[str]:
        """The clauses that decided anything so far."""
        return {clause for clauses in self.game.clauses_of_decisions for clause in clauses}

    @property
    def clauses_of_result(self) -> tuple[str, ...]:
        """The clauses of the last answer before the result, of all that follows, and of what is expected there."""
        decided = self.game.clauses_of_decisions[self._since :]
        return tuple(dict.fromkeys([*self._grounds, *(clause for clauses in decided for clause in clauses)]))

    @property
    def bound(self) -> str:
        """The sentence of the rules whose bound has stopped play, or nothing."""
        outcome = self.game.outcome
        return outcome.bound if outcome is not None else ""

    # ------------------------------------------------------------------------------------------- chance

    def shuffled(self, pool: list[int]) -> list[int]:
        """Return the order that the next line gives, the top last; without one, the pieces lie as they are numbered."""
        words = self._chance(SHUFFLED)
        top = self._pieces(words) if words else []
        strange = [piece for piece in top if piece not in pool]
        if strange or len(set(top)) < len(top):
            raise UserError("bad-case", "These are not the pieces that are shuffled here, or one is named twice.")
        below = [piece for piece in pool if piece not in top]
        return [*reversed(below), *reversed(top)]

    def picked(self, pool: list[int], count: int, kind: Kind) -> list[int]:
        """Return what the next line says that chance picks; without one, the first."""
        words = self._chance(PICKED)
        found = self._things(words, kind) if words else pool[:count]
        if len(found) != count or not set(found) <= set(pool):
            raise UserError("bad-case", "Chance cannot pick that here.")
        return found

    def _chance(self, head: str) -> str:
        """Return the text after a head, if the next line has it."""
        if self.at < len(self.lines) and self.lines[self.at].text.startswith(f"{head}:"):
            self.at += 1
            return self.lines[self.at - 1].text.partition(":")[2].strip()
        return ""

    def _things(self, words: str, kind: Kind) -> list[int]:
        """Return the pieces that words name, or the one value or player."""
        if kind.base == "piece":
            return self._pieces(words)
        one = drawn_read(self.rules, kind, words)
        if one is None:
            raise UserError("bad-case", f"“{words}” is not {a_name(kind.name)}.")
        return [one]

    def _pieces(self, words: str) -> list[int]:
        read = self.rules.pieces.read
        whole = read(words)
        if whole is not None:
            return [whole]
        found = []
        for word in words.split(",") if "," in words else words.split():
            piece = read(word.strip())
            if piece is None:
                raise UserError("bad-case", f"“{word.strip()}” is no {self.rules.pieces.name}.")
            found.append(piece)
        return found

    # -------------------------------------------------------------------------------------------- lines

    def _line(self, number: int, text: str) -> None:
        if text.rstrip(".") == OVER:
            return self._over()
        force = FORCE.fullmatch(text)
        if force is not None:
            return self._force(number, int(force[1]) - 1, force[2] == "can", int(force[3]))
        player = PLAYER.fullmatch(text)
        if player is not None:
            return self._of_player(int(player[1]) - 1, (player[2] or "").strip(), player[3])
        headed = HEADED.fullmatch(text)
        if headed is None:
            return self._stroke(text)
        head, words = headed[1], headed[2]
        if head in (SHUFFLED, PICKED):
            raise UserError("bad-case", f"“{text}”: nothing is left to chance here.")
        if head == "winner":
            return self._winner(words)
        if head in ("so", "not so"):
            return self._claim(number, words, head == "so")
        if head == "ground":
            return self._ground(words)
        if head == "observed":
            return self._observed(words)
        return self._by(words) if head == "by" else self._cannot_be(words)

    def _of_player(self, player: int, what: str, words: str) -> None:
        if what in ("sees", "does not see"):
            return self._sight(player, words, what == "sees")
        if self.game.player != player:
            raise Unmet(f"player {player + 1} should be asked, but {self._asked()}")
        if what == "is asked":
            asked = self.game.asking.name
            if asked != words.rstrip("."):
                raise Unmet(
                    f"player {player + 1} should be asked for the {words.rstrip('.')}, but is asked for the {asked}"
                )
            self._cite(self.game.moves()[0].clauses)
        elif what == "cannot":
            self._cannot(words)
        elif what:
            self._can(words, what == "can")
        else:
            self._move(words)

    def _asked(self) -> str:
        if self.game.is_over:
            return "play is over"
        if self.game.player == OBSERVER:
            return "it is told what is observed"
        return f"player {(self.game.player or 0) + 1} is asked"

    def _move(self, words: str) -> None:
        """Take an answer, or several that are to be given together."""
        left = self._left()
        parts = [part.strip() for part in words.split(",")] if left > 1 else [words]
        if len(parts) != left:
            raise Unmet(f"{left} should be chosen together, and “{words}” is {len(parts)}")
        answers = sorted(self._allowed(part) for part in parts)
        self._heard = len(self.game.clauses_of_decisions)
        for answer in answers:
            self.game.play(answer)

    def _left(self) -> int:
        question = self.game.question
        return question.left if question is not None else 1

    def _allowed(self, words: str) -> int:
        """Return the answer that is written so; raise Unmet if it is not allowed."""
        found = self.game.find_move(words)
        if not isinstance(found, Refusal):
            return found.answer
        # Several are taken in ascending order, so that the last ones are no options yet.
        piece = self.rules.pieces.read(words) if self._left() > 1 else None
        if piece is not None and piece in self._pool():
            return piece
        raise Unmet(f"“{words}” should be allowed, but: {found.sentence}{self._cited(found.clauses)}")

    def _pool(self) -> list[int]:
        """Return all answers, those among them that are options only when lower ones are chosen."""
        found = dict.fromkeys(self.game.options)
        state, program = self.game.position, self._plain.program
        for _ in range(self._left() - 1):
            state.answer = state.options[0]
            program.run(state)
            found.update(dict.fromkeys(state.options))
        return [*found]

    def _go(self, act: Callable[[], None]) -> None:
        self._heard = len(self.game.clauses_of_decisions)
        act()

    def _can(self, words: str, is_all: bool) -> None:
        wanted = [self._allowed(word.strip()) for word in words.rstrip(".").split(",")]
        self._cite(clause for move in self.game.moves() if move.answer in wanted for clause in move.clauses)
        others = [answer for answer in self._pool() if answer not in wanted]
        if is_all and others:
            said = ", ".join(self.game.words_of(answer) for answer in others[:MOST_SAID])
            by = self.game.moves()[0].clauses
            raise Unmet(f"nothing else should be allowed, but these are: {said}{self._cited(by)}")

    def _cannot(self, words: str) -> None:
        words, clauses = _without_clauses(words)
        found = self.game.find_move(words)
        piece = self.rules.pieces.read(words) if self._left() > 1 else None
        if piece is not None and piece in self._pool():
            raise Unmet(f"“{words}” should be refused, but it is allowed")
        self._refused(words, found, clauses)

    def _refused(self, words: str, found: Move | Refusal, clauses: set[str]) -> None:
        if not isinstance(found, Refusal):
            raise Unmet(f"“{words}” should be refused, but it is allowed{self._cited(found.clauses)}")
        if found.kind == "invalid":
            raise UserError("bad-case", f"“{words}” means nothing here: {found.sentence}")
        by = set(map(self._short, found.clauses))
        self._cite(found.clauses)
        if not clauses <= by:
            said = f"{found.sentence}{self._cited(sorted(by))}"
            raise Unmet(f"“{words}” should be refused by {_all(clauses)}, but is refused so: {said}")

    # ------------------------------------------------------------------------------------------ strokes

    def strokes(self) -> Strokes | None:
        """Return what takes strokes, if balls are struck in this game."""
        if self._strokes is None:
            try:
                self._strokes = Strokes(self.game, Striking(self.rules, self.game.seats))
            except UserError:
                return None
        return self._strokes

    def _stroke(self, text: str) -> None:
        strokes = self.strokes()
        ball = strokes.ball(text) if strokes is not None else None
        if strokes is None or ball is None:
            raise UserError("bad-case", f"“{text}” is no line that I understand.")
        try:
            self._go(lambda: strokes.strike(ball, text))
        except StrokeFault as fault:
            raise Unmet(f"“{text}” should be possible, but: {fault}") from None

    def _ground(self, words: str) -> None:
        strokes = self.strokes()
        if strokes is None:
            raise UserError("bad-case", "These rules describe no ground.")
        instead = unlike(strokes.striking.ground, words.rstrip("."))
        if instead:
            raise Unmet(f"“{words}” should be so, but {instead}")

    def _observed(self, words: str) -> None:
        if not self.game.is_observing:
            raise Unmet(f"it should be told what is observed, but {self._asked()}")
        try:
            self._go(lambda: self._observe_all(words))
        except StrokeFault as fault:
            raise Unmet(f"“{words}” should be possible, but: {fault}") from None

    def _observe_all(self, words: str) -> None:
        """Read the observations of a stroke, and its end."""
        asking = self.game.asking
        if words != NOTHING:
            observe(self.game, words)
        if self.game.is_observing and self.game.asking is asking:
            self.game.play(self.game.menu.end)

    def _cannot_be(self, words: str) -> None:
        words, clauses = _without_clauses(words)
        words, _, struck = words.partition(", while ")
        strokes = self.strokes()
        if strokes is not None:
            ball = strokes.ball(struck or words)
            if ball is None:
                raise UserError("bad-case", f"“{words}” does not begin with the name of anything that is struck.")
            try:
                strokes.come_to(ball)
            except StrokeFault:
                return
        *before, last = phrases(words) or [words]
        begin = self.game.count
        try:
            observe(self.game, ", ".join(before))
        except StrokeFault as fault:
            raise Unmet(f"“{', '.join(before)}” should be possible, but: {fault}") from None
        self._refused(last, self.game.find_move(last), clauses)
        if before:
            self.game.take_back(begin)

    # ------------------------------------------------------------------------------------- expectations

    def _cite(self, clauses: Iterable[str]) -> None:
        """Note the clauses on which an expectation rests."""
        self._grounds.update(dict.fromkeys(clauses))

    def _claim(self, number: int, words: str, holds: bool) -> None:
        example = self._conditions[number]
        if self.game.has_reasons:
            self._cite(clauses_of(deciding(self.rules, self.game.seats, self.game.position, example)))
        if self._holds(example) != holds:
            instead = number_instead(self._plain, self.game.position, example) if holds else ""
            raise Unmet(f"“{words}” should {'hold' if holds else 'not hold'} here{instead}")

    def _force(self, number: int, player: int, can: bool, choices: int) -> None:
        if self.game.is_over:
            raise Unmet(f"player {player + 1} should be able to choose, but play is over")
        example = self._conditions[number]
        search = Forcing(self._plain, player, lambda state: self._holds(example, state))
        if search.can_force(self.game.position, choices) != can:
            said = "be" if can else "not be"
            raise Unmet(f"player {player + 1} should {said} able to force this within {choices} of his choices")

    def _holds(self, example: model.Example, state: State | None = None) -> bool:
        build = self._plain.build
        state = self.game.position if state is None else state
        return all(build.condition(claim.condition)(state, [None] * max(example.frame, 2)) for claim in example.claims)

    def _sight(self, player: int, words: str, sees: bool) -> None:
        seen = {piece for place in self.game.view(player).places for piece in place.pieces if piece is not None}
        for piece in self._pieces(words.rstrip(".")):
            if (piece in seen) != sees:
                code = self.rules.pieces.codes[piece]
                raise Unmet(f"player {player + 1} should {'' if sees else 'not '}see {code}")

    def _by(self, words: str) -> None:
        wanted = {word.strip() for word in words.rstrip(".").split(",")}
        found = self.game.clauses_of_decisions[self._heard :]
        at_work = {self._short(clause) for clauses in found for clause in clauses}
        if not wanted <= at_work:
            raise Unmet(f"the last answer should be decided by {_all(wanted)}, but is by {_all(at_work) or 'none'}")

    def _winner(self, words: str) -> None:
        self._over()
        outcome = self.game.outcome
        winners = [f"player {player + 1}" for player in outcome.winners] if outcome is not None else []
        wanted = [word.strip() for word in words.rstrip(".").split(",")]
        if sorted(winners or ["nobody"]) != sorted(wanted):
            raise Unmet(f"the winner should be {', '.join(wanted)}, but is {', '.join(winners) or 'nobody'}")

    def _over(self) -> None:
        if not self.game.is_over:
            raise Unmet(f"play should be over, but {self._asked()}")

    def _cited(self, clauses: Sequence[str]) -> str:
        return f" [{', '.join(map(self._short, clauses))}]" if clauses else ""

    def _short(self, clause: str) -> str:
        return clause.removeprefix(f"{self.rules.name}.")


class _CourseChance(ChanceSource):
    """The answers of chance from the lines of a course."""

    __slots__ = ("course",)

    def __init__(self, course: Course) -> None:
        super().__init__(Chance(0))
        self.course = course

    def shuffled(self, pool: list[int]) -> list[int]:
        """Return the order of the next line."""
        return self.course.shuffled(pool)

    def picked(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        """Return what the next line picks."""
        return self.course.picked(pool, count, kind)


class _Begun(Game):
    """A game that may begin from a position laid by hand, and asks a course for the answers of chance."""

    def __init__(
        self,
        rules: model.Rules,
        seats: int,
        has_reasons: bool,
        told: _CourseChance,
        begin: Callable[[Runtime], State] | None,
    ) -> None:
        self._source = told
        self._lay = begin
        super().__init__(rules, 0, has_reasons, (), seats)

    def _begin(self, given: tuple[Given, ...]) -> None:
        self._set_up(self._source)

    def _first_state(self) -> State:
        return self._runtime.new_state() if self._lay is None else self._lay(self._runtime)


def deciding(rules: model.Rules, seats: int, state: State, example: model.Example) -> tuple[Decision, ...]:
    """Return the decisions on which the condition of an example rests in a position."""
    runtime, again = runtime_of(rules, "reasons", seats), state.copy()
    for one in example.claims:
        runtime.build.condition(one.condition)(again, [None] * max(example.frame, 2))
    return runtime.tracing.notes.decisions_together(again.trail, Words(rules))


RELATIONS = {"equal": "", "at least": "at least ", "at most": "at most ", "more": "more than ", "fewer": "fewer than "}


def number_instead(runtime: Runtime, state: State, example: model.Example) -> str:
    """Return which number a sentence such as “his purse is 22.” expects, and which it is; nothing for others."""
    match [one.condition for one in example.claims]:
        case [model.Compare(relation, left, model.Int(wanted))]:
            found = runtime.build.thing(left)(state, [None] * max(example.frame, 2))
            return f": {RELATIONS[relation]}{wanted} was expected, and it is {found}"
    return ""


def _without_clauses(words: str) -> tuple[str, set[str]]:
    """Divide words from the clauses that stand in square brackets at their end."""
    cited = CITED.search(words)
    if cited is None:
        return words.rstrip("."), set()
    return words[: cited.start()].rstrip(), {clause.strip() for clause in cited[1].split(",")}


def _all(clauses: set[str]) -> str:
    return ", ".join(sorted(clauses))
