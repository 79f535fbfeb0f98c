"""The differences between the rules of two editions, in sentences made from the rules themselves.

This module knows no game: it finds in the resolved rules that a group ranks differently, that another player chooses,
or that another number grows, and reports it in the sentences of the two rules files, each with its clauses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.closures.listener_names import join_words
from cc_dsl.compare.alignment import SAME, Row
from cc_dsl.compare.statements import ShownStatement, statements_in, statements_of
from cc_dsl.pipeline import Edition
from cc_dsl.rules import model
from cc_dsl.rules.kinds import plural
from cc_dsl.syntax import nodes

if TYPE_CHECKING:
    from cc_dsl.rules.ledger import LedgerEntry
    from cc_dsl.rules.titles import Titles

TOPICS = {
    "players": "Players",
    "pieces": "Pieces",
    "groups": "Groups",
    "ranking": "Rankings",
    "meanings": "Meanings of the same name",
    "places": "Places",
    "numbers": "Numbers",
    "course": "Course of the game",
    "only": "Only in one of the two",
    "doubts": "Open places",
}
"""The topics of the differences, in their order, with their headings."""
KINDS_OF_TOPICS = {
    "players": ("players",),
    "pieces": ("kind", "state", "sign"),
    "groups": ("group", "sort", "table"),
    "ranking": ("ranking", "decider", "order"),
    "meanings": ("definition", "property"),
    "places": ("place", "ground"),
    "numbers": ("number",),
    "course": ("role", "procedure", "happening", "sight"),
}
"""The kinds of subjects of each topic, in the order in which subjects are listed."""
DECLARATIONS = ("place", "number", "role")
"""The kinds of names of which one statement can declare several."""
KINDS_IN_WORDS = {
    "kind": "kind of value",
    "sign": "further sign",
    "ground": "place on the ground",
    "sight": "rule on who sees",
    "ranking": "ranking of",
    "decider": "decision between equal",
}
"""The names of kinds in sentences, where they differ."""
CITATION = re.compile(r"(?<!instead of)(?<!holds in) §\w+(?:\.\w+)*(?: +\"[^\"]*\")*")
"""A citation inside a statement, apart from displaced clauses and “holds in”."""


class QuotedSentence(NamedTuple):
    """A sentence of the rules with its clauses and readings."""

    sentence: str
    clauses: tuple[str, ...]
    """The clauses; empty if the sentence is the editor's."""
    doubt: str
    answer: str

    def source(self, titles: Titles) -> str:
        """Return the clauses and the reading in brackets."""
        parts = [", ".join(self.clauses) or "editor"]
        if self.answer:
            parts.append(titles.full_title(self.doubt, self.answer))
        elif self.doubt:
            parts.append(", ".join(map(titles.title, self.doubt.split(", "))))
        return "; ".join(parts)


class RuleDifference(NamedTuple):
    """One difference between the rules."""

    topic: str
    subject: str
    sentence: str
    first: tuple[QuotedSentence, ...]
    second: tuple[QuotedSentence, ...]


class RowRules(NamedTuple):
    """The rules that encode the clauses of one row, on either side."""

    first: tuple[ShownStatement, ...]
    second: tuple[ShownStatement, ...]
    states: tuple[str, str]
    """For each side: `absent`, `encoded`, `elsewhere` (the rule is encoded under other clauses), or `none`."""
    is_same: bool
    """Whether both sides mean the same, or neither has a rule."""

    @property
    def own_statements(self) -> tuple[tuple[ShownStatement, ...], tuple[ShownStatement, ...]]:
        """The statements that only one side has; all statements, if both have the same."""
        forms = [{repr(statement.form) for statement in side} for side in (self.first, self.second)]
        first = tuple(statement for statement in self.first if repr(statement.form) not in forms[1])
        second = tuple(statement for statement in self.second if repr(statement.form) not in forms[0])
        return (first, second) if first or second else (self.first, self.second)


