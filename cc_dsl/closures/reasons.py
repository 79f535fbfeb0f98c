"""Decisions with their reasons, as trees of words, clauses and readings.

While rules run, only numbers and bare tuples are recorded (`tracing_builder.py`); the words are looked up on demand. A
trail is a list in which a number stands for a `Note`, and a `DecisionRecord` for a decision. Other modules turn these
trees into prose.

    the prize is 3 if the winner is the guest (II.3).
    trail: [17, DecisionRecord(topic, …, 3, …)]   Decision("the prize", "3", clauses ("II.3",), reasons (the winner, …))
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence, Sized
from typing import Any, NamedTuple, TypeAlias

from cc_dsl.closures.listener_names import ListenerNames, count_alike, is_plural, join_words, possessive, verb_form
from cc_dsl.closures.state import Combination, mask
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NONE, PLAYER, Kind, a_name, plural

Trail: TypeAlias = "list[int | DecisionRecord]"
"""The trail of a decision while rules run."""
Reasons: TypeAlias = "Sequence[int | DecisionRecord]"
"""The same, once it is complete."""


class DecisionFact(NamedTuple):
    """The result of a decision as data, from which a sentence is made."""

    form: str
    """The form of its topic."""
    key: str
    """The name that the rules give to it."""
    name: str
    """The same name as the listener reads it."""
    whose: str
    """The owner, or the player who chose, in words; empty if there is none."""
    seat: int | None
    """The number of that player."""
    player: int | None
    """The player who is the answer."""
    amount: int | None
    """The answer as a number, or the number of pieces in it."""
    base: str
    """The base of the kind of the answer."""
    is_none: bool = False
    is_state: bool = False
    """Whether it is a state of pieces, which are then the owners."""
    compared: tuple[tuple[str, str], ...] = ()
    """In a comparison, each owner and the thing compared, in words."""

    @property
    def owner(self) -> int | str | None:
        """The owner: a player by number, or another owner in words; None without an owner, or for the game."""
        is_of_game = self.is_state and self.amount == 1 and self.whose.startswith("the ")
        return self.seat if self.seat is not None else None if is_of_game else self.whose or None


class Decision(NamedTuple):
    """One decision of the rules, a player or chance, with its reasons."""

    question: str
    """The subject of the decision, such as “the winner”, or the condition, such as “player 1 is ahead”."""
    answer: str
    clauses: tuple[str, ...]
    """The full ids of the clauses that decided it, such as 1862.II.1; none if the rule is the editor's."""
    readings: tuple[str, ...]
    """The names of the open places that affect it."""
    reasons: tuple[Decision, ...]
    """The decisions on which it rests."""
    sentence: str
    """The words of the rules."""
    fact: DecisionFact
    """The same as data, for sentences to a person."""


class Exclusion(NamedTuple):
    """The reason why an answer cannot be chosen or an event observed."""

    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    decisions: tuple[Decision, ...] = ()
    """The decisions that exclude it, as far as the player knows."""
    sentence: str = ""
    """The reason in words, if it is not a decision."""


class Note(NamedTuple):
    """One sentence of the rules as a source of a decision."""

    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    sentence: str
    decides: bool
    """Whether the sentence gives the answer, rather than only helping to find it."""


def full_clauses(rules: model.Rules, origins: Iterable[model.Origin]) -> tuple[str, ...]:
    """Return the full ids of the clauses of sentences, each once."""
    clauses = (clause for origin in origins for clause in origin.clauses)
    return tuple(dict.fromkeys(model.full_clause(rules.name, clause) for clause in clauses))


class Topic(NamedTuple):
    """The part of a decision that does not depend on the position: its subject."""

    form: str
    name: str = ""
    kind: Kind = NONE
    over: Kind = PLAYER
    """In a comparison, the things compared; in a relation, the kind of the other thing; otherwise the kind of the
    owner.
    """


class DecisionRecord(NamedTuple):
    """A decision as recorded while rules run."""

    topic: Topic
    subject: Any
    value: Any
    trail: Reasons
    looked: int
    """The bit set of the pieces on which it rests."""
    square: str = ""
    """The value whose place holds the piece that a player chooses from pieces that are alike."""


