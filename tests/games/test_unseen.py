"""Two classical games written from the documentation alone, beside referees that know nothing of their rules files."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game

FOLDER = Path(__file__).parent
MORRIS, OH_HELL, LEVY = (pipeline.load(str(FOLDER / name)).rules for name in ("morris", "oh-hell", "levy"))
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
LOW = ("A", *RANKS[:-1])

# --------------------------------------------------------------------------------------- nine men's morris

RINGS = range(3)
WAY = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The eight points of a ring, from its south-west corner on."""
POINT = {
    (ring, place): f"{'abcdefg'[3 + (3 - ring) * east]}{4 + (3 - ring) * north}"
    for ring in RINGS
    for place, (east, north) in enumerate(WAY)
}
LINES = [
    {POINT[ring, first], POINT[ring, first + 1], POINT[ring, (first + 2) % 8]}
    for ring in RINGS
    for first in (0, 2, 4, 6)
]
LINES += [{POINT[ring, place] for ring in RINGS} for place in (1, 3, 5, 7)]
EDGES = {frozenset((POINT[ring, place], POINT[ring, (place + 1) % 8])) for ring in RINGS for place in range(8)}
EDGES |= {frozenset((POINT[ring, place], POINT[ring + 1, place])) for ring in (0, 1) for place in (1, 3, 5, 7)}


def seats(game: Game) -> dict[int, str]:
    """Return the point on which each man stands."""
    places = [place for place in game.view(None).places if place.name == "seat"]
    return {piece: place.of for place in places for piece in place.pieces if piece is not None}


