"""Lay pieces for a question that two editions share, and answer it quickly, even if some pieces are missing.

A deal has one tuple of pieces for each place that the question names, and for each player separately.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cc_dsl.closures.runtime import runtime_of
from cc_dsl.closures.state import RulesFault
from cc_dsl.engine.judge import QuestionJudge
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance

Deal = tuple[tuple[int, ...], ...]
"""The pieces in each slot, by the numbers that the first edition gives them, ascending."""
Answers = tuple[object, ...]
"""The values of the keys that are compared."""


class NotComparable(Exception):
    """Two editions do not share a question; the sentence says why."""

    def __init__(self, sentence: str) -> None:
        """Take the sentence with the reason."""
        self.sentence = sentence
        super().__init__(sentence)


class InputPlace(NamedTuple):
    """A place for which the question takes pieces, or the place of one owner, such as a player."""

    key: str
    player: int | None
    size: int


class InputPieces(NamedTuple):
    """The input pieces of a question, the same in both editions."""

    question: str
    slots: tuple[InputPlace, ...]
    seats: int
    codes: tuple[str, ...]
    """The pieces, as the first edition numbers them."""

    @property
    def size(self) -> int:
        """The number of pieces in a whole deal."""
        return sum(slot.size for slot in self.slots)

    def words_of_deal(self, deal: Deal) -> dict[str, str | list[str]]:
        """Return a deal by the keys of the question, in the form that people type."""
        given_pieces: dict[str, str | list[str]] = {}
        for slot, pieces in zip(self.slots, deal, strict=True):
            words = self.signs_of(pieces)
            before = given_pieces.get(slot.key, [])
            given_pieces[slot.key] = [*before, words] if slot.player is not None else words
        return given_pieces

    def signs_of(self, pieces: Sequence[int]) -> str:
        """Return some pieces as text that can be parsed again."""
        between = ", " if any(" " in code for code in self.codes) else " "
        return between.join(self.codes[piece] for piece in pieces)

    def random_deal(self, chance: Chance) -> Deal:
        """Return a random complete deal; all are equally likely."""
        pool = [*range(len(self.codes))]
        last, below = len(pool), chance.below
        deal = []
        for slot in self.slots:
            pieces = []
            for _ in range(slot.size):
                other = below(last)
                last -= 1
                pieces.append(pool[other])
                pool[other] = pool[last]
            pieces.sort()
            deal.append(tuple(pieces))
        return tuple(deal)


def shared_layout(first: model.Rules, second: model.Rules, question: str) -> InputPieces:
    """Return the input pieces of a question of both editions; raise NotComparable if they differ."""
    seats, slots = max(first.seats[0], second.seats[0]), []
    for rules in (first, second):
        if question not in rules.questions:
            raise NotComparable(f"{rules.name} has no question “{question}”.")
        parts = rules.questions[question].piece_inputs
        owners = [(part, range(part.many(seats)) if part.is_owned else [None]) for part in parts]
        slots.append(tuple(InputPlace(part.key, owner, part.number) for part, each in owners for owner in each))
    if seats > min(first.seats[1], second.seats[1]):
        raise NotComparable(f"{first.name} and {second.name} are not for the same number of players.")
    if slots[0] != slots[1]:
        raise NotComparable(f"{first.name} and {second.name} need different pieces for the question “{question}”.")
    if sorted(first.pieces.codes) != sorted(second.pieces.codes):
        raise NotComparable(f"{first.name} and {second.name} are played with different pieces.")
    layout = InputPieces(question, slots[0], seats, first.pieces.codes)
    if layout.size > len(layout.codes):
        raise NotComparable(f"The question “{question}” may be given more pieces than there are.")
    return layout


class Answerer:
    """The answers to the question of a layout under one set of rules, without reasons."""

    def __init__(self, rules: model.Rules, layout: InputPieces, keys: Sequence[str]) -> None:
        """Prepare the answers to some keys of the question."""
        self._runtime = runtime_of(rules, "plain", layout.seats)
        question = rules.questions[layout.question]
        formatters = {formatter.key: formatter for formatter in QuestionJudge(self._runtime, question).formatters}
        missing_keys = [key for key in keys if key not in formatters]
        if missing_keys:
            raise NotComparable(f"{rules.name} has no result “{missing_keys[0]}” in its answer to “{layout.question}”.")
        self._formatters = [formatters[key] for key in keys]
        inputs_by_key = {part.key: part for part in question.piece_inputs}
        self._places = [inputs_by_key[slot.key].place + (slot.player or 0) for slot in layout.slots]
        self._states = [inputs_by_key[slot.key].state for slot in layout.slots]
        number = {code: piece for piece, code in enumerate(rules.pieces.codes)}
        self._numbers = [number[code] for code in layout.codes]
        self._is_same = self._numbers == [*range(len(layout.codes))]

    def __call__(self, deal: Deal) -> Answers | None:
        """Return the answer; None at a fault of the rules, which may occur if pieces are missing."""
        state = self._runtime.new_state()
        places, where, marks, box = state.places, state.where, state.marks, state.places[-1]
        for place, mark, pieces in zip(self._places, self._states, deal, strict=True):
            if not self._is_same:
                pieces = tuple(self._numbers[piece] for piece in pieces)
            places[place].extend(pieces)
            for piece in pieces:
                where[piece] = place
                marks[piece] = mark
                box.remove(piece)
        try:
            return tuple([formatter.output_value(state) for formatter in self._formatters])
        except RulesFault:
            return None


def differing_keys(answerers: Sequence[Answerer], keys: Sequence[str], deal: Deal) -> list[str]:
    """Return the keys for which two sets of rules answer differently; none if play stops with a fault under either."""
    here, there = (answerer(deal) for answerer in answerers)
    both = () if here is None or there is None else zip(keys, here, there, strict=True)
    return [key for key, answer, other in both if answer != other]
