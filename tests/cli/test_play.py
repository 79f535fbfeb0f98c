"""`circular play`: games that computers play, and sittings of a person at a terminal."""

from __future__ import annotations

import json
import random
import re
import signal
from pathlib import Path

import pytest

from tests.cli.desk import ROOT, Terminal, choices, circular, is_refused, needs_terminal, played, process

TOLLS = "tests/games/tolls/game.rules"


def watched(*words: str) -> str:
    """Return what a game of computers prints."""
    result = circular("play", "1862", "--players", "random,random", "--seed", "5", *words)
    assert (result.status, result.err) == (0, "")
    return result.out


# ----------------------------------------------------------------------------------- computers by themselves


def test_game_is_printed_move_by_move() -> None:
    """Moves are numbered, decisions name their clauses, the table is drawn, and the end says who has won."""
    said = watched()
    assert re.search(r"^   1  Player [12] plays \S+\. \[I.4\]$", said, re.MULTILINE)
    assert re.search(r"Player [12] wins the trick", said)
    assert "First Hand." in said
    assert "Lead" in said
    assert re.search(r"^Player [12] wins the Rubber, 2 Hits to [01]\.$", said, re.MULTILINE)
    assert "[VI.5; Whose two Hits make a Rubber]" in said.rpartition("wins the Rubber")[2]
    assert max(map(len, said.splitlines())) <= 80


def test_same_seed_is_the_same_game() -> None:
    assert watched() == watched()
    assert watched() != circular("play", "1862", "--players", "random,random", "--seed", "6").out


def test_reasons_are_told_with_each_clause_once() -> None:
    """With --explain each decision has its tree, and no clause is quoted twice."""
    said = watched("--explain")
    assert "└─ " in said
    for words in (
        "No. 5 is kept face down until No. 6 has been played.",
        "when by superiority of cards, he takes one only.",
    ):
        assert said.count(f"“{words}”") == 1
    assert max(map(len, said.splitlines())) <= 86


def test_game_is_one_json_document() -> None:
    """With --json the game is its answers and its outcome, under stable keys."""
    document = json.loads(watched("--json"))
    keys = ["edition", "rules", "readings", "seed", "players", "answers", "finished", "outcome", "result"]
    assert list(document) == keys
    assert document["seed"] == 5
    assert document["finished"] is True
    assert document["outcome"]["winner"] in (0, 1)
    assert document["answers"][0]["by"] == "shuffled"
    explained = json.loads(watched("--json", "--explain"))
    assert explained["decisions"]
    assert explained["answers"] == document["answers"]


def test_seed_is_drawn_and_said() -> None:
    """Without a seed one is drawn, and stands in the output, so that the game can be had again."""
    said = circular("play", "1862", "--players", "random,random").out
    found = re.search(r"\(seed (\d+)\)", said)
    assert found is not None
    assert circular("play", "1862", "--players", "random,random", "--seed", found[1]).out == said


