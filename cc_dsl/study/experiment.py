"""A study from request to document: the games, the players, the chunks, and the results.

request -> task (the data for each chunk) -> chunks -> counts -> document, with everything needed to repeat it
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from cc_dsl import pipeline
from cc_dsl.compiler import source_cache
from cc_dsl.compiler.games import can_compile, has_machine_code, why_not_compiled
from cc_dsl.diagnostics.problem import either, nearest
from cc_dsl.errors import UserError
from cc_dsl.figures import Tell
from cc_dsl.rules import model
from cc_dsl.rules.seating import require_seats
from cc_dsl.study.documents import CITING, COMPILED, MEASURES, READINGS, Counts, StudyDocument
from cc_dsl.study.effects import APART
from cc_dsl.study.games import Chunk, Task, add_counts, chunks_of, is_compiled, seat_names
from cc_dsl.study.schedulers import Scheduler, chunk_player
from cc_dsl.study.summary import summary
from cc_dsl.workers import processors

MOST_GAMES = 10**15
"""The most games of a study; at a million games a second they would take thirty years."""
MANY = 500
"""The number of games, measured move by move, from which several processes are worth starting."""
LONG = 10
"""The number of games from which Numba compiles the rules for thinking players, which takes as long as a few games."""
CHUNKS = 64
"""The approximate number of chunks of a study."""
SIZES = {"numba": (2_000, 2_000_000), "python": (10, 500), "interpreter": (1, 20)}
"""The least and the greatest number of games in a chunk, by engine; a chunk takes at most some seconds."""


class Request(NamedTuple):
    """The request for a study: from the command line or from Python, or declared by an edition for its pages."""

    games: int
    seed: int = 0
    players: tuple[str, ...] | int | None = None
    """Names of computer players, a single one for all seats; or the number of players at random in compiled rules, by
    default the fewest possible.
    """
    measures: tuple[str, ...] = ()
    is_fast: bool | None = None
    """Whether Numba compiles the rules; by default, if it is installed and worth it."""
    name: str = ""
    """The name of a count that an edition declares, followed by its title, its readings and its question."""
    title: str = ""
    readings: Mapping[str, str] = MappingProxyType({})
    question: str = ""
    """The question whose answers are counted exactly; empty for a study of games."""

    def edition_for(self, edition: pipeline.Edition) -> pipeline.Edition:
        """Return the edition under the readings of the study."""
        return pipeline.Edition(edition.path, {**edition.chosen, **self.readings}) if self.readings else edition

    def dependencies(self, edition: pipeline.Edition) -> dict[str, object]:
        """Return everything on which the count depends, except the program."""
        read = self.edition_for(edition)
        rules, clauses_cited = {"rules": read.rules.meaning}, {"cited": read.meaning_of_answers}
        if self.question:
            return {**rules, **clauses_cited, "question": self.question}
        if not {*self.measures} & {*CITING}:
            clauses_cited = {}
        players = list(self.players) if isinstance(self.players, tuple) else self.players
        settings = {"games": self.games, "seed": self.seed, "players": players, "measures": list(self.measures)}
        return {**rules, **clauses_cited, **settings}

    def command(self, edition: str) -> str:
        """Return the command that repeats the count without storing it."""
        reading_options = "".join(f" --reading {name}={answer}" for name, answer in self.readings.items())
        if self.question:
            return f"circular count {edition} {self.question} --answers{reading_options}"
        players = ",".join(self.players) if isinstance(self.players, tuple) else self.players
        measures = f" --measures {','.join(self.measures)}" if self.measures else ""
        which = f"--players {players} --games {self.games} --seed {self.seed}{measures}"
        return f"circular study {edition} {which}{reading_options}"

    @property
    def is_sampled(self) -> bool:
        """Whether `circular check` repeats a part: not with named players, nor of exact counts without Numba."""
        return can_compile() if self.question else isinstance(self.players, int)


class Experiment:
    """A study that is ready to be played."""

    def __init__(self, edition: pipeline.Edition, request: Request) -> None:
        """Check whether the request can be met."""
        self.edition, self.request, self.rules = edition, request, edition.rules
        for name in request.measures:
            if name not in MEASURES:
                remedy = f"Choose {either(nearest(name, MEASURES) or [*MEASURES])}."
                raise UserError("command-line", f"There is no measure “{name}”.", remedy, "measures")
        wrong = remedy = ""
        if request.games < 1:
            wrong, remedy = f"A study needs at least 1 game, not {request.games:,}.", "Ask for more."
        elif request.games > MOST_GAMES:
            wrong = f"{request.games:,} games are too many; the limit is {MOST_GAMES:,}."
            remedy = "Ask for fewer."
        elif READINGS in request.measures and request.games > APART:
            wrong = f"With the measure “{READINGS}” a study has at most {APART:,} games, not {request.games:,}."
            remedy = "Ask for fewer, or leave out the measure."
        if wrong:
            raise UserError("command-line", wrong, remedy, "games")
        self.players: tuple[str, ...] | int = self.rules.seats[0] if request.players is None else request.players
        if isinstance(self.players, int):
            require_seats(self.rules, self.players)
        else:
            self.players = seat_names(self.rules, self.players)
        self.seats = self.players if isinstance(self.players, int) else len(self.players)
        self.names = () if isinstance(self.players, int) else self.players

    @cached_property
    def is_fast(self) -> bool:
        """Return whether machine code plays the games, or the simulations of the players."""
        if self.names:
            return self.request.games >= LONG and can_compile() and {*self.names} != {"random"}
        if self.request.is_fast is not None:
            return self.request.is_fast and not self.too_long
        if self.measures_moves:
            return False  # these measures stop the games at every move, so compiling gains nothing
        return is_compiled(self.rules, self.seats, self.request.games)

    @cached_property
    def too_long(self) -> str:
        """The sentence that says why rules are not compiled as requested; empty if they are."""
        is_fast_asked = self.request.is_fast
        return "" if self.names or is_fast_asked is None else why_not_compiled(self.rules, self.seats, is_fast_asked)

    @cached_property
    def task(self) -> Task:
        """The task of every chunk."""
        measures, games = self.request.measures, self.request.games
        others = tuple(others_of(self.edition)) if READINGS in measures else ()
        may_compile = self.request.is_fast is not False
        return Task(self.rules, self.seats, self.names, self.is_fast, measures, others, games, may_compile)

    @property
    def engine(self) -> str:
        """The engine: numba, python (compiled rules without it), or the interpreter."""
        is_interpreted = self.names or why_not_compiled(self.rules, self.seats, False)
        return "interpreter" if is_interpreted else "numba" if self.is_fast else "python"

    @property
    def measures_moves(self) -> bool:
        """Return whether every move is measured."""
        return any(name not in COMPILED for name in self.request.measures)

    @property
    def workers(self) -> int:
        """The default number of processes: one for each processor if every move of many games is measured."""
        return processors() if self.measures_moves and self.request.games >= MANY else 1

    @property
    def size(self) -> int:
        """The number of games in a chunk, for about the desired number of chunks; progress is reported after each."""
        least, most = SIZES["interpreter" if self.measures_moves else self.engine]
        return max(least, min(most, -(-self.request.games // CHUNKS)))

    @property
    def must_compile(self) -> bool:
        """Whether machine code must be compiled before the first game, which takes seconds."""
        if not self.is_fast or self.names:
            return self.is_fast
        source = source_cache.source_of_games(self.rules, self.seats, True)
        return not has_machine_code(source)

    def prepare(self, say: Callable[[str], None] = lambda _: None) -> None:
        """Compile the rules here, so that errors are reported now and the workers find the result in the cache.

        Slow steps are announced first.
        """
        if READINGS in self.request.measures and not self.names:
            say("The rules are being compiled under every other answer")
        player = chunk_player(self.task.pack())
        if self.is_fast and (self.names or not self.task.measures or READINGS in self.request.measures):
            player.count(Chunk(self.request.seed, 1))

    def play(self, scheduler: Scheduler, tell: Tell | None = None) -> StudyDocument:
        """Play the study, and return its results under stable keys; except for `made` they are reproducible."""
        start, games = time.perf_counter(), 0
        counts: Counts = {}
        with closing(
            scheduler.play(self.task.pack(), chunks_of(self.request.seed, self.request.games, self.size))
        ) as chunks_done:
            for chunk, part in chunks_done:
                add_counts(counts, part)
                games += chunk.games
                if tell is not None:
                    tell(games, games, time.perf_counter() - start)
        document: Any = summary(self.rules, self.players, self.request.seed, counts)
        seconds = round(time.perf_counter() - start, 3)
        # Describe the machine only as far as it affects speed.
        python = platform.python_version()
        machine = f"{platform.machine()} {platform.system()}, {os.cpu_count()} cores, Python {python}"
        run = {"engine": self.engine, "seconds": seconds, "machine": machine}
        document |= {"measured": list(self.request.measures), "made": run}
        return cast("StudyDocument", document)


def others_of(edition: pipeline.Edition) -> Iterator[tuple[str, str, model.Rules]]:
    """Yield each other answer to each open place of an edition: the place, the answer, and the rules under it."""
    for doubt in edition.rules.doubts.values():
        for answer in (name for name, _ in doubt.alternatives if name != doubt.chosen):
            rules = pipeline.Edition(edition.path, {**edition.chosen, doubt.name: answer}).rules
            yield doubt.name, answer, rules
