"""The nodes of rules files that came with the program are read back; others are parsed.

The parser and its library take longer to load than these nodes to read, so a program that has them loads neither.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from cc_dsl import cache

if TYPE_CHECKING:
    from cc_dsl.diagnostics.problem import Problem
    from cc_dsl.source.files import Source
    from cc_dsl.syntax.nodes import Start

NODES = ("cc_dsl.syntax.nodes", "cc_dsl.source.files")
"""The modules of whose classes nodes are made."""
KEPT = 16
"""The number of texts whose nodes are kept in memory."""


def parse(source: Source) -> tuple[Start | None, list[Problem]]:
    """Return the nodes of a rules file, or the first syntax problem of every sentence, in file order."""
    if source.text in cache.SHIPPED:
        return _recalled(source.text), []
    from cc_dsl.syntax import parser

    return parser.parse(source)


@functools.lru_cache(maxsize=KEPT)
def _recalled(text: str) -> Start:
    found: Start = cache.unpickled(cache.SHIPPED[text], *NODES)
    return found
