"""A traditional game unlike any text of the corpus: bidding, trumps, partners; compared with an independent judge."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game
from cc_dsl.engine.judge import answer
from cc_dsl.export.figures import study_as_csv
from cc_dsl.players.computers import computer
from cc_dsl.players.seats import Player, play_out
from cc_dsl.study.experiment import Experiment, Request
from cc_dsl.study.games import Chunk, FinishedGame, Task
from cc_dsl.study.schedulers import ChunkPlayer, Processes
from tests.cli.desk import circular
from tests.playing import playout
from tests.unit.interpreter.small import GAMES

RULES = pipeline.load(str(Path(__file__).parent / "euchre")).rules
SUITS = ("Hearts", "Diamonds", "Clubs", "Spades")
TWIN = {"H": "D", "D": "H", "C": "S", "S": "C"}


def test_a_study_counts_a_side_for_each_of_its_players() -> None:
    """The same whether compiled rules or computer players play: partners win together, and half the games is fair."""
    edition = pipeline.load(str(Path(__file__).parent / "euchre"))
    for players in (None, ("random",)):
        document = Experiment(edition, Request(40, players=players)).play(Processes())
        wins, sides = [share["count"] for share in document["wins"]], document["sides"]
        assert [share["players"] for share in sides] == [[1, 3], [2, 4]]
        assert wins == [sides[0]["count"], sides[1]["count"]] * 2
        assert sum(share["count"] for share in sides) == 40
        assert document["measures"]["first_player"]["fair"] == 0.5
        assert f"sides.player 1 and player 3,,{sides[0]['count']},40," in study_as_csv(document)


def test_compiled_rules_are_counted_as_the_interpreter_counts() -> None:
    sides: dict[str, int] = {}
    for seed in range(30):
        side = " ".join(map(str, playout(RULES, seed).winners))
        sides[side] = sides.get(side, 0) + 1
    counts = ChunkPlayer(Task(RULES, 4)).count(Chunk(0, 30))
    assert counts["sides"] == sides
    assert counts["winner"] == {str(player): sides["0 2" if player % 2 == 0 else "1 3"] for player in range(4)}
    games: list[FinishedGame] = []
    assert ChunkPlayer(Task(RULES, 4)).count(Chunk(0, 30), games) == counts
    assert [game.seed for game in games] == [*range(30)]


def allegiance(card: str, trump: str) -> str:
    """Return the suit a card belongs to: the left bower is a trump (E3.1)."""
    return trump if card == "J" + TWIN[trump] else card[-1]


def height(card: str, trump: str, led: str) -> tuple[int, int]:
    """Return how high a card stands in a trick (E3.1, E3.2, E4.3)."""
    rank = ("9", "10", "J", "Q", "K", "A").index(card[:-1])
    suit = allegiance(card, trump)
    if suit == trump:
        bower = {"J" + trump: 7, "J" + TWIN[trump]: 6}
        return 2, bower.get(card, rank)
    return int(suit == led), rank


@pytest.mark.parametrize("seed", range(200))
def test_the_taker_is_found_as_by_hand(seed: int) -> None:
    chance = random.Random(seed)
    cards = chance.sample([rank + suit for rank in ("A", "K", "Q", "J", "10", "9") for suit in "HDCS"], 4)
    trump = chance.choice("HDCS")
    led = allegiance(cards[0], trump)
    named = {suit[0]: suit for suit in SUITS}
    value = answer(RULES, "judge", {"trump": named[trump], "led": named[led], "front": cards}).value
    best = max(range(4), key=lambda player: height(cards[player], trump, led))
    assert value == {"taker": best}


@pytest.mark.parametrize("seed", range(30))
def test_whole_games(seed: int) -> None:
    """Suit is followed, partners score alike, and who wins has five points, which the other side has not."""
    game = Game(RULES, seed=seed)
    chance = random.Random(seed)
    while not game.is_over:
        view = game.view(game.player)
        if game.question_term.name == "choice":
            assert game.player is not None
            led, trump = view.held["suit-led"], view.held["trump"][0]
            codes = game.rules.pieces.codes
            hand = [codes[piece] for piece in view.pieces_in("hand", game.player) if piece is not None]
            fit = [card for card in hand if led and allegiance(card, trump) == led[0]] or hand
            assert sorted(fit) == sorted(game.words_of(option) for option in game.options)
        game.play(chance.choice(game.options))
    scores = game.view(None).numbers["score"]
    assert scores[:2] == scores[2:]
    assert game.outcome is not None
    assert game.outcome.side in ((0, 2), (1, 3))
    assert game.outcome.winners == game.outcome.side
    assert game.outcome.winner == game.outcome.side[0]
    assert scores[game.outcome.winner] >= 5 > scores[1 - game.outcome.winner]


def test_a_computer_player_plays_for_its_side() -> None:
    """Who wins with his partner has won: two that think beat two that do not, whichever of them is named first."""
    won = [0, 0]
    for seed in range(3):
        players: list[Player] = [computer("greedy" if place % 2 else "random", seed, place) for place in range(4)]
        game = Game(RULES, seed=seed)
        play_out(game, players)
        assert game.outcome is not None
        won[game.outcome.winner == 1] += 1
    assert won[1] == 3


def test_partners_are_told_as_winners() -> None:
    result = circular(
        "play", str(Path(__file__).parent / "euchre"), "--seed", "5", "--players", "random,random,random,random"
    )
    assert result.status == 0
    assert "Player 2 and player 4 win." in result.out or "Player 1 and player 3 win." in result.out
    assert re.search(r"Player \d and player \d win\. +\[E5\.2\]", result.out)


@pytest.mark.parametrize("players", [None, ("random",)])
def test_a_side_of_one_wins_alone(players: tuple[str, ...] | None) -> None:
    edition = pipeline.load(str(GAMES / "coin.rules"))
    document = Experiment(edition, Request(8, players=players)).play(Processes())
    assert sum(share["count"] for share in document["wins"]) == 8
    assert "sides" not in document
