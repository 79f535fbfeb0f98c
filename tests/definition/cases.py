"""Tries the worked cases of the corpus by the definition, beside the interpreter."""

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
from tests.definition.alongside import Alongside, Difference, shown
from tests.definition.play import judge, laid
from tests.definition.position import Position
from tests.definition.terms import Terms


class Followed:
    """What a course of play came to: the answers of chance, and those of players and of the world."""

    def __init__(self, game: Game) -> None:
        """Divide the answers of a game."""
        self.chance: list[list[int]] = []
        self.answers: list[object] = []
        for by, given, _ in game._log:
            if by == SHUFFLED:
                self.chance.append([*given])
            elif by == CHANCE:
                self.chance.append([given])
            else:
                self.answers.append(given[0] if by == OBSERVER else given)
        self.at = 0

    def choose(self, state: State, runtime: Runtime) -> int:
        """Return the next answer again."""
        self.at += 1
        given = self.answers[self.at - 1]
        return state.offered.index(given) if isinstance(given, Combination) else int(str(given))


class Again(ChanceSource):
    """Gives again what chance gave in a course of play, and keeps it for the definition."""

    def __init__(self, followed: Followed) -> None:
        """Take the answers from a course."""
        super().__init__(Chance(0))
        self.left = followed.chance
        self.given: list[list[int]] = []

    def shuffle_pool(self, pool: list[int]) -> list[int]:
        """Return an order again."""
        if not pool:
            return []
        self.given.append(self.left.pop(0))
        return [*self.given[-1]]

    def pick_some(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        """Return so many pieces again."""
        found = [piece for _ in range(count) for piece in self.left.pop(0)]
        if found:
            self.given.append([*found])
        return found


class Beside(Trial):
    """One result of a case, tried by both."""

    def differences(self) -> Iterator[Difference]:
        """Return where definition and interpreter part."""
        if self.case.question:
            return self._asked_beside()
        return self._played_beside() if self.case.is_played else self._laid_beside()

    def _asked_beside(self) -> Iterator[Difference]:
        rules, case = self.rules, self.case
        question = rules.questions[case.question]
        seats = seats_of(rules, question, case.pieces)
        asker = QuestionJudge(runtime_of(rules, "plain", seats), question)
        groups = iter(asker.lay(case.pieces))
        stored = dict(asker.store(case.pieces))
        given: dict[str, object] = {}
        for asked in question.asked:
            found = [next(groups)[1] for _ in range(asked.many(seats))]
            given[asked.key] = found if asked.is_owned else found[0]
        for one in question.stored:
            values = [stored.get(one.base + owner) for owner in range(one.many(seats))]
            given[one.key] = values[0] if one.owner is None else values
        mine, theirs = (
            shown(rules, judge(rules, seats, case.question, given)),
            answer(rules, case.question, case.pieces),
        )
        if mine != theirs.value:
            yield Difference(0, case.id, mine, theirs.value)

    def _laid_beside(self) -> Iterator[Difference]:
        example = self.laid_position
        position = Position(self.rules, self.seats) if example is None else laid(self.rules, self.seats, example)
        yield from self._claims_beside(self.position, position)

    def _played_beside(self) -> Iterator[Difference]:
        example = self.laid_position
        self.play_lines()
        rules, seats, followed = self.game.rules, self.seats, Followed(self.game)
        begin = None
        if example is not None:
            begin = (lambda runtime: position_of(runtime, example)), laid(rules, seats, example)
        both = Alongside(rules, seats, followed.choose, Again(followed), begin)
        found = [*both.play(len(followed.answers))]
        yield from found
        if not found:
            yield from self._claims_beside(both.state, both.position)

    def _claims_beside(self, state: State, position: Position) -> Iterator[Difference]:
        terms = Terms(self.rules, self.seats, position)
        for number, words, _ in self.claims():
            example = self.example(number)
            mine = all(terms.holds(claim.condition, {}) for claim in example.claims)
            theirs = holds(self.runtime, state, example)
            if mine != theirs:
                yield Difference(0, words, mine, theirs)


def differing_cases(edition: str, step: int = 1) -> tuple[int, list[tuple[str, Difference]]]:
    """Try every so-manieth result of the worked cases of an edition; return how many, and where the two part."""
    spliced = SplicedCases(load(edition), read_cases(load(edition)))
    wanted = {(case.id, number) for case in spliced.cases for number in range(len(case.results))}
    some = {one for at, one in enumerate(sorted(wanted)) if at % step == 0}
    found: list[tuple[str, Difference]] = []
    for chosen, results in spliced.by_readings().items():
        here = [(case, number) for case, number in results if (case.id, number) in some]
        if here:
            group = spliced.resolve(chosen, here)
            for case, number in here:
                found += [(f"{case.id} {number}", one) for one in Beside(group, case, number).differences()]
    return len(some), found


def examples_that_differ(rules: model.Rules) -> list[str]:
    """Return the examples of rules that hold by the definition and not by the interpreter, or the other way round."""
    from cc_dsl.engine.judge import seats_named, try_examples
    from tests.definition.play import example_holds

    tried = {one.example.origin: not one.failed for one in try_examples(rules)}
    return [
        one.origin.sentence
        for one in rules.examples
        if example_holds(rules, seats_named(rules, one), one) != tried[one.origin]
    ]