class PreparedEdition(NamedTuple):
    """An edition prepared for comparison."""

    name: str
    display_name: str
    """Its name in sentences, such as “Court Circular (1862)”."""
    titles: Titles
    rules: model.Rules
    statements: tuple[ShownStatement, ...]
    ledger: Mapping[str, LedgerEntry]
    """The entry of each clause in the ledger."""

    def about(self, kind: str, name: str) -> tuple[ShownStatement, ...]:
        """Return the statements on a subject."""
        return tuple(statement for statement in self.statements if (kind, name) in statement.subjects)

    def names(self, kind: str) -> tuple[str, ...]:
        """Return the names of a kind that the rules introduce, in their order."""
        names = [name for statement in self.statements for sort, name in statement.subjects if sort == kind]
        return tuple(dict.fromkeys(names))


def prepare_edition(edition: Edition) -> PreparedEdition:
    """Prepare an edition for comparison."""
    rules, ledger = edition.rules, edition.ledger.entries if edition.ledger is not None else {}
    return PreparedEdition(rules.name, edition.display_name, edition.titles, rules, statements_of(edition), ledger)


ABSENT, ENCODED, ELSEWHERE, NONE = "absent", "encoded", "elsewhere", "none"
"""The states of one side of a row."""
MEANINGLESS = (ABSENT, NONE)
"""The states of a side without a rule of play."""


def rules_of_row(first: PreparedEdition, second: PreparedEdition, row: Row) -> RowRules:
    """Return the rules of a row."""
    left, right = statements_in(first.statements, row.first), statements_in(second.statements, row.second)
    states = _encoding_state(first, row.first), _encoding_state(second, row.second)
    is_same = row.meaning == SAME if row.meaning else _forms(left) == _forms(right)
    return RowRules(left, right, states, is_same)


def is_decided(rules: RowRules) -> bool:
    """Return whether the meaning of both sides can be compared: each has rules of its own, or neither has any."""
    return ABSENT in rules.states or (ELSEWHERE not in rules.states and rules.states[0] == rules.states[1])


def _encoding_state(edition: PreparedEdition, clauses: tuple[str, ...]) -> str:
    """Return the state of the clauses on one side of a row, as in the ledger."""
    if not clauses:
        return ABSENT
    if statements_in(edition.statements, clauses):
        return ENCODED
    here = (statement.form for statement in edition.statements if statement.home in clauses)
    is_elsewhere = any(isinstance(form, tuple) and form[0] == nodes.Elsewhere.__name__ for form in here)
    is_inexact = any(edition.ledger[clause].status in INEXACT for clause in clauses if clause in edition.ledger)
    return ELSEWHERE if is_elsewhere or is_inexact else NONE


INEXACT = frozenset({"simplified", "inexecutable"})
"""The states in the ledger of clauses with a rule of play that no statement encodes exactly."""


def _forms(statements: Iterable[ShownStatement], without_names: bool = False) -> list[str]:
    """Return the canonical forms of statements, on request without the names that they declare."""

    def is_names(part: object) -> bool:
        return isinstance(part, tuple) and part[:1] != () and part[0] not in ("Place", "Number", "Holder", "Holders")

    forms = (statement.form if isinstance(statement.form, tuple) else () for statement in statements)
    return sorted(repr(tuple(part for part in form if not (without_names and is_names(part)))) for form in forms)


# ------------------------------------------------------------------------------------------- differences


def differences(first: PreparedEdition, second: PreparedEdition) -> tuple[RuleDifference, ...]:
    """Return all differences of the rules, by topic: the statements on a subject that only one edition has."""
    sides, rule_differences = (first, second), list[RuleDifference]()
    topics = {kind: topic for topic, kinds in KINDS_OF_TOPICS.items() for kind in kinds}
    for kind, topic in topics.items():
        for name in (name for name in first.names(kind) if name in second.names(kind)):
            about = [side.about(kind, name) for side in sides]
            if _forms(about[0], kind in DECLARATIONS) != _forms(about[1], kind in DECLARATIONS):
                quotations = [tuple(dict.fromkeys(map(_quotation, statements))) for statements in about]
                rule_differences += _difference(sides, topic, name, quotations[0], quotations[1])
    for edition, other in (sides, sides[::-1]):
        for kind in topics:
            if names := [name for name in edition.names(kind) if name not in other.names(kind)]:
                about = [edition.about(kind, name) for name in names]
                head, space, rest = KINDS_IN_WORDS.get(kind, kind).partition(" ")
                noun = f"{head if len(names) == 1 else plural(head)}{space}{rest}"
                homes = [dict.fromkeys(statement.home or "editor" for statement in statements) for statements in about]
                marks = [f"{name} [{', '.join(own)}]" for name, own in zip(names, homes, strict=True)]
                alone = tuple(dict.fromkeys(_quotation(each) for statements in about for each in statements))
                sentence = f"Only {edition.display_name} has the {noun} {join_words(marks)}."
                both = (alone, ()) if edition is first else ((), alone)
                rule_differences.append(RuleDifference("only", f"{kind} of {edition.display_name}", sentence, *both))
    return (*rule_differences, *_doubt_differences(first, second))


