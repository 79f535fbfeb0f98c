"""Read a TOML data file and find the places of its values again, since the TOML reader keeps no places.

Every wrong shape is a `bad-data-file` problem that names the line; no content of a file raises an exception here.
"""

from __future__ import annotations

import functools
import pickle
from typing import TYPE_CHECKING

from cc_dsl.source.files import Fault, Source, SourceFault, Span, read_source, shown_path

if TYPE_CHECKING:
    from collections.abc import Sequence

Table = dict[str, object]
KEPT = 32
"""The number of texts whose tables are kept: to unpack tables takes a tenth of the time that reading them takes."""


@functools.lru_cache(maxsize=KEPT)
def _packed(text: str) -> bytes:
    """Return the tables of a text, packed, so that each who reads it again has tables of their own."""
    import tomllib

    return pickle.dumps(tomllib.loads(text), 5)


def read_data(path: str) -> tuple[Source, Table]:
    """Read a TOML file into its source and its tables, or raise the SourceFault that says why not."""
    source = read_source(path)
    try:
        found: Table = pickle.loads(_packed(source.text))
        return source, found
    except ValueError as error:
        # TOMLDecodeError is one; a number of thousands of digits is another.
        line, complaint = _line_of_complaint(str(error), source)
        sentence = f"Line {line} of {shown_path(path)} is not TOML: {complaint}."
        raise SourceFault(bad_data(source, sentence, line_span(source, line))) from None
    except RecursionError:
        sentence = f"{shown_path(path)} is nested too deeply to be read."
        raise SourceFault(bad_data(source, sentence, None)) from None


def _line_of_complaint(message: str, source: Source) -> tuple[int, str]:
    """Divide the TOML reader's message, "Expected … (at line 3, column 5)" or "… (at end of document)"."""
    complaint, _, where = message.rpartition(" (at ")
    digits = where.removeprefix("line ").partition(",")[0]
    line = int(digits) if digits.isdecimal() else max(1, len(source.text.rstrip().split("\n")))
    complaint = complaint or message
    if complaint == "Illegal character '\\n'":
        complaint = "a quotation mark is not closed"
    return line, complaint[:1].lower() + complaint[1:]


def bad_data(source: Source, sentence: str, span: Span | None, *remedies: str) -> Fault:
    """Make the fault of a data file that has not the shape it should have."""
    return Fault(
        "bad-data-file",
        sentence,
        source,
        span,
        remedies or ("corpus/README.md says what each data file holds.",),
    )


def line_span(source: Source, number: int) -> Span:
    """Return the span of a line without its indentation."""
    text = source.line(number)
    start = len(text) - len(text.lstrip())
    offset = source.start_of(number)
    return Span(offset + start, offset + max(len(text.rstrip()), start))


def key_span(source: Source, key: str, value: str | None = None, nth: int = 0) -> Span | None:
    """Find the nth line `key = …`, or `key = "value"`, of a data file; nothing if it is written otherwise."""
    import re

    pattern = rf"^[ \t]*{re.escape(key)}[ \t]*="
    if value is not None:
        pattern += rf"[ \t]*([\"']){re.escape(value)}\1"
    for number, match in enumerate(re.finditer(pattern, source.text, re.MULTILINE)):
        if number == nth:
            line, _ = source.position(match.end())
            return line_span(source, line)
    return None


def key_spans(source: Source, key: str) -> dict[str, Span]:
    """Return for each value of a key in a data file the span of the first line `key = "value"`."""
    import re

    found: dict[str, Span] = {}
    pattern = rf"""^[ \t]*{re.escape(key)}[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)')"""
    for match in re.finditer(pattern, source.text, re.MULTILINE):
        value = match[1] if match[1] is not None else match[2]
        if value not in found:
            found[value] = line_span(source, source.position(match.end())[0])
    return found


def table_span(source: Source, name: str) -> Span | None:
    """Return the span of the first `[[name]]` or `[name]` heading of a data file."""
    return next(iter(_table_spans(source, name)), None)


def _table_spans(source: Source, name: str) -> list[Span]:
    """Return the spans of all `[[name]]` or `[name]` headings of a data file, in its order."""
    import re

    pattern = rf"^[ \t]*\[\[?[ \t]*{re.escape(name)}[ \t]*\]"
    found = re.finditer(pattern, source.text, re.MULTILINE)
    return [line_span(source, source.position(match.end())[0]) for match in found]


def tables_of(source: Source, data: Table, name: str, faults: list[Fault]) -> list[tuple[Table, Span | None]]:
    """Return the `[[name]]` tables of a data file in their order, each with its place."""
    found = data.get(name, [])
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        sentence = f"In {shown_path(source.path)} every {name} is written under a heading [[{name}]] of its own."
        faults.append(bad_data(source, sentence, table_span(source, name) or key_span(source, name)))
        return []
    spans = _table_spans(source, name)
    return [(item, spans[number] if number < len(spans) else None) for number, item in enumerate(found)]


def text_of(source: Source, table: Table, key: str, span: Span | None, faults: list[Fault], default: str | None) -> str:
    """Return a table's text under the key; with no default it must be there, and its absence is a fault."""
    value = table.get(key, default)
    if isinstance(value, str):
        return value
    what = f"no {key}" if value is None else f"a {key} that is not text in quotation marks"
    faults.append(bad_data(source, f"An entry of {shown_path(source.path)} has {what}.", span))
    return default or ""


def flag_of(source: Source, table: Table, key: str, span: Span | None, faults: list[Fault]) -> bool:
    """Return a table's true or false under the key; absent is false."""
    value = table.get(key, False)
    if isinstance(value, bool):
        return value
    sentence = f"An entry of {shown_path(source.path)} has a {key} that is neither true nor false."
    faults.append(bad_data(source, sentence, span))
    return False


def texts_of(source: Source, table: Table, key: str, span: Span | None, faults: list[Fault]) -> Sequence[str]:
    """Return a table's list of texts under the key; absent is none."""
    value = table.get(key, [])
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return value
    sentence = f"An entry of {shown_path(source.path)} has under {key} something that is not a list of texts."
    faults.append(bad_data(source, sentence, span))
    return ()
