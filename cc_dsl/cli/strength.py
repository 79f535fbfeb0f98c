"""How strong a computer player is at a game, from the studies that are stored for its edition."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cc_dsl.study import shelves

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.study.shelf import Figures

FOUND = "numbers.json"


def strength(edition: Edition, kind: str) -> str:
    """Return a sentence that says how often a player of a kind won against others; nothing if nobody has counted."""
    said = [*_results(edition, kind.partition(":")[0])]
    if not said:
        return ""
    return f"How strong it is: {'; '.join(said)}."


def _results(edition: Edition, name: str) -> Iterator[str]:
    """Yield how often a player won against others that are all of one kind."""
    stored: dict[str, shelves.StoredStudy[Figures]] = shelves.read(os.path.join(edition.folder, FOUND))
    for kept in stored.values():
        found = kept["found"]
        if "players" not in found:
            continue
        players = found["players"]
        if isinstance(players, int) or len(players) < 2 or players[0].partition(":")[0] != name:
            continue
        others = {*players[1:]}
        if len(others) == 1 and players[0] not in others:
            wins, against = found["wins"][0], f"{_counted(len(players) - 1)}“{others.pop()}”"
            yield f"“{players[0]}” won {wins['count']} of {wins['of']} games against {against}"


def _counted(many: int) -> str:
    return "" if many == 1 else f"{many} players of the kind "
