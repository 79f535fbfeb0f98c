"""Comparison of two editions: clauses, words, rules and cases, and the number of different answers."""

from __future__ import annotations

import shutil
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cc_dsl
from cc_dsl import pipeline, resources
from cc_dsl.compare import samples, words
from cc_dsl.compare.alignment import Alignment, Row, alignment_file, load_alignment, read_alignment
from cc_dsl.compare.cases import separating_deal
from cc_dsl.compare.deals import Answerer, shared_layout
from cc_dsl.compare.meaning import PreparedEdition, differences, prepare_edition, rules_of_row
from cc_dsl.compare.report import Comparison, case_lines, compare
from cc_dsl.compare.samples import sample
from cc_dsl.compare.statements import statements_of
from cc_dsl.compare.words import BOTH, FIRST, SECOND, RowSide, Run, mark_words, same_words, stretches_of, tokens_of
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.pipeline import load
from cc_dsl.source.clauses import EditionText, load_edition_text
from cc_dsl.source.files import Source
from tests.unit.compare_pairs import Pair, pair_of_editions
from tests.unit.test_rules_meaning import rows_of

pytestmark = pytest.mark.slow
GATES = Path(__file__).parents[2] / "tests" / "problems" / "three-gates"


def text_of(name: str) -> EditionText:
    """Return the words of an edition."""
    text, _ = load_edition_text(resources.edition_folder(name))
    assert text is not None
    return text


def test_mirrored_row_says_what_became_of_the_words_backwards() -> None:
    row = Row(("I.1",), ("II.1", "II.2"), ("split", "moved", "reworded"), "")
    assert row.mirror.change == ("merged", "moved", "reworded")
    assert row.mirror.name == "II.1+II.2=I.1"
    assert Row((), ("II.1",), ("new",), "").mirror.change == ("dropped",)
    assert row.mirror.mirror == row


def test_rows_are_found_by_their_clauses() -> None:
    rows = (Row(("I.1",), ("II.1",), ("moved",), ""), Row(("II.1",), (), ("dropped",), ""))
    alignment = Alignment(1, "old", "new", rows, {}, Source("x", ""), "")
    assert alignment.rows_of("I.1=II.1") == rows[:1]
    assert alignment.rows_of("II.1") == rows
    assert alignment.rows_of("old.II.1") == rows[1:]
    assert alignment.rows_of("new.II.1") == rows[:1]
    assert alignment.rows_of("III.1") == ()


def test_what_became_of_the_words_follows_from_the_texts(tmp_path: Path) -> None:
    """Of I.1 two rows have a part, and I.2 of the first side is merged into one of them; nothing of it is said."""
    others = [name for name in text_of(str(GATES)).clauses if name not in ("I.1", "I.2")]
    pairs = [("I.1", "I.1"), ("I.1", "I.2"), ("I.2", "I.2"), *((name, name) for name in others)]
    path = tmp_path / "alignment.toml"
    rows = "".join(f'[[row]]\nfrom = ["{one}"]\nto = ["{other}"]\n' for one, other in pairs)
    path.write_text(f'version = 1\nfrom = "three-gates"\nto = "three-gates"\n{rows}change = ["moved"]\n', "utf-8")
    text = text_of(str(GATES))
    changes = [row.change for row in read_alignment(str(path), text, text).rows]
    assert changes[:3] == [("split", "kept"), ("merged", "split", "reworded"), ("merged", "kept")]
    assert changes[3:] == [("kept",)] * (len(others) - 1) + [("moved", "kept")]


WORDS = st.lists(
    st.sampled_from(["the", "Lead", "“Line”", "3", "cards,", "(or", "i. e.", "wins.", "—", "he"]), max_size=12
)


@given(WORDS, WORDS)
def test_runs_are_the_words_of_both_sides(first: list[str], second: list[str]) -> None:
    left, right = " ".join(first), " ".join(second)
    runs = words.differences(left, right)
    assert "".join(run.first for run in runs) == left
    assert "".join(run.second for run in runs) == right
    for run in runs:
        assert bool(run.first) == (run.kind != SECOND)
        assert bool(run.second) == (run.kind != FIRST)
        if run.kind == BOTH:
            assert [token.strip() for token in tokens_of(run.first)] == [
                token.strip() for token in tokens_of(run.second)
            ]


