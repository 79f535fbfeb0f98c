"""The smallest deal on which editions part, and the earliest moment of a game: as found by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cc_dsl
from cc_dsl.compare.play import partings
from cc_dsl.compare.play.clock import ENDLESS, Clock, OutOfTime
from cc_dsl.compare.play.deals import Answerer, GivenPieces, NotComparable, shared_layout
from cc_dsl.compare.play.partings import PartingSearch, PartingTrial
from cc_dsl.compare.play.plays import PlayMoment, PlayParting, earliest, find_play, replay
from cc_dsl.compare.play.shrinking import steps
from cc_dsl.table.chance import Chance
from cc_dsl.trees import replace
from tests.unit.compare_pairs import FIRST, SECOND, Pair, make_pair

KEYS = ("winner", "takes")


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    """Make the pair of small editions."""
    return make_pair(tmp_path)


def layout_of(pair: Pair) -> GivenPieces:
    """Return what both are asked."""
    return shared_layout(pair.first.rules, pair.second.rules, "judge")


def search_of(pair: Pair, seed: int = 0) -> PartingSearch:
    """Begin a search."""
    return PartingSearch(pair.first.rules, pair.second.rules, layout_of(pair), KEYS, seed)


def test_deals_come_in_order(pair: Pair) -> None:
    """Fewer pieces before more, lower before higher; the last piece declared is the lowest."""
    layout = layout_of(pair)
    assert layout.codes == ("HR", "HB", "MR", "MB", "LR", "LB")
    assert [layout.written(pieces) for pieces in layout.sets_of(1)] == ["LB", "LR", "MB", "MR", "HB", "HR"]
    assert [layout.written(pieces) for pieces in layout.sets_of(2)][:4] == ["LB LR", "LB MB", "LR MB", "LB MR"]
    deals = [deal for count in range(3) for pieces in layout.sets_of(count) for deal in layout.deals_of(sorted(pieces))]
    measures = [layout.measure(deal) for deal in deals]
    sets = [measure[:2] for measure in measures]
    assert sets == sorted(sets)
    assert len(set(deals)) == len(deals)


def test_smallest_parting_is_the_one_found_by_hand(pair: Pair) -> None:
    """By size the Mid beats the Low, by tint the Red beats the Black: Low Red and Mid Black are the lowest such two.

    Beside them go the lowest two that leave the winners as they are: with the Low Black and the Mid Red nothing of it
    remains, whichever way they go, and so it is the Low Black and the High Black.
    """
    patch = pair.patcher.patch(2)
    assert patch.rules is not None
    found = search_of(pair).find(patch.rules)
    assert found is not None
    layout = layout_of(pair)
    assert layout.given(found.matters) == {"side": ["LR", "MB"]}
    assert layout.given(found.deal) == {"side": ["LR LB", "HB MB"]}
    assert (found.keys, found.is_least) == (("winner",), True)
    assert (found.first["winner"], found.second["winner"], found.changed["winner"]) == (1, 0, 0)


def test_another_row_parts_in_another_key(pair: Pair) -> None:
    """One piece is enough to see that the bounty is no longer 2: the lowest of all."""
    patch = pair.patcher.patch(3)
    assert patch.rules is not None
    found = search_of(pair).find(patch.rules)
    assert found is not None
    assert layout_of(pair).given(found.matters) == {"side": ["LB", ""]}
    assert found.keys == ("takes",)


def test_a_row_that_changes_no_answer_has_no_parting(pair: Pair) -> None:
    """The bonus plays no part in the question."""
    patch = pair.patcher.patch(4)
    assert patch.rules is not None
    assert search_of(pair).find(patch.rules) is None


def test_what_companions_do_does_not_count(pair: Pair) -> None:
    """Where what came along alone makes the same difference, the row has made none."""
    patch = pair.patcher.patch(2)
    assert patch.rules is not None
    assert search_of(pair).find(patch.rules, patch.rules) is None


def test_random_deals_shrink_to_the_same(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without trying every deal, chance finds the smallest too, whatever the seed; only it cannot know."""
    monkeypatch.setattr(partings, "MOST_TRIED", 0)
    monkeypatch.setattr(partings, "MOST_DRAWN", 300)
    patch = pair.patcher.patch(2)
    assert patch.rules is not None
    found = [search_of(pair, seed).find(patch.rules) for seed in (1, 2, 2)]
    assert [one is not None and layout_of(pair).given(one.matters) for one in found] == [{"side": ["LR", "MB"]}] * 3
    assert found[1] == found[2]
    assert found[1] is not None
    assert not found[1].is_least


def test_shrinking_ends_where_no_step_leads_further(pair: Pair) -> None:
    """Whatever parting it begins with, no piece can be left out of its end, and none be made lower."""
    patch = pair.patcher.patch(2)
    assert patch.rules is not None
    search, layout, chance = search_of(pair), layout_of(pair), Chance(7)
    trial = PartingTrial(search, patch.rules)
    deals = [deal for deal in (layout.random(chance) for _ in range(60)) if trial._is_parting(deal)]
    assert len(deals) > 5
    for deal in deals:
        end = trial.shrink(deal)
        assert trial._is_parting(end)
        assert layout.measure(end) <= layout.measure(deal)
        assert not any(trial._is_parting(one) for one in steps(layout, end))


