"""Tells which sentences of `grammar/sentences.toml` a rules file contains, by the nodes that it parses into."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from cc_dsl.syntax import nodes
from cc_dsl.syntax.sentences import load_sentences
from cc_dsl.trees import walk


class Form(NamedTuple):
    """One entry of the list of sentences: the rule of the grammar, and which of its entries it is."""

    rule: str
    place: int

    def __str__(self) -> str:
        """Name the rule, with the number of the entry where it has several."""
        return f"{self.rule} {self.place + 1}" if self.rule in DISTINGUISHED else self.rule


RANKS = ("better", "worse", "as good")
DISTINGUISHED: dict[str, Callable[[Any], int]] = {
    "predicate": lambda node: int(node.also is not None),
    "happening": lambda node: int(node.deed.kind.text != "player"),
    "move": lambda node: int(node.count is not None or node.number is not None),
    "choose": lambda node: 2 if node.weight is not None else int(node.number is not None),
    "compared": lambda node: int(" ".join(word.text for word in node.relation).startswith(RANKS)),
    "from_to": lambda node: int("direction" in node.what.text),
    "written": lambda node: int(node.how.text == "drawn"),
    "linked": lambda node: int(node.link.text in ("after", "before")),
    "superlative": lambda node: {"best": 0, "worst": 0, "only": 1, "top": 3, "bottom": 3}.get(node.degree.text, 2),
}
"""For each rule that has several entries, which of them a node is."""


@cache
def forms() -> tuple[Form, ...]:
    """Return every sentence of the language, in the order of the list."""
    found: list[Form] = []
    for sentence in (one for group in load_sentences().groups for one in group.sentences):
        found.append(Form(sentence.rule, sum(one.rule == sentence.rule for one in found)))
    return tuple(found)


@cache
def _rule_of(name: str) -> str:
    """Return the rule of the grammar that makes nodes of a class."""
    name = "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name)
    return name.removeprefix("_")


def contained(start: nodes.Start) -> frozenset[Form]:
    return frozenset(form for node in walk(start) for form in _forms_of(node)).intersection(forms())


def _forms_of(node: Any) -> Iterator[Form]:
    rule = _rule_of(type(node).__name__)
    if isinstance(node, nodes.Procedure | nodes.Ranking | nodes.Value | nodes.Relation) and node.also is not None:
        yield Form("predicate", 1)  # “also” counts as one form, whatever it extends
    yield Form(rule, DISTINGUISHED[rule](node) if rule in DISTINGUISHED else 0)
