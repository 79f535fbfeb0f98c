"""Decisions with their reasons, as trees of words, clauses and readings.

While rules run, only numbers and bare tuples are recorded (`tracing.py`); the words are looked up when somebody asks.
A trail is a list in which a number stands for a `Note`, and a `Recorded` for a decision.  Other modules turn these
trees into prose.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence, Sized
from typing import Any, NamedTuple, TypeAlias

from cc_dsl.interpreter.groups import Combination, mask
from cc_dsl.interpreter.naming import Naming, agreeing, listed, possessive
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NONE, PLAYER, Kind, a_name, plural

Trail: TypeAlias = "list[int | Recorded]"
"""The trail of a decision while rules run."""
Sources: TypeAlias = "Sequence[int | Recorded]"
"""The same, once it is complete."""


class Fact(NamedTuple):
    """The result of a decision as data, from which a sentence is made."""

    form: str
    """The form of its topic."""
    key: str
    """The name that the rules give to it."""
    name: str
    """The same name as the listener reads it."""
    whose: str
    """Whose it is, or who chose, in words; nothing where it belongs to nobody."""
    seat: int | None
    """The player whose it is, or who chose."""
    player: int | None
    """The player that the answer is."""
    amount: int | None
    """The number that the answer is, or how many pieces it names."""
    base: str
    """The base of the kind of the answer."""
    is_none: bool = False
    is_state: bool = False
    """Whether it is a state of pieces, which are then the owners."""

    @property
    def owner(self) -> int | str | None:
        """Whose it is: a player by number, or anything else in words; None where it belongs to nobody."""
        return self.seat if self.seat is not None else self.whose or None


class Decision(NamedTuple):
    """One thing that the rules, a player or chance decided, and why."""

    question: str
    """The subject of the decision, such as “the winner”, or the condition, such as “player 1 is ahead”."""
    answer: str
    clauses: tuple[str, ...]
    """The full ids of the clauses that decided it, such as 1862.II.1; none where only the editor speaks."""
    readings: tuple[str, ...]
    """The names of the open places that affect it."""
    reasons: tuple[Decision, ...]
    """The decisions on which it rests."""
    sentence: str
    """The words of the rules."""
    fact: Fact | None = None
    """The same as data, for sentences to a person."""


class Note(NamedTuple):
    """The source of a decision, as far as one sentence of the rules gives it."""

    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    sentence: str
    decides: bool
    """Whether the sentence itself is the answer, not only a help to find it."""


class Topic(NamedTuple):
    """The subject of a decision, apart from the position."""

    form: str
    name: str = ""
    kind: Kind = NONE
    over: Kind = PLAYER
    """The things compared in a comparison; of a relation, the kind of the other thing."""


class Recorded(NamedTuple):
    """A decision as it is recorded while rules run."""

    topic: Topic
    subject: Any
    value: Any
    trail: Sources
    looked: int
    """The pieces and secrets that it rests on, a bit for each."""
    kept: int = 0
    """The secrets in which its result is stored, a bit for each."""


SEEN_BY_ALL = ("number", "held", "role", "end", "choice", "option", "observed")
"""Decisions of these forms are public, whatever they rest on."""
STORED = ("number", "held", "role")
"""Decisions of these forms change what play stores; of a secret only those hear who know it."""


def winning(names: Sequence[str]) -> str:
    """Return who wins, one or several."""
    first = ", ".join(names[:-1])
    return f"{first} and {names[-1]} win" if first else f"{names[0]} {agreeing(names[0], 'win', 'wins')}"


class Words:
    """Says pieces, players, groups and values in words; a piece that the listener must not know is only counted."""

    def __init__(self, rules: model.Rules, seen: Collection[int] | None = None, naming: Naming | None = None) -> None:
        """Speak to somebody who sees these pieces, or, if None, all; `naming` is how they call things."""
        self.rules = rules
        self.seen = seen
        self.naming = naming
        self._unknown = 0 if seen is None else ~mask(seen)

    def knows(self, looked: int) -> bool:
        """Return whether the listener knows all pieces that something rests on."""
        return not looked & self._unknown

    def hears(self, node: Recorded) -> bool:
        """Return whether the listener may hear of a decision at all."""
        if node.topic.form in STORED and not self.knows(node.kept):
            return False
        return node.topic.form in SEEN_BY_ALL or self.knows(node.looked)

    def count(self, number: int) -> str:
        """Return a number in words; a negative one is spelt out for a person."""
        return f"minus {-number}" if self.naming is not None and number < 0 else str(number)

    def called(self, topic: Topic) -> str:
        """Return the predicate of a property, with its article if it has one."""
        words = self.rules.predicates[topic.name].words or topic.name
        named = self.naming.names.get(topic.name) if self.naming is not None else None
        if named is None:
            return self.plain(words)
        return a_name(named) if words.startswith(("a ", "an ")) else named

    def plain(self, text: str) -> str:
        """Return words of the rules as the listener reads them."""
        return text if self.naming is None else self.naming.plain(text)

    def name(self, name: str) -> str:
        """Return a name of the rules as the listener reads it."""
        return name if self.naming is None else self.naming.name(name)

    def player(self, number: int) -> str:
        """Return a player in words."""
        return f"player {number + 1}" if self.naming is None else self.naming.players[number]

    def thing(self, value: Any, kind: Kind) -> str:
        """Return a thing of a kind in words."""
        if value is None:
            return "nobody" if kind.base == "player" else "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if kind.base == "player":
            return self.player(value)
        if kind.base == "piece":
            return self.pieces((value,))
        if kind.base == "pieces":
            return self.pieces(sorted(value))
        if kind.base == "group":
            return self.group(value, kind.name)
        if kind.is_set:
            return ", ".join(self.thing(one, kind.one) for one in value) or "none"
        if kind.base == "value":
            return self.name(self.rules.values[kind.name].values[value])
        return self.count(value) if isinstance(value, int) else str(value)

    def hidden(self, topic: Topic) -> str:
        """Return what was chosen, and stored in a secret that the listener does not know."""
        if topic.kind.base == "player":
            return "a hidden player"
        numbers = topic.kind.name not in self.rules.values or topic.kind.name in self.rules.tables
        return f"a hidden {'number' if numbers else self.name(topic.kind.name)}"

    def pieces(self, pieces: Iterable[int]) -> str:
        """Return pieces by their codes."""
        known, hidden, codes = [], 0, self.rules.pieces.codes if self.naming is None else self.naming.pieces
        between = ", " if any(" " in code for code in codes[:1]) else " "
        for piece in pieces:
            if self.seen is None or piece in self.seen:
                known.append(codes[piece])
            else:
                hidden += 1
        name = self.rules.pieces.name
        said = [between.join(known)] if known else []
        if hidden:
            said.append(f"a hidden {name}" if hidden == 1 else f"{hidden} hidden {plural(name)}")
        return " and ".join(said) or "none"

    def group(self, group: Combination, name: str) -> str:
        """Return a group by its sort and its pieces."""
        return f"{self.plain(self.rules.groups[name].sorts[group.sort].name)} {self.pieces(group.pieces)}"

    # ------------------------------------------------------------------------------------- decisions

    def question(self, node: Recorded) -> str:
        """Return the decision in words."""
        return QUESTIONS[node.topic.form](self, node)

    def answer(self, node: Recorded) -> str:
        """Return how it was decided."""
        topic, value = node.topic, node.value
        if topic.form in ("number", "held"):
            said = [self.count(one) if topic.form == "number" else self.thing(one, topic.kind) for _, one in value]
            return said[0] if len(set(said)) == 1 else ", ".join(said)
        if topic.form == "turns":
            return ", ".join(self.thing(one, topic.kind) for one in value) or "none"
        if topic.form == "state":
            return self.name(topic.name)
        if topic.form in ("option", "observed"):
            return self.plain(str(value)) if topic.form == "option" else str(value)
        if topic.form == "end":
            return winning([self.player(one) for one in value]) if value else "nobody wins"
        if topic.form == "comparison":
            return self.thing(value, topic.over)
        return self.thing(value, topic.kind)

    def owned(self, node: Recorded) -> str:
        """Return a name with its owner."""
        topic = node.topic
        if node.subject is None:
            return f"the {self.name(topic.name)}"
        return f"{possessive(self.thing(node.subject, self._owner_kind(topic)))} {self.name(topic.name)}"

    def _owner_kind(self, topic: Topic) -> Kind:
        definition = self.rules.definitions.get(topic.name)
        return (definition.owner if definition is not None else None) or PLAYER

    def numbers(self, node: Recorded) -> str:
        """Return the owners of the changed numbers."""
        topic = node.topic
        owners = [owner for owner, _ in node.value if owner is not None]
        if topic.kind.name == topic.name and owners:  # a state of a further pair
            name = self.rules.pieces.name
            return self.pieces(owners) if len(owners) == 1 else f"the {plural(name)}"
        if len(owners) == 1:
            return f"{possessive(self.thing(owners[0], self.owner_of(topic.name)))} {self.name(topic.name)}"
        if self.naming is None:
            return f"the {plural(topic.name) if owners else topic.name}"
        if not owners:
            return f"the {self.name(topic.name)}"
        # Names that an edition gives may be plurals, such as “points”; so they are not put into the plural again.
        kind = self.owner_of(topic.name)
        if kind.base == "value":
            everybody = len(self.rules.values[kind.name].values)
        else:
            everybody = len(self.naming.players if kind == PLAYER else self.rules.pieces.codes)
        each = [possessive(self.thing(owner, kind)) for owner in owners]
        whose = listed(each) if len(each) < everybody else f"each {self.name(kind.name or kind.base)}'s"
        return f"{whose} {self.name(topic.name)}"

    def owner_of(self, name: str) -> Kind:
        """Return what owns something that play changes."""
        return next((one.owner for one in self.rules.stored if one.name == name), None) or PLAYER

    def comparison(self, node: Recorded) -> str:
        """Return the things compared."""
        topic = node.topic
        pairs = [(self.thing(one, topic.over), self.thing(thing, topic.kind)) for one, thing in node.subject]
        each = [f"{possessive(one)} {thing}" for one, thing in pairs]
        return f"the {topic.name} of {' and '.join(each)}" if each else f"the {topic.name} of none"

    def ranks(self, node: Recorded) -> str:
        """Return which two were compared."""
        topic = node.topic
        one, other = (self.thing(thing, topic.kind) for thing in node.subject)
        return f"{one} is {topic.name} {'as' if topic.name == 'as good' else 'than'} {other}"

    def choice(self, node: Recorded) -> str:
        """Return who chose, and what for."""
        who = "chance" if node.subject is None else self.player(node.subject)
        return f"the {node.topic.name} of {who}" if node.topic.name else f"what {who} does"

    def fact(self, node: Recorded) -> Fact | None:
        """Return a decision as data, from which a sentence is made; None if nobody listens."""
        if self.naming is None:
            return None
        topic, value = node.topic, node.value
        whose, seat = self._subject(node)
        if topic.form in ("number", "held"):
            values = {one for _, one in value}
            value = values.pop() if len(values) == 1 else ()
        base = "pieces" if topic.form == "state" else "number" if topic.form == "number" else topic.kind.base
        base = "group" if topic.form == "group" else base
        is_state = topic.form == "state" or (topic.form == "held" and topic.kind.name == topic.name)
        player = value if base == "player" and isinstance(value, int) else None
        name = self.called(topic) if topic.form == "predicate" else self.name(topic.name)
        return Fact(
            topic.form,
            topic.name or topic.form,
            name,
            whose,
            seat,
            player,
            _amount(base, value),
            base,
            value is None,
            is_state,
        )

    def _subject(self, node: Recorded) -> tuple[str, int | None]:
        """Return in words whose something is, and the player if it is one's."""
        topic, subject, value, kind = node.topic, node.subject, node.value, PLAYER
        if topic.form in ("number", "held"):
            owners = [owner for owner, _ in value if owner is not None]
            if topic.kind.name == topic.name and owners:
                return self.numbers(node), None
            if len(owners) != 1:
                return "", None
            subject, kind = owners[0], self.owner_of(topic.name)
        elif topic.form in ("definition", "group"):
            kind = self._owner_kind(topic)
        elif topic.form == "predicate":
            kind = topic.kind
        elif topic.form == "end" and len(value) == 1:
            subject = value[0]
        elif topic.form == "state":
            return self.pieces(value), None
        elif topic.form not in ("choice", "option", "groups"):
            return "", None
        if subject is None:
            return "", None
        return self.thing(subject, kind), subject if kind == PLAYER else None


