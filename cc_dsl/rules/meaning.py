"""The digest of the meaning of resolved rules, by which records and stored studies identify them.

Two rules files have the same digest if every game takes the same course under both: the same pieces, seats and places,
the same legal answers, views and results, in the same words. The digest therefore covers

- the declarations of pieces, kinds of values, states, places, numbers and roles, in their order, which chance and
  computer players use, and with their names, which answers and results contain;
- every definition, property, kind of group, ranking, table, procedure and happening under the readings chosen;
- visibility, the input and results of questions, the deeds of pieces, and the ground.

It does not cover anything without effect on play: comments and layout, the names of the file, of the edition and of its
text, clause numbers, notes, examples, readings that are not chosen, arguments, and the drawing of the table. A study
that reports clauses or readings uses a digest that includes those (`with_sources`).

The digest is computed from the names of terms and of their fields, not from their order or class, and a field with its
default value is left out: so the model can be extended without changing digests. A renamed term or field of the model
is counted under its first name (`DIGESTED_AS`), and variables under the classes that they first had.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeGuard

from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER
from cc_dsl.trees import LEAVES, Node

LENGTH = 24
"""The number of hexadecimal digits of a digest; the digests of release 0.1.0, made from the text, had 16."""
PARTS = (
    "seats",
    "pieces",
    "values",
    "states",
    "places",
    "numbers",
    "roles",
    "held",
    "definitions",
    "predicates",
    "groups",
    "rankings",
    "tables",
    "procedures",
    "happenings",
    "sights",
    "questions",
    "deeds",
    "sites",
    "ground",
)
"""The parts of rules that the digest covers."""
SOURCES = frozenset({"origin", "readings"})
"""The fields that hold places in the source."""
IGNORED = frozenset({*SOURCES, "frame", "settled", "displaced", "cell", "words", "glyphs", "signs", "alike"})
"""The fields left out by default: sources, numbers of slots and cells, and words that are only printed or drawn."""
DIGESTED_AS = {
    **{"overrides": "insteads", "Input": "Asked", "StoredInput": "AskedStored", "Output": "Told"},
    **{"piece_inputs": "asked", "outputs": "told"},
    **{"Placement": "Laid", "StoredValue": "Kept", "OpenReading": "Doubt"},
}
"""The first names of renamed fields and classes, which the digest still uses, so that no digest changes."""
FORMS = {"numbers": "number", "roles": "role", "held": "held"}
"""The forms of variables; the variables of each form are one part of the rules."""
_ROLE = {"owner": None, "owners": 1, "is_for_all": False, "sign": "=", "kind": PLAYER, "bounds": None}
FIRST_FORMS: dict[tuple[type, str], tuple[str, dict[str, object]]] = {
    (model.Stored, "number"): ("NumberDeclaration", {"form": "number", "kind": NUMBER}),
    (model.Stored, "role"): ("RoleDeclaration", {"form": "role", **_ROLE}),
    (model.Stored, "held"): ("HeldDeclaration", {"form": "held"}),
    (model.Store, "number"): ("SetNumber", {"form": "number", "kind": NUMBER}),
    (model.Store, "role"): ("BecomeRole", {"form": "role", **_ROLE}),
    (model.Store, "held"): ("SetHeld", {"form": "held", "sign": "=", "bounds": None}),
}
"""For each form of variables, its first class, and the later fields with their implied values."""
STORED = (model.Load, model.Store, model.Stored, model.StoredInput)
"""The classes whose field `base` is the number of a cell, not of a place."""


def digest(rules: model.Rules, with_sources: bool = False) -> str:
    """Return the digest of the meaning of rules; on request, with the clauses and readings that they cite."""
    names = NumberedNames(rules)
    canonical = CanonicalForm(names, IGNORED - SOURCES if with_sources else IGNORED)
    parts = {name: part_of(rules, name) for name in PARTS}
    return hash_of({name: _encode(part, canonical) for name, part in parts.items()})


def part_of(rules: model.Rules, name: str) -> Any:
    """Return a part of the rules that the digest covers."""
    return rules.stored_as(FORMS[name]) if name in FORMS else getattr(rules, name)


def hash_of(data: object) -> str:
    """Return the digest of data made of mappings, sequences, strings and numbers."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:LENGTH]


def _encode(part: object, canonical: CanonicalForm) -> object:
    """Encode a part of the rules; each statement of a list or mapping numbers its slots from 0."""
    if isinstance(part, Mapping):
        return {name: canonical(inner) for name, inner in part.items()}
    return [canonical(inner) for inner in part] if is_list(part) else canonical(part)


