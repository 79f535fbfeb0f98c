"""`circular` without arguments, and `circular play`: the menu, games between computers, and a person at a terminal."""

from __future__ import annotations

import json
import random
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from cc_dsl.cli import play, terminal
from tests.cli.desk import ROOT, Terminal, choices, circular, needs_terminal, played, process


def test_seed_is_drawn_and_said() -> None:
    said = circular("play", "1862", "--players", "random,random").out
    found = re.search(r"\(seed (\d+)\)", said)
    assert found is not None
    assert circular("play", "1862", "--players", "random,random", "--seed", found[1]).out == said


@needs_terminal
def test_colours_are_for_terminals_that_want_them(tmp_path: Path) -> None:
    terminal = Terminal("play", "1862", "--seed", "7", folder=tmp_path, NO_COLOR="")
    assert "\x1b[31m10♥\x1b[0m" in terminal.read()
    terminal.close()


@needs_terminal
def test_whole_game_is_played_by_hand(tmp_path: Path) -> None:
    record = tmp_path / "mine.record"
    words = ("--players", "human,random", "--seed", "11", "--record", str(record))
    terminal = Terminal("play", "1862", *words, folder=tmp_path)
    terminal.read()
    chance = random.Random(1)
    shown = played(terminal, chance.choice, lambda screen: "The game is over." in screen)
    assert re.search(r"(You win|Your opponent wins) the Rubber, 2 Hits to [01]\.", shown)
    assert "[VI.5; Whose two Hits make a Rubber]" in shown
    assert re.search(r"(You are|Your opponent is) the winner\.", terminal.type("why winner"))
    assert re.search(r"^Points: you have \d+, your opponent has \d+\.$", terminal.type("score"), re.MULTILINE)
    assert "two Hits" in terminal.type("clauses VI.5")
    assert "is over" in terminal.type("4H")
    review = terminal.type("review")
    assert "You win the trick" in review
    assert review.count("A new pack") >= 1
    again = terminal.type("rematch")
    assert "A new pack" in again
    assert "Your move: " in again
    terminal.type("quit")
    assert terminal.wait() == 0
    replayed = process("replay", str(record))
    assert replayed.status == 0
    assert json.loads(process("replay", str(record), "--json").out)["finished"] is True


@needs_terminal
def test_hidden_pieces_stay_hidden(tmp_path: Path) -> None:
    terminal = Terminal("play", "1862", "--seed", "7", folder=tmp_path)
    terminal.read()
    terminal.type("1")
    shown = terminal.type("1")
    assert "▒▒" in shown
    assert "a hidden card" in shown
    before = terminal.seen + terminal.type("why") + terminal.type("view") + terminal.type("why hidden")
    turned = terminal.type("1")
    assert "wins the trick" in turned
    fifth = re.findall(r"(?:10|[2-9AKQJ])[♥♦♣♠]", turned.partition("Your opponent takes")[0])
    secret = [sign for sign in dict.fromkeys(fifth) if sign not in before]
    assert len(secret) == 1
    terminal.close()


@needs_terminal
@pytest.mark.parametrize("way", ["closed", "hung up", "ended", "end of input", "interrupted"])
def test_game_survives_the_end_of_the_sitting(tmp_path: Path, way: str) -> None:
    terminal = Terminal("play", "1862", "--seed", "7", folder=tmp_path)
    terminal.read()
    terminal.type("1")
    shown = terminal.type("1")
    if way == "closed":
        terminal.close()
    elif way == "hung up":
        assert terminal.signal(signal.SIGHUP) == 128 + signal.SIGHUP
    elif way == "ended":
        assert terminal.signal(signal.SIGTERM) == 128 + signal.SIGTERM
    elif way == "end of input":
        assert "Resume it with:   circular play --resume circular-1862-1.record" in terminal.press(b"\x04")
        assert terminal.wait() == 0
    else:
        assert "Resume it with" in terminal.press(b"\x03")
        assert terminal.wait() == 130
    file, private = sorted(tmp_path.iterdir())
    assert (file.name, private.name) == ("circular-1862-1.record", "circular-1862-1.record.private")
    again = Terminal("play", "--resume", file.name, folder=tmp_path)
    taken_up = again.read()
    assert choices(taken_up) == choices(shown)
    assert "▒▒" in taken_up
    again.type("1")
    again.type("quit")
    assert again.wait() == 0
    assert sorted(tmp_path.iterdir()) == [file, private]
    assert "wins the trick" in process("replay", str(file)).out


