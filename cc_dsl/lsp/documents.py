"""A rules file in an editor: its nodes, its problems and its names, each computed at the first use.

A change of the file does not reload the printed words.
"""

from __future__ import annotations

import os
import re
from functools import cached_property
from urllib.parse import unquote, urlsplit
from urllib.request import pathname2url, url2pathname

from lsprotocol import types

from cc_dsl.core.symbols import StatementPlace, Symbol, SymbolTable
from cc_dsl.diagnostics.problem import Problem, RulesError
from cc_dsl.pipeline import Edition, parts_of
from cc_dsl.source.clauses import EditionText
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.parser import parse, sound_part
from cc_dsl.trees import Node, walk

WORD = re.compile(r"(?<=§)(?:[^\W_]|-)(?:[^\W_]|[-.])*(?<!\.)|(?:[^\W_]|-)+")
"""A word: letters, figures and hyphens, and after § the points of a clause."""


class Document:
    """One version of a file in an editor."""

    def __init__(self, uri: str, text: str, before: Document | None = None) -> None:
        """Take the text in the editor, and the last known names for a file that does not parse."""
        self.uri = uri
        self.path = path_of(uri)
        self.edition = Edition(self.path, {}, text)
        self.file = Source(self.path, text)
        self.before = before.names if before is not None and before.names is not None else None

    @property
    def text(self) -> str:
        """The complete text."""
        return self.file.text

    def range(self, span: Span) -> types.Range:
        """Return the place of a stretch of the text."""
        return range_of(self.file, span)

    def offset(self, position: types.Position) -> int:
        """Return the offset of a position, limited to the end of its line."""
        units = self.file.line(position.line + 1).encode("utf-16-le")[: 2 * max(0, position.character)]
        return self.file.start_of(position.line + 1) + len(units.decode("utf-16-le", "ignore"))

    @cached_property
    def is_overlay(self) -> bool:
        """Whether the file is an overlay."""
        try:
            return self.edition.overlay is not None
        except RulesError:
            return True

    @cached_property
    def start(self) -> nodes.Start | None:
        """The nodes of all blocks that can be parsed."""
        if self.is_overlay:
            return None
        start, problems = parse(self.file)
        return start or sound_part(self.file, problems)

    @cached_property
    def problems(self) -> list[Problem]:
        """All problems of syntax, names, kinds, citations, readings and records."""
        try:
            _, resolved = self.edition.resolve({})
            return [*resolved, *self.edition.problems_of_text()]
        except RulesError as error:
            return error.problems

    @cached_property
    def printed_text(self) -> EditionText | None:
        """The printed words beside the rules; None without any, or with faults."""
        try:
            return self.edition.text
        except RulesError:
            return None

    def is_here(self, source: Source | None) -> bool:
        """Whether a place is in this file."""
        return source is not None and os.path.abspath(source.path) == os.path.abspath(self.path)

    # ------------------------------------------------------------------------------------------- names

    @cached_property
    def names(self) -> SymbolTable[StatementPlace] | None:
        """The symbol table; if the file does not parse at all, the table of the last version."""
        try:
            return self.edition.symbols
        except RulesError:
            return self.before

    @cached_property
    def mentions(self) -> dict[int, Symbol[StatementPlace]]:
        """The name at each place in this file, by its first character."""
        if self.names is None or self.start is None:
            return {}
        label = self.start.edition.label.text
        return {site.span.start: symbol for _, symbol, site in self.names.mentions() if site.where.file == label}

    def symbol_at(self, offset: int) -> Symbol[StatementPlace] | None:
        """Return the name that contains a character, or ends at it."""
        word = self.word_at(offset)
        return self.mentions.get(word.start) if word is not None else None

    def word_at(self, offset: int) -> Span | None:
        """Return the word at a character: letters, figures, hyphens, and after § the points of a clause."""
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        words = WORD.finditer(self.text, start, end if end >= 0 else len(self.text))
        return next((Span(*word.span()) for word in words if word.start() <= offset <= word.end()), None)

    @cached_property
    def files(self) -> dict[str, Source]:
        """This file and the rules files that it uses, by the names of editions and libraries."""
        if self.start is None:
            return {}
        others = {part.start.edition.label.text: part.source for part in parts_of(self.start, self.file)[0]}
        return {**others, self.start.edition.label.text: self.file}

    # ------------------------------------------------------------------------------------------ clauses

    @property
    def blocks(self) -> tuple[nodes.Section | nodes.Editor, ...]:
        """The blocks that can be parsed."""
        return self.start.blocks if self.start is not None else ()

    def block_at(self, offset: int) -> nodes.Section | nodes.Editor | None:
        """Return the block that contains a character."""
        before = [block for block in self.blocks if block.span.start <= offset]
        return before[-1] if before else None

    def clause_at(self, offset: int) -> str | None:
        """Return the clause after § at a character."""
        word = self.word_at(offset)
        if word is None or self.text[word.start - 1 : word.start] != "§":
            return None
        return self.text[word.start : word.end]

    def nodes_at(self, offset: int) -> list[Node]:
        """Return the nodes around a character, innermost last."""
        nodes = ((node, getattr(node, "span", None)) for node in walk(self.block_at(offset)))
        return [node for node, span in nodes if isinstance(span, Span) and span.start <= offset < span.end]

    def words(self, node: Node) -> str:
        """Return the words of a node in this file."""
        span: Span = getattr(node, "span")  # noqa: B009 - most nodes have one, and their base has none
        return self.text[span.start : span.end]


def path_of(uri: str) -> str:
    """Return the path of an editor's URI; if it is not the URI of a file, a path in the current folder."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return os.path.abspath(os.path.basename(unquote(parts.path)) or "untitled.rules")
    return url2pathname(parts.path)


def uri_of(path: str) -> str:
    """Return the URI of a file."""
    return f"file://{pathname2url(os.path.abspath(path))}"


def range_of(source: Source, span: Span) -> types.Range:
    """Return the lines and columns of a stretch of text; columns count UTF-16 units."""

    def position(offset: int) -> types.Position:
        line, column = source.position(offset)
        return types.Position(line - 1, len(source.line(line)[: column - 1].encode("utf-16-le")) // 2)

    return types.Range(position(span.start), position(span.end))
