"""The model of resolved rules, which interpreter and compiler read.

Terms are immutable nodes that refer only to their parts; terms of different classes are never equal. A body (a
definition, a procedure, a happening) has a frame of numbered slots for its parameters and the things it names; `Slot`
reads one. Every decision keeps its `Origin`, so that the engines can name the clauses.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from cc_dsl.rules.kinds import NONE, NUMBER, PLAYER, Kind
from cc_dsl.table.boards import Entry, Shape
from cc_dsl.table.pieces import PieceKind
from cc_dsl.trees import Node

ENTRY = "game"
"""The procedure with which a game begins."""


class Origin(Node):
    """The origin of a statement: the clauses that it encodes (none for the editor's own), its reading, its words."""

    clauses: tuple[str, ...]
    reading: str
    sentence: str
    line: int


# ---------------------------------------------------------------------------------------------- things


def full_clause(edition: str, clause: str) -> str:
    """Return the full id of a clause from its form in origins: `clause` in the edition itself, or `other:clause`."""
    return clause.replace(":", ".") if ":" in clause else f"{edition}.{clause}"


class Thing(Node):
    """A number, a piece, a player, a value, a group, a sort, or a set of such things."""


class Unseated(Thing):
    """A thing that becomes a literal, a domain or an entry of a table once the number of players is known."""


class Seated(Thing):
    """A thing by which `core/seating.py` replaces an `Unseated` thing; the engines evaluate only seated things."""


class Int(Unseated):
    """A number in figures: `6`."""

    value: int


class Const(Unseated):
    """A value, piece or player by its number."""

    value: int
    kind: Kind


class Nothing(Unseated):
    """No player, piece, group or value: `none`."""


class Slot(Thing):
    """A variable bound by a sentence: a chosen thing, the player in turn, one thing of several."""

    number: int
    kind: Kind = NONE
    """Its kind, as far as the resolver knows it; two reads of one slot are equal whatever the kind."""

    def __eq__(self, other: object) -> bool:
        """Return whether another node reads the same slot."""
        return isinstance(other, Slot) and other.number == self.number

    def __hash__(self) -> int:
        """Return a hash that equal slots share."""
        return hash((Slot, self.number))


class Load(Thing):
    """The content of a cell: a number, a player, a value or a piece, or a set; owned cells are consecutive."""

    base: int
    owner: Thing | None
    kind: Kind

    @property
    def missing(self) -> Entry:
        """The value if there is no owner."""
        return 0 if self.kind == NUMBER else () if self.kind.is_set else None


class Contents(Thing):
    """The pieces in a place, in their order."""

    base: int
    owner: Thing | None


class OnlyPiece(Thing):
    """The piece in a place for one piece, or none."""

    base: int
    owner: Thing | None


class TopPiece(Thing):
    """The piece on top of an ordered place, or at the bottom of it; none if it is empty."""

    is_top: bool
    base: int
    owner: Thing | None


class AllContents(Thing):
    """The pieces in the places of all owners."""

    base: int
    owners: int | None
    """The number of owners; None means one for each player."""


class All(Unseated):
    """All pieces, all players, or all values of a kind, in the order of introduction: `the cards`, `the players`."""

    kind: Kind
    """The kind of one of them."""


class Attribute(Unseated):
    """A fixed value of a piece, such as its rank."""

    name: str
    thing: Thing


class Lone(Thing):
    """The set of one thing; for none, the empty set."""

    thing: Thing


class Union(Thing):
    """The union of two sets: `the cards in the rows together with the Lead`."""

    left: Thing
    right: Thing


class Difference(Thing):
    """The difference of two sets: `the players except the leader`."""

    left: Thing
    right: Thing


class Filter(Thing):
    """The things for which the condition on the slot holds."""

    things: Thing
    slot: int
    condition: Condition


class Count(Thing):
    """The number of some things: `the number of cards in the heap`."""

    things: Thing


class SortOf(Thing):
    """The sort of a group, by its number."""

    group: Thing


class Apply(Thing):
    """The value of a definition, for its owner if it has one, or for two things."""

    name: str
    owner: Thing | None
    other: Thing | None = None


class Only(Thing):
    """The only piece of a set; none unless the set has exactly one piece."""

    things: Thing


class Best(Thing):
    """The piece of a set that ranks first (or last)."""

    kind: str
    is_best: bool
    things: Thing


class BestFew(Thing):
    """The `number` pieces of a set that rank first (or last); all of them if there are fewer."""

    kind: str
    is_best: bool
    number: Thing
    things: Thing


class Extreme(Thing):
    """The greatest, least or total measure of some things; 0 without things."""

    degree: str
    slot: int
    measure: Thing
    things: Thing


class Champion(Thing):
    """The player (or value) whose measure is above (or below) those of all others; none if two share it."""

    slot: int
    measure: Thing
    is_best: bool
    kind: Kind
    over: Kind
    """The kind of the things that are compared."""
    things: Thing


class Groups(Thing):
    """All groups that a player's pieces make."""

    name: str
    owner: Thing


class BestGroup(Thing):
    """The best group that a player's pieces make: `the winner's Line`."""

    name: str
    owner: Thing


class GroupPieces(Thing):
    """The pieces of a group: `the cards of his Line`."""

    group: Thing


class TableValue(Unseated):
    """The number in a table for the sort of a group, or for a value; 0 for none."""

    name: str
    thing: Thing
    is_group: bool


class Height(Unseated):
    """The rank of a value in an order, counted from the bottom: the lowest is 1, and none is 0."""

    order: tuple[int, ...]
    thing: Thing


class Arithmetic(Thing):
    """A sum, difference, product, quotient or remainder: `the prize plus 1`."""

    operation: str
    left: Thing
    right: Thing


class Divisor(Thing):
    """The divisor of a quotient; play stops if it is below 1."""

    thing: Thing
    origin: Origin


class Neighbour(Unseated):
    """The player next after (or before) another in turn."""

    player: Thing
    step: int


class Next(Unseated):
    """The value a fixed number of steps after (or before) another of its kind; none beyond either end."""

    value: Thing
    step: int
    """1 after, -1 before."""
    length: int
    """The number of values of the kind."""
    count: Thing | None = None
    """The number of steps; None: one."""
    is_ring: bool = False
    """Whether the first value comes after the last."""


class Paired(Unseated):
    """The entry of a board's table for two things, such as the distance between two squares."""

    table: str
    """A key of `boards.TABLES`."""
    shape: Shape
    left: Thing
    right: Thing
    kind: Kind


class Where(Thing):
    """The value in whose place a piece lies."""

    piece: Thing
    bases: tuple[int, ...]
    """The places of which each value of the kind has one."""
    kind: Kind


class Literal(Seated):
    """A number, or a thing by its number; None represents none."""

    value: int | None
    kind: Kind


class Domain(Seated):
    """All pieces, players, or values of a kind; they are numbered from 0."""

    kind: Kind
    """The kind of the set."""
    count: int


class Lookup(Seated):
    """The entry of a constant table for a thing, by its number."""

    name: str
    values: tuple[int | None, ...]
    missing: int | None
    """The entry for none."""
    kind: Kind
    thing: Thing


class Pair(Seated):
    """The entry of a constant table for two things, by their numbers; the first selects the row."""

    name: str
    rows: tuple[tuple[Entry, ...], ...]
    missing: Entry
    """The entry if either thing is none."""
    kind: Kind
    left: Thing
    right: Thing


class Ahead(Seated):
    """The value a computed number of steps after another, in the order of introduction of the values."""

    value: Thing
    count: Thing
    step: int
    """1 after, -1 before."""
    length: int
    is_ring: bool


# ------------------------------------------------------------------------------------------ conditions


class Condition(Node):
    """A condition, which holds or does not."""


class Compare(Condition):
    """The comparison of two numbers: `his score is at least 5`."""

    relation: str
    """`at least`, `at most`, `more`, `fewer` or `equal`."""
    left: Thing
    right: Thing


class Ranks(Condition):
    """The comparison of two groups or pieces by rank, before any tie is broken."""

    relation: str
    """`better`, `worse` or `as good`."""
    kind: Kind
    left: Thing
    right: Thing


class Same(Condition):
    """Two things are the same: `the winner is the leader`."""

    left: Thing
    right: Thing


class SameSet(Condition):
    """Two sets have the same members: `the cards in his row are the cards in his hand`."""

    left: Thing
    right: Thing


class IsNone(Condition):
    """A thing is none: `the winner is none`."""

    thing: Thing


class In(Condition):
    """A piece is in a set of pieces: `the Lead is in his store`."""

    piece: Thing
    things: Thing


class OneOf(Condition):
    """A value is one of several values: `its rank is one of King or Queen`."""

    thing: Thing
    values: tuple[int, ...]


class Empty(Condition):
    """A set has no members: `the pack is empty`."""

    things: Thing


class Alike(Condition):
    """All the pieces have the same value of an attribute."""

    attribute: str
    things: Thing


class Runs(Condition):
    """The pieces' values can be laid next to each other in an order, none left out between."""

    order: tuple[int, ...]
    attribute: str
    things: Thing


class Between(Condition):
    """A piece is neither first nor last in the run that a group forms."""

    piece: Thing
    group: Thing
    order: tuple[int, ...]
    attribute: str
    sorts: tuple[int, ...]
    """The sorts whose pieces run in this order."""


class HasState(Condition):
    """A piece is in a state: `it is face-up`."""

    piece: Thing
    state: int


class Holds(Condition):
    """A predicate of the rules holds of a thing, or a relation of two things."""

    name: str
    thing: Thing
    other: Thing | None = None


class IsSort(Condition):
    """A group is of a sort: `his Line is a Set`."""

    group: Thing
    sort: int


class HasSort(Condition):
    """A player's pieces make a group of a sort."""

    name: str
    owner: Thing
    sort: int


class Quantified(Condition):
    """`every`, `some` or `no` of the things meets the condition."""

    quantity: str
    things: Thing
    slot: int
    condition: Condition


class And(Condition):
    """Both conditions hold: `the pack is empty and the Lead is none`."""

    left: Condition
    right: Condition


class Or(Condition):
    """At least one condition holds: `the pack is empty or the Lead is none`."""

    left: Condition
    right: Condition


class Not(Condition):
    """The condition does not hold: `not (the pack is empty)`."""

    condition: Condition


class Always(Condition):
    """A condition that always holds, such as that of a case without “if”."""


# ------------------------------------------------------------------------------------------------ acts


class Case(Node):
    """A value and its condition; the first case that holds decides."""

    condition: Condition
    thing: Thing
    origin: Origin


class Move(Node):
    """Pieces go to a place; a count takes them from the top, which is the end of the place's order."""

    number: Thing | None
    things: Thing
    to: Contents
    origin: Origin


class Shuffle(Node):
    """Chance orders pieces at a place: `the cards are shuffled into the pack`."""

    things: Thing
    into: Contents
    origin: Origin


class Choose(Node):
    """A player, or chance, picks one of several things; several pieces are picked singly, in ascending order."""

    chooser: Thing | None
    things: Thing
    number: Thing | None
    slot: int
    name: str
    kind: Kind
    origin: Origin
    weight: Extreme | None = None
    """For chance, a measure of the probability of each thing; None if all are equally likely."""


class Option(Node):
    """One of the options between which a player chooses: `to stand: nothing`."""

    name: str
    condition: Condition
    acts: tuple[Act, ...]
    origin: Origin


class ChooseOption(Node):
    """A player picks one of several options: `he chooses: to stand: nothing`."""

    chooser: Thing
    options: tuple[Option, ...]
    origin: Origin


class BecomeState(Node):
    """Pieces change their state: `the cards in the rows become face-up`."""

    things: Thing
    state: int
    origin: Origin


class Store(Node):
    """A value is stored in the cell of one owner, or of every owner in turn."""

    form: str
    """The form of the variable, as in `Stored.form`."""
    name: str
    base: int
    owner: Thing | None
    is_for_all: bool
    owners: int | None
    """The number of owners; None means one for each player."""
    sign: str
    """`=` to replace the value; `+` or `-` to add to it or subtract from it."""
    cases: tuple[Case, ...]
    kind: Kind
    bounds: tuple[int, int] | None
    """The least and the greatest value that the cell may get."""
    origin: Origin


class Perform(Node):
    """A procedure is carried out: `then the deal`."""

    name: str
    origin: Origin


class Call(Node):
    """A player does a deed: `the leader plays King of Hearts`."""

    verb: str
    subject: Thing | None
    """Who does it; None for a procedure, which `core/program.py` calls like a deed."""
    object: Thing | None
    origin: Origin


class Settle(Node):
    """Definitions keep their present values: `settle the winner and the prize`."""

    names: tuple[str, ...]
    origin: Origin


class If(Node):
    """Acts under a condition: `if the pack is empty: nothing`."""

    condition: Condition
    acts: tuple[Act, ...]
    otherwise: tuple[Act, ...]
    origin: Origin


class Repeat(Node):
    """Acts that are carried out a fixed number of times: `3 times: then the deal`."""

    times: int
    acts: tuple[Act, ...]
    origin: Origin


class Until(Node):
    """A loop with a condition: `until the pack is empty, at most 9 times: then the deal`."""

    condition: Condition
    most: int
    acts: tuple[Act, ...]
    origin: Origin
    goes_on: bool = False
    """Whether play continues after the loop when the rounds are used up; otherwise the game ends."""


class ForEach(Node):
    """A loop over some players, pieces or values, in their order; players from the one that begins."""

    things: Thing
    start: Thing | None
    slot: int
    acts: tuple[Act, ...]
    kind: Kind
    origin: Origin


class Observe(Node):
    """The world answers which deed happens next, or that nothing more does; the consequences of each follow at once."""

    most: int
    deeds: tuple[str, ...]
    """The keys of the deeds; an answer counts through all of them, subject by subject, object by object."""
    origin: Origin


class Win(Node):
    """The game ends: a player wins it, or several win as one side; if the player is none, nobody wins."""

    player: Thing
    origin: Origin
    is_side: bool = False
    """Whether the player is a set of players."""


class Believe(Node):
    """A belief of the editor about one moment of play: `surely the prize is at most 1`."""

    condition: Condition
    origin: Origin


Change: TypeAlias = Move | Shuffle | BecomeState | Store | Settle | Win | Believe
"""An act that is done at once."""
Control: TypeAlias = Perform | Call | If | Repeat | Until | ForEach
"""An act that carries out others."""
Act: TypeAlias = Change | Choose | ChooseOption | Observe | Control


# ---------------------------------------------------------------------------------------- declarations


class ValueKind(Node):
    """A kind of values: `a season is one of Spring, Summer and Autumn`."""

    name: str
    values: tuple[str, ...]
    signs: tuple[tuple[str, ...], ...] = ()
    """The spelling of each value that is not written by its name."""


class Owned(Node):
    """A declaration of one thing for each owner (a player, or a value of a kind), or of one thing for all."""

    owner: Kind | None
    """The kind of the owners; None if there is one thing for all."""
    owners: int

    @property
    def is_owned(self) -> bool:
        """Whether the declaration has one thing for each of several owners."""
        return self.owner is not None

    def many(self, seats: int) -> int:
        """Return the number of things declared, with this number of players."""
        return seats if self.owner == PLAYER else self.owners


SUBJECT, OBJECT = 0, 1
"""The slots of a deed's subject and object in its frame."""


class DeedForm(Node):
    """A deed of pieces or values, with the conditions under which it can happen (as cases)."""

    key: str
    subject: Kind
    verb: str
    object: Kind | None
    way: str
    """`inward`, `outward`, or empty."""
    limits: tuple[Case, ...] = ()
    frame: int = 2
    readings: tuple[str, ...] = ()


class Site(Node):
    """A kind with one thing for each player, or for each thing of another kind, identified by its owner."""

    name: str
    form: str
    """`region`, `arch` or `peg`."""
    owner: str
    root: str
    """The ultimate owner: `player`, or a kind of listed values."""


class GroundPart(Node):
    """The position of things of one name: in a ring about the middle, or behind others."""

    name: str
    form: str
    """`arch`, `peg`, or `spot`, which is a place for pieces."""
    owners: int | None
    """The number of such things; None means one for each player."""
    before: str
    """The thing behind which they stand; empty if they stand in a ring."""
    distance: int
    """The distance in inches from the object before it or, in a ring, from one to the next."""
    bearing: int
    """The direction in which the ring begins, in degrees counter-clockwise from east; it continues clockwise."""
    width: int
    is_crosswise: bool
    origin: Origin


class GroundPlan(Node):
    """The ground as the rules describe it, in inches."""

    breadth: int
    length: int
    parts: tuple[GroundPart, ...]
    origin: Origin | None


class PlaceDeclaration(Owned):
    """A place where pieces lie: `there is a pack, an ordered place for cards`."""

    name: str
    base: int
    is_ordered: bool
    most: int | None
    origin: Origin


class Stored(Owned):
    """A variable, which every position stores in consecutive cells: one for each owner."""

    form: str
    """A `number`; a `role`, which one player has; or another thing, or a set, that is `held`."""
    name: str
    base: int
    """The first of its cells."""
    kind: Kind
    origin: Origin
    bounds: tuple[int, int] | None = None
    """The least and the greatest value of a number."""
    stated: int | None = None
    """The initial value of a number, if the rules state it."""

    @property
    def first(self) -> Entry:
        """The initial value: the stated number, or the number within bounds that is nearest to 0; otherwise none."""
        if self.bounds is None:
            return () if self.kind.is_set else None
        return min(max(0, self.bounds[0]), self.bounds[1]) if self.stated is None else self.stated

    def cells(self, seats: int) -> range:
        """Return the numbers of its cells with this number of players."""
        return range(self.base, self.base + self.many(seats))


class Definition(Node):
    """The definition of a name: its cases, and the cases that displace them."""

    name: str
    owner: Kind | None
    """The kind of its owner, in slot 0; for a definition of two things (`pair`), they are in slots 0 and 1."""
    kind: Kind
    cases: tuple[Case, ...]
    overrides: tuple[tuple[Case, ...], ...]
    """The cases of each statement that displaces it, in the order of the file; at most one statement may hold."""
    frame: int
    readings: tuple[str, ...]
    settled: int | None
    """The cell that holds its value once it is settled, if any statement settles it."""
    pair: tuple[Kind, ...] = ()
    """The kinds of the two things to which it belongs."""


class Predicate(Node):
    """A condition with a name: `a card is a picture if its rank is one of King or Queen`."""

    name: str
    kind: Kind
    cases: tuple[Case, ...]
    """Conditions as cases; the predicate holds if any does."""
    frame: int
    readings: tuple[str, ...]
    words: str = ""
    """The predicate with its article, such as `a victor`; empty if it has none, such as `playable`."""
    other: Kind | None = None
    """For a relation, the kind of the second thing, which is in slot 1."""


class Key(Node):
    """One line of a ranking: a measure of the thing in slot 0; the greater ranks higher."""

    form: str
    """`sort`, `condition`, `piece` or `number`."""
    measure: Any
    """The measure: a condition or a thing, depending on the form; for sorts, their numbers, best first."""
    origin: Origin


class Ranking(Node):
    """How pieces or groups rank: `cards rank by their rank in the order Ace-high`."""

    name: str
    keys: tuple[Key, ...]
    frame: int
    readings: tuple[str, ...]


class Sort(Node):
    """A sort of a group: `a Set is a Line whose cards have the same rank`."""

    name: str
    condition: Condition
    requirements: tuple[Case, ...]
    origin: Origin
    frame: int
    run: tuple[tuple[int, ...], str] | None
    """The order and the attribute of the run, if its pieces form one."""
    readings: tuple[str, ...]


class Group(Node):
    """A kind of group: pieces of a player that make one of several sorts."""

    name: str
    least: int
    most: int
    side: str
    """The definition that gives the pieces."""
    sorts: tuple[Sort, ...]
    ranking: Ranking
    deciders: Ranking
    origin: Origin


class Rule(Node):
    """A part of a procedure or happening: its condition and its acts."""

    condition: Condition
    acts: tuple[Act, ...]
    origin: Origin


class Body(Node):
    """All rules under one name, with amendments in their places."""

    name: str
    before: tuple[Rule, ...]
    rules: tuple[Rule, ...]
    overrides: tuple[Rule, ...]
    after: tuple[Rule, ...]
    frame: int
    readings: tuple[str, ...]
    argument: Kind | None = None
    """For a player's deed, the kind of its object, unless that is a piece."""


class Sight(Node):
    """A statement that pieces are visible to everybody, or to the player in slot 0."""

    is_for_all: bool
    things: Thing
    frame: int
    origin: Origin


class FigureColumn(Node):
    """The pieces of one place in the figure: `player 1's row reversed`."""

    things: Contents
    is_reversed: bool
    legend: str
    owner: Thing | None


class Figure(Node):
    """How a position is drawn: `the figure shows, from left to right, the Lead, the heap`."""

    columns: tuple[FigureColumn, ...]
    frame: int
    origin: Origin


class Input(Owned):
    """The pieces that a question takes for one place, or for the place of each owner."""

    number: int
    """The number of pieces, or the maximum if there may be fewer."""
    place: int
    key: str
    least: int
    state: int
    """The state of the pieces there; 0 is the initial state of every piece."""


class StoredInput(Owned):
    """An input of a question for a variable: a value, a piece or a player."""

    name: str
    kind: Kind
    base: int
    key: str


class Extra(Node):
    """A condition reported beside a result: `with whether the Lead is in it, called "lead"`."""

    key: str
    condition: Condition


class Output(Owned):
    """A result of a question, under a key: one value, or one for each player or value."""

    name: str
    thing: Thing
    kind: Kind
    key: str
    extras: tuple[Extra, ...]
    condition: Condition | None
    frame: int


class Question(Node):
    """A question of a reader about pieces laid out: `question judge "Who wins this trick?"`."""

    name: str
    words: str
    piece_inputs: tuple[Input, ...]
    """The pieces to be laid in places."""
    outputs: tuple[Output, ...]
    origin: Origin
    stored: tuple[StoredInput, ...] = ()

    @property
    def inputs(self) -> tuple[Input | StoredInput, ...]:
        """All inputs: pieces for places, then values of variables."""
        return (*self.piece_inputs, *self.stored)

    @property
    def has_no_inputs(self) -> bool:
        """Whether the question has no inputs, and so is asked at the end of a game."""
        return not self.inputs


class Placement(Node):
    """Pieces laid in a place by hand."""

    place: Contents
    pieces: tuple[int, ...]
    state: int


class StoredValue(Node):
    """A stored thing and its value in an example: a number, a player, a value or a piece."""

    cell: Load
    value: Const | Int

    @property
    def number(self) -> int:
        """The number of the cell."""
        owner = self.cell.owner
        return self.cell.base + (owner.value if isinstance(owner, Const) else 0)


class Example(Node):
    """Pieces that are laid, and their consequence: `example "his side contains a sequence"`."""

    title: str
    laid: tuple[Placement, ...]
    claims: tuple[Case, ...]
    """Conditions as cases; the thing is unused."""
    frame: int
    made: tuple[tuple[int, ...], str, int] | None
    """Pieces that are said to form a group: the pieces, the group, the sort."""
    origin: Origin
    stored: tuple[StoredValue, ...] = ()


class OpenReading(Node):
    """An open place of the text: its alternatives with their reasons, and the one chosen."""

    name: str
    kind: str
    """`reading`, `gap`, or `option`, which the words leave to the players."""
    clause: str
    words: str
    alternatives: tuple[tuple[str, str], ...]
    default: str
    chosen: str
    touches: tuple[str, ...]
    """The names that its alternatives define or change."""
    displaces: tuple[str, ...] = ()
    """The names whose statements an alternative displaces."""


class Rules(Node):
    """The rules of an edition: everything that a game, a question or an example needs."""

    name: str
    title: str
    seats: tuple[int, int]
    """The least and the greatest number of players."""
    seating: Origin | None
    """The origin of the number of players."""
    pieces: PieceKind
    values: dict[str, ValueKind]
    states: tuple[str, ...]
    places: tuple[PlaceDeclaration, ...]
    stored: tuple[Stored, ...]
    """The variables, in the order of introduction."""
    definitions: dict[str, Definition]
    predicates: dict[str, Predicate]
    groups: dict[str, Group]
    rankings: dict[str, Ranking]
    tables: dict[str, tuple[int, ...]]
    procedures: dict[str, Body]
    happenings: dict[str, Body]
    sights: tuple[Sight, ...]
    figure: Figure | None
    questions: dict[str, Question]
    examples: tuple[Example, ...]
    doubts: dict[str, OpenReading]
    cells: int
    place_count: int
    digest: str
    """A hash of the texts of the files and of the readings chosen, which identifies exactly these rules in caches."""
    shared: tuple[str, ...] = ()
    """The other editions whose clauses are used."""
    deeds: dict[str, DeedForm] = {}  # noqa: RUF012 - never changed; each resolution makes its own
    """The deeds of pieces and values, by key."""
    sites: dict[str, Site] = {}  # noqa: RUF012 - never changed
    ground: GroundPlan | None = None
    meaning: str = ""
    """A digest of the meaning of the rules (`meaning.py`), by which records and stored studies identify them."""
    boards: dict[str, Shape] = {}  # noqa: RUF012 - never changed
    """The arrangements of kinds of values that lie on a board or in a ring."""
    overlay: str = ""
    """For an overlay, its text, with the name of its parent; a record contains it."""
    plurals: tuple[tuple[str, str], ...] = ()
    """Names with the plurals that the file states for them."""

    def stored_as(self, *forms: str) -> tuple[Stored, ...]:
        """Return the variables of the given forms."""
        return tuple(declared for declared in self.stored if declared.form in forms)

    def stored_at(self, base: int) -> Stored:
        """Return the variable whose cells begin at a number."""
        return next(declared for declared in self.stored if declared.base == base)

    def square_at(self, number: int) -> str:
        """Return the square, or other value, to which a place belongs, given the number of the place; otherwise “”."""
        for place in self.places:
            owner = place.owner
            if owner is not None and owner.base == "value" and 0 <= number - place.base < place.owners:
                return self.values[owner.name].values[number - place.base]
        return ""
