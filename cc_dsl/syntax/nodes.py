"""The AST: one class for each rule of ``grammar/rules.lark``, with fields only.

Names are ``Word`` (the characters and where they stand); every other node carries its ``span`` (character
offsets in the file).  The children stand in the order of the grammar; an absent optional child is ``None``.

The five families of nodes are unions: a type checker sees which classes a `match` leaves out.
"""

from __future__ import annotations

from typing import TypeAlias

from cc_dsl.source.files import Span
from cc_dsl.trees import Node


class Word(Node):
    """One word, number or quoted string of the file, without its quotation marks."""

    text: str
    span: Span


class Cite(Node):
    section: Word
    quotes: tuple[Word, ...]
    span: Span


# ---------------------------------------------------------------------------------------------- things


class Figure_(Node):
    number: Word
    span: Span


class Below(Node):
    sign: Word
    number: Word
    span: Span


class Name(Node):
    name: Word
    span: Span


class Other(Node):
    name: Word
    span: Span


class Numbered(Node):
    name: Word
    number: Word
    span: Span


class Pronoun(Node):
    word: Word
    span: Span


class His(Node):
    word: Word
    name: Word
    span: Span


class Possessed(Node):
    owner: Thing
    name: Word
    span: Span


class Grouped(Node):
    thing: Thing
    span: Span


class None_(Node):
    span: Span


class Linked(Node):
    name: Word
    link: Word
    thing: Thing
    span: Span


class Counted(Node):
    thing: Thing
    span: Span


class SortOf(Node):
    thing: Thing
    span: Span


class Superlative(Node):
    degree: Word
    name: Word
    thing: Thing
    span: Span


class BestFew(Node):
    degree: Word
    number: Figure_ | Grouped
    name: Word
    thing: Thing
    span: Span


class Champion(Node):
    name: Word
    degree: Word
    thing: Thing
    span: Span


class Heighted(Node):
    word: Word
    name: Word
    order: Word
    span: Span


class That(Node):
    predicate: VerbPhrase
    span: Span


class Whose(Node):
    name: Word
    predicate: VerbPhrase
    span: Span


class BothRel(Node):
    left: Relative
    right: That | Whose
    span: Span


class EitherRel(Node):
    left: Relative
    right: That | Whose
    span: Span


Relative: TypeAlias = That | Whose | BothRel | EitherRel
"""What narrows several things."""


class Filtered(Node):
    thing: Thing
    relative: Relative
    span: Span


class Joined(Node):
    left: Thing
    join: Word
    right: Thing
    span: Span


class Several(Node):
    things: tuple[Thing, ...]
    span: Span


class Remainder(Node):
    left: Thing
    right: Thing
    span: Span


class Distance(Node):
    start: Thing
    end: Thing
    span: Span


class Direction(Node):
    start: Thing
    end: Thing
    span: Span


class Among(Node):
    name: Word
    start: Thing
    end: Thing
    span: Span


class Stepped(Node):
    name: Word
    steps: Figure_ | Grouped
    link: Word
    thing: Thing
    span: Span


class Beyond(Node):
    name: Word
    steps: Figure_ | Grouped
    direction: Thing
    thing: Thing
    span: Span


class Arithmetic(Node):
    left: Thing
    sign: Word
    right: Thing
    span: Span


Thing: TypeAlias = (
    Figure_
    | Below
    | Name
    | Other
    | Numbered
    | Pronoun
    | His
    | Possessed
    | Grouped
    | None_
    | Linked
    | Counted
    | SortOf
    | Superlative
    | BestFew
    | Champion
    | Heighted
    | Filtered
    | Joined
    | Several
    | Remainder
    | Distance
    | Direction
    | Among
    | Stepped
    | Beyond
    | Arithmetic
)
"""A phrase that stands for a thing."""

# ------------------------------------------------------------------------------------------ conditions


class AName(Node):
    name: Word
    span: Span


class Inside(Node):
    thing: Thing
    span: Span


class OneOfNames(Node):
    names: tuple[Word, ...]
    span: Span


class Compared(Node):
    relation: tuple[Word, ...]
    thing: Thing
    span: Span


class Empty(Node):
    span: Span


class Between(Node):
    name: Word
    thing: Thing
    span: Span


Complement: TypeAlias = AName | Inside | OneOfNames | Compared | Empty | Between | Thing