WIPED = "\x1b[H\x1b[2J\x1b[3J"
"""The screen and what can be scrolled back to are wiped."""
UP = "\x1b[A"


@needs_terminal
def test_nobody_reads_what_was_on_the_screen_before_they_sat_down(tmp_path: Path) -> None:
    terminal = Terminal("play", "1862", "--seed", "7", "--players", "human,human", folder=tmp_path)
    hand = choices(terminal.read())
    between = terminal.type("1")
    before, asked = between.rsplit(WIPED, 1)
    assert hand[0] not in asked
    assert "Change places and press Enter." in asked
    assert "Change places" not in before
    assert not set(hand) & set(re.findall(r"\w+[♣♦♥♠]", asked))
    other = terminal.press(b"\n")
    assert other.lstrip().startswith(WIPED)
    assert "Change places" not in terminal.type(UP), "nothing was typed, so the same player is asked again"
    terminal.close()


@needs_terminal
def test_both_who_share_a_terminal_see_the_finished_trick(tmp_path: Path) -> None:
    terminal = Terminal("play", "1862", "--seed", "7", "--players", "human,human", folder=tmp_path)
    shown = terminal.read()
    for _ in range(40):
        if "When you have seen it, press Enter." in shown:
            break
        shown = terminal.type("" if shown.rstrip().endswith("press Enter.") else "1")
    figure = shown.rpartition(WIPED)[2]
    drawn = set(re.findall(r"│(\S+)\s*│", figure))
    assert len(drawn) == 7
    seen = terminal.type("")
    assert "Change places and press Enter." in seen
    assert not drawn & set(re.findall(r"│(\S+)\s*│", seen))
    assert drawn <= set(re.findall(r"│(\S+)\s*│", terminal.type("").rpartition(WIPED)[2]))
    terminal.close()


def test_sitting_without_input_leaves_nothing(tmp_path: Path) -> None:
    result = process("play", "1862", typed=b"", folder=tmp_path)
    assert result.status == 0
    assert list(tmp_path.iterdir()) == []


def test_fault_in_mid_game_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cc_dsl.cli.session import TerminalSession

    def fail(self: TerminalSession) -> None:
        raise KeyError("something")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(TerminalSession, "_why", lambda self, wanted: fail(self))
    result = circular("play", "1862", "--seed", "7", typed="1\nwhy\n")
    assert result.status == 2
    assert "a bug in Court Circular" in result.err
    assert "Traceback" not in result.err
    assert "Resume it with" in result.out
    assert {path.name for path in tmp_path.iterdir()} == {"circular-1862-1.record", "circular-1862-1.record.private"}


KUHN = str(ROOT / "tests" / "games" / "kuhn")


def test_a_card_turned_up_is_followed_by_the_suit_with_which_it_aligns() -> None:
    """Court!: nothing has been said of a King, so the card at the reveal aligns each of the five."""
    said = circular("play", "court", "--players", ",".join(5 * ["random"]), "--seed", "7", "--moves", "24").out
    assert said.count(" is turned up.") == said.count(" is aligned with ") == 5


@pytest.mark.parametrize(
    ("name", "reading", "said", "elsewhere"),
    [
        ("1862", "who-picks=the-loser", "Player 2 gives 8♣ to the winner.", "Player 2 takes 8♣."),
        ("1862", "both-at-five=all-at-once", "2 for tricks after four, 2 for most cards", "for tricks after four: "),
        ("patience", "the-end=at-once", "The stock is out. [P2.6", "there are no more Lines"),
    ],
)
def test_sentences_agree_with_the_reading(name: str, reading: str, said: str, elsewhere: str) -> None:
    """The sentence of the default would be false under another answer."""
    players = "random" if name == "patience" else "random,random"
    shown = circular("play", name, "--players", players, "--seed", "3", "--reading", reading).out
    assert said in shown
    assert elsewhere not in shown


