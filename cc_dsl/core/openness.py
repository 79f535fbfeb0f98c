"""Whether a game is open: nothing is left to chance or to the world, and everybody sees all pieces."""

from __future__ import annotations

from cc_dsl.rules import model, walk


def is_open(rules: model.Rules) -> bool:
    """Return whether a player knows everything that can come of an answer, but for the answers of others."""
    if rules.disclosures:
        return False
    seen = (sight.is_for_all and isinstance(sight.things, model.AllPieces) for sight in rules.sights)
    is_seen = not rules.pieces.names or any(seen)
    bodies = (*rules.procedures.values(), *rules.happenings.values())
    return is_seen and not any(_is_chance(act) for body in bodies for act in walk.parts(body))


def _is_chance(act: object) -> bool:
    is_drawn = isinstance(act, model.Choose) and act.chooser is None
    return is_drawn or isinstance(act, model.Shuffle | model.Observe)
