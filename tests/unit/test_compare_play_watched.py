"""Where the world answers: tellings on which an edition and the same with one change part."""

from __future__ import annotations

import pytest

from cc_dsl.compare.alignment import Alignment, load_alignment
from cc_dsl.compare.play import watched
from cc_dsl.compare.play.cases import ToldCase, load_cases, run_cases
from cc_dsl.compare.play.joining import Joiner
from cc_dsl.compare.play.owning import owners
from cc_dsl.compare.play.patches import Patcher
from cc_dsl.compare.play.searching import beside
from cc_dsl.edition.shelf import EditionOptions, Shelf
from cc_dsl.pipeline import load
from cc_dsl.rules import model

FIRST, SECOND = "castle-croquet-1863", "castle-croquet-1866"
PAIRS = (
    (FIRST, SECOND),
    ("croquet-castles-1863", FIRST),
    ("croquet-castles-1863", SECOND),
)
ENTERS = ("Blue passes gate 1 outward", "Blue passes gate 2 inward")
"""Castle No. 1's soldier comes out, and enters castle 2; nobody else has moved, so both sentinels are on duty."""


def aligned(first: str, second: str) -> tuple[Alignment, Patcher]:
    """Return the alignment of two editions, and what makes patches between them."""
    editions = load(first), load(second)
    alignment = load_alignment(*editions)
    return alignment, Patcher(*editions, alignment.rows, alignment.names)


@pytest.fixture(scope="module")
def changed() -> tuple[model.Rules, model.Rules]:
    """Return the rules of 1863?, and the same without the danger of entering, which 1866 has dropped."""
    alignment, patcher = aligned(FIRST, SECOND)
    patch = patcher.patch([row.name for row in alignment.rows].index("III.2="))
    assert patch.rules is not None
    return patcher.first.rules, patch.rules


def test_entering_is_a_danger_only_in_the_earlier_text(changed: tuple[model.Rules, model.Rules]) -> None:
    """By III.2 of 1863? a soldier that enters while both sentinels are on duty is prisoner; no shorter course parts."""
    parting = watched.find(*changed, None, 4)
    assert parting is not None
    assert parting.told == ENTERS
    assert parting.is_least
    assert parting.first["told"]["Blue: next"] == "be released"
    assert parting.changed["told"]["Blue: next"] == "go through the door"


def test_what_cannot_happen_is_left_out_of_a_telling(changed: tuple[model.Rules, model.Rules]) -> None:
    """A ball does not touch itself; the rest of the telling is gone by as if nobody had said so."""
    pair = watched.WatchedPair.begun(changed, 4)
    used, parts, _ = watched.told_out(pair, ["Blue touches Blue", *ENTERS])
    assert (tuple(used), parts) == (ENTERS, True)


def test_a_telling_that_parts_nothing_is_no_case(changed: tuple[model.Rules, model.Rules]) -> None:
    """Coming out alone is no danger in either; and what could not all happen is no case either."""
    assert watched.moments(*changed, 4, ENTERS[:1]) is None
    assert watched.moments(*changed, 4, ["Blue touches Blue", *ENTERS]) is None
    assert watched.moments(*changed, 4, ENTERS) is not None


def test_the_same_rules_never_part(changed: tuple[model.Rules, model.Rules], monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found is found because of the change."""
    monkeypatch.setattr(watched, "MOST_POSITIONS", 60)
    monkeypatch.setattr(watched, "WALKS", 1)
    monkeypatch.setattr(watched, "LONGEST", 40)
    assert watched.find(changed[0], changed[0], None, 4) is None


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_the_kept_tellings_still_part(first: str, second: str) -> None:
    """Every case that is kept holds, and there are some."""
    alignment, patcher = aligned(first, second)
    kept, problems = load_cases(alignment.folder)
    assert problems == []
    assert any(isinstance(case, ToldCase) for case in kept.cases)
    names = {row.name: number for number, row in enumerate(alignment.rows)}
    assert run_cases(kept.cases, patcher, names, beside(patcher, alignment)) == []


@pytest.mark.parametrize(
    ("pair", "row", "players", "told"),
    [
        # 1866 has no prisoner here because to enter is no danger (III.2), and not because a prisoner may move (III.4).
        (PAIRS[0], "III.4=", 4, ("Blue passes gate 1 outward", "Blue passes gate 3 inward")),
        # Brown has left its castle, so that by 1863? too Black enters without danger.
        (
            PAIRS[1],
            "II.6=III.2",
            5,
            ("Brown passes gate 2 outward", "Black passes gate 2 outward", "Black passes gate 5 inward"),
        ),
        # A ball that was touched may be driven through an arch in all three texts.
        (PAIRS[1], "V.2=", 5, ("Blue touches Black",)),
        (PAIRS[2], "V.2=", 5, ("Blue touches Black",)),
    ],
)
def test_the_second_text_bears_out_the_whole_parting(
    pair: tuple[str, str], row: str, players: int, told: tuple[str, ...]
) -> None:
    """Where the second text agrees with the first in a part of what differs, the row is not what makes them differ."""
    alignment, patcher = aligned(*pair)
    patch = patcher.patch([one.name for one in alignment.rows].index(row))
    assert patch.rules is not None
    parted = watched.retold(patcher.first.rules, patch.rules, players, told)
    assert parted is not None
    stand = beside(patcher, alignment).stand(parted, told, players)
    assert stand is not None
    assert not stand.is_borne_out


def test_what_an_exception_decides_is_shown_at_the_row_of_the_exception() -> None:
    """A soldier of Croquêt Castles is barred by II.6; the words of II.5 that it excepts from do not decide."""
    alignment, patcher = aligned(*PAIRS[2])
    names = {row.name: number for number, row in enumerate(alignment.rows)}
    row, bar = names["II.5=III.8"], names["II.6="]
    patch = patcher.patch(row)
    assert patch.rules is not None
    moments = watched.moments(patcher.first.rules, patch.rules, 5, ENTERS)
    assert moments is not None
    case = ToldCase("II.5=III.8", 5, ENTERS, *moments, False, ())
    assert [*owners(case, row, (), Joiner(patcher))] == [bar]
    assert [*owners(case, row, [bar], Joiner(patcher))] == [bar]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_each_kept_telling_depends_on_its_row(first: str, second: str) -> None:
    """No other row makes the same difference by itself."""
    alignment, patcher = aligned(first, second)
    names, joiner = {row.name: number for number, row in enumerate(alignment.rows)}, Joiner(patcher)
    for case in load_cases(alignment.folder)[0].cases:
        assert isinstance(case, ToldCase)
        found = owners(case, names[case.row], [names[one] for one in case.along], joiner)
        assert [alignment.rows[other].name for other in found] == [], case.row


def test_a_case_that_no_longer_holds_is_told(changed: tuple[model.Rules, model.Rules]) -> None:
    """A case whose telling is another than the rules answer to is broken, and says so."""
    alignment, patcher = aligned(FIRST, SECOND)
    names = {row.name: number for number, row in enumerate(alignment.rows)}
    case = ToldCase("III.2=", 4, ENTERS[:1], {}, {}, True, ())
    broken = run_cases([case], patcher, names)
    assert [one.row for one in broken] == ["III.2="]


def test_names_of_editions_may_have_hyphens() -> None:
    """A comparison is known by the names of two editions, whatever signs these have."""
    options: dict[str, EditionOptions] = {name: {} for name in (FIRST, SECOND, "croquet-castles-1863")}
    shelf = Shelf(options, "", [], {})
    assert [shelf.pair_of("-".join(pair)) for pair in PAIRS] == [*PAIRS]
