"""Conventions of `circular play` that the transcript `tests/golden/commands/table.txt` does not show."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import cc_dsl
from cc_dsl import resources
from cc_dsl.cli.session import nothing_about
from cc_dsl.cli.terminal import speaker_for
from cc_dsl.closures.listener_names import ListenerNames
from cc_dsl.closures.reasons import Topic, WordLookup
from cc_dsl.engine.game import Game
from cc_dsl.engine.picks import Pick
from cc_dsl.rules.kinds import Kind
from cc_dsl.words.layout import Ink, capital, number_lines
from cc_dsl.words.position import EMPTY, PlaceRow
from cc_dsl.words.table import row_in_words, side_lines
from tests.cli.desk import Terminal, circular, flat, needs_terminal, sitting

pytestmark = pytest.mark.usefixtures("elsewhere")
GAMES = len(resources.edition_names())


@needs_terminal
@pytest.mark.parametrize("words", [(), ("play",)])
def test_who_names_no_game_is_offered_all(words: tuple[str, ...], tmp_path: Path) -> None:
    """Bare `circular` and `circular play` list the games; a number begins one."""
    terminal = Terminal(*words, folder=tmp_path)
    shown = terminal.read()
    for line in ("1  Court Circular (1860)", "2  Court Circular (1862)", "Patience", "1 player"):
        assert line in shown
    assert "games of Lewis Carroll" not in shown, "two of them are modern"
    assert f"The list goes from 1 to {GAMES}." in terminal.type(str(GAMES + 1))
    assert "compare  " in terminal.type("?")
    assert "Who plays against you?" in terminal.type("2")
    begun = terminal.type("")
    assert "A new pack: " in begun
    assert "Your move: play a card." in begun
    terminal.close()


@needs_terminal
def test_who_leaves_the_menu_plays_nothing(tmp_path: Path) -> None:
    terminal = Terminal(folder=tmp_path)
    terminal.read()
    terminal.type("")
    assert terminal.wait() == 0


def test_moves_have_numbers_beside_them_and_clauses_below_where_a_line_has_no_room() -> None:
    """Moves that are numbers need no others."""
    pick = Pick((4, 6), ("5", "7"), 1)
    assert not pick.is_numbered
    assert number_lines(pick.words, has_numbers=pick.is_numbered) == ["  5     7"]
    words, notes = ["Sequence 10♣ 9♣ 8♥ (bonus 2)", "resign"], ["1860.III.6, P3.1, 1860.III.13, 1860.III.4"]
    assert number_lines(words, notes, 80)[0] == f"  1 {words[0]}  [{notes[0]}]"
    below = ["      [1860.III.6, P3.1,", "      1860.III.13, 1860.III.4]"]
    assert number_lines(words, notes, 32) == [f"  1 {words[0]}", *below, "  2 resign"]


def test_a_score_adds_up_at_any_time() -> None:
    for typed in (["1"], ["1", "1"], ["1", "1", "1"], ["1", "1", "1", "1"]):
        said = sitting("patience", *typed, "score", players="human", seed=3)
        numbers = [int(number) for number in re.findall(r"(?:Score|Cards that count|Bonus): (\d+)\.", said)]
        assert len(numbers) == 3
        assert numbers[0] == sum(numbers[1:])


def test_a_place_is_called_in_a_refusal_as_on_the_table() -> None:
    said = sitting("1862", *["1"] * 10, "view", seed=2)
    won = re.findall(r"^Your cards won +(\w+[♣♦♥♠])", said, re.MULTILINE)
    refused = sitting("1862", *["1"] * 10, f"whynot {won[-1]}", seed=2)
    assert "it is among your cards won" in flat(refused)
    assert "it lies in the row." in flat(sitting("patience", "1", "whynot 3D", players="human", seed=0))


def test_public_cards_are_listed_however_many() -> None:
    said = sitting("court", *["1"] * 14, players="human,random,random")
    fields = re.findall(r"^(?:Hearts'|Diamonds'|Clubs'|Spades') field +(.+)$", said, re.MULTILINE)
    assert fields
    assert max(len(field.split()) for field in fields) > 8
    assert not any("cards" in field for field in fields)


def test_a_stored_card_is_shown_by_its_sign() -> None:
    edition = cc_dsl.load("court")
    game = edition.play(seed=5)
    voice = speaker_for(edition, game.seats, [0]).voice_for(game)
    view = game.view(0)._replace(held={"liege": {"you": "KS", "player 2": None}})
    lines = side_lines(voice, view, (), False, Ink(voice.naming.pieces), 80)
    assert "King: you have K♠, player 2 has none" in " ".join(lines)


def test_an_option_behind_the_moves_is_named_once() -> None:
    edition = cc_dsl.load("court")
    voice = speaker_for(edition, 3, [0]).voice_for(edition.play(seed=5))
    assert voice.request_for("keep-his-cards").endswith("?")
    game = edition.play(seed=5)
    said = voice.ask("vow", game.question_term.act, "you", 1, game.options, ["keep-his-cards"])  # type: ignore[arg-type]
    assert said.endswith(", or keep all cards.")


def test_a_property_is_called_as_the_edition_calls_it() -> None:
    edition = cc_dsl.load("lanrick-1880")
    game = Game(edition.rules, seed=1)
    speaker_for(edition, game.seats, [0]).voice_for(game)
    called = WordLookup(edition.rules, naming=game.naming).predicate(Topic("predicate", "stray", Kind("piece", "man")))
    assert called == "a wanderer who can be moved to a border-square"


@needs_terminal
@pytest.mark.parametrize("columns", [50, 80])
def test_nothing_that_is_said_is_wider_than_the_terminal(tmp_path: Path, columns: int) -> None:
    terminal = Terminal("play", "court", "--seed", "5", folder=tmp_path, COLUMNS=str(columns))
    said = terminal.read()
    for line in ("save", "save x.record", "undo 0", "whynot", "whynot 1", "zz", "rematch"):
        said += terminal.type(line)
    said += terminal.type("quit")
    terminal.wait()
    shown = [line.rpartition("\r")[2] for line in said.split("\n")]  # a progress line is overwritten from its beginning
    assert [line for line in shown if len(line) > columns and "circular play" not in line] == []
    assert re.search(r"^ *(?:(?:Saved. )?Resume it with: +)?circular play --resume \S+$", said, re.MULTILINE)
    refused = Terminal("play", "1862", "--record", "nowhere/at/all/that/there/is.record", folder=tmp_path)
    said = refused.read()
    assert refused.wait() == 2
    assert [line for line in said.split("\n") if len(line) > 80] == []


def test_nothing_is_yet_to_come_when_a_game_is_over() -> None:
    game = cc_dsl.load("castle-croquet-1863").play(seed=1)
    assert nothing_about("elephant", game) == "Nothing has been decided about “elephant” yet."
    game.finish("random")
    assert "yet" not in nothing_about("elephant", game)


def test_a_sign_at_the_head_of_a_sentence_stays_as_it_is() -> None:
    assert capital("a1 is not vacant") == "a1 is not vacant"
    assert capital("the bank is empty") == "The bank is empty"


def test_a_complete_figure_is_drawn_in_an_edition_without_phrases(tmp_path: Path) -> None:
    """There the first result that a question tells ends a trick, whose pieces are drawn before they move."""
    ignored = shutil.ignore_patterns("phrases.toml", "figures.json")
    bare = shutil.copytree(resources.edition_folder("1862"), tmp_path / "bare", ignore=ignored)
    games = [circular("play", str(name), "--players", "random", "--seed", "1").out for name in (bare, "1862")]
    assert games[0].count("First Hand.") == games[1].count("First Hand.") > 40


def test_a_long_row_names_the_places_in_which_pieces_lie() -> None:
    ink = Ink(("Red of Elder", "A", "B", "C"))
    naming = ListenerNames(("you", "your opponent"), ink.pieces, {})
    row = PlaceRow("spot", None, "", (EMPTY, 0, EMPTY, 1), True, ("s1", "s2", "s3", "s4"))
    assert row_in_words(row, naming, ink, 60) == "s2: Red of Elder, s4: A"
    assert row_in_words(row._replace(pieces=(EMPTY, 1, 2)), naming, ink, 60) == "-- A B"
    assert row_in_words(row._replace(pieces=(EMPTY, 1, 2)), naming, ink, 5) == "s2: A, s3: B"


def test_a_tie_between_suits_is_not_the_end_of_a_season() -> None:
    """*Court!*, C5.4: cards are pitched until a single suit wins, so a tie is told before the suit that wins."""
    printed = circular("play", "court", "--players", "random", "--seed", "21", "--moves", "400").out
    assert "No single suit wins. [C5.1" in printed
    assert "No suit wins the season" not in printed


def test_why_before_the_first_move_explains_no_bookkeeping() -> None:
    assert str(cc_dsl.load("patience").play(seed=3).why()) == "Nothing has been decided yet."
