"""Plays random programs with every engine, and compares every decision: who is asked, the legal answers, the position.

The interpreter is the measure.  Each other engine gives either a transcript of all decisions, or, where it plays whole
games at once, how the game ended and a hash of all questions and answers.
"""

from __future__ import annotations

import hashlib
import json
import random
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from cc_dsl import pipeline
from cc_dsl.closures.runtime import ChanceSource, runtime_of
from cc_dsl.closures.state import RulesFault, State
from cc_dsl.codegen.faults import OnlyInterpreted, PlayFault
from cc_dsl.codegen.runtime import hash_answer, traced_groups
from cc_dsl.compiler.games import CompiledGames
from cc_dsl.compiler.steps import Position, Steps
from cc_dsl.engine.game import WORLD, Game, replay
from cc_dsl.engine.judge import told_of_game
from cc_dsl.rules import model
from cc_dsl.rules.gather import Part
from cc_dsl.rules.resolve import resolution
from cc_dsl.source.files import Source
from cc_dsl.study.games import result_decoder
from cc_dsl.syntax import nodes
from cc_dsl.syntax.parser import parse
from cc_dsl.syntax.printer import print_rules
from cc_dsl.table import record as records
from cc_dsl.table.chance import Chance
from cc_dsl.trees import replace, walk
from tests.definition import alongside
from tests.differential.engines import as_counted, compiled_games, traced_world
from tests.stepping import drawn, end, is_over, legal

ENGINES: Final = ("reasons", "python", "steps", "definition")
"""What is compared with the interpreter by default."""
CHECKS: Final = ("printer", "promises", "probes")
"""What is dearer to check: printing and reading again, what a game promises, and what every definition means."""
FAST: Final = ("numba", "numba-steps")
FURTHER: Final = 1_000_003
"""So far apart are the seeds of the games of one program."""
Compiled = TypeVar("Compiled")
MOST_DECISIONS = 400
"""A game is compared no further: what is wrong shows early."""


UNFINISHED: Final = ("unfinished",)


class Decision(NamedTuple):
    """What was asked of whom, the answer, and the position in which it was asked."""

    who: int
    options: tuple[int, ...]
    groups: tuple[int, ...]
    answer: int
    places: tuple[Any, ...]
    cells: tuple[int, ...]
    marks: tuple[int, ...]


class Transcript(NamedTuple):
    """A game, decision by decision, and how it ended: or the fault of the rules."""

    decisions: tuple[Decision, ...]
    end: tuple[Any, ...]
    trace: int = 0


class Difference(NamedTuple):
    """Where an engine parts from the interpreter, or a promise is broken."""

    engine: str
    what: str
    detail: str

    def __str__(self) -> str:
        """Say it in a few lines."""
        return f"{self.engine}: {self.what}\n{self.detail}"


class Refused(Exception):
    """A program is refused, though it should not be."""


class SameConditions(Refused):
    """A program is refused, as it should be: two of its exceptions have conditions of one meaning."""


# --------------------------------------------------------------------------------------------- reading


@cache
def _parts(uses: tuple[str, ...], shared: tuple[str, ...], text: str) -> tuple[Part, ...]:
    source = Source("made.rules", text)
    start, _ = parse(source)
    assert start is not None
    parts, problems = pipeline.parts_of(start, source)
    assert not problems, problems
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
        if problem.code == "two-answers":
            raise SameConditions
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


# --------------------------------------------------------------------------------------------- engines


