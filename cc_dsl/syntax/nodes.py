"""The rules as written: one class for each rule of ``grammar/rules.lark``, and nothing but fields.

Names are ``Word`` (the characters and where they stand); every other node carries its ``span`` (character
offsets in the file).  The children stand in the order of the grammar; an absent optional child is ``None``.

The five large unions of nodes are tuples of classes, and `Any` to the type checker: mypy does not come to an end on
named tuples that contain one another in circles.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from cc_dsl.source.files import Span


class Word(NamedTuple):
    """One word, number or quoted string of the file, without its quotation marks."""

    text: str
    span: Span


class Cite(NamedTuple):
    section: Word
    quotes: tuple[Word, ...]
    span: Span


# ---------------------------------------------------------------------------------------------- things


class Figure_(NamedTuple):
    number: Word
    span: Span


class Below(NamedTuple):
    sign: Word
    number: Word
    span: Span


class Name(NamedTuple):
    name: Word
    span: Span


class Other(NamedTuple):
    name: Word
    span: Span


class Numbered(NamedTuple):
    name: Word
    number: Word
    span: Span


class Pronoun(NamedTuple):
    word: Word
    span: Span


class His(NamedTuple):
    word: Word
    name: Word
    span: Span


class Possessed(NamedTuple):
    owner: Thing
    name: Word
    span: Span


class Grouped(NamedTuple):
    thing: Thing
    span: Span


class None_(NamedTuple):
    span: Span


class Linked(NamedTuple):
    name: Word
    link: Word
    thing: Thing
    span: Span


class Counted(NamedTuple):
    thing: Thing
    span: Span


class SortOf(NamedTuple):
    thing: Thing
    span: Span


class Superlative(NamedTuple):
    degree: Word
    name: Word
    thing: Thing
    span: Span


class BestFew(NamedTuple):
    degree: Word
    number: Word
    name: Word
    thing: Thing
    span: Span


class Champion(NamedTuple):
    name: Word
    degree: Word
    thing: Thing
    span: Span


class Heighted(NamedTuple):
    word: Word
    name: Word
    order: Word
    span: Span


class That(NamedTuple):
    predicate: VerbPhrase
    span: Span


class Whose(NamedTuple):
    name: Word
    predicate: VerbPhrase
    span: Span


class Filtered(NamedTuple):
    thing: Thing
    relative: That | Whose
    span: Span


class Joined(NamedTuple):
    left: Thing
    join: Word
    right: Thing
    span: Span


class Product(NamedTuple):
    left: Thing
    right: Thing
    span: Span


class Arithmetic(NamedTuple):
    left: Thing
    sign: Word
    right: Thing
    span: Span


THINGS = (
    Figure_,
    Below,
    Name,
    Other,
    Numbered,
    Pronoun,
    His,
    Possessed,
    Grouped,
    None_,
    Linked,
    Counted,
    Superlative,
    BestFew,
    Champion,
    Heighted,
    Filtered,
    Joined,
    Product,
    Arithmetic,
)
Thing: TypeAlias = Any
"""One of THINGS."""

# ------------------------------------------------------------------------------------------ conditions


class AName(NamedTuple):
    name: Word
    span: Span


class Inside(NamedTuple):
    thing: Thing
    span: Span


class OneOfNames(NamedTuple):
    names: tuple[Word, ...]
    span: Span


class AtLeast(NamedTuple):
    span: Span


class AtMost(NamedTuple):
    span: Span


class More(NamedTuple):
    span: Span


class Fewer(NamedTuple):
    span: Span


class Better(NamedTuple):
    span: Span


class Worse(NamedTuple):
    span: Span


class AsGood(NamedTuple):
    span: Span


class Comparison(NamedTuple):
    relation: AtLeast | AtMost | More | Fewer | Better | Worse | AsGood
    span: Span


class Compared(NamedTuple):
    comparison: Comparison
    thing: Thing
    span: Span


class Empty(NamedTuple):
    span: Span


class Between(NamedTuple):
    name: Word
    thing: Thing
    span: Span


class Is_(NamedTuple):
    negation: Word | None
    complement: AName | Inside | OneOfNames | Compared | Empty | Between | Thing
    span: Span


class HasNo(NamedTuple):
    name: Word
    span: Span


class HasCount(NamedTuple):
    number: Word
    name: Word
    span: Span


class HasBound(NamedTuple):
    relation: AtLeast | AtMost | More | Fewer
    number: Word
    name: Word
    span: Span


class HasMore(NamedTuple):
    name: Word
    thing: Thing
    span: Span


class HasFewer(NamedTuple):
    name: Word
    thing: Thing
    span: Span


class HasAsMany(NamedTuple):
    name: Word
    thing: Thing
    span: Span


class Has(NamedTuple):
    amount: AName | HasNo | HasCount | HasBound | HasMore | HasFewer | HasAsMany
    span: Span


class Same(NamedTuple):
    name: Word
    span: Span


class Runs(NamedTuple):
    order: Thing
    span: Span


VERB_PHRASES = (
    Is_,
    Has,
    Same,
    Runs,
)
VerbPhrase: TypeAlias = Any
"""One of VERB_PHRASES."""


class Says(NamedTuple):
    thing: Thing
    predicate: VerbPhrase
    span: Span


class Every(NamedTuple):
    quantity: Word
    name: Word
    relative: That | Whose | None
    predicate: VerbPhrase
    span: Span


class ThereIs(NamedTuple):
    name: Word
    relative: That | Whose
    span: Span


class Not_(NamedTuple):
    condition: Condition
    span: Span


class And_(NamedTuple):
    left: Condition
    right: Condition
    span: Span


class Or_(NamedTuple):
    left: Condition
    right: Condition
    span: Span


CONDITIONS = (
    Says,
    Every,
    ThereIs,
    Not_,
    And_,
    Or_,
)
Condition: TypeAlias = Any
"""One of CONDITIONS."""

# ------------------------------------------------------------------------------------------------ acts


class Case(NamedTuple):
    thing: Thing
    condition: Condition | None
    cite: Cite | None
    span: Span


class OtherwiseCase(NamedTuple):
    thing: Thing
    cite: Cite | None
    span: Span


Cases: TypeAlias = tuple[Case | OtherwiseCase | None, ...]


class Move(NamedTuple):
    number: Word | None
    things: Thing
    to: Thing
    cite: Cite | None
    span: Span


class Chance(NamedTuple):
    span: Span


class OneOf(NamedTuple):
    things: Thing
    span: Span


class OneAmong(NamedTuple):
    things: Thing
    span: Span


class Choose(NamedTuple):
    chooser: Chance | Thing
    things: OneOf | OneAmong | Thing
    number: Thing | None
    name: Word
    cite: Cite | None
    span: Span


class Option(NamedTuple):
    name: Word
    condition: Condition | None
    acts: Acts
    span: Span


class Options(NamedTuple):
    chooser: Thing
    options: tuple[Option, ...]
    span: Span


class Become(NamedTuple):
    things: Thing
    to: Thing
    cite: Cite | None
    span: Span


class Set(NamedTuple):
    things: Thing
    cases: Cases
    span: Span


class Grow(NamedTuple):
    things: Thing
    verb: Word
    cases: Cases
    span: Span


class Perform(NamedTuple):
    name: Word
    cite: Cite | None
    span: Span


class Call(NamedTuple):
    subject: Thing
    verb: Word
    object: Thing | None
    way: Word | None
    cite: Cite | None
    span: Span


class Observe(NamedTuple):
    number: Word
    deeds: tuple[Deed | None, ...]
    """The last is there only after “or”."""
    cite: Cite | None
    span: Span


class Settle(NamedTuple):
    names: tuple[Word, ...]
    cite: Cite | None
    span: Span


class Otherwise(NamedTuple):
    acts: Acts
    span: Span


class Check(NamedTuple):
    condition: Condition
    acts: Acts
    otherwise: Otherwise | None
    span: Span


class Times(NamedTuple):
    number: Word
    acts: Acts
    span: Span


class Until(NamedTuple):
    condition: Condition
    number: Word
    acts: Acts
    span: Span


class Foreach(NamedTuple):
    name: Word
    relative: That | Whose | None
    start: Thing | None
    acts: Acts
    span: Span


class Shuffle(NamedTuple):
    things: Thing
    into: Thing
    cite: Cite | None
    span: Span


class Finish(NamedTuple):
    subject: Thing
    cite: Cite | None
    span: Span


class Nothing(NamedTuple):
    cite: Cite | None
    span: Span


class AsBefore(NamedTuple):
    cite: Cite | None
    span: Span


class Belief(NamedTuple):
    condition: Condition
    cite: Cite | None
    span: Span


ACTS = (
    Move,
    Choose,
    Options,
    Become,
    Set,
    Grow,
    Perform,
    Call,
    Settle,
    Check,
    Times,
    Until,
    Foreach,
    Shuffle,
    Finish,
    Nothing,
    AsBefore,
    Belief,
    Observe,
)
Act: TypeAlias = Any
"""One of ACTS."""
Acts: TypeAlias = tuple[Act, ...]

# ------------------------------------------------------------------------------------------- sentences


class Seats(NamedTuple):
    least: Word
    most: Word | None
    name: Word
    cite: Cite | None
    span: Span


class Excuse(NamedTuple):
    status: Word
    reason: Word
    cite: Cite | None
    span: Span


class Elsewhere(NamedTuple):
    section: Word
    reason: Word
    cite: Cite | None
    span: Span


class Shared(NamedTuple):
    clauses: tuple[Word, ...]
    label: Word
    cite: Cite | None
    span: Span


class Column(NamedTuple):
    thing: Thing
    is_reversed: Word | None
    legend: Word | None
    span: Span


class Figure(NamedTuple):
    columns: tuple[Column, ...]
    cite: Cite | None
    span: Span


class Enumeration(NamedTuple):
    name: Word
    values: tuple[Word, ...]
    cite: Cite | None
    span: Span


class Written(NamedTuple):
    kind: Word
    signs: tuple[Word, ...]
    cite: Cite | None
    span: Span


class AlsoWritten(NamedTuple):
    name: BareName
    sign: Word
    cite: Cite | None
    span: Span


class Drawn(NamedTuple):
    kind: Word
    signs: tuple[Word, ...]
    cite: Cite | None
    span: Span


class Pieces(NamedTuple):
    name: Word
    also: Word | None
    factors: tuple[Word, ...]
    cite: Cite | None
    span: Span


class Site(NamedTuple):
    name: Word
    form: Word
    """`region`, `arch` or `peg`."""
    owner: Word
    cite: Cite | None
    span: Span


class Measure(NamedTuple):
    number: Word
    unit: Word
    span: Span


class Wide(NamedTuple):
    measure: Measure
    span: Span


class Extent(NamedTuple):
    breadth: Measure
    length: Measure
    cite: Cite | None
    span: Span


class Ring(NamedTuple):
    name: Word
    apart: Measure
    beginning: Word
    width: Wide | None
    cite: Cite | None
    span: Span


class Behind(NamedTuple):
    name: Word
    distance: Measure
    before: Word
    width: Wide | None
    crosswise: Word | None
    cite: Cite | None
    span: Span


class States(NamedTuple):
    name: Word
    values: tuple[Word, ...]
    cite: Cite | None
    span: Span


class TheName(NamedTuple):
    name: Word
    span: Span


class BareName(NamedTuple):
    name: Word
    span: Span


class OwnerName(NamedTuple):
    owner: Word
    name: Word
    span: Span


class EachName(NamedTuple):
    owner: Word
    name: Word
    span: Span


class Order(NamedTuple):
    name: TheName | BareName
    values: tuple[Word, ...]
    cite: Cite | None
    span: Span


class Place(NamedTuple):
    is_ordered: Word | None
    most: Word | None
    kind: Word
    span: Span


class Number(NamedTuple):
    least: Word | Below
    most: Word | Below
    span: Span


class Holder(NamedTuple):
    kind: Word
    span: Span


class Common(NamedTuple):
    names: tuple[Word, ...]
    type: Place | Number | Holder
    cite: Cite | None
    span: Span


class Owned(NamedTuple):
    owner: Word
    names: tuple[Word, ...]
    type: Place | Number | Holder
    cite: Cite | None
    span: Span


class All(NamedTuple):
    span: Span


class Sight(NamedTuple):
    seer: All | AName
    things: Thing
    cite: Cite | None
    span: Span


class Value(NamedTuple):
    name: TheName | OwnerName
    cases: Cases
    span: Span


class Predicate(NamedTuple):
    kind: Word
    also: Word | None
    name: Word
    condition: Condition
    cite: Cite | None
    span: Span


class Group(NamedTuple):
    name: Word
    least: Word
    most: Word | None
    kind: Word
    owner: Word
    place: Word
    cite: Cite | None
    span: Span


class Sort(NamedTuple):
    name: Word
    group: Word
    relative: That | Whose
    cite: Cite | None
    span: Span


class Requirement(NamedTuple):
    name: Word
    condition: Condition
    cite: Cite | None
    span: Span


class BySort(NamedTuple):
    sorts: tuple[Word, ...]
    span: Span


class Whether(NamedTuple):
    condition: Condition
    span: Span


class Listed(NamedTuple):
    word: Word
    name: Word
    first: Word
    rest: tuple[Word, ...]
    span: Span


class Key(NamedTuple):
    measure: BySort | Whether | Listed | Thing
    cite: Cite | None
    span: Span


class Ranking(NamedTuple):
    name: Word
    further: Word | None
    keys: tuple[Key, ...]
    span: Span


class Decider(NamedTuple):
    name: Word
    keys: tuple[Key, ...]
    span: Span


class Row(NamedTuple):
    sort: Word
    figures: tuple[Word, ...]
    span: Span


class Table(NamedTuple):
    kind: Word
    headings: tuple[Word, ...]
    rows: tuple[Row, ...]
    span: Span


class Procedure(NamedTuple):
    name: Word
    on: Word | None
    condition: Condition | None
    acts: Acts
    span: Span


class Limit(NamedTuple):
    deed: Deed
    condition: Condition
    cite: Cite | None
    span: Span


class Deed(NamedTuple):
    kind: Word
    verb: Word
    object: Word | None
    way: Word | None
    span: Span


class Happening(NamedTuple):
    deed: Deed
    condition: Condition | None
    acts: Acts
    span: Span


class Around(NamedTuple):
    when: Word
    deed: Deed | TheName
    condition: Condition | None
    acts: Acts
    span: Span


class Displaced(NamedTuple):
    section: Word
    statement: Value | Ranking | Procedure | Happening
    span: Span


class Alternative(NamedTuple):
    name: Word
    default: Word | None
    reason: Word
    statements: tuple[Statement, ...] | None
    span: Span


class Doubt(NamedTuple):
    kind: Word
    name: Word
    words: Word
    alternatives: tuple[Alternative, ...]
    span: Span


class Makes(NamedTuple):
    things: tuple[Thing, ...]
    sort: Word
    cite: Cite | None
    span: Span


class Given(NamedTuple):
    place: Thing
    things: tuple[Thing, ...]
    cite: Cite | None
    span: Span


class Hence(NamedTuple):
    condition: Condition
    cite: Cite | None
    span: Span


class Example(NamedTuple):
    title: Word | None
    checks: Makes | tuple[Given | Hence, ...]
    span: Span


class Ask(NamedTuple):
    number: Word
    most: Word | None
    kind: Word
    place: TheName | EachName
    state: Word | None
    key: Word
    cite: Cite | None
    span: Span


class AskStored(NamedTuple):
    kind: Word
    thing: TheName | EachName
    key: Word
    cite: Cite | None
    span: Span


class With(NamedTuple):
    condition: Condition
    key: Word
    span: Span


class Tell(NamedTuple):
    thing: TheName | EachName
    key: Word
    extras: tuple[With, ...]
    condition: Condition | None
    cite: Cite | None
    span: Span


class Question(NamedTuple):
    name: Word
    words: Word
    details: tuple[Ask | AskStored | Tell, ...]
    span: Span


STATEMENTS = (
    Seats,
    Excuse,
    Elsewhere,
    Shared,
    Figure,
    Enumeration,
    Written,
    AlsoWritten,
    Drawn,
    Pieces,
    Site,
    Extent,
    Ring,
    Behind,
    States,
    Order,
    Common,
    Owned,
    Sight,
    Value,
    Predicate,
    Group,
    Sort,
    Requirement,
    Ranking,
    Decider,
    Table,
    Procedure,
    Happening,
    Limit,
    Around,
    Displaced,
    Doubt,
    Example,
    Question,
    Belief,
)
Statement: TypeAlias = Any
"""One of STATEMENTS."""


class Section(NamedTuple):
    section: Word
    quotes: tuple[Word, ...]
    statements: tuple[Statement, ...]
    span: Span


class Editor(NamedTuple):
    title: Word
    statements: tuple[Statement, ...]
    span: Span


class Edition(NamedTuple):
    title: Word
    label: Word
    span: Span


class Use(NamedTuple):
    label: Word
    span: Span


class Start(NamedTuple):
    edition: Edition
    uses: tuple[Use, ...]
    blocks: tuple[Section | Editor, ...]
    span: Span
