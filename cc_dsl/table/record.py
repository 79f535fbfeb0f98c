"""The record of a game, which people can read and which replays exactly: the answers of chance and of the players.

    circular record 1
    edition 1862
    rules 0123456789abcdef
    readings who-begins=the-eldest
    seed 7
    players random,greedy

    shuffled: KH 7C …
    player 1: 7H
    player 2: 10D

    checksum 89abcdef
    end of the record

`readings`, `seed` and `players` are present only if needed. An unfinished game ends with `to be continued`. During a
game with secrets, the record shows `?` in the place of hidden pieces, and `private` and the number of the game in the
place of its seed; another file has the complete record, with `game` and that number. A record written by hand has
`written by hand` in place of the checksum, and need not give the `rules`. A game under changed rules, as by
`--but`, has the text of the overlay after `overlay`, in one line: `\\n` stands for a line break in it, and `\\\\` for a
backslash. The observations of a stroke are on one line, `observed: Blue passes gate 1 outward, touches Red`; if more
events are still to be reported, the line ends with `…`. `taken back: 2 answers by player 1, after chance had answered`
is not an answer, but a note that these answers were taken back with later knowledge. This module does not check whether
the answers are legal; the replay does.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cc_dsl.errors import CircularError

FIRST_LINE = "circular record 1"
FINISHED = "end of the record"
UNFINISHED = "to be continued"
BY_HAND = "written by hand"
SHUFFLED = "shuffled"
CHANCE = "chance"
OBSERVED = "observed"
TAKEN_BACK = "taken back"
"""A note that answers were taken back after something had become known; it is not an answer itself."""
GOES_ON = "…"
"""The mark after observations that are not yet complete."""
PLAYER = "player "
HEADINGS = ("edition", "overlay", "rules", "readings", "seed", "players", "sealed", "private", "game")
HUMAN = "human"
"""A player who is a person."""
SOMEBODY = "somebody"
"""A player about whom the record says nothing."""


class RecordedAnswer(NamedTuple):
    """One answer: the player, the words, and the line number."""

    by: str
    """`shuffled`, `chance`, `observed`, or `player` and a number from 1."""
    words: str
    line: int = 0

    @property
    def player(self) -> int | None:
        """The player who answered, counted from 0, or None for chance."""
        return int(self.by.removeprefix(PLAYER)) - 1 if self.by.startswith(PLAYER) else None


class Record(NamedTuple):
    """A game, finished or not."""

    edition: str
    rules: str
    """The digest of the rules under which it was played."""
    readings: Mapping[str, str]
    """The answers other than the defaults."""
    seed: int | None
    players: tuple[str, ...]
    answers: tuple[RecordedAnswer, ...]
    is_finished: bool
    seal: str = ""
    """The encrypted complete record, as release 0.1.0 stored it in a record that shows only what players may know."""
    private: str = ""
    """The number of the game, if this record shows only what players may know; a file beside it has the complete
    record.
    """
    game: str = ""
    """The number of the game in that other file."""
    is_by_hand: bool = False
    """Whether a person wrote it; such a record has no checksum."""
    overlay: str = ""
    """The text of the overlay whose rules were used; empty for a game of an edition itself."""

    @property
    def is_partial(self) -> bool:
        """Whether the record contains only the answers that players may know."""
        return bool(self.seal or self.private)


class RecordFault(CircularError):
    """The error of a record that cannot be read, or that is not the record of a game under its rules."""

    code = "bad-record"
    remedy = "Play it again under the edition, the readings and the version of the program that made it."

    def __init__(self, sentence: str, line: int = 0) -> None:
        """Set the message and its line, counted from 1; 0 if it concerns the whole record."""
        self.remedy = "Correct the line, or record the game again." if line else type(self).remedy
        self.sentence = sentence
        self.line = line
        self.place = f"line {line}" if line else ""
        super().__init__(f"line {line}: {sentence}" if line else sentence)


def write(record: Record) -> str:
    """Return a record as text."""
    head = [FIRST_LINE, f"edition {record.edition}"]
    overlay = record.overlay.replace("\\", "\\\\").replace("\r", "\\r").replace("\n", "\\n")
    parts = {
        "overlay": overlay,
        "rules": record.rules,
        "readings": ", ".join(f"{name}={answer}" for name, answer in record.readings.items()),
        "seed": "" if record.seed is None else str(record.seed),
        "players": ",".join(record.players),
        "sealed": record.seal,
        "private": record.private,
        "game": record.game,
    }
    head += [f"{name} {value}" for name, value in parts.items() if value]
    answers = [f"{line.by}: {line.words}" for line in record.answers]
    end = FINISHED if record.is_finished else UNFINISHED
    checksum = f"checksum {_checksum_of([*head, *answers, end]):08x}"
    return "\n".join([*head, "", *answers, "", checksum, end]) + "\n"


def _checksum_of(lines: Iterable[str]) -> int:
    """Return the checksum of lines, ignoring blank lines and spaces around words."""
    words = (" ".join(line.split()) for line in lines)
    return zlib.crc32("\n".join(filter(None, words)).encode())


def read(text: str) -> Record:
    """Read a record; raise a RecordFault if it is damaged, changed or cut short."""
    lines = _lines(text)
    if not lines or lines[0][1] != FIRST_LINE:
        raise RecordFault(f"I cannot read this record. A record begins with “{FIRST_LINE}”.", 1)
    last, end = lines[-1]
    if end not in (FINISHED, UNFINISHED) or len(lines) < 2:
        raise RecordFault(f"The record is cut short; it should end with “{FINISHED}” or “{UNFINISHED}”.", last)
    place, seal = lines[-2]
    body = lines[1:-2]
    if seal != BY_HAND:
        if not seal.startswith("checksum "):
            raise RecordFault("The record is damaged: its checksum is missing before the end.", place)
        if seal != f"checksum {_checksum_of([FIRST_LINE, *(line for _, line in body), end]):08x}":
            raise RecordFault(
                "The record was changed after it was written, or is damaged; its checksum does not match. "
                f"If you changed it, write “{BY_HAND}” in place of the checksum.",
                place,
            )
    return _record_in_body(body, end == FINISHED, seal == BY_HAND)


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the lines that are not blank, each with its number."""
    return [(number, line.strip()) for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1) if line.strip()]