def interpreted(rules: model.Rules, seed: int, seats: int, writes: str = "plain") -> Transcript:
    """Play a seed with the interpreter, which writes reasons down or does not."""
    runtime = runtime_of(rules, writes, seats)
    state, trace, moves = runtime.new_state(), 0, 0
    decisions: list[Decision] = []
    state.chance = ChanceSource(Chance(seed))
    answers, world = Chance(seed).branch(0), Chance(seed).branch(WORLD).below
    pieces = len(rules.pieces.names)
    try:
        runtime.program.begin(state)
        runtime.program.run(state)
        while state.outcome is None and len(decisions) < MOST_DECISIONS:
            assert state.player is not None
            _conserved(state)
            options, count = tuple(state.options), len(state.options)
            groups = tuple(one.sort << pieces | _bits(one.pieces) for one in state.offered)
            menu = runtime.program.askings[state.asking].menu
            if menu is not None:
                answer = menu.draw(state.options, world)
                trace = traced_world(trace, state.options, answer)
                decisions.append(_decision(rules, seats, state, (), options, options.index(answer)))
            else:
                answer = runtime.program.draw_answer(state, answers)
                told = _bits(options)
                if groups:
                    trace, told = traced_groups(trace, list(groups), 0, count), count
                trace, moves = hash_answer(trace, state.player, told, answer), moves + 1
                decisions.append(_decision(rules, seats, state, options, groups, answer))
            state.answer = answer
            runtime.program.run(state)
        if state.outcome is None:
            return Transcript(tuple(decisions), UNFINISHED, trace)
        said = as_counted(rules, told_of_game(runtime_of(rules, "plain", seats), state))
    except RulesFault as fault:
        return Transcript(tuple(decisions), (fault.code, fault.where), trace)
    return Transcript(
        tuple(decisions), (state.outcome.winners, state.outcome.reason, moves, tuple(said.items())), trace
    )


def _bits(numbers: Any) -> int:
    return sum(1 << one for one in numbers)


def _conserved(state: State) -> None:
    lying = sorted(piece for pile in state.places for piece in pile)
    assert lying == list(range(len(state.where))), "pieces are lost, or lie in two places"
    assert all(piece in state.places[place] for piece, place in enumerate(state.where)), "pieces lie elsewhere"


def _decision(
    rules: model.Rules, seats: int, state: State, options: tuple[int, ...], groups: tuple[int, ...], answer: int
) -> Decision:
    places = []
    for place in rules.places:
        for pile in state.places[place.base : place.base + place.many(seats)]:
            places.append(tuple(pile))
    cells = [state.cells[cell] for cell in _cells(rules, seats)]
    player = state.player if state.player is not None else -1
    known = tuple(-1 if one is None else sum(1 << it for it in one) if isinstance(one, tuple) else one for one in cells)
    return Decision(player, options, groups, answer, tuple(places), known, tuple(state.marks))


def _cells(rules: model.Rules, seats: int) -> Iterator[int]:
    """Yield the number of every cell that play changes: roles, numbers and what else is held."""
    for one in rules.stored:
        yield from one.cells(seats)


def stepped(rules: model.Rules, steps: Steps, seed: int) -> Transcript:
    """Play a seed with generated code that stops at every question."""
    position, answers = steps.begin(seed), Chance(seed).branch(0)
    decisions: list[Decision] = []
    while not is_over(position) and len(decisions) < MOST_DECISIONS:
        answer = drawn(position, answers)
        decisions.append(_stepped_decision(rules, position, tuple(legal(position)), tuple(position.groups), answer))
        position.step(answer)
    if not is_over(position):
        return Transcript(tuple(decisions), UNFINISHED)
    try:
        outcome = end(position)
    except PlayFault as fault:
        return Transcript(tuple(decisions), (fault.code, fault.where))
    assert outcome is not None
    said = result_decoder(rules, steps.source.told)(outcome.told)
    return Transcript(tuple(decisions), (outcome.winners, outcome.reason, outcome.moves, tuple(said.items())))


def _stepped_decision(
    rules: model.Rules, position: Position, options: tuple[int, ...], groups: tuple[int, ...], answer: int
) -> Decision:
    flat, vector, seats = position.steps.flat, position.vector, position.steps.seats
    places: list[Any] = []
    for place in rules.places:
        var, count = flat.places[place.base], flat.counts.get(place.base)
        for number in range(place.many(seats)):
            if count is None:
                # Nobody can come to know in what order these lie.
                bits = int(vector[var.start + number])
                places.append(frozenset(one for one in range(flat.pieces) if bits >> one & 1))
            else:
                first = var.start + number * flat.pieces
                pile = map(int, vector[first : first + int(vector[count.start + number])])
                # A place without order may be kept with one, if something is shuffled into it: no rule can read it.
                places.append(tuple(pile) if place.is_ordered else frozenset(pile))
    marks = [0] * flat.pieces
    for state, var in flat.marks.items():
        for piece in range(flat.pieces):
            if int(vector[var.start]) >> piece & 1:
                marks[piece] = state
    cells: list[int] = []
    for var in flat.cells.values():
        cells += (int(one) for one in vector[var.start : var.start + var.size])
    return Decision(position.to_move, options, groups, answer, tuple(places), tuple(cells), tuple(marks))


