"""A hint is true as far as the player may know: its group can be made, and no other answer is clearly better."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import pytest

import cc_dsl
from cc_dsl.closures.runtime import runtime_of
from cc_dsl.engine.game import Game
from cc_dsl.engine.judge import results_of_game
from cc_dsl.engine.picks import picks_ahead, read_picks
from cc_dsl.players.advice import Advice, Group, advice
from cc_dsl.players.greedy import GainSamples, SampleBudget
from cc_dsl.table.chance import Chance
from cc_dsl.words.advice import Hint, hint
from cc_dsl.words.answers import visible_numbers

QUICK = SampleBudget(samples=4)
FEW = SampleBudget(samples=8)
BY_FEW = partial(advice, effort=FEW)
COURT = "AKQJ"
MARKED = ["rendezvous-square"]


def positions(name: str, seed: int, answers: int) -> Iterator[Game]:
    """Yield the first positions of a random game in which somebody has a choice."""
    game, chance = Game(cc_dsl.load(name).rules, seed=seed), Chance(seed)
    while not game.is_over and answers:
        if len(game.options) > 1:
            answers -= 1
            yield game
        game = game.fork(game.options[chance.least_of_some(len(game.options), game.picks_left)])


def is_made(game: Game, player: int, group: Group, tries: int = 60) -> bool:
    """Return whether the player has a group in some game in which they mostly play its pieces, all else at random."""
    for number in range(tries):
        chance, ahead = Chance(number), game
        for _ in range(40):
            options = ahead.options
            wanted = [option for option in options if ahead.player == player and option in group.pieces]
            answer = (
                wanted[0]
                if wanted and chance.below(4)
                else options[chance.least_of_some(len(options), ahead.picks_left)]
            )
            ahead = ahead.fork(answer)
            here = runtime_of(ahead.rules, "plain", ahead.seats).build.finder(group.name).all(ahead.position, player)
            if any((made.sort, made.pieces) == (group.sort, group.pieces) for made in here):
                return True
            if ahead.is_over:
                break
    return False


@pytest.mark.parametrize("name", ["1860", "1862", "patience"])
def test_a_group_within_reach_can_be_made(name: str) -> None:
    named = 0
    for game in positions(name, 5, 14):
        player = game.player
        assert player is not None
        counsel = advice(game, 3, QUICK)
        for group in counsel.reach[:3]:
            assert is_made(game, player, group), (group.move.text, game.answers)
            named += 1
        if counsel.keeps is not None:
            assert counsel.answers[0] in counsel.keeps.pieces
    assert named >= (2 if name == "patience" else 8)


def test_hint_for_an_exchange_names_all_lines_and_none_with_the_card_given_up() -> None:
    """Patience: the row 6♥ 7♠ 6♣ 8♣ A♠ 10♦, of which one card goes to the cards laid aside."""
    game = cc_dsl.load("patience").play(seed=8)
    game.play("resign")
    counsel = advice(game, 3, FEW)
    texts = [group.move.text for group in counsel.reach]
    assert texts == ["Sequence 8♣ 7♠ 6♥", "Sequence 8♣ 7♠ 6♣", "Pair 6♥ 6♣"]
    assert counsel.keeps is None


@pytest.mark.parametrize("seed", range(4))
def test_what_is_within_reach_does_not_depend_on_who_resigns_in_a_sample(seed: int) -> None:
    """1860: before each card a player may resign; with ♥J 9 and ♦J, a Sympathy with the Ace that leads is in reach."""
    game = Game(cc_dsl.load("1860").rules, seed=5)
    while len(game.options) < 2:
        game.play(game.options[0])
    counsel = advice(game, seed, QUICK)
    assert [group.move.text for group in counsel.reach] == ["Sympathy AH JH 9H", "Pair JH JD", "Valentine JH 9H"]


def test_the_better_of_two_groups_of_a_sort_is_named() -> None:
    """1860: with the 6♠ that is Lead, J♠ 9♠ 8♠ 7♦ 6♦ 2♣ make Sequences without it, with it, and of four with it."""
    game = cc_dsl.load("1860").play(seed=2, players=[None, *3 * ["greedy"]])
    counsel = advice(game.fork(0), 3, QUICK)
    assert counsel.keeps is not None
    assert counsel.reach[0].move.text == counsel.keeps.move.text == "Sequence 9♠ 8♠ 7♦ 6♠"


def test_three_cards_are_within_reach_of_a_player_who_may_not_resign_before_the_third() -> None:
    """1860: first-hand then has three cards down, and the rules ask for the last card at another place."""
    game = cc_dsl.load("1860").play(seed=3, players=[None, "random"])
    game.play("10H")
    game.play("resign")
    counsel = advice(game.fork(0), 3, QUICK)
    assert [group.move.text for group in counsel.reach[:2]] == ["Sympathy Q♥ 5♥ 2♥", "Pair 2♥ 2♣"]


@pytest.mark.parametrize("name", ["lanrick-1880", "lanrick-1893"])
def test_a_hint_on_a_board_says_which_man_goes_where_and_what_that_leads_to(name: str) -> None:
    """What it says of a marked square is so after the move, which can be typed as it stands in the answer."""
    arrived = 0
    for seed in (2, 3):
        for game in positions(name, seed, 40):
            if game.question is None or game.question.name != "goer":
                continue
            recommendation, before = said_of(name, game), game.values_with(MARKED)
            way = re.fullmatch(r"I recommend (\w+) from (\w+) to (\w+)\.", recommendation.recommended)
            assert way is not None
            man, start, end = way.groups()
            assert recommendation.answer == f"{man} {end}"
            answers = read_picks(game, picks_ahead(game), recommendation.answer)
            assert isinstance(answers, list)
            assert game.square_of(answers[0]) == start
            assert game.rules.pieces.codes[answers[0]] == man
            after = game
            for answer in answers:
                after = after.fork(answer)
            marked = after.values_with(MARKED)
            near = min(steps(end, square) for square in marked)
            if claim := re.match(
                rf"It takes {man} to a square|It brings {man} within (\d+) steps? of", recommendation.reason
            ):
                assert near == int(claim[1] or 0) < min(steps(start, square) for square in marked)
                arrived += 1
            assert start not in before or "It takes" not in recommendation.reason
    assert arrived >= 4


def test_the_only_man_of_a_player_is_told_where_to_go() -> None:
    """A player of *Lanrick* (1880) who has one man left chooses nothing but his square."""
    after = (
        game.fork(option)
        for seed in range(12)
        for game in positions("lanrick-1880", seed, 200)
        for option in game.options[:1]
    )
    game = next(
        later for later in after if later.question and later.question.name == "goer" and len(later.options) == 1
    )
    recommendation = said_of("lanrick-1880", game)
    assert re.fullmatch(r"I recommend \w+ from \w+ to \w+\.", recommendation.recommended)
    assert recommendation.reason != "Nothing else is possible."


def steps(square: str, other: str) -> int:
    """Return how many steps of a king there are between two squares."""
    return max(abs(ord(here) - ord(there)) for here, there in zip(square, other, strict=True))


def test_a_mark_is_recommended_after_which_the_opponent_gains_least() -> None:
    """No square for the mark gains anything in the turn in which it is set: the next turn decides."""
    recommendation = said_of("lanrick-1893", next(positions("lanrick-1893", 3, 1)))
    assert recommendation.reason.startswith(
        "After it, the best reply that I found brings player 2 a gain of 13 in standing;"
    )


@pytest.mark.slow
def test_a_sum_that_a_card_changes_is_the_sum_on_the_table() -> None:
    claims = 0
    for game in positions("court", 4, 24):
        recommendation = said_of("court", game)
        if claim := re.match(r"It brings (\w+)' sum from (\d+) to (\d+), and ", recommendation.reason):
            answers = read_picks(game, picks_ahead(game), recommendation.answer)
            assert isinstance(answers, list)
            after = game
            for answer in answers:
                after = after.fork(answer)
            sums = [visible_numbers(moment, None, ["strength"])["strength"][claim[1]] for moment in (game, after)]
            assert sums == [int(claim[2]), int(claim[3])]
            claims += 1
    assert claims >= 5


@pytest.mark.slow
@pytest.mark.parametrize("name", ["1860", "1862"])
def test_a_hint_seldom_has_no_other_reason_than_the_games_tried(name: str) -> None:
    hints = [said_of(name, game) for game in positions(name, 6, 24)]
    bare = [
        recommendation.reason
        for recommendation in hints
        if re.match("(No|It did better).*in the games", recommendation.reason)
        and " in points" not in recommendation.reason
    ]
    assert len(bare) <= 6, bare


@pytest.mark.slow
def test_the_number_that_decides_in_the_games_tried_is_one_that_the_lead_counts() -> None:
    """1862: before a trick is lost for good, some cards cost more court-cards than others."""
    counted = {"points for cards", "points for court-cards", "points for tricks", "points", "Hits"}
    reasons = [said_of("1862", game).reason for game in positions("1862", 6, 40)]
    named = [
        one[2] for reason in reasons if (one := re.search(r"other answer (brought|cost) you .* in (.*) in the", reason))
    ]
    assert len(named) >= 3
    assert {*named} <= counted


@pytest.mark.slow
@pytest.mark.parametrize("name", ["1860", "1862"])
def test_an_answer_that_does_clearly_worse_is_not_recommended_for_its_group(name: str) -> None:
    for game in positions(name, 7, 16):
        counsel = advice(game, 3)
        weighed, sure = counsel.weighed, counsel.sure
        if weighed is None or weighed.is_planned or sure:
            continue
        chosen, top = weighed.options.index(counsel.answers[0]), weighed.gains.index(max(weighed.gains))
        gap = weighed.difference(top, chosen)
        assert chosen == top or (gap is not None and not gap.is_sure)


def said_of(name: str, game: Game, advised: Callable[..., Advice] = BY_FEW) -> Hint:
    """Return the hint at a position of a game, after a few samples or by other advice."""
    speaker = cc_dsl.load(name).play(seed=1, seats=game.seats)._speaker
    game.naming = speaker.naming
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cc_dsl.words.advice.advice", advised)
        return hint(game, speaker.naming, speaker.book, speaker.phrases)


def test_only_pieces_that_the_player_sees_are_named() -> None:
    for game in positions("1862", 8, 16):
        assert game.player is not None
        view = game.view(game.player)
        seen = {piece for place in view.places for piece in place.pieces if piece is not None}
        counsel = advice(game, 1, QUICK)
        assert all({*group.pieces} <= seen for group in (*counsel.reach, *counsel.makes))


def test_the_cards_that_are_taken_count_most() -> None:
    """1862, VI.3: whoever may take some cards takes as many court-cards and Aces as there are."""
    tried = 0
    for seed in range(8):
        for game in positions("1862", seed, 20):
            view = game.view(None)
            laid = [place for place in view.places if place.name in ("row", "Lead")]
            table = [piece for place in laid for piece in place.pieces if piece is not None]
            # Picks are made in the order of the pieces.
            is_first = len(game.options) + game.picks_left - 1 == len(table)
            if game.question is not None and game.question.name == "spoil" and is_first:
                codes = game.rules.pieces.codes
                courts = Counter(codes[card][0] in COURT for card in table)[True]
                taken = Counter(codes[card][0] in COURT for card in advice(game, 1, QUICK).answers)[True]
                assert taken == min(game.picks_left, courts)
                tried += 1
    assert tried >= 3


def test_no_line_surely_scores_more_in_the_patience() -> None:
    def score(game: Game) -> int:
        return int(str(results_of_game(runtime_of(game.rules, "plain", 1), game.position)["score"]))

    tried = 0
    for seed in (3, 4):
        for game in positions("patience", seed, 12):
            if game.question is None or game.question.name != "pick":
                continue
            # The choice of a Lead follows each Line, and no new card is seen before it.
            gains = {option: score(game.fork(option).fork(game.fork(option).options[0])) for option in game.options}
            assert gains[advice(game, 2, QUICK).answers[0]] == max(gains.values())
            tried += 1
    assert tried >= 6


def test_a_lead_that_makes_a_sequence_is_recommended() -> None:
    """Of 10♥, 8♠, 4♣ and 3♦ the 8♠ goes with 7♥ and 6♠ in the hand; it was 3♦ once."""
    game = cc_dsl.load("1862").play(seed=7)
    for words in ("AS", "3D", "JS", "4C", "8S", "QC", "AS JS QC"):
        game.play(words)
    assert game.question is not None
    assert game.question.name == "next-Lead"
    recommendation = game.hint()
    assert recommendation.answer == "8♠"
    assert recommendation.reason == "With it you can still make a Sequence, 8♠ 7♥ 6♠."
    assert recommendation.clauses[0] == "1862.II.4"


@pytest.mark.parametrize(
    ("rows", "sentence", "gained"),
    [
        # Paired differences 1, 1, 1, 1, 1, 3, 1, 1: mean 1.25, standard error 0.25, and 1.96 times that is 0.49.
        (((2, 1), (1, 0), (1, 0), (3, 2), (2, 1), (3, 0), (1, 0), (1, 0)), "It did better than", ("+1.75", "+0.50")),
        # Paired differences 3, -1, 0, 0, 0, 0, 0, 0: mean 0.25, standard error 0.412.
        (((3, 0), (0, 1), *[(0, 0)] * 6), "No other answer did better", ("+0.38", "+0.12")),
        (((2, 2), (2, 2)), "No answer did better than any other", ("+2.00", "+2.00")),
        (((2, 2, 1), (3, 3, 2)), "No other answer did better", ("+2.50", "+2.50", "+1.50")),
    ],
)
def test_it_says_how_sure_the_difference_is(
    rows: tuple[tuple[int, int], ...], sentence: str, gained: tuple[str, ...]
) -> None:
    """Both answers were tried in the same positions, and the 95 % interval of their difference decides."""
    game = cc_dsl.load("1862").play(seed=7)
    options = tuple(game.options[: len(rows[0])])
    gains = tuple(map(sum, zip(*rows, strict=True)))
    weighed = GainSamples(options, gains, len(rows), rows)
    counsel = Advice(options[:1], ("A♠",), (), (), 0, (), weighed, "hit-count")
    recommendation = said_of("1862", game, lambda *given: counsel)
    assert recommendation.reason.startswith(sentence)
    assert tuple(re.findall(r"[+−][0-9.]+(?=[,.])", recommendation.more[0])) == gained


def test_statistics_say_how_the_lead_is_counted() -> None:
    game = cc_dsl.load("1862").play(seed=7)
    assert "100 for each Hit, 10 for each point and 1 for each unit" in game.hint().more[-1]
