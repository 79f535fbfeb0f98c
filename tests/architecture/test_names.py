"""The table of names knows every class of nodes, and every word in it."""

from __future__ import annotations

import re

import pytest

from cc_dsl.syntax import names, nodes
from cc_dsl.trees import Node

IN_MODULE = [one for one in vars(nodes).values() if isinstance(one, type) and issubclass(one, Node)]
CLASSES = [one for one in IN_MODULE if one.__module__ == nodes.__name__]
WORD = re.compile(r"\bWord\b")
PLAIN = {
    "Cite": "section quotes",
    "Figure_": "number",
    "Numbered": "number",
    "Pronoun": "word",
    "His": "word",
    "Linked": "link",
    "Superlative": "degree",
    "BestFew": "degree",
    "Champion": "degree",
    "Heighted": "word",
    "Joined": "join",
    "Stepped": "link",
    "Arithmetic": "sign",
    "Negated": "sign",
    "Is_": "negation",
    "Compared": "relation",
    "HasCount": "relation number",
    "HasCompared": "relation",
    "Quantified": "quantity",
    "Numeral": "relation number",
    "Move": "number",
    "ANumber": "least most",
    "Option": "name",
    "Grow": "verb",
    "Call": "way",
    "Observe": "number",
    "Times": "most",
    "Until": "number ends",
    "TheName": "name",
    "BareName": "name",
    "OwnerName": "name",
    "EachName": "name",
    "Deed": "verb way",
    "Place": "is_ordered most",
    "Number": "least most first",
    "Measure": "number unit",
    "Column": "is_reversed legend",
    "Listed": "word",
    "Row": "figures",
    "Alternative": "name default reason",
    "Ask": "number most key",
    "AskStored": "key",
    "With": "key",
    "Tell": "key",
    "Seats": "least most",
    "Excuse": "status reason",
    "Elsewhere": "section reason",
    "Shared": "clauses label",
    "Enumeration": "plural",
    "Spanned": "plural first last",
    "Board": "columns rows",
    "Written": "signs",
    "AlsoWritten": "sign",
    "Drawn": "signs",
    "Pieces": "also plural",
    "Site": "form",
    "Ring": "beginning",
    "Behind": "crosswise",
    "Value": "also",
    "Predicate": "also",
    "Relation": "also",
    "Group": "plural least most",
    "Sort": "plural",
    "Ranking": "also",
    "Procedure": "also",
    "Around": "when",
    "Displaced": "section",
    "Doubt": "kind name words",
    "Example": "title",
    "Question": "words",
    "Section": "section quotes",
    "Editor": "title",
    "Edition": "title label",
    "Use": "label",
}
"""The fields of each class that hold words which are no names of the rules: numbers, signs and quoted texts."""


def classified(node: type[Node]) -> list[str]:
    """Return the fields that the table names for a class."""
    roles = names.TABLE.get(node, names.Roles())
    return [*roles.about, *roles.uses.split(), *PLAIN.get(node.__name__, "").split()]


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
