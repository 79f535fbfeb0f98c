"""Convert the results of compiled rules at the end of a game from numbers into the words of the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cc_dsl.closures.groups import Combination
from cc_dsl.codegen.flat import UNTOLD, ToldResult
from cc_dsl.engine.judge import shower
from cc_dsl.rules import model
from cc_dsl.rules.kinds import spelt
from cc_dsl.trees import replace


def sayer(rules: model.Rules, told: model.Told) -> Callable[[int], object]:
    """Return a function that turns a number into words, with None for a missing value."""
    base, pieces = told.kind.base, len(rules.pieces.names)
    if base == "groups":
        return lambda number: None if number == UNTOLD else _sorts(rules, told, number)
    show = shower(rules, told.kind, told.key)
    if base == "number":
        return lambda number: None if number == UNTOLD else show(number)
    if base == "group":
        return lambda number: None if number < 0 else show(_group(number, pieces))
    if told.kind.is_set:
        return lambda number: None if number == UNTOLD else show(_bits(number))
    return lambda number: None if number < 0 else show(number)


def _bits(number: int) -> tuple[int, ...]:
    return tuple(one for one in range(number.bit_length()) if number >> one & 1)


def _group(number: int, pieces: int) -> Combination:
    return Combination(number >> pieces, _bits(number & ((1 << pieces) - 1)))


def _sorts(rules: model.Rules, told: model.Told, number: int) -> list[str]:
    names = [spelt(sort.name).lower() for sort in rules.groups[told.kind.name].sorts]
    return [names[sort] for sort in _bits(number)]


def result_decoder(
    rules: model.Rules, results: tuple[ToldResult, ...]
) -> Callable[[tuple[int, ...]], dict[str, object]]:
    """Return a function that turns the numbers told at the end into results by key, in the form of `as_counted`."""
    decoders = [sayer(rules, result.told) for result in results]

    def decoded(numbers: tuple[int, ...]) -> dict[str, object]:
        by_key: dict[str, object] = {}
        for result, decode, number in zip(results, decoders, numbers, strict=True):
            value = decode(number)
            if result.told.is_owned and number != UNTOLD:
                before = by_key.get(result.key)
                value = [*before, value] if isinstance(before, list) else [value]
            by_key[result.key] = value
        return by_key

    return decoded


def as_counted(rules: model.Rules, told: Mapping[str, object]) -> dict[str, object]:
    """Return the interpreter's results as far as they are counted: without further details; of groups their sorts."""
    questions = [question for question in rules.questions.values() if question.is_given_nothing]
    found = dict(told)
    for one in (one for question in questions for one in question.told):
        value = told[one.key]
        if one.is_owned and isinstance(value, list):
            found[one.key] = [_bare(rules, one, said) for said in value]
        elif value is not None:
            found[one.key] = _bare(rules, one, value)
    return found


def _bare(rules: model.Rules, told: model.Told, said: object) -> object:
    if told.kind.base == "groups" and isinstance(said, list):
        kinds = {one["kind"] for one in said}
        return [
            name
            for name in _sorts(rules, told, -1 & ((1 << len(rules.groups[told.kind.name].sorts)) - 1))
            if name in kinds
        ]
    if isinstance(said, list):
        return [_bare(rules, replace(told, kind=told.kind.one), one) for one in said]
    extras = {extra.key.replace("-", "_") for extra in told.extras}
    if not isinstance(said, dict) or not extras:
        return said
    left = {key: value for key, value in said.items() if key not in extras}
    return left["value"] if told.kind.base != "group" else left
