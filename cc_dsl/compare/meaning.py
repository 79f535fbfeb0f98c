"""The differences between the rules of two editions, in sentences made from the rules themselves.

This module knows no game: that a group ranks differently, that somebody else chooses, that another number grows is read
from the resolved rules, and reported in the sentences of the two rules files, each with its clauses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from cc_dsl.compare.alignment import SAME
from cc_dsl.compare.statements import PrintedStatement, facts_of, in_clauses, renamed, statements_of
from cc_dsl.rules import model
from cc_dsl.rules.kinds import plural
from cc_dsl.syntax import nodes
from cc_dsl.trees import walk

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cc_dsl.compare.alignment import Row
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.ledger import LedgerEntry
    from cc_dsl.rules.titles import Titles

TOPICS = {
    "players": "Who plays",
    "pieces": "What is played with",
    "groups": "Groups, and how they rank",
    "ranking": "How single pieces rank",
    "meanings": "What the same name means",
    "choices": "What is chosen, and by whom",
    "places": "What goes where",
    "numbers": "What is counted",
    "course": "How the game goes",
    "only": "What one of the two has alone",
    "doubts": "What is left open",
}
"""The topics of the differences, in their order, with their headings."""

CITATION = re.compile(r"(?<!instead of)(?<!holds in) §\w+(?:\.\w+)*(?: +\"[^\"]*\")*")
"""A citation inside a statement, apart from displaced clauses and “holds in”."""

DECLARED = ("place", "number", "role")
"""The kinds of names of which one statement may declare several."""

KINDS = {
    "definition": "definition",
    "property": "property",
    "kind": "kind of value",
    "sign": "further sign",
    "order": "order",
    "group": "group",
    "sort": "sort",
    "place": "place",
    "ground": "place on the ground",
    "number": "number",
    "role": "role",
    "table": "table",
    "procedure": "procedure",
    "happening": "happening",
    "sight": "rule on who sees",
}
"""The kinds of names that one edition may have alone, in the order in which they are listed."""


class Quoted(NamedTuple):
    """A sentence of the rules with its clauses and readings."""

    sentence: str
    clauses: tuple[str, ...]
    """None are the editor's."""
    doubt: str
    answer: str

    def source(self, titles: Titles) -> str:
        """Return the clauses and the reading, as they stand in brackets."""
        reading = _reading(titles, self.doubt, self.answer)
        return "; ".join(part for part in (", ".join(self.clauses) or "editor", reading) if part)


def _reading(titles: Titles, doubt: str, answer: str) -> str:
    if not doubt:
        return ""
    return titles.said(doubt, answer) if answer else ", ".join(map(titles.title, doubt.split(", ")))


class RuleDifference(NamedTuple):
    """One thing in which the rules differ."""

    topic: str
    subject: str
    sentence: str
    first: tuple[Quoted, ...]
    second: tuple[Quoted, ...]


class RowRules(NamedTuple):
    """The rules that encode the clauses of one row, on either side."""

    first: tuple[PrintedStatement, ...]
    second: tuple[PrintedStatement, ...]
    states: tuple[str, str]
    """Of either side: `absent`, `encoded`, `elsewhere`, where the rule is encoded at other clauses, or `none`."""
    is_same: bool
    """Whether both sides mean the same; also where neither makes a rule."""

    @property
    def is_empty(self) -> bool:
        """Return whether no statement stands at the clauses of either side."""
        return not (self.first or self.second)

    @property
    def differing(self) -> tuple[tuple[PrintedStatement, ...], tuple[PrintedStatement, ...]]:
        """The statements of either side that the other has not; all, where both have the same."""
        shared = {repr(said.form) for said in self.first} & {repr(said.form) for said in self.second}
        first, second = (
            tuple(said for said in side if repr(said.form) not in shared) for side in (self.first, self.second)
        )
        return (first, second) if first or second else (self.first, self.second)


