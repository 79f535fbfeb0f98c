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


class Case(Passage):
    thing: Thing
    condition: Condition | None
    cite: Cite | None


class OtherwiseCase(Passage):
    thing: Thing
    cite: Cite | None


Cases: TypeAlias = tuple[Case | OtherwiseCase | None, ...]


class Move(Act):
    number: Word | None
    things: Thing
    count: Thing | None
    to: Thing
    cite: Cite | None


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


class Choose(Act):
    chooser: Chance | Thing
    things: OneOf | OneAmong | ANumber | Thing
    number: Thing | None
    weight: Thing | None
    name: Word
    cite: Cite | None


class Option(Passage):
    name: Word
    condition: Condition | None
    acts: Acts


class Options(Act):
    chooser: Thing
    options: tuple[Option, ...]


class Become(Act):
    things: Thing
    to: Thing
    cite: Cite | None


class Set(Act):
    things: Thing
    cases: Cases


class Grow(Act):
    things: Thing
    verb: Word
    cases: Cases


class Perform(Act):
    name: Word
    cite: Cite | None


class Call(Act):
    subject: Thing
    verb: Word
    object: Thing | None
    way: Word | None
    cite: Cite | None


class Observe(Act):
    number: Word
    deeds: tuple[Deed | None, ...]
    """The last is there only after “or”."""
    cite: Cite | None


class Settle(Act):
    names: tuple[Word, ...]
    cite: Cite | None


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


class Shuffle(Act):
    things: Thing
    into: Thing
    cite: Cite | None


class Finish(Act):
    subject: Thing
    cite: Cite | None


class Draw(Act):
    cite: Cite | None


class Nothing(Act):
    cite: Cite | None


class AsBefore(Act):
    cite: Cite | None


class Belief(Act, Statement):
    condition: Condition
    cite: Cite | None


Acts: TypeAlias = tuple[Act, ...]

# ------------------------------------------------------------------------------------------- sentences


class Seats(Statement):
    least: Word
    most: Word | None
    name: Word
    cite: Cite | None


class Excuse(Statement):
    status: Word
    reason: Word
    cite: Cite | None


class Elsewhere(Statement):
    section: Word
    reason: Word
    cite: Cite | None


class Shared(Statement):
    clauses: tuple[Word, ...]
    label: Word
    cite: Cite | None


class Column(Passage):
    thing: Thing
    is_reversed: Word | None
    legend: Word | None


class Figure(Statement):
    columns: tuple[Column, ...]
    cite: Cite | None


class Enumeration(Statement):
    name: Word
    plural: Word | None
    values: tuple[Word, ...]
    cite: Cite | None


class Spanned(Statement):
    name: Word
    plural: Word | None
    first: Word
    last: Word
    cite: Cite | None


class Board(Statement):
    name: Word
    columns: Word
    rows: Word
    cite: Cite | None


class Cycle(Statement):
    name: Word
    cite: Cite | None


class Written(Statement):
    kind: Word
    signs: tuple[Word, ...]
    cite: Cite | None


class AlsoWritten(Statement):
    name: BareName
    sign: Word
    cite: Cite | None


class Drawn(Statement):
    kind: Word
    signs: tuple[Word, ...]
    cite: Cite | None


class Pieces(Statement):
    name: Word
    plural: Word | None
    also: Word | None
    factors: tuple[Word, ...]
    cite: Cite | None


class Site(Statement):
    name: Word
    form: Word
    """`region`, `arch` or `peg`."""
    owner: Word
    cite: Cite | None


class Measure(Passage):
    number: Word
    unit: Word


class Wide(Passage):
    measure: Measure


class Extent(Statement):
    breadth: Measure
    length: Measure
    cite: Cite | None


class Ring(Statement):
    name: Word
    apart: Measure
    beginning: Word
    width: Wide | None
    cite: Cite | None


class Behind(Statement):
    name: Word
    distance: Measure
    before: Word
    width: Wide | None
    crosswise: Word | None
    cite: Cite | None


class States(Statement):
    name: Word | TheName
    values: tuple[Word, ...]
    cite: Cite | None


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


class Order(Statement):
    name: TheName | BareName
    values: tuple[Word, ...]
    cite: Cite | None


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


class Common(Statement):
    names: tuple[Word, ...]
    type: StoredType
    cite: Cite | None


class Owned(Statement):
    owner: Word
    names: tuple[Word, ...]
    type: StoredType
    cite: Cite | None


class All(Passage):
    pass


class Sight(Statement):
    seer: All | AName
    things: Thing
    condition: Condition | None
    cite: Cite | None


class Value(Statement):
    name: TheName | OwnerName | PairName
    also: Word | None
    cases: Cases


class Predicate(Statement):
    kind: Word
    also: Word | None
    name: Word
    condition: Condition
    cite: Cite | None


class Relation(Statement):
    kind: Word
    also: Word | None
    name: Word
    other: Word
    condition: Condition
    cite: Cite | None


class Group(Statement):
    name: Word
    plural: Word | None
    least: Word
    most: Word | None
    kind: Word
    owner: Word
    place: Word
    cite: Cite | None


class Sort(Statement):
    name: Word
    plural: Word | None
    group: Word
    relative: Relative
    cite: Cite | None


class Requirement(Statement):
    name: Word
    condition: Condition
    cite: Cite | None


class BySort(Passage):
    sorts: tuple[Word, ...]


class Whether(Passage):
    condition: Condition


class Listed(Passage):
    word: Word
    name: Word
    first: Word
    rest: tuple[Word, ...]


class Key(Passage):
    measure: BySort | Whether | Listed | Thing
    cite: Cite | None


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


class Limit(Statement):
    deed: Deed
    condition: Condition
    cite: Cite | None


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


class Makes(Passage):
    things: tuple[Thing, ...]
    sort: Word
    cite: Cite | None


class Given(Passage):
    place: Thing
    things: tuple[Thing, ...]
    cite: Cite | None


class Hence(Passage):
    condition: Condition
    cite: Cite | None


class Example(Statement):
    title: Word | None
    checks: Makes | tuple[Given | Hence, ...]


class Ask(Passage):
    number: Word
    most: Word | None
    kind: Word
    place: TheName | EachName
    state: Word | None
    key: Word
    cite: Cite | None


class AskStored(Passage):
    kind: Word
    thing: TheName | EachName
    key: Word
    cite: Cite | None


class With(Passage):
    condition: Condition
    key: Word


class Tell(Passage):
    thing: TheName | EachName
    key: Word
    extras: tuple[With, ...]
    condition: Condition | None
    cite: Cite | None


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
