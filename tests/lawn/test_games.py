"""Whole games of Castle Croquet on a lawn, judged by the rules: they end, and are judged the same again without it."""

from __future__ import annotations

import pytest

from cc_dsl import pipeline
from cc_dsl.errors import UserError
from cc_dsl.interpreter.engine import Game, replay
from cc_dsl.interpreter.lawns import STRIKERS, LawnWorld
from cc_dsl.interpreter.observing import Observation
from cc_dsl.interpreter.players import Observer, computer, known_player, world_of
from cc_dsl.interpreter.seat import Seat
from cc_dsl.interpreter.striking import FREES, GOES_ON, RISK, Striking
from cc_dsl.lawn.strokes import TOUCHES, LawnError
from cc_dsl.study import results
from cc_dsl.table import record

EDITION = "castle-croquet-1863"
BOLD = "lawn-fair-bold"
LONGEST = 300
"""Strokes after which a game of these tests has long ended."""


@pytest.fixture(scope="module")
def rules() -> object:
    """The rules of 1863?."""
    return pipeline.load(EDITION).rules


class Table:
    """A game of four players of one kind, stroke by stroke."""

    def __init__(self, name: str, seed: int, edition: str = EDITION) -> None:
        """Sit down."""
        self.rules = pipeline.load(edition).rules
        self.game = Game(self.rules, seed=seed)
        names = [name] * self.game.seats
        self.world = world_of(self.game, names)
        assert isinstance(self.world, LawnWorld)
        self.lawn_world: LawnWorld = self.world
        self.players = [computer(name, seed, place) for place in range(self.game.seats)]
        self.seats = [Seat(self.game, place) for place in range(self.game.seats)]

    def step(self) -> bool:
        """Let whoever is asked answer; tell whether a stroke was made."""
        if self.game.is_observing:
            self.lawn_world.strike(self.game)
            return True
        player = self.game.player
        assert player is not None
        self.game.play(self.players[player].choose(self.seats[player]))
        return False

    def end(self) -> Game:
        """Play to the end."""
        while not self.game.is_over and self.lawn_world.strokes < LONGEST:
            self.step()
        return self.game


@pytest.fixture(scope="module")
def played() -> Table:
    """A whole game."""
    table = Table(BOLD, 0)
    table.end()
    return table


def test_game_is_won(played: Table) -> None:
    """Somebody does all that rule II asks, and the rules say so."""
    assert played.game.outcome is not None
    assert played.game.outcome.reason == "won"
    assert played.game.result["strokes"] == played.lawn_world.strokes


def test_record_is_judged_again_without_a_lawn(played: Table) -> None:
    """What was observed is all that the verdict rests on."""
    written = record.write(played.game.record([BOLD] * 4))
    again = replay(played.rules, record.read(written))
    assert again.outcome == played.game.outcome
    assert again.snapshot() == played.game.snapshot()


def test_same_seed_same_game(played: Table) -> None:
    """Strokes, errors and choices all come from the seed."""
    again = Table(BOLD, 0)
    for _ in range(40):
        again.step()
    assert again.game.answers == played.game.answers[: len(again.game.answers)]


def test_another_seed_another_game(played: Table) -> None:
    """The errors of the players differ."""
    other = Table(BOLD, 1)
    for _ in range(40):
        other.step()
    assert other.game.answers != played.game.answers[: len(other.game.answers)]


def test_every_ball_lies_where_the_rules_put_it() -> None:
    """Whatever the rules have put on a spot since the last stroke lies on it, or beside it if it is taken."""
    table = Table(BOLD, 2)
    game, world = table.game, table.lawn_world
    spots = {spot.name: (spot.east, spot.north) for spot in world.lawn.ground.spots}
    read, obeyed = 0, 0
    for _ in range(60):
        if game.is_over:
            break
        if not game.is_observing:
            table.step()
            continue
        put = world.striking.put(game.moved[read:])
        read = len(game.moved)
        world.obey(game)
        for ball, spot in put.items():
            place = world.lawn.places[ball]
            away = ((place[0] - spots[spot][0]) ** 2 + (place[1] - spots[spot][1]) ** 2) ** 0.5
            taken = any(
                other != ball and abs(there[0] - spots[spot][0]) < 0.2 for other, there in world.lawn.places.items()
            )
            assert away < 1e-9 or (taken and away < 0.4), (ball, spot)
            obeyed += 1
        table.step()
    assert obeyed >= 10


