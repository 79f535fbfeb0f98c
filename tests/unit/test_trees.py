"""Nodes and terms: equal only within a class, immutable, hashable and picklable."""

from __future__ import annotations

import ast
import copy
import importlib
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cc_dsl
from cc_dsl.rules import model
from cc_dsl.trees import Node, children, exchange, fields, rebuild, replace, walk

PACKAGE = Path(cc_dsl.__file__).parent
TERMS = ("syntax/nodes.py", "rules/model.py", "rules/kinds.py")
"""The modules whose every class stands in a tree of the rules."""


def classes() -> list[type[Node]]:
    """Return every class of nodes, wherever in the package it is."""
    for path in PACKAGE.rglob("*.py"):
        if "(Node)" in path.read_text("utf-8"):
            importlib.import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))

    def below(parent: type[Node]) -> Iterator[type[Node]]:
        for child in parent.__subclasses__():
            yield child
            yield from below(child)

    return [*below(Node)]


CLASSES = [*dict.fromkeys(classes())]  # a belief is both an act and a sentence, so remove duplicates


def of_size(size: int) -> list[Node]:
    """Return one node of each class with so many fields, all with the same parts."""
    return [one(*range(size)) for one in CLASSES if len(one.__match_args__) == size]


def test_all_classes_were_found() -> None:
    assert {model.And, model.Or, model.Int, model.Slot, model.Union, model.Difference} <= {*CLASSES}
    assert len(CLASSES) > 240


@pytest.mark.parametrize("size", sorted({len(one.__match_args__) for one in CLASSES}))
def test_same_parts_in_different_classes_are_different(size: int) -> None:
    """`A and B` is not `A or B`, and no cache can take one for the other; nor is a node the tuple of its parts."""
    nodes = of_size(size)
    for place, one in enumerate(nodes):
        assert one != tuple(range(size))
        assert tuple(range(size)) != one
        for other in nodes[place + 1 :]:
            assert one != other, (one, other)
    assert len({*nodes}) == len(nodes)


@pytest.mark.parametrize("path", TERMS)
def test_terms_are_nothing_but_nodes(path: str) -> None:
    tree = ast.parse((PACKAGE / path).read_text("utf-8"))
    bases = {ast.unparse(base) for node in tree.body if isinstance(node, ast.ClassDef) for base in node.bases}
    assert bases <= {"Node", *(node.name for node in tree.body if isinstance(node, ast.ClassDef))}


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_node_is_found_again(kind: type[Node]) -> None:
    node = kind(*range(len(kind.__match_args__)))
    for other in (pickle.loads(pickle.dumps(node)), copy.deepcopy(node), replace(node)):
        assert other == node
        assert hash(other) == hash(node)
        assert {node: 1}[other] == 1
    assert not hasattr(node, "__dict__")
    for name, _ in fields(node):
        with pytest.raises(AttributeError, match="cannot be changed"):
            setattr(node, name, 0)
        with pytest.raises(AttributeError, match="cannot be changed"):
            delattr(node, name)


def test_node_is_made_by_position_and_by_name() -> None:
    assert model.Win(model.Slot(0), "here") == model.Win(player=model.Slot(0), origin="here", is_side=False)  # type: ignore[arg-type]
    kind: Any = model.Int
    for given, named in (((), {}), ((1, 2), {}), ((), {"number": 1})):
        with pytest.raises(TypeError):
            kind(*given, **named)
    assert repr(model.Union(model.Nothing(), model.Int(1))) == "Union(left=Nothing(), right=Int(value=1))"


def test_walk_gives_the_nodes_in_their_order() -> None:
    one, two, three = model.Int(1), model.Int(2), model.Int(3)
    tree = model.Union((one, model.Lone(two)), three)  # type: ignore[arg-type]
    assert [*walk(tree)] == [tree, one, model.Lone(two), two, three]
    assert [*walk(("and", 1, None))] == []
    assert children(tree) == (((one, model.Lone(two))), three)
    assert children("word") == children(1) == ()


def test_rebuild_keeps_what_is_not_changed() -> None:
    tree = model.Union(model.Lone(model.Int(1)), model.Difference(model.Int(2), model.Int(3)))

    def raised(part: object) -> object:
        return model.Int(9) if part == model.Int(2) else rebuild(part, raised)

    assert raised(tree) == model.Union(model.Lone(model.Int(1)), model.Difference(model.Int(9), model.Int(3)))
    made = raised(tree)
    assert isinstance(made, model.Union)
    assert made.left is tree.left
    assert rebuild(tree, lambda part: part) is tree


def test_what_is_exchanged_is_not_looked_into() -> None:
    one, two = model.Int(1), model.Int(2)
    tree = model.Union(model.Lone(one), model.Lone(two))
    made = exchange(tree, {one: model.Only(model.Lone(one))})
    assert made == model.Union(model.Lone(model.Only(model.Lone(one))), model.Lone(two))
    assert made.right is tree.right
    assert exchange(tree, {}) is tree
