"""Overlays: an edition that is another edition but for some sentences, composed into one rules file.

An overlay changes the text of its parent's rules file, sentence by sentence; the result is read like any rules file,
so no other part of the program knows of overlays.  Places in it are traced back to the file from which they come.
"""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from cc_dsl import resources
from cc_dsl.diagnostics.problem import Label, Problem, RulesError, nearest
from cc_dsl.rules import meaning
from cc_dsl.rules.kinds import plural
from cc_dsl.rules.refusals import problem, suggestion
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.names import ALWAYS, introduced, roles_of
from cc_dsl.syntax.parser import parse
from cc_dsl.trees import Node, walk

if TYPE_CHECKING:
    from cc_dsl.rules.model import Rules
    from cc_dsl.source.clauses import EditionText

INDENT = 2
LEFT_OUT = 'this clause is inexecutable, because "an overlay leaves it out".'


class Change(NamedTuple):
    """One change of an overlay: what kind it is, the clause or open place that it concerns, and its words."""

    kind: str
    """`instead`, `besides`, `without`, `chosen` or `conjecture`, as in `grammar/overlay.lark`."""
    place: str
    span: Span
    words: tuple[str, ...]
    """The names left out; the answer chosen; the printed words and those read for them."""
    body: Span | None
    """Where its sentences stand, from behind the colon on."""


class Overlay(NamedTuple):
    """The contents of the file of an overlay."""

    source: Source
    parent: str
    """The name or the file of the edition that it changes."""
    parent_span: Span
    parent_digest: str
    """The beginning of the digest that the parent's rules had, if the overlay names it."""
    title: str
    changes: tuple[Change, ...]


class TextPiece(NamedTuple):
    """A stretch of the composed text, and where it comes from."""

    start: int
    end: int
    source: Source
    offset: int


class Composed(NamedTuple):
    """The rules file that parent and overlay make together."""

    source: Source
    pieces: tuple[TextPiece, ...]

    def led_back(self, problem: Problem) -> Problem:
        """Return a problem with its places in the files that somebody wrote."""
        source, span = self._place(problem.source, problem.span)
        return problem._replace(source=source, span=span, labels=tuple(map(self._label, problem.labels)))

    def place(self, span: Span) -> tuple[Source, Span]:
        """Return where something of the composed rules stands in the files that somebody wrote."""
        source, place = self._place(self.source, span)
        assert source is not None
        assert place is not None
        return source, place

    def _label(self, label: Label) -> Label:
        source, span = self._place(label.source, label.span)
        assert source is not None
        assert span is not None
        return label._replace(source=source, span=span)

    def _place(self, source: Source | None, span: Span | None) -> tuple[Source | None, Span | None]:
        if source is not self.source or span is None:
            return source, span
        for piece in self.pieces:
            if piece.start <= span.start < piece.end:
                start = piece.offset + span.start - piece.start
                end = min(piece.offset + piece.end - piece.start, start + span.end - span.start)
                return piece.source, Span(start, max(start, end))
        return source, span


# ----------------------------------------------------------------------------------------------- reading


@functools.cache
def _parser() -> Lark:
    with open(os.path.join(resources.grammar_root(), "overlay.lark"), encoding="utf-8") as file:
        return Lark(file.read(), parser="lalr", propagate_positions=True, maybe_placeholders=True)


def read_overlay(source: Source) -> Overlay:
    """Read the file of an overlay; raise RulesError with the first thing that is no sentence of one."""
    try:
        tree = _parser().parse(source.text if source.text.endswith("\n") else source.text + "\n")
    except UnexpectedInput as error:
        is_at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        place = len(source.text) if is_at_end else getattr(error, "pos_in_stream", 0) or 0
        start = max(0, min(place, len(source.text) - 1))
        raise RulesError(
            [_no_stop(source, error, start) or _no_name(source, error, start) or _not_read(source, start)]
        ) from None
    header, *changes = (child for child in tree.children if isinstance(child, Tree))
    parent, digest, title = header.children
    assert isinstance(parent, Token)
    return Overlay(
        source,
        parent.strip('"'),
        _span(parent),
        str(digest or "").strip('"'),
        str(title).strip('"'),
        tuple(_change(change.children[0]) for change in changes),
    )


