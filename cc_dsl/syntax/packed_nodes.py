"""Load the cached nodes of rules files that came with the program or were parsed before; parse other files.

Loading the parser and its library takes longer than reading these nodes, so it is avoided if possible.
"""

from __future__ import annotations

import functools
import pickle
from typing import TYPE_CHECKING

from cc_dsl import cache

if TYPE_CHECKING:
    from cc_dsl.diagnostics.problem import Problem
    from cc_dsl.source.files import Source
    from cc_dsl.syntax.nodes import Start

KIND = "nodes"
CACHE_SIZE = 16
"""The number of texts whose nodes are cached in memory."""


def parse(source: Source) -> tuple[Start | None, list[Problem]]:
    """Return the nodes of a rules file, or the first syntax problem of every sentence, in file order."""
    if source.text in cache.SHIPPED:
        return _cached_nodes(source.text), []
    start: Start | None = cache.get_object(KIND, (source.path, source.text))
    return (start, []) if start is not None else _parse(source)


def pack(source: Source) -> bytes:
    """Return the nodes of a rules file, pickled; nothing for a file with problems."""
    data = cache.get(KIND, (source.path, source.text))
    if data is None:
        start, problems = _parse(source)
        data = pickle.dumps(start, 5) if start is not None and not problems else b""
    return data


def _parse(source: Source) -> tuple[Start | None, list[Problem]]:
    """Parse a rules file, and cache its nodes if it has no problems."""
    from cc_dsl.syntax import parser

    start, problems = parser.parse(source)
    if start is not None and not problems:
        cache.put_object(KIND, (source.path, source.text), start)
    return start, problems


@functools.lru_cache(maxsize=CACHE_SIZE)
def _cached_nodes(text: str) -> Start:
    start: Start = pickle.loads(cache.SHIPPED[text])
    return start