class Encoded(NamedTuple):
    """An edition laid out for comparison."""

    name: str
    display_name: str
    """Its name in sentences, such as “Court Circular (1862)”."""
    titles: Titles
    rules: model.Rules
    statements: tuple[PrintedStatement, ...]
    facts: dict[str, tuple[object, ...]]
    """The resolved statements in the block of each clause."""
    ledger: Mapping[str, LedgerEntry]
    """The state of each clause."""

    def about(self, kind: str, name: str) -> tuple[PrintedStatement, ...]:
        """Return the statements on a subject."""
        return tuple(said for said in self.statements if (kind, name) in said.subjects)

    def names(self, kind: str) -> tuple[str, ...]:
        """Return the names of a kind that the rules introduce, in their order."""
        found = [name for said in self.statements for one, name in said.subjects if one == kind]
        return tuple(dict.fromkeys(found))


def encoded(edition: Edition) -> Encoded:
    """Lay an edition out for comparison."""
    rules = edition.rules
    facts: dict[str, tuple[object, ...]] = {}
    for fact in facts_of(rules):
        facts[fact.home] = (*facts.get(fact.home, ()), (fact.path, fact.form))
    ledger = edition.ledger.entries if edition.ledger is not None else {}
    return Encoded(rules.name, edition.display_name, edition.titles, rules, statements_of(edition), facts, ledger)


ABSENT, ENCODED, ELSEWHERE, NONE = "absent", "encoded", "elsewhere", "none"
"""The states of one side of a row."""
MEANINGLESS = (ABSENT, NONE)
"""The states of a side that makes no rule of play."""


def rules_of_row(first: Encoded, second: Encoded, row: Row, names: Mapping[str, str] | None = None) -> RowRules:
    """Return what the rules make of a row; `names` are those of the first rules for which the second have others."""
    left, right = in_clauses(first.statements, row.first), in_clauses(second.statements, row.second)
    states = _state(first, row.first), _state(second, row.second)
    if row.meaning:
        return RowRules(left, right, states, row.meaning == SAME)
    is_same = _forms(left) == _forms(right)
    if not is_same and _forms(filter(_is_told_by_no_fact, left)) == _forms(filter(_is_told_by_no_fact, right)):
        known = _facts(first, row.first, names or {}), _facts(second, row.second, {})
        is_same = bool(known[0]) and known[0] == known[1]
    return RowRules(left, right, states, is_same)


def is_decided(rules: RowRules) -> bool:
    """Return whether a program can tell if both sides mean the same: each has rules of its own, or neither has any."""
    return ABSENT in rules.states or (ELSEWHERE not in rules.states and rules.states[0] == rules.states[1])


def _state(one: Encoded, clauses: tuple[str, ...]) -> str:
    if not clauses:
        return ABSENT
    if in_clauses(one.statements, clauses):
        return ENCODED
    if any(said.home in clauses and _leads_elsewhere(said) for said in one.statements):
        return ELSEWHERE
    is_owing = any(one.ledger[clause].status in OWING for clause in clauses if clause in one.ledger)
    return ELSEWHERE if is_owing else NONE


def _leads_elsewhere(said: PrintedStatement) -> bool:
    """Return whether a statement says that its clause holds in another."""
    return isinstance(said.form, tuple) and said.form[0] == nodes.Elsewhere.__name__


OWING = frozenset({"simplified", "inexecutable"})
"""The states of clauses in the ledger that have a rule of play, which no statement encodes as it stands."""


def _is_told_by_no_fact(said: PrintedStatement) -> bool:
    """Return whether a statement declares something that the resolved rules keep without its clause."""
    return all(kind in ("kind", "order", "sign", "table", "ground", "players") for kind, _ in said.subjects)


def _forms(statements: Iterable[PrintedStatement], is_of_one: bool = False) -> list[str]:
    """Return the forms of statements, regardless of the other names declared with each."""
    forms = (said.form if isinstance(said.form, tuple) else () for said in statements)
    return sorted(repr(tuple(part for part in form if not is_of_one or not _is_names(part))) for form in forms)


