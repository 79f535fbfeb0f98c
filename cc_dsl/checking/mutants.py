"""Mutants: changes of meaning at one place of a rules file, made on its syntax tree by the kind of each node.

A mutant is a slip that an editor might make: a name for another of its kind, a number for its neighbour, the best for
the worst, an exception or a condition left out, two values of an order exchanged, “and” for “or”, “before” for “after”,
a sentence left out, the bodies of two alternatives exchanged.  The module contains no word of a game.  Examples,
questions, titles, reasons and signs of pieces are not changed: they do not affect play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from cc_dsl.checking.names import IntroducedNames
from cc_dsl.checking.tree import Path, Spanned, at, changed, fields_of, is_list
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word
from cc_dsl.table.chance import Chance
from cc_dsl.trees import Node, children, replace

UNTOUCHED = (
    nodes.Example,
    nodes.Question,
    nodes.Excuse,
    nodes.Elsewhere,
    nodes.Shared,
    nodes.Written,
    nodes.AlsoWritten,
    nodes.Drawn,
    nodes.Cite,
    nodes.Figure,
    nodes.Extent,
)
"""Nodes that are not changed, since they do not affect play."""
NAMES: dict[type, tuple[str, ...]] = {
    nodes.Name: ("name",),
    nodes.His: ("name",),
    nodes.Possessed: ("name",),
    nodes.Linked: ("name",),
    nodes.AName: ("name",),
    nodes.HasNo: ("name",),
    nodes.HasCount: ("name",),
    nodes.HasBound: ("name",),
    nodes.HasMore: ("name",),
    nodes.HasFewer: ("name",),
    nodes.HasAsMany: ("name",),
    nodes.Whose: ("name",),
    nodes.Same: ("name",),
    nodes.Every: ("name",),
    nodes.Foreach: ("name",),
    nodes.Perform: ("name",),
    nodes.Call: ("verb",),
    nodes.Heighted: ("name", "order"),
    nodes.Row: ("sort",),
    nodes.Around: (),
}
"""The fields of nodes in which a name refers to something."""
SWAPS = {
    "best": "worst",
    "worst": "best",
    "top": "bottom",
    "bottom": "top",
    "greatest": "least",
    "least": "greatest",
    "together with": "except",
    "except": "together with",
    "plus": "minus",
    "minus": "plus",
    "after": "before",
    "before": "after",
    "every": "some",
    "some": "every",
    "no": "some",
    "grows": "falls",
    "falls": "grows",
    "grow": "fall",
    "fall": "grow",
    "inward": "outward",
    "outward": "inward",
}
"""Words that are exchanged, whatever they stand in."""
SWAPPED: dict[type, str] = {
    nodes.Superlative: "degree",
    nodes.BestFew: "degree",
    nodes.Champion: "degree",
    nodes.Joined: "join",
    nodes.Arithmetic: "sign",
    nodes.Linked: "link",
    nodes.Every: "quantity",
    nodes.Grow: "verb",
    nodes.Around: "when",
    nodes.Call: "way",
    nodes.Deed: "way",
}
RELATIONS: dict[type, type] = {
    nodes.AtLeast: nodes.More,
    nodes.AtMost: nodes.Fewer,
    nodes.More: nodes.AtLeast,
    nodes.Fewer: nodes.AtMost,
    nodes.Better: nodes.Worse,
    nodes.Worse: nodes.Better,
    nodes.AsGood: nodes.Better,
}
NUMBERS: dict[type, tuple[str, ...]] = {
    nodes.Figure_: ("number",),
    nodes.Below: ("number",),
    nodes.BestFew: ("number",),
    nodes.HasCount: ("number",),
    nodes.HasBound: ("number",),
    nodes.Move: ("number",),
    nodes.Times: ("number",),
    nodes.Until: ("number",),
    nodes.Observe: ("number",),
    nodes.Place: ("most",),
    nodes.Number: ("least", "most"),
    nodes.Group: ("least", "most"),
    nodes.Seats: ("least", "most"),
    nodes.Measure: ("number",),
}
BOUNDS = {(nodes.Until, "number"), (nodes.Observe, "number"), (nodes.Number, "most"), (nodes.Place, "most")}
"""Numbers that play is not to pass: raised, they decide nothing."""
CONDITIONAL = (nodes.Procedure, nodes.Happening, nodes.Around, nodes.Option)
ORDERED: dict[type, str] = {nodes.Order: "values", nodes.BySort: "sorts", nodes.States: "values", nodes.Listed: "rest"}
"""Lists of values in which the order says something."""


@dataclass(frozen=True)
class Mutant:
    """One change of meaning at one place."""

    sort: str
    """The change, in words."""
    path: Path
    new: object
    span: Span
    before: str
    after: str
    clause: str
    """The clause under which the place stands; nothing for the editor's part."""
    inside: tuple[tuple[str, str], ...]
    """The doubt and the alternative inside which the place stands."""
    raises_bound: bool = False

    def applied(self, start: nodes.Start) -> nodes.Start:
        """Return the syntax tree with this change."""
        return changed(start, self.path, self.new)


