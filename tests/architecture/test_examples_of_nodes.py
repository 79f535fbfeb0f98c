"""Every class of the AST and of the model has a docstring, and the example of a node class parses to that class."""

from __future__ import annotations

import inspect
import re
from types import ModuleType

import pytest
from lark.exceptions import UnexpectedInput

from cc_dsl.rules import model
from cc_dsl.syntax import nodes, parser
from cc_dsl.syntax.layout import LayoutError
from cc_dsl.syntax.sentences import load_sentences
from cc_dsl.trees import Node, walk

EDITION = 'edition "" of x.\n'
SENTENCE = f'{EDITION}§x ""\n  '
FRAMES = [
    *(f"{SENTENCE}{frame}\n" for frame in ("{}.", "{}", "the x is {}.", "the x is y if {}.", "the x is y if it {}.")),
    *(f"{SENTENCE}{frame}\n" for frame in ("the x is y if it is {}.", "the x is the cards in the y {}.")),
    *(
        f"{SENTENCE}{frame}\n"
        for frame in ("{} the x is y.", "there is a x, {}.", "xs rank by {}.", "when {}: nothing.")
    ),
    *(
        f"{SENTENCE}{frame}\n"
        for frame in (
            "{} is 1.",
            "the x is 1 if it is y; {}.",
            "the x is y if {} xs are y.",
            "{} see x.",
            "{} is also written V.",
        )
    ),
    *(f"{SENTENCE}{frame}\n" for frame in ("the figure shows, from left to right, {}.", "the xs stand in a ring, {}.")),
    *(
        f"{SENTENCE}{frame}\n"
        for frame in (
            "the x is the total of {}.",
            "| of a x | y |\n  {}",
            "the xs are {}.",
            "the ground is {} by 40 yards.",
        )
    ),
    f"{SENTENCE}the xs stand in a ring, 7 yards from one to the next, beginning above, {{}}.\n",
    *(
        f"{SENTENCE}the x goes thus:\n    {frame}\n"
        for frame in ("{}.", "if it is y: nothing.\n    {}.", "he chooses {} as the y.")
    ),
    f"{SENTENCE}the x goes thus:\n    he chooses:\n      {{}}.\n",
    f"{SENTENCE}example: {{}}.\n",
    f'{EDITION}editor ""\n  question x "y":\n    tell the y, called "z", {{}}.\n',
    f'{EDITION}editor ""\n  question x "y":\n    given 1 card for {{}}, called "z".\n',
    'this edition is 1862, but "x".\n{}.\n',
    '{}.\n§x ""\n  the x is y.\n',
    "{}.\nwithout §VI.4.\n",
]
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