@given(WORDS, WORDS)
def test_exchanged_sides_are_a_mirror(first: list[str], second: list[str]) -> None:
    runs = words.differences(" ".join(first), " ".join(second))
    exchanged: list[Run] = []
    for kind, left, right in runs:
        exchanged.append(Run({FIRST: SECOND, SECOND: FIRST}.get(kind, kind), right, left))
        # Within a difference, the first side still comes first.
        if [run.kind for run in exchanged[-2:]] == [SECOND, FIRST]:
            exchanged[-2:] = exchanged[:-3:-1]
    assert words.differences(" ".join(second), " ".join(first)) == tuple(exchanged)


def test_signs_alone_are_nothing_in_common() -> None:
    runs = words.differences("one, two", "three, four")
    assert [run.kind for run in runs] == [FIRST, SECOND]
    assert [token.strip() for token in tokens_of("i. e. 3 of a sort")] == ["i. e.", "3", "of", "a", "sort"]
    assert same_words("(A New Game)", "[A New Game]")
    assert not same_words("A New Game", "A new Game")


def test_pieces_begin_where_clauses_begin() -> None:
    side = RowSide((("I.1", 0), ("I.2", 8)), "He cuts, and deals.")
    runs = words.differences(side.words, "She cuts, and deals.")
    pieces = stretches_of(runs, FIRST, side)
    assert "".join(piece.words for piece in pieces) == side.words
    assert [piece.clause for piece in pieces if piece.clause] == ["I.1", "I.2"]
    side = RowSide((("I.1", 0), ("I.2", 9)), "He cuts, and deals.")
    assert mark_words(stretches_of(runs, FIRST, side), FIRST) == "I.1 [-He-] cuts, I.2 and deals."
    other = RowSide((("I.1", 0),), "She cuts, and deals.")
    assert mark_words(stretches_of(runs, SECOND, other), SECOND) == "I.1 {+She+} cuts, and deals."


ROOT = Path(__file__).parents[2]
TOLLS = ROOT / "tests" / "games" / "tolls" / "game.rules"


def game(folder: Path, name: str, *changes: tuple[str, str]) -> PreparedEdition:
    text = TOLLS.read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path = folder / name / "game.rules"
    path.parent.mkdir()
    path.write_text(text.replace("of tolls.", f"of {name}."), "utf-8")
    return prepare_edition(pipeline.load(str(path)))


@pytest.fixture(scope="module")
def early(tmp_path_factory: pytest.TempPathFactory) -> PreparedEdition:
    return game(tmp_path_factory.mktemp("early"), "early-tolls")


@pytest.fixture(scope="module")
def corpus() -> tuple[PreparedEdition, PreparedEdition]:
    """Lay out the two editions that are aligned."""
    return prepare_edition(pipeline.load("1860")), prepare_edition(pipeline.load("1862"))


@pytest.mark.parametrize("name", ["1860", "1862"])
def test_an_edition_does_not_differ_from_itself(name: str) -> None:
    edition = prepare_edition(pipeline.load(name))
    assert differences(edition, edition) == ()
    for clause in edition.ledger:
        assert rules_of_row(edition, edition, Row((clause,), (clause,), ("kept",), "")).is_same


def test_every_difference_is_told_from_both_sides(corpus: tuple[PreparedEdition, PreparedEdition]) -> None:
    forth, back = differences(*corpus), differences(*reversed(corpus))
    assert {(difference.topic, difference.first, difference.second) for difference in forth} == {
        (difference.topic, difference.second, difference.first) for difference in back
    }
    assert {difference.topic for difference in forth} == {difference.topic for difference in back}


def test_statements_are_the_chosen_answers(corpus: tuple[PreparedEdition, PreparedEdition]) -> None:
    default = {said.answer for said in statements_of(pipeline.load("1862")) if said.doubt == "Rubber"}
    other = {
        said.answer for said in statements_of(pipeline.load("1862", {"Rubber": "two-in-all"})) if said.doubt == "Rubber"
    }
    assert (default, other) == ({"two-of-one-player"}, {"two-in-all"})
    chosen = prepare_edition(pipeline.load("1862", {"Rubber": "two-in-all"}))
    changed = differences(corpus[1], chosen)
    assert {difference.subject for difference in changed} == {"at-the-end"}


