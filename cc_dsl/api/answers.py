"""Answers, explanations, refusals and positions that print and draw themselves as at the terminal.

Notebooks show pieces of HTML with no style sheet of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from cc_dsl.closures.reasons import Decision
from cc_dsl.diagnostics.problem import remedies_for
from cc_dsl.drawing.ground import draw_ground
from cc_dsl.drawing.pieces import DrawnPiece, DrawnPile, DrawnRow, draw_table, with_style
from cc_dsl.engine import judge, moves, views
from cc_dsl.errors import UserError
from cc_dsl.words import speaker
from cc_dsl.words.answers import answer_lines, answer_words
from cc_dsl.words.layout import capital
from cc_dsl.words.position import EMPTY, Figure, boards_in, rows_of
from cc_dsl.words.reasons import document_of, full_form, refusal, refusal_document
from cc_dsl.words.sentences import clauses_of, readings_of, sentence

Contents = str | int | Sequence[str | int]
"""The contents of a place: pieces in one string, such as `"AS 7C 6D"`, one number, or several of either."""


class Explanation:
    """Decisions of the rules, each with all its reasons; printing it draws the tree that `circular why` prints."""

    def __init__(self, decisions: Sequence[Decision], speaker: Speaker, about: str = "") -> None:
        """Take the decisions, the speaker that words them, and the subject of the question."""
        self.about = about
        """The words that the question was about; empty if it was about the last decision."""
        self.decisions = tuple(decisions)
        """The decisions, each with the `reasons` on which it rests."""
        self._speaker = speaker

    @property
    def clauses(self) -> tuple[str, ...]:
        """The full ids of the clauses that decide, in order of first use."""
        return tuple(clauses_of(self.decisions))

    @property
    def readings(self) -> tuple[str, ...]:
        """The names of the open places on which the explanation rests."""
        return tuple(readings_of(self.decisions))

    @property
    def document(self) -> list[dict[str, object]]:
        """The decisions with their reasons as JSON values."""
        return [document_of(decision) for decision in self.decisions]

    def __iter__(self) -> Iterator[Decision]:
        """Yield the decisions."""
        return iter(self.decisions)

    def __len__(self) -> int:
        """Count the decisions."""
        return len(self.decisions)

    def __repr__(self) -> str:
        """Return the first decision as a sentence."""
        if not self.decisions:
            return "<Explanation: nothing was decided>"
        more = f"; and {len(self.decisions) - 1} more" if len(self.decisions) > 1 else ""
        return f"<Explanation: {capital(sentence(self.decisions[0]))}{more}>"

    def __str__(self) -> str:
        """Return the tree of reasons, the printed words of the clauses, and the readings."""
        about = f" about “{self.about}”" if self.about else ""
        return "\n".join(full_form(self.decisions, self._speaker.book)) or f"Nothing has been decided{about} yet."

    def _repr_html_(self) -> str:
        return html_lines(str(self).split("\n"))


class Answer(judge.Answer):
    """The answer of the rules to a question; printing it prints what `circular judge` prints."""

    __slots__ = ("_given_pieces", "_speaker")

    def __init__(self, judgement: judge.Answer, given_pieces: Mapping[str, Sequence[str]], speaker: Speaker) -> None:
        """Take an answer, the input of the question, and the speaker that words it."""
        super().__init__(judgement._runtime, judgement.question, judgement.value, judgement._trail)
        self._given_pieces = given_pieces
        self._speaker = speaker

    def why(self) -> Explanation:
        """Return the answer with every reason."""
        return Explanation(self.decisions_for(self._speaker.naming), self._speaker)

    def __getitem__(self, key: str) -> Any:
        """Return one part of the answer by its key, such as `answer["winner"]`."""
        return self.value[key]

    def __str__(self) -> str:
        """Return the question, its input, the answer and its reasons."""
        return "\n".join(answer_lines(self.question, self._given_pieces, self, self._speaker))

    def _repr_html_(self) -> str:
        book = self._speaker.book
        parts = answer_words(self._runtime.rules, self.question.outputs, self.value, naming=self._speaker.naming)
        clauses = ", ".join(map(book.short_id, self.clauses))
        rows = [*parts, *([("clauses", clauses)] if clauses else [])]
        rows += [("reading", book.reading(name)) for name in self.readings]
        return html_table(rows, caption=self.question.words)


class Refusal(moves.Refusal):
    """The refusal of a move, with its reasons; printing it prints what `circular whynot` prints."""

    _move: str
    _question: str
    _heads: Mapping[str, str]
    _count: int
    _speaker: Speaker

    @property
    def document(self) -> dict[str, object]:
        """The refusal as JSON values."""
        return refusal_document(self, self._speaker.book)

    def __repr__(self) -> str:
        """Return the refusal as a sentence."""
        return f"<Refusal of {self._move}: {self.sentence}>"

    def __str__(self) -> str:
        """Return the reasons of the refusal, the printed words of their clauses, and the legal moves."""
        book, question = self._speaker.book, self._question
        return "\n".join(refusal(self, self._move, book, question, count=self._count, heads=self._heads))

    def _repr_html_(self) -> str:
        return html_lines(str(self).split("\n"))


class View(views.View):
    """A position as one player sees it, or the part of it that every player sees; printing it prints the table."""

    _speaker: Speaker
    _marked_values: frozenset[str]
    """The squares, or values with places in a row, that the edition marks."""

    def pieces(self, name: str, player: int | None = None) -> list[str | None]:
        """Return the codes of the pieces in a place, such as a player's hand; None for a hidden piece."""
        codes = self._speaker.edition.rules.pieces.codes
        return [None if piece is None else codes[piece] for piece in self.pieces_in(name, player)]

    def pieces_in(self, name: str, owner: int | None = None, of: str = "") -> tuple[int | None, ...]:
        """Return the visible part of a place; raise an error if the rules have no such place."""
        if any((place.name, place.owner, place.of) == (name, owner, of) for place in self.places):
            return super().pieces_in(name, owner, of)
        own = [place for place in self.places if place.name == name]
        if not own:
            place_names = list(dict.fromkeys(place.name for place in self.places))
            (remedy,) = remedies_for(name, place_names, f"The places are: {', '.join(place_names)}.")
            raise UserError("unknown-name", f"The rules have no place “{name}”.", remedy, name)
        remedy = "It belongs to nobody; leave the owner out."
        if own[0].of:
            remedy = f"Name its owner:   pieces_in(…, of={own[0].of!r})."
        elif own[0].owner is not None:
            remedy = f"Name a player from 0 to {len(own) - 1}, as the number of the seat."
        whose = f" of {of}" if of else f" of player {owner + 1}" if owner is not None else " without an owner"
        raise UserError("needs-owner", f"There is no “{name}”{whose}.", remedy, name)

    def __repr__(self) -> str:
        """Return the owner of the view."""
        viewer = "everybody" if self.player is None else self._speaker.names[self.player]
        return f"<View of {self._speaker.edition.display_name} for {viewer}>"

    def __str__(self) -> str:
        """Return the table with everything that the player sees."""
        return "\n".join(self._speaker.table(self, whole=True, marked=self._marked_values))

    def _repr_svg_(self) -> str:
        return self._speaker.picture(self, self._marked_values)

    def _repr_html_(self) -> str:
        return self._repr_svg_()