def _is_names(part: object) -> bool:
    """Return whether a part of a form is the list of the names that a statement declares."""
    return isinstance(part, tuple) and part[:1] != () and part[0] not in ("Place", "Number", "Holder", "Holders")


def _facts(one: Encoded, clauses: tuple[str, ...], names: Mapping[str, str]) -> list[str]:
    return sorted(repr(renamed(fact, names)) for clause in clauses for fact in one.facts.get(clause, ()))


# ------------------------------------------------------------------------------------------- differences


def differences(first: Encoded, second: Encoded) -> tuple[RuleDifference, ...]:
    """Return all differences of the rules, by topic; each thing is listed once."""
    return tuple(_Comparison(first, second).all())


class _Comparison:
    """Goes through the topics, and remembers the statements already listed."""

    def __init__(self, first: Encoded, second: Encoded) -> None:
        self.first = first
        self.second = second
        self.told: set[tuple[str, str]] = set()

    def all(self) -> Iterator[RuleDifference]:
        yield from self.subjects("players", "players", ("players",))
        yield from self.pieces()
        yield from self.groups()
        yield from self.ranking()
        yield from self.subjects("meanings", "definition", self.shared("definition"))
        yield from self.subjects("meanings", "property", self.shared("property"))
        yield from self.choices()
        yield from self.places()
        yield from self.numbers()
        for kind in ("role", "sight", "procedure", "happening"):
            yield from self.subjects("course", kind, self.shared(kind))
        yield from self.only()
        yield from self.doubts()

    def shared(self, kind: str) -> tuple[str, ...]:
        """Return the names of a kind that both editions have."""
        return tuple(name for name in self.first.names(kind) if name in self.second.names(kind))

    def either(self, kind: str) -> tuple[str, ...]:
        """Return the names of a kind, those of the first edition before those of the second alone."""
        return tuple(dict.fromkeys((*self.first.names(kind), *self.second.names(kind))))

    def difference(
        self, topic: str, subject: str, first: Iterable[Quoted], second: Iterable[Quoted]
    ) -> Iterator[RuleDifference]:
        """Yield what each edition says and the other does not, unless both say the same."""
        left, right = _once(first), _once(second)
        if [one.sentence for one in left] != [one.sentence for one in right]:
            shared = {one.sentence for one in left} & {one.sentence for one in right}
            own = tuple(tuple(one for one in side if one.sentence not in shared) for side in (left, right))
            # Of the same sentences in another order nothing can be left out.
            left, right = (own[0], own[1]) if own[0] or own[1] else (left, right)
            yield RuleDifference(topic, subject, self.sentence(left, right), left, right)

    def sentence(self, first: tuple[Quoted, ...], second: tuple[Quoted, ...]) -> str:
        """Put what both say into one sentence."""
        if not first or not second:
            has = self.first if first else self.second
            return f"Only {has.display_name} says it: {_listed(first or second, has.titles)}."
        sides = (self.first, first), (self.second, second)
        left, right = (f"{one.display_name} {_listed(said, one.titles)}" for one, said in sides)
        return f"In {left}; in {right}."

    def subjects(self, topic: str, kind: str, names: Iterable[str]) -> Iterator[RuleDifference]:
        """Compare the statements on subjects of a kind."""
        for name in names:
            left, right = self.first.about(kind, name), self.second.about(kind, name)
            if (kind, name) not in self.told and _forms(left, kind in DECLARED) != _forms(right, kind in DECLARED):
                yield from self.difference(topic, name, map(_quoted, left), map(_quoted, right))
            self.told.add((kind, name))

    # ------------------------------------------------------------------------------------ the topics

    def pieces(self) -> Iterator[RuleDifference]:
        """Say with how many pieces is played, where it is not the same ones."""
        left, right = self.first.rules.pieces, self.second.rules.pieces
        if left.names != right.names:
            said = [
                Quoted(f"there are {len(one.names)} pieces, each a {one.name}", (), "", "") for one in (left, right)
            ]
            yield from self.difference("pieces", left.name, said[:1], said[1:])
        yield from self.subjects("pieces", "kind", self.shared("kind"))
        yield from self.subjects("pieces", "sign", self.shared("sign"))

    def groups(self) -> Iterator[RuleDifference]:
        """Compare every kind of group: how many pieces, of which side, which sorts, how they rank."""
        for name in self.either("group"):
            pair = [one.rules.groups.get(name) for one in (self.first, self.second)]
            if pair[0] is None or pair[1] is None:
                continue
            yield from self.subjects("groups", "group", (name,))
            side = {pair[0].side, pair[1].side}
            yield from self.subjects("groups", "definition", sorted(side))
            sorts = [[_sorts_in_order(group)] for group in pair if group is not None]
            yield from self.difference("groups", f"sorts of {name}", sorts[0], sorts[1])
            many = plural(name)
            for part, verb in (("ranking", "rank"), ("deciders", "are decided")):
                rankings = [getattr(group, part) for group in pair]
                keys = [_keys(ranking, many, verb) for ranking in rankings]
                yield from self.with_grounds("groups", f"{part} of {name}", keys, rankings)
            self.told |= {("ranking", many), ("decider", many)}
            yield from self.subjects("groups", "sort", self.shared("sort"))
            yield from self.subjects("groups", "table", self.shared("table"))

    def ranking(self) -> Iterator[RuleDifference]:
        """Compare how single pieces rank, and the orders that both have."""
        left, right = (one.rules.pieces.name for one in (self.first, self.second))
        for name in dict.fromkeys((left, right)):
            pair = [one.rules.rankings.get(name) for one in (self.first, self.second)]
            keys = [_keys(one, plural(name), "rank") if one is not None else [] for one in pair]
            yield from self.with_grounds("ranking", name, keys, list(pair))
            self.told.add(("ranking", plural(name)))
        yield from self.subjects("ranking", "order", self.shared("order"))

    def choices(self) -> Iterator[RuleDifference]:
        """Compare every choice: who chooses, among what; and what the words of either side mean."""
        yield from self.acts("choices", "choice", [_choices(one.rules) for one in (self.first, self.second)])

    def places(self) -> Iterator[RuleDifference]:
        """Compare the moves to every place, and the places without a move of their own."""
        yield from self.acts("places", "place", [_moves(one.rules) for one in (self.first, self.second)])
        yield from self.subjects("places", "place", self.shared("place"))
        yield from self.subjects("places", "ground", self.shared("ground"))

    def numbers(self) -> Iterator[RuleDifference]:
        """Compare how every number changes, and from what it is computed."""
        yield from self.acts("numbers", "number", [_changes(one.rules) for one in (self.first, self.second)])
        yield from self.subjects("numbers", "number", self.shared("number"))

    def acts(self, topic: str, kind: str, pair: Sequence[Mapping[str, Sequence[Compared]]]) -> Iterator[RuleDifference]:
        """Compare acts by their subjects, after the declarations of these where they differ."""
        for name in dict.fromkeys((*pair[0], *pair[1])):
            sides: list[list[Quoted]] = [[], []]
            declared = [one.about(kind, name) for one in (self.first, self.second)]
            if _forms(declared[0], True) != _forms(declared[1], True) and (kind, name) not in self.told:
                sides = [[_quoted(said) for said in part] for part in declared]
            self.told.add((kind, name))
            acts = [part.get(name, []) for part in pair]
            for side, part in zip(sides, acts, strict=True):
                side += [_of_origin(act.origin) for act in part]
            yield from self.with_grounds(topic, name, sides, acts)

    def with_grounds(
        self, topic: str, name: str, sides: list[list[Quoted]], terms: Sequence[object]
    ) -> Iterator[RuleDifference]:
        """Compare two sides, each followed by the definitions of its terms, if they differ and are not yet listed."""
        grounds = [_grounds(one.rules, part) for one, part in zip((self.first, self.second), terms, strict=True)]
        for kind in ("definition", "property", "table"):
            for ground in dict.fromkeys((*grounds[0], *grounds[1])):
                pair = [one.about(kind, ground) for one in (self.first, self.second)]
                if (kind, ground) in self.told or not any(pair) or _forms(pair[0]) == _forms(pair[1]):
                    continue
                self.told.add((kind, ground))
                for side, said in zip(sides, pair, strict=True):
                    side += map(_quoted, said)
        yield from self.difference(topic, name, sides[0], sides[1])

    def only(self) -> Iterator[RuleDifference]:
        """Name the things that only one edition has and that are not yet listed."""
        for one, other in ((self.first, self.second), (self.second, self.first)):
            for kind, words in KINDS.items():
                names = [
                    name for name in one.names(kind) if name not in other.names(kind) and (kind, name) not in self.told
                ]
                if names:
                    said = _once(_quoted(said) for name in names for said in one.about(kind, name))
                    head, space, rest = words.partition(" ")
                    what = words if len(names) == 1 else plural(head) + space + rest
                    marks = [f"{name} [{_places(one.about(kind, name))}]" for name in names]
                    sentence = f"Only {one.display_name} has the {what} {_and(marks)}."
                    sides = (said, ()) if one is self.first else ((), said)
                    yield RuleDifference("only", f"{kind} of {one.display_name}", sentence, *sides)

    def doubts(self) -> Iterator[RuleDifference]:
        """Compare the open places by name, since a name that both have asks the same question."""
        left, right = self.first.rules.doubts, self.second.rules.doubts
        for name in left:
            if name in right and _doubt_form(left[name]) != _doubt_form(right[name]):
                both = [_of_doubt(left[name], self.first.titles)], [_of_doubt(right[name], self.second.titles)]
                yield from self.difference("doubts", self.first.titles.title(name), *both)
        for one, mine, others in ((self.first, left, right), (self.second, right, left)):
            alone = [doubt for name, doubt in mine.items() if name not in others]
            if alone:
                said = tuple(_of_doubt(doubt, one.titles) for doubt in alone)
                marks = [f"{one.titles.title(doubt.name)} [{doubt.clause or 'editor'}]" for doubt in alone]
                sentence = f"Only {one.display_name} leaves open: {_and(marks)}."
                sides = (said, ()) if one is self.first else ((), said)
                yield RuleDifference("doubts", f"open in {one.display_name}", sentence, *sides)


