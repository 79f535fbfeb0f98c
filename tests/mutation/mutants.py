"""Mutants: changes of meaning at one place of a rules file, made in its syntax tree by the class of each node.

A mutant is a slip that an editor might make: a name for another of its kind, a number for its neighbour, the best for
the worst, an exception or a condition left out, two values of an order exchanged, “and” for “or”, “before” for “after”,
a sentence left out, the bodies of two alternatives exchanged.  The module contains no word of a game.  Examples,
questions, titles, reasons and signs of pieces are not changed: they do not affect play.  Two further changes have no
effect and are left out: a higher bound that only stops play, and the second of two states tested before a piece enters
the first.  No name is replaced by a name that only questions use: such a name is defined by the others, so it often has
the same meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from cc_dsl.core.symbols import meanings
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER, plural
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word
from cc_dsl.table.chance import Chance
from cc_dsl.trees import Node, replace, walk

Path = tuple[str | int, ...]
"""Names of fields and places in tuples, from the root of a syntax tree to a node."""
Change = tuple[str, object, Span, str, str]
"""The sort of a change, the new node, the place, and the words before and after."""

UNTOUCHED = (
    *(nodes.Example, nodes.Question, nodes.Excuse, nodes.Elsewhere, nodes.Shared, nodes.Written, nodes.AlsoWritten),
    *(nodes.Cite, nodes.Figure, nodes.Extent),
)
"""Nodes that are not changed, since they do not affect play."""
NAMED: tuple[type, ...] = (
    *(nodes.Name, nodes.His, nodes.Possessed, nodes.Linked, nodes.AName, nodes.HasCount),
    *(nodes.HasCompared, nodes.Whose, nodes.Same, nodes.Quantified, nodes.Foreach),
    nodes.Perform,
)
NAMES: dict[type, tuple[str, ...]] = {
    **dict.fromkeys(NAMED, ("name",)),
    **{nodes.Call: ("verb",), nodes.HeightOf: ("name", "order"), nodes.Row: ("sort",)},
}
"""The fields of nodes in which a name refers to something."""
OPPOSITES = (
    *(("best", "worst"), ("top", "bottom"), ("greatest", "least"), ("together with", "except"), ("plus", "minus")),
    *(("after", "before"), ("every", "some"), ("grows", "falls"), ("grow", "fall"), ("inward", "outward")),
)
SWAPS = {**dict(OPPOSITES), **{other: one for one, other in OPPOSITES}, "no": "some"}
"""The words that are exchanged, in every kind of node."""
SWAPPED: dict[type, str] = {
    **dict.fromkeys((nodes.Superlative, nodes.BestFew, nodes.Champion), "degree"),
    **{nodes.Call: "way", nodes.Deed: "way", nodes.Joined: "join", nodes.Arithmetic: "sign", nodes.Linked: "link"},
    **{nodes.Quantified: "quantity", nodes.Grow: "verb", nodes.Around: "when"},
}
RELATIONS = {
    **{"at least": "more than", "at most": "fewer than", "more than": "at least", "fewer than": "at most"},
    **{"less than": "at most", "better than": "worse than", "worse than": "better than", "as good as": "better than"},
    **{"more": "fewer", "fewer": "more", "as many": "more"},
}
"""The words of a comparison, and their replacements."""
COUNTED: tuple[type, ...] = (
    *(nodes.Figure_, nodes.BestFew, nodes.HasCount, nodes.Numeral, nodes.Move, nodes.Times, nodes.Until),
    *(nodes.Observe, nodes.Measure),
)
NUMBERS: dict[type, tuple[str, ...]] = {
    **dict.fromkeys(COUNTED, ("number",)),
    **dict.fromkeys((nodes.Number, nodes.Group, nodes.Seats), ("least", "most")),
    nodes.Place: ("most",),
}
BOUNDS = {(nodes.Until, "number"), (nodes.Observe, "number"), (nodes.Number, "most"), (nodes.Place, "most")}
"""Numbers at which play stops with an error: they are lowered only, since a greater one decides nothing."""
CONDITIONAL = (nodes.Procedure, nodes.Happening, nodes.Around, nodes.Option)
OPTIONAL: tuple[tuple[type[Node], str, str, str], ...] = (
    (nodes.Foreach, "start", "where turns begin, left out", "from"),
    (nodes.Foreach, "relative", "a condition left out", ""),
    (nodes.Quantified, "relative", "a condition left out", ""),
    (nodes.Place, "is_ordered", "an order left out", ""),
    (nodes.Check, "otherwise", "what is done otherwise, left out", ""),
)
"""Parts that can be left out: the node, the field, the sort of the change, and a word before the part."""
ORDERED: dict[type, str] = {nodes.Order: "values", nodes.BySort: "sorts", nodes.States: "values", nodes.Listed: "rest"}
"""The field with values whose order matters, by class of nodes."""


class Mutant(NamedTuple):
    """One change of meaning at one place."""

    sort: str
    """The change, in words."""
    path: Path
    new: object
    span: Span
    before: str
    after: str
    clause: str
    """The clause of the block; empty for the editor's."""
    inside: tuple[tuple[str, str], ...]
    """The doubts and alternatives that contain the place."""

    def applied(self, start: nodes.Start) -> nodes.Start:
        """Return the syntax tree with this change."""
        mutated: nodes.Start = _changed(start, self.path, self.new)
        return mutated


