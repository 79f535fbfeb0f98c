"""`circular play` of every edition of the corpus and every game of the tests: people, computers, and both together.

Nothing of the games is known here.  The person types what the screen offers, and between the moves every command.  What
is said to the person has no address, no name of a file and no slip of grammar, whatever the game.
"""

from __future__ import annotations

import json
import re
import shlex
import zlib
from pathlib import Path
from typing import Any

import pytest

from cc_dsl.pipeline import Edition, load
from cc_dsl.rules.titles import records_in
from cc_dsl.words.book import phrases_of
from tests.cli.desk import ROOT, Result, Terminal, circular, is_refused, needs_terminal
from tests.cli.sitter import Person, sit

GAMES = sorted(path.parent for folder in ("corpus", "tests/games") for path in (ROOT / folder).glob("*/game.rules"))
CASTS = {
    "people": ("human",),
    "mixed": ("human", "random"),
    "mixed-late": ("random", "human"),
    "computers": ("random",),
}
DAILY = ("people", "mixed")
FEW, MANY = 20, 200
"""Moves: so few that every command is typed between them, and so many that most games end."""
LINES = 5
"""Lines of a game in which nobody is ever asked, such as a race by the die alone."""
SLIPS = {
    "a doubled word": re.compile(r"(?<!\w)([^\W\d]\w*) \1(?!\w)"),
    "an article": re.compile(r"\b(?:a [aeiou]|an [bcdfgjklmnpqrstvwxyz])\w*", re.IGNORECASE),
    "a number": re.compile(r"(?<!layer )\b1 (?:cards|points|tricks|players|moves|turns|hidden cards|strokes)\b"),
    "a person": re.compile(
        r"\byou (?:is|has|does|wins|plays|takes|chooses)\b|\bplayer \d (?:are|have|win|play|take)\b|\bhe's\b|\byou's\b"
    ),
    "an underscore": re.compile(r"\w_\w"),
    "a bracket": re.compile(r"[{}]|\[\w+\|\w+\]"),
    "a sign of Python": re.compile(r"\bTrue\b|\bFalse\b|<[a-z_]+ |\(\)"),
}
ADDRESSES = re.compile(r"“(?:[^“”]|“[^“”]*”)*”|\bcircular [a-z].*|\S*\.(?:record|rules|private)\S*|\breadings [\w.-]+")
"""Printed words, which may quote others; commands to be typed, files, and the addresses of readings."""
HYPHENATED = re.compile(r"(?<![\w.])[A-Za-z]\w*(?:-\w+)+")


def named(folder: Path) -> str:
    return folder.name


def cast(folder: Path, kinds: tuple[str, ...], is_full: bool) -> str:
    """Name the players of a game, as few or as many as there can be."""
    least, most = load(str(folder)).rules.seats
    seats = most if is_full else least
    return ",".join((kinds * seats)[:seats])


def is_well(result: Result) -> bool:
    """Return whether a command did what it was asked, and no bug in Court Circular showed."""
    assert "bug in Court Circular" not in result.err, result.err
    assert "Traceback" not in result.out + result.err
    assert (result.status, result.err) == (0, ""), result.err
    return True


def play(folder: Path, players: str, seed: int, most: int, tmp_path: Path) -> str:
    """Play, leave, and take the game up again until it is over or so many moves are made; return what was printed."""
    if "human" not in players:
        result = circular("play", str(folder), "--players", players, "--seed", str(seed), "--moves", str(most))
        assert is_well(result)
        return result.out
    record = tmp_path / "game.record"
    person = Person(seed, most, tmp_path)
    words = ["play", str(folder), "--players", players]
    result = sit(person, *words, "--seed", str(seed), "--record", str(record))
    assert is_well(result)
    printed = result.out
    while person.left > 0 and "The game so far is in" in result.out:
        result = sit(person, *words, "--resume", str(record))
        assert is_well(result)
        printed += result.out
    assert is_well(circular("replay", str(record), "--edition", str(folder)))
    assert is_well(circular("why", str(folder), "--record", str(record), "--list"))
    return printed


def words_of(edition: Edition) -> set[str]:
    """Return the hyphenated words that are no addresses: as the edition spells them, in titles, and of pieces."""
    records: dict[str, Any] = records_in(edition.folder)
    titles = [record["title"] for record in records.values()]
    titles += [
        f"{name}: {one['phrase']}" for record in records.values() for name, one in record["alternatives"].items()
    ]
    spelt = " ".join([*phrases_of(edition).names.values(), *titles, *edition.rules.pieces.names])
    return set(HYPHENATED.findall(spelt))


def slips_in(edition: Edition, printed: str) -> list[str]:
    """Return the paragraphs in which a name of the rules is no word, or person, number or article do not fit."""
    slugs = set(HYPHENATED.findall(re.sub(r'"[^"]*"', "", edition.source.text))) - words_of(edition)
    found = []
    for line in re.sub(r"\n +", " ", printed).splitlines():
        if line.startswith("How to play"):
            continue
        plain = ADDRESSES.sub("", line)
        found += [f"{slug}: {line}" for slug in slugs & set(HYPHENATED.findall(plain))]
        found += [f"{name}: {line}" for name, slip in SLIPS.items() if slip.search(plain)]
    return found


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in DAILY else pytest.mark.exhaustive) for name in CASTS]
)
@pytest.mark.parametrize("folder", GAMES, ids=named)
def test_it_is_played_from_the_command_line(folder: Path, name: str, tmp_path: Path) -> None:
    seed = zlib.crc32(f"{folder.name} {name}".encode())
    printed = play(folder, cast(folder, CASTS[name], is_full=False), seed, FEW, tmp_path)
    assert len([line for line in printed.splitlines() if line.strip()]) > (FEW if "move: " in printed else LINES)
    assert slips_in(load(str(folder)), printed) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("is_full", [False, True])
