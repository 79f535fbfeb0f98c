"""Whole games: they end, lose no piece, are the same again from seed, record and undo, and refuse with reasons."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_dsl.closures.state import UNSETTLED
from cc_dsl.engine.game import Game, random_chooser, replay
from cc_dsl.engine.moves import Move, MoveRefused, Refusal
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance
from cc_dsl.table.record import RecordFault, read, write
from cc_dsl.trees import replace
from tests.playing import playout
from tests.unit.interpreter.small import rules_1862, rules_of, tolls, whole

GAMES: list[Callable[[], model.Rules]] = [
    rules_1862,
    tolls,
    lambda: rules_1862(
        ("how-often", "once-only"), ("these-three", "as-turned-up"), ("last-cards", "last-winner-has-them")
    ),
]


def random_game(rules: model.Rules, seed: int, most: int = 10_000, reasons: bool = False) -> Game:
    """Play so many moves at random, as `playout` does."""
    game = Game(rules, seed=seed, reasons=reasons)
    choose = random_chooser(Chance(seed).branch(0))
    for _ in range(most):
        if game.player is None:
            break
        game.play(choose(game.player, game.options, game.left))
    return game


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("seed", range(12))
def test_every_game_ends_and_somebody_has_won(rules: Callable[[], model.Rules], seed: int) -> None:
    """No bound is reached, and the winner is a player."""
    outcome = playout(rules(), seed)
    assert outcome.reason in ("won", "nobody")
    assert outcome.moves > 0
    if rules is rules_1862:
        assert outcome.winner in (0, 1)


@pytest.mark.parametrize("rules", GAMES)
def test_pieces_are_conserved_at_every_question(rules: Callable[[], model.Rules]) -> None:
    """Each piece is in exactly one place, always; the options are pieces that are there, in ascending order."""
    made = rules()
    for seed in range(3):
        game = Game(made, seed=seed)
        choose = random_chooser(Chance(seed))
        while game.player is not None:
            assert whole(game._state) == list(range(len(made.pieces.codes)))
            assert game.options == sorted(set(game.options)) != []
            game.play(choose(game.player, game.options, game.left))
        assert game.moves() == []
        assert game.question is None


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_fast_play_and_play_with_reasons_are_one_game(rules: Callable[[], model.Rules], seed: int) -> None:
    fast = playout(rules(), seed)
    plain, explained = random_game(rules(), seed), random_game(rules(), seed, reasons=True)
    assert fast == plain.outcome == explained.outcome
    assert plain.answers == explained.answers
    assert plain.snapshot() == explained.snapshot()
    assert plain.decisions == []
    assert explained.decisions


@pytest.mark.parametrize("rules", GAMES)
def test_record_gives_the_same_game_bit_by_bit(rules: Callable[[], model.Rules]) -> None:
    """Written, read and replayed, also without its seed, a game is the same."""
    game = random_game(rules(), 5)
    players = ["random"] * rules().seats[0]
    record = read(write(game.record(players)))
    again = replay(rules(), record, reasons=True)
    assert again.snapshot() == game.snapshot()
    assert again.outcome == game.outcome
    assert write(again.record(players)) == write(record)
    assert replay(rules(), record._replace(seed=None)).snapshot() == game.snapshot()


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("moves", [0, 1, 7, 12])
def test_interrupted_game_goes_on_as_if_it_had_not_been(rules: Callable[[], model.Rules], moves: int) -> None:
    """A record in progress takes up chance where it stood, so that the same answers give the same end."""
    begun = random_game(rules(), 8, moves)
    record = read(write(begun.record()))
    resumed = replay(rules(), record)
    assert resumed.snapshot() == begun.snapshot()
    assert not record.is_finished
    for game in (begun, resumed):
        choose = random_chooser(Chance(99))
        while game.player is not None:
            game.play(choose(game.player, game.options, game.left))
    assert resumed.snapshot() == begun.snapshot()
    assert resumed.answers == begun.answers


def test_undo_takes_back_the_last_choice() -> None:
    """After an undo the position is what it was; with a player, all after his choice is taken back too."""
    rules = rules_1862()
    for moves in (1, 5, 9, 40):
        game, before = random_game(rules, 4, moves), random_game(rules, 4, moves - 1)
        assert game.undo()
        assert game.snapshot() == before.snapshot()
    game = random_game(rules, 4, 1)
    first = game.player
    game = random_game(rules, 4, 2)
    assert first is not None
    assert game.undo(1 - first)
    assert game.answers == random_game(rules, 4, 0).answers
    assert not game.undo()
    assert not Game(rules, seed=4).undo(0)


def test_finished_game_can_be_undone() -> None:
    """The end is not the end for who takes his last move back."""
    game = random_game(rules_1862(), 2, reasons=True)
    decisions = len(game.decisions)
    assert game.outcome is not None
    assert game.undo()
    assert game.player is not None
    assert len(game.decisions) < decisions


def test_game_without_a_seed_draws_one_and_records_it() -> None:
    """Two games are not the same, and each can be replayed."""
    rules = rules_1862()
    games = [Game(rules) for _ in range(3)]
    assert len({game.answers for game in games}) == 3
    assert all(Game(rules, seed=game.seed).answers == game.answers for game in games)


def test_positions_can_be_sent_to_other_processes() -> None:
    """A position pickles, and what is not settled stays so."""
    game = random_game(rules_1862(), 1, 10)
    game._state.chance = None
    again = pickle.loads(pickle.dumps(game._state))
    assert again.snapshot(game._runtime.is_ordered) == game.snapshot()
    assert UNSETTLED in again.cells
    assert pickle.loads(pickle.dumps(UNSETTLED)) is UNSETTLED
    assert repr(UNSETTLED) == "unsettled"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("player 1:", "player 2:", 1), "it is the turn of"),
        (lambda text: text.replace("shuffled: ", "shuffled: ZZ ", 1), "no card"),
        (lambda text: text.replace("shuffled: ", "shuffled: 5H ", 1), "that are shuffled here"),
        (lambda text: "\n".join(line for line in text.split("\n") if "shuffled" not in line), "it is the turn of"),
        (lambda text: text.replace("\nend of", "\nplayer 1: 5H\nend of"), "the record goes on"),
        (lambda text: "\n".join([*text.split("\n")[:12], *text.split("\n")[-3:]]), "at its end"),
    ],
)
def test_record_of_another_game_is_refused(change: Callable[[str], str], said: str) -> None:
    """Wrong players, wrong pieces, missing and surplus answers are found when the record is replayed."""
    game = random_game(rules_1862(), 3)
    text = "\n".join(line for line in write(game.record()).split("\n") if not line.startswith("checksum"))
    text = change(text).replace("\nend of", "\nwritten by hand\nend of")
    with pytest.raises(RecordFault, match=said):
        replay(rules_1862(), read(text))


def test_illegal_answer_in_a_record_is_named_with_its_line() -> None:
    """The fault says which line the rules refuse, and why."""
    game = random_game(rules_1862(), 3, 3)
    lines = write(game.record()).split("\n")
    number = next(place for place, line in enumerate(lines) if line.startswith("player"))
    player = lines[number].split(":")[0]
    allowed = [move.text for move in Game(rules_1862(), seed=3).moves()]
    held = next(code for code in rules_1862().pieces.codes if code not in allowed)
    lines[number] = f"{player}: {held}"
    text = "\n".join("written by hand" if line.startswith("checksum") else line for line in lines)
    with pytest.raises(RecordFault, match=f"{held} cannot be the choice") as caught:
        replay(rules_1862(), read(text))
    assert caught.value.line == number + 1


def test_record_under_other_rules_is_refused() -> None:
    """A record names its rules by their digest, and says which readings differ."""
    record = random_game(rules_1862(("Rubber", "two-in-all")), 3).record()
    with pytest.raises(RecordFault, match="other rules of 1862, and with other readings \\(Rubber\\)"):
        replay(rules_1862(), record)


# --------------------------------------------------------------------------------- questions and answers


def test_question_is_in_the_words_of_the_rules() -> None:
    """What is chosen is named, with the sentence that asks for it; several are counted."""
    game = Game(rules_1862(), seed=3)
    assert str(game.question) == "choice: he chooses a card in his reach as the choice."
    gates = Game(tolls(), seed=3)
    assert str(gates.question) == "he chooses"
    while game.question is not None and game.question.left < 2:
        game.play(game.options[0])
    assert "to choose): " in str(game.question)


def test_moves_name_their_clauses() -> None:
    """A move rests on the clause that asks, and on those that say among what may be chosen."""
    game = Game(rules_1862(), seed=3)
    moves = game.moves()
    assert [move.answer for move in moves] == game.options
    assert moves[0].clauses == ("1862.I.4", "1862.V.2")
    explained = Game(rules_1862(), seed=3, reasons=True)
    assert explained.moves() == moves


def test_asking_for_moves_changes_nothing() -> None:
    """Explaining a question leaves the game and its log alone."""
    for reasons in (False, True):
        game = random_game(rules_1862(), 6, 20, reasons)
        before, told = game.snapshot(), len(game.decisions)
        game.moves()
        game.whynot("AS")
        game.view(0)
        assert game.snapshot() == before
        assert len(game.decisions) == told


def test_three_failures_have_three_names() -> None:
    """Not in the notation, not allowed here, and fitting several."""
    game = Game(rules_1862(), seed=3)
    kinds = {}
    for text in ("ZZ", "", "8", "1", "AS", "K", "10h", "Ten of Hearts", " 10H "):
        found = game.find_move(text)
        kinds[text] = found.text if isinstance(found, Move) else found.kind
    assert [move.text for move in game.moves()] == ["10H", "8C", "8S", "7C", "5H", "2C"]
    assert kinds == {
        "ZZ": "invalid",
        "": "invalid",
        "8": "ambiguous",
        "1": "10H",
        "AS": "illegal",
        "K": "illegal",
        "10h": "10H",
        "Ten of Hearts": "10H",
        " 10H ": "10H",
    }


def test_options_are_found_by_name() -> None:
    """Case and hyphens do not matter, and a beginning will do if it is the only one."""
    game = Game(tolls(), seed=3)
    for text, name in (("PASS", "pass"), ("ch", "challenge")):
        found = game.find_move(text)
        assert isinstance(found, Move)
        assert found.text == name
    refused = game.whynot("retreat")
    assert refused is not None
    assert (refused.kind, refused.nearest) == ("invalid", ("challenge", "pass"))


def test_refusal_gives_reasons_and_tells_no_secret() -> None:
    """It says where a piece lies that the player sees, and of others only that he does not have it."""
    game = random_game(rules_1862(), 3, 3)
    player = game.player
    assert player is not None
    seen = next(piece for piece in game.view(player).pieces_in("row", 1 - player) if piece is not None)
    mine = next(piece for piece in game.view(player).pieces_in("row", player) if piece is not None)
    hidden = game.view(1 - player).pieces_in("hand", 1 - player)[0]
    assert hidden is not None
    codes = game.rules.pieces.codes
    said = []
    for piece in (seen, mine, hidden):
        refused = game.whynot(codes[piece])
        assert isinstance(refused, Refusal)
        assert refused.kind == "illegal"
        assert refused.clauses == ("1862.I.4", "1862.V.2")
        assert refused.readings == ("how-often",)
        assert set(refused.nearest) <= {move.text for move in game.moves()}
        said.append(refused.sentence.partition(": ")[2])
    assert said == [
        f"it lies in player {2 - player}'s row.",
        "it lies in his own row.",
        f"player {player + 1} does not have it.",
    ]
    assert game.whynot(game.moves()[0].text) is None


def test_illegal_answers_are_refused() -> None:
    """An answer that is not among the options is never taken."""
    game = Game(rules_1862(), seed=3)
    before = game.snapshot()
    for answer in (-1, 99, next(piece for piece in range(52) if piece not in game.options)):
        with pytest.raises(MoveRefused) as caught:
            game.play(answer)
        assert caught.value.refusal.sentence == str(caught.value)
    assert game.snapshot() == before
    over = random_game(rules_1862(), 3)
    assert over.find_move("5H") == Refusal("over", "The game is over; nothing is asked any more.", (), (), ())
    with pytest.raises(MoveRefused):
        over.play(0)


def test_number_of_players_is_that_of_the_rules() -> None:
    """A game for two cannot be played by three."""
    with pytest.raises(ValueError, match=r"This game is for 2 players \[T\.2\], not for 3\."):
        Game(rules_1862(), seed=1, seats=3)
    assert Game(tolls(), seed=1).seats == 3


def test_record_keeps_the_number_of_players() -> None:
    """Where the rules leave the number open, a record is replayed with as many as played, named or not."""
    text = """
