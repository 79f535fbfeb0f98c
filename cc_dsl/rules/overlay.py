"""Overlays: editions that change some sentences of another edition, composed into one rules file.

An overlay changes the text of its parent's rules file, sentence by sentence; the result is read like any rules file,
so no other part of the program knows of overlays.  Places in it are traced back to the file from which they come.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from lark.exceptions import UnexpectedInput

from cc_dsl.diagnostics.problem import Label, Problem, RulesError, either, nearest
from cc_dsl.rules import meaning
from cc_dsl.rules.kinds import plural
from cc_dsl.rules.ledger import LEFT_OUT
from cc_dsl.rules.refusals import Place, problem, suggestion
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.layout import LayoutError
from cc_dsl.syntax.mistakes import ENDS, has_words, syntax_problems
from cc_dsl.syntax.names import ALWAYS, names_introduced, roles_of
from cc_dsl.syntax.parser import parse, read_from, refusals
from cc_dsl.trees import Node, walk

if TYPE_CHECKING:
    from cc_dsl.rules.model import Rules
    from cc_dsl.source.clauses import EditionText

INDENT = 2
EXCUSE = f'this clause is inexecutable, because "{LEFT_OUT}".'


class Overlay(NamedTuple):
    """The file of an overlay, and its nodes."""

    source: Source
    node: nodes.Overlay


class TextPiece(NamedTuple):
    """A stretch of the composed text, and its place of origin."""

    start: int
    end: int
    source: Source
    offset: int


class ComposedRules(NamedTuple):
    """The rules file composed from parent and overlay."""

    source: Source
    pieces: tuple[TextPiece, ...]

    def at_original_places(self, problem: Problem) -> Problem:
        """Return a problem with its places in the original files."""
        labels = tuple(Label(*self._original_place(label.source, label.span), label.words) for label in problem.labels)
        if problem.source is not None and problem.span is not None:
            source, span = self._original_place(problem.source, problem.span)
            problem = problem._replace(source=source, span=span)
        return problem._replace(labels=labels)

    def place(self, span: Span) -> tuple[Source, Span]:
        """Return the place of a span of the composed rules in the original files."""
        return self._original_place(self.source, span)

    def _original_place(self, source: Source, span: Span) -> tuple[Source, Span]:
        """Return the place in its own file of a span of the composed text."""
        for piece in self.pieces if source is self.source else ():
            if piece.start <= span.start < piece.end:
                start = piece.offset + span.start - piece.start
                end = min(piece.offset + piece.end - piece.start, start + span.end - span.start)
                return piece.source, Span(start, max(start, end))
        return source, span


# ----------------------------------------------------------------------------------------------- reading


BODY = re.compile(r"^(?:instead\s+of|besides)\s*§[\w.]+\s*:([^\n]*(?:\n(?:[ \t]+[^\n]*|(?=\n|\Z)))*)", re.MULTILINE)
"""A change with its sentences, which end before the next line at the margin."""
HEAD = 'edition "overlay" of overlay.\n\n§X "words"'


def read_overlay(source: Source) -> Overlay:
    """Read the file of an overlay; raise RulesError if it is not one."""
    try:
        node = read_from("overlay", source.text)
    except (UnexpectedInput, LayoutError) as error:
        raise RulesError(_mistakes(source, error)) from None
    if not isinstance(node, nodes.Overlay):
        assert not isinstance(node, nodes.Start)
        raise RulesError(refusals(source, node))
    return Overlay(source, node)


def refuse_changed_parent(overlay: Overlay, rules: Rules) -> None:
    """Raise RulesError if the digest in an overlay shows that its parent had other rules."""
    node = overlay.node
    digest = node.digest.text if node.digest is not None else ""
    now = meaning.digest(rules)[: max(8, len(digest))]
    if now != digest:
        raise RulesError([problem("text-changed.parent", overlay.source, node.parent, overlay=node, now=now)])


def text_for_record(overlay: Overlay, label: str) -> str:
    """Return the text of an overlay with its parent's label in place of a file of this machine."""
    span, text = overlay.node.parent.span, overlay.source.text
    return f"{text[: span.start]}{label}{text[span.end :]}"


def parent_label(text: str) -> str:
    """Return the label of the parent in the text of an overlay; raise RulesError if the text is not an overlay."""
    return read_overlay(Source("overlay", text)).node.parent.text