def refuse_changed(overlay: Overlay, rules: Rules) -> None:
    """Refuse an overlay whose parent had other rules, by the digest that it gives; raise RulesError then."""
    now = meaning.digest(rules)[: max(8, len(overlay.parent_digest))]
    if now != overlay.parent_digest:
        raise RulesError(
            [problem("text-changed.parent", overlay.source, overlay.parent_span, overlay=overlay, now=now)]
        )


def carried(overlay: Overlay, label: str) -> str:
    """Return the text of an overlay that names its parent by its label, and not by a file of this machine."""
    span, text = overlay.parent_span, overlay.source.text
    return f"{text[: span.start]}{label}{text[span.end :]}"


def parent_named(text: str) -> str:
    """Return the label of the edition that the text of an overlay changes; raise RulesError if it is no overlay."""
    return read_overlay(Source("overlay", text)).parent


def _change(tree: object) -> Change:
    assert isinstance(tree, Tree)
    kind = str(tree.data)
    first, *rest = tree.children
    assert isinstance(first, Token)
    body = next((child for child in rest if isinstance(child, Token) and child.type == "BODY"), None)
    listed = [token for child in rest if isinstance(child, Tree) for token in child.children]
    words = tuple(str(child).strip('"') for child in (*rest, *listed) if isinstance(child, Token) and child is not body)
    within = Span((body.start_pos or 0) + 1, body.end_pos or 0) if body is not None else None
    return Change(kind, str(first).lstrip("§"), _span(first), words, within)


def _span(token: Token) -> Span:
    return Span(token.start_pos or 0, token.end_pos or 0)


def _no_stop(source: Source, error: UnexpectedInput, start: int) -> Problem | None:
    """Return the problem that a change has no full stop, if a line ends where one could stand."""
    is_at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    end = len((source.text if is_at_end else source.text[:start]).rstrip())
    if "_STOP" not in _expected(error) or not (is_at_end or "\n" in source.text[end:start]):
        return None
    return problem("syntax.full-stop", source, Span(end, end + 1))


def _no_name(source: Source, error: UnexpectedInput, start: int) -> Problem | None:
    """Return the problem that an overlay does not name the edition that it changes, as it should at this place."""
    if "LABEL" not in _expected(error):
        return None
    return problem("syntax.parent", source, Span(start, start + 1))


def _expected(error: UnexpectedInput) -> Collection[str]:
    """Return the terminals that could stand where an overlay could not be read further."""
    for name in ("accepts", "expected", "allowed"):
        terminals: Collection[str] | None = getattr(error, name, None)
        if terminals:
            return terminals
    return ()


def _not_read(source: Source, start: int) -> Problem:
    is_over = not source.text[start:].strip(" \t\n.")
    key = "syntax.no-change" if is_over else "syntax.not-of-overlay"
    return problem(key, source, Span(start, start + 1))


# --------------------------------------------------------------------------------------------- composing


class _Edit(NamedTuple):
    """A stretch of the parent's text that is replaced, and by which stretches of which files."""

    start: int
    end: int
    lines: tuple[tuple[str, Source, int], ...]
    """The replacement: each text with its file and offset."""
    change: Change | None


def compose(overlay: Overlay, name: str, parent: nodes.Start, source: Source, path: str) -> Composed:
    """Make one rules file, under a name, of parent and overlay; raise RulesError if a change finds no place."""
    composer = _Composer(overlay, parent, source)
    for change in overlay.changes:
        composer.take(change)
    if composer.problems:
        raise RulesError(composer.problems)
    heading = parent.edition
    title = f"{heading.title.text}, but “{overlay.title}”"
    composer.edits.append(
        _Edit(
            heading.span.start, heading.span.end, ((f'edition "{title}" of {name}.', source, heading.span.start),), None
        )
    )
    return composer.composed(path)


