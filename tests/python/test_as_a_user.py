"""The interface for Python: types, text as at the terminal, and drawings in notebooks."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

import cc_dsl
from tests import processes
from tests.cli.desk import circular

ROOT = Path(__file__).parents[2]
PROJECT = Path(__file__).parent / "project"


@pytest.fixture(scope="module")
def edition() -> cc_dsl.Edition:
    """Return the edition of 1862."""
    return cc_dsl.load("1862")


def test_program_of_a_user_runs(tmp_path: Path) -> None:
    from tests.python.project import analysis

    with redirect_stdout(io.StringIO()):
        analysis.main(tmp_path)


@pytest.mark.slow
def test_program_of_a_user_passes_pyright(tmp_path: Path) -> None:
    settings = {"typeCheckingMode": "strict", "pythonVersion": "3.11", "extraPaths": [str(ROOT)]}
    wrong = tmp_path / "wrong.py"
    wrong.write_text('import cc_dsl\n\nseed: str = cc_dsl.load("1862").play().seats\nprint(seed)\n', "utf-8")
    for path, number in ((PROJECT / "analysis.py", 0), (wrong, 1)):
        (tmp_path / "pyrightconfig.json").write_text(json.dumps({**settings, "include": [str(path)]}), "utf-8")
        command = [sys.executable, "-m", "basedpyright", "-p", str(tmp_path), "--outputjson"]
        found = json.loads(processes.run(command, cwd=tmp_path, text=True).stdout)
        assert found["summary"]["filesAnalyzed"] == 1
        assert found["summary"]["errorCount"] + found["summary"]["warningCount"] == number, found["generalDiagnostics"]


def test_answer_prints_as_the_command_does(edition: cc_dsl.Edition) -> None:
    """`print(answer)` and `circular judge` show the same lines, with and without every reason."""
    answer = edition.judge(lead="5H", side=["AS 7C 6D", "KD 9C 2H"])
    given = ["judge", "1862", "--lead", "5H", "--side", "AS 7C 6D", "--side", "KD 9C 2H"]
    shown = circular(*given).out
    assert shown.startswith(f"{answer}\n")
    assert str(edition.judge(lead=["5H"], side=["AS 7C 6D", "KD 9C 2H"])) == str(answer)
    assert circular(*given, "--why").out.endswith(f"{answer.why()}\n")


def test_study_prints_as_the_command_does(edition: cc_dsl.Edition) -> None:
    study = edition.study(games=60, seed=5)
    shown = circular("study", "1862", "--games", "60", "--seed", "5").out
    timed = re.compile(r"\n[\d.]+ s with .*", re.DOTALL)
    assert timed.sub("", str(study)) == timed.sub("", shown)


def test_measures_are_one_name_or_several_or_all() -> None:
    patience = cc_dsl.load("patience")
    every = patience.study(games=3, measures="all")["measures"]
    assert {"choices", "clauses", "opening"} <= set(every)
    assert {*patience.study(games=3, measures="choices")["measures"]} == {"first_player", "choices"}


def test_comparison_prints_as_the_command_does(edition: cc_dsl.Edition) -> None:
    row = edition.compare("1860").row("II.7")
    assert row == circular("compare", "1862", "1860", "--row", "II.7").out.rstrip("\n")
    assert "rule differs" in row
    assert "winner: player 1" in row


@pytest.mark.parametrize("name", ["1860", "castle-croquet-1866", "court", "patience", "lanrick-1893"])
def test_every_game_draws_and_prints(name: str) -> None:
    game = cc_dsl.load(name).play(seed=3)
    assert game.moves()[0].text in str(game) or game.spoken_answer(game.options[0]) in str(game)
    for drawn in (game._repr_svg_(), game.view(game.viewer)._repr_svg_()):
        root = etree.fromstring(drawn.encode())
        assert root.tag.endswith("svg")
        assert root.find("{*}title") is not None
    etree.fromstring(f"<div>{game._repr_html_()}</div>".encode())


@pytest.mark.parametrize(
    ("said", "ask"),
    [
        ("contents of “side”", lambda edition: edition.judge(lead="5H", side=[["AS", "7C", "6D"], ["KD", "9C", "2H"]])),
        ("'greedy' is not a list of players", lambda edition: edition.play(players="greedy")),
        ("3 is not a computer player", lambda edition: edition.play().suggest(3)),
    ],
)
def test_a_wrong_argument_is_named(said: str, ask: Callable[[Any], object], edition: cc_dsl.Edition) -> None:
    with pytest.raises(cc_dsl.UserError, match=said):
        ask(edition)


def test_questions_and_the_end_are_those_of_the_terminal() -> None:
    """Each piece is listed where several are chosen, and a choice of options cites no condition of a single one.

    The game ends in the words of the edition.
    """
    game = cc_dsl.load("1862").play(seed=5)
    for card in ("JH", "9H", "5S", "JD", "AS", "10C"):
        game.play(card)
    assert str(game).endswith("\n  1 A♥      2 A♠      3 J♥      4 J♦      5 10♣     6 9♥      7 5♠")
    assert game.whynot("JD 10C") is None
    refused = game.whynot("JD KD")
    assert refused is not None
    assert "1862.IV.3" in refused.clauses
    assert "you have named 3" in str(game.whynot("JD 10C AS")), "two are taken"
    game = cc_dsl.load("castle-croquet-1866").play(seed=5)
    assert "\nBlue (player 1) is struck. What happens?\n" in str(game)
    assert str(game.whynot("Blue hits Black")).startswith("Impossible: Blue touches Black\n")
    game.play("Blue passes gate 1 outward")
    game.play("nothing more")
    assert "\nPlayer 1's move: what do you do with the ball?\n" in str(game)
    game = cc_dsl.load("1862").play(seed=2, players=["random", "random"])
    assert str(game).endswith("\nPlayer 2 wins the Rubber, 2 Hits to 0.")


def test_a_board_is_drawn_with_its_men_and_the_squares_that_the_edition_marks() -> None:
    game = cc_dsl.load("lanrick-1893").play(seed=1)
    while "goer" not in str(game.question):
        game.play(game.moves()[0])
    root = etree.fromstring(game._repr_svg_().encode())
    assert len(root.findall("{*}rect[@class='board-square marked']")) == 9 == str(game).count("*") - 1
    assert {"Y1", "B1", "m*"} <= {label.text for label in root.iter("{*}text")}
    assert str(game.view()).count("*") == str(game).count("*")


def test_everything_draws_itself_in_a_notebook(edition: cc_dsl.Edition) -> None:
    game = edition.play(seed=7)
    refused = game.whynot("QC")
    assert refused is not None
    study = edition.study(games=20)
    answer = edition.judge(lead="5H", side=["AS 7C 6D", "KD 9C 2H"])
    game.play("JH")
    shown = [edition, answer, game.why(), refused, study, study.games, edition.compare("1860")]
    for one in [*shown, *edition.readings.values()]:
        assert "object at 0x" not in repr(one)
        html = one._repr_html_()  # type: ignore[attr-defined]
        drawn = etree.fromstring(f"<div>{html}</div>".encode())
        assert all(heading.text for heading in drawn.iter("th")), "a heading without words"


def test_hidden_cards_stay_hidden_in_pictures(edition: cc_dsl.Edition) -> None:
    game = edition.play(seed=7)
    (hand,) = [place.pieces for place in game.view(0).places if (place.name, place.owner) == ("hand", 0)]
    seen = game.view(1)._repr_svg_()
    for piece in hand:
        assert piece is not None
        assert edition.rules.pieces.glyphs[piece] not in re.findall(r">([^<]+)<", seen)


def test_a_move_is_a_sign_an_object_or_a_number(edition: cc_dsl.Edition) -> None:
    games = [edition.play(seed=7) for _ in range(3)]
    for _ in range(4):
        move = games[0].moves()[-1]
        given: tuple[str | cc_dsl.Move | int, ...] = (move.text, move, move.answer)
        for game, one in zip(games, given, strict=True):
            game.play(one)
    assert len({game.snapshot() for game in games}) == 1
    with pytest.raises(cc_dsl.MoveRefused, match="is not a move"):
        games[0].play(None)  # type: ignore[arg-type]


def test_what_is_not_listed_is_counted(edition: cc_dsl.Edition) -> None:
    board = cc_dsl.load("lanrick-1880").play(seed=7)
    with pytest.raises(cc_dsl.MoveRefused) as refused:
        board.play("ZZ")
    *named, more = refused.value.remedy.removeprefix("Allowed here: ").split("; ")
    assert more == f"and {len(board.moves()) - len(named)} more."
    game = edition.play(seed=7)
    assert str(game.why("winner")) == "Nothing has been decided about “winner” yet."


def test_a_game_on_a_ground_prints_the_table_of_a_referee() -> None:
    edition = cc_dsl.load("castle-croquet-1863")
    lines = str(edition.play(seed=1)).splitlines()
    assert "Black   player 2  to come out [II.2]    castle 2  castle 2" in lines
    assert len(lines) < 30
    assert str(edition.clauses["II.1"]).startswith("II.1  “")


def test_several_cards_are_one_move(edition: cc_dsl.Edition) -> None:
    game = edition.play(seed=7)
    while game.question is not None and game.question.left == 1:
        game.play(game.moves()[0])
    question = game.question
    assert question is not None
    many = question.left
    taken = game.moves_made
    game.play(" ".join(str(number) for number in range(1, many + 1)))
    assert game.moves_made == taken + many


def test_record_goes_out_and_comes_in(edition: cc_dsl.Edition, tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    game = edition.play(seed=2).finish("random")
    game.save(path)
    assert cc_dsl.replay(path).snapshot() == game.snapshot()
    assert circular("replay", str(path)).status == 0
    path.write_text(path.read_text("utf-8").replace("player 1", "player 9"), "utf-8")
    with pytest.raises(cc_dsl.RecordFault) as caught:
        cc_dsl.replay(path)
    assert caught.value.code == "bad-record"
    assert caught.value.place.startswith("line ")


def test_errors_have_code_place_and_remedy(edition: cc_dsl.Edition, tmp_path: Path) -> None:
    slip = tmp_path / "slip.rules"
    slip.write_text(
        'this edition is 1862, but "x".\ninstead of §VI.4: a player is at-a-Hit if his scroe is 7.\n', "utf-8"
    )
    lead, side = "5H", ["AS 7C 6D", "KD 9C 2H"]
    game, over = edition.play(seed=7), edition.play(seed=1, reasons=False).finish("random")
    strange: Any = object()
    wrong: tuple[tuple[Callable[[], object], str | None], ...] = (
        (lambda: cc_dsl.load("1826"), None),
        (lambda: cc_dsl.load(slip), None),
        (lambda: edition.judge("jugde", lead="5H"), None),
        (lambda: edition.play(players=["greedy"]), None),
        (lambda: edition.play(players=[None, "gredy"]), None),
        (lambda: edition.play(seats=9), None),
        (lambda: edition.play(seed=7).play("JX"), None),
        (lambda: edition.compare("1862"), None),
        (lambda: edition.study(games=10, players=["serach:5", "random"]), None),
        (
            lambda: game.play(next(one for one in edition.rules.pieces.codes if game.whynot(one) is not None)),
            "1862.I.4, 1862.V.2",
        ),
        (lambda: game.play("99"), "1862.I.4, 1862.V.2"),
        (lambda: over.play("QH"), ""),
        (lambda: over.suggest(), ""),
        (lambda: game.view(7), "player"),
        (lambda: game.view(0).pieces("nonsense"), "nonsense"),
        (lambda: game.view(0).pieces("hand"), "hand"),
        (lambda: game.view(0).pieces("pack", 1), "pack"),
        (lambda: cc_dsl.load("court").play(seed=1).view(0).pieces("field"), "field"),
        (lambda: game.save(tmp_path / "none" / "x"), str(tmp_path / "none" / "x")),
        (lambda: game.finish(["random"] * 3), "players"),
        (lambda: edition.judge(), "lead"),
        (lambda: edition.judge(lead="4X", side=side), "the lead"),
        (lambda: edition.judge(lead="5H 6H", side=side), "the lead"),
        (lambda: edition.judge(lead="AS", side=side), "AS"),
        (lambda: edition.judge(lead=lead, side=side[:1]), "side"),
        (lambda: edition.judge(lead=lead, side=side, heap="5H"), "heap"),
        (lambda: edition.judge(lead=lead, side=["AS 7C 6D", "KD nothing"]), "player 2's side"),
        (lambda: edition.play(seed=strange), "seed"),
        (lambda: edition.play(players=[None, strange]), "players[1]"),
        (lambda: edition.play(players=["lawn-fair", "random"]), "players"),
        (lambda: edition.play(seats=strange), "seats"),
        (lambda: edition.play(players=strange), "players"),
        (lambda: edition.judge(lead=strange, side=side), "lead"),
        (lambda: edition.judge(strange, lead=lead), "question"),
        (lambda: edition.compare(strange), "name"),
        (lambda: edition.with_readings(strange), "readings"),
        (lambda: edition.study(games=strange), "games"),
        (lambda: edition.study(games=1, measures=strange), "measures"),
        (lambda: cc_dsl.load(strange), "name"),
        (lambda: cc_dsl.load("1862", {"Lead-above": strange}), "readings"),
        (lambda: cc_dsl.replay(strange), "path"),
        (lambda: cc_dsl.read_record("a\0b"), "a\0b"),
        (lambda: game.save("a\0b"), "a\0b"),
        (lambda: game.save(strange), "path"),
        (lambda: game.whynot(strange), "text"),
        (lambda: game.why(strange), "about"),
        (lambda: edition.study(games=0), "games"),
        (lambda: edition.study(games=1, processes=-1), "processes"),
        (lambda: edition.study(games=1, processes=strange), "processes"),
        (lambda: edition.study(games=10**16), "games"),
        (lambda: edition.study(games=1, measures=["clausse"]), "measures"),
        (lambda: edition.study(games=1, players=["nobody", "random"]), "players"),
        (lambda: edition.study(games=1, players=[strange, "random"]), "players[0]"),
        (lambda: edition.replay(tmp_path / "none.record"), str(tmp_path / "none.record")),
    )
    for number, (act, place) in enumerate(wrong):
        with pytest.raises(cc_dsl.CircularError) as refused:
            act()
        assert refused.value.code, number
        assert refused.value.remedy, (number, str(refused.value))
        assert place in (None, refused.value.place), (number, str(refused.value))
    with pytest.raises(cc_dsl.RulesError) as told:
        cc_dsl.load(slip)
    assert told.value.place.endswith("slip.rules:2:47")


def test_rows_are_taken_as_they_are() -> None:
    import pandas
    import polars
    import pyarrow

    games = cc_dsl.load("1862").study(games=20, seed=1).games
    for rows in (games, games.columns):
        assert pyarrow.table(rows).column("moves").to_pylist() == games.columns["moves"]
        assert polars.DataFrame(rows)["moves"].to_list() == games.columns["moves"]
        assert pandas.DataFrame(rows)["moves"].tolist() == games.columns["moves"]
    mixed = cc_dsl.Games({"seed": [1, 2], "winner": [1, None], "rating": [None, "off"]})
    assert pyarrow.table(mixed).to_pylist() == [*mixed]
    assert polars.DataFrame(mixed).to_dicts() == [*mixed]


def test_rows_and_summary_agree() -> None:
    court = cc_dsl.load("court")
    study = court.study(games=12, seed=1, players="random")
    wins = [
        sum(str(seat) in str(row.get("winners", row["winner"])).split() for row in study.games) for seat in range(3)
    ]
    assert wins == [one["count"] for one in study["wins"]]


def test_names_are_exported_and_described() -> None:
    from docs.lists import CHAPTERS, members

    told = {name for names in CHAPTERS.values() for name in names}
    assert told == {*cc_dsl.__all__} - {"__version__"}
    assert {*dir(cc_dsl)} == {*cc_dsl.__all__}
    for name in told:
        found = getattr(cc_dsl, name)
        assert found.__doc__, name
        if isinstance(found, type):
            described = {call.partition("(")[0] for call in members(name, found)}
            methods = {own for own, part in vars(found).items() if callable(part) and not own.startswith("_")}
            assert methods <= described, name


def test_the_package_imports_little() -> None:
    command = [sys.executable, "-c", "import sys, cc_dsl; cc_dsl.load; print(*sys.modules)"]
    loaded = processes.run(command, cwd=ROOT, text=True, env={**os.environ}).stdout.split()
    assert not {"numpy", "pandas", "polars", "pyarrow", "numba"} & {*loaded}