def standing(game: Game) -> dict[str, int]:
    """Return, for each occupied point, the player whose man is there."""
    first = len(MORRIS.pieces.names) // 2
    return {point: piece // first for piece, point in seats(game).items()}


def asked(game: Game) -> str:
    """Return the name of the question."""
    assert game.question is not None
    return game.question.name


def milled(board: dict[str, int], point: str) -> bool:
    """Return whether a man stands in a mill."""
    return any(point in line and all(board.get(one) == board[point] for one in line) for line in LINES)


def goals(board: dict[str, int], player: int, start: str) -> set[str]:
    """Return the points to which a man may move."""
    flies = [*board.values()].count(player) == 3
    return {to for to in POINT.values() if to not in board and (flies or {start, to} in EDGES)}


def prey(board: dict[str, int], player: int) -> set[str]:
    """Return the points from which a player may take a man."""
    others = {point for point, owner in board.items() if owner != player}
    return {point for point in others if not milled(board, point)} or others


def allowed(game: Game, moving: str) -> set[str]:
    """Return the points that a player may name now, by the referee."""
    board, player = standing(game), game.player
    assert player is not None
    name = asked(game)
    if name == "victim":
        return prey(board, player)
    if name == "mover":
        return {point for point, owner in board.items() if owner == player and goals(board, player, point)}
    return goals(board, player, moving) if moving else {*POINT.values()} - {*board}


def test_the_board_has_as_many_points_lines_and_mills_as_is_known() -> None:
    """Twenty-four points, thirty-two lines between neighbours, sixteen mills: as the referee has them."""
    assert (len({*POINT.values()}), len(EDGES), len(LINES)) == (24, 32, 16)


@pytest.mark.parametrize("seed", [2, 3])
def test_nine_mens_morris_agrees_with_the_referee(seed: int) -> None:
    """At every question the same points may be named, a mill takes a man, and the game ends when it must."""
    game, chance, moving = Game(MORRIS, seed=seed), random.Random(seed), ""
    while not game.is_over:
        seat = seats(game)
        is_spot = asked(game) == "spot"
        names = {option: game.words_of(option) if is_spot else seat[option] for option in game.options}
        assert {*names.values()} == allowed(game, moving)
        answer = chance.choice(game.options)
        player, moving = game.player, names[answer] if asked(game) == "mover" else ""
        game.play(answer)
        if is_spot and not game.is_over:
            assert (game.player == player) == milled(standing(game), names[answer])
    assert game.outcome is not None
    board, numbers = standing(game), game.view(None).numbers
    winner = game.outcome.winner
    if winner is None:
        assert numbers["idle"] == 50
    else:
        men = [point for point, owner in board.items() if owner != winner]
        assert len(men) == 2 or not any(goals(board, 1 - winner, point) for point in men)


# -------------------------------------------------------------------------------------------------- oh hell


def height(card: str, led: str, trump: str) -> tuple[bool, bool, int]:
    """Return how high a card is in a trick."""
    return card[-1] == trump, card[-1] == led, RANKS.index(card[:-1])


def tricks(game: Game, size: int, first: int, chance: random.Random) -> Iterator[int]:
    """Play the tricks of a deal; yield who wins each."""
    codes = OH_HELL.pieces.codes
    (turned,) = game.view(None).pieces_in("turn-up")
    assert turned is not None
    trump, leader = codes[turned][-1], first
    for _ in range(size):
        played: list[tuple[int, str]] = []
        for place in range(4):
            player = (leader + place) % 4
            assert game.player == player
            hand = [codes[one] for one in game.view(player).pieces_in("hand", player) if one is not None]
            following = [card for card in hand if played and card[-1] == played[0][1][-1]]
            offered = [codes[option] for option in game.options]
            assert sorted(offered) == sorted(following or hand)
            card = chance.choice(offered)
            played.append((player, card))
            game.play(game.options[offered.index(card)])
        led = played[0][1][-1]
        leader = max(played, key=lambda one: height(one[1], led, trump))[0]
        yield leader


@pytest.mark.parametrize("seed", range(3))
def test_oh_hell_agrees_with_the_referee(seed: int) -> None:
    """Who may bid and play what, who wins each trick, and what all have at the end."""
    game, chance, score = Game(OH_HELL, seed=seed), random.Random(seed), [0] * 4
    dealer = game.view(None).roles["dealer"]
    for size in range(7, 0, -1):
        bids = dict[int, int]()
        for place in range(1, 5):
            player = (dealer + place) % 4
            assert game.player == player
            wrong = {size - sum(bids.values())} if player == dealer else set()
            assert [int(game.words_of(option)) for option in game.options] == [*({*range(size + 1)} - wrong)]
            answer = chance.choice(game.options)
            bids[player] = int(game.words_of(answer))
            game.play(answer)
        won = [*tricks(game, size, (dealer + 1) % 4, chance)]
        for player, bid in bids.items():
            score[player] += 10 + bid if won.count(player) == bid else 0
        dealer = (dealer + 1) % 4
    assert game.is_over
    assert game.result["score"] == score


# ---------------------------------------------------------------------------------------------------- levy


def longest_run(hand: list[str]) -> int:
    """Return how many ranks in a row are in a hand, nine at most."""
    heights = {LOW.index(card[:-1]) for card in hand}
    runs = [length for first in heights for length in range(1, 10) if {*range(first, first + length)} <= heights]
    return max(runs, default=0)


def levied(pack: list[str]) -> list[int]:
    """Return what each of two players has when a pack, the top card last, is at its end."""
    hands: list[list[str]] = [[], []]
    score = [2, 2]
    while pack:
        for player in (0, 1):
            if not pack:
                break
            pips = LOW.index(pack.pop()[:-1]) + 1
            hand = hands[player]
            hand += [pack.pop() for _ in range(min(pips if pips <= 10 else 0, len(pack)))]
            hand.sort(key=lambda card: (-LOW.index(card[:-1]), "HDCS".index(card[-1])))
            del hand[6 + score[player] :]
            length = longest_run(hand)
            if length >= 3:
                score[player] += length - 2
                laid = best_run(hand, length)
                hands[player] = [card for card in hand if card not in laid]
    return score


def best_run(hand: list[str], length: int) -> list[str]:
    """Return the run that is laid: of the longest that with the best cards, compared from the best downwards."""
    heights = {LOW.index(card[:-1]) for card in hand}
    first = max(one for one in heights if {*range(one, one + length)} <= heights)
    ranks = [LOW[place] for place in range(first, first + length)]
    return [
        min((card for card in hand if card[:-1] == rank), key=lambda card: "HDCS".index(card[-1])) for rank in ranks
    ]


@pytest.mark.parametrize("seed", range(4, 12))
def test_levy_agrees_with_a_simulator(seed: int) -> None:
    """Cards that go, times and the best cards by number, and runs of up to nine cards."""
    game = Game(LEVY, seed=seed)
    assert game.is_over
    shuffled = game.answers[0].words.split()
    assert game.result["score"] == levied(shuffled)
