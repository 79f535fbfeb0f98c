"""Convert answers to words and back; refuse other input as invalid, illegal or ambiguous.

An answer is the number of a piece, a player, a value or an option, or the index of a group in the offer.

    he chooses a card in his hand as the card.          answer 24 is QH; “queen of hearts”, “qh” and “Q♥” mean it
    “KH”, which is in nobody's hand he knows            Refusal("illegal", “KH cannot be the card, …”, clauses)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from cc_dsl.closures.builder import Builder
from cc_dsl.closures.changes import PIECES_DRAWN
from cc_dsl.closures.naming import Naming, in_capitals
from cc_dsl.closures.reasons import Decision, Exclusion, Words, full_clauses
from cc_dsl.closures.state import Combination, State
from cc_dsl.errors import CircularError
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind, a_name

MOST_NAMED = 5
LISTED = "moves() lists what is allowed here."
REMEDIES = {"over": "Take the last choice back with undo(), or begin another game."}
"""What to do where a refusal names no moves that are allowed."""


class Move(NamedTuple):
    """An answer that is allowed."""

    answer: int
    """The number by which it is given: that of a piece, a player, a value or an option."""
    text: str
    """The sign by which it is given, as a record has it."""
    clauses: tuple[str, ...]
    """The full ids of the clauses that allow it."""


def divide_clauses(cited: Sequence[Collection[str]]) -> tuple[list[str], list[list[str]]]:
    """Return the clauses common to all moves, and the remaining clauses of each move."""
    common = [clause for clause in (cited[0] if cited else ()) if all(clause in clauses for clauses in cited)]
    return common, [[clause for clause in clauses if clause not in common] for clauses in cited]


class Refusal(NamedTuple):
    """The reason why an answer is refused."""

    kind: str
    """`invalid` (not in the notation), `illegal` (not allowed here), `ambiguous` (several fit), or `over`."""
    sentence: str
    """Why not."""
    clauses: tuple[str, ...]
    """The full ids of the clauses that decide what is allowed here."""
    readings: tuple[str, ...]
    """The names of the open places that affect it."""
    nearest: tuple[str, ...]
    """Moves that are allowed, the nearest first."""
    reasons: tuple[Decision, ...] = ()
    """The reason why it is not allowed, as far as its player knows."""


OVER = Refusal("over", "The game is over; nothing is asked any more.", (), (), ())
"""The refusal of every answer once nothing is asked."""


def allowed_here(refusal: Refusal, count: int) -> str:
    """Return the sentence that names some legal moves, and the number of the others."""
    more = max(0, count - len(refusal.nearest)) if refusal.kind != "ambiguous" else 0
    return f"Allowed here: {'; '.join(refusal.nearest)}{f'; and {more} more' if more else ''}."


class MoveRefused(CircularError, ValueError):
    """An answer was given that the rules do not allow; the clauses are the place of the error."""

    code = "no-move"

    def __init__(self, refusal: Refusal, count: int = 0) -> None:
        """Take the refusal and the number of legal answers, of which it names the nearest."""
        self.refusal = refusal
        self.sentence, self.place = refusal.sentence, ", ".join(refusal.clauses)
        self.remedy = allowed_here(refusal, count) if refusal.nearest else REMEDIES.get(refusal.kind, LISTED)
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
    rules: model.Rules, act: Act, answer: int, offered: tuple[Combination, ...], naming: Naming | None = None
) -> str:
    """Return a player's answer in the words of a record, or in those used at a table."""
    assert not isinstance(act, model.Observe)
    words = Words(rules, None, naming)
    if isinstance(act, model.ChooseOption):
        return words.heard_form(act.options[answer].name)
    kind = act.kind.element_kind
    return words.thing(offered[answer] if kind.base == "group" else answer, kind)


def is_answer(rules: model.Rules, act: Act, answer: int, state: State, seats: int) -> bool:
    """Return whether a number is an answer here, legal or illegal."""
    return any(answer == number for _, number in spellings(rules, act, state, seats))


