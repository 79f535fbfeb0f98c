"""`circular judge`: one trick, many tricks, and everything that can be wrong with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.desk import ROOT, circular, is_refused

CASE = '{"lead": "JH", "sides": [["9C","8H","10D"], ["KS","7H","QH"]]}'


def lines_of(*words: str, typed: str | bytes) -> tuple[int, list[dict[str, Any]], str]:
    """Judge lines; give the status, the answers, and what stands on stderr."""
    result = circular("judge", "1862", *words, "--jsonl", typed=typed)
    return result.status, [json.loads(line) for line in result.out.splitlines()], result.err


def test_pieces_may_be_written_in_several_ways() -> None:
    """Small letters, T for 10, commas, and whole names mean the same."""
    first = circular("judge", "1862", "--lead", "10H", "--side", "AS 7C 6D", "--side", "KD 9C 2H", "--json")
    for lead, side in (("th", "as,7c,6d"), ("Ten of Hearts", "AS  7C 6D"), ("10♥", "A♠ 7♣ 6♦")):
        again = circular("judge", "1862", f"--lead={lead}", "--side", side, "--side", "KD 9C 2H", "--json")
        assert again.out == first.out


def test_help_shows_what_the_question_is_given() -> None:
    said = " ".join(circular("judge", "1862", "--help").out.split())
    assert "--lead PIECE 1 card for the Lead." in said
    assert "--side PIECES 3 cards for a player’s row; once for each player, in their order." in said
    for words in (["judge", "--help"], ["judge", "nowhere", "--help"]):
        result = circular(*words)
        assert result.status == 0
        assert "--lead PIECE" not in result.out


def test_lines_accept_sides_as_text_too() -> None:
    status, answers, _ = lines_of(typed=CASE + '\n{"sides": ["9C 8H 10D", "KS,7H,QH"], "lead": ["JH"]}\n')
    assert status == 0
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[" * 5000, "json"),
        ("9" * 9000, "json"),
        ('"' + "x" * 200_000 + '"', "100,000 bytes"),
    ],
)
def test_bad_line_is_answered_in_its_place(line: str, said: str) -> None:
    status, answers, err = lines_of(typed=f"{CASE}\n{line}\n{CASE}\n")
    assert status == 2
    assert len(answers) == 3
    assert answers[0] == answers[2]
    assert answers[0]["winner"] == 1
    assert answers[1]["line"] == 2
    assert said in answers[1]["error"].lower()
    assert f"line 2: {answers[1]['error']}" in err
    assert "Traceback" not in err


def test_line_that_is_no_text_is_answered() -> None:
    """Bytes that are no UTF-8 spoil their line only."""
    status, answers, err = lines_of(typed=b"\xff\xfe\n" + CASE.encode() + b"\r\n\n" + CASE.encode())
    assert status == 2
    assert answers[0] == {"error": "This is not UTF-8 text.", "line": 1}
    assert answers[1] == answers[2]
    assert "line 1" in err


def test_many_bad_lines_do_not_flood_the_screen() -> None:
    status, answers, err = lines_of(typed="x\n" * 100)
    assert (status, len(answers)) == (2, 100)
    assert len(err.splitlines()) == 21
    assert "100 lines" in err


def test_lines_come_from_a_file_or_from_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(CASE + "\n", "utf-8")
    first = circular("judge", "1862", "--jsonl", str(file))
    assert first.status == 0
    assert circular("judge", "1862", "--jsonl", "-", typed=CASE).out == first.out
    assert circular("judge", "--jsonl", "1862", typed=CASE).out == first.out
    assert circular("judge", f"--jsonl={file}", "1862").out == first.out
    assert is_refused(circular("judge", "1862", "--jsonl", str(tmp_path / "nowhere")), "could not read")
    assert is_refused(circular("judge", "1862", "--jsonl", str(tmp_path)), "could not read")


def test_answers_come_as_the_lines_do() -> None:
    import subprocess

    from tests import processes
    from tests.cli.desk import COMMAND, environment

    with processes.started(
        [*COMMAND, "judge", "1862", "--jsonl"],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as judge:
        assert judge.stdin is not None
        assert judge.stdout is not None
        for _ in range(3):
            judge.stdin.write(CASE.encode() + b"\n")
            judge.stdin.flush()
            assert json.loads(judge.stdout.readline())["winner"] == 1
        judge.stdin.close()
        assert judge.wait() == 0


STORES = """edition "Stores" of stores.
use playing-cards.