# ---------------------------------------------------------------------------------------------- sentences


def _quoted(said: PrintedStatement) -> Quoted:
    return Quoted(_uncited(said.sentence), said.clauses, said.doubt, said.answer)


def _of_origin(origin: model.Origin) -> Quoted:
    return Quoted(_uncited(origin.sentence), tuple(reversed(origin.clauses)), origin.reading, "")


def _uncited(sentence: str) -> str:
    """Take the citations out of a sentence, since the clauses are named behind it."""
    return CITATION.sub("", sentence).rstrip(".")


def _of_doubt(doubt: model.Doubt, titles: Titles) -> Quoted:
    phrases = [titles.phrase(doubt.name, name) for name, _ in doubt.alternatives]
    sentence = (
        f"{doubt.kind} “{titles.title(doubt.name)}”: {'; '.join(phrases)} "
        f"(default: {titles.phrase(doubt.name, doubt.default)})"
    )
    return Quoted(sentence, (doubt.clause,) if doubt.clause else (), "", "")


def _doubt_form(doubt: model.Doubt) -> tuple[object, ...]:
    return doubt.kind, doubt.default, tuple(name for name, _ in doubt.alternatives)


def _once(quoted: Iterable[Quoted]) -> tuple[Quoted, ...]:
    return tuple(dict.fromkeys(quoted))


