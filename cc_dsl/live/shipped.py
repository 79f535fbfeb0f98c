"""Rules files that were parsed before: their nodes go along with the engine, since parsing takes longest of all.

What is read back makes nodes and nothing else, so these bytes cannot run code; nodes of another text are not used.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable

from cc_dsl.cache import get, put, unpickled
from cc_dsl.rules.store import makers
from cc_dsl.source.files import read_source
from cc_dsl.syntax import parser


def packed(paths: Iterable[str]) -> bytes:
    """Return the nodes of these rules files by their texts; those of a file with mistakes are left out."""
    found = {text: nodes for text, nodes in map(_parsed, paths) if nodes}
    return pickle.dumps(found, 5)


def _parsed(path: str) -> tuple[str, bytes]:
    """Return the text of a rules file and its nodes, which are cached because parsing takes a while."""
    source = read_source(path)
    key = repr((source.text, makers(("syntax", "trees.py")))).encode()
    found = get("nodes", path, key)
    if found is None:
        start, _ = parser.parse(source)
        found = pickle.dumps(start, 5) if start is not None else b""
        put("nodes", path, key, found)
    return source.text, found


def unpack(data: bytes) -> None:
    """Give the parser the nodes that `packed` returned."""
    parser.SHIPPED.update(unpickled(data))