def _mistakes(source: Source, error: UnexpectedInput | LayoutError) -> list[Problem]:
    """Return the syntax errors in the sentences of a change, or else those of the overlay."""
    text = source.text
    token: Any = getattr(error, "token", None)
    place = token.start_pos if token is not None else getattr(error, "pos_in_stream", 0)
    is_end = token is not None and token.type in ENDS
    is_at_end = is_end and (token.type == "$END" or not has_words(text[token.end_pos :]))
    start = max(0, min(len(text) if is_at_end else place or 0, len(text) - 1))
    bodies = [body.span(1) for body in BODY.finditer(text)]
    if any(first <= start < max(last, 1) for first, last in bodies):
        problems = [mistake for body in bodies for mistake in _mistakes_of_sentences(source, Span(*body))]
        if problems:
            return problems
    if isinstance(error, LayoutError):
        return syntax_problems(source, error)
    expected = getattr(error, "accepts", None) or getattr(error, "allowed", None) or ()
    end = len((text if is_at_end else text[:start]).rstrip())
    if "DOT" in expected and (is_at_end or "\n" in text[end:start]):
        return [problem("syntax.full-stop", source, Span(end, end + 1))]
    if "COLON" in expected and (change := re.search(r"\b(?:instead of|besides) §[\w.]+$", text[:end])):
        return [problem("syntax.no-colon", source, Span(end, end + 1), change=change[0])]
    is_over = not text[start:].strip(" \t\n.")
    has_no_name = "FILE" in expected or ("_BUT" in expected and text[start] != ",")
    if has_no_name and (name := re.search(r"\bedition\s+(?:is|are)\s+(?=\S)", text[:start])):
        start = name.end()
    key = "syntax.parent" if has_no_name else "syntax.no-change" if is_over else "syntax.not-of-overlay"
    return [problem(key, source, Span(start, start + 1))]


def _mistakes_of_sentences(source: Source, body: Span) -> list[Problem]:
    """Return the syntax errors in the sentences of a change, parsed under a heading, by whose length places shift."""
    text = source.text[body.start : body.end]
    head = HEAD if text.lstrip(" \t").startswith("\n") else f"{HEAD}\n  "
    shift = len(head) - body.start
    _, problems = parse(Source(source.path, f"{head}{text.rstrip()}\n"))
    places = (mistake.span and Span(mistake.span.start - shift, mistake.span.end - shift) for mistake in problems)
    return [fault._replace(source=source, span=span, labels=()) for fault, span in zip(problems, places, strict=True)]


# --------------------------------------------------------------------------------------------- composing


class _TextReplacement(NamedTuple):
    """A replacement of a stretch of the parent's text by stretches of files."""

    start: int
    end: int
    lines: tuple[tuple[str, Source, int], ...]
    """The replacement: each text with its file and offset."""
    change: nodes.Change | None


def compose(overlay: Overlay, name: str, parent: nodes.Start, source: Source, path: str) -> ComposedRules:
    """Return the rules file composed from parent and overlay; raise RulesError if a change does not fit."""
    composer = _Composer(overlay, parent, source)
    for change in overlay.node.changes:
        composer.apply(change)
    if composer.problems:
        raise RulesError(composer.problems)
    start, end = parent.edition.span
    heading = f'edition "{parent.edition.title.text}, but “{overlay.node.title.text}”" of {name}.'
    composer.edits.append(_TextReplacement(start, end, ((heading, source, start),), None))
    return composer.compose(path)


