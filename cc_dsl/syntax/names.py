"""The names that a statement introduces, changes and uses: one table of all classes of nodes, by their fields.

A field with a `Word` is listed here as a subject of its statement, or as a name that it uses; other words, such as
numbers, signs and quoted texts, are not names. `tests/architecture/test_names.py` checks all classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word
from cc_dsl.trees import Node, walk

ALWAYS: Final = "always"
LOCAL: Final = "chosen"
"""A name given by an act, which is valid in the body of the act."""
OF_OTHERS: Final = frozenset({"ranking", "decider", "signs", "states", "ground", "players", "limit", "ring", "board"})
"""The categories of subjects that another statement introduces."""


class Roles(NamedTuple):
    """The roles of the words of a class of nodes."""

    about: Mapping[str, str] = {}
    """The fields with the subject of the node, each with its category in the symbol table."""
    uses: str = ""
    """The fields with names that the node uses, or with nodes that contain such names."""
    owner: str = ""
    """The field with the owner of the subject, such as the owner of a definition."""
    amends: str = ""
    """The field that is present only if the node changes what another statement introduces; or `always`."""


_PLAIN: Final = Roles()
_USING_A_NAME: Final[tuple[type[Node], ...]] = (
    nodes.Name, nodes.Other, nodes.Numbered, nodes.His, nodes.Possessed, nodes.Linked, nodes.Superlative,
    nodes.BestFew, nodes.Champion, nodes.Whose, nodes.Among, nodes.Step, nodes.Beyond, nodes.AName,
    nodes.Between, nodes.HasCount, nodes.HasCompared, nodes.Same, nodes.Quantified, nodes.OfEach, nodes.Perform,
    nodes.Foreach,
)  # fmt: skip
TABLE: Final[dict[type[Node], Roles]] = {
    **dict.fromkeys(_USING_A_NAME, Roles(uses="name")),
    **dict.fromkeys((nodes.OneOfNames, nodes.Settle), Roles(uses="names")),
    **dict.fromkeys((nodes.Relates, nodes.Call), Roles(uses="verb")),
    nodes.OwnerName: Roles(uses="owner"),
    nodes.PairName: Roles(uses="owner other"),
    **dict.fromkeys((nodes.Place, nodes.Holder, nodes.Holders), Roles(uses="kind")),
    **dict.fromkeys((nodes.Row, nodes.Makes), Roles(uses="sort")),
    nodes.Observe: Roles(uses="deeds"),
    nodes.BySort: Roles(uses="sorts"),
    nodes.Tell: Roles(uses="thing"),
    nodes.HeightOf: Roles(uses="name order"),
    nodes.Choose: Roles({"name": LOCAL}),
    nodes.Deed: Roles(uses="kind object"),
    nodes.FurtherDeed: Roles(uses="object"),
    nodes.Listed: Roles(uses="name first rest"),
    nodes.Ask: Roles(uses="kind place state"),
    nodes.AskStored: Roles(uses="kind thing"),
    nodes.Seats: Roles({"name": "players"}),
    nodes.Enumeration: Roles({"name": "kind", "values": "value"}),
    nodes.Spanned: Roles({"name": "kind"}),
    nodes.Board: Roles({"name": "board"}),
    nodes.Cycle: Roles({"name": "ring"}),
    nodes.Written: Roles({"kind": "signs"}),
    nodes.AlsoWritten: Roles({"name": "value"}, amends=ALWAYS),
    nodes.Pieces: Roles({"name": "piece"}, uses="factors", amends="also"),
    nodes.Site: Roles({"name": "kind"}, uses="owner", owner="owner"),
    nodes.Ring: Roles({"name": "ground"}),
    nodes.Behind: Roles({"name": "ground"}, uses="before"),
    nodes.States: Roles({"name": "states", "values": "state"}),
    nodes.Order: Roles({"name": "order"}, uses="values"),
    nodes.Common: Roles({"names": "type"}),
    nodes.Owned: Roles({"names": "type"}, uses="owner", owner="owner"),
    nodes.Value: Roles({"name": "definition"}, owner="name", amends="also"),
    nodes.Predicate: Roles({"name": "predicate"}, uses="kind", owner="kind", amends="also"),
    nodes.Relation: Roles({"name": "relation"}, uses="kind other", owner="kind", amends="also"),
    nodes.Group: Roles({"name": "group"}, uses="kind owner place"),
    nodes.Sort: Roles({"name": "sort"}, uses="group"),
    nodes.Requirement: Roles({"name": "sort"}, amends=ALWAYS),
    nodes.Ranking: Roles({"name": "ranking"}, amends="also"),
    nodes.Decider: Roles({"name": "decider"}),
    nodes.Table: Roles({"headings": "table"}, uses="kind"),
    nodes.Procedure: Roles({"name": "procedure"}, amends="also"),
    nodes.Limit: Roles({"deed": "limit", "further": "limit"}),
    nodes.Happening: Roles({"deed": "verb", "further": "verb"}),
    nodes.Around: Roles({"deed": "body"}, amends=ALWAYS),
    nodes.Question: Roles({"name": "question"}),
}

CATEGORIES: Final[dict[type, str]] = {
    nodes.Place: "place",
    nodes.Number: "number",
    nodes.Holder: "held",
    nodes.Holders: "held",
}


class Subject(NamedTuple):
    """A name that a statement is about, with its category and its owner."""

    category: str
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
        return not self.amends and self.category not in OF_OTHERS


def roles_of(node: Node) -> Roles:
    """Return the roles of the words of a node; words of a class that is not in the table have none."""
    return TABLE.get(type(node), _PLAIN)


def subjects(statement: nodes.Statement | nodes.Choose) -> Iterator[Subject]:
    """Yield the subjects of a statement, without names given by its acts or by the alternatives of a doubt."""
    if isinstance(statement, nodes.Displaced):
        yield from (subject._replace(amends=True) for subject in subjects(statement.statement))
        return
    roles = roles_of(statement)
    amends = roles.amends == ALWAYS or (roles.amends != "" and getattr(statement, roles.amends) is not None)
    part = getattr(statement, roles.owner) if roles.owner else None
    owner = part if isinstance(part, Word) else getattr(part, "owner", None)
    for field, role in roles.about.items():
        category = _category(statement, role)
        for word in _words(getattr(statement, field)):
            yield Subject(category, word, owner, amends)


def names_introduced(statement: nodes.Statement) -> Iterator[Subject]:
    """Yield the names that a statement introduces, including those that its acts give."""
    yield from (subject for subject in subjects(statement) if subject.is_new)
    if not isinstance(statement, nodes.Doubt | nodes.Choose):
        for part in walk(statement):
            if isinstance(part, nodes.Choose):
                yield from subjects(part)


def uses(statement: nodes.Statement) -> Iterator[Word]:
    """Yield every word of a statement that uses a name, except in a doubt's alternatives."""
    if isinstance(statement, nodes.Doubt):
        return
    for part in walk(statement):
        roles = roles_of(part)
        for field in roles.uses.split():
            yield from _words(getattr(part, field))


def _category(statement: nodes.Statement | nodes.Choose, role: str) -> str:
    """Return the category of a subject, from the table or from a part of the statement."""
    match statement:
        case nodes.Common(type=nodes.Holder() as holder) if holder.kind.text == "player":
            return "role"
        case nodes.Common() | nodes.Owned():
            return CATEGORIES[type(statement.type)]
        case nodes.Around():
            return "verb" if isinstance(statement.deed, nodes.Deed) else "procedure"
    return role


def _words(part: Word | Node | tuple[Word | Node | None, ...] | None) -> Iterator[Word]:
    """Yield the names in a field: words, or nodes that contain one."""
    match part:
        case None:
            return
        case Word():
            yield part
        case nodes.Deed() | nodes.FurtherDeed():
            yield part.verb
        case tuple():
            for child in part:
                yield from _words(child)
        case nodes.TheName() | nodes.OwnerName() | nodes.PairName():
            yield part.name
        case _:
            raise AssertionError(f"{type(part).__name__} holds no name")