def test_answers_are_those_of_the_question(pair: Pair) -> None:
    """What is laid quickly is answered as it is when it is laid by the book."""
    layout, chance = layout_of(pair), Chance(3)
    for edition in (pair.first, pair.second):
        answerer = Answerer(edition.rules, layout, KEYS)
        for _ in range(40):
            deal = layout.random(chance)
            told = edition.judge(**dict[str, Any](layout.given(deal))).value
            assert answerer(deal) == tuple(told[key] for key in KEYS)


def test_questions_that_are_not_shared_are_refused(tmp_path: Path) -> None:
    """Another number of players, another question, other pieces: nothing can be compared."""
    pair = make_pair(tmp_path, second=SECOND.replace("2 players", "3 players"))
    with pytest.raises(NotComparable, match="number of players"):
        shared_layout(pair.first.rules, pair.second.rules, "judge")
    with pytest.raises(NotComparable, match="has no question “guess”"):
        shared_layout(pair.first.rules, pair.first.rules, "guess")
    with pytest.raises(NotComparable, match="does not tell “glory”"):
        Answerer(pair.first.rules, layout_of(make_pair(tmp_path)), ("glory",))
    few = FIRST.replace("{play}", "{play}").replace("High, Mid and Low", "High, Mid and Low")
    other = make_pair(tmp_path, few)
    codes = other.second.rules.pieces._replace(codes=("a", "b", "c", "d", "e", "f"))
    with pytest.raises(NotComparable, match="other pieces"):
        shared_layout(other.first.rules, replace(other.second.rules, pieces=codes), "judge")


def test_games_part_where_the_bonus_decides(pair: Pair) -> None:
    """Without the bonus the game is the same until it is counted; the four answers before are the same."""
    patch = pair.patcher.patch(4)
    assert patch.rules is not None
    found = find_play(pair.first.rules, patch.rules)
    assert found is not None
    assert len(found.answers) == 4
    assert found.first.outcome != found.changed.outcome
    assert found == find_play(pair.first.rules, patch.rules)
    assert replay(pair.first.rules, found) == found.first
    assert replay(patch.rules, found) == found.changed
    assert find_play(pair.first.rules, pair.first.rules) is None
    assert find_play(pair.first.rules, patch.rules, patch.rules) is None


def test_replay_refuses_answers_that_are_not_allowed(pair: Pair) -> None:
    """Kept answers that the rules no longer allow give no moment."""
    patch = pair.patcher.patch(4)
    assert patch.rules is not None
    found = find_play(pair.first.rules, patch.rules)
    assert found is not None
    assert replay(pair.first.rules, found._replace(answers=(9,))) is None
    assert replay(pair.first.rules, found._replace(seats=7)) is None


BOARD = """edition "The board" of {name}.
§1 "players"
  this game is for 2 players.
  a square is one of a1 to c3.
  the squares form a board, 3 by 3.
  each square has a spot, a place for 1 man.
  a mark is one of One and Two.
  a man is a piece, one for each mark.
  all see the men.
§2 "reach"
  a square is open-to-all if its column is {column}.
§3 "course"
  the game goes thus:
    the men go to a1's spot.
    each player in turn:
      he chooses one of (squares that are open-to-all) as the spot-chosen.
      the men in the spots go to the spot-chosen's spot.
    player 1 wins.
"""


def test_squares_that_are_offered_are_named(tmp_path: Path) -> None:
    """What may be chosen is a square, although there are more squares than pieces."""
    made = []
    for name, column in (("west", 1), ("east", 3)):
        path = tmp_path / name
        path.mkdir()
        text = BOARD.replace("a place for 1 man", "a place for men").format(name=name, column=column)
        (path / "game.rules").write_text(text, "utf-8")
        made.append(cc_dsl.load(str(path)).rules)
    first, second = made
    found = find_play(first, second)
    assert found is not None
    assert found.first.options == ("a1", "a2", "a3")
    assert found.changed.options == ("c1", "c2", "c3")


def test_time_is_shared_by_what_is_still_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part has an equal share of the time that is left; after the last the whole is over."""
    now = [100.0]
    monkeypatch.setattr("cc_dsl.compare.play.clock.time.process_time", lambda: now[0])
    clock = Clock(60)
    clock.divide(3)
    now[0] += 19
    clock.check()
    now[0] += 2
    with pytest.raises(OutOfTime):
        clock.check()
    clock.divide(2)
    now[0] += 19
    clock.check()
    clock.divide(1)
    now[0] += 21
    with pytest.raises(OutOfTime):
        clock.check()
    ENDLESS.divide(4)
    ENDLESS.check()


def test_what_was_found_in_time_is_kept() -> None:
    """A search that is stopped gives the earliest difference that it has found; without one it is out of time."""
    clock = Clock(0)
    with pytest.raises(OutOfTime):
        earliest(lambda _seed, _most: None, [1, 2], clock)

    class Until(Clock):
        """It is over as soon as a game has been played."""

        is_played = False

        @property
        def is_over(self) -> bool:
            """Whether a game has been played."""
            return self.is_played

    until, best = Until(), PlayParting(2, 1, (0, 0), PlayMoment(0, (), ""), PlayMoment(1, (), ""))

    def part(_seed: int, _most: int) -> PlayParting:
        until.is_played = True
        return best

    assert earliest(part, [1, 2], until) is best
