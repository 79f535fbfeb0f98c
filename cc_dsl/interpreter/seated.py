"""The computer players of a game in their seats, whose random streams go back when the game does.

The same seed and the same answers give the same game, also when answers were taken back, and when a recorded game is
resumed: each player continues at the point of its stream that it had reached after these answers, whatever was tried
and taken back in between.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cc_dsl.interpreter.players import Observer, Sitter
from cc_dsl.interpreter.seat import Seat

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game


class Seated:
    """Computer players, and who answers for the world, if that is by chance."""

    def __init__(self, game: Game, players: Mapping[int, Sitter], world: Observer | None = None) -> None:
        """Seat the players at the beginning of a game, or where it is resumed."""
        self._game = game
        self._players = dict(players)
        self._world = world
        self._seats = {place: Seat(game, place) for place in players}
        self._counts, self._who, self._positions = array("q"), array("q"), array("Q")
        """For each answer: how long the game was, who answered, and where in the stream that was."""
        if game.count:
            self._catch_up()

    def __contains__(self, player: int | None) -> bool:
        """Return whether a computer sits there."""
        return player in self._players

    def move(self) -> None:
        """Get the answer of the player who is asked."""
        game, player = self._game, self._game.player
        assert player is not None
        stream = self._players.get(player, self._world)
        assert stream is not None, "somebody else is asked"
        self._note(game.count, player, stream)
        if isinstance(stream, Observer):
            game.play(stream.answer(game))
        else:
            game.play(stream.choose(self._seats[player]))

    def _note(self, count: int, player: int, stream: Sitter | Observer) -> None:
        """Note where a stream is before an answer is drawn from it."""
        self._counts.append(count)
        self._who.append(player)
        self._positions.append(stream.position)

    def go_back(self) -> None:
        """Put every stream where it was when the game was as long as it is now."""
        while self._counts and self._counts[-1] >= self._game.count:
            self._counts.pop()
            who, position = self._who.pop(), self._positions.pop()
            stream = self._players.get(who, self._world)
            assert stream is not None
            stream.position = position

    def _catch_up(self) -> None:
        """Draw from every stream as if the players had given the answers of the game so far."""
        game = self._game
        again = game.from_the_beginning()
        seats = {place: Seat(again, place) for place in self._players}
        while again.player is not None and again.count < game.count:
            player = again.player
            if player in self._players:
                self._note(again.count, player, self._players[player])
                self._players[player].follow(seats[player])
            elif again.is_observing and self._world is not None:
                self._note(again.count, player, self._world)
                self._world.answer(again)
            again.step()
