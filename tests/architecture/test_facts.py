"""Every class of terms and acts is known wherever classes are told apart: none is forgotten in silence."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from cc_dsl.compiler import acts as written_acts
from cc_dsl.compiler import changes as written_changes
from cc_dsl.compiler import conditions as written_conditions
from cc_dsl.compiler import stepper
from cc_dsl.compiler import things as written_things
from cc_dsl.core import bodies, facts
from cc_dsl.interpreter import acts, changes, conditions, steps, things
from cc_dsl.rules import model
from cc_dsl.trees import Node

THINGS, CONDITIONS, ACTS = ({*get_args(union)} for union in (model.Thing, model.Condition, model.Act))
ASKING = {model.Choose, model.ChooseOption, model.Observe}
CALLING = {model.Perform, model.Call}
HOLDING = {model.If, model.Repeat, model.Until, model.ForEach}
IN_BODIES = {model.Rule, model.Exceptions}
PLAIN = ACTS - ASKING - CALLING - HOLDING

TABLES: dict[str, tuple[set[type], set[type]]] = {
    "facts of things": ({*facts.THINGS}, THINGS),
    "facts of conditions": ({*facts.CONDITIONS}, CONDITIONS),
    "closures of things": ({*things.THINGS}, THINGS),
    "closures of conditions": ({*conditions.CONDITIONS}, CONDITIONS),
    # By chance something is chosen at once.
    "closures of changes": ({*changes.CHANGES}, PLAIN | {model.Choose}),
    "closures of acts": ({*acts.CLOSURES}, CALLING | HOLDING | IN_BODIES),
    "steps of acts": ({*steps.STEPS}, ACTS - PLAIN | IN_BODIES),
    # A set of groups has no text of its own: it is gone through where it is asked for.
    "texts of things": ({*written_things.THINGS}, THINGS - {model.Groups}),
    "texts of conditions": ({*written_conditions.CONDITIONS}, CONDITIONS),
    "texts of changes": ({*written_changes.CHANGES}, PLAIN),
    "texts of acts": ({*written_acts.ACTS}, ACTS - PLAIN | IN_BODIES),
    "blocks of acts": ({*stepper.STEPS}, ACTS - PLAIN | IN_BODIES),
}
"""What tells classes apart, with the classes that it knows and those that it must know."""


@pytest.mark.parametrize("table", TABLES)
def test_no_table_lacks_a_class(table: str) -> None:
    """A class that a table forgets would be a failure in play, or a wrong result."""
    known, wanted = TABLES[table]
    assert {one.__name__ for one in known} == {one.__name__ for one in wanted}


def test_every_class_of_the_model_that_has_an_origin_or_a_kind_is_in_a_union() -> None:
    """A class of acts that is in no union would be in no table either."""
    not_done = {model.Unrivalled, model.Rival, model.Case, model.Option, model.Rule}
    classes = {one for one in vars(model).values() if isinstance(one, type) and issubclass(one, Node)}
    last = [*vars(model)].index("ValueKind")  # where declarations begin
    terms = {one for one in classes if [*vars(model)].index(one.__name__) < last and one.__module__ == model.__name__}
    assert terms - {model.Origin, model.Rival, model.Case, model.Option} == THINGS | CONDITIONS | ACTS
    assert not_done.isdisjoint(ACTS)


def test_an_import_fails_where_a_class_lacks_its_facts() -> None:
    """Whoever adds a class is told at once, and by its name."""
    table = {one: fact for one, fact in facts.THINGS.items() if one is not model.Height}
    with pytest.raises(AssertionError, match="Height"):
        facts._must_be_complete(table, model.Thing)
    with pytest.raises(AssertionError, match="Compare"):
        facts._must_be_complete({**facts.THINGS, model.Compare: facts.THINGS[model.Int]}, model.Thing)


def test_every_act_inside_another_is_found() -> None:
    """Whatever field it stands in: what is asked, settled or moved there counts."""
    here = model.Origin((), "", "", 0)
    marks = [model.Perform(name, here) for name in "abcdef"]
    option = model.Option("", model.Always(), (marks[0],), here)
    rule = model.Rule(model.Always(), (marks[1],), here)
    held: list[Any] = [
        model.ChooseOption(model.Nothing(), (option,), here),
        model.Exceptions((rule,), (model.Rule(model.Always(), (marks[2],), here),)),
        model.If(model.Always(), (marks[3],), (marks[4],), here),
        model.Until(model.Always(), 1, (marks[5],), here),
    ]
    found = [one for one in bodies.acts_in(held) if isinstance(one, model.Perform)]
    assert sorted(one.name for one in found) == [*"abcdef"]


def test_every_kind_of_act_that_holds_acts_is_a_step() -> None:
    """An act whose class is unknown to the walk would hide what stands in it."""
    assert bodies.STEPS == ACTS | IN_BODIES
