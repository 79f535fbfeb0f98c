"""Exact facts of the 1862 rules by going through every case, printed as JSON (about a minute).

    python -m tests.independent.enumerate_1862 > tests/corpus/facts/1862.json

(a) `best_lines`: every Lead with every three other cards (52 * C(51,3) = 1,082,900 sides), by best Line.
(b) `pairs_default`: for each pair of Lines that can meet, the smallest trick, and what it takes.

Proof of (b). What a trick takes depends only on the make of the winner's and the loser's best Line: its
kind, whether it holds the Lead, and whether its cards are a Suit besides; and on whether it was won by
Line, between equal Lines or by cards, which follows from the two makes. Every side of (a) has just one
make, so every trick falls under one ordered pair of makes (winner, loser). For each pair whose winner does
not rank below its loser, the Leads and sides are gone through, lowest cards first, until two sides with
that Lead and no card in common are found of which the first wins; a pair for which none is found has been
gone through to the end and cannot meet. "Smallest" is first in the order of the pack from Two of Spades to
Ace of Hearts: the Lead, then the winner's three cards, then the loser's.
"""

import json
from collections import Counter
from itertools import combinations, product
from typing import Any, NamedTuple, get_args

from tests.independent.court_circular_1862 import (
    KINDS,
    PACK,
    PLACE,
    AceReading,
    Line,
    best_line,
    judge,
    kinds_made,
    played_cards,
)

Three = tuple[str, str, str]


class Make(NamedTuple):
    """The make of a side's best Line; kind "none" is a side without one."""

    kind: str
    with_lead: bool
    suit_besides: bool

    def words(self) -> str:
        """The make in words, "sequence+lead (also suit)"."""
        return self.kind + ("+lead" if self.with_lead else "") + (" (also suit)" if self.suit_besides else "")

    def rank(self) -> tuple[int, bool]:
        """Greater is better; equal for equal Lines, and for no Line on either side."""
        order = ["none", *reversed(KINDS)]
        return order.index(self.kind), self.with_lead


class Side(NamedTuple):
    """A side as the search needs it: its cards, the same as bits, and the best card that it would show."""

    cards: Three
    bits: int
    best_played: int  # of the Line, or of the side where there is none


NONE = Make("none", False, False)


def make_of(line: Line | None, lead: str, ace: AceReading) -> Make:
    if line is None:
        return NONE
    first, second, third = line["cards"]
    kinds = kinds_made((first, second, third), lead, ace)
    return Make(line["kind"], line["with_lead"], line["kind"] != "suit" and "suit" in kinds)


def sides_of(lead: str, ace: AceReading) -> dict[Make, list[Side]]:
    """Every side that can be played to a Lead, by the make of its best Line, the lowest cards first."""
    by_make: dict[Make, list[Side]] = {}
    for cards in combinations([card for card in PACK if card != lead], 3):
        line = best_line(cards, lead, ace=ace)
        best = max(PLACE[card] for card in cards) if line is None else played_cards(line, lead)[0]
        bits = sum(1 << PLACE[card] for card in cards)
        by_make.setdefault(make_of(line, lead, ace), []).append(Side(cards, bits, best))
    return by_make


def first_meeting(own: Make, other: Make, tables: dict[str, dict[Make, list[Side]]]) -> tuple[str, Three, Three] | None:
    """The smallest trick which a side of the first make wins over one of the second: Lead, winner, loser."""
    is_equal = own.rank() == other.rank()
    for lead, table in tables.items():
        others = table.get(other, [])
        for side in table.get(own, []):
            for against in others:
                if not side.bits & against.bits and (not is_equal or side.best_played > against.best_played):
                    return lead, side.cards, against.cards
    return None


def count_words(counts: Counter[Make]) -> dict[str, int]:
    """The counts by kind and Lead, the best first, with the total."""
    keys = [(kind, with_lead) for kind in KINDS for with_lead in (True, False)]
    out = {
        Make(kind, with_lead, False).words(): sum(
            count for make, count in counts.items() if (make.kind, make.with_lead) == (kind, with_lead)
        )
        for kind, with_lead in keys
    }
    out["none"] = counts[NONE]
    assert sum(out.values()) == 1_082_900
    return {**out, "total": sum(out.values())}


def facts() -> dict[str, Any]:
    best_lines: dict[str, Any] = {}
    pairs: list[dict[str, Any]] = []
    for ace in get_args(AceReading):
        tables = {lead: sides_of(lead, ace) for lead in PACK}
        counts: Counter[Make] = Counter()
        for table in tables.values():
            counts.update({make: len(sides) for make, sides in table.items()})
        best_lines[ace] = count_words(counts)
        if ace != "at-either-end":
            continue
        met = [(own, other) for own, other in product(counts, counts) if own.rank() >= other.rank()]
        for own, other in sorted(met, key=lambda pair: (pair[0].rank(), pair[1].rank(), pair), reverse=True):
            if (found := first_meeting(own, other, tables)) is not None:
                lead, winner, loser = found
                verdict = judge(lead, winner, loser)
                assert verdict["winner"] == 0
                pairs.append(
                    {
                        "lead": lead,
                        "sides": [[*winner], [*loser]],
                        "winner": own.words(),
                        "loser": other.words(),
                        "by": verdict["by"],
                        "takes": verdict["takes"],
                    }
                )
    return {
        "source": "Court Circular, April 1862; python -m tests.independent.enumerate_1862",
        "best_lines": best_lines,
        "pairs_default": pairs,
    }


def written(value: Any, depth: int = 0) -> str:
    """JSON with one short thing on a line."""
    flat = json.dumps(value)
    if len(flat) <= 200 - depth or not isinstance(value, dict | list):
        return flat
    pad = " " * (depth + 1)
    if isinstance(value, dict):
        rows = [f"{pad}{json.dumps(key)}: {written(item, depth + 1)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + "\n" + " " * depth + "}"
    return "[\n" + ",\n".join(pad + written(item, depth + 1) for item in value) + "\n" + " " * depth + "]"


if __name__ == "__main__":
    print(written(facts()))
