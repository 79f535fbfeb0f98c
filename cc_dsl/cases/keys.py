"""Check the files in the folder of an edition: that each can be read, and has no key that nothing reads.

What a misspelt key says would be lost, and so would a file that is passed over because it is a folder, or no TOML.
`cases.toml` and `phrases.toml` have checks of their own for their keys.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cc_dsl.diagnostics.problem import Problem, from_fault, nearest
from cc_dsl.source.data import bad_data, key_span, read_data
from cc_dsl.source.files import SourceFault, read_source, shown_path

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

EVERY = "*"
"""Stands for keys that are names of the editor's."""
TEXT = "text"
"""Stands for a value that must be a text."""


def _plain(keys: str) -> dict[str, object]:
    """Return the shape of a table whose values have no tables in them."""
    return dict.fromkeys(keys.split())


def _texts(keys: str) -> dict[str, object]:
    """Return the shape of a table whose values are texts."""
    return dict.fromkeys(keys.split(), TEXT)


SHAPES: dict[str, dict[str, object]] = {
    "edition.toml": {
        **_texts("id title short_title author date_printed language text sha256 reading_text signs"),
        **_plain("questions restated"),
        "played": _plain("seed through"),
        "rights": _texts("words notes encoding readings"),
        "aliases": {EVERY: TEXT},
        "witness": _texts("siglum name address seen holds source"),
        "provenance": _texts("statement standing where"),
        "pages": {EVERY: _plain("title divisions")},
    },
    "clauses.toml": {
        "heading": _plain("id words"),
        "clause": _plain("id words figure description"),
    },
    "apparatus.toml": {
        **_plain("reading_text"),
        "variant": {
            **_plain("clause heading lemma type substantive note"),
            "readings": _plain("witness words"),
        },
        "agreement": _plain("witnesses from to clauses note"),
        "alone": _plain("witness from to clauses note"),
    },
    "readings.toml": {
        "confidence": {EVERY: TEXT},
        "reading": {
            EVERY: {
                **_plain("title kind clause words question why confidence"),
                "alternatives": {EVERY: _plain("phrase argument evidence")},
            }
        },
    },
    "studies.toml": {
        "study": {**_plain("name title players games seed measures question"), "readings": {EVERY: None}},
    },
    "turns.toml": {"turn": _plain("name title shows note before strokes about")},
}
"""The keys of each file; behind a key that holds tables, the keys of these."""
OTHERS = ("text.txt", "cases.toml", "phrases.toml", "notes.md", "how-to-play.md")
"""The other files that an editor writes."""


def problems_of_files(edition: Edition) -> list[Problem]:
    """Return why files in the folder of an edition cannot be read: folders, no text, no TOML."""
    return [problem for name in (*SHAPES, *OTHERS) for problem in _unreadable(os.path.join(edition.folder, name))]


def _unreadable(path: str) -> Iterator[Problem]:
    if not os.path.lexists(path):
        return
    try:
        read_data(path) if path.endswith(".toml") else read_source(path)
    except SourceFault as fault:
        yield from_fault(fault.fault)


def problems_of_keys(edition: Edition) -> list[Problem]:
    """Return the keys that mean nothing where they stand; a file that is no TOML is refused by whoever reads it."""
    return [problem for name in SHAPES for problem in _of_file(os.path.join(edition.folder, name), SHAPES[name])]


def _of_file(path: str, shape: dict[str, object]) -> Iterator[Problem]:
    if not os.path.isfile(path):
        return
    try:
        source, data = read_data(path)
    except SourceFault:
        return
    source.path = shown_path(source.path)
    for key, known in _unknown(data, shape):
        close = nearest(key, known)
        remedy = f"Do you mean {' or '.join(close)}?" if close else f"The keys here are: {', '.join(known)}."
        sentence = f"{source.path} has “{key}”, which means nothing where it stands."
        yield from_fault(bad_data(source, sentence, key_span(source, key), remedy))
    for key in _not_texts(data, shape):
        sentence = f"“{key}” in {source.path} should be a text."
        yield from_fault(
            bad_data(source, sentence, key_span(source, key), f'Write it in quotation marks:   {key} = "…"')
        )


def _unknown(table: dict[str, object], shape: dict[str, object]) -> Iterator[tuple[str, list[str]]]:
    """Yield each key that a shape does not have, with those that it has there."""
    for key, value in table.items():
        if key not in shape and EVERY not in shape:
            yield key, [*shape]
            continue
        for one, inner in _inside(key, value, shape):
            yield from _unknown(one, inner)


def _not_texts(table: dict[str, object], shape: dict[str, object]) -> Iterator[str]:
    """Yield each key whose value should be a text, and is none."""
    for key, value in table.items():
        if shape.get(key, shape.get(EVERY)) == TEXT and not isinstance(value, str):
            yield key
        for one, inner in _inside(key, value, shape):
            yield from _not_texts(one, inner)


def _inside(key: str, value: object, shape: dict[str, object]) -> Iterator[tuple[dict[str, object], dict[str, object]]]:
    """Yield the tables that a key holds, with their shape."""
    inner = shape.get(key, shape.get(EVERY))
    if isinstance(inner, dict):
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                yield one, inner
