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
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from cc_dsl import pipeline
from cc_dsl.diagnostics.problem import RulesError, from_fault, from_source_fault
from cc_dsl.source.data import bad_data, flag_of, read_data, tables_of, text_of, texts_of
from cc_dsl.source.files import Fault, SourceFault
from cc_dsl.study import winning
from cc_dsl.study.pairs import Paired
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
    is_winnable: bool = False
    """Whether it asks if the games can be won by somebody who sees everything, and nobody plays them."""
    tries: int = winning.TRIES
    nodes: int = winning.NODES
    is_paired: bool = False
    """Whether each game is set beside that of the same seed under the default readings."""

    def under(self, rules: Rules) -> dict[str, Any]:
        """Give all that the numbers depend on but the program."""
        if self.is_winnable:
            limits = {"tries": self.tries, "nodes": self.nodes}
            return {"rules": rules.digest, "winnable": limits, "games": self.games, "seed": self.seed}
        players = list(seated(rules, self.players))
        paired = {"paired": True} if self.is_paired else {}
        return {"rules": rules.digest, "players": players, "games": self.games, "seed": self.seed, **paired}

    def command(self, edition: str) -> str:
        """Give the command that makes it, on whatever is in the checkout."""
        if self.is_paired:
            return f"circular study {edition} --shelve {self.name}"
        chosen = "".join(f" --reading {name}={answer}" for name, answer in self.readings.items())
        which = f"--games {self.games} --seed {self.seed}{chosen}"
        if self.is_winnable:
            return f"circular winnable {edition} --tries {self.tries} --nodes {self.nodes} {which}"
        return f"circular study {edition} --players {','.join(self.players)} {which}"


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
        numbers = [table.get(*one) for one in (("games", 0), ("seed", 0), ("tries", winning.TRIES))]
        numbers.append(table.get("nodes", winning.NODES))
        readings, is_winnable = table.get("readings", {}), flag_of(source, table, "winnable", span, faults)
        if not all(type(one) is int and one >= 0 for one in numbers) or not numbers[0] or not _are_texts(readings):
            sentence = f"The study {name} wants games, a number from 1 on; seed, tries, nodes and readings it may have."
            faults.append(bad_data(source, sentence, span))
        elif name in found:
            faults.append(bad_data(source, f"Two studies are named {name}.", span))
        else:
            title = text_of(source, table, "title", span, faults, name)
            games, seed, tries, nodes = cast("list[int]", numbers)
            chosen = cast("dict[str, str]", readings)
            is_paired = flag_of(source, table, "paired", span, faults)
            found[name] = Study(name, title, players, games, seed, chosen, is_winnable, tries, nodes, is_paired)
    if faults:
        raise RulesError([from_fault(fault) for fault in faults])
    return found


def _are_texts(readings: object) -> bool:
    return isinstance(readings, dict) and all(isinstance(answer, str) for answer in readings.values())


def under_readings(edition: pipeline.Edition, readings: dict[str, str]) -> pipeline.Edition:
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
    return kept["found"], kept["under"] == study.under(under_readings(edition, study.readings).rules)


def make(edition: pipeline.Edition, study: Study, workers: int = 1, tell: Tell | None = None) -> dict[str, Any]:
    """Play the games of a study."""
    rules = under_readings(edition, study.readings).rules
    if study.is_winnable:
        wanted = winning.Wanted(study.games, study.seed, study.tries, study.nodes)
        return winning.winnable(rules, wanted, workers, tell)
    if study.is_paired:
        return _paired(edition.rules.digest, edition.path).results(
            rules, Wanted(seated(rules, study.players), study.games, study.seed), tell
        )
    return results(rules, Wanted(seated(rules, study.players), study.games, study.seed), workers, tell)


@cache
def _paired(digest: str, path: str) -> Paired:
    return Paired(pipeline.load(path).rules)


def shelve(edition: pipeline.Edition, study: Study, workers: int = 1, tell: Tell | None = None) -> dict[str, Any]:
    """Play the games of a study, and keep what was found in the place of what was kept under its name."""
    found = make(edition, study, workers, tell)
    put(edition, study.name, study.under(under_readings(edition, study.readings).rules), found)
    return found


def put(edition: pipeline.Edition, name: str, under: dict[str, Any], found: dict[str, Any]) -> None:
    """Write something to the shelf; what is there under other names stays."""
    kept = {**shelf(edition), name: {"under": under, "found": found}}
    path = os.path.join(edition.folder, FOUND)
    part = f"{path}.{os.getpid()}"
    with open(part, "w", encoding="utf-8", newline="\n") as file:
        file.write(_written(kept))
    os.replace(part, path)


def _written(kept: dict[str, Any]) -> str:
    """Write JSON with one line for each small part, so that changes can be read."""
    lines = []
    for name in sorted(kept):
        one = kept[name]
        parts = [f"  {json.dumps(key)}: {json.dumps(one['found'][key], ensure_ascii=False)}" for key in one["found"]]
        under = json.dumps(one["under"], ensure_ascii=False)
        lines.append(f'{json.dumps(name)}: {{"under": {under}, "found": {{\n' + ",\n".join(parts) + "\n}}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
