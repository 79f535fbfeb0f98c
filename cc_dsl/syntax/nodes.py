"""The AST: one class for each rule of ``grammar/rules.lark``, with fields only.

Names are ``Word`` (the characters and where they stand); every other node carries its ``span`` (character
offsets in the file).  The children stand in the order of the grammar; an absent optional child is ``None``.
"""

from __future__ import annotations

from typing import TypeAlias

from cc_dsl.source.files import Span
from cc_dsl.trees import Node


class Word(Node):
    """One word, number or quoted string of the file, without its quotation marks."""

    text: str
    span: Span


class Passage(Node):
    """What every other node is: something that stands at a place of the file."""

    span: Span


class Thing(Passage):
    """A phrase that stands for a thing."""


class Relative(Passage):
    """What narrows several things."""


class VerbPhrase(Passage):
    """A predicate."""


class Condition(Passage):
    """A condition."""


class Act(Passage):
    """An act."""


class Statement(Passage):
    """A sentence of a rules file."""


class Cite(Passage):
    section: Word
    quotes: tuple[Word, ...]


class Cited(Passage):
    """What may end with a clause that it rests on; in the grammar its other parts stand before that."""

    cite: Cite | None


# ---------------------------------------------------------------------------------------------- things


class Figure_(Thing):
    number: Word


class Name(Thing):
    name: Word


class Other(Thing):
    name: Word


class Numbered(Thing):
    name: Word
    number: Word


class Pronoun(Thing):
    word: Word


class His(Thing):
    word: Word
    name: Word


class Possessed(Thing):
    owner: Thing
    name: Word


class Grouped(Thing):
    thing: Thing


class None_(Thing):
    pass


class Linked(Thing):
    name: Word
    link: Word
    thing: Thing
    other: Thing | None = None
    """What stands behind “by”."""


class Counted(Thing):
    thing: Thing


class SortOf(Thing):
    thing: Thing


class Superlative(Thing):
    degree: Word
    name: Word
    thing: Thing


class BestFew(Thing):
    degree: Word
    number: Figure_ | Grouped
    name: Word
    thing: Thing


class Champion(Thing):
    name: Word
    degree: Word
    thing: Thing


class Heighted(Thing):
    word: Word
    name: Word
    order: Word


class That(Relative):
    predicate: VerbPhrase


class Whose(Relative):
    name: Word
    predicate: VerbPhrase


class BothRel(Relative):
    left: Relative
    right: That | Whose


class Filtered(Thing):
    thing: Thing
    relative: Relative


class Joined(Thing):
    left: Thing
    join: Word
    right: Thing


class Several(Thing):
    things: tuple[Thing, ...]


class Negated(Thing):
    sign: Word
    thing: Thing


class Remainder(Thing):
    left: Thing
    right: Thing


class Distance(Thing):
    start: Thing
    end: Thing


class Direction(Thing):
    start: Thing
    end: Thing


class Among(Thing):
    name: Word
    start: Thing
    end: Thing


class Stepped(Thing):
    name: Word
    steps: Figure_ | Grouped
    link: Word
    thing: Thing


class Beyond(Thing):
    name: Word
    steps: Figure_ | Grouped
    direction: Thing
    thing: Thing


class Arithmetic(Thing):
    left: Thing
    sign: Word
    right: Thing


# ------------------------------------------------------------------------------------------ conditions


class AName(Passage):
    name: Word


class Inside(Passage):
    thing: Thing


class OneOfNames(Passage):
    names: tuple[Word, ...]


class Compared(Passage):
    relation: tuple[Word, ...]
    thing: Thing


class Empty(Passage):
    pass


class Between(Passage):
    name: Word
    thing: Thing


Complement: TypeAlias = AName | Inside | OneOfNames | Compared | Empty | Between | Thing


class Is_(VerbPhrase):
    negation: Word | None
    complement: Complement


class HasCount(Passage):
    relation: tuple[Word, ...] | None
    number: Word
    """A figure, or `no`."""
    name: Word


class HasCompared(Passage):
    relation: tuple[Word, ...]
    name: Word
    thing: Thing


Amount: TypeAlias = AName | HasCount | HasCompared


class Has(VerbPhrase):
    amount: Amount


class Same(VerbPhrase):
    name: Word


class Runs(VerbPhrase):
    order: Thing


class OfEach(Passage):
    """What is meant of each of several things: the score, in `every player's score`."""

    name: Word


class Numeral(Passage):
    relation: Word | tuple[Word, ...]
    """`exactly`, or the words of a comparison."""
    number: Word


class Quantified(Passage):
    """Some things, and of how many of them something is said: `every card in his hand that is red`."""

    quantity: Word | Numeral
    """`every`, `some` or `no`, or a number."""
    name: Word
    whole: Thing | OfEach | None
    relative: Relative | None = None


class Relates(VerbPhrase):
    verb: Word
    thing: Thing | Quantified