def test_rules_file_of_ones_own_is_played() -> None:
    """A file that is in no corpus, with three players, chance, and options with names, is played as well."""
    result = circular("play", TOLLS, "--players", "random,greedy,random", "--seed", "3")
    assert (result.status, result.err) == (0, "")
    assert "player 3" in result.out
    assert "the choice" not in result.out.splitlines()[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Name the EDITION"),
        (["1862", "--players", "humann"], "There is no player “humann”"),
        (["1862", "--players", "human,greedy,random"], "3 players are named, but this game is for 2 players"),
        (["1862", "--seed", "seven"], "--seed"),
        (["1862", "--seed", "-1"], "--seed"),
        (["1862", "--seed", str(2**64)], "--seed"),
        (["1862", "--json"], "--players greedy,random"),
        (["1862", "--reading", "after-four=never"], "after-four"),
        (["1862", "--record", "."], "is a folder"),
        (["1862", "--record", "nowhere/at/all.record"], "there is no folder"),
        (["1862", "--record", "pyproject.toml"], "no record of a game"),
        (["1862", "--resume", "nowhere.record"], "no such file"),
        (["1862", "--resume", "x", "--seed", "3"], "has its seed"),
    ],
)
def test_bad_input_is_explained(words: list[str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be played is refused before anything is written or shuffled."""
    monkeypatch.chdir(ROOT)
    assert is_refused(circular("play", *words), said)


# ------------------------------------------------------------------------------------ somebody at a terminal


@needs_terminal
def test_newcomer_is_shown_everything(tmp_path: Path) -> None:
    """The first screen says what is played, draws the figure, quotes the rule that asks, and lists the moves."""
    terminal = Terminal("play", "1862", "--seed", "7", folder=tmp_path)
    shown = terminal.read()
    for words in (
        "Court Circular (1862)\nYou play against the computer player “greedy”. (seed 7)",
        "5 points make a Hit, and two Hits win the Rubber. [VI.4, VI.5]",
        "First Hand.",
        "│10♥│",
        "A new pack: you deal, and your opponent plays first. [I.1]",
        "Your opponent plays A♠. [I.4]",
        "Your hand             Q♣ 9♠ 7♥ 6♠ 4♣ 3♦",
        "Your opponent's hand  5 cards",
        "“First-hand plays a card, then dealer",
        "Your move: play a card. [I.4, V.2]",
        "1 Q♣     2 9♠     3 7♥     4 6♠     5 4♣     6 3♦",
    ):
        assert words in shown
    assert "\x1b[3" not in shown
    assert "Take it up again" not in terminal.type("quit")
    assert terminal.wait() == 0
    assert list(tmp_path.iterdir()) == []


@needs_terminal
def test_colours_are_for_terminals_that_want_them(tmp_path: Path) -> None:
    """At a terminal red pieces are red, unless NO_COLOR says otherwise."""
    terminal = Terminal("play", "1862", "--seed", "7", folder=tmp_path, NO_COLOR="")
    assert "\x1b[31m10♥\x1b[0m" in terminal.read()
    terminal.close()


@needs_terminal
def test_whole_game_is_played_by_hand(tmp_path: Path) -> None:
    """A person who types whatever is on the list plays to the end, hears why, and can replay the game."""
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
def test_commands_at_the_terminal(tmp_path: Path) -> None:
    """Every command answers, and leaves the game where it was."""
    terminal = Terminal("play", "1862", "--seed", "7", "--players", "human,random", folder=tmp_path)
    moves = choices(terminal.read())
    said = terminal.type("help")
    for command in (
        "why",
        "whynot MOVE",
        "moves",
        "view",
        "rules",
        "clauses [ID]",
        "readings [NAME]",
        "undo",
        "save FILE",
        "quit",
    ):
        assert command in said
    assert "Your cards won" in terminal.type("view")
    assert "VI.5" in terminal.type("clauses")
    assert "How to play Court Circular (1862)" in terminal.type("rules")
    assert "game.rules" not in terminal.type("clauses II.8")
    assert "Do you mean II.8 or" in terminal.type("clauses II.88")
    listed = " ".join(terminal.type("readings").split())
    assert "After which four tricks a trick counts: after four of the player's own (default)" in listed
    assert "* After four of the player's own" in terminal.type("readings after-four")
    assert "no reading called" in terminal.type("readings x")
    assert "the first served" in terminal.type("why first-served")
    assert "Nothing was decided about" in terminal.type("why elephants")
    assert "Name a move" in terminal.type("whynot")
    assert f"{moves[0]} is allowed here." in terminal.type(f"whynot {moves[0]}")
    assert "nothing to take back" in terminal.type("undo")
    assert "Name a file" in terminal.type("save")
    assert "Saved." in terminal.type("save one.record")
    assert (tmp_path / "one.record").read_text("utf-8").startswith("circular record 1\n")
    (tmp_path / "letter").write_text("dear", "utf-8")
    assert "no record of a game" in terminal.type("save letter")
    assert choices(terminal.type("")) == choices(terminal.type("moves")) == moves
    terminal.type("quit")
    assert terminal.wait() == 0


@needs_terminal
def test_refused_moves_are_explained(tmp_path: Path) -> None:
    """What is no move, what is not allowed, and what is not clear are three things, each said in its way."""
    terminal = Terminal("play", "1862", "--seed", "7", folder=tmp_path)
    terminal.read()
    assert "“elephant” is no card." in terminal.type("elephant")
    assert "Do you mean the command “quit”?" in terminal.type("qiut")
    illegal = terminal.type("JH")
    for words in (
        "Illegal move: JH",
        "You cannot choose the J♥: you do not have it.",
        "Clause I.4:",
        "Allowed here:",
    ):
        assert words in illegal
    assert "game.rules" not in illegal
    assert "Illegal move" in terminal.type("whynot AS")
    assert "it lies in your opponent's row" in terminal.type("whynot AS")
    assert "The list goes from 1 to 6." in terminal.type("77")
    assert "\nYou play Q♣. [I.4]" in terminal.type("qc")
    terminal.close()


@needs_terminal
def test_several_are_chosen_at_once(tmp_path: Path) -> None:
    """Where the rules want several, they are typed in one line, in any order, and each only once."""
    terminal = Terminal("play", "1862", "--seed", "7", "--players", "human,random", folder=tmp_path)
    terminal.read()
    shown = played(terminal, lambda moves: moves[0], lambda screen: "with spaces between." in screen)
    found = re.search(r"Type (\d) of these (\d), with spaces between", shown)
    assert found is not None
    count, moves = int(found[1]), choices(shown)
    assert len(moves) == int(found[2])
    example = f"Name {count} at once, with spaces between, such as {' '.join(moves[:count])}; you have named 1."
    assert example in terminal.type(moves[0])
    assert f"You have named {moves[0]} twice." in terminal.type(f"{moves[0]} {moves[0]}")
    assert "is no card" in terminal.type(f"{moves[0]} xyz")
    picks = moves[: count - 1] + moves[-1:]
    said = terminal.type(" ".join(picks[::-1]).lower())
    assert f"You take {' '.join(picks)}." in said
    terminal.close()


@needs_terminal
def test_move_is_taken_back(tmp_path: Path) -> None:
    """`undo` gives back the table as it was before one's own last move, whatever came after it."""
    terminal = Terminal("play", "1862", "--seed", "7", folder=tmp_path)
    first = terminal.read()
    second = terminal.type("1")
    terminal.type("1")
    back = terminal.type("undo")
    assert "Taken back." in back
    assert choices(back) == choices(second)
    assert choices(terminal.type("undo")) == choices(first)
    assert "nothing to take back" in terminal.type("undo")
    terminal.close()


@needs_terminal
def test_hidden_pieces_stay_hidden(tmp_path: Path) -> None:
    """What lies face down, and the other's hand, are named nowhere before the rules turn them up."""
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
    """Whether the terminal is closed, the program ended, or Ctrl-D or Ctrl-C pressed, the game is not lost."""
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
        assert "Take it up again with:   circular play --resume circular-1862-1.record" in terminal.press(b"\x04")
        assert terminal.wait() == 0
    else:
        assert "Take it up again" in terminal.press(b"\x03")
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


@needs_terminal
def test_record_is_kept_after_every_move(tmp_path: Path) -> None:
    """Even a sitting that is ended without mercy loses nothing when it has a record."""
    terminal = Terminal("play", "1862", "--seed", "7", "--record", "g.record", folder=tmp_path)
    terminal.read()
    shown = terminal.type("1")
    terminal.signal(signal.SIGKILL)
    again = Terminal("play", "--resume", "g.record", folder=tmp_path)
    assert choices(again.read()) == choices(shown)
    again.close()
    assert is_refused(process("play", "1862", "--record", str(tmp_path / "g.record")), "a game that is not over")


@needs_terminal
def test_two_share_a_terminal(tmp_path: Path) -> None:
    """Two people take turns, and neither sees the other's hand."""
    terminal = Terminal("play", "1862", "--seed", "7", "--players", "human,human", folder=tmp_path)
    shown = terminal.read()
    assert "player 2> " in shown
    hand = choices(shown)
    between = terminal.type("1")
    assert "It is the turn of player 1. Change places and press Enter." in between
    other = terminal.type("")
    assert "player 1> " in other
    assert set(hand[1:]) & set(re.findall(r"\S+", between + other)) == set()
    assert "Player 2's hand  5 cards" in other
    terminal.close()


WIPED = "\x1b[H\x1b[2J\x1b[3J"
"""The screen and what can be scrolled back to are wiped."""
UP = "\x1b[A"


@needs_terminal
def test_nobody_reads_what_was_on_the_screen_before_they_sat_down(tmp_path: Path) -> None:
    """It is wiped before the places are changed and after, and the arrow calls nothing back."""
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
    """Whoever plays the last card sees it until Enter is pressed, and the other sees it on sitting down."""
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


def test_moves_may_be_piped_in(tmp_path: Path) -> None:
    """A script plays by a pipe; where it ends, the game is saved, and the prompt says nothing in colours."""
    result = process("play", "1862", "--seed", "7", typed=b"1\nqc\n\xff\n2\n", folder=tmp_path)
    assert result.status == 0
    assert "\x1b" not in result.out
    assert len(re.findall(r"You play \S+\. ", result.out)) == 2
    assert {path.name for path in tmp_path.iterdir()} == {"circular-1862-1.record", "circular-1862-1.record.private"}


def test_sitting_without_input_leaves_nothing(tmp_path: Path) -> None:
    """Nobody there means nothing played and nothing written."""
    result = process("play", "1862", typed=b"", folder=tmp_path)
    assert result.status == 0
    assert list(tmp_path.iterdir()) == []


def test_old_terminal_gets_a_plain_table(tmp_path: Path) -> None:
    """Where the output knows only ASCII, the table is drawn with plain signs."""
    result = process("play", "1862", "--seed", "7", typed=b"1\nwhy\n", folder=tmp_path, PYTHONIOENCODING="ascii")
    assert result.status == 0
    assert result.out.isascii()
    assert "+---+ |10H| +---+" in result.out
    assert "+- your opponent's reach" in result.out


def test_options_with_names_are_typed(tmp_path: Path) -> None:
    """In a game whose choices have names, the name or its number is a move, and a command's word stays a command."""
    script = b"help\npass\nwhynot fly\n1\nquit\n"
    rules = ROOT / TOLLS
    result = process("play", str(rules), "--seed", "3", typed=script, folder=tmp_path)
    assert result.status == 0, result.err
    assert "To make a move" in result.out
    assert "Take it up again" in result.out
    assert str(rules) in result.out.rpartition("Take it up again")[2]
    file, _ = sorted(tmp_path.iterdir())
    again = process("play", str(rules), "--resume", file.name, typed=b"quit\n", folder=tmp_path)
    assert again.status == 0, again.err
    assert is_refused(process("play", "--resume", file.name, folder=tmp_path), "no edition of the corpus")
    assert process("replay", file.name, "--edition", str(rules), folder=tmp_path).status == 0


def test_fault_in_mid_game_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fails while somebody plays, the game so far is saved, and the fault is told without a traceback."""
    from cc_dsl.cli.session import TerminalSession

    def fail(self: TerminalSession) -> None:
        raise KeyError("something")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(TerminalSession, "_why", lambda self, wanted: fail(self))
    result = circular("play", "1862", "--seed", "7", typed="1\nwhy\n")
    assert result.status == 2
    assert "a bug in Court Circular" in result.err
    assert "Traceback" not in result.err
    assert "Take it up again with" in result.out
    assert {path.name for path in tmp_path.iterdir()} == {"circular-1862-1.record", "circular-1862-1.record.private"}


def test_rules_that_break_their_promise_are_named(tmp_path: Path) -> None:
    """Rules that cannot go on are a problem of the rules, with its code, and no bug in Court Circular."""
    rules = tmp_path / "game.rules"
    text = (ROOT / TOLLS).read_text("utf-8")
    assert "4 cards in the pack go to his hand" in text
    rules.write_text(text.replace("4 cards in the pack go to his hand", "40 cards in the pack go to his hand"), "utf-8")
    assert is_refused(circular("play", str(rules), "--players", "random,random,random"), "error[too-few]")


def test_title_of_a_stranger_moves_no_cursor(tmp_path: Path) -> None:
    """What would wipe the screen is refused in a rules file, and no message prints it."""
    rules = tmp_path / "game.rules"
    text = (ROOT / TOLLS).read_text("utf-8")
    title = text.split('"')[1]
    rules.write_text(text.replace(title, f"{title}\x1b[2J\x07", 1), "utf-8")
    result = circular("play", str(rules), "--players", "random,random,random")
    assert is_refused(result, "cannot be seen, U+001B")
    assert "\x1b" not in result.out + result.err
    assert "\x07" not in result.out
