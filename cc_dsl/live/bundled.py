"""What was made of the rules files before: their nodes and the rules under the defaults go along with the engine.

Parsing takes longest of all, and resolving a good while.  What is read back makes nodes and terms and nothing else, so
these bytes cannot run code; what was made of another text is not used.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable

from cc_dsl import cache
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.pipeline import Edition
from cc_dsl.rules import store
from cc_dsl.source.files import read_source
from cc_dsl.syntax.shipped import packed as nodes_of


def packed(editions: Iterable[str], libraries: Iterable[str]) -> bytes:
    """Return the nodes of these rules files by their texts, and the rules of the editions; mistakes are left out."""
    editions = [*editions]
    nodes = {text: made for text, made in map(_parsed, [*editions, *libraries]) if made}
    return pickle.dumps((nodes, dict(filter(None, map(_resolved, editions)))), 5)


def _parsed(path: str) -> tuple[str, bytes]:
    """Return the text of a rules file and its nodes."""
    source = read_source(path)
    return source.text, nodes_of(source)


def _resolved(path: str) -> tuple[str, bytes] | None:
    """Return the rules of an edition under the defaults, with their digest; None if they have errors."""
    edition = Edition(path, {})
    try:
        return store.mark({}, edition.files()), pickle.dumps(edition.rules, 5)
    except RulesError:
        return None


def unpack(data: bytes) -> None:
    """Give the parser and the store the objects that `packed` returned."""
    nodes, rules = pickle.loads(data)
    cache.SHIPPED.update(nodes)
    store.SHIPPED.update(rules)
