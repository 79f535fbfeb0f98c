"""The large studies that an edition declares for its pages, and the shelf where what they found is kept.

`measured.toml` in the folder of an edition says which games are played, by whom, how many, and what is measured of
them; `measured.json` beside it keeps what was found, with a first part of it, so that a test can count that part again,
and all that it depends on.  What was found under other rules is not current, and says so; `circular study EDITION
--shelve NAME` plays it again.  (Studies of named players that tell only how games end lie on the other shelf, in
`shelf.py`.)
"""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple, TypeGuard

from cc_dsl import pipeline
from cc_dsl.diagnostics.problem import RulesError, from_fault, from_source_fault
from cc_dsl.source.data import bad_data, read_data, tables_of, text_of, texts_of
from cc_dsl.source.files import Fault, SourceFault
from cc_dsl.study.experiment import MEASURES, Ask, Experiment
from cc_dsl.study.running import Here, Tell, Workers

DECLARED = "measured.toml"
FOUND = "measured.json"
AGAIN = {False: 40, True: 6}
"""So many of the first games are counted by themselves, too: more where nothing is looked at closely."""


class Measured(NamedTuple):
    """A study that an edition declares."""

    name: str
    title: str
    games: int
    seed: int
    seats: int
    measures: tuple[str, ...]

    @property
    def ask(self) -> Ask:
        """The study as it is asked for."""
        return Ask(self.games, self.seed, self.seats, self.measures)

    @property
    def part(self) -> Ask:
        """The first games of it, in plain Python, so that the same is asked everywhere."""
        games = min(self.games, AGAIN[bool(self.measures)])
        return Ask(games, self.seed, self.seats, self.measures, is_fast=False)

    def under(self, edition: pipeline.Edition) -> dict[str, Any]:
        """Give all that the numbers depend on but the program."""
        return {"rules": edition.rules.digest, **self._asdict(), "measures": list(self.measures)}

    def command(self, edition: str) -> str:
        """Give the command that makes it."""
        measures = f" --measures {','.join(self.measures)}" if self.measures else ""
        return f"circular study {edition} --players {self.seats} --games {self.games} --seed {self.seed}{measures}"


def measured_of(edition: pipeline.Edition) -> dict[str, Measured]:
    """Give the studies that an edition declares, by their names; none if it has no such file."""
    path = os.path.join(edition.folder, DECLARED)
    if not os.path.isfile(path):
        return {}
    try:
        source, data = read_data(path)
    except SourceFault as fault:
        raise from_source_fault(fault) from None
    faults: list[Fault] = []
    found: dict[str, Measured] = {}
    for table, span in tables_of(source, data, "measured", faults):
        name = text_of(source, table, "name", span, faults, None)
        title = text_of(source, table, "title", span, faults, name)
        games, seed, seats = table.get("games"), table.get("seed", 0), table.get("players")
        measures = tuple(texts_of(source, table, "measures", span, faults))
        is_known = set(measures) <= set(MEASURES)
        if not (_is_number(games, 1) and _is_number(seats, 1) and _is_number(seed, 0) and is_known):
            known = ", ".join(MEASURES)
            sentence = f"The study {name} wants games and players, numbers from 1 on, and measures among {known}."
            faults.append(bad_data(source, sentence, span))
        elif name in found:
            faults.append(bad_data(source, f"Two studies are named {name}.", span))
        else:
            found[name] = Measured(name, title, games, seed, seats, measures)
    if faults:
        raise RulesError([from_fault(fault) for fault in faults])
    return found


def _is_number(value: object, least: int) -> TypeGuard[int]:
    return type(value) is int and value >= least


def shelf(edition: pipeline.Edition) -> dict[str, dict[str, Any]]:
    """Give what is kept, by the names of the studies: what was found, a part of it, and under what."""
    try:
        with open(os.path.join(edition.folder, FOUND), encoding="utf-8") as file:
            found: dict[str, dict[str, Any]] = json.load(file)
    except FileNotFoundError:
        return {}
    return found


def is_current(edition: pipeline.Edition, one: Measured) -> bool:
    """Tell whether what is kept of a study holds for the rules as they are."""
    kept = shelf(edition).get(one.name)
    return kept is not None and kept["under"] == one.under(edition)


def first_part(edition: pipeline.Edition, one: Measured) -> dict[str, Any]:
    """Play the first games of a study; whoever plays them, they are the same."""
    found = Experiment(edition, one.part).play(Here())
    return {key: value for key, value in found.items() if key not in ("made", "version")}


def shelve(
    edition: pipeline.Edition, one: Measured, workers: Workers | None = None, tell: Tell | None = None
) -> dict[str, Any]:
    """Play a study, and keep what was found in the place of what was kept under its name."""
    experiment = Experiment(edition, one.ask)
    experiment.prepare()
    found = experiment.play(workers or Here(), None, tell)
    _put(edition, one.name, {"under": one.under(edition), "found": found, "part": first_part(edition, one)})
    return found


def _put(edition: pipeline.Edition, name: str, what: dict[str, Any]) -> None:
    kept = {**shelf(edition), name: what}
    path = os.path.join(edition.folder, FOUND)
    part = f"{path}.{os.getpid()}"
    with open(part, "w", encoding="utf-8", newline="\n") as file:
        file.write(_written(kept))
    os.replace(part, path)


def _written(kept: dict[str, Any]) -> str:
    """Write JSON with one line for each small part, so that changes can be read."""
    studies = []
    for name in sorted(kept):
        sides = []
        for side in ("under", "found", "part"):
            parts = [
                f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
                for key, value in kept[name][side].items()
            ]
            sides.append(f" {json.dumps(side)}: {{\n" + ",\n".join(parts) + "\n }")
        studies.append(f"{json.dumps(name)}: {{\n" + ",\n".join(sides) + "\n}")
    return "{\n" + ",\n".join(studies) + "\n}\n"
