"""Which names a statement makes, changes and uses: one table of all classes of nodes, by the fields of each.

Every field that holds a `Word` is named here: as what its statement is about, as a name that it uses, or as plain
words, such as a number, a sign or a quoted text.  Of a class without words there is nothing to say.
`tests/architecture/test_names.py` walks through all classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word
from cc_dsl.trees import Node, walk

ALWAYS: Final = "always"
LOCAL: Final = "chosen"
"""A name given by an act; it is valid in the body in which it stands."""
OF_OTHERS: Final = frozenset({"ranking", "decider", "signs", "states", "ground", "players", "limit", "ring", "board"})
"""A statement about something that another statement introduces."""


class Roles(NamedTuple):
    """The roles of the words of a class of nodes."""

    about: Mapping[str, str] = {}
    """The fields that hold the subject of the node, each with its sort of symbol in the resolver."""
    uses: str = ""
    """The fields that hold names used, or nodes that hold one."""
    plain: str = ""
    """The fields that hold no names of the rules."""
    owner: str = ""
    """The field that holds the owner of the subject, such as the owner of a definition."""
    amends: str = ""
    """The field that is there only where the node changes what another introduces; or `always`."""


_PLAIN: Final = Roles()
_NAME: Final = Roles(uses="name")

TABLE: Final[dict[type[Node], Roles]] = {
    nodes.Cite: Roles(plain="section quotes"),
    # things
    nodes.Figure_: Roles(plain="number"),
    nodes.Name: _NAME,
    nodes.Other: _NAME,
    nodes.Numbered: Roles(uses="name", plain="number"),
    nodes.Pronoun: Roles(plain="word"),
    nodes.His: Roles(uses="name", plain="word"),
    nodes.Possessed: _NAME,
    nodes.Linked: Roles(uses="name", plain="link"),
    nodes.Superlative: Roles(uses="name", plain="degree"),
    nodes.BestFew: Roles(uses="name", plain="degree"),
    nodes.Champion: Roles(uses="name", plain="degree"),
    nodes.Heighted: Roles(uses="name order", plain="word"),
    nodes.Whose: _NAME,
    nodes.Joined: Roles(plain="join"),
    nodes.Among: _NAME,
    nodes.Stepped: Roles(uses="name", plain="link"),
    nodes.Beyond: _NAME,
    nodes.Arithmetic: Roles(plain="sign"),
    nodes.Negated: Roles(plain="sign"),
    # conditions
    nodes.AName: _NAME,
    nodes.OneOfNames: Roles(uses="names"),
    nodes.Between: _NAME,
    nodes.Is_: Roles(plain="negation"),
    nodes.Compared: Roles(plain="relation"),
    nodes.HasCount: Roles(uses="name", plain="relation number"),
    nodes.HasCompared: Roles(uses="name", plain="relation"),
    nodes.Same: _NAME,
    nodes.Relates: Roles(uses="verb"),
    nodes.Quantified: Roles(uses="name", plain="quantity"),
    nodes.OfEach: _NAME,
    nodes.Numeral: Roles(plain="relation number"),
    # acts
    nodes.Move: Roles(plain="number"),
    nodes.ANumber: Roles(plain="least most"),
    nodes.Choose: Roles({"name": LOCAL}),
    nodes.Option: Roles(plain="name"),
    nodes.Grow: Roles(plain="verb"),
    nodes.Perform: _NAME,
    nodes.Call: Roles(uses="verb", plain="way"),
    nodes.Observe: Roles(uses="deeds", plain="number"),
    nodes.Settle: Roles(uses="names"),
    nodes.Times: Roles(plain="most"),
    nodes.Until: Roles(plain="number ends"),
    nodes.Foreach: _NAME,
    # what stands inside statements
    nodes.TheName: Roles(plain="name"),  # whoever holds it says what the name does
    nodes.BareName: Roles(plain="name"),
    nodes.OwnerName: Roles(uses="owner", plain="name"),
    nodes.EachName: Roles(uses="owner", plain="name"),
    nodes.Deed: Roles(uses="kind object", plain="verb way"),
    nodes.Place: Roles(uses="kind", plain="is_ordered most"),
    nodes.Number: Roles(plain="least most first"),
    nodes.Holder: Roles(uses="kind"),
    nodes.Holders: Roles(uses="kind"),
    nodes.Measure: Roles(plain="number unit"),
    nodes.Column: Roles(plain="is_reversed legend"),
    nodes.BySort: Roles(uses="sorts"),
    nodes.Listed: Roles(uses="name first rest", plain="word"),
    nodes.Row: Roles(uses="sort", plain="figures"),
    nodes.Alternative: Roles(plain="name default reason"),
    nodes.Makes: Roles(uses="sort"),
    nodes.Ask: Roles(uses="kind place state", plain="number most key"),
    nodes.AskStored: Roles(uses="kind thing", plain="key"),
    nodes.With: Roles(plain="key"),
    nodes.Tell: Roles(uses="thing", plain="key"),
    # statements
    nodes.Seats: Roles({"name": "players"}, plain="least most"),
    nodes.Excuse: Roles(plain="status reason"),
    nodes.Elsewhere: Roles(plain="section reason"),
    nodes.Shared: Roles(plain="clauses label"),
    nodes.Enumeration: Roles({"name": "kind", "values": "value"}, plain="plural"),
    nodes.Spanned: Roles({"name": "kind"}, plain="plural first last"),
    nodes.Board: Roles({"name": "board"}, plain="columns rows"),
    nodes.Cycle: Roles({"name": "ring"}),
    nodes.Written: Roles({"kind": "signs"}, plain="signs"),
    nodes.AlsoWritten: Roles({"name": "value"}, plain="sign", amends=ALWAYS),
    nodes.Drawn: Roles({"kind": "signs"}, plain="signs"),
    nodes.Pieces: Roles({"name": "piece"}, uses="factors", amends="also", plain="also plural"),
    nodes.Site: Roles({"name": "kind"}, uses="owner", plain="form", owner="owner"),
    nodes.Ring: Roles({"name": "ground"}, plain="beginning"),
    nodes.Behind: Roles({"name": "ground"}, uses="before", plain="crosswise"),
    nodes.States: Roles({"name": "states", "values": "state"}),
    nodes.Order: Roles({"name": "order"}, uses="values"),
    nodes.Common: Roles({"names": "type"}),
    nodes.Owned: Roles({"names": "type"}, uses="owner", owner="owner"),
    nodes.Value: Roles({"name": "definition"}, owner="name", amends="also", plain="also"),
    nodes.Predicate: Roles({"name": "predicate"}, uses="kind", owner="kind", amends="also", plain="also"),
    nodes.Relation: Roles({"name": "relation"}, uses="kind other", owner="kind", amends="also", plain="also"),
    nodes.Group: Roles({"name": "group"}, uses="kind owner place", plain="plural least most"),
    nodes.Sort: Roles({"name": "sort"}, uses="group", plain="plural"),
    nodes.Requirement: Roles({"name": "sort"}, amends=ALWAYS),
    nodes.Ranking: Roles({"name": "ranking"}, amends="also", plain="also"),
    nodes.Decider: Roles({"name": "decider"}),
    nodes.Table: Roles({"headings": "table"}, uses="kind"),
    nodes.Procedure: Roles({"name": "procedure"}, amends="also", plain="also"),
    nodes.Limit: Roles({"deed": "limit"}),
    nodes.Happening: Roles({"deed": "verb"}),
    nodes.Around: Roles({"deed": "body"}, amends=ALWAYS, plain="when"),
    nodes.Displaced: Roles(plain="section"),
    nodes.Doubt: Roles(plain="kind name words"),
    nodes.Example: Roles(plain="title"),
    nodes.Question: Roles({"name": "question"}, plain="words"),
    # the file
    nodes.Section: Roles(plain="section quotes"),
    nodes.Editor: Roles(plain="title"),
    nodes.Edition: Roles(plain="title label"),
    nodes.Use: Roles(plain="label"),
}

DECLARED: Final[dict[type, str]] = {
    nodes.Place: "place",
    nodes.Number: "number",
    nodes.Holder: "held",
    nodes.Holders: "held",
}


class Subject(NamedTuple):
    """One thing that a statement is about."""

    what: str
    """`kind`, `value`, `piece`, `place`, `number`, `role`, `held`, `state`, `definition`, `predicate`, `group`,
    `sort`, `order`, `table`, `procedure`, `verb`, `question` or `chosen`; or one of OF_OTHERS."""
    word: Word
    owner: Word | None
    """The owner of a definition or a place, or the kind of a property."""
    amends: bool
    """Whether this statement adds to, narrows or displaces what another statement introduces."""

    @property
    def name(self) -> str:
        """The characters of the name."""
        return self.word.text

    @property
    def is_new(self) -> bool:
        """Whether the statement introduces the name."""
        return not self.amends and self.what not in OF_OTHERS


def roles_of(node: Node) -> Roles:
    """Return what the words of a node do; those of a class that is not in the table do nothing."""
    return TABLE.get(type(node), _PLAIN)


def subjects(statement: nodes.Statement | nodes.Choose) -> Iterator[Subject]:
    """Yield what a statement is about; not what the acts in it name, nor the alternatives of a doubt."""
    if isinstance(statement, nodes.Displaced):
        yield from (one._replace(amends=True) for one in subjects(statement.statement))
        return
    roles = roles_of(statement)
    amends = roles.amends == ALWAYS or (roles.amends != "" and getattr(statement, roles.amends) is not None)
    owner = _owner(getattr(statement, roles.owner)) if roles.owner else None
    for field, told in roles.about.items():
        what = _what(statement, told)
        for word in _words(getattr(statement, field)):
            yield Subject(what, word, owner, amends)


def introduced(statement: nodes.Statement) -> Iterator[Subject]:
    """Yield the names that a statement introduces, those that its acts give among them."""
    yield from (one for one in subjects(statement) if one.is_new)
    if not isinstance(statement, nodes.Doubt | nodes.Choose):
        for part in walk(statement):
            if isinstance(part, nodes.Choose):
                yield from subjects(part)


def uses(statement: nodes.Statement) -> Iterator[Word]:
    """Yield every word of a statement that uses a name; not those of the statements in a doubt's alternatives."""
    if isinstance(statement, nodes.Doubt):
        return
    for part in walk(statement):
        roles = roles_of(part)
        for field in roles.uses.split():
            yield from _words(getattr(part, field))