def mutants_of(start: nodes.Start, text: str, rules: model.Rules, seed: int = 0) -> list[Mutant]:
    """Return all mutants of a rules file; of several possible names at a place, the seed picks one."""
    maker = _Maker(start, text, rules, seed)
    unique: dict[tuple[Path, str], Mutant] = {}
    for place, block in enumerate(start.blocks):
        clause = block.section.text if isinstance(block, nodes.Section) else ""
        for mutant in maker.of(("blocks", place, "statements"), clause, ()):
            unique.setdefault((mutant.path, repr(mutant.new)), mutant)
    return [*unique.values()]


def _at(root: Any, path: Path) -> Any:
    for step in path:
        root = root[step] if isinstance(step, int) else getattr(root, step)
    return root


def _changed(part: Any, path: Path, new: object) -> Any:
    """Return a part of a tree with another node at a path below it."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return _with(part, step, _changed(part[step], rest, new))
    return replace(part, **{step: _changed(getattr(part, step), rest, new)})


def _with(listed: tuple[Any, ...], place: int, *new: object) -> tuple[Any, ...]:
    """Return a list in which other items, or none, replace one."""
    return (*listed[:place], *new, *listed[place + 1 :])


class _Maker:
    """The maker of the mutants of a syntax tree."""

    def __init__(self, start: nodes.Start, text: str, rules: model.Rules, seed: int) -> None:
        self.start, self.text, self.seats, self.chance = start, text, rules.seats, Chance(seed)
        self.pairs = [{word.text for word in node.values} for node in walk(start) if isinstance(node, nodes.States)]
        self.sorts: dict[str, object] = {}
        self.names: dict[object, list[str]] = {}
        excluded = _names_of_questions(start)
        for sort, name in _named(rules):
            self.sorts.setdefault(name, sort)
            if name not in excluded:
                self.names.setdefault(sort, []).append(name)
        self.plurals = {plural(name): name for name in self.sorts}

    def of(self, path: Path, clause: str, inside: tuple[tuple[str, str], ...]) -> Iterator[Mutant]:
        """Yield the mutants of a node and of all its parts."""
        node = _at(self.start, path)
        if node is None or isinstance(node, (Span, *UNTOUCHED)):
            return
        is_list = isinstance(node, tuple)
        for sort, new, span, before, after in self._of_list(node) if is_list else self._of_node(node):
            yield Mutant(sort, path, new, span, before, after, clause, inside)
        if isinstance(node, nodes.Alternative):
            inside = (*inside, (_at(self.start, path[:-2]).name.text, node.name.text))
        fields = node.__match_args__ if isinstance(node, Node) and not isinstance(node, Word) else ()
        for part in range(len(node)) if is_list else [name for name in fields if name != "span"]:
            yield from self.of((*path, part), clause, inside)

    def _source(self, node: Any) -> str:
        if node is None or isinstance(node, tuple):
            return "; ".join(map(self._source, node or ()))
        return node.text if isinstance(node, Word) else " ".join(self.text[node.span.start : node.span.end].split())

    def _of_node(self, node: Any) -> Iterator[Change]:
        if isinstance(node, Word):
            return
        kind, span = type(node), node.span
        for field in NAMES.get(kind, ()):
            word = getattr(node, field)
            others = self._others(word.text)
            if others:
                other = others[self.chance.below(len(others))]
                yield "another name", replace(node, **{field: replace(word, text=other)}), span, word.text, other
        # With two players, the player after another is also the player before, so the change has no effect.
        if kind in SWAPPED and not (kind is nodes.Linked and self.seats == (2, 2)):
            word = getattr(node, SWAPPED[kind])
            opposite = SWAPS.get(" ".join(word.text.split())) if isinstance(word, Word) else None
            if opposite is not None:
                new = replace(node, **{SWAPPED[kind]: replace(word, text=opposite)})
                yield "the opposite word", new, span, word.text, opposite
        for field in NUMBERS.get(kind, ()):
            word = getattr(node, field)
            # `no` is not a number here; leaving out a denial is another change, below.
            is_number = isinstance(word, Word) and word.text.isdigit()
            number = int(word.text) if is_number else 0
            for next_to in (number - 1, number + 1) if is_number else ():
                is_raised = (kind, field) in BOUNDS and next_to > number
                if next_to >= 0 and not is_raised and not (kind is nodes.Place and 1 in (number, next_to)):
                    new = replace(node, **{field: replace(word, text=str(next_to))})
                    yield "a number", new, span, word.text, str(next_to)
        for sort, new, before, after in self._of_part(node):
            yield sort, new, span, before, after
        if isinstance(node, nodes.OneOfNames) and len(node.names) > 1:
            for place, word in enumerate(node.names):
                yield "a value left out", replace(node, names=_with(node.names, place)), span, word.text, ""
        if kind in ORDERED:
            for sort, new, _, before, after in self._exchanged(getattr(node, ORDERED[kind]), "two values exchanged"):
                yield sort, replace(node, **{ORDERED[kind]: new}), span, before, after

    def _others(self, word: str) -> list[str]:
        """Return the other names of the same kind, in the number of the word."""
        if word in self.sorts:
            return [name for name in self.names.get(self.sorts[word], ()) if name != word]
        single = self.plurals.get(word)
        names = [] if single is None else self.names.get(self.sorts[single], [])
        return [plural(name) for name in names if name != single]

    def _of_part(self, node: Any) -> Iterator[tuple[str, object, str, str]]:
        """Yield a node with another condition, or without one of its optional parts: sort, new node, before, after."""
        words = "" if isinstance(node, Word) else self._source(node)
        if isinstance(node, nodes.And_ | nodes.Or_):
            other, word, old = (nodes.Or_, "or", "and") if isinstance(node, nodes.And_) else (nodes.And_, "and", "or")
            left, right = self._source(node.left), self._source(node.right)
            yield f"“{word}” for “{old}”", other(node.span, node.left, node.right), words, f"{left} {word} {right}"
            yield "half a condition", node.left, words, left
            yield "half a condition", node.right, words, right
        elif isinstance(node, nodes.Not_):
            yield "a denial left out", node.condition, words, self._source(node.condition)
        elif isinstance(node, nodes.Is_):
            negation = None if node.negation is not None else Word("not", node.span)
            after = f"{'is' if negation is None else 'is not'} {self._source(node.complement)}"
            yield "a denial", replace(node, negation=negation), words, after
        elif isinstance(node, nodes.HasCount) and node.number.text == "no":
            yield "a denial left out", nodes.AName(node.span, node.name), words, f"a {node.name.text}"
        elif isinstance(node, nodes.Compared | nodes.HasCount | nodes.HasCompared) and node.relation is not None:
            after = RELATIONS[" ".join(word.text for word in node.relation)]
            relation = (Word(after, node.relation[0].span),)
            yield "the neighbouring relation", replace(node, relation=relation), words, f"{after} …"
        elif isinstance(node, nodes.Filtered) and not self._becomes_other(node):
            yield "a condition left out", node.thing, words, self._source(node.thing)
        elif isinstance(node, CONDITIONAL) and node.condition is not None and not self._becomes_other(node):
            yield "a condition left out", replace(node, condition=None), f"if {self._source(node.condition)}", ""
        for kind, field, sort, word in OPTIONAL:
            if isinstance(node, kind) and (part := getattr(node, field)) is not None:
                yield sort, replace(node, **{field: None}), f"{word} {self._source(part)}".strip(), ""

    def _becomes_other(self, node: Any) -> bool:
        """Return whether a condition names one of two states, and the things that fulfil it only become the other."""
        if isinstance(node, nodes.Filtered):
            condition: Any = node.relative if isinstance(node.relative, nodes.That) else None
            acts = [one for one in walk(self.start) if isinstance(one, nodes.Become) and one.things is node]
        else:
            condition = node.condition if isinstance(node.condition, nodes.Says) else None
            acts = [*getattr(node, "acts", ())] if condition is not None else []
            acts = [one for one in acts if len(acts) == 1 and isinstance(one, nodes.Become)]
            acts = [one for one in acts if self._source(one.things) == self._source(condition.thing)]
        match getattr(condition, "predicate", None):
            case nodes.Is_(negation=None, complement=nodes.Name(name=state)):
                return any(
                    isinstance(one.to, nodes.Name) and {one.to.name.text, state.text} in self.pairs for one in acts
                )
        return False

    def _of_list(self, listed: tuple[Any, ...]) -> Iterator[Change]:
        first = next((one for one in listed if one is not None), None)
        if isinstance(first, nodes.Case | nodes.OtherwiseCase):
            yield from self._of_cases(listed)
        elif isinstance(first, nodes.Alternative):
            yield from self._traded(listed, "the bodies of two alternatives exchanged", "statements", "name")
        elif isinstance(first, nodes.Row):
            yield from self._of_rows(listed)
        elif isinstance(first, nodes.Key):
            yield from self._exchanged(listed, "two keys of a ranking exchanged")
            if len(listed) > 1:
                yield "a key of a ranking left out", listed[:-1], listed[-1].span, self._source(listed[-1]), ""
        elif isinstance(first, nodes.Act | nodes.Statement):
            yield from self._of_sentences(listed)

    def _traded(self, listed: tuple[Any, ...], sort: str, field: str, label: str) -> Iterator[Change]:
        """Exchange one part between neighbours in a list, which are named by another part."""
        placed = [(place, one) for place, one in enumerate(listed) if one is not None]
        for (place, one), (other_place, other) in pairwise(placed):
            mine, yours = getattr(one, field), getattr(other, field)
            if self._source(mine) == self._source(yours):
                continue
            new = _with(listed, place, replace(one, **{field: yours}))
            new = _with(new, other_place, replace(other, **{field: mine}))
            names = self._source(getattr(one, label)), self._source(getattr(other, label))
            yield sort, new, one.span, "; ".join(names), "; ".join(reversed(names))

    def _of_cases(self, cases: nodes.Cases) -> Iterator[Change]:
        yield from self._traded(cases, "two cases exchanged", "thing", "thing")
        is_single = sum(one is not None for one in cases) == 1
        for place, case in enumerate(cases):
            if not isinstance(case, nodes.Case) or case.condition is None:
                continue
            if is_single:
                new = _with(cases, place, replace(case, condition=None))
                yield "a condition left out", new, case.span, f"if {self._source(case.condition)}", ""
            else:
                yield "a case left out", _with(cases, place), case.span, self._source(case), ""

    def _of_rows(self, rows: tuple[nodes.Row, ...]) -> Iterator[Change]:
        yield from self._traded(rows, "two rows of a table exchanged", "figures", "sort")
        for place, row in enumerate(rows):
            for column, word in enumerate(row.figures):
                for number in (int(word.text) - 1, int(word.text) + 1):
                    if number >= 0:
                        figures = _with(row.figures, column, replace(word, text=str(number)))
                        new = _with(rows, place, replace(row, figures=figures))
                        yield "a number", new, word.span, f"{row.sort.text}: {word.text}", str(number)

    def _of_sentences(self, listed: tuple[nodes.Statement | nodes.Act | None, ...]) -> Iterator[Change]:
        """Leave out each sentence, or the condition of acts."""
        for place, one in enumerate(listed):
            if one is None or isinstance(one, (*UNTOUCHED, nodes.Doubt)):
                continue
            is_single_act = isinstance(one, nodes.Act) and len(listed) == 1
            rest = (nodes.Nothing(one.span, None),) if is_single_act else _with(listed, place)
            if not (is_single_act and isinstance(one, nodes.Nothing)):
                sort = "an exception left out" if isinstance(one, nodes.Displaced) else "a sentence left out"
                yield sort, rest, one.span, self._source(one), ""
            if isinstance(one, nodes.Check):
                words = f"if {self._source(one.condition)}"
                yield "a condition left out", _with(listed, place, *one.acts), one.span, words, ""

    def _exchanged(self, listed: tuple[Any, ...], sort: str) -> Iterator[Change]:
        """Exchange two neighbours of a list: the first two, and a random pair."""
        pairs = {0, self.chance.below(len(listed) - 1)} if len(listed) > 1 else set()
        for place in sorted(pairs):
            one, other = listed[place], listed[place + 1]
            new = (*listed[:place], other, one, *listed[place + 2 :])
            first, second = self._source(one), self._source(other)
            yield sort, new, Span(one.span.start, other.span.end), f"{first}, {second}", f"{second}, {first}"


def _names_of_questions(start: nodes.Start) -> set[str]:
    """Return the defined names that only questions use, or the definition of such a name."""
    wrappers = (nodes.Question, nodes.Example, nodes.Doubt, nodes.Displaced)
    statements = [one for one in walk(start) if isinstance(one, nodes.Statement) and not isinstance(one, wrappers)]
    defined = [one.name.name.text if isinstance(one, nodes.Value) else "" for one in statements]
    texts = [{word.text for word in walk(one) if isinstance(word, Word)} for one in statements]
    names, left = set[str](), {*defined} - {""}
    while names != left:
        names = left
        used = {word for name, words in zip(defined, texts, strict=True) if name not in names for word in words}
        left = {name for name in names if not used & {name, plural(name)}}
    return names


def _named(rules: model.Rules) -> Iterator[tuple[object, str]]:
    """Yield the names that rules introduce, each with its kind; names of one kind can replace one another."""
    for category, name, meaning in meanings(rules):
        if category in ("role", "definition", "number", "held", "place"):
            yield ("thing", meaning.owner, meaning.kind), name
        elif category in ("value", "sort") and meaning.kind is not None:
            yield (category, meaning.kind.name), name
        elif category == "predicate":
            yield (category, meaning.owner), name
    for category, names in (
        *(("state", rules.states), ("procedure", rules.procedures), ("attribute", rules.pieces.attributes)),
        ("table", rules.tables),
    ):
        yield from ((category, name) for name in names)
    yield from ((("site", site.form, site.root), site.name) for site in rules.sites.values())
    yield from ((("deed", form.subject, form.object), form.verb) for form in rules.deeds.values())
    yield from ((("deed", PLAYER, None), key) for key in rules.happenings if key not in rules.deeds)
