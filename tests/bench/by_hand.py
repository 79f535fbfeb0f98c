"""Court Circular of 1862 with random legal play, written by hand in plain Python, as a measure of speed.

The same game as `court_circular_1862.c`, seed by seed: default readings, whole Rubbers, the same draws of chance.
It is written as a program for this game alone would be, with lists and the generator of `cc_dsl.table.chance`, and
imports nothing else.
"""

from __future__ import annotations

from itertools import combinations

from cc_dsl.table.chance import Chance

WON = {"trio": 1, "sequence": 2, "suit": 3}
LOST = {"trio": 5, "sequence": 3, "suit": 1, None: 0}
HEIGHT = {"trio": 3, "sequence": 2, "suit": 1}
Line = tuple[int, int, str]
"""What it ranks as, the best card played in it (less is worse), and its kind."""


def kind_of(cards: tuple[int, ...], lead: int) -> str | None:
    """Return the kind of three cards in ascending order, card 0 being the Ace of Hearts."""
    a, b, c = cards
    x, y, z = a >> 2, b >> 2, c >> 2
    if x == y == z:
        return "trio"
    if y == x + 1 and z == y + 1:
        if b != lead:
            return "sequence"
    elif x == 0 and y == 11 and z == 12 and c != lead:
        return "sequence"
    return "suit" if a & 3 == b & 3 == c & 3 else None


def best_line(row: list[int], lead: int) -> Line | None:
    best: Line | None = None
    for cards in combinations(sorted([*row, lead]), 3):
        kind = kind_of(cards, lead)
        if kind is not None:
            played = cards[1] if cards[0] == lead else cards[0]
            line = (HEIGHT[kind] * 2 + (lead in cards), -played, kind)
            if best is None or line[:2] > best[:2]:
                best = line
    return best


def judged(rows: list[list[int]], lead: int) -> tuple[int, int]:
    """Return the winner of a trick, and how many cards he takes."""
    one, other = best_line(rows[0], lead), best_line(rows[1], lead)
    if one is None and other is None:
        return (0 if min(rows[0]) < min(rows[1]) else 1), 1
    nothing = (-1, 0, "")
    winner = 0 if (one or nothing)[:2] > (other or nothing)[:2] else 1
    own, lost = (one, other) if winner == 0 else (other, one)
    assert own is not None
    if lost is not None and lost[0] == own[0]:
        return winner, 1
    return winner, WON[own[2]] + LOST[lost[2] if lost is not None else None]


def rubber(seed: int) -> tuple[int, int]:
    """Play a Rubber; give who won it, and the number of moves."""
    chance = Chance(seed)
    answers = chance.branch(0)
    below = answers.below
    score, hits, moves = [0, 0], [0, 0], 0
    while max(hits) < 2:
        pack = chance.permutation(52)
        first = 0 if pack[-1] < pack[-2] else 1
        pack = chance.permutation(52)
        hands: list[list[int]] = [[], []]
        for _ in range(2):
            for player in (first, 1 - first):
                hands[player] += [pack.pop(), pack.pop(), pack.pop()]
        lead = pack.pop()
        hands = [sorted(hand) for hand in hands]
        open_cards: list[int] = []
        stores: list[list[int]] = [[], []]
        tricks = [0, 0]
        while hands[0] or hands[1]:
            rows: list[list[int]] = [[], []]
            for player in (first, 1 - first) * 3:
                hand = hands[player]
                reach = sorted(hand + open_cards) if open_cards else hand
                card = reach[below(len(reach))]
                moves += 1
                if card in open_cards:
                    other = hand.pop(below(len(hand)))
                    moves += 1
                    open_cards.remove(card)
                    open_cards.append(other)
                else:
                    hand.remove(card)
                rows[player].append(card)
            winner, prize = judged(rows, lead)
            tricks[winner] += 1
            left = sorted([*rows[0], *rows[1], lead])
            start = 0
            for taken in range(prize, 0, -1):
                start += answers.least_of_some(len(left) - start - taken + 1, taken)
                moves += 1
                stores[winner].append(left.pop(start))
            first = winner
            if hands[0] or hands[1]:
                lead = left[below(len(left))]
                moves += 1
                if len(pack) == 3:
                    open_cards, pack = pack, []
                elif pack:
                    for player in (first, 1 - first):
                        hands[player] = sorted(hands[player] + [pack.pop(), pack.pop(), pack.pop()])
        courts = [sum(card < 16 for card in store) for store in stores]
        for points in (
            [max(count - 4, 0) for count in tricks],
            [2 * (len(stores[player]) > len(stores[1 - player])) for player in (0, 1)],
            [int(courts[player] > courts[1 - player]) for player in (0, 1)],
        ):
            score = [score[0] + points[0], score[1] + points[1]]
            if max(score) >= 5 and score[0] != score[1]:
                hits[0 if score[0] > score[1] else 1] += 1
                score = [0, 0]
                break
    return (0 if hits[0] > hits[1] else 1), moves
