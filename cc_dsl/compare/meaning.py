"""The differences between the rules of two editions, in sentences made from the rules themselves.

This module knows no game: that a group ranks differently, that somebody else chooses, that another number grows is read
from the resolved rules, and reported in the sentences of the two rules files, each with its clauses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.closures.naming import join_words
from cc_dsl.compare.alignment import SAME
from cc_dsl.compare.statements import PrintedStatement, in_clauses, statements_of
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

KINDS = (
    *("definition", "property", "kind", "sign", "order", "group", "sort", "place", "ground", "number", "role", "table"),
    *("procedure", "happening", "sight"),
)
"""The kinds of names that one edition may have alone, in the order in which they are listed."""
KINDS_IN_WORDS = {
    "kind": "kind of value",
    "sign": "further sign",
    "ground": "place on the ground",
    "sight": "rule on who sees",
}
"""The kinds that sentences call otherwise."""


class Quoted(NamedTuple):
    """A sentence of the rules with its clauses and readings."""

    sentence: str
    clauses: tuple[str, ...]
    """None are the editor's."""
    doubt: str
    answer: str

    def source(self, titles: Titles) -> str:
        """Return the clauses and the reading, as they stand in brackets."""
        parts = [", ".join(self.clauses) or "editor"]
        if self.answer:
            parts.append(titles.full_title(self.doubt, self.answer))
        elif self.doubt:
            parts.append(", ".join(map(titles.title, self.doubt.split(", "))))
        return "; ".join(parts)


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
    def own_statements(self) -> tuple[tuple[PrintedStatement, ...], tuple[PrintedStatement, ...]]:
        """The statements of either side that the other has not; all, where both have the same."""
        shared = {repr(statement.form) for statement in self.first} & {
            repr(statement.form) for statement in self.second
        }
        first, second = (
            tuple(statement for statement in side if repr(statement.form) not in shared)
            for side in (self.first, self.second)
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
    ledger: Mapping[str, LedgerEntry]
    """The state of each clause."""

    def about(self, kind: str, name: str) -> tuple[PrintedStatement, ...]:
        """Return the statements on a subject."""
        return tuple(statement for statement in self.statements if (kind, name) in statement.subjects)

    def names(self, kind: str) -> tuple[str, ...]:
        """Return the names of a kind that the rules introduce, in their order."""
        marks = [name for statement in self.statements for sort, name in statement.subjects if sort == kind]
        return tuple(dict.fromkeys(marks))


def encode_edition(edition: Edition) -> Encoded:
    """Lay an edition out for comparison."""
    rules, ledger = edition.rules, edition.ledger.entries if edition.ledger is not None else {}
    return Encoded(rules.name, edition.display_name, edition.titles, rules, statements_of(edition), ledger)


ABSENT, ENCODED, ELSEWHERE, NONE = "absent", "encoded", "elsewhere", "none"
"""The states of one side of a row."""
MEANINGLESS = (ABSENT, NONE)
"""The states of a side that makes no rule of play."""


def rules_of_row(first: Encoded, second: Encoded, row: Row) -> RowRules:
    """Return what the rules make of a row."""
    left, right = in_clauses(first.statements, row.first), in_clauses(second.statements, row.second)
    states = _state(first, row.first), _state(second, row.second)
    is_same = row.meaning == SAME if row.meaning else _forms(left) == _forms(right)
    return RowRules(left, right, states, is_same)


def is_decided(rules: RowRules) -> bool:
    """Return whether a program can tell if both sides mean the same: each has rules of its own, or neither has any."""
    return ABSENT in rules.states or (ELSEWHERE not in rules.states and rules.states[0] == rules.states[1])


def _state(edition: Encoded, clauses: tuple[str, ...]) -> str:
    if not clauses:
        return ABSENT
    if in_clauses(edition.statements, clauses):
        return ENCODED
    here = (
        statement.form
        for statement in edition.statements
        if statement.home in clauses and isinstance(statement.form, tuple)
    )
    is_led_on = any(form[0] == nodes.Elsewhere.__name__ for form in here)
    is_owing = any(edition.ledger[clause].status in OWING for clause in clauses if clause in edition.ledger)
    return ELSEWHERE if is_led_on or is_owing else NONE


OWING = frozenset({"simplified", "inexecutable"})
"""The states of clauses in the ledger that have a rule of play, which no statement encodes as it stands."""


def _forms(statements: Iterable[PrintedStatement], is_of_one: bool = False) -> list[str]:
    """Return the forms of statements; those of one name without the list of the names declared with it."""

    def is_names(part: object) -> bool:
        return isinstance(part, tuple) and part[:1] != () and part[0] not in ("Place", "Number", "Holder", "Holders")

    forms = (statement.form if isinstance(statement.form, tuple) else () for statement in statements)
    return sorted(repr(tuple(part for part in form if not (is_of_one and is_names(part)))) for form in forms)


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
        """Yield the differences, topic by topic."""
        rules = self.first.rules, self.second.rules
        yield from self.subjects("players", "players", ("players",))
        pieces = [compared.pieces for compared in rules]
        if pieces[0].names != pieces[1].names:
            quotations = [
                [Quoted(f"there are {len(compared.names)} pieces, each a {compared.name}", (), "", "")]
                for compared in pieces
            ]
            yield from self.difference("pieces", pieces[0].name, *quotations)
        yield from self.subjects("pieces", "kind")
        yield from self.subjects("pieces", "sign")
        yield from self.groups()
        for name in dict.fromkeys(compared.name for compared in pieces):
            rankings = [compared.rankings.get(name) for compared in rules]
            keys = [
                _ranking_sentence(compared, plural(name), "rank") if compared is not None else []
                for compared in rankings
            ]
            yield from self.with_grounds("ranking", name, keys, rankings)
            self.told.add(("ranking", plural(name)))
        yield from self.subjects("ranking", "order")
        yield from self.subjects("meanings", "definition")
        yield from self.subjects("meanings", "property")
        yield from self.acts("choices", "choice")
        yield from self.acts("places", "place")
        yield from self.subjects("places", "place")
        yield from self.subjects("places", "ground")
        yield from self.acts("numbers", "number")
        yield from self.subjects("numbers", "number")
        for kind in ("role", "sight", "procedure", "happening"):
            yield from self.subjects("course", kind)
        yield from self.only()
        yield from self.doubts()

    def difference(
        self, topic: str, subject: str, first: Iterable[Quoted], second: Iterable[Quoted]
    ) -> Iterator[RuleDifference]:
        """Yield what each edition says and the other does not, unless both say the same."""
        left, right = tuple(dict.fromkeys(first)), tuple(dict.fromkeys(second))
        if [quotation.sentence for quotation in left] != [quotation.sentence for quotation in right]:
            shared = {quotation.sentence for quotation in left} & {quotation.sentence for quotation in right}
            own = tuple(
                tuple(quotation for quotation in side if quotation.sentence not in shared) for side in (left, right)
            )
            # Of the same sentences in another order nothing can be left out.
            left, right = (own[0], own[1]) if own[0] or own[1] else (left, right)
            yield RuleDifference(topic, subject, self.sentence(left, right), left, right)

    def sentence(self, first: tuple[Quoted, ...], second: tuple[Quoted, ...]) -> str:
        """Put what both say into one sentence."""
        if not first or not second:
            has = self.first if first else self.second
            return f"Only {has.display_name} says it: {_list_quotations(first or second, has.titles)}."
        sides = (self.first, first), (self.second, second)
        left, right = (
            f"{edition.display_name} {_list_quotations(quoted, edition.titles)}" for edition, quoted in sides
        )
        return f"In {left}; in {right}."

    def subjects(self, topic: str, kind: str, names: Iterable[str] | None = None) -> Iterator[RuleDifference]:
        """Compare the statements on subjects of a kind: on those of some names, or on all that both editions have."""
        shared = (name for name in self.first.names(kind) if name in self.second.names(kind))
        for name in shared if names is None else names:
            left, right = self.first.about(kind, name), self.second.about(kind, name)
            if (kind, name) not in self.told and _forms(left, kind in DECLARED) != _forms(right, kind in DECLARED):
                yield from self.difference(topic, name, map(_quotation, left), map(_quotation, right))
            self.told.add((kind, name))

    # ------------------------------------------------------------------------------------ the topics

    def groups(self) -> Iterator[RuleDifference]:
        """Compare every kind of group: how many pieces, of which side, which sorts, how they rank."""
        for name in dict.fromkeys((*self.first.names("group"), *self.second.names("group"))):
            pair = [edition.rules.groups[name] for edition in (self.first, self.second) if name in edition.rules.groups]
            if len(pair) < 2:
                continue
            yield from self.subjects("groups", "group", (name,))
            yield from self.subjects("groups", "definition", sorted({group.side for group in pair}))
            sorts = []
            for group in pair:  # the sorts by name, best first if they rank by sort
                key = next((key for key in group.ranking.keys if key.form == "sort"), None)
                names = [group.sorts[number].name for number in (key.measure if key else range(len(group.sorts)))]
                clauses = dict.fromkeys(clause for sort in group.sorts for clause in sort.origin.clauses[:1])
                are = "are, best first," if key is not None else "are"
                words = f"the {len(names)} sorts of {group.name} {are} {join_words(names)}"
                sorts.append([Quoted(words, tuple(clauses), "", "")])
            yield from self.difference("groups", f"sorts of {name}", sorts[0], sorts[1])
            many = plural(name)
            for part, verb in (("ranking", "rank"), ("deciders", "are decided")):
                rankings = [getattr(group, part) for group in pair]
                keys = [_ranking_sentence(ranking, many, verb) for ranking in rankings]
                yield from self.with_grounds("groups", f"{part} of {name}", keys, rankings)
            self.told |= {("ranking", many), ("decider", many)}
            yield from self.subjects("groups", "sort")
            yield from self.subjects("groups", "table")

    def acts(self, topic: str, kind: str) -> Iterator[RuleDifference]:
        """Compare acts by their subjects, after the declarations of these where they differ."""
        pair = [_acts_by_subject(edition.rules, kind) for edition in (self.first, self.second)]
        for name in dict.fromkeys((*pair[0], *pair[1])):
            sides: list[list[Quoted]] = [[], []]
            declared = [edition.about(kind, name) for edition in (self.first, self.second)]
            if _forms(declared[0], True) != _forms(declared[1], True) and (kind, name) not in self.told:
                sides = [[_quotation(statement) for statement in part] for part in declared]
            self.told.add((kind, name))
            acts = [part.get(name, []) for part in pair]
            for side, part in zip(sides, acts, strict=True):
                origins = (act.origin for act in part)
                side += [
                    Quoted(_without_citations(edition.sentence), tuple(reversed(edition.clauses)), edition.reading, "")
                    for edition in origins
                ]
            yield from self.with_grounds(topic, name, sides, acts)

    def with_grounds(
        self, topic: str, name: str, sides: list[list[Quoted]], terms: Sequence[object]
    ) -> Iterator[RuleDifference]:
        """Compare two sides, each followed by the definitions of its terms, if they differ and are not yet listed."""
        grounds = [
            _grounds_of(edition.rules, part) for edition, part in zip((self.first, self.second), terms, strict=True)
        ]
        for kind in ("definition", "property", "table"):
            for ground in dict.fromkeys((*grounds[0], *grounds[1])):
                pair = [edition.about(kind, ground) for edition in (self.first, self.second)]
                if (kind, ground) in self.told or not any(pair) or _forms(pair[0]) == _forms(pair[1]):
                    continue
                self.told.add((kind, ground))
                for side, statements in zip(sides, pair, strict=True):
                    side += map(_quotation, statements)
        yield from self.difference(topic, name, sides[0], sides[1])

    def only(self) -> Iterator[RuleDifference]:
        """Name the things that only one edition has and that are not yet listed."""
        for edition, other in ((self.first, self.second), (self.second, self.first)):
            for kind in KINDS:
                names = [
                    name
                    for name in edition.names(kind)
                    if name not in other.names(kind) and (kind, name) not in self.told
                ]
                if names:
                    statements = {name: edition.about(kind, name) for name in names}
                    quoted = tuple(
                        dict.fromkeys(_quotation(quoted) for about in statements.values() for quoted in about)
                    )
                    words = KINDS_IN_WORDS.get(kind, kind)
                    head, space, rest = words.partition(" ")
                    what = words if len(names) == 1 else plural(head) + space + rest
                    homes = {
                        name: dict.fromkeys(quoted.home or "editor" for quoted in statements[name]) for name in names
                    }
                    marks = [f"{name} [{', '.join(homes[name])}]" for name in names]
                    sentence = f"Only {edition.display_name} has the {what} {join_words(marks)}."
                    sides = (quoted, ()) if edition is self.first else ((), quoted)
                    yield RuleDifference("only", f"{kind} of {edition.display_name}", sentence, *sides)

    def doubts(self) -> Iterator[RuleDifference]:
        """Compare the open places by name, since a name that both have asks the same question."""
        left, right = self.first.rules.doubts, self.second.rules.doubts
        for name in left:
            pair = [doubts[name] for doubts in (left, right) if name in doubts]
            if (
                len(
                    {
                        (edition.kind, edition.default, tuple(answer for answer, _ in edition.alternatives))
                        for edition in pair
                    }
                )
                > 1
            ):
                both = [_of_doubt(left[name], self.first.titles)], [_of_doubt(right[name], self.second.titles)]
                yield from self.difference("doubts", self.first.titles.title(name), *both)
        for edition, mine, others in ((self.first, left, right), (self.second, right, left)):
            alone = [doubt for name, doubt in mine.items() if name not in others]
            if alone:
                quoted = tuple(_of_doubt(doubt, edition.titles) for doubt in alone)
                marks = [f"{edition.titles.title(doubt.name)} [{doubt.clause or 'editor'}]" for doubt in alone]
                sentence = f"Only {edition.display_name} leaves open: {join_words(marks)}."
                sides = (quoted, ()) if edition is self.first else ((), quoted)
                yield RuleDifference("doubts", f"open in {edition.display_name}", sentence, *sides)


# ---------------------------------------------------------------------------------------------- sentences


def _quotation(statement: PrintedStatement) -> Quoted:
    return Quoted(_without_citations(statement.sentence), statement.clauses, statement.doubt, statement.answer)


def _without_citations(sentence: str) -> str:
    """Take the citations out of a sentence, since the clauses are named behind it."""
    return CITATION.sub("", sentence).rstrip(".")


def _of_doubt(doubt: model.OpenReading, titles: Titles) -> Quoted:
    phrases = titles.phrases(doubt)
    answers = f"{'; '.join(phrases.values())} (default: {phrases[doubt.default]})"
    sentence = f"{doubt.kind} “{titles.title(doubt.name)}”: {answers}"
    return Quoted(sentence, (doubt.clause,) if doubt.clause else (), "", "")


def _list_quotations(quoted: tuple[Quoted, ...], titles: Titles) -> str:
    """Put sentences of the rules into a sentence of ours; one that has several in it stands in quotation marks."""
    texts = []
    for quotation in quoted:
        is_long = ". " in quotation.sentence or ": " in quotation.sentence.replace("by sort: ", "")
        words = f"“{quotation.sentence}.”" if is_long else quotation.sentence
        texts.append(f"{words} [{quotation.source(titles)}]")
    return "; and ".join(texts)


def _ranking_sentence(ranking: model.Ranking, many: str, verb: str) -> list[Quoted]:
    """Return how things rank, or are decided, in one sentence of all its keys."""
    if not ranking.keys:
        return []
    parts = [f"by {_without_citations(key.origin.sentence).removeprefix('by ')}" for key in ranking.keys]
    clauses = dict.fromkeys(clause for key in ranking.keys for clause in reversed(key.origin.clauses))
    readings = dict.fromkeys(key.origin.reading for key in ranking.keys if key.origin.reading)
    subject = many if verb == "rank" else f"equal {many}"
    return [Quoted(f"{subject} {verb} {', then '.join(parts)}", tuple(clauses), ", ".join(readings), "")]


# ------------------------------------------------------------------------------------------ acts and grounds


Compared = model.Choose | model.ChooseOption | model.Move | model.Store
"""The acts that are compared by their subjects."""


def _acts_by_subject(rules: model.Rules, wanted: str) -> dict[str, list[Compared]]:
    """Return every choice, every move or every change of a number, each that stands in two places only once.

    A choice has the name of the chosen thing, or of the options; a move that of the place to which it goes.
    """
    places = {place.base: place.name for place in rules.places}
    acts: dict[str, list[Compared]] = {}
    seen: set[tuple[str, int]] = set()
    for act in (term for body in (*rules.procedures.values(), *rules.happenings.values()) for term in walk(body)):
        match act:
            case model.Choose():
                kind, name = "choice", act.name
            case model.ChooseOption():
                kind, name = "choice", " or ".join(option.name for option in act.options)
            case model.Move():
                kind, name = "place", places.get(getattr(act.to, "base", -1), "")
            case model.Store():
                kind, name = "number", act.name
            case _:
                continue
        mark = act.origin.sentence, act.origin.line
        if kind == wanted and mark not in seen:
            seen.add(mark)
            acts.setdefault(name, []).append(act)
    if wanted == "choice":
        return acts
    declared = rules.places if wanted == "place" else rules.stored_as("number")
    return {declaration.name: acts[declaration.name] for declaration in declared if declaration.name in acts}


def _grounds_of(rules: model.Rules, terms: object) -> list[str]:
    """Return the definitions, properties and tables that terms rest on, the nearest first."""
    waiting: list[object] = [terms]
    names: dict[str, None] = {}
    while waiting:
        for term in walk(waiting.pop(0)):
            if isinstance(term, model.Apply | model.Holds | model.TableValue) and term.name not in names:
                names[term.name] = None
                known: object = rules.definitions.get(term.name) or rules.predicates.get(term.name)
                if known is not None:
                    waiting.append(known)
    return list(names)
