"""Write the files of a new edition: its words, their division into clauses, and the beginning of everything else.

What only the editor can know is left open with the sign `?`; each file says in comments what belongs in it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from cc_dsl.source.dividing import ProposedPart, divide

OPEN = "?"
"""The mark in edition.toml for a value that the editor still has to write."""


OPEN_LINE = re.compile(rf"^{re.escape(OPEN)} \[(\S+)\] *$", re.MULTILINE)
"""A line of the page for players that the editor still has to write."""


class Skeleton(NamedTuple):
    """A new edition: the contents of its files by their names, and how its text was divided."""

    files: dict[str, str]
    parts: tuple[ProposedPart, ...]

    @property
    def clauses(self) -> list[ProposedPart]:
        """The clauses that were proposed, without the headings."""
        return [part for part in self.parts if not part.is_heading]


def skeleton(name: str, text: str) -> Skeleton:
    """Return the files of a new edition of a text under a name; the words of the text stay as they are."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").strip("\n") + "\n"
    parts = tuple(divide(text))
    title = next((_one_line(part.segments[0]) for part in parts), name)
    files = {
        "text.txt": text,
        "edition.toml": _edition(name, title, text),
        "clauses.toml": _clauses(parts),
        "game.rules": _rules(name, title, parts),
        "readings.toml": _READINGS,
        "cases.toml": _CASES,
        "apparatus.toml": _APPARATUS,
        "notes.md": _notes(parts),
        "how-to-play.md": _how_to_play(title, parts),
    }
    return Skeleton(files, parts)


def write_skeleton(made: Skeleton, folder: str) -> None:
    """Write the files into a new folder; raise FileExistsError if the folder is there already."""
    os.makedirs(folder)
    for name, contents in made.files.items():
        with open(os.path.join(folder, name), "x", encoding="utf-8", newline="\n") as file:
            file.write(contents)


def _one_line(words: str) -> str:
    return " ".join(words.split())


def _toml_string(words: str) -> str:
    """Write words as a TOML string."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


# --------------------------------------------------------------------------------------------- the files


def _edition(name: str, title: str, text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
    return f"""\
# What this edition is, and where its words come from. Fill in what is marked "{OPEN}"; write "" where nothing is known.

id = {_toml_string(name)}
# The title as printed, and the name by which pages call the edition, with the year in brackets: Lanrick (1880).
title = {_toml_string(title)}
short_title = {_toml_string(title)}
author = "{OPEN}"
# The date as the text prints it.
date_printed = "{OPEN}"
language = "en-GB"

# The words, and their checksum: if one character of text.txt changes, circular check says so.
text = "text.txt"
sha256 = "{digest}"
# The siglum of the witness that is printed; the witnesses stand below.
reading_text = "A"
# The signs that text.txt uses.
signs = "_x_ italic; *x* bold; {{sc:x}} small capitals; [[...]] a figure"
# The questions of game.rules that readers may ask (circular judge).
questions = []

# Under which terms each part may be used. A text in copyright must not be printed: restate it, and write
# restated = true   above this line.
[rights]
words = "{OPEN}"
notes = "{OPEN}"
encoding = "{OPEN}"
readings = "{OPEN}"

# Clauses that were given another id after they had been cited: "old id" = "new id".
[aliases]

# One [[witness]] for each copy or transcription that was used.
[[witness]]
siglum = "A"
name = "{OPEN}"
address = "{OPEN}"
seen = "{OPEN}"
holds = "the whole text"
source = "{OPEN}"

# One [[provenance]] for each statement about the text. Its standing is "seen", "reported", "inferred" or "unproven".
[[provenance]]
statement = "The words agree with witness A, character for character."
standing = "{OPEN}"
where = "{OPEN}"
"""


def _clauses(parts: Sequence[ProposedPart]) -> str:
    blocks = [
        """\