class _Composer:
    """The translation of changes into edits of the parent's text."""

    def __init__(self, overlay: Overlay, parent: nodes.Start, source: Source) -> None:
        self.overlay = overlay
        self.parent, self.label = parent, parent.edition.label
        self.source = source
        self.edits: list[_TextReplacement] = []
        self.problems: list[Problem] = []
        self.answers: dict[str, str] = {}
        """The answers chosen by the overlay so far, by open place."""
        self.blocks = {
            block.section.text.lstrip("§"): block for block in parent.blocks if isinstance(block, nodes.Section)
        }

    def apply(self, change: nodes.Change) -> None:
        """Apply one change."""
        if isinstance(change, nodes.ReadingChoice):
            self._choose_answer(change)
            return
        block = self.blocks.get(change.place.text)
        if block is None:
            close = [f"§{name}" for name in nearest(change.place.text, self.blocks)]
            remedy = suggestion(close, "Name a clause that its rules encode.")
            self._refuse("unknown-clause.of-parent", remedy, change=change, parent=self._parent)
            return
        match change:
            case nodes.Conjecture():
                self._insert_conjecture(change, block)
            case nodes.Without():
                self._leave_out(change, block)
            case nodes.Besides():
                self._add_sentences(change, block)
            case nodes.InsteadOf():
                for statement in change.sentences:
                    self._replace_sentences(change, block, statement)

    @property
    def _parent(self) -> str:
        return f"The edition {self.label.text}"

    def _refuse(self, key: str, *remedies: str, change: nodes.Change, at: Place = None, **values: Any) -> None:
        place = at or change.place
        self.problems.append(problem(key, self.overlay.source, place, *remedies, change=change, **values))

    # ---------------------------------------------------------------------------------------- sentences

    def _replace_sentences(self, change: nodes.InsteadOf, block: nodes.Section, statement: nodes.Statement) -> None:
        """Replace the statements of a block that have the same subject as a new statement."""
        targets = [other for other in _statements(block) if subject_of(other) == subject_of(statement)]
        if not targets:
            name_words = " ".join(name for name in subject_of(statement)[1:] if name) or "this"
            names = (" ".join(subject_of(other)[1:]) for other in block.statements if len(subject_of(other)) > 1)
            names_in_words = ", ".join(dict.fromkeys(names)) or "nothing that has a name"
            key, label = "nothing-to-displace.of-parent", self.label
            self._refuse(key, at=statement, change=change, label=label, named=name_words, spoken=names_in_words)
        for target in targets:
            lines = self._indented_lines(statement, self.source.position(target.span.start)[1] - 1)
            self.edits.append(_TextReplacement(*target.span, lines, change))

    def _add_sentences(self, change: nodes.Besides, block: nodes.Section) -> None:
        """Add sentences at the end of a block; a clause that now has a rule is no longer excused."""
        last = block.statements[-1]
        is_excused = isinstance(last, nodes.Excuse | nodes.Elsewhere)
        start = last.span.start if is_excused else last.span.end
        lines: list[tuple[str, Source, int]] = []
        for statement in change.sentences:
            if lines or not is_excused:
                lines.append(("\n" + " " * INDENT, self.source, max(0, last.span.end - 1)))
            lines += self._indented_lines(statement, INDENT)
        self.edits.append(_TextReplacement(start, last.span.end, tuple(lines), change))

    def _indented_lines(self, statement: nodes.Statement, column: int) -> tuple[tuple[str, Source, int], ...]:
        """Return the lines of a sentence, indented to a column, each with its place in the overlay's file.

        The place is shifted back by the new indentation, so that every character of the words keeps its own place.
        """
        source = self.overlay.source
        start, end = statement.span
        line, _ = source.position(start)
        before = source.text[source.start_of(line) : start]
        old_column = len(before) if not before.strip() else INDENT
        lines: list[tuple[str, Source, int]] = []
        offset = start
        for number, words in enumerate(source.text[start:end].split("\n")):
            indent = len(words) - len(words.lstrip(" "))
            space = "\n" + " " * max(0, indent - old_column + column) if number else ""
            lines.append((space + words.lstrip(" "), source, offset + (indent if number else 0) - len(space)))
            offset += len(words) + 1
        return tuple(lines)

    # ------------------------------------------------------------------------------------- other changes

    def _leave_out(self, change: nodes.Without, block: nodes.Section) -> None:
        """Remove statements of a block, or the whole block, and excuse a clause that is left without one."""
        names = [name.text for name in change.names or ()]
        rest = [statement for statement in block.statements if names and not {*names} & {*subject_of(statement)[1:]}]
        known_names = {name for statement in block.statements for name in subject_of(statement)[1:]}
        for name in names:
            if name not in known_names:
                remedy = suggestion(nearest(name, known_names), f"Leave all of it out:   without §{change.place.text}.")
                subjects = (subject_of(statement)[1:] for statement in block.statements)
                spoken = ", ".join(dict.fromkeys(subject[-1] for subject in subjects if subject and subject[-1]))
                remedies = [f"Its sentences are about: {spoken}."] * bool(spoken) + [remedy]
                self._refuse("nothing-to-displace.left-out", *remedies, change=change, label=self.label, name=name)
        omissions = [statement for statement in block.statements if statement not in rest]
        if not names and all(isinstance(statement, nodes.Excuse | nodes.Elsewhere) for statement in omissions):
            self._refuse("nothing-to-displace.no-rule", change=change, label=self.label)
            return
        if not rest:  # a block must not be empty
            first, *omissions = omissions
            self.edits.append(
                _TextReplacement(*first.span, ((EXCUSE, self.overlay.source, change.place.span.start),), change)
            )
        for statement in omissions:
            start = self.source.start_of(self.source.position(statement.span.start)[0])
            self.edits.append(_TextReplacement(start, statement.span.end, (), change))

    def _choose_answer(self, change: nodes.ReadingChoice) -> None:
        """Make another alternative the default of an open place."""
        doubts = {
            doubt.name.text: doubt
            for block in self.parent.blocks
            for doubt in block.statements
            if isinstance(doubt, nodes.Doubt)
        }
        doubt = doubts.get(change.place.text)
        if doubt is None:
            remedy = suggestion(nearest(change.place.text, doubts), "“circular readings EDITION” lists them.")
            self._refuse("unknown-reading.of-parent", remedy, change=change, parent=self._parent)
            return
        answers = {alternative.name.text: alternative for alternative in doubt.alternatives}
        answer = answers.get(change.answer.text)
        if answer is None:
            close = nearest(change.answer.text, answers) or list(answers)
            self._refuse("unknown-alternative.of-parent", change=change, close=either(close))
            return
        before = self.answers.setdefault(change.place.text, change.answer.text)
        if before != change.answer.text:
            self._refuse("two-answers.answers", change=change, before=before)
            return
        for alternative in doubt.alternatives:
            if alternative.default is not None and alternative is not answer:
                self.edits.append(_TextReplacement(*alternative.default.span, (), change))
        if answer.default is None:
            end, default = answer.name.span.end, (", by default", self.overlay.source, change.place.span.start)
            self.edits.append(_TextReplacement(end, end, (default,), change))

    def _insert_conjecture(self, change: nodes.Conjecture, block: nodes.Section) -> None:
        """Change the quotations of the words; `conjectured_words` changes the text itself."""
        old, new = change.old.text, change.new
        quotes = [*block.quotes]
        for part in walk(self.parent):
            if isinstance(part, nodes.Cite) and part.section.text == block.section.text:
                quotes += part.quotes
        quotes += (
            doubt.words for doubt in block.statements if isinstance(doubt, nodes.Doubt) and doubt.kind.text == "reading"
        )
        for quote in quotes:
            at = self.source.text.find(old, *quote.span)
            if at >= 0:
                lines = ((new.text, self.overlay.source, new.span.start),)
                self.edits.append(_TextReplacement(at, at + len(old), lines, change))

    # ----------------------------------------------------------------------------------------- the result

    def compose(self, path: str) -> ComposedRules:
        """Apply the edits to the parent's text; raise RulesError if two of them overlap."""
        edits = sorted(self.edits, key=lambda edit: edit.start)
        for edit, next_edit in itertools.pairwise(edits):
            if next_edit.start < edit.end:
                change = next_edit.change or edit.change
                assert change is not None
                self._refuse("two-answers.changes", change=change)
        if self.problems:
            raise RulesError(self.problems)
        text: list[str] = []
        pieces: list[TextPiece] = []
        length = at = 0

        def append_piece(words: str, source: Source, offset: int) -> None:
            nonlocal length
            text.append(words)
            pieces.append(TextPiece(length, length + len(words), source, offset))
            length += len(words)

        for edit in edits:
            append_piece(self.source.text[at : edit.start], self.source, at)
            for words, source, offset in edit.lines:
                append_piece(words, source, offset)
            at = edit.end
        append_piece(self.source.text[at:], self.source, at)
        return ComposedRules(Source(path, "".join(text)), tuple(pieces))


