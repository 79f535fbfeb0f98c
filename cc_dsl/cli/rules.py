"""`circular rules`: print how to play a game, in today's words, with the clause behind every sentence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING

import click

from cc_dsl.cases.howto import guide_of, plain_words
from cc_dsl.cli import terminal
from cc_dsl.cli.context import json_option, print_result, takes_edition
from cc_dsl.cli.tables import ink_for
from cc_dsl.edition_model.cases import case_boards
from cc_dsl.source.howto import PICTURES, TABLE
from cc_dsl.words.book import phrases_of
from cc_dsl.words.table import board_legend, board_lines

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.source.howto import Cited, HowToPart


GAP = "   "
NARROW = 26
"""The columns for a board, which are as few as its squares need."""
CHANGED = "†"
"""The mark of a sentence that was written for other rules."""


@click.command()
@takes_edition
@json_option
def rules(edition: Edition) -> None:
    """Print how to play a game: what you need, a turn, scoring, a first example, and common mistakes.

    Brackets give the clauses on which a sentence rests. An asterisk marks a house rule: the text leaves the
    matter open, and the page gives the default. “circular readings EDITION” lists the other answers.
    """
    guide = guide_of(edition)
    if guide is None:
        raise click.ClickException(
            f"{edition.display_name} has no page that says how to play. "
            "To write one, put how-to-play.md beside the rules; corpus/README.md says how."
        )

    def document_of(one: Cited) -> dict[str, object]:
        places = dict(place.split("=", 1) for place in one.places if "=" in place)
        changed = {"changed": _is_changed(edition, one)} if edition.overlay is not None else {}
        return {
            "sentence": plain_words(edition.rules, one.words),
            "clauses": [*one.clauses],
            "readings": places,
            **changed,
        }

    sections = [
        {"title": one.title, "sentences": [document_of(cited) for part in one.parts for cited in part.sentences]}
        for one in guide.shown
    ]
    print_result({"edition": edition.name, "title": guide.title, "sections": sections}, page_lines(edition))


def page_lines(edition: Edition) -> Iterator[str]:
    """Return the page of an edition line by line; one sentence that says so where it has none."""
    guide = guide_of(edition)
    if guide is None:
        yield f"There is no page that says how to play. “circular clauses {edition.argument}” prints the text."
        return
    title = guide.title if edition.overlay is None else f"{guide.title}, but “{edition.overlay.title}”"
    yield terminal.paint(title, "strong")
    for section in guide.shown:
        yield ""
        if section.title:
            yield terminal.paint(section.title, "blue")
        after_boards = False
        for show, parts in groupby(
            section.parts,
            lambda part: _table if part.kind in TABLE else _pictures if part.kind in PICTURES else _written,
        ):
            lines = [*show(edition, list(parts))]
            if after_boards and lines:
                yield ""
            after_boards = show is _pictures and bool(lines)
            yield from lines
    if edition.overlay is not None and edition.parent is not None:
        parent = edition.parent.display_name
        yield ""
        yield from terminal.wrapped(f"{CHANGED} Said of {parent}. “{edition.overlay.title}” changes what it rests on.")
    if any(one.places for section in guide.shown for part in section.parts for one in part.sentences):
        yield ""
        yield from terminal.wrapped(f"* A rule of the house. The other answers: circular readings {edition.argument}")


def _pictures(edition: Edition, parts: list[HowToPart]) -> Iterator[str]:
    """Return the boards of worked cases in letters, as many beside one another as there is room for.

    The figure, the ground and cards have no lines here.
    """
    boards = case_boards(edition)
    laid = [boards[part.name] for part in parts if part.name in boards]
    ink, phrases = ink_for(edition.rules), phrases_of(edition)
    drawn = [[case.title, *board_lines([board], ink.glyph, NARROW)] for case, board in laid]
    wide = max((len(line) for lines in drawn for line in lines), default=1) + len(GAP)
    in_a_row = max(1, (terminal.width() - 2) // wide)
    for start in range(0, len(drawn), in_a_row):
        yield ""
        for row in zip_longest(*drawn[start : start + in_a_row], fillvalue=""):
            yield f"  {''.join(line.ljust(wide) for line in row)}".rstrip()
    said = board_legend([board for _, board in laid], lambda name: phrases.names.get(name, name), phrases.marked)
    yield from ["", *terminal.wrapped(said, "  ", "  ")] if said else []


def _written(edition: Edition, parts: list[HowToPart]) -> Iterator[str]:
    """Return paragraphs and lists, steps with their numbers."""
    number = 0
    for part in parts:
        number = number + 1 if part.kind == "step" else 0
        said = " ".join(f"{plain_words(edition.rules, one.words)} {_rests(edition, one)}" for one in part.sentences)
        mark = {"item": "- ", "step": f"{number}. "}.get(part.kind, "")
        if said:
            yield from terminal.wrapped(said, f"  {mark}", "  " + " " * len(mark))


def _table(edition: Edition, parts: list[HowToPart]) -> Iterator[str]:
    """Return a table; where it is too wide, with the clauses below each row, and else with a row on each line."""
    rows = [[plain_words(edition.rules, cell) for cell in part.cells] for part in parts if part.cells]
    notes = [[_rests(edition, one) for one in part.sentences] for part in parts if part.cells]
    lines = [f"  {line}" for line in terminal.table([[*row, *note] for row, note in zip(rows, notes, strict=True)])]
    if max(map(len, lines)) <= terminal.width():
        yield from lines
        return
    lines = [f"  {line}" for line in terminal.table(rows)]
    is_wide = max(map(len, lines)) > terminal.width()
    for line, row, note in zip(lines, rows, notes, strict=True):
        if is_wide:
            yield from terminal.wrapped("; ".join([*row, *note]), "  ", "    ")
            continue
        yield line
        yield from (below for one in note if one for below in terminal.wrapped(one, "      "))


def _is_changed(edition: Edition, one: Cited) -> bool:
    """Return whether an overlay changes what a sentence rests on."""
    return not edition.changed.isdisjoint((*one.clauses, *(place.partition("=")[0] for place in one.places)))


def _rests(edition: Edition, one: Cited) -> str:
    named = [*one.clauses, *(["*"] if one.places else []), *([CHANGED] if _is_changed(edition, one) else [])]
    return f"[{', '.join(named)}]" if named else ""
