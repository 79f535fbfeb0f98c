"""How strong a computer player is at a game, from the studies that are stored for its edition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cc_dsl.figures import stored

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition


def strength(edition: Edition, kind: str) -> str:
    """Return a sentence that says how often a player of a kind won against others; nothing if nobody has counted."""
    said = [*_results(edition, kind.partition(":")[0])]
    if not said:
        return ""
    return f"How strong it is: {'; '.join(said)}."


def _results(edition: Edition, name: str) -> Iterator[str]:
    """Yield how often a player won against others that are all of one kind."""
    for kept in stored(edition.folder).values():
        found = kept["found"]
        players = found.get("players", 0)
        if isinstance(players, int) or len(players) < 2 or players[0].partition(":")[0] != name:
            continue
        others = {*players[1:]}
        if len(others) == 1 and players[0] not in others:
            wins, against = found["wins"][0], f"{_counted(len(players) - 1)}“{others.pop()}”"
            yield f"“{players[0]}” won {wins['count']} of {wins['of']} games against {against}"


def _counted(many: int) -> str:
    return "" if many == 1 else f"{many} players of the kind "
