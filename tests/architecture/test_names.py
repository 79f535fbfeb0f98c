"""The table of names covers every class of nodes, and lists each field of words as a name or not."""

from __future__ import annotations

import re

import pytest

from cc_dsl.syntax import names, nodes
from cc_dsl.trees import Node

IN_MODULE = [one for one in vars(nodes).values() if isinstance(one, type) and issubclass(one, Node)]
CLASSES = [one for one in IN_MODULE if one.__module__ == nodes.__name__]
WORD = re.compile(r"\bWord\b")


def _fields(table: str) -> dict[str, str]:
    """Read lines of fields, and the classes that have them."""
    lines = re.findall(r"^ {4}(\w[\w ]*): ((?:.|\n {6})*)", table, re.MULTILINE)
    return {name: fields for fields, names in lines for name in names.split()}


PLAIN = _fields(
    """
    section quotes: Cite Section
    number: Figure_ Numbered Move Observe
    word: Pronoun His HeightOf Listed
    link: Linked Step
    degree: Superlative BestFew Champion
    join: Joined
    what: FromTo
    sign: Arithmetic Negated AlsoWritten
    negation: Is_
    relation: Compared HasCompared
    relation number: HasCount Numeral
    quantity: Quantified
    least most: ANumber Seats
    name: Option TheName OwnerName PairName
    seer: Sight
    verb: Grow
    way: Call
    most: Times
    number ends: Until
    verb way: Deed FurtherDeed
    is_ordered most: Place
    least most first: Number
    number unit: Measure
    is_reversed legend: Column
    figures: Row
    name default reason: Alternative
    number most key: Ask
    key: AskStored With Tell
    status reason: Excuse
    section reason: Elsewhere
    clauses label: Shared
    plural: Enumeration Sort
    plural first last: Spanned
    columns rows: Board
    how signs: Written
    also plural number: Pieces
    form: Site
    beginning: Ring
    crosswise: Behind
    also: Value Predicate Relation Ranking Procedure
    plural least most: Group
    when: Around
    section: Displaced
    kind name words: Doubt
    title: Example Editor
    words: Question
    title label: Edition
    label: Use
    place: Change
    place names: Without
    place answer: ReadingChoice
    place old new: Conjecture
    place: InsteadOf Besides
    parent digest title: Overlay
    """
)
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
