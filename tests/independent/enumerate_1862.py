"""Exact facts of the 1862 rules by going through every case, printed as JSON (about a minute).

    python -m tests.independent.enumerate_1862 > tests/corpus/facts/1862.json

(a) `best_lines`: every Lead with every three other cards (52 * C(51,3) = 1,082,900 sides), by best Line.
(b) `prizes`: for each of the 48 combinations of the switches, what a trick can take.

How (b) is shown. What a trick takes depends only on the make of the winner's and the loser's best Line: its
kind, whether it holds the Lead, and whether its cards are a Suit besides; and on whether it was won by
Line, between equal Lines or by cards, which follows from the two makes. Every side of (a) has just one
make, so every trick falls under one ordered pair of makes (winner, loser). For each pair whose winner does
not rank below its loser, the Leads and sides are gone through, lowest cards first, until two sides with
that Lead and no card in common are found of which the first wins; a pair for which none is found has been
gone through to the end and cannot meet. So the pairs found give every prize there is. "Smallest" is first
in the order of the pack from Two of Spades to Ace of Hearts: the Lead, then the winner's three cards, then
the loser's.
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
    DoubleLine,
    EqualLines,
    LeadAsBest,
    Line,
    best_line,
    judge,
    kinds_made,
    lines,
    played_cards,
    standing,
    tricks_in_the_pack,
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


class Example(NamedTuple):
    """A trick, its cards as places in the pack so that examples compare by size. The winner is side 0."""

    lead: int
    winner: tuple[int, ...]
    loser: tuple[int, ...]

    def cards(self) -> tuple[str, list[str], list[str]]:
        """The trick as cards: the Lead, the winner's side, the loser's side."""
        return PACK[self.lead], [PACK[place] for place in self.winner], [PACK[place] for place in self.loser]


NONE = Make("none", False, False)


def make_of(line: Line | None, lead: str, ace: AceReading) -> Make:
    if line is None:
        return NONE
    first, second, third = line["cards"]
    kinds = kinds_made((first, second, third), lead, ace)
    return Make(line["kind"], line["with_lead"], line["kind"] != "suit" and "suit" in kinds)


def sides_of(lead: str, ace: AceReading, open_choice: Counter[str]) -> dict[Make, list[Side]]:
    """Every side that can be played to a Lead, by the make of its best Line, the lowest cards first."""
    by_make: dict[Make, list[Side]] = {}
    for cards in combinations([card for card in PACK if card != lead], 3):
        line = best_line(cards, lead, ace=ace)
        make = make_of(line, lead, ace)
        best = max(PLACE[card] for card in cards) if line is None else played_cards(line, lead)[0]
        bits = sum(1 << PLACE[card] for card in cards)
        by_make.setdefault(make, []).append(Side(cards, bits, best))
        if line is not None and line["with_lead"]:
            # How often the text leaves open which of several Lines is counted: the same best played
            # card in both.
            level = [
                other
                for other in lines(cards, lead, ace=ace)
                if standing(other) == standing(line) and played_cards(other, lead)[0] == best
            ]
            if len(level) > 1:
                open_choice["sides with several equal Lines and the same best played card"] += 1
                if len({make_of(other, lead, ace) for other in level}) > 1:
                    open_choice["of these, where one Line is also a Suit and another is not"] += 1
    return by_make


def wins(own: Side, other: Side, make: Make, lead_place: int, lead_as_best: LeadAsBest) -> bool:
    """Return whether the first of two sides of equal rank wins by its best card."""
    if lead_as_best == "played-only" or not make.with_lead:
        return own.best_played > other.best_played
    whole, other_whole = max(own.best_played, lead_place), max(other.best_played, lead_place)
    if whole != other_whole or lead_as_best == "lead-too":
        return whole > other_whole
    return own.best_played > other.best_played


def places(cards: Three) -> tuple[int, ...]:
    return tuple(PLACE[card] for card in cards)


def all_makes(ace: AceReading) -> tuple[Counter[Make], Counter[str], list[dict[Make, list[Side]]]]:
    """Part (a): every side to every Lead."""
    counts: Counter[Make] = Counter()
    open_choice: Counter[str] = Counter()
    tables = [sides_of(lead, ace, open_choice) for lead in PACK]
    for table in tables:
        counts.update({make: len(sides) for make, sides in table.items()})
    return counts, open_choice, tables


def first_meeting(
    own: Make, other: Make, tables: list[dict[Make, list[Side]]], lead_as_best: LeadAsBest
) -> Example | None:
    """The smallest trick which a side of the first make wins over one of the second."""
    equal = own.rank() == other.rank()
    for lead_place, table in enumerate(tables):
        others = table.get(other, [])
        for side in table.get(own, []):
            for against in others:
                if not side.bits & against.bits and (not equal or wins(side, against, own, lead_place, lead_as_best)):
                    return Example(lead_place, places(side.cards), places(against.cards))
    return None


def first_level(tables: list[dict[Make, list[Side]]]) -> Example | None:
    """The smallest trick that is level when the Lead counts too: it is the best card of both equal Lines."""
    for lead_place, table in enumerate(tables):
        found: list[Example] = []
        low = {
            make: [side for side in sides if side.best_played < lead_place]
            for make, sides in table.items()
            if make.with_lead
        }
        for own, other in product(low, low):
            if own.rank() != other.rank():
                continue
            meeting = (
                Example(lead_place, places(side.cards), places(against.cards))
                for side in low[own]
                for against in low[other]
                if not side.bits & against.bits
            )
            first = next(meeting, None)
            if first is not None:
                found.append(first)
        if found:
            return min(found)
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


def trick(example: Example, **more: Any) -> dict[str, Any]:
    """An example as it is written in the JSON, the winner first."""
    lead, winner, loser = example.cards()
    return {"lead": lead, "sides": [winner, loser], **more}


def facts() -> dict[str, Any]:
    best_lines: dict[str, Any] = {}
    also_suit: dict[str, Any] = {}
    choices: dict[str, Any] = {}
    meetings: dict[tuple[AceReading, LeadAsBest], dict[tuple[Make, Make], Example | None]] = {}
    level: dict[str, Any] = {}
    for ace in get_args(AceReading):
        counts, open_choice, tables = all_makes(ace)
        best_lines[ace] = count_words(counts)
        also_suit[ace] = {make.words(): count for make, count in sorted(counts.items()) if make.suit_besides}
        choices[ace] = dict(open_choice)
        pairs = [(own, other) for own, other in product(counts, counts) if own.rank() >= other.rank()]
        for lead_as_best in get_args(LeadAsBest):
            meetings[ace, lead_as_best] = {
                pair: first_meeting(*pair, tables, lead_as_best)
                for pair in sorted(pairs, key=lambda pair: (pair[0].rank(), pair[1].rank(), pair), reverse=True)
            }
        example = first_level(tables)
        assert example is not None
        lead, one, two = example.cards()
        assert judge(lead, one, two, lead_as_best="lead-too", ace=ace)["winner"] is None
        level[ace] = trick(example)

    prizes: list[dict[str, Any]] = []
    default_pairs: list[dict[str, Any]] = []
    cannot: dict[str, list[list[str]]] = {}
    for lead_as_best, equal_lines, ace, double_line in product(
        get_args(LeadAsBest), get_args(EqualLines), get_args(AceReading), get_args(DoubleLine)
    ):
        default = (lead_as_best, equal_lines, ace, double_line) == (
            "played-only",
            "by-cards",
            "at-either-end",
            "as-it-ranks",
        )
        smallest: dict[int, Example] = {}
        for (own, other), example in meetings[ace, lead_as_best].items():
            if example is None:
                unmet = cannot.setdefault(f"{ace}, {lead_as_best}", [])
                if [own.words(), other.words()] not in unmet:
                    unmet.append([own.words(), other.words()])
                continue
            lead, winner, loser = example.cards()
            verdict = judge(
                lead,
                winner,
                loser,
                lead_as_best=lead_as_best,
                equal_lines=equal_lines,
                ace=ace,
                double_line=double_line,
            )
            prize = verdict["takes"]
            assert verdict["winner"] == 0
            assert prize is not None
            assert 1 <= prize <= 6
            smallest[prize] = min(smallest.get(prize, example), example)
            if default:
                default_pairs.append(
                    trick(example, winner=own.words(), loser=other.words(), by=verdict["by"], takes=prize)
                )
        prizes.append(
            {
                "lead_as_best": lead_as_best,
                "equal_lines": equal_lines,
                "ace": ace,
                "double_line": double_line,
                "greatest": max(smallest),
                "smallest_examples": {str(prize): trick(smallest[prize]) for prize in sorted(smallest)},
            }
        )
    return {
        "source": "Court Circular, April 1862; python -m tests.independent.enumerate_1862",
        "note": "In the examples of prizes the winner is side 0.",
        "tricks_in_the_pack": len(tricks_in_the_pack()),
        "best_lines": best_lines,
        "best_lines_also_suit": also_suit,
        "open_choice_of_line": choices,
        "pairs_that_cannot_meet": cannot,
        "pairs_default": default_pairs,
        "smallest_level_trick_when_lead_too": level,
        "greatest_prize_of_all": max(entry["greatest"] for entry in prizes),
        "prizes": prizes,
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
