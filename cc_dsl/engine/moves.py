"""Convert answers to words and back; refuse other input as invalid, illegal or ambiguous.

An answer is the number of a piece, a player, a value or an option, or the index of a group in the offer.

    he chooses a card in his hand as the card.          answer 24 is QH; “queen of hearts”, “qh” and “Q♥” mean it
    “KH”, which he does not have                        Refusal("illegal", “KH cannot be the card, …”, clauses)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from cc_dsl.closures.builder import Builder
from cc_dsl.closures.changes import PIECES_DRAWN
from cc_dsl.closures.listener_names import ListenerNames, in_capitals
from cc_dsl.closures.reasons import Decision, Exclusion, WordLookup, full_clauses
from cc_dsl.closures.state import Combination, State
from cc_dsl.core import facts
from cc_dsl.errors import CircularError
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import Kind, a_name

MOST_NAMED = 5
LISTED = "moves() lists what is allowed here."
FILLERS = ("a", "an", "and", "the")
"""Words before and between the names of moves that mean nothing."""
ARTICLE = re.compile(r"\s*(?:the|an?)\s+(?=\S)", re.IGNORECASE)
REMEDIES = {"over": "Take the last choice back with undo(), or begin another game."}
"""The remedy for a refusal that names no legal moves."""


class Move(NamedTuple):
    """An answer that is allowed."""

    answer: int
    """The number by which it is given: that of a piece, a player, a value or an option."""
    text: str
    """The sign by which it is given, as a record has it."""
    clauses: tuple[str, ...]
    """The full ids of the clauses that allow it."""


def divide_clauses(clauses_of_moves: Sequence[Collection[str]]) -> tuple[list[str], list[list[str]]]:
    """Return the clauses common to all moves, and the remaining clauses of each move."""
    first = clauses_of_moves[0] if clauses_of_moves else ()
    common = [clause for clause in first if all(clause in clauses for clauses in clauses_of_moves)]
    return common, [[clause for clause in clauses if clause not in common] for clauses in clauses_of_moves]


class Refusal(NamedTuple):
    """The refusal of an answer, with its reason."""

    kind: str
    """`invalid` (not in the notation), `illegal` (not allowed here), `ambiguous` (several fit), or `over`."""
    sentence: str
    """The reason, in a sentence."""
    clauses: tuple[str, ...]
    """The full ids of the clauses that decide what is allowed here."""
    readings: tuple[str, ...]
    """The names of the open places that affect it."""
    nearest: tuple[str, ...]
    """Moves that are allowed, the nearest first."""
    reasons: tuple[Decision, ...] = ()
    """The reason why it is not allowed, as far as its player knows."""


OVER = Refusal("over", "The game is over, so there is no question to answer.", (), (), ())
"""The refusal of every answer when no question is open."""


def words_of_allowed(refusal: Refusal, count: int) -> str:
    """Return the sentence that names some legal moves, and gives the number of the other legal moves."""
    more = max(0, count - len(refusal.nearest))
    return f"Allowed here: {'; '.join(refusal.nearest)}{f'; and {more} more' if more else ''}."


class MoveRefused(CircularError, ValueError):
    """An answer was given that the rules do not allow; the clauses are the place of the error."""

    code = "no-move"

    def __init__(self, refusal: Refusal, count: int = 0) -> None:
        """Take the refusal and the number of legal answers, of which it names the nearest."""
        self.refusal = refusal
        self.sentence, self.place = refusal.sentence, ", ".join(refusal.clauses)
        self.remedy = words_of_allowed(refusal, count) if refusal.nearest else REMEDIES.get(refusal.kind, LISTED)
        super().__init__(refusal.sentence)


Act = model.Choose | model.ChooseOption | model.Observe

OPTION = Kind("option")
OBSERVED = Kind("observation")


def kind_of(act: Act) -> Kind:
    """Return the kind of things among which a choice is made, or that of the options that the rules name."""
    if isinstance(act, model.Observe):
        return OBSERVED
    return OPTION if isinstance(act, model.ChooseOption) else act.kind.element_kind


def words_of_answer(
    rules: model.Rules, act: Act, answer: int, offered: tuple[Combination, ...], naming: ListenerNames | None = None
) -> str:
    """Return a player's answer in the words of a record, or in those used at a table."""
    assert not isinstance(act, model.Observe)
    words = WordLookup(rules, None, naming)
    if isinstance(act, model.ChooseOption):
        return words.name(act.options[answer].name)
    kind = act.kind.element_kind
    return words.thing(offered[answer] if kind.base == "group" else answer, kind)


