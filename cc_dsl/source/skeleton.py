"""Write the files of a new edition: its words, their division into clauses, and skeletons of all other files.

The sign `?` marks what only the editor can supply; comments in each file explain its contents.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Sequence
from functools import cache
from string import Template
from typing import NamedTuple

from cc_dsl.source.division import ProposedPart, divide

OPEN = "?"
"""The mark in edition.toml for a value that the editor still has to write."""

OPEN_LINE = re.compile(rf"^{re.escape(OPEN)} \[(\S+)\] *$", re.MULTILINE)
"""A line of the how-to-play page that the editor still has to write."""


class Skeleton(NamedTuple):
    """A new edition: the contents of its files by name, and the division of its text."""

    files: dict[str, str]
    parts: tuple[ProposedPart, ...]

    @property
    def clauses(self) -> list[ProposedPart]:
        """The proposed clauses, without the headings."""
        return [part for part in self.parts if not part.is_heading]


def skeleton(name: str, text: str) -> Skeleton:
    """Return the files of a new edition of a text under a name; the words of the text are unchanged."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").strip("\n") + "\n"
    parts = tuple(divide(text))
    title = next((_one_line(part.segments[0]) for part in parts), name)
    ids = [part.id for part in parts if not part.is_heading]
    files = {
        "text.txt": text,
        "edition.toml": Template(_templates()["edition.toml"]).substitute(
            name=_toml_string(name), title=_toml_string(title), digest=hashlib.sha256(text.encode("utf-8")).hexdigest()
        ),
        "clauses.toml": _clauses_file(parts),
        "game.rules": _rules_file(name, title, parts),
        "readings.toml": _templates()["readings.toml"],
        "cases.toml": _templates()["cases.toml"],
        "apparatus.toml": _templates()["apparatus.toml"],
        "notes.md": "\n".join(f"## {section}\n\n{OPEN}\n" for section in ("introduction", *ids)),
        "how-to-play.md": _how_to_play_page(title, parts),
    }
    return Skeleton(files, parts)


def write_skeleton(draft: Skeleton, folder: str) -> None:
    """Write the files into a new folder; raise FileExistsError if the folder exists."""
    os.makedirs(folder)
    for name, contents in draft.files.items():
        with open(os.path.join(folder, name), "x", encoding="utf-8", newline="\n") as file:
            file.write(contents)


def _one_line(words: str) -> str:
    return " ".join(words.split())


def _toml_string(words: str) -> str:
    """Return words as a TOML string."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


# --------------------------------------------------------------------------------------------- the files


@cache
def _templates() -> dict[str, str]:
    """Return the templates of the files, by name."""
    import tomllib

    with open(os.path.join(os.path.dirname(__file__), "new-edition.toml"), "rb") as file:
        return tomllib.load(file)


def _clauses_file(parts: Sequence[ProposedPart]) -> str:
    """Return a proposed clauses.toml."""
    blocks = [_templates()["clauses.toml"]]
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


def _rules_file(name: str, title: str, parts: Sequence[ProposedPart]) -> str:
    """Return a rules file with a comment for each clause."""
    blocks = [Template(_templates()["game.rules"]).substitute(label=_rules_string(title), name=name)]
    for part in parts:
        if part.is_heading:
            continue
        heading = f"§{part.id} {_rules_string(' … '.join(part.segments))}"
        if len(blocks) == 1:
            blocks.append(f'{heading}\n  this clause is definitional, because "it is the title".\n')
        else:
            blocks.append(f"# {heading}\n")
    return "\n".join(blocks)


def _rules_string(words: str) -> str:
    """Return words as a string of the rules language, without typographic marks, and with curly quotation marks."""
    from cc_dsl.source.clauses import without_markup

    words = re.sub(r'(^|[\s(\[—–])"(?=\S)', r"\1“", without_markup(_one_line(words)))
    return '"' + words.replace('"', "”") + '"'


def _how_to_play_page(title: str, parts: Sequence[ProposedPart]) -> str:
    """Return a page that cites every clause of the rules once, in order, under the usual headings."""
    sentences = [f"{OPEN} [{part.id}]" for part in parts if not part.is_heading and part.id[:1].isdigit()]
    third = -(-len(sentences) // 3)
    thirds = [sentences[:third], sentences[third : 2 * third], sentences[2 * third :]]
    headings = ("What you need", "Playing", "The end")
    sections = [f"## {heading}\n\n" + "\n".join(lines) + "\n" for heading, lines in zip(headings, thirds, strict=True)]
    return "\n".join([f"# How to play {title}\n", *sections])