editor "the table"
  this game is for 2 to 4 players.
  there is a pack, an ordered place for tiles.
  each player has a hand, a place for tiles.
  tiles rank by their rank in the order high, then by their colour in the order Red, Blue, Green.
  the game goes thus:
    the tiles are shuffled into the pack.
    each player in turn: 2 tiles in the pack go to his hand.
    each player in turn: he chooses a tile in his hand as the choice.
    the player with the best tile in his hand wins.
"""
    rules = replace(rules_of(text), digest="0123456789abcdef")
    for seats in (2, 3, 4):
        game = Game(rules, seed=5, seats=seats)
        while game.player is not None:
            game.play(game.moves()[0].answer)
        for players in ([], ["random"] * seats):
            record = read(write(game.record(players)))
            again = replay(rules, record)
            assert again.seats == seats
            assert again.snapshot() == game.snapshot()
    crowd = game.record(["random"] * 5)
    with pytest.raises(RecordFault, match="This game is for 2 to 4 players, not for 5"):
        replay(rules, crowd)


@given(st.integers(0, 2**64 - 1))
def test_same_seed_same_game(seed: int) -> None:
    assert playout(tolls(), seed) == playout(tolls(), seed)
    assert Game(tolls(), seed=seed).snapshot() == Game(tolls(), seed=seed).snapshot()
