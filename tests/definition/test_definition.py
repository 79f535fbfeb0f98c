"""The definition is whole, says what the reference says, and the interpreter plays by it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.rules import model
from cc_dsl.trees import Node
from tests.definition import leaves
from tests.definition.__main__ import differences
from tests.definition.alongside import definition_game, differing
from tests.definition.cases import differing_cases, examples_that_differ
from tests.differential.engines import interpreter_game

FOLDER = Path(__file__).parent
MODULES = [FOLDER / f"{name}.py" for name in ("position", "terms", "play")]
REFERENCE = FOLDER.parents[1] / "docs" / "language" / "reference.md"
MOST_LINES = 1_000
PARTS = frozenset(
    (
        *(model.Origin, model.Case, model.Option, model.Key, model.Rule),
        *(model.Body, model.Definition, model.Predicate, model.Ranking, model.Sort),
        *(model.Group, model.DeedForm, model.Site, model.Sight, model.Placement),
        *(model.StoredValue, model.Example, model.Input, model.StoredInput, model.Output),
        *(model.Extra, model.Question, model.ValueKind, model.PlaceDeclaration, model.Stored),
        *(model.Rules,),
    )
)
"""The classes of the model that the definition reads as parts of others."""
WITHOUT_MEANING = {
    model.GroundPart: "what is judged does not rest on the ground",
    model.GroundPlan: "what is judged does not rest on the ground",
    model.Figure: "it changes nothing in play",
    model.FigureColumn: "it changes nothing in play",
    model.OpenReading: "it is resolved before there is a model",
}
GAMES = sorted(path.parent.name for path in Path("tests/games").glob("*/game.rules"))
DEFECTS = sorted(Path("tests/differential/defects").glob("*.rules"))
UNTIL = 25
"""That many moves of a game are played."""


# ------------------------------------------------------------------------------------------- the definition


def test_every_class_of_the_model_has_a_meaning() -> None:
    """A class that is new in the model is a thing, a condition, an act, a part of one, or named as without meaning.

    That each act has its case, the type checker sees (`assert_never`); the next test sees it of things and conditions.
    """
    there = {one for one in vars(model).values() if isinstance(one, type) and issubclass(one, Node) and one is not Node}
    families = {model.Owned, model.Thing, model.Unseated, model.Seated, model.Condition}
    there = {one for one in there if one.__module__ == model.__name__} - families
    defined = [*leaves(model.Thing), *leaves(model.Condition), *get_args(model.Act), *PARTS, *WITHOUT_MEANING]
    assert len(defined) == len(set(defined))
    assert there == set(defined)


def test_parts_are_read() -> None:
    """Every thing, condition and act that a sentence can mean has a case; what only seating makes has none."""
    text = "".join(path.read_text("utf-8") for path in MODULES)
    made_by_seating = {*leaves(model.Seated)} - {model.Literal}
    for one in {*leaves(model.Thing), *leaves(model.Condition), *get_args(model.Act)} - made_by_seating:
        assert f"case model.{one.__name__}(" in text, one


def test_definition_is_short_and_stands_alone() -> None:
    """It can be read in an afternoon, and knows the model and nothing that gives it a meaning."""
    assert sum(len(path.read_text("utf-8").splitlines()) for path in MODULES) <= MOST_LINES
    known = set()
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cc_dsl"):
                known |= {f"{node.module}.{name.name}" for name in node.names}
    kinds = {f"cc_dsl.rules.kinds.{name}" for name in ("Kind", "PLAYER")}
    assert known == {"cc_dsl.rules.model", "cc_dsl.table.boards.Shape", *kinds}


def plain(text: str) -> str:
    """Return words without marks of layout."""
    return " ".join(re.sub(r"[*`]|^\s*(#|\d+\.) ?", " ", text, flags=re.MULTILINE).split())


def quotations() -> list[str]:
    """Return every passage in quotation marks in the docstrings and remarks of the definition."""
    found = []
    for path in MODULES:
        text = path.read_text("utf-8")
        said = [*re.findall(r'"""(.*?)"""', text, re.DOTALL), *re.findall(r"(?:^ *# .*\n)+", text, re.MULTILINE)]
        found += [part for one in said for quoted in re.findall("“([^”]+)”", one) for part in quoted.split(" … ")]
    return found


def test_quotations_stand_in_the_reference() -> None:
    reference = plain(REFERENCE.read_text("utf-8"))
    found = quotations()
    assert len(found) > 60
    assert [one for one in found if plain(one).removesuffix(".") not in reference] == []


# ------------------------------------------------------------------------------------ beside the interpreter


@pytest.mark.parametrize("edition", resources.edition_names())
def test_interpreter_plays_editions_by_the_definition(edition: str) -> None:
    rules = pipeline.load(edition).rules
    for seats in {*rules.seats}:
        assert differing(rules, seats, range(1), UNTIL) == []


@pytest.mark.parametrize("game", GAMES)
def test_interpreter_plays_small_games_by_the_definition(game: str) -> None:
    rules = pipeline.load(f"tests/games/{game}").rules
    for seats in {*rules.seats}:
        assert differing(rules, seats, range(1), UNTIL) == []


@pytest.mark.parametrize("path", DEFECTS, ids=[path.stem for path in DEFECTS])
def test_interpreter_plays_former_defects_by_the_definition(path: Path) -> None:
    rules = pipeline.load(str(path)).rules
    for seats in {*rules.seats}:
        assert differing(rules, seats, range(12), UNTIL) == []


def test_seed_is_one_game_in_all_engines() -> None:
    for name in ("1860", "tests/games/tolls", "tests/games/hearths", "tests/differential/defects/place-full.rules"):
        rules = pipeline.load(name).rules
        assert definition_game(rules, 3, rules.seats[0]) == interpreter_game(rules, 3, rules.seats[0])


@pytest.mark.parametrize("edition", resources.edition_names())
def test_interpreter_plays_readings_by_the_definition(edition: str) -> None:
    doubts = pipeline.load(edition).rules.doubts.values()
    most = max(len(doubt.alternatives) for doubt in doubts)
    for number in range(1, most):
        chosen = {doubt.name: doubt.alternatives[number % len(doubt.alternatives)][0] for doubt in doubts}
        rules = pipeline.load(edition, chosen).rules
        assert differing(rules, rules.seats[number % 2], range(number, number + 1), UNTIL // 2) == [], chosen


@pytest.mark.parametrize("edition", resources.edition_names())
def test_worked_cases_and_examples_hold_by_the_definition(edition: str) -> None:
    tried, found = differing_cases(edition, 30)
    assert tried
    assert found == []
    assert examples_that_differ(pipeline.load(edition).rules) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("edition", resources.edition_names())
def test_every_reading_and_every_case_by_the_definition(edition: str) -> None:
    assert [*differences([edition], 2, 120, 1, is_probed=True)] == []
