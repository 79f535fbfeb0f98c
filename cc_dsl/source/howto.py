"""Read `how-to-play.md`: a game in modern words, with the clauses of every sentence in brackets after it.

In a sentence, `{PIECE PIECE}` shows pieces, and `{TABLE: SORT}` a value from a table of the rules.
In brackets: `I.4` a clause, `?NAME=ANSWER` an open place, `@CASE` a worked case, `pieces` and `players` their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from cc_dsl.source.files import Source, Span

FILE = "how-to-play.md"
OMISSIONS = "Left out of this page"
"""The heading of the section that lists the omissions of the page, each with a reason."""
WHOLES = ("pieces", "players")
PICTURES = ("figure", "ground", "deal")
KINDS = {"item": "ul", "step": "ol", "head": "table", "row": "table", "paragraph": "paragraph"}
"""The kinds of parts other than pictures."""

_BRACKET = re.compile(r"\s*\[([^\]]*)\]")
_ITEM = re.compile(r"(?:- |\d+\. )")
_PICTURE = re.compile(r"\{(" + "|".join(PICTURES) + r")(?: ([^}]*))?\}")
_BRACE = re.compile(r"\{([^}]*)\}")


class CitedSentence(NamedTuple):
    """A sentence, or a row of a table, with its citations."""

    words: str
    clauses: tuple[str, ...]
    places: tuple[str, ...]
    """The open places whose default the sentence states, as a house rule."""
    cases: tuple[str, ...]
    wholes: tuple[str, ...]
    span: Span

    @property
    def is_cited(self) -> bool:
        """Whether the sentence cites a clause, an open place, or a count of the rules."""
        return bool(self.clauses or self.places or self.wholes)


class HowToPart(NamedTuple):
    """A paragraph, an item of a list, a row of a table or a picture."""

    kind: str
    """`paragraph`, `item`, `step`, `head`, `row` or one of PICTURES."""
    sentences: tuple[CitedSentence, ...]
    cells: tuple[str, ...] = ()
    """The cells of a row, without the cell of the citations."""
    name: str = ""
    """The subject of a picture: a number of players, or a worked case."""
    span: Span | None = None


class Section(NamedTuple):
    """The content under one heading."""

    title: str
    parts: tuple[HowToPart, ...]


class HowToPage(NamedTuple):
    """A whole how-to-play page."""

    title: str
    sections: tuple[Section, ...]
    source: Source

    @property
    def teaching_sections(self) -> tuple[Section, ...]:
        """The sections that teach the game."""
        return tuple(section for section in self.sections if section.title != OMISSIONS)

    @property
    def omissions(self) -> tuple[CitedSentence, ...]:
        """The sentences about omissions, each with its reason."""
        parts = (part for section in self.sections if section.title == OMISSIONS for part in section.parts)
        return tuple(sentence for part in parts for sentence in part.sentences)

    def sentences(self) -> Iterator[CitedSentence]:
        """Yield the sentences and rows that teach the game, in their order."""
        for section in self.teaching_sections:
            for part in section.parts:
                yield from part.sentences


def groups_of_parts(parts: tuple[HowToPart, ...]) -> Iterator[tuple[str, list[HowToPart]]]:
    """Yield groups of parts that are set as one list, one table, or one row of pictures."""
    return ((kind, [*own]) for kind, own in groupby(parts, lambda part: KINDS.get(part.kind, "pictures")))


class Inline(NamedTuple):
    """A stretch of a sentence."""

    kind: str
    """`text`, `pieces` or `value`."""
    words: str
    """The text, the pieces as they are written, or the name of a table."""
    key: str = ""
    """The sort whose value in the table is shown."""


def inline_parts(words: str) -> list[Inline]:
    """Divide a sentence at its pieces and values."""
    parts: list[Inline] = []
    for number, part in enumerate(_BRACE.split(words)):
        if number % 2:
            table, sign, sort = part.partition(":")
            parts.append(Inline("value", table.strip(), sort.strip()) if sign else Inline("pieces", part.strip()))
        elif part:
            parts.append(Inline("text", part))
    return parts


def read_guide(source: Source) -> HowToPage:
    """Return the how-to-play page in a file."""
    title, sections = "", list[tuple[str, list[HowToPart]]]([("", [])])
    for block, start in _blocks(source.text):
        if block.startswith("# "):
            title = block[2:].strip()
        elif block.startswith("## "):
            sections.append((block[3:].strip(), []))
        else:
            sections[-1][1].append(_part(block, start, not sections[-1][1] or sections[-1][1][-1].kind not in TABLE))
    all_sections = (Section(heading, tuple(parts)) for heading, parts in sections)
    return HowToPage(title, tuple(section for section in all_sections if section.title or section.parts), source)


TABLE = ("head", "row")


def _blocks(text: str) -> Iterator[tuple[str, int]]:
    """Yield headings, list items, rows and paragraphs, each with the offset of its first character."""
    lines: list[str] = []
    block_start, offset = 0, 0
    for line in (*text.split("\n"), ""):
        is_alone = line.startswith(("#", "|")) or _PICTURE.fullmatch(line.strip()) is not None
        if lines and (not line.strip() or is_alone or _ITEM.match(line)):
            yield "\n".join(lines), block_start
            lines = []
        if is_alone:
            if not re.fullmatch(r"[|\s:-]+", line):
                yield line.strip(), offset
        elif line.strip():
            block_start = block_start if lines else offset
            lines.append(line)
        offset += len(line) + 1


def _part(block: str, start: int, is_table_head: bool) -> HowToPart:
    """Return a block of the page as a part; the last cell of a row contains its citations."""
    picture = _PICTURE.fullmatch(block)
    span = Span(start, start + len(block))
    if picture is not None:
        return HowToPart(picture[1], (), name=picture[2] or "", span=span)
    if block.startswith("|"):
        *cells, citations = (cell.strip() for cell in block.strip("|").split("|"))
        if is_table_head:
            return HowToPart("head", (), cells=tuple(cells), span=span)
        sentence = _read_cited_sentence(" | ".join(cells), citations.strip("[] "), span)
        return HowToPart("row", (sentence,), cells=tuple(cells), span=span)
    item = _ITEM.match(block)
    kind = "paragraph" if item is None else "item" if block.startswith("-") else "step"
    mark_end = item.end() if item is not None else 0
    return HowToPart(kind, tuple(_sentences(block[mark_end:], start + mark_end)), span=span)


def _sentences(text: str, start: int) -> Iterator[CitedSentence]:
    """Yield the sentences of a paragraph, each with the citation in brackets at its end."""
    begin = 0
    for bracket in _BRACKET.finditer(text):
        span = Span(start + begin, start + bracket.end())
        yield _read_cited_sentence(text[begin : bracket.start()], bracket[1], span)
        begin = len(text) - len(text[bracket.end() :].lstrip())
    if text[begin:].strip():
        yield _read_cited_sentence(text[begin:], "", Span(start + begin, start + len(text)))


def _read_cited_sentence(words: str, bracket: str, span: Span) -> CitedSentence:
    """Return a sentence with the references in its bracket: clauses, `?` open places, `@` figures, and whole texts."""
    references = [reference.strip() for reference in bracket.split(",") if reference.strip()]
    wholes = tuple(reference for reference in references if reference in WHOLES)
    places, cases = (
        tuple(reference[1:] for reference in references if reference.startswith(sign)) for sign in ("?", "@")
    )
    clauses = tuple(reference for reference in references if reference[0] not in "?@" and reference not in WHOLES)
    return CitedSentence(" ".join(words.split()), clauses, places, cases, wholes, span)