class _Composer:
    """Turns changes into edits of the parent's text."""

    def __init__(self, overlay: Overlay, parent: nodes.Start, source: Source) -> None:
        self.overlay = overlay
        self.parent = parent
        self.source = source
        self.edits: list[_Edit] = []
        self.problems: list[Problem] = []
        self.chosen: dict[str, str] = {}
        """The answers that the overlay has chosen so far, by their open places."""
        self.blocks = {
            block.section.text.lstrip("§"): block for block in parent.blocks if isinstance(block, nodes.Section)
        }

    def take(self, change: Change) -> None:
        """Apply one change."""
        if change.kind == "chosen":
            self._choose(change)
            return
        block = self.blocks.get(change.place)
        if block is None:
            close = nearest(change.place, self.blocks)
            self._refuse(
                "unknown-clause.of-parent",
                change.span,
                suggestion([f"§{name}" for name in close], "Name a clause that its rules encode."),
                parent=self._parent,
                change=change,
            )
        elif change.kind == "conjecture":
            self._conjecture(change, block)
        elif change.kind == "without":
            self._leave_out(change, block)
        elif change.kind == "besides":
            self._add(change, block)
        else:
            for statement, shift in self._sentences(change):
                self._replace(change, block, statement, shift)

    @property
    def _parent(self) -> str:
        return f"The edition {self.parent.edition.label.text}"

    def _refuse(self, key: str, span: Span, *remedies: str, **values: Any) -> None:
        self.problems.append(problem(key, self.overlay.source, span, *remedies, **values))

    # ---------------------------------------------------------------------------------------- sentences

    def _sentences(self, change: Change) -> list[tuple[nodes.Statement, int]]:
        """Read the sentences of a change; each with how far its places are shifted against the overlay's file."""
        assert change.body is not None
        text = self.overlay.source.text[change.body.start : change.body.end]
        head = 'edition "overlay" of overlay.\n\n§X "words"'
        head += "" if text.lstrip(" \t").startswith("\n") else "\n  "
        shift = len(head) - change.body.start
        start, problems = parse(Source(self.overlay.source.path, head + text.rstrip() + "\n"))
        for mistake in problems:
            span = mistake.span and Span(max(0, mistake.span.start - shift), max(1, mistake.span.end - shift))
            self.problems.append(mistake._replace(source=self.overlay.source, span=span, labels=()))
        return [(statement, shift) for statement in start.blocks[0].statements] if start is not None else []

    def _replace(self, change: Change, block: nodes.Section, statement: nodes.Statement, shift: int) -> None:
        targets = [other for other in _statements(block) if heads(other) == heads(statement)]
        if not targets:
            named = " ".join(name for name in heads(statement)[1:] if name) or "this"
            spoken = [" ".join(heads(other)[1:]) for other in block.statements if len(heads(other)) > 1]
            self._refuse(
                "nothing-to-displace.of-parent",
                Span(statement.span.start - shift, statement.span.end - shift),
                change=change,
                label=self.parent.edition.label,
                named=named,
                spoken=", ".join(spoken) or "nothing that has a name",
            )
        for target in targets:
            lines = self._lines(statement, shift, self._column(target.span.start))
            self.edits.append(_Edit(target.span.start, target.span.end, lines, change))

    def _add(self, change: Change, block: nodes.Section) -> None:
        """Put sentences behind those of a block; a clause that has a rule now is no longer excused."""
        last = block.statements[-1]
        is_excused = isinstance(last, nodes.Excuse | nodes.Elsewhere)
        start = last.span.start if is_excused else last.span.end
        lines: list[tuple[str, Source, int]] = []
        for statement, shift in self._sentences(change):
            if lines or not is_excused:
                lines.append(("\n" + " " * INDENT, self.source, max(0, last.span.end - 1)))
            lines += self._lines(statement, shift, INDENT)
        self.edits.append(_Edit(start, last.span.end, tuple(lines), change))

    def _lines(self, statement: nodes.Statement, shift: int, column: int) -> tuple[tuple[str, Source, int], ...]:
        """Return the lines of a sentence, moved to a column, each with its place in the overlay's file."""
        source = self.overlay.source
        start, end = statement.span.start - shift, statement.span.end - shift
        line, _ = source.position(start)
        before = source.text[source.start_of(line) : start]
        own = len(before) if not before.strip() else INDENT
        lines: list[tuple[str, Source, int]] = []
        at = start
        for number, words in enumerate(source.text[start:end].split("\n")):
            indent = len(words) - len(words.lstrip(" "))
            space = "\n" + " " * max(0, indent - own + column) if number else ""
            lines.append((space + words.lstrip(" "), source, at + (indent if number else 0) - len(space)))
            at += len(words) + 1
        return tuple(lines)

    def _column(self, offset: int) -> int:
        return self.source.position(offset)[1] - 1

    # ------------------------------------------------------------------------------------- other changes

    def _leave_out(self, change: Change, block: nodes.Section) -> None:
        left = [
            statement
            for statement in block.statements
            if change.words and not set(heads(statement)[1:]) & set(change.words)
        ]
        known = {name for statement in block.statements for name in heads(statement)[1:]}
        for name in change.words:
            if name not in known:
                close = nearest(name, known)
                self._refuse(
                    "nothing-to-displace.left-out",
                    change.span,
                    suggestion(close, f"Leave all of it out:   without §{change.place}."),
                    change=change,
                    label=self.parent.edition.label,
                    name=name,
                )
        gone = [statement for statement in block.statements if statement not in left]
        if not change.words and all(isinstance(statement, nodes.Excuse | nodes.Elsewhere) for statement in gone):
            self._refuse("nothing-to-displace.no-rule", change.span, change=change, label=self.parent.edition.label)
            return
        for number, statement in enumerate(gone):
            stays = number == 0 and not left
            lines = ((LEFT_OUT, self.overlay.source, change.span.start),) if stays else ()
            start = (
                statement.span.start if stays else self.source.start_of(self.source.position(statement.span.start)[0])
            )
            self.edits.append(_Edit(start, statement.span.end, lines, change))

    def _choose(self, change: Change) -> None:
        doubts = {
            doubt.name.text: doubt
            for block in self.parent.blocks
            for doubt in block.statements
            if isinstance(doubt, nodes.Doubt)
        }
        doubt = doubts.get(change.place)
        if doubt is None:
            close = nearest(change.place, doubts)
            self._refuse(
                "unknown-reading.of-parent",
                change.span,
                suggestion(close, "“circular readings” lists them."),
                parent=self._parent,
                change=change,
            )
            return
        answers = {alternative.name.text: alternative for alternative in doubt.alternatives}
        chosen = answers.get(change.words[0])
        if chosen is None:
            close = nearest(change.words[0], answers) or list(answers)
            self._refuse("unknown-alternative.of-parent", change.span, change=change, close=" or ".join(close))
            return
        before = self.chosen.setdefault(change.place, change.words[0])
        if before != change.words[0]:
            self._refuse("two-answers.answers", change.span, change=change, before=before)
            return
        for alternative in doubt.alternatives:
            if alternative.default is not None and alternative is not chosen:
                self.edits.append(_Edit(alternative.default.span.start, alternative.default.span.end, (), change))
        if chosen.default is None:
            end = chosen.name.span.end
            self.edits.append(_Edit(end, end, ((", by default", self.overlay.source, change.span.start),), change))

    def _conjecture(self, change: Change, block: nodes.Section) -> None:
        """Change the quotations of the words; the text itself is changed by `conjectured`."""
        old, new = change.words
        readings = [
            statement
            for statement in block.statements
            if isinstance(statement, nodes.Doubt) and statement.kind.text == "reading"
        ]
        cites = [
            part
            for part in walk(self.parent)
            if isinstance(part, nodes.Cite) and part.section.text == block.section.text
        ]
        quotes = [
            *block.quotes,
            *(reading.words for reading in readings),
            *(quote for cite in cites for quote in cite.quotes),
        ]
        for quote in quotes:
            at = self.source.text.find(old, quote.span.start, quote.span.end)
            if at >= 0:
                self.edits.append(_Edit(at, at + len(old), ((new, self.overlay.source, change.span.start),), change))

    # ----------------------------------------------------------------------------------------- the result

    def composed(self, path: str) -> Composed:
        """Put the edits into the parent's text; raise RulesError if two concern the same words."""
        edits = sorted(self.edits, key=lambda edit: edit.start)
        for edit, following in itertools.pairwise(edits):
            if following.start < edit.end:
                change = following.change or edit.change
                assert change is not None
                self._refuse("two-answers.changes", change.span, change=change)
        if self.problems:
            raise RulesError(self.problems)
        text: list[str] = []
        pieces: list[TextPiece] = []
        length = at = 0

        def put(words: str, source: Source, offset: int) -> None:
            nonlocal length
            text.append(words)
            pieces.append(TextPiece(length, length + len(words), source, offset))
            length += len(words)

        for edit in edits:
            put(self.source.text[at : edit.start], self.source, at)
            for words, source, offset in edit.lines:
                put(words, source, offset)
            at = edit.end
        put(self.source.text[at:], self.source, at)
        return Composed(Source(path, "".join(text)), tuple(pieces))


