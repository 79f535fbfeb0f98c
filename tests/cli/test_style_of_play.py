"""What a game says to the people who play it: no address, no name of a file, no slip of grammar, whatever the game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cc_dsl.pipeline import Edition, load
from cc_dsl.rules.titles import records_in
from cc_dsl.words.book import phrases_of
from tests.cli.desk import ROOT
from tests.cli.sitter import Person, sit

GAMES = sorted(path.parent for folder in ("corpus", "tests/games") for path in (ROOT / folder).glob("*/game.rules"))
MOVES = 20
"""So many, with all that is typed between them, that every command is typed."""
FEW = 5
"""Lines of a game in which nobody is ever asked, such as a race by the die alone."""
SLIPS = {
    "a doubled word": re.compile(r"(?<!\w)([^\W\d]\w*) \1(?!\w)"),
    "an article": re.compile(r"\b(?:a [aeiou]|an [bcdfgjklmnpqrstvwxyz])\w*", re.IGNORECASE),
    "a number": re.compile(r"\b1 (?:cards|points|tricks|players|moves|turns|hidden cards|strokes)\b"),
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


def said_in(folder: Path, tmp_path: Path) -> list[str]:
    """Return the paragraphs that a person is told who plays some moves and types every command."""
    seats = load(str(folder / "game.rules")).rules.seats[0]
    person = Person(1, MOVES, tmp_path)
    record = tmp_path / "game.record"
    words = ["play", str(folder), "--players", ",".join(["human", *["random"] * (seats - 1)])]
    result = sit(person, *words, "--seed", "3", "--record", str(record))
    said = result.out
    while person.left > 0 and "The game so far is in" in result.out:
        result = sit(person, *words, "--resume", str(record))
        said += result.out
    assert result.status == 0
    text = re.sub(r"\n +", " ", said)
    return [line for line in text.splitlines() if line.strip() and not line.startswith("How to play")]


def words_of(edition: Edition) -> set[str]:
    """Return the hyphenated words that are no addresses: as the edition spells them, in titles, and of pieces."""
    records: dict[str, Any] = records_in(edition.folder)
    titles = [record["title"] for record in records.values()]
    titles += [
        f"{name}: {one['phrase']}" for record in records.values() for name, one in record["alternatives"].items()
    ]
    spelt = " ".join([*phrases_of(edition).names.values(), *titles, *edition.rules.pieces.names])
    return set(HYPHENATED.findall(spelt))


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_everything_said_is_plain_english(folder: Path, tmp_path: Path) -> None:
    """Names of the rules are words, and person, number and article fit."""
    edition = load(str(folder / "game.rules"))
    written = re.sub(r'"[^"]*"', "", edition.source.text)
    slugs = set(HYPHENATED.findall(written)) - words_of(edition)
    lines = said_in(folder, tmp_path)
    assert len(lines) > (MOVES if any("move: " in line for line in lines) else FEW)
    wrong = []
    for line in lines:
        plain = ADDRESSES.sub("", line)
        wrong += [f"{slug}: {line}" for slug in slugs & set(HYPHENATED.findall(plain))]
        wrong += [f"{name}: {line}" for name, slip in SLIPS.items() if slip.search(plain)]
    assert wrong == []
