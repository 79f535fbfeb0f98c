"""Check that the data files of an edition have no key that nothing reads: what a misspelt key says would be lost.

`cases.toml` and `phrases.toml` have checks of their own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cc_dsl.diagnostics.problem import Problem, from_fault, nearest
from cc_dsl.source.data import bad_data, key_span, read_data
from cc_dsl.source.files import SourceFault, shown_path

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

EVERY = "*"
"""Stands for keys that are names of the editor's."""


def _plain(keys: str) -> dict[str, object]:
    """Return the shape of a table whose values have no tables in them."""
    return dict.fromkeys(keys.split())


SHAPES: dict[str, dict[str, object]] = {
    "edition.toml": {
        **_plain("id title short_title author date_printed language text sha256 reading_text signs questions restated"),
        "played": _plain("seed through"),
        "rights": _plain("words notes encoding readings"),
        "aliases": {EVERY: None},
        "witness": _plain("siglum name address seen holds source"),
        "provenance": _plain("statement standing where"),
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
        "confidence": {EVERY: None},
        "reading": {
            EVERY: {
                **_plain("title kind clause words question why confidence"),
                "alternatives": {EVERY: _plain("phrase argument evidence")},
            }
        },
    },
    "studies.toml": {
        "study": {**_plain("name title players games seed winnable tries nodes"), "readings": {EVERY: None}},
    },
    "measured.toml": {"measured": _plain("name title players games seed measures")},
    "turns.toml": {"turn": _plain("name title shows note before strokes about")},
}
"""The keys of each file; behind a key that holds tables, the keys of these."""


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


def _unknown(table: dict[str, Any], shape: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield each key that a shape does not have, with those that it has there."""
    for key, value in table.items():
        if key not in shape and EVERY not in shape:
            yield key, [*shape]
            continue
        inner = shape.get(key, shape.get(EVERY))
        if inner is not None:
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, dict):
                    yield from _unknown(one, inner)