def _amount(base: str, value: object) -> int | None:
    """Return the number that an answer is, or how many pieces it names."""
    if base in ("pieces", "group") and value is not None:
        pieces = getattr(value, "pieces", value)
        return len(pieces) if isinstance(pieces, Sized) else None
    return value if base == "number" and isinstance(value, int) else 1 if base == "piece" else None


def _related(words: Words, node: Recorded) -> str:
    topic, (one, other) = node.topic, node.subject
    name = words.plain(words.name(topic.name))
    return f"{words.thing(one, topic.kind)} {name} {words.thing(other, topic.over)}"


def _is(who: str, what: str) -> str:
    return f"{who} {agreeing(who, 'are', 'is')} {what}"


def _has(who: str, what: str) -> str:
    return f"{who} {agreeing(who, 'have', 'has')} {what}"


QUESTIONS: dict[str, Callable[[Words, Recorded], str]] = {
    "definition": Words.owned,
    "group": Words.owned,
    "groups": lambda words, node: f"{possessive(words.player(node.subject))} {plural(words.name(node.topic.name))}",
    "predicate": lambda words, node: _is(words.thing(node.subject, node.topic.kind), words.called(node.topic)),
    "relation": _related,
    "miss": lambda words, node: _has(words.player(node.subject[0]), words.group(node.subject[1], node.topic.name)),
    "comparison": Words.comparison,
    "ranks": Words.ranks,
    "number": Words.numbers,
    "held": Words.numbers,
    "role": lambda words, node: f"the {words.name(node.topic.name)}",
    "state": lambda words, node: words.pieces(node.value),
    "check": lambda words, node: words.plain(node.topic.name),
    "turns": lambda words, node: words.plain(node.topic.name),
    "choice": Words.choice,
    "option": Words.choice,
    "observed": lambda words, node: "what is observed",
    "end": lambda words, node: "the game",
}


