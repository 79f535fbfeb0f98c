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
from cc_dsl.engine.game import Game
from cc_dsl.words.layout import Ink, capital
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


def test_moves_that_are_numbers_have_no_numbers_beside_them() -> None:
    from cc_dsl.engine.picks import Pick
    from cc_dsl.words.layout import number_lines

    pick = Pick((4, 6), ("5", "7"), 1)
    assert not pick.is_numbered
    assert number_lines(pick.words, has_numbers=pick.is_numbered) == ["  5     7"]


def test_a_score_adds_up_at_any_time() -> None:
    for typed in (["1"], ["1", "1"], ["1", "1", "1"], ["1", "1", "1", "1"]):
        said = sitting("patience", *typed, "score", players="human", seed=3)
        numbers = [int(found) for found in re.findall(r"(?:Score|Cards that count|Bonus): (\d+)\.", said)]
        assert len(numbers) == 3
        assert numbers[0] == sum(numbers[1:])


def test_a_place_is_called_in_a_refusal_as_on_the_table() -> None:
    said = sitting("1862", *["1"] * 10, "view", seed=2)
    won = re.findall(r"^Your cards won +(\w+[♣♦♥♠])", said, re.MULTILINE)
    refused = sitting("1862", *["1"] * 10, f"whynot {won[-1]}", seed=2)
    assert "it is among your cards won" in flat(refused)


def test_public_cards_are_listed_however_many() -> None:
    said = sitting("court", *["1"] * 14, players="human,random,random")
    fields = re.findall(r"^(?:Hearts'|Diamonds'|Clubs'|Spades') field +(.+)$", said, re.MULTILINE)
    assert fields
    assert max(len(field.split()) for field in fields) > 8
    assert not any("cards" in field for field in fields)


def test_a_stored_card_is_shown_by_its_sign() -> None:
    edition = cc_dsl.load("court")
    game = edition.play(seed=5)
    voice = speaker_for(edition, game.seats, [0]).voice_for(game, 0)
    view = game.view(0)._replace(held={"liege": {"you": "KS", "player 2": None}})
    lines = side_lines(voice, view, (), False, Ink(voice.naming.pieces), 80)
    assert "King: you have K♠, player 2 has none" in " ".join(lines)


def test_an_option_behind_the_moves_is_named_once() -> None:
    edition = cc_dsl.load("court")
    voice = speaker_for(edition, 3, [0]).voice_for(edition.play(seed=5), 0)
    assert voice.request_for("keep-his-cards").endswith("?")
    game = edition.play(seed=5)
    said = voice.ask("vow", game.question_term.act, "you", 1, game.options, ["keep-his-cards"])  # type: ignore[arg-type]
    assert said.endswith(", or keep all cards.")


def picked(shown: str) -> str:
    """Return the first moves that are asked for on a screen."""
    found = re.findall(r"^Type (\d+) of these", shown, re.MULTILINE)
    return " ".join(str(number + 1) for number in range(int(found[-1]) if found else 1))


def until(edition: str, words: str, players: str, seed: int) -> tuple[str, list[str]]:
    """Play the first move that is offered, again and again, until something is said; return all that was said, and how
    it came to that."""
    game: list[str] = []
    for _ in range(80):
        said = sitting(edition, *game, players=players, seed=seed)
        if words in said:
            return said, game
        game.append(picked(said.rpartition("Your move")[2]))
    raise AssertionError(said)


def test_own_cards_that_lie_face_down_are_not_hidden_by_anybody() -> None:
    said, _ = until("1860", "that you do not see", "human,random", 3)
    assert re.search(r"^Your cards won .* and \d+ that you do not see", said, re.MULTILINE)
    assert not re.search(r"^Your .*hidden", said, re.MULTILINE)


def test_a_property_is_called_as_the_edition_calls_it() -> None:
    from cc_dsl.closures.reasons import Topic, WordLookup
    from cc_dsl.rules.kinds import Kind

    edition = cc_dsl.load("lanrick-1880")
    game = Game(edition.rules, seed=1)
    speaker_for(edition, game.seats, [0]).voice_for(game, 0)
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


def test_who_wins_is_said_once(tmp_path: Path) -> None:
    """Where nothing but the rule itself led to the end, its reason would be the same sentence again."""
    path = tmp_path / "won.rules"
    rules = (
        'edition "Won" of won.\n\neditor "all"\n  this game is for 2 players.\n  the game goes thus: player 1 wins.\n'
    )
    path.write_text(rules, "utf-8")
    assert circular("play", str(path), "--players", "random,random").out.count("Player 1 wins.") == 1


