"""The table of names knows every class of nodes, and every word in it."""

from __future__ import annotations

import re

import pytest

from cc_dsl.syntax import names, nodes
from cc_dsl.trees import Node

IN_MODULE = [one for one in vars(nodes).values() if isinstance(one, type) and issubclass(one, Node)]
CLASSES = [one for one in IN_MODULE if one.__module__ == nodes.__name__]
WORD = re.compile(r"\bWord\b")


def classified(node: type[Node]) -> list[str]:
    """Return the fields that the table names for a class."""
    roles = names.TABLE.get(node, names.Roles())
    return [*roles.about, *roles.uses.split(), *roles.plain.split()]


@pytest.mark.parametrize("node", [one for one in CLASSES if one is not nodes.Word], ids=lambda one: one.__name__)
def test_every_word_is_said_to_be_a_name_or_none(node: type[Node]) -> None:
    """A new field for a word must be put into the table; none is there twice, and none that the class lacks."""
    found = classified(node)
    words = {field for field, kind in node.__annotations__.items() if WORD.search(str(kind))}
    assert words <= {*found}
    assert {*found} <= {*node.__match_args__}
    assert len(found) == len({*found})


@pytest.mark.parametrize("node", CLASSES, ids=lambda one: one.__name__)
def test_owners_and_signs_of_amendments_are_fields(node: type[Node]) -> None:
    """What the table reads besides names is there."""
    roles = names.TABLE.get(node, names.Roles())
    assert {roles.owner, roles.amends} <= {*node.__match_args__, "", names.ALWAYS}