class Notes:
    """The notes of one set of closures, each with its number."""

    def __init__(self, rules: model.Rules) -> None:
        """Start without notes."""
        self._rules = rules
        self._listed: list[Note] = []
        self._numbers: dict[Note, int] = {}
        self._gathered: dict[tuple[int, ...], tuple[tuple[str, ...], tuple[str, ...]]] = {}
        self._told: dict[tuple[int, ...], tuple[tuple[str, ...], tuple[str, ...], str]] = {}

    def number(self, origins: Iterable[model.Origin], readings: Iterable[str] = (), decides: bool = False) -> int:
        """Return the number of a note for these origins and readings together."""
        listed = list(origins)
        named = (clause for origin in listed for clause in origin.clauses)
        clauses = dict.fromkeys(model.full_clause(self._rules.name, clause) for clause in named)
        names = dict.fromkeys([*(origin.reading for origin in listed if origin.reading), *readings])
        note = Note(tuple(clauses), tuple(names), listed[0].sentence if listed else "", decides)
        if note not in self._numbers:
            self._numbers[note] = len(self._listed)
            self._listed.append(note)
        return self._numbers[note]

    def is_empty(self, number: int) -> bool:
        """Return whether a note names neither clause nor reading."""
        note = self._listed[number]
        return not note.clauses and not note.readings

    def known(self, trail: Sources, looked: int, words: Words) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the clauses and readings of a trail that a listener may hear of: only the first, if it rests on
        more."""
        return self.gathered(trail if words.knows(looked) else trail[:1])

    def gathered(self, trail: Sources) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the clauses and the readings of a whole trail, each once, in order of first use."""
        key = tuple(dict.fromkeys(_numbers_in(trail)))
        found = self._gathered.get(key)
        if found is None:
            notes = [self._listed[number] for number in key]
            clauses = dict.fromkeys(clause for note in notes for clause in note.clauses)
            readings = dict.fromkeys(reading for note in notes for reading in note.readings)
            if len(self._gathered) > 10_000:
                self._gathered.clear()
            found = self._gathered[key] = tuple(clauses), tuple(readings)
        return found

    def decisions(self, trail: Sources, words: Words) -> tuple[Decision, ...]:
        """Put the decisions of a trail that the listener may hear of into words, each with all its reasons."""
        return tuple(self.decision(node, words, set()) for node in _heard(trail, words))

    def decisions_together(self, trail: Sources, words: Words) -> tuple[Decision, ...]:
        """Put the decisions of a trail into words, each once; reasons given for one are not given again for another."""
        told: set[int] = set()
        nodes = {id(node): node for node in _heard(trail, words)}
        return tuple(self.decision(node, words, told) for node in nodes.values())

    def decision(self, node: Recorded, words: Words, told: set[int]) -> Decision:
        """Return a decision in words; one reported before is named without its reasons.

        Where it rests on pieces that the listener does not know, he is told no more than what he can see: neither
        the reasons nor which case of the rules it was.
        """
        topic, trail = node.topic, node.trail
        if not words.knows(node.looked):
            trail = [trail[0], *trail[-1:]] if topic.form == "option" else trail[:1]
        own: list[int] = []
        inner: dict[int, Recorded] = {}
        for item in trail:
            if isinstance(item, int):
                own.append(item)
            elif words.hears(item):
                inner[id(item)] = item
        clauses, readings, sentence = self._told_by(tuple(own))
        reasons: tuple[Decision, ...] = ()
        if inner and id(node) not in told:
            told.add(id(node))
            reasons = tuple([self.decision(item, words, told) for item in inner.values()])
        is_told = words.knows(node.kept)
        answer = words.answer(node) if is_told else words.hidden(topic)
        fact = words.fact(node if is_told else node._replace(value=None))
        return Decision(words.question(node), answer, clauses, readings, reasons, sentence, fact)

    def _told_by(self, numbers: tuple[int, ...]) -> tuple[tuple[str, ...], tuple[str, ...], str]:
        """Return clauses, readings and the sentence of these notes: the deciding one, or else the first."""
        found = self._told.get(numbers)
        if found is None:
            notes = [self._listed[number] for number in numbers]
            sentences = [note.sentence for note in notes if note.decides and note.sentence]
            sentences += [note.sentence for note in notes if note.sentence]
            if len(self._told) > 10_000:
                self._told.clear()
            found = self._told[numbers] = (*self.gathered(list(numbers)), sentences[0] if sentences else "")
        return found


def _heard(trail: Sources, words: Words) -> Iterable[Recorded]:
    """Return the decisions of a trail that a listener may hear of."""
    return (item for item in trail if not isinstance(item, int) and words.hears(item))


def _numbers_in(trail: Sources) -> Iterable[int]:
    for item in trail:
        if isinstance(item, int):
            yield item
        else:
            yield from _numbers_in(item.trail)
