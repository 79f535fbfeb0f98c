"""A hint says why: the groups that the answer makes, and what it gained in the samples of the greedy player."""

from __future__ import annotations

import pytest

import cc_dsl
from cc_dsl.api.game import Game
from cc_dsl.api.notebook import Speaker
from cc_dsl.players.advice import Advice, advice
from cc_dsl.players.computers import computer
from cc_dsl.players.greedy import USUAL, Weighed
from cc_dsl.players.seats import Seat
from cc_dsl.words.advice import advised


def test_advice_is_the_choice_of_the_greedy_player() -> None:
    """With the same seed it would make the same move; the number by which somebody is ahead has its name."""
    edition = cc_dsl.load("1862")
    game = edition.play(seed=7)
    assert game.player is not None
    found = advice(game, 3, USUAL)
    assert found.choice == computer("greedy", 3, game.player).choose(Seat(game, game.player))
    assert found.weighed is not None
    assert set(found.weighed.options) == {*game.options}
    assert Speaker(edition, 2).naming.name(found.number) == "Hits"


def test_groups_that_an_answer_makes_are_named_with_their_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of pieces that the player sees, with the piece that is played among them; the clauses define the sort."""
    edition = cc_dsl.load("1862")
    speaker, told = Speaker(edition, 2), []
    for seed in range(8):
        game = edition.play(seed=seed)
        for _ in range(6):
            player, found = game.player, advice(game, seed, USUAL)
            seen = game.sights.seen(game.position, player)
            for name, group in found.makes:
                assert name == "Line"
                pieces = [edition.rules.pieces.glyphs.index(sign) for sign in group.text.split()[1:]]
                assert found.choice in pieces
                assert {*pieces} <= seen
                assert any(clause.startswith("1862.II.") for clause in group.clauses)
                told += advised(found, game, speaker.naming, speaker.book, 80)
            game.play(found.choice)
    assert any(line.startswith("  It makes a S") for line in told)


def test_groups_that_an_answer_spoils_could_have_been_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Line has cards of the hand, the row and the Lead; one that is spoilt needs every card still to play."""
    edition = cc_dsl.load("1862")
    speaker, told = Speaker(edition, 2), []
    for seed in range(6):
        game = edition.play(seed=seed)
        for _ in range(6):
            player = game.player
            assert player is not None
            view, found = game.view(player), advice(game, seed, USUAL)
            hand, row = {*view.pieces("hand", player=player)}, {*view.pieces("row", player=player)}
            for _, group in found.spoils:
                pieces = {
                    edition.rules.pieces.codes[edition.rules.pieces.glyphs.index(sign)]
                    for sign in group.text.split()[1:]
                }
                assert len(pieces & hand) == 3 - len(row)
                assert pieces <= hand | row | {*view.pieces("Lead")}
                assert edition.rules.pieces.codes[found.choice] not in pieces
                told += advised(found, game, speaker.naming, speaker.book, 80)
            game.play(found.choice)
    assert any(line.startswith("  It spoils a") for line in told)


def test_a_place_for_one_piece_is_never_thought_to_hold_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the cards of a Line one becomes the Lead, in place of the old one: no Line can have two of them, or that."""
    edition, spoilt = cc_dsl.load("patience"), 0
    codes, glyphs = edition.rules.pieces.codes, edition.rules.pieces.glyphs
    for seed in range(3, 6):
        game = edition.play(seed=seed)
        for _ in range(12):
            found, offered = advice(game, seed, USUAL), {codes[one] for one in game.options}
            old = {*game.view(0).pieces("Lead")}
            for _, group in found.spoils:
                spoilt += 1
                pieces = {codes[glyphs.index(sign)] for sign in group.text.split()[1:]}
                assert len(pieces & offered) == 1
                assert not pieces & old
            game.play(found.choice)
    assert spoilt


@pytest.mark.parametrize(
    ("gains", "said"),
    [
        ((8, 4, 0), "by +1.00 on average; the next best"),
        ((8, 8, 0), "by +1.00 on average, as did"),
        ((8, 8, 8), "every answer changed your lead in Hits by +1.00 on average"),
        ((0, 0, 0), "no answer changed your lead in Hits; it takes the first"),
        ((-8, -16, -16), "by −1.00 on average; the next best"),
    ],
)
def test_gains_are_told_beside_the_next_best(gains: tuple[int, ...], said: str) -> None:
    """As averages over the samples."""
    edition = cc_dsl.load("1862")
    game, speaker = edition.play(seed=7), Speaker(edition, 2)
    weighed = Weighed(tuple(game.options[:3]), gains, 8)
    lines = advised(Advice(weighed.best, weighed, "hit-count", ()), game, speaker.naming, speaker.book, 200)
    assert said in lines[0]


def _weighed(game: Game, better: tuple[int, ...], worse: tuple[int, ...]) -> Weighed:
    rows = tuple(zip(better, worse, strict=True))
    return Weighed(tuple(game.options[:2]), (sum(better), sum(worse)), len(rows), rows)


@pytest.mark.parametrize(
    ("better", "worse", "said"),
    [
        # Paired differences 1, 1, 1, 1, 1, 3, 1, 1: mean 1.25, standard error 0.25, and 1.96 times that is 0.49.
        ((2, 1, 1, 3, 2, 3, 1, 1), (1, 0, 0, 2, 1, 0, 0, 0), "The difference, 1.25 ± 0.49, is clear."),
        # Paired differences 3, -1, 0, 0, 0, 0, 0, 0: mean 0.25, standard error 0.412.
        ((3, 0, 0, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0, 0, 0), "0.25 ± 0.81, is too small to be sure."),
        ((2, 2, 2, 2), (1, 1, 1, 1), "the next best, {other}, by +1.00, and it was so in each of them."),
    ],
)
def test_it_says_how_sure_the_difference_is(better: tuple[int, ...], worse: tuple[int, ...], said: str) -> None:
    """Both answers were tried in the same positions, and the 95 % interval of their difference decides."""
    edition = cc_dsl.load("1862")
    game, speaker = edition.play(seed=7), Speaker(edition, 2)
    weighed = _weighed(game, better, worse)
    lines = advised(Advice(weighed.best, weighed, "hit-count", ()), game, speaker.naming, speaker.book, 300)
    assert said.format(other=game.said_of(game.options[1])) in lines[0]
    assert weighed.is_sure == ("too small" not in said)


def test_a_hint_looks_into_more_positions_than_a_move() -> None:
    """A game in which each try is long was judged by four positions; now by nearly ten times as many."""
    game = cc_dsl.load("1862").play(seed=3)
    found = advice(game, 3).weighed
    assert found is not None
    assert found.samples >= 30
    assert len(found.rows) == found.samples


def test_a_number_that_is_told_at_the_end_has_its_name_in_a_hint() -> None:
    """In a game for one it is no lead; in an open game it is that at the end of the planned turn."""
    for name, said in (("patience", "changed your score by"), ("lanrick-1880", "At the end of the turn as it planned")):
        edition = cc_dsl.load(name)
        game = edition.play(seed=3)
        speaker = Speaker(edition, game.seats)
        assert said in " ".join(advised(advice(game, 1), game, speaker.naming, speaker.book, 300))