@dataclass(repr=False)
class Reading:
    """An open place of the text: a reading, a gap or an option, with its answers and their arguments."""

    name: str
    kind: str
    title: str
    clause: str
    chosen: str
    default: str
    answers: dict[str, str]
    """The answers in words, by their names."""
    reasons: dict[str, str]
    """The reason that the rules file gives with each answer."""

    @property
    def is_default(self) -> bool:
        """Whether the default answer is chosen."""
        return self.chosen == self.default

    def __repr__(self) -> str:
        """Return the name of the open place and the answer chosen."""
        return f"<Reading {self.name}={self.chosen}: {self.title}>"

    def __str__(self) -> str:
        """Return the title and the answers, with the chosen one marked."""
        lines = [f"{self.title}  ({self.kind}{f' in {self.clause}' if self.clause else ''})"]
        for name, words in self.answers.items():
            mark = "*" if name == self.chosen else " "
            lines.append(f"  {mark} {name}: {words}; {self.reasons[name]}.")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [
            (name, words, self.reasons[name], "chosen" if name == self.chosen else "")
            for name, words in self.answers.items()
        ]
        return html_table(rows, ("answer", "in words", "reason", ""), self.title)


PLAIN = "text-align:left;vertical-align:top"
ROW_LENGTH = 14
"""The most pieces in one row."""
MOST_HIDDEN = 6
"""The most hidden pieces in a place that are drawn one by one; a larger number is drawn as a single piece."""


