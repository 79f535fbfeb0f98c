"""Play random games of an edition, and report rules that fail before the end of a game.

    there is a mark of each player, a number from 0 to 8.     player 1's mark grows by 3, three times
    out-of-bounds: “mark” would leave its bounds; its bounds are 0 and 8.     with sentence, clause, remedy and seed

Five faults are reported: a game that stops; games that all end at a bound, such as `at most 30 times`; games in which
nobody is ever asked; a choice between pieces that the player does not see; and a name that is none in every position,
although the sentence that sets it is carried out repeatedly.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from cc_dsl.closures.state import Outcome, State
from cc_dsl.core.faults import RulesFault
from cc_dsl.diagnostics.problem import Problem, RulesError
from cc_dsl.engine.game import WORLD, Game
from cc_dsl.pipeline import Edition
from cc_dsl.resources import grammar_data
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance
from cc_dsl.trees import exchange, replace, walk
from cc_dsl.words.book import book_of

GAMES = 200
SECONDS = 1.0
"""The CPU time after which play stops, even in the middle of a game."""
ENOUGH = 20
"""The number of finished games from which “all of them end at a bound” is worth reporting."""
WATCHED = 3
"""The number of games in which every choice is compared with what the player sees."""
MANY_GAMES, STORE_GAMES, MANY_STORES = 50, 20, 5
"""A name is reported if it stays none in MANY games, while a sentence that should set it is carried out in OFTEN of
TRIED.
"""


def problem_in_play(
    edition: Edition, code: str, sentence: str, where: str, remedies: Sequence[str] = (), level: str = "error"
) -> Problem:
    """Return the problem of a sentence that play cannot carry out, with its place and clauses.

    `sentence` says what is wrong, and `where` is the sentence of the rules, on one line.
    """
    remedies = tuple(remedies or grammar_data("remedies").get(code, ()))
    book = book_of(edition)
    origin = book.origin_of(where)
    next_words = edition.source.text[edition.source.start_of(origin.line) :] if origin is not None else ""
    begin = " ".join(where.split()[:3]).rstrip(".:,")
    if origin is None or origin.line <= 0 or begin not in " ".join(next_words[:400].split()):
        # The sentence belongs to a library.
        full = f"{sentence} ({where})" if where else sentence
        return Problem(code, full, remedies=remedies, level=level)
    full_names = (f"{edition.name}.{clause}" for clause in origin.clauses if ":" not in clause)
    clauses = tuple((clause, words) for clause in full_names if (words := book.printed_words(clause)))
    return Problem(
        code, sentence, *edition.source_of_line(origin.line), clauses=clauses, remedies=remedies, level=level
    )


def command_for(edition: Edition, players: Sequence[str], seed: int) -> str:
    """Return the command that replays a game between computer players."""
    doubts = (doubt for doubt in edition.rules.doubts.values() if doubt.chosen != doubt.default)
    reading_options = "".join(f" --reading {doubt.name}={doubt.chosen}" for doubt in doubts)
    return f"circular play {edition.argument} --players {','.join(players)} --seed {seed}{reading_options}"


def problems_of_play(edition: Edition) -> list[Problem]:
    """Play random games of an edition for a second of CPU time, and return the problems of its rules."""
    try:
        rules, until = edition.rules, time.process_time() + SECONDS
    except RulesError:
        return []  # problems of the words or the rules come first and are reported elsewhere
    ends: Counter[str] = Counter()
    moves = 0
    cells_with_value: set[int] = set()
    unseen: dict[str, None] = {}
    for seed in range(GAMES):
        try:
            end = _play(rules, seed, until, cells_with_value, unseen if seed < WATCHED else None)
        except RulesFault as fault:
            again = f"See the game up to this point:   {_replay_command(edition, seed)}"
            remedies = (*grammar_data("remedies").get(fault.code, ()), again)
            return [problem_in_play(edition, fault.code, fault.sentence, fault.where, remedies)]
        if end is None:
            break
        ends[end.stopped_by] += 1
        moves += end.moves
    problems: list[Problem] = []

    def warn(code: str, sentence: str, where: str, *remedies: str) -> None:
        problems.append(problem_in_play(edition, code, sentence, where, remedies, level="warning"))

    asks = [
        act.origin.sentence
        for act in walk((*rules.procedures.values(), *rules.happenings.values()))
        if isinstance(act, model.ChooseOption) or (isinstance(act, model.Choose) and act.chooser is not None)
    ]
    if asks and not moves and ends.total() >= ENOUGH:
        sentence = f"In {ends.total()} random games nobody was ever asked anything: this question was never reached."
        remedy = "Find the condition that keeps play from reaching it; perhaps it tests a role that nobody has yet."
        warn("never-asked", sentence, asks[0], remedy, f"See a game:   {_replay_command(edition, 0)}")
    if all(ends) and ends.total() >= ENOUGH:
        sentence = f"Each of {ends.total()} random games ends at a bound, most often at this one."
        remedy = "Allow more rounds, leave out “or the game ends”, or find out why nothing ends the game earlier."
        bound = max(ends, key=ends.__getitem__)
        warn("always-bounded", sentence, bound, remedy, f"See such a game:   {_replay_command(edition, 0)}")
    for where in unseen:
        sentence = "Here a player chooses among pieces without seeing them, but the question names each of them."
        warn("unseen-choice", sentence, where)
    return [*problems, *(_always_none(edition, cells_with_value) if ends.total() >= MANY_GAMES else ())]


def _always_none(edition: Edition, cells_with_value: set[int]) -> Iterator[Problem]:
    """Yield each name that never gets a value, although a sentence that sets it is carried out in many games.

    If the sentence uses another name that never gets one, that is the name to set.
    """
    rules, until = edition.rules, time.process_time() + SECONDS
    bodies = (*rules.procedures.values(), *rules.happenings.values())
    stored = rules.stored_as("role", "held")
    cells = [cell for cell in stored if cells_with_value.isdisjoint(cell.cells(rules.seats[1]))]
    for cell in cells:
        acts = (part for part in walk(bodies) if isinstance(part, model.Store) and part.name == cell.name)
        # Setting a role to none gives it to nobody.
        for act in (act for act in acts if any(case.thing != model.Nothing() for case in act.cases)):
            times, where = _times_carried_out(rules, act, until), act.origin.sentence
            if times >= MANY_STORES:
                games = f"in {times} of {STORE_GAMES} random games"
                nobody = "nobody" if cell.form == "role" else "nothing"
                used = {part.base for part in walk(act) if isinstance(part, model.Load)}
                cause = next((other for other in cells if other is not cell and other.base in used), cell)
                sets = f"becomes {cause.name}" if cause.form == "role" else f"{cause.name} is now …"
                sentence = f"“{cause.name}” stays none: {games} this sentence finds {nobody}."
                remedy = f"Set it earlier, for example:   before the game: … {sets}."
                yield problem_in_play(edition, "role-of-nobody", sentence, where, (remedy,), "warning")
                break


def _times_carried_out(rules: model.Rules, act: model.Store, until: float) -> int:
    """Return the number of games in which an act is carried out; a false belief in its place stops each such game."""
    belief = {act: model.Believe(model.Not(model.Always()), act.origin)}
    stopping_rules = replace(
        rules,
        procedures={name: exchange(body, belief) for name, body in rules.procedures.items()},
        happenings={name: exchange(body, belief) for name, body in rules.happenings.items()},
        digest=f"{rules.digest} without {act.origin.line} {act.origin.sentence}",
    )
    times = 0
    for seed in range(STORE_GAMES):
        try:
            if _play(stopping_rules, seed, until, set()) is None:
                break
        except RulesFault as fault:
            times += fault.where == act.origin.sentence
    return times


def _play(
    rules: model.Rules, seed: int, until: float, cells_with_value: set[int], unseen: dict[str, None] | None = None
) -> Outcome | None:
    """Play the game of a seed, as `circular play` does, and note which cells get a value; return None if time is up.

    The sentences that offer pieces which the player does not see are noted in `unseen`, if it is given.
    """
    game = _NotedGame(rules, seed, cells_with_value)
    world, players = Chance(seed).branch(WORLD), Chance(seed).branch(0)
    while not game.is_over:
        if time.process_time() > until:
            return None
        if unseen is not None and not game.is_observing and game.offers_unseen():
            unseen[game.question_term.act.origin.sentence] = None
        game.play(game.draw_answer(world if game.is_observing else players))
    return game.outcome


class _NotedGame(Game):
    """A game that notes the number of each cell that ever gets a value, from its first position onwards."""

    def __init__(self, rules: model.Rules, seed: int, cells_with_value: set[int]) -> None:
        self._cells_with_value = cells_with_value
        super().__init__(rules, seed, seats=_seats(rules, seed))

    def _first_state(self) -> State:
        state = super()._first_state()
        state.cells = cells = _NotedCells(state.cells)
        cells.cells_with_value = self._cells_with_value
        return state


class _NotedCells(list[Any]):
    cells_with_value: set[int]

    def __setitem__(self, cell: Any, content: Any) -> None:
        if content is not None and content != ():
            self.cells_with_value.add(cell)
        super().__setitem__(cell, content)


def _replay_command(edition: Edition, seed: int) -> str:
    return command_for(edition, ["random"] * _seats(edition.rules, seed), seed)


def _seats(rules: model.Rules, seed: int) -> int:
    """Return the number of players in the game of a seed, so that each possible number occurs."""
    least, most = rules.seats
    return least + seed % (most - least + 1)