def test_prisoner_that_is_hit_is_put_back() -> None:
    """He cannot move (III.4): a ball of which the rules let nothing be observed lies again where it lay."""
    game = Game(pipeline.load(EDITION).rules, seed=0)
    world = LawnWorld(game, {0: STRIKERS["lawn-faultless"]}, 0)
    game.observe([("passes", "Blue", "gate 1", "outward")])
    game.play(0)
    game.observe([("passes", "Blue", "gate 2", "inward")])
    world.obey(game)
    prison = world.lawn.places["Blue"]
    assert prison == pytest.approx((10.199747, 0.0))
    world.lawn.place("Black", (prison[0] + 1.0, prison[1]))
    world._before, world._able = dict(world.lawn.places), {"Black"}
    stroke = world.lawn.stroke("Black", 180.0, 3.0)
    assert any(seen.verb == TOUCHES for seen in stroke.observations)
    assert world.lawn.places["Blue"] != prison
    game.observe([("touches", "Black", "Blue")])
    assert world.obey(game) == ["Blue"]
    assert world.lawn.places["Blue"] == prison


def test_what_a_stroke_is_to_do_comes_from_the_rules() -> None:
    """A soldier goes out first; to enter while both are on duty is a risk; a prisoner wants his sentinel."""
    rules = pipeline.load(EDITION).rules
    game, striking = Game(rules, seed=0), Striking(rules, 4)

    def goods() -> list[tuple[str, int]]:
        state = game.position
        ball = striking.striker(state)
        assert ball is not None
        menu = striking.menu(state)
        return [(menu.words(good.answer), good.rank) for good in striking.goods(state, ball)]

    assert goods() == [("Blue passes gate 1 outward", GOES_ON)]
    game.observe([("passes", "Blue", "gate 1", "outward")])
    game.play(0)
    assert goods() == [("Blue passes gate 2 inward", RISK)]
    game.observe([("passes", "Blue", "gate 2", "inward")])
    for _ in range(3):
        game.observe([])
    assert goods()[0] == ("Green touches flag 2", FREES)


def test_what_was_there_before_in_a_turn_is_worth_no_stroke() -> None:
    """A sentinel that has gone out of its gate, for which it is struck again, does not go in again for that alone."""
    rules = pipeline.load("croquet-castles-1863").rules
    game, striking = Game(rules, seed=0), Striking(rules, 5)
    ball, had = striking.names.index("Light-blue"), set()
    while striking.striker(game.position) != ball:
        game.observe([])
    for way in ("outward", "inward", "outward"):
        had.add(striking.errands(game.position, ball))
        game.observe([("passes", "Light-blue", "gate 1", way)])
        game.play(game.options[0])
    state, menu = game.position, striking.menu(game.position)
    inward = menu.find(Observation("passes", "Light-blue", "gate 1", "inward"))
    assert inward in {good.answer for good in striking.goods(state, ball)}
    assert inward not in {good.answer for good in striking.goods(state, ball, had)}


def test_a_turn_that_repeats_itself_ends() -> None:
    """In Croquêt Castles every passage of its own gate lets a sentinel be struck again; experts win all the same."""
    table = Table("lawn-expert", 0, "croquet-castles-1863")
    outcome = table.end().outcome
    assert outcome is not None
    assert outcome.reason == "won"