LONGEST_SIGN = 2
"""The most letters of a sign such as WN; longer codes are words, which commas separate."""
SEEN_BY_ALL = ("number", "held", "role", "end", "choice", "option", "observed")
"""Decisions of these forms are public, whatever they rest on."""


def words_of_win(names: Sequence[str]) -> str:
    """Return the winners in words."""
    return f"{join_words(names)} {'win' if len(names) > 1 else verb_form(names[0], 'win', 'wins')}"


class WordLookup:
    """The words for pieces, players, groups and values; pieces that the listener must not know are only counted."""

    def __init__(
        self, rules: model.Rules, seen: Collection[int] | None = None, naming: ListenerNames | None = None
    ) -> None:
        """Speak to a listener who sees these pieces (None means all), with that listener's names."""
        self.rules = rules
        self.seen = seen
        self.naming = naming
        self._unknown = 0 if seen is None else ~mask(seen)

    def knows_pieces(self, looked: int) -> bool:
        """Return whether the listener knows all pieces on which a decision rests."""
        return not looked & self._unknown

    def may_hear(self, record: DecisionRecord) -> bool:
        """Return whether the listener may learn of a decision at all."""
        return record.topic.form in SEEN_BY_ALL or self.knows_pieces(record.looked)

    def count(self, number: int) -> str:
        """Return a number in words; a negative number is spelt out for a person."""
        return f"minus {-number}" if self.naming is not None and number < 0 else str(number)

    def predicate(self, topic: Topic) -> str:
        """Return the predicate of a property, with its article if it has one."""
        words = self.rules.predicates[topic.name].words or topic.name
        special_name = self.naming.names.get(topic.name) if self.naming is not None else None
        if special_name is None:
            return self.heard_form(words)
        return a_name(special_name) if words.startswith(("a ", "an ")) else special_name

    def heard_form(self, text: str) -> str:
        """Return a phrase of the rules as it is worded for the listener."""
        return text if self.naming is None else self.naming.without_hyphens(text)

    def condition(self, text: str) -> str:
        """Return a condition of the rules as it is worded for the listener: “there is a King” for `… is a card`."""
        if self.naming is None:
            return text
        kinds = "|".join(("player", self.rules.pieces.name, *self.rules.values))
        # A condition that says only whether there is something: `the victor is a suit`.
        existence = rf"\b(the|his|its) ([\w-]+) is (none|not none|an? (?:{kinds}))(?![\w-]| that| of)"
        return self.naming.in_condition(re.sub(existence, self._existence_in_words, text))

    def _existence_in_words(self, match: re.Match[str]) -> str:
        """Return a matched condition as “there is a …” or “he has a …”, unless its words begin with “the”."""
        owner, words, is_none = match[1], self.name(match[2]), match[3] == "none"
        if words.startswith("the "):
            return match[0]
        what = f"no {words}" if is_none else words if is_plural(words) else a_name(words)
        if owner != "the":
            return f"{'he' if owner == 'his' else 'it'} has {what}"
        return f"there {'are' if is_plural(words) else 'is'} {what}"

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
            members = [self.thing(member, kind.element_kind) for member in value]
            if kind.base == "groups" and self.naming is not None:
                return join_words([f"the {member}" for member in members]) or "none"
            return ", ".join(members) or "none"
        if kind.base == "value":
            name = self.rules.values[kind.name].values[value]
            return f"the {self.name(name)}" if name == kind.name else self.name(name)  # the game has a kind of its own
        if kind.base == "sort":
            return self.name(self.rules.groups[kind.name].sorts[value].name)
        return self.count(value) if isinstance(value, int) else str(value)

    def pieces(self, pieces: Iterable[int]) -> str:
        """Return pieces by their codes."""
        known_codes, hidden_count, codes = [], 0, self.rules.pieces.codes if self.naming is None else self.naming.pieces
        is_word = self.naming is not None and all(code.isalpha() and len(code) > LONGEST_SIGN for code in codes[:1])
        between = ", " if is_word or any(" " in code for code in codes[:1]) else " "
        for piece in pieces:
            if self.seen is None or piece in self.seen:
                known_codes.append(codes[piece])
            else:
                hidden_count += 1
        if self.naming is not None and self.rules.pieces.alike and between == ", ":
            known_codes = [words if words[0].isdigit() else a_name(words) for words in count_alike(known_codes)]
        special_names = self.naming.names if self.naming is not None else {}  # such as “the red Joker”
        signs = between.join(code for code in known_codes if code not in special_names)
        words = [*filter(None, [signs]), *(special_names[code] for code in known_codes if code in special_names)]
        if hidden_count:
            name = self.rules.pieces.name
            words.append(f"a hidden {name}" if hidden_count == 1 else f"{hidden_count} hidden {plural(name)}")
        return join_words(words) or "none"

    def group(self, group: Combination, name: str) -> str:
        """Return a group by its sort and its pieces."""
        return f"{self.heard_form(self.rules.groups[name].sorts[group.sort].name)} {self.pieces(group.pieces)}"

    # ------------------------------------------------------------------------------------- decisions

    def question(self, record: DecisionRecord, fact: DecisionFact) -> str:
        """Return the subject of a decision in words, such as “the winner”."""
        topic, subject, name = record.topic, record.subject, fact.name
        match topic.form:
            case "definition" | "group":
                return f"{possessive(fact.whose) if fact.whose else 'the'} {name}"
            case "groups":
                return f"{possessive(fact.whose)} {plural(name)}"
            case "predicate":
                return f"{fact.whose} {verb_form(fact.whose, 'are', 'is')} {name}"
            case "relation":
                first, second = subject
                return f"{self.thing(first, topic.kind)} {self.heard_form(name)} {self.thing(second, topic.over)}"
            case "miss":
                who = self.player(subject[0])
                return f"{who} {verb_form(who, 'have', 'has')} {self.group(subject[1], topic.name)}"
            case "comparison":
                comparison = " and ".join(f"{possessive(owner)} {thing}" for owner, thing in fact.compared)
                noun = self.name(topic.kind.name).partition(" (")[0]
                is_named = self.naming is not None and topic.kind.base == "number" and topic.kind.name != "number"
                what = f" {noun}" if is_named and " of " not in noun else ""
                return f"the {topic.name}{what} of {comparison}"
            case "ranks":
                article = "the " if topic.kind.base == "group" and self.naming is not None else ""
                first, second = (f"{article}{self.thing(thing, topic.kind)}" for thing in subject)
                return f"{first} is {topic.name} {'as' if topic.name == 'as good' else 'than'} {second}"
            case "number" | "held":
                return self._owners(record)
            case "role":
                return f"the {name}"
            case "state":
                return fact.whose
            case "check" | "turns":
                return self.condition(topic.name)
            case "choice" | "option":
                who = fact.whose or "chance"
                return f"the {topic.name} of {who}" if topic.name else f"what {who} does"
        return {"observed": "what is observed", "end": "the game"}[topic.form]

    def answer(self, record: DecisionRecord) -> str:
        """Return the answer of a decision in words."""
        topic, value = record.topic, record.value
        match topic.form:
            case "number" | "held":
                words = [self.thing(each, topic.kind) for _, each in value]
                return words[0] if len(set(words)) == 1 else ", ".join(words)
            case "turns":
                return ", ".join(self.thing(each, topic.kind) for each in value) or "none"
            case "state":
                return self.name(topic.name)
            case "option":
                return self.name(str(value))
            case "observed":
                return str(value)
            case "end":
                return words_of_win([self.player(each) for each in value]) if value else "nobody wins"
            case "comparison":
                return self.thing(value, topic.over)
            case "choice" if record.square and self.naming is not None:
                return f"the {self.naming.pieces[value]} on {self.name(record.square)}"
        return self.thing(value, topic.kind)

    def _pair(self, record: DecisionRecord) -> str:
        """Return the two things to which a value belongs."""
        first, second = map(self.thing, record.subject, self.rules.definitions[record.topic.name].pair)
        return f" of {first} by {second}"

    def _owners(self, record: DecisionRecord) -> str:
        """Return changed values with their owners in words: “your score”, “each player's score”, “the squares”."""
        topic, name, kind = record.topic, self.name(record.topic.name), record.topic.over
        owners = [owner for owner, _ in record.value if owner is not None]
        # A state of players, of values or of the game, or a second state of pieces.
        if topic.kind.name == topic.name and owners:
            first = self.thing(owners[0], kind)
            return first if len(owners) == 1 else f"the {plural(kind.name or self.rules.pieces.name)}"
        if len(owners) == 1:
            return f"{possessive(self.thing(owners[0], kind))} {name}"
        if self.naming is None or not owners:
            return f"the {plural(name) if owners else name}"
        # An edition's display name may already be a plural, such as “points”.
        if kind.base == "value":
            everybody = len(self.rules.values[kind.name].values)
        else:
            everybody = len(self.naming.players if kind == PLAYER else self.rules.pieces.codes)
        names = [possessive(self.thing(owner, kind)) for owner in owners]
        whose = join_words(names) if len(names) < everybody else f"each {self.name(kind.name or kind.base)}'s"
        return f"{whose} {name}"

    def fact(self, record: DecisionRecord) -> DecisionFact:
        """Return a decision as data, from which a sentence is made.

        `amount` is the number of owners if a state of theirs changes, the number of pieces in the answer if it is
        pieces, a piece or a group, the number of groups if it is several, and the answer itself if it is a number;
        otherwise None.
        """
        topic, value, form = record.topic, record.value, record.topic.form
        whose, seat = self._subject(record)
        is_stored = form in ("number", "held")
        is_state = form == "state" or (form == "held" and topic.kind.name == topic.name)
        amount = len(value) if is_stored and is_state else None
        # The change of a variable lists each owner with the new value; if all have the same value, that is the answer.
        if is_stored:
            values = {member for _, member in value}
            value = values.pop() if len(values) == 1 else ()
        base = {"state": "pieces", "number": "number", "group": "group"}.get(form, topic.kind.base)
        if base in ("pieces", "group", "groups"):
            pieces = getattr(value, "pieces", value)
            amount = len(pieces) if amount is None and isinstance(pieces, Sized) else amount
        elif amount is None:
            amount = value if base == "number" and isinstance(value, int) else 1 if base == "piece" else None
        name = self.predicate(topic) if form == "predicate" else self.name(topic.name)
        pairs = record.subject if form == "comparison" else ()
        return DecisionFact(
            form=form,
            key=str(record.value) if form == "option" else topic.name or form,
            name=f"{name}{self._pair(record)}" if topic.over.base == "pair" else name,
            whose=whose,
            seat=seat,
            player=value if base == "player" and isinstance(value, int) else None,
            amount=amount,
            base=base,
            is_none=value is None,
            is_state=is_state,
            compared=tuple((self.thing(owner, topic.over), self.thing(thing, topic.kind)) for owner, thing in pairs),
        )

    def _subject(self, record: DecisionRecord) -> tuple[str, int | None]:
        """Return the owner of a decision in words, and the number of the owner if it is a player."""
        topic, subject, value, kind = record.topic, record.subject, record.value, PLAYER
        match topic.form:
            case "number" | "held":
                owners = [owner for owner, _ in value if owner is not None]
                if topic.kind.name == topic.name and owners:
                    return self._owners(record), None
                subject, kind = owners[0] if len(owners) == 1 else None, topic.over
            case "definition" | "group":
                kind = topic.over
            case "predicate":
                kind = topic.kind
            case "state":
                return self.pieces(value), None
            case "end" if len(value) == 1:
                subject = value[0]
            case "choice" | "option" | "groups" | "end":
                pass
            case _:
                return "", None
        if subject is None or kind.base == "pair":
            return "", None
        return self.thing(subject, kind), subject if kind.base == "player" else None