def is_answer(rules: model.Rules, act: Act, answer: int, state: State, seats: int) -> bool:
    """Return whether a number is an answer here, legal or illegal."""
    if kind_of(act).base == "group":
        return 0 <= answer < len(state.offered)
    return any(answer == number for _, number in spellings(rules, act, state, seats))


def spellings(rules: model.Rules, act: Act, state: State, seats: int) -> list[tuple[str, int]]:
    """Return every spelling of a legal answer, in capitals, with the answer; pieces have their own list.

    Groups have none: `groups_named` finds them.
    """
    kind = kind_of(act)
    assert not isinstance(act, model.Observe)
    if kind.base == "piece":
        spelling_list, alike = [*rules.pieces.spellings.items()], rules.pieces.alike
        # A piece written without its number means any of the pieces that look the same.
        own = {words.upper() for words in (*rules.pieces.names, *rules.pieces.codes)} if alike else set()
        shared = [(words, first) for words, first in spelling_list if words not in own] if alike else []
        return [
            *spelling_list,
            *((words, number) for number in state.options for words, first in shared if first == alike[number]),
        ]
    if isinstance(act, model.ChooseOption):
        return [(in_capitals(option.name), place) for place, option in enumerate(act.options)]
    return [] if kind.base == "group" else [*names_of(rules, kind, seats).items()]


class NamedGroup(NamedTuple):
    """The sort and the pieces that typed words give for a group: “a Set, 5H, 5D and 5S”."""

    sort: str
    """Its sort or the beginning of it, in capitals; empty if the words name none."""
    pieces: tuple[int, ...]
    """The pieces that are named, in ascending order."""

    def matches(self, sort: str, exact: bool = False) -> bool:
        """Return whether the words can mean this sort: its name, the beginning of it, or its last words."""
        name = in_capitals(sort)
        is_part = name.startswith(self.sort) or f" {name}".endswith(f" {self.sort}")
        return self.sort in ("", name) or (is_part and not exact)


def read_group(rules: model.Rules, text: str) -> NamedGroup:
    """Read the sort and the pieces of a group; commas, articles and “and” say nothing."""
    pieces, words = rules.pieces.find(text)
    sort = in_capitals(" ".join(word for word in words if word.casefold() not in FILLERS))
    return NamedGroup(sort, tuple(sorted({*pieces})))


def groups_named(
    rules: model.Rules, name: str, offered: Sequence[Combination], named: NamedGroup, exact: bool = False
) -> tuple[list[int], list[int]]:
    """Return the indexes of the offered groups that are named in full, and of those that are named in part.

    A sort without pieces names a group in full.
    """
    sorts, pieces = [sort.name for sort in rules.groups[name].sorts], {*named.pieces}
    of_sort = [index for index, group in enumerate(offered) if named.matches(sorts[group.sort], exact)]
    whole = [index for index in of_sort if {*offered[index].pieces} == pieces or (named.sort and not pieces)]
    exact_matches = [index for index in whole if named.matches(sorts[offered[index].sort], exact=True)]
    return exact_matches or whole, [index for index in of_sort if pieces and pieces < {*offered[index].pieces}]


def drawn_words(rules: model.Rules, code: int, answer: int) -> str:
    """Return the picks of chance in the words of a record."""
    if code == PIECES_DRAWN:
        return rules.pieces.codes[answer]
    return f"player {answer + 1}" if code == 1 else [*rules.values.values()][code - 2].values[answer]


def names_of(rules: model.Rules, kind: Kind, seats: int | None = None) -> dict[str, int]:
    """Return the players (by default as many as may play), or the values of a kind, by their names in capitals."""
    players = (f"player {player + 1}" for player in range(seats or rules.seats[1]))
    names = players if kind.base == "player" else rules.values[kind.name].values
    return {in_capitals(name): number for number, name in enumerate(names)}