class Speaker(speaker.Speaker):
    """The writer of positions and decisions of an edition, which also draws them."""

    def picture(self, view: views.View, marked_values: Collection[str]) -> str:
        """Return a position as SVG: its board, or the places of a table; for a game with balls, the ground to scale."""
        ground = draw_ground(self.rules, len(self.names))
        if ground is not None:
            return ground.svg
        for board in boards_in(self.rules, view, marked_values, hidden=self.phrases.hidden):
            return with_style(board.as_svg(self.ink.pieces, "board", "The board"))
        return draw_table([*self._rows(view, marked_values)])

    def _rows(self, view: views.View, marked_values: Collection[str]) -> Iterator[DrawnRow]:
        """Yield the figure, and each other place that contains pieces, in short rows."""
        figure = Figure(self.rules, self.names)
        if columns := figure.columns(view) or []:
            captions = " · ".join(dict.fromkeys(column.caption for column in columns if column.caption))
            piles = tuple(DrawnPile(column.legend, self._draw_pieces(column.pieces)) for column in columns)
            yield DrawnRow(captions, piles, True)
        for row in rows_of(view, {*self.phrases.hidden, *(figure.places_drawn() if columns else ())}, marked_values):
            visible_pieces = [piece for piece in row.pieces if piece is not None]
            hidden_count = len(row.pieces) - len(visible_pieces)
            hidden_pieces = [None] * (hidden_count if hidden_count <= MOST_HIDDEN else 1)
            drawn_pieces = self._draw_pieces([*visible_pieces, *hidden_pieces])
            words = capital(row.label(self.naming, "the ")) + ("" if row.is_row else f" ({len(row.pieces)})")
            for start in range(0, len(drawn_pieces), ROW_LENGTH):
                yield DrawnRow("" if start else words, (DrawnPile("", drawn_pieces[start : start + ROW_LENGTH]),))

    def _draw_pieces(self, pieces: Iterable[int | None]) -> tuple[DrawnPiece, ...]:
        """Return pieces as drawn, hidden ones and free places included."""
        kinds = {None: "hidden", EMPTY: "free"}
        return tuple(
            DrawnPiece("", kind=kinds[piece]) if piece is None or piece == EMPTY else DrawnPiece(self.ink.pieces[piece])
            for piece in pieces
        )


def html_lines(texts: Iterable[str]) -> str:
    """Return lines of text as HTML, unchanged and in a fixed-width font."""
    return f'<pre style="line-height:1.25">{escape(chr(10).join(texts), quote=False)}</pre>'


def html_table(rows: Iterable[Sequence[str]], headings: Sequence[str] = (), caption: str = "") -> str:
    """Return rows as a table; the first cell of each row is its heading, unless it is empty."""
    head = "".join(_cell(heading, "col") for heading in headings)
    body = "".join(f"<tr>{_cell(row[0], 'row')}{''.join(map(_cell, row[1:]))}</tr>" for row in rows)
    caption_tag = f"<caption>{escape(caption, quote=False)}</caption>" if caption else ""
    return f"<table>{caption_tag}{f'<thead><tr>{head}</tr></thead>' if head else ''}<tbody>{body}</tbody></table>"


def _cell(words: str, scope: str = "") -> str:
    """Return a heading cell, or a plain cell if it is empty, since screen readers would announce an empty heading."""
    tag = f'th scope="{scope}"' if words and scope else "td"
    return f'<{tag} style="{PLAIN}">{escape(words, quote=False)}</{tag[:2]}>'
