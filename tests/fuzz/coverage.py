"""List the sentences of `grammar/sentences.toml` that a rules file contains, by the nodes of its tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from cc_dsl.syntax import nodes
from cc_dsl.syntax.sentences import load_sentences
from cc_dsl.trees import walk


class Form(NamedTuple):
    """One entry of the list of sentences: the rule of the grammar, and the place among the entries of that rule."""

    rule: str
    place: int

    def __str__(self) -> str:
        """Return the name of the rule, with the number of the entry if it has several."""
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
"""For each rule that has several entries, a function from a node to the place of its entry."""


@cache
def forms() -> tuple[Form, ...]:
    """Return every sentence of the language, in the order of the list."""
    entries: list[Form] = []
    for sentence in (sentence for group in load_sentences().groups for sentence in group.sentences):
        entries.append(Form(sentence.rule, sum(entry.rule == sentence.rule for entry in entries)))
    return tuple(entries)


@cache
def _rule_of(name: str) -> str:
    """Return the rule of the grammar for a class of nodes."""
    name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
    return name.removeprefix("_")


def forms_in(start: nodes.Start) -> frozenset[Form]:
    return frozenset(form for node in walk(start) for form in _forms_of(node)).intersection(forms())


def _forms_of(node: Any) -> Iterator[Form]:
    rule = _rule_of(type(node).__name__)
    if isinstance(node, nodes.Procedure | nodes.Ranking | nodes.Value | nodes.Relation) and node.also is not None:
        yield Form("predicate", 1)  # “also” is one entry of the list for all classes of sentences
    yield Form(rule, DISTINGUISHED[rule](node) if rule in DISTINGUISHED else 0)
