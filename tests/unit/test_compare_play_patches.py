"""One edition with a single change of another: what goes, what comes, and what has to come along."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl.compare.alignment import Row
from cc_dsl.compare.play import patches
from cc_dsl.compare.play.patches import is_playable
from cc_dsl.compare.play.reachability import same_answers, same_rules
from cc_dsl.interpreter.judge import answer
from cc_dsl.rules import model
from cc_dsl.trees import replace
from tests.unit.compare_pairs import FIRST, PLAY, ROWS, SECOND, Pair, make_pair


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    """Make the pair of small editions."""
    return make_pair(tmp_path)


def winner_of(rules: model.Rules, *sides: str) -> object:
    """Return the winner of a trick."""
    return answer(rules, "judge", {"side": list(sides)}).value["winner"]


def test_a_row_that_is_the_same_changes_nothing(pair: Pair) -> None:
    """With a change that is none the edition means what it meant."""
    patch = pair.patcher.patch(1)
    assert patch.rules is not None
    assert patch.is_alone
    assert is_playable(patch.rules)
    assert same_rules(pair.first.rules, patch.rules)


def test_only_the_row_is_changed(pair: Pair) -> None:
    """The order comes from the second edition, the bounty stays that of the first."""
    patch = pair.patcher.patch(2)
    assert patch.rules is not None
    assert patch.is_alone
    assert winner_of(pair.first.rules, "LR MB", "HB LB") == 1
    assert winner_of(patch.rules, "LR MB", "HB LB") == winner_of(pair.second.rules, "LR MB", "HB LB") == 0
    assert not same_rules(pair.first.rules, patch.rules)
    assert patch.rules.definitions["bounty"] == pair.first.rules.definitions["bounty"]


def test_what_a_question_rests_on_is_known(pair: Pair) -> None:
    """A change of the bonus is none to the question; one of the order is."""
    first = pair.first.rules
    order, bonus = pair.patcher.patch(2).rules, pair.patcher.patch(4).rules
    assert order is not None
    assert bonus is not None
    assert not same_answers(first, order, "judge")
    assert same_answers(first, bonus, "judge")
    assert not same_rules(first, bonus)


def test_what_is_dropped_stays_as_an_empty_word(pair: Pair) -> None:
    """The tally still grows by the bonus, and the bonus is nothing."""
    patch = pair.patcher.patch(4)
    assert patch.rules is not None
    assert is_playable(patch.rules)
    assert not patch.along
    assert [one.split(" is ")[0] for one in patch.emptied] == ["a player's bonus"]


def test_a_doubled_name_takes_the_row_of_the_first_along(pair: Pair) -> None:
    """The new bonus cannot stand beside the old one."""
    patch = pair.patcher.patch(5)
    assert patch.rules is not None
    assert patch.along == (4,)
    assert pair.patcher.companions(patch) is not None
    assert pair.patcher.companions(pair.patcher.patch(2)) is None


def test_a_missing_name_brings_what_introduces_it(tmp_path: Path) -> None:
    """A bounty that speaks of the second edition's own word brings the sentence of that word alone."""
    second = SECOND.replace(
        """  the bounty is the number of bright-tokens in the rows.
  a token is a bright-token if its tint is Red.
""",
        """  the bounty is the number of bright-tokens in the rows.

§7 "bright"
  a token is a bright-token if its tint is Red.
  the glow is the number of bright-tokens in the bag.
""",
    ).replace("a player's bonus is 0.", "a player's bonus is the glow.")
    rows = (*ROWS, Row((), ("7",), ("new",), ""))
    patch = make_pair(tmp_path, second=second, rows=rows).patcher.patch(3)
    assert patch.rules is not None
    assert patch.brought == ("a token is a bright-token if its tint is Red.",)
    assert not patch.along


def test_a_name_for_two_things_is_told_apart(tmp_path: Path) -> None:
    """What the second edition calls by a word of the first, but is something else, gets a word of its own."""
    second = SECOND.replace("bright-tokens", "bonuses").replace("bright-token", "bonus")
    second = second.replace("a player's bonus is 0", "a player's extra is 0")
    second = second.replace("{play}", PLAY.replace("by his bonus", "by his extra"))
    patch = make_pair(tmp_path, second=second).patcher.patch(3)
    assert patch.rules is not None
    assert patch.is_alone
    assert "bonus-of-younger" in patch.rules.predicates


def test_rules_for_two_bring_the_number_of_players(tmp_path: Path) -> None:
    """“The other player” makes sense in a game for two only, so the clause that says so comes along."""
    first = FIRST.replace("for 2 players", "for 2 to 3 players")
    bounty = "the bounty is the number of bright-tokens in the rows"
    second = SECOND.replace(f"  {bounty}.\n", "").replace("  a token is a bright-token if its tint is Red.\n", "")
    second = second.replace(
        "a player's bonus is 0", "a player's bonus is the number of tokens in the other player's hand"
    )
    second = second.replace('§4 "bounty"\n', '§4 "bounty"\n  the bounty is 1.\n')
    patch = make_pair(tmp_path, first, second).patcher.patch(5)
    assert patch.rules is not None
    assert patch.along == (0, 4)
    assert patch.rules.seats == (2, 2)


def test_where_too_much_would_come_along_there_is_no_patch(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that needs other rows is no single change; the reason says so."""
    monkeypatch.setattr(patches, "MOST_ALONG", 0)
    patch = pair.patcher.patch(5)
    assert patch.rules is None
    assert "rows would have to change with it" in patch.reason


def test_rules_that_never_end_are_not_playable(pair: Pair) -> None:
    """A game that only its bound ends is no game."""
    assert is_playable(pair.first.rules)
    endless = replace(pair.first.rules, procedures={}, digest="endless")
    assert not is_playable(endless)