@needs_terminal
def test_a_terminal_says_who_is_thinking(tmp_path: Path) -> None:
    words = ("play", KUHN, "--players", "search:1s,human", "--seed", "1")
    terminal = Terminal(*words, folder=tmp_path)
    said = terminal.read()
    assert "Your opponent is thinking …" in said
    assert re.search(r"thinking …\r +\r", said)
    terminal.close()
    assert "thinking" not in process(*words, typed=b"quit\n", folder=tmp_path).out


# ----------------------------------------------------------------- the menu, the folder of records, long screens


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let somebody sit at a terminal; what the test puts into the list is typed line by line."""
    lines: list[str] = []
    monkeypatch.setattr(terminal, "is_for_people", lambda: True)
    monkeypatch.setattr("builtins.input", lambda prompt="": lines.pop(0))
    yield lines
    assert lines == []


def test_the_menu_asks_how_many_play_and_against_whom(
    typed: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1860 is for two to eight; what is not offered is asked again, and Enter takes the usual."""
    monkeypatch.setenv("CIRCULAR_RECORDS", str(tmp_path))
    typed += ["12", "1860", "9", "4", "3"]
    assert play._choose_game() == ("1860", "human,search,search,search", None)
    said = capsys.readouterr().out
    assert "The list goes from 1 to 9." in said
    assert said.count("How many play? 2 to 8; Enter for 2.") == 2
    typed += ["1862", ""]
    assert play._choose_game() == ("1862", "human,greedy", None)
    typed += ["patience"]
    assert play._choose_game() == ("patience", "human", None)
    typed += ["q"]
    assert play._choose_game() is None
    assert said.index("Referee a game on a real lawn") < said.index("Castle Croquet (1866)")


def test_an_unnamed_record_lies_with_the_users_data_and_the_menu_goes_on_with_it(
    tmp_path: Path, typed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, here = tmp_path / "data", tmp_path / "here"
    here.mkdir()
    words = ("play", "1862", "--players", "human,search:5", "--seed", "3")
    left = process(*words, typed=b"1\nquit\n", folder=here, CIRCULAR_RECORDS="", XDG_DATA_HOME=str(data))
    record = data / "circular" / "circular-1862-1.record"
    assert left.status == 0
    assert record.is_file()
    assert list(here.iterdir()) == []
    monkeypatch.setenv("CIRCULAR_RECORDS", str(record.parent))
    typed += ["0"]
    assert play._choose_game() == (None, None, str(record))
    assert "0  Go on with your last game: Court Circular (1862), against search:5" in capsys.readouterr().out
    (data / "circular" / "damaged.record").write_bytes(b"\xff")
    typed += ["q"]
    assert play._choose_game() is None, "a record that cannot be read does not stop the menu"


def test_a_long_screen_waits_for_the_reader(
    typed: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen of 24 lines shows 22 and says how many are left; q stops."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda *given, **named: __import__("os").terminal_size((80, 24)))
    lines = [f"line {number}" for number in range(60)]
    typed += ["", "q"]
    terminal.page(lines)
    assert capsys.readouterr().out.splitlines() == lines[:44]
    terminal.page(lines[:23])
    assert capsys.readouterr().out.splitlines() == lines[:23]


def test_a_window_shows_the_first_reasons_and_all_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = "1\n" * 3 + "why winner\nwhy winner all\nquit\n"
    words = ("play", "1862", "--players", "human,random", "--seed", "3")
    whole = circular(*words, typed=typed).out
    assert "more)" not in whole
    monkeypatch.setattr(terminal, "page", terminal.show)
    monkeypatch.setattr("cc_dsl.cli.session.FOLDED", 2)
    monkeypatch.setattr("cc_dsl.cli.session.LEVELS", 2)
    folded, _, rest = circular(*words, typed=typed).out.partition("more)")
    assert rest
    assert len(folded + rest) < len(whole)
