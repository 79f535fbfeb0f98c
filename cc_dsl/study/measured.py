"""The large studies that an edition declares for its pages, and the file that stores their results.

`measured.toml` in the folder of an edition says which games are played, by whom, how many, and which measures are
taken; `measured.json` beside it stores the results, with a first part of them, so that a test can count that part
again, and everything that they depend on.  Results counted under other rules are stale, and are marked as such;
`circular study EDITION --shelve NAME` plays the games again.  (Studies of named players that report only how games end
are stored in the other file, by `shelf.py`.)
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl import pipeline
from cc_dsl.diagnostics.declared import NamedTable, declared
from cc_dsl.study import shelves
from cc_dsl.study.experiment import MEASURES, Ask, Experiment, rests_on
from cc_dsl.study.results import DECISIONS, READINGS
from cc_dsl.study.running import Here, Tell, Workers

if TYPE_CHECKING:
    from cc_dsl.study.documents import Influences, StudyDocument

DECLARED = "measured.toml"
FOUND = "measured.json"
FEW = {READINGS: 1_000, DECISIONS: 40}
"""The number of games that are played on the spot if an edition has no stored figures of its readings."""
AGAIN = {False: 40, True: 6}
"""The number of first games that are also counted separately; more if nothing is measured closely."""
AGAIN_NAMED = 1
"""The same number for named players, who may take seconds for a game."""


class Measured(NamedTuple):
    """A study that an edition declares."""

    name: str
    title: str
    games: int
    seed: int
    players: int | tuple[str, ...]
    """The number of players at random; or the names of the players, of whom one alone plays in every seat."""
    measures: tuple[str, ...]

    @property
    def ask(self) -> Ask:
        """The study as it is asked for."""
        return Ask(self.games, self.seed, self.players, self.measures)

    @property
    def part(self) -> Ask:
        """The first games of it, in plain Python, so that the same is asked everywhere."""
        again = AGAIN[bool(self.measures)] if isinstance(self.players, int) else AGAIN_NAMED
        return Ask(min(self.games, again), self.seed, self.players, self.measures, is_fast=False)

    def under(self, edition: pipeline.Edition) -> dict[str, object]:
        """Return all that the numbers depend on but the program."""
        played = {"seats": self.players} if isinstance(self.players, int) else {"players": list(self.players)}
        asked = {"name": self.name, "games": self.games, "seed": self.seed, "measures": list(self.measures)}
        return {**rests_on(edition, self.measures), **asked, **played}

    def command(self, edition: str) -> str:
        """Return the command that makes it."""
        measures = f" --measures {','.join(self.measures)}" if self.measures else ""
        players = self.players if isinstance(self.players, int) else ",".join(self.players)
        return f"circular study {edition} --players {players} --games {self.games} --seed {self.seed}{measures}"


def measured_of(edition: pipeline.Edition) -> dict[str, Measured]:
    """Return the studies that an edition declares, by their names; none if it has no such file."""
    return declared(os.path.join(edition.folder, DECLARED), "measured", _measured)


def _measured(entry: NamedTable) -> Measured | None:
    games, seed, measures = entry.whole("games", 1), entry.whole("seed", 0, 0), entry.texts("measures")
    is_named = isinstance(entry.table.get("players"), list)
    players = entry.texts("players") if is_named else entry.whole("players", 1)
    if games is None or seed is None or not players or not set(measures) <= set(MEASURES):
        known = ", ".join(MEASURES)
        entry.wrong(
            f"The study {entry.name} wants games, a number from 1 on; players, such a number or a list of names; and"
            f" measures among {known}."
        )
        return None
    return Measured(entry.name, entry.text("title", entry.name), games, seed, players, measures)


def shelf(edition: pipeline.Edition) -> dict[str, shelves.StoredStudy[StudyDocument]]:
    """Return the stored studies by name: the results, a part of them, and the digests on which they depend."""
    return shelves.read(os.path.join(edition.folder, FOUND))


def is_current(edition: pipeline.Edition, one: Measured) -> bool:
    """Return whether the stored study belongs to the present rules."""
    kept = shelf(edition).get(one.name)
    # Where play itself has another meaning, what the other answers mean need not be asked.
    if kept is None or kept["under"].get("rules") != edition.rules.meaning:
        return False
    return kept["under"] == one.under(edition)


def first_part(edition: pipeline.Edition, one: Measured) -> dict[str, object]:
    """Play the first games of a study; they are the same in any number of processes."""
    found = Experiment(edition, one.part).play(Here())
    return {key: value for key, value in found.items() if key not in ("made", "version")}


def effects_of(edition: pipeline.Edition, workers: Workers | None = None, is_shelved: bool = False) -> Influences:
    """Return what each other answer changes, step by step and in whole games, from the stored study or measured now.

    An edition that declares no study of its readings, or keeps figures of other rules, is measured in few games.
    """
    found: Influences = {}
    declared = {one.measures: one for one in measured_of(edition).values()}
    for name, games in FEW.items():
        one = declared.get((name,))
        if one is not None and is_shelved:
            document = shelve(edition, one, workers)
        elif one is not None and is_current(edition, one):
            document = shelf(edition)[one.name]["found"]
        else:
            document = Experiment(edition, Ask(games, measures=(name,))).play(workers or Here())
        if name == READINGS:
            found["readings"] = document["measures"]["readings"]
        else:
            found["decisions"] = document["measures"]["decisions"]
    return found


def shelve(
    edition: pipeline.Edition, one: Measured, workers: Workers | None = None, tell: Tell | None = None
) -> StudyDocument:
    """Play a study, and replace its stored results."""
    shelves.refuse_overlay(edition)
    experiment = Experiment(edition, one.ask)
    experiment.prepare()
    found = experiment.play(workers or Here(), None, tell)
    kept = {shelves.UNDER: one.under(edition), "found": found, "part": first_part(edition, one)}
    shelves.put(os.path.join(edition.folder, FOUND), one.name, kept)
    return found