MOST_REMEMBERED = 10_000
"""The most combinations of notes whose sources are cached."""


class Notes:
    """The notes of one set of closures, each with its number."""

    def __init__(self, rules: model.Rules) -> None:
        """Start without notes."""
        self._rules = rules
        self._listed: list[Note] = []
        self._numbers: dict[Note, int] = {}
        self._sources: dict[tuple[int, ...], Note] = {}

    def number(self, origins: Iterable[model.Origin], readings: Iterable[str] = (), decides: bool = False) -> int:
        """Return the number of the note for these origins and readings together."""
        origin_list = list(origins)
        names = dict.fromkeys([*(origin.reading for origin in origin_list if origin.reading), *readings])
        note = Note(
            full_clauses(self._rules, origin_list),
            tuple(names),
            origin_list[0].sentence if origin_list else "",
            decides,
        )
        if note not in self._numbers:
            self._numbers[note] = len(self._listed)
            self._listed.append(note)
        return self._numbers[note]

    def known_sources(self, trail: Reasons, looked: int, words: WordLookup) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the clauses and readings of a trail that a listener may know: only the first, if it rests on more."""
        return self.sources_of(trail if words.knows_pieces(looked) else trail[:1])

    def sources_of(self, trail: Reasons) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the clauses and the readings of a whole trail, each once, in order of first use."""
        sources = self._sources_of(_numbers_in(trail))
        return sources.clauses, sources.readings

    def _sources_of(self, numbers: Iterable[int]) -> Note:
        """Return the sources of several notes as one note, with the sentence of the deciding or else the first note."""
        key = tuple(dict.fromkeys(numbers))
        if key not in self._sources:
            if len(self._sources) > MOST_REMEMBERED:
                self._sources.clear()
            notes = [self._listed[number] for number in key]
            sentences = sorted((note for note in notes if note.sentence), key=lambda note: not note.decides)
            self._sources[key] = Note(
                tuple(dict.fromkeys(clause for note in notes for clause in note.clauses)),
                tuple(dict.fromkeys(reading for note in notes for reading in note.readings)),
                sentences[0].sentence if sentences else "",
                decides=bool(sentences) and sentences[0].decides,
            )
        return self._sources[key]

    def decisions(self, trail: Reasons, words: WordLookup) -> tuple[Decision, ...]:
        """Put the decisions of a trail that the listener may know into words, each with all its reasons."""
        return tuple(self.decision(record, words, set()) for record in _audible_decisions(trail, words))

    def decisions_together(self, trail: Reasons, words: WordLookup) -> tuple[Decision, ...]:
        """Put the decisions of a trail into words, each once; reasons given for one are not repeated for another."""
        reported_ids: set[int] = set()
        records = {id(record): record for record in _audible_decisions(trail, words)}
        return tuple(self.decision(record, words, reported_ids) for record in records.values())

    def decision(self, record: DecisionRecord, words: WordLookup, reported_ids: set[int]) -> Decision:
        """Return a decision in words; a decision reported before is named without its reasons.

        If it rests on pieces unknown to the listener, neither the reasons nor the case of the rules are named.
        """
        topic, trail = record.topic, record.trail
        if not words.knows_pieces(record.looked):
            trail = [trail[0], *trail[-1:]] if topic.form == "option" else trail[:1]
        inner = {id(item): item for item in trail if not isinstance(item, int) and words.may_hear(item)}
        sources = self._sources_of([item for item in trail if isinstance(item, int)])
        reasons: tuple[Decision, ...] = ()
        if inner and id(record) not in reported_ids:
            reported_ids.add(id(record))
            reasons = tuple([self.decision(reason, words, reported_ids) for reason in inner.values()])
        fact, answer = words.fact(record), words.answer(record)
        question = words.question(record, fact)
        return Decision(question, answer, sources.clauses, sources.readings, reasons, sources.sentence, fact)


def _audible_decisions(trail: Reasons, words: WordLookup) -> Iterable[DecisionRecord]:
    """Return the decisions of a trail that a listener may know."""
    return (item for item in trail if not isinstance(item, int) and words.may_hear(item))


def _numbers_in(trail: Reasons) -> Iterable[int]:
    """Yield the numbers of the notes of a trail and of all decisions in it."""
    for item in trail:
        if isinstance(item, int):
            yield item
        else:
            yield from _numbers_in(item.trail)