def test_layout_makes_no_difference(early: PreparedEdition, tmp_path: Path) -> None:
    change = "  this game is for 3 players.\n", "  # Three.\n  this game\n      is for 3\n      players.\n"
    assert differences(early, game(tmp_path, "late-tolls", change)) == ()


@pytest.mark.parametrize(("old", "new", "topics"), rows_of("changes-noticed.txt"))
def test_every_change_is_noticed(early: PreparedEdition, tmp_path: Path, old: str, new: str, topics: str) -> None:
    order = "Hearts-last is the order Two, Three, Four, Five, Six, Seven, Eight, Nine, Ten, Knave, Queen, King, Ace."
    changes = [(old, new)]
    if "Hearts-last" in new:
        changes.append(("  a card is a royal", f"  {order}\n  a card is a royal"))
    changed = differences(early, game(tmp_path, "late-tolls", *changes))
    assert {difference.topic for difference in changed} == {*topics.split()}


HEAD = 'from = "1860"\nto = "1862"\n'
DEAL = Path(__file__).with_name("separating-case.toml").read_text("utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the alignment of 1860 and 1862, and no cases."""
    path = alignment_file("1860", "1862")
    assert path is not None
    shutil.copy(path, tmp_path / "alignment.toml")
    return tmp_path


def aligned(folder: Path, first: str = "1860", second: str = "1862") -> Alignment:
    return load_alignment(load(first), load(second), str(folder / "alignment.toml"))


def compared(folder: Path, cases: str, first: str = "1860", second: str = "1862") -> Comparison:
    (folder / "cases.toml").write_text(HEAD + cases, "utf-8")
    return compare(load(first), load(second), aligned(folder, first, second))


def test_case_is_run_on_both_texts(folder: Path) -> None:
    comparison = compared(folder, DEAL)
    assert comparison.broken_cases == ()
    ((view, case),) = ((view, case) for view in comparison.rows for case in view.cases)
    assert view.row.name == "III.9="
    assert [side.result for side in case.sides] == [("winner: player 1",), ("winner: player 2",)]
    assert case.sides[0].deciding == ("III.9",)
    assert case.sides[1].deciding == ()
    assert {"III.9", "III.3"} <= {*case.sides[0].alone}
    assert "III.10" not in case.sides[0].alone  # 1862 has the same rule in II.8


def test_reading_of_a_case_is_named_beside_its_result(folder: Path) -> None:
    """A case may hold under an answer that is not the default; the default would give another result."""
    by_one_answer = DEAL.replace("[case.first]", '[case.first]\nreadings = { similar = "any-of-the-class" }')
    comparison = compared(folder, by_one_answer)
    (case,) = (case for view in comparison.rows for case in view.cases)
    assert [side.readings for side in case.sides] == [{"similar": "any-of-the-class"}, {}]
    assert any("Reading: What a Line" in line for line in case_lines(case, comparison, 80))


def test_what_a_text_does_not_give_or_what_does_not_separate_them_is_noticed(folder: Path) -> None:
    broken = compared(folder, DEAL.replace("player 2", "player 1")).broken_cases
    assert any("III.9=, in 1862" in sentence and "was expected" in sentence for sentence in broken)
    same = DEAL.replace('"5S 4S 3S", "4C 3H 2C"', '"5S 5D 5H", "4C 3H 9C"').replace("player 2", "player 1")
    assert any("does not separate them" in sentence for sentence in compared(folder, same).broken_cases)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("III.9=", "III.9=II.1", "names no row of the alignment"),
        ("[case.second]\nanswer", "[case.third]\nanswer", "the result under each text"),
        ("question =", "qestion =", "“qestion”"),
        ("[case.second]\nanswer", "[case.second]\nanswers", "“answers”"),
        ("title =", "titel =", "title"),
    ],
)
def test_badly_written_cases_are_refused(folder: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(RulesError) as caught:
        compared(folder, DEAL.replace(old, new))
    assert any(said in problem.sentence for problem in caught.value.problems)


def test_rules_that_cannot_be_compared_must_be_judged(folder: Path) -> None:
    path = folder / "alignment.toml"
    text = path.read_text("utf-8")
    start = text.index('from = ["III.2"]')
    path.write_text(text[:start] + text[start:].replace('rules = "same"\n', "", 1), "utf-8")
    with pytest.raises(RulesError) as caught:
        compared(folder, "")
    assert any("III.2=II.6" in problem.sentence for problem in caught.value.problems)
    path.write_text(text.replace('rules = "same"', 'rules = "equal"'), "utf-8")
    with pytest.raises(RulesError) as caught:
        compared(folder, "")
    assert any("equal" in problem.sentence for problem in caught.value.problems)


@pytest.fixture
def pair() -> Pair:
    return pair_of_editions()


def exact(pair: Pair) -> Counter[str]:
    """Put every whole deal to both, and count in what they differ."""
    layout = shared_layout(pair.first.rules, pair.second.rules, "judge")
    answerers = [Answerer(edition.rules, layout, ("winner", "takes")) for edition in (pair.first, pair.second)]
    counted: Counter[str] = Counter()
    for four in permutations(range(len(layout.codes)), layout.size):
        first, second = (answerer((four[:2], four[2:])) for answerer in answerers)
        assert first is not None
        assert second is not None
        counted["all"] += 1
        counted["winner"] += first[0] != second[0]
        counted["takes"] += first[1] != second[1]
    return counted


def test_shares_agree_with_every_deal(pair: Pair) -> None:
    counted, sampled = exact(pair), sample(pair.first.rules, pair.second.rules, "judge", 6000, seed=5)
    for key in ("winner", "takes"):
        share = sampled["keys"][key]["differs"]
        assert share["low"] <= counted[key] / counted["all"] <= share["high"]
    takes, winner = sampled["keys"]["takes"], sampled["keys"]["winner"]
    assert takes["first"]["mean"] == 2.0
    assert sum(row["count"] for row in takes["first"]["values"]) == 6000
    assert "mean" not in winner["first"]
    assert {row["value"] for row in takes["second"]["values"]} <= {"0", "1", "2", "3"}


def test_same_seed_same_numbers(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = pair.first.rules, pair.second.rules
    whole = sample(*rules, "judge", 2000, seed=1)
    monkeypatch.setattr(samples, "CHUNK", 300)
    assert sample(*rules, "judge", 2000, seed=1) == whole
    assert sample(*rules, "judge", 2000, seed=2) != whole
    assert sample(*rules, "judge", 900, seed=1, workers=2) == sample(*rules, "judge", 900, seed=1)


def test_groups_are_counted_by_their_sorts() -> None:
    first = cc_dsl.load("1862").rules
    sampled = sample(first, first, "judge", 1500, seed=3)
    values, by = (
        {row["value"]: row["count"] for row in sampled["keys"][key]["first"]["values"]} for key in ("lines", "by")
    )
    assert {"none", "suit", "sequence", "trio"} == set(values)
    assert sampled["keys"]["winner"]["differs"]["count"] == 0
    assert by["cards"] == values["none"]
    assert sum(by.values()) == 1500


def test_deal_separates_and_every_piece_named_matters(pair: Pair) -> None:
    shown = separating_deal(pair.first, pair.second, pair.alignment, ())
    assert shown is not None
    here, there = shown.sides
    assert here.laid == there.laid
    assert here.result != there.result
    layout = shared_layout(pair.first.rules, pair.second.rules, "judge")
    answerers = [Answerer(one.rules, layout, ("winner", "takes")) for one in (pair.first, pair.second)]
    matters = shown.why.rpartition("What matters: ")[2].rstrip(".").split()
    sides = [[layout.codes.index(code) for code in words.split() if code in matters] for words in shown.given["side"]]
    for code in matters:
        left = tuple(tuple(piece for piece in side if layout.codes[piece] != code) for side in sides)
        one, other = (answerer(left) for answerer in answerers)
        assert one is None or other is None or one == other


def test_same_rules_and_those_without_a_common_question_are_not_separated(pair: Pair) -> None:
    assert separating_deal(pair.first, pair.first, pair.alignment, ()) is None
    editions = cc_dsl.load("castle-croquet-1863"), cc_dsl.load("castle-croquet-1866")
    assert separating_deal(*editions, load_alignment(*editions), ()) is None


def test_a_figure_that_every_copy_lacks_has_no_printed_words() -> None:
    """Croquêt Castles, F.1: the transcription marks its place with words of the editor, which are not counted."""
    text = load("croquet-castles-1863").text
    assert text is not None
    assert text.clauses["F.1"].words == "[[gap: figure]]"
    side = words.side_of(text, ("F.1",))
    assert side.clauses == (("F.1", 0),)
    assert words.count_words(side.words) == 0
