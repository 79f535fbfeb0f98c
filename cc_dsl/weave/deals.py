"""Pieces laid by hand for a question of the rules: drawn, in words, and as a command that asks the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cc_dsl import resources
from cc_dsl.weave.drawing import DrawnPiece, DrawnPile, draw
from cc_dsl.weave.played import RED

if TYPE_CHECKING:
    from cc_dsl.rules import model


def valued(rules: model.Rules, question: str, key: str, value: object) -> str:
    """Return a value of an answer in words: players are counted from 1, and none is nobody."""
    kinds = {one.key: one.kind for one in rules.questions[question].told}
    is_player = key in kinds and kinds[key].base == "player"
    if value is None:
        return "nobody" if is_player else "none"
    return f"player {value + 1}" if is_player and isinstance(value, int) else str(value)


def laid_words(rules: model.Rules, given: Mapping[str, Sequence[str]]) -> str:
    """Return what lies where."""
    return "; ".join(f"{whose} {' '.join(pieces)}" for whose, pieces in _places(rules, given) if pieces)


def draw_deal(rules: model.Rules, given: Mapping[str, Sequence[str]], name: str) -> str:
    """Draw a deal: the common pieces in the middle."""
    columns = []
    for whose, pieces in _places(rules, given):
        columns.append(DrawnPile(whose, tuple(map(_laid, pieces)), whose.startswith("the ")))
    common = [column for column in columns if column.is_middle]
    owned = [column for column in columns if not column.is_middle]
    return draw([*owned[:1], *common, *owned[1:]], name, "The deal", f"{laid_words(rules, given)}.")


def _laid(glyph: str) -> DrawnPiece:
    return DrawnPiece(glyph, "", False, "red" if any(sign in glyph for sign in RED) else "")


def _places(rules: model.Rules, given: Mapping[str, Sequence[str]]) -> list[tuple[str, tuple[str, ...]]]:
    """Return what lies in each place, with whose it is, by the drawn signs."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for key, value in given.items():
        if isinstance(value, str):
            found.append((f"the {key}", _glyphs(rules, value)))
        else:
            found += [(f"player {number}’s {key}", _glyphs(rules, words)) for number, words in enumerate(value, 1)]
    return found


def _glyphs(rules: model.Rules, words: str) -> tuple[str, ...]:
    pieces = rules.pieces
    found = [pieces.read(word.strip()) for word in (words.split(",") if "," in words else words.split())]
    return tuple(pieces.glyphs[piece] for piece in found if piece is not None)


def command(rules: model.Rules, question: str, given: Mapping[str, Sequence[str]]) -> str:
    """Return the command that puts the question again."""
    words = [f"circular judge {resources.argument_of(rules.name)}"]
    words += [] if question == next(iter(rules.questions)) else [f"--question {question}"]
    for key, value in given.items():
        words += [f'--{key} "{one}"' if " " in one else f"--{key} {one}" for one in _listed(value)]
    return " ".join(words)


def _listed(value: Sequence[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)