def _listed(quoted: tuple[Quoted, ...], titles: Titles) -> str:
    """Put sentences of the rules into a sentence of ours; one that has several in it stands in quotation marks."""
    said = []
    for one in quoted:
        is_long = ". " in one.sentence or ": " in one.sentence.replace("by sort: ", "")
        words = f"“{one.sentence}.”" if is_long else one.sentence
        said.append(f"{words} [{one.source(titles)}]")
    return "; and ".join(said)


def _and(words: list[str], joint: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}"


def _places(statements: tuple[PrintedStatement, ...]) -> str:
    homes = dict.fromkeys(said.home or "editor" for said in statements)
    return ", ".join(homes)


def _sorts_in_order(group: model.Group) -> Quoted:
    """Name the sorts of a group, best first if they rank by sort."""
    key = next((key for key in group.ranking.keys if key.form == "sort"), None)
    numbers = key.measure if key is not None else range(len(group.sorts))
    names = [group.sorts[number].name for number in numbers]
    clauses = dict.fromkeys(clause for sort in group.sorts for clause in sort.origin.clauses[:1])
    are = "are, best first," if key is not None else "are"
    return Quoted(f"the {len(names)} sorts of {group.name} {are} {_and(names)}", tuple(clauses), "", "")


def _keys(ranking: model.Ranking, many: str, verb: str) -> list[Quoted]:
    """Return how things rank, or are decided, in one sentence of all its keys."""
    if not ranking.keys:
        return []
    parts = [f"by {_uncited(key.origin.sentence).removeprefix('by ')}" for key in ranking.keys]
    clauses = dict.fromkeys(clause for key in ranking.keys for clause in reversed(key.origin.clauses))
    readings = dict.fromkeys(key.origin.reading for key in ranking.keys if key.origin.reading)
    subject = many if verb == "rank" else f"equal {many}"
    return [Quoted(f"{subject} {verb} {', then '.join(parts)}", tuple(clauses), ", ".join(readings), "")]