BETTING = """edition "A betting game" of betting.

editor "all of it"
  this game is for 2 players.
  a player is either playing or folded.
  the game is either open or closed.
  when a player folds: he becomes folded.
  the game goes thus:
    until every player is folded, at most 9 times or the game ends:
      each player in turn:
        he chooses:
          to stay, if he is playing: nothing.
          to fold, if he is playing: he folds.
    the game becomes closed.
  example "Everybody has folded":
    given player 1 is folded.
    given the game is closed.
    hence player 1 is folded and player 2 is playing and the game is closed.
"""


def test_states_of_players_and_of_the_game_are_shown_and_given(tmp_path: Path) -> None:
    path = tmp_path / "betting.rules"
    path.write_text(BETTING, "utf-8")
    checked = circular("check", str(path))
    assert (checked.status, checked.err) == (0, ""), checked.out
    said = circular("play", str(path), "--players", "human,human", typed="2\n\ntable\nquit\n").out
    assert "Playing or folded: player 1 is folded, player 2 is playing\n" in said
    assert "; open or closed: open\n" in said
    told = circular("play", str(path), "--players", "random", "--seed", "1", "--explain").out
    assert "Player 1 is now folded.\n" in told
    assert "The game is now closed.\n" in told


PHASES = """edition "Phases" of phases.

editor "all"
  this game is for 2 players.
  each player has a score, a number from 0 to 30.
  the game goes thus:
    3 times: each player in turn: he plays.
    the player with the greatest score wins.
  when a player plays:
    he chooses:
      to buy: his score grows by 1.
      to pass: nothing.
    he chooses:
      to sell, if his score is at least 1: his score falls by 1.
      to pass: nothing.
      to wait: nothing.
"""


def test_a_request_names_no_option_that_is_not_allowed(tmp_path: Path) -> None:
    path = tmp_path / "phases.rules"
    path.write_text(PHASES, "utf-8")
    said = circular("play", str(path), "--seed", "3", typed="pass\nquit\n").out
    assert "Your move: pass or wait?" in said
    assert "sell" not in said


def test_a_sign_at_the_head_of_a_sentence_stays_as_it_is() -> None:
    assert capital("a1 is not vacant") == "a1 is not vacant"
    assert capital("the bank is empty") == "The bank is empty"


def test_a_complete_figure_is_drawn_in_an_edition_without_phrases(tmp_path: Path) -> None:
    """There the first result that a question tells ends a trick, whose pieces are drawn before they move."""
    ignored = shutil.ignore_patterns("phrases.toml", "figures.json")
    bare = shutil.copytree(resources.edition_folder("1862"), tmp_path / "bare", ignore=ignored)
    games = [circular("play", str(name), "--players", "random", "--seed", "1").out for name in (bare, "1862")]
    assert games[0].count("First Hand.") == games[1].count("First Hand.") > 40


def test_a_page_that_is_not_written_yet_is_not_printed(tmp_path: Path) -> None:
    text = tmp_path / "dots.txt"
    text.write_text("Dots\n\n1. Two players play. Each takes a card.\n\nLondon, 2026\n", "utf-8")
    circular("new", str(tmp_path / "dots"), str(text))
    said = circular("rules", str(tmp_path / "dots"))
    assert "?" not in said.out


def test_a_long_row_names_the_places_in_which_pieces_lie() -> None:
    ink = Ink(("Red of Elder", "A", "B", "C"))
    naming = ListenerNames(("you", "your opponent"), ink.pieces, {})
    row = PlaceRow("spot", None, "", (EMPTY, 0, EMPTY, 1), True, ("s1", "s2", "s3", "s4"))
    assert row_in_words(row, naming, ink, 60) == "s2: Red of Elder, s4: A"
    assert row_in_words(row._replace(pieces=(EMPTY, 1, 2)), naming, ink, 60) == "-- A B"
    assert row_in_words(row._replace(pieces=(EMPTY, 1, 2)), naming, ink, 5) == "s2: A, s3: B"


def test_an_interchange_names_both_men() -> None:
    """A man who was exchanged is not said to be held fast: he may be moved in the turn that follows."""
    said = flat(sitting("lanrick-1893", "1", "1", "1", seed=5, players="human,random"))
    assert "You let Y1 change places with B1. [5.2" in said
    assert "You let Y2 change places with B2. [5.2" in said
    assert "t moved or exchanged already" in said


def test_a_tie_between_suits_is_not_the_end_of_a_season() -> None:
    """*Court!*, C5.4: cards are pitched until a single suit wins, so a tie is told before the suit that wins."""
    told = circular("play", "court", "--players", "random", "--seed", "21", "--moves", "400").out
    assert "No single suit wins. [C5.1" in told
    assert "No suit wins the season" not in told


def test_a_man_in_turn_is_named_after_the_rules_were_loaded_again() -> None:
    """Both games share what was made for the first of them."""
    for _ in range(2):
        game = Game(cc_dsl.load("lanrick-1893").rules, seed=1)
        game.play(game.options[0])
        game.play(1)
        assert game.things_in_turn()["man"] == "Y1"