# ------------------------------------------------------------------------------------------- comparing


def setting(rules_text: str, seed: int) -> tuple[dict[str, str], int]:
    """Return the readings that are chosen in the game of a seed, and by what the number of players is found."""
    chance = random.Random(seed)
    doubts = [one for one in walk(parsed(rules_text)) if isinstance(one, nodes.Doubt)]
    return {one.name.text: chance.choice(one.alternatives).name.text for one in doubts if chance.random() < 0.6}, seed


def differences(text: str, seed: int, engines: tuple[str, ...] = ENGINES, games: int = 1) -> list[Difference]:
    """Return all in which engines differ on the game of a seed, and on further games; and all promises broken.

    The first game that differs is the last.  Raise `SameConditions` where there is nothing to play.
    """
    try:
        choices, number = setting(text, seed)
        rules = loaded(text, choices)
    except SameConditions:
        raise
    except Refused as refused:
        return [Difference("check", "refused", str(refused))]
    seats = rules.seats[0] + number % (rules.seats[1] - rules.seats[0] + 1)
    found = list(reprinted(text)) if "printer" in engines else []
    for number in range(games):
        found += compared(rules, seed + number * FURTHER, seats, engines)
        if found:
            break
    return found


def compared(rules: model.Rules, seed: int, seats: int, engines: tuple[str, ...]) -> Iterator[Difference]:
    first = _tried("interpreter", lambda: interpreted(rules, seed, seats))
    if isinstance(first, Difference):
        yield first
        return
    for name in engines:
        play = PLAYERS.get(name)
        if play is None:
            continue
        other = _tried(name, lambda play=play: play(rules, seed, seats))  # type: ignore[misc]
        if isinstance(other, Difference):
            yield other
        elif other is not None and first.end == UNFINISHED and not isinstance(other, Transcript):
            continue
        elif isinstance(other, Transcript):
            yield from _parting(name, first, other)
        elif other is not None:
            mine = first.end if len(first.end) == 2 else (*first.end, first.trace)
            if other != mine:
                yield Difference(name, _kind_of_end(mine, other), f"{mine}\n{other}")


def _kind_of_end(mine: tuple[Any, ...], other: tuple[Any, ...]) -> str:
    if len(mine) == 2 or len(other) == 2:
        return f"another fault: {mine[0] if len(mine) == 2 else 'none'}, {other[0] if len(other) == 2 else 'none'}"
    return "another end" if mine[:-1] != other[:-1] else "other decisions"


def _tried(name: str, play: Callable[[], Any]) -> Any:
    try:
        return play()
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        told = f"{type(error).__name__} in {where.name}"
        return Difference(name, f"crash: {told}", "".join(traceback.format_exception(error)[-6:]))


def _parting(name: str, first: Transcript, other: Transcript) -> Iterator[Difference]:
    """Yield the first decision in which two transcripts differ, or that they end differently."""
    for number, (one, two) in enumerate(zip(first.decisions, other.decisions, strict=False)):
        # Where nobody can come to know in what order pieces lie, an engine may know it as little.
        alike = (frozenset(a) if isinstance(b, frozenset) else a for a, b in zip(one.places, two.places, strict=True))
        one = one._replace(places=tuple(alike))
        for field, mine, theirs in zip(Decision._fields, one, two, strict=True):
            if mine != theirs:
                yield Difference(name, f"another {field}", f"decision {number}:\n{mine}\n{theirs}")
                return
    if len(first.decisions) != len(other.decisions) or first.end != other.end:
        ends = f"{len(first.decisions)} decisions, {first.end}\n{len(other.decisions)} decisions, {other.end}"
        yield Difference(name, _kind_of_end(first.end, other.end), ends)


def _made_once(make: Callable[[model.Rules, int], Compiled]) -> Callable[[model.Rules, int], Compiled | None]:
    """Return what compiles rules, if they can be, and remembers the last: several games of one program need it once."""
    last: list[tuple[model.Rules, int, Compiled | None]] = []

    def made(rules: model.Rules, seats: int) -> Compiled | None:
        if not last or last[0][0] is not rules or last[0][1] != seats:
            try:
                last[:] = [(rules, seats, make(rules, seats))]
            except OnlyInterpreted:
                last[:] = [(rules, seats, None)]
        return last[0][2]

    return made