class Says(Condition):
    thing: Thing
    predicate: VerbPhrase


class Every(Condition):
    things: Quantified
    predicate: VerbPhrase


class Not_(Condition):
    condition: Condition


class And_(Condition):
    left: Condition
    right: Condition


class Or_(Condition):
    left: Condition
    right: Condition


# ------------------------------------------------------------------------------------------------ acts


class Case(Cited):
    thing: Thing
    condition: Condition | None


class OtherwiseCase(Cited):
    thing: Thing


Cases: TypeAlias = tuple[Case | OtherwiseCase | None, ...]


class Move(Act, Cited):
    number: Word | None
    things: Thing
    count: Thing | None
    to: Thing


class Chance(Passage):
    pass


class OneOf(Passage):
    things: Thing


class OneAmong(Passage):
    things: Thing


class ANumber(Passage):
    least: Word | Negated
    most: Word | Negated
    relative: Relative | None


class Choose(Act, Cited):
    chooser: Chance | Thing
    things: OneOf | OneAmong | ANumber | Thing
    number: Thing | None
    weight: Thing | None
    name: Word


class Option(Passage):
    name: Word
    condition: Condition | None
    acts: Acts


class Options(Act):
    chooser: Thing
    options: tuple[Option, ...]


class Become(Act, Cited):
    things: Thing
    to: Thing


class Set(Act):
    things: Thing
    cases: Cases


class Grow(Act):
    things: Thing
    verb: Word
    cases: Cases


class Perform(Act, Cited):
    name: Word


class Call(Act, Cited):
    subject: Thing
    verb: Word
    object: Thing | None
    way: Word | None


class Observe(Act, Cited):
    number: Word
    deeds: tuple[Deed | None, ...]
    """The last is there only after “or”."""


class Settle(Act, Cited):
    names: tuple[Word, ...]


class Otherwise(Passage):
    acts: Acts


class Check(Act):
    condition: Condition
    acts: Acts
    otherwise: Otherwise | None


class Times(Act):
    number: Figure_ | Grouped
    most: Word | None
    acts: Acts


class Until(Act):
    condition: Condition
    number: Word | None
    ends: Word | None
    acts: Acts


class Foreach(Act):
    name: Word
    relative: Relative | None
    start: Thing | None
    acts: Acts


class Shuffle(Act, Cited):
    things: Thing
    into: Thing


class Finish(Act, Cited):
    subject: Thing


class Draw(Act, Cited):
    pass


class Nothing(Act, Cited):
    pass


class AsBefore(Act, Cited):
    pass


class Belief(Act, Statement, Cited):
    condition: Condition


Acts: TypeAlias = tuple[Act, ...]

# ------------------------------------------------------------------------------------------- sentences


class Seats(Statement, Cited):
    least: Word
    most: Word | None
    name: Word


class Excuse(Statement, Cited):
    status: Word
    reason: Word


class Elsewhere(Statement, Cited):
    section: Word
    reason: Word


class Shared(Statement, Cited):
    clauses: tuple[Word, ...]
    label: Word


class Column(Passage):
    thing: Thing
    is_reversed: Word | None
    legend: Word | None


class Figure(Statement, Cited):
    columns: tuple[Column, ...]


class Enumeration(Statement, Cited):
    name: Word
    plural: Word | None
    values: tuple[Word, ...]


class Spanned(Statement, Cited):
    name: Word
    plural: Word | None
    first: Word
    last: Word


class Board(Statement, Cited):
    name: Word
    columns: Word
    rows: Word


class Cycle(Statement, Cited):
    name: Word


class Written(Statement, Cited):
    kind: Word
    signs: tuple[Word, ...]


class AlsoWritten(Statement, Cited):
    name: BareName
    sign: Word


class Drawn(Statement, Cited):
    kind: Word
    signs: tuple[Word, ...]


class Pieces(Statement, Cited):
    name: Word
    plural: Word | None
    also: Word | None
    number: Word
    """A figure, or `one`."""
    factors: tuple[Word, ...]


class Site(Statement, Cited):
    name: Word
    form: Word
    """`region`, `arch` or `peg`."""
    owner: Word


class Measure(Passage):
    number: Word
    unit: Word


class Wide(Passage):
    measure: Measure


class Extent(Statement, Cited):
    breadth: Measure
    length: Measure


class Ring(Statement, Cited):
    name: Word
    apart: Measure
    beginning: Word
    width: Wide | None


class Behind(Statement, Cited):
    name: Word
    distance: Measure
    before: Word
    width: Wide | None
    crosswise: Word | None


class States(Statement, Cited):
    name: Word | TheName
    values: tuple[Word, ...]


class TheName(Passage):
    name: Word


class BareName(Passage):
    name: Word


class OwnerName(Passage):
    owner: Word
    name: Word


class PairName(Passage):
    name: Word
    owner: Word
    other: Word


class EachName(Passage):
    owner: Word
    name: Word


