"""Plays random programs with every engine, compares every decision, and tests what a game promises."""

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
from cc_dsl.rules.gather import Part
from cc_dsl.rules.resolve import resolution
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
"""What is compared with the interpreter by default."""
CHECKS: Final = ("printer", "promises", "probes")
"""What is dearer to check: printing and reading again, what a game promises, and what every definition means."""
MOST_DECISIONS = 400
"""A game is compared no further: what is wrong shows early."""
MOST_SECONDS = 0.2
"""The processor time for which the definition, which is slow, plays along in the games of a program."""


class Difference(NamedTuple):
    """Where an engine parts from the interpreter, or a promise is broken."""

    engine: str
    what: str
    detail: str

    def __str__(self) -> str:
        """Say it in a few lines."""
        return f"{self.engine}: {self.what}\n{self.detail}"


class Refused(Exception):
    """A program is refused."""


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
def parsed(text: str) -> nodes.Start:
    """Return the nodes of a program."""
    source = Source("made.rules", text)
    start, problems = parse(source)
    if start is None:
        raise Refused(f"{problems[0].code}: {problems[0].sentence}")
    return start


def loaded(text: str, choices: Mapping[str, str]) -> model.Rules:
    """Return the rules of a program under a choice of readings; raise Refused if they have a problem.

    Names that nothing uses are none: a sentence of a doubt may not be chosen.
    """
    start = parsed(text)
    source = Source("made.rules", text)
    parts: tuple[Part, ...] = ()
    uses = tuple(use.label.text for use in start.uses)
    shared = tuple(one.label.text for one in walk(start) if isinstance(one, nodes.Shared))
    if uses or shared:
        head = "\n".join(['edition "x" of x.', *(f"use {use}." for use in uses), "", 'editor "x"'])
        body = [f"  use §III.5 of {label}." for label in shared] or ["  this game is for 2 players."]
        parts = _parts(uses, shared, "\n".join([head, *body]) + "\n")
    digest = hashlib.sha256(f"{text}{sorted(choices.items())}".encode()).hexdigest()
    found = resolution("made", "made", [*parts, Part(start, source)], choices, digest)
    for problem in found.problems:
        if problem.level == "error" and problem.code != "unused-name":
            where = source.position(problem.span.start)[0] if problem.span is not None else 0
            raise Refused(f"{problem.code}: {problem.sentence} (line {where})")
    return found.rules


def reprinted(text: str) -> Iterator[Difference]:
    """Compare a program with what the printer makes of it, and that with what it makes of it again."""
    once = print_rules(Source("made.rules", text))
    if _bare(parsed(text)) != _bare(parsed(once)):
        yield Difference("printer", "another tree", once)
    if print_rules(Source("made.rules", once)) != once:
        yield Difference("printer", "another layout the second time", once)


def _bare(part: Any) -> Any:
    """Return a tree of nodes as plain tuples, without places."""
    if isinstance(part, tuple):
        return tuple(map(_bare, part))
    if isinstance(part, nodes.Word):
        return part.text
    fields = getattr(part, "__match_args__", None)
    return (type(part).__name__, *(_bare(getattr(part, name)) for name in fields if name != "span")) if fields else part


def rules_for(text: str, seed: int) -> model.Rules:
    """Return the rules of a program under readings that the seed chooses, or by default if those are refused."""
    chance = random.Random(seed)
    doubts = [one for one in walk(parsed(text)) if isinstance(one, nodes.Doubt)]
    try:
        return loaded(text, {one.name.text: chance.choice(one.alternatives).name.text for one in doubts})
    except Refused:
        return loaded(text, {})


# ------------------------------------------------------------------------------------------- comparing


def differences(text: str, seed: int, ways: tuple[str, ...] = ENGINES, games: int = 1) -> list[Difference]:
    """Return all in which engines differ on so many games of a program, and all promises broken."""
    rules = rules_for(text, seed)
    seats = rules.seats[0] + seed % (rules.seats[1] - rules.seats[0] + 1)
    found = list(reprinted(text)) if "printer" in ways else []
    for name in ways:
        try:
            found += WAYS[name](rules, seats, range(seed, seed + games)) if name in WAYS else []
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            told = f"{type(error).__name__} in {where.name}"
            found.append(Difference(name, f"crash: {told}", "".join(traceback.format_exception(error)[-6:])))
    return found


