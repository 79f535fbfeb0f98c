"""Seats, which show a player what it may know; the players in them; and nature.

A computer player gets a seat, not the game. Players draw from streams of random numbers that are rewound with the game:
the same seed and the same answers give the same game, even after takebacks, and when a recorded game is resumed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from cc_dsl.closures.state import OBSERVER, State
from cc_dsl.engine.game import WORLD, Game, Question
from cc_dsl.engine.moves import Move
from cc_dsl.engine.views import View
from cc_dsl.table.chance import Chance


class Seat:
    """Everything that a computer player may know: its view and the question."""

    def __init__(self, game: Game, player: int) -> None:
        """Make the seat of a player."""
        self.game = game
        """The game, for the engines that simulate it; a player that reads it directly cheats."""
        self.player = player
        self.rules = game.rules

    @property
    def view(self) -> View:
        """The position as the player sees it."""
        return self.game.view(self.player)

    @property
    def question(self) -> Question | None:
        """The question."""
        return self.game.question

    @property
    def options(self) -> list[int]:
        """The legal answers."""
        return self.game.options

    @property
    def picks_left(self) -> int:
        """The number of things still to be picked, the next included: 1, unless several are picked."""
        return self.game.picks_left

    def moves(self) -> list[Move]:
        """The legal answers, with their words."""
        return self.game.moves()

    def sample_position(self, chance: Chance) -> State:
        """A random position consistent with the player's view."""
        return self.game.sample_position(self.player, chance)


class Player(Protocol):
    """A player, who answers questions."""

    def choose(self, seat: Seat) -> int:
        """Return one of the options."""


class SeededPlayer(Player, Protocol):
    """A player with a random stream that can be rewound."""

    position: int
    """Its position in the stream."""

    def follow(self, seat: Seat) -> None:
        """Advance the stream as if the player had chosen here."""


class RandomPlayer:
    """A player that gives each legal answer with equal probability, or each set if several are picked."""

    def __init__(self, chance: Chance) -> None:
        """Draw from a stream of random words."""
        self._chance = chance

    @property
    def position(self) -> int:
        """The number of words drawn from the stream."""
        return self._chance.drawn

    @position.setter
    def position(self, drawn: int) -> None:
        self._chance.drawn = drawn

    def choose(self, seat: Seat) -> int:
        """Return any of the options."""
        return seat.game.draw_answer(self._chance)

    def follow(self, seat: Seat) -> None:
        """Draw one answer."""
        self.choose(seat)


def nature(seed: int) -> RandomPlayer:
    """Return the player who answers for the world at random, from a stream of its own."""
    return RandomPlayer(Chance(seed).branch(WORLD))


class SeatsOfGame:
    """The computer players of a game; one of them may answer for the world, whose seat is `OBSERVER`."""

    def __init__(self, game: Game, players: Mapping[int, SeededPlayer]) -> None:
        """Seat the players at the beginning of a game, or when it is resumed."""
        self._game = game
        self._players = dict(players)
        self._seats = {place: Seat(game, place) for place in players}
        self._drawn: list[tuple[int, SeededPlayer, int]] = []
        """For each answer, the length of the game before it, the player, and the position in the player's stream."""
        if game.count:
            self._catch_up()

    def __contains__(self, player: int | None) -> bool:
        """Return whether a computer has this seat."""
        return player in self._players

    def move(self) -> None:
        """Give the answer of the player to move."""
        game, player = self._game, self._game.player
        assert player is not None
        stream = self._players[player]
        self._drawn.append((game.count, stream, stream.position))
        game.play(stream.choose(self._seats[player]))

    def go_back(self) -> None:
        """Rewind every stream to its state when the game had as many answers as now."""
        while self._drawn and self._drawn[-1][0] >= self._game.count:
            _, stream, position = self._drawn.pop()
            stream.position = position

    def _catch_up(self) -> None:
        """Advance every stream as if the players had given the answers of the game so far."""
        game = self._game
        again = game.from_the_beginning()
        seats = {place: Seat(again, place) for place in self._players}
        while again.player is not None and again.count < game.count:
            if again.player in self:
                stream = self._players[again.player]
                self._drawn.append((again.count, stream, stream.position))
                stream.follow(seats[again.player])
            again.step()


def play_out(game: Game, players: Sequence[Player]) -> None:
    """Play a game to its end between computer players; nature answers for the world."""
    seated: dict[int, Player] = {**dict(enumerate(players)), OBSERVER: nature(game.seed or 0)}
    while game.player is not None:
        game.play(seated[game.player].choose(Seat(game, game.player)))