def _statements(block: nodes.Section) -> Iterator[nodes.Statement]:
    """Yield the sentences of a block, including those of the answers to open places."""
    for statement in block.statements:
        yield statement
        if isinstance(statement, nodes.Doubt):
            for alternative in statement.alternatives:
                yield from alternative.statements or ()


SUBJECT_FIELDS: dict[type[Node], tuple[str, ...]] = {
    nodes.Written: ("kind", "how"),
    nodes.Sight: ("seer", "things", "condition"),
    nodes.Around: ("when", "deed"),
    nodes.Doubt: ("name",),
    nodes.Example: ("title",),
}
"""The fields that distinguish statements of one class, where they are not those in the table of names."""


def subject_of(statement: nodes.Statement) -> tuple[str, ...]:
    """Return the subject of a sentence: its class, and the name of the thing that it introduces or describes."""
    if isinstance(statement, nodes.Displaced):
        return ("instead", statement.section.text, *subject_of(statement.statement))
    # By default these are the owner, the first name that the statement is about, and the word that marks an addition.
    roles = roles_of(statement)
    amends = "" if roles.amends == ALWAYS else roles.amends
    fields = SUBJECT_FIELDS.get(type(statement)) or (roles.owner, *list(roles.about)[:1], amends)
    parts = [getattr(statement, field) for field in dict.fromkeys(fields) if field]
    return (type(statement).__name__, *(part.text for part in walk(parts) if isinstance(part, nodes.Word)))