def _statements(block: nodes.Section) -> Iterator[nodes.Statement]:
    """Yield the sentences of a block, those under the answers to open places too."""
    for statement in block.statements:
        yield statement
        if isinstance(statement, nodes.Doubt):
            for alternative in statement.alternatives:
                yield from alternative.statements or ()


HEADS: dict[type[Node], tuple[str, ...]] = {
    nodes.Sight: ("seer", "things", "condition"),
    nodes.Around: ("when", "deed"),
    nodes.Doubt: ("name",),
    nodes.Example: ("title",),
}
"""The fields that tell apart statements of one class, where the table of names has other fields or none."""


def heads(statement: nodes.Statement) -> tuple[str, ...]:
    """Return the subject of a sentence: its class, and the words that name what it introduces or describes."""
    if isinstance(statement, nodes.Displaced):
        return ("instead", statement.section.text, *heads(statement.statement))
    roles = roles_of(statement)
    amends = "" if roles.amends == ALWAYS else roles.amends
    fields = HEADS.get(type(statement)) or (roles.owner, *list(roles.about)[:1], amends)
    parts = [getattr(statement, field) for field in dict.fromkeys(fields) if field]
    return (type(statement).__name__, *(part.text for part in walk(parts) if isinstance(part, nodes.Word)))


