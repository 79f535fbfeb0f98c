"""A question of the rules about pieces laid by hand: its answer in words, and the command that asks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cc_dsl import resources

if TYPE_CHECKING:
    from cc_dsl.rules import model


def valued(rules: model.Rules, question: str, key: str, value: object) -> str:
    """Return a value of an answer in words: players are counted from 1, and none is nobody."""
    kinds = {one.key: one.kind for one in rules.questions[question].told}
    is_player = key in kinds and kinds[key].base == "player"
    if value is None:
        return "nobody" if is_player else "none"
    return f"player {value + 1}" if is_player and isinstance(value, int) else str(value)


def command(rules: model.Rules, question: str, given: Mapping[str, Sequence[str]]) -> str:
    """Return the command that puts the question again."""
    words = [f"circular judge {resources.argument_of(rules.name)}"]
    words += [] if question == next(iter(rules.questions)) else [f"--question {question}"]
    for key, value in given.items():
        words += [f'--{key} "{one}"' if " " in one else f"--{key} {one}" for one in _listed(value)]
    return " ".join(words)


def _listed(value: Sequence[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)
