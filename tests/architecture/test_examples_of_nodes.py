"""Every class of the AST and of the model has a docstring, and the example of a node class parses to that class."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest
from lark.exceptions import UnexpectedInput

from cc_dsl.rules import model
from cc_dsl.syntax import nodes, parser
from cc_dsl.syntax.layout import LayoutError
from cc_dsl.syntax.sentences import load_sentences
from cc_dsl.trees import Node, walk

FRAMES = [f"{text.strip()}\n" for text in (Path(__file__).parent / "frames.txt").read_text("utf-8").split("\n\n")[1:]]
SENTENCES: dict[str, set[str]] = {}
for sentence in load_sentences().sentences:
    words = (sentence.part or sentence.example).split("\n")[0]
    SENTENCES.setdefault(parser.class_name(sentence.rule), set()).add(" ".join(words.split()).removesuffix("."))


def classes_of(module: ModuleType) -> list[type[Node]]:
    own = [each for _, each in inspect.getmembers(module, inspect.isclass) if each.__module__ == module.__name__]
    return [each for each in own if issubclass(each, Node)]


def nodes_of(text: str) -> set[type]:
    """Return the classes of the nodes of a text; none if it does not parse."""
    try:
        tree = parser.read_from("overlay" if text.startswith("this edition") else "start", text)
    except (UnexpectedInput, LayoutError):
        return set()
    return {type(part) for part in walk(tree)}


EXAMPLES = {each: re.findall(r"`([^`]+)`", vars(each).get("__doc__") or "") for each in classes_of(nodes)}
OWN = [
    node
    for node, examples in EXAMPLES.items()
    if str(node.__doc__).startswith("`") and SENTENCES.get(node.__name__, set()).isdisjoint(examples)
]
"""The classes whose example is not that of the reference, which is parsed elsewhere."""


@pytest.mark.parametrize("module", [nodes, model])
def test_every_class_has_a_line(module: ModuleType) -> None:
    assert [each.__name__ for each in classes_of(module) if not vars(each).get("__doc__")] == []


@pytest.mark.parametrize("node", OWN, ids=lambda node: node.__name__)
def test_example_parses_to_its_node(node: type[Node]) -> None:
    """In one of the frames, since a part of a sentence does not stand by itself."""
    assert any(node in nodes_of(frame.replace("{}", example)) for example in EXAMPLES[node] for frame in FRAMES)
