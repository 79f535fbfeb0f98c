"""The contents of an edition, assembled from words, apparatus, notes, rules, readings and play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cc_dsl import svg
from cc_dsl.edition_model.cases import PrintedCase, worked_cases
from cc_dsl.edition_model.doubts import Doubt, criteria_of, doubts_of, inherited_doubts_of
from cc_dsl.edition_model.pictures import figure_drawings
from cc_dsl.edition_model.scenes import PlayedScenes
from cc_dsl.edition_model.statements import Block, File, changing_blocks, files_of
from cc_dsl.edition_model.terms import Terms, terms_of
from cc_dsl.edition_model.words import (
    MISSING,
    NO_LABELS,
    PrintedStretch,
    StyledRun,
    find_phrase,
    plain_runs,
    printed_text,
    runs_of_clause,
)
from cc_dsl.pipeline import Edition
from cc_dsl.rules.ledger import LedgerEntry
from cc_dsl.source.clauses import Apparatus, Clause, TextStretch, Variant, load_apparatus
from cc_dsl.source.notes import NotesSection, load_notes

TITLE = ("T", "D")
"""The divisions that hold the title and the date of a text."""
SIGNS = "*†‡‖¶"
"""Signs of the open places of a clause, in the order of old footnotes."""


class OpenPlace(NamedTuple):
    """A place in the words of a clause with an open question, and the sign that leads to it."""

    start: int
    end: int
    doubt: Doubt
    sign: str


class TextBlock(NamedTuple):
    """Stretches of the printed text that are set together."""

    kind: str
    """`heading`, `paragraph`, `table` or `figure`."""
    pieces: list[PrintedStretch]

    @property
    def is_title(self) -> bool:
        """Whether the block belongs to the title or the date of the text."""
        return rule_of(self.pieces[0].clause) in TITLE


class ClauseView(NamedTuple):
    """One clause with everything that belongs to it."""

    printed: Clause
    entry: LedgerEntry
    """Its entry in the ledger, with its status, such as `encoded`."""
    blocks: tuple[Block, ...]
    variants: tuple[Variant, ...]
    agreements: tuple[TextStretch, ...]
    alone: tuple[TextStretch, ...]
    note: NotesSection | None
    doubts: tuple[Doubt, ...]
    changed_by: tuple[str, ...]
    """The blocks that change its rules, or cite it in addition to their own clause."""
    steps: tuple[int, ...]
    """The steps of the played game whose decisions name it."""
    cases: tuple[PrintedCase, ...]
    """The worked cases that are printed with it."""

    @property
    def id(self) -> str:
        """Its id in its edition, such as `II.8`."""
        return self.printed.id

    @property
    def runs(self) -> tuple[StyledRun, ...]:
        """Its printed words."""
        return runs_of_clause(self.printed)

    @property
    def plain_words(self) -> str:
        """Its plain words as printed."""
        return plain_runs(self.runs)

    @property
    def about_labels(self) -> str:
        """A sentence on the printed labels of a figure; an empty string if none are recorded."""
        words = self.plain_words
        missing = "The figure is missing from every copy seen."
        return {MISSING: missing, NO_LABELS: ""}.get(words, f"Labels as printed: {words}")

    @property
    def open_places(self) -> list[OpenPlace]:
        """The places in its words of its open questions, in order; those without words in question come last."""
        length = len(self.plain_words)
        places = [(*(find_phrase(self.runs, doubt.words) or (length, length)), doubt) for doubt in self.doubts]
        places_by_rank = sorted(places, key=lambda place: place[1])
        return [OpenPlace(*place, SIGNS[number % len(SIGNS)]) for number, place in enumerate(places_by_rank)]


class EditionView(NamedTuple):
    """An edition, ready for typesetting."""

    name: str
    meta: dict[str, Any]
    text: tuple[PrintedStretch, ...]
    clauses: dict[str, ClauseView]
    notes: dict[str, NotesSection]
    files: tuple[File, ...]
    """The edition's rules file first, then the libraries that it uses."""
    terms: Terms
    doubts: dict[str, Doubt]
    inherited: dict[str, Doubt]
    """The doubts of clauses of other editions that it uses; their arguments are given in those editions."""
    criteria: dict[str, str]
    apparatus: Apparatus
    drawings: dict[str, str]
    """The drawings of figures as SVG, by the clause of each figure."""
    played: PlayedScenes | None

    @property
    def file(self) -> File:
        """The edition's own rules file."""
        return self.files[0]

    def shown_items(self) -> Iterator[tuple[str, str]]:
        """Yield the kind and full id of everything that a complete edition shows: clauses, statements, readings."""
        yield from (("clause", clause.printed.full_id) for clause in self.clauses.values())
        for block in self.file.blocks:
            yield from (("statement", f"{self.name}.{statement.id}") for statement in block.statements)
        yield from (("reading", f"{self.name}.{name}") for name in self.doubts)

    @property
    def language(self) -> str:
        """The language of the printed words."""
        return str(self.meta.get("language", "en"))

    @property
    def divisions(self) -> set[str]:
        """The divisions that have a clause; a heading above other headings may be of none."""
        return set(map(rule_of, self.clauses))

    def former_ids(self, name: str) -> list[str]:
        """Return the former ids of clauses and statements that lead to a clause, so that old addresses still work."""
        return [f"{self.name}.{old}" for old, new in self.meta.get("aliases", {}).items() if new == name]

    def silences_at(self, name: str) -> list[Doubt]:
        """Return the questions that a clause leaves open, and that the editor answers."""
        return [doubt for doubt in self.doubts.values() if doubt.clause == name != doubt.block]

    def figure_at(self, name: str, place: str) -> str:
        """Return the drawing of a figure, if there is one, with ids for this place on the page."""
        return svg.with_new_ids(self.drawings.get(name, ""), place)

    def text_blocks(self, rule: str = "") -> list[TextBlock]:
        """Return the printed text, or one division of it without its headings, in blocks that are set together."""
        blocks: list[TextBlock] = []
        for piece in self.text:
            if rule and (piece.is_heading or piece.clause.rpartition(".")[0] != rule):
                continue
            before = blocks[-1].kind if blocks else ""
            if piece.is_heading:
                blocks.append(TextBlock("heading", [piece]))
            elif piece.cells:
                if before != "table" or piece.paragraph:
                    blocks.append(TextBlock("table", []))
                blocks[-1].pieces.append(piece)
            elif piece.is_figure and piece.clause in self.drawings:
                blocks.append(TextBlock("figure", [piece]))
            elif before in ("heading", "paragraph") and not piece.paragraph:
                # Text on the line of a heading joins it, as the description of a section does.
                blocks[-1].pieces.append(piece)
            else:
                blocks.append(TextBlock("paragraph", [piece]))
        return blocks

    def headed_clauses(self) -> Iterator[tuple[PrintedStretch | None, ClauseView]]:
        """Yield the clauses, the first of each division with its heading, if it has one."""
        headings = {piece.clause: piece for piece in self.text if piece.is_heading}
        for clause in self.clauses.values():
            # After a figure, a division continues without a second heading.
            yield headings.pop(rule_of(clause.id), None), clause

    def reading_id(self, name: str) -> str:
        """Return the full id of an open place, which for a clause of another edition is its id there."""
        if "." in name:
            return name
        inherited_doubt = self.inherited.get(name)
        home = self.name if inherited_doubt is None else inherited_doubt.clause.partition(".")[0]
        return f"{home}.{name}"

    def statement_at(self, line: int) -> str:
        """Return the id of the innermost statement on a line of the rules file; empty if there is none."""
        statements = (statement for block in self.file.blocks for statement in block.statements)
        around = [own for own in statements if own.line <= line <= own.last_line]
        return min((own.last_line - own.line, own.id) for own in around)[1] if around else ""


