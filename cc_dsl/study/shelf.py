"""The studies that an edition declares for its pages, and the shelf where what they found is kept.

`studies.toml` in the folder of an edition says which games are played, by whom, how many, under which readings and
options; `numbers.json` beside it keeps what was found, each under all that it depends on: the digest of the rules
under these readings, the players, the number of games and the seed.  What was found under other rules is not current,
and says so; `circular study EDITION --shelve NAME` counts it again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl import pipeline
from cc_dsl.diagnostics.problem import RulesError, from_fault, from_source_fault
from cc_dsl.source.data import bad_data, read_data, tables_of, text_of, texts_of
from cc_dsl.source.files import Fault, SourceFault
from cc_dsl.study.results import Wanted, results, seated

if TYPE_CHECKING:
    from cc_dsl.rules.model import Rules

DECLARED = "studies.toml"
FOUND = "numbers.json"
Tell = Callable[[int, float], None]


class Study(NamedTuple):
    """A study that an edition declares."""

    name: str
    title: str
    players: tuple[str, ...]
    games: int
    seed: int
    readings: dict[str, str]

    def under(self, rules: Rules) -> dict[str, Any]:
        """Give all that the numbers depend on but the program."""
        players = list(seated(rules, self.players))
        return {"rules": rules.digest, "players": players, "games": self.games, "seed": self.seed}

    def command(self, edition: str) -> str:
        """Give the command that makes it, on whatever is in the checkout."""
        chosen = "".join(f" --reading {name}={answer}" for name, answer in self.readings.items())
        players = ",".join(self.players)
        return f"circular study {edition} --players {players} --games {self.games} --seed {self.seed}{chosen}"


def studies_of(edition: pipeline.Edition) -> dict[str, Study]:
    """Give the studies that an edition declares, by their names; none if it has no such file."""
    path = os.path.join(edition.folder, DECLARED)
    if not os.path.isfile(path):
        return {}
    try:
        source, data = read_data(path)
    except SourceFault as fault:
        raise from_source_fault(fault) from None
    faults: list[Fault] = []
    found: dict[str, Study] = {}
    for table, span in tables_of(source, data, "study", faults):
        name = text_of(source, table, "name", span, faults, None)
        players = tuple(texts_of(source, table, "players", span, faults)) or ("random",)
        games, seed, readings = table.get("games"), table.get("seed", 0), table.get("readings", {})
        if not isinstance(games, int) or games < 1 or not isinstance(seed, int) or not isinstance(readings, dict):
            sentence = f"The study {name} wants games, a number from 1 on; a seed and readings it may have."
            faults.append(bad_data(source, sentence, span))
        elif name in found:
            faults.append(bad_data(source, f"Two studies are named {name}.", span))
        else:
            title = text_of(source, table, "title", span, faults, name)
            found[name] = Study(name, title, players, games, seed, {str(key): str(readings[key]) for key in readings})
    if faults:
        raise RulesError([from_fault(fault) for fault in faults])
    return found


def chosen(edition: pipeline.Edition, readings: dict[str, str]) -> pipeline.Edition:
    """Give the edition under other readings."""
    return pipeline.Edition(edition.path, {**edition.readings, **readings}) if readings else edition


def shelf(edition: pipeline.Edition) -> dict[str, dict[str, Any]]:
    """Give what is kept, by the names of the studies: what was found, and under what."""
    try:
        with open(os.path.join(edition.folder, FOUND), encoding="utf-8") as file:
            found: dict[str, dict[str, Any]] = json.load(file)
    except FileNotFoundError:
        return {}
    return found


def shelved(edition: pipeline.Edition, study: Study) -> tuple[dict[str, Any] | None, bool]:
    """Give what was found, if anything was, and whether it holds for the rules as they are."""
    kept = shelf(edition).get(study.name)
    if kept is None:
        return None, False
    return kept["found"], kept["under"] == study.under(chosen(edition, study.readings).rules)


def make(edition: pipeline.Edition, study: Study, workers: int = 1, tell: Tell | None = None) -> dict[str, Any]:
    """Play the games of a study."""
    rules = chosen(edition, study.readings).rules
    return results(rules, Wanted(seated(rules, study.players), study.games, study.seed), workers, tell)


def shelve(edition: pipeline.Edition, study: Study, workers: int = 1, tell: Tell | None = None) -> dict[str, Any]:
    """Play the games of a study, and keep what was found in the place of what was kept under its name."""
    found = make(edition, study, workers, tell)
    put(edition, study.name, study.under(chosen(edition, study.readings).rules), found)
    return found


def put(edition: pipeline.Edition, name: str, under: dict[str, Any], found: dict[str, Any]) -> None:
    """Write something to the shelf; what is there under other names stays."""
    kept = {**shelf(edition), name: {"under": under, "found": found}}
    path = os.path.join(edition.folder, FOUND)
    with open(f"{path}.part", "w", encoding="utf-8", newline="\n") as file:
        file.write(_written(kept))
    os.replace(f"{path}.part", path)


def _written(kept: dict[str, Any]) -> str:
    """Write JSON with one line for each small part, so that changes can be read."""
    lines = []
    for name in sorted(kept):
        one = kept[name]
        parts = [f"  {json.dumps(key)}: {json.dumps(one['found'][key], ensure_ascii=False)}" for key in one["found"]]
        under = json.dumps(one["under"], ensure_ascii=False)
        lines.append(f'{json.dumps(name)}: {{"under": {under}, "found": {{\n' + ",\n".join(parts) + "\n}}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
