"""The AST: one class for each rule of ``grammar/rules.lark``, with fields only.

Names are ``Word`` (the characters and their place); every other node has its ``span`` (character offsets in the file).
The children are in the order of the grammar; an absent optional child is ``None``.
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
    """The base class of all other nodes, which have a place in the file."""

    span: Span


class Thing(Passage):
    """A phrase that denotes a thing."""


class Relative(Passage):
    """A clause that restricts several things."""


class VerbPhrase(Passage):
    """A predicate."""


class Condition(Passage):
    """A condition."""


class Act(Passage):
    """An act."""


class Statement(Passage):
    """A sentence of a rules file."""


class Cite(Passage):
    """`§II.1 "wins it"`."""

    section: Word
    quotes: tuple[Word, ...]


class Cited(Passage):
    """The base class of nodes that may end with a clause on which they rest."""

    cite: Cite | None


# ---------------------------------------------------------------------------------------------- things


class Figure_(Thing):
    """`6`."""

    number: Word


class Name(Thing):
    """`the heap`."""

    name: Word


class Other(Thing):
    """`the other player`."""

    name: Word


class Numbered(Thing):
    """`player 1`."""

    name: Word
    number: Word


class Pronoun(Thing):
    """`he`."""

    word: Word


class His(Thing):
    """`his hand`."""

    word: Word
    name: Word


class Possessed(Thing):
    """`the leader's hand`."""

    owner: Thing
    name: Word


class Grouped(Thing):
    """`(cards in the heap that are face-up)`."""

    thing: Thing


class None_(Thing):
    """`none`."""


class Linked(Thing):
    """`the cards in the rows`; `the player after the winner`."""

    name: Word
    link: Word
    thing: Thing
    other: Thing | None = None
    """The phrase after “by”."""


class Counted(Thing):
    """`the number of cards in the heap`."""

    thing: Thing


class SortOf(Thing):
    """`the sort of the winner's Line`."""

    thing: Thing


class Superlative(Thing):
    """`the best card in the heap`; `the only card in the heap`; `the total score of the players`."""

    degree: Word
    name: Word
    thing: Thing


class BestFew(Thing):
    """`the best 3 cards in the heap`."""

    degree: Word
    number: Figure_ | Grouped
    name: Word
    thing: Thing


class Champion(Thing):
    """`the player with the best card in his row`."""

    name: Word
    degree: Word
    thing: Thing


class HeightOf(Thing):
    """`its rank in the order Ace-high`."""

    word: Word
    name: Word
    order: Word


class That(Relative):
    """`that are face-up`."""

    predicate: VerbPhrase


class Whose(Relative):
    """`whose rank is Ace`."""

    name: Word
    predicate: VerbPhrase


class BothRel(Relative):
    """`that are face-up and whose rank is Ace`."""

    left: Relative
    right: That | Whose


class Filtered(Thing):
    """`the cards in the heap that are not the Lead`."""

    thing: Thing
    relative: Relative


class Joined(Thing):
    """`the cards in the rows together with the Lead`."""

    left: Thing
    join: Word
    right: Thing


class Several(Thing):
    """`the leader, the winner and elder-hand`."""

    things: tuple[Thing, ...]


class Negated(Thing):
    """`minus 3`."""

    sign: Word
    thing: Thing


class Remainder(Thing):
    """`the remainder of 7 divided by 2`."""

    left: Thing
    right: Thing


class FromTo(Thing):
    """`the distance from a1 to c2`; `the direction from a1 to c3`."""

    what: Word
    start: Thing
    end: Thing


class Among(Thing):
    """`the spots between a1 and c3`."""

    name: Word
    start: Thing
    end: Thing


class Step(Thing):
    """`the spot (the leader's score) steps after a1`."""

    name: Word
    steps: Figure_ | Grouped
    link: Word
    thing: Thing


class Beyond(Thing):
    """`the spot 1 step to north-east from a1`."""

    name: Word
    steps: Figure_ | Grouped
    direction: Thing
    thing: Thing


class Arithmetic(Thing):
    """`the prize plus 1`."""

    left: Thing
    sign: Word
    right: Thing


# ------------------------------------------------------------------------------------------ conditions


class AName(Passage):
    """`a Set`."""

    name: Word


class Inside(Passage):
    """`in his store`."""

    thing: Thing


class OneOfNames(Passage):
    """`one of King, Queen or Knave`."""

    names: tuple[Word, ...]


class Compared(Passage):
    """`at least 5`; `better than King of Clubs`."""

    relation: tuple[Word, ...]
    thing: Thing


class Empty(Passage):
    """`empty`."""


class Between(Passage):
    """`between cards of it`."""

    name: Word
    thing: Thing


Complement: TypeAlias = AName | Inside | OneOfNames | Compared | Empty | Between | Thing


class Is_(VerbPhrase):
    """`is the leader`."""

    negation: Word | None
    complement: Complement


class HasCount(Passage):
    """`has 3 cards`."""

    relation: tuple[Word, ...] | None
    number: Word
    """A number in figures, or `no`."""
    name: Word


class HasCompared(Passage):
    """`more cards than the other player's store`."""

    relation: tuple[Word, ...]
    name: Word
    thing: Thing


Amount: TypeAlias = AName | HasCount | HasCompared


class Has(VerbPhrase):
    """`has 3 cards`."""

    amount: Amount


class Same(VerbPhrase):
    """`have the same suit-sign`."""

    name: Word


class Runs(VerbPhrase):
    """`run in Ace-high`."""

    order: Thing


class OfEach(Passage):
    """The property of each of several things, such as the score in `every player's score`."""

    name: Word


class Numeral(Passage):
    """`exactly 2`."""

    relation: Word | tuple[Word, ...]
    """`exactly`, or the words of a comparison."""
    number: Word


class Quantified(Passage):
    """Some things, and how many of them a predicate must fit: `every card in his hand that is red`."""

    quantity: Word | Numeral
    """`every`, `some` or `no`, or a number."""
    name: Word
    whole: Thing | OfEach | None
    relative: Relative | None = None


class Relates(VerbPhrase):
    """`fits b2`."""

    verb: Word
    thing: Thing | Quantified


class Says(Condition):
    """`his hand is empty`."""

    thing: Thing
    predicate: VerbPhrase


class Every(Condition):
    """`no player has a Line`."""

    things: Quantified
    predicate: VerbPhrase


class Not_(Condition):
    """`not (the pack is empty)`."""

    condition: Condition


class And_(Condition):
    """`the pack is empty and the Lead is none`."""

    left: Condition
    right: Condition


class Or_(Condition):
    """`the pack is empty or the heap is empty`."""

    left: Condition
    right: Condition


# ------------------------------------------------------------------------------------------------ acts


class Case(Cited):
    """`6 if the leader has a Set`."""

    thing: Thing
    condition: Condition | None


class OtherwiseCase(Cited):
    """`otherwise 2`."""

    thing: Thing


Cases: TypeAlias = tuple[Case | OtherwiseCase | None, ...]


class Move(Act, Cited):
    """`the cards in the rows go to the heap`; `3 cards in the pack go to his hand`."""

    number: Word | None
    things: Thing
    count: Thing | None
    to: Thing


class Chance(Passage):
    """`chance`."""


class OneOf(Passage):
    """`a King`."""

    things: Thing


class OneAmong(Passage):
    """`one of the cards in his hand`."""

    things: Thing


class ANumber(Passage):
    """`a number from 1 to 5 that is at most his score`."""

    least: Word | Negated
    most: Word | Negated
    relative: Relative | None


class Choose(Act, Cited):
    """`he chooses a card in his hand as the choice`."""

    chooser: Chance | Thing
    things: OneOf | OneAmong | ANumber | Thing
    number: Thing | None
    weight: Thing | None
    name: Word


class Option(Passage):
    """`to stand: nothing`."""

    name: Word
    condition: Condition | None
    acts: Acts


class Options(Act):
    """`he chooses:`."""

    chooser: Thing
    options: tuple[Option, ...]


class Become(Act, Cited):
    """`the winner becomes elder-hand`."""

    things: Thing
    to: Thing


class Set(Act):
    """`his score is now his score minus 5 if he is the leader; otherwise 0`."""

    things: Thing
    cases: Cases


class Grow(Act):
    """`his score grows by 1`."""

    things: Thing
    verb: Word
    cases: Cases


class Perform(Act, Cited):
    """`then the deal`."""

    name: Word


class Call(Act, Cited):
    """`the leader plays King of Hearts`."""

    subject: Thing
    verb: Word
    object: Thing | None
    way: Word | None


class Observe(Act, Cited):
    """`observe, at most 9 times, that a card beats another card`."""

    number: Word
    deeds: tuple[Deed | FurtherDeed | None, ...]
    """The deeds; the last is none without “or”."""


class Settle(Act, Cited):
    """`settle the winner and the prize`."""

    names: tuple[Word, ...]


class Otherwise(Passage):
    """`otherwise: nothing`."""

    acts: Acts


class Check(Act):
    """`if the winner is a player: the winner becomes elder-hand`."""

    condition: Condition
    acts: Acts
    otherwise: Otherwise | None


class Times(Act):
    """`3 times: each player in turn: 1 card in the pack goes to his hand`."""

    number: Figure_ | Grouped
    most: Word | None
    acts: Acts


class Until(Act):
    """`until the rows have 6 cards, at most 3 times: each player in turn: 1 card in the pack goes to his row`."""

    condition: Condition
    number: Word | None
    ends: Word | None
    acts: Acts


class Foreach(Act):
    """`each player in turn from elder-hand: 1 card in the pack goes to his hand`."""

    name: Word
    relative: Relative | None
    start: Thing | None
    acts: Acts


class Shuffle(Act, Cited):
    """`the cards are shuffled into the pack`."""

    things: Thing
    into: Thing


class Finish(Act, Cited):
    """`the player with the greatest score wins`."""

    subject: Thing


class Draw(Act, Cited):
    """`the game is drawn`."""


class Nothing(Act, Cited):
    """`nothing`."""


class AsBefore(Act, Cited):
    """`as before`."""


class Belief(Act, Statement, Cited):
    """`surely the prize is at most 1`."""

    condition: Condition


Acts: TypeAlias = tuple[Act, ...]

# ------------------------------------------------------------------------------------------- sentences


class Seats(Statement, Cited):
    """`this game is for 2 players`."""

    least: Word
    most: Word | None
    name: Word


class Excuse(Statement, Cited):
    """`this clause is definitional, because "it is the title"`."""

    status: Word
    reason: Word


class Elsewhere(Statement, Cited):
    """`this clause holds in §II.1, because "a Line is any 3 cards of a side, and a side has no order"`."""

    section: Word
    reason: Word


class Shared(Statement, Cited):
    """`use §III.5 and §III.15 of 1860`."""

    clauses: tuple[Word, ...]
    label: Word


class Column(Passage):
    """`player 1's row reversed under "Elder hand."`."""

    thing: Thing
    is_reversed: Word | None
    legend: Word | None


class Figure(Statement, Cited):
    """`the figure shows, from left to right, the Lead, the heap`."""

    columns: tuple[Column, ...]


class Enumeration(Statement, Cited):
    """`a season is one of Spring, Summer and Autumn`."""

    name: Word
    plural: Word | None
    values: tuple[Word, ...]


class Spanned(Statement, Cited):
    """`a square is one of a1 to h8`."""

    name: Word
    plural: Word | None
    first: Word
    last: Word


class Board(Statement, Cited):
    """`the spots form a board, 3 by 3`."""

    name: Word
    columns: Word
    rows: Word


class Cycle(Statement, Cited):
    """`the suit-signs form a ring`."""

    name: Word


class Written(Statement, Cited):
    """`a season is written S, U, A`; `a season is drawn "❀", "☀", "❦"`."""

    kind: Word
    how: Word
    signs: tuple[Word, ...]


class AlsoWritten(Statement, Cited):
    """`Knave is also written V`."""

    name: TheName
    sign: Word


class Pieces(Statement, Cited):
    """`a tile is a piece, one for each dot and each colour`."""

    name: Word
    plural: Word | None
    also: Word | None
    number: Word
    """A figure, or `one`."""
    factors: tuple[Word, ...]


class Site(Statement, Cited):
    """`a gate is an arch, one for each player`."""

    name: Word
    form: Word
    """`region`, `arch` or `peg`."""
    owner: Word


class Measure(Passage):
    """`7 yards`."""

    number: Word
    unit: Word


class Extent(Statement, Cited):
    """`the ground is 30 yards by 40 yards`."""

    breadth: Measure
    length: Measure


class Ring(Statement, Cited):
    """`the gates stand in a ring, 7 yards from one to the next, beginning above, 1 foot wide`."""

    name: Word
    apart: Measure
    beginning: Word
    width: Measure | None


class Behind(Statement, Cited):
    """`the doors stand 90 inches behind the gates, 1 foot wide, set crosswise`."""

    name: Word
    distance: Measure
    before: Word
    width: Measure | None
    crosswise: Word | None


class States(Statement, Cited):
    """`a card is either upright or turned`."""

    name: Word | TheName
    values: tuple[Word, ...]


class TheName(Passage):
    """`the winner`; `Knave`."""

    name: Word


class OwnerName(Passage):
    """`a player's hand`; `each player's row`."""

    owner: Word
    name: Word


class PairName(Passage):
    """`the lead of a stone by a player`."""

    name: Word
    owner: Word
    other: Word


class Order(Statement, Cited):
    """`the succession is the order Ace, King, Queen, Knave, Ten, Nine, Ace`."""

    name: TheName
    values: tuple[Word, ...]


class Place(Passage):
    """`an ordered place for 4 cards`."""

    is_ordered: Word | None
    most: Word | None
    kind: Word


class Number(Passage):
    """`a number from 0 to 8`."""

    least: Word | Negated
    most: Word | Negated
    first: Word | Negated | None


class Holder(Passage):
    """`a suit-sign`."""

    kind: Word


class Holders(Passage):
    """`a set of players`."""

    kind: Word


StoredType: TypeAlias = Place | Number | Holder | Holders


class Common(Statement, Cited):
    """`there are a first-heap and a second-heap, each a place for cards`."""

    names: tuple[Word, ...]
    type: StoredType


class Owned(Statement, Cited):
    """`each player has a tableau, an ordered place for cards`."""

    owner: Word
    names: tuple[Word, ...]
    type: StoredType


class Sight(Statement, Cited):
    """`all see the cards in the rows that are face-up`."""

    seer: Word | AName
    """Each player, or `all`."""
    things: Thing
    condition: Condition | None


class Value(Statement):
    """`a player's card-points are 2 if his store has more cards than the other player's store; otherwise 0`."""

    name: TheName | OwnerName | PairName
    also: Word | None
    cases: Cases


class Predicate(Statement, Cited):
    """`a card is a picture if its rank is one of King, Queen or Knave`."""

    kind: Word
    also: Word | None
    name: Word
    condition: Condition


class Relation(Statement, Cited):
    """`a card tops another card if its rank is Ace and the other card is in the heap`."""

    kind: Word
    also: Word | None
    name: Word
    other: Word
    condition: Condition


class Group(Statement, Cited):
    """`a Line is 2 to 4 cards in a player's side`."""

    name: Word
    plural: Word | None
    least: Word
    most: Word | None
    kind: Word
    owner: Word
    place: Word


class Sort(Statement, Cited):
    """`a Suit is a Line whose cards have the same suit-sign`."""

    name: Word
    plural: Word | None
    group: Word
    relative: Relative


class Requirement(Statement, Cited):
    """`a Sequence requires that the Lead is not between cards of it`."""

    name: Word
    condition: Condition


class BySort(Passage):
    """`sort: Set, Sequence`."""

    sorts: tuple[Word, ...]


class Whether(Passage):
    """`whether the Lead is in it`."""

    condition: Condition


class Listed(Passage):
    """`their suit-sign in the order Hearts, Diamonds, Clubs, Spades`."""

    word: Word
    name: Word
    first: Word
    rest: tuple[Word, ...]


class Key(Cited):
    """`their rank in the order Ace-high`."""

    measure: BySort | Whether | Listed | Thing


class Ranking(Statement):
    """`cards rank by their rank in the order Ace-high`."""

    name: Word
    also: Word | None
    keys: tuple[Key, ...]


class Decider(Statement):
    """`equal Lines are decided by the best card in it that is not the Lead`."""

    name: Word
    keys: tuple[Key, ...]


class Row(Passage):
    """`| Set | 1 | 5 |`."""

    sort: Word
    figures: tuple[Word, ...]


class Table(Statement):
    """`| of a Line | gain | forfeit |`."""

    kind: Word
    headings: tuple[Word, ...]
    rows: tuple[Row, ...]


class Procedure(Statement):
    """`the taking goes thus:`."""

    name: Word
    also: Word | None
    condition: Condition | None
    acts: Acts


class Limit(Statement, Cited):
    """`a card beats another card only if the other card is in the heap`."""

    deed: Deed
    further: tuple[FurtherDeed, ...]
    condition: Condition


class Deed(Passage):
    """`a player plays a card`."""

    kind: Word
    verb: Word
    object: Word | None
    way: Word | None


class FurtherDeed(Passage):
    """The second deed of `a ball passes a door or touches a flag`."""

    verb: Word
    object: Word | None
    way: Word | None

    def of(self, kind: Word) -> Deed:
        """Return the deed of this subject."""
        return Deed(self.span, kind, self.verb, self.object, self.way)


class Happening(Statement):
    """`when a player lays a card: it goes to his row`."""

    deed: Deed
    further: tuple[FurtherDeed, ...]
    condition: Condition | None
    acts: Acts


class Around(Statement):
    """`before the deal: the scores are now 0`."""

    when: Word
    deed: Deed | TheName
    condition: Condition | None
    acts: Acts


class Displaced(Statement):
    """`instead of §I.1, the taking goes thus, if the heap has 1 card: nothing`."""

    section: Word
    statement: Value | Predicate | Relation | Ranking | Procedure | Happening


class Alternative(Passage):
    """`to-both "each of them has as many as anybody":`."""

    name: Word
    default: Word | None
    reason: Word
    statements: tuple[Statement, ...] | None


class Doubt(Statement):
    """`reading after-four "after four":`."""

    kind: Word
    name: Word
    words: Word
    alternatives: tuple[Alternative, ...]


class Makes(Cited):
    """`King of Hearts, King of Clubs, King of Spades make a Set`."""

    things: tuple[Thing, ...]
    sort: Word


class Given(Cited):
    """`given player 1's store is King of Hearts, Two of Clubs, face-up`."""

    place: Thing
    things: tuple[Thing, ...]


class Hence(Cited):
    """`hence the Lead is better than Four of Spades`."""

    condition: Condition


class Example(Statement):
    """`example "his side contains a sequence":`."""

    title: Word | None
    checks: Makes | tuple[Given | Hence, ...]


class Ask(Cited):
    """`given 0 to 52 cards for each player's store, face-down, called "won"`."""

    number: Word
    most: Word | None
    kind: Word
    place: TheName | OwnerName
    state: Word | None
    key: Word


class AskStored(Cited):
    """`given a suit-sign for each player's alignment, called "aligned"`."""

    kind: Word
    thing: TheName | OwnerName
    key: Word


class With(Passage):
    """`with whether the Lead is in it, called "lead"`."""

    condition: Condition
    key: Word


class Tell(Cited):
    """`tell the prize, called "takes", if the winner is a player`."""

    thing: TheName | OwnerName
    key: Word
    extras: tuple[With, ...]
    condition: Condition | None


class Question(Statement):
    """`question judge "Who wins this trick?":`."""

    name: Word
    words: Word
    details: tuple[Ask | AskStored | Tell, ...]


class Section(Passage):
    """`§T.2 "A New Game of Cards for Two Players"`."""

    section: Word
    quotes: tuple[Word, ...]
    statements: tuple[Statement, ...]


class Editor(Passage):
    """`editor "the course of play, which the rules take for granted"`."""

    title: Word
    statements: tuple[Statement, ...]


class Edition(Passage):
    """`edition "Rules for Court Circular" of 1862`."""

    title: Word
    label: Word


class Use(Passage):
    """`use playing-cards`."""

    label: Word


class Start(Passage):
    """`edition "Stones" of stones`."""

    edition: Edition
    uses: tuple[Use, ...]
    blocks: tuple[Section | Editor, ...]


# ----------------------------------------------------------------------------------------- overlays


class Change(Passage):
    """A change of an overlay, to a clause or an open place."""

    place: Word


class InsteadOf(Change):
    """`instead of §VI.4: the prize is 2`."""

    sentences: tuple[Statement, ...]


class Besides(Change):
    """`besides §VI.4: the prize is 2`."""

    sentences: tuple[Statement, ...]


class Without(Change):
    """`without §VI.4`."""

    names: tuple[Word, ...] | None


class ReadingChoice(Change):
    """`with after-four as of-the-pack`."""

    answer: Word


class Conjecture(Change):
    """`in §VI.4, for "five" read "seven"`."""

    old: Word
    new: Word


class Overlay(Passage):
    """`this edition is 1862, but "a Hit of seven"`."""

    parent: Word
    """The name or the file of the edition that it changes."""
    digest: Word | None
    """The beginning of the digest that the parent's rules had."""
    title: Word
    changes: tuple[Change, ...]
