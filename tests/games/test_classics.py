"""Five classical games, each from a short text of our own, compared with a published fact or an independent program."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import TypeAlias

import pytest

from cc_dsl.compiler.games import can_compile
from cc_dsl.compiler.steps import Position, Steps
from cc_dsl.engine.game import Game
from tests.games.test_boards import rules_of
from tests.needed import lacking
from tests.stepping import legal


def words(game: Game) -> list[str]:
    """Return the answers that are allowed, as they are written."""
    return [game.words_of(option) for option in game.options]


Tree: TypeAlias = "dict[str, Tree] | int"
"""What each answer leads to; at the end what the first player has won."""
CARDS = ("King", "Queen", "Jack")


def tree(game: Game) -> Tree:
    """Return all that can follow in a game of Kuhn poker."""
    if game.is_over:
        won, lost = game.result["won"]
        assert won == -lost
        return int(won)
    branches = {}
    for option in game.options:
        words = game.words_of(option)
        game.play(option)
        branches[words] = tree(game)
        game.undo()
    return branches


def worth(tree: Tree, cards: tuple[str, str], bold: Bold, history: str = "") -> Fraction:
    """Return what the first player wins on average, if each bets or calls so often."""
    if isinstance(tree, int):
        return Fraction(tree)
    meek, brave = tree.values()
    share = Fraction(bold[history][CARDS.index(cards[len(history) % 2])])
    return (1 - share) * worth(meek, cards, bold, history + "m") + share * worth(brave, cards, bold, history + "b")


Bold: TypeAlias = "dict[str, tuple[Fraction | int, ...]]"
"""After each history of meek and bold answers, how often who is asked bets or calls with a King, a Queen and a Jack."""
THIRD = Fraction(1, 3)
SOLUTION: Bold = {"": (0, 0, 0), "mb": (1, THIRD, 0), "m": (1, 0, THIRD), "b": (1, THIRD, 0)}
"""A solution that Kuhn gives (1950)."""


def test_kuhn_poker_is_worth_what_is_published() -> None:
    """Against the published strategies nobody does better than −1/18, whatever he does with each card."""
    trees: dict[tuple[str, str], Tree] = {}
    for seed in range(60):
        game = Game(rules_of("kuhn"), seed=seed)
        place = next(one for one in game.rules.places if one.name == "hand")
        hands = [game.position.places[place.base + player][0] for player in (0, 1)]
        trees[CARDS[hands[0]], CARDS[hands[1]]] = tree(game)
    assert set(trees) == set(permutations(CARDS, 2))
    for player, histories in enumerate((("", "mb"), ("m", "b"))):
        values: list[Fraction] = []
        for one, other in product(product((0, 1), repeat=3), repeat=2):
            bold = {**SOLUTION, histories[0]: one, histories[1]: other}
            values.append(sum((worth(tree, cards, bold) for cards, tree in trees.items()), Fraction(0)) / 6)
        assert (max if player == 0 else min)(values) == Fraction(-1, 18)


PERFT = (7, 49, 302, 1469, 7361, 36768)
"""In how many ways so many moves can be made, as programs for draughts are tested."""


def turns(position: Position, start: list[int]) -> list[list[int]]:
    """Return the positions after each whole move; a move of several jumps has several answers."""
    position.vector[:] = start
    player, waiting = position.to_move, [start]
    positions: list[list[int]] = []
    while waiting:
        vector = waiting.pop()
        position.vector[:] = vector
        for answer in legal(position):
            position.vector[:] = vector
            position.step(answer)
            (positions if position.to_move != player else waiting).append([*position.vector])
    return positions


@pytest.mark.parametrize(
    ("is_fast", "moves"),
    [pytest.param(False, 4, marks=pytest.mark.slow), pytest.param(True, len(PERFT), marks=pytest.mark.exhaustive)],
)
def test_draughts_has_as_many_moves_as_is_published(is_fast: bool, moves: int) -> None:
    """Four moves deep in plain Python, and further in machine code."""
    if is_fast and not can_compile():
        lacking("Numba", "pip install numba")
    position = Steps(rules_of("draughts"), is_fast=is_fast).begin(1)
    level, counts = [[*position.vector]], []
    for _ in range(moves):
        level = [after for vector in level for after in turns(position, vector)]
        counts.append(len(level))
    assert tuple(counts) == PERFT[: len(counts)]


Board: TypeAlias = list[list[int]]
"""For each player the men on each point, counted from the tray to which the player moves; 25 is the bar."""


def board_of(game: Game) -> Board:
    """Return how the men stand."""
    base = next(place.base for place in game.rules.places if place.name == "post")
    posts = [game.position.places[base + point] for point in range(26)]
    white = [sum(man < 15 for man in post) for post in posts]
    return [white, [sum(man >= 15 for man in post) for post in posts][::-1]]


def starts(board: Board, player: int, die: int) -> set[int]:
    """Return the points from which a player may play a number."""
    mine, other = board[player], board[1 - player]
    rear = max(point for point in range(26) if mine[point])
    points = set()
    for point in range(1, 26):
        if not mine[point] or (rear == 25 and point != 25):
            continue
        if point > die:
            if other[25 - (point - die)] < 2:
                points.add(point)
        elif rear <= 6 and point in (die, rear):
            points.add(point)
    return points


def moved(board: Board, player: int, start: int, die: int) -> Board:
    mine, other = [*board[player]], [*board[1 - player]]
    goal = max(0, start - die)
    mine[start] -= 1
    mine[goal] += 1
    if goal and other[25 - goal]:
        other[25 - goal] -= 1
        other[25] += 1
    return [mine, other] if player == 0 else [other, mine]


@pytest.mark.parametrize("seed", range(3))
def test_backgammon_agrees_with_a_program_of_its_own(seed: int) -> None:
    game, chance = Game(rules_of("backgammon"), seed=seed), random.Random(seed)
    board = board_of(game)
    assert board == [[0] * 6 + [5, 0, 3] + [0] * 4 + [5] + [0] * 10 + [2, 0]] * 2
    die = 0
    while not game.is_over:
        player = game.player
        assert player is not None
        left = game.view(None).numbers["left-count"]
        if words(game)[0].startswith("d"):
            playable = {int(name[1]) for name, count in left.items() if count and starts(board, player, int(name[1]))}
            assert {int(word[1]) for word in words(game)} == playable
            die = 0
        else:
            points = {int(word[1:]) for word in words(game)}
            assert (points if player == 0 else {25 - point for point in points}) == starts(board, player, die)
        answer = chance.choice(game.options)
        word = game.words_of(answer)
        game.play(answer)
        if word.startswith("d"):
            die = int(word[1])
        else:
            board = moved(board, player, abs(25 * player - int(word[1:])), die)
            assert board_of(game) == board
    winner = game.outcome.winner if game.outcome is not None else None
    assert winner is not None
    assert board[winner][0] == 15
    assert game.result["won"][winner] == (1 if board[1 - winner][0] else 2)


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def melds(hand: set[str]) -> set[frozenset[str]]:
    """Return the sets and runs of some cards."""
    sets = set()
    for size in range(3, len(hand) + 1):
        for cards in map(frozenset, combinations(hand, size)):
            ranks = sorted(RANKS.index(card[:-1]) for card in cards)
            is_run = ranks == [*range(ranks[0], ranks[0] + size)] and len({card[-1] for card in cards}) == 1
            if is_run or len(set(ranks)) == 1:
                sets.add(cards)
    return sets


def pips(cards: set[str]) -> int:
    return sum(min(10, RANKS.index(card[:-1]) + 1) for card in cards)


def hand_of(game: Game, player: int) -> set[str]:
    base = next(place.base for place in game.rules.places if place.name == "hand")
    return {game.rules.pieces.codes[piece] for piece in game.position.places[base + player]}


@pytest.mark.parametrize("seed", range(8))
def test_gin_rummy_agrees_with_a_program_of_its_own(seed: int) -> None:
    game, chance, laid = Game(rules_of("gin"), seed=seed), random.Random(seed), 0
    while not game.is_over:
        offered, player = words(game), game.player
        assert player is not None
        if offered == ["stop", "lay"]:
            answer = game.options[1]
        elif offered[0].startswith(("set ", "course ")):
            assert {frozenset(word.split()[1:]) for word in offered} == melds(hand_of(game, player))
            answer, laid = max(game.options, key=lambda option: len(game.words_of(option).split())), laid + 1
        else:
            dear = [option for option in game.options if game.words_of(option)[:-1] in ("10", "J", "Q", "K")]
            answer = chance.choice(dear or game.options)
        game.play(answer)
    knocker = game.view(None).roles["knocker"]
    scores = [0, 0]
    if knocker is not None:
        mine, other = pips(hand_of(game, knocker)), pips(hand_of(game, 1 - knocker))
        assert mine <= 10
        winner = knocker if mine < other else 1 - knocker
        scores[winner] = abs(mine - other) + (25 if winner != knocker or not hand_of(game, knocker) else 0)
    assert laid
    assert game.result["scores"] == scores


def strength(cards: set[str]) -> tuple[int, int]:
    """Return how good three cards are: how many are of one rank, and how high the best is."""
    heights = [("2", *RANKS[2:], "A").index(card[:-1]) for card in cards]
    return max(map(heights.count, heights)), max(heights)


@pytest.mark.parametrize("seed", range(30))
def test_stud_agrees_with_a_program_of_its_own(seed: int) -> None:
    game, chance = Game(rules_of("stud"), seed=seed), random.Random(seed)
    purses, pot = [30] * 3, 0
    for deal in range(3):
        assert [*game.view(None).numbers["purse"]] == [purse - 1 for purse in purses]
        hands = [strength(hand_of(game, player)) for player in range(3)]
        stakes, left, waiting, raises, speaker = [1] * 3, {0, 1, 2}, {0, 1, 2}, 0, (deal + 1) % 3
        while len(left) > 1 and waiting:
            if speaker in waiting:
                assert (game.player, words(game)) == (speaker, ["fold", "call", *(["raise"] if raises < 3 else [])])
                answer = chance.choice(game.options)
                word, top = game.words_of(answer), max(stakes)
                game.play(answer)
                waiting.remove(speaker)
                if word == "fold":
                    left.remove(speaker)
                else:
                    stakes[speaker] = top
                if word == "raise":
                    assert words(game) == ["1", "2", "3"]
                    rise = chance.choice((0, 1, 2))
                    game.play(game.options[rise])
                    stakes[speaker], raises, waiting = top + rise + 1, raises + 1, left - {speaker}
            speaker = (speaker + 1) % 3
        pot += sum(stakes)
        best = max(hands[player] for player in left)
        takers = [player for player in left if hands[player] == best]
        share, pot = divmod(pot, len(takers))
        gains = [share * (player in takers) - stakes[player] for player in range(3)]
        purses = [purse + gain for purse, gain in zip(purses, gains, strict=True)]
    assert game.is_over
    assert game.result["purses"] == purses
