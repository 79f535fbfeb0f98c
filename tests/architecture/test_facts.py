"""Every table or function that distinguishes classes of terms or acts covers all of them."""

from __future__ import annotations

from typing import get_args

import pytest

from cc_dsl.closures import acts, changes, steps, terms
from cc_dsl.codegen import game_emitter, source, writer
from cc_dsl.core import blocks, facts, program, seating
from cc_dsl.rules import acts as acting
from cc_dsl.rules import model, phrases
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.syntax import nodes
from cc_dsl.trees import Node, walk
from tests.definition import leaves

THINGS: set[type] = {*leaves(model.Thing)}
CONDITIONS: set[type] = {*leaves(model.Condition)}
ACTS, CHANGES = {*get_args(model.Act)}, {*get_args(model.Change)}
STATEMENTS, ENDS = ACTS - {model.Perform}, {*get_args(blocks.End)}
"""Of the acts, what bodies consist of once they are lowered: a procedure is then called like a happening."""
QUESTIONS = {*get_args(program.Question)}

UNSEATED: set[type] = {*leaves(model.Unseated), model.IsSort}
SEATED, TESTS = THINGS - UNSEATED, CONDITIONS - UNSEATED
"""What the engines know of things and of conditions: `core/seating.py` makes them of the others."""

TABLES: dict[str, tuple[set[type], set[type]]] = {
    "resolvers of things": ({*phrases.PHRASES}, {*nodes.Thing.__subclasses__()}),
    # The rule for names resolves a choice, and `as before` stands for several acts.
    "resolvers of acts": ({*acting.ACTS}, {*nodes.Act.__subclasses__()} - {nodes.Choose, nodes.AsBefore}),
    # The last two depend on the number of players only through the number of their owners.
    "what is seated": ({*seating.SEATS} - {model.AllContents, model.Store}, UNSEATED),
    "facts of things": ({*facts.THINGS}, SEATED),
    "facts of conditions": ({*facts.CONDITIONS}, TESTS),
    "closures of things": ({*terms.THINGS}, SEATED),
    "closures of conditions": ({*terms.CONDITIONS}, TESTS),
    # Chance chooses at once, without a question.
    "closures of changes": ({*changes.CHANGES}, CHANGES | {model.Choose}),
    "closures of statements": ({*acts.CLOSURES}, (STATEMENTS | {blocks.BeginLoop}) - CHANGES - QUESTIONS),
    # The step of a question also takes its answer, and all blocks share one step to leave a body.
    "steps": ({*steps.ENDS}, ENDS - {blocks.Resume, blocks.Leave}),
    # A set of groups has no expression of its own: a loop over it is written where it is used.
    "texts of things": ({*writer.THINGS}, SEATED - {model.Groups}),
    "texts of conditions": ({*writer.CONDITIONS}, TESTS),
    # Games with observations are not compiled.
    "texts of statements": ({*game_emitter.ACTS}, STATEMENTS - {model.Observe}),
}
assert source.write_games is not None, "the modules that enter their functions in these tables are imported with it"
"""What tells classes apart, with the classes that it knows and those that it must know."""


@pytest.mark.parametrize("table", TABLES)
def test_no_table_lacks_a_class(table: str) -> None:
    known, wanted = TABLES[table]
    assert {one.__name__ for one in known} == {one.__name__ for one in wanted}


def test_every_class_of_the_model_that_is_no_declaration_is_in_a_family_or_a_union() -> None:
    """A class that is in none would be in no table either."""
    classes = {
        one
        for one in vars(model).values()
        if isinstance(one, type) and issubclass(one, Node) and not one.__subclasses__()
    }
    last = [*vars(model)].index("ValueKind")  # where declarations begin
    terms = {one for one in classes if [*vars(model)].index(one.__name__) < last and one.__module__ == model.__name__}
    assert terms - {model.Origin, model.Case, model.Option} == THINGS | CONDITIONS | ACTS


HERE = model.Origin((), "", "", 0)
MARKS = [model.Perform(name, HERE) for name in "abcdefg"]
ALWAYS, SOMETIMES = model.Always(), model.Not(model.Always())


def lowered(*acts: model.Act, overrides: tuple[model.Rule, ...] = ()) -> program.Statements:
    """Return the statements of a body of one rule."""
    rules = (model.Rule(ALWAYS, acts, HERE),)
    return program.lower_body(model.Body("", (), rules, overrides, (), 0, ()))


def test_every_act_inside_another_is_found() -> None:
    option = model.Option("", ALWAYS, (MARKS[0],), HERE)
    held: list[model.Act] = [
        model.ChooseOption(model.Nothing(), (option,), HERE),
        model.Repeat(2, (MARKS[1],), HERE),
        model.If(ALWAYS, (MARKS[2],), (MARKS[3],), HERE),
        model.Until(ALWAYS, 1, (MARKS[4],), HERE),
        model.ForEach(model.All(PLAYER), None, 0, (MARKS[5],), PLAYER, HERE),
    ]
    overrides = (model.Rule(SOMETIMES, (MARKS[6],), HERE),)
    calls = [
        one for one in program.nested_statements(lowered(*held, overrides=overrides)) if isinstance(one, model.Call)
    ]
    assert sorted(one.verb for one in calls) == [*"abcdefg"]


def test_no_rule_and_no_procedure_is_left_once_a_body_is_lowered() -> None:
    """What stands inside other acts is lowered with them."""
    inner = model.If(ALWAYS, (MARKS[0],), (MARKS[1],), HERE)
    option = model.Option("", ALWAYS, (inner,), HERE)
    around = (model.Repeat(2, (inner,), HERE), model.ChooseOption(model.Nothing(), (option,), HERE), MARKS[2])
    every = [*walk(lowered(*around))]
    assert not any(isinstance(one, model.Perform | model.Rule) for one in every)
    assert sorted(one.verb for one in every if isinstance(one, model.Call)) == [*"aabbc"]


def test_exceptions_are_asked_before_the_rule_and_the_last_written_first() -> None:
    """An amendment is a branch around what it displaces."""
    first, second = model.Rule(SOMETIMES, (MARKS[0],), HERE), model.Rule(model.Or(ALWAYS, ALWAYS), (MARKS[1],), HERE)
    (outer,) = lowered(MARKS[2], overrides=(first, second))
    assert isinstance(outer, model.If)
    assert outer.condition == second.condition
    (inner,) = outer.otherwise
    assert isinstance(inner, model.If)
    assert (inner.condition, inner.otherwise) == (SOMETIMES, lowered(MARKS[2]))
