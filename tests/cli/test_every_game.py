"""`circular play` of every edition of the corpus and every game of the tests: people, computers, and both together.

This file contains nothing about particular games.  The person types the moves that the screen offers, and commands
between them.  No output may contain an internal name, the name of a file or a grammatical error.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cc_dsl.pipeline import Edition, load
from cc_dsl.rules.titles import records_in
from cc_dsl.words.book import phrases_of
from tests.cli.desk import ROOT, Result, circular
from tests.cli.sitter import Person, sit

GAMES = sorted(path.parent for folder in ("corpus", "tests/games") for path in (ROOT / folder).glob("*/game.rules"))
CASTS = {
    "people": ("human",),
    "mixed": ("human", "random"),
    "mixed-late": ("random", "human"),
    "computers": ("random",),
}
DAILY = ("mixed", "people")
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


def cases() -> Iterator[Any]:
    """Yield every game with every cast; by day each has one of two casts, in turn."""
    for place, folder in enumerate(GAMES):
        for name in CASTS:
            marks = () if name == DAILY[place % 2] else pytest.mark.exhaustive
            yield pytest.param(folder, name, marks=marks, id=f"{folder.name}-{name}")


@pytest.mark.parametrize(("folder", "name"), [*cases()])
def test_it_is_played_from_the_command_line(folder: Path, name: str, tmp_path: Path) -> None:
    seed = zlib.crc32(f"{folder.name} {name}".encode())
    printed = play(folder, cast(folder, CASTS[name], is_full=False), seed, FEW, tmp_path)
    assert len([line for line in printed.splitlines() if line.strip()]) >= (FEW if "move: " in printed else LINES)
    assert slips_in(load(str(folder)), printed) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("is_full", [False, True])
@pytest.mark.parametrize("name", CASTS)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_it_is_played_to_the_end_or_for_long(folder: Path, name: str, is_full: bool, seed: int, tmp_path: Path) -> None:
    printed = play(folder, cast(folder, CASTS[name], is_full), seed, MANY, tmp_path)
    assert slips_in(load(str(folder)), printed) == []