def edition_view(
    edition: Edition,
    played: PlayedScenes | None = None,
    failures: dict[str, list[str]] | None = None,
) -> EditionView:
    """Return the view of an edition with a printed text, with a game of it, if one was played.

    Its worked cases are tested unless their failures are given.
    """
    text, ledger = edition.text, edition.ledger
    if text is None or ledger is None:
        raise ValueError(f"{edition.path} has no printed text beside it")
    files = files_of(edition)
    blocks = files[0].blocks
    apparatus, _ = load_apparatus(edition.folder, text)
    notes, doubts = load_notes(edition.folder), doubts_of(edition.folder, blocks)
    changes_by_clause, cases_by_clause = changing_blocks(blocks), worked_cases(edition, failures)
    clauses = {
        name: ClauseView(
            printed=clause,
            entry=ledger.entries[name],
            blocks=tuple(block for block in blocks if block.clause == name),
            variants=tuple(variant for variant in apparatus.variants if variant.clause == name),
            agreements=tuple(stretch for stretch in apparatus.agreements if name in stretch.clauses),
            alone=tuple(stretch for stretch in apparatus.alone if name in stretch.clauses),
            note=notes.get(name),
            doubts=tuple(doubt for doubt in doubts if doubt.block == name),
            changed_by=changes_by_clause.get(name, ()),
            steps=tuple(step.number for step in played.steps if name in step.clauses) if played is not None else (),
            cases=cases_by_clause.get(name, ()),
        )
        for name, clause in text.clauses.items()
    }
    return EditionView(
        name=text.id,
        meta={**text.meta},
        text=printed_text(text),
        clauses=clauses,
        notes=notes,
        files=files,
        terms=terms_of(files),
        doubts={doubt.name: doubt for doubt in doubts},
        inherited={doubt.name: doubt for doubt in inherited_doubts_of(edition)},
        criteria=criteria_of(edition.folder),
        apparatus=apparatus,
        drawings=figure_drawings(edition, with_ground=False),
        played=played,
    )


def rule_of(clause: str) -> str:
    """Return the division of the text in a clause's id: the part before its last full stop."""
    return clause.rpartition(".")[0] or clause
