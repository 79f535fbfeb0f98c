"""Compare the expected answer of a case with the answer of the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cc_dsl.cases.sentences import in_words
from cc_dsl.closures.listener_names import in_capitals
from cc_dsl.errors import UserError
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER, Kind, a_name
from cc_dsl.words.answers import value_in_words

SIZE = re.compile(r"\bof (\d+)$")
"""The expected number of pieces of a group, as in “Sequence of 4”."""
NOTHING = frozenset({"", "NONE", "NOBODY", "NOTHING"})


def differences(
    rules: model.Rules, question: model.Question, expected_values: Mapping[str, object], value: Mapping[str, Any]
) -> list[str]:
    """Return a sentence for each key under which the answer of the rules differs from the expected one."""
    parts = {part.key: part for part in question.outputs}
    differences = []
    for key, expected_value in expected_values.items():
        if key not in parts:
            raise UserError("bad-case", f"the answer to “{question.name}” has no “{key}”; it has: {', '.join(parts)}.")
        part, pairs = parts[key], [(expected_value, value[key])]
        if part.is_owned:
            actual_values = value[key] or []
            if not isinstance(expected_value, list) or len(expected_value) != len(actual_values):
                count = len(actual_values)
                sentence = f"“{key}” has {count} values, one for each owner; write a list of {count}"
                raise UserError("bad-case", sentence)
            pairs = [*zip(expected_value, actual_values, strict=True)]
        if not all(_is_same(rules, part.kind, *pair) for pair in pairs):
            actual_words = answer_in_words(rules, part, value[key])
            differences.append(f"{key}: {in_words(expected_value)} was expected, but the rules give {actual_words}")
    return differences


def answer_in_words(rules: model.Rules, part: model.Output, value: object) -> str:
    """Return an answer of the rules in the words that cases use for expected answers."""
    values, code = value if part.is_owned and isinstance(value, list) else [value], rules.pieces.codes.__getitem__
    return "; ".join(value_in_words(rules, each, part.kind.base, code) for each in values)


def _is_same(rules: model.Rules, kind: Kind, expected: object, actual: Any) -> bool:
    text = in_capitals(str(expected))
    if isinstance(actual, dict) and kind.base != "group":
        head, *flags = [in_capitals(part) for part in str(expected).split(",")]
        return _details_fit(flags, actual) and head == in_capitals(str(actual["value"]))
    if actual is None or text in NOTHING:
        return actual in (None, []) and text in NOTHING
    if kind == PLAYER:
        return text == f"PLAYER {actual + 1}"
    if kind.base in ("piece", "pieces"):
        return _codes(rules, str(expected)) == sorted(actual if isinstance(actual, list) else [actual])
    return _is_group(rules, str(expected), actual) if kind.base == "group" else text == in_capitals(str(actual))


def _is_group(rules: model.Rules, expected: str, actual: Mapping[str, object]) -> bool:
    """Return whether a group has the expected sort, pieces and details."""
    head, *flags = [part.strip() for part in expected.split(",")]
    size_match = SIZE.search(head)
    words = (head[: size_match.start()] if size_match is not None else head).split()
    sort = [word for word in words if rules.pieces.read(word) is None]
    pieces = [word for word in words if rules.pieces.read(word) is not None]
    codes = next(value for value in actual.values() if isinstance(value, list))
    if size_match is not None and int(size_match[1]) != len(codes):
        return False
    is_sort = not sort or in_capitals(" ".join(sort)) == in_capitals(str(actual["kind"]))
    is_pieces = not pieces or _codes(rules, " ".join(pieces)) == sorted(codes)
    return is_sort and is_pieces and _details_fit([in_capitals(flag) for flag in flags], actual)


def _details_fit(flags: list[str], actual: Mapping[str, object]) -> bool:
    """Return whether each detail holds in an answer, or fails if its words begin with “not”."""
    details = {in_capitals(key.replace("_", " ")): value for key, value in actual.items() if isinstance(value, bool)}
    for flag in flags:
        name = flag.removeprefix("NOT ")
        if name not in details:
            raise UserError("bad-case", f"the answer has no detail “{name.lower()}”")
        if details[name] == flag.startswith("NOT "):
            return False
    return True


def _codes(rules: model.Rules, words: str) -> list[str]:
    return sorted(rules.pieces.codes[piece] for piece in pieces_in(rules, words))


def pieces_in(rules: model.Rules, words: str) -> list[int]:
    """Return the pieces in a text with commas or blanks between them; names may have several words."""
    pieces = []
    for word in rules.pieces.divide(words):
        piece = rules.pieces.read(word)
        if piece is None:
            raise UserError("bad-case", f"“{word}” is not {a_name(rules.pieces.name)}.")
        pieces.append(piece)
    return pieces