def test_harm_is_seen() -> None:
    """A sentinel who is to rescue must not leave by his own gate, for he would be off duty."""
    rules = pipeline.load(EDITION).rules
    game, striking = Game(rules, seed=0), Striking(rules, 4)
    game.observe([("passes", "Blue", "gate 1", "outward")])
    game.play(0)
    game.observe([("passes", "Blue", "gate 2", "inward")])
    for _ in range(3):
        game.observe([])
    state = game.position
    harms = {
        game.menu.words(answer)
        for answer in state.options
        if answer != game.menu.end and striking.is_harm(state, striking.striker(state) or 0, answer)
    }
    assert "Green passes gate 1 outward" in harms
    assert "Green touches flag 2" not in harms


def test_told_strokes_move_balls() -> None:
    """Where a person tells a stroke, the balls lie where a way leads that does it."""
    game = Game(pipeline.load(EDITION).rules, seed=0)
    world = LawnWorld(game, {}, 0)
    world.obey(game)
    told = game.observed_since(0)
    assert told == []
    game.observe([("passes", "Blue", "gate 1", "outward")])
    world.see("Blue", game.observed_since(0), 0)
    east, north = world.lawn.places["Blue"]
    assert abs(east) < 1e-9
    assert north < 4.949747
    assert "Blue is struck" in world.picture()


def test_stroke_that_is_taken_back_is_made_again() -> None:
    """After `undo` the lawn is as it was, and the stroke the same."""
    table = Table(BOLD, 5)
    table.step()
    first, places = table.game.answers, table.lawn_world.lawn.places
    while table.lawn_world.strokes < 3:
        table.step()
    while table.game.count:
        assert table.game.undo()
        if not table.game.answers:
            break
    table.step()
    assert table.game.answers[: len(first)] == first
    assert table.lawn_world.lawn.places == places


@pytest.mark.parametrize("edition", ["castle-croquet-1866", "croquet-castles-1863"])
def test_the_other_texts_are_played_by_the_same_players(edition: str) -> None:
    """No word of any game is known to the players: they go by what the rules tell."""
    table = Table("lawn-expert", 1, edition)
    for _ in range(30):
        if not table.game.is_over:
            table.step()
    assert any(given.words != "nothing more" for given in table.game.answers if given.by == record.OBSERVED)
    assert sum(" passes " in given.words for given in table.game.answers) >= 3


def test_names() -> None:
    """Who is unknown is told the nearest; without strikers chance answers for the world."""
    with pytest.raises(UserError, match="Choose lawn-fair"):
        known_player("lawn-fare")
    game = Game(pipeline.load(EDITION).rules, seed=0)
    assert isinstance(world_of(game, ["random"] * 4), Observer)


def test_rules_without_a_ground_are_refused() -> None:
    """Nobody strikes a card."""
    with pytest.raises(UserError, match="describe no ground"):
        Striking(pipeline.load("1862").rules, 2)


def test_without_pymunk_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the extra."""
    from cc_dsl.interpreter.lawns import require

    monkeypatch.setattr("cc_dsl.interpreter.lawns.find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"court-circular\[lawn\]"):
        require()


def test_ball_of_which_nothing_is_known_is_refused() -> None:
    """A lawn has just the balls that are in play."""
    game = Game(pipeline.load(EDITION).rules, seed=0)
    with pytest.raises(LawnError, match="Light-blue"):
        LawnWorld(game, {}, 0).lawn.lift("Light-blue")


@pytest.mark.slow
def test_study_is_the_same_in_one_process_and_in_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game is a function of its seed, whoever plays it."""
    monkeypatch.setattr(results, "AT_ONCE", 1)
    rules, wanted = pipeline.load("castle-croquet-1866").rules, results.WantedGames(("lawn-expert",) * 4, 2, 7)
    one, two = (results.results(rules, wanted, workers) for workers in (1, 2))
    assert {key: value for key, value in one.items() if key != "made"} == {
        key: value for key, value in two.items() if key != "made"
    }
    assert set(one["told"]) == {"next", "at", "within", "turns", "strokes", "prisoners", "taken"}
