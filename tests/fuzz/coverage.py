"""Tells which sentences of `grammar/sentences.toml` a rules file contains, by the nodes that it parses into."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from cc_dsl.rules.kinds import plural
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


class Known(NamedTuple):
    """The names of a file that decide which of several entries a node is."""

    states: frozenset[str]
    """The states of pieces."""
    said: frozenset[str]
    """The states, properties and sorts, and the plurals of these."""
    things: frozenset[str]
    """What can be “in” something: the plurals of the pieces and of the properties; and every value."""


def _is_denied_or_equal(node: nodes.Is_, known: Known) -> bool:
    word = getattr(node.complement, "name", None)
    return not (isinstance(node.complement, nodes.Name) and isinstance(word, nodes.Word) and word.text in known.said)


def _link(node: nodes.Linked, known: Known) -> int:
    if node.link.text in ("after", "before"):
        return 2 if node.name.text == "player" else 3
    return 1 if node.link.text == "in" or node.name.text in known.things else 0


COMPARED = ("at least", "at most", "more than", "fewer than", "better than", "worse than", "as good as")
DISTINGUISHED: dict[str, Callable[[Any, Known], int]] = {
    "pieces": lambda node, _: int(node.also is not None),
    "holder": lambda node, _: int(node.kind.text != "player"),
    "predicate": lambda node, _: int(node.also is not None),
    "ranking": lambda node, _: int(node.further is not None),
    "procedure": lambda node, _: int(node.on is not None),
    "happening": lambda node, _: int(node.deed.kind.text != "player"),
    "around": lambda node, _: int(isinstance(node.deed, nodes.Deed)),
    "doubt": lambda node, _: ("reading", "gap", "option").index(node.kind.text),
    "move": lambda node, _: 2 if node.count is not None else int(node.number is not None),
    "choose": lambda node, _: 2 if node.weight is not None else int(node.number is not None),
    "become": lambda node, known: int(isinstance(node.to, nodes.Name) and node.to.name.text in known.states),
    "compared": lambda node, _: COMPARED.index(" ".join(word.text for word in node.relation).replace("less", "fewer")),
    "has_count": lambda node, _: int(node.relation is not None),
    "has_compared": lambda node, _: ("more", "fewer", "as").index(node.relation[0].text),
    "arithmetic": lambda node, _: {"times": 0, "divided by": 1}.get(node.sign.text, 2),
    "is_": lambda node, known: int(not _is_denied_or_equal(node, known)),
    "other": lambda node, _: int(node.name.text != "player"),
    "linked": _link,
    "superlative": lambda node, _: {"best": 0, "worst": 0, "only": 1, "top": 3, "bottom": 3}.get(node.degree.text, 2),
}
"""For each rule that has several entries, which of them a node is.  (Of `a_name` the parent decides.)"""


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
    """Return the sentences that a file contains."""
    found = [*walk(start)]
    known = _known(found)
    return frozenset(form for node in found for form in _forms_of(node, known)).intersection(forms())


def _forms_of(node: Any, known: Known) -> Iterator[Form]:
    rule = _rule_of(type(node).__name__)
    if isinstance(node, nodes.Is_) and isinstance(node.complement, nodes.AName):
        yield Form("a_name", 0)
    elif isinstance(node, nodes.Has) and isinstance(node.amount, nodes.AName):
        yield Form("a_name", 1)
    if rule != "a_name":
        yield Form(rule, DISTINGUISHED[rule](node, known) if rule in DISTINGUISHED else 0)


def _known(found: Iterable[Any]) -> Known:
    states: set[str] = set()
    properties: set[str] = set()
    things: set[str] = {"cards"}
    for node in found:
        if isinstance(node, nodes.States):
            states.update(word.text for word in node.values)
        elif isinstance(node, nodes.Predicate | nodes.Sort):
            properties.update((node.name.text, plural(node.name.text)))
        elif isinstance(node, nodes.Pieces):
            things.add(plural(node.name.text))
        elif isinstance(node, nodes.Enumeration):
            things.update(word.text for word in node.values)
    return Known(frozenset(states), frozenset(states | properties), frozenset(things | properties))
