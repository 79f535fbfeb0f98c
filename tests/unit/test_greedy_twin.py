"""The greedy player makes the same choices in compiled code as in the interpreter, and compiles where that pays."""

from __future__ import annotations

from pathlib import Path

import pytest

import cc_dsl
from cc_dsl.interpreter.engine import Game
from cc_dsl.interpreter.players import GreedyPlayer, Player
from cc_dsl.interpreter.seat import Seat
from cc_dsl.rules.model import Rules
from cc_dsl.study import thinking
from cc_dsl.study.games import play_one, seat_names
from cc_dsl.study.thinking import Greed, GreedyTwin
from cc_dsl.table.chance import Chance

KUHN = Path(__file__).parents[1] / "adapters" / "kuhn.rules"
OPEN = [Path(__file__).parents[1] / "games" / name for name in ("reversi", "mu-torere", "nim")]
GAMES = ["1860", "1862", "court", "patience", str(KUHN), *map(str, OPEN)]


def ready(rules: Rules, seats: int, monkeypatch: pytest.MonkeyPatch, is_fast: bool = False) -> None:
    """Let greedy players of some rules think in compiled code from the first."""
    found = Greed(rules, seats)
    found.have(is_fast)
    assert found.mind(True) is not None
    monkeypatch.setitem(thinking.GREEDS, (rules.name, rules.digest, seats), found)


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).stem)
def test_choices_are_those_of_the_interpreter(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At questions here and there in a random game, and after moves were taken back."""
    rules = cc_dsl.load(name).rules
    seats = rules.seats[0]
    ready(rules, seats, monkeypatch)
    chance, asked = Chance(5), 0
    for seed in range(60):
        game = Game(rules, seed=seed, seats=seats)
        twin, plain = GreedyTwin(Chance(9), game), GreedyPlayer(Chance(9))
        while game.player is not None and asked < min(2 * (seed + 1), 5):
            options = game.options
            if len(options) > 1 and chance.below(8) == 0:
                seat, stream = Seat(game, game.player), chance.branch(asked)
                assert twin.think(seat, stream) == plain.think(seat, stream)
                asked += 1
                if asked == 3:
                    game.undo()
                    continue
            game.play(options[chance.below(len(options))])
    assert asked == 5


class First:
    """A player of somebody's own, who gives the first answer."""

    def choose(self, seat: Seat) -> int:
        """Return the first of the options."""
        return seat.options[0]


def test_beside_a_player_of_ones_own_the_greedy_player_thinks_in_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game and in a study from Python, and it makes the choices that it makes in the interpreter."""
    edition = cc_dsl.load("1860")
    players: list[str | Player | None] = [First(), "greedy"]
    game = edition.play(seed=4, players=players, reasons=False)
    row = edition.study(games=1, seed=4, players=players).games[0]
    ready(edition.rules, 2, monkeypatch)
    plain = GreedyPlayer.think
    monkeypatch.setattr(GreedyPlayer, "think", lambda *given: pytest.fail("it thinks in the interpreter"))
    again = edition.play(seed=4, players=players, reasons=False)
    assert again.choices == game.choices
    assert edition.study(games=1, seed=4, players=players).games[0] == row
    monkeypatch.setattr(GreedyPlayer, "think", plain)


def test_players_begin_in_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled before thinking has cost as much; then it is, unless a person would wait for it."""
    rules = cc_dsl.load("1862").rules
    compiled: list[bool] = []
    monkeypatch.setattr(thinking, "mind_of", lambda *given: compiled.append(True))
    monkeypatch.setattr(thinking, "can_compile", lambda: True)
    monkeypatch.setattr(Greed, "is_kept", False)
    found = Greed(rules, 2)
    assert found.cost > 1
    assert found.mind(True) is None
    found.spent = found.cost
    assert found.mind(False) is None
    assert compiled == []
    found.mind(True)
    assert compiled == [True]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["1860", "1862", "court", "patience", "lanrick-1880", "lanrick-1893", str(OPEN[0])])
def test_games_by_machine_code_are_those_of_the_interpreter(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole games between greedy players."""
    rules = cc_dsl.load(name).rules
    players = seat_names(rules, ("greedy",))
    here = [play_one(rules, players, seed) for seed in range(2)]
    ready(rules, len(players), monkeypatch, is_fast=True)
    assert [play_one(rules, players, seed) for seed in range(2)] == here
