"""Random Rubbers of Court Circular of April 1862, played from the printed words and the default answers.

Nothing here comes from the package.  A player who chooses plays each card with the same chance, and takes each set of
cards with the same chance.  Run it from the root for other numbers of games:

    python -m tests.independent.rubber_1862 GAMES
"""

from __future__ import annotations

import random
import sys
from typing import NamedTuple

from tests.independent.court_circular_1862 import PACK, PLACE, judge, rank_of

HIT = 5
"""Rule VI: "A Hit is 5"."""
COURT = {"A", "K", "Q", "J"}
"""Rule VI: "Aces reckoning as court-cards"."""


class Rubber(NamedTuple):
    """The length of a Rubber."""

    packs: int
    moves: int
    """Single answers: which card is played, put in the place of one of the three, taken, made the next Lead."""


class Pack(NamedTuple):
    """What a pack gives each player, and its number of moves."""

    tricks: tuple[int, int]
    cards: tuple[int, int]
    courts: tuple[int, int]
    moves: int


def play_pack(chance: random.Random) -> Pack:
    # Rule I: "Cut for deal: highest is 'first-hand'", by the order of rule III.
    cut = chance.sample(PACK, 2)
    first = 0 if PLACE[cut[0]] > PLACE[cut[1]] else 1
    stock = chance.sample(PACK, len(PACK))
    hands: tuple[list[str], list[str]] = ([], [])
    for _ in range(2):
        give_three(stock, hands, first)
    lead = stock.pop()
    three: list[str] = []
    tricks, moves = [0, 0], 0
    taken: tuple[list[str], list[str]] = ([], [])
    while hands[0] or hands[1]:
        sides: tuple[list[str], list[str]] = ([], [])
        for player in (first, 1 - first) * 3:
            moves += play_card(chance, hands[player], three, sides[player])
        verdict = judge(lead, sides[0], sides[1])
        winner, takes = verdict["winner"], verdict["takes"]
        assert winner is not None
        assert takes is not None
        table = [lead, *sides[0], *sides[1]]
        # Rule IV: "and takes so many cards", any of the seven.
        for card in chance.sample(table, takes):
            table.remove(card)
            taken[winner].append(card)
        tricks[winner] += 1
        moves += takes
        # Rule IV: "The loser is dealer for the next trick".
        first = winner
        if stock or hands[0] or hands[1]:
            # Rule IV: "Lead for the next trick is then chosen from the cards left on the table".
            lead = chance.choice(table)
            moves += 1
        if len(stock) == 3:
            # Rule V: "When only 3 cards remain to be dealt, they are turned up".
            three, stock = stock, []
        elif stock:
            give_three(stock, hands, first)
    courts = [sum(rank_of(card) in COURT for card in one) for one in taken]
    return Pack((tricks[0], tricks[1]), (len(taken[0]), len(taken[1])), (courts[0], courts[1]), moves)


def give_three(stock: list[str], hands: tuple[list[str], list[str]], first: int) -> None:
    """Rules I and IV: give three cards to each, first-hand first."""
    for player in (first, 1 - first):
        hands[player].extend(stock.pop() for _ in range(3))


def play_card(chance: random.Random, hand: list[str], three: list[str], side: list[str]) -> int:
    """Play a card from the hand or, by rule V, from the three; return the number of decisions."""
    card = chance.choice([*hand, *three])
    side.append(card)
    if card in hand:
        hand.remove(card)
        return 1
    # Rule V: "supplying its place from his own hand".
    supply = chance.choice(hand)
    hand.remove(supply)
    three[three.index(card)] = supply
    return 2


def play_rubber(chance: random.Random) -> Rubber:
    """Play packs until one player has two Hits."""
    points, hits = [0, 0], [0, 0]
    packs = moves = 0
    while max(hits) < 2:
        pack = play_pack(chance)
        packs, moves = packs + 1, moves + pack.moves
        # Rule VI in its printed order: "every trick (after four) counts 1; most cards, 2; most court-cards 1".
        counts = (
            [max(0, number - 4) for number in pack.tricks],
            [2 * (pack.cards[player] > pack.cards[1 - player]) for player in (0, 1)],
            [int(pack.courts[player] > pack.courts[1 - player]) for player in (0, 1)],
        )
        for count in counts:
            # One player at most gains by each count, so no two reach a Hit at once.
            points = [points[0] + count[0], points[1] + count[1]]
            if max(points) >= HIT:
                hits[points.index(max(points))] += 1
                points = [0, 0]
                break
    return Rubber(packs, moves)


def play_rubbers(games: int, seed: int = 1862) -> list[Rubber]:
    return [play_rubber(random.Random(f"{seed}-{game}")) for game in range(games)]


def main(games: int) -> None:
    """Print the mean length of Rubbers with its 95 % interval, and how many packs they have."""
    played = play_rubbers(games)
    mean = sum(one.moves for one in played) / games
    deviation = (sum((one.moves - mean) ** 2 for one in played) / (games - 1)) ** 0.5
    print(
        f"{games:,} games: {mean:.3f} moves, ± {1.96 * deviation / games**0.5:.3f}; standard deviation {deviation:.2f}"
    )
    for packs in sorted({one.packs for one in played}):
        group = [one.moves for one in played if one.packs == packs]
        print(f"  {packs:>2} packs: {len(group):,} games, {sum(group) / len(group):.2f} moves")


if __name__ == "__main__":
    main(int(sys.argv[1]))
