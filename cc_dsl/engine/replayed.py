"""Replay of a record: whether it belongs to these rules, and the answers that chance gave in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cc_dsl.closures.answers import drawn_read
from cc_dsl.closures.runtime import PIECE, ChanceSource
from cc_dsl.closures.state import Entry
from cc_dsl.rules import meaning, model
from cc_dsl.rules.kinds import Kind, plural
from cc_dsl.table.chance import Chance
from cc_dsl.table.record import Given, Record, RecordFault


def refuse_other_rules(rules: model.Rules, record: Record) -> None:
    """Raise a RecordFault if a record names rules that mean something else.

    Release 0.1.0 named rules by the text of their files: such a record is replayed while that text is the same.
    """
    if record.rules in ("", rules.meaning, rules.digest):  # who writes by hand need not know them
        return
    chosen = {doubt.name: doubt.chosen for doubt in rules.doubts.values()}
    other = [name for name, answer in record.readings.items() if chosen.get(name) != answer]
    if other or len(record.rules) == meaning.LENGTH:
        said = f", and with other readings ({', '.join(other)})" if other else ""
        raise RecordFault(f"The record was made under other rules of {record.edition}{said}.")
    raise RecordFault(
        f"The record was made by release 0.1.0, and the rules file of {record.edition} has changed since then, if "
        f"only in its comments. To replay it under the rules as they are, take out the line “rules {record.rules}”, "
        "and write “written by hand” in the place of the checksum."
    )


class Replayed(ChanceSource):
    """The answers of chance from a record, and from the stream when the record has no more."""

    __slots__ = ("answers", "at", "rules")

    def __init__(self, chance: Chance, rules: model.Rules, answers: Iterable[Given]) -> None:
        """Start with the first answer."""
        super().__init__(chance)
        self.rules = rules
        self.answers = tuple(answers)
        self.at = 0

    def shuffled(self, pool: list[int]) -> list[int]:
        """Return the order that is recorded; the stream is drawn from all the same, so that it can go on after it."""
        order = super().shuffled(pool)
        given = self._next("shuffled") if pool else None
        if given is None:
            return order
        pieces = self._pieces(given)
        if sorted(pieces) != pool:
            sentence = f"These are not the {len(pool)} {plural(self.rules.pieces.name)} that are shuffled here."
            raise RecordFault(sentence, given.line)
        return pieces

    def picked(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        """Return what chance has picked by the record."""
        picked = super().picked(pool, count, kind, weights)
        for place in range(count):
            given = self._next("chance")
            if given is None:
                return picked
            found = self._pieces(given) if kind.base == "piece" else [drawn_read(self.rules, kind, given.words)]
            one = found[0] if len(found) == 1 else None
            if one is None or one not in pool or one in picked[:place]:
                raise RecordFault(f"“{given.words}” cannot be picked here.", given.line)
            picked[place] = one
        return picked

    def _next(self, by: str) -> Given | None:
        if self.at >= len(self.answers):
            return None
        given = self.answers[self.at]
        self.at += 1
        if given.by != by:
            raise RecordFault(f"Here answers “{given.by}”, but by the rules it is the turn of “{by}”.", given.line)
        return given

    def _pieces(self, given: Given) -> list[int]:
        words = given.words.split(",") if "," in given.words else given.words.split()
        found = self.rules.pieces.read(given.words)
        if found is not None:
            return [found]
        pieces = [self.rules.pieces.read(word) for word in words]
        for word, piece in zip(words, pieces, strict=True):
            if piece is None:
                raise RecordFault(f"“{word.strip()}” is no {self.rules.pieces.name}.", given.line)
        return [piece for piece in pieces if piece is not None]


class Repeated(ChanceSource):
    """The answers of chance from the log of a game, and from the stream when these are used up."""

    __slots__ = ("at", "entries")

    def __init__(self, chance: Chance, entries: list[Entry]) -> None:
        """Start with the first entry; a caller that repeats the others counts them, too."""
        super().__init__(chance)
        self.entries = entries
        self.at = 0

    def shuffled(self, pool: list[int]) -> list[int]:
        """Return the order that the log has; the stream is drawn from all the same, so that it can go on after it."""
        order = super().shuffled(pool)
        if not pool or self.at >= len(self.entries):
            return order
        self.at += 1
        return [*self.entries[self.at - 1][1]]

    def picked(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        """Return what chance has picked by the log."""
        picked = super().picked(pool, count, kind, weights)
        return [picked[place] if self.at >= len(self.entries) else self._next() for place in range(count)]

    def _next(self) -> int:
        self.at += 1
        return int(self.entries[self.at - 1][1])