def sentence_of_choices(rules: model.Rules, kind: Kind) -> str:
    """Return the sentence that lists what can be chosen, for a player who has typed something else."""
    if kind == OPTION:
        return "not possible here"
    if kind == OBSERVED:
        return "not something that can be observed here"
    if kind.base == "piece":
        return f"not {a_name(rules.pieces.name)}"
    return f"not {a_name(kind.name)} that is offered here" if kind.base == "group" else f"not {a_name(kind.name)}"


def group_exclusion(
    build: Builder,
    name: str,
    named: NamedGroup,
    state: State,
    seen: Collection[int],
    naming: ListenerNames | None = None,
) -> Exclusion:
    """Return the reason why pieces are not a group here: the sort that they make alone, and the requirement they fail.

    A sort that is named comes first. It reveals nothing about pieces that the player does not see.
    """
    rules, pieces = build.rules, named.pieces
    group, words = rules.groups[name], WordLookup(rules, None, naming)
    pieces_in_words = words.pieces(pieces)
    make = "makes" if len(pieces) == 1 else "make"
    sentence, origins = f"{pieces_in_words} {make} no {words.name(name)}.", [group.origin]
    readings: list[str] = []
    if hidden_pieces := [piece for piece in pieces if piece not in seen]:
        be = "is" if len(hidden_pieces) == 1 else "are"
        sentence = f"{pieces_in_words} {make} no {words.name(name)} here: {words.pieces(hidden_pieces)} {be} hidden."
        return Exclusion(full_clauses(rules, origins), sentence=sentence)
    made_of = matching_sorts(build, name, pieces, state)
    of_name = [sort for sort, form in enumerate(group.sorts) if named.sort and named.matches(form.name)]
    if of_name and not {*of_name} & {*made_of}:
        form = group.sorts[of_name[0]]
        sentence = f"{pieces_in_words} {make} no {form.name}."
        return Exclusion(full_clauses(rules, [form.origin]), form.readings, sentence=sentence)
    for sort in [sort for sort in made_of if sort in of_name] or made_of:
        form, group_of_pieces = group.sorts[sort], Combination(sort, pieces)
        failed_requirements = [
            case.origin for case in form.requirements if not _meets(build, form, group_of_pieces, case.condition, state)
        ]
        readings += form.readings
        if not failed_requirements:
            sentence = f"{pieces_in_words} would make {a_name(form.name)}, but is not among what can be chosen."
            origins.append(form.origin)
            continue
        # A requirement of this sort alone explains more than a requirement that all sorts share.
        others = [case.origin for other in group.sorts if other is not form for case in other.requirements]
        origins = [min(failed_requirements, key=others.count), form.origin]
        sentence = f"{pieces_in_words} would make {a_name(form.name)}, but {words.condition(origins[0].sentence)}"
        break
    return Exclusion(full_clauses(rules, origins), tuple(dict.fromkeys(readings)), sentence=sentence)


def matching_sorts(build: Builder, name: str, pieces: tuple[int, ...], state: State) -> list[int]:
    """Return the sorts whose conditions some pieces meet; those whose requirements of pieces they meet, too, first.

    Two tiles may be a couple although a requirement of play excludes it; for a set of three, one is missing.
    """
    group, rules = build.rules.groups[name], build.rules
    if not group.least <= len(pieces) <= group.most:
        return []

    def fails_by_pieces(sort: int) -> bool:
        """Return whether the pieces fail a requirement of the sort that play cannot change."""
        form, combination = group.sorts[sort], Combination(sort, pieces)
        parts = (part for case in form.requirements for part in walk.conjuncts(case.condition))
        lasting = (part for part in parts if not facts.reads_play(rules, part))
        return not all(_meets(build, form, combination, part, state) for part in lasting)

    return sorted(build.finder(name).sorts_of(state, pieces), key=fails_by_pieces)


def _meets(build: Builder, form: model.Sort, group: Combination, condition: model.Condition, state: State) -> bool:
    """Return whether a group meets a condition of its sort."""
    return build.condition(condition)(state, [group] * max(form.frame, 1))
