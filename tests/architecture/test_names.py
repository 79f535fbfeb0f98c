"""The table of names covers every class of nodes, and lists each field of words as a name or not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cc_dsl.syntax import names, nodes
from cc_dsl.trees import Node

IN_MODULE = [one for one in vars(nodes).values() if isinstance(one, type) and issubclass(one, Node)]
CLASSES = [one for one in IN_MODULE if one.__module__ == nodes.__name__]
WORD = re.compile(r"\bWord\b")


LINES = (Path(__file__).parent / "plain-words.txt").read_text("utf-8").splitlines()[2:]
PLAIN = {name: fields for fields, _, classes in (line.partition(": ") for line in LINES) for name in classes.split()}
"""The fields of each class that hold words which are no names of the rules: numbers, signs and quoted texts."""


@pytest.mark.parametrize("node", [node for node in CLASSES if node is not nodes.Word], ids=lambda node: node.__name__)
def test_every_word_is_said_to_be_a_name_or_none(node: type[Node]) -> None:
    """A new field for a word must be put into the table; none is there twice, and none that the class lacks."""
    roles = names.TABLE.get(node, names.Roles())
    listed = [*roles.about, *roles.uses.split(), *PLAIN.get(node.__name__, "").split()]
    words = {field for field, kind in node.__annotations__.items() if WORD.search(str(kind))}
    assert words <= {*listed}
    assert {*listed} <= {*node.__match_args__}
    assert len(listed) == len({*listed})
    assert {roles.owner, roles.amends} <= {*node.__match_args__, "", names.ALWAYS}
