"""Read a TOML data file, and find the places of its values, which the TOML reader does not return.

Every wrong shape is a `bad-data-file` problem that names the line; no content of a file raises another exception.
"""

from __future__ import annotations

import functools
import itertools
import pickle
import re
from collections.abc import Iterator
from typing import NamedTuple

from cc_dsl.source.files import Problem, RulesError, Source, Span, read_source, shown_path

Table = dict[str, object]
CACHE_SIZE = 32
"""The number of texts whose tables are cached: unpickling tables takes a tenth of the time of parsing them."""


@functools.lru_cache(maxsize=CACHE_SIZE)
def _packed_tables(text: str) -> bytes:
    """Return the tables of a text, pickled, so that each reader gets a copy."""
    import tomllib

    return pickle.dumps(tomllib.loads(text), 5)


def read_data(path: str) -> tuple[Source, Table]:
    """Return the source and the tables of a TOML file; raise a RulesError if it cannot be read."""
    source = read_source(path)
    try:
        table: Table = pickle.loads(_packed_tables(source.text))
        return source, table
    except ValueError as error:
        # Either TOMLDecodeError, whose message is "Expected … (at line 3, column 5)" or "… (at end of document)",
        # or the error for a number with thousands of digits.
        complaint, _, place = str(error).rpartition(" (at ")
        digits = place.removeprefix("line ").partition(",")[0]
        line = int(digits) if digits.isdecimal() else max(1, len(source.text.rstrip().split("\n")))
        complaint = complaint or str(error)
        if complaint == "Illegal character '\\n'":
            complaint = "a quotation mark is not closed"
        complaint = complaint[:1].lower() + complaint[1:]
        sentence = f"Line {line} of {shown_path(path)} is not TOML: {complaint}."
        raise RulesError([bad_data(source, sentence, line_span(source, line))]) from None
    except RecursionError:
        sentence = f"{shown_path(path)} is nested too deeply to be read."
        raise RulesError([bad_data(source, sentence, None)]) from None


def bad_data(source: Source, sentence: str, span: Span | None, *remedies: str) -> Problem:
    """Return the problem of a data file with a wrong shape."""
    remedies = remedies or ("corpus/README.md describes each data file.",)
    return Problem("bad-data-file", sentence, source, span, remedies=remedies)


def line_span(source: Source, number: int) -> Span:
    """Return the span of a line without its indentation."""
    text = source.line(number)
    start = len(text) - len(text.lstrip())
    offset = source.start_of(number)
    return Span(offset + start, offset + max(len(text.rstrip()), start))


def key_span(source: Source, key: str) -> Span | None:
    """Return the span of the first line `key = …` of a data file; None if there is no such line."""
    return next(_spans(source, rf"^[ \t]*{re.escape(key)}[ \t]*="), None)


def not_text(source: Source, key: str) -> Problem:
    """Return the problem of a key whose value should be a text."""
    sentence, remedy = f"“{key}” in {source.path} should be a text.", f'Write it in quotation marks:   {key} = "…"'
    return bad_data(source, sentence, key_span(source, key), remedy)


def key_spans(source: Source, key: str) -> dict[str, list[Span]]:
    """Return the spans of the lines `key = "value"` of a data file, by value."""
    spans: dict[str, list[Span]] = {}
    pattern = rf"""^[ \t]*{re.escape(key)}[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)')"""
    for match in re.finditer(pattern, source.text, re.MULTILINE):
        value = match[1] if match[1] is not None else match[2]
        spans.setdefault(value, []).append(line_span(source, source.position(match.end())[0]))
    return spans


def table_span(source: Source, name: str) -> Span | None:
    """Return the span of the first `[[name]]` or `[name]` heading of a data file."""
    return next(_table_spans(source, name), None)


def _table_spans(source: Source, name: str) -> Iterator[Span]:
    """Return the spans of all `[[name]]` or `[name]` headings of a data file, in order."""
    return _spans(source, rf"^[ \t]*\[\[?[ \t]*{re.escape(name)}[ \t]*\]")


def _spans(source: Source, pattern: str) -> Iterator[Span]:
    """Yield the spans of the lines that match a pattern, in order."""
    for match in re.finditer(pattern, source.text, re.MULTILINE):
        yield line_span(source, source.position(match.end())[0])


def tables_of(source: Source, data: Table, name: str, faults: list[Problem]) -> list[tuple[Table, Span | None]]:
    """Return the `[[name]]` tables of a data file in their order, each with its place."""
    tables = data.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(item, dict) for item in tables):
        sentence = f"In {source.path} every {name} is written under a heading [[{name}]] of its own."
        faults.append(bad_data(source, sentence, table_span(source, name) or key_span(source, name)))
        return []
    return [*zip(tables, itertools.chain(_table_spans(source, name), itertools.repeat(None)), strict=False)]


class DataTable(NamedTuple):
    """A table of a data file; its methods return values, and record problems."""

    name: str
    table: Table
    source: Source
    span: Span | None
    faults: list[Problem]
    subject: str = ""
    """The subject of sentences about the table, such as “The case last-but-one”."""

    def example(self, line: str) -> tuple[str, ...]:
        """Return further remedies for a wrong key, beside those of `bad_data`."""
        return ()

    def text(self, key: str, default: str | None = None) -> str:
        """Return the text under a key; without a default the key is required."""
        value = self.table.get(key, default)
        if isinstance(value, str):
            return value
        fault = f"has no {key}" if value is None else f"has a value for “{key}” that is not text in quotation marks"
        self.refuse(fault, *self.example(f'{key} = "…"'))
        return default or ""

    def texts(self, key: str, shape: str = "a list of strings") -> tuple[str, ...]:
        """Return the list of texts under a key; empty if absent."""
        value = self.table.get(key, [])
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self.refuse(f"has a value for “{key}” that is not {shape}", *self.example(f'{key} = ["…"]'))
        return ()

    def flag(self, key: str) -> bool:
        """Return the boolean under a key; false if absent."""
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            self.refuse(f"has a value for “{key}” that is neither true nor false")
        return value is True

    def refuse(self, predicate: str, *remedies: str) -> None:
        """Record a problem of the table, which is the subject of the sentence."""
        path = self.source.path
        self.wrong(f"{self.subject or (path if self.span is None else f'An entry of {path}')} {predicate}.", *remedies)

    def wrong(self, sentence: str, *remedies: str) -> None:
        """Record a problem, given as a complete sentence."""
        self.faults.append(bad_data(self.source, sentence, self.span, *remedies))