# ------------------------------------------------------------------------------------------ acts and grounds


Compared = model.Choose | model.ChooseOption | model.Move | model.Store
"""The acts that are compared by their subjects."""
OneAct = TypeVar("OneAct", bound=Compared)


def _acts(rules: model.Rules, *kinds: type[OneAct]) -> Iterator[OneAct]:
    """Yield the acts of a kind in procedures and happenings; those that stand in two places only once."""
    seen: set[tuple[str, int]] = set()
    for body in (*rules.procedures.values(), *rules.happenings.values()):
        for term in walk(body):
            if isinstance(term, kinds):
                mark = (term.origin.sentence, term.origin.line)
                if mark not in seen:
                    seen.add(mark)
                    yield term


def _choices(rules: model.Rules) -> dict[str, list[Compared]]:
    """Return every choice by the name of the chosen thing, or by the names of the options."""
    found: dict[str, list[Compared]] = {}
    acts: Iterator[model.Choose | model.ChooseOption] = _acts(rules, model.Choose, model.ChooseOption)
    for act in acts:
        name = act.name if isinstance(act, model.Choose) else " or ".join(option.name for option in act.options)
        found.setdefault(name, []).append(act)
    return found


def _moves(rules: model.Rules) -> dict[str, list[Compared]]:
    """Return every move by the name of the place to which it goes."""
    places = {place.base: place.name for place in rules.places}
    found: dict[str, list[Compared]] = {}
    for act in _acts(rules, model.Move):
        name = places.get(getattr(act.to, "base", -1), "")
        if name:
            found.setdefault(name, []).append(act)
    return {place.name: found[place.name] for place in rules.places if place.name in found}


def _changes(rules: model.Rules) -> dict[str, list[Compared]]:
    """Return every act that changes a number by the name of the number."""
    found: dict[str, list[Compared]] = {}
    for act in _acts(rules, model.Store):
        found.setdefault(act.name, []).append(act)
    return {one.name: found[one.name] for one in rules.stored_as("number") if one.name in found}


def _grounds(rules: model.Rules, terms: object) -> list[str]:
    """Return the definitions, properties and tables that terms rest on, the nearest first."""
    waiting: list[object] = [terms]
    found: dict[str, None] = {}
    while waiting:
        for term in walk(waiting.pop(0)):
            if isinstance(term, model.Apply | model.Holds | model.TableValue) and term.name not in found:
                found[term.name] = None
                known: object = rules.definitions.get(term.name) or rules.predicates.get(term.name)
                if known is not None:
                    waiting.append(known)
    return list(found)
