"""The studies that an edition declares for its pages, and the file that stores their results.

`studies.toml` in the folder of an edition says which games are played, by whom, how many, under which readings and
options; `numbers.json` beside it stores the results, each with everything that it depends on: the meaning of the rules
under these readings, the players, the number of games and the seed.  Results counted under other rules are stale, and
are marked as such; `circular study EDITION --shelve NAME` counts them again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from cc_dsl import pipeline
from cc_dsl.diagnostics.declared import NamedTable, declared
from cc_dsl.study import shelves, winning
from cc_dsl.study.documents import GamesDocument, WinnableDocument
from cc_dsl.study.results import WantedGames, results, seated

DECLARED = "studies.toml"
FOUND = "numbers.json"
Tell = Callable[[int, float], None]
Figures = GamesDocument | WinnableDocument


class DeclaredStudy(NamedTuple):
    """A study that an edition declares."""

    name: str
    title: str
    players: tuple[str, ...]
    games: int
    seed: int
    readings: dict[str, str]
    is_winnable: bool = False
    """Whether it asks if the games can be won by somebody who sees everything, and nobody plays them."""
    tries: int = winning.TRIES
    nodes: int = winning.NODES

    def under(self, edition: pipeline.Edition) -> dict[str, object]:
        """Return all that the numbers depend on but the program."""
        rules = under_readings(edition, self.readings).rules
        if self.is_winnable:
            limits = {"tries": self.tries, "nodes": self.nodes}
            return {"rules": rules.meaning, "winnable": limits, "games": self.games, "seed": self.seed}
        players = list(seated(rules, self.players))
        return {"rules": rules.meaning, "players": players, "games": self.games, "seed": self.seed}

    def command(self, edition: str) -> str:
        """Return the command that makes it, on whatever is in the checkout."""
        chosen = "".join(f" --reading {name}={answer}" for name, answer in self.readings.items())
        which = f"--games {self.games} --seed {self.seed}{chosen}"
        if self.is_winnable:
            return f"circular winnable {edition} --tries {self.tries} --nodes {self.nodes} {which}"
        return f"circular study {edition} --players {','.join(self.players)} {which}"


def studies_of(edition: pipeline.Edition) -> dict[str, DeclaredStudy]:
    """Return the studies that an edition declares, by their names; none if it has no such file."""
    return declared(os.path.join(edition.folder, DECLARED), "study", _study)


def _study(entry: NamedTable) -> DeclaredStudy | None:
    games, seed, readings = entry.whole("games", 1), entry.whole("seed", 0, 0), entry.choices()
    tries, nodes = entry.whole("tries", 0, winning.TRIES), entry.whole("nodes", 0, winning.NODES)
    if games is None or seed is None or tries is None or nodes is None or readings is None:
        entry.wrong(
            f"The study {entry.name} wants games, a number from 1 on; seed, tries, nodes and readings it may have."
        )
        return None
    title, players = entry.text("title", entry.name), entry.texts("players") or ("random",)
    return DeclaredStudy(entry.name, title, players, games, seed, readings, entry.flag("winnable"), tries, nodes)


def under_readings(edition: pipeline.Edition, readings: dict[str, str]) -> pipeline.Edition:
    """Return the edition under other readings."""
    return pipeline.Edition(edition.path, {**edition.chosen, **readings}) if readings else edition


def shelf(edition: pipeline.Edition) -> dict[str, shelves.StoredStudy[Figures]]:
    """Return the stored studies by name: the results, and the digests on which they depend."""
    return shelves.read(os.path.join(edition.folder, FOUND))


def shelved(edition: pipeline.Edition, study: DeclaredStudy) -> tuple[Figures | None, bool]:
    """Return the stored results, if there are any, and whether they belong to the present rules."""
    kept = shelf(edition).get(study.name)
    if kept is None:
        return None, False
    return kept["found"], kept["under"] == study.under(edition)


def make(edition: pipeline.Edition, study: DeclaredStudy, workers: int = 1, tell: Tell | None = None) -> Figures:
    """Play the games of a study."""
    rules = under_readings(edition, study.readings).rules
    if study.is_winnable:
        wanted = winning.WinningLimits(study.games, study.seed, study.tries, study.nodes)
        return winning.winnable(rules, wanted, workers, tell)
    return results(rules, WantedGames(seated(rules, study.players), study.games, study.seed), workers, tell)


def shelve(edition: pipeline.Edition, study: DeclaredStudy, workers: int = 1, tell: Tell | None = None) -> Figures:
    """Play the games of a study, and replace its stored results."""
    shelves.refuse_overlay(edition)
    found = make(edition, study, workers, tell)
    kept = {shelves.UNDER: study.under(edition), "found": found}
    shelves.put(os.path.join(edition.folder, FOUND), study.name, kept)
    return found