@pytest.mark.parametrize("name", CASTS)
@pytest.mark.parametrize("folder", GAMES, ids=named)
def test_it_is_played_to_the_end_or_for_long(folder: Path, name: str, is_full: bool, seed: int, tmp_path: Path) -> None:
    """The same for 200 moves, with few and with many players."""
    printed = play(folder, cast(folder, CASTS[name], is_full), seed, MANY, tmp_path)
    assert slips_in(load(str(folder)), printed) == []


EDITOR = """edition "Pick" of pick.

editor "all of it"
  this game is for 2 players.
  a mark is one of Red and Blue.
  a chip is a piece, one for each mark.
  there is a table, a place for chips.
  there is a count, a number from 0 to 2000.
  all see the table.
  the game goes thus:
    the chips go to the table.
    500 times:
      each player in turn:
        he chooses a chip in the table as the pick.
        the pick goes to the table.
        if the pick's mark is Red: the count grows by 1.
        if the pick's mark is Blue: the count grows by 2.
    player 1 wins.
"""


def test_moves_of_rules_that_cite_no_clause_are_printed(tmp_path: Path) -> None:
    path = tmp_path / "pick.rules"
    path.write_text(EDITOR, "utf-8")
    result = circular("play", str(path), "--players", "random,random", "--seed", "2", "--moves", "4")
    assert is_well(result)
    told = [line for line in result.out.splitlines() if "chooses" in line]
    assert [line[:23] for line in told] == [f"   {number}  Player {2 - number % 2} chooses " for number in range(1, 5)]


def test_nothing_is_told_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("play", str(ROOT / "tests/games/goofspiel"), "--players", "human,random", "--seed", "5")
    told = circular(*words, typed="1\n2\n1\nquit\n").out.splitlines()
    scores = [line for line in told if line.endswith("[4]")]
    assert scores == [
        "Your opponent's score is now 9. [4]",
        "Your score is now 5. [4]",
        "Your score is now 17. [4]",
    ]


def test_an_endless_game_is_broken_off_and_taken_up_again(tmp_path: Path) -> None:
    path, record = tmp_path / "pick.rules", tmp_path / "a game.record"
    path.write_text(EDITOR, "utf-8")
    words = ("play", str(path), "--players", "random", "--seed", "2", "--moves", "300")
    assert "it was broken off after 300 moves. --moves N lets" in " ".join(circular(*words).out.split())
    assert json.loads(circular(*words, "--json").out)["finished"] is False
    first = circular(*words, "--record", str(record))
    resume = first.out.rpartition("Take it up again with:   circular ")[2]
    assert shlex.split(resume) == ["play", str(path), "--resume", str(record)]
    second = circular(*shlex.split(resume), "--moves", "700")
    assert is_well(second)
    assert "Player 1 wins." in second.out


def test_a_bound_on_moves_is_for_computers() -> None:
    """Whoever plays leaves with quit; a bound must be a number from 1 on."""
    assert is_refused(circular("play", "1862", "--moves", "5"), "--moves is for games that computers play")
    assert is_refused(circular("play", "1862", "--players", "random", "--moves", "0"), "--moves")


def test_a_copy_of_an_edition_names_its_own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "game.rules"
    path.write_bytes((ROOT / "corpus" / "1862" / "game.rules").read_bytes())
    result = circular("study", str(path), "--games", "2", "--engine", "python")
    assert f"circular play {path} --players random,random" in result.out
    played = circular(
        "play", str(path), "--seed", "1", typed="1\nsave x.record\nquit\n".replace("x.", f"{tmp_path}/x.")
    )
    assert f"circular play {path} --resume {tmp_path}/x.record" in played.out


FAULTY = """edition "Faulty" of faulty.

editor "all of it"
  this game is for 2 players.
  a mark is one of Red and Blue.
  a chip is a piece, one for each mark.
  there is a table, a place for chips.
  there is a spot, a place for 1 chip.
  all see the table.
  the game goes thus:
    the chips go to the table.
    each player in turn:
      he chooses a chip in the table as the pick.
      if the pick's mark is Red:
        the table goes to the spot.
      if the pick's mark is Blue: the pick goes to the table.
    player 1 wins.
"""


@pytest.mark.parametrize("words", [("--engine", "python"), ("--players", "random,random")], ids=["compiled", "played"])
def test_a_fault_of_the_rules_names_place_and_game(words: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "faulty.rules"
    path.write_text(FAULTY, "utf-8")
    result = circular("study", str(path), "--games", "30", "--seed", "1", *words)
    assert is_refused(result, f"{path}:15:9: error[place-full]: More pieces go to a place than it is for.")
    command = next(line for line in result.err.splitlines() if line.strip().startswith("circular play"))
    again = circular(*shlex.split(command)[1:])
    assert again.status == 2
    assert f"{path}:15:9: error[place-full]" in again.err


@needs_terminal
@pytest.mark.parametrize("name", ["euchre", "mu-torere"])
def test_every_command_is_answered_at_a_terminal(name: str, tmp_path: Path) -> None:
    terminal = Terminal("play", str(ROOT / "tests/games" / name), "--seed", "3", folder=tmp_path)
    assert terminal.read().endswith("> ")
    for command in ("help", "why", "view", "hint", "whynot zzz", "1", "undo"):
        shown = terminal.type(command)
        assert shown.endswith(("> ", "press Enter.\n")), shown
    terminal.type("quit")
    assert terminal.wait() == 0
    assert "bug in Court Circular" not in terminal.seen
