"""Requirements of every edition beyond `circular check`: its length, cases, clauses of answers, and whole games."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from itertools import cycle, islice

import pytest

from cc_dsl import resources
from cc_dsl.cases.reader import read_cases
from cc_dsl.closures.reasons import Decision, WordLookup
from cc_dsl.closures.runtime import ChanceSource, runtime_of
from cc_dsl.closures.state import State
from cc_dsl.engine.game import Game
from cc_dsl.engine.judge import answer, judge_of
from cc_dsl.pipeline import load
from cc_dsl.rules import model
from cc_dsl.syntax import nodes
from cc_dsl.table.chance import Chance
from tests.daily import some
from tests.playing import play_on, playout, random_chooser
from tests.readings import alternatives, mixtures

NAMES = resources.edition_names()
DECLARATIONS = (
    *(nodes.Seats, nodes.Excuse, nodes.Elsewhere, nodes.Enumeration, nodes.Pieces, nodes.States),
    *(nodes.Order, nodes.Common, nodes.Owned, nodes.Sight, nodes.Figure),
    *(nodes.Site, nodes.Extent, nodes.Ring, nodes.Behind, nodes.Limit),
)
CHECKS = (nodes.Example, nodes.Question, nodes.Belief)


@pytest.mark.parametrize("name", NAMES)
def test_the_encoding_is_not_longer_than_twice_its_text(name: str) -> None:
    """Declarations, readings and checks apart; a word is a word, hyphened or not.

    What the editor defines for a question, beside it, belongs to the question.
    """
    loaded = load(name)
    assert loaded.text is not None
    source = loaded.source.text
    count = 0
    for block in loaded.start.blocks:
        if isinstance(block, nodes.Editor) and any(
            isinstance(statement, nodes.Question) for statement in block.statements
        ):
            continue
        for statement in block.statements:
            if not isinstance(statement, (*DECLARATIONS, *CHECKS, nodes.Doubt)):
                count += len(re.findall(r"[\w'’-]+", source[statement.span.start : statement.span.end]))
    printed = len(re.findall(r"[\w'’-]+", loaded.text.text.text))
    assert count <= 2 * printed, f"{count} words for {printed}"


@pytest.mark.parametrize("name", NAMES)
def test_every_answer_has_a_case(name: str) -> None:
    loaded = load(name)
    tried = {pair for case in read_cases(loaded) for result in case.results for pair in result.readings.items()}
    assert {*alternatives(loaded.rules)} <= tried


# -------------------------------------------------------- answers cite the clauses of their reasons and no other


ANSWERS = (80, 300)
"""The number of answers of each sort, by day and in the thorough suite."""
STRIDE = 9
"""The number of moves between two positions of a game about which questions are asked."""


def clauses_of(decisions: Iterable[Decision]) -> Iterator[str]:
    for decision in decisions:
        yield from decision.clauses
        yield from clauses_of(decision.reasons)


def laid_at_random(question: model.Question, rules: model.Rules, seats: int, chance: Chance) -> dict[str, object]:
    """Return what a question is given: as many pieces in each place as it allows, and any values that are stored."""
    codes = [rules.pieces.codes[piece] for piece in chance.permutation(len(rules.pieces.codes))]

    def some(asked: model.Input) -> list[str]:
        most = min(asked.number, len(codes))
        return [codes.pop() for _ in range(asked.least + chance.below(max(most - asked.least, 0) + 1))]

    given: dict[str, object] = {}
    for asked in question.piece_inputs:
        given[asked.key] = [some(asked) for _ in range(asked.many(seats))] if asked.is_owned else some(asked)
    for stored in question.stored:
        known = {"player": [f"player {seat + 1}" for seat in range(seats)], "piece": [*rules.pieces.codes]}
        values = known.get(stored.kind.base) or [*rules.values[stored.kind.name].values]
        given[stored.key] = [["", *values][chance.below(len(values) + 1)] for _ in range(stored.many(seats))]
    return given


def positions(rules: model.Rules, seats: int) -> Iterator[State]:
    """Yield positions of random games, one every few moves."""
    runtime = runtime_of(rules, "plain", seats)
    for seed in itertools.count():
        state, chance = runtime.new_state(), Chance(seed)
        state.chance = ChanceSource(chance)
        play_on(runtime, state, random_chooser(chance.branch(0)), begin=True, most=0, chance=chance)
        while state.outcome is None:
            yield state
            play_on(runtime, state, random_chooser(chance.branch(state.pc)), most=STRIDE, chance=chance)


def cited(rules: model.Rules, seats: int, question: model.Question, state: State) -> list[set[str]]:
    """Return the clauses that the answer to a question about a position cites, and those of its reasons."""
    runtime = runtime_of(rules, "reasons", seats)
    with state.speculate() as trail:
        for formatter in judge_of(runtime, question.name).formatters:
            formatter.output_value(state)
    notes = runtime.tracing_builder.notes
    return [{*notes.sources_of(trail)[0]}, {*clauses_of(notes.decisions_together(trail, WordLookup(runtime.rules)))}]


@pytest.mark.parametrize("answers", some(ANSWERS, 1))
@pytest.mark.parametrize("edition", NAMES)
def test_an_answer_cites_the_clauses_of_its_reasons(edition: str, answers: int) -> None:
    """What was only tried, such as whether a Line is of another sort, is not cited."""
    rules, chance = load(edition).rules, Chance(1)
    laid = [question for question in rules.questions.values() if not question.has_no_inputs]
    seats = cycle(range(rules.seats[0], rules.seats[1] + 1))
    for question, count in islice(zip(cycle(laid), seats, strict=False), answers):
        given = laid_at_random(question, rules, count, chance)
        found = answer(rules, question.name, given)  # type: ignore[arg-type]
        assert {*found.clauses} == {*clauses_of(found.decisions_for())}, (question.name, given)
    asked = [question for question in rules.questions.values() if question.has_no_inputs]
    for question, state in islice(zip(cycle(asked), positions(rules, rules.seats[0]), strict=False), answers):
        of_answer, of_reasons = cited(rules, rules.seats[0], question, state)
        assert of_answer == of_reasons


# --------------------------------------------------------------------------------------------------- whole games


WATCHED = {name for name in NAMES if "observe, at most" in load(name).source.text}
"""Where the world answers."""
MOST_ANSWERS = 200
GAMES = 12
"""The seeds of the games: alternatives take them in turn, and with them the numbers of players."""
SOON = {"castle-croquet-1863": 28, "castle-croquet-1866": 101, "croquet-castles-1863": 46}
"""Seeds whose games, where the world answers, are soon over; of another edition the first is played."""
ALTERNATIVES = [
    (name, *alternative, number % GAMES)
    for name in NAMES
    for number, alternative in enumerate(alternatives(load(name).rules))
]


def seats(rules: model.Rules, seed: int) -> int:
    """Return each number of players that the rules are for in its turn."""
    least, most = rules.seats
    return least + seed % (most - least + 1)


def end(rules: model.Rules, seed: int) -> str:
    """Play a game at random, and give how it ended.

    Where the world answers it knows no aim, and games are long: one is played as far as some hundred answers go.
    """
    if rules.name not in WATCHED:
        return playout(rules, seed, seats=seats(rules, seed)).reason
    game = Game(rules, seed=seed, seats=seats(rules, seed))
    below = Chance(seed).below
    for _ in range(MOST_ANSWERS):
        if game.outcome is not None:
            return game.outcome.reason
        options = game.options
        game.play(game.menu.draw(options, below) if game.is_observing else options[below(len(options))])
    return "unfinished"


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "doubt", "alternative", "seed"), ALTERNATIVES)
def test_every_alternative_plays_a_whole_game(name: str, doubt: str, alternative: str, seed: int) -> None:
    """Its games end, and prove no belief false."""
    rules = load(name, {doubt: alternative}).rules
    assert end(rules, seed) in {"won", "nobody", *(["unfinished"] if name in WATCHED else [])}


@pytest.mark.parametrize("name", sorted(WATCHED))
def test_games_end_where_the_world_answers(name: str) -> None:
    rules = load(name).rules
    assert playout(rules, SOON.get(name, 1), seats=rules.seats[0]).reason == "won"


@pytest.mark.parametrize("name", NAMES)
def test_readings_hold_together(name: str) -> None:
    """Each alternative is in one of the sets; by day no other test plays those of Lanrick to the end."""
    edition = load(name)
    for seed, choices in enumerate(mixtures(edition.rules)):
        rules, problems = edition.resolve(choices)
        assert rules is not None
        assert problems == []
        allowed = {"won", "nobody", *(["unfinished"] if name in WATCHED else [])}
        assert end(rules, seed) in allowed, choices