def _record_in_body(body: list[tuple[int, str]], is_finished: bool, is_by_hand: bool) -> Record:
    """Return the record in the lines between its first and its last."""
    head = [entry for entry in body if _is_heading(entry[1])]
    answers = tuple(_answer(number, line) for number, line in body if not _is_heading(line))
    if head and answers and head[-1][0] > answers[0].line:
        raise RecordFault(f"“{head[-1][1]}” belongs before the answers.", head[-1][0])
    fields: dict[str, str] = {}
    for number, line in head:
        name, _, value = line.partition(" ")
        if name not in HEADINGS or name in fields or not value.strip():
            raise RecordFault(f"I do not understand “{line}” here.", number)
        fields[name] = value.strip()
    for name in ("edition",) if is_by_hand else ("edition", "rules"):
        if name not in fields:
            raise RecordFault(f"The record does not name its {name}.", head[0][0] if head else 1)
    where = {line.split()[0]: number for number, line in head}
    readings: dict[str, str] = {}
    for part in fields["readings"].split(",") if "readings" in fields else ():
        name, sign, answer = (word.strip() for word in part.partition("="))
        if not name or not sign or not answer or name in readings:
            raise RecordFault(f"“{part.strip()}” does not name a reading and its answer.", where["readings"])
        readings[name] = answer
    seed = None
    if "seed" in fields:
        seed_digits = fields["seed"].removeprefix("-")
        if not (seed_digits.isascii() and seed_digits.isdigit() and len(seed_digits) < 40):
            raise RecordFault(f"“{fields['seed']}” is not a seed; a seed is a whole number.", where["seed"])
        seed = int(fields["seed"])
    players = tuple(name.strip() for name in fields["players"].split(",")) if "players" in fields else ()
    rules, seal = fields.get("rules", ""), fields.get("sealed", "")
    private, game = fields.get("private", ""), fields.get("game", "")
    overlay, signs = fields.get("overlay", ""), {"\\\\": "\\", "\\r": "\r", "\\n": "\n"}
    if "\\" in re.sub(r"\\[\\rn]", "", overlay):
        sentence = "In the text of an overlay a backslash must be followed by n, r or another backslash."
        raise RecordFault(sentence, where["overlay"])
    overlay = re.sub(r"\\[\\rn]", lambda sign: signs[sign[0]], overlay)
    record = Record(fields["edition"], rules, readings, seed, players, answers, is_finished, seal, private, game)
    return record._replace(is_by_hand=is_by_hand, overlay=overlay)


def _is_heading(line: str) -> bool:
    """Return whether a line is a heading and not an answer, although names of players may contain colons."""
    return ":" not in line or line.split()[0] in HEADINGS


def _answer(number: int, line: str) -> RecordedAnswer:
    """Return the answer on a line of a record, such as `player 1: 7H`; raise a RecordFault for any other line."""
    by, words = (part.strip() for part in line.split(":", 1))
    digits = by.removeprefix(PLAYER)
    is_player = by.startswith(PLAYER) and digits.isascii() and digits.isdigit() and digits[0] != "0"
    if not is_player and by not in (SHUFFLED, CHANCE, OBSERVED, TAKEN_BACK):
        speakers = "“player 1”, “chance”, “shuffled” or “observed”"
        raise RecordFault(f"“{by}” cannot answer. A line begins with {speakers}.", number)
    if not words:
        raise RecordFault("The answer is missing here.", number)
    # A long game repeats the same words.
    return RecordedAnswer(sys.intern(by), sys.intern(words), number)