class Is_(Node):
    negation: Word | None
    complement: Complement
    span: Span


class HasNo(Node):
    name: Word
    span: Span


class HasCount(Node):
    relation: tuple[Word, ...] | None
    number: Word
    name: Word
    span: Span


class HasCompared(Node):
    relation: tuple[Word, ...]
    name: Word
    thing: Thing
    span: Span


Amount: TypeAlias = AName | HasNo | HasCount | HasCompared


class Has(Node):
    amount: Amount
    span: Span


class Same(Node):
    name: Word
    span: Span


class Runs(Node):
    order: Thing
    span: Span


class Relates(Node):
    verb: Word
    thing: Thing
    span: Span


VerbPhrase: TypeAlias = Is_ | Has | Same | Runs | Relates
"""A predicate."""


class Says(Node):
    thing: Thing
    predicate: VerbPhrase
    span: Span


class Every(Node):
    quantity: Word
    name: Word
    relative: Relative | None
    predicate: VerbPhrase
    span: Span


class ThereIs(Node):
    name: Word
    relative: Relative
    span: Span


class Not_(Node):
    condition: Condition
    span: Span


class And_(Node):
    left: Condition
    right: Condition
    span: Span


class Or_(Node):
    left: Condition
    right: Condition
    span: Span


Condition: TypeAlias = Says | Every | ThereIs | Not_ | And_ | Or_
"""A condition."""

# ------------------------------------------------------------------------------------------------ acts


class Case(Node):
    thing: Thing
    condition: Condition | None
    cite: Cite | None
    span: Span


class OtherwiseCase(Node):
    thing: Thing
    cite: Cite | None
    span: Span


Cases: TypeAlias = tuple[Case | OtherwiseCase | None, ...]


class Move(Node):
    number: Word | None
    things: Thing
    count: Thing | None
    to: Thing
    cite: Cite | None
    span: Span


class Turn(Node):
    things: Thing
    onto: Thing
    cite: Cite | None
    span: Span


class Chance(Node):
    span: Span


class OneOf(Node):
    things: Thing
    span: Span


class OneAmong(Node):
    things: Thing
    span: Span


class ANumber(Node):
    least: Word | Below
    most: Word | Below
    relative: Relative | None
    span: Span


class Choose(Node):
    chooser: Chance | Thing
    things: OneOf | OneAmong | ANumber | Thing
    number: Thing | None
    weight: Thing | None
    name: Word
    cite: Cite | None
    span: Span


class Option(Node):
    name: Word
    condition: Condition | None
    acts: Acts
    span: Span


class Options(Node):
    chooser: Thing
    options: tuple[Option, ...]
    span: Span


class Become(Node):
    things: Thing
    to: Thing
    cite: Cite | None
    span: Span


class Set(Node):
    things: Thing
    cases: Cases
    span: Span


class Grow(Node):
    things: Thing
    verb: Word
    cases: Cases
    span: Span


class Perform(Node):
    name: Word
    cite: Cite | None
    span: Span


class Call(Node):
    subject: Thing
    verb: Word
    object: Thing | None
    way: Word | None
    cite: Cite | None
    span: Span


class Observe(Node):
    number: Word
    deeds: tuple[Deed | None, ...]
    """The last is there only after “or”."""
    cite: Cite | None
    span: Span


class Settle(Node):
    names: tuple[Word, ...]
    cite: Cite | None
    span: Span


class Otherwise(Node):
    acts: Acts
    span: Span


class Check(Node):
    condition: Condition
    acts: Acts
    otherwise: Otherwise | None
    span: Span


class Times(Node):
    number: Figure_ | Grouped
    most: Word | None
    acts: Acts
    span: Span


class Until(Node):
    condition: Condition
    number: Word
    acts: Acts
    span: Span


class Foreach(Node):
    name: Word
    relative: Relative | None
    start: Thing | None
    acts: Acts
    span: Span


class Shuffle(Node):
    things: Thing
    into: Thing
    cite: Cite | None
    span: Span


class Finish(Node):
    subject: Thing
    cite: Cite | None
    span: Span


class Draw(Node):
    cite: Cite | None
    span: Span


class Nothing(Node):
    cite: Cite | None
    span: Span


class AsBefore(Node):
    cite: Cite | None
    span: Span


class Belief(Node):
    condition: Condition
    cite: Cite | None
    span: Span


