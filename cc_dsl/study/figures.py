"""The counts that an edition declares for its pages in `studies.toml`, and the check of the stored ones.

A declared count is a study of games, by random or named players, or the exact count of a question over all ways to lay
its pieces.  `circular figures EDITION` counts what is missing or out of date; `cc_dsl/figures.py` stores it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import partial
from itertools import islice
from typing import Any

from cc_dsl import cache, figures, pipeline
from cc_dsl.compiler.games import can_compile
from cc_dsl.diagnostics.toml_tables import NamedTable, read_declarations
from cc_dsl.errors import UserError
from cc_dsl.figures import STUDIES, Tell
from cc_dsl.study import exact
from cc_dsl.study.documents import MEASURES, READINGS
from cc_dsl.study.experiment import Experiment, Request, others_of
from cc_dsl.study.games import Chunk, Task
from cc_dsl.study.schedulers import Processes, Scheduler, count_chunk

KIND = "figures"
"""The kind of cache entry that says that the stored figures of an edition have no problems."""
FEW = 1_000
"""The number of games that are played at once if an edition has no stored figures for its readings."""
RECOUNTED_GAMES, RECOUNTED_MEASURED_GAMES, RECOUNTED_ANSWERS = 40, 4, 2
"""The number of games that a check plays again; that number if moves are measured too; and the number of other answers
to open places that it compares.
"""


def counts_of(edition: pipeline.Edition) -> dict[str, Request]:
    """Return the counts that an edition declares, by their names; none if it has no such file."""
    return read_declarations(os.path.join(edition.folder, STUDIES), "study", _declared_study)


def _declared_study(entry: NamedTable) -> Request | None:
    question, measures = entry.text("question", ""), entry.texts("measures")
    default = 1 if question else None  # an exact count needs no number of games or players
    games, seed, readings = entry.integer("games", 1, default), entry.integer("seed", 0, 0), entry.choices()
    is_named = isinstance(entry.table.get("players"), list)
    players = entry.texts("players") if is_named else entry.integer("players", 1, default)
    is_known = set(measures) <= set(MEASURES)
    if games is None or seed is None or readings is None or not players or not is_known:
        entry.wrong(
            f"The study {entry.name} needs `games` (a number of at least 1), `players` (such a number, or a list of "
            f"names) and `measures` (some of {', '.join(MEASURES)}); it may have `seed` and `readings`. "
            "An exact count has a `question` instead."
        )
        return None
    title = entry.text("title", entry.name)
    return Request(games, seed, players, measures, None, entry.name, title, readings, question)


# --------------------------------------------------------------------------------------------- counts


def count_of(edition: pipeline.Edition, request: Request, scheduler: Scheduler | None = None) -> figures.Count:
    """Return a count that an edition declares, ready to run."""
    read = request.edition_for(edition)

    def compute(tell: Tell | None) -> Mapping[str, Any]:
        if request.question:
            return exact.count_readings(read, request.question)
        experiment = Experiment(read, request)
        experiment.prepare()
        return experiment.play(scheduler or Processes(), tell)

    return figures.Count(
        of=edition.name,
        folder=edition.folder,
        name=request.name,
        games=request.games,
        command=request.command(edition.name),
        seed=request.seed,
        under=request.dependencies(edition),
        compute=compute,
        part=partial(recount_sample, edition, request),
        declared=counts_of(edition),
        is_sampled=request.is_sampled,
    )


def refuse_overlay(edition: pipeline.Edition) -> None:
    """Raise a UserError for an overlay: its figures would replace those of the edition whose folder it uses."""
    if edition.overlay is not None and edition.parent is not None:
        whose = edition.parent.name
        sentence = f"No figures of an overlay are stored: they would replace those of {whose}."
        raise UserError("command-line", f"{sentence} “circular study --json” counts them and prints them as data.")


def recount_sample(edition: pipeline.Edition, request: Request) -> dict[str, Any]:
    """Count a small part of a study again in plain Python, to compare it with the stored figures.

    A sample has the first games and the first other answers to open places; for an exact count, the deals that begin
    with the same common pieces.
    """
    read_edition = request.edition_for(edition)
    if request.question:
        return dict(exact.first_effect(read_edition, request.question))
    experiment = Experiment(read_edition, request)
    is_measured = experiment.measures_moves or READINGS in request.measures
    most = RECOUNTED_MEASURED_GAMES if is_measured else RECOUNTED_GAMES
    games = min(request.games, most) if request.is_sampled else 1
    measures = request.measures if request.is_sampled else ()
    others = tuple(islice(others_of(read_edition), RECOUNTED_ANSWERS)) if READINGS in measures else ()
    task = Task(read_edition.rules, experiment.seats, experiment.names, False, measures, others)
    counts = count_chunk(task.pack(), Chunk(request.seed, games))
    plain: dict[str, Any] = json.loads(json.dumps(counts))  # round-trip through JSON, to compare with stored figures
    return plain


# ----------------------------------------------------------------------------------------------- faults


def faults(edition: pipeline.Edition) -> dict[str, str]:
    """Return the problem of each stored count of an edition, by name; counts that were never made are left out."""
    stored_counts, declared_counts = figures.stored_figures(edition.folder), counts_of(edition)
    if not stored_counts:
        return {}
    stored = json.dumps(stored_counts, sort_keys=True)
    parts = edition.path, stored, edition.meaning_of_answers, [*declared_counts.values()], can_compile()
    if cache.get(KIND, parts) is not None:
        return {}
    requests = {name: request for name, request in declared_counts.items() if name in stored_counts}
    stale = {name: fault for name, request in requests.items() if (fault := count_of(edition, request).fault(True))}
    if not stale:
        cache.put(KIND, parts, b"well")
    return stale
