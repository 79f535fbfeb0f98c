"""Try the worked cases of the corpus with the definition, beside the interpreter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cc_dsl.cases.reader import read_cases
from cc_dsl.cases.sentences import SplicedCases
from cc_dsl.cases.trials import Trial, holds
from cc_dsl.closures.changes import CHANCE, SHUFFLED
from cc_dsl.closures.runtime import PIECE, ChanceSource, Runtime, runtime_of
from cc_dsl.closures.state import OBSERVER, Combination, State
from cc_dsl.engine.game import Game
from cc_dsl.engine.judge import QuestionJudge, answer, position_of, seats_of
from cc_dsl.pipeline import load
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from cc_dsl.table.chance import Chance
from tests.definition.alongside import Alongside, Difference, as_json
from tests.definition.play import judge, lay_example
from tests.definition.position import Position
from tests.definition.terms import Terms


class Course:
    """The answers of a course of play: those of chance, and those of players and of the world."""

    def __init__(self, game: Game) -> None:
        """Divide the answers of a game."""
        self.draws: list[list[int]] = []
        self.answers: list[object] = []
        for player, move, _ in game._log:
            if player == SHUFFLED:
                self.draws.append([*move])
            elif player == CHANCE:
                self.draws.append([move])
            else:
                self.answers.append(move[0] if player == OBSERVER else move)
        self.number = 0

    def choose(self, state: State, runtime: Runtime) -> int:
        """Return the next answer of the players and the world."""
        self.number += 1
        move = self.answers[self.number - 1]
        return state.offered.index(move) if isinstance(move, Combination) else int(str(move))


class ChanceReplay(ChanceSource):
    """A source of chance that repeats the answers of a course of play, and keeps them for the definition."""

    def __init__(self, course: Course) -> None:
        """Take the answers from a course."""
        super().__init__(Chance(0))
        self.left = course.draws
        self.draws: list[list[int]] = []

    def shuffle_pool(self, pool: list[int]) -> list[int]:
        """Return the next order of the course."""
        if not pool:
            return []
        self.draws.append(self.left.pop(0))
        return [*self.draws[-1]]

    def pick_some(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        """Return the next pieces of the course, as many as are asked for."""
        pieces = [piece for _ in range(count) for piece in self.left.pop(0)]
        if pieces:
            self.draws.append([*pieces])
        return pieces


class ComparedTrial(Trial):
    """One result of a case, tried by definition and interpreter."""

    def differences(self) -> Iterator[Difference]:
        """Return the differences between definition and interpreter."""
        if self.case.question:
            return self._compare_answers()
        return self._compare_play() if self.case.is_played else self._compare_position()

    def _compare_answers(self) -> Iterator[Difference]:
        rules, case = self.rules, self.case
        question = rules.questions[case.question]
        seats = seats_of(rules, question, case.pieces)
        asker = QuestionJudge(runtime_of(rules, "plain", seats), question)
        groups = iter(asker.lay(case.pieces))
        stored = dict(asker.store(case.pieces))
        inputs: dict[str, object] = {}
        for declaration in question.piece_inputs:
            piles = [next(groups)[1] for _ in range(declaration.many(seats))]
            inputs[declaration.key] = piles if declaration.is_owned else piles[0]
        for variable in question.stored:
            values = [stored.get(variable.base + owner) for owner in range(variable.many(seats))]
            inputs[variable.key] = values[0] if variable.owner is None else values
        mine = as_json(rules, judge(rules, seats, case.question, inputs))
        theirs = answer(rules, case.question, case.pieces)
        if mine != theirs.value:
            yield Difference(0, case.id, mine, theirs.value)

    def _compare_position(self) -> Iterator[Difference]:
        rules, seats, example = self.rules, self.seats, self.laid_position
        position = Position(rules, seats) if example is None else lay_example(rules, seats, example)
        yield from self._compare_claims(self.position, position)

    def _compare_play(self) -> Iterator[Difference]:
        example = self.laid_position
        self.play_lines()
        rules, seats, course = self.game.rules, self.seats, Course(self.game)
        begin = None
        if example is not None:
            begin = (lambda runtime: position_of(runtime, example)), lay_example(rules, seats, example)
        both = Alongside(rules, seats, course.choose, ChanceReplay(course), begin)
        differences = [*both.play(len(course.answers))]
        yield from differences
        if not differences:
            yield from self._compare_claims(both.state, both.position)

    def _compare_claims(self, state: State, position: Position) -> Iterator[Difference]:
        terms = Terms(self.rules, self.seats, position)
        for number, words, _ in self.claims():
            example = self.example(number)
            mine = all(terms.holds(claim.condition, {}) for claim in example.claims)
            theirs = holds(self.runtime, state, example)
            if mine != theirs:
                yield Difference(0, words, mine, theirs)


def differing_cases(edition: str, step: int = 1) -> tuple[int, list[tuple[str, Difference]]]:
    """Try every `step`-th result of the worked cases of an edition; return the number tried, and the differences."""
    spliced = SplicedCases(load(edition), read_cases(load(edition)))
    numbered = sorted({(case.id, number) for case in spliced.cases for number in range(len(case.results))})
    sample = {*numbered[::step]}
    differences: list[tuple[str, Difference]] = []
    for chosen, results in spliced.by_readings().items():
        here = [(case, number) for case, number in results if (case.id, number) in sample]
        if here:
            group = spliced.resolve(chosen, here)
            for case, number in here:
                trial = ComparedTrial(group, case, number)
                differences += [(f"{case.id} {number}", difference) for difference in trial.differences()]
    return len(sample), differences


def examples_that_differ(rules: model.Rules) -> list[str]:
    """Return the examples of rules of which definition and interpreter do not agree whether they hold."""
    from cc_dsl.engine.judge import seats_named, try_examples
    from tests.definition.play import example_holds

    theirs = {trial.example.origin: not trial.failed for trial in try_examples(rules)}
    return [
        example.origin.sentence
        for example in rules.examples
        if example_holds(rules, seats_named(rules, example), example) != theirs[example.origin]
    ]