def touched(statement: nodes.Statement) -> Iterator[str]:
    """Yield the names whose meaning a statement makes or changes."""
    for one in subjects(statement):
        yield f"equal {one.name}" if one.what == "decider" else one.name


def _what(statement: nodes.Statement | nodes.Choose, told: str) -> str:
    """Return what a subject is; where the class does not say it, a part of the statement does."""
    match statement:
        case nodes.Common(type=nodes.Holder() as declared) if declared.kind.text == "player":
            return "role"
        case nodes.Common() | nodes.Owned():
            return DECLARED[type(statement.type)]
        case nodes.Around():
            return "verb" if isinstance(statement.deed, nodes.Deed) else "procedure"
    return told


def _owner(part: Word | Node) -> Word | None:
    return part if isinstance(part, Word) else getattr(part, "owner", None)


def _words(part: Word | Node | tuple[Word | Node | None, ...] | None) -> Iterator[Word]:
    """Yield the names that a field holds: words, or nodes that hold one."""
    match part:
        case None:
            return
        case Word():
            yield part
        case nodes.Deed():
            yield part.verb
        case tuple():
            for one in part:
                yield from _words(one)
        case nodes.TheName() | nodes.BareName() | nodes.OwnerName() | nodes.EachName():
            yield part.name
        case _:
            raise AssertionError(f"{type(part).__name__} holds no name")