# ------------------------------------------------------------------------------------------- what is left


def lenient(problems: list[Problem], composed: Composed, overlay: Overlay, parent: nodes.Start) -> list[Problem]:
    """Return the problems of the composed rules as they concern somebody who asks “what if”.

    A name of the parent that nothing uses any more is a warning; one that the overlay introduces may be misspelt, and
    stays an error. A name that has lost the sentence which introduces it is said to have lost it.
    """
    return [_lenient(problem, composed, overlay, parent) for problem in problems]


def _lenient(problem: Problem, composed: Composed, overlay: Overlay, parent: nodes.Start) -> Problem:
    name = problem.sentence.partition("“")[2].partition("”")[0]
    is_old = composed.led_back(problem).source is not overlay.source or any(_introduced(parent, name))
    if problem.code == "unused-name" and is_old:
        remedy = "It is no error, since the overlay does not need the name."
        return problem._replace(level="warning", remedies=(remedy,))
    if problem.code == "unknown-name":
        where = next((place for place in _introduced(parent, name) if _is_changed(place, overlay)), "")
        if where:
            sentence = f"“{name}” has no meaning here, since the overlay takes away the sentence of §{where} about it."
            remedies = ("Change the sentences that use the name, too.", f"Or keep that of §{where}.")
            return problem._replace(sentence=sentence, remedies=remedies)
    return problem


def _introduced(parent: nodes.Start, name: str) -> Iterator[str]:
    """Yield the clauses of which a sentence introduces a name."""
    for block in parent.blocks:
        if isinstance(block, nodes.Section):
            for statement in _statements(block):
                if any(name in (subject.name, plural(subject.name)) for subject in introduced(statement)):
                    yield block.section.text.lstrip("§")


def _is_changed(place: str, overlay: Overlay) -> bool:
    return any(change.place == place and change.kind in ("instead", "without") for change in overlay.changes)


# ---------------------------------------------------------------------------------------------- the words


def conjectured(text: EditionText, name: str, overlay: Overlay) -> tuple[EditionText, list[Problem]]:
    """Return the printed words under the name of the overlay, with its conjectures in their places."""
    problems: list[Problem] = []
    clauses = {id: clause._replace(full_id=f"{name}.{id}") for id, clause in text.clauses.items()}
    for change in overlay.changes:
        clause = clauses.get(change.place)
        if change.kind != "conjecture" or clause is None:
            continue
        old, new = change.words
        printed = text.clauses[change.place].words
        if old not in printed:
            problems.append(
                problem(
                    "words-not-in-clause.conjecture",
                    overlay.source,
                    change.span,
                    change=change,
                    old=old,
                    printed=printed,
                )
            )
            continue
        if old not in clause.words:
            problems.append(problem("two-answers.conjectures", overlay.source, change.span, change=change))
            continue
        clauses[change.place] = clause._replace(words=clause.words.replace(old, new, 1))
    return text._replace(id=name, clauses=clauses), problems
