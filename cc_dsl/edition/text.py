"""The data for templates about the printed words and the rules: words with signs, coloured rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from pygments.token import STANDARD_TYPES

from cc_dsl.edition.lexer import tokens_of
from cc_dsl.edition.markup import refer
from cc_dsl.edition_model.statements import Block, File, Statement
from cc_dsl.edition_model.terms import Mark, marks_of
from cc_dsl.edition_model.words import PrintedStretch, StyledRun, cut, find_phrase
from cc_dsl.pipeline import Edition

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page

ENDS = re.compile(r"([.:|]|^§.*|^editor.*|^\s*#.*)\s*(#.*)?$")
"""The ending of a line of rules that the next one does not continue."""


def lemma_places(page: Page, piece: PrintedStretch) -> list[tuple[int, int]]:
    """Return the offsets, in a stretch of the text, of the words to which a variant belongs."""
    variants = page.view.apparatus.variants
    lemmas = [variant.lemma for variant in variants if variant.clause == piece.clause and not variant.heading]
    return [place for lemma in lemmas if (place := find_phrase(piece.runs, lemma))]


def cut_at(runs: tuple[StyledRun, ...], places: Iterable[tuple[Any, ...]]) -> list[tuple[int, StyledRun]]:
    """Return words divided at the beginnings and ends of places in them, each part with its offset."""
    return cut(runs, {point for place in places for point in place[:2]})


def comparisons_of(page: Page, clause: str) -> Iterator[tuple[Edition, str, tuple[str, ...]]]:
    """Yield the editions with which a clause is compared, each with the row and its clauses in that edition."""
    shelf = page.domain.shelf
    for row, other, clauses in shelf.rows_of_clause(page.name, clause):
        yield shelf.load(other), row, clauses


def compared_texts(page: Page) -> list[tuple[str, str]]:
    """Return the comparisons with other texts: the full id of the first row of each, and the title of the text."""
    rows: dict[str, str] = {}
    for clause in page.view.clauses:
        for row, other, _ in page.domain.shelf.rows_of_clause(page.name, clause):
            rows.setdefault(other, row)
    return [(row, page.domain.shelf.work(other).full_title) for other, row in rows.items()]


# --------------------------------------------------------------------------------------------------- rules


def code_of(page: Page, file: File, block: Block, is_home: bool = True) -> Markup:
    """Set the statements of a block of a rules file, coloured and linked; on the block's own page they have ids."""
    lines = _code_lines(page, file, block, is_home)
    parts: list[str] = []
    open_until: list[int] = []
    starts: dict[int, list[Statement]] = {}
    for statement in block.statements:
        starts.setdefault(statement.line, []).append(statement)
    for number, line in enumerate(lines[block.heading_lines :], block.line + block.heading_lines):
        while open_until and open_until[-1] < number:
            open_until.pop()
            parts.append("</span>")
        for statement in starts.get(number, ()):
            open_until.append(statement.last_line)
            place = f"{file.name}.{statement.id}"
            home = Markup(' id="{}" thing="statement" full="{}" content="{}"')
            attributes = home.format(place, page.statement_id(place), statement.text) if is_home else ""
            parts.append(f'<span class="statement"{attributes}>')
        parts.append(line)
    parts += ["</span>" for _ in open_until]
    return Markup('<pre class="rules-code literal-block" exact>{}</pre>').format(Markup("".join(parts)))


def _code_lines(page: Page, file: File, block: Block, is_home: bool) -> list[str]:
    """Return the lines of a block, each in an element of its own, so that long lines wrap with indentation.

    A line that only continues a sentence is empty here: its words are at the end of the previous line. Words between
    two links form one element, since a page has thousands of words of code, and Sphinx visits each element.
    """
    links = {name.start: name for name in marks_of(file, block, page.view.terms)}
    texts = block.text.split("\n")
    lines: list[list[tuple[str, str]]] = [[] for _ in texts]
    """For each line, the kinds and words of its parts; a link has the kind `link` and is markup."""
    number = current = 0
    for position, kind, text in tokens_of(block.text):
        short = STANDARD_TYPES.get(kind, "")
        link = links.get(position)
        if link is not None and link.end == position + len(text):
            lines[current].append(("link", _link_word(page, file, link, text, short, is_home)))
            continue
        for count, part in enumerate(text.split("\n")):
            if count:
                number += 1
                continues = not ENDS.search(texts[number - 1]) and texts[number].strip()
                lines[current].append(("", " " if continues else "\n"))
                current = current if continues else number
            # The space before the first word of a line is its indentation, which has a class of its own.
            if part.isspace() and not lines[current]:
                lines[current].append(("indent", part))
            elif part and not (part.isspace() and number != current and count):
                lines[current].append(("" if short == "w" else short, part))
    elements = []
    for text, parts in zip(texts, lines, strict=True):
        inner = "".join(
            "".join(words for _, words in group) if is_link else page.raw(_colour_words([*group]))
            for is_link, group in groupby(parts, lambda part: part[0] == "link")
        )
        level = min((len(text) - len(text.lstrip(" "))) // 2, 9)
        kind = f"line in-{level}{' row' if text.lstrip().startswith('|') else ''}"
        elements.append(f'<span class="{kind}">{inner}</span>' if inner else "")
    return elements


def _colour_words(parts: list[tuple[str, str]]) -> str:
    """Return words in the colours of their kinds, with neighbours of one kind in one element, even across a space."""
    tokens: list[tuple[str, str]] = []
    for kind, words in parts:
        before = tokens[-2:]
        if kind and kind != "indent" and len(before) == 2 and before[0][0] == kind and before[1] == ("", " "):
            tokens[-2:] = [(kind, f"{before[0][1]} {words}")]
        else:
            tokens.append((kind, words))
    return "".join(
        f'<span class="{kind}">{escape(words, quote=False)}</span>' if kind else escape(words, quote=False)
        for kind, words in tokens
    )


def _link_word(page: Page, file: File, name_mark: Mark, text: str, short: str, is_home: bool) -> Markup:
    if name_mark.kind == "clause":
        return page.refer("ref", name_mark.target, text, short)
    if name_mark.kind == "term":
        return refer("statement", page.statement_id(name_mark.home), text, short)
    doubt, _, answer = name_mark.target.partition("=")
    name = page.refer("reading", doubt, text, "answer-name")
    if not is_home:
        return Markup("<span>{}</span>").format(name)
    target = f"{file.name}.{name_mark.target}"
    element = Markup('<span id="{}" thing="answer" full="{}" content="{}">{}</span>')
    return element.format(target, target, f"{page.title(doubt)}: {page.phrase(doubt, answer)}", name)