editor "the table"
  this game is for 2 to 8 players.
  a card is either closed or open.
  there is a Lead, a place for 1 card.
  each player has a row and a store, each a place for cards.
  cards rank by their rank in the order Ace-high, then by their suit-sign in the order Hearts, Diamonds, Clubs,
      Spades.
  all see the Lead.
  a card's worth is 2 if it is open; otherwise 1.
  the winner is the player with the best card in his row.
  the game goes thus: the cards go to player 1's store.
  question judge "Who has the best card?":
    given 1 card for the Lead, called "lead".
    given 2 to 3 cards for each player's row, called "side".
    tell the winner, called "winner".
  question count "How much has each?":
    given 0 to 52 cards for each player's store, open, called "upwards".
    given 0 to 52 cards for each player's store, closed, called "downwards".
    tell each player's marks, called "marks".
  a player's marks are the total worth of the cards in his store.
"""


@pytest.fixture
def stores(tmp_path: Path) -> str:
    """Return rules for two to eight players, with two questions."""
    path = tmp_path / "stores.rules"
    path.write_text(STORES, "utf-8")
    return str(path)


def test_number_of_players_follows_from_the_sides(stores: str) -> None:
    sides = ["KD 9C 2H", "AS 7C", "3D 4D 5D", "QS QC"]
    for count in (2, 3, 4):
        words = [word for side in sides[:count] for word in ("--side", side)]
        result = circular("judge", stores, "--lead", "5H", *words, "--json")
        assert (result.status, json.loads(result.out)["winner"]) == (0, 1)
        line = json.dumps({"lead": "5H", "sides": sides[:count]})
        answer = json.loads(circular("judge", stores, "--jsonl", typed=line).out)
        assert answer == json.loads(result.out)
    said = "--side is given once, but this game is for 2 to 8 players."
    assert is_refused(circular("judge", stores, "--lead", "5H", "--side", "KD 9C 2H"), said)
    nine = [word for _ in range(9) for word in ("--side", "KD 9C 2H")]
    assert is_refused(circular("judge", stores, "--lead", "5H", *nine), "--side is given 9 times, but this game is for")
    result = circular("judge", stores, "--jsonl", typed=json.dumps({"lead": "5H", "sides": sides[:1]}))
    assert result.status == 2
    assert "“side” is given once, but this game is for 2 to 8 players" in json.loads(result.out)["error"]


def test_side_may_vary_in_number(stores: str) -> None:
    said = "For player 2's side I expected 2 to 3 cards, not 1."
    assert is_refused(circular("judge", stores, "--lead", "5H", "--side", "KD 9C", "--side", "2H"), said)


def test_question_that_is_named_has_options_of_its_own(stores: str) -> None:
    ask = ["judge", stores, "--question", "count"]
    said = " ".join(circular(*ask, "--help").out.split())
    assert "--upwards PIECES 0 to 52 cards for a player’s store, open; once for each player, in their order." in said
    assert "--side PIECES" not in said
    result = circular(*ask, "--upwards", "KH 2C", "--upwards", "", "--downwards", "3C", "--downwards", "4C", "--json")
    assert (result.status, json.loads(result.out)["marks"]) == (0, [5, 1])
    result = circular(*ask, "--upwards", "KH 2C", "--upwards", "", "--upwards", "3D")
    assert result.status == 0
    assert [line.split() for line in result.out.splitlines() if "player 2:" in line] == [["player", "2:", "0"]]
    few = circular(*ask, "--upwards", "KH", "--upwards", "2C", *["--downwards", ""] * 3)
    assert is_refused(few, "“upwards” is given twice, but “downwards” 3 times; each player has one of both.")
    line = json.dumps({"upwards": ["KH", "2C"], "downwardses": [["3C"], []]})
    assert json.loads(circular(*ask, "--jsonl", typed=line).out)["marks"] == [3, 2]
    both = json.dumps({"upwards": ["KH", "2C"], "upwardses": ["KH", "2C"]})
    assert "a second time" in json.loads(circular(*ask, "--jsonl", typed=both).out)["error"]
    assert is_refused(circular("judge", stores, "--question", "cuont", "--upwards", "KH"), "Do you mean count?")


TRUMPED = """edition "Trumps" of trumps.
use playing-cards.

editor "the table"
  this game is for 2 players.
  there is a pack, an ordered place for cards.
  there is a trump, a suit-sign.
  all see the cards in the pack.
  the master is player 1 if the trump is Spades; otherwise player 2.
  question judge "Who is master?":
    given a suit-sign for the trump, called "trump".
    tell the master, called "master".
"""


@pytest.mark.parametrize("written", ["S", "s", "♠", "Spades", "spades"])
def test_value_is_given_as_it_is_written(written: str, tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text(TRUMPED, "utf-8")
    given = circular("judge", str(path), "--trump", written, "--json")
    assert (given.status, given.err) == (0, "")
    assert json.loads(given.out)["master"] == 0
    other = circular("judge", str(path), "--trump", "H", "--json")
    assert json.loads(other.out)["master"] == 1
    assert circular("judge", str(path), "--trump", "X").status == 2
