"""Play random programs with every engine, compare every decision, and test the promises of the class `Game`."""

from __future__ import annotations

import hashlib
import json
import random
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from cc_dsl import pipeline
from cc_dsl.closures.state import RulesFault, State
from cc_dsl.codegen.faults import OnlyInterpreted
from cc_dsl.core.program import asks_the_world
from cc_dsl.engine.game import Game, replay
from cc_dsl.rules import model
from cc_dsl.rules.bounds import is_surely_finite
from cc_dsl.rules.gather import Part
from cc_dsl.rules.limits import LengthEstimator
from cc_dsl.rules.resolve import resolution
from cc_dsl.rules.resolver_state import MOST_ROUNDS
from cc_dsl.source.files import Source
from cc_dsl.syntax import nodes
from cc_dsl.syntax.parser import parse
from cc_dsl.syntax.printer import print_rules
from cc_dsl.table import record as records
from cc_dsl.table.chance import Chance
from cc_dsl.trees import replace, walk
from tests.definition import alongside
from tests.differential import engines

ENGINES: Final = ("python", "definition")
"""The ways that are compared with the interpreter by default."""
CHECKS: Final = ("printer", "promises", "probes")
"""The slower checks: printing and parsing again, the promises of `Game`, and the value of every definition."""
MOST_DECISIONS = 400
"""The most decisions of a game that are compared: defects show early."""
MOST_SECONDS = 0.2
"""The processor time that the definition, which is slow, may spend on the games of a program."""


class Difference(NamedTuple):
    """A difference between an engine and the interpreter, or a broken promise."""

    engine: str
    symptom: str
    detail: str

    def __str__(self) -> str:
        """Return the difference in a few lines."""
        return f"{self.engine}: {self.symptom}\n{self.detail}"


class Refused(Exception):
    """The error of a program that is refused."""


# --------------------------------------------------------------------------------------------- reading


@cache
def _parts(uses: tuple[str, ...], shared: tuple[str, ...], text: str) -> tuple[Part, ...]:
    source = Source("made.rules", text)
    start, _ = parse(source)
    assert start is not None
    parts, problems = pipeline.parts_of(start, source)
    if problems:
        raise Refused(problems[0].sentence)
    return tuple(parts)


@lru_cache(maxsize=4)
def tree_of(text: str) -> nodes.Start:
    """Return the nodes of a program."""
    source = Source("made.rules", text)
    start, problems = parse(source)
    if start is None:
        raise Refused(f"{problems[0].code}: {problems[0].sentence}")
    return start


def rules_of(text: str, choices: Mapping[str, str]) -> model.Rules:
    """Return the rules of a program under a choice of readings; raise Refused if they have a problem.

    Unused names are allowed: a sentence that uses the name may belong to a reading that is not chosen.
    """
    start = tree_of(text)
    source = Source("made.rules", text)
    parts: tuple[Part, ...] = ()
    uses = tuple(use.label.text for use in start.uses)
    shared = tuple(node.label.text for node in walk(start) if isinstance(node, nodes.Shared))
    if uses or shared:
        head = "\n".join(['edition "x" of x.', *(f"use {use}." for use in uses), "", 'editor "x"'])
        body = [f"  use §III.5 of {label}." for label in shared] or ["  this game is for 2 players."]
        parts = _parts(uses, shared, "\n".join([head, *body]) + "\n")
    digest = hashlib.sha256(f"{text}{sorted(choices.items())}".encode()).hexdigest()
    result = resolution("made", "made", [*parts, Part(start, source)], choices, digest)
    for problem in result.problems:
        if problem.level == "error" and problem.code != "unused-name":
            where = source.position(problem.span.start)[0] if problem.span is not None else 0
            raise Refused(f"{problem.code}: {problem.sentence} (line {where})")
    if result.problems and any(is_endless(result.rules, part) for part in walk(result.rules)):
        raise Refused("endless")  # the resolver does not look for such loops in rules with another error
    return result.rules


def is_endless(rules: model.Rules, part: object) -> bool:
    """Return whether part of a program is a loop of many rounds that asks nobody."""
    if not isinstance(part, model.Until) or part.most < MOST_ROUNDS or is_surely_finite(rules, part):
        return False
    return not LengthEstimator(rules).length(part.acts).asks


def printer_differences(text: str) -> Iterator[Difference]:
    """Yield the differences between a program and its printed form, and between that and a second printing."""
    once = print_rules(Source("made.rules", text))
    if _bare(tree_of(text)) != _bare(tree_of(once)):
        yield Difference("printer", "another tree", once)
    if print_rules(Source("made.rules", once)) != once:
        yield Difference("printer", "another layout the second time", once)


def _bare(part: Any) -> Any:
    """Return a tree of nodes as plain tuples, without spans."""
    if isinstance(part, tuple):
        return tuple(map(_bare, part))
    if isinstance(part, nodes.Word):
        return part.text
    fields = getattr(part, "__match_args__", None)
    return (type(part).__name__, *(_bare(getattr(part, name)) for name in fields if name != "span")) if fields else part


