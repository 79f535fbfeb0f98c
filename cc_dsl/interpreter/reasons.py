"""Decisions with their reasons, as trees of words, clauses and readings.

While rules run, only numbers and bare tuples are recorded (`tracing.py`); the words are looked up when somebody asks.
A trail is a list in which a number stands for a `Note`, and a `Node` for a decision.  Other modules turn these trees
into prose.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

from cc_dsl.interpreter.looking import bits_of
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NONE, PLAYER, Kind, plural

Trail = list[Any]


class Decision(NamedTuple):
    """One thing that the rules, a player or chance decided, and why."""

    question: str
    """The subject of the decision, such as “the winner”, or the condition, such as “player 1 is ahead”."""
    answer: str
    clauses: tuple[str, ...]
    """The full ids of the clauses that decided it, such as 1862.II.1; none where only the editor speaks."""
    readings: tuple[str, ...]
    """The names of the doubts that bear on it."""
    reasons: tuple[Decision, ...]
    """The decisions on which it rests."""
    sentence: str
    """The words of the rules."""


class Note(NamedTuple):
    """Where a decision comes from, as far as one sentence of the rules says it."""

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
    """Of a comparison: what is compared."""


class Node(NamedTuple):
    """A decision as it is put down while rules run."""

    topic: Topic
    subject: Any
    value: Any
    trail: Trail
    looked: int
    """The pieces that it rests on, a bit for each."""


SEEN_BY_ALL = ("number", "held", "role", "end", "choice", "option", "observed")
"""Decisions of these forms are public, whatever they rest on."""


def winning(names: Sequence[str]) -> str:
    """Return who wins, one or several."""
    first = ", ".join(names[:-1])
    return f"{first} and {names[-1]} win" if first else f"{names[0]} {'win' if names[0] == 'you' else 'wins'}"


class Words:
    """Says pieces, players, groups and values in words; a piece that the listener must not know is only counted."""

    def __init__(self, rules: model.Rules, seen: Collection[int] | None = None) -> None:
        """Speak to somebody who sees these pieces, or, if None, all."""
        self.rules = rules
        self.seen = seen
        self._unknown = 0 if seen is None else ~bits_of(seen)

    def knows(self, looked: int) -> bool:
        """Return whether the listener knows all pieces that something rests on."""
        return not looked & self._unknown

    def hears(self, node: Node) -> bool:
        """Return whether the listener may be told of a decision at all."""
        return node.topic.form in SEEN_BY_ALL or self.knows(node.looked)

    def called(self, topic: Topic) -> str:
        """Return what a property says of a thing, with its article if it has one."""
        return self.rules.predicates[topic.name].words or topic.name

    def thing(self, value: Any, kind: Kind) -> str:
        """Say a thing of a kind."""
        if value is None:
            return "nobody" if kind.base == "player" else "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if kind.base == "player":
            return f"player {value + 1}"
        if kind.base == "piece":
            return self.pieces((value,))
        if kind.base == "pieces":
            return self.pieces(sorted(value))
        if kind.base == "group":
            return self.group(value, kind.name)
        if kind.is_set:
            return ", ".join(self.thing(one, kind.one) for one in value) or "none"
        return self.rules.values[kind.name].values[value] if kind.base == "value" else str(value)

    def pieces(self, pieces: Iterable[int]) -> str:
        """Say pieces by their codes."""
        known, hidden, codes = [], 0, self.rules.pieces.codes
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

    def group(self, group: Any, name: str) -> str:
        """Say a group by its sort and its pieces."""
        return f"{self.rules.groups[name].sorts[group.sort].name} {self.pieces(group.pieces)}"

    # ------------------------------------------------------------------------------------- decisions

    def question(self, topic: Topic, subject: Any, value: Any) -> str:
        """Return what was decided."""
        return QUESTIONS[topic.form](self, topic, subject, value)

    def answer(self, topic: Topic, subject: Any, value: Any) -> str:
        """Return how it was decided."""
        if topic.form in ("number", "held"):
            said = [str(one) if topic.form == "number" else self.thing(one, topic.kind) for _, one in value]
            return said[0] if len(set(said)) == 1 else ", ".join(said)
        if topic.form == "turns":
            return ", ".join(self.thing(one, topic.kind) for one in value) or "none"
        if topic.form == "state":
            return topic.name
        if topic.form in ("option", "observed"):
            return str(value)
        if topic.form == "end":
            return winning([f"player {one + 1}" for one in value]) if value else "nobody wins"
        if topic.form == "comparison":
            return self.thing(value, topic.over)
        return self.thing(value, topic.kind)

    def owned(self, topic: Topic, subject: Any, value: Any) -> str:
        """Say a name with its owner."""
        if subject is None:
            return f"the {topic.name}"
        owner = self.rules.definitions[topic.name].owner if topic.name in self.rules.definitions else None
        return f"{self.thing(subject, owner or PLAYER)}'s {topic.name}"

    def numbers(self, topic: Topic, subject: Any, value: Any) -> str:
        """Say whose numbers changed."""
        owners = [owner for owner, _ in value if owner is not None]
        if topic.kind.name == topic.name and owners:  # a state of a further pair
            name = self.rules.pieces.name
            return self.pieces(owners) if len(owners) == 1 else f"the {plural(name)}"
        if len(owners) == 1:
            return f"{self.thing(owners[0], self.owner_of(topic.name))}'s {topic.name}"
        return f"the {plural(topic.name)}" if owners else f"the {topic.name}"

    def owner_of(self, name: str) -> Kind:
        """Return what owns something that play changes."""
        owners: dict[str, Kind | None] = {one.name: one.owner for one in self.rules.numbers}
        owners |= {one.name: one.owner for one in self.rules.held}
        return owners.get(name) or PLAYER

    def comparison(self, topic: Topic, subject: Any, value: Any) -> str:
        """Return what was compared."""
        each = [f"{self.thing(one, topic.over)}'s {self.thing(thing, topic.kind)}" for one, thing in subject]
        return f"the {topic.name} of {' and '.join(each)}" if each else f"the {topic.name} of none"

    def ranks(self, topic: Topic, subject: Any, value: Any) -> str:
        """Return which two were compared."""
        one, other = (self.thing(thing, topic.kind) for thing in subject)
        return f"{one} is {topic.name} {'as' if topic.name == 'as good' else 'than'} {other}"

    def choice(self, topic: Topic, subject: Any, value: Any) -> str:
        """Return who chose, and what for."""
        who = "chance" if subject is None else f"player {subject + 1}"
        return f"the {topic.name} of {who}" if topic.name else f"what {who} does"


QUESTIONS: dict[str, Callable[[Words, Topic, Any, Any], str]] = {
    "definition": Words.owned,
    "group": Words.owned,
    "groups": lambda words, topic, subject, value: f"player {subject + 1}'s {plural(topic.name)}",
    "predicate": lambda words, topic, subject, value: f"{words.thing(subject, topic.kind)} is {words.called(topic)}",
    "miss": lambda words, topic, subject, value: f"player {subject[0] + 1} has {words.group(subject[1], topic.name)}",
    "comparison": Words.comparison,
    "ranks": Words.ranks,
    "number": Words.numbers,
    "held": Words.numbers,
    "role": lambda words, topic, subject, value: f"the {topic.name}",
    "state": lambda words, topic, subject, value: words.pieces(value),
    "check": lambda words, topic, subject, value: topic.name,
    "turns": lambda words, topic, subject, value: topic.name,
    "choice": Words.choice,
    "option": Words.choice,
    "observed": lambda words, topic, subject, value: "what is observed",
    "end": lambda words, topic, subject, value: "the game",
}


class Notes:
    """The notes of one set of closures, each with its number."""

    def __init__(self, rules: model.Rules) -> None:
        """Begin without notes."""
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

    def known(self, trail: Trail, looked: int, words: Words) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the clauses and readings of a trail that a listener may know: only the first, if it rests on more."""
        return self.gathered(trail if words.knows(looked) else trail[:1])

    def gathered(self, trail: Trail) -> tuple[tuple[str, ...], tuple[str, ...]]:
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

    def decisions(self, trail: Trail, words: Words) -> tuple[Decision, ...]:
        """Put the decisions of a trail that the listener may hear of into words, each with all its reasons."""
        return tuple(self.decision(node, words, set()) for node in _heard(trail, words))

    def decisions_together(self, trail: Trail, words: Words) -> tuple[Decision, ...]:
        """Put the decisions of a trail into words, each once; reasons given for one are not given again for another."""
        told: set[int] = set()
        nodes = {id(node): node for node in _heard(trail, words)}
        return tuple(self.decision(node, words, told) for node in nodes.values())

    def decision(self, node: Node, words: Words, told: set[int]) -> Decision:
        """Put a decision into words; what was told before is named without its reasons.

        Where it rests on pieces that the listener does not know, he is told no more than what he can see: neither
        the reasons nor which case of the rules it was.
        """
        topic, subject, value, trail, looked = node
        if not words.knows(looked):
            trail = [trail[0], *trail[-1:]] if topic.form == "option" else trail[:1]
        own: list[int] = []
        inner: dict[int, Any] = {}
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
        question, answer = words.question(topic, subject, value), words.answer(topic, subject, value)
        return Decision(question, answer, clauses, readings, reasons, sentence)

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


def _heard(trail: Trail, words: Words) -> Iterable[Node]:
    """Return the decisions of a trail that a listener may hear of."""
    return (item for item in trail if not isinstance(item, int) and words.hears(item))


def _numbers_in(trail: Trail) -> Iterable[int]:
    for item in trail:
        if isinstance(item, int):
            yield item
        else:
            yield from _numbers_in(item.trail)
