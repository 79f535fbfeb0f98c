"""What templates need of the printed words and the rules: words with signs, views of witnesses, coloured rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from markupsafe import Markup
from pygments.token import STANDARD_TYPES

from cc_dsl.edition.lexer import tokens_of
from cc_dsl.edition.markup import markup_of, refer
from cc_dsl.edition_model.terms import Mark, marks_of
from cc_dsl.edition_model.words import UNSEEN, VARIED, Printed, Styled, Witness, cut, mark

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page
    from cc_dsl.edition_model.edition import ClauseView
    from cc_dsl.edition_model.statements import Block, File, Statement
    from cc_dsl.pipeline import Edition

ENDS = re.compile(r"([.:|]|^§.*|^editor.*|^\s*#.*)\s*(#.*)?$")
"""The ending of a line of rules that the next one does not continue."""


def marked_words(page: Page, clause: ClauseView) -> Markup:
    """Return the words of a clause, each open place underlined, with its sign behind."""
    places = clause.open_places
    markup = Markup("")
    for offset, run in cut(clause.runs, {point for place in places for point in (place.start, place.end)}):
        is_open = any(place.start <= offset < place.end for place in places)
        markup += Markup('<span class="open-place">{}</span>').format(markup_of([run])) if is_open else markup_of([run])
        for place in places:
            if place.end == offset + len(run.words):
                sign = page.refer("reading", place.doubt.name, place.sign)
                markup += Markup('<sup class="sign">{}</sup>').format(sign)
    return markup


def comparisons_of(page: Page, clause: str) -> Iterator[tuple[Edition, str, tuple[str, ...]]]:
    """Yield the other editions that are compared with a clause: each with the row and its clauses there."""
    shelf = page.domain.shelf
    for row, other, far in shelf.rows_of_clause(page.name, clause):
        yield shelf.load(other), row, far


class Views:
    """The views of one text, between which a reader switches by the style alone: as printed, and as each witness."""

    def __init__(self, page: Page) -> None:
        """Open the apparatus of a text."""
        view = page.view
        self.variants = view.apparatus.variants
        differing = {witness for variant in self.variants for witness, _ in variant.readings}
        entries = [one for one in view.meta.get("witness", []) if one.get("siglum") in differing]
        self.witnesses = [Witness(one, view.apparatus) for one in entries]
        self.choices = [("text", "The text", ""), ("apparatus", "with its apparatus", "")] if self.variants else []
        """The views: the value, the label and the title of each."""
        for number, (witness, entry) in enumerate(zip(self.witnesses, entries, strict=True), 1):
            self.choices.append((f"w{number}", f"as in {witness.siglum}", entry.get("name", "")))
        rows: dict[str, str] = {}
        shelf = page.domain.shelf
        for row, other, _ in (one for clause in view.clauses for one in shelf.rows_of_clause(page.name, clause)):
            rows.setdefault(other, row)
        self.texts_beside = [(row, shelf.work(other).full_title) for other, row in rows.items()]
        """The comparisons with other texts: the full id of the first row of each, and the other text."""

    def stretch(self, piece: Printed, own: str) -> Markup:
        """Set a stretch as the reading text has it, and as each witness that differs has it.

        `own` takes the place of the words of the reading text, such as a heading that is a link.
        """
        hidden, others = self.others(piece)
        words = own or self._with_places(piece)
        return Markup('<span class="stretch{}">{}</span>{}').format(hidden, words, others)

    def others(self, piece: Printed) -> tuple[str, Markup]:
        """Set what the witnesses have that differ there; return before it the classes that hide the reading text."""
        hidden, others = "", Markup("")
        for number, witness in enumerate(self.witnesses, 1):
            version = witness.version(piece) if witness.is_seen(piece) else (UNSEEN,)
            if version != piece.runs:
                words = Markup("").join(map(_set_witness, version))
                others += Markup('<span class="of-witness w{}">{}</span>').format(number, words)
                hidden += f" not-w{number}"
        return hidden, others

    def _with_places(self, piece: Printed) -> Markup:
        """Set the words of the reading text, those on which a variant hangs in a box of their own."""
        own = [
            entry
            for entry in self.variants
            if (entry.heading or entry.clause, bool(entry.heading)) == (piece.clause, piece.heading)
        ]
        places = [place for variant in own if (place := mark(piece.runs, variant.lemma))]
        markup = Markup("")
        for at, run in cut(piece.runs, {point for place in places for point in place}):
            is_lemma = any(start <= at < end for start, end in places)
            markup += (
                Markup('<span class="lemma-place">{}</span>').format(markup_of([run])) if is_lemma else markup_of([run])
            )
        return markup


def _set_witness(run: Styled) -> Markup:
    """Set a run of a witness; one in which it differs is marked, and so is a place that was not seen."""
    kind, _, role = run.role.partition(" ")
    if kind != VARIED:
        return markup_of([run])
    return Markup('<span class="{}">{}</span>').format(VARIED, markup_of([Styled(run.words, role)]))


# --------------------------------------------------------------------------------------------------- rules


def code_of(page: Page, file: File, block: Block, is_home: bool = True) -> Markup:
    """Set the statements of a block of a rules file, coloured and linked; at its home they can be referred to."""
    lines = _lines(page, file, block, is_home)
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
            shown = home.format(place, page.statement_id(place), statement.text) if is_home else ""
            parts.append(f'<span class="statement"{shown}>')
        parts.append(line)
    parts += ["</span>" for _ in open_until]
    return Markup('<pre class="rules-code literal-block" exact>{}</pre>').format(Markup("".join(parts)))


def _lines(page: Page, file: File, block: Block, is_home: bool) -> list[str]:
    """Return the lines of a block, each in an element of its own, so that long ones can wrap under themselves.

    A line that only continues a sentence is empty here: its words stand at the end of the line before.
    Words between two links are held as one: a page has many thousand words of code, and Sphinx visits each element.
    """
    linked = {name.start: name for name in marks_of(file, block, page.view.terms)}
    texts = block.text.split("\n")
    lines: list[list[tuple[str, str]]] = [[] for _ in texts]
    """Of each line the kinds and words of its parts; a link has the kind `link`, and is markup."""
    number = current = 0
    for position, kind, text in tokens_of(block.text):
        short = STANDARD_TYPES.get(kind, "")
        link = linked.get(position)
        if link is not None and link.end == position + len(text):
            lines[current].append(("link", _link_word(page, file, link, text, short, is_home)))
            continue
        for count, part in enumerate(text.split("\n")):
            if count:
                number += 1
                continues = not ENDS.search(texts[number - 1]) and texts[number].strip()
                lines[current].append(("", " " if continues else "\n"))
                current = current if continues else number
            # What stands before the first word of a line is its level, and that is a class.
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
    """Return words in the colours of their kinds, neighbours of one kind in one element, also across a space."""
    joined: list[tuple[str, str]] = []
    for kind, words in parts:
        before = joined[-2:]
        if kind and kind != "indent" and len(before) == 2 and before[0][0] == kind and before[1] == ("", " "):
            joined[-2:] = [(kind, f"{before[0][1]} {words}")]
        else:
            joined.append((kind, words))
    return "".join(
        f'<span class="{kind}">{escape(words, quote=False)}</span>' if kind else escape(words, quote=False)
        for kind, words in joined
    )


def _link_word(page: Page, file: File, name_mark: Mark, text: str, short: str, is_home: bool) -> Markup:
    """Set a word that can be followed."""
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