def spellings(rules: model.Rules, act: Act, state: State, seats: int) -> list[tuple[str, int]]:
    """Return every spelling of a legal answer, in capitals, with the answer; pieces have their own list."""
    kind = kind_of(act)
    assert not isinstance(act, model.Observe)
    if kind.base == "piece":
        listed, alike = [*rules.pieces.spellings.items()], rules.pieces.alike
        # What is written without a number is any of those that are alike.
        own = {words.upper() for words in (*rules.pieces.names, *rules.pieces.codes)} if alike else set()
        shared = [(words, first) for words, first in listed if words not in own] if alike else []
        return [*listed, *((words, one) for one in state.options for words, first in shared if first == alike[one])]
    if isinstance(act, model.ChooseOption):
        return [(in_capitals(option.name), place) for place, option in enumerate(act.options)]
    if kind.base != "group":
        return [*names_of(rules, kind, seats).items()]
    ways = []  # with the sort and the pieces, or the pieces alone; pieces in any order
    for place, group in enumerate(state.offered):
        pieces = _sorted_words(rules, group.pieces)
        sort = rules.groups[kind.name].sorts[group.sort].name
        ways += [(f"{in_capitals(sort)} {pieces}", place), (pieces, place)]
    return ways


def _sorted_words(rules: model.Rules, pieces: Iterable[int]) -> str:
    return " ".join(rules.pieces.codes[piece].upper() for piece in sorted(pieces))


def normalize_answer(rules: model.Rules, act: Act, text: str) -> str:
    """Normalise typed words to the form of the keys of `spellings`."""
    if kind_of(act).base != "group":
        return in_capitals(text)
    words = text.replace(",", " ").split()
    pieces = [rules.pieces.read(word) for word in words]
    known = [piece for piece in pieces if piece is not None]
    others = [word.upper() for word, piece in zip(words, pieces, strict=True) if piece is None]
    return " ".join([*others, *([_sorted_words(rules, known)] if known else [])])


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


def not_among(rules: model.Rules, kind: Kind) -> str:
    """Return the sentence that lists what can be chosen, for a player who has typed something else."""
    if kind == OPTION:
        return "not something to do here"
    if kind == OBSERVED:
        return "not something that can be observed here"
    if kind.base == "piece":
        return f"not {a_name(rules.pieces.name)}"
    return f"not {a_name(kind.name)} that is offered here" if kind.base == "group" else f"not {a_name(kind.name)}"


def group_exclusion(
    build: Builder, name: str, text: str, state: State, seen: Collection[int], naming: Naming | None = None
) -> Exclusion | None:
    """Return why pieces are not a group here: the nearest sort, and the requirement they fail; None without pieces.

    It reveals nothing about pieces that the player does not see.
    """
    rules = build.rules
    read = {word: rules.pieces.read(word) for word in text.replace(",", " ").split()}
    pieces = tuple(sorted({piece for piece in read.values() if piece is not None}))
    if not pieces:
        return None
    finder, group = build.finder(name), rules.groups[name]
    words = Words(rules, None, naming)
    shown, origins = words.pieces(pieces), [group.origin]
    sentence = f"{shown} make no {name}."
    readings: list[str] = []
    hidden = [piece for piece in pieces if piece not in seen]
    if hidden:
        be = "is" if len(hidden) == 1 else "are"
        sentence = f"{shown} make no {words.name(name)} here: {words.pieces(hidden)} {be} hidden."
        pieces = ()
    made_of = finder.sorts_of(state, pieces) if group.least <= len(pieces) <= group.most else ()
    said_sort = in_capitals(" ".join(word for word, piece in read.items() if piece is None))
    of_that_name = [sort for sort in made_of if in_capitals(group.sorts[sort].name) == said_sort]
    for sort in of_that_name or made_of:
        failed = finder.refusal(state, Combination(sort, pieces))
        form = group.sorts[sort]
        readings += form.readings
        if failed is None:
            sentence = f"{shown} would make {a_name(form.name)}, but is not among what can be chosen."
            origins.append(form.origin)
            continue
        origins = [form.requirements[failed].origin, form.origin]
        sentence = f"{shown} would make {a_name(form.name)}, but: {words.heard_form(origins[0].sentence)}"
        break
    return Exclusion(full_clauses(rules, origins), tuple(dict.fromkeys(readings)), sentence=sentence)