def _whole(is_fast: bool) -> Callable[[model.Rules, int, int], Any]:
    # Rules without a digest are not kept on disk.
    compiled = _made_once(lambda rules, seats: CompiledGames(replace(rules, digest=""), seats, is_fast, is_traced=True))

    def play(rules: model.Rules, seed: int, seats: int) -> Any:
        games = compiled(rules, seats)
        return None if games is None else next(compiled_games(rules, games, range(seed, seed + 1)))

    return play


def _step_by_step(is_fast: bool) -> Callable[[model.Rules, int, int], Any]:
    compiled = _made_once(lambda rules, seats: Steps(rules, seats, is_fast))

    def play(rules: model.Rules, seed: int, seats: int) -> Transcript | None:
        steps = compiled(rules, seats)
        return None if steps is None else stepped(rules, steps, seed)

    return play


def _defined(is_probed: bool) -> Callable[[model.Rules, int, int], Any]:
    """Return what plays a seed by the definition of the language beside the interpreter."""

    def play(rules: model.Rules, seed: int, seats: int) -> Any:
        try:
            found = alongside.differing(rules, seats, range(seed, seed + 1), MOST_DECISIONS, is_probed)
        except RulesFault:
            # What is told at the end is at fault; of that the whole game tells.
            return alongside.definition_game(rules, seed, seats)
        if not found:
            return None
        _, one = found[0]
        what = one.what.partition(" of ")[0]
        return Difference("probes" if is_probed else "definition", f"another {what}", _told(one))

    return play


def _told(one: alongside.Difference) -> str:
    """Return a difference in a few lines; of two positions only what differs."""
    mine: Any = one.definition
    theirs: Any = one.interpreter
    if one.what == "position":
        parts = [(a, b) for a, b in zip(mine, theirs, strict=True) if a != b]
        mine, theirs = (
            [
                {key: pair[side][key] for key in pair[side] if pair[side][key] != pair[1 - side].get(key)}
                for pair in parts
            ]
            for side in (0, 1)
        )
    return f"decision {one.move}:\n{theirs}\n{mine}"


# ------------------------------------------------------------------------------- what a game promises


def _promises(rules: model.Rules, seed: int, seats: int) -> None:
    """Play with the class that everybody plays with: take back, save, load, look; nothing may be changed by it."""
    rules = replace(rules, meaning=rules.digest[:16])
    chance, lot = Chance(seed).branch(0), random.Random(seed)
    try:
        game = Game(rules, seed=seed, seats=seats)
        while not game.is_over and game.count < MOST_DECISIONS:
            options = game.options
            answer = (
                options[chance.below(len(options))] if not game.is_observing else options[lot.randrange(len(options))]
            )
            before, count = game.snapshot(), game.count
            game.play(answer)
            if game.player is None or lot.random() > 0.2:
                continue
            after = game.snapshot()
            _looked_at(game, lot.randrange(seats), lot.random())
            game.take_back(count)
            assert game.snapshot() == before, "what was taken back leaves a trace"
            game.play(answer)
            assert game.snapshot() == after, "a choice that is taken back and made again leads elsewhere"
            again = replay(rules, records.read(records.write(game.record())))
            assert again.snapshot() == after, "a game that is saved and loaded is another"
    except RulesFault:
        return


def _looked_at(game: Game, player: int, lot: float) -> None:
    """Look at what a player can know: in another position that is possible for him it is the same."""
    view = game.view(player)
    json.dumps(view._asdict(), default=str)
    possible = game.sample_position(player, Chance(int(lot * 1000)))
    _conserved(possible)
    seen = game.sights.view(possible, player)
    assert (seen.places, seen.states) == (view.places, view.states), "a player sees what he cannot know"
    assert (seen.numbers, seen.roles) == (view.numbers, view.roles), "what everybody knows is otherwise"


PLAYERS: Final[dict[str, Callable[[model.Rules, int, int], Any]]] = {
    "reasons": lambda rules, seed, seats: interpreted(rules, seed, seats, "reasons"),
    "python": _whole(is_fast=False),
    "steps": _step_by_step(is_fast=False),
    "definition": _defined(is_probed=False),
    "probes": _defined(is_probed=True),
    "numba": _whole(is_fast=True),
    "numba-steps": _step_by_step(is_fast=True),
    "promises": _promises,
}
"""Every engine but the interpreter; each gives a transcript, an end with a hash, or nothing where it only checks."""