# ----------------------------------------------------------------------------------------------- warnings


def warnings_of_overlay(
    problems: list[Problem], composition: ComposedRules, overlay: Overlay, parent: nodes.Start
) -> list[Problem]:
    """Return the problems of the composed rules from the point of view of the author of an overlay.

    An unused name of the parent becomes a warning; an unused name that the overlay introduces may be misspelt, and
    remains an error. The message about an unknown name says whether the overlay removes the sentence about it.
    """
    changes = (change for change in overlay.node.changes if isinstance(change, nodes.InsteadOf | nodes.Without))
    changed_places = {change.place.text for change in changes}
    adapted: list[Problem] = []
    for fault in problems:
        name = fault.sentence.partition("“")[2].partition("”")[0]
        if fault.code == "unknown-name" and not name and fault.source is not None and fault.span is not None:
            name = fault.source.text[slice(*fault.span)]  # the verb of a deed
        clauses = [*_clauses_of_name(parent, name)]
        lost = next((clause for clause in clauses if clause in changed_places), "")
        if fault.code == "unused-name" and (
            clauses or composition.at_original_places(fault).source is not overlay.source
        ):
            remedy = "This is not an error, since the overlay does not need the name."
            fault = fault._replace(level="warning", remedies=(remedy,))
        elif fault.code == "unknown-name" and lost:
            sentence = f"“{name}” has no meaning here, since the overlay removes the sentence of §{lost} about it."
            remedies = ("Change the sentences that use the name, too.", f"Or keep the sentence of §{lost}.")
            fault = fault._replace(sentence=sentence, remedies=remedies)
        adapted.append(fault)
    return adapted


def _clauses_of_name(parent: nodes.Start, name: str) -> Iterator[str]:
    """Yield the clauses whose sentences introduce a name."""
    for block in parent.blocks:
        if isinstance(block, nodes.Section):
            for statement in _statements(block):
                if any(name in (subject.name, plural(subject.name)) for subject in names_introduced(statement)):
                    yield block.section.text.lstrip("§")


# ---------------------------------------------------------------------------------------------- the words


def conjectured_words(text: EditionText, name: str, overlay: Overlay) -> tuple[EditionText, list[Problem]]:
    """Return the printed words under the name of the overlay, with its conjectures inserted."""
    problems: list[Problem] = []
    clauses = {id: clause._replace(full_id=f"{name}.{id}") for id, clause in text.clauses.items()}
    for change in overlay.node.changes:
        clause = clauses.get(change.place.text)
        if not isinstance(change, nodes.Conjecture) or clause is None:
            continue
        old, new, printed_words = change.old.text, change.new.text, text.clauses[change.place.text].words
        if old not in printed_words:
            key = "words-not-in-clause.conjecture"
            problems.append(problem(key, overlay.source, change.place, change=change, old=old, printed=printed_words))
        elif old not in clause.words:
            problems.append(problem("two-answers.conjectures", overlay.source, change.place, change=change))
        else:
            clauses[change.place.text] = clause._replace(words=clause.words.replace(old, new, 1))
    return text._replace(id=name, clauses=clauses), problems