Act: TypeAlias = (
    Move
    | Choose
    | Options
    | Become
    | Set
    | Grow
    | Perform
    | Call
    | Settle
    | Check
    | Times
    | Until
    | Foreach
    | Shuffle
    | Turn
    | Finish
    | Draw
    | Nothing
    | AsBefore
    | Belief
    | Observe
)
"""An act."""
Acts: TypeAlias = tuple[Act, ...]

# ------------------------------------------------------------------------------------------- sentences


class Seats(Node):
    least: Word
    most: Word | None
    name: Word
    cite: Cite | None
    span: Span


class Excuse(Node):
    status: Word
    reason: Word
    cite: Cite | None
    span: Span


class Elsewhere(Node):
    section: Word
    reason: Word
    cite: Cite | None
    span: Span


class Shared(Node):
    clauses: tuple[Word, ...]
    label: Word
    cite: Cite | None
    span: Span


class Column(Node):
    thing: Thing
    is_reversed: Word | None
    legend: Word | None
    span: Span


class Figure(Node):
    columns: tuple[Column, ...]
    cite: Cite | None
    span: Span


class Enumeration(Node):
    name: Word
    values: tuple[Word, ...]
    cite: Cite | None
    span: Span


class Spanned(Node):
    name: Word
    first: Word
    last: Word
    cite: Cite | None
    span: Span


class Board(Node):
    name: Word
    columns: Word
    rows: Word
    cite: Cite | None
    span: Span


class Cycle(Node):
    name: Word
    cite: Cite | None
    span: Span


class Written(Node):
    kind: Word
    signs: tuple[Word, ...]
    cite: Cite | None
    span: Span


class AlsoWritten(Node):
    name: BareName
    sign: Word
    cite: Cite | None
    span: Span


class Drawn(Node):
    kind: Word
    signs: tuple[Word, ...]
    cite: Cite | None
    span: Span


class Pieces(Node):
    name: Word
    also: Word | None
    factors: tuple[Word, ...]
    cite: Cite | None
    span: Span


class Site(Node):
    name: Word
    form: Word
    """`region`, `arch` or `peg`."""
    owner: Word
    cite: Cite | None
    span: Span


class Measure(Node):
    number: Word
    unit: Word
    span: Span


class Wide(Node):
    measure: Measure
    span: Span


class Extent(Node):
    breadth: Measure
    length: Measure
    cite: Cite | None
    span: Span


class Ring(Node):
    name: Word
    apart: Measure
    beginning: Word
    width: Wide | None
    cite: Cite | None
    span: Span


class Behind(Node):
    name: Word
    distance: Measure
    before: Word
    width: Wide | None
    crosswise: Word | None
    cite: Cite | None
    span: Span


class States(Node):
    name: Word
    values: tuple[Word, ...]
    cite: Cite | None
    span: Span


class TheName(Node):
    name: Word
    span: Span


class BareName(Node):
    name: Word
    span: Span


class OwnerName(Node):
    owner: Word
    name: Word
    span: Span


class EachName(Node):
    owner: Word
    name: Word
    span: Span


class Order(Node):
    name: TheName | BareName
    values: tuple[Word, ...]
    cite: Cite | None
    span: Span


class Place(Node):
    is_ordered: Word | None
    most: Word | None
    kind: Word
    span: Span


class Number(Node):
    least: Word | Below
    most: Word | Below
    first: Word | Below | None
    span: Span


class Holder(Node):
    kind: Word
    span: Span


class Holders(Node):
    kind: Word
    span: Span


StoredType: TypeAlias = Place | Number | Holder | Holders


class Common(Node):
    names: tuple[Word, ...]
    type: StoredType
    cite: Cite | None
    span: Span


class Owned(Node):
    owner: Word
    names: tuple[Word, ...]
    type: StoredType
    cite: Cite | None
    span: Span


class All(Node):
    span: Span


class Sight(Node):
    seer: All | AName
    things: Thing
    condition: Condition | None
    cite: Cite | None
    span: Span


class Value(Node):
    name: TheName | OwnerName
    cases: Cases
    span: Span


class Predicate(Node):
    kind: Word
    also: Word | None
    name: Word
    condition: Condition
    cite: Cite | None
    span: Span


class Relation(Node):
    kind: Word
    name: Word
    other: Word
    condition: Condition
    cite: Cite | None
    span: Span