def _doubt_differences(first: PreparedEdition, second: PreparedEdition) -> Iterator[RuleDifference]:
    """Compare the open places by name, since the same name means the same question."""
    left, right = first.rules.doubts, second.rules.doubts
    for name in (name for name in left if name in right):
        pair = left[name], right[name]
        if len({(doubt.kind, doubt.default, tuple(answer for answer, _ in doubt.alternatives)) for doubt in pair}) > 1:
            here, there = _doubt_quotation(pair[0], first.titles), _doubt_quotation(pair[1], second.titles)
            yield from _difference((first, second), "doubts", first.titles.title(name), (here,), (there,))
    for edition, mine, others in ((first, left, right), (second, right, left)):
        if alone := [doubt for name, doubt in mine.items() if name not in others]:
            quotations = tuple(_doubt_quotation(doubt, edition.titles) for doubt in alone)
            marks = [f"{edition.titles.title(doubt.name)} [{doubt.clause or 'editor'}]" for doubt in alone]
            sentence = f"Only {edition.display_name} leaves open: {join_words(marks)}."
            sides = (quotations, ()) if edition is first else ((), quotations)
            yield RuleDifference("doubts", f"open in {edition.display_name}", sentence, *sides)


def _difference(
    sides: tuple[PreparedEdition, PreparedEdition],
    topic: str,
    subject: str,
    first: tuple[QuotedSentence, ...],
    second: tuple[QuotedSentence, ...],
) -> Iterator[RuleDifference]:
    """Yield the difference between the statements of two editions, unless they are the same."""
    sentences = [[quotation.sentence for quotation in side] for side in (first, second)]
    if sentences[0] == sentences[1]:
        return
    left = tuple(quotation for quotation in first if quotation.sentence not in sentences[1])
    right = tuple(quotation for quotation in second if quotation.sentence not in sentences[0])
    # If both sides have the same sentences in another order, show them all.
    left, right = (left, right) if left or right else (first, second)
    texts = [_list_quotations(each, side.titles) for each, side in zip((left, right), sides, strict=True)]
    names = [side.display_name for side in sides]
    if left and right:
        sentence = f"In {names[0]} {texts[0]}; in {names[1]} {texts[1]}."
    else:
        sentence = f"Only {names[0 if left else 1]} has a rule on this: {texts[0] or texts[1]}."
    yield RuleDifference(topic, subject, sentence, left, right)


def _quotation(statement: ShownStatement) -> QuotedSentence:
    """Return a statement without its citations, since its clauses are named after it."""
    sentence = CITATION.sub("", statement.sentence).rstrip(".")
    return QuotedSentence(sentence, statement.clauses, statement.doubt, statement.answer)


def _doubt_quotation(doubt: model.OpenReading, titles: Titles) -> QuotedSentence:
    """Return an open place as a sentence with its kind, its title and its answers."""
    phrases = titles.phrases(doubt)
    answers = f"{'; '.join(phrases.values())} (default: {phrases[doubt.default]})"
    sentence = f"{doubt.kind} “{titles.title(doubt.name)}”: {answers}"
    return QuotedSentence(sentence, (doubt.clause,) if doubt.clause else (), "", "")


def _list_quotations(sentences: tuple[QuotedSentence, ...], titles: Titles) -> str:
    """Join quotations for use inside a sentence; a quotation of several sentences gets quotation marks."""
    texts = []
    for quotation in sentences:
        is_long = ". " in quotation.sentence or ": " in quotation.sentence.replace("by sort: ", "")
        words = f"“{quotation.sentence}.”" if is_long else quotation.sentence
        texts.append(f"{words} [{quotation.source(titles)}]")
    return "; and ".join(texts)
