"""Grafts are as complete as both editions, or their rows are joined, or there is none: small pairs and the corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl.compare.alignment import Row, load_alignment
from cc_dsl.compare.play.alive import alive
from cc_dsl.compare.play.cases import DealCase, KnownCase, PlayCase, ToldCase, load_cases, run_case
from cc_dsl.compare.play.joining import Joiner
from cc_dsl.compare.play.knowing import find_known
from cc_dsl.compare.play.patches import Patcher
from cc_dsl.compare.play.verdicts import KNOWLEDGE, Judgement
from cc_dsl.compare.play.wholeness import Parents, seen_places
from cc_dsl.interpreter.judge import answer
from cc_dsl.pipeline import load
from tests.unit.compare_pairs import FIRST, PLAY, ROWS, SECOND, make_pair

SEEN = PLAY.replace("  a player sees his hand.\n", "  a player sees his hand.\n  all see the rows.\n")
PAIRS = (
    ("1860", "1862"),
    ("castle-croquet-1863", "castle-croquet-1866"),
    ("croquet-castles-1863", "castle-croquet-1863"),
    ("croquet-castles-1863", "castle-croquet-1866"),
)


@pytest.fixture(scope="module")
def games() -> tuple[Patcher, Joiner, list[str]]:
    """Return the patches of 1860 and 1862, what joins their rows, and the names of the rows."""
    editions = load("1860"), load("1862")
    alignment = load_alignment(*editions)
    patcher = Patcher(*editions, alignment.rows, alignment.names)
    return patcher, Joiner(patcher), [row.name for row in alignment.rows]


def test_what_nothing_uses_is_dead(tmp_path: Path) -> None:
    """A definition that neither the game nor a question asks for takes no effect."""
    rules = make_pair(tmp_path).first.rules
    now = alive(rules)
    assert ("definition", "bonus") in now.things
    assert ("definition", "bounty") not in now.things
    assert ("definition", "bounty") in alive(rules, "judge").things


def test_a_patch_that_leaves_an_exception_dead_is_not_whole(tmp_path: Path) -> None:
    """An exception to a word that the second edition no longer uses would be lost; its row comes along."""
    first = FIRST.replace(
        "  the victor is the player with the best show.\n",
        "  the leader is the player with the best show.\n  the victor is the leader.\n",
    ).replace(
        '§4 "bounty"\n',
        '§4 "bounty"\n  instead of §2, the leader is the player with the worst show if every row has 2 tokens.\n',
    )
    patcher = make_pair(tmp_path, first).patcher
    alone, joined = patcher.patch(1), Joiner(patcher).joined(1, question="judge")
    assert alone.rules is not None
    assert joined.rules is not None
    assert joined.along == (3,)


def test_what_both_editions_say_is_not_lost(tmp_path: Path) -> None:
    """A ranking key that both have, in rows that do not answer to each other, brings the other row along."""
    second = SECOND.replace("tokens rank by their tint in the order tint-order, then by", "tokens rank by")
    second = second.replace(
        '§6 "nothing"\n', '§6 "nothing"\n  tokens rank further by their tint in the order tint-order.\n'
    )
    patch = Joiner(make_pair(tmp_path, second=second).patcher).joined(2)
    assert patch.rules is not None
    assert 5 in patch.along


def test_knowledge_is_compared_by_views(tmp_path: Path) -> None:
    """Where the rows are no longer shown, the second player knows less when he must answer the first."""
    rows = (*ROWS, Row(("7",), ("7",), ("reworded",), ""))
    shown = '\n§7 "shown"\n  all see the rows.\n'
    hidden = '\n§7 "shown"\n  a player sees his row.\n'
    pair = make_pair(tmp_path, FIRST.replace("{play}", shown + PLAY), SECOND.replace("{play}", hidden + PLAY), rows)
    patch = pair.patcher.patch(6)
    assert patch.rules is not None
    found = find_known(pair.first.rules, patch.rules)
    assert found is not None
    assert (len(found.answers), found.viewer, found.asked) == (1, 1, 1)
    assert len(found.first) == 1
    assert found.changed == ()
    judgement = Judgement(pair.patcher, pair.alignment._replace(rows=rows))
    (case,) = judgement.search(0, ["7=7"])
    assert isinstance(case, KnownCase)
    verdicts, broken = judgement.verdicts([case])
    assert broken == []
    assert verdicts[6].verdict == KNOWLEDGE
    document = verdicts[6].play["case"]
    assert document is not None
    assert document["kind"] == "knowledge"
    assert [one.row for one in judgement.verdicts([case._replace(viewer=1)])[1]] == ["7=7"]


def test_the_same_views_part_nobody(tmp_path: Path) -> None:
    """An edition beside itself shows everybody the same."""
    rules = make_pair(tmp_path).first.rules
    assert find_known(rules, rules) is None


def test_places_are_seen_by_all_or_by_one(games: tuple[Patcher, Joiner, list[str]]) -> None:
    """1862 shows the cards of a row that lie face up to all, and to their owner all."""
    found = seen_places(games[0].second.rules)
    assert found[True, "row"] == ("I.5",)
    assert found[False, "row"] == ("I.4",)


# ------------------------------------------------------------------------------------------ the corpus


def test_the_winner_leads_in_the_patch_of_the_dealer(games: tuple[Patcher, Joiner, list[str]]) -> None:
    """1862, IV: “The loser is dealer”; that does not make the loser lead, nor whoever led before."""
    _, joiner, names = games
    patch = joiner.joined(names.index("I.4+V.4=IV.5"))
    assert patch.rules is not None
    assert patch.plan is not None
    assert patch.plan.called == {"handing-over"}
    assert ("procedure", "handing-over") in alive(patch.rules).things
    assert "first-hand" in alive(patch.rules).written


def test_a_line_of_three_keeps_the_trick_of_nobody(games: tuple[Patcher, Joiner, list[str]]) -> None:
    """With Lines of three alone IV.2 would be dead, and nobody would win a trick without a Line."""
    patcher, joiner, names = games
    alone = patcher.patch(names.index("II.2+III.1=II.1"))
    joined = joiner.joined(names.index("II.2+III.1=II.1"), question="judge")
    assert alone.rules is not None
    assert joined.rules is not None
    assert names.index("IV.2=III.2") in joined.along
    assert Parents(patcher.first.rules, patcher.renamed).losses(joined.rules, "judge", ("II.2", "III.1", "IV.2")) == []


def test_resigning_goes_with_all_that_is_said_of_it(games: tuple[Patcher, Joiner, list[str]]) -> None:
    """Without rule VII nobody can be barred from resigning: VIII.1 and the words of Section II go with it."""
    _, joiner, names = games
    patch = joiner.joined(names.index("VII.1+VII.2+VII.3+VII.4="))
    assert {names[row] for row in patch.along} == {"VIII.1=", "S2.7+S2.8+S2.9=", "S2.10="}


def test_two_things_of_one_name_are_told_apart(games: tuple[Patcher, Joiner, list[str]]) -> None:
    """A player's gain is a difference of marks in 1860, and the value of a Line in 1862."""
    assert "gain-of-1862" in games[0].new.names


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_kept_cases_show_that_the_texts_differ(first: str, second: str) -> None:
    """Every case gives the second edition's answer; a telling was gone by in the second edition too."""
    kept, problems = load_cases(load_alignment(load(first), load(second)).folder)
    assert problems == []
    for case in kept.cases:
        if isinstance(case, DealCase):
            assert any(case.first.get(key) != case.second.get(key) == case.changed.get(key) for key in case.parts_in)
        if isinstance(case, ToldCase):
            assert case.second_players > 0
            assert case.second


