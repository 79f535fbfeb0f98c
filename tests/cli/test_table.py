"""Conventions of `circular play`: the words that people type, one meaning for a digit, and no output cut silently."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import NamedTuple

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
COURT, ALONE, CROQUET = "human,greedy,greedy", "human", "human,greedy,greedy,greedy"


class Sitting(NamedTuple):
    """A game that somebody sits down to, what they type, and what is then said, or not said."""

    edition: str
    typed: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    """Words, whatever the ends of lines."""
    finds: tuple[str, ...] = ()
    """Patterns of whole lines."""
    lacks: tuple[str, ...] = ()
    players: str = "human,greedy"
    seed: int = 7


NAMED = ("qc", "Q♣", "1", "play qc", "I play the Queen of Clubs", "the queen of clubs")
JOKERS = ("black-joker", "black joker", "joker", "BJ")
TO_FIVES = ("2", "jd", "1", "1", "3", "kc")
"""Patience with seed 11, up to a row in which three Fives lie."""
SITTINGS = {
    "the man whose turn it is to be moved is named": Sitting(
        "lanrick-1893",
        ("f3", "b1"),
        ("the man that changes places with Y1. [", "the man that changes places with Y2. ["),
        players="human,random",
        seed=1,
    ),
    **{f"a card is named: {line}": Sitting("1862", (line,), ("You play Q♣. [I.4]",)) for line in NAMED},
    **{
        f"a Joker is named: {line}": Sitting(
            "court", (line,), ("choose the suit on which the Joker goes",), players=COURT, seed=21
        )
        for line in JOKERS
    },
    **{
        f"a move is taken back: {line}": Sitting("1862", ("1", line), ("Taken back.",))
        for line in ("undo", "take back", "back", "u")
    },
    **{
        f"a Line with a part of its cards is not taken: {line}": Sitting(
            "patience", (*before, line), says, (), lacks, ALONE, 11
        )
        for before, line, says, lacks in (
            ((), "8h", ("“8h” can mean Sympathy K♥ 10♥ 8♥, Pair 8♥ 8♦ or Valentine 10♥ 8♥.",), ("You take the",)),
            (
                TO_FIVES,
                "trio 5h 5d",
                ("5♥ 5♦ would make a Trio, but a Trio requires that it has at least 3 cards", "here: Trio 5♥ 5♦ 5♠;"),
                ("You take the Trio",),
            ),
            (TO_FIVES, "trio 5h", ("“trio 5h” does not name all of the Trio 5♥ 5♦ 5♠.",), ("You take the Trio",)),
            (TO_FIVES, "court 5h 5d", ("5♥ 5♦ make no Court.",), ("You take the Pair",)),
        )
    },
    **{
        f"a Line is named as a hint names it: {line}": Sitting(
            "patience", (*TO_FIVES, line), ("You take the Trio 5♥ 5♦ 5♠.",), players=ALONE, seed=11
        )
        for line in ("the Trio 5H 5D 5S", "a trio 5h 5d 5s", "Trio 5♥, 5♦ and 5♠", "I take the trio 5h 5d 5s", "trio")
    },
    "the sort that cards make is refused before those that they do not make": Sitting(
        "patience",
        ("2", "jd", "1", "1", "8H 8D"),
        ("8♥ 8♦ would make a Pair, but a Pair requires that it has 2 cards and the Lead is not in it.",),
        ("Clause 1860.III.14:",),
        ("Trio",),
        ALONE,
        11,
    ),
    **{
        f"cards are taken as a hint names them: {line}": Sitting(
            "1862", ("1", "1", "1", line), ("You take A♥ K♣.",), players="human,random", seed=6
        )
        for line in ("A♥ and K♣", "ah, kc", "the A♥ and the King of Clubs", "take ah, and kc", "1 and 2")
    },
    **{
        f"a card is not among those to take: {line}": Sitting(
            "1862",
            ("1", "1", "1", line),
            ("You cannot choose 8♥: it is not among the cards to choose from.", "Allowed here: A♥; K♣; Q♥;"),
            lacks=("AH; KC", "do not have it"),
            players="human,random",
            seed=6,
        )
        for line in ("8h ah", "whynot ah 8h")
    },
    "a card that is not on the field is not among those to choose from": Sitting(
        "court", ("Qh", "8H"), ("You cannot choose 8♥: it is not among the cards",), players=COURT, seed=4
    ),
    "a card that is not in the hand is not had": Sitting(
        "1862", ("ac",), ("You cannot choose A♣: you do not have it",), seed=6
    ),
    "several cards are allowed": Sitting(
        "1862",
        ("1", "1", "1", "whynot kc ah", "whynot kc"),
        ("kc ah are allowed here.", "kc is allowed here."),
        players="human,random",
        seed=6,
    ),
    "one card makes, two make": Sitting(
        "patience",
        ("ac", "ac 2c"),
        ("A♣ makes no Line here: A♣ is hidden.", "A♣ 2♣ make no Line here: A♣ 2♣ are hidden."),
        players=ALONE,
        seed=11,
    ),
    "a row shows its vacant places to the end": Sitting(
        "patience",
        ("2", "jd", "1"),
        finds=("^Row +10♥ -- 7♠ 8♥ -- 8♦$", "^Row +10♥ -- -- -- J♣ 8♦$"),
        players=ALONE,
        seed=11,
    ),
    "a row shows a vacant place at its end": Sitting(
        "patience", ("3",), finds=("^Row +10♥ J♦ 7♠ -- K♠ --$",), players=ALONE, seed=11
    ),
    "a slip in a card": Sitting("1862", ("quen of clubs",), ("Do you mean Q♣?",)),
    "a slip in a command": Sitting("1862", ("qiut",), ("Do you mean the command “quit”?",)),
    "a word that is nothing": Sitting("1862", ("elephant",), ("help lists",)),
    "a letter with something behind it is no command": Sitting(
        "1862", ("q c", "1"), ("Not a move: q c", "You play Q♣. [I.4]")
    ),
    "a letter is enough for a command": Sitting(
        "1862",
        ("1", "w", "h", "?"),
        ("To make a move",),
        (r"^> (Within reach: .*\n)?I recommend \S+\. ", r"(?s)(Your opponent plays .*){3}"),
        ("Your opponent chooses ",),
    ),
    "a number alone is a place in the list": Sitting(
        "1862", ("9", "6"), ("The list goes from 1 to 6.", "You play 3♦. [I.4]")
    ),
    "a long list is cut, and says so": Sitting(
        "lanrick-1880", ("zz",), ("Allowed here: a1; b1; c1; d1; e1; and 23 more.",)
    ),
    "a short list is whole": Sitting("1862", ("whynot AS",), lacks=(" more.",)),
    "verbs of the lawn": Sitting(
        "castle-croquet-1866",
        ("blue pass gate 1 outward", "blue hits red"),
        (
            "Blue passes gate 1 outward.",
            "Blue touches Red.",
            "Blue (player 1) is struck. What happens?",
            "Blue now has to enter castle 2. [III.4]",
        ),
        players="human,human,human,human",
    ),
    "the score in sentences": Sitting(
        "1862", ("score",), ("Points: you have 0, your opponent has 0. Hits: you have 0, your opponent has 0.",)
    ),
    "a board says who moves what and what its signs mean": Sitting(
        "lanrick-1893",
        ("2", "5", "2", "2", "score"),
        ("You set the Mark on e4. [2.2] Your opponent moves B4 to f4. [3.3, 1.1]", "You move Y5 to f1. [3.3, 1.1]"),
        (r"^\( \) mark; \* square of the Rendezvous$", r"^> +men  you: Y1 Y2 Y3 Y4 Y5\n +your opponent: B1"),
        (" is now ", " are now ", "mobile", "band"),
        seed=5,
    ),
    "a man who has been moved is refused by the clause that says so": Sitting(
        "lanrick-1893",
        ("2", "5", "2", "whynot Y5"),
        ("You cannot choose Y5. Y5 is not free to move in this turn. Clause 3.7: “After once playing a man",),
        seed=5,
    ),
    "a hint during the set-up is the usual one": Sitting(
        "lanrick-1880",
        ("hint", "the usual set-up"),
        ("I recommend the usual set-up. It puts the remaining pieces on",),
    ),
    "a refusal names the player": Sitting(
        "lanrick-1893",
        ("e4", "play on", "whynot Y1"),
        ("Player 2 cannot choose Y1",),
        players="human,human",
        seed=5,
    ),
    "why finds what stands in the reasons of a decision": Sitting(
        "1862", (*["1"] * 6, "why line"), lacks=("Nothing has been decided about",)
    ),
    "why about nothing": Sitting("1862", ("1", "why zork"), ("Nothing has been decided about “zork” yet.",)),
    "bookkeeping is silent": Sitting("court", ("1",), lacks=("cards pitched", "Cards pitched"), players=COURT),
    "bookkeeping is shown on request": Sitting(
        "court",
        ("view",),
        finds=(r"[Cc]ards pitched: \d+; last pitched card: \S+", r"Points: you have 0, (?s:.*); season wins: "),
        players=COURT,
    ),
    "a row is a row, and what a Line scores stands beside it": Sitting(
        "patience", ("1",), ("(bonus 3)",), (r"^Row +(?:\S+ ){5}\S+$",), players=ALONE, seed=3
    ),
    "the record is named on a line of its own": Sitting(
        "1862", ("1",), finds=(r"The game so far is in \S+\.\nResume it with: {3}circular play --resume \S+\n",)
    ),
    "one asks once for a move that may also be to resign": Sitting(
        "1860",
        ("1", "1", "resign"),
        ("Your move: play a card, or resign the trick. [II.1, VII.1]", "You resign the trick."),
        (r"\d resign$",),
        ("1 play on",),
        seed=3,
    ),
    "resigning in the Patience is an entry of the list": Sitting(
        "patience",
        ("resign", "1"),
        ("Your move: choose the Line that you take, or resign and exchange one card.",),
        lacks=("1 go on",),
        players=ALONE,
        seed=3,
    ),
    "a player that was not counted": Sitting("1860", players="human,random", lacks=("How strong",)),
    "reasons about every square are one line": Sitting(
        "lanrick-1880",
        ("a1", "why"),
        ("You set a man on a1. [2.1] ├─ each of a1, b1, c1", "none of b2, c2"),
        lacks=("your men are",),
    ),
    **{
        f"why alone explains the end of the last part of the game: {name}": Sitting(
            name, (*["1"] * 8, "why"), finds=(rf"^> {ended}(.*\n[│ ])*.*\n[├└]─",), players=players, seed=3
        )
        for name, players, ended in (
            ("1860", "human,greedy", "(You|Your opponent) wins? the trick"),
            ("1862", "human,greedy", "(You|Your opponent) wins? the trick"),
            ("court", COURT, "The winning suit"),
        )
    },
    "what changes nothing says so": Sitting(
        "croquet-castles-1863",
        ("blue passes gate 1 outward", "", "1", "blue passes gate 2 inward", "why"),
        ("Blue passes gate 2 inward. Nothing follows from it. [II.6]",),
        players="human,greedy,greedy,greedy,greedy",
    ),
    "the clauses of options that are not offered are not cited": Sitting(
        "castle-croquet-1863",
        ("blue passes gate 1 outward", "", "1", "blue passes gate 2 inward", ""),
        ("Blue is taken prisoner: it cannot move until it is released. [III.3]", "[IV.5] 1 play again"),
        players=CROQUET,
    ),
    "an event that can happen has the names of its balls": Sitting(
        "castle-croquet-1863",
        ("whynot BLUE Touches red",),
        ("Blue touches Red. This can happen now.",),
        players=CROQUET,
    ),
    "commands of the end do no harm before it": Sitting(
        "1862",
        ("1", "rematch", "again", "review"),
        ("> A new pack: you deal, and your opponent plays first. [I.1]",),
        (r"(?s)(The game is not over\..*){2}",),
    ),
    "each ball has its player": Sitting(
        "castle-croquet-1863",
        ("",),
        ("Blue (you) is struck. What happens?", "Black (player 2) is struck. What happens?"),
        (r"^Brown   player 2  to keep guard \[II.9\]  castle 2  castle 2$",),
        players=CROQUET,
    ),
    "more players are quoted the rules for more players": Sitting(
        "1860",
        ("1", "why"),
        ("then the player on his left-hand, and so on all round", "[S2.4, S2.5"),
        lacks=("6 cards have been played",),
        players="human,random,random,random",
        seed=3,
    ),
}


@pytest.mark.parametrize("case", SITTINGS.values(), ids=SITTINGS)
def test_what_is_said_at_the_table(case: Sitting) -> None:
    said = sitting(case.edition, *case.typed, players=case.players, seed=case.seed)
    assert [words for words in case.says if words not in flat(said)] == [], said
    assert [words for words in case.finds if not re.search(words, said, re.MULTILINE)] == [], said
    assert [words for words in case.lacks if words in said] == [], said


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


@pytest.mark.parametrize("name", ["1860", "1862", "court", "patience"])
def test_a_game_is_introduced_in_four_lines(name: str) -> None:
    edition = cc_dsl.load(name)
    speaker = speaker_for(edition, 2)
    assert [*speaker.phrases.introduction] == ["aim", "turn", "scoring", "winning"]
    said = flat(" ".join(speaker.introduction()))
    assert said.count("]") == 4
    shown = sitting(name, players="human,greedy" + ",greedy" * (name == "court") if name != "patience" else "human")
    assert said in flat(shown.partition("Your move")[0])


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


def test_a_board_keeps_its_width() -> None:
    said = sitting("lanrick-1880", *["1"] * 24, seed=3)
    assert "t*" in said or "t " in said
    assert len({line for line in said.splitlines() if re.fullmatch(r" +a +b +c +d +e +f +g +h", line)}) == 1


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