class Group(Node):
    name: Word
    least: Word
    most: Word | None
    kind: Word
    owner: Word
    place: Word
    cite: Cite | None
    span: Span


class Sort(Node):
    name: Word
    group: Word
    relative: Relative
    cite: Cite | None
    span: Span


class Requirement(Node):
    name: Word
    condition: Condition
    cite: Cite | None
    span: Span


class BySort(Node):
    sorts: tuple[Word, ...]
    span: Span


class Whether(Node):
    condition: Condition
    span: Span


class Listed(Node):
    word: Word
    name: Word
    first: Word
    rest: tuple[Word, ...]
    span: Span


class Key(Node):
    measure: BySort | Whether | Listed | Thing
    cite: Cite | None
    span: Span


class Ranking(Node):
    name: Word
    further: Word | None
    keys: tuple[Key, ...]
    span: Span


class Decider(Node):
    name: Word
    keys: tuple[Key, ...]
    span: Span


class Row(Node):
    sort: Word
    figures: tuple[Word, ...]
    span: Span


class Table(Node):
    kind: Word
    headings: tuple[Word, ...]
    rows: tuple[Row, ...]
    span: Span


class Procedure(Node):
    name: Word
    on: Word | None
    condition: Condition | None
    acts: Acts
    span: Span


class Limit(Node):
    deed: Deed
    condition: Condition
    cite: Cite | None
    span: Span


class Deed(Node):
    kind: Word
    verb: Word
    object: Word | None
    way: Word | None
    span: Span


class Happening(Node):
    deed: Deed
    condition: Condition | None
    acts: Acts
    span: Span


class Around(Node):
    when: Word
    deed: Deed | TheName
    condition: Condition | None
    acts: Acts
    span: Span


class Displaced(Node):
    section: Word
    statement: Value | Ranking | Procedure | Happening
    span: Span


class Alternative(Node):
    name: Word
    default: Word | None
    reason: Word
    statements: tuple[Statement, ...] | None
    span: Span


class Doubt(Node):
    kind: Word
    name: Word
    words: Word
    alternatives: tuple[Alternative, ...]
    span: Span


class Makes(Node):
    things: tuple[Thing, ...]
    sort: Word
    cite: Cite | None
    span: Span


class Given(Node):
    place: Thing
    things: tuple[Thing, ...]
    cite: Cite | None
    span: Span


class Hence(Node):
    condition: Condition
    cite: Cite | None
    span: Span


class Example(Node):
    title: Word | None
    checks: Makes | tuple[Given | Hence, ...]
    span: Span


class Ask(Node):
    number: Word
    most: Word | None
    kind: Word
    place: TheName | EachName
    state: Word | None
    key: Word
    cite: Cite | None
    span: Span


class AskStored(Node):
    kind: Word
    thing: TheName | EachName
    key: Word
    cite: Cite | None
    span: Span


class With(Node):
    condition: Condition
    key: Word
    span: Span


class Tell(Node):
    thing: TheName | EachName
    key: Word
    extras: tuple[With, ...]
    condition: Condition | None
    cite: Cite | None
    span: Span


class Question(Node):
    name: Word
    words: Word
    details: tuple[Ask | AskStored | Tell, ...]
    span: Span


Statement: TypeAlias = (
    Seats
    | Excuse
    | Elsewhere
    | Shared
    | Figure
    | Enumeration
    | Spanned
    | Board
    | Cycle
    | Written
    | AlsoWritten
    | Drawn
    | Pieces
    | Site
    | Extent
    | Ring
    | Behind
    | States
    | Order
    | Common
    | Owned
    | Sight
    | Value
    | Predicate
    | Relation
    | Group
    | Sort
    | Requirement
    | Ranking
    | Decider
    | Table
    | Procedure
    | Happening
    | Limit
    | Around
    | Displaced
    | Doubt
    | Example
    | Question
    | Belief
)
"""A sentence of a rules file."""


class Section(Node):
    section: Word
    quotes: tuple[Word, ...]
    statements: tuple[Statement, ...]
    span: Span


class Editor(Node):
    title: Word
    statements: tuple[Statement, ...]
    span: Span


class Edition(Node):
    title: Word
    label: Word
    span: Span


class Use(Node):
    label: Word
    span: Span


class Start(Node):
    edition: Edition
    uses: tuple[Use, ...]
    blocks: tuple[Section | Editor, ...]
    span: Span