def rules_for(text: str, seed: int) -> model.Rules:
    """Return the rules of a program under random readings, or under the default readings if those are refused."""
    chance = random.Random(seed)
    doubts = [node for node in walk(tree_of(text)) if isinstance(node, nodes.Doubt)]
    try:
        return rules_of(text, {doubt.name.text: chance.choice(doubt.alternatives).name.text for doubt in doubts})
    except Refused:
        return rules_of(text, {})


# ------------------------------------------------------------------------------------------- comparing


def differences(text: str, seed: int, ways: tuple[str, ...] = ENGINES, games: int = 1) -> list[Difference]:
    """Return the differences between engines on a number of games of a program, and the broken promises."""
    rules = rules_for(text, seed)
    seats = rules.seats[0] + seed % (rules.seats[1] - rules.seats[0] + 1)
    result = list(printer_differences(text)) if "printer" in ways else []
    for name in ways:
        try:
            result += WAYS[name](rules, seats, range(seed, seed + games)) if name in WAYS else []
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            crash = f"crash: {type(error).__name__} in {where.name}"
            result.append(Difference(name, crash, "".join(traceback.format_exception(error)[-6:])))
    return result


def _of_engines(rules: model.Rules, seats: int, seeds: range, is_fast: bool = False) -> list[Difference]:
    """Compare generated code with the interpreter, in whole games and question by question, by a hash of each game."""
    rules = replace(rules, digest="")  # rules without a digest are not cached on disk
    if asks_the_world(rules):
        return []
    short = [seed for seed in seeds if engines.interpreter_game(rules, seed, seats, MOST_DECISIONS)[0] != "unfinished"]
    try:
        pairs = [pair for seed in short for pair in engines.differing(rules, seats, range(seed, seed + 1), is_fast)]
    except OnlyInterpreted:
        return []
    # Compiled rules have a limit of groups, and report it; the interpreter has none.
    pairs = [pair for pair in pairs if pair.other[0] != "too-large"]
    return [Difference(pair.engine, "another game", f"{pair.first}\n{pair.other}") for pair in pairs]


def _of_definition(rules: model.Rules, seats: int, seeds: range, is_probed: bool) -> list[Difference]:
    """Compare each question, set of answers and position with the definition of the language."""
    try:
        pairs = alongside.compare_seeds(rules, seats, seeds, MOST_DECISIONS, is_probed, MOST_SECONDS)
    except RulesFault:
        # A result at the end of the game raises an error of the rules.
        return []
    return [
        Difference("definition", f"another {case.part.partition(' of ')[0]}", f"{seed}, decision {case.move}: {case}")
        for seed, case in pairs
    ]


# ------------------------------------------------------------------------------- the promises of a game


def _promises(rules: model.Rules, seats: int, seeds: range) -> list[Difference]:
    """Play with the class `Game`; taking back, saving, loading and looking must not change a game."""
    for seed in seeds:
        _check_promises(rules, seats, seed)
    return []


def _check_promises(rules: model.Rules, seats: int, seed: int) -> None:
    rules = replace(rules, meaning=rules.digest[:16])
    chance, lot = Chance(seed).branch(0), random.Random(seed)
    try:
        game, with_reasons = (Game(rules, seed=seed, seats=seats, reasons=reasons) for reasons in (False, True))
        while not game.is_over and game.count < MOST_DECISIONS:
            options = game.options
            answer = (
                options[chance.below(len(options))] if not game.is_observing else options[lot.randrange(len(options))]
            )
            before, count = game.snapshot(), game.count
            game.play(answer)
            with_reasons.play(answer)
            assert with_reasons.snapshot() == game.snapshot(), "reasons change the game"
            if game.player is None or lot.random() > 0.2:
                continue
            after = game.snapshot()
            _check_pieces(game.position)
            _check_view(game, lot.randrange(seats), lot.random())
            game.take_back(count)
            assert game.snapshot() == before, "a move that is taken back leaves a trace"
            game.play(answer)
            assert game.snapshot() == after, "a move that is taken back and made again gives another position"
            copy = replay(rules, records.read(records.write(game.record())))
            assert copy.snapshot() == after, "a game that is saved and loaded is another"
    except RulesFault:
        return


def _check_pieces(state: State) -> None:
    pieces = sorted(piece for pile in state.places for piece in pile)
    assert pieces == list(range(len(state.where))), "pieces are lost, or lie in two places"
    assert all(piece in state.places[place] for piece, place in enumerate(state.where)), "pieces lie elsewhere"


def _check_view(game: Game, player: int, lot: float) -> None:
    """Assert that the view of a player is the same in another position that is possible for him."""
    view = game.view(player)
    json.dumps(view._asdict(), default=str)
    position = game.sample_position(player, Chance(int(lot * 1000)))
    _check_pieces(position)
    other = game.sights.view(position, player)
    assert (other.places, other.states) == (view.places, view.states), "a player sees what he cannot know"
    assert (other.numbers, other.roles) == (view.numbers, view.roles), "public information differs"


WAYS: Final[dict[str, Callable[[model.Rules, int, range], list[Difference]]]] = {
    "python": _of_engines,
    "numba": lambda rules, seats, seeds: _of_engines(rules, seats, seeds, is_fast=True),
    "definition": lambda rules, seats, seeds: _of_definition(rules, seats, seeds, is_probed=False),
    "probes": lambda rules, seats, seeds: _of_definition(rules, seats, seeds, is_probed=True),
    "promises": _promises,
}