def _of_engines(rules: model.Rules, seats: int, seeds: range, is_fast: bool = False) -> list[Difference]:
    """Compare generated code, whole games and question by question, by a hash of all questions and answers."""
    rules = replace(rules, digest="")  # without a digest nothing is cached on disk
    if asks_the_world(rules):
        return []
    short = [seed for seed in seeds if engines.interpreter_game(rules, seed, seats, MOST_DECISIONS)[0] != "unfinished"]
    try:
        found = [one for seed in short for one in engines.differing(rules, seats, range(seed, seed + 1), is_fast)]
    except OnlyInterpreted:
        return []
    # Compiled rules have room for so many groups, and say so; the interpreter has no such limit.
    found = [one for one in found if one.other[0] != "too-large"]
    return [Difference(one.engine, "another game", f"{one.first}\n{one.other}") for one in found]


def _of_definition(rules: model.Rules, seats: int, seeds: range, is_probed: bool) -> list[Difference]:
    """Compare each question, set of answers and position with the definition of the language."""
    try:
        found = alongside.differing(rules, seats, seeds, MOST_DECISIONS, is_probed, MOST_SECONDS)
    except RulesFault:
        # The rules report a result at the end that raises an error.
        return []
    return [
        Difference("definition", f"another {one.what.partition(' of ')[0]}", f"{seed}, decision {one.move}: {one}")
        for seed, one in found
    ]


# ------------------------------------------------------------------------------- what a game promises


def _promises(rules: model.Rules, seats: int, seeds: range) -> list[Difference]:
    """Play with the class that everybody plays with: take back, save, load, look; nothing may be changed by it."""
    for seed in seeds:
        _keep_promises(rules, seats, seed)
    return []


def _keep_promises(rules: model.Rules, seats: int, seed: int) -> None:
    rules = replace(rules, meaning=rules.digest[:16])
    chance, lot = Chance(seed).branch(0), random.Random(seed)
    try:
        game, reasoned = (Game(rules, seed=seed, seats=seats, reasons=reasons) for reasons in (False, True))
        while not game.is_over and game.count < MOST_DECISIONS:
            options = game.options
            answer = (
                options[chance.below(len(options))] if not game.is_observing else options[lot.randrange(len(options))]
            )
            before, count = game.snapshot(), game.count
            game.play(answer)
            reasoned.play(answer)
            assert reasoned.snapshot() == game.snapshot(), "reasons change the game"
            if game.player is None or lot.random() > 0.2:
                continue
            after = game.snapshot()
            _conserved(game.position)
            _looked_at(game, lot.randrange(seats), lot.random())
            game.take_back(count)
            assert game.snapshot() == before, "what was taken back leaves a trace"
            game.play(answer)
            assert game.snapshot() == after, "a choice that is taken back and made again leads elsewhere"
            again = replay(rules, records.read(records.write(game.record())))
            assert again.snapshot() == after, "a game that is saved and loaded is another"
    except RulesFault:
        return


def _conserved(state: State) -> None:
    lying = sorted(piece for pile in state.places for piece in pile)
    assert lying == list(range(len(state.where))), "pieces are lost, or lie in two places"
    assert all(piece in state.places[place] for piece, place in enumerate(state.where)), "pieces lie elsewhere"


def _looked_at(game: Game, player: int, lot: float) -> None:
    """Look at what a player can know: in another position that is possible for him it is the same."""
    view = game.view(player)
    json.dumps(view._asdict(), default=str)
    possible = game.sample_position(player, Chance(int(lot * 1000)))
    _conserved(possible)
    seen = game.sights.view(possible, player)
    assert (seen.places, seen.states) == (view.places, view.states), "a player sees what he cannot know"
    assert (seen.numbers, seen.roles) == (view.numbers, view.roles), "what everybody knows is otherwise"


WAYS: Final[dict[str, Callable[[model.Rules, int, range], list[Difference]]]] = {
    "python": _of_engines,
    "numba": lambda rules, seats, seeds: _of_engines(rules, seats, seeds, is_fast=True),
    "definition": lambda rules, seats, seeds: _of_definition(rules, seats, seeds, is_probed=False),
    "probes": lambda rules, seats, seeds: _of_definition(rules, seats, seeds, is_probed=True),
    "promises": _promises,
}