# The clauses of the text, in its order, as a program proposed them: correct the cuts and the ids, then keep them.
#
# The words, put end to end, give every character of text.txt but the white space. A clause that others interrupt has
# two or more pieces. An id that has been cited is never given to other words.
"""
    ]
    for part in parts:
        lines = [f"[[{'heading' if part.is_heading else 'clause'}]]", f"id = {_toml_string(part.id)}"]
        pieces = [_toml_string(_one_line(words)) for words in part.segments]
        lines.append(f"words = [{pieces[0]}]" if len(pieces) == 1 else "words = [\n  " + ",\n  ".join(pieces) + ",\n]")
        if part.is_figure:
            lines += [
                "figure = true",
                "# What the figure shows, for readers who do not see it.",
                f'description = "{OPEN}"',
            ]
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _rules(name: str, title: str, parts: Sequence[ProposedPart]) -> str:
    label = _in_rules(title)
    blocks = [
        f"""\
# The text in the rules language, a block for each clause. A clause that is not yet encoded stands here as a comment:
# remove the # and write its sentences under it, two spaces further in. The tour and the reference show the sentences.
# If it is no rule, write:   this clause is advisory, because "…".   (or definitional, or inexecutable)
edition {label} of {name}.
"""
    ]
    for part in parts:
        if part.is_heading:
            continue
        heading = f"§{part.id} {_in_rules(' … '.join(part.segments))}"
        if len(blocks) == 1:
            blocks.append(f'{heading}\n  this clause is definitional, because "it is the title".\n')
        else:
            blocks.append(f"# {heading}\n")
    return "\n".join(blocks)


def _in_rules(words: str) -> str:
    """Write words as a string of the rules language, without the signs of type, its quotation marks curly."""
    from cc_dsl.source.clauses import plain

    words = re.sub(r'(^|[\s(\[—–])"(?=\S)', r"\1“", plain(_one_line(words)))
    return '"' + words.replace('"', "”") + '"'


def _notes(parts: Sequence[ProposedPart]) -> str:
    sections = [f"## {part.id}\n\n{OPEN}\n" for part in parts if not part.is_heading]
    return "\n".join([f"## introduction\n\n{OPEN}\n", *sections])


def _how_to_play(title: str, parts: Sequence[ProposedPart]) -> str:
    """Return a page that cites every clause of the rules once, in their order, under the usual headings."""
    cited = [f"{OPEN} [{part.id}]" for part in parts if not part.is_heading and part.id[:1].isdigit()]
    third = -(-len(cited) // 3)
    thirds = [cited[:third], cited[third : 2 * third], cited[2 * third :]]
    headings = ("What you need", "Playing", "The end")
    sections = [f"## {heading}\n\n" + "\n".join(lines) + "\n" for heading, lines in zip(headings, thirds, strict=True)]
    return "\n".join([f"# How to play {title}\n", *sections])


_READINGS = """\
# The open places of the text, and what can be said for each answer: one table for each `reading`, `gap` or `option` of
# game.rules, under the same name.
#
# [reading.first-player]
# title = "Who plays first"
# clause = "1.2"
# words = "one begins"
# question = "Which of the players begins?"
# why = "Why the default is the default."
# confidence = "open"
#
# [reading.first-player.alternatives.the-youngest]
# phrase = "the youngest player"
# argument = "What speaks for this answer."
# evidence = ["1862.IV.3"]

[confidence]
plain = "The words give the default; every other answer needs words that are not there."
probable = "The words allow more than one answer, and other words or the working of the rules speak for the default."
open = "The words do not choose; the default is taken so that the game can be played."
"""

_CASES = """\
# Worked cases: positions and courses of play, with what the printed words make of them. Work each from the words, never
# from what the rules answer.
#
# [[case]]
# id = "the-first-trick"
# title = "The first trick"
# clauses = ["2.1"]
# why = "One or two sentences that work the result out from the words."
# given = \"\"\"
# player 1's hand is King of Hearts.
# \"\"\"
# do = "player 1 plays."
# so = \"\"\"
# player 1's score is 1.
# \"\"\"
"""

_APPARATUS = """\
# Where the witnesses differ. Without a second witness nothing stands here.
#
# [[variant]]
# clause = "1.2"
# lemma = "the words of the reading text"
# type = "wording"
# substantive = true
# readings = [{ witness = "B", words = "the words of the other" }]
"""
