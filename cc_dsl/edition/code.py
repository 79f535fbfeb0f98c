"""Typeset the rules language: coloured, each statement with an id, citations and names as links."""

from __future__ import annotations

import html
import re
from itertools import groupby
from typing import TYPE_CHECKING

from docutils import nodes
from pygments.token import STANDARD_TYPES

from cc_dsl.edition.lexer import tokens_of
from cc_dsl.edition.tags import Child, Element, Node, exact, refer, span
from cc_dsl.weave.code import Mark, marks_of

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page
    from cc_dsl.weave.statements import Block, Statement
    from cc_dsl.weave.terms import File


ENDS = re.compile(r"([.:|]|^§.*|^editor.*|^\s*#.*)\s*(#.*)?$")
"""The ending of a line that the next one does not continue."""


ALIKE = re.compile(r'(<span class="(\w+)">[^<]*)</span> <span class="\2">')
"""Two words of one kind, with a space between."""


def code_of(page: Page, file: File, block: Block, is_home: bool = True, skip_heading: bool = False) -> Element:
    """Typeset one block of a rules file; at its home its statements can be referred to."""
    marks = marks_of(file, block, page.woven.terms)
    lines = _lines(page, file, block, marks, is_home)
    first = _heading_lines(file, block) if skip_heading else 0
    # Sphinx colours a literal block whose source is its text; this one is coloured already.
    pre = exact(nodes.literal_block("coloured", "", classes=["rules-code"]))
    open_spans: list[tuple[Statement, Element]] = []
    for number, line in enumerate(lines):
        if number < first:
            continue
        file_line = block.line + number
        while open_spans and open_spans[-1][0].last_line < file_line:
            open_spans.pop()
        for statement in block.statements:
            if statement.line == file_line:
                place = f"{file.name}.{statement.id}"
                kept = span("statement", ids=[place] if is_home else ())
                if is_home:
                    page.note("statement", page.statement_id(place), place, content=statement.text)
                (open_spans[-1][1] if open_spans else pre).append(kept)
                open_spans.append((statement, kept))
        if line.children:
            (open_spans[-1][1] if open_spans else pre).append(line)
    return pre


def _heading_lines(file: File, block: Block) -> int:
    """Count the lines of a block that stand above its first statement."""
    return (block.statements[0].line if block.statements else block.line + 1) - block.line


def _lines(page: Page, file: File, block: Block, marks: tuple[Mark, ...], is_home: bool) -> list[Node]:
    """Return the lines of a block, each a node of its own, so that long ones can wrap under themselves.

    A line that only continues a sentence is empty here: its words stand at the end of the line before.
    Words between two links are one node: a page has many thousand words of code, and every transform visits each node.
    """
    linked = {mark.start: mark for mark in marks if mark.kind != "statement"}
    texts = block.text.split("\n")
    lines: list[list[Child]] = [[] for _ in texts]
    number = current = 0
    for position, kind, text in tokens_of(block.text):
        mark = linked.get(position)
        short = STANDARD_TYPES.get(kind, "")
        if mark is not None and mark.end == position + len(text):
            lines[current].append(_linked(page, file, mark, text, short, is_home))
            continue
        for count, part in enumerate(text.split("\n")):
            if count:
                number += 1
                continues = not ENDS.search(texts[number - 1]) and texts[number].strip()
                lines[current].append(" " if continues else "\n")
                current = current if continues else number
            # What stands before the first word of a line is its level, and that is a class.
            if part.isspace() and not lines[current]:
                lines[current].append(_coloured(part, "indent"))
            elif part and not (part.isspace() and number != current and count):
                lines[current].append(_coloured(part, short))
    kinds = (f"line in-{_level(text)}{' row' if text.lstrip().startswith('|') else ''}" for text in texts)
    return [span(kind, *_joined(parts)) for kind, parts in zip(kinds, lines, strict=True)]


def _coloured(words: str, short: str) -> str:
    """Return words in the colour of their kind, as HTML."""
    escaped = html.escape(words, quote=False)
    return escaped if short in ("", "w") else f'<span class="{short}">{escaped}</span>'


def _joined(parts: list[Child]) -> list[Child]:
    """Join the strings of HTML between other nodes into one node each."""
    found: list[Child] = []
    for is_html, group in groupby(parts, lambda part: isinstance(part, str)):
        run = [*group]
        found += [nodes.raw("", _merged("".join(map(str, run))), format="html")] if is_html else run
    return found


def _merged(coloured: str) -> str:
    """Put neighbours of one kind into one element."""
    merged = ""
    while merged != coloured:
        merged, coloured = coloured, ALIKE.sub(r"\1 ", coloured)
    return merged


def _level(line: str) -> int:
    return min((len(line) - len(line.lstrip(" "))) // 2, 9)


def _linked(page: Page, file: File, mark: Mark, text: str, short: str, is_home: bool) -> Element:
    """Typeset a word that can be followed."""
    if mark.kind == "clause":
        return page.refer("ref", mark.target, text, classes=short)
    if mark.kind == "term":
        return refer("statement", page.statement_id(mark.home), text, docname=page.docname, classes=short)
    target = f"{file.name}.{mark.target}"
    doubt, _, answer = mark.target.partition("=")
    if is_home:
        page.note("answer", target, target, content=page.answered(doubt, answer))
    return span("", page.refer("reading", doubt, text, classes="answer-name"), ids=[target] if is_home else ())
