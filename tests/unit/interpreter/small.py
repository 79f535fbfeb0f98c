"""Small games for these tests, and helpers that lay pieces and return the value of a name."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from cc_dsl import pipeline
from cc_dsl.closures.runtime import Runtime
from cc_dsl.closures.state import State
from cc_dsl.rules import model
from cc_dsl.rules.gather import Part
from cc_dsl.rules.resolve import resolution, with_digest
from cc_dsl.source.files import Source
from cc_dsl.syntax.parser import parse

GAMES = Path(__file__).parents[1] / "games"
"""Whole games of a page or less, each for some tests; of their tiles Ace of Red is 0, Ace of Blue 1, …, Knave of Green
11."""


def text_of(name: str, *changes: tuple[str, str]) -> str:
    """Return the rules file of a small game, with words replaced that it must have."""
    text = (GAMES / f"{name}.rules").read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def small_game(name: str) -> model.Rules:
    """Return the rules of a small game."""
    return resolved(text_of(name))


@cache
def resolved(text: str) -> model.Rules:
    """Resolve the text of a rules file; names that a test does not use are no problem."""
    source = Source("small.rules", text)
    start, problems = parse(source)
    assert start is not None, problems
    libraries, _ = pipeline.parts_of(start, source)
    result = resolution("small", "A small game", [*libraries, Part(start, source)], {}, text)
    grave = [problem for problem in result.problems if problem.level == "error" and problem.code != "unused-name"]
    assert [problem.sentence for problem in grave] == []
    return with_digest(result.rules)


@cache
def rules_1862(*readings: tuple[str, str]) -> model.Rules:
    """Return the rules of the first edition under some readings."""
    edition = pipeline.Edition(pipeline.find_rules("1862"), dict(readings))
    rules, problems = edition.resolve(dict(readings))
    assert rules is not None
    assert problems == []
    return rules


@cache
def tolls() -> model.Rules:
    """Return the rules of the invented game for three players."""
    edition = pipeline.Edition("tests/games/tolls/game.rules", {})
    rules, _ = edition.resolve({})
    assert rules is not None
    return rules


def laid(runtime: Runtime, **places: list[int] | list[list[int]]) -> State:
    """Return a position with pieces laid in places, by their names; for each player's place one list for each."""
    state = runtime.new_state()
    for place in runtime.rules.places:
        given: Any = places.pop(place.name.replace("-", "_"), [])
        for owner, pieces in enumerate(given if place.owner is not None else [given]):
            for piece in pieces:
                state.places[state.where[piece]].remove(piece)
                state.places[place.base + owner].append(piece)
                state.where[piece] = place.base + owner
    assert not places, "no such place"
    return state


def meaning(runtime: Runtime, state: State, name: str, owner: int | None = None) -> Any:
    """Return what a definition or a predicate means in a position."""
    if name in runtime.rules.predicates:
        return runtime.build.predicate(name)(state, owner)
    return runtime.build.definition(name)(state, owner)
