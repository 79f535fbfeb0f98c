"""Exact counts of the Lines of 1860 by going through every case, printed as JSON (about half a minute).

    python -m tests.independent.enumerate_1860 > tests/corpus/facts/1860.json

`counts`: every Lead with every three other cards (52 * C(51,3) = 1,082,900 sides), by the best Line they make; the
keys are `class:kind:size`, where the class is that of rule III and the size counts the Lead. `other_readings` has
the same counts where one reading alone is not the default.
This is a second implementation: cards are numbers, ranks are bits, and only the order of the names and the list of
readings are taken from the judge. `test_1860.py` compares the two.
"""

import json
from collections import Counter
from itertools import combinations
from typing import Any

from tests.independent.court_circular_1860 import AS_PRINTED, NAMES, PACK, Readings

TOTAL = 1_082_900
Runs = dict[int, set[int]]

CHANGES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("four-of-a-sort=four-too", {"four_of_a_sort": "four-too"}),
    ("middle=of-three-only", {"middle": "of-three-only"}),
    ("Ace-with-Lead=without-the-Lead-only", {"ace_with_lead": "without-the-Lead-only"}),
    ("Ace-in-Sequence=round-the-corner", {"ace_in_sequence": "round-the-corner"}),
    ("Aces-at-court=Aces-too", {"aces_at_court": "Aces-too"}),
    ("similar=any-of-the-class", {"similar": "any-of-the-class"}),
)


def runs(size: int, given: Readings, with_lead: bool) -> Runs:
    """Return every run of a size as bits of its ranks, with the ranks that the Lead may have in it; Two is bit 0."""
    starts = range(-1, 13 - size + 1)  # the Ace, bit 12, stands also at -1, below the Two
    if with_lead and given.ace_with_lead == "without-the-Lead-only":
        starts = range(13 - size + 1)
    elif given.ace_in_sequence == "round-the-corner":
        starts = range(13)
    found: Runs = {}
    for start in starts:
        ranks = [(start + step) % 13 for step in range(size)]
        ends = ranks if given.middle == "of-three-only" and size == 4 else [ranks[0], ranks[-1]]
        found[sum(1 << rank for rank in ranks)] = set(ends)
    return found


def counts(given: Readings = AS_PRINTED) -> dict[str, int]:
    """Count the best Lines of all sides to all Leads under some readings."""
    three, four = runs(3, given, True), runs(4, given, True)
    without = runs(3, given, False)
    heads = 0b1111 if given.aces_at_court == "Aces-too" else 0b0111
    court_bits = heads << 9  # Knave, Queen, King, and perhaps Ace
    four_sorts = given.four_of_a_sort == "four-too"
    size_first = given.similar == "any-of-the-class"
    # A card is its rank, its rank as a bit, and what it adds: 1 for a Heart, 16 for a Court-card.
    cards = []
    for place, name in enumerate(PACK):
        rank = place // 4
        cards.append((rank, 1 << rank, (name[-1] == "H") + 16 * (court_bits >> rank & 1)))
    found: Counter[tuple[int, str, int]] = Counter()
    for lead in range(52):
        lead_rank, lead_bit, lead_adds = cards[lead]
        others = cards[:lead] + cards[lead + 1 :]
        for (rank0, bit0, adds0), (rank1, bit1, adds1), (rank2, bit2, adds2) in combinations(others, 3):
            adds = adds0 + adds1 + adds2
            hearts, courts = adds & 15, adds >> 4
            made = []  # in class (1), with its size
            same = (rank0 == lead_rank) + (rank1 == lead_rank) + (rank2 == lead_rank)
            if same >= 2:
                made.append(("trio", 4 if same == 3 and four_sorts else 3))
            if lead_rank in four.get(lead_bit | bit0 | bit1 | bit2, ()):
                made.append(("sequence", 4))
            elif (
                lead_rank in three.get(lead_bit | bit0 | bit1, ())
                or lead_rank in three.get(lead_bit | bit0 | bit2, ())
                or lead_rank in three.get(lead_bit | bit1 | bit2, ())
            ):
                made.append(("sequence", 3))
            if lead_adds & 15 and hearts >= 2:
                made.append(("sympathy", hearts + 1))
            if lead_adds >> 4 and courts >= 2:
                made.append(("court", courts + 1))
            if made:
                best = max(made, key=lambda line: line[1]) if size_first else made[0]
                found[1, best[0], best[1]] += 1
            elif rank0 == rank1 == rank2:
                found[2, "trio", 3] += 1
            elif bit0 | bit1 | bit2 in without:
                found[2, "sequence", 3] += 1
            elif hearts == 3:
                found[2, "sympathy", 3] += 1
            elif courts == 3:
                found[2, "court", 3] += 1
            elif rank0 in (rank1, rank2) or rank1 == rank2:
                found[3, "pair", 2] += 1
            elif hearts == 2:
                found[3, "valentine", 2] += 1
            elif courts == 2:
                found[3, "etiquette", 2] += 1
            else:
                found[0, "none", 0] += 1
    return written(found)


def written(found: Counter[tuple[int, str, int]]) -> dict[str, int]:
    """Return the counts by their keys, the best first."""
    keys = [
        (number, kind, size) for number, kinds in NAMES.items() for kind in kinds for size in ((4, 3, 2)[number - 1 :])
    ]
    out = {f"{number}:{kind}:{size}": found[number, kind, size] for number, kind, size in keys}
    out = {key: count for key, count in out.items() if count}
    out["none"] = found[0, "none", 0]
    assert sum(out.values()) == TOTAL
    return out


def facts() -> dict[str, Any]:
    """All the counts."""
    return {
        "source": "Court Circular, January 1860; python -m tests.independent.enumerate_1860",
        "edition": "1860",
        "total": TOTAL,
        "counts": counts(),
        "other_readings": {name: counts(AS_PRINTED._replace(**change)) for name, change in CHANGES},
    }


if __name__ == "__main__":
    print(json.dumps(facts(), indent=1))
