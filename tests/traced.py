"""Compiled games whose last result is a hash of all their questions and answers.

games = TracedGames(rules, 2)       as `CompiledGames`
[*games.rows(0, 1)][0][-1]          the hash of the player, the options and the answer of each question
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cc_dsl.closures.state import Outcome
from cc_dsl.codegen.flat import GeneratedSource, ReportedResult
from cc_dsl.codegen.game_emitter import GameEmitter
from cc_dsl.codegen.source import write_games
from cc_dsl.codegen.target import Plain
from cc_dsl.compiler.games import CompiledGames, end_of
from cc_dsl.rules import model
from cc_dsl.table.chance import MASK, scramble

TRACE = "trace"
IMPORTS = {
    is_fast: f"from tests.{name} import hash_answer, traced_groups"
    for is_fast, name in ((False, "traced"), (True, "traced_native"))
}
"""The additional imports of the source of a traced game, for plain Python and for Numba."""
FIRST_IMPORT = "from cc_dsl.core.faults import RulesFault\n"


def hash_answer(trace: int, player: int, options: int, answer: int) -> int:
    """Return the hash of the earlier answers and the next: its player, options and choice."""
    return scramble((scramble(trace ^ options) + player * 64 + answer) & MASK) & ((1 << 62) - 1)


def traced_groups(trace: int, holder: Sequence[int], first: int, number: int) -> int:
    """Return the hash of earlier answers and of the groups on offer."""
    for place in range(first, first + number):
        trace = scramble(trace ^ holder[place])
    return trace & ((1 << 62) - 1)


class TracedEmitter(GameEmitter):
    """The emitter of games whose last result is the hash."""

    def __init__(self, rules: model.Rules, seats: int, surface: Plain) -> None:
        super().__init__(rules, seats, surface)
        self.results += (ReportedResult(TRACE, 0, None),)  # type: ignore[arg-type]  # no question reports it
        self.size += 1

    def begin(self) -> None:
        self.write(f"{TRACE} = {self.surface.initial_literal(0)}")
        super().begin()

    def count_answer(self, chooser: str, options: str, answer: str) -> None:
        self.write(f"{TRACE} = hash_answer({TRACE}, {chooser}, {options}, {answer})")
        super().count_answer(chooser, options, answer)

    def answer_group(self, chosen: str, count: str, chooser: str) -> None:
        holder, first = self.offers
        self.write(f"{TRACE} = traced_groups({TRACE}, {holder}, {first}, {count})")
        super().answer_group(chosen, count, chooser)

    def _result(self, result: ReportedResult) -> str:
        return TRACE if result.key == TRACE else super()._result(result)


class TracedGames(CompiledGames):
    """Compiled games whose last result is the hash."""

    def generate(self, is_fast: bool) -> GeneratedSource:
        generated = write_games(self.rules, self.seats, is_fast, TracedEmitter)
        assert generated.text.count(FIRST_IMPORT) == 1
        text = generated.text.replace(FIRST_IMPORT, f"{FIRST_IMPORT}{IMPORTS[is_fast]}\n")
        return generated._replace(text=text)


def outcomes(games: CompiledGames, first: int, count: int) -> Iterator[Outcome]:
    """Yield the outcomes of the games of these seeds."""
    for row in games.rows(first, count):
        yield end_of(games.source, *map(int, row[:3]))
