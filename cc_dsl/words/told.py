"""Puts the answers to questions of the rules into words, part by part, each owner's apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from cc_dsl.interpreter.judge import told_of_game
from cc_dsl.interpreter.naming import in_figures
from cc_dsl.interpreter.runtime import runtime_of
from cc_dsl.rules.kinds import PLAYER, Kind
from cc_dsl.table.chance import Chance

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.rules.model import Question, Rules

POSSIBLE = 20
"""The number of positions, of those that a player thinks possible, in which a result must be the same."""


def told_for_sure(game: Game, player: int | None) -> dict[str, object]:
    """Return the results that the rules tell of a game, but for those that depend on what the player does not see."""
    runtime = runtime_of(game.rules, "plain", game.seats)
    found = told_of_game(runtime, game.position)
    if found and game.has_secrets:
        others = (game.sights.imagined(game.position, player, Chance(seed)) for seed in range(POSSIBLE))
        each = [told_of_game(runtime, one) for one in others]
        found = {key: value for key, value in found.items() if all(one[key] == value for one in each)}
    return {key: tuple(value) if isinstance(value, list) else value for key, value in found.items()}


def owner_words(rules: Rules, owner: Kind | None, count: int) -> list[str]:
    """Return the owners of the parts of an answer: the players, or the values."""
    if owner is None or owner == PLAYER:
        return [f"player {number}" for number in range(1, count + 1)]
    if owner.base == "piece":
        return [*rules.pieces.codes]
    return [*rules.values[owner.name].values]


def told_words(
    rules: Rules,
    question: Question,
    found: Mapping[str, object],
    names: Sequence[str] = (),
    sign: Callable[[int], str] | None = None,
) -> list[tuple[str, str]]:
    """Put each part of an answer into words; each owner's has a line of its own, and pieces their drawn signs."""
    sign = sign or rules.pieces.glyphs.__getitem__
    lines = []
    for told in question.told:
        value = found[told.key]
        if told.is_owned:
            each = value if isinstance(value, list | tuple) else ()
            is_named = bool(names) and told.owner in (None, PLAYER)
            owners = [*names] if is_named else owner_words(rules, told.owner, len(each))
            for number, (owner, one) in enumerate(zip(owners, each, strict=False)):
                said = _said(rules, one, told.kind.base, sign)
                lines.append((told.key if not number else "", f"{owner}: {said}" if len(each) > 1 else said))
        else:
            lines.append((told.key, _said(rules, value, told.kind.base, sign)))
    return lines


def _said(rules: Rules, value: object, base: str, sign: Callable[[int], str]) -> str:
    """Return a value in words: pieces by their drawn signs, sorts of groups as the rules spell them."""
    if value is None:
        return "nobody" if base == "player" else "none"
    if base == "player" and isinstance(value, int):
        return f"player {value + 1}"
    if isinstance(value, list) and not value:
        return "none"
    if isinstance(value, list):
        between = ", " if any(isinstance(one, dict) for one in value) else " "
        return between.join(_said(rules, one, "", sign) for one in value)
    if isinstance(value, dict):
        parts = [_said(rules, one, "", sign) for one in value.values() if not isinstance(one, bool)]
        marks = [key.replace("_", " ") for key, one in value.items() if one is True]
        return ", ".join([" ".join(parts), *marks])
    if value in rules.pieces.codes:
        return sign(rules.pieces.codes.index(value))
    if isinstance(value, int):
        return in_figures(value)
    sorts = {sort.name.casefold(): sort.name for group in rules.groups.values() for sort in group.sorts}
    return sorts.get(str(value), str(value))