class Order(Statement, Cited):
    name: TheName | BareName
    values: tuple[Word, ...]


class Place(Passage):
    is_ordered: Word | None
    most: Word | None
    kind: Word


class Number(Passage):
    least: Word | Negated
    most: Word | Negated
    first: Word | Negated | None


class Holder(Passage):
    kind: Word


class Holders(Passage):
    kind: Word


StoredType: TypeAlias = Place | Number | Holder | Holders


class Common(Statement, Cited):
    names: tuple[Word, ...]
    type: StoredType


class Owned(Statement, Cited):
    owner: Word
    names: tuple[Word, ...]
    type: StoredType


class All(Passage):
    pass


class Sight(Statement, Cited):
    seer: All | AName
    things: Thing
    condition: Condition | None


class Value(Statement):
    name: TheName | OwnerName | PairName
    also: Word | None
    cases: Cases


class Predicate(Statement, Cited):
    kind: Word
    also: Word | None
    name: Word
    condition: Condition


class Relation(Statement, Cited):
    kind: Word
    also: Word | None
    name: Word
    other: Word
    condition: Condition


class Group(Statement, Cited):
    name: Word
    plural: Word | None
    least: Word
    most: Word | None
    kind: Word
    owner: Word
    place: Word


class Sort(Statement, Cited):
    name: Word
    plural: Word | None
    group: Word
    relative: Relative


class Requirement(Statement, Cited):
    name: Word
    condition: Condition


class BySort(Passage):
    sorts: tuple[Word, ...]


class Whether(Passage):
    condition: Condition


class Listed(Passage):
    word: Word
    name: Word
    first: Word
    rest: tuple[Word, ...]


class Key(Cited):
    measure: BySort | Whether | Listed | Thing


class Ranking(Statement):
    name: Word
    also: Word | None
    keys: tuple[Key, ...]


class Decider(Statement):
    name: Word
    keys: tuple[Key, ...]


class Row(Passage):
    sort: Word
    figures: tuple[Word, ...]


class Table(Statement):
    kind: Word
    headings: tuple[Word, ...]
    rows: tuple[Row, ...]


class Procedure(Statement):
    name: Word
    also: Word | None
    condition: Condition | None
    acts: Acts


class Limit(Statement, Cited):
    deed: Deed
    condition: Condition


class Deed(Passage):
    kind: Word
    verb: Word
    object: Word | None
    way: Word | None


class Happening(Statement):
    deed: Deed
    condition: Condition | None
    acts: Acts


class Around(Statement):
    when: Word
    deed: Deed | TheName
    condition: Condition | None
    acts: Acts


class Displaced(Statement):
    section: Word
    statement: Value | Predicate | Relation | Ranking | Procedure | Happening


class Alternative(Passage):
    name: Word
    default: Word | None
    reason: Word
    statements: tuple[Statement, ...] | None


class Doubt(Statement):
    kind: Word
    name: Word
    words: Word
    alternatives: tuple[Alternative, ...]


class Makes(Cited):
    things: tuple[Thing, ...]
    sort: Word


class Given(Cited):
    place: Thing
    things: tuple[Thing, ...]


class Hence(Cited):
    condition: Condition


class Example(Statement):
    title: Word | None
    checks: Makes | tuple[Given | Hence, ...]


class Ask(Cited):
    number: Word
    most: Word | None
    kind: Word
    place: TheName | EachName
    state: Word | None
    key: Word


class AskStored(Cited):
    kind: Word
    thing: TheName | EachName
    key: Word


class With(Passage):
    condition: Condition
    key: Word


class Tell(Cited):
    thing: TheName | EachName
    key: Word
    extras: tuple[With, ...]
    condition: Condition | None


class Question(Statement):
    name: Word
    words: Word
    details: tuple[Ask | AskStored | Tell, ...]


class Section(Passage):
    section: Word
    quotes: tuple[Word, ...]
    statements: tuple[Statement, ...]


class Editor(Passage):
    title: Word
    statements: tuple[Statement, ...]


class Edition(Passage):
    title: Word
    label: Word


class Use(Passage):
    label: Word


class Start(Passage):
    edition: Edition
    uses: tuple[Use, ...]
    blocks: tuple[Section | Editor, ...]


# ----------------------------------------------------------------------------------------- overlays


class Change(Passage):
    """A change of an overlay, to a clause or an open place."""

    place: Word


class InsteadOf(Change):
    sentences: tuple[Statement, ...]


class Besides(Change):
    sentences: tuple[Statement, ...]


class Without(Change):
    names: tuple[Word, ...] | None


class Chosen(Change):
    answer: Word


class Conjecture(Change):
    old: Word
    new: Word


class Overlay(Passage):
    parent: Word
    """The name or the file of the edition that it changes."""
    digest: Word | None
    """The beginning of the digest that the parent's rules had."""
    title: Word
    changes: tuple[Change, ...]
