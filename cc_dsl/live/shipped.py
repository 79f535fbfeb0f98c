"""Rules files that were parsed before: their nodes go along with the engine, since parsing takes longest of all.

What is read back makes nodes and nothing else, so these bytes cannot run code; nodes of another text are not used.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable

from cc_dsl.cache import unpickled
from cc_dsl.source.files import read_source
from cc_dsl.syntax import parser


def packed(paths: Iterable[str]) -> bytes:
    """Return the nodes of these rules files by their texts; those of a file with mistakes are left out."""
    found: dict[str, bytes] = {}
    for path in paths:
        source = read_source(path)
        start, _ = parser.parse(source)
        if start is not None:
            found[source.text] = pickle.dumps(start, 5)
    return pickle.dumps(found, 5)


def unpack(data: bytes) -> None:
    """Let the parser know the nodes that `packed` gave."""
    parser.SHIPPED.update(unpickled(data))
