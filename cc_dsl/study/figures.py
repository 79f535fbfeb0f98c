"""The counts that an edition declares for its pages in `studies.toml`, and whether the stored ones still hold.

A declared count is a study of games, by random or named players, or the exact count of a question over all ways to lay
its pieces.  `circular figures EDITION` counts what is missing or out of date; `cc_dsl/figures.py` stores it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl import cache, figures, pipeline
from cc_dsl.compiler.games import can_compile
from cc_dsl.diagnostics.declared import NamedTable, declared
from cc_dsl.errors import UserError
from cc_dsl.study import exact
from cc_dsl.study.chunks import Chunk, Task
from cc_dsl.study.documents import MEASURES, READINGS
from cc_dsl.study.effects import Sampler
from cc_dsl.study.experiment import Ask, Experiment, others_of, rests_on
from cc_dsl.study.running import Processes, Scheduler, Tell, count_chunk

if TYPE_CHECKING:
    from cc_dsl.figures import StoredFigures
    from cc_dsl.study.documents import Influences

DECLARED = "studies.toml"
KIND = "figures"
"""Under this the cache notes that nothing is wrong with the stored figures of an edition."""
FEW = 1_000
"""The number of games that are played on the spot if an edition has no stored figures of its readings."""
AGAIN, AGAIN_CLOSELY, OTHERS = 40, 4, 2
"""The number of first games in a sample, of those that the interpreter plays, and of other answers in it."""


class DeclaredCount(NamedTuple):
    """A count that an edition declares."""

    name: str
    title: str
    games: int
    seed: int
    players: int | tuple[str, ...]
    """The number of players at random; or the names of the players, of whom one alone plays in every seat."""
    measures: tuple[str, ...]
    readings: dict[str, str]
    question: str
    """The question whose answers are counted exactly; nothing for a study of games."""

    @property
    def ask(self) -> Ask:
        """The study as it is asked for."""
        return Ask(self.games, self.seed, self.players, self.measures)

    def under(self, edition: pipeline.Edition) -> dict[str, object]:
        """Return all that the count depends on but the program."""
        rules = under_readings(edition, self.readings)
        if self.question:
            return {"rules": rules.rules.meaning, "cited": rules.meaning_of_answers, "question": self.question}
        asked = {"games": self.games, "seed": self.seed, "players": self.players, "measures": self.measures}
        plain: dict[str, object] = json.loads(json.dumps({**rests_on(rules, self.measures), **asked}))
        return plain

    def command(self, edition: str) -> str:
        """Return the command that counts it, without storing it."""
        chosen = "".join(f" --reading {name}={answer}" for name, answer in self.readings.items())
        if self.question:
            return f"circular count {edition} {self.question} --answers{chosen}"
        players = self.players if isinstance(self.players, int) else ",".join(self.players)
        measures = f" --measures {','.join(self.measures)}" if self.measures else ""
        which = f"--players {players} --games {self.games} --seed {self.seed}{measures}"
        return f"circular study {edition} {which}{chosen}"

    @property
    def is_sampled(self) -> bool:
        """Whether `circular check` counts a part again: not of players who think, nor without Numba of exact counts."""
        return can_compile() if self.question else isinstance(self.players, int)


def counts_of(edition: pipeline.Edition) -> dict[str, DeclaredCount]:
    """Return the counts that an edition declares, by their names; none if it has no such file."""
    return declared(os.path.join(edition.folder, DECLARED), "study", _declared)


def _declared(entry: NamedTable) -> DeclaredCount | None:
    question = entry.text("question", "")
    games, seed, readings = entry.whole("games", 1, 1 if question else None), entry.whole("seed", 0, 0), entry.choices()
    is_named = isinstance(entry.table.get("players"), list)
    players = entry.texts("players") if is_named else entry.whole("players", 1, 1 if question else None)
    measures = entry.texts("measures")
    is_known = set(measures) <= set(MEASURES)
    if games is None or seed is None or readings is None or not players or not is_known:
        entry.wrong(
            f"The study {entry.name} wants games, a number from 1 on; players, such a number or a list of names; and "
            f"measures among {', '.join(MEASURES)}; seed and readings it may have. "
            "An exact count has a question instead."
        )
        return None
    title = entry.text("title", entry.name)
    return DeclaredCount(entry.name, title, games, seed, players, measures, readings, question)


def under_readings(edition: pipeline.Edition, readings: Mapping[str, str]) -> pipeline.Edition:
    """Return the edition under other readings."""
    return pipeline.Edition(edition.path, {**edition.chosen, **readings}) if readings else edition


# ------------------------------------------------------------------------------------------- counting


def count(
    edition: pipeline.Edition, one: DeclaredCount, scheduler: Scheduler | None = None, tell: Tell | None = None
) -> StoredFigures:
    """Count what is declared, and a part of it again for later checks."""
    rules = under_readings(edition, one.readings)
    found: Mapping[str, Any]
    if one.question:
        found = exact.count_readings(rules, one.question)
    else:
        experiment = Experiment(rules, one.ask)
        experiment.prepare()
        found = experiment.play(scheduler or Processes(), tell)
    return figures.made_now(one.command(edition.name), one.seed, one.under(edition), found, sample(edition, one))


def store(
    edition: pipeline.Edition, one: DeclaredCount, scheduler: Scheduler | None = None, tell: Tell | None = None
) -> StoredFigures:
    """Count what is declared, and replace the stored count."""
    refuse_overlay(edition)
    found = count(edition, one, scheduler, tell)
    figures.store(edition.folder, one.name, found, counts_of(edition))
    return found


def refuse_overlay(edition: pipeline.Edition) -> None:
    """Raise a UserError for an overlay: its figures would replace those of the edition in whose folder it reads."""
    if edition.overlay is not None and edition.parent is not None:
        whose = edition.parent.name
        sentence = f"No figures of an overlay are stored: they would replace those of {whose}."
        raise UserError("command-line", f"{sentence} Count with “circular study” and --json; they are printed as data.")


def sample(edition: pipeline.Edition, one: DeclaredCount) -> dict[str, Any]:
    """Count a small part in plain Python: the first games, the first other answers, or the deals with one card."""
    rules = under_readings(edition, one.readings)
    if one.question:
        return dict(exact.sample(rules, one.question))
    experiment = Experiment(rules, one.ask)
    if not one.is_sampled:
        return _plain(count_chunk(Task(rules.rules, experiment.seats, experiment.names).packed(), Chunk(one.seed, 1)))
    games = min(one.games, AGAIN_CLOSELY if experiment.is_close or READINGS in one.measures else AGAIN)
    measures = tuple(name for name in one.measures if name != READINGS)
    counts = count_chunk(Task(rules.rules, experiment.seats, (), False, measures).packed(), Chunk(one.seed, games))
    if READINGS in one.measures:
        others = others_of(rules)[:OTHERS]
        counts[READINGS] = Sampler(rules.rules, experiment.seats, (), False).count(others, one.seed, games)
    return _plain(counts)


def _plain(counts: Mapping[str, Any]) -> dict[str, Any]:
    """Return counts as JSON reads them back."""
    found: dict[str, Any] = json.loads(json.dumps(counts))
    return found


# --------------------------------------------------------------------------------------------- checking


def fault(edition: pipeline.Edition, one: DeclaredCount, kept: StoredFigures | None, samples: bool = False) -> str:
    """Return what is wrong with a stored count: it is missing, changed, or counted otherwise; nothing if it holds.

    A part is counted again only if that is wanted, and if another program has counted than this one.
    """
    wrong = figures.fault(kept, one.under(edition))
    if wrong or kept is None or not samples or not one.is_sampled or kept["program"] == cache.program():
        return wrong
    return "" if kept["sample"] == sample(edition, one) else figures.OTHER_COUNT


def faults(edition: pipeline.Edition) -> dict[str, str]:
    """Return what is wrong with each stored count of an edition, by name; counts that were never made are left out."""
    stored, wanted = figures.stored(edition.folder), counts_of(edition)
    if not stored:
        return {}
    parts = (
        edition.path,
        json.dumps(stored, sort_keys=True),
        edition.meaning_of_answers,
        [*wanted.values()],
        can_compile(),
    )
    if cache.get(KIND, parts) is not None:
        return {}
    found = {name: fault(edition, one, stored[name], True) for name, one in wanted.items() if name in stored}
    found = {name: wrong for name, wrong in found.items() if wrong}
    if not found:
        cache.put(KIND, parts, b"well")
    return found


def effects_of(edition: pipeline.Edition, scheduler: Scheduler | None = None) -> Influences:
    """Return what each other answer changes in whole games, from the stored study or measured now in few games."""
    one = next((one for one in counts_of(edition).values() if one.measures == (READINGS,)), None)
    kept = figures.stored(edition.folder).get(one.name) if one is not None else None
    if one is None or kept is None or fault(edition, one, kept):
        document = Experiment(edition, Ask(FEW, measures=(READINGS,))).play(scheduler or Processes())
        return {"readings": document["measures"]["readings"]}
    return {"readings": kept["found"]["measures"]["readings"]}