def mutants_of(start: nodes.Start, text: str, names: IntroducedNames, seed: int = 0) -> list[Mutant]:
    """Return all mutants of a rules file; where several names could stand at a place, the seed picks one."""
    maker = _Maker(start, text, names, seed)
    found: list[Mutant] = []
    for place, block in enumerate(start.blocks):
        clause = block.section.text if isinstance(block, nodes.Section) else ""
        found += maker.of(("blocks", place, "statements"), clause, ())
    unique: dict[tuple[Path, object], Mutant] = {}
    for mutant in found:
        unique.setdefault((mutant.path, repr(mutant.new)), mutant)
    return [*unique.values()]


def sentence_of(start: nodes.Start, mutant: Mutant) -> Span:
    """Return the span of the innermost sentence in which the changed place of a mutant stands."""
    found = mutant.span
    for size in range(1, len(mutant.path) + 1):
        node = at(start, mutant.path[:size])
        if isinstance(node, nodes.Statement | nodes.Act):
            found = node.span
    return found


class _Maker:
    """Makes the mutants of a syntax tree."""

    def __init__(self, start: nodes.Start, text: str, names: IntroducedNames, seed: int) -> None:
        self.start = start
        self.text = text
        self.names = names
        self.chance = Chance(seed)

    def of(self, path: Path, clause: str, inside: tuple[tuple[str, str], ...]) -> Iterator[Mutant]:
        """Yield the mutants of a node and of all that is in it."""
        node = at(self.start, path)
        if node is None or isinstance(node, (Span, *UNTOUCHED)):
            return
        for sort, new, span, before, after, raises in self._at(node):
            yield Mutant(sort, path, new, span, before, after, clause, inside, raises)
        if isinstance(node, nodes.Alternative):
            inside = (*inside, (self._doubt(path), node.name.text))
        if is_list(node):
            for place in range(len(node)):
                yield from self.of((*path, place), clause, inside)
        for name in fields_of(node):
            if name != "span":
                yield from self.of((*path, name), clause, inside)

    def _doubt(self, path: Path) -> str:
        doubt: nodes.Doubt = at(self.start, path[:-2])
        return doubt.name.text

    def _said(self, span: Span) -> str:
        return " ".join(self.text[span.start : span.end].split())

    # ------------------------------------------------------------------------------------ by the node

    def _at(self, node: Any) -> Iterator[tuple[str, object, Span, str, str, bool]]:
        if is_list(node):
            for sort, new, span, before, after in self._of_list(node):
                yield sort, new, span, before, after, False
            return
        for sort, new, before, after, raises in self._of_node(node, node.span):
            yield sort, new, node.span, before, after, raises

    def _of_node(self, node: Node, span: Span) -> Iterator[tuple[str, object, str, str, bool]]:
        for field in NAMES.get(type(node), ()):
            yield from self._other_name(node, field)
        if type(node) in SWAPPED:
            yield from self._other_word(node, SWAPPED[type(node)])
        for field in NUMBERS.get(type(node), ()):
            yield from self._neighbours(node, field)
        for sort, new in self._of_condition(node):
            yield sort, new, self._said(span), self._written(new), False
        if isinstance(node, CONDITIONAL) and node.condition is not None:
            said = self._said(node.condition.span)
            yield "a condition left out", replace(node, condition=None), f"if {said}", "", False
        for sort, new, before in self._of_part(node):
            yield sort, new, before, "", False
        if type(node) in ORDERED:
            field = ORDERED[type(node)]
            for sort, new, _, before, after in self._exchanged(getattr(node, field), "two values exchanged"):
                yield sort, replace(node, **{field: new}), before, after, False

    def _other_name(self, node: Node, field: str) -> Iterator[tuple[str, object, str, str, bool]]:
        word: Word = getattr(node, field)
        others = self.names.others(word.text)
        if others:
            other = others[self.chance.below(len(others))]
            yield "another name", replace(node, **{field: replace(word, text=other)}), word.text, other, False

    def _other_word(self, node: Node, field: str) -> Iterator[tuple[str, object, str, str, bool]]:
        word: Word | None = getattr(node, field)
        other = SWAPS.get(" ".join(word.text.split())) if word is not None else None
        if word is not None and other is not None:
            yield "the opposite word", replace(node, **{field: replace(word, text=other)}), word.text, other, False

    def _neighbours(self, node: Node, field: str) -> Iterator[tuple[str, object, str, str, bool]]:
        word = getattr(node, field)
        if not isinstance(word, Word):
            return
        number = int(word.text)
        is_bound = (type(node), field) in BOUNDS
        for other in (number - 1, number + 1):
            if other >= 0 and not (isinstance(node, nodes.Place) and 1 in (number, other)):
                raises = is_bound and other > number
                yield (
                    "a number",
                    replace(node, **{field: replace(word, text=str(other))}),
                    word.text,
                    str(other),
                    raises,
                )

    def _of_condition(self, node: object) -> Iterator[tuple[str, object]]:
        if isinstance(node, nodes.And_):
            yield "“or” for “and”", nodes.Or_(node.left, node.right, node.span)
            yield "half a condition", node.left
            yield "half a condition", node.right
        elif isinstance(node, nodes.Or_):
            yield "“and” for “or”", nodes.And_(node.left, node.right, node.span)
            yield "half a condition", node.left
            yield "half a condition", node.right
        elif isinstance(node, nodes.Not_):
            yield "a denial left out", node.condition
        elif isinstance(node, nodes.Is_):
            is_denied = node.negation is not None
            yield "a denial", replace(node, negation=None if is_denied else Word("not", node.span))
        elif isinstance(node, nodes.HasNo):
            yield "a denial left out", nodes.AName(node.name, node.span)
        elif isinstance(node, nodes.HasMore):
            yield "the opposite word", nodes.HasFewer(node.name, node.thing, node.span)
        elif isinstance(node, nodes.HasFewer | nodes.HasAsMany):
            yield "the opposite word", nodes.HasMore(node.name, node.thing, node.span)
        elif type(node) in RELATIONS:
            yield "the neighbouring relation", RELATIONS[type(node)](*children(node))
        elif isinstance(node, nodes.Filtered):
            yield "a condition left out", node.thing

    def _written(self, node: Any) -> str:
        """Return a new node in words: its source in the file, or its new text."""
        names = {nodes.AtLeast: "at least", nodes.AtMost: "at most", nodes.More: "more than", nodes.Fewer: "fewer than"}
        names |= {nodes.Better: "better than", nodes.Worse: "worse than"}
        if type(node) in names:
            return names[type(node)]
        if isinstance(node, nodes.And_ | nodes.Or_):
            link = "and" if isinstance(node, nodes.And_) else "or"
            return f"{self._said(node.left.span)} {link} {self._said(node.right.span)}"
        if isinstance(node, nodes.Is_):
            is_not = "is not" if node.negation is not None else "is"
            return f"{is_not} {self._said(node.complement.span)}"
        if isinstance(node, nodes.HasMore | nodes.HasFewer):
            return f"{'more' if isinstance(node, nodes.HasMore) else 'fewer'} …"
        return self._said(node.span) if not isinstance(node, nodes.AName) else f"a {node.name.text}"

    def _of_part(self, node: object) -> Iterator[tuple[str, object, str]]:
        """Yield a node without one of its optional parts."""
        if isinstance(node, nodes.Foreach):
            if node.start is not None:
                yield "where turns begin, left out", replace(node, start=None), f"from {self._said(node.start.span)}"
            if node.relative is not None:
                yield "a condition left out", replace(node, relative=None), self._said(node.relative.span)
        elif isinstance(node, nodes.Every) and node.relative is not None:
            yield "a condition left out", replace(node, relative=None), self._said(node.relative.span)
        elif isinstance(node, nodes.Place) and node.is_ordered is not None:
            yield "an order left out", replace(node, is_ordered=None), "ordered"
        elif isinstance(node, nodes.Check) and node.otherwise is not None:
            yield "what is done otherwise, left out", replace(node, otherwise=None), "otherwise"
        elif isinstance(node, nodes.OneOfNames) and len(node.names) > 1:
            for place, word in enumerate(node.names):
                rest = (*node.names[:place], *node.names[place + 1 :])
                yield "a value left out", replace(node, names=rest), word.text

    # ------------------------------------------------------------------------------------ by the list

    def _of_list(self, listed: tuple[Any, ...]) -> Iterator[tuple[str, object, Span, str, str]]:
        found = [one for one in listed if one is not None]
        if not found:
            return
        first = found[0]
        if isinstance(first, nodes.Case | nodes.OtherwiseCase):
            yield from self._of_cases(listed)
        elif isinstance(first, nodes.Alternative):
            yield from self._of_alternatives(listed)
        elif isinstance(first, nodes.Row):
            yield from self._of_rows(listed)
        elif isinstance(first, nodes.Key):
            yield from self._exchanged(listed, "two keys of a ranking exchanged")
            if len(listed) > 1:
                yield "a key of a ranking left out", listed[:-1], listed[-1].span, self._said(listed[-1].span), ""
        elif isinstance(first, nodes.Act | nodes.Statement):
            yield from self._of_sentences(listed)

    def _of_cases(self, cases: nodes.Cases) -> Iterator[tuple[str, object, Span, str, str]]:
        placed = [(place, one) for place, one in enumerate(cases) if one is not None]
        for (one, first), (other, second) in pairwise(placed):
            new = [*cases]
            new[one], new[other] = replace(first, thing=second.thing), replace(second, thing=first.thing)
            said = f"{self._said(first.thing.span)}; {self._said(second.thing.span)}"
            swapped = f"{self._said(second.thing.span)}; {self._said(first.thing.span)}"
            yield "two cases exchanged", tuple(new), first.span, said, swapped
        for place, case in placed if len(placed) > 1 else ():
            if isinstance(case, nodes.Case) and case.condition is not None:
                yield "a case left out", (*cases[:place], *cases[place + 1 :]), case.span, self._said(case.span), ""
        (place, case), *others = placed
        if not others and isinstance(case, nodes.Case) and case.condition is not None:
            new = [*cases]
            new[place] = replace(case, condition=None)
            yield "a condition left out", tuple(new), case.span, f"if {self._said(case.condition.span)}", ""

    def _of_alternatives(self, listed: tuple[nodes.Alternative, ...]) -> Iterator[tuple[str, object, Span, str, str]]:
        for place, (one, other) in enumerate(pairwise(listed)):
            new = [*listed]
            new[place], new[place + 1] = (
                replace(one, statements=other.statements),
                replace(other, statements=one.statements),
            )
            names = f"{one.name.text}; {other.name.text}"
            yield "the bodies of two alternatives exchanged", tuple(new), one.span, names, "exchanged"

    def _of_rows(self, rows: tuple[nodes.Row, ...]) -> Iterator[tuple[str, object, Span, str, str]]:
        for place, (one, other) in enumerate(pairwise(rows)):
            if [word.text for word in one.figures] == [word.text for word in other.figures]:
                continue
            new = [*rows]
            new[place], new[place + 1] = replace(one, figures=other.figures), replace(other, figures=one.figures)
            said = f"{one.sort.text}; {other.sort.text}"
            yield "two rows of a table exchanged", tuple(new), one.span, said, "exchanged"
        for place, row in enumerate(rows):
            for column, word in enumerate(row.figures):
                for number in (int(word.text) - 1, int(word.text) + 1):
                    if number >= 0:
                        figures = (*row.figures[:column], replace(word, text=str(number)), *row.figures[column + 1 :])
                        new = [*rows]
                        new[place] = replace(row, figures=figures)
                        yield "a number", tuple(new), word.span, f"{row.sort.text}: {word.text}", str(number)

    def _of_sentences(
        self, listed: tuple[nodes.Statement | nodes.Act | None, ...]
    ) -> Iterator[tuple[str, object, Span, str, str]]:
        """Leave out each sentence, or take away the condition under which something is done."""
        for place, one in enumerate(listed):
            if one is None or isinstance(one, (*UNTOUCHED, nodes.Doubt)):
                continue
            rest = (*listed[:place], *listed[place + 1 :])
            said = self._said(one.span)
            if isinstance(one, nodes.Act) and len(listed) == 1:
                rest = (nodes.Nothing(None, one.span),)
            if not (isinstance(one, nodes.Nothing) and len(listed) == 1):
                sort = "an exception left out" if isinstance(one, nodes.Displaced) else "a sentence left out"
                yield sort, rest, one.span, said, ""
            if isinstance(one, nodes.Check):
                acts = (*listed[:place], *one.acts, *listed[place + 1 :])
                yield "a condition left out", acts, one.span, f"if {self._said(one.condition.span)}", ""

    def _exchanged(self, listed: tuple[Spanned, ...], sort: str) -> Iterator[tuple[str, object, Span, str, str]]:
        """Exchange two neighbours of a list: the first two, and two that the seed picks."""
        pairs = {0, self.chance.below(len(listed) - 1)} if len(listed) > 1 else set()
        for place in sorted(pairs):
            one, other = listed[place], listed[place + 1]
            new = (*listed[:place], other, one, *listed[place + 2 :])
            said = f"{self._text(one)}, {self._text(other)}"
            yield sort, new, Span(one.span.start, other.span.end), said, f"{self._text(other)}, {self._text(one)}"

    def _text(self, node: Spanned) -> str:
        return node.text if isinstance(node, Word) else self._said(node.span)