REFUTED = {
    ("croquet-castles-1863", "castle-croquet-1863"): ("VI.2=IV.3", "=II.2", "II.2=II.3"),
    ("croquet-castles-1863", "castle-croquet-1866"): ("VI.2=V.4", "=III.3+III.3a", "II.2=III.4"),
    ("castle-croquet-1863", "castle-croquet-1866"): ("II.2=III.3",),
}
"""Rows of which the words of both texts say the same, and which were once said to change the outcome by themselves."""


@pytest.mark.parametrize("pair", list(REFUTED))
def test_rows_in_which_the_words_agree_have_no_case_alone(pair: tuple[str, str]) -> None:
    """What both texts give is not taken away by how the encodings are cut up."""
    kept, _ = load_cases(load_alignment(load(pair[0]), load(pair[1])).folder)
    assert not [case.row for case in kept.cases if case.row in REFUTED[pair] and not case.along]


def test_rows_that_change_no_answer_borrow_no_deal_of_a_neighbour() -> None:
    """By 1860, IV, and by 1862, III, the best card wins if nobody has a Line; and in a trick for two nobody resigns."""
    kept, _ = load_cases(load_alignment(load("1860"), load("1862")).folder)
    deals = {case.row for case in kept.cases if isinstance(case, DealCase)}
    assert not deals & {"IV.2=III.2", "S2.7+S2.8+S2.9="}


