"""Puts the answers to questions of the rules into words, part by part, each owner's apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cc_dsl.rules.kinds import PLAYER, Kind

if TYPE_CHECKING:
    from cc_dsl.rules.model import Question, Rules


def owner_words(rules: Rules, owner: Kind | None, count: int) -> list[str]:
    """Say whose each part of an answer is: each player's, or that of each value."""
    if owner is None or owner == PLAYER:
        return [f"player {number}" for number in range(1, count + 1)]
    if owner.base == "piece":
        return [*rules.pieces.codes]
    return [*rules.values[owner.name].values]


def told_words(rules: Rules, question: Question, found: dict[str, Any]) -> list[tuple[str, str]]:
    """Put each part of an answer into words; each owner's has a line of its own."""
    lines = []
    for told in question.told:
        value = found[told.key]
        if told.is_owned:
            owners = owner_words(rules, told.owner, len(value or ()))
            for number, (owner, one) in enumerate(zip(owners, value or (), strict=False)):
                said = _said(one, told.kind.base)
                lines.append((told.key if not number else "", f"{owner}: {said}" if len(value) > 1 else said))
        else:
            lines.append((told.key, _said(value, told.kind.base)))
    return lines


def _said(value: Any, base: str) -> str:
    """Say one value."""
    if value is None:
        return "nobody" if base == "player" else "none"
    if base == "player" and isinstance(value, int):
        return f"player {value + 1}"
    if isinstance(value, list):
        return (", " if any(isinstance(one, dict) for one in value) else " ").join(_said(one, "") for one in value)
    if isinstance(value, dict):
        parts = [_said(one, "") for one in value.values() if not isinstance(one, bool)]
        marks = [key.replace("_", " ") for key, one in value.items() if one is True]
        return ", ".join([" ".join(parts), *marks])
    return str(value)
