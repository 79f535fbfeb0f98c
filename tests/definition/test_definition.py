"""The definition is complete and quotes the reference, and the interpreter agrees with it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.rules import model
from cc_dsl.trees import Node
from tests.daily import some
from tests.definition import leaves
from tests.definition.__main__ import differences
from tests.definition.alongside import compare_seeds, definition_game
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
"""The classes of the model that the definition evaluates only as parts of others."""
WITHOUT_MEANING = {
    model.GroundPart: "the ground has no effect on play",
    model.GroundPlan: "the ground has no effect on play",
    model.Figure: "a figure has no effect on play",
    model.FigureColumn: "a figure has no effect on play",
    model.OpenReading: "it is resolved before the model is complete",
}
GAMES = sorted(str(path.parent) for path in Path("tests/games").glob("*/game.rules"))
DEFECTS = sorted(Path("tests/differential/defects").glob("*.rules"))
MOST_MOVES = 16
"""The most moves of a game that are played."""


# ------------------------------------------------------------------------------------------- the definition


def test_every_class_of_the_model_has_a_meaning() -> None:
    """Each class of the model is a thing, a condition, an act, a part of one, or in `WITHOUT_MEANING`.

    The type checker shows that each act has a case (`assert_never`); the next test checks things and conditions.
    """
    classes = {item for item in vars(model).values() if isinstance(item, type) and issubclass(item, Node)}
    families = {Node, model.Owned, model.Thing, model.Unseated, model.Seated, model.Condition}
    classes = {node_class for node_class in classes if node_class.__module__ == model.__name__} - families
    defined = [*leaves(model.Thing), *leaves(model.Condition), *get_args(model.Act), *PARTS, *WITHOUT_MEANING]
    assert len(defined) == len(set(defined))
    assert classes == set(defined)


def test_parts_are_read() -> None:
    """Every thing, condition and act that a sentence can mean has a case; those that only seating makes have none."""
    text = "".join(path.read_text("utf-8") for path in MODULES)
    made_by_seating = {*leaves(model.Seated)} - {model.Literal}
    for term in {*leaves(model.Thing), *leaves(model.Condition), *get_args(model.Act)} - made_by_seating:
        assert f"case model.{term.__name__}(" in text, term


def test_definition_is_short_and_stands_alone() -> None:
    """It can be read in an afternoon, and imports the model but no code that evaluates it."""
    assert sum(len(path.read_text("utf-8").splitlines()) for path in MODULES) <= MOST_LINES
    imports = set()
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cc_dsl"):
                imports |= {f"{node.module}.{name.name}" for name in node.names}
    kinds = {f"cc_dsl.rules.kinds.{name}" for name in ("Kind", "PLAYER")}
    assert imports == {"cc_dsl.rules.model", "cc_dsl.table.boards.Shape", *kinds}


def plain(text: str) -> str:
    """Return a text without markup and line breaks."""
    return " ".join(re.sub(r"[*`]|^\s*(#|\d+\.) ?", " ", text, flags=re.MULTILINE).split())


def quotations() -> list[str]:
    """Return every passage in quotation marks in the docstrings and comments of the definition."""
    passages = []
    for path in MODULES:
        text = path.read_text("utf-8")
        prose = [*re.findall(r'"""(.*?)"""', text, re.DOTALL), *re.findall(r"(?:^ *# .*\n)+", text, re.MULTILINE)]
        passages += [part for note in prose for quote in re.findall("“([^”]+)”", note) for part in quote.split(" … ")]
    return passages


def test_quotations_stand_in_the_reference() -> None:
    reference = plain(REFERENCE.read_text("utf-8"))
    passages = quotations()
    assert len(passages) > 60
    assert [passage for passage in passages if plain(passage).removesuffix(".") not in reference] == []


# ------------------------------------------------------------------------------------ beside the interpreter


@pytest.mark.parametrize("most_moves", some((MOST_MOVES, 4 * MOST_MOVES), 1))
@pytest.mark.parametrize("game", [*resources.edition_names(), *GAMES])
def test_interpreter_plays_editions_and_small_games_by_the_definition(game: str, most_moves: int) -> None:
    rules = pipeline.load(game).rules
    for seats in {*rules.seats}:
        assert compare_seeds(rules, seats, range(1), most_moves) == []


@pytest.mark.parametrize("games", some((6, 24), 1))
@pytest.mark.parametrize("path", DEFECTS, ids=[path.stem for path in DEFECTS])
def test_interpreter_plays_former_defects_by_the_definition(path: Path, games: int) -> None:
    rules = pipeline.load(str(path)).rules
    for seats in {*rules.seats}:
        assert compare_seeds(rules, seats, range(games), MOST_MOVES) == []


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
        assert compare_seeds(rules, rules.seats[number % 2], range(number, number + 1), MOST_MOVES // 2) == [], chosen


@pytest.mark.parametrize("edition", resources.edition_names())
def test_worked_cases_and_examples_hold_by_the_definition(edition: str) -> None:
    number, differences_of_cases = differing_cases(edition, 30)
    assert number
    assert differences_of_cases == []
    assert examples_that_differ(pipeline.load(edition).rules) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("edition", resources.edition_names())
def test_every_reading_and_every_case_by_the_definition(edition: str) -> None:
    assert [*differences([edition], 2, 120, 1, is_probed=True)] == []