def test_three_cards_show_that_two_make_no_line() -> None:
    """A Pair wins in 1860, and two cards of one rank are no Line in 1862: two against one are enough to see it."""
    kept, _ = load_cases(load_alignment(load("1860"), load("1862")).folder)
    case = next(case for case in kept.cases if case.row == "II.2+III.1=II.1")
    assert isinstance(case, DealCase)
    assert case.size == 3
    assert case.is_least
    known = {case.row for case in kept.cases if isinstance(case, KnownCase)}
    assert "=I.5" in known
    assert "I.4+V.4=IV.5" not in {case.row for case in kept.cases}


def test_a_key_of_a_ranking_goes_with_the_clause_that_it_cites(games: tuple[Patcher, Joiner, list[str]]) -> None:
    """By 1860, III, a Sequence with the Lead beats a Trio without it; by 1862, II.7, the Lead decides among Trios."""
    patcher, joiner, rows = games
    patch = joiner.joined(rows.index("III.4+III.11+III.12=II.7"), question="judge")
    assert patch.rules is not None
    assert patch.along == ()
    deal = {"lead": "4S", "side": ["2D 2C 2S", "3C 3S 2H"]}
    winners = [
        answer(rules, "judge", deal).value["winner"]
        for rules in (patcher.first.rules, patch.rules, patcher.second.rules)
    ]
    assert winners == [1, 0, 0]


def test_the_last_three_cards_are_dealt_by_1860_and_turned_up_by_1862(
    games: tuple[Patcher, Joiner, list[str]],
) -> None:
    """By 1860, VI, first-hand has two of them and the other one; by 1862, V, each plays from his three and these."""
    patcher, _, rows = games
    alignment = load_alignment(load("1860"), load("1862"))
    kept, problems = load_cases(alignment.folder)
    assert problems == []
    case = next(case for case in kept.cases if case.row == "=V.1+V.2+V.3")
    assert isinstance(case, PlayCase)
    assert "VI.1=IV.6" not in case.along
    assert [len(side["may"]) for side in (case.first, case.changed)] == [5, 6]
    assert set(case.first["may"]) < set(case.changed["may"])
    assert run_case(case, patcher, rows.index(case.row)) is None


@pytest.mark.parametrize("pair", PAIRS)
def test_no_case_compares_rules_that_come_to_no_answer(pair: tuple[str, str]) -> None:
    """Where one side of a case stops with a fault or at a bound, the patch is defective, and no text differs."""
    kept, _ = load_cases(load_alignment(load(pair[0]), load(pair[1])).folder)
    ends = [str(side.get("ends", "")) for case in kept.cases for side in (case.first, case.changed)]
    assert not [end for end in ends if end.startswith(("the rules come to no answer", "bound"))]