class NumberedNames:
    """The names behind the numbers of a model."""

    def __init__(self, rules: model.Rules) -> None:
        """Look up the name behind each number of these rules."""
        self.rules = rules
        self.places = {place.base: place.name for place in rules.places}
        self.cells = {variable.base: variable.name for variable in rules.stored}
        self.held = {variable.base for variable in rules.stored_as("held")}
        self.settled = {
            definition.settled: name for name, definition in rules.definitions.items() if definition.settled is not None
        }
        groups = tuple(rules.groups.values())
        self.sorts = {group.name: tuple(sort.name for sort in group.sorts) for group in groups}
        self.only = groups[0].name if len(groups) == 1 else ""

    def state(self, number: int) -> object:
        """Return the name of a state, or its number if the rules name no states."""
        states = self.rules.states
        return states[number] if number < len(states) else number

    def sort(self, number: int, group: str = "") -> object:
        """Return the name of a sort of a group, or its number if the group is unknown."""
        names = self.sorts.get(group or self.only, ())
        return names[number] if number < len(names) else number

    def constant(self, term: model.Const) -> object:
        """Return the name of a value, piece or player."""
        if term.kind.base == "piece":
            return self.rules.pieces.names[term.value]
        kind = self.rules.values.get(term.kind.name)
        return kind.values[term.value] if kind is not None else term.value


def is_list(term: object) -> TypeGuard[Sequence[object]]:
    """Return whether a value is a sequence of terms, and not a term."""
    return isinstance(term, tuple | list) and not hasattr(term, "_fields")


def fields_of(term: Any) -> Iterator[tuple[str, object]]:
    """Yield the names and values of a term's fields, by name, except those with their default value.

    Other values have no fields.
    """
    if isinstance(term, Node):
        defaults = term._defaults
        for name in _digest_order(type(term)):
            part = getattr(term, name)
            if name not in defaults or part != defaults[name]:
                yield name, part
    elif hasattr(term, "_fields"):
        yield from sorted(term._asdict().items())


@cache
def _digest_order(form: type[Node]) -> tuple[str, ...]:
    """Return the fields of a class in the order of the digest."""
    return tuple(sorted(form.__match_args__, key=_digest_name))


def _digest_name(name: str) -> str:
    return DIGESTED_AS.get(name, name)


class CanonicalForm:
    """The canonical form of terms: names instead of numbers, and slots numbered in the order of occurrence."""

    def __init__(self, names: NumberedNames, ignored: frozenset[str] = IGNORED) -> None:
        """Take the names, and the fields to leave out."""
        self.names = names
        self.ignored = ignored

    def __call__(self, term: object) -> object:
        """Return a term as nested tuples."""
        return self._encode_term(term, {0: 0})

    def _encode_term(self, term: object, slots: dict[int, int]) -> object:
        """Return the canonical form of a term; `slots` numbers the variables in the order of their occurrence."""
        form = type(term)
        if form in LEAVES:
            return term
        if type(term) is tuple or type(term) is list:
            return tuple([self._encode_term(part, slots) for part in term])
        match term:
            case model.Slot():
                return "Slot", slots.setdefault(term.number, len(slots))
            case model.Const():
                return "Const", self.names.constant(term)
            case model.All(kind):
                return (
                    ("AllValues", ("name", kind.name)) if kind.base == "value" else (f"All{kind.base.capitalize()}s",)
                )
            case model.Origin():
                return "Origin", term.clauses, term.reading
            case Mapping():
                return tuple((key, self._encode_term(term[key], slots)) for key in sorted(term))
        if not isinstance(term, Node) and not hasattr(term, "_fields"):
            return term
        title, fields = self._original_form(term)
        fields = [(name, part) for name, part in fields if name not in self.ignored]
        return title, *[(_digest_name(name), self._field(term, name, part, slots)) for name, part in fields]

    def _original_form(self, term: Any) -> tuple[str, Iterable[tuple[str, object]]]:
        """Return the original name and fields of a term, which the digest uses."""
        if isinstance(term, model.Load):
            title = "Held" if term.base in self.names.held else "Cell"
            return title, [("base", term.base), ("owner", term.owner)]
        if not isinstance(term, model.Stored | model.Store):
            return _digest_name(type(term).__name__), fields_of(term)
        title, defaults = FIRST_FORMS.get((type(term), term.form), (term.form, {}))
        fields: dict[str, Any] = {
            name: part for name, part in fields_of(term) if name not in defaults or part != defaults[name]
        }
        if bounds := fields.pop("bounds", None):
            fields["least"], fields["most"] = bounds
        if term.form == "role":
            del fields["base"]
            for case in fields.pop("cases", ()):
                fields["player"] = case.thing
        return title, sorted(fields.items())

    def _field(self, term: object, field: str, part: Any, slots: dict[int, int]) -> object:
        """Return one field of a term, with a name for the number of a thing."""
        names = self.names
        if field == "base":
            if isinstance(term, STORED):
                return names.cells.get(part) or names.settled.get(part)
            return names.places.get(part)
        if field == "place" and isinstance(term, model.Input):
            return names.places.get(part)
        if field == "number" and isinstance(term, model.Move | model.BestFew) and isinstance(part, model.Int):
            return part.value  # keep the digest of a literal number as it was before numbers could be terms
        if field == "slot":
            return slots.setdefault(part, len(slots))
        if field == "state":
            return names.state(part)
        if field == "sort":
            return names.sort(part, getattr(term, "name", ""))
        if field == "measure" and isinstance(term, model.Key) and term.form == "sort":
            return tuple(names.sort(number) for number in part)
        return self._encode_term(part, slots)
